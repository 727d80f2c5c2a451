"""Assignment 04-ndcg: the cases and the wrong ideas of mean_ndcg."""

import functools
import math

from course.checks.kinds import Aspect, Case, FunctionExercise, Idea
from course.checks.ndcg_parts import (
    best_first,
    binary,
    dcg,
    exponential,
    ndcg,
    no_discount,
    share,
)
from course.metrics import evaluate

RANDOM_CASES = 30


def mean_ndcg(recommended, relevant, k):
    """The reference: the course's own evaluate, one row for each user in `relevant`."""
    return float(evaluate(recommended, relevant, k)[f"ndcg@{k}"].mean())


# --- Inputs ------------------------------------------------------------------------------------

# Two users who have a list and relevant items; the second one's list misses.
HIT_AND_MISS = ({1: [5, 7], 2: [9, 5]}, {1: {7: 2}, 2: {6: 1}})


def random_user(rng, k):
    """A list of item ids, some longer than k, and the grades; at least one item is found."""
    items = rng.permutation(20).tolist()
    shown = items[: k + int(rng.integers(0, 4))]
    wanted = rng.choice(20, int(rng.integers(1, 8)), replace=False).tolist()
    grades = {item: int(rng.integers(1, 5)) for item in wanted}
    grades[shown[int(rng.integers(k))]] = int(rng.integers(2, 5))
    return shown, grades


def random_class(rng, k, n_users):
    users = (100 + rng.permutation(50)[:n_users]).tolist()
    found = {user: random_user(rng, k) for user in users}
    return (
        {user: shown for user, (shown, _) in found.items()},
        {user: grades for user, (_, grades) in found.items()},
    )


def value_hidden(rng):
    for number in range(RANDOM_CASES):
        k = int(rng.integers(1, 6))
        recommended, relevant = random_class(rng, k, int(rng.integers(1, 5)))
        if number % 3 == 0:  # somebody whose list holds nothing relevant
            recommended[99], relevant[99] = [50, 51, 52], {60: 3, 61: 1}
        if number % 3 == 1:  # somebody whose list ends early and misses a favourite
            recommended[99], relevant[99] = [61], {60: 3, 61: 1}
        yield recommended, relevant, k


def everyone_hidden(rng):
    for number in range(RANDOM_CASES):
        k = int(rng.integers(1, 6))
        recommended, relevant = random_class(rng, k, int(rng.integers(1, 4)))
        if number % 3 == 0:  # no list
            relevant[97] = {3: 2, 4: 1}
        if number % 3 == 1:  # an empty list
            recommended[98], relevant[98] = [], {3: 1}
        if number % 3 == 2:  # no relevant item
            recommended[99], relevant[99] = [3, 4], {}
        yield recommended, relevant, k


@functools.cache
def sample():
    """The course's sample: ten most popular films for each user, and the grades that follow.

    The last fifth of each user's ratings is held out. There, a rating of 4 is grade 1, one of
    5 is grade 3. Plain ints all through: a key of another type would not be found.
    """
    from course import datasets, models, splits  # slow to import, and only needed here

    ratings, items = datasets.load("sample")
    train, test = splits.user_temporal_split(ratings)
    relevant = {}
    for row in test[test.rating >= 4].itertuples():
        grade = int(2 ** (row.rating - 3) - 1)
        relevant.setdefault(int(row.user_id), {})[int(row.item_id)] = grade
    lists = models.MostPopular(items).fit(train).recommend(list(relevant), 10).tolist()
    recommended = {
        user: [item for item in shown if item >= 0]
        for user, shown in zip(relevant, lists, strict=True)
    }
    return recommended, relevant


def sample_case(k):
    return Case((*sample(), k), shown=f"mean_ndcg(recommended, relevant, {k}) on the sample")


def sample_visible():
    return [sample_case(10), sample_case(5)]


def sample_hidden(rng):
    return [sample_case(int(rng.integers(6, 10))), sample_case(int(rng.integers(3, 6)))]


# --- Wrong versions ----------------------------------------------------------------------------


def mean(scores):
    scores = list(scores)
    return share(sum(scores), len(scores))


def grades_of(shown, wanted):
    """Item ids as grades."""
    return [wanted.get(item, 0) for item in shown]


def per_user(recommended, relevant):
    """(grades of the list, grades of all relevant items), for every user."""
    return [
        (grades_of(recommended.get(user, []), wanted), list(wanted.values()))
        for user, wanted in relevant.items()
    ]


def mean_of(score):
    """The mean over users of score(relevance, k, ideal)."""
    return lambda recommended, relevant, k: mean(
        score(relevance, k, ideal) for relevance, ideal in per_user(recommended, relevant)
    )


def mean_where(keep):
    """The mean over the users for whom keep(list or None, relevant items) is true."""

    def version(recommended, relevant, k):
        kept = {u: w for u, w in relevant.items() if keep(recommended.get(u), w)}
        return mean_of(ndcg)(recommended, kept, k)

    return version


def drops_misses(recommended, relevant, k):
    scores = [ndcg(relevance, k, ideal) for relevance, ideal in per_user(recommended, relevant)]
    return mean(score for score in scores if score > 0)


def first_user_only(recommended, relevant, k):
    """`return` inside the loop."""
    for relevance, ideal in per_user(recommended, relevant):
        return ndcg(relevance, k, ideal) / len(relevant)


def of_lists(grades, ideal=dict.values):
    """The mean NDCG when a list of item ids becomes grades in another way, or the ideal does."""
    return lambda recommended, relevant, k: mean(
        ndcg(grades(recommended.get(user, []), wanted), k, list(ideal(wanted)))
        for user, wanted in relevant.items()
    )


def ratio_of_sums(recommended, relevant, k):
    users = per_user(recommended, relevant)
    return share(
        sum(dcg(relevance, k) for relevance, _ in users),
        sum(dcg(best_first(ideal), k) for _, ideal in users),
    )


def one_long_list(recommended, relevant, k):
    users = per_user(recommended, relevant)
    joined = [grade for relevance, _ in users for grade in relevance[:k]]
    return ndcg(joined, len(joined), [grade for _, ideal in users for grade in ideal])


def sum_over_users(recommended, relevant, k):
    return sum(ndcg(relevance, k, ideal) for relevance, ideal in per_user(recommended, relevant))


def no_list_crashes(recommended, relevant, k):
    return mean(
        ndcg(grades_of(recommended[user], wanted), k, list(wanted.values()))
        for user, wanted in relevant.items()
    )


MEAN = FunctionExercise(
    "mean_ndcg",
    "04-ndcg",
    reference=mean_ndcg,
    aspects={
        "value": Aspect(
            [
                ({1: [5, 7]}, {1: {7: 2}}, 2),
                ({1: [5, 7]}, {1: {5: 1, 7: 2}}, 1),
                ({1: [5, 7]}, {1: {5: 1, 8: 2}}, 2),
                (*HIT_AND_MISS, 2),
                ({1: [5, 6, 7], 2: [7, 5, 6]}, {1: {6: 3, 7: 1}, 2: {7: 1, 5: 2, 8: 3}}, 2),
                ({1: [4, 5], 2: [5, 6]}, {1: {4: 3, 5: 2, 6: 1}, 2: {6: 1}}, 2),
                ({1: [5]}, {1: {5: 2, 7: 3}}, 2),
            ],
            value_hidden,
        ),
        "everyone": Aspect(
            [
                ({1: [5]}, {1: {5: 2}, 2: {5: 1}}, 1),
                ({1: [5], 2: []}, {1: {5: 2}, 2: {5: 1}}, 1),
                ({1: [5], 2: [6]}, {1: {5: 2}, 2: {}}, 1),
                ({1: [5, 7], 3: [7, 5]}, {1: {7: 2}, 2: {5: 1}, 3: {}}, 2),
            ],
            everyone_hidden,
        ),
        "sample": Aspect(sample_visible, sample_hidden),
    },
    ideas={
        "ndcg-ratio-of-sums": Idea(
            ratio_of_sums,
            "Users with much to find weigh more in yours. One user, one vote: divide first.",
            "Means",
        ),
        "mean-of-one-long-list": Idea(
            one_long_list,
            "You joined the users' lists into one. What stands in user 2's list has nothing to do "
            "with user 1.",
            "Means",
        ),
        "mean-is-a-sum": Idea(
            sum_over_users,
            "Your value grows with the number of users. A mean does not.",
            "Means",
        ),
        "mean-of-first-user": Idea(
            first_user_only,
            "Only the first user is in your value. Does `return` stand inside the loop?",
            "Means",
            also=(lambda rec, rel, k: next(ndcg(r, k, i) for r, i in per_user(rec, rel)),),
        ),
        "mean-closes-gaps": Idea(
            of_lists(lambda shown, wanted: [wanted[item] for item in shown if item in wanted]),
            "You leave out films that the user did not want, and the rest move up. Which places "
            "had they?",
            "Discount",
        ),
        "mean-crashes-on-unwanted": Idea(
            of_lists(lambda shown, wanted: [wanted[item] for item in shown]),
            "The list holds an item that is not in the user's dictionary. How do you look it up?",
            "Edges",
        ),
        "mean-ids-as-grades": Idea(
            of_lists(lambda shown, wanted: shown),
            "You add up item ids. How much did the user like each item?",
            "Gain",
            also=(
                of_lists(grades_of, ideal=dict.keys),
                of_lists(lambda shown, wanted: shown, ideal=dict.keys),
            ),
        ),
        "mean-drops-misses": Idea(
            drops_misses,
            "Users whose list found nothing are left out. The failures belong to the mean.",
            "Means",
        ),
        "mean-drops-users-without-list": Idea(
            mean_where(lambda shown, wanted: shown is not None),
            "Users without a list are left out. Whoever gets no list is not served: that counts 0.",
            "Means",
            also=(mean_where(lambda shown, wanted: bool(shown)),),
        ),
        "mean-drops-users-without-relevant": Idea(
            mean_where(lambda shown, wanted: bool(wanted)),
            "Users without relevant items are left out. Here every user in `relevant` counts once.",
            "Means",
        ),
        "mean-nan-without-relevant": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, ideal) if any(ideal) else math.nan),
            "One user's 0 divided by 0 has spoiled the whole mean. Decide before you divide.",
            "Edges",
        ),
        "mean-crashes-without-relevant": Idea(
            mean_of(lambda r, k, ideal: dcg(r, k) / dcg(best_first(ideal), k)),
            "For a user without relevant items the ideal DCG is 0. Decide before you divide.",
            "Edges",
        ),
        "mean-one-without-relevant": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, ideal) if any(ideal) else 1.0),
            "A user who wants nothing would lift every model alike. The task states the rule.",
            "Edges",
        ),
        "mean-crashes-without-list": Idea(
            no_list_crashes,
            "Somebody in `relevant` is not in `recommended`. How do you look up such a user?",
            "Edges",
        ),
        "mean-of-dcg": Idea(
            mean_of(lambda r, k, ideal: dcg(r, k)),
            "You average DCG. Each user's value should be divided by the ideal first.",
            "Ideal",
        ),
        "ndcg-ideal-from-list": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, r)),
            "Your ideal knows only the items in the list. Where are the ones it missed?",
            "Ideal",
            also=(mean_of(lambda r, k, ideal: ndcg(r, k, r[:k])),),
        ),
        "ndcg-ideal-not-sorted": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, k), dcg(ideal, k))),
            "The relevant items come in any order. Which order would a perfect list have?",
            "Ideal",
        ),
        "ndcg-ideal-cut-at-list": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), min(k, len(r))))),
            "A list that ends early leaves places empty. Should your ideal leave them empty, too?",
            "Ideal",
        ),
        "ndcg-ideal-ascending": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, k), dcg(sorted(ideal), k))),
            "Your ideal begins with the lowest grade. What would a perfect list show first?",
            "Ideal",
        ),
        "ndcg-mixed-gains": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, k, binary), dcg(best_first(ideal), k))),
            "List and ideal use two different gains. Top and bottom must use the same.",
            "Gain",
            also=(mean_of(lambda r, k, i: share(dcg(r, k), dcg(best_first(i), k, binary))),),
        ),
        "ndcg-ideal-uncut": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, k), dcg(best_first(ideal), None))),
            "Even the best list has only k places. How many items fit into the ideal?",
            "Cutoff",
        ),
        "ndcg-list-uncut": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, None), dcg(best_first(ideal), k))),
            "Items below place k change your value. Nobody saw them.",
            "Cutoff",
        ),
        "ndcg-ignores-k": Idea(
            mean_of(lambda r, k, ideal: share(dcg(r, None), dcg(best_first(ideal), None))),
            "Place k + 1 changes your value. Nobody saw it.",
            "Cutoff",
        ),
        "ndcg-gain-share": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, ideal, place=no_discount)),
            "Swap two items of a list: does your value change? It should.",
            "Discount",
        ),
        "ndcg-binary-for-graded": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, ideal, binary)),
            "A 3 and a 1 get the same gain from you, so the grades are lost.",
            "Gain",
        ),
        "ndcg-exponential-for-linear": Idea(
            mean_of(lambda r, k, ideal: ndcg(r, k, ideal, exponential)),
            "Your gain is 2^g - 1. Both gains are in use; the linear one was asked for here.",
            "Gain",
        ),
    },
    hints=(
        "Go through the users in `relevant`, one by one. Look up the grades of what each was "
        "shown; what is not in the dictionary has grade 0.",
        "The mean of DCG@k / ideal DCG@k over the users in `relevant`. The ideal is all the "
        "grades of that user, sorted and cut at k. No list, or nothing relevant: 0.",
        "k = 2. Ann wants {5: 3} and is shown [8, 5]: grades 0, 3, so NDCG 3 x 0.63093 / 3 = "
        "0.63093. Bob wants {2: 1} and is in no list: 0. The mean is 0.315465.",
    ),
)

EXERCISES = (MEAN,)
