"""Assignment 05-splits: values by hand, other right solutions, and what is said of odd answers."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from course.checks import CATALOGUE, examine
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES
from course.checks.plain import decode, encode
from course.checks.splits_numbers import A, B, buggy_last_row, fixed_last_row
from course.checks.splits_parts import COLUMNS, TABLES, T, read_parts, show_parts, weeks
from course.figures import splits as figures
from course.splits import leave_one_out as course_leave_one_out
from course.splits import temporal_split as course_temporal_split

# --- Right solutions, written in other ways ----------------------------------------------------


def user_loop(ratings, share):
    train, test = [], []
    for _, rows in ratings.groupby("user_id"):
        rows = rows.sort_values("timestamp", kind="mergesort")
        number = int(share * len(rows) + 0.5)
        train.append(rows.iloc[: len(rows) - number])
        test.append(rows.iloc[len(rows) - number:])
    return pd.concat(train), pd.concat(test)


def user_ranks(ratings, share):
    ratings = ratings.copy()
    ratings["place"] = ratings.groupby("user_id")["timestamp"].rank(method="first")
    ratings["n"] = ratings.groupby("user_id")["user_id"].transform("count")
    in_test = ratings["place"] > ratings["n"] - (share * ratings["n"] + 0.5) // 1
    return [ratings[~in_test], ratings[in_test]]  # a list, with additional columns


def loo_loop(ratings, min_ratings):
    labels = []
    for user in ratings["user_id"].unique():
        rows = ratings[ratings["user_id"] == user]
        if len(rows) >= min_ratings:
            labels.append(rows.index[rows["timestamp"] == rows["timestamp"].max()][-1])
    return ratings.drop(labels), ratings.loc[labels]


def loo_reversed(ratings, min_ratings):
    """idxmax takes the first of tied rows, so the table is turned round."""
    enough = ratings.groupby("user_id").filter(lambda rows: len(rows) >= min_ratings)
    labels = enough[::-1].groupby("user_id")["timestamp"].idxmax()
    test = ratings.loc[labels, list(COLUMNS)[::-1]]  # columns in another order
    return ratings.drop(test.index), test


def cut_query(ratings, cut):
    return ratings.query("timestamp < @cut"), ratings.query("timestamp >= @cut")


def last_row_numpy(items, times):
    times = np.array(times)
    return len(times) - 1 - np.argmax(times[::-1])


def t_scipy(a, b):
    return stats.ttest_rel(a, b).statistic


def sampled_enumerated(rank, n_items, n_negatives):
    """Every draw without replacement, where that is not too many; else the closed form."""
    if n_items > 5:
        return 1 + (rank - 1) * n_negatives / (n_items - 1)
    others = [place for place in range(1, n_items + 1) if place != rank]
    return np.mean([1 + sum(place < rank for place in drawn)
                    for drawn in itertools.combinations(others, n_negatives)])


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("name", "solution"), [
    ("user_temporal_split", user_loop),
    ("user_temporal_split", user_ranks),
    ("leave_one_out", loo_loop),
    ("leave_one_out", loo_reversed),
    ("temporal_split", cut_query),
    ("fixed_last_row", last_row_numpy),
    ("expected_sampled_rank", sampled_enumerated),
    ("paired_t", t_scipy),
])
def test_other_right_solutions_are_correct(name, solution, hidden):
    result = examine(solution, name, hidden=hidden)
    assert result.outcome == "correct", result.message


# --- Values by hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "table", "number", "test_rows"), [
    ("user_temporal_split", T, 0.5, [0, 2, 3, 4, 7]),
    ("user_temporal_split", T, 0.3, [2, 3, 4]),
    ("user_temporal_split", T, 0.25, [2, 4]),
    ("user_temporal_split", T[::-1], 0.25, [2, 3]),
    ("leave_one_out", T, 5, [4]),
    ("leave_one_out", T[::-1], 5, [3]),
    ("leave_one_out", T, 3, [2, 4]),
    ("leave_one_out", T, 6, []),
    ("temporal_split", T, 50, [2, 3, 4]),
    ("temporal_split", T, 12, [0, 2, 3, 4, 5, 6, 7]),
    ("temporal_split", T, 56, []),
])
def test_the_references_on_t(name, table, number, test_rows):
    train, test = EXERCISES[name].reference(table, number)
    assert sorted(test.index) == test_rows
    assert sorted(train.index) == sorted(set(range(8)) - set(test_rows))


def test_the_numbers_of_the_studies():
    assert EXERCISES["paired_t"].reference(A, B) == pytest.approx(6.480741, abs=1e-6)
    idea = CATALOGUE["paired_t"]["test-unpaired"]
    assert idea.wrong(A, B) == pytest.approx(0.214628, abs=1e-6)
    assert idea.wrong(A, B) == pytest.approx(stats.ttest_ind(A, B).statistic)
    assert EXERCISES["expected_sampled_rank"].reference(101, 10_000, 99) == pytest.approx(1.990099)


def test_the_bug_differs_only_in_ties():
    rng = np.random.default_rng(7)
    for _ in range(200):
        n = int(rng.integers(2, 7))
        items, times = rng.permutation(n).tolist(), rng.integers(0, 4, n).tolist()
        if buggy_last_row(items, times) != fixed_last_row(items, times):
            assert times.count(max(times)) > 1


def test_the_clock_of_weeks_has_ties_at_the_last_moment():
    """Else an unstable sort, or a rule by item id, would pass on the larger table."""
    table = weeks()
    last = table.timestamp == table.groupby("user_id").timestamp.transform("max")
    assert (last.groupby(table.user_id).sum() > 1).sum() >= 5


def test_tables_are_what_their_names_say():
    for text, table in TABLES.items():
        pd.testing.assert_frame_equal(eval(text, {"T": T}), table)
    for name in ("user_temporal_split", "leave_one_out", "temporal_split"):
        for aspect in EXERCISES[name].aspects:
            for case, _ in cases_of(EXERCISES[name], aspect, hidden=False):
                called = eval(case.shown, {"T": T, "weeks": weeks(), name: lambda *args: args})
                pd.testing.assert_frame_equal(called[0], case.args[0])
                assert called[1] == case.args[1]


@pytest.mark.parametrize(("name", "answer"), [
    ("hand_leave_one_out", [4]),
    ("hand_leave_one_out", 4),
    ("hand_leave_one_out", np.array([4.0])),
    ("hand_user_temporal", (7, 4, 3, 2, 0)),
    ("hand_user_temporal", pd.Index([0, 2, 3, 4, 7, 7])),
    ("hand_temporal", [4, 3, 2]),
    ("hand_leak", 1 / 7),
    ("hand_leak", 0.142857),
    ("tie_exposed", ([9, 4], [50, 50])),
    ("tie_exposed", ([3, 9, 4], np.array([10, 50, 50]))),
    ("leak_explained", "bde"),
    ("leak_explained", "E, D, B"),
    ("sampled_explained", "b c e"),
    ("difference_explained", "bde"),
])
def test_right_values(name, answer):
    result = examine(answer, name)
    assert (result.outcome, result.score) == ("correct", 1), result.message


def test_leak_is_the_share_that_the_figure_computes():
    share = figures.later_share(*course_leave_one_out(T))
    assert share.tolist() == pytest.approx([1 / 7])
    assert figures.later_share(*course_temporal_split(T, 34)).tolist() == [0, 0, 0, 0]


def test_the_alt_text_of_the_time_lines_is_computed(monkeypatch):
    told = []
    monkeypatch.setattr(figures, "show", lambda figure, alt: told.append(alt))
    figures.timelines({"A": course_leave_one_out(T), "B": course_temporal_split(T, 34),
                       "C": course_temporal_split(T, 50), "D": course_leave_one_out(T)})
    assert "A 14%, B 0%, C 0%, D 14%. Only under B and C" in told[0]


# --- What is said of other answers ---------------------------------------------------------------


@pytest.mark.parametrize(("answer", "part"), [
    (lambda r, n: r, "gave a DataFrame, not a pair: return train, test"),
    (lambda r, n: None, "your function returned None; did you forget `return`?"),
    (lambda r, n: (r.index.tolist(), []), "a pair whose train is a list, not a DataFrame"),
    (lambda r, n: (r, r.index), "a pair whose test is "),
    (lambda r, n: (r[["user_id"]], r), "a train without the column item_id"),
    (lambda r, n: (r, r.set_index(["user_id", r.index], drop=False)),
     "a test whose row labels are not those of the table"),
    (lambda r, n: (r.astype(str).replace("1", "Ana"), r), "user_id holds something that is no num"),
    (lambda r, n: (r, r, r), "gave a tuple, not a pair"),
    (lambda r, n: r.loc["x"], "raised KeyError"),
])
def test_other_results_get_a_sentence(answer, part):
    for name in ("user_temporal_split", "leave_one_out", "temporal_split"):
        result = examine(answer, name)
        assert (result.outcome, result.score) == ("not yet", 0)
        assert part in result.message and len(result.message) <= 400
        hidden = examine(answer, name, hidden=True).message
        assert "DataFrame" in hidden or "returned None" in hidden or "KeyError" in hidden


def test_a_row_that_changed_is_told():
    def changed(ratings, cut):
        train, test = course_temporal_split(ratings, cut)
        return train, test.assign(rating=5)

    result = examine(changed, "temporal_split", aspect="cut")
    assert "(row 2 no longer holds what it held in T)" in result.message
    assert "gave train 0, 1, 5, 6, 7 and test 2, 3, 4 (row" not in show_parts(
        read_parts(course_temporal_split(T, 50)))


def by_apply(ratings, min_ratings):
    """What the labels and columns are after apply depends on the version of pandas."""
    groups = ratings.sort_values("timestamp", kind="stable").groupby("user_id")
    return (groups.apply(lambda rows: rows if len(rows) < min_ratings else rows.iloc[:-1]),
            groups.apply(lambda rows: rows.iloc[len(rows) - (len(rows) >= min_ratings):]))


def numbered_again(ratings, min_ratings):
    train, test = course_leave_one_out(ratings, min_ratings=min_ratings)
    return train[::-1].reset_index(), test.sort_values("item_id").reset_index(drop=True)


def overlapping(ratings, min_ratings):
    return ratings, course_leave_one_out(ratings, min_ratings=min_ratings)[1]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(("solution", "aspect", "ideas"), [
    (by_apply, None, {"split-loses-user-id", "split-new-index"}),
    (numbered_again, "value", {"split-new-index"}),
    (overlapping, None, {"split-overlaps"}),
])
def test_a_split_with_other_labels_is_named(solution, aspect, ideas, hidden):
    assert examine(solution, "leave_one_out", hidden=hidden, aspect=aspect).idea in ideas


def test_a_large_split_is_told_in_short():
    text = show_parts(read_parts(course_leave_one_out(weeks(), min_ratings=5)))
    assert "test rows, whose labels add up to" in text and len(text) < 80


def test_inputs_may_be_changed_and_are_not_shared():
    def rough(ratings, cut):
        ratings.sort_values("timestamp", inplace=True)
        ratings["late"] = ratings.pop("timestamp") >= cut
        raise RuntimeError("spoiled")

    assert "raised RuntimeError" in examine(rough, "temporal_split").message
    assert list(T.columns) == list(COLUMNS) and T.index.tolist() == list(range(8))
    assert examine(cut_query, "temporal_split").outcome == "correct"


@pytest.mark.parametrize("table", [T, T[::-1], T.iloc[:0], T.drop(3)], ids=len)
@pytest.mark.parametrize("solution", [user_loop, user_ranks])
def test_a_split_reads_alike_after_it_crossed(table, solution):
    answer = solution(table, 0.5) if len(table) else (table, table)
    np.testing.assert_array_equal(read_parts(decode(encode(answer))), read_parts(answer))


@pytest.mark.parametrize(("name", "answer", "part"), [
    ("hand_leave_one_out", "4", "is a str, not a list of numbers"),
    ("hand_user_temporal", [0, 2, 3, 4, 8], "T has no row 8; its rows are 0 to 7"),
    ("hand_temporal", [3, 4], "[3, 4] is not right"),
    ("hand_leak", [0], "is a list, not a number"),
    ("tie_exposed", [50, 50], "not a list of numbers"),
    ("leak_explained", "f", "not made of the letters"),
    ("leak_explained", 3, "not letters in quotes"),
])
def test_other_wrong_values_get_a_sentence(name, answer, part):
    result = examine(answer, name)
    assert (result.outcome, result.idea) == ("not yet", None)
    assert part in result.message


def test_the_ideas_of_the_studies_are_there():
    """All of section 1.6, and those of 1.7 that belong to this lesson."""
    ours = {idea for exercise in EXERCISES.values() if exercise.lesson == "05-splits"
            for idea in exercise.ideas}
    assert ours >= {
        "loo-last-row-of-file", "loo-tie-by-item-id", "loo-sorted-by-item", "loo-oldest",
        "loo-ignores-minimum", "loo-last-of-all", "loo-short-users-vanish", "split-new-index",
        "split-overlaps", "user-temporal-oldest", "user-temporal-file-order",
        "user-temporal-floor", "user-temporal-python-round", "user-temporal-one-cut",
        "temporal-boundary-in-train", "temporal-sides-swapped", "temporal-by-share",
        "temporal-drops-new-users", "cold-users-dropped", "sampled-hit-is-hit",
        "sampled-keeps-order", "sampled-negatives-hold-positives", "sampled-per-model",
        "test-unpaired", "bootstrap-unpaired", "error-over-rows", "winner-by-third-decimal",
        "compare-across-mixes",
    }
