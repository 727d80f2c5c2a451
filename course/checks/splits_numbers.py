"""Assignment 05-splits, the functions of numbers: a mended bug, sampled ranks, the paired t."""

import math
import statistics

from course.checks.kinds import Aspect, FunctionExercise, Idea

LESSON = "05-splits"
RANDOM_CASES = 20


# --- fixed_last_row: leave one out for one user --------------------------------------------------


def fixed_last_row(items, times):
    """The reference: the latest row; of several in one second the last one."""
    return max(range(len(times)), key=lambda row: (times[row], row))


def buggy_last_row(items, times):
    """What the exercise shows: ties in time are settled by item id."""
    return max(range(len(times)), key=lambda row: (times[row], items[row]))


def one_user(rng, tied):
    """Item ids and times of one user in random order; `tied` rows share the last moment."""
    length = int(rng.integers(max(3, tied + 1), 9))
    items = (rng.permutation(60)[:length] + 20).tolist()
    times = (rng.permutation(90)[:length] + 100).tolist()
    latest = max(times)
    at = rng.permutation(length)[:tied].tolist()
    for row in at:
        times[row] = latest + 5
    return items, times, sorted(at)


def order_hidden(rng):
    for _ in range(RANDOM_CASES):
        items, times, _ = one_user(rng, 1)
        yield items, times


def ties_hidden(rng):
    for _ in range(RANDOM_CASES):
        items, times, at = one_user(rng, int(rng.integers(2, 4)))
        if rng.integers(3):  # most of the time the rule by item id says something else
            items[at[0]], top = max(items), items.index(max(items))
            items[top] = items[top] - 19 if top != at[0] else items[top]
        yield items, times


LAST_ROW = FunctionExercise(
    "fixed_last_row",
    LESSON,
    reference=fixed_last_row,
    aspects={
        "order": Aspect(
            [([8, 3], [5, 9]), ([3, 8], [9, 5]), ([7, 2, 4], [20, 60, 40]),
             ([12, 30, 25, 11], [40, 10, 70, 30])],
            order_hidden,
        ),
        "ties": Aspect(
            [([8, 3], [5, 5]), ([3, 8], [5, 5]), ([9, 6, 4], [5, 7, 7]),
             ([2, 15, 9, 4, 30], [10, 50, 50, 50, 20])],
            ties_hidden,
        ),
    },
    ideas={
        "loo-tie-by-item-id": Idea(
            buggy_last_row,
            "When two times are equal, the item ids still decide.",
            "Ties",
        ),
        "loo-tie-lowest-item-id": Idea(
            lambda items, times: max(range(len(times)), key=lambda row: (times[row], -items[row])),
            "You turned the rule round: item ids still decide, now the lowest.",
            "Ties",
        ),
        "loo-tie-first-row": Idea(
            lambda items, times: times.index(max(times)),
            "Several rows share the last moment. Which of them does the rule choose?",
            "Ties",
        ),
        "loo-last-row-of-file": Idea(
            lambda items, times: len(times) - 1,
            "The last row of the file need not be the latest.",
            "Four splits",
        ),
        "loo-sorted-by-item": Idea(
            lambda items, times: items.index(max(items)),
            "You look for the highest item id. What makes a row the last one?",
            "Four splits",
        ),
        "loo-oldest": Idea(
            lambda items, times: max(range(len(times)), key=lambda row: (-times[row], row)),
            "That is the row this user began with.",
            "Four splits",
            also=(lambda items, times: times.index(min(times)),),
        ),
        "loo-returns-item": Idea(
            lambda items, times: items[fixed_last_row(items, times)],
            "The right row, but you return its item. Its place in the lists was asked for.",
            "Four splits",
        ),
        "loo-returns-time": Idea(
            lambda items, times: max(times),
            "That is the last moment. The place of its row was asked for.",
            "Four splits",
        ),
        "loo-counts-from-one": Idea(
            lambda items, times: fixed_last_row(items, times) + 1,
            "Places count from 0 here.",
            "Four splits",
        ),
    },
    hints=(
        "The function compares pairs (time, item id). What does Python look at when the first "
        "members of two pairs are equal?",
        "The rule of the course: of rows in the same second, the one that stands last in the "
        "file. So the second member of the pair should say where the row stands.",
        "Items [5, 70, 6] at times [1, 3, 3]: rows 1 and 2 share the last moment, so the answer "
        "is 2, although the item in row 1 has the higher id.",
    ),
)


# --- expected_sampled_rank -----------------------------------------------------------------------


def expected_sampled_rank(rank, n_items, n_negatives):
    """The reference: each negative is above with the chance (rank - 1) / (n_items - 1)."""
    return 1 + n_negatives * (rank - 1) / (n_items - 1)


def sampled_value_hidden(rng):
    for _ in range(RANDOM_CASES):
        n_items = int(rng.integers(200, 20_000))
        n_negatives = int(rng.integers(10, 150))
        yield int(rng.integers(2, n_items // 2)), n_items, n_negatives


def sampled_ends_hidden(rng):
    for _ in range(RANDOM_CASES // 4):
        n_items = int(rng.integers(200, 20_000))
        n_negatives = int(rng.integers(10, 150))
        yield 1, n_items, n_negatives
        yield n_items, n_items, n_negatives
        yield int(rng.integers(2, n_items)), n_items, n_items - 1


SAMPLED_RANK = FunctionExercise(
    "expected_sampled_rank",
    LESSON,
    reference=expected_sampled_rank,
    aspects={
        "value": Aspect(
            [(2, 3, 1), (3, 5, 2), (101, 10_000, 99), (40, 10_000, 99), (212, 1_682, 100)],
            sampled_value_hidden,
        ),
        "ends": Aspect(
            [(1, 3, 1), (3, 3, 1), (2, 3, 2), (1, 10_000, 99), (10_000, 10_000, 99)],
            sampled_ends_hidden,
        ),
    },
    ideas={
        "sampled-hit-is-hit": Idea(
            lambda rank, n, m: rank,
            "You give the rank among all items. Only a few of the rivals were drawn.",
            "Sampled negatives",
            also=(lambda rank, n, m: min(rank, m + 1),),
        ),
        "sampled-rank-without-own-place": Idea(
            lambda rank, n, m: m * (rank - 1) / (n - 1),
            "That is how many negatives stand above. Which place does the item itself have then?",
            "Sampled negatives",
        ),
        "sampled-rank-over-all-items": Idea(
            lambda rank, n, m: 1 + m * (rank - 1) / n,
            "Can the item be drawn as its own negative? Count what can be drawn.",
            "Sampled negatives",
        ),
        "sampled-rank-above-itself": Idea(
            lambda rank, n, m: 1 + m * rank / n,
            "How many items stand above the item at this rank? Try rank 1.",
            "Sampled negatives",
            also=(lambda rank, n, m: 1 + m * rank / (n - 1),),
        ),
        "sampled-rank-in-proportion": Idea(
            lambda rank, n, m: rank * m / n,
            "You scaled the rank. The best item would get a rank below 1.",
            "Sampled negatives",
            also=(lambda rank, n, m: rank * (m + 1) / n,),
        ),
        "sampled-rank-rounded": Idea(
            lambda rank, n, m: round(expected_sampled_rank(rank, n, m)),
            "An expected value need not be a whole number.",
            "Sampled negatives",
            also=(lambda rank, n, m: math.floor(expected_sampled_rank(rank, n, m)),
                  lambda rank, n, m: math.ceil(expected_sampled_rank(rank, n, m))),
        ),
        "sampled-rank-is-a-chance": Idea(
            lambda rank, n, m: (rank - 1) / (n - 1),
            "That is the chance that one negative stands above. How many are drawn?",
            "Sampled negatives",
        ),
        "sampled-rank-from-below": Idea(
            lambda rank, n, m: 1 + m * (n - rank) / (n - 1),
            "You counted the items below. A rank counts those above.",
            "Sampled negatives",
        ),
    },
    hints=(
        "Think of one negative. What is the chance that it stands above the item? Then think of "
        "all of them, and of the item's own place.",
        "Of n - 1 other items, rank - 1 stand above. The expected number above is "
        "m (rank - 1) / (n - 1), and the rank is one more than the number above.",
        "With 11 items, rank 6 and 4 negatives: each is above with chance 5 / 10, so 2 are "
        "expected above, and the expected rank is 3.",
    ),
)


# --- paired_t ------------------------------------------------------------------------------------


def differences(a, b):
    return [first - second for first, second in zip(a, b, strict=True)]


def paired_t(a, b):
    """The reference: mean difference over its standard error."""
    found = differences(a, b)
    return statistics.fmean(found) / (statistics.stdev(found) / math.sqrt(len(found)))


def unpaired_t(a, b):
    error = math.sqrt(statistics.variance(a) / len(a) + statistics.variance(b) / len(b))
    return (statistics.fmean(a) - statistics.fmean(b)) / error


def two_models(rng, lead):
    """Scores of two models for the same users; the first is ahead by about `lead`."""
    n = int(rng.integers(5, 13))
    b = rng.uniform(0.1, 0.8, n)
    gaps = lead + rng.normal(0, 0.02, n)
    gaps[0] = lead + 0.037  # so that the differences differ
    return [round(x, 3) for x in (b + gaps).tolist()], [round(x, 3) for x in b.tolist()]


def ahead_hidden(rng):
    for _ in range(RANDOM_CASES):
        yield two_models(rng, float(rng.uniform(0.04, 0.08)))


def behind_hidden(rng):
    for _ in range(RANDOM_CASES):
        yield two_models(rng, -float(rng.uniform(0.08, 0.12)))


A = [0.10, 0.32, 0.55, 0.71, 0.20, 0.93, 0.41, 0.64]
B = [0.07, 0.30, 0.50, 0.70, 0.16, 0.91, 0.38, 0.60]

PAIRED_T = FunctionExercise(
    "paired_t",
    LESSON,
    reference=paired_t,
    aspects={
        "value": Aspect(
            [([0.5, 0.9], [0.4, 0.6]), ([0.4, 0.6, 0.9], [0.3, 0.6, 0.7]), (A, B)],
            ahead_hidden,
        ),
        "sign": Aspect(
            [([0.4, 0.6], [0.5, 0.9]), ([0.3, 0.6, 0.7], [0.4, 0.6, 0.9]), (B, A)],
            behind_hidden,
        ),
    },
    ideas={
        "test-unpaired": Idea(
            unpaired_t,
            "You compare two groups. The same users judged both: look at each user's difference.",
            "Significance",
            also=(lambda a, b: unpaired_t(a, b) * math.sqrt((len(a) - 1) / len(a)),
                  lambda a, b: unpaired_t(a, b) * math.sqrt(len(a) / (len(a) - 1))),
        ),
        "t-without-root-n": Idea(
            lambda a, b: paired_t(a, b) / math.sqrt(len(a)),
            "Your value does not grow with the number of users. What does n do to the error "
            "of a mean?",
            "Significance",
        ),
        "t-divides-by-n": Idea(
            lambda a, b: paired_t(a, b) * math.sqrt(len(a)),
            "The error of a mean shrinks more slowly than n grows.",
            "Significance",
        ),
        "t-divided-twice": Idea(
            lambda a, b: paired_t(a, b) / len(a),
            "Mind the brackets: √n belongs to s alone.",
            "Significance",
        ),
        "t-population-sd": Idea(
            lambda a, b: paired_t(a, b) * math.sqrt(len(a) / (len(a) - 1)),
            "Your users are a sample, so their mean was estimated too. What does numpy's std "
            "divide by?",
            "Significance",
        ),
        "t-variance-for-sd": Idea(
            lambda a, b: paired_t(a, b) / statistics.stdev(differences(a, b)),
            "You divide by the variance. Which root is missing?",
            "Significance",
        ),
        "t-sign-flipped": Idea(
            lambda a, b: -paired_t(a, b),
            "Above 0 should mean that the first model is ahead.",
            "Significance",
        ),
        "t-without-sign": Idea(
            lambda a, b: abs(paired_t(a, b)),
            "Your value cannot say which model is ahead.",
            "Significance",
        ),
        "t-is-the-difference": Idea(
            lambda a, b: statistics.fmean(differences(a, b)),
            "That is the mean difference. How large is it beside its own error?",
            "Significance",
        ),
        "t-is-the-error": Idea(
            lambda a, b: statistics.stdev(differences(a, b)) / math.sqrt(len(a)),
            "That is the standard error of the mean difference. One division is left.",
            "Significance",
        ),
    },
    hints=(
        "Forget that there are two models: make one list, the difference for each user.",
        "With d = a - b user by user: t = mean(d) / (s / √n), where s is the standard deviation "
        "of d with n - 1 below the line.",
        "Differences 1, 2, 3: the mean is 2, s is 1, n is 3, so t = 2 / (1 / √3) = 3.464102.",
    ),
)

EXERCISES = (LAST_ROW, SAMPLED_RANK, PAIRED_T)
