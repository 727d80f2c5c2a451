"""Assignment 01-why-not-rmse: numbers worked elsewhere, other right solutions, property answers."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import mean_squared_error

from course.checks import CATALOGUE, examine
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES
from course.metrics import precision_at_k
from course.models import _ranking

NAN = math.nan


# --- Right solutions, written in other ways ----------------------------------------------------


def rmse_loop(predicted, actual):
    total = count = 0
    for guess, stars in zip(predicted, actual):
        if stars == stars:  # NaN is not equal to itself
            total += (guess - stars) ** 2
            count += 1
    return (total / count) ** 0.5


def rmse_nanmean(predicted, actual):
    return np.sqrt(np.nanmean((np.array(predicted) - np.array(actual)) ** 2))


def rmse_pandas(predicted, actual):
    return math.sqrt((pd.Series(predicted, dtype=float) - pd.Series(actual)).pow(2).mean())


def rmse_sklearn(predicted, actual):
    rated = ~np.isnan(actual)
    return mean_squared_error(np.array(actual)[rated], np.array(predicted)[rated]) ** 0.5


def top_k_argsort(scores, k, seen):
    scores = np.array(scores, dtype=float)
    scores[seen] = -np.inf
    return np.argsort(-scores)[: min(k, len(scores) - len(seen))]


def top_k_pandas(scores, k, seen):
    return pd.Series(scores).drop(seen).nlargest(k).index


def top_k_of_the_course(scores, k, seen):
    barred = np.zeros((1, len(scores)), dtype=bool)
    barred[0, seen] = True
    best = _ranking.top_k([scores], k, barred)[0]
    return best[best >= 0]


def fixed_weighted(errors_by_user):
    """By way of the users: the mean of their MSE, weighted by their numbers of ratings."""
    users = [errors for errors in errors_by_user.values() if errors]
    sizes = [len(errors) for errors in users]
    return np.sqrt(np.average([np.mean(np.square(e)) for e in users], weights=sizes))


def fixed_joined(errors_by_user):
    joined = np.concatenate([np.array(e, dtype=float) for e in errors_by_user.values()])
    return np.linalg.norm(joined) / math.sqrt(joined.size)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "solution"),
    [
        ("rmse", rmse_loop),
        ("rmse", rmse_nanmean),
        ("rmse", rmse_pandas),
        ("rmse", rmse_sklearn),
        ("top_k", top_k_argsort),
        ("top_k", top_k_pandas),
        ("top_k", top_k_of_the_course),
        ("fixed_rmse", fixed_weighted),
        ("fixed_rmse", fixed_joined),
    ],
)
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


def rmse_of_what_is_not_this_nan(predicted, actual):
    kept = [(p, a) for p, a in zip(predicted, actual) if a is not NAN]
    return (sum((p - a) ** 2 for p, a in kept) / len(kept)) ** 0.5


def rmse_of_gaps_taken_out_of_one_list(predicted, actual):
    return rmse_loop(predicted, [stars for stars in actual if stars == stars])


def top_k_with_minus_infinity_among_integers(scores, k, seen):
    scores = np.array(scores)
    scores[seen] = -np.inf
    return np.argsort(-scores)[: min(k, len(scores) - len(seen))]


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("name", "aspect", "solution", "idea"),
    [
        ("rmse", "unrated", rmse_of_what_is_not_this_nan, "rmse-unrated-spoils-all"),
        ("rmse", "unrated", rmse_of_gaps_taken_out_of_one_list,
         "rmse-unrated-removed-before-pairing"),
        ("rmse", "value", lambda p, a: rmse_loop(p, a) ** 2 / 2, "rmse-half-for-root"),
        ("top_k", "seen", top_k_with_minus_infinity_among_integers, None),
    ],
)
def test_nearly_right_solutions_are_refused(name, aspect, solution, idea, hidden):
    result = examine(solution, name, aspect=aspect, hidden=hidden)
    assert (result.outcome, result.idea) == ("not yet", idea)


def test_the_suspicious_function_is_named_although_it_crashes_without_errors():
    def suspicious(errors_by_user):
        roots = [(sum(e**2 for e in errors) / len(errors)) ** 0.5
                 for errors in errors_by_user.values()]
        return sum(roots) / len(roots)

    for aspect in ("value", "silent"):
        assert examine(suspicious, "fixed_rmse", aspect=aspect).idea == "rmse-mean-of-user-rmse"


# --- The references ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("rmse", ([2, 5, 4], [5, 1, NAN]), 12.5**0.5),
        ("rmse", ([1, 1, 2], [1, 3, 1]), 1.290994),
        ("rmse", ([4.4, 4.5], [5, 4]), 0.552268),
        ("top_k", ([3, 9, 7, 5], 2, [1]), [2, 3]),
        ("top_k", ([1, 2], 5, [0, 1]), []),
        ("fixed_rmse", ({"u": [3], "v": [1, 1]},), (11 / 3) ** 0.5),
        ("fixed_rmse", ({"ana": [0], "ben": [2, 2, 2]},), 1.732051),
    ],
)
def test_references_by_hand(name, args, value):
    assert EXERCISES[name].reference(*args) == pytest.approx(value, abs=1e-6)


def test_rmse_is_at_least_the_mean_absolute_error_and_at_most_the_largest():
    for case, expected in cases_of(EXERCISES["rmse"], "unrated", hidden=True):
        errors = np.abs(np.subtract(*case.args))
        assert np.nanmean(errors) - 1e-9 <= expected <= np.nanmax(errors) + 1e-9


def test_the_order_of_the_users_does_not_matter():
    for case, expected in cases_of(EXERCISES["fixed_rmse"], "silent", hidden=True):
        turned = dict(reversed(case.args[0].items()))
        assert EXERCISES["fixed_rmse"].reference(turned) == pytest.approx(float(expected))


def test_adding_ten_changes_no_list():
    for case, expected in cases_of(EXERCISES["top_k"], "seen", hidden=True):
        scores, k, seen = case.args
        shifted = EXERCISES["top_k"].reference([score + 10 for score in scores], k, seen)
        assert shifted == expected.tolist()


@pytest.mark.parametrize("aspect", ["order", "seen", "short"])
@pytest.mark.parametrize("hidden", [False, True])
def test_the_cases_of_top_k_keep_what_the_text_promises(aspect, hidden):
    for case, expected in cases_of(EXERCISES["top_k"], aspect, hidden):
        scores, k, seen = case.args
        assert len(set(scores)) == len(scores) and len(set(seen)) == len(seen)
        assert aspect == "short" or (aspect == "order") == (not seen)
        left = len(scores) - len(seen)
        assert (left < k) == (aspect == "short")
        assert len(expected) == min(k, left)


@pytest.mark.parametrize("hidden", [False, True])
def test_the_cases_with_gaps_have_a_gap_and_a_rating(hidden):
    for case, _ in cases_of(EXERCISES["rmse"], "unrated", hidden):
        gaps = np.isnan(case.args[1])
        assert gaps.any() and not gaps.all()


# --- The catalogue against the study -----------------------------------------------------------


ONE_OF_TWO = ([1, 1], [1, 3])
UNSEEN = ([-0.2, -0.7, 0.5], 2, [0])


@pytest.mark.parametrize(
    ("name", "idea", "args", "right", "wrong"),
    [
        ("rmse", "rmse-without-root", ([1], [3]), 2, 4),
        ("rmse", "rmse-absolute-error", ONE_OF_TWO, 1.414214, 1),
        ("rmse", "rmse-signed-errors", ONE_OF_TWO, 1.414214, 1),
        ("rmse", "rmse-root-of-sum", ONE_OF_TWO, 1.414214, 2),
        ("rmse", "rmse-divides-by-n-minus-1", ([1], [1]), 0, NAN),
        ("rmse", "rmse-unrated-is-zero", ([4, 3], [4, NAN]), 0, 2.12132),
        ("top_k", "topk-lowest-first", UNSEEN, [2, 1], [1, 2]),
        ("top_k", "topk-right-set-wrong-order", UNSEEN, [2, 1], [1, 2]),
        ("top_k", "topk-set-in-id-order", UNSEEN, [2, 1], [1, 2]),
        ("top_k", "topk-keeps-seen", UNSEEN, [2, 1], [2, 0]),
        ("top_k", "topk-cut-then-filter", UNSEEN, [2, 1], [2]),
        ("top_k", "topk-seen-scored-zero", UNSEEN, [2, 1], [2, 0]),
        ("top_k", "topk-returns-scores", UNSEEN, [2, 1], [0.5, -0.7]),
        ("top_k", "topk-counts-from-one", UNSEEN, [2, 1], [3, 2]),
        ("top_k", "topk-seen-removed-before-indexing", UNSEEN, [2, 1], [1, 0]),
        ("fixed_rmse", "rmse-mean-of-user-rmse", ({"a": [0], "b": [2, 2, 2]},), 1.732051, 1),
    ],
)
def test_values_of_the_study(name, idea, args, right, wrong):
    assert EXERCISES[name].reference(*args) == pytest.approx(right, abs=1e-6)
    assert CATALOGUE[name][idea].wrong(*args) == pytest.approx(wrong, abs=1e-6, nan_ok=True)


@pytest.mark.parametrize(
    ("idea", "wrong"), [("topk-returns-ranks", [2, 0]), ("topk-score-threshold", [2])])
def test_other_forms_of_an_idea_of_the_study(idea, wrong):
    assert wrong in [version(*UNSEEN) for version in CATALOGUE["top_k"][idea].versions]


@pytest.mark.parametrize(
    ("name", "aspect", "args"),
    [
        ("rmse", "value", ([1, 1, 2], [1, 3, 1])),
        ("top_k", "seen", ([-0.7, 0.9, 1.4, -0.2, -1.5], 3, [2])),
    ],
)
def test_the_input_of_the_study_that_separates_most_is_a_visible_case(name, aspect, args):
    assert args in [case.args for case, _ in cases_of(EXERCISES[name], aspect, hidden=False)]


# --- Values by hand ----------------------------------------------------------------------------


def test_mara_by_a_second_route():
    true, a, b = [5, 5, 4, 2, 1], [3.9, 4.1, 4.3, 2.5, 1.6], [3.2, 3, 2, 0.5, 0.2]
    roots = [mean_squared_error(true, model) ** 0.5 for model in (a, b)]
    assert roots == pytest.approx([0.737564, 1.681071], abs=1e-6)
    assert examine(roots, "mara_rmse").outcome == "correct"
    orders = [np.argsort(np.negative(model)) for model in (a, b)]
    shares = [precision_at_k(np.array(true)[order] == 5, 2) for order in orders]
    assert shares == [0.5, 1.0]
    assert examine(shares, "mara_precision").outcome == "correct"


@pytest.mark.parametrize(
    ("name", "answer", "idea"),
    [
        ("mara_rmse", (0.544, 2.826), "rmse-without-root"),
        ("mara_rmse", [0.68, 1.62], "rmse-absolute-error"),
        ("mara_rmse", [-0.12, -1.62], "rmse-signed-errors"),
        ("mara_rmse", [1.681071, 0.737564], "rmse-models-swapped"),
        ("mara_rmse", [0.74, 1.68], "rounded-too-early"),
        ("mara_rmse", [1, 2], None),
        ("mara_precision", [1, 2], "precision-counts-hits"),
        ("mara_precision", [0.4, 0.4], "precision-whole-list"),
        ("mara_precision", [0, 1], None),
        ("mara_precision", [0, 0], "precision-lowest-first"),
        ("mara_rmse", [0.272, 1.413], "rmse-half-for-root"),
    ],
)
def test_wrong_numbers_by_hand(name, answer, idea):
    result = examine(answer, name)
    assert (result.outcome, result.idea) == ("not yet", idea)


# --- The counter-example -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        ([4.4, 4.5, 2.0], [3, 2, 1]),
        ([4.9, 4.95, 2], (5, 3, 2)),
        np.array([[4, 4.2, 2], [2, 1, 1]]),
    ],
)
def test_counter_examples_that_do_it(answer):
    assert examine(answer, "rmse_against_order").outcome == "correct"


def test_a_pair_with_one_rmse_is_told_so():
    assert examine(([4, 5, 2], [5, 3, 1]), "rmse_against_order").idea == "same-rmse"


def test_every_pair_of_predictions_is_judged_by_the_property_and_named_when_wrong():
    steps = list(itertools.product([1, 2.5, 4, 5], repeat=3))
    right = 0
    for a, b in itertools.islice(itertools.product(steps, steps), 0, None, 3):
        result = examine((a, b), "rmse_against_order")
        lower = rmse_loop(a, [5, 4, 2]) < rmse_loop(b, [5, 4, 2]) - 1e-6
        holds = lower and b[0] > max(b[1:]) and a[0] < max(a[1:]) \
            and sorted(a)[-1] > sorted(a)[-2]
        assert (result.outcome == "correct") == holds
        assert holds or result.idea is not None
        right += holds
    assert right > 10


@pytest.mark.parametrize(
    ("answer", "part"),
    [
        ([4.4, 4.5, 2], "not a pair"),
        (([4.4, 4.5, "2"], [3, 2, 1]), "first member"),
        (([4.4, NAN, 2], [3, 2, 1]), "do not do it"),
        ("no", "not a pair"),
    ],
)
def test_odd_counter_examples_get_a_sentence(answer, part):
    result = examine(answer, "rmse_against_order")
    assert result.outcome == "not yet" and part in result.message


# --- The bug -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "idea"),
    [
        (([0], [2, 2, 2]), None),
        (([0] * 9, [4]), None),
        (([4], [0]), None),
        (([-3, 3, 3, 3], [0.5]), None),
        (([0], [2]), "bug-equally-many-errors"),
        (([1, -1], [1]), "bug-users-equally-wrong"),
        (([], [1]), "bug-user-without-errors"),
        (([0], [5, 5, 5]), "bug-errors-beyond-the-scale"),
        (([NAN], [2, 2]), "bug-errors-beyond-the-scale"),
    ],
)
def test_lists_that_expose_the_bug(answer, idea):
    result = examine(answer, "rmse_bug_exposed")
    assert result.idea == idea
    assert (result.outcome == "correct") == (idea is None), result.message


# --- The choice --------------------------------------------------------------------------------


def test_only_the_three_true_statements_are_right():
    letters = "abcdef"
    for size in range(1, 7):
        for some in itertools.combinations(letters, size):
            result = examine("".join(some), "add_ten")
            assert (result.outcome == "correct") == (some == ("a", "b", "d"))
            assert result.outcome == "correct" or result.idea is not None


@pytest.mark.parametrize("answer", ["d, a, b", "ABD", "a+b+d", "bda"])
def test_letters_in_any_order_and_dress(answer):
    assert examine(answer, "add_ten").outcome == "correct"


def test_what_the_statements_say_is_so():
    true, model = [5, 5, 4, 2, 1], [3.9, 4.1, 4.3, 2.5, 1.6]
    shifted = [stars + 10 for stars in model]
    assert rmse_loop(model, true) == pytest.approx(0.737564, abs=1e-6)
    assert rmse_loop(shifted, true) == pytest.approx(9.906765, abs=1e-6)
    assert np.array_equal(np.argsort(model), np.argsort(shifted))
    assert len(set(np.minimum(shifted, 5))) == 1
