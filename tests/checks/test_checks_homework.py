"""Assignment 07-homework: numbers worked elsewhere, other right solutions, and every statement."""

import math
import re

import numpy as np
import pandas as pd
import pytest

from course import datasets, metrics
from course.build import ASSIGNMENTS, ROOT
from course.checks import (
    examine,
    homework,
    homework_evidence,
    homework_sample,
    homework_values,
)
from course.checks.exercises import EXERCISES
from course.checks.homework_lists import METRICS, evaluate_lists
from course.checks.homework_sample import MODELS, ndcg_of, study, table
from course.checks.kinds import FunctionExercise
from course.checks.values import TOLERANCE
from course.compare import evaluate_models

REAL = ("ItemKNN", "ALS", "Content", "Hybrid")  # the models, without the two yardsticks
ROW = {name: place for place, name in enumerate(MODELS)}
COLUMN = {name: place for place, name in enumerate(METRICS)}


def value(name, metric, split="time"):
    return table(split)[ROW[name], COLUMN[metric]]


# --- evaluate_lists ------------------------------------------------------------------------------


def test_evaluate_lists_by_hand():
    # User 1 is served perfectly up to the second place, user 2 not at all.
    assert evaluate_lists({1: [7, 9]}, {1: [7], 2: [4]}, 2) == [0.25, 0.5, 0.5, 0.5, 0.5, 0.5]
    # Hits in places 1 and 3 of three, four relevant: AP = (1 + 2/3) / 4.
    found = evaluate_lists({1: [5, 6, 7]}, {1: [5, 7, 8, 9]}, 3)
    dcg, ideal = 1 + 1 / 2, 1 + 1 / math.log2(3) + 1 / 2
    assert found == pytest.approx([2 / 3, 2 / 4, 1, (1 + 2 / 3) / 4, 1, dcg / ideal], abs=1e-12)


def one_by_one(recommended, relevant, k):
    """The course's metrics, user by user, on lists of 0 and 1."""
    rows = []
    for user, wanted in relevant.items():
        shown, n = [int(item in wanted) for item in recommended.get(user, [])], len(wanted)
        rows.append([
            metrics.precision_at_k(shown, k), metrics.recall_at_k(shown, k, n),
            metrics.hit_rate_at_k(shown, k), metrics.average_precision_at_k(shown, k, n),
            metrics.reciprocal_rank_at_k(shown, k), metrics.ndcg_at_k(shown, k, [1] * n),
        ])  # fmt: skip
    return np.mean(rows, axis=0)


@pytest.mark.parametrize("hidden", [False, True])
def test_another_right_loop_is_correct(hidden):
    result = examine(one_by_one, "evaluate_lists", hidden=hidden)
    assert result.outcome == "correct", result.message


@pytest.mark.parametrize("split", ["time", "random"])
def test_the_table_by_a_second_way(split):
    found = study(split)
    other = [one_by_one(found.lists[name], found.relevant, 10) for name in MODELS]
    assert table(split) == pytest.approx(np.array(other), abs=1e-12)


# The homework's names of the models and metrics, and those of `course compare`.
COMPARED = {"Random": "Random", "MostPopular": "MostPopular", "ItemKNN": "ItemKNN", "ALS": "ALS",
            "Content": "Content", "Hybrid": "Hybrid(ALS+kNN+CB)"}
COMPARED_COLUMNS = ["precision", "recall", "hit", "map_rel", "mrr", "ndcg"]


@pytest.fixture(scope="module")
def compared():
    """{split: the table of course.compare on the sample, a row a model of the homework}."""
    ratings, items = datasets.load("sample")
    names = list(COMPARED.values())
    return {
        split: evaluate_models(ratings, items, other, "ge4", names).set_index("model").loc[names]
        for split, other in {"time": "user_temporal", "random": "random"}.items()
    }


@pytest.mark.parametrize("split", ["time", "random"])
def test_the_table_is_that_of_course_compare(compared, split):
    found = compared[split]
    assert tuple(COMPARED) == MODELS and len(COMPARED_COLUMNS) == len(METRICS)
    assert set(found["n_users"]) == {len(study(split).relevant)}
    # course.compare rounds to ten decimals.
    assert table(split) == pytest.approx(found[COMPARED_COLUMNS].to_numpy(), abs=1e-10)


def test_coverage_diversity_and_novelty_are_those_of_course_compare(compared):
    for column, numbers in (("coverage", homework_sample.coverage),
                            ("ild", homework_sample.diversity),
                            ("novelty_si", homework_sample.novelty)):
        assert numbers() == pytest.approx(compared["time"][column].to_numpy(), abs=1e-10)


def test_no_metric_of_a_user_passes_the_hit_rate():
    for split in ("time", "random"):
        hit = table(split)[:, COLUMN["hit rate"]]
        for metric in ("recall", "MAP", "MRR", "NDCG"):
            assert np.all(table(split)[:, COLUMN[metric]] <= hit + TOLERANCE)


# --- Values --------------------------------------------------------------------------------------


def test_forms_of_a_right_table():
    right = table("time")
    frame = pd.DataFrame(right, index=MODELS, columns=METRICS)
    shuffled = frame.iloc[::-1, ::-1]
    for answer in (
        right,
        right.tolist(),
        frame,
        frame.T,
        shuffled,
        dict(zip(MODELS, right.tolist(), strict=True)),
        dict(zip(MODELS[::-1], right[::-1], strict=True)),
        frame.T.to_dict(),
        pd.DataFrame(right),
    ):
        result = examine(answer, "table_by_time")
        assert result.outcome == "correct", result.message


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ({"ALS": [1, 2, 3, 4, 5, 6]}, "is a dict without Random"),
        ([[0] * 6] * 5, "is a table with 5 rows, and there are 6 models"),
        ([[0] * 5] * 6, "is a table with 5 numbers for Random instead of six"),
        ([[0] * 6] * 5 + [[..., 0, 0, 0, 0, 0]], "a table whose row Hybrid is a list with"),
        (0.5, "is a float, not a table"),
        (np.zeros((6, 6)), "36 numbers of table_by_time are not right; the first is 0 for the "
                           "precision of Random."),
    ],
)  # fmt: skip
def test_what_is_said_of_a_table_that_is_none(answer, part):
    result = examine(answer, "table_by_time")
    assert result.outcome == "not yet" and part in result.message


@pytest.mark.parametrize("decimals", [2, 3, 4, 5])
def test_a_rounded_table_is_called_rounded(decimals):
    assert examine(np.round(table("time"), decimals), "table_by_time").idea == "rounded-too-early"


def test_one_wrong_number_is_pointed_at():
    answer = table("time")
    answer[3, 3] += 0.5
    message = examine(answer, "table_by_time").message
    assert "one number of table_by_time is not right" in message
    assert "for the MAP of ALS" in message


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("model_coverage", homework_sample.coverage),
        ("model_diversity", homework_sample.diversity),
        ("model_novelty", homework_sample.novelty),
        ("promised_too_much", homework_values.too_much),
    ],
)
def test_forms_of_a_right_column(name, right):
    found = right()
    named = dict(zip(MODELS, found.tolist(), strict=True))
    for answer in (found, found.tolist(), named, pd.Series(found), pd.Series(named)[::-1]):
        assert examine(answer, name).outcome == "correct"
    assert "without Random" in examine({"ALS": 1.0}, name).message
    assert "5 numbers, and there are 6 models" in examine([1.0] * 5, name).message


def test_beyond_accuracy_by_a_second_way():
    genres, n_items = study("time").genres, len(study("time").genres)
    distinct = [len(homework_values.distinct(name)) / n_items for name in MODELS]
    assert homework_sample.coverage() == pytest.approx(np.array(distinct), abs=1e-12)

    def diversity(shown):
        vectors = np.array([[genre in genres[item] for genre in GENRES] for item in shown], float)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return 1 - (vectors @ vectors.T)[np.triu_indices(len(shown), 1)].mean()

    GENRES = sorted({genre for some in genres.values() for genre in some})
    assert homework_sample.diversity() == pytest.approx(
        homework_sample.per_list(diversity), abs=1e-9)
    information = homework_sample.per_list(
        lambda shown: np.mean([homework_values.information(item) for item in shown]))
    assert homework_sample.novelty() == pytest.approx(information, abs=1e-9)


def test_crowns():
    right = [MODELS[place] for place in np.argmax(table("time"), axis=0)]
    for answer in (right, tuple(right), dict(zip(METRICS, right, strict=True)), np.array(right)):
        assert examine(answer, "crowns").outcome == "correct"
    # ItemKNN and ALS hit equally many users: either name is right.
    assert value("ItemKNN", "hit rate") == pytest.approx(value("ALS", "hit rate"), abs=1e-12)
    for name in ("ItemKNN", "ALS"):
        answer = [*right[:2], name, *right[3:]]
        assert examine(answer, "crowns").outcome == "correct"
    wrong = ["Random", *right[1:]]
    assert "Random is not the best by precision" in examine(wrong, "crowns").message
    for answer in (right[:5], [*right[:5], "Netflix"], "ALS", [1, 2, 3, 4, 5, 6]):
        assert examine(answer, "crowns").outcome == "not yet"
    assert "is a list of length 5, and there are six" in examine(right[:5], "crowns").message


def test_the_metrics_crown_more_than_one_model():
    winners = {MODELS[place] for place in np.argmax(table("time"), axis=0)}
    assert len(winners) > 1 and winners <= set(REAL)


# --- Intervals and chance ------------------------------------------------------------------------


def test_the_interval_of_the_eight_users():
    # From the study: paired t = 6.480741, and the unpaired one 0.214628.
    first, second = homework_evidence.class_examples()
    mean, low, high = homework_evidence.paired_interval(first, second)
    assert mean == pytest.approx(0.03, abs=1e-12)
    assert mean / ((high - low) / 2 / 1.96) == pytest.approx(6.480741, abs=1e-6)
    _, low, high = EXERCISES["paired_interval"].ideas["test-unpaired"].wrong(first, second)
    assert mean / ((high - low) / 2 / 1.96) == pytest.approx(0.214628, abs=1e-6)


@pytest.mark.parametrize("hidden", [False, True])
def test_another_right_interval_is_correct(hidden):
    def paired_interval(first, second):
        gaps = pd.Series(first) - pd.Series(second)
        return gaps.mean() + 1.96 * gaps.sem() * np.array([0, -1, 1])

    assert examine(paired_interval, "paired_interval", hidden=hidden).outcome == "correct"


def test_hybrid_against_als():
    right = homework_evidence.paired_interval(ndcg_of("Hybrid"), ndcg_of("ALS"))
    assert examine(right, "hybrid_against_als").outcome == "correct"
    assert examine(np.round(right, 6), "hybrid_against_als").outcome == "correct"
    mean, low, high = right
    assert mean == pytest.approx(value("Hybrid", "NDCG") - value("ALS", "NDCG"), abs=1e-12)
    assert low < 0 < high
    assert examine(right[:2], "hybrid_against_als").outcome == "not yet"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("chance_hit", 0.113028),
        ("chance_hit", np.float64(0.1130277)),
        ("false_alarms", [0.264908, 0.842221]),
        ("false_alarms", (1 - 0.95**6, 1 - 0.95**36)),
        ("crowns_verdict", "ad"),
        ("beyond_verdict", "c, a"),
        ("split_verdict", "AC"),
        ("evidence_verdict", "af"),
    ],
)
def test_right_values(name, answer):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("correct", 1), result.message


def test_chance_by_simulation():
    rng = np.random.default_rng(1)
    hits = rng.hypergeometric(20, 1662, 10, size=200_000) > 0
    assert hits.mean() == pytest.approx(0.113028, abs=0.003)


# --- The statements: each letter is true or false of the sample ----------------------------------


def letters(name):
    """The letters that are right, found from the check itself."""
    return next(found for found in ("ad", "ac", "af") if examine(found, name).outcome == "correct")


def test_statements_on_the_crowns():
    for metric in ("precision", "recall"):
        assert value("ItemKNN", metric) > value("Hybrid", metric)
    for metric in ("MAP", "MRR", "NDCG"):
        assert value("Hybrid", metric) > value("ItemKNN", metric)
    # MAP and NDCG may crown different models: two relevant films, two lists.
    pair = [1, 0, 0, 0, 0], [0, 1, 0, 0, 1]
    ap = [metrics.average_precision_at_k(shown, 5, 2) for shown in pair]
    ndcg = [metrics.ndcg_at_k(shown, 5, [1, 1]) for shown in pair]
    assert ap[0] > ap[1] and ndcg[0] < ndcg[1]
    # Equal hit rates, other lists.
    assert study("time").lists["ItemKNN"] != study("time").lists["ALS"]
    # The lead in recall is no finding.
    recall = {name: homework_sample.per_user("time")[name]["recall@10"] for name in REAL}
    mean, low, high = homework_evidence.paired_interval(recall["ItemKNN"], recall["ALS"])
    assert 0 < mean < 0.001 and low < 0 < high
    assert letters("crowns_verdict") == "ad"


def test_statements_beyond_accuracy():
    columns = (homework_sample.coverage(), homework_sample.diversity(), homework_sample.novelty())
    assert all(np.argmax(column) == ROW["Random"] for column in columns)
    real = [ROW[name] for name in REAL]
    assert max(real, key=lambda row: columns[2][row]) == ROW["Content"]
    assert min(real, key=lambda row: columns[1][row]) == ROW["Content"]
    assert value("Hybrid", "NDCG") > value("ALS", "NDCG")
    assert all(column[ROW["Hybrid"]] < column[ROW["ALS"]] for column in columns)
    fifty = {item for shown in homework_sample.shown_by("ALS")[:50] for item in shown}
    assert len(fifty) < len(homework_values.distinct("ALS"))
    assert letters("beyond_verdict") == "ac"


def test_statements_on_the_splits():
    lost = homework_values.too_much()[[ROW[name] for name in REAL]]
    assert np.all(lost > 0)
    assert lost.max() > 2 * lost.min()
    best = {split: max(REAL, key=lambda name, split=split: value(name, "precision", split))
            for split in ("time", "random")}
    assert best["time"] != best["random"]
    assert set(study("time").relevant) != set(study("random").relevant)
    from course import splits

    train, test = splits.user_temporal_split(datasets.load("sample").ratings)
    assert train.timestamp.max() > test.timestamp.min()
    assert letters("split_verdict") == "ac"


def test_statements_on_evidence():
    # Models whose own intervals overlap, and a difference that is beyond doubt.
    first, second = homework_evidence.class_examples()
    own = [homework_evidence.paired_interval(one, [0] * 8) for one in (first, second)]
    assert own[0][1] < own[1][2] and homework_evidence.paired_interval(first, second)[1] > 0
    # Four times the users: about half the width.
    widths = [np.subtract(*homework_evidence.paired_interval(first * n, second * n)[:0:-1])
              for n in (10, 40)]
    assert widths[0] / widths[1] == pytest.approx(2, abs=0.02)
    assert letters("evidence_verdict") == "af"


# --- Hints and the text --------------------------------------------------------------------------


def test_the_numbers_in_the_hints():
    assert evaluate_lists({8: [4, 9]}, {8: [9], 9: [2]}, 2) == pytest.approx(
        [0.25, 0.5, 0.5, 0.25, 0.25, 0.630930 / 2], abs=1e-6)
    alike = homework_values.cosine(["Drama"], ["Drama", "War"])
    assert (alike, alike / 3, 1 - alike / 3) == pytest.approx((0.707107, 0.235702, 0.764298),
                                                              abs=1e-6)
    assert homework_evidence.paired_interval([0.4, 0.6], [0.4, 0.4]) == pytest.approx(
        [0.1, -0.096, 0.296], abs=1e-12)
    assert homework_evidence.chance_of_a_hit(5, 2, 2) == pytest.approx(0.7, abs=1e-12)
    assert homework_evidence.false_alarm(3) == pytest.approx(0.142625, abs=1e-12)


def text():
    return (ROOT / ASSIGNMENTS / "07-homework" / "homework.py").read_text("utf-8")


def test_a_hundred_points_and_the_parts_add_up():
    points = [float(found) for found in re.findall(r"^# %% .*points=([\d.]+)", text(), re.M)]
    assert sum(points) == 100
    rows = re.findall(r"^# \| (\d) \| .* \| (\d+) \|$", text(), re.M)
    assert len(rows) == 8 and sum(int(of_part) for _, of_part in rows) == 100
    parts = re.split(r"^# ## \d\. .*$", text(), flags=re.M)[1:]
    found = [sum(map(float, re.findall(r"^# %% .*points=([\d.]+)", part, re.M))) for part in parts]
    # The one heading of a part stands inside its first cell, so its points follow it.
    assert found == [float(of_part) for _, of_part in rows]


def test_every_exercise_is_asked_and_every_aspect_has_a_cell():
    six = ("precision", "recall", "hit_rate", "average_precision", "reciprocal_rank", "ndcg")
    for exercise in (*homework.EXERCISES, *(EXERCISES[f"{name}_at_k"] for name in six)):
        if not isinstance(exercise, FunctionExercise):
            assert f'exercise="{exercise.name}")' in text()
            continue
        for aspect in exercise.aspects:
            assert f'check({exercise.name}, "{aspect}")' in text()
            assert f'check({exercise.name}, "{aspect}", hidden=True)' in text()


def test_cells_that_do_not_run_at_grading_say_so():
    cells = re.findall(r'^# %% id="[a-z-]+" role="show"\n(.*)$', text(), re.M)
    assert len(cells) == 4 and all(line.startswith("# For you: ") for line in cells)


def test_models_and_metrics_have_one_order():
    assert f"MODELS = {list(MODELS)}".replace("'", '"') in text()
    assert f"METRICS = {list(METRICS)}".replace("'", '"') in text()
