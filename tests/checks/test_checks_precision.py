"""Assignment 02-precision-recall: numbers worked elsewhere, other right solutions, the property
answers, and the catalogue against the study of wrong versions."""

import itertools
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score, precision_score, recall_score

from course.checks import CATALOGUE, examine
from course.checks.exercises import EXERCISES
from course.checks.precision_answers import CLASS, CLASS_K, FRIDAY, SCREENS, WANTED

# --- Right solutions, written in other ways ----------------------------------------------------


def precision_loop(relevance, k):
    found = 0
    for rank, grade in enumerate(relevance, start=1):
        if rank <= k and grade > 0:
            found += 1
    return Fraction(found, k)


def precision_numpy(relevance, k):
    return (np.array(relevance[:k], dtype=float) > 0).sum() / k


def recall_numpy(relevance, k, n_relevant):
    found = np.count_nonzero(np.array(relevance[:k]))
    return np.float64(found) / n_relevant if n_relevant else 0


def f1_from_parts(relevance, k, n_relevant):
    precision = sum(1 for grade in relevance[:k] if grade) / k
    recall = precision * k / n_relevant if n_relevant > 0 else 0
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0


def hit_any(relevance, k):
    return any(relevance[:k])


def hit_max(relevance, k):
    return int(max([0, *relevance[:k]]) > 0)


def mean_recall_numpy(lists, n_relevant, k):
    found = np.array([np.count_nonzero(np.array(r[:k])) for r in lists])
    counts = np.array(n_relevant)
    return np.divide(found, counts, out=np.zeros(len(counts)), where=counts > 0).mean()


def mean_recall_pandas(lists, n_relevant, k):
    table = pd.DataFrame({"hits": [sum(g > 0 for g in r[:k]) for r in lists], "R": n_relevant})
    return (table.hits / table.R).fillna(0).mean()


def fixed_sets(recommended, wanted, k):
    return len(set(recommended[:k]) & set(wanted)) / max(len(wanted), 1)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "solution"),
    [
        ("precision_at_k", precision_loop),
        ("precision_at_k", precision_numpy),
        ("recall_at_k", recall_numpy),
        ("f1_at_k", f1_from_parts),
        ("hit_rate_at_k", hit_any),
        ("hit_rate_at_k", hit_max),
        ("mean_recall", mean_recall_numpy),
        ("mean_recall", mean_recall_pandas),
        ("fixed_recall", fixed_sets),
    ],
)
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


# --- The references, against numbers by hand, scikit-learn and invariants -----------------------


@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("precision_at_k", ([1, 0, 0, 1, 0], 4), 1 / 2),
        ("precision_at_k", ([3, 0, 1, 1, 3], 2), 1 / 2),
        ("precision_at_k", ([1, 0, 1], 5), 2 / 5),
        ("recall_at_k", ([1, 0, 0, 1, 0], 5, 3), 2 / 3),
        ("recall_at_k", ([0, 0, 1, 0, 0], 5, 8), 1 / 8),
        ("f1_at_k", ([1, 0, 0, 1, 0], 5, 2), 4 / 7),
        ("f1_at_k", ([1, 0, 0, 1, 0], 5, 3), 1 / 2),
        ("hit_rate_at_k", ([0, 0, 2], 2), 0),
        ("hit_rate_at_k", ([0, 0, 2], 3), 1),
        ("mean_recall", ([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], [1, 4, 2], 3), 1 / 2),
        ("fixed_recall", ([1, 7, 8], [1, 2, 3, 4], 3), 1 / 4),
        ("fixed_recall", ([8, 3, 5], [5, 3, 1, 9, 2], 2), 1 / 5),
    ],
)
def test_references_by_hand(name, args, value):
    assert EXERCISES[name].reference(*args) == pytest.approx(value, abs=1e-12)


def test_references_agree_with_scikit_learn():
    """Shown or not is the prediction, wanted or not the truth, film by film."""
    rng = np.random.default_rng(5)
    for _ in range(50):
        truth = rng.integers(0, 2, 12)
        truth[0] = 1
        ranking = rng.permutation(12)
        k = int(rng.integers(1, 13))
        shown = np.isin(np.arange(12), ranking[:k])
        relevance, wanted = truth[ranking].tolist(), int(truth.sum())
        for name, score, args in (
            ("precision_at_k", precision_score, (relevance, k)),
            ("recall_at_k", recall_score, (relevance, k, wanted)),
            ("f1_at_k", f1_score, (relevance, k, wanted)),
            ("fixed_recall", recall_score, (ranking.tolist(), np.flatnonzero(truth).tolist(), k)),
        ):
            expected = score(truth, shown, zero_division=0)
            assert EXERCISES[name].reference(*args) == pytest.approx(expected, abs=1e-12)


def test_recall_never_falls_with_k_and_precision_may_rise():
    precision, recall = (EXERCISES[name].reference for name in ("precision_at_k", "recall_at_k"))
    for relevance in itertools.product([0, 1], repeat=5):
        values = [recall(relevance, k, 5) for k in range(1, 6)]
        assert values == sorted(values)
    assert precision([0, 1, 1], 1) < precision([0, 1, 1], 2) < precision([0, 1, 1], 3)


# --- Values ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("hand_precision", [0.666667, 0.4, 0.4]),
        ("hand_precision", (Fraction(2, 3), 0.4, np.float64(0.4))),
        ("hand_recall", np.array([1, 1, 2]) / 3),
        ("hand_f1", [4 / 9, 4 / 11, 1 / 2]),
        ("hand_mean_f1", 0.292929),
        ("precision_rises", [1, 0, 0, 0, 0, 1, 1, 0, 0, 0]),
        ("precision_rises", np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1])),
        ("seen_items", "bc"),
        ("seen_items", "C, B"),
        ("better_gets_less", ([1, 7, 8, 9, 10, 11], [1, 2, 7, 3, 8, 9])),
        ("better_gets_less", ((1, 2, 7, 8, 9, 10), (1, 2, 3, 4, 5, 6))),
    ],
)
def test_right_values(name, answer):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("correct", 1), result.message
    assert examine(answer, name, hidden=True).message == f"Correct: {name}, hidden cases."


def test_the_story_of_the_notebook_is_the_one_that_is_checked():
    assert [i for i, liked in enumerate(FRIDAY, start=1) if liked] == [2, 3, 7, 9]
    assert (WANTED, SCREENS, CLASS_K) == (6, (3, 5, 10), 5)
    assert CLASS == {"Mina": (1, 1), "Omar": (3, 6), "Lea": (0, 4)}


@pytest.mark.parametrize(
    ("name", "answer", "idea"),
    [
        ("hand_precision", [1 / 3, 1 / 3, 2 / 3], "precision-is-recall"),
        ("hand_precision", [0.67, 0.4, 0.4], "rounded-too-early"),
        ("hand_recall", [0.5, 0.5, 1], "recall-forgets-missed-items"),
        ("hand_f1", [0.5, 0.366667, 0.533333], "f1-arithmetic-mean"),
        ("hand_mean_f1", 0.347826, "f1-of-means"),
        ("hand_mean_f1", 0.307692, "f1-pooled"),
        ("hand_mean_f1", 0.439394, "mean-drops-misses"),
        ("hand_mean_f1", 0.31, None),
        ("seen_items", "abc", "seen-items-make-recall-zero"),
        ("seen_items", "c", "seen-items-are-harmless"),
        ("seen_items", "abcde", "seen-items-make-recall-zero"),
    ],
)
def test_wrong_values_are_named(name, answer, idea):
    result = examine(answer, name)
    assert (result.outcome, result.score, result.idea) == ("not yet", 0, idea)


@pytest.mark.parametrize(
    ("name", "answer", "part"),
    [
        ("hand_precision", 0.4, "is a float, not a list of numbers"),
        ("hand_precision", [0.4, 0.4], "needs 3 numbers, and your list has 2"),
        ("hand_recall", [1 / 3, 1 / 3, 0.6], "the first difference is at place 3"),
        ("precision_rises", "0110", "is a str, not a list of numbers"),
        ("seen_items", 2, "is an int, not letters in quotes"),
        ("seen_items", "f", "not made of the letters a, b, c, d, e"),
        ("better_gets_less", [1, 7, 8, 9, 10, 11], "not a pair"),
    ],
)
def test_other_wrong_values_get_a_sentence(name, answer, part):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("not yet", 0)
    assert part in result.message


def test_only_one_choice_of_letters_is_right():
    every = ["".join(some) for n in range(1, 6) for some in itertools.combinations("abcde", n)]
    results = {letters: examine(letters, "seen_items") for letters in every}
    assert [key for key, result in results.items() if result.outcome == "correct"] == ["bc"]
    assert all(result.idea for key, result in results.items() if key != "bc")


def test_every_list_of_ten_is_right_or_named():
    for relevance in itertools.product([0, 1], repeat=10):
        first, second = sum(relevance[:5]), sum(relevance[5:])
        result = examine(list(relevance), "precision_rises")
        assert (result.outcome == "correct") == (second > first > 0)
        assert result.outcome == "correct" or result.idea is not None


def test_every_pair_of_lists_of_six_is_right_or_named():
    """All places of the wanted films 1 to 6; the others get unwanted ids."""
    lists = []
    for places in itertools.product([0, 1], repeat=6):
        ids = iter(range(1, 7))
        lists.append([next(ids) if place else 20 + i for i, place in enumerate(places)])
    for first in lists[::3]:
        for second in lists:
            found = [sum(i <= 6 for i in ids[:3]) for ids in (first, second)]
            inside = [sum(i <= 6 for i in ids) for ids in (first, second)]
            seems = [a / b if b else 0 for a, b in zip(found, inside, strict=True)]
            result = examine((first, second), "better_gets_less")
            right = found[0] < found[1] and seems[0] > seems[1]
            assert (result.outcome == "correct") == right
            assert right or result.idea is not None


# --- The catalogue against the study -----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "idea", "args", "right", "wrong"),
    [
        ("precision_at_k", "precision-over-list-length", ([1], 2), 0.5, 1),
        ("precision_at_k", "precision-over-min-k-relevant", ([1], 2), 0.5, 1),
        ("precision_at_k", "precision-is-recall", ([1], 2), 0.5, 1),
        ("precision_at_k", "precision-whole-list", ([1], 2), 0.5, 1),
        ("precision_at_k", "precision-hits-uncut-over-k", ([0, 1], 1), 0, 1),
        ("precision_at_k", "precision-adds-grades", ([2], 1), 1, 2),
        ("precision_at_k", "precision-grade-one-only", ([2], 1), 1, 0),
        ("precision_at_k", "precision-averaged-over-ranks", ([1], 2), 0.5, 0.75),
        ("precision_at_k", "precision-counts-hits", ([1], 2), 0.5, 1),
        ("precision_at_k", "precision-over-whole-list-length", ([1, 1], 1), 1, 0.5),
        ("precision_at_k", "precision-whole-division", ([1], 2), 0.5, 0),
        ("precision_at_k", "precision-empty-is-one", ([], 1), 0, 1),
        ("recall_at_k", "recall-over-k", ([1], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-over-min-k-relevant", ([1], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-of-what-was-shown", ([1], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-forgets-missed-items", ([1], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-ignores-k", ([0, 1], 1, 2), 0, 0.5),
        ("recall_at_k", "recall-adds-grades", ([2], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-share-of-grades", ([1], 1, 2), 0.5, 1),
        ("recall_at_k", "recall-whole-division", ([1], 1, 2), 0.5, 0),
        ("recall_at_k", "recall-no-relevant-is-one", ([], 1, 0), 0, 1),
        ("f1_at_k", "f1-arithmetic-mean", ([1], 1, 2), 0.666667, 0.75),
        ("f1_at_k", "f1-without-the-two", ([1], 1, 2), 0.666667, 0.333333),
        ("f1_at_k", "f1-geometric-mean", ([1], 1, 2), 0.666667, 0.707107),
        ("f1_at_k", "f1-minimum", ([1], 1, 2), 0.666667, 0.5),
        ("f1_at_k", "f1-over-list-length", ([1], 2, 2), 0.5, 0.666667),
        ("f1_at_k", "f1-forgets-missed-items", ([1], 1, 2), 0.666667, 1),
        ("hit_rate_at_k", "hit-counts-hits", ([1, 1], 2), 1, 2),
        ("hit_rate_at_k", "hit-is-precision", ([1], 2), 1, 0.5),
        ("hit_rate_at_k", "hit-is-recall", ([1, 1], 1), 1, 0.5),
        ("hit_rate_at_k", "hit-ignores-k", ([0, 1], 1), 0, 1),
        ("hit_rate_at_k", "hit-needs-all", ([1, 1], 1), 1, 0),
        ("hit_rate_at_k", "hit-grade-one-only", ([2], 1), 1, 0),
        (
            "mean_recall",
            "recall-pooled",
            ([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], [1, 4, 2], 3),
            0.5,
            0.428571,
        ),
        ("fixed_recall", "recall-of-what-was-shown", ([9, 8, 1], [1, 2, 3, 4], 3), 0.25, 1),
    ],
)
def test_values_of_the_study(name, idea, args, right, wrong):
    assert EXERCISES[name].reference(*args) == pytest.approx(right, abs=1e-6)
    assert CATALOGUE[name][idea].wrong(*args) == pytest.approx(wrong, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "idea", "args"),
    [
        ("recall_at_k", "recall-no-relevant-is-nan", ([], 1, 0)),
        ("f1_at_k", "f1-no-hit-is-nan", ([], 1, 1)),
    ],
)
def test_nan_of_the_study(name, idea, args):
    assert EXERCISES[name].reference(*args) == 0
    assert np.isnan(CATALOGUE[name][idea].wrong(*args))


@pytest.mark.parametrize(
    ("name", "solution", "aspect", "idea"),
    [
        ("recall_at_k", lambda r, k, n: sum(g > 0 for g in r[:k]) / n if n else None,
         "no_relevant", "recall-no-relevant-gives-none"),
        ("fixed_recall", lambda r, w, k: len(set(r[:k]) & set(w)) / len(w) if w else None,
         "edges", "recall-no-relevant-gives-none"),
        ("f1_at_k", lambda r, k, n: 2 * sum(g > 0 for g in r[:k]) / (k + n) if n else None,
         "edges", "f1-no-hit-gives-none"),
    ],
)
def test_a_function_without_an_answer_is_not_said_to_crash(name, solution, aspect, idea):
    result = examine(solution, name, aspect=aspect)
    assert (result.outcome, result.idea) == ("not yet", idea)


@pytest.mark.parametrize("seed", range(8))
def test_wrong_ideas_keep_their_names_under_many_seeds(seed, monkeypatch):
    monkeypatch.setenv("COURSE_SEED", f"precision {seed}")
    for name in ("precision_at_k", "recall_at_k", "f1_at_k", "hit_rate_at_k", "mean_recall",
                 "fixed_recall"):
        for idea, entry in EXERCISES[name].ideas.items():
            for version in entry.versions:
                assert examine(version, name, hidden=True).idea == idea
