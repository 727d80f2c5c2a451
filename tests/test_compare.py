"""The table of models, splits and metrics: by hand, by a second implementation, on real data."""

import math
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from course import compare
from course.build import ROOT
from course.datasets import load
from course.models import MostPopular

ACCURACY = ["recall", "precision", "f1", "map_min", "map_rel", "ndcg", "ndcg_graded", "hit", "mrr"]


@pytest.fixture(scope="module")
def sample():
    return load("sample")


@pytest.fixture(scope="module")
def table(ml100k):
    """The whole table on MovieLens 100K, made once."""
    return compare.compare(*ml100k)


def pick(table, split, relevance, model, column):
    row = table[(table.split == split) & (table.relevance == relevance) & (table.model == model)]
    return row[column].item()


def test_relevance_and_grades_by_hand():
    test = pd.DataFrame({"user_id": [1] * 5, "item_id": range(5), "rating": [1, 2, 3, 4, 5]})
    assert compare.relevant_rows(test, "ge4").grade.tolist() == [1, 3]
    assert compare.relevant_rows(test, "any").grade.tolist() == [1, 3, 7, 15, 31]


def test_splits_of_the_protocol(ml100k):
    for split, evaluated in (("random", 943), ("user_temporal", 943), ("loo", 943),
                             ("global_temporal", 108)):
        train, test, users = compare.split_ratings(ml100k.ratings, split)
        assert len(users) == evaluated
        assert len(train) + len(test) == 100_000
    assert test.timestamp.min() == 889237269  # the last one, global_temporal


def test_beyond_accuracy_by_hand():
    items = pd.DataFrame({"item_id": [5, 6, 7, 8],
                          "genres": ["Drama", "Drama|War", "unknown", "War"]})
    train = pd.DataFrame({"user_id": [1, 2, 3, 1, 2, 1], "item_id": [6, 6, 6, 8, 8, 5]})
    found = compare.beyond_accuracy(np.array([[6, 5], [6, 8]]), train, items)
    assert found["coverage"] == 0.75
    assert found["ild"] == pytest.approx(1 - 1 / math.sqrt(2))
    assert found["novelty_si"] == pytest.approx((0 + 1 + 0 + math.log2(4 / 3)) / 4)
    assert found["mean_pop_rank"] == pytest.approx((1 + 3 + 1 + 2) / 4)
    assert found["gini"] == pytest.approx((2 * (1 * 0 + 2 * 1 + 3 * 1 + 4 * 2) / (4 * 4)) - 5 / 4)


@pytest.mark.parametrize("relevance", compare.RELEVANCE)
@pytest.mark.parametrize("split", compare.SPLITS)
def test_against_a_plain_loop(sample, split, relevance):
    ratings, items = sample
    row = compare.evaluate_models(ratings, items, split, relevance, ["MostPopular"]).iloc[0]
    train, test, users = compare.split_ratings(ratings, split)
    model = MostPopular(items).fit(train)
    least, shift = (4, 3) if relevance == "ge4" else (1, 0)
    values = []
    for user in users:
        mine = test[(test.user_id == user) & (test.rating >= least)]
        wanted = {item: 2 ** (stars - shift) - 1 for item, stars in zip(mine.item_id, mine.rating)}
        if not wanted:
            continue
        shown = model.recommend([user], 10)[0].tolist()
        hits = [item in wanted for item in shown]
        total = sum(sum(hits[:i + 1]) / (i + 1) for i in range(10) if hits[i])
        weight = [1 / math.log2(i + 2) for i in range(10)]
        graded = sum(w * wanted.get(item, 0) for w, item in zip(weight, shown))
        best = sum(w * g for w, g in zip(weight, sorted(wanted.values(), reverse=True)))
        first = next((i + 1 for i in range(10) if hits[i]), None)
        values.append([
            sum(hits) / len(wanted), sum(hits) / 10, 2 * sum(hits) / (10 + len(wanted)),
            total / min(len(wanted), 10), total / len(wanted),
            sum(w for w, hit in zip(weight, hits) if hit) / sum(weight[:len(wanted)]),
            graded / best, float(any(hits)), 1 / first if first else 0.0])
    assert row.n_users == len(values)
    assert row[ACCURACY].tolist() == pytest.approx(np.mean(values, axis=0).tolist(), abs=1e-9)


def test_one_table_and_the_whole_table_agree(ml100k, table):
    one = compare.evaluate_models(*ml100k, "user_temporal", "ge4", ["ALS", "Content", "BiasedMF"])
    for _, row in one.iterrows():
        for column in compare.COLUMNS[3:]:
            other = pick(table, "user_temporal", "ge4", row.model, column)
            assert row[column] == other or (math.isnan(row[column]) and math.isnan(other))


def test_the_shape_of_the_whole_table(table):
    assert list(table.columns) == list(compare.COLUMNS)
    assert len(table) == 4 * 2 * 12
    assert not table.duplicated(["split", "relevance", "model"]).any()
    with_rmse = table[table.rmse.notna()].model.unique()
    assert list(with_rmse) == ["ItemMean", "BiasOnly", "BiasedMF", "PureSVD"]
    assert table.drop(columns="rmse").notna().all().all()
    assert table.groupby(["split", "relevance"]).n_users.nunique().eq(1).all()


def test_what_the_lessons_say_of_movielens_holds(table):
    def of(model, column, split="user_temporal", relevance="ge4"):
        return pick(table, split, relevance, model, column)

    # Exact solves from this start; a library with the same settings reaches the same digits.
    assert of("ALS", "ndcg", "random") == pytest.approx(0.3697, abs=5e-5)
    # The lowest RMSE is not the best list, and a high RMSE is no harm to one.
    assert of("BiasedMF", "rmse") < of("BiasOnly", "rmse") < of("PureSVD", "rmse")
    assert of("BiasedMF", "ndcg") < of("MostPopular", "ndcg") < of("PureSVD", "ndcg")
    # A random split is optimistic, more for some models than for others.
    for model in ("MostPopular", "ItemKNN", "ALS", "PureSVD"):
        assert of(model, "ndcg", "random") > 1.5 * of(model, "ndcg")
    # Beyond accuracy the winner changes.
    real = ["MostPopular", "ItemKNN", "ALS", "Content", "Hybrid(ALS+CB)"]
    assert min(real, key=lambda m: of(m, "ndcg")) == "Content"
    assert max(real, key=lambda m: of(m, "novelty_si")) == "Content"
    assert min(real, key=lambda m: of(m, "ild")) == "Content"
    assert of("Random", "coverage") > 0.99 > max(of(m, "coverage") for m in real)


def test_bad_names_are_one_sentence(sample):
    with pytest.raises(ValueError, match="split must be one of random, user_temporal"):
        compare.evaluate_models(*sample, "by moon")
    with pytest.raises(ValueError, match="relevance must be one of ge4, any"):
        compare.evaluate_models(*sample, relevance="ge5")
    with pytest.raises(ValueError, match="there is no model 'Best'; there is Random"):
        compare.evaluate_models(*sample, models=["Best"])


def run(*options):
    return subprocess.run([sys.executable, "-m", "course", "compare", "--data", "sample", *options],
                          capture_output=True, text=True, cwd=ROOT,
                          env=dict(os.environ, COURSE_NO_SETUP="1"))


def test_the_command_writes_the_same_bytes_twice(tmp_path):
    for name in ("a.csv", "b.csv"):
        done = run("--csv", str(tmp_path / name))
        assert done.returncode == 0 and done.stdout == f"96 rows in {tmp_path / name}.\n"
        assert "47 of 48 models, about" in done.stderr
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (tmp_path / "a.csv").read_text().startswith(",".join(compare.COLUMNS) + "\nrandom,ge4,")


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path):
    done = run("--csv", str(tmp_path / "no" / "table.csv"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("course compare: ")
