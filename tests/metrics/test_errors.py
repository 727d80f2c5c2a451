"""Wrong input gets one clear sentence, and never a wrong number."""

import warnings

import numpy as np
import pandas as pd
import pytest

from course.metrics import (
    average_precision_at_k,
    catalog_coverage,
    dcg_at_k,
    evaluate,
    f1_at_k,
    gini,
    hit_rate_at_k,
    intra_list_diversity,
    mmr,
    ndcg_at_k,
    novelty,
    personalization,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)

ACCURACY = [
    precision_at_k, recall_at_k, f1_at_k, hit_rate_at_k, average_precision_at_k,
    reciprocal_rank_at_k, dcg_at_k, ndcg_at_k,
]  # fmt: skip


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("metric", ACCURACY)
@pytest.mark.parametrize("k", [0, -1, True, False, np.True_, 2.0, 2.5, "3", None, np.nan, [1]])
def test_unknown_cutoffs(metric, k):
    with pytest.raises(ValueError, match="k must be a whole number of at least 1") as error:
        metric([1, 0], k)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("metric", ACCURACY)
def test_numpy_cutoffs_are_fine(metric):
    assert metric([1, 0], np.int32(2)) == metric([1, 0], np.uint8(2)) == metric([1, 0], 2)


@pytest.mark.parametrize("metric", ACCURACY)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -1, -0.5])
def test_relevance_that_is_no_grade(metric, bad):
    with pytest.raises(ValueError, match=r"finite and not negative; place 1 "):
        metric([1, bad], 1)
    with pytest.raises(ValueError, match=r"row 2, place 0 "):
        metric([[1, 0], [0, 0], [bad, 1]], 1)


@pytest.mark.parametrize("metric", ACCURACY)
@pytest.mark.parametrize(
    "bad", ["abc", ["a"], [None, "x"], [[1], [1, 2]], 3, np.zeros((1, 1, 1)), [1j], {1: 2}]
)
def test_relevance_that_is_no_list(metric, bad):
    with pytest.raises(ValueError, match="relevance must"):
        metric(bad, 1)


@pytest.mark.parametrize("metric", [recall_at_k, f1_at_k, average_precision_at_k])
def test_n_relevant(metric):
    with pytest.raises(ValueError, match="n_relevant must count all.* it is 1 and the list alone"):
        # The second hit stands below k, and still counts.
        metric([1, 0, 1], 1, n_relevant=1)
    with pytest.raises(ValueError, match="row 1 .*holds 2"):
        metric([[1, 0], [1, 1]], 2, n_relevant=[1, 1])
    for wrong in (1.5, "2", [[1]], np.nan, True):
        with pytest.raises(ValueError, match="n_relevant must be"):
            metric([1, 0], 2, n_relevant=wrong)
    with pytest.raises(ValueError, match="n_relevant must be one number"):
        metric([[1, 0], [1, 1]], 2, n_relevant=[3, 3, 3])
    assert metric([1, 0], 2, n_relevant=2.0) == metric([1, 0], 2, n_relevant=2)
    np.testing.assert_array_equal(
        metric([[1, 0], [1, 1]], 2, n_relevant=2), metric([[1, 0], [1, 1]], 2, n_relevant=[2, 2])
    )


def test_an_ideal_that_is_worth_less_than_the_list():
    with pytest.raises(ValueError, match="ALL the user's relevant items, but the list"):
        ndcg_at_k([3, 2], 2, ideal=[2, 1])
    with pytest.raises(ValueError, match="row 1 "):
        ndcg_at_k([[1, 0], [1, 1]], 2, ideal=[[1, 0], [1, 0]])
    with pytest.raises(ValueError, match="ALL the user's relevant items"):
        ndcg_at_k([1], 1, ideal=[])
    with pytest.raises(ValueError, match="one row for each row"):
        ndcg_at_k([[1, 0], [1, 1]], 2, ideal=[1, 1])
    with pytest.raises(ValueError, match="ideal must be finite"):
        ndcg_at_k([1], 1, ideal=[1, np.nan])


def test_options():
    with pytest.raises(ValueError, match="gain must be one of 'linear', 'exponential', 'binary'"):
        dcg_at_k([1], 1, gain="log")
    with pytest.raises(ValueError, match="gain must be one of"):
        ndcg_at_k([1], 1, gain=None)
    with pytest.raises(ValueError, match="denominator must be one of 'relevant', 'min'"):
        average_precision_at_k([1], 1, denominator="k")
    with pytest.raises(ValueError, match="kind must be one of 'rank', 'self_information'"):
        novelty([0], [1], kind="popularity")


def test_grades_too_large_to_add_up():
    with pytest.raises(ValueError, match="too large for the exponential gain"):
        dcg_at_k([2000], 1, gain="exponential")
    with pytest.raises(ValueError, match="too large for the linear gain"):
        ndcg_at_k([1e308, 1e308, 1e308], 3)


def frame(users, items, grades=None):
    table = pd.DataFrame({"user_id": users, "item_id": items})
    return table if grades is None else table.assign(grade=grades)


NAMED = [
    ([[1, 1]], {}, {}, "user 0 shows item 1 more than once"),
    ([[1, 2], [3, 3]], {}, {"users": ["ann", "bob"]}, "user 'bob' shows item 3 more than once"),
    ({"ann": ["x", "y", "x"]}, {}, {}, "user 'ann' shows item 'x' more than once"),
    ([[*range(30), 4]], {}, {"k": 3}, "user 0 shows item 4 more than once"),
    ([[1, -2]], {}, {}, "user 0 holds -2"),
    ([[1]], {"ann": [2, 2]}, {}, "User 'ann' has item 2 more than once in relevant"),
    ({"a": ["x"]}, {"ann": ["y", "y"]}, {}, "User 'ann' has item 'y' more than once in relevant"),
    ([[1]], frame([0, 5, 5], [1, 7, 7]), {}, "User 5 has item 7 more than once in relevant"),
    ([[1]], frame([0, 5, 5], [1, 2**61, 2**61]), {}, "User 5 has item 2305843009213693952 more"),
    ([[1]], frame([0, 5], [1, 7], [1, -1]), {}, "user 5 has -1"),
    ([[1]], frame([0, 5], [1, 7], [1, np.nan]), {}, "user 5 has nan"),
    ([[1]], frame([0, 5], [1, 7], [1, np.inf]), {}, "user 5 has inf"),
    ([[1]], frame([0, 5], [1, 7], ["1", "good"]), {}, "user 5 has 'good'"),
    ([[1]], {"ann": {3: -2}}, {}, "user 'ann' has -2"),
    ([[1]], {"ann": {3: None}}, {}, "user 'ann' has nan"),
    ([[1]], {"ann": [-1]}, {}, "User 'ann' has item -1"),
    ([[1]], {"ann": "abc"}, {}, "User 'ann' needs a list of ids"),
    ([[1]], {"ann": 3}, {}, "User 'ann' needs a list of ids"),
    ({"ann": {1, 2}}, {}, {}, "User 'ann' has a set"),
    ({"ann": "abc"}, {}, {}, "User 'ann' needs a list of ids"),
    ([[1], [2]], {}, {"users": [7, 7]}, "User 7 has two rows in users"),
    ([[1], [2]], {}, {"users": ["a", "a"]}, "User 'a' has two rows in users"),
    ([[1]], frame([0, 3], [1, None]), {}, "missing user_id or item_id: row 1 .*user 3"),
    ([[1]], frame([0, None], [1, 2]), {}, "missing user_id or item_id"),
]


@pytest.mark.parametrize(("recommended", "relevant", "options", "message"), NAMED)
def test_evaluate_names_the_user(recommended, relevant, options, message):
    with pytest.raises(ValueError, match=message) as error:
        evaluate(recommended, relevant, **options)
    assert "\n" not in str(error.value) and "np." not in str(error.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k must be"),
        ({"k": True}, "k must be"),
        ({"gain": "log"}, "'linear', 'exponential', 'binary'"),
        ({"denominator": "k"}, "'relevant', 'min'"),
        ({"no_relevant": "skip"}, "'zero', 'nan', 'drop'"),
        ({"users": [1, 2]}, "one label a row"),
        ({"recommended": {0: [1]}, "users": [0]}, "names its users already"),
        ({"recommended": [1, 2]}, "int array"),
        ({"recommended": [[1], [1, 2]]}, "int array"),
        ({"recommended": [[1.0]]}, "whole numbers"),
        ({"recommended": [["a"]]}, "whole numbers"),
        ({"recommended": [[True]]}, "whole numbers"),
        ({"recommended": pd.DataFrame({"a": [1]})}, "int array"),
        ({"relevant": [1]}, "relevant must be"),
        ({"relevant": pd.DataFrame({"user": [1]})}, "no column user_id and no column item_id"),
    ],
)
def test_evaluate_options(options, message):
    arguments = {"recommended": [[1, 2]], "relevant": {0: [1]}, **options}
    with pytest.raises(ValueError, match=message):
        evaluate(**arguments)


BEYOND = [
    lambda lists: catalog_coverage(lists, 3),
    lambda lists: gini(lists, 3),
    lambda lists: intra_list_diversity(lists, np.eye(3)),
    lambda lists: novelty(lists, [3, 2, 1]),
]


@pytest.mark.parametrize("metric", BEYOND)
def test_an_item_outside_the_catalogue(metric):
    for lists in ([[0, 1], [3]], np.array([[0, 1], [3, -1]])):
        with pytest.raises(ValueError, match="Item 3 in list 1 .*subtract 1"):
            metric(lists)
    with pytest.raises(ValueError, match="Item -2 in list 0"):
        metric([[-2]])


@pytest.mark.parametrize("metric", [*BEYOND, personalization])
def test_lists_that_are_none(metric):
    with pytest.raises(ValueError, match="Item 1 is twice in list 1"):
        metric([[0], [1, 0, 1]])
    for wrong in (["a"], [[0.5]], [["a"]], 3, [[[1]]], np.zeros((1, 1, 1), int), [[0], 1]):
        with pytest.raises(ValueError, match="recommended must"):
            metric(wrong)


@pytest.mark.parametrize("metric", [catalog_coverage, gini])
@pytest.mark.parametrize("n_items", [0, -1, 2.5, True, None])
def test_size_of_the_catalogue(metric, n_items):
    with pytest.raises(ValueError, match="n_items must be the number of items"):
        metric([[0]], n_items)


def test_features_and_popularity():
    with pytest.raises(ValueError, match="features has no entry"):
        intra_list_diversity([[1, 2]], pd.DataFrame([[1], [0]], index=[1, 9]))
    with pytest.raises(ValueError, match="two entries for one item"):
        intra_list_diversity([[1]], pd.DataFrame([[1], [0]], index=[1, 1]))
    with pytest.raises(ValueError, match="finite numbers"):
        intra_list_diversity([[0]], [[np.nan]])
    with pytest.raises(ValueError, match="must hold numbers"):
        intra_list_diversity([[0]], [["a"]])
    with pytest.raises(ValueError, match="one row of features"):
        intra_list_diversity([[0]], [1, 2])
    with pytest.raises(ValueError, match="popularity has no entry"):
        novelty([[1, 2]], {1: 5})
    with pytest.raises(ValueError, match="item ids that are whole numbers"):
        novelty([[1, 2]], {"a": 5})
    with pytest.raises(ValueError, match="one count for each item"):
        novelty([[0]], [-1])


def test_self_information():
    with pytest.raises(ValueError, match="needs n_users"):
        novelty([0], [1], "self_information")
    with pytest.raises(ValueError, match="needs n_users"):
        novelty([0], [1], "self_information", n_users=0)
    with pytest.raises(ValueError, match="smoothing=1"):
        novelty([1], [1, 0], "self_information", n_users=2)
    # Only recommended items need a count.
    assert novelty([0], [1, 0], "self_information", n_users=2) == 1.0
    with pytest.raises(ValueError, match="above n_users"):
        novelty([0], [3], "self_information", n_users=2)
    for smoothing in (-1, np.nan, np.inf, "1"):
        with pytest.raises(ValueError, match="smoothing must be"):
            novelty([0], [1], "self_information", n_users=2, smoothing=smoothing)


def test_mmr():
    similarity = np.eye(2)
    for trade_off in (-0.1, 1.1, np.nan, "0.5", None):
        with pytest.raises(ValueError, match="trade_off must be a number from 0 to 1"):
            mmr([1, 2], similarity, 1, trade_off)
    with pytest.raises(ValueError, match="k must be"):
        mmr([1, 2], similarity, 0, 0.5)
    with pytest.raises(ValueError, match="must have the shape"):
        mmr([1, 2, 3], similarity, 1, 0.5)
    with pytest.raises(ValueError, match="finite"):
        mmr([1, np.nan], similarity, 1, 0.5)
    with pytest.raises(ValueError, match="finite"):
        mmr([1, 2], [[1, np.inf], [0, 1]], 1, 0.5)
    with pytest.raises(ValueError, match="must hold numbers"):
        mmr(["a", "b"], similarity, 1, 0.5)
