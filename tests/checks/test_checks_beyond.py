"""Assignment 06-beyond-accuracy: numbers worked elsewhere, other solutions, the properties."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity

from course.checks import CATALOGUE, examine
from course.checks.beyond_bug import CATALOGUE as SHOP
from course.checks.beyond_bug import suspicious
from course.checks.beyond_lists import FEATURES, is_clear, matrix
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES

# --- Right solutions, written in other ways ----------------------------------------------------


def coverage_numpy(recommended, n_items):
    found = np.unique(np.concatenate([np.asarray(items) for items in recommended]))
    return np.sum(found >= 0) / n_items


def gini_pairs(recommended, n_items):
    """The definition: the mean difference of all pairs, by twice the mean."""
    counts = [sum(items.count(item) for items in recommended) for item in range(n_items)]
    differences = sum(abs(a - b) for a in counts for b in counts)
    return differences / (2 * n_items * sum(counts)) if sum(counts) else 0


def gini_lorenz(recommended, n_items):
    """1 minus twice the area under the Lorenz curve, by trapezoids."""
    counts = np.zeros(n_items)
    np.add.at(counts, [item for items in recommended for item in items if item >= 0], 1)
    if not counts.any():
        return 0.0
    curve = np.concatenate([[0], np.cumsum(np.sort(counts)) / counts.sum()])
    return 1 - np.sum(curve[1:] + curve[:-1]) / n_items


def diversity_sklearn(recommended, features):
    rows = [features[item] for item in recommended if item != -1]
    if len(rows) < 2:
        return 0.0
    return 1 - cosine_similarity(rows)[np.triu_indices(len(rows), 1)].mean()


def novelty_loop(recommended, popularity, n_users):
    total = n = 0
    for item in recommended:
        if item < 0:
            continue
        total += math.log(n_users / popularity[item], 2)
        n += 1
    return total / max(n, 1)


def personalization_matrix(recommended):
    n_items = max(max(items) for items in recommended) + 1
    table = np.zeros((len(recommended), max(n_items, 1)))
    for row, items in enumerate(recommended):
        table[row, [item for item in items if item >= 0]] = 1
    if len(table) < 2:
        return 0.0
    return 1 - cosine_similarity(table)[np.triu_indices(len(table), 1)].mean()


def mmr_numpy(scores, similarity, k, trade_off):
    scores, similarity = np.array(scores), np.array(similarity)
    picked = [scores.argmax()]
    for _ in range(min(k, len(scores)) - 1):
        value = trade_off * scores - (1 - trade_off) * similarity[picked].max(axis=0)
        value[picked] = -np.inf
        picked.append(value.argmax())
    return np.array(picked)


def fixed_sets(lists, catalogue):
    return len(set(catalogue).intersection(*[sum(lists, [])])) / len(set(catalogue))


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "solution"),
    [
        ("catalog_coverage", coverage_numpy),
        ("gini", gini_pairs),
        ("gini", gini_lorenz),
        ("intra_list_diversity", diversity_sklearn),
        ("novelty", novelty_loop),
        ("personalization", personalization_matrix),
        ("mmr", mmr_numpy),
        ("fixed_coverage", fixed_sets),
    ],
)
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


# --- The catalogue against the study -----------------------------------------------------------

ONE_FILM = ([[0, -1], [0, -1]], 4)
ITSELF = ([[0, -1], [0, 1]],)
TWICE = ([[0, -1], [0, -1]],)
POPULAR = [6, 3, 2, 1]


@pytest.mark.parametrize(
    ("name", "idea", "args", "right", "wrong"),
    [
        ("catalog_coverage", "coverage-not-distinct", ONE_FILM, 0.25, 0.5),
        ("catalog_coverage", "coverage-over-recommended", ONE_FILM, 0.25, 1),
        ("catalog_coverage", "coverage-mean-per-user", ([[0, -1], [0, 1]], 4), 0.5, 0.375),
        ("catalog_coverage", "coverage-counts-padding", ONE_FILM, 0.25, 0.5),
        ("catalog_coverage", "coverage-in-percent", ONE_FILM, 0.25, 25),
        ("catalog_coverage", "coverage-over-largest-id", ONE_FILM, 0.25, 1),
        ("intra_list_diversity", "diversity-includes-itself", ([0, 1], FEATURES),
         0.292893, 0.146447),
        ("intra_list_diversity", "diversity-is-similarity", ([0, 1], FEATURES),
         0.292893, 0.707107),
        ("intra_list_diversity", "diversity-sum-of-pairs", ([0, 1, 2], FEATURES),
         0.597631, 1.792893),
        ("intra_list_diversity", "diversity-neighbours-only", ([0, 1, 2], FEATURES),
         0.597631, 0.396447),
        ("intra_list_diversity", "diversity-jaccard", ([0, 1], FEATURES), 0.292893, 0.5),
        ("intra_list_diversity", "diversity-pairs-counted-twice", ([0, 1], FEATURES),
         0.292893, -0.414214),
        ("intra_list_diversity", "diversity-padding-as-last-item", ([0, 1, -1], FEATURES),
         0.292893, 0.528595),
        ("novelty", "novelty-sign-flipped", ([0], POPULAR, 12), 1, -1),
        ("novelty", "novelty-natural-log", ([0], POPULAR, 12), 1, 0.693147),
        ("novelty", "novelty-over-interactions", ([0], [8, 4, 2, 1], 8), 0, 0.906891),
        ("novelty", "novelty-log-of-mean", ([0, 1], POPULAR, 12), 1.5, 1.415037),
        ("novelty", "novelty-summed", ([0, 1], POPULAR, 12), 1.5, 3),
        ("novelty", "novelty-over-list-only", ([0], POPULAR, 12), 1, 0),
        ("personalization", "personalization-includes-itself", ITSELF, 0.292893, 0.146447),
        ("personalization", "personalization-is-similarity", TWICE, 0, 1),
        ("personalization", "personalization-jaccard", ITSELF, 0.292893, 0.5),
        ("personalization", "personalization-distinct-lists", TWICE, 0, 0.5),
        ("personalization", "personalization-overlap-over-k", TWICE, 0, 0.5),
        ("personalization", "personalization-padding-is-an-item", ITSELF, 0.292893, 0.5),
        ("gini", "gini-recommended-items-only", ONE_FILM, 0.75, 0),
        ("gini", "gini-one-minus", ONE_FILM, 0.75, 0.25),
        ("gini", "gini-sorted-descending", ONE_FILM, 0.75, -0.75),
        ("gini", "gini-impurity", ONE_FILM, 0.75, 0),
        ("gini", "gini-zero-based-rank", ONE_FILM, 0.75, 0.25),
    ],
)
def test_values_of_the_study(name, idea, args, right, wrong):
    assert EXERCISES[name].reference(*args) == pytest.approx(right, abs=1e-6)
    assert CATALOGUE[name][idea].wrong(*args) == pytest.approx(wrong, abs=1e-6)


THREE = [0.15, 0.1, 0.05]
FOUR = ([0.25, 0.15, 0.1, 0.05], [0.5, 0, 0, 0.9, -0.5, 0.9], 3, 0.6)


@pytest.mark.parametrize(
    ("idea", "scores", "upper", "k", "trade_off", "right", "wrong"),
    [
        ("mmr-trade-off-swapped", THREE, [0.9, 0, 0], 3, 0, [0, 2, 1], [0, 1, 2]),
        ("mmr-mean-similarity", *FOUR, [0, 2, 1], [0, 2, 3]),
        ("mmr-sum-of-similarities", *FOUR, [0, 2, 1], [0, 2, 3]),
        ("mmr-against-first-pick", *FOUR, [0, 2, 1], [0, 2, 3]),
        ("mmr-similarity-rewarded", THREE, [0.9, -0.5, 0], 3, 0.6, [0, 2, 1], [0, 1, 2]),
        ("mmr-negative-clamped", [0.25, 0.2, 0.05], [0, -0.5, -0.5], 3, 0.6, [0, 2, 1], [0, 1, 2]),
        ("mmr-zero-means-default", [0.55, 0.5, 0.05], [0.9, 0.5, 0], 3, 0, [0, 2, 1], [0, 1, 2]),
        ("mmr-trade-off-ignored", [0.3, 0.25, 0.05], [0.9, 0.5, 0.9], 3, 0.7,
         [0, 1, 2], [0, 2, 1]),
        ("mmr-bracket-misread", THREE, [0.9, 0, 0], 3, 0, [0, 2, 1], [0, 1, 2]),
        ("mmr-reorders-top-k-only", [0.25, 0.2, 0.15, 0.1], [0.5, 0.9, -0.5, 0.5, 0.9, 0.5], 3, 0,
         [0, 3, 1], [0, 1, 2]),
        ("mmr-picks-again", [0.2, 0.15, 0.05], [-0.5, 0.5, 0.9], 3, 0.7, [0, 1, 2], [0, 1, 0]),
    ],
)
def test_lists_of_the_study(idea, scores, upper, k, trade_off, right, wrong):
    call = scores, matrix(len(scores), upper).tolist(), k, trade_off
    assert EXERCISES["mmr"].reference(*call) == right
    assert CATALOGUE["mmr"][idea].wrong(*call) == wrong


# --- Inputs ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["spring", "autumn", "2031"])
def test_no_pick_is_a_close_race(seed, monkeypatch):
    """The task promises that there are no ties, so no rule for them is asked for."""
    monkeypatch.setenv("COURSE_SEED", seed)
    for aspect in EXERCISES["mmr"].aspects:
        for hidden in (False, True):
            for case, _ in cases_of(EXERCISES["mmr"], aspect, hidden):
                assert is_clear(*case.args), case.args


def test_similarities_are_symmetric_and_some_are_negative():
    cases = [case for case, _ in cases_of(EXERCISES["mmr"], "value", hidden=True)]
    tables = [np.array(case.args[1]) for case in cases]
    for table in tables:
        assert np.array_equal(table, table.T) and np.all(np.diag(table) == 1)
    assert any((table < 0).any() for table in tables)


def test_a_list_never_shows_an_item_twice():
    for name in ("catalog_coverage", "gini", "personalization"):
        for aspect in EXERCISES[name].aspects:
            for case, _ in cases_of(EXERCISES[name], aspect, hidden=True):
                for items in case.args[0]:
                    real = [item for item in items if item >= 0]
                    assert len(real) == len(set(real))


# --- By hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer", "idea"),
    [
        ("hand_coverage", 0.625, True),
        ("hand_coverage", Fraction(5, 8), True),
        ("hand_coverage", 1.5, "coverage-not-distinct"),
        ("hand_coverage", 5, "coverage-counts-items"),
        ("hand_coverage", 62.5, "coverage-in-percent"),
        ("hand_coverage", 5 / 7, "coverage-over-largest-id"),
        ("hand_coverage", 0.63, "rounded-too-early"),
        ("hand_diversity", 1 - math.sqrt(2) / 3, True),
        ("hand_diversity", 0.471405, "diversity-is-similarity"),
        ("hand_diversity", 0.352397, "diversity-includes-itself"),
        ("hand_diversity", 2 / 3, "diversity-jaccard"),
        ("hand_diversity", 0.53, "rounded-too-early"),
        ("hand_information", 4 / 3, True),
        ("hand_information", 4, "novelty-summed"),
        ("hand_information", math.log(2) * 4 / 3, "novelty-natural-log"),
        ("hand_information", -math.log2(13 / 24), "novelty-log-of-mean"),
        ("hand_rank_novelty", 0.25, True),
        ("hand_rank_novelty", 0.75, "novelty-rank-not-inverted"),
        ("hand_rank_novelty", 3, "novelty-raw-rank"),
        ("hand_rank_novelty", 6 / 21, "novelty-rank-to-one"),
        ("hand_rank_novelty", 0.5, "novelty-rank-strictly-below"),
        ("hand_rank_novelty", 0.375, "novelty-rank-from-the-top"),
        ("hand_rank_novelty", 0.625, "novelty-rank-from-the-top"),
        ("hand_rank_novelty", 7 / 24, "novelty-rank-ties-in-order"),
        ("hand_rank_novelty", 0.3125, "novelty-rank-ties-shared"),
        ("hand_rank_novelty", 11 / 24, "novelty-share-of-most-popular"),
        ("hand_rank_novelty", 0.1, None),
    ],
)
def test_by_hand(name, answer, idea):
    result = examine(answer, name)
    assert (result.outcome == "correct") == (idea is True)
    assert idea is True or result.idea == idea


# --- Choices -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "right"), [("explain_coverage", "bd"), ("explain_diversity", "ace")]
)
def test_only_one_set_of_letters_is_right(name, right):
    letters = "abcde"
    sets = ["".join(some) for n in range(1, 6) for some in itertools.combinations(letters, n)]
    for some in sets:
        result = examine(some, name)
        assert (result.outcome == "correct") == (some == right)
        assert some == right or result.idea is not None
    assert examine(" ".join(right[::-1]).upper(), name).outcome == "correct"
    assert "not made of the letters" in examine("x", name).message


# --- Two sets of lists -------------------------------------------------------------------------

EVEN = [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]]
UNEVEN = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 1, 5]]


@pytest.mark.parametrize(
    ("answer", "idea"),
    [
        ((EVEN, UNEVEN), True),
        ((np.array(EVEN), [tuple(items) for items in UNEVEN]), True),
        (([[0, 1, 2], [3, 4, 5], [0, 3, 4], [1, 2, 5]], UNEVEN), True),
        ((UNEVEN, EVEN), "swapped-pair"),
        ((EVEN, EVEN), "same-counts"),
        ((EVEN, EVEN[:3]), "not-four-lists-of-three"),
        ((EVEN, [[0, 1, 2]] * 4), "coverage-differs"),
        ((EVEN, [[0, 1, -1], *UNEVEN[1:]]), "outside-the-catalogue"),
        ((EVEN, [[0, 1, 2.5], *UNEVEN[1:]]), "outside-the-catalogue"),
        ((EVEN, [[0, 1, math.nan], *UNEVEN[1:]]), "outside-the-catalogue"),
        ((EVEN, [[0, 0, 2], *UNEVEN[1:]]), "film-twice-in-a-list"),
        ((EVEN, [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 0]]), "too-little-apart"),
        (EVEN, None),
        ((EVEN, 3), None),
        ((EVEN, [0, 1, 2]), None),
        (("a", "b"), None),
    ],
)
def test_same_coverage_other_gini(answer, idea):
    result = examine(answer, "same_coverage_other_gini")
    assert (result.outcome == "correct") == (idea is True)
    assert idea is True or (result.outcome, result.idea) == ("not yet", idea)


def test_the_index_of_the_uneven_set():
    """Counts 4, 4, 1, 1, 1, 1: (-5 - 3 - 1 + 1 + 3 * 4 + 5 * 4) / (6 * 12) = 1/3."""
    assert EXERCISES["gini"].reference(UNEVEN, 6) == pytest.approx(1 / 3)
    assert EXERCISES["gini"].reference(EVEN, 6) == 0


# --- The bug -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "idea"),
    [
        ([["x", "y"], ["w", "z"]], True),
        ([[*SHOP, "x"]], True),
        ((("a", "b", "c", "d"),), True),
        (np.array([["a", "b"], ["c", "d"]]), True),
        ([[], []], "nothing-shown"),
        ([], "nothing-shown"),
        ([SHOP], "nobody-from-outside"),
        ([SHOP, SHOP], "repeats-do-not-count"),
        ([["x", "x", "x", "x"]], "too-few-titles"),
        ([["x"], SHOP[:2]], "too-few-titles"),
        (["x", "y", "z", "w"], None),
        ([[1, 2, 3, 4]], None),
        ("Night Ferry", None),
        (4, None),
    ],
)
def test_coverage_above_one(answer, idea):
    result = examine(answer, "coverage_above_one")
    assert (result.outcome == "correct") == (idea is True)
    assert idea is True or (result.outcome, result.idea) == ("not yet", idea)


def test_the_reported_percentage():
    """Lists x, y and w, z with the catalogue w, x, y gave 133.33 percent."""
    call = [["x", "y"], ["w", "z"]], ["w", "x", "y"]
    assert suspicious(*call) == pytest.approx(4 / 3)
    assert EXERCISES["fixed_coverage"].reference(*call) == 1
    assert 1.3 < CATALOGUE["fixed_coverage"]["coverage-outside-catalogue"].wrong(*call) < 1.34
