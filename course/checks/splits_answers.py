"""Assignment 05-splits, the answers that are values: rows by hand, a counter-example, choices."""

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, choice, pair_problem, read_pair
from course.checks.kinds import Idea, ValueExercise
from course.checks.splits_numbers import buggy_last_row, fixed_last_row
from course.checks.splits_parts import T

LESSON = "05-splits"


# --- Which rows are the test rows? ---------------------------------------------------------------


def read_rows(answer):
    """Row labels, each once and in order; a single label is fine too."""
    try:
        found = np.atleast_1d(values.number(answer))
    except values.Unreadable:
        found = values.number_list(answer)
    return np.unique(found)


def test_rows(name, right, ideas, hints):
    """An exercise with one right set of row labels of T. ideas: {id: (rows, message, section)}."""
    right = np.array(sorted(right), dtype=np.float64)

    def problem(found):
        other = found[~np.isin(found, T.index)]
        if other.size:
            return f"T has no row {values.shown(other[0])}; its rows are 0 to 7."
        return f"{values.shown(found)} is not right for {name}."

    return ValueExercise(
        name,
        LESSON,
        read=read_rows,
        right=lambda found: values.same(found, right),
        problem=problem,
        ideas={idea: Idea(sorted(rows), *about) for idea, (rows, *about) in ideas.items()},
        hints=hints,
    )


HAND_USER_TEMPORAL = test_rows(
    "hand_user_temporal",
    {0, 2, 3, 4, 7},
    {
        "user-temporal-oldest": (
            {0, 1, 5, 6, 7}, "Test must come after train for each user.", "Four splits"),
        "user-temporal-file-order": (
            {3, 4, 5, 6, 7}, "T is not sorted by time. Sort first.", "Four splits"),
        "user-temporal-floor": (
            {2, 3, 4}, "You rounded down. The rule is floor(share × n + 0.5).", "Four splits"),
        "user-temporal-python-round": (
            {2, 3, 4, 7}, "Halves round up here: what is floor(2.5 + 0.5)?", "Four splits"),
        "user-temporal-short-user-out": (
            {0, 3, 4}, "Ben has a last half too. Only leave one out asks for five ratings.",
            "Four splits"),
        "user-temporal-answers-train": (
            {1, 5, 6}, "These are the train rows. The test rows were asked for.", "Four splits"),
    },
    hints=(
        "Take one user at a time. Write down her rows from the oldest to the newest.",
        "A user with n rows gives the last floor(0.5 × n + 0.5) of them to test.",
        "A user with 7 rows would give floor(3.5 + 0.5) = 4 rows, those with the four largest "
        "times.",
    ),
)

HAND_LEAVE_ONE_OUT = test_rows(
    "hand_leave_one_out",
    {4},
    {
        "loo-last-row-of-file": (
            {6}, "Not this user's latest row. What is T sorted by?", "Four splits"),
        "loo-tie-by-item-id": (
            {3}, "Two rows share the last moment. Which one stands later in T?", "Ties"),
        "loo-sorted-by-item": ({0}, "The highest item id is not the latest row.", "Four splits"),
        "loo-oldest": ({1}, "That is Ana's first rating.", "Four splits"),
        "loo-ignores-minimum": (
            {2, 4}, "How many ratings has Ben, and how many are needed?", "Four splits"),
        "loo-last-of-all": (
            {2}, "One row per user with enough ratings, not one per table.", "Four splits"),
        "loo-all-tied-rows": (
            {3, 4}, "One row for each user, even when two share the last moment.", "Ties"),
    },
    hints=(
        "First ask who has enough ratings. Only then ask for the last one.",
        "Largest timestamp; of rows in the same second, the one further down in T.",
        "A user with rows 20, 21, 22 at times 5, 8, 8 would give row 22, if three ratings are "
        "enough.",
    ),
)

HAND_TEMPORAL = test_rows(
    "hand_temporal",
    {2, 3, 4},
    {
        "temporal-boundary-in-train": (
            {2}, "Rows at the cut itself belong to test.", "Four splits"),
        "temporal-sides-swapped": (
            {0, 1, 5, 6, 7}, "These rows are before the cut: train.", "Leakage"),
        "temporal-by-share": (
            {2, 4}, "A moment was given, not a share of the rows.", "Four splits"),
    },
    hints=(
        "One moment for everybody. Users do not matter.",
        "Train is before the cut, test is at the cut or after it.",
        "With a cut of 20, the rows at 20 and later would be test, and only those at 10 and 15 "
        "train.",
    ),
)

# Ana's row 4 (time 50) is the test row; of the seven train rows only Ben's row 2 is later.
HAND_LEAK = by_hand(
    "hand_leak",
    LESSON,
    1 / 7,
    {
        "leak-own-rows-only": Idea(
            0,
            "Nothing of Ana's own is later. Who else is in train?",
            "Leakage",
        ),
        "leak-counts-ties": Idea(
            2 / 7,
            "One of your rows is not later, it is of the same second.",
            "Leakage",
        ),
        "leak-over-all-rows": Idea(
            1 / 8,
            "The test row itself is not in train. How many rows are?",
            "Leakage",
        ),
        "leak-is-a-count": Idea(
            1,
            "That is how many. What share of the train rows is it?",
            "Leakage",
        ),
        "leak-earlier-rows": Idea(
            5 / 7,
            "You counted the rows before it.",
            "Leakage",
            also=(6 / 7,),
        ),
    },
    hints=(
        "Take the test row of the question before, and look at all other rows, of both users.",
        "Rows of train with a timestamp strictly larger than that of the test row, divided by "
        "all rows of train.",
        "A test row at 20, train rows at 10, 20, 25 and 40: two of four are later, so the share "
        "is 0.5.",
    ),
    round_late="Leakage",
)


# --- A user that exposes a bug -------------------------------------------------------------------


def lists_of_one_user(pair):
    return len(pair[0]) == len(pair[1]) >= 2 and all(np.all(np.isfinite(one)) for one in pair)


def exposes(pair):
    """The question: the two rules choose different rows, for a user who rates a film once."""
    return lists_of_one_user(pair) and len(set(pair[0].tolist())) == len(pair[0]) and \
        buggy_last_row(*pair) != fixed_last_row(*pair)


def tied_rows(pair):
    return int(np.sum(pair[1] == np.max(pair[1])))


# The order matters: the first idea that holds is named.
TIE_EXPOSED = ValueExercise(
    "tie_exposed",
    LESSON,
    read=read_pair,
    right=exposes,
    problem=pair_problem,
    ideas={
        "lists-do-not-match": Idea(
            lambda pair: not lists_of_one_user(pair),
            "Give one item id and one time for each row, and at least two rows.",
            "Ties",
            example=([5, 8], [10, 20, 30]),
        ),
        "item-twice": Idea(
            lambda pair: len(set(pair[0].tolist())) < len(pair[0]),
            "A user rates a film once, so the item ids must differ.",
            "Ties",
            example=([5, 5], [10, 10]),
        ),
        "no-tie": Idea(
            lambda pair: len(set(pair[1].tolist())) == len(pair[1]),
            "All times differ, so the item ids are never looked at.",
            "Ties",
            example=([5, 8], [10, 20]),
        ),
        "tie-not-last": Idea(
            lambda pair: tied_rows(pair) == 1,
            "Your tie is earlier in the history. Which moment does leave one out look at?",
            "Ties",
            example=([5, 8, 2], [10, 10, 20]),
        ),
        "tie-both-rules-agree": Idea(
            lambda pair: True,  # what is left: the last of the tied rows has the highest id
            "A tie at the last moment, and both rules choose the same row. What if the item ids "
            "stood the other way round?",
            "Ties",
            example=([5, 8], [10, 10]),
        ),
    },
    hints=(
        "When do the two rules look at different things? Only when the times do not decide.",
        "You need two rows that share the last moment, the one with the higher item id first.",
        "Times [4, 9, 9] make a tie. With items [1, 2, 3] both rules choose row 2; other item "
        "ids part them.",
    ),
)


# --- Which of these are true? --------------------------------------------------------------------


LEAK_EXPLAINED = choice(
    "leak_explained",
    LESSON,
    right="bde",
    wrong={
        "loo-by-time-is-clean": (
            "a", "About A: is the future only one's own future?", "Leakage"),
        "leak-own-rows-only": (
            "b", "About B: whose rows did the table call later?", "Leakage"),
        "user-temporal-is-clean": (
            "c", "About C: how far is a cut for each user from one cut for all?", "Leakage"),
        "leak-only-through-users": (
            "d", "About D: what does a count of ratings know, if later ratings are counted?",
            "Leakage"),
        "leak-cannot-be-closed": (
            "e", "About E: when is no train row later than any test row?", "Leakage"),
    },
    letters="abcde",
    hints=(
        "For each sentence ask: which rows are in train, and when were they made?",
        "Leave one out and the per-user split hide each user's own future. Only a cut at one "
        "moment hides everybody's.",
        "If Ana's test row is from March, and Ben's train rows are from April, then a popularity "
        "count from train knows April.",
    ),
)

SAMPLED_EXPLAINED = choice(
    "sampled_explained",
    LESSON,
    right="bce",
    wrong={
        "sampled-hit-is-hit": (
            "a", "About A: where does an item at rank 101 of 10,000 land among 99 negatives?",
            "Sampled negatives"),
        "sampled-keeps-order": (
            "b", "About B: look at the order of the models in the two columns again.",
            "Sampled negatives"),
        "sampled-negatives-hold-positives": (
            "c", "About C: what does a draw from all items know of the user's taste?",
            "Sampled negatives"),
        "sampled-per-model": (
            "d", "About D: is one draw as good as another for 943 users, or does luck differ?",
            "Sampled negatives"),
        "sampled-more-is-closer": (
            "e", "About E: what is the expected rank when all other items are negatives?",
            "Sampled negatives"),
    },
    letters="abcde",
    hints=(
        "The table answers A and B. The others ask what a random draw can hold, and for whom.",
        "The expected rank is 1 + m (r - 1) / (n - 1). Look at it for small m, and for m = n - 1.",
        "With 9 negatives of 100 items, an item at rank 20 is expected at 1 + 9 × 19 / 99, which "
        "is below 3.",
    ),
)

DIFFERENCE_EXPLAINED = choice(
    "difference_explained",
    LESSON,
    right="bde",
    wrong={
        "winner-by-third-decimal": (
            "a", "About A: how wide is the interval of a hit rate of 0.2 with 943 users?",
            "Significance"),
        "bootstrap-unpaired": (
            "b", "About B: which two values belong together when a user is drawn?",
            "Significance"),
        "error-over-rows": (
            "c", "About C: do ten rows of one user say ten independent things?", "Significance"),
        "cold-users-dropped": (
            "d", "About D: will the system meet these users or not?", "Cold"),
        "compare-across-mixes": (
            "e", "About E: what moves the mean if no segment moves?", "Cold"),
    },
    letters="abcde",
    hints=(
        "Ask of each sentence: what is drawn at random, users or rows? And who is in the mean?",
        "The unit is the user: one value per user and model, and differences within a user.",
        "Half the users at 0.6 and half at 0.2 give 0.4. If only a quarter is at 0.6, the mean "
        "is 0.3, and no user changed.",
    ),
)

EXERCISES = (HAND_LEAVE_ONE_OUT, HAND_LEAK, HAND_USER_TEMPORAL, HAND_TEMPORAL, TIE_EXPOSED,
             LEAK_EXPLAINED, SAMPLED_EXPLAINED, DIFFERENCE_EXPLAINED)
