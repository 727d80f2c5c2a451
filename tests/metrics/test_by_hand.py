"""Values worked out by hand, digit by digit or fraction by fraction."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from sklearn.metrics import dcg_score, ndcg_score

from course.metrics import (
    average_precision_at_k,
    catalog_coverage,
    dcg_at_k,
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

SIX = {"abs": 5e-7, "rel": 0}
CLASS_LIST = [3, 2, 0, 0, 1]


def test_the_class_example_step_by_step():
    # Discounts: 1, 1/log2(3) = 0.630930, 1/2, 1/log2(5) = 0.430677, 1/log2(6) = 0.386853.
    assert sum(CLASS_LIST) == 6
    assert dcg_at_k(CLASS_LIST, 5) == pytest.approx(3 + 2 * 0.630930 + 0.386853, abs=2e-6)
    assert dcg_at_k(CLASS_LIST, 5) == pytest.approx(4.648712, **SIX)
    assert dcg_at_k(sorted(CLASS_LIST, reverse=True), 5) == pytest.approx(4.761860, **SIX)
    assert ndcg_at_k(CLASS_LIST, 5) == pytest.approx(0.976239, **SIX)
    assert ndcg_at_k(CLASS_LIST, 5, gain="exponential") == pytest.approx(0.987954, **SIX)


def test_relevance_given_as_scores_is_another_quantity():
    """ndcg_score([[3,2,1,0,0]], [[3,2,0,0,1]]) reads the second argument as scores."""
    truth, scores = [3, 2, 1, 0, 0], [3, 2, 0, 0, 1]
    assert ndcg_score([truth], [scores]) == pytest.approx(0.980840, **SIX)
    # Sorted by these scores the grades are 3, 2, 0, then 1 and 0 in a tie. Scikit-learn
    # takes the mean over both orders of the tie.
    tied = [dcg_at_k([3, 2, 0, *order], 5) for order in permutations([1, 0])]
    assert np.mean(tied) == pytest.approx(4.6706, abs=5e-5)
    assert np.mean(tied) == pytest.approx(dcg_score([truth], [scores]), abs=1e-12)
    assert np.mean(tied) / dcg_at_k(truth, 5) == pytest.approx(0.980840, **SIX)
    # Asked rightly, it gives our value.
    assert ndcg_score([CLASS_LIST], [[5, 4, 3, 2, 1]]) == pytest.approx(0.976239, **SIX)


# Six lists that together tell the conventions of the libraries apart: relevance, k, grades of
# all relevant items, then P, R, F1, hit, RR, AP, AP min, DCG, DCG exponential, NDCG,
# NDCG exponential, NDCG binary.
H6 = [1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0]
F = Fraction
# Hits at ranks 1, 2, 4, 7 and 9: precisions 1/1, 2/2, 3/4, 4/7 and 5/9.
H6_SUM = 1 + 1 + F(3, 4) + F(4, 7) + F(5, 9)
CASES = {
    "H1": ([1, 0, 0, 1, 0], 5, [1, 1], F(2, 5), 1, F(4, 7), 1, 1, F(3, 4), F(3, 4),
           1.4306765581, 1.4306765581, 0.8772153153, 0.8772153153, 0.8772153153),
    "H2": ([1, 0, 0, 1, 0], 5, [1] * 3, F(2, 5), F(2, 3), F(1, 2), 1, 1, F(1, 2), F(1, 2),
           1.4306765581, 1.4306765581, 0.6713860725, 0.6713860725, 0.6713860725),
    "H3": (CLASS_LIST, 5, [3, 2, 1], F(3, 5), 1, F(3, 4), 1, 1, F(13, 15), F(13, 15),
           4.6487123144, 9.2796420679, 0.9762388637, 0.9879538240, 0.9469024295),
    "H4": ([0, 0, 0], 3, [1, 1], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "H5": ([1, 0, 1], 5, [1] * 4, F(2, 5), F(1, 2), F(4, 9), 1, 1, F(5, 12), F(5, 12),
           1.5, 1.5, 0.5855700750, 0.5855700750, 0.5855700750),
    "H6": (H6, 10, [1] * 12, F(1, 2), F(5, 12), F(5, 11), 1, 1, H6_SUM / 12, H6_SUM / 10,
           2.6959696406, 2.6959696406, 0.5933607201, 0.5933607201, 0.5933607201),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_six_lists(name):
    rel, k, ideal, p, r, f1, hit, rr, ap, ap_min, dcg, dcg_exp, n, n_exp, n_bin = CASES[name]
    n_relevant = len(ideal)
    assert precision_at_k(rel, k) == pytest.approx(float(p))
    assert recall_at_k(rel, k, n_relevant) == pytest.approx(float(r))
    assert f1_at_k(rel, k, n_relevant) == pytest.approx(float(f1))
    assert hit_rate_at_k(rel, k) == hit
    assert reciprocal_rank_at_k(rel, k) == rr
    assert average_precision_at_k(rel, k, n_relevant) == pytest.approx(float(ap))
    assert average_precision_at_k(rel, k, n_relevant, "min") == pytest.approx(float(ap_min))
    assert dcg_at_k(rel, k) == pytest.approx(dcg, abs=1e-10)
    assert dcg_at_k(rel, k, "exponential") == pytest.approx(dcg_exp, abs=1e-10)
    assert ndcg_at_k(rel, k, ideal) == pytest.approx(n, abs=1e-10)
    assert ndcg_at_k(rel, k, ideal, "exponential") == pytest.approx(n_exp, abs=1e-10)
    assert ndcg_at_k(rel, k, ideal, "binary") == pytest.approx(n_bin, abs=1e-10)


def test_without_the_missed_items_the_values_are_too_high():
    shown = [1, 0, 0]
    assert recall_at_k(shown, 3) == 1.0 and recall_at_k(shown, 3, 5) == 0.2
    assert average_precision_at_k(shown, 3) == 1.0
    assert average_precision_at_k(shown, 3, 5) == 0.2
    assert ndcg_at_k(shown, 3) == 1.0
    assert ndcg_at_k(shown, 3, [1] * 5) == pytest.approx(1 / (1 + 1 / np.log2(3) + 1 / 2))


def test_fractions_and_bools_are_relevance_too():
    assert precision_at_k([0.5, 0], 2) == 0.5
    assert precision_at_k([True, False], 2) == 0.5
    assert dcg_at_k([0.5, 0.25], 2) == pytest.approx(0.5 + 0.25 / np.log2(3))
    assert dcg_at_k([0.5], 1, "exponential") == pytest.approx(np.sqrt(2) - 1)
    assert dcg_at_k(np.array([True, True]), 2) == pytest.approx(1 + 1 / np.log2(3))


def test_empty_lists_score_zero():
    for metric in (precision_at_k, recall_at_k, f1_at_k, hit_rate_at_k, average_precision_at_k,
                   reciprocal_rank_at_k, dcg_at_k, ndcg_at_k):  # fmt: skip
        assert metric([], 3) == 0.0 and isinstance(metric([], 3), float)
        assert metric([0, 0], 3) == 0.0
        np.testing.assert_array_equal(metric(np.zeros((2, 0)), 3), [0.0, 0.0])
        assert metric(np.zeros((0, 4)), 3).shape == (0,)


FEATURES = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1], [1, 1, 1], [0, 1, 0], [0, 0, 0]])


def test_diversity():
    assert intra_list_diversity([0, 1], FEATURES) == pytest.approx(1 - 1 / np.sqrt(2))
    # Pairs: 0-1 1/sqrt(2), 0-2 0, 1-2 1/2.
    three = 1 - (1 / np.sqrt(2) + 0 + 1 / 2) / 3
    assert intra_list_diversity([0, 1, 2], FEATURES) == pytest.approx(three)
    assert intra_list_diversity(np.array([0, 1, 2, -1]), FEATURES) == pytest.approx(three)
    several = intra_list_diversity([[0, 1, 2], [3], [0, 6]], FEATURES)
    np.testing.assert_allclose(several, [three, 0.0, 1.0])
    opposites = intra_list_diversity([0, 1], [[1.0, 0.0], [-1.0, 0.0]])
    assert opposites == pytest.approx(2.0)


def test_novelty_by_rank():
    # Counts 6, 3, 2, 1: percentiles 4/4, 3/4, 2/4, 1/4.
    assert novelty([0], [6, 3, 2, 1]) == 0.0
    assert novelty([3], [6, 3, 2, 1]) == 0.75
    assert novelty([1, 2], [6, 3, 2, 1]) == pytest.approx(1 - (3 / 4 + 2 / 4) / 2)
    # Items with the same count have the same percentile: 3, 3, 1 give 1, 1, 1/3.
    np.testing.assert_allclose(novelty([[0], [1], [2]], [3, 3, 1]), [0, 0, 2 / 3])
    assert novelty([], [6, 3]) == 0.0


def test_novelty_by_self_information():
    assert novelty([0], [6, 3, 2, 1], "self_information", n_users=12) == 1.0
    assert novelty([0, 1], [6, 3, 2, 1], "self_information", n_users=12) == 1.5
    assert novelty([0, 1, -1], [8, 4, 2, 1], "self_information", n_users=8) == 0.5
    # (0 + 1) / (7 + 1) = 1/8: three bits.
    assert novelty([1], [7, 0], "self_information", n_users=7, smoothing=1) == 3.0


def test_personalization():
    assert personalization([[0, 1], [0, 1]]) == pytest.approx(0.0)
    assert personalization([[0, 1], [2, 3]]) == 1.0
    assert personalization([[0, -1], [0, 1]]) == pytest.approx(1 - 1 / np.sqrt(2))
    # Three lists: 0-1 share two of two; with the third they share one of 2 and 3 items.
    lists = np.array([[0, 1, -1], [0, 1, -1], [2, 0, 3]])
    assert personalization(lists) == pytest.approx(1 - (1 + 2 / np.sqrt(6)) / 3)
    assert personalization([[0, 1]]) == 0.0 and personalization([0, 1]) == 0.0
    assert personalization([[], [0]]) == 1.0


def test_coverage_and_gini():
    assert catalog_coverage([[0, -1], [0, -1]], 4) == 0.25
    assert catalog_coverage([[0, 2], [0], [0, 2]], 4) == 0.5
    assert catalog_coverage([0, 1], 4) == 0.5
    assert catalog_coverage([], 4) == 0.0 and gini([], 4) == 0.0 and gini([[], []], 4) == 0.0
    # All on one of four items: 1 - 1/4. Counts 0, 0, 1, 2: (1*1 + 3*2) / (4*3).
    assert gini([[0, -1], [0, -1]], 4) == 0.75
    assert gini([[0, -1], [0, 1]], 4) == pytest.approx(7 / 12)
    assert gini([[0, 1], [2, 3]], 4) == 0.0


def symmetric(n, upper):
    """A similarity matrix from its upper triangle, row by row, with 1 on the diagonal."""
    table = np.eye(n)
    table[np.triu_indices(n, 1)] = upper
    return np.maximum(table, table.T) + np.minimum(table, table.T) - np.diag(np.diag(table))


@pytest.mark.parametrize(
    ("scores", "upper", "k", "trade_off", "picked"),
    [
        ([0.15, 0.1, 0.05], [0.9, 0, 0], 3, 0, [0, 2, 1]),
        ([0.25, 0.15, 0.1, 0.05], [0.5, 0, 0, 0.9, -0.5, 0.9], 3, 0.6, [0, 2, 1]),
        ([0.15, 0.1, 0.05], [0.9, -0.5, 0], 3, 0.6, [0, 2, 1]),
        ([0.25, 0.2, 0.05], [0, -0.5, -0.5], 3, 0.6, [0, 2, 1]),
        ([0.55, 0.5, 0.05], [0.9, 0.5, 0], 3, 0, [0, 2, 1]),
        ([0.3, 0.25, 0.05], [0.9, 0.5, 0.9], 3, 0.7, [0, 1, 2]),
        ([0.25, 0.2, 0.15, 0.1], [0.5, 0.9, -0.5, 0.5, 0.9, 0.5], 3, 0, [0, 3, 1]),
        ([0.2, 0.15, 0.05], [-0.5, 0.5, 0.9], 3, 0.7, [0, 1, 2]),
        ([0.1, 0.9, 0.5], [0, 0, 0], 2, 1, [1, 2]),
        ([0.5, 0.5, 0.5], [0, 0, 0], 3, 0.5, [0, 1, 2]),
        ([0.1, 0.2], [0.5], 5, 0.5, [1, 0]),
    ],
)
def test_mmr(scores, upper, k, trade_off, picked):
    assert mmr(scores, symmetric(len(scores), upper), k, trade_off) == picked


def test_mmr_of_nothing():
    assert mmr([], np.zeros((0, 0)), 3, 0.5) == []


def test_empty_lists_of_several_users():
    none = np.zeros((2, 0))
    for n_relevant in (2, [1, 2]):
        np.testing.assert_array_equal(average_precision_at_k(none, 3, n_relevant), [0.0, 0.0])
        np.testing.assert_array_equal(recall_at_k(none, 3, n_relevant), [0.0, 0.0])
    np.testing.assert_array_equal(ndcg_at_k(none, 3, [[1], [0]]), [0.0, 0.0])
