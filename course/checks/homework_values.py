"""Assignment 07-homework: the answers that are read off the six models on the sample.

Two tables of accuracy, the winners, what random splitting promises, coverage, diversity, novelty.
"""

import math
from itertools import combinations, pairwise

import numpy as np
import pandas as pd

from course.checks import values
from course.checks.homework_lists import EVALUATE, METRICS
from course.checks.homework_sample import (
    MODELS,
    K,
    Later,
    coverage,
    diversity,
    ndcg_of,
    novelty,
    per_list,
    shown_by,
    study,
    table,
    table_by,
)
from course.checks.kinds import Idea, ValueExercise

# --- Reading -----------------------------------------------------------------------------------


def read_column(answer):
    """One number a model, (6,): a list in the order of MODELS, or named by model."""
    if isinstance(answer, Later):
        return np.asarray(answer)
    if isinstance(answer, (dict, pd.Series)) and not _numbered(answer):
        answer = [_entry(answer, name) for name in MODELS]
    found = values.number_list(answer)
    if len(found) != len(MODELS):
        raise values.Unreadable(f"{len(found)} numbers, and there are {len(MODELS)} models")
    return found


def read_table(answer):
    """One row a model and one column a metric, (6, 6): named by model, or in order."""
    if isinstance(answer, Later):
        return np.asarray(answer)
    if isinstance(answer, pd.DataFrame):
        answer = _rows(answer)
    if isinstance(answer, dict):
        answer = [_entry(answer, name) for name in MODELS]
    if isinstance(answer, np.ndarray) and answer.ndim == 2:
        answer = answer.tolist()
    if not isinstance(answer, (list, tuple)):
        raise values.Unreadable(f"{values.type_of(answer)}, not a table")
    if len(answer) != len(MODELS):
        raise values.Unreadable(f"a table with {len(answer)} rows, and there are {len(MODELS)} "
                                "models")
    return np.array([_row(row, name) for row, name in zip(answer, MODELS, strict=True)])


def _row(row, name):
    if isinstance(row, dict):
        row = [_entry(row, metric) for metric in METRICS]
    try:
        found = values.number_list(row)
    except values.Unreadable as error:
        raise values.Unreadable(f"a table whose row {name} is {error}") from None
    if len(found) != len(METRICS):
        raise values.Unreadable(f"a table with {len(found)} numbers for {name} instead of six")
    return found


def _rows(frame):
    """A DataFrame as a dictionary by model, or as a list of rows."""
    if set(MODELS) <= {name for name in frame.columns if isinstance(name, str)}:
        frame = frame.T
    if set(METRICS) <= {name for name in frame.columns if isinstance(name, str)}:
        frame = frame[list(METRICS)]
    named = {name: row for name, row in zip(frame.index.tolist(), frame.to_numpy().tolist(),
                                            strict=True) if isinstance(name, str)}
    return named or frame.to_numpy().tolist()


def _numbered(answer):
    return isinstance(answer, pd.Series) and isinstance(answer.index, pd.RangeIndex)


def _entry(named, name):
    found = {key: value for key, value in named.items() if isinstance(key, str)}
    if name not in found:
        raise values.Unreadable(f"{values.type_of(named)} without {name}")
    return found[name]


def at_model(name, place):
    return f"for {MODELS[place[0]]}"


def at_cell(name, place):
    return f"for the {METRICS[place[1]]} of {MODELS[place[0]]}"


def numbers(name, lesson, read, right, ideas, hints, where, round_late):
    """An exercise with one right array of numbers, which is worked out when first needed.

    right: a function without arguments. where(name, place): what number stands at a place, as
    words. round_late: the section for those who rounded to two decimals.
    """
    right = Later(right)

    def problem(found):
        wrong = ~np.isclose(found, np.asarray(right), rtol=0, atol=values.TOLERANCE)
        place = tuple(np.argwhere(wrong)[0])
        which = f"{int(wrong.sum())} of {wrong.size} numbers" if wrong.sum() > 1 else "one number"
        return (f"{which} of {name} {'are' if wrong.sum() > 1 else 'is'} not right; the first is "
                f"{values.shown(found[place])} {where(name, place)}.")

    rounded = Idea(
        lambda found: bool(np.all(np.abs(found - np.asarray(right)) < 0.0051)),
        "You are very close. Round later, or not at all: six decimals count.",
        round_late,
        example=Later(lambda: np.round(np.asarray(right), 2)),
    )
    return ValueExercise(
        name,
        lesson,
        read=read,
        right=lambda found: values.same(found, np.asarray(right)),
        problem=problem,
        ideas=ideas | {"rounded-too-early": rounded},
        hints=hints,
    )


# --- The two tables of accuracy -----------------------------------------------------------------

# Ideas about the loop that show in a table: lists here are full, and all have relevant items.
IN_A_TABLE = (
    "mean-drops-misses", "map-drops-zero-users", "mrr-drops-misses", "mean-is-a-sum",
    "recall-pooled", "map-weighted-by-relevant", "ndcg-ratio-of-sums", "map-is-mean-precision",
    "ap-over-min-k-relevant", "ap-over-hits-found", "recall-over-min-k-relevant",
    "hit-counts-hits", "rr-mean-over-hits", "ndcg-ideal-from-shown", "ndcg-ideal-all-k-best",
    "ndcg-ideal-uncut",
)  # fmt: skip


def _in_a_table(idea, split):
    found = EVALUATE.ideas[idea]
    return Idea(Later(lambda: table_by(found.wrong, split)), found.message, found.section,
                lesson=found.lesson)


def _reordered(split):
    def version(found):
        right = table(split)
        if np.all(np.abs(found - right) < 0.0051):  # only rounded
            return False
        return sorted(map(tuple, np.round(found.T, 5))) == sorted(map(tuple, np.round(right.T, 5)))

    return version


def accuracy(name, split, other):
    return numbers(
        name,
        "04-ndcg",
        read_table,
        lambda: table(split),
        {idea: _in_a_table(idea, split) for idea in IN_A_TABLE}
        | {
            "table-of-the-other-split": Idea(
                Later(lambda: table(other)),
                "These are the numbers of the other split. Which lists and which relevant items "
                "did you take?",
                "Means",
            ),
            "lists-of-the-other-split": Idea(
                Later(lambda: _mixed(other, split)),
                "The lists of one split are judged by the relevant items of the other.",
                "Means",
                also=(Later(lambda: _mixed(split, other)),),
            ),
            "table-at-another-cutoff": Idea(
                Later(lambda: table_by(EVALUATE.reference, split, 5)),
                "These are values at k = 5. How long are the lists?",
                "Cutoff",
            ),
            "table-in-percent": Idea(
                Later(lambda: 100 * table(split)),
                "A share, please: from 0 to 1.",
                "Means",
            ),
            "six-other-order": Idea(
                _reordered(split),
                "The right numbers, with the columns in another order. Look the order up.",
                "Means",
                example=Later(lambda: table(split)[:, [0, 1, 2, 4, 3, 5]]),
            ),
        },
        hints=(
            "One row a model: its six means, over all users of `relevant`. If your evaluate_lists "
            "passes its checks, it gives such a row; you may also write the loop again.",
            f'For each name: the six of lists["{split}"][name] and relevant["{split}"] at k = 10. '
            "A dictionary from name to list will do.",
            "Two users with values 0.5 and 0 under one model: that model's entry is 0.25, not 0.5. "
            "Do this for six metrics and six models.",
        ),
        where=at_cell,
        round_late="Means",
    )


def _mixed(lists_of, relevant_of):
    lists, relevant = study(lists_of).lists, study(relevant_of).relevant
    return np.array([EVALUATE.reference(lists[name], relevant, K) for name in MODELS])


BY_TIME = accuracy("table_by_time", "time", "random")
AT_RANDOM = accuracy("table_at_random", "random", "time")


# --- Winners -----------------------------------------------------------------------------------


def read_names(answer):
    """One model a metric, as places in MODELS, (6,): a list in order, or named by metric."""
    if isinstance(answer, Later):
        return np.asarray(answer)
    if isinstance(answer, (dict, pd.Series)) and not _numbered(answer):
        answer = [_entry(answer, metric) for metric in METRICS]
    if isinstance(answer, (pd.Series, np.ndarray)):
        answer = answer.tolist()
    if not isinstance(answer, (list, tuple)):
        raise values.Unreadable(f"{values.type_of(answer)}, not a list of six names of models")
    if len(answer) != len(METRICS):
        raise values.Unreadable(f"a list of length {len(answer)}, and there are six metrics")
    for name in answer:
        if not isinstance(name, str) or name not in MODELS:
            raise values.Unreadable(f"a list that holds something else than {', '.join(MODELS)}")
    return np.array([MODELS.index(name) for name in answer], dtype=np.float64)


def behind(found, split="time"):
    """How far the chosen models are behind the best ones, metric by metric."""
    chosen = table(split)[found.astype(int), np.arange(len(METRICS))]
    return table(split).max(axis=0) - chosen


def _not_the_best(found):
    place = int(np.argmax(behind(found) > values.TOLERANCE))
    return f"{MODELS[int(found[place])]} is not the best by {METRICS[place]} under the date split."


CROWNS = ValueExercise(
    "crowns",
    "04-ndcg",
    read=read_names,
    right=lambda found: bool(np.all(behind(found) <= values.TOLERANCE)),
    problem=_not_the_best,
    ideas={
        "crowns-of-the-other-split": Idea(
            lambda found: bool(np.all(behind(found, "random") <= values.TOLERANCE)),
            "Those win under the random split. Here the table by date decides.",
            "Means",
            example=Later(lambda: np.argmax(table("random"), axis=0)),
        ),
        "crown-to-the-last": Idea(
            Later(lambda: np.argmin(table("time"), axis=0)),
            "You crowned the smallest values. In all six metrics more is better.",
            "Means",
        ),
        "one-crown-for-all": Idea(
            lambda found: len(set(found.tolist())) == 1,
            "One model for all six? Look at each column by itself: they do not ask the same thing.",
            "Equal recall, other NDCG",
            example=["ALS"] * 6,
        ),
        "crown-after-rounding": Idea(
            lambda found: bool(np.all(behind(found) < 0.01)),
            "Close. Some values differ only further behind the point: compare before you round.",
            "Means",
            example=["ItemKNN", "ALS", "ItemKNN", "Hybrid", "Hybrid", "Hybrid"],
        ),
    },
    hints=(
        "Take your table by date, one column at a time: which row holds the largest number?",
        "With a DataFrame, rows named by model, `frame.idxmax()` gives the name for each column; "
        "with lists, max(names, key=...). Where two are exactly equal, either will do.",
        'Two models, two metrics: {"A": [0.2, 0.5], "B": [0.3, 0.4]} gives ["B", "A"].',
    ),
)


# --- What the random split promises --------------------------------------------------------------


def too_much(metric=5):
    return table("random")[:, metric] - table("time")[:, metric]


PROMISE = numbers(
    "promised_too_much",
    "05-splits",
    read_column,
    too_much,
    {
        "promise-sign-swapped": Idea(
            Later(lambda: -too_much()),
            "You took the random split away from the date split. Which of the two promises more?",
            "Leakage",
        ),
        "promise-relative": Idea(
            Later(lambda: too_much() / table("random")[:, 5]),
            "A relative loss is worth knowing, too. Here the plain difference is asked for.",
            "Leakage",
            also=(Later(lambda: too_much() / table("time")[:, 5]),),
        ),
        "promise-in-percent": Idea(
            Later(lambda: 100 * too_much()),
            "NDCG goes from 0 to 1, and so do its differences.",
            "Leakage",
        ),
        "promise-of-another-metric": Idea(
            Later(lambda: too_much(0)),
            "A difference of another column. Which metric is asked for?",
            "Leakage",
            also=tuple(Later(lambda metric=metric: too_much(metric)) for metric in range(1, 5)),
        ),
        "promise-without-the-test": Idea(
            Later(lambda: table("random")[:, 5]),
            "That is one split alone. How much more is it than under the other?",
            "Leakage",
            also=(Later(lambda: table("time")[:, 5]),),
        ),
    },
    hints=(
        "Both tables have an NDCG column. How much higher is it under the random split?",
        "For each model: NDCG@10 under the random split minus NDCG@10 under the date split.",
        "A model with 0.30 under the random split and 0.21 by date has 0.09: it promised so much "
        "more than it kept.",
    ),
    where=at_model,
    round_late="Leakage",
)


# --- Beyond accuracy -----------------------------------------------------------------------------


def n_items():
    return len(study("time").genres)


def distinct(name):
    return {item for shown in shown_by(name) for item in shown}


def coverage_of(share_of):
    return Later(lambda: [share_of(name) for name in MODELS])


COVERAGE = numbers(
    "model_coverage",
    "06-beyond-accuracy",
    read_column,
    coverage,
    {
        "coverage-not-distinct": Idea(
            coverage_of(lambda name: sum(map(len, shown_by(name))) / n_items()),
            "Ten users with the same film cover one film.",
            "Coverage",
        ),
        "coverage-over-recommended": Idea(
            np.ones(len(MODELS)),
            "Always 1? Divide by what could have been recommended, not by what was.",
            "Coverage",
        ),
        "coverage-mean-per-user": Idea(
            Later(lambda: per_list(lambda shown: len(shown) / n_items())),
            "Coverage belongs to the whole system. First put all users' lists together.",
            "Coverage",
        ),
        "coverage-in-percent": Idea(
            Later(lambda: 100 * coverage()),
            "A share, please: from 0 to 1.",
            "Coverage",
        ),
        "coverage-is-a-count": Idea(
            coverage_of(lambda name: len(distinct(name))),
            "That many films are shown. What share of the catalogue is it?",
            "Coverage",
        ),
        "coverage-of-a-larger-catalogue": Idea(
            coverage_of(lambda name: len(distinct(name)) / 1682),
            "That is the size of MovieLens. How many films has the sample?",
            "Coverage",
        ),
    },
    hints=(
        "Think of all the users' lists of one model in one heap. How many different films are in "
        "it, and how many could have been?",
        "Distinct recommended items / items in the catalogue. The catalogue has as many items as "
        "`genres` has keys.",
        "Lists [1, 2] and [1, 3], catalogue of 6: three different films, so 3 / 6 = 0.5.",
    ),
    where=at_model,
    round_late="Coverage",
)


def cosine(first, second):
    return len(set(first) & set(second)) / math.sqrt(len(first) * len(second))


def jaccard(first, second):
    return len(set(first) & set(second)) / len(set(first) | set(second))


def without_root(first, second):
    return len(set(first) & set(second)) / (len(first) * len(second))


def similarities(shown, alike=cosine, pairs=combinations):
    genres = study("time").genres
    couples = pairs(shown, 2) if pairs is combinations else pairs(shown)
    return [alike(genres[one], genres[other]) for one, other in couples]


def diversity_by(function):
    return Later(lambda: per_list(function))


def pooled_diversity():
    """All the films of a model in one list, each as often as it is shown."""
    genres = study("time").genres
    found = []
    for name in MODELS:
        total, itself, shown = {}, 0.0, [item for row in shown_by(name) for item in row]
        for item in shown:
            for genre in genres[item]:
                total[genre] = total.get(genre, 0.0) + 1 / math.sqrt(len(genres[item]))
            itself += 1.0
        pairs = len(shown) * (len(shown) - 1)
        found.append(1 - (sum(value**2 for value in total.values()) - itself) / pairs)
    return found


DIVERSITY = numbers(
    "model_diversity",
    "06-beyond-accuracy",
    read_column,
    diversity,
    {
        "diversity-is-similarity": Idea(
            diversity_by(lambda shown: np.mean(similarities(shown))),
            "Two films with the same genres should give 0, not 1.",
            "Diversity",
        ),
        "diversity-includes-itself": Idea(
            diversity_by(
                lambda shown: 1 - (2 * sum(similarities(shown)) + len(shown)) / len(shown) ** 2
            ),
            "Every film is like itself; those pairs do not belong here.",
            "Diversity",
        ),
        "diversity-sum-of-pairs": Idea(
            diversity_by(lambda shown: sum(1 - one for one in similarities(shown))),
            "You added up the pairs. Longer lists would always be more diverse.",
            "Diversity",
        ),
        "diversity-neighbours-only": Idea(
            diversity_by(lambda shown: 1 - np.mean(similarities(shown, pairs=pairwise))),
            "Every pair of the list counts, not only neighbours.",
            "Diversity",
        ),
        "diversity-jaccard": Idea(
            diversity_by(lambda shown: 1 - np.mean(similarities(shown, jaccard))),
            "You took overlap over union, a fair measure, and another one. Here it is the cosine.",
            "Diversity",
        ),
        "diversity-without-root": Idea(
            diversity_by(lambda shown: 1 - np.mean(similarities(shown, without_root))),
            "Two films with the same two genres should have the cosine 1. What stands below the "
            "line?",
            "Diversity",
        ),
        "diversity-pairs-counted-twice": Idea(
            diversity_by(lambda shown: 1 - 2 * np.mean(similarities(shown))),
            "How many pairs did you add, and by how many did you divide?",
            "Diversity",
            also=(diversity_by(lambda shown: 2 * (1 - np.mean(similarities(shown)))),
                  diversity_by(lambda shown: (1 - np.mean(similarities(shown))) / 2)),
        ),
        "diversity-of-all-lists-together": Idea(
            Later(pooled_diversity),
            "You compared films of different users. Diversity is a matter within one list; "
            "the mean comes after.",
            "Diversity",
        ),
        "diversity-counts-genres": Idea(
            diversity_by(lambda shown: len({g for i in shown for g in study("time").genres[i]})),
            "You counted genres. How unlike are two films of the list, on average?",
            "Diversity",
        ),
    },
    hints=(
        "One user's list first: how alike are two of its films, for every pair? Then 1 minus the "
        "mean, and then the mean over users.",
        "With genres as sets A and B, the cosine of two films is |A ∩ B| / sqrt(|A| · |B|). "
        "Ten films have 45 pairs; itertools.combinations(shown, 2) gives them.",
        "Films with {Drama}, {Drama, War} and {Comedy}: similarities 0.707107, 0 and 0, mean "
        "0.235702, so the list has 0.764298.",
    ),
    where=at_model,
    round_late="Diversity",
)


def share_knowing(item, smoothing=1):
    found = study("time")
    return (found.popularity[item] + smoothing) / (found.n_users + smoothing)


def information(item):
    return -math.log2(share_knowing(item))


def over_interactions(shown):
    total = sum(study("time").popularity.values())
    return np.mean([-math.log2((study("time").popularity[item] + 1) / (total + 1))
                    for item in shown])


def not_smoothed(shown):
    known = [share_knowing(item, 0) for item in shown]
    return np.mean([-math.log2(share) if share else math.inf for share in known])


NOVELTY = numbers(
    "model_novelty",
    "06-beyond-accuracy",
    read_column,
    novelty,
    {
        "novelty-sign-flipped": Idea(
            Later(lambda: -novelty()),
            "Rare films should carry more information, not less. Which sign has a log of a share?",
            "Novelty",
        ),
        "novelty-natural-log": Idea(
            Later(lambda: novelty() * math.log(2)),
            "In bits, please: a film that half of the users know has 1.",
            "Novelty",
        ),
        "novelty-over-interactions": Idea(
            Later(lambda: per_list(over_interactions)),
            "You took the share of all ratings. Here it is the share of users who know the film.",
            "Novelty",
        ),
        "novelty-log-of-mean": Idea(
            Later(lambda: per_list(
                lambda shown: -math.log2(np.mean([share_knowing(item) for item in shown])))),
            "Average after the log, not before: otherwise one hit film hides a rare one.",
            "Novelty",
        ),
        "novelty-summed": Idea(
            Later(lambda: 10 * novelty()),
            "You added up a list. A longer list is not more novel.",
            "Novelty",
        ),
        "novelty-not-smoothed": Idea(
            Later(lambda: per_list(not_smoothed)),
            "Look at the 1 that is added above and below the line. What does it do for a film "
            "that nobody knows?",
            "Novelty",
        ),
        "novelty-smoothed-above-only": Idea(
            Later(lambda: per_list(lambda shown: np.mean([
                -math.log2((study("time").popularity[item] + 1) / study("time").n_users)
                for item in shown]))),
            "The 1 is added twice: to the count, and to the number of users.",
            "Novelty",
        ),
    },
    hints=(
        "How surprising is it to meet one film, given how many users know it? Average over the "
        "list, then over the users.",
        "Information of a film, in bits: -log2((popularity + 1) / (n_users + 1)).",
        "With 63 users, a film rated by 15 has -log2(16 / 64) = 2 bits and one rated by 31 has 1; "
        "a list of these two has 1.5.",
    ),
    where=at_model,
    round_late="Novelty",
)


# --- One pair of models --------------------------------------------------------------------------


def hybrid_minus_als(split="time"):
    return ndcg_of("Hybrid", split) - ndcg_of("ALS", split)


EXERCISES = (BY_TIME, AT_RANDOM, CROWNS, COVERAGE, DIVERSITY, NOVELTY, PROMISE)
