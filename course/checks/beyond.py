"""Assignment 06-beyond-accuracy: the functions that look at all lists together.

Those that look at one list are in beyond_lists.py, the values, choices and pairs in
beyond_answers.py, and the bug to mend in beyond_bug.py.
"""

import math
from itertools import combinations

from course.checks import beyond_answers, beyond_bug, beyond_lists
from course.checks.beyond_parts import (
    counts_of,
    gini_of,
    matrix_mean,
    mean,
    neighbour_mean,
    pair_mean,
    personalization,
    places,
    set_cosine,
    set_jaccard,
    share,
    shown,
)
from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.metrics import catalog_coverage, gini
from course.metrics import personalization as personalization_reference

LESSON = "06-beyond-accuracy"
RANDOM_CASES = 30


# --- Inputs ------------------------------------------------------------------------------------


def random_lists(rng, n_items, n_users, length):
    """Lists of equal length; popular items are shown more often, the last item never."""
    weights = 1 / (1 + rng.permutation(n_items - 1))
    return [
        rng.choice(n_items - 1, length, replace=False, p=weights / weights.sum()).tolist()
        for _ in range(n_users)
    ]


def with_empty_places(rng, lists):
    """The same lists; each loses some items from its end, and one place or more is empty."""
    width = len(lists[0]) + 1
    found = [items[: int(rng.integers(1, width))] for items in lists]
    return [items + [-1] * (width - len(items)) for items in found]


def value_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 10))
        length = int(rng.integers(1 if number % 5 == 0 else 2, 5))
        yield random_lists(rng, n_items, int(rng.integers(2, 6)), length), n_items


def empty_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 10))
        lists = random_lists(rng, n_items, int(rng.integers(2, 6)), int(rng.integers(2, 5)))
        lists = with_empty_places(rng, lists)
        if number % 4 == 0:  # somebody who was shown nothing
            lists.append([-1] * len(lists[0]))
        yield lists, n_items
    for _ in range(RANDOM_CASES // 6):
        yield [[-1] * int(rng.integers(1, 4))] * int(rng.integers(1, 4)), int(rng.integers(2, 9))


# --- catalog_coverage --------------------------------------------------------------------------


def distinct(lists):
    return len(set(places(lists)))


def in_every_list(lists):
    return set.intersection(*[set(shown(items)) for items in lists])


COVERAGE = FunctionExercise(
    "catalog_coverage",
    LESSON,
    reference=catalog_coverage,
    aspects={
        "value": Aspect(
            [
                ([[0, 1]], 4),
                ([[0], [0]], 4),
                ([[0, 1], [1, 2]], 5),
                ([[2, 0], [0, 2], [2, 1]], 6),
                ([[3, 0, 1], [0, 1, 3]], 8),
            ],
            value_hidden,
        ),
        "empty_places": Aspect(
            [
                ([[0, -1]], 4),
                ([[-1, -1]], 4),
                ([[0, 2], [0, -1], [0, 2]], 4),
                ([[1, 0, -1], [1, -1, -1]], 6),
            ],
            empty_hidden,
        ),
    },
    ideas={
        "coverage-not-distinct": Idea(
            lambda lists, n: len(places(lists)) / n,
            "Ten users who see the same film cover one film. Do you count films, or places?",
            "Coverage",
        ),
        "coverage-over-recommended": Idea(
            lambda lists, n: share(distinct(lists), distinct(lists)),
            "That is 1 for every model. Divide by what could have been shown.",
            "Coverage",
        ),
        "coverage-over-places": Idea(
            lambda lists, n: share(distinct(lists), len(places(lists))),
            "You divide by the places in the lists. What was there to be covered?",
            "Coverage",
        ),
        "coverage-mean-per-user": Idea(
            lambda lists, n: mean(len(shown(items)) / n for items in lists),
            "You average over users. Coverage belongs to the whole system, not to one user.",
            "Coverage",
        ),
        "coverage-counts-padding": Idea(
            lambda lists, n: len({item for items in lists for item in items}) / n,
            "An empty place, -1, is no film.",
            "Coverage",
        ),
        "coverage-in-percent": Idea(
            lambda lists, n: 100 * distinct(lists) / n,
            "A share was asked for, from 0 to 1.",
            "Coverage",
        ),
        "coverage-counts-items": Idea(
            lambda lists, n: distinct(lists),
            "You counted the films. How many of them are there in all?",
            "Coverage",
        ),
        "coverage-over-largest-id": Idea(
            lambda lists, n: share(distinct(lists), max(places(lists), default=-1) + 1),
            "The films after the last one shown are part of the catalogue too.",
            "Coverage",
        ),
        "coverage-drops-film-zero": Idea(
            lambda lists, n: len(set(places(lists)) - {0}) / n,
            "Film 0 is missing from your value. Positions start at 0; only -1 is no film.",
            "Coverage",
        ),
        "coverage-in-every-list": Idea(
            lambda lists, n: len(in_every_list(lists)) / n,
            "You keep the films that everybody was shown. One user is enough to cover a film.",
            "Coverage",
        ),
        "coverage-first-list-only": Idea(
            lambda lists, n: distinct(lists[:1]) / n,
            "Only one user's list counts in your value. All of them should.",
            "Coverage",
        ),
    },
    hints=(
        "Put all lists into one heap. Which films are in it, however often?",
        "Coverage is the number of different films in all lists together, divided by n_items. "
        "Leave -1 out before you count.",
        "Lists [4, 0], [0, -1] and [0, 4] in a catalogue of 8: the films shown are 0 and 4, so "
        "coverage is 2 / 8 = 0.25.",
    ),
)


# --- gini --------------------------------------------------------------------------------------


def rarest_first(lists, n):
    return sorted(counts_of(lists, n))


def counts_with_padding(lists, n):
    """-1 as an index is the last item."""
    counts = [0] * n
    for items in lists:
        for item in items:
            counts[item] += 1
    return sorted(counts)


def impurity(counts):
    return 1 - sum(share(count, sum(counts)) ** 2 for count in counts)


def nothing_shown(answer):
    """The index, but with another answer when nothing at all is recommended."""
    return lambda lists, n: gini_of(rarest_first(lists, n)) if places(lists) else answer()


GINI = FunctionExercise(
    "gini",
    LESSON,
    reference=gini,
    aspects={
        "value": Aspect(
            [
                ([[0], [0]], 2),
                ([[0], [1]], 4),
                ([[0, 1], [1, 0]], 2),
                ([[1, 0], [1, 2]], 4),
                ([[2, 0], [0, 2], [2, 1]], 6),
                ([[4, 0, 1], [0, 1, 4], [4, 3, 1]], 7),
            ],
            value_hidden,
        ),
        "empty_places": Aspect(
            [
                ([[0, -1], [0, 1]], 4),
                ([[0, -1], [0, -1]], 4),
                ([[-1, -1]], 3),
                ([[1, 0, -1], [1, -1, -1]], 6),
            ],
            empty_hidden,
        ),
    },
    ideas={
        "gini-recommended-items-only": Idea(
            lambda lists, n: gini_of([count for count in rarest_first(lists, n) if count]),
            "Films that nobody was shown are missing from your value. They are the inequality.",
            "Gini",
        ),
        "gini-one-minus": Idea(
            lambda lists, n: 1 - gini_of(rarest_first(lists, n)),
            "When every film is shown equally often, the index should be 0.",
            "Gini",
        ),
        "gini-sorted-descending": Idea(
            lambda lists, n: gini_of(rarest_first(lists, n)[::-1]),
            "An index below 0: at which end of the sorted counts did you start?",
            "Gini",
        ),
        "gini-not-sorted": Idea(
            lambda lists, n: gini_of(counts_of(lists, n)),
            "The order of the catalogue changes your value. Which order do the ranks need?",
            "Gini",
        ),
        "gini-impurity": Idea(
            lambda lists, n: impurity(counts_of(lists, n)),
            "That is the Gini of decision trees, 1 minus the sum of squared shares: "
            "another quantity with the same name.",
            "Gini",
        ),
        "gini-zero-based-rank": Idea(
            lambda lists, n: gini_of(rarest_first(lists, n), first_rank=0),
            "When every film is shown equally often, you do not get 0. From which number do "
            "your ranks start?",
            "Gini",
        ),
        "gini-twice-too-large": Idea(
            lambda lists, n: 2 * gini_of(rarest_first(lists, n)),
            "Your index can pass 1. How often did you count each pair of films?",
            "Gini",
        ),
        "gini-without-n": Idea(
            lambda lists, n: n * gini_of(rarest_first(lists, n)),
            "Your index can pass 1. Below the line stand two factors: is one missing?",
            "Gini",
        ),
        "gini-small-sample-factor": Idea(
            lambda lists, n: gini_of(rarest_first(lists, n)) * n / (n - 1),
            "You stretch the index by n / (n - 1), as some do for samples. The catalogue is no "
            "sample: all of it is here.",
            "Gini",
        ),
        "gini-counts-padding": Idea(
            lambda lists, n: gini_of(counts_with_padding(lists, n)),
            "An empty place was counted for a film: as an index, -1 is the last one.",
            "Gini",
        ),
        "gini-nothing-shown": Idea(
            nothing_shown(lambda: math.nan),
            "When nothing at all is recommended you divide by 0. Decide before you divide.",
            "Gini",
            also=(
                nothing_shown(lambda: 0 / 0),
                nothing_shown(lambda: None),
                nothing_shown(lambda: 1.0),
            ),
        ),
    },
    hints=(
        "First count how often each film of the catalogue is shown, films with 0 included. "
        "Then sort the counts.",
        "With the counts sorted, rarest first, and ranks r from 1 to n: add up (2 r - n - 1) "
        "times the count, and divide by n times the sum of the counts.",
        "Counts 0, 1, 1, 6 of four films: (-3) 0 + (-1) 1 + 1 · 1 + 3 · 6 = 18, divided by "
        "4 · 8 = 32, gives 0.5625.",
    ),
)


# --- personalization ---------------------------------------------------------------------------


def users_value_hidden(rng):
    for _ in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 9))
        yield (random_lists(rng, n_items, int(rng.integers(3, 6)), int(rng.integers(2, 5))),)


def users_empty_hidden(rng):
    for number in range(RANDOM_CASES):
        n_items = int(rng.integers(5, 9))
        lists = random_lists(rng, n_items, int(rng.integers(2, 6)), int(rng.integers(2, 5)))
        lists = with_empty_places(rng, lists)
        if number % 4 == 0:
            lists.append([-1] * len(lists[0]))
        if number % 4 == 1:  # two users with the same short list
            lists.append(list(lists[0]))
        yield (lists,)
    for _ in range(RANDOM_CASES // 6):
        yield (random_lists(rng, 6, 1, int(rng.integers(1, 5))),)


def overlap_over_k(lists):
    """Overlap by the number of places, empty ones included."""
    return personalization(lists, lambda a, b: len(a & b) / len(lists[0]))


def padding_is_an_item(lists):
    """-1 becomes an item of its own."""
    return personalization([[item + 1 for item in items] for items in lists])


def overlap_over_longer(lists):
    """Overlap by the length of the longer list."""
    return personalization(lists, lambda a, b: share(len(a & b), max(len(a), len(b))))


def skips_equal_lists(lists):
    """Pairs of equal lists are taken for a list paired with itself."""
    sets = [set(shown(items)) for items in lists]
    cosines = [set_cosine(a, b) for a, b in combinations(sets, 2) if a != b]
    return 1 - sum(cosines) / len(cosines) if len(lists) > 1 else 0.0


def without_empty_lists(lists):
    """Leaves users out who were shown nothing."""
    return personalization([items for items in lists if shown(items)])


def distinct_lists(lists, kind=tuple):
    return len({kind(items) for items in lists}) / len(lists) if len(lists) > 1 else 0.0


def place_by_place(lists):
    def likeness(first, second):
        return mean(a == b for a, b in zip(first, second, strict=True))

    return 1 - pair_mean(lists, likeness) if len(lists) > 1 else 0.0


def one_user(answer):
    return lambda lists: personalization(lists, single=answer)


def crash_on_empty_list(answer):
    """What 0 / 0 becomes when a user was shown nothing."""

    def likeness(first, second):
        both = math.sqrt(len(first) * len(second))
        return len(first & second) / both if both else answer()

    return lambda lists: personalization(lists, likeness)


PERSONALIZATION = FunctionExercise(
    "personalization",
    LESSON,
    reference=personalization_reference,
    aspects={
        "value": Aspect(
            [
                ([[0], [1]],),
                ([[0, 1], [0, 1]],),
                ([[0, 1], [1, 2]],),
                ([[0, 1], [1, 0], [0, 2]],),
                ([[0, 1, 2], [2, 3, 0], [4, 5, 0], [1, 2, 3]],),
            ],
            users_value_hidden,
        ),
        "empty_places": Aspect(
            [
                ([[0, 1]],),
                ([[0, -1], [0, -1]],),
                ([[0, -1], [0, 1]],),
                ([[0, -1], [1, -1]],),
                ([[0, 1], [-1, -1]],),
                ([[0, 1, -1], [0, 1, -1], [2, 0, 3]],),
            ],
            users_empty_hidden,
        ),
    },
    ideas={
        "personalization-includes-itself": Idea(
            lambda lists: personalization(lists, average=matrix_mean),
            "Every user agrees with themselves. Those pairs do not belong in the mean.",
            "Personalization",
        ),
        "personalization-is-similarity": Idea(
            lambda lists: 1 - personalization(lists) if len(lists) > 1 else 0.0,
            "When everybody gets the same list, the answer should be 0.",
            "Personalization",
        ),
        "personalization-jaccard": Idea(
            lambda lists: personalization(lists, set_jaccard),
            "Overlap over union is a fair measure, and another metric. Here it is the cosine.",
            "Personalization",
        ),
        "personalization-distinct-lists": Idea(
            distinct_lists,
            "You ask whether lists are the same. Ask how much they share: two lists with one "
            "other film are not fully different.",
            "Personalization",
            also=(lambda lists: distinct_lists(lists, frozenset),),
        ),
        "personalization-neighbours-only": Idea(
            lambda lists: personalization(lists, average=neighbour_mean),
            "You compare each user with the next one. Which pairs of users are left out?",
            "Personalization",
        ),
        "personalization-sum-of-pairs": Idea(
            lambda lists: personalization(lists) * math.comb(len(lists), 2),
            "Your value grows with the number of users. Take the mean over the pairs.",
            "Personalization",
        ),
        "personalization-place-by-place": Idea(
            place_by_place,
            "Two users with the same films in another order look different to you. The order "
            "does not count here.",
            "Personalization",
        ),
        "personalization-overlap-over-k": Idea(
            overlap_over_k,
            "Overlap by the number of places is the cosine only where no place is empty. "
            "What is the length of a short list?",
            "Personalization",
        ),
        "personalization-overlap-over-longer": Idea(
            overlap_over_longer,
            "You divide by the longer length. The cosine takes the root of the product of both.",
            "Personalization",
        ),
        "personalization-skips-equal-lists": Idea(
            skips_equal_lists,
            "Two users with equal lists are left out of your mean. They are two users all the "
            "same, and a pair.",
            "Personalization",
        ),
        "personalization-skips-empty-lists": Idea(
            without_empty_lists,
            "You leave out users who were shown nothing. The task says what their cosine is.",
            "Personalization",
        ),
        "personalization-padding-is-an-item": Idea(
            padding_is_an_item,
            "Empty places make two users look alike. Is -1 a film?",
            "Personalization",
        ),
        "personalization-single-user": Idea(
            one_user(lambda: math.nan),
            "With a single user there is no pair, so there is nothing to divide by. The task "
            "says what that user gets.",
            "Personalization",
            also=(one_user(lambda: 0 / 0), one_user(lambda: 1.0), one_user(lambda: None)),
        ),
        "personalization-empty-list": Idea(
            crash_on_empty_list(lambda: math.nan),
            "A user who was shown nothing has a list of length 0. Decide before you divide.",
            "Personalization",
            also=(crash_on_empty_list(lambda: 0 / 0),),
        ),
    },
    hints=(
        "Compare every pair of users once. For a pair, only two things matter: how many films "
        "they share, and how long each list is.",
        "The cosine of two lists is the number of shared films, divided by the root of the "
        "product of their lengths. Personalization is 1 minus the mean over all pairs.",
        "Lists [7, 8, 9, -1] and [9, 5, -1, -1]: one shared film, lengths 3 and 2, cosine "
        "1 / sqrt(6) = 0.408248. With only this pair, personalization is 0.591752.",
    ),
)


EXERCISES = (
    *beyond_answers.EXERCISES,
    COVERAGE,
    GINI,
    *beyond_lists.EXERCISES,
    PERSONALIZATION,
    *beyond_bug.EXERCISES,
)
