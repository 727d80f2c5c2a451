"""Assignment 02-precision-recall, the answers that are values.

Four worked by hand, two counter-examples, and one question with letters.
"""

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, choice, pair_problem, read_pair, same_pair
from course.checks.kinds import Idea, ValueExercise
from course.checks.precision_parts import f1, harmonic, hits, mean, precision, recall, share
from course.metrics import f1_at_k, precision_at_k, recall_at_k

LESSON = "02-precision-recall"

# Tomas on Friday: ten films, and two more that he would have liked and was not shown.
FRIDAY = [0, 1, 1, 0, 0, 0, 1, 0, 1, 0]
WANTED = 6
SCREENS = (3, 5, 10)


def at_each(score):
    return [score(k) for k in SCREENS]


HAND_PRECISION = by_hand(
    "hand_precision",
    LESSON,
    at_each(lambda k: precision_at_k(FRIDAY, k)),
    {
        "precision-over-min-k-relevant": Idea(
            at_each(lambda k: hits(FRIDAY, k) / min(k, WANTED)),
            "You divide by what was possible for this user. Precision looks at the screen only.",
            "Who divides",
        ),
        "precision-is-recall": Idea(
            at_each(lambda k: hits(FRIDAY, k) / WANTED),
            "A share of what? Your denominator answers the other question.",
            "Precision",
        ),
        "precision-whole-list": Idea(
            at_each(lambda k: hits(FRIDAY) / len(FRIDAY)),
            "Your three numbers are equal: what is not on a small screen was counted there too.",
            "Cutoff",
        ),
        "precision-hits-uncut-over-k": Idea(
            at_each(lambda k: hits(FRIDAY) / k),
            "You count hits below the screen; that is how a precision can pass 1.",
            "Cutoff",
        ),
        "precision-averaged-over-ranks": Idea(
            at_each(lambda k: mean(precision(FRIDAY, i) for i in range(1, k + 1))),
            "You averaged over all cutoffs up to k. Each screen has one cutoff.",
            "Cutoff",
        ),
        "precision-counts-hits": Idea(
            at_each(lambda k: hits(FRIDAY, k)),
            "A share lies between 0 and 1; these are counts.",
            "Precision",
        ),
        "precision-in-percent": Idea(
            at_each(lambda k: 100 * precision(FRIDAY, k)),
            "Your numbers are in percent. A share lies between 0 and 1.",
            "Precision",
        ),
    },
    round_late="Precision",
    hints=(
        "For each screen, cover what stands below it. How many of the films that you still see "
        "did he like?",
        "precision@k = (liked films in the first k places) / k, once for each of the three k.",
        "Another evening, [1, 0, 0, 1, 0]: at k = 2 one of two places is a hit, so 1/2; at k = 5 "
        "two of five, so 2/5.",
    ),
)

HAND_RECALL = by_hand(
    "hand_recall",
    LESSON,
    at_each(lambda k: recall_at_k(FRIDAY, k, WANTED)),
    {
        "recall-over-k": Idea(
            at_each(lambda k: hits(FRIDAY, k) / k),
            "You divide by the places. How many films would he have liked? That number is not k.",
            "Recall",
        ),
        "recall-over-min-k-relevant": Idea(
            at_each(lambda k: hits(FRIDAY, k) / min(k, WANTED)),
            "You judge against what k places can hold. Here all that he wanted stands below "
            "the line.",
            "Who divides",
        ),
        "recall-of-what-was-shown": Idea(
            at_each(lambda k: 1),
            "You always find all of what you found. What the screen missed has to be counted.",
            "Recall",
        ),
        "recall-forgets-missed-items": Idea(
            at_each(lambda k: hits(FRIDAY, k) / hits(FRIDAY)),
            "Two films that he would have liked were not in the list. They count too.",
            "Recall",
        ),
        "recall-over-missed-items": Idea(
            at_each(lambda k: hits(FRIDAY, k) / (WANTED - hits(FRIDAY))),
            "You divide by the films outside the list alone. Which others did he like?",
            "Recall",
        ),
        "recall-ignores-k": Idea(
            at_each(lambda k: hits(FRIDAY) / WANTED),
            "Your three numbers are equal: what is not on a small screen was counted there too.",
            "Cutoff",
        ),
        "recall-counts-hits": Idea(
            at_each(lambda k: hits(FRIDAY, k)),
            "A share lies between 0 and 1; these are counts.",
            "Recall",
        ),
    },
    round_late="Recall",
    hints=(
        "First count all the films that he would have liked, shown or not. That number is the "
        "same for the three screens.",
        "recall@k = (liked films in the first k places) / (all films that he would have liked).",
        "Another evening, [1, 0, 0, 1, 0] and one liked film outside the list, so three in all: "
        "at k = 2 he saw one of three, 1/3; at k = 5 two of three, 2/3.",
    ),
)

HAND_F1 = by_hand(
    "hand_f1",
    LESSON,
    at_each(lambda k: f1_at_k(FRIDAY, k, WANTED)),
    {
        "f1-arithmetic-mean": Idea(
            at_each(lambda k: (precision(FRIDAY, k) + recall(FRIDAY, k, WANTED)) / 2),
            "You took the average of the two. F1 is stricter on the weaker one.",
            "F1",
        ),
        "f1-without-the-two": Idea(
            at_each(lambda k: f1(FRIDAY, k, WANTED) / 2),
            "Two equal shares of 0.5 should give 0.5, and from you they get less. What is missing?",
            "F1",
        ),
        "f1-geometric-mean": Idea(
            at_each(lambda k: (precision(FRIDAY, k) * recall(FRIDAY, k, WANTED)) ** 0.5),
            "The root of the product is close, but the harmonic mean is another one.",
            "F1",
        ),
        "f1-minimum": Idea(
            at_each(lambda k: min(precision(FRIDAY, k), recall(FRIDAY, k, WANTED))),
            "Yours is the weaker of the two. The stronger one still has a say.",
            "F1",
        ),
        "f1-forgets-missed-items": Idea(
            at_each(lambda k: f1(FRIDAY, k, hits(FRIDAY))),
            "The F1 is right, the recall inside it forgets the films outside the list.",
            "Recall",
        ),
        "f1-product": Idea(
            at_each(lambda k: precision(FRIDAY, k) * recall(FRIDAY, k, WANTED)),
            "A product of two shares is smaller than both. A mean lies between them.",
            "F1",
        ),
    },
    round_late="F1",
    hints=(
        "You have a precision and a recall for each screen. F1 lies between the two, nearer to "
        "the smaller one.",
        "F1 = 2PR / (P + R), which is the same as 2 × hits / (k + number of wanted films).",
        "Another evening, [1, 0, 0, 1, 0], three wanted films, k = 5: P is 2/5 and R is 2/3. "
        "2PR is 8/15, P + R is 16/15, F1 is 1/2. The short form: 2 × 2 / (5 + 3).",
    ),
)


# --- The mean of F1 ----------------------------------------------------------------------------

# Three users at k = 5: (hits on the screen, relevant items).
CLASS = {"Mina": (1, 1), "Omar": (3, 6), "Lea": (0, 4)}
CLASS_K = 5


def class_f1():
    return [harmonic(h / CLASS_K, h / n) for h, n in CLASS.values()]


def f1_of_means():
    return harmonic(mean(h / CLASS_K for h, _ in CLASS.values()),
                    mean(h / n for h, n in CLASS.values()))


def f1_pooled():
    found = sum(h for h, _ in CLASS.values())
    return 2 * found / (CLASS_K * len(CLASS) + sum(n for _, n in CLASS.values()))


HAND_MEAN_F1 = by_hand(
    "hand_mean_f1",
    LESSON,
    mean(class_f1()),
    {
        "f1-of-means": Idea(
            f1_of_means(),
            "That is one F1, made of the mean precision and the mean recall. Each user has an F1 "
            "of her own.",
            "Means",
        ),
        "f1-pooled": Idea(
            f1_pooled(),
            "You put all hits into one pot. Users with much to find then weigh more.",
            "Means",
        ),
        "mean-drops-misses": Idea(
            sum(class_f1()) / 2,
            "Somebody is missing from your mean. The failures are part of it.",
            "Means",
        ),
        "mean-is-a-sum": Idea(
            sum(class_f1()),
            "You added the users' values up. What makes a sum a mean?",
            "Means",
        ),
        "mean-is-a-median": Idea(
            float(np.median(class_f1())),
            "That is the middle user. A mean asks all of them.",
            "Means",
        ),
        "f1-arithmetic-mean": Idea(
            mean((h / CLASS_K + h / n) / 2 for h, n in CLASS.values()),
            "For each user you took the plain average of the two. F1 is stricter on the weaker.",
            "F1",
        ),
        "mean-of-precision": Idea(
            mean(h / CLASS_K for h, _ in CLASS.values()),
            "That is the mean precision, one of the two parts.",
            "F1",
        ),
        "mean-of-recall": Idea(
            mean(share(h, n) for h, n in CLASS.values()),
            "That is the mean recall, one of the two parts.",
            "F1",
        ),
    },
    round_late="Means",
    hints=(
        "Work out one F1 for each of the three. Then, and only then, take the mean.",
        "F1 of a user = 2 × hits / (k + relevant items). The mean adds the three and divides by 3.",
        "Two users at k = 3, with 1 hit of 2 and 0 hits of 4: 2/(3 + 2) = 0.4 and 0. The mean of "
        "F1 is 0.2.",
    ),
)


# --- A precision that rises --------------------------------------------------------------------


def zeros_and_ones(relevance):
    return bool(np.all((relevance == 0) | (relevance == 1)))


def halves(relevance):
    """Hits in the first five places, and in all ten."""
    return int(np.sum(relevance[:5] > 0)), int(np.sum(relevance > 0))


def precision_rises(relevance):
    """The question: ten places of 0 and 1, P@10 above P@5, and P@5 above 0."""
    if len(relevance) != 10 or not zeros_and_ones(relevance):
        return False
    return precision_at_k(relevance, 10) > precision_at_k(relevance, 5) > 0


PRECISION_RISES = ValueExercise(
    "precision_rises",
    LESSON,
    read=values.number_list,
    right=precision_rises,
    problem=lambda relevance: f"{values.shown(relevance)} does not do it.",
    ideas={
        "not-ten-long": Idea(
            lambda relevance: len(relevance) != 10,
            "The list should have ten places; write 0 where there is no hit.",
            "Cutoff",
            example=[0, 1, 1],
        ),
        "not-zero-one": Idea(
            lambda relevance: not zeros_and_ones(relevance),
            "Write 1 for a relevant film and 0 for any other; grades are not needed here.",
            "Relevance",
            example=[1, 0, 0, 0, 0, 3, 3, 0, 0, 0],
        ),
        "list-without-hits": Idea(
            lambda relevance: halves(relevance)[1] == 0,
            "Without a hit, precision is 0 at every k.",
            "Precision",
            example=[0] * 10,
        ),
        "nothing-on-the-small-screen": Idea(
            lambda relevance: halves(relevance)[0] == 0,
            "It rises, but from 0. The small screen should show at least one relevant film.",
            "Cutoff",
            example=[0, 0, 0, 0, 0, 1, 1, 1, 0, 0],
        ),
        "hits-equal-precision-falls": Idea(
            lambda relevance: halves(relevance)[0] == halves(relevance)[1],
            "The other five places bring no hit, so the same hits are divided by more places.",
            "Cutoff",
            example=[1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        ),
        "precision-stays": Idea(
            lambda relevance: halves(relevance)[1] == 2 * halves(relevance)[0],
            "Both halves are equally good, so precision stays as it is. Which half should be "
            "better?",
            "Cutoff",
            example=[1, 1, 0, 0, 0, 0, 0, 0, 1, 1],
        ),
        "precision-falls-with-k": Idea(
            lambda relevance: True,  # what is left: the second half is the worse one
            "Here precision falls. Compare the hits in places 1 to 5 with those in 6 to 10.",
            "Cutoff",
            example=[1, 1, 1, 0, 0, 0, 0, 0, 1, 0],
        ),
    },
    hints=(
        "Precision is the share of hits among the places seen. What must the new places be like, "
        "so that the share grows?",
        "P@5 = hits in places 1 to 5, divided by 5. P@10 = hits in all ten places, divided by 10. "
        "You want the second above the first, and the first above 0.",
        "With three and six places: [1, 0, 0, 1, 1, 0] has P@3 = 1/3 and P@6 = 3/6. The second "
        "half holds more hits than the first.",
    ),
)


# --- Seen items --------------------------------------------------------------------------------

SEEN_ITEMS = choice(
    "seen_items",
    LESSON,
    right="bc",
    wrong={
        "seen-items-make-recall-zero": (
            "a",
            "Compare with what you have just seen: was recall 0? When would it have to be?",
            "Seen items",
        ),
        "seen-items-are-harmless": (
            "b",
            "What can a film do in a list of k places, if it cannot be in the test set?",
            "Seen items",
        ),
        "seen-items-cost-the-same-everywhere": (
            "c",
            "Think of a user whose test films outrank all that he has seen, and of one whose "
            "seen films come first.",
            "Seen items",
        ),
        "seen-items-count-as-relevant": (
            "d",
            "Where does n_relevant come from, from the test set or from the list?",
            "Seen items",
        ),
        "seen-items-cost-the-same-at-every-k": (
            "e",
            "Work out the share that was lost at each k. And what if the list held every film "
            "there is?",
            "Seen items",
        ),
    },
    letters="abcde",
    hints=(
        "Judge each sentence by itself. Numerator and denominator of recall: which of them do "
        "seen films change?",
        "recall@k = hits in the first k places / n_relevant. Test films are never seen films; "
        "n_relevant counts test films only.",
        "Scores 5, 4, 3 for the films A, B, C; A was seen, C is the only test film. At k = 2 the "
        "list with A is A, B: recall 0. At k = 3 it is A, B, C: recall 1.",
    ),
)


# --- The list that exposes the bug -------------------------------------------------------------

PAIR_WANTED = [1, 2, 3, 4, 5, 6]
PAIR_K = 3


def pair_hits(ids, k=None):
    return int(np.isin(ids[:k], PAIR_WANTED).sum())


def lists_of_six(pair):
    return all(len(ids) == 6 for ids in pair)


def ids_repeat(pair):
    return any(len(set(ids.tolist())) < len(ids) for ids in pair)


def suspicious(ids):
    """The buggy function of the assignment: relevant items are counted inside the list."""
    return share(pair_hits(ids, PAIR_K), pair_hits(ids))


def true_recall(ids):
    return pair_hits(ids, PAIR_K) / len(PAIR_WANTED)


def better_gets_less(pair):
    """The question: the suspicious function prefers `praised`, true recall prefers `better`."""
    if not lists_of_six(pair) or ids_repeat(pair):
        return False
    praised, better = pair
    return suspicious(praised) > suspicious(better) and true_recall(praised) < true_recall(better)


BETTER_GETS_LESS = ValueExercise(
    "better_gets_less",
    LESSON,
    read=read_pair,
    right=better_gets_less,
    problem=pair_problem,
    ideas={
        "not-six-long": Idea(
            lambda pair: not lists_of_six(pair),
            "Each list takes six film ids.",
            "Cutoff",
            example=([1, 7, 8], [1, 2, 7]),
        ),
        "film-twice": Idea(
            ids_repeat,
            "A film stands twice in one of your lists. A shelf shows each film once.",
            "Relevance",
            example=([1, 1, 7, 8, 9, 10], [1, 2, 7, 3, 8, 9]),
        ),
        "same-list-twice": Idea(
            same_pair,
            "The same list twice is a draw for every function.",
            "Recall",
            example=([1, 7, 8, 9, 10, 11], [1, 7, 8, 9, 10, 11]),
        ),
        "lists-without-hits": Idea(
            lambda pair: max(pair_hits(ids, PAIR_K) for ids in pair) == 0,
            "Neither list has a wanted film in its first three places, so both functions say 0.",
            "Recall",
            example=([7, 8, 9, 1, 2, 3], [10, 11, 12, 1, 2, 3]),
        ),
        "swapped-pair": Idea(
            lambda pair: better_gets_less(pair[::-1]),
            "A fine pair, in the wrong order: which of the two found more?",
            "Recall",
            example=([1, 2, 7, 3, 8, 9], [1, 7, 8, 9, 10, 11]),
        ),
        "better-finds-no-more": Idea(
            lambda pair: true_recall(pair[0]) >= true_recall(pair[1]),
            "`better` should have more wanted films in its first three places than `praised`.",
            "Recall",
            example=([1, 2, 7, 8, 9, 10], [7, 1, 8, 2, 9, 10]),
        ),
        "bug-stays-hidden": Idea(
            lambda pair: True,  # what is left: the suspicious function sees no lead of the first
            "The suspicious function does not prefer `praised`. How does one make its denominator "
            "larger for `better`?",
            "Recall",
            example=([1, 7, 8, 9, 10, 11], [1, 2, 7, 8, 9, 10]),
        ),
    },
    hints=(
        "The suspicious function divides by the wanted films that it sees anywhere in the list. "
        "What happens to its value if one more stands below place 3?",
        "suspicious = wanted films in places 1 to 3 / wanted films in places 1 to 6. "
        "True recall = wanted films in places 1 to 3 / 6. Make the two disagree.",
        "With k = 1 and lists of two: [1, 7] has 1/1 from the suspicious function, [1, 2] has "
        "1/2. The second is at least as good. Now do it with k = 3, and let the second find more.",
    ),
)

EXERCISES = (
    HAND_PRECISION,
    HAND_RECALL,
    HAND_F1,
    PRECISION_RISES,
    HAND_MEAN_F1,
    SEEN_ITEMS,
    BETTER_GETS_LESS,
)
