"""Assignment 04-ndcg: numbers worked elsewhere, other right solutions, and the property answers."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from course.checks import CATALOGUE, examine
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES

# --- Right solutions, written in other ways ----------------------------------------------------


def dcg_loop(relevance, k):
    total, rank = 0.0, 0
    for grade in relevance:
        rank += 1
        if rank > k:
            break
        total += grade / math.log(rank + 1, 2)
    return total


def dcg_numpy(relevance, k):
    shown = np.array(relevance[:k], dtype=np.float64)
    return (shown / np.log2(np.arange(len(shown)) + 2)).sum()


def ndcg_loop(relevance, k, ideal, log=math.log2):
    def total(grades):
        return sum(grades[i] / log(i + 2) for i in range(min(k, len(grades))))

    ideal.sort(reverse=True)  # in place: each call has its own copy
    best = total(ideal)
    return total(relevance) / best if best > 0 else 0


def ndcg_numpy(relevance, k, ideal):
    def padded(grades):
        row = np.zeros(k)
        row[: min(k, len(grades))] = grades[:k]
        return row

    weights = 1 / np.log2(np.arange(2, k + 2))
    best = padded(np.sort(np.array(ideal, dtype=float))[::-1]) @ weights
    return np.float64(0) if best == 0 else padded(relevance) @ weights / best


def mean_loop(recommended, relevant, k):
    total = 0
    for user in relevant:
        found = [relevant[user].get(item, 0) for item in recommended.get(user, [])]
        total += ndcg_loop(found, k, list(relevant[user].values()))
    return total / len(relevant)


def mean_pandas(recommended, relevant, k):
    scores = pd.Series(0.0, index=list(relevant))
    for user, items in recommended.items():
        wanted = pd.Series(relevant[user], dtype=float)
        scores[user] = ndcg_numpy(wanted.reindex(items).fillna(0).tolist(), k, wanted.tolist())
    return scores.mean()


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "solution"),
    [
        ("dcg_at_k", dcg_loop),
        ("dcg_at_k", dcg_numpy),
        ("ndcg_at_k", ndcg_loop),
        ("ndcg_at_k", ndcg_numpy),
        ("mean_ndcg", mean_loop),
        ("mean_ndcg", mean_pandas),
    ],
)
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("log", [math.log, math.log10])
def test_the_base_cancels_in_ndcg(log, hidden):
    def solution(relevance, k, ideal):
        return ndcg_loop(relevance, k, ideal, log)

    assert examine(solution, "ndcg_at_k", hidden=hidden).outcome == "correct"


# --- Values by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("hand_gains", [3, 2, 0, 0, 1]),
        ("hand_gains", (3.0, Fraction(2), np.int8(0), False, True)),
        ("hand_gains", pd.Series([3, 2, 0, 0, 1], index=list("abcde"))),
        ("hand_discounts", [1, 0.63093, 0.5, 0.430677, 0.386853]),
        ("hand_discounts", 1 / np.log2(np.arange(2, 7))),
        ("hand_cg", 6),
        ("hand_dcg", 4.648712),
        ("hand_dcg", np.array(4.6487123144)),
        ("same_recall_other_ndcg", ([1, 1, 0, 0, 0], [0, 0, 0, 1, 1])),
        ("same_recall_other_ndcg", np.array([[1, 0, 0, 0, 0], [0, 0, 1, 0, 0]])),
        ("same_recall_other_ndcg", [(1, 1, 1, 0, 0), (True, 0.0, True, 0, 1)]),
        ("gain_decides", ([1, 0, 3], [0, 3, 1])),
        ("gain_decides", (np.array([1, 0, 3]), [0, 3, 1])),
    ],
)
def test_right_values(name, answer):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("correct", 1), result.message
    assert examine(answer, name, hidden=True).message == f"Correct: {name}, hidden cases."


# From the study of wrong DCGs: each number was worked out apart from this code.
@pytest.mark.parametrize(
    ("answer", "idea"),
    [
        (6.706674, "dcg-natural-log"),
        (9.279642, "dcg-exponential-for-linear"),
        (5.430677, "dcg-discount-starts-at-rank-3"),
        (4.2, "dcg-divides-by-rank"),
        (6, "dcg-no-discount"),
        (0.976239, "dcg-is-ndcg"),
        (4.670624, "dcg-averages-ties"),
        (4.65, "rounded-too-early"),
        (4.76186, "dcg-of-sorted-list"),
        (15.442688, "dcg-log10"),
        (5, None),
    ],
)
def test_wrong_numbers_for_hand_dcg(answer, idea):
    assert examine(answer, "hand_dcg").idea == idea


@pytest.mark.parametrize(
    ("name", "answer", "part"),
    [
        ("hand_cg", "6", "is a str, not a number"),
        ("hand_cg", [6], "is a list, not a number"),
        ("hand_cg", 6 + 0j, "is a complex, not a number"),
        ("hand_cg", math.nan, "nan is not right"),
        ("hand_cg", math.inf, "inf is not right"),
        ("hand_cg", len, "not a number"),
        ("hand_gains", 3, "is an int, not a list of numbers"),
        ("hand_gains", {3, 2, 0, 1}, "is a set, not a list of numbers"),
        ("hand_gains", [3, 2, 0, 1], "needs 5 numbers, and your list has 4"),
        ("hand_gains", [3, 2, 0, 0, None], "a list with None, not a number at place 5"),
        ("hand_gains", [3, 2, 0, 0, 2], "the first difference is at place 5"),
        ("same_recall_other_ndcg", [1, 1, 0, 0, 0], "not a pair"),
        ("same_recall_other_ndcg", ([1, 0, 0, 0, 0], "10000"), "second member is a str"),
        ("gain_decides", "no", "not a pair"),
    ],
)
def test_other_wrong_values_get_a_sentence(name, answer, part):
    result = examine(answer, name)
    assert (result.outcome, result.score, result.idea) == ("not yet", 0, None)
    assert part in result.message


def test_the_right_value_is_never_told():
    for answer in (1, 5, 4.2, math.nan):
        assert "4.648" not in examine(answer, "hand_dcg").message


def test_equal_recall_at_other_places_never_has_equal_ndcg():
    """So the exercise needs no idea for that: all pairs of 0/1 lists with one to three hits."""
    lists = [[int(d) for d in f"{n:05b}"] for n in range(32)]
    lists = [items for items in lists if 1 <= sum(items) <= 3]
    for first in lists:
        for second in lists:
            right = sum(first) == sum(second) and first != second
            result = examine((first, second), "same_recall_other_ndcg")
            assert (result.outcome == "correct") == right
            assert right or result.idea is not None


def test_every_wrong_pair_for_gain_decides_is_named():
    lists = [[a, b, c] for a in (0, 1, 3) for b in (0, 1, 3) for c in (0, 1, 3)]
    right = []
    for first in lists:
        for second in lists:
            result = examine((first, second), "gain_decides")
            assert result.outcome == "correct" or result.idea is not None
            if result.outcome == "correct":
                right.append((first, second))
    assert right == [([1, 0, 3], [0, 3, 1])]


# --- The catalogue against the study -----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "idea", "args", "right", "wrong"),
    [
        ("dcg_at_k", "dcg-exponential-for-linear", ([2], 1), 2, 3),
        ("dcg_at_k", "dcg-binary-for-graded", ([2], 1), 2, 1),
        ("dcg_at_k", "dcg-natural-log", ([1], 1), 1, 1.442695),
        ("dcg_at_k", "dcg-discount-starts-at-rank-3", ([0, 1], 2), 0.63093, 1),
        ("dcg_at_k", "dcg-discount-one-too-far", ([1], 1), 1, 0.63093),
        ("dcg_at_k", "dcg-divides-by-rank", ([0, 1], 2), 0.63093, 0.5),
        ("dcg_at_k", "dcg-no-discount", ([0, 1], 2), 0.63093, 1),
        ("dcg_at_k", "dcg-ignores-k", ([0, 1], 1), 0, 0.63093),
        ("dcg_at_k", "dcg-of-sorted-list", ([0, 1], 1), 0, 1),
        ("dcg_at_k", "dcg-exp-without-minus-one", ([0], 1), 0, 1),
        ("dcg_at_k", "dcg-one-place-too-many", ([0, 1], 1), 0, 0.63093),
        ("dcg_at_k", "dcg-one-place-too-few", ([1, 1], 2), 1.63093, 1),
        ("dcg_at_k", "dcg-first-place-only", ([1, 1], 2), 1.63093, 1),
        ("dcg_at_k", "dcg-is-ndcg", ([2], 1), 2, 1),
        ("ndcg_at_k", "ndcg-ideal-from-shown", ([1, 2], 1, [1, 2]), 0.5, 1),
        ("ndcg_at_k", "ndcg-ideal-from-list", ([1], 1, [1, 3]), 0.333333, 1),
        ("ndcg_at_k", "ndcg-ideal-uncut", ([1, 1], 1, [1, 1]), 1, 0.613147),
        ("ndcg_at_k", "ndcg-ideal-all-k-best", ([1], 2, [1]), 1, 0.613147),
        ("ndcg_at_k", "ndcg-not-normalised", ([2], 1, [2]), 1, 2),
        ("ndcg_at_k", "ndcg-ideal-not-sorted", ([1, 2], 1, [1, 2]), 0.5, 1),
        ("ndcg_at_k", "ndcg-mixed-gains", ([2], 1, [2]), 1, 1.5),
        ("ndcg_at_k", "ndcg-exponential-for-linear", ([1, 2], 1, [1, 2]), 0.5, 0.333333),
        ("ndcg_at_k", "ndcg-binary-for-graded", ([1, 2], 1, [1, 2]), 0.5, 1),
        ("ndcg_at_k", "ndcg-list-uncut", ([0, 1], 1, [1]), 0, 0.63093),
        ("ndcg_at_k", "ndcg-ignores-k", ([0, 1], 1, [1]), 0, 0.63093),
        ("ndcg_at_k", "ndcg-discount-starts-at-rank-3", ([0, 1], 2, [1]), 0.63093, 1),
        ("ndcg_at_k", "ndcg-gain-share", ([0, 1], 2, [1]), 0.63093, 1),
        ("ndcg_at_k", "ndcg-no-relevant-is-one", ([], 1, []), 0, 1),
        ("ndcg_at_k", "ndcg-ideal-cut-at-list", ([3, 3, 3], 4, [3] * 4), 0.831872, 1),
        ("ndcg_at_k", "ndcg-ideal-ascending", ([1, 2], 1, [2, 1]), 0.5, 1),
        ("ndcg_at_k", "ndcg-ideal-cut-before-sorting", ([1], 1, [1, 2]), 0.5, 1),
        ("ndcg_at_k", "ndcg-ideal-without-repeats", ([1, 0], 2, [1, 1]), 0.613147, 1),
        ("ndcg_at_k", "ndcg-list-sorted", ([0, 1], 2, [1]), 0.63093, 1),
        ("ndcg_at_k", "ndcg-upside-down", ([0, 1], 2, [1]), 0.63093, 1.584963),
        ("mean_ndcg", "mean-closes-gaps", ({1: [5, 7]}, {1: {7: 2}}, 2), 0.63093, 1),
        ("mean_ndcg", "ndcg-ideal-cut-at-list", ({1: [5]}, {1: {5: 2, 7: 2}}, 2), 0.613147, 1),
        ("mean_ndcg", "mean-of-first-user", ({1: [5], 2: [5]}, {1: {5: 2}, 2: {5: 1}}, 1), 1, 0.5),
        ("mean_ndcg", "ndcg-ratio-of-sums", None, 0.588454, 0.5525),
    ],
)
def test_values_of_the_study(name, idea, args, right, wrong):
    if args is None:  # three users, k = 3: [1,0,0] of 1, [1,1,0] of 4, [0,0,0] of 2
        lists = {1: [11, 12, 13], 2: [11, 12, 13], 3: [11, 12, 13]}
        args = lists, {1: {11: 1}, 2: {11: 1, 12: 1, 21: 1, 22: 1}, 3: {31: 1, 32: 1}}, 3
    assert EXERCISES[name].reference(*args) == pytest.approx(right, abs=1e-6)
    assert CATALOGUE[name][idea].wrong(*args) == pytest.approx(wrong, abs=1e-6)


@pytest.mark.parametrize("hidden", [False, True])
def test_a_short_list_does_not_shorten_the_ideal(hidden):
    """What the lesson says of [3, 3, 3] at k = 4; and a short list must not break the function."""

    def cut_at_the_list(relevance, k, ideal):
        return ndcg_loop(relevance, min(k, len(relevance)), ideal)

    def as_many_as_k(relevance, k, ideal):
        if not any(ideal):
            return 0
        return sum(relevance[i] / math.log2(i + 2) for i in range(k)) / (
            dcg_loop(sorted(ideal, reverse=True), k))

    for wrong, idea in [(cut_at_the_list, "ndcg-ideal-cut-at-list"),
                        (as_many_as_k, "ndcg-counts-on-k-items")]:
        result = examine(wrong, "ndcg_at_k", aspect="ideal", hidden=hidden)
        assert (result.outcome, result.idea) == ("not yet", idea)
        for aspect in ("value", "cutoff", "no_relevant"):
            assert examine(wrong, "ndcg_at_k", aspect=aspect, hidden=hidden).outcome == "correct"


def test_the_sample_has_something_to_tell():
    cases = cases_of(EXERCISES["mean_ndcg"], "sample", hidden=False)
    (recommended, relevant, k), expected = cases[0][0].args, cases[0][1]
    assert k == 10 and 0 < expected < 1
    assert set(recommended) <= set(relevant) and len(relevant) > 50
    assert {grade for wanted in relevant.values() for grade in wanted.values()} == {1, 3}
    assert all(len(shown) == len(set(shown)) <= 10 for shown in recommended.values())
