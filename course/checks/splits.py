"""Assignment 05-splits: the cases and the wrong ideas of three splits.

The answers that are values are in splits_answers.py, the functions of numbers in splits_numbers.py.
"""

import math

import numpy as np

from course.checks import splits_answers, splits_numbers
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.splits_parts import (
    DUE,
    SORTED,
    case,
    copied,
    each_part,
    histories,
    in_file,
    in_items,
    in_time,
    new_labels,
    new_labels_first,
    pairs_as_labels,
    part,
    random_table,
    read_parts,
    rows_of,
    show_parts,
    sorted_anyhow,
    sorted_anyhow_by_user,
    swapped,
    ties_backwards,
    ties_by_item,
    without_user,
)
from course.splits import leave_one_out, temporal_split, user_temporal_split

LESSON = "05-splits"
RANDOM_CASES = 10


def cases(name, *calls):
    return lambda: [case(name, *call) for call in calls]


# --- What all splits can get wrong --------------------------------------------------------------


def shared_ideas(split):
    """Wrong ideas about any split, as versions of the right one."""
    return {
        "split-new-index": Idea(
            new_labels(split),
            "Keep the row labels of the table: they say which row it was.",
            "Four splits",
            also=(
                *(new_labels(split, *columns) for columns in SORTED),
                *(new_labels_first(split, *columns) for columns in SORTED),
                each_part(split, pairs_as_labels),
                each_part(split, pairs_as_labels, train=False),
            ),
        ),
        "split-loses-user-id": Idea(
            each_part(split, without_user),
            "Did groupby.apply or set_index take user_id out of your columns? A loop over the "
            "groups leaves it there.",
            "Four splits",
            also=(each_part(split, without_user, train=False),),
        ),
        "split-overlaps": Idea(
            copied(split),
            "Some rows are in both parts, so the model has seen the answers.",
            "Leakage",
        ),
        "split-parts-swapped": Idea(
            swapped(split),
            "Look at which part you return first, and at which rows are later.",
            "Four splits",
        ),
    }


# --- user_temporal_split -----------------------------------------------------------------------


def user_temporal(order=in_time, held_out=lambda x: math.floor(x + 0.5)):
    """Per-user temporal split with any order of rows and any rule for rounding."""
    def version(ratings, share):
        found = []
        for rows in histories(ratings, order):
            number = held_out(share * len(rows))
            found += rows[len(rows) - number:]
        return part(ratings, found)

    return version


def oldest_rows(ratings, share):
    return part(ratings, [row for rows in histories(ratings)
                          for row in rows[:math.floor(share * len(rows) + 0.5)]])


def one_cut(ratings, share):
    rows = sorted(rows_of(ratings), key=in_time)
    return part(ratings, rows[len(rows) - math.floor(share * len(rows) + 0.5):])


def ties_together(ratings, share):
    found = []
    for rows in histories(ratings):
        number = math.floor(share * len(rows) + 0.5)
        if number:
            found += [row for row in rows if row.time >= rows[-number].time]
    return part(ratings, found)


def minus_zero(ratings, share):
    """rows[-0:] is rows[0:], so where the rule gives 0 rows, all of them."""
    found = []
    for rows in histories(ratings):
        found += rows[-math.floor(share * len(rows) + 0.5):]
    return part(ratings, found)


def last_of_sorted(sort):
    """Per-user temporal split with a sort of pandas; a user's rows come in its order."""
    def version(ratings, share):
        ends = []
        for rows in sort(ratings):
            ends += rows.index.tolist()[len(rows) - math.floor(share * len(rows) + 0.5):]
        test = ratings.index.isin(ends)
        return ratings[~test], ratings[test]

    return version


def share_for_train(ratings, share):
    return user_temporal()(ratings, 1 - share)


def user_value_hidden(rng):
    for _ in range(RANDOM_CASES):
        sizes = (4 * rng.integers(1, 4, int(rng.integers(2, 5)))).tolist()
        yield random_table(rng, sizes), float(rng.choice([0.25, 0.75]))


def user_rounding_hidden(rng):
    yield random_table(rng, [5, 3]), 0.5
    yield random_table(rng, [9, 2, 3]), 0.125
    for _ in range(RANDOM_CASES):
        sizes = (2 * rng.integers(1, 6, int(rng.integers(2, 5))) + 1).tolist()
        yield random_table(rng, sizes), float(rng.choice([0.125, 0.25, 0.375, 0.5, 0.625]))


def user_ties_hidden(rng):
    yield random_table(rng, [10, 6, 5], tied=4), 0.25
    yield random_table(rng, [60, 52], tied=40), 0.25  # long enough for an unstable sort to show
    for _ in range(RANDOM_CASES):
        sizes = rng.integers(5, 13, int(rng.integers(2, 5))).tolist()
        yield random_table(rng, sizes, tied=int(rng.integers(4, 7))), 0.25


USER_TEMPORAL = FunctionExercise(
    "user_temporal_split",
    LESSON,
    reference=user_temporal_split,
    aspects={
        "value": Aspect(
            cases("user_temporal_split", ("T.loc[[0, 1]]", 0.5), ("T.drop([3, 5])", 0.5),
                  ("T.loc[[1, 0]]", 0.5)),
            user_value_hidden,
        ),
        "rounding": Aspect(
            cases("user_temporal_split", ("T[T.user_id == 2]", 0.1), ("T[T.user_id == 2]", 0.5),
                  ("T", 0.5), ("T", 0.3), ("T.drop(3)", 0.625)),
            user_rounding_hidden,
        ),
        "ties": Aspect(
            cases("user_temporal_split", ("T.loc[[3, 4]]", 0.5), ("T.loc[[4, 3]]", 0.5),
                  ("T", 0.25), ("T[::-1]", 0.25), ("weeks", 0.25)),
            user_ties_hidden,
        ),
    },
    ideas={
        "user-temporal-oldest": Idea(
            oldest_rows,
            "Which end of a user's history did you hold out? Test comes after train.",
            "Four splits",
        ),
        "user-temporal-file-order": Idea(
            user_temporal(in_file),
            "What is the table sorted by? Not by time.",
            "Four splits",
        ),
        "user-temporal-by-item": Idea(
            user_temporal(in_items),
            "You sorted, but not by time.",
            "Four splits",
        ),
        "user-temporal-floor": Idea(
            user_temporal(held_out=math.floor),
            "You round down. The rule is floor(share × n + 0.5).",
            "Four splits",
        ),
        "user-temporal-ceil": Idea(
            user_temporal(held_out=math.ceil),
            "You round up. The rule is floor(share × n + 0.5).",
            "Four splits",
        ),
        "user-temporal-python-round": Idea(
            user_temporal(held_out=round),
            "What does Python make of round(2.5)?",
            "Four splits",
        ),
        "user-temporal-at-least-one": Idea(
            user_temporal(held_out=lambda x: max(1, math.floor(x + 0.5))),
            "The rule can give 0 rows. Then this user has no test row.",
            "Four splits",
        ),
        "user-temporal-minus-zero": Idea(
            minus_zero,
            "The rule can give 0 rows. What does a slice from -0 on hold?",
            "Four splits",
        ),
        "user-temporal-one-cut": Idea(
            one_cut,
            "You cut the whole table once. Here every user has a cut.",
            "Four splits",
        ),
        "user-temporal-share-is-train": Idea(
            share_for_train,
            "The share is the part that is held out.",
            "Four splits",
        ),
        "user-temporal-tie-by-item-id": Idea(
            user_temporal(ties_by_item),
            "Item ids decide your ties, and they follow popularity. Use the stated rule.",
            "Ties",
        ),
        "user-temporal-tie-first-row": Idea(
            user_temporal(ties_backwards),
            "Of rows in one second, the rule holds out the later row first.",
            "Ties",
        ),
        "user-temporal-unstable-sort": Idea(
            last_of_sorted(sorted_anyhow),
            "Your sort mixes rows of one second. Which kind of sort keeps their order?",
            "Ties",
            also=(last_of_sorted(sorted_anyhow_by_user),),
        ),
        "user-temporal-ties-together": Idea(
            ties_together,
            "You keep rows of one second together. The task asks for an exact number of rows.",
            "Ties",
        ),
        **shared_ideas(user_temporal()),
    },
    read=read_parts,
    show=show_parts,
    due=DUE,
    hints=(
        "Sort first, then count from the end of each user's rows. Sort without losing the row "
        "labels, and keep rows of one second in the order of the table (a stable sort).",
        "A user with n rows gives floor(share × n + 0.5) of them to test: the last ones. After a "
        "stable sort, groupby and cumcount number each user's rows from 0, and transform gives n.",
        "Four rows at times 7, 3, 9, 5 and a share of 0.4: floor(1.6 + 0.5) = 2, so the rows at "
        "7 and 9 are test. With a share of 0.1 it is floor(0.9) = 0: no test row.",
    ),
)


# --- leave_one_out -----------------------------------------------------------------------------


def one_out(order=in_time, enough=lambda number, minimum: number >= minimum, at=-1):
    """Leave one out with any order of rows, any rule for short users, and any place."""
    def version(ratings, min_ratings):
        return part(ratings, [rows[at] for rows in histories(ratings, order)
                              if enough(len(rows), min_ratings)])

    return version


def all_tied_rows(ratings, min_ratings):
    return part(ratings, [row for rows in histories(ratings) if len(rows) >= min_ratings
                          for row in rows if row.time == rows[-1].time])


def last_of_all(ratings, min_ratings):
    return part(ratings, sorted(rows_of(ratings), key=in_time)[-1:])


def short_users_vanish(ratings, min_ratings):
    number = ratings.groupby("user_id")["user_id"].transform("size")
    return one_out()(ratings[number >= min_ratings], min_ratings)


def short_users_into_test(ratings, min_ratings):
    return part(ratings, [row for rows in histories(ratings)
                          for row in (rows[-1:] if len(rows) >= min_ratings else rows)])


def last_after(sort):
    """Leave one out with a sort of pandas."""
    def version(ratings, min_ratings):
        labels = [rows.index[-1] for rows in sort(ratings) if len(rows) >= min_ratings]
        test = ratings.index.isin(labels)
        return ratings[~test], ratings[test]

    return version


def loo_value_hidden(rng):
    yield random_table(rng, [3, 6, 4]), 3
    for _ in range(RANDOM_CASES):
        sizes = rng.integers(3, 9, int(rng.integers(2, 6))).tolist()
        yield random_table(rng, sizes), int(rng.integers(1, 3))


def loo_minimum_hidden(rng):
    for _ in range(RANDOM_CASES):
        minimum = int(rng.integers(3, 6))
        sizes = [minimum, minimum - 1, minimum + 1, int(rng.integers(1, 9))]
        yield random_table(rng, rng.permutation(sizes).tolist()), minimum
    yield random_table(rng, [2, 3]), 4


def loo_ties_hidden(rng):
    yield random_table(rng, [37] * 24, tied=5), 5  # enough for an unstable sort to show
    yield random_table(rng, [3, 4], tied=2), 2
    for _ in range(RANDOM_CASES):
        sizes = [5, 4, *rng.integers(3, 9, int(rng.integers(1, 4))).tolist()]
        yield random_table(rng, sizes, tied=int(rng.integers(2, 5))), 5


LEAVE_ONE_OUT = FunctionExercise(
    "leave_one_out",
    LESSON,
    reference=lambda ratings, min_ratings: leave_one_out(ratings, "time", min_ratings),
    aspects={
        "value": Aspect(
            cases("leave_one_out", ("T.loc[[0, 1]]", 2), ("T.loc[[1, 0]]", 1), ("T.drop(3)", 3)),
            loo_value_hidden,
        ),
        "minimum": Aspect(
            cases("leave_one_out", ("T[T.user_id == 2]", 4), ("T[T.user_id == 2]", 3),
                  ("T.drop(3)", 4)),
            loo_minimum_hidden,
        ),
        "ties": Aspect(
            cases("leave_one_out", ("T.loc[[3, 4]]", 2), ("T.loc[[4, 3]]", 2), ("T", 5),
                  ("T[::-1]", 5), ("weeks", 5)),
            loo_ties_hidden,
        ),
    },
    ideas={
        "loo-last-row-of-file": Idea(
            one_out(in_file),
            "Your test row is not this user's latest. What is the table sorted by?",
            "Four splits",
        ),
        "loo-sorted-by-item": Idea(
            one_out(in_items),
            "You sorted, but not by time.",
            "Four splits",
        ),
        "loo-oldest": Idea(
            one_out(at=0),
            "You test on the past and train on the future.",
            "Four splits",
        ),
        "loo-last-of-all": Idea(
            last_of_all,
            "One row per user, not one per table.",
            "Four splits",
        ),
        "loo-ignores-minimum": Idea(
            one_out(enough=lambda number, minimum: True),
            "A user below the minimum gave a test row.",
            "Four splits",
        ),
        "loo-minimum-exclusive": Idea(
            one_out(enough=lambda number, minimum: number > minimum),
            "A user with exactly min_ratings rows has enough of them.",
            "Four splits",
        ),
        "loo-minimum-fixed": Idea(
            one_out(enough=lambda number, minimum: number >= 5),
            "You always ask for five rows. How many are enough is an input here.",
            "Four splits",
        ),
        "loo-short-users-vanish": Idea(
            short_users_vanish,
            "Nothing may be lost: where do the rows of short users go?",
            "Cold",
        ),
        "loo-short-users-are-test": Idea(
            short_users_into_test,
            "A user below the minimum gives no test row at all.",
            "Cold",
        ),
        "loo-tie-by-item-id": Idea(
            one_out(ties_by_item),
            "Item ids decide your ties, and they follow popularity. Use the stated rule.",
            "Ties",
        ),
        "loo-tie-first-row": Idea(
            one_out(ties_backwards),
            "Several rows share the last moment. Which of them does the rule choose?",
            "Ties",
        ),
        "loo-unstable-sort": Idea(
            last_after(sorted_anyhow),
            "Your sort mixes rows of one second. Which kind of sort keeps their order?",
            "Ties",
            also=(last_after(sorted_anyhow_by_user),),
        ),
        "loo-all-tied-rows": Idea(
            all_tied_rows,
            "A user gave two test rows. Several rows can share the last moment.",
            "Ties",
        ),
        **shared_ideas(one_out()),
    },
    read=read_parts,
    show=show_parts,
    due=DUE,
    hints=(
        "Two questions, one after the other: which users have enough rows, and which of their "
        "rows is the last? All other rows are train, also those of the short users.",
        "Sort by timestamp with kind=\"stable\", so that rows of one second keep the order of "
        "the table; groupby(\"user_id\").tail(1) is then each user's last row.",
        "A user with rows a, b, c at times 8, 9, 9 and a minimum of 3: c is test, because of b "
        "and c it is the later row. With a minimum of 4 all three stay in train.",
    ),
)


# --- temporal_split ----------------------------------------------------------------------------


def at_cut(before):
    """A global cut where before(time, cut) says which rows are train."""
    def version(ratings, cut):
        return part(ratings, [row for row in rows_of(ratings) if not before(row.time, cut)])

    return version


GLOBAL = at_cut(lambda time, cut: time < cut)


def boundary_lost(ratings, cut):
    return ratings[ratings.timestamp < cut], ratings[ratings.timestamp > cut]


def boundary_in_both(ratings, cut):
    return ratings[ratings.timestamp <= cut], ratings[ratings.timestamp >= cut]


def without_new(column):
    """Test rows whose user or item is not in train are dropped."""
    def version(ratings, cut):
        train, test = GLOBAL(ratings, cut)
        return train, test[np.isin(test[column], train[column])]

    return version


def new_users_into_train(ratings, cut):
    train, _ = GLOBAL(ratings, cut)
    known = set(train.user_id.tolist())
    return part(ratings, [row for row in rows_of(ratings) if row.time >= cut and row.user in known])


def whole_users(ratings, cut):
    return part(ratings, [row for rows in histories(ratings) if rows[-1].time >= cut
                          for row in rows])


def last_row_of_each(ratings, cut):
    return part(ratings, [rows[-1] for rows in histories(ratings) if rows[-1].time >= cut])


def last_fifth(ratings, cut):
    rows = sorted(rows_of(ratings), key=in_time)
    return part(ratings, rows[len(rows) - math.floor(0.2 * len(rows) + 0.5):])


def cut_hidden(rng):
    """Cuts at the moment of a row; each user and each item there is known before."""
    for number in range(RANDOM_CASES):
        table = random_table(rng, rng.integers(4, 8, int(rng.integers(2, 5))).tolist())
        first = table.groupby("user_id").timestamp.min().max()
        later = np.sort(table.timestamp[table.timestamp > first].to_numpy())
        if len(later) < 2:
            continue
        cut = int(rng.choice(later[:-1]))
        yield table, cut + (number % 3 == 0)  # now and then a moment without a row


def new_users_hidden(rng):
    for _ in range(RANDOM_CASES):
        table = random_table(rng, rng.integers(2, 6, int(rng.integers(3, 6))).tolist())
        first = table.groupby("user_id").timestamp.min().sort_values().tolist()
        yield table, int(first[1])  # all users but one are new
    yield table, int(table.timestamp.min())  # nobody has been here before


TEMPORAL = FunctionExercise(
    "temporal_split",
    LESSON,
    reference=lambda ratings, cut: temporal_split(ratings, cut),
    aspects={
        "cut": Aspect(
            cases("temporal_split", ("T.loc[[0, 1]]", 20), ("T.loc[[0, 1]]", 30), ("T", 40),
                  ("T", 50), ("T.drop(3)", 50)),
            cut_hidden,
        ),
        "new_users": Aspect(
            cases("temporal_split", ("T.loc[[0, 5]]", 20), ("T", 12), ("T.drop(3)", 15)),
            new_users_hidden,
        ),
    },
    ideas={
        "temporal-boundary-in-train": Idea(
            at_cut(lambda time, cut: time <= cut),
            "Which part does a row at the cut itself belong to? The task says it.",
            "Four splits",
        ),
        "temporal-boundary-lost": Idea(
            boundary_lost,
            "A row at the cut itself is in neither part. Nothing may be lost.",
            "Four splits",
        ),
        "temporal-boundary-in-both": Idea(
            boundary_in_both,
            "A row at the cut itself is in both parts.",
            "Leakage",
        ),
        "temporal-sides-swapped": Idea(
            swapped(GLOBAL),
            "You predict yesterday from tomorrow.",
            "Leakage",
        ),
        "temporal-by-share": Idea(
            last_fifth,
            "A moment was given, not a share of the rows.",
            "Four splits",
        ),
        "temporal-whole-users": Idea(
            whole_users,
            "You moved whole users. The cut goes through a user's history.",
            "Four splits",
        ),
        "temporal-one-row-each": Idea(
            last_row_of_each,
            "After the cut a user may have more than one row; all of them are test.",
            "Four splits",
        ),
        "temporal-drops-new-users": Idea(
            without_new("user_id"),
            "Somebody who is new after the cut is gone. Keep the rows, and report them apart.",
            "Cold",
        ),
        "temporal-new-users-in-train": Idea(
            new_users_into_train,
            "Rows after the cut are in train because their user is new. The cut has no exceptions.",
            "Cold",
        ),
        "temporal-drops-new-items": Idea(
            without_new("item_id"),
            "Items that are new after the cut are gone. Keep the rows, and report them apart.",
            "Cold",
        ),
        **{name: idea for name, idea in shared_ideas(GLOBAL).items()
           if name != "split-parts-swapped"},
    },
    read=read_parts,
    show=show_parts,
    due=DUE,
    hints=(
        "One moment parts the whole table. Users do not matter here, and nothing has to be "
        "sorted.",
        "train holds the rows with timestamp < cut, test holds all others, so also those at the "
        "cut itself. Every row is in exactly one of the two.",
        "Rows at times 4, 6, 6, 9 and a cut of 6: train has the row at 4, test the three others. "
        "It does not matter whether their users were there before.",
    ),
)


EXERCISES = (*splits_answers.EXERCISES, USER_TEMPORAL, LEAVE_ONE_OUT, TEMPORAL,
             *splits_numbers.EXERCISES)
