"""Assignment 07-homework: the cases and the wrong ideas of evaluate_lists.

The wrong versions are put together from six small metrics of one user, (relevance, k, n_relevant)
-> number, and a way to average. Apart from course.metrics on purpose, as in ndcg_parts.py.
"""

import math
from itertools import chain

from course.checks.kinds import Aspect, FunctionExercise, Idea
from course.checks.ndcg_parts import dcg, share
from course.metrics import evaluate

LESSON = "04-ndcg"  # its section on means is where users come in
METRICS = ("precision", "recall", "hit rate", "MAP", "MRR", "NDCG")
COLUMNS = ("precision", "recall", "hit_rate", "ap", "rr", "ndcg")
RANDOM_CASES = 30


def evaluate_lists(recommended, relevant, k):
    """The reference: the course's own evaluate, one row for each user in `relevant`."""
    shown = {user: recommended.get(user, []) for user in relevant}
    means = evaluate(shown, relevant, k).mean()
    return [float(means[f"{column}@{k}"]) for column in COLUMNS]


# --- Inputs ------------------------------------------------------------------------------------

# Ana's list finds two of three, Ben's finds nothing.
ANA_AND_BEN = ({1: [5, 8, 6], 2: [9, 5, 7]}, {1: [6, 5, 4], 2: [8]})


def random_user(rng, k, longer):
    """A list and the relevant items; at least one of them is among the first k."""
    items = rng.permutation(20).tolist()
    shown = items[: k + (int(rng.integers(1, 5)) if longer else 0)]
    wanted = rng.choice(20, int(rng.integers(1, 9)), replace=False).tolist()
    first = shown[int(rng.integers(k))]
    return shown, wanted if first in wanted else [*wanted, first]


def random_class(rng, k, n_users, longer=False):
    users = (100 + rng.permutation(50)[:n_users]).tolist()
    found = {user: random_user(rng, k, longer) for user in users}
    return (
        {user: shown for user, (shown, _) in found.items()},
        {user: wanted for user, (_, wanted) in found.items()},
    )


def value_hidden(rng):
    for number in range(RANDOM_CASES):
        k = int(rng.integers(2, 7))
        recommended, relevant = random_class(rng, k, int(rng.integers(1, 5)))
        if number % 3 == 0:  # somebody whose list holds nothing relevant
            recommended[99], relevant[99] = list(range(50, 50 + k)), [60, 61]
        if number % 3 == 1:  # somebody whose list is shorter than k
            recommended[98], relevant[98] = [3], [3, 4]
        yield recommended, relevant, k


def cutoff_hidden(rng):
    for _ in range(RANDOM_CASES):
        k = int(rng.integers(1, 5))
        recommended, relevant = random_class(rng, k, int(rng.integers(1, 4)), longer=True)
        late = list(range(30, 36 + k))  # found only below place k, and more of it than k places
        recommended[99], relevant[99] = late, late[k:]
        yield recommended, relevant, k


def everyone_hidden(rng):
    for number in range(RANDOM_CASES):
        k = int(rng.integers(1, 6))
        recommended, relevant = random_class(rng, k, int(rng.integers(1, 4)))
        if number % 4 == 0:  # no list
            relevant[96] = [3, 4]
        if number % 4 == 1:  # an empty list
            recommended[97], relevant[97] = [], [3]
        if number % 4 == 2:  # no relevant item
            recommended[98], relevant[98] = [3, 4], []
        if number % 4 == 3:  # a list for somebody who is not in the test
            recommended[99] = [3, 4]
        yield recommended, relevant, k


# --- Pieces of wrong versions ------------------------------------------------------------------


def hits(relevance, k):
    return sum(relevance[:k])


def precision(relevance, k, n_relevant):
    return hits(relevance, k) / k


def recall(relevance, k, n_relevant):
    return share(hits(relevance, k), n_relevant)


def hit(relevance, k, n_relevant):
    return int(hits(relevance, k) > 0)


def sum_of_precisions(relevance, k):
    return sum(
        hits(relevance, rank) / rank for rank, one in enumerate(relevance[:k], start=1) if one
    )


def ap(relevance, k, n_relevant):
    return share(sum_of_precisions(relevance, k), n_relevant)


def reciprocal_ranks(relevance, k):
    return [1 / rank for rank, one in enumerate(relevance[:k], start=1) if one]


def rr(relevance, k, n_relevant):
    return max(reciprocal_ranks(relevance, k), default=0.0)


def ndcg(relevance, k, n_relevant):
    return share(dcg(relevance, k), dcg([1] * n_relevant, k))


SIX = {
    "precision": precision,
    "recall": recall,
    "hit": hit,
    "ap": ap,
    "rr": rr,
    "ndcg": ndcg,
}


def per_user(recommended, relevant, users=None):
    """(relevance of the list, number of relevant items), for every user of `relevant`."""
    found = []
    for user in relevant if users is None else users:
        wanted = relevant.get(user, [])
        found.append(([int(item in wanted) for item in recommended.get(user, [])], len(wanted)))
    return found


def mean(values):
    values = list(values)
    return share(sum(values), len(values))


def six_of(users, k, metrics):
    return [mean(metric(r, k, n) for r, n in users) for metric in metrics.values()]


def with_metrics(**changed):
    """evaluate_lists with some of the six metrics exchanged."""
    metrics = SIX | changed
    return lambda recommended, relevant, k: six_of(per_user(recommended, relevant), k, metrics)


def where(keep):
    """evaluate_lists over the users for whom keep(list or None, relevant items, k) is true."""

    def version(recommended, relevant, k):
        kept = {u: w for u, w in relevant.items() if keep(recommended.get(u), w, k)}
        return six_of(per_user(recommended, kept), k, SIX)

    return version


def over(whom):
    """evaluate_lists over the users that whom(recommended, relevant) gives."""

    def version(recommended, relevant, k):
        return six_of(per_user(recommended, relevant, whom(recommended, relevant)), k, SIX)

    return version


def with_column(place, column):
    """evaluate_lists with one of the six means made in another way: column(users, k)."""

    def version(recommended, relevant, k):
        users = per_user(recommended, relevant)
        found = six_of(users, k, SIX)
        found[place] = column(users, k)
        return found

    return version


def on_all(change):
    """evaluate_lists with change(metric) in place of each of the six metrics."""
    return with_metrics(**{name: change(metric) for name, metric in SIX.items()})


def lists_uncut(recommended, relevant, k):
    """Only the cut of the list is missing: k still divides, and the ideal ends at k."""
    return with_metrics(
        precision=lambda r, k, n: sum(r) / k,
        recall=lambda r, k, n: share(sum(r), n),
        hit=lambda r, k, n: hit(r, len(r), n),
        ap=lambda r, k, n: ap(r, len(r), n),
        rr=lambda r, k, n: rr(r, len(r), n),
        ndcg=lambda r, k, n: share(dcg(r, None), dcg([1] * n, k)),
    )(recommended, relevant, k)


def first_user_only(recommended, relevant, k):
    first = dict(list(relevant.items())[:1])
    return six_of(per_user(recommended, first), k, SIX)


def no_relevant(answer):
    """For a user without relevant items every metric answers so; otherwise as it should be."""
    return on_all(lambda metric: lambda r, k, n: metric(r, k, n) if n else answer())


def sum_over_users(recommended, relevant, k):
    users = per_user(recommended, relevant)
    return [sum(metric(r, k, n) for r, n in users) for metric in SIX.values()]


def one_long_list(recommended, relevant, k):
    users = per_user(recommended, relevant)
    joined = list(chain.from_iterable(r[:k] for r, _ in users))
    n_relevant = sum(n for _, n in users)
    return [metric(joined, max(len(joined), 1), n_relevant) for metric in SIX.values()]


def no_list_crashes(recommended, relevant, k):
    for user in relevant:
        recommended[user]
    return evaluate_lists(recommended, relevant, k)


def outsiders_crash(recommended, relevant, k):
    for user in recommended:
        relevant[user]
    return over(lambda recommended, relevant: list(recommended))(recommended, relevant, k)


def everybody(recommended, relevant):
    return [*recommended, *(user for user in relevant if user not in recommended)]


def pooled_recall(users, k):
    return share(sum(hits(r, k) for r, _ in users), sum(n for _, n in users))


def weighted_map(users, k):
    return share(sum(ap(r, k, n) * n for r, n in users), sum(n for _, n in users))


def ratio_of_dcgs(users, k):
    return share(sum(dcg(r, k) for r, _ in users), sum(dcg([1] * n, k) for _, n in users))


def swapped(first, second):
    """evaluate_lists with two of the six means in each other's place."""

    def version(recommended, relevant, k):
        found = evaluate_lists(recommended, relevant, k)
        found[first], found[second] = found[second], found[first]
        return found

    return version


EVALUATE = FunctionExercise(
    "evaluate_lists",
    LESSON,
    reference=evaluate_lists,
    due="a list of six numbers",
    aspects={
        "value": Aspect(
            [
                ({1: [5, 7]}, {1: [7]}, 2),
                ({1: [5, 6, 7]}, {1: [5, 7]}, 3),
                ({1: [5, 6, 7]}, {1: [7, 6, 4, 3, 2]}, 3),
                ({1: [5]}, {1: [5, 6]}, 4),
                (*ANA_AND_BEN, 3),
                ({1: [5, 6], 2: [7, 5], 3: [8, 9]}, {1: [6], 2: [7, 5, 4, 3], 3: [4, 9]}, 2),
            ],
            value_hidden,
        ),
        "cutoff": Aspect(
            [
                ({1: [5, 7]}, {1: [7]}, 1),
                ({1: [5, 7, 6]}, {1: [5, 6, 7]}, 1),
                ({1: [5, 7, 6], 2: [8, 9, 5]}, {1: [7, 6, 4], 2: [5]}, 2),
            ],
            cutoff_hidden,
        ),
        "everyone": Aspect(
            [
                ({1: [5]}, {1: [5], 2: [5]}, 1),
                ({1: [5], 2: []}, {1: [5], 2: [5]}, 1),
                ({1: [5], 2: [6]}, {1: [5], 2: []}, 1),
                ({1: [5], 2: [6]}, {1: [5]}, 1),
                ({1: [5, 7], 3: [7, 5], 4: [5]}, {1: [7], 2: [5], 3: []}, 2),
            ],
            everyone_hidden,
        ),
    },
    ideas={
        "mean-drops-misses": Idea(
            where(lambda shown, wanted, k: any(item in wanted for item in (shown or [])[:k])),
            "Users whose list found nothing are left out. The failures belong to the mean.",
            "Means",
        ),
        "map-drops-zero-users": Idea(
            with_column(3, lambda users, k: mean(ap(r, k, n) for r, n in users if hits(r, k))),
            "Your MAP leaves out users without a hit. The failures are part of that mean too.",
            "Means",
        ),
        "mrr-drops-misses": Idea(
            with_column(4, lambda users, k: mean(rr(r, k, n) for r, n in users if hits(r, k))),
            "Your MRR leaves out users without a hit. They were not helped, and that counts.",
            "Means",
        ),
        "mean-drops-users-without-list": Idea(
            where(lambda shown, wanted, k: shown is not None),
            "Users without a list are left out. Whoever gets no list is not served: that counts 0.",
            "Means",
            also=(where(lambda shown, wanted, k: bool(shown)),),
        ),
        "mean-drops-users-without-relevant": Idea(
            where(lambda shown, wanted, k: bool(wanted)),
            "Users without relevant items are left out. Here every user in `relevant` counts once.",
            "Means",
        ),
        "compare-different-users": Idea(
            over(lambda recommended, relevant: list(recommended)),
            "You average over the users who got a list. Two models would then be judged on "
            "different users: take the users of the test.",
            "Means",
            also=(outsiders_crash,),
        ),
        "mean-counts-outsiders": Idea(
            over(everybody),
            "Somebody who is not in the test lowers your mean. Which users does the task name?",
            "Means",
        ),
        "mean-is-a-sum": Idea(
            sum_over_users,
            "Your values grow with the number of users. A mean does not.",
            "Means",
        ),
        "mean-stops-at-first-user": Idea(
            first_user_only,
            "Only the first user is in your means. Does a `return` stand inside the loop?",
            "Means",
        ),
        "mean-of-one-long-list": Idea(
            one_long_list,
            "You joined the users' lists into one. What stands in user 2's list has nothing to do "
            "with user 1.",
            "Means",
        ),
        "recall-pooled": Idea(
            with_column(1, pooled_recall),
            "Your recall is all hits over all relevant items, which gives heavy users more votes. "
            "One user, one vote.",
            "Means",
            lesson="02-precision-recall",
        ),
        "map-weighted-by-relevant": Idea(
            with_column(3, weighted_map),
            "Your MAP weighs users by what they want. One user, one vote.",
            "MAP",
            lesson="03-map",
        ),
        "ndcg-ratio-of-sums": Idea(
            with_column(5, ratio_of_dcgs),
            "Your NDCG divides one sum by another, so users with much to find weigh more. "
            "Divide for each user, then average.",
            "Means",
        ),
        "map-is-mean-precision": Idea(
            with_metrics(ap=precision),
            "Your MAP is a mean of precisions at k. Move a hit up in a list: MAP should change.",
            "MAP",
            lesson="03-map",
        ),
        "ap-over-min-k-relevant": Idea(
            with_metrics(ap=lambda r, k, n: share(sum_of_precisions(r, k), min(k, n))),
            "Your AP divides by what k places can hold. Lesson 3 has that convention, too; here "
            "all relevant items count.",
            "Conventions",
            lesson="03-map",
        ),
        "ap-over-hits-found": Idea(
            with_metrics(ap=lambda r, k, n: share(sum_of_precisions(r, k), hits(r, k))),
            "Your AP divides by the hits in the list, so what was missed costs nothing.",
            "Conventions",
            lesson="03-map",
        ),
        "recall-over-min-k-relevant": Idea(
            with_metrics(recall=lambda r, k, n: share(hits(r, k), min(k, n))),
            "Your recall is judged against what k places can hold. Here it is all that was wanted.",
            "Who divides",
            lesson="02-precision-recall",
        ),
        "precision-over-list-length": Idea(
            with_metrics(precision=lambda r, k, n: share(hits(r, k), len(r[:k]))),
            "Your precision divides by the items shown. A place left empty is a missed chance.",
            "Who divides",
            lesson="02-precision-recall",
        ),
        "hit-counts-hits": Idea(
            with_metrics(hit=lambda r, k, n: hits(r, k)),
            "Your hit rate counts hits. At least one is a yes or a no.",
            "Hit rate",
            lesson="02-precision-recall",
        ),
        "rr-mean-over-hits": Idea(
            with_metrics(rr=lambda r, k, n: mean(reciprocal_ranks(r, k))),
            "In your reciprocal rank a second hit makes the value fall. Only the first one counts.",
            "RR",
            lesson="03-map",
        ),
        "ndcg-ideal-from-shown": Idea(
            with_metrics(ndcg=lambda r, k, n: share(dcg(r, k), dcg(sorted(r[:k])[::-1], k))),
            "Your ideal knows only the list shown, so what was missed cannot hurt.",
            "Ideal",
        ),
        "ndcg-ideal-all-k-best": Idea(
            with_metrics(ndcg=lambda r, k, n: share(dcg(r, k), dcg([1] * k, k))),
            "Your ideal fills every place. Has each user so many relevant items?",
            "Ideal",
        ),
        "ndcg-ideal-uncut": Idea(
            with_metrics(ndcg=lambda r, k, n: share(dcg(r, k), dcg([1] * n, None))),
            "Even the best list has only k places. How many items fit into the ideal?",
            "Cutoff",
        ),
        "six-ignore-k": Idea(
            on_all(lambda metric: lambda r, k, n: metric(r, max(len(r), k), n)),
            "Place k + 1 changes your values. Nobody saw it.",
            "Cutoff",
            also=(lists_uncut,),
        ),
        "six-other-order": Idea(
            swapped(3, 4),
            "The right six numbers, in another order. Which order does the task ask for?",
            "Means",
            also=(swapped(0, 1), swapped(4, 5)),
        ),
        "mean-nan-without-relevant": Idea(
            with_metrics(
                **{
                    name: (lambda r, k, n, metric=SIX[name]: metric(r, k, n) if n else math.nan)
                    for name in ("recall", "ap", "ndcg")
                }
            ),
            "One user's 0 divided by 0 has spoiled a whole mean. Decide before you divide.",
            "Edges",
            also=(no_relevant(lambda: math.nan),),
        ),
        "mean-crashes-without-relevant": Idea(
            no_relevant(lambda: 1 / 0),
            "For a user without relevant items you divide by 0. Decide before you divide.",
            "Edges",
        ),
        "mean-one-without-relevant": Idea(
            no_relevant(lambda: 1.0),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
            also=(
                with_metrics(recall=lambda r, k, n: recall(r, k, n) if n else 1.0),
            ),
        ),
        "mean-crashes-without-list": Idea(
            no_list_crashes,
            "Somebody in `relevant` is not in `recommended`. How do you look up such a user?",
            "Edges",
        ),
    },
    hints=(
        "Take the users of `relevant` one after the other. Turn a user's list into zeros and ones "
        "first: 1 where the item is in that user's relevant ones. Then the six values, then means.",
        "With the relevance r and R = the number of relevant items: hits / k, hits / R, any hit, "
        "(sum of hits so far / rank at each hit) / R, 1 / rank of the first hit, DCG / ideal DCG. "
        "The ideal has min(k, R) ones. R = 0: all are 0.",
        "User 8 sees [4, 9] and wants [9]; user 9 wants [2] and has no list; k = 2. User 8: "
        "0.5, 1, 1, 0.5, 0.5, 0.630930; user 9: six times 0. The means are half of the former.",
    ),
)

EXERCISES = (EVALUATE,)
