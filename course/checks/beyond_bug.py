"""Assignment 06-beyond-accuracy: a coverage above 1, the lists that show it, and its repair."""

import numpy as np

from course.checks import values
from course.checks.beyond_parts import mean, share
from course.checks.kinds import Aspect, FunctionExercise, Idea, ValueExercise

LESSON = "06-beyond-accuracy"
RANDOM_CASES = 30

# What a film shop sells today; the same list as in the assignment.
CATALOGUE = ["Night Ferry", "The Salt Road", "Tin Astronaut"]


def suspicious(lists, catalogue):
    """The function as it was found: it never asks whether a title is in the catalogue."""
    return len({title for titles in lists for title in titles}) / len(catalogue)


# --- The lists that show it --------------------------------------------------------------------


def read_titles(answer):
    """Lists of titles, as a tuple of tuples of text."""
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if not isinstance(answer, (list, tuple)):
        raise values.Unreadable(f"{values.type_of(answer)}, not a list of lists of titles")
    for titles in answer:
        if not isinstance(titles, (list, tuple)):
            raise values.Unreadable(f"a list with {values.type_of(titles)} in it; each user has a "
                                    "list of titles, in brackets")
        for title in titles:
            if not isinstance(title, str):
                raise values.Unreadable(f"a list of lists with {values.type_of(title)} in it, not "
                                        "titles in quotes")
    return tuple(tuple(titles) for titles in answer)


def strangers(lists):
    return {title for titles in lists for title in titles} - set(CATALOGUE)


COVERAGE_ABOVE_ONE = ValueExercise(
    "coverage_above_one",
    LESSON,
    read=read_titles,
    right=lambda lists: suspicious(lists, CATALOGUE) > 1,
    problem=lambda lists: (
        f"your lists give {values.shown(suspicious(lists, CATALOGUE))}, which is not above 1."
    ),
    ideas={
        "nothing-shown": Idea(
            lambda lists: not any(lists),
            "Nobody is shown anything, so nothing is covered.",
            "Coverage",
            example=[[], []],
        ),
        "repeats-do-not-count": Idea(
            lambda lists: not strangers(lists) and sum(map(len, lists)) > len(CATALOGUE),
            "It counts each title once, so repeating them does not help. Which titles could it "
            "count that it should not?",
            "Coverage",
            example=[CATALOGUE, CATALOGUE],
        ),
        "nobody-from-outside": Idea(
            lambda lists: not strangers(lists),
            "All your titles are in the catalogue. Must what is recommended be in it?",
            "Coverage",
            example=[CATALOGUE],
        ),
        "too-few-titles": Idea(
            lambda lists: True,  # what is left: strangers, but three titles or fewer
            "You are on the way: a title from outside is counted. How many different titles "
            "are needed to pass 1?",
            "Coverage",
            example=[["Night Ferry", "Glass Orchard"]],
        ),
    },
    hints=(
        "Read the two numbers of the fraction. Can the upper one be larger than the lower one?",
        "The upper number counts different titles in the lists, the lower one titles in the "
        "catalogue. Nothing says that a title in a list is in the catalogue.",
        "A shop that sells A and B, and lists [A, C] and [B, D]: four different titles by two in "
        "the catalogue gives 2.0, or 200 percent.",
    ),
)


# --- The repair --------------------------------------------------------------------------------


def reference(lists, catalogue):
    """The share of the catalogue that is in some list; titles from outside do not count."""
    known = set(catalogue)
    return len(known & {title for titles in lists for title in titles}) / len(known)


def inside(lists, catalogue):
    """All recommended titles that are in the catalogue, one after the other."""
    return [title for titles in lists for title in titles if title in catalogue]


def every(lists):
    return {title for titles in lists for title in titles}


def known_lists(lists, catalogue):
    return [titles for titles in lists if all(title in catalogue for title in titles)]


WORDS = ["Amber", "Birch", "Cedar", "Dune", "Ember", "Fern", "Grove", "Heath", "Isle", "Jade"]


def fixed_hidden(rng):
    for number in range(RANDOM_CASES):
        titles = rng.permutation(WORDS).tolist()
        n = int(rng.integers(3, 6))
        catalogue, outside = titles[:n], titles[n:]
        pool = catalogue[:-1] + (outside[:3] if number % 4 else [])
        weights = 1 / np.arange(1, len(pool) + 1)
        lists = [
            rng.choice(pool, min(len(pool), int(rng.integers(1, 4))), replace=False,
                       p=weights / weights.sum()).tolist()
            for _ in range(int(rng.integers(2, 5)))
        ]
        if number % 5 == 0:
            lists.append([])
        yield lists, catalogue


FIXED = FunctionExercise(
    "fixed_coverage",
    LESSON,
    reference=reference,
    aspects={
        "value": Aspect(
            [
                ([["a"], ["a"]], ["a", "b"]),
                ([["a", "b"], ["b"]], ["a", "b", "c", "d"]),
                ([["x"]], ["a", "b"]),
                ([["a", "x"], ["y"], []], ["a", "b", "c"]),
                ([["a", "x"], ["b", "x"], ["a"]], ["a", "b", "c"]),
                ([["x", "y"], ["w", "z"]], ["w", "x", "y"]),
            ],
            fixed_hidden,
        ),
    },
    ideas={
        "coverage-outside-catalogue": Idea(
            suspicious,
            "A title from outside the catalogue still lifts your value.",
            "Coverage",
        ),
        "coverage-clipped": Idea(
            lambda lists, catalogue: min(1.0, suspicious(lists, catalogue)),
            "You hide values above 1. Below 1, titles from outside still count.",
            "Coverage",
        ),
        "coverage-catalogue-grows": Idea(
            lambda lists, catalogue: len(every(lists)) / len(every(lists) | set(catalogue)),
            "You add titles from outside to the catalogue. Then every model is judged by "
            "another catalogue.",
            "Coverage",
        ),
        "coverage-of-what-was-shown": Idea(
            lambda lists, catalogue: share(len(set(inside(lists, catalogue))), len(every(lists))),
            "That is the share of the shown titles that are for sale. Share of what was asked?",
            "Coverage",
        ),
        "coverage-drops-whole-lists": Idea(
            lambda lists, catalogue: suspicious(known_lists(lists, catalogue), catalogue),
            "One title from outside costs the user the whole list. The others were shown.",
            "Coverage",
        ),
        "coverage-not-distinct": Idea(
            lambda lists, catalogue: len(inside(lists, catalogue)) / len(catalogue),
            "Ten users who see the same film cover one film.",
            "Coverage",
        ),
        "coverage-subtracts-strangers": Idea(
            lambda lists, catalogue: (
                (len(every(lists)) - 2 * len(every(lists) - set(catalogue))) / len(catalogue)
            ),
            "A title from outside makes your value smaller than no title at all. It should "
            "count for nothing.",
            "Coverage",
        ),
        "coverage-mean-per-user": Idea(
            lambda lists, catalogue: mean(
                len(inside([titles], catalogue)) / len(catalogue) for titles in lists
            ),
            "You average over users. Coverage belongs to all lists together.",
            "Coverage",
        ),
        "coverage-in-percent": Idea(
            lambda lists, catalogue: 100 * reference(lists, catalogue),
            "A share was asked for, from 0 to 1.",
            "Coverage",
        ),
    },
    hints=(
        "Which titles may count in the upper number? Only those that are also in the lower one.",
        "Count the titles that are in some list and in the catalogue. Divide by the titles in "
        "the catalogue.",
        "A shop that sells A, B, C and D, and lists [A, X], [X, B]: A and B are covered, X is "
        "for sale nowhere, so the coverage is 2 / 4 = 0.5.",
    ),
)

EXERCISES = (COVERAGE_ABOVE_ONE, FIXED)
