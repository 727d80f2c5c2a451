"""Assignment 06-beyond-accuracy, the answers that are values: by hand, two choices, two sets of
lists."""

import math

import numpy as np

from course.checks import beyond_parts, values
from course.checks.answers import by_hand, choice
from course.checks.beyond_parts import (
    cosine,
    dot,
    information,
    jaccard,
    matrix_mean,
    mean,
    neighbour_mean,
    places,
)
from course.checks.kinds import Idea, ValueExercise
from course.metrics import catalog_coverage, gini, intra_list_diversity, novelty

LESSON = "06-beyond-accuracy"

# The film club of the assignment: eight films, eight members, four lists.
KNOWN_BY = [8, 4, 4, 2, 2, 1, 1, 1]
N_MEMBERS = 8
LISTS = [[0, 1, 6], [0, 2, 1], [1, 0, 3], [0, 6, 2]]
INES = LISTS[0]
GENRES_OF_INES = [[0, 1], [1, 1], [1, 0]]  # thriller; drama and thriller; drama


# --- By hand -----------------------------------------------------------------------------------

N_FILMS = len(KNOWN_BY)
N_SHOWN = len(set(places(LISTS)))

HAND_COVERAGE = by_hand(
    "hand_coverage",
    LESSON,
    catalog_coverage(LISTS, N_FILMS),
    {
        "coverage-not-distinct": Idea(
            len(places(LISTS)) / N_FILMS,
            "You counted places. Two members with the same film cover one film.",
            "Coverage",
        ),
        "coverage-over-recommended": Idea(
            1,
            "That is the share of the shown films that were shown. What could have been shown?",
            "Coverage",
        ),
        "coverage-over-places": Idea(
            N_SHOWN / len(places(LISTS)),
            "You divide by the places in the lists. What was there to be covered?",
            "Coverage",
        ),
        "coverage-mean-per-user": Idea(
            mean(len(items) / N_FILMS for items in LISTS),
            "That is what one member sees. Coverage belongs to all lists together.",
            "Coverage",
        ),
        "coverage-counts-items": Idea(
            N_SHOWN,
            "You counted the films. A share was asked for.",
            "Coverage",
        ),
        "coverage-in-percent": Idea(
            100 * N_SHOWN / N_FILMS,
            "A share was asked for, from 0 to 1.",
            "Coverage",
        ),
        "coverage-over-largest-id": Idea(
            N_SHOWN / (max(places(LISTS)) + 1),
            "The catalogue does not end with the last film shown.",
            "Coverage",
        ),
    },
    hints=(
        "Put the four lists into one heap. How many different films are in it?",
        "Coverage = different films in all lists together / films in the catalogue.",
        "Three members with [A, B], [B, C] and [B, A], in a catalogue of 12 films: A, B and C are "
        "shown, so the coverage is 3 / 12 = 0.25.",
    ),
    round_late="Coverage",
)

HAND_DIVERSITY = by_hand(
    "hand_diversity",
    LESSON,
    intra_list_diversity([0, 1, 2], GENRES_OF_INES),
    {
        "diversity-is-similarity": Idea(
            beyond_parts.pair_mean(GENRES_OF_INES, cosine),
            "That says how alike the films are. One step is missing.",
            "Diversity",
        ),
        "diversity-includes-itself": Idea(
            1 - matrix_mean(GENRES_OF_INES, cosine),
            "Each film is identical to itself. Those pairs do not belong in the mean.",
            "Diversity",
        ),
        "diversity-sum-of-pairs": Idea(
            3 - 3 * beyond_parts.pair_mean(GENRES_OF_INES, cosine),
            "You added the distances of the three pairs. What turns a sum into a mean?",
            "Diversity",
        ),
        "diversity-neighbours-only": Idea(
            1 - neighbour_mean(GENRES_OF_INES, cosine),
            "You compared each film with the next one. Which pair is missing?",
            "Diversity",
        ),
        "diversity-jaccard": Idea(
            1 - beyond_parts.pair_mean(GENRES_OF_INES, jaccard),
            "Overlap over union is a fair measure, and another metric. Here it is the cosine.",
            "Diversity",
        ),
        "diversity-pairs-counted-twice": Idea(
            1 - 2 * beyond_parts.pair_mean(GENRES_OF_INES, cosine),
            "How many pairs did you add, and by how many did you divide?",
            "Diversity",
        ),
        "diversity-shared-features": Idea(
            1 - beyond_parts.pair_mean(GENRES_OF_INES, dot),
            "You counted shared genres. The cosine also divides by the lengths of both rows.",
            "Diversity",
        ),
    },
    hints=(
        "Three films make three pairs. How alike is each pair?",
        "The cosine of two films is the number of shared genres, divided by the root of the "
        "product of their numbers of genres. Diversity = 1 - the mean over the pairs.",
        "Films with genres {A, B}, {B, C} and {D}: cosines 1 / sqrt(2 · 2) = 0.5, 0 and 0, mean "
        "0.166667, diversity 0.833333.",
    ),
    round_late="Diversity",
)


def share_known(item):
    return KNOWN_BY[item] / N_MEMBERS


def bits_of_ines(n_users=N_MEMBERS, log=math.log2):
    return beyond_parts.novelty(INES, KNOWN_BY, n_users, log)


HAND_INFORMATION = by_hand(
    "hand_information",
    LESSON,
    novelty(INES, KNOWN_BY, "self_information", N_MEMBERS),
    {
        "novelty-sign-flipped": Idea(
            -bits_of_ines(),
            "Information is not negative, and rare means more of it.",
            "Novelty",
        ),
        "novelty-natural-log": Idea(
            bits_of_ines(log=math.log),
            "In bits, a film that half of the members know carries exactly 1. "
            "Which base is that?",
            "Novelty",
        ),
        "novelty-summed": Idea(
            sum(information(KNOWN_BY[item], N_MEMBERS) for item in INES),
            "You added the three films up. A longer list is not more novel because it is longer.",
            "Novelty",
        ),
        "novelty-log-of-mean": Idea(
            -math.log2(mean(share_known(item) for item in INES)),
            "Average after the logarithm, not before: one hit film would hide a rare one.",
            "Novelty",
        ),
        "novelty-over-interactions": Idea(
            bits_of_ines(sum(KNOWN_BY)),
            "You take the share of all viewings. Here it is the share of the members.",
            "Novelty",
        ),
        "novelty-over-list-only": Idea(
            bits_of_ines(sum(KNOWN_BY[item] for item in INES)),
            "You compare the films with each other. How many members know each one?",
            "Novelty",
        ),
        "novelty-one-minus-share": Idea(
            1 - mean(share_known(item) for item in INES),
            "The share of members who do not know the film is a fair idea, but no information "
            "in bits: where is the logarithm?",
            "Novelty",
        ),
    },
    hints=(
        "What share of the members knows each of her three films?",
        "A film that a share p of the members knows carries -log2(p) bits. Take the mean over "
        "the films of the list.",
        "Of 16 members, 4 know one film and 2 another: 2 bits and 3 bits, so the list has 2.5.",
    ),
    round_late="Novelty",
)


def percentiles(at_most):
    """The share of films that `at_most(other count, own count)` counts, for each of her films."""
    return [
        sum(at_most(other, KNOWN_BY[item]) for other in KNOWN_BY) / N_FILMS for item in INES
    ]


def rank_of(item):
    """1 for the most popular; equal counts share the best place."""
    return 1 + sum(other > KNOWN_BY[item] for other in KNOWN_BY)


HAND_RANK = by_hand(
    "hand_rank_novelty",
    LESSON,
    novelty(INES, KNOWN_BY, "rank"),
    {
        "novelty-rank-not-inverted": Idea(
            mean(percentiles(lambda other, own: other <= own)),
            "The film that everybody knows should give 0. One step is missing.",
            "Novelty",
        ),
        "novelty-raw-rank": Idea(
            mean(rank_of(item) for item in INES),
            "That is a mean rank. To compare clubs with other catalogues, put it on 0 to 1.",
            "Novelty",
            also=(mean(item + 1 for item in INES),),
        ),
        "novelty-rank-to-one": Idea(
            mean((rank_of(item) - 1) / (N_FILMS - 1) for item in INES),
            "You divide by the number of films minus 1, which is another convention. The "
            "percentile here is a share of all films.",
            "Novelty",
        ),
        "novelty-rank-strictly-below": Idea(
            1 - mean(percentiles(lambda other, own: other < own)),
            "You count the films below. The percentile here also counts the film itself and "
            "those that are equally known.",
            "Novelty",
        ),
        "novelty-rank-from-the-top": Idea(
            mean(rank_of(item) / N_FILMS for item in INES),
            "You count from the most popular film down. The percentile counts the films that are "
            "not above.",
            "Novelty",
            also=(1 - mean(rank_of(item) / N_FILMS for item in INES),),
        ),
        "novelty-rank-ties-in-order": Idea(
            mean(item / N_FILMS for item in INES),
            "Films with equal counts get different values from you. Nobody knows them less.",
            "Novelty",
        ),
        "novelty-rank-ties-shared": Idea(
            1 - mean(percentiles(lambda other, own: (
                (other < own) + (other == own) * (1 + 1 / KNOWN_BY.count(own)) / 2))),
            "You give equally known films their mean rank, which is another convention. Here "
            "all of them count as not above.",
            "Novelty",
        ),
        "novelty-share-of-most-popular": Idea(
            1 - mean(share_known(item) for item in INES),
            "You compare counts. The percentile asks for ranks: how many films are not above "
            "this one?",
            "Novelty",
        ),
    },
    hints=(
        "For each of her films: how many of the eight films have a count that is not above its "
        "own? The film itself is one of them.",
        "Percentile = films with a count not above its own / all films. Rank novelty = 1 - the "
        "mean percentile of the list.",
        "Counts 9, 5, 5, 2 and the list [second, last]: percentiles 3/4 and 1/4, mean 0.5, "
        "novelty 0.5.",
    ),
)


# --- Predict, then explain ---------------------------------------------------------------------

EXPLAIN_COVERAGE = choice(
    "explain_coverage",
    LESSON,
    right="bd",
    letters="abcde",
    wrong={
        "coverage-one-means-random": (
            "a",
            "The pager covers all films, and nothing in it is drawn by lot.",
            "Coverage",
        ),
        "coverage-different-users": (
            "b",
            "Same model, 100 users or 943: what happened to its coverage?",
            "Coverage",
        ),
        "coverage-one-is-best": (
            "c",
            "Who is served by the pager or by random lists? Coverage has not looked at what "
            "people like.",
            "Coverage",
        ),
        "coverage-needs-accuracy": (
            "d",
            "Can coverage tell the pager from a model that knows its users? Then what stands "
            "beside it?",
            "Coverage",
        ),
        "coverage-is-not-gini": (
            "e",
            "A film that is shown once is covered. Is it then shown as often as the others?",
            "Gini",
        ),
    },
    hints=(
        "Take the statements one by one, and look for a row of the printed table that "
        "contradicts each.",
        "One film shown to one user once is covered. A random list of 10 from n films misses a "
        "given film with probability 1 - 10/n; with u users it is never shown with (1 - 10/n)^u.",
        "Random lists of 5 from 50 films: ten users miss a film with 0.9^10 = 0.349, so they "
        "cover about 0.651. With 100 users it is 0.99997. Same model?",
    ),
)

EXPLAIN_DIVERSITY = choice(
    "explain_diversity",
    LESSON,
    right="ace",
    letters="abcde",
    wrong={
        "diversity-sees-order": (
            "a",
            "Compare the lists at trade-offs 1 and 0.8: what differs, and what does their "
            "diversity do?",
            "Diversity",
        ),
        "diversity-means-random": (
            "b",
            "The list at trade-off 0.5 is as diverse as can be. Was anything in it drawn by lot?",
            "MMR",
        ),
        "diversity-is-of-the-features": (
            "c",
            "Where does the metric look to see that two films are alike?",
            "Diversity",
        ),
        "mmr-always-costs": (
            "d",
            "Follow NDCG from trade-off 1 downwards, row by row. Does it only fall?",
            "MMR",
        ),
        "personalization-means-taste": (
            "e",
            "Personalization compares users' lists with each other. Does it know what anybody "
            "likes?",
            "Personalization",
        ),
    },
    hints=(
        "Test each statement on the rows above: which row would prove it wrong?",
        "Diversity is a mean over pairs of films and their features. NDCG depends on the places "
        "of liked films. Neither knows how the list was made.",
        "Lists [A, B, C] and [C, A, B] have the same pairs, so the same diversity. If only A is "
        "liked, NDCG is 1 for the first and 0.63 for the second.",
    ),
)


# --- Equal coverage, another Gini --------------------------------------------------------------

FILMS, USERS, LENGTH = 6, 4, 3
AHEAD = 0.2  # how far apart the two indices must be


def read_two_sets(answer):
    """Two sets of lists, as tuples of tuples of positions."""
    if not isinstance(answer, (list, tuple)) or len(answer) != 2:
        raise values.Unreadable(f"{values.type_of(answer)}, not a pair of two sets of lists")
    return tuple(_read_set(lists, which) for lists, which in zip(answer, ("first", "second")))


def _read_set(lists, which):
    if isinstance(lists, np.ndarray) and lists.ndim == 2:
        lists = lists.tolist()
    if not isinstance(lists, (list, tuple)):
        raise values.Unreadable(f"a pair whose {which} member is {values.type_of(lists)}, not a "
                                "list of lists")
    found = []
    for items in lists:
        try:
            found.append(tuple(values.number_list(items).tolist()))
        except values.Unreadable as error:
            raise values.Unreadable(
                f"a pair whose {which} member holds {error}"
            ) from None
    return tuple(found)


def right_shape(pair):
    return all(
        len(lists) == USERS and all(len(items) == LENGTH for items in lists) for lists in pair
    )


def in_catalogue(pair):
    return all(item in range(FILMS) for lists in pair for items in lists for item in items)


def no_film_twice(pair):
    return all(len(set(items)) == len(items) for lists in pair for items in lists)


def coverages(pair):
    return [len({item for items in lists for item in items}) for lists in pair]


def lead_of_second(pair):
    """How much more unequal the second set is."""
    whole = [[[int(item) for item in items] for items in lists] for lists in pair]
    return gini(whole[1], FILMS) - gini(whole[0], FILMS)


def gini_alone_differs(pair):
    """The question: equal coverage, and the second Gini index larger by 0.2 at least."""
    return bool(
        right_shape(pair)
        and in_catalogue(pair)
        and no_film_twice(pair)
        and coverages(pair)[0] == coverages(pair)[1]
        and lead_of_second(pair) >= AHEAD - values.TOLERANCE
    )


def _sets_problem(pair):
    if not right_shape(pair) or not in_catalogue(pair):
        return None
    shown = " and ".join(f"{count} of {FILMS}" for count in coverages(pair))
    return f"your two sets cover {shown} films, and do not do it."


# The order matters: the first idea that holds is named.
SAME_COVERAGE = ValueExercise(
    "same_coverage_other_gini",
    LESSON,
    read=read_two_sets,
    right=gini_alone_differs,
    problem=_sets_problem,
    ideas={
        "not-four-lists-of-three": Idea(
            lambda pair: not right_shape(pair),
            "Each set holds four lists, one a user, with three films each.",
            "Coverage",
            example=([[0, 1, 2]], [[3, 4, 5]]),
        ),
        "outside-the-catalogue": Idea(
            lambda pair: not in_catalogue(pair),
            "The films are 0 to 5, and no place stays empty.",
            "Coverage",
            example=(
                [[1, 2, 3], [4, 5, 6], [1, 2, 3], [4, 5, 6]],
                [[1, 2, 3], [1, 2, 4], [1, 2, 5], [1, 2, 6]],
            ),
        ),
        "film-twice-in-a-list": Idea(
            lambda pair: not no_film_twice(pair),
            "One list shows the same film twice. Nobody's screen does that.",
            "Coverage",
            example=(
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]],
                [[0, 0, 0], [0, 0, 1], [2, 3, 4], [5, 0, 0]],
            ),
        ),
        "coverage-differs": Idea(
            lambda pair: coverages(pair)[0] != coverages(pair)[1],
            "Their coverage differs already. How can a film be shown seldom and still count?",
            "Coverage",
            example=(
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]],
                [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]],
            ),
        ),
        "swapped-pair": Idea(
            lambda pair: gini_alone_differs(pair[::-1]),
            "A fine pair, in the wrong order: which set spreads its places evenly?",
            "Gini",
            example=(
                [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 1, 5]],
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]],
            ),
        ),
        "same-counts": Idea(
            lambda pair: abs(lead_of_second(pair)) < values.TOLERANCE,
            "Both sets show their films equally often, so Gini cannot tell them apart. It looks "
            "at the counts, not at who sees what.",
            "Gini",
            example=(
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]],
                [[0, 2, 4], [1, 3, 5], [5, 3, 1], [4, 2, 0]],
            ),
        ),
        "too-little-apart": Idea(
            lambda pair: True,  # what is left: another index, but less than 0.2 larger
            "The indices differ, but too little. What if some films had all the places they "
            "can get?",
            "Gini",
            example=(
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]],
                [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 0]],
            ),
        ),
    },
    hints=(
        "Twelve places, six films. Coverage asks whether a film is shown, Gini how often. Begin "
        "with a set where every film is shown equally often.",
        "For the other set, give some films every list, and each of the rest one place only. No "
        "film may drop out, or coverage falls.",
        "Four films, four lists of two: counts 2, 2, 2, 2 have Gini 0. Counts 4, 2, 1, 1 cover "
        "the same films, with Gini (-3 - 1 + 2 + 12) / (4 · 8) = 0.3125.",
    ),
)

EXERCISES = (
    HAND_COVERAGE,
    HAND_DIVERSITY,
    HAND_INFORMATION,
    HAND_RANK,
    EXPLAIN_COVERAGE,
    EXPLAIN_DIVERSITY,
    SAME_COVERAGE,
)
