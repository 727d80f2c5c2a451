"""From ids to a table: forms of input, order of rows, users without relevant items."""

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

from course.metrics import evaluate

COLUMNS = [
    "precision@2", "recall@2", "f1@2", "hit_rate@2", "ap@2", "rr@2", "dcg@2", "ndcg@2",
]  # fmt: skip
LISTS = np.array([[10, 20, 30], [40, 50, -1]])
FRAME = pd.DataFrame({"user_id": [0, 1, 1], "item_id": [20, 40, 60]})
EXPECTED = [
    [0.5, 1.0, 2 / 3, 1.0, 0.5, 0.5, 1 / np.log2(3), 1 / np.log2(3)],
    [0.5, 0.5, 0.5, 1.0, 0.5, 1.0, 1.0, 1 / (1 + 1 / np.log2(3))],
]


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def test_a_small_class_by_hand():
    table = evaluate(LISTS, FRAME, 2)
    assert list(table.columns) == COLUMNS
    assert table.index.name == "user" and list(table.index) == [0, 1]
    assert all(dtype == "float64" for dtype in table.dtypes)
    np.testing.assert_allclose(table, EXPECTED)


def test_k_is_10_by_default():
    assert evaluate(LISTS, FRAME).columns[0] == "precision@10"


AS_SETS = {0: {20}, 1: {40, 60}}
FORMS = {
    "frame": FRAME,
    "frame, shuffled": FRAME.iloc[[2, 0, 1]],
    "frame with other columns": FRAME.assign(timestamp=1, rating=5.0),
    "frame with grades": FRAME.assign(grade=1.0),
    "frame with a judged item": pd.DataFrame(
        {"user_id": [0, 1, 1, 0], "item_id": [20, 40, 60, 10], "grade": [1, 1, 1, 0]}
    ),
    "frame of floats": FRAME.astype(float),
    "frame of objects": FRAME.astype(object),
    "frame of 32 bits": FRAME.astype(np.int32),
    "nullable frame": FRAME.astype("Int64"),
    "sets": AS_SETS,
    "lists": {0: [20], 1: [40, 60]},
    "arrays": {0: np.array([20]), 1: np.array([40, 60])},
    "grades": {0: {20: 1}, 1: {40: 1, 60: 1}},
    "judged": {0: {20: 1, 10: 0}, 1: {40: True, 60: 1.0}},
    "Series": pd.Series({0: [20], 1: [40, 60]}),
    "grades in a Series": {0: pd.Series({20: 1}), 1: pd.Series({40: 1, 60: 1})},
    "ids of several kinds": {0: [20, "other"], 1: [40, 60]},
}


@pytest.mark.parametrize("form", [name for name in FORMS if name != "ids of several kinds"])
def test_forms_of_relevant(form):
    np.testing.assert_allclose(evaluate(LISTS, FORMS[form], 2), EXPECTED)
    mapping = {0: [10, 20, 30], 1: [40, 50]}
    np.testing.assert_allclose(evaluate(mapping, FORMS[form], 2), EXPECTED)


def test_ids_of_several_kinds():
    table = evaluate(LISTS, FORMS["ids of several kinds"], 2)
    assert table.loc[0, "recall@2"] == 0.5 and table.loc[1, "recall@2"] == 0.5


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_whole_numbers_of_any_size(dtype):
    np.testing.assert_allclose(evaluate(LISTS.astype(dtype), FRAME, 2), EXPECTED)


def test_unsigned_and_very_large_ids():
    lists = np.array([[10, 2**62, 30]], dtype=np.uint64)
    table = evaluate(lists, pd.DataFrame({"user_id": [0, 0], "item_id": [2**62, 7]}), 2)
    assert table.loc[0, "recall@2"] == 0.5
    with pytest.raises(ValueError, match="too large"):
        evaluate(np.array([[2**63]], dtype=np.uint64), {}, 2)


def test_text_ids_and_text_users():
    recommended = {"ann": ["a", "b", "c"], "bob": ["d", "e"]}
    table = evaluate(recommended, {"bob": ["d", "f"], "ann": ["b"]}, 2)
    assert list(table.index) == ["ann", "bob"]
    np.testing.assert_allclose(table, EXPECTED)
    frame = pd.DataFrame({"user_id": ["bob", "bob", "ann"], "item_id": ["d", "f", "b"]})
    np.testing.assert_allclose(evaluate(recommended, frame, 2), EXPECTED)


def test_tuples_as_users_and_items():
    table = evaluate({("x", 1): [("i", 1)], ("x", 2): [("i", 2)]}, {("x", 2): [("i", 2)]}, 1)
    assert list(table.index) == [("x", 1), ("x", 2)]
    assert list(table["recall@1"]) == [0.0, 1.0]


def test_negative_ids_in_a_mapping_are_ids():
    assert evaluate({"u": [-1, -5]}, {"u": [-5]}, 2).loc["u", "rr@2"] == 0.5


def test_users_name_the_rows():
    frame = FRAME.replace({"user_id": {0: 7, 1: 3}})
    table = evaluate(LISTS, frame, 2, users=[7, 3])
    assert list(table.index) == [7, 3]
    np.testing.assert_allclose(table, EXPECTED)
    text = FRAME.assign(user_id=["seven", "three", "three"])
    np.testing.assert_allclose(evaluate(LISTS, text, 2, users=["seven", "three"]), EXPECTED)


def test_rows_of_recommended_first_then_users_only_in_relevant():
    relevant = {"z": [1], "b": [2], "y": []}
    table = evaluate({"b": [2], "a": [1]}, relevant, 1)
    assert list(table.index) == ["b", "a", "z", "y"]
    assert list(table["recall@1"]) == [1.0, 0.0, 0.0, 0.0]
    frame = pd.DataFrame({"user_id": [9, 5, 1, 9], "item_id": [1, 1, 40, 2]})
    assert list(evaluate(LISTS, frame, 2).index) == [0, 1, 9, 5]
    assert list(evaluate(LISTS, frame, 2, users=["a", 1]).index) == ["a", 1, 9, 5]


def test_users_without_relevant_items():
    recommended = {"none": [1], "hit": [1], "judged": [1]}
    relevant = {"hit": [1], "judged": {1: 0}, "unshown": [4]}
    zero = evaluate(recommended, relevant, 1)
    assert list(zero.index) == ["none", "hit", "judged", "unshown"]
    assert (zero.loc[["none", "judged", "unshown"]] == 0).all(axis=None)
    nan = evaluate(recommended, relevant, 1, no_relevant="nan")
    assert nan.loc[["none", "judged"]].isna().all(axis=None)
    assert nan.loc[["hit", "unshown"]].notna().all(axis=None)
    drop = evaluate(recommended, relevant, 1, no_relevant="drop")
    assert list(drop.index) == ["hit", "unshown"] and drop.index.name == "user"
    assert drop["recall@1"].mean() == 0.5 and nan["recall@1"].mean() == 0.5


def test_nothing_at_all():
    assert evaluate({}, {}, 3).shape == (0, 8)
    assert evaluate(np.zeros((0, 5), dtype=int), {}, 3).shape == (0, 8)
    empty = evaluate({"a": [], "b": []}, pd.DataFrame({"user_id": [], "item_id": []}), 3)
    assert (empty == 0).all(axis=None) and len(empty) == 2
    assert (evaluate([[], []], {0: [1]}, 3) == 0).all(axis=None)
    assert list(evaluate({}, {"a": [1]}, 3).index) == ["a"]


def test_the_options_reach_the_metrics():
    recommended, relevant = {"u": [1, 2]}, {"u": {1: 1, 2: 3, 3: 2}}
    exponential = evaluate(recommended, relevant, 2, gain="exponential")
    assert exponential.loc["u", "dcg@2"] == pytest.approx(1 + 7 / np.log2(3))
    binary = evaluate(recommended, relevant, 2, gain="binary")
    assert binary.loc["u", "ndcg@2"] == 1.0
    assert evaluate(recommended, relevant, 2).loc["u", "ap@2"] == pytest.approx(2 / 3)
    assert evaluate(recommended, relevant, 2, denominator="min").loc["u", "ap@2"] == 1.0


def test_the_inputs_stay_as_they_were():
    lists, frame = LISTS.copy(), FORMS["frame with a judged item"].copy()
    lists.flags.writeable = False
    evaluate(lists, frame, 2)
    np.testing.assert_array_equal(lists, LISTS)
    pd.testing.assert_frame_equal(frame, FORMS["frame with a judged item"])


def test_many_users_in_blocks():
    """More users and pairs than fit in one block, against a plain loop; frame in any order."""
    rng = np.random.default_rng(5)
    n_users, n_items = 9_000, 300
    lists = np.argsort(rng.random((n_users, n_items)), axis=1)[:, :12]
    frame = pd.DataFrame(
        {
            "user_id": rng.integers(0, n_users, 90_000),
            "item_id": rng.integers(0, n_items, 90_000),
            "grade": rng.integers(0, 4, 90_000),
        }
    ).drop_duplicates(["user_id", "item_id"])
    graded = evaluate(lists, frame, 10)
    plain = evaluate(lists, frame[frame["grade"] > 0][["user_id", "item_id"]], 10)
    wanted = [dict() for _ in range(n_users)]
    for user, item, grade in frame.itertuples(index=False):
        wanted[user][item] = grade
    discounts = 1 / np.log2(np.arange(2, 12))
    for user in range(n_users):
        gains = [wanted[user].get(item, 0) for item in lists[user, :10].tolist()]
        best = sorted(wanted[user].values(), reverse=True)[:10]
        ideal = np.dot(best, discounts[: len(best)])
        dcg = np.dot(gains, discounts)
        assert abs(graded["ndcg@10"].iat[user] - (dcg / ideal if ideal else 0)) < 1e-12
        hits = sum(gain > 0 for gain in gains)
        assert graded["precision@10"].iat[user] == plain["precision@10"].iat[user] == hits / 10
    same = ["precision@10", "recall@10", "f1@10", "hit_rate@10", "ap@10", "rr@10"]
    pd.testing.assert_frame_equal(graded[same], plain[same])


MEMORY = """
import tracemalloc
import numpy as np, pandas as pd
from course.metrics import evaluate
rng = np.random.default_rng(0)
n_users, length, n_items = 50_000, 100, 2_000
start = rng.integers(0, n_items, (n_users, 1), dtype=np.int32)
lists = (start + np.arange(length, dtype=np.int32)) % n_items
frame = pd.DataFrame({"user_id": np.repeat(np.arange(n_users), 10),
                      "item_id": (np.tile(np.arange(10) * 7, n_users))})
tracemalloc.start()
evaluate(lists, frame, 10)
print(tracemalloc.get_traced_memory()[1] / 1e6)
"""


def test_memory_stays_far_below_the_inputs():
    """Beyond the inputs (28 MB here) evaluate needs less than 800 bytes a user."""
    run = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, timeout=120
    )
    assert float(run.stdout) < 40
