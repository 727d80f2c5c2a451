"""Assignment 03-map: numbers worked elsewhere, other right solutions, and the property answers."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from course.checks import CATALOGUE, examine, mean_ap_answers, mean_ap_bug
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES
from course.metrics import average_precision_at_k, evaluate, ndcg_at_k

# --- Right solutions, written in other ways ----------------------------------------------------


def ap_of_ranks(relevance, k, n_relevant):
    ranks = [i + 1 for i, grade in enumerate(relevance) if grade > 0 and i < k]
    return sum(Fraction(n, rank) for n, rank in enumerate(ranks, 1)) / max(1, n_relevant)


def ap_pandas(relevance, k, n_relevant):
    hits = pd.Series(relevance[:k], dtype=float).gt(0)
    precision = hits.cumsum() / pd.Series(range(1, len(hits) + 1), index=hits.index)
    return precision[hits].sum() / n_relevant if n_relevant else 0


def ap_min(relevance, k, n_relevant):
    return ap_of_ranks(relevance, k, min(k, n_relevant))


def rr_numpy(relevance, k):
    hits = np.flatnonzero(np.array(relevance[:k]) > 0)
    return 1 / (1 + hits[0]) if hits.size else np.int64(0)


def rr_while(relevance, k):
    place = 0
    while place < min(k, len(relevance)) and not relevance[place]:
        place += 1
    return 1 / (place + 1) if place < min(k, len(relevance)) else 0


def map_numpy(relevance_lists, n_relevants, k):
    return np.mean([ap_pandas(r, k, n) for r, n in zip(relevance_lists, n_relevants)])


def map_of_the_course(relevance_lists, n_relevants, k):
    """Through `evaluate`: places become item ids, and missed items get ids of their own."""
    recommended = {user: [(user, i) for i in range(len(r))]
                   for user, r in enumerate(relevance_lists)}
    relevant = {}
    for user, (r, n) in enumerate(zip(relevance_lists, n_relevants)):
        found = [(user, i) for i, grade in enumerate(r) if grade > 0]
        relevant[user] = [*found, *[(user, "missed", i) for i in range(n - len(found))]]
    return evaluate(recommended, relevant, k)[f"ap@{k}"].mean()


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "solution"),
    [
        ("average_precision_at_k", ap_of_ranks),
        ("average_precision_at_k", ap_pandas),
        ("reciprocal_rank_at_k", rr_numpy),
        ("reciprocal_rank_at_k", rr_while),
        ("mean_average_precision", map_numpy),
        ("mean_average_precision", map_of_the_course),
        ("fixed_average_precision", ap_min),
    ],
)
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


@pytest.mark.parametrize("hidden", [False, True])
def test_ap_with_everything_found_is_that_of_scikit_learn(hidden):
    for case, expected in cases_of(EXERCISES["average_precision_at_k"], "value", hidden):
        hits = np.array(case.args[0]) > 0
        theirs = average_precision_score(hits, -np.arange(len(hits)))
        assert expected == pytest.approx(theirs, abs=1e-12)


# --- Values from the study of conventions, worked out apart from this code ---------------------


@pytest.mark.parametrize(
    ("relevance", "k", "n_relevant", "right", "with_min"),
    [
        ([1, 0, 0, 1, 0], 5, 2, 0.75, 0.75),
        ([1, 0, 0, 1, 0], 5, 3, 0.5, 0.5),
        ([3, 2, 0, 0, 1], 5, 3, 0.8666666667, 0.8666666667),
        ([0, 0, 0], 3, 2, 0, 0),
        ([1, 0, 1], 5, 4, 0.4166666667, 0.4166666667),
        ([1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0], 10, 12, 0.3230820106, 0.3876984127),
        ([3, 0, 1, 1, 3], 3, 6, 0.2777777778, 0.5555555556),
        ([0, 2], 5, 3, 0.1666666667, 0.1666666667),
        ([], 1, 0, 0, 0),
    ],
)
def test_references_of_ap(relevance, k, n_relevant, right, with_min):
    ap = EXERCISES["average_precision_at_k"].reference(relevance, k, n_relevant)
    fixed = EXERCISES["fixed_average_precision"].reference(relevance, k, n_relevant)
    assert (ap, fixed) == (pytest.approx(right, abs=1e-9), pytest.approx(with_min, abs=1e-9))


def test_reference_of_map_and_its_shortcuts():
    users = ([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]], [1, 4, 2], 3)
    exercise = EXERCISES["mean_average_precision"]
    assert exercise.reference(*users) == pytest.approx(0.5)
    for idea, value in {
        "map-drops-zero-users": 0.75,
        "map-weighted-by-relevant": 0.428571,
        "map-of-joined-lists": 0.3,
        "map-is-mean-precision": 0.333333,
    }.items():
        assert exercise.ideas[idea].wrong(*users) == pytest.approx(value, abs=1e-6), idea


def test_a_hit_moved_up_never_lowers_ap_and_rr():
    for relevance in product([0, 1], repeat=6):
        for place in range(5):
            if relevance[place] == 0 and relevance[place + 1] == 1:
                better = list(relevance)
                better[place], better[place + 1] = 1, 0
                ap = EXERCISES["average_precision_at_k"].reference
                rr = EXERCISES["reciprocal_rank_at_k"].reference
                assert ap(better, 6, 6) > ap(list(relevance), 6, 6)
                assert rr(better, 6) >= rr(list(relevance), 6)


# What the study's tables of AP and RR name, each in its exercise.
def test_the_ideas_of_the_study_are_there():
    ap = """over-min-k-relevant over-hits-found over-k every-position is-precision
        forgets-missed-items ignores-k reciprocal-ranks hits-before rank-shifted weighs-by-grade
        over-min-length-relevant no-relevant-is-nan"""
    rr = """mean-over-hits sum-over-hits sum-over-k last-hit ignores-k rank-plus-one
        miss-as-next-rank miss-is-nan"""
    assert {f"ap-{name}" for name in ap.split()} <= set(CATALOGUE["average_precision_at_k"])
    assert {f"rr-{name}" for name in rr.split()} <= set(CATALOGUE["reciprocal_rank_at_k"])
    assert {"mrr-drops-misses", "mrr-inverse-mean-rank"} <= set(CATALOGUE["hand_mrr"])


# --- Answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("hand_precisions", [0.5, 2 / 3, 0.6]),
        ("hand_precisions", (Fraction(1, 2), np.float32(0.6666667), 0.6)),
        ("hand_ap", 0.441667),
        ("hand_mrr", 0.416667),
        ("three_cards", ["b", "c", "d"]),
        ("three_cards", (" B", "C", "d")),
        ("three_cards", "bcd"),
        ("three_cards", "b, c, d"),
        ("ap_or_ndcg", ([0, 1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 1, 1, 0])),
        ("ap_or_ndcg", (np.array([0, 0, 1, 1, 0, 0, 0, 0]), (0, 1, 0, 0, 0, 0, 1, 0))),
        ("hit_that_costs", ([1, 0, 0, 0, 0], [1, 0, 1, 0, 0])),
        ("hit_that_costs", np.array([[1, 1, 0, 0, 0], [1, 1, 0, 0, 1]])),
        ("who_is_in_the_mean", "ace"),
        ("who_is_in_the_mean", "E, C, A"),
    ],
)
def test_right_values(name, answer):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("correct", 1), result.message


@pytest.mark.parametrize(
    ("answer", "idea"),
    [
        (0.588889, "ap-over-hits-found"),
        (0.353333, "ap-over-k"),
        (1.766667, "ap-sum-not-divided"),
        (0.453333, "ap-every-position"),
        (0.6, "ap-is-precision"),
        (0.75, "ap-is-recall"),
        (0.258333, "ap-reciprocal-ranks"),
        (0.44, "rounded-too-early"),
        (0.1, None),
    ],
)
def test_wrong_numbers_for_hand_ap(answer, idea):
    assert examine(answer, "hand_ap").idea == idea


@pytest.mark.parametrize(
    ("name", "answer", "part"),
    [
        ("hand_ap", [0.441667], "is a list, not a number"),
        ("three_cards", "bc", "not three letters"),
        ("three_cards", ["b", "c", "z"], "letters a to e for library C"),
        ("three_cards", ["b", ..., ...], "letters a to e for library B"),
        ("three_cards", 3, "an int, not three letters"),
        ("three_cards", ["b", "c", "e"], "2 of your three letters fit."),
        ("ap_or_ndcg", [1, 0, 1], "not a pair of two lists"),
        ("hit_that_costs", ([1, 0, "x", 0, 0], [1, 0, 1, 0, 0]), "a pair whose first member is"),
        ("who_is_in_the_mean", 3, "an int, not letters"),
    ],
)
def test_what_a_wrong_answer_is_told(name, answer, part):
    result = examine(answer, name)
    assert result.outcome == "not yet" and part in result.message


def test_only_one_triple_of_cards_is_right():
    fitting = [mean_ap_answers.fitting(name) for name in mean_ap_answers.RECORDED]
    assert fitting == [["b"], ["c"], ["d"]]
    assert mean_ap_answers.with_divisor("a") == pytest.approx((0.4166666667, 0.3230820106))
    right = [letters for letters in product("abcde", repeat=3)
             if examine("".join(letters), "three_cards").outcome == "correct"]
    assert right == [("b", "c", "d")]


def test_every_triple_of_cards_gets_a_named_idea():
    for letters in product("abcde", repeat=3):
        result = examine(list(letters), "three_cards")
        assert result.outcome == "correct" or result.idea, letters


def lists_with(hits, length):
    for places in combinations(range(length), hits):
        yield [int(place in places) for place in range(length)]


def test_ap_or_ndcg_accepts_just_the_pairs_that_disagree():
    found = 0
    for hits in (1, 2, 3):
        for first, second in product(lists_with(hits, 8), repeat=2):
            ap = [average_precision_at_k(shown, 8, 3) for shown in (first, second)]
            ndcg = [ndcg_at_k(shown, 8, [1, 1, 1]) for shown in (first, second)]
            right = ap[0] > ap[1] + 1e-6 and ndcg[0] < ndcg[1] - 1e-6
            found += right
            arrays = (np.array(first), np.array(second))
            assert mean_ap_answers.disagree(arrays) == right, (first, second)
    assert found == 45


def test_hit_that_costs_accepts_just_the_pairs_that_do():
    def suspicious(relevance):
        ranks = [rank for rank, hit in enumerate(relevance, 1) if hit]
        return sum(n / rank for n, rank in enumerate(ranks, 1)) / len(ranks) if ranks else 0

    lists = [list(shown) for shown in product([0, 1], repeat=5)]
    for first, second in product(lists, repeat=2):
        changed = [b - a for a, b in zip(first, second)]
        one_more = sorted(changed) == [0, 0, 0, 0, 1]
        right = one_more and suspicious(second) < suspicious(first) - 1e-6
        assert mean_ap_bug.costs((np.array(first), np.array(second))) == right, (first, second)


# --- What the lesson says of AP and NDCG -------------------------------------------------------


def test_the_pair_that_lies_furthest_apart():
    lists = [shown for hits in range(4) for shown in lists_with(hits, 10)]
    ap = average_precision_at_k(lists, 10, np.full(len(lists), 3))
    ndcg = ndcg_at_k(lists, 10, np.ones((len(lists), 3)))
    first, second = np.triu_indices(len(lists), 1)
    lead_ap, lead_ndcg = ap[first] - ap[second], ndcg[first] - ndcg[second]
    smaller = np.where(lead_ap * lead_ndcg < 0, np.minimum(abs(lead_ap), abs(lead_ndcg)), 0)
    widest = smaller.argmax()
    hits = [np.flatnonzero(lists[i]) + 1 for i in (first[widest], second[widest])]
    assert sorted(map(list, hits)) == [[1, 5, 9], [2, 3, 4]]


def test_the_last_hint_about_ap_and_ndcg_leads_to_a_pair():
    block = [int(rank in (4, 5)) for rank in range(1, 9)]
    verdicts = {
        straggler: examine((block, [int(rank in (3, straggler)) for rank in range(1, 9)]),
                           "ap_or_ndcg").outcome == "correct"
        for straggler in (6, 7, 8)
    }
    assert verdicts == {6: False, 7: True, 8: False}
