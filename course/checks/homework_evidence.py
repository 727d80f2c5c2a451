"""Assignment 07-homework: is a difference real, what chance does, and what follows from it all."""

import math
from itertools import combinations

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, choice
from course.checks.homework_sample import Later, ndcg_of
from course.checks.kinds import Aspect, FunctionExercise, Idea, ValueExercise

RANDOM_CASES = 30
Z = 1.96  # of the normal distribution, for 95 %


# --- paired_interval -----------------------------------------------------------------------------


def paired_interval(first, second):
    """The reference: [mean difference, lower end, upper end], 95 %, the users as pairs."""
    differences = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    return _around(differences.mean(), differences.std(ddof=1) / math.sqrt(len(differences)))


def _around(centre, error, width=Z):
    return [float(centre), float(centre - width * error), float(centre + width * error)]


def differences(first, second):
    return np.asarray(first, dtype=float) - np.asarray(second, dtype=float)


def with_error(error, width=Z):
    """paired_interval with another standard error: error(first, second)."""

    def version(first, second):
        return _around(differences(first, second).mean(), error(first, second), width)

    return version


def of_pairs(ddof=1):
    def error(first, second):
        found = differences(first, second)
        return found.std(ddof=ddof) / math.sqrt(len(found))

    return error


def unpaired(first, second):
    return math.sqrt((np.var(first, ddof=1) + np.var(second, ddof=1)) / len(first))


def of_one_user(first, second):
    return differences(first, second).std(ddof=1)


def over_n(first, second):
    return differences(first, second).std(ddof=1) / len(first)


def of_variance(first, second):
    return differences(first, second).var(ddof=1) / math.sqrt(len(first))


def in_two_groups(first, second):
    """The ends of the two models' own intervals, subtracted."""
    ends = [_around(np.mean(one), np.std(one, ddof=1) / math.sqrt(len(one)))
            for one in (first, second)]
    return [ends[0][0] - ends[1][0], ends[0][1] - ends[1][2], ends[0][2] - ends[1][1]]


def class_examples():
    """Eight users under two models: the second is a little worse for each of them."""
    first = [0.10, 0.32, 0.55, 0.71, 0.20, 0.93, 0.41, 0.64]
    loss = [0.03, 0.02, 0.05, 0.01, 0.04, 0.02, 0.03, 0.04]
    return first, [round(a - b, 2) for a, b in zip(first, loss, strict=True)]


def value_hidden(rng):
    for _ in range(RANDOM_CASES):
        n_users = int(rng.integers(3, 13))
        yield [rng.random(n_users).round(3).tolist() for _ in range(2)]


def pairs_hidden(rng):
    # Users differ much, the models little: what pairs are good for.
    for _ in range(RANDOM_CASES):
        first = rng.random(int(rng.integers(4, 30)))
        second = first - rng.normal(0.02, 0.03, len(first))
        yield first.round(3).tolist(), second.round(3).tolist()


INTERVAL = FunctionExercise(
    "paired_interval",
    "05-splits",
    reference=paired_interval,
    due="a list of three numbers",
    aspects={
        "value": Aspect(
            [
                ([0, 1], [0, 0]),
                ([1, 0, 0.5], [0.5, 0, 0]),
                ([0.2, 0.9, 0.4, 0.1], [0.3, 0.5, 0.4, 0.6]),
            ],
            value_hidden,
        ),
        "pairs": Aspect(
            [
                ([0.1, 0.5, 0.9], [0, 0.4, 0.8]),
                ([0.1, 0.5, 0.9, 0.3], [0.1, 0.4, 0.9, 0.2]),
                class_examples(),
            ],
            pairs_hidden,
        ),
    },
    ideas={
        "test-unpaired": Idea(
            with_error(unpaired),
            "You treat the models as two separate groups. The same users judged both: "
            "look at each user's difference.",
            "Significance",
        ),
        "intervals-subtracted": Idea(
            in_two_groups,
            "You put two intervals together. One interval is asked for, of the users' differences.",
            "Significance",
        ),
        "error-of-one-user": Idea(
            with_error(of_one_user),
            "That is how much single users differ. A mean over many users is steadier: by which "
            "factor?",
            "Significance",
        ),
        "error-divided-by-n": Idea(
            with_error(over_n),
            "Your interval shrinks too fast: four times the users should halve it.",
            "Significance",
        ),
        "error-from-variance": Idea(
            with_error(of_variance),
            "You used the variance where the standard deviation belongs.",
            "Significance",
        ),
        "deviation-over-n": Idea(
            with_error(of_pairs(ddof=0)),
            "The task divides the squared deviations by n - 1. In numpy that is a setting of std.",
            "Significance",
        ),
        "interval-of-one-error": Idea(
            with_error(of_pairs(), 1.0),
            "One standard error to each side covers about 68 %. How many for 95 %?",
            "Significance",
        ),
        "interval-one-sided": Idea(
            with_error(of_pairs(), 1.645),
            "1.645 leaves 5 % on each side. For 95 % in the middle it is another number.",
            "Significance",
        ),
        "interval-swapped": Idea(
            lambda first, second: paired_interval(second, first),
            "You took the first away from the second. Above 0 should mean that `first` wins.",
            "Significance",
        ),
        "interval-in-order": Idea(
            lambda first, second: [paired_interval(first, second)[i] for i in (1, 0, 2)],
            "The right three numbers, in another order: the mean comes first.",
            "Significance",
            also=(lambda first, second: [paired_interval(first, second)[i] for i in (1, 2, 0)],),
        ),
        "interval-of-absolute-differences": Idea(
            lambda first, second: paired_interval(np.abs(differences(first, second)),
                                                  [0] * len(first)),
            "Without signs, users for whom the second model wins count for the first one.",
            "Significance",
        ),
        "interval-as-half-width": Idea(
            lambda first, second: _half_width(*paired_interval(first, second)),
            "You give the half-width. Where does the interval begin, and where does it end?",
            "Significance",
            also=(lambda first, second: _half_width(*paired_interval(first, second), sign=1),),
        ),
    },
    hints=(
        "Forget the two lists as soon as you have one difference for each user. Everything else is "
        "the mean of these differences, and how sure you are of it.",
        "d = the mean of the differences, s = their standard deviation with n - 1, half-width = "
        "1.96 * s / sqrt(n). Answer [d, d - half-width, d + half-width].",
        "[0.4, 0.6] against [0.4, 0.4]: differences 0 and 0.2, d = 0.1, s = 0.141421, half-width "
        "1.96 * 0.141421 / 1.414214 = 0.196, so [0.1, -0.096, 0.296].",
    ),
)


def _half_width(mean, low, high, sign=-1):
    return [mean, sign * (high - mean), high - mean]


# --- Hybrid against ALS, on the sample -----------------------------------------------------------


def _hybrid_and_als(split="time"):
    return ndcg_of("Hybrid", split).tolist(), ndcg_of("ALS", split).tolist()


def _interval_by(version, split="time"):
    return Later(lambda: version(*_hybrid_and_als(split)))


def _read_three(answer):
    if isinstance(answer, Later):
        return np.asarray(answer)
    found = values.number_list(answer)
    if len(found) != 3:
        raise values.Unreadable(f"{len(found)} numbers instead of three: mean, low, high")
    return found


def _users_with_a_hit(first, second):
    first, second = np.array(first), np.array(second)
    hit = (first > 0) | (second > 0)
    return paired_interval(first[hit], second[hit])


RIGHT = _interval_by(paired_interval)

HYBRID_AGAINST_ALS = ValueExercise(
    "hybrid_against_als",
    "05-splits",
    read=_read_three,
    right=lambda found: values.same(found, np.asarray(RIGHT)),
    problem=lambda found: f"{values.shown(found)} is not the interval of Hybrid minus ALS.",
    ideas={
        "interval-of-the-other-split": Idea(
            _interval_by(paired_interval, "random"),
            "That is the interval under the random split. By date is asked for.",
            "Significance",
        ),
        "cold-users-dropped": Idea(
            _interval_by(_users_with_a_hit),
            "You left out users for whom neither model found anything. They are users, too.",
            "Significance",
        ),
    }
    | {
        idea: Idea(
            _interval_by(INTERVAL.ideas[idea].wrong),
            INTERVAL.ideas[idea].message,
            "Significance",
        )
        for idea in INTERVAL.ideas
    }
    | {
        "rounded-too-early": Idea(
            lambda found: bool(np.all(np.abs(found - np.asarray(RIGHT)) < 0.00051)),
            "You are very close. Round later, or not at all: six decimals count.",
            "Significance",
            example=Later(lambda: np.round(np.asarray(RIGHT), 3)),
        ),
    },
    hints=(
        "First NDCG@10 of each user under Hybrid, then under ALS, the users in one order. Then "
        "your paired_interval does the rest.",
        "With 0 and 1: DCG is the sum of 1 / log2(rank + 1) over the hits, the ideal DCG the same "
        "sum over ranks 1 to min(10, R).",
        "Three users with 0.5, 0, 1 under one model and 0.5, 0, 0.4 under the other: differences "
        "0, 0, 0.6, mean 0.2. The user with 0 twice stays in.",
    ),
)


# --- Chance --------------------------------------------------------------------------------------


def chance_of_a_hit(n_items, shown, liked):
    """Shown at random, without repeats: the probability of at least one liked item."""
    return 1 - math.comb(n_items - liked, shown) / math.comb(n_items, shown)


CHANCE = by_hand(
    "chance_hit",
    "02-precision-recall",
    chance_of_a_hit(1682, 10, 20),
    {
        "no-chance-baseline": Idea(
            0,
            "Is it really impossible to hit by luck? Ten tries at twenty films are not nothing.",
            "Hit rate",
        ),
        "chance-is-expected-hits": Idea(
            10 * 20 / 1682,
            "That is the expected number of hits. Some users get two, and count once here.",
            "Hit rate",
        ),
        "chance-with-repeats": Idea(
            1 - (1 - 20 / 1682) ** 10,
            "Close, but a list holds no film twice: after each miss one film fewer is left.",
            "Hit rate",
        ),
        "chance-of-one-place": Idea(
            20 / 1682,
            "That is the chance at the first place. There are ten.",
            "Hit rate",
        ),
        "chance-of-exactly-one": Idea(
            20 * math.comb(1662, 9) / math.comb(1682, 10),
            "That is the chance of exactly one hit. Who gets two is served as well.",
            "Hit rate",
        ),
        "chance-of-a-miss": Idea(
            1 - chance_of_a_hit(1682, 10, 20),
            "That is the chance of no hit at all. You are one step away.",
            "Hit rate",
        ),
        "chance-in-percent": Idea(
            100 * chance_of_a_hit(1682, 10, 20),
            "A probability lies between 0 and 1.",
            "Hit rate",
        ),
    },
    hints=(
        "At least one hit is everything but no hit at all. How likely is it that all ten films "
        "miss?",
        "1 - C(N - R, k) / C(N, k), with N films, R of them liked, k shown. `math.comb` counts.",
        "5 films, 2 liked, 2 shown: C(3, 2) / C(5, 2) = 3 / 10 for no hit, so 0.7.",
    ),
    round_late="Hit rate",
)


def false_alarm(n_tests, level=0.05):
    """Of so many independent tests without any real difference: at least one is "significant"."""
    return 1 - (1 - level) ** n_tests


PAIRS = len(list(combinations(("ItemKNN", "ALS", "Content", "Hybrid"), 2)))

FALSE_ALARMS = by_hand(
    "false_alarms",
    "05-splits",
    [false_alarm(PAIRS), false_alarm(6 * PAIRS)],
    {
        "many-comparisons": Idea(
            [0.05, 0.05],
            "5 % is the risk of one test. How likely is it that all of them keep quiet?",
            "Significance",
        ),
        "many-comparisons-added": Idea(
            [0.05 * PAIRS, 0.05 * 6 * PAIRS],
            "Added up, thirty-six risks of 5 % pass 1, which no probability does. What is the "
            "chance that none goes off?",
            "Significance",
        ),
        "many-comparisons-all-quiet": Idea(
            [1 - false_alarm(PAIRS), 1 - false_alarm(6 * PAIRS)],
            "That is the chance that none goes off. You are one step away.",
            "Significance",
        ),
        "many-comparisons-all-alarmed": Idea(
            [0.05**PAIRS, 0.05 ** (6 * PAIRS)],
            "That is the chance that every single one goes off. At least one is asked for.",
            "Significance",
        ),
        "many-comparisons-four-models": Idea(
            [false_alarm(4), false_alarm(24)],
            "Four models, but how many pairs of them? Each pair is a test.",
            "Significance",
        ),
        "many-comparisons-both-ways": Idea(
            [false_alarm(2 * PAIRS), false_alarm(12 * PAIRS)],
            "A against B and B against A is one comparison.",
            "Significance",
        ),
    },
    hints=(
        "Count the tests first: pairs of models, then pairs times metrics. Then ask how likely it "
        "is that all of them stay quiet.",
        "n models make n(n - 1) / 2 pairs. With m independent tests at 5 %: 1 - 0.95 ** m.",
        "Three models make three pairs: 1 - 0.95 ** 3 = 0.142625; with two metrics six tests.",
    ),
    round_late="Significance",
)


# --- What follows --------------------------------------------------------------------------------

CROWNS_VERDICT = choice(
    "crowns_verdict",
    "04-ndcg",
    right="ad",
    wrong={
        "place-does-not-matter": (
            "a",
            "Compare ItemKNN and Hybrid in the first three columns, then in the last three. Which "
            "of the six look at places?",
            "Equal recall, other NDCG",
        ),
        "average-of-columns": (
            "b",
            "The six have different ranges and ask different things. Whose question would their "
            "average answer?",
            "Equal recall, other NDCG",
        ),
        "map-and-ndcg-are-one": (
            "c",
            "They usually agree. [1, 0, 0, 0, 0] and [0, 1, 0, 0, 1] with two relevant films are a "
            "case to try.",
            "Equal recall, other NDCG",
        ),
        "hit-rate-sees-all": (
            "d",
            "Look at the hit rates of ItemKNN and ALS. What would a second hit change there?",
            "Equal recall, other NDCG",
        ),
        "winner-by-third-decimal": (
            "e",
            "How large is that lead? How many users would have to change their minds to undo it?",
            "When it misleads",
        ),
    },
    letters="abcde",
    hints=(
        "Decide on each statement by itself; more than one is true. Have your table by date open.",
        "Precision, recall and hit rate only count what stands in the list. The other three also "
        "ask where.",
        "Elsewhere: model X has recall 0.30 and NDCG 0.20, Y has 0.29 and 0.25. X finds a little "
        "more, and Y puts what it finds nearer the top.",
    ),
)

BEYOND_VERDICT = choice(
    "beyond_verdict",
    "06-beyond-accuracy",
    right="ac",
    wrong={
        "noise-is-a-quality": (
            "a",
            "Compare the row Random with all others, column by column. Would you ship it?",
            "When it misleads",
        ),
        "novelty-is-diversity": (
            "b",
            "Look at Content in both columns. Lists full of one genre can be full of rare films.",
            "The winner changes",
        ),
        "accuracy-is-free": (
            "c",
            "Put Hybrid and ALS side by side: NDCG here, the three columns there.",
            "The winner changes",
        ),
        "coverage-different-users": (
            "d",
            "Every further user adds a list to the heap. Can the number of distinct films stay?",
            "Coverage",
        ),
        "average-of-columns": (
            "e",
            "What happens to that average when coverage is written in percent?",
            "When it misleads",
        ),
    },
    letters="abcde",
    hints=(
        "Decide on each statement by itself; more than one is true. You need your three columns, "
        "and NDCG by date.",
        "Coverage is about all lists together, diversity about pairs in one list, novelty about "
        "single films. None of them asks whether anybody liked the films.",
        "Elsewhere: a shop that shows every user ten drawn books has coverage near 1 and hardly a "
        "sale.",
    ),
)

SPLIT_VERDICT = choice(
    "split_verdict",
    "05-splits",
    right="ac",
    wrong={
        "random-split-is-harmless": (
            "a",
            "Is one of these four differences below 0?",
            "Leakage",
        ),
        "split-is-only-a-scale": (
            "b",
            "Compare the four differences, and who is first in each column of both tables.",
            "Leakage",
        ),
        "split-keeps-the-winner": (
            "c",
            "Go through both tables column by column: whose number is the largest?",
            "Leakage",
        ),
        "user-temporal-is-free-of-leakage": (
            "d",
            "Each user's last ratings are hidden. What about other users' ratings of the same "
            "days?",
            "Leakage",
        ),
        "compare-across-mixes": (
            "e",
            "Count the users in the two `relevant`. Who drops out when the test rows change?",
            "Cold",
        ),
    },
    letters="abcde",
    hints=(
        "Decide on each statement by itself; more than one is true. Both tables and your "
        "differences are enough for most of them.",
        "For a winner, compare whole columns. For leakage, ask what the model may know that it "
        "could not know on the day.",
        "Elsewhere: X falls from 0.30 to 0.20 and Y from 0.25 to 0.22. Everybody fell, and the "
        "winner changed.",
    ),
)

EVIDENCE_VERDICT = choice(
    "evidence_verdict",
    "05-splits",
    right="af",
    wrong={
        "many-comparisons": (
            "a",
            "You computed how likely a false alarm is among so many tests. What does one do about "
            "it?",
            "Significance",
        ),
        "zero-inside-means-equal": (
            "b",
            "The interval holds 0, and it holds other values as well. What has been shown?",
            "Significance",
        ),
        "tuned-on-test": (
            "c",
            "The best of twenty equal models looked ahead in the simulation, too. On which rows "
            "should one choose?",
            "Significance",
        ),
        "test-unpaired": (
            "d",
            "Easy users are easy for both models. What is left of that in a difference?",
            "Significance",
        ),
        "compare-different-users": (
            "e",
            "Suppose it serves only users who are easy. What should a user without a list count?",
            "Cold",
        ),
        "interval-ignores-users": (
            "f",
            "Where does n stand in the half-width 1.96 * s / sqrt(n)?",
            "Significance",
        ),
    },
    letters="abcdef",
    hints=(
        "Decide on each statement by itself; more than one is true. Your interval and the two "
        "simulations help.",
        "An interval says which differences fit the data. It holds for one comparison, chosen "
        "before looking, on the same users.",
        "Elsewhere: the interval [-0.02, 0.30] allows no difference, and a large one. It shows "
        "neither.",
    ),
)

EXERCISES = (
    CHANCE,
    CROWNS_VERDICT,
    BEYOND_VERDICT,
    SPLIT_VERDICT,
    INTERVAL,
    HYBRID_AGAINST_ALS,
    FALSE_ALARMS,
    EVIDENCE_VERDICT,
)
