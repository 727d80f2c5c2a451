"""Assignment 03-map: the cases and the wrong ideas of mean_average_precision."""

import math

from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.mean_ap_parts import (
    ap,
    ap_over_hits,
    graded_sum,
    hit_ranks,
    hits_in,
    mean,
    precision,
    precision_sum,
    precisions_everywhere,
    reciprocal_ranks,
    rr,
    share,
)
from course.metrics import average_precision_at_k

RANDOM_CASES = 30


def mean_average_precision(relevance_lists, n_relevants, k):
    """The reference: the mean of the course's own AP@k, one user, one vote."""
    users = zip(relevance_lists, n_relevants, strict=True)
    return mean(average_precision_at_k(relevance, k, n) for relevance, n in users)


# --- Inputs ------------------------------------------------------------------------------------


def random_user(rng, k):
    """A list, some longer than k, with at least one hit in the first k places; and R."""
    relevance = rng.choice([0, 0, 0, 1, 1, 2], k + int(rng.integers(0, 4))).tolist()
    relevance[int(rng.integers(k))] = int(rng.integers(1, 4))
    return relevance, hits_in(relevance) + int(rng.integers(0, 9))


def random_class(rng, k, n_users):
    lists, counts = zip(*(random_user(rng, k) for _ in range(n_users)), strict=True)
    return list(lists), list(counts)


def value_hidden(rng):
    yield [[0, 1], [1, 1, 1]], [1, 6], 2
    yield [[1, 1, 0], [0, 0, 1], [1, 0, 2]], [2, 1, 9], 3
    for _ in range(RANDOM_CASES):
        k = int(rng.integers(2, 7))
        yield *random_class(rng, k, int(rng.integers(2, 6))), k


def everyone_hidden(rng):
    for number in range(RANDOM_CASES):
        k = int(rng.integers(1, 6))
        lists, counts = random_class(rng, k, int(rng.integers(1, 5)))
        stranger = [
            ([0] * k, int(rng.integers(1, 9))),  # no hit
            ([0] * k + [1], int(rng.integers(1, 9))),  # a hit below place k
            ([], int(rng.integers(1, 9))),  # no list
            ([0] * k, 0),  # nothing relevant
        ][number % 4]
        place = int(rng.integers(len(lists) + 1))
        lists.insert(place, stranger[0])
        counts.insert(place, stranger[1])
        yield lists, counts, k


# --- Wrong versions ----------------------------------------------------------------------------


def mean_of(score):
    """The mean over users of score(relevance, k, n_relevant)."""
    return lambda lists, counts, k: mean(
        score(relevance, k, n) for relevance, n in zip(lists, counts, strict=True)
    )


def mean_where(keep):
    """The mean of AP over the users for whom keep(relevance, k, n_relevant) is true."""

    def version(lists, counts, k):
        users = zip(lists, counts, strict=True)
        return mean(ap(relevance, k, n) for relevance, n in users if keep(relevance, k, n))

    return version


def weighted_by_relevant(lists, counts, k):
    return share(sum(precision_sum(relevance, k) for relevance in lists), sum(counts))


def one_long_list(lists, counts, k):
    return ap([grade for relevance in lists for grade in relevance[:k]], None, sum(counts))


def hits_carried_over(lists, counts, k):
    """The number of hits goes on from user to user."""
    hits, scores = 0, []
    for relevance, n in zip(lists, counts, strict=True):
        total = 0.0
        for rank in hit_ranks(relevance, k):
            hits += 1
            total += hits / rank
        scores.append(share(total, n))
    return mean(scores)


def sum_carried_over(lists, counts, k):
    """The sum of precisions goes on from user to user."""
    total, scores = 0.0, []
    for relevance, n in zip(lists, counts, strict=True):
        total += precision_sum(relevance, k)
        scores.append(share(total, n))
    return mean(scores)


MEAN = FunctionExercise(
    "mean_average_precision",
    "03-map",
    reference=mean_average_precision,
    aspects={
        "value": Aspect(
            [
                ([[0, 1]], [1], 2),
                ([[1, 0], [1, 1]], [1, 4], 2),
                ([[0, 2], [1, 0]], [1, 1], 2),
                ([[1, 0, 1], [0, 1, 1]], [2, 5], 2),
                ([[0, 1, 0], [1, 0, 1], [1, 1, 0]], [1, 3, 6], 3),
            ],
            value_hidden,
        ),
        "everyone": Aspect(
            [
                ([[1], [0]], [1, 1], 1),
                ([[1], []], [1, 2], 1),
                ([[0, 1], [0, 0]], [1, 0], 2),
                ([[1, 0], [0, 0, 1], [0, 1]], [2, 1, 1], 2),
            ],
            everyone_hidden,
        ),
    },
    ideas={
        "map-drops-zero-users": Idea(
            mean_where(lambda r, k, n: hits_in(r, k) > 0),
            "Users whose list found nothing are left out. The failures are part of the mean.",
            "MAP",
        ),
        "map-drops-users-without-relevant": Idea(
            mean_where(lambda r, k, n: n > 0),
            "Users without relevant items are left out. Here everybody counts once.",
            "MAP",
        ),
        "map-drops-users-without-list": Idea(
            mean_where(lambda r, k, n: len(r) > 0),
            "Users with an empty list are left out. Whoever is shown nothing is not served.",
            "MAP",
        ),
        "map-weighted-by-relevant": Idea(
            weighted_by_relevant,
            "Users with many relevant items weigh more in yours. One user, one vote: divide "
            "first.",
            "MAP",
        ),
        "map-of-joined-lists": Idea(
            one_long_list,
            "You joined the users' lists into one. What has a place in the second user's list "
            "to do with the first user?",
            "MAP",
        ),
        "map-carries-over": Idea(
            hits_carried_over,
            "What you counted for one user goes on into the next. What must begin again?",
            "MAP",
            also=(sum_carried_over,),
        ),
        "map-stops-at-first-user": Idea(
            lambda lists, counts, k: ap(lists[0], k, counts[0]) / len(lists),
            "Only the first user's AP is in yours. Does a `return` stand inside the loop?",
            "MAP",
            also=(lambda lists, counts, k: ap(lists[0], k, counts[0]),),
        ),
        "map-is-mean-precision": Idea(
            mean_of(lambda r, k, n: precision(r, k)),
            "Does the order of a list matter in yours? In MAP it does.",
            "MAP",
        ),
        "map-is-a-sum": Idea(
            lambda lists, counts, k: sum(
                ap(relevance, k, n) for relevance, n in zip(lists, counts, strict=True)
            ),
            "Your value grows with the number of users. A mean does not.",
            "MAP",
        ),
        "map-is-mrr": Idea(
            mean_of(lambda r, k, n: rr(r, k)),
            "Only the first hit of each list counts in yours. What of the others?",
            "RR",
        ),
        "map-nan-without-relevant": Idea(
            mean_of(lambda r, k, n: ap(r, k, n) if n else math.nan),
            "One user's 0 divided by 0 has spoiled the whole mean. Decide before you divide.",
            "Edges",
        ),
        "map-crashes-without-relevant": Idea(
            mean_of(lambda r, k, n: precision_sum(r, k) / n),
            "For a user without relevant items you divide by 0. Decide before you divide.",
            "Edges",
        ),
        "map-one-without-relevant": Idea(
            mean_of(lambda r, k, n: ap(r, k, n) if n else 1.0),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
        "ap-over-min-k-relevant": Idea(
            mean_of(lambda r, k, n: share(precision_sum(r, k), min(k, n))),
            "You divide each user's sum by what k places can hold. That is the other convention; "
            "here all the relevant items count.",
            "Conventions",
        ),
        "ap-over-hits-found": Idea(
            mean_of(lambda r, k, n: ap_over_hits(r, k)),
            "You divide by the hits in each list, so missing items cost nothing.",
            "Conventions",
            also=(mean_of(lambda r, k, n: precision_sum(r, k) / hits_in(r, k)),),
        ),
        "ap-over-k": Idea(
            mean_of(lambda r, k, n: precision_sum(r, k) / k),
            "You divide each user's sum by the number of places. Could a user with one favourite "
            "ever reach 1?",
            "Conventions",
        ),
        "ap-ignores-k": Idea(
            mean_of(lambda r, k, n: ap(r, None, n)),
            "A hit below place k changed your value. Nobody saw it.",
            "AP by hand",
        ),
        "ap-reciprocal-ranks": Idea(
            mean_of(lambda r, k, n: share(sum(reciprocal_ranks(r, k)), n)),
            "Each hit is worth 1 / rank in yours. How many hits stand in the list down to the "
            "second one?",
            "AP by hand",
        ),
        "ap-every-position": Idea(
            mean_of(lambda r, k, n: sum(precisions_everywhere(r, k)) / k),
            "You read the precision at every place. Which places matter to somebody who is "
            "looking for hits?",
            "AP by hand",
        ),
        "ap-weighs-by-grade": Idea(
            mean_of(lambda r, k, n: share(graded_sum(r, k), n)),
            "A hit with a higher grade counts more in yours. AP asks whether, not how much.",
            "AP by hand",
        ),
    },
    hints=(
        "First finish each user: one list, one count, one AP. Only then take the mean.",
        "MAP@k = (sum over the users of AP@k) / number of users. Everybody is in that number, "
        "also those without a hit, without a list or without relevant items.",
        "k = 2. Ann [1, 0] with 1 relevant film: AP 1. Bob [0, 1] with 2: (1/2) / 2 = 0.25. Cid "
        "[0, 0] with 3: 0. MAP is (1 + 0.25 + 0) / 3 = 0.416667.",
    ),
)

EXERCISES = (MEAN,)
