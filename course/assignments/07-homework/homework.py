# ---
# jupyter:
#   course:
#     from_scratch: [course.metrics, course.compare, implicit, ir_measures, pytrec_eval, ranx, recmetrics, sklearn.metrics]
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Homework: which recommender would you build?
#
# Marta runs the home page of a small film service. Four teams have each offered her a recommender. Each team says
# that theirs is the best, and each is right, by some number.
#
# You are the fifth voice. You write the metrics, run the comparison, ask whether the differences are real, and end
# with **one page that says what Marta should build, and why**.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - write six metrics and the loop over users from scratch, and check them against libraries
# - compare models on one split, and say what another split would have promised
# - read coverage, diversity and novelty beside accuracy
# - tell a difference from noise, and defend a recommendation
#
# **You need** lessons 1 to 6. **Time:** six to eight hours in several sittings (an estimate). **100 points.**

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cells below an answer check it. `check.hint()` gives a hint for the last exercise
# checked; there are three for each. At grading, the same checks run again on other, hidden inputs.
# Answers are right when they are at most one millionth off.
#
# A cell that begins with `# For you` does not run at grading, so use none of its names in an answer.
#
# You may reuse your own code from the assignments before. Libraries that have these metrics are not allowed in answers.

# %% [markdown] id="parts"
# | part | what | points |
# |---|---|---|
# | 1 | six metrics for one list | 24 |
# | 2 | the loop over users | 9 |
# | 3 | four models in one table | 12 |
# | 4 | which metric crowns which model | 9 |
# | 5 | coverage, diversity, novelty | 9 |
# | 6 | by date or at random | 6 |
# | 7 | is the difference real | 11 |
# | 8 | your recommendation, one page | 20 |

# %% id="set-up"
from itertools import combinations
from math import comb, log2, sqrt

import numpy as np
import pandas as pd

from course.checks import check

MODELS = ["Random", "MostPopular", "ItemKNN", "ALS", "Content", "Hybrid"]
METRICS = ["precision", "recall", "hit rate", "MAP", "MRR", "NDCG"]

# %% [markdown] id="six"
# ## 1. Six metrics, one list
#
# `relevance` holds what a user turned out to want, in the order shown: 0 for no, above 0 for yes. Only the first `k` places count.
# `n_relevant` is the number of **all** the user's relevant items, found or missed.
#
# The conventions are those of the lessons. Let every cell stand alone: then one mistake costs its own points only.

# %% [markdown] id="precision-task"
# ### `precision_at_k(relevance, k)`
#
# Which share of the `k` places holds a hit? A list shorter than `k` leaves places empty, and they count.

# %% id="precision-answer" role="answer"
def precision_at_k(relevance, k):
    """The share of k places that hold a hit."""
    ### BEGIN SOLUTION
    return sum(grade > 0 for grade in relevance[:k]) / k
    ### END SOLUTION

# %% id="precision-value" role="tests" points=1
# precision_at_k, value: hits over places.
check(precision_at_k, "value")
### BEGIN HIDDEN TESTS
check(precision_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="precision-cutoff" role="tests" points=1
# precision_at_k, cutoff: nothing below place k counts.
check(precision_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(precision_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="precision-short" role="tests" points=1
# precision_at_k, short: lists with fewer than k items, or none.
check(precision_at_k, "short")
### BEGIN HIDDEN TESTS
check(precision_at_k, "short", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="recall-task"
# ### `recall_at_k(relevance, k, n_relevant)`
#
# Which share of all that the user wanted was shown? A user who wants nothing gets 0.

# %% id="recall-answer" role="answer"
def recall_at_k(relevance, k, n_relevant):
    """The share of the user's relevant items that stand in the first k places."""
    ### BEGIN SOLUTION
    if n_relevant == 0:
        return 0.0
    return sum(grade > 0 for grade in relevance[:k]) / n_relevant
    ### END SOLUTION

# %% id="recall-value" role="tests" points=1
# recall_at_k, value: hits over relevant items.
check(recall_at_k, "value")
### BEGIN HIDDEN TESTS
check(recall_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="recall-cutoff" role="tests" points=1
# recall_at_k, cutoff: nothing below place k counts.
check(recall_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(recall_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="recall-missed" role="tests" points=1
# recall_at_k, missed: relevant items outside the list count below the line.
check(recall_at_k, "missed")
### BEGIN HIDDEN TESTS
check(recall_at_k, "missed", hidden=True)
### END HIDDEN TESTS

# %% id="recall-no-relevant" role="tests" points=1
# recall_at_k, no_relevant: a user who wants nothing gets 0.
check(recall_at_k, "no_relevant")
### BEGIN HIDDEN TESTS
check(recall_at_k, "no_relevant", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="hit-task"
# ### `hit_rate_at_k(relevance, k)`
#
# Was anything right? 1 or 0.

# %% id="hit-answer" role="answer"
def hit_rate_at_k(relevance, k):
    """1 if a hit stands in the first k places, else 0."""
    ### BEGIN SOLUTION
    return 1.0 if any(grade > 0 for grade in relevance[:k]) else 0.0
    ### END SOLUTION

# %% id="hit-value" role="tests" points=1
# hit_rate_at_k, value: at least one hit, a yes or a no.
check(hit_rate_at_k, "value")
### BEGIN HIDDEN TESTS
check(hit_rate_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="hit-cutoff" role="tests" points=1
# hit_rate_at_k, cutoff: nothing below place k counts.
check(hit_rate_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(hit_rate_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="ap-task"
# ### `average_precision_at_k(relevance, k, n_relevant)`
#
# At each hit, take the precision of the list so far. Add these up and divide by **all** the relevant items, $R$:
#
# $$AP@k = \frac{1}{R} \sum_{i=1}^{k} P@i \cdot hit_i$$
#
# A user who wants nothing gets 0.

# %% id="ap-answer" role="answer"
def average_precision_at_k(relevance, k, n_relevant):
    """The precisions at the hits, added up and divided by all relevant items."""
    ### BEGIN SOLUTION
    found, total = 0, 0.0
    for rank, grade in enumerate(relevance[:k], start=1):
        if grade > 0:
            found += 1
            total += found / rank
    return total / n_relevant if n_relevant else 0.0
    ### END SOLUTION

# %% id="ap-value" role="tests" points=2
# average_precision_at_k, value: the precisions at the hits.
check(average_precision_at_k, "value")
### BEGIN HIDDEN TESTS
check(average_precision_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="ap-cutoff" role="tests" points=1
# average_precision_at_k, cutoff: nothing below place k counts.
check(average_precision_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(average_precision_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="ap-missed" role="tests" points=1
# average_precision_at_k, missed: relevant items outside the list count below the line.
check(average_precision_at_k, "missed")
### BEGIN HIDDEN TESTS
check(average_precision_at_k, "missed", hidden=True)
### END HIDDEN TESTS

# %% id="ap-short" role="tests" points=1
# average_precision_at_k, short: lists with fewer than k items, or none.
check(average_precision_at_k, "short")
### BEGIN HIDDEN TESTS
check(average_precision_at_k, "short", hidden=True)
### END HIDDEN TESTS

# %% id="ap-no-relevant" role="tests" points=1
# average_precision_at_k, no_relevant: a user who wants nothing gets 0.
check(average_precision_at_k, "no_relevant")
### BEGIN HIDDEN TESTS
check(average_precision_at_k, "no_relevant", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="rr-task"
# ### `reciprocal_rank_at_k(relevance, k)`
#
# How far down is the first hit? 1 for the first place, a half for the second, and so on; 0 without a hit.

# %% id="rr-answer" role="answer"
def reciprocal_rank_at_k(relevance, k):
    """1 / rank of the first hit; 0 if the first k places hold none."""
    ### BEGIN SOLUTION
    for rank, grade in enumerate(relevance[:k], start=1):
        if grade > 0:
            return 1 / rank
    return 0.0
    ### END SOLUTION

# %% id="rr-value" role="tests" points=1
# reciprocal_rank_at_k, value: the first hit decides.
check(reciprocal_rank_at_k, "value")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="rr-cutoff" role="tests" points=1
# reciprocal_rank_at_k, cutoff: nothing below place k counts.
check(reciprocal_rank_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="rr-no-hit" role="tests" points=1
# reciprocal_rank_at_k, no_hit: no hit is worth 0.
check(reciprocal_rank_at_k, "no_hit")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "no_hit", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="ndcg-task"
# ### `ndcg_at_k(relevance, k, ideal)`
#
# DCG of the list over DCG of the best possible list, both cut at `k`, with the **linear** gain and the discount
# $1 / \log_2(i + 1)$. `ideal` holds the grades of all that the user graded, found or missed, in any order. It may be empty, or hold zeros only:
# such a user wants nothing and gets 0.

# %% id="ndcg-answer" role="answer"
def ndcg_at_k(relevance, k, ideal):
    """DCG of the list, divided by the DCG of the user's ideal list."""
    ### BEGIN SOLUTION
    shown, best = relevance[:k], sorted(ideal, reverse=True)[:k]
    gained = sum(grade / log2(rank + 1) for rank, grade in enumerate(shown, start=1))
    possible = sum(grade / log2(rank + 1) for rank, grade in enumerate(best, start=1))
    return gained / possible if possible > 0 else 0.0
    ### END SOLUTION

# %% id="ndcg-value" role="tests" points=2
# ndcg_at_k, value: every relevant item is in the list.
check(ndcg_at_k, "value")
### BEGIN HIDDEN TESTS
check(ndcg_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="ndcg-cutoff" role="tests" points=1
# ndcg_at_k, cutoff: list and ideal end at the same place.
check(ndcg_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(ndcg_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="ndcg-ideal" role="tests" points=2
# ndcg_at_k, ideal: relevant items that the list missed count in the ideal.
check(ndcg_at_k, "ideal")
### BEGIN HIDDEN TESTS
check(ndcg_at_k, "ideal", hidden=True)
### END HIDDEN TESTS

# %% id="ndcg-no-relevant" role="tests" points=1
# ndcg_at_k, no_relevant: a user who wants nothing gets 0.
check(ndcg_at_k, "no_relevant")
### BEGIN HIDDEN TESTS
check(ndcg_at_k, "no_relevant", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="peers-task"
# ### Do libraries agree?
#
# Three lists of twelve films, for users who want two, three and twelve, some of them missed. The next two cells let your six functions judge them at
# $k = 10$, and show how far you are from **ir_measures** and **scikit-learn**. Zeros are what you want; anything up to `1e-06` counts as one. A dash stands where
# scikit-learn has no such metric, or where your function is not finished.

# %% id="peers" role="show"
# For you: the three lists, and your six values for one of them.
import ir_measures
from ir_measures import AP, RR, P, R, Success, nDCG
from sklearn.metrics import ndcg_score, precision_score, recall_score

peers_lists = {"u1": ([1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 2),
               "u2": ([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], 3),
               "u3": ([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1], 12)}
peers_names = {P@10: "precision", R@10: "recall", Success@10: "hit rate", AP@10: "AP", RR@10: "RR",
               nDCG@10: "NDCG"}

def peers_own(shown, wanted):
    """Your six values, with NaN where a function is not written yet."""
    calls = [lambda: precision_at_k(shown, 10), lambda: recall_at_k(shown, 10, wanted),
             lambda: hit_rate_at_k(shown, 10), lambda: average_precision_at_k(shown, 10, wanted),
             lambda: reciprocal_rank_at_k(shown, 10), lambda: ndcg_at_k(shown, 10, [1] * wanted)]
    values = []
    for call in calls:
        try:
            values.append(float(call()))
        except Exception:
            values.append(np.nan)
    return values

# %% id="peers-differences" role="show"
# For you: how far your values are from those of two libraries.
peers_rows = {}
for user, (shown, wanted) in peers_lists.items():
    own = peers_own(shown, wanted)
    films = [f"film{place}" for place in range(12)] + [f"missed{n}" for n in range(12)]
    truth = shown + [1] * (wanted - sum(shown))  # the missed films come behind the list
    qrels = [ir_measures.Qrel(user, film, one) for film, one in zip(films, truth)]
    run = [ir_measures.ScoredDoc(user, film, -n) for n, film in enumerate(films[:12])]
    found = ir_measures.calc_aggregate(list(peers_names), qrels, run)
    library = {name: found[measure] for measure, name in peers_names.items()}
    peers_rows[user, "ir_measures"] = dict(zip(library, np.abs(own - np.array([*library.values()]))))
    first_ten = [1] * 10 + [0] * (len(truth) - 10)
    scores = [-n for n in range(len(truth))]
    peers_rows[user, "scikit-learn"] = {
        "precision": abs(own[0] - precision_score(truth, first_ten)),
        "recall": abs(own[1] - recall_score(truth, first_ten)),
        "NDCG": abs(own[5] - ndcg_score([truth], [scores], k=10))}
print(pd.DataFrame(peers_rows).T.to_string(float_format="{:.1e}".format, na_rep="-"))

# %% [markdown] id="loop-task"
# ## 2. The loop: `evaluate_lists(recommended, relevant, k)`
#
# - `recommended` maps a user to the list of item ids shown, best first.
# - `relevant` maps **every user of the test** to the list of item ids that this user turned out to want.
#
# Return a list of six means over the users in `relevant`, in the order of `METRICS`: precision, recall, hit rate, MAP, MRR, NDCG. Items are
# relevant or not; there are no grades here.

# %% [markdown] id="loop-rules"
# Each user in `relevant` counts **once**. Who got no list, or has no relevant item, counts 0. Who got a list and is not in `relevant`
# is not in the test, and does not count at all.
#
# Let the cell stand alone: do not call your six functions, write their few lines again.

# %% id="loop-answer" role="answer"
def evaluate_lists(recommended, relevant, k):
    """Six means over the users in `relevant`: precision, recall, hit rate, MAP, MRR, NDCG.

    recommended: {user: [item id, …]}, best first; a user may be missing.
    relevant: {user: [item id, …]}; may be empty for a user.
    Example: evaluate_lists({1: [7, 9]}, {1: [7], 2: [4]}, 2)
    is [0.25, 0.5, 0.5, 0.5, 0.5, 0.5].
    """
    ### BEGIN SOLUTION
    rows = []
    for user, wanted in relevant.items():
        ranks = [rank for rank, item in enumerate(recommended.get(user, [])[:k], start=1)
                 if item in set(wanted)]
        if not ranks:  # nothing shown, nothing wanted, or nothing found
            rows.append([0.0] * 6)
            continue
        n_wanted = len(wanted)
        ap = sum((n + 1) / rank for n, rank in enumerate(ranks)) / n_wanted
        ideal = sum(1 / log2(rank + 1) for rank in range(1, min(k, n_wanted) + 1))
        dcg = sum(1 / log2(rank + 1) for rank in ranks)
        rows.append([len(ranks) / k, len(ranks) / n_wanted, 1.0, ap, 1 / ranks[0], dcg / ideal])
    return np.mean(rows, axis=0).tolist()
    ### END SOLUTION

# %% id="loop-value" role="tests" points=3
# evaluate_lists, value: six metrics for each user, then the means.
check(evaluate_lists, "value")
### BEGIN HIDDEN TESTS
check(evaluate_lists, "value", hidden=True)
### END HIDDEN TESTS

# %% id="loop-cutoff" role="tests" points=2
# evaluate_lists, cutoff: long lists, and users who want more than k items.
check(evaluate_lists, "cutoff")
### BEGIN HIDDEN TESTS
check(evaluate_lists, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="loop-everyone" role="tests" points=4
# evaluate_lists, everyone: who counts, and who does not.
check(evaluate_lists, "everyone")
### BEGIN HIDDEN TESTS
check(evaluate_lists, "everyone", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="models"
# ## 3. Four models in one table
#
# The teams offer **ItemKNN** (people who liked this liked that), **ALS** (learned tastes), **Content** (genres and titles) and **Hybrid** (these three
# added up). Beside them stand two yardsticks: **Random** draws films, and **MostPopular** shows everybody the same. A model that does not beat both needs
# another reason to exist.
#
# *Predict first.* How often does a random list of ten hit, if a user would like 20 of 1,682 films? Your guess is not graded.

# %% id="chance-guess" role="answer"
my_guess = ...  # a share of the users, such as 0.01
### BEGIN SOLUTION
my_guess = 0.02
### END SOLUTION

# %% [markdown] id="chance-task"
# Now work it out. Ten different films are drawn from 1,682, of which the user likes 20. What is the probability that **at least one** of
# the ten is liked? `comb(n, r)` is the number of ways to choose r of n.

# %% id="chance-answer" role="answer"
chance = ...
### BEGIN SOLUTION
chance = 1 - comb(1682 - 20, 10) / comb(1682, 10)
### END SOLUTION

# %% id="chance-check" role="tests" points=2
# The hit rate that luck alone reaches.
check(chance, exercise="chance_hit")

# %% [markdown] id="chance-read"
# So many users are "served" by luck alone, and a hit rate of that size can be nothing at all. That is why Random and MostPopular belong in every
# table.

# %% [markdown] id="data"
# ### The lists
#
# The course's sample: 200 invented people, 300 invented films. It is parted twice, by date for each user and at random. A held-out
# rating of 4 or 5 makes a film relevant. All models see the same rows, and make ten places for the same users.

# %% id="data-make"
from course.datasets import DataUnavailable, load
from course.models import ALS, ContentBased, Hybrid, ItemKNN, MostPopular, Random
from course.splits import random_split, user_temporal_split


def make_lists(train, test, items, k=10):
    """({model: {user: ids shown}}, {user: ids wanted}), for users who want at least one."""
    liked = test[test.rating >= 4].groupby("user_id").item_id
    relevant = {int(user): ids.tolist() for user, ids in liked}
    knn, als, content = ItemKNN(items), ALS(items), ContentBased(items)
    hybrid = Hybrid.als_knn_content(items, als, knn, content)
    lists = {}
    for name, model in zip(MODELS, [Random(items), MostPopular(items), knn, als, content, hybrid]):
        shown = model.fit(train).recommend(list(relevant), k).tolist()
        lists[name] = {user: [item for item in row if item >= 0]
                       for user, row in zip(relevant, shown)}
    return lists, relevant

# %% id="data-run"
ratings, items = load("sample")
lists, relevant = {}, {}
for how, split in {"time": user_temporal_split, "random": random_split}.items():
    train, test = split(ratings, share=0.2)
    lists[how], relevant[how] = make_lists(train, test, items)
    print(f"{how}: {len(relevant[how])} users, {sum(map(len, relevant[how].values()))} relevant films")

# %% [markdown] id="table-task"
# ### The two tables
#
# `lists["time"]["ALS"]` maps each user to the ten ids that ALS shows after the split by date; `relevant["time"]` maps them to what they wanted.
# With "random" in place of "time" you get the other split.
#
# Make two dictionaries, from the name of each of the six `MODELS` to its six numbers at $k = 10$, in the order of `METRICS`. If your
# `evaluate_lists` passes its checks, use it.

# %% id="table-answer" role="answer"
table_by_time = ...
table_at_random = ...
### BEGIN SOLUTION
def six_means(shown, wanted):
    hits = np.array([[item in ids for item in shown[user]] for user, ids in wanted.items()])
    n = np.array([len(ids) for ids in wanted.values()])
    ranks = np.arange(1, 11)
    weights = 1 / np.log2(ranks + 1)
    ideal = np.cumsum(weights)[np.minimum(n, 10) - 1]
    precisions = hits.cumsum(axis=1) / ranks
    users = [hits.mean(axis=1), hits.sum(axis=1) / n, hits.any(axis=1),
             (precisions * hits).sum(axis=1) / n, (hits / ranks).max(axis=1),
             hits @ weights / ideal]
    return [float(np.mean(values)) for values in users]

table_by_time = {name: six_means(lists["time"][name], relevant["time"]) for name in MODELS}
table_at_random = {name: six_means(lists["random"][name], relevant["random"]) for name in MODELS}
### END SOLUTION

# %% id="table-by-time" role="tests" points=5
# Six models, six metrics, each user's last fifth held out.
check(table_by_time, exercise="table_by_time")

# %% id="table-at-random" role="tests" points=5
# The same models and metrics, a random fifth of each user held out.
check(table_at_random, exercise="table_at_random")

# %% id="table-show"
def shown(table):
    """The table, printed well; a sentence where there is none yet."""
    try:
        return pd.DataFrame.from_dict(dict(table), orient="index", columns=METRICS).round(4)
    except Exception:
        return "There is no such table yet: a dictionary, model -> list of six numbers."

print("Split by date:", shown(table_by_time), "", sep="\n")
print("Split at random:", shown(table_at_random), sep="\n")

# %% [markdown] id="movielens"
# ### The same on MovieLens 100K
#
# 943 people, 1,682 films, split by date, and the same code. It takes up to a minute. Your `evaluate_lists` fills the table; NaN means that it is not finished. Which models beat both yardsticks,
# here and on the sample? Which one leads? The sample is made up and small: what you tell Marta should not rest on it alone.

# %% id="movielens-run" role="show"
# For you: the table on MovieLens 100K.
def six(function, *inputs):
    """Six numbers from your function, or six NaN while it is not finished."""
    try:
        return np.array(function(*inputs), dtype=float).reshape(6)
    except Exception:
        return np.full(6, np.nan)

try:
    film_ratings, films = load("ml-100k")
except DataUnavailable as why:
    print(why, "Here is the sample again instead.")
    film_ratings, films = ratings, items
film_lists, film_relevant = make_lists(*user_temporal_split(film_ratings, share=0.2), films)
print(f"{len(film_relevant)} users want at least one film of the test")
rows = {name: six(evaluate_lists, film_lists[name], film_relevant, 10) for name in MODELS}
print(pd.DataFrame.from_dict(rows, orient="index", columns=METRICS).round(4))

# %% [markdown] id="crowns-task"
# ## 4. Which metric crowns which model?
#
# Back to the sample, **split by date**. For each of the six `METRICS`, in their order, name the model with the largest
# value. Where two are exactly equal, either name is right.

# %% id="crowns-answer" role="answer"
crowns = ...  # a list of six names
### BEGIN SOLUTION
crowns = [max(MODELS, key=lambda name: table_by_time[name][column]) for column in range(6)]
### END SOLUTION

# %% id="crowns-check" role="tests" points=3
# The winner by each metric, split by date.
check(crowns, exercise="crowns")

# %% [markdown] id="crowns-why-task"
# **Which of these are true** of the table split by date? Give all their letters, like `"bc"`.
#
# - **a** ItemKNN has the larger precision and recall, and Hybrid puts what it finds nearer the top.
# - **b** The average of the six columns would give a fair overall winner.
# - **c** Where items are only relevant or not, MAP and NDCG always crown the same model.
# - **d** Hit rate cannot tell ItemKNN and ALS apart here, although their lists differ.
# - **e** ItemKNN has a larger recall than ALS, so we know that it finds more of what users want.

# %% id="crowns-why-answer" role="answer"
why_crowns = ...
### BEGIN SOLUTION
why_crowns = "ad"
### END SOLUTION

# %% id="crowns-why" role="tests" points=2
# What the six crowns tell.
check(why_crowns, exercise="crowns_verdict")

# %% [markdown] id="crowns-written-task"
# **In your own words**, two to four sentences. Marta's page shows ten films in a row that people scroll from left to right; her weekly mail shows five films, all of
# them seen at once. Which metric should crown the model for the page, and which for the mail? Why? Use your table. A person reads and marks this.

# %% [markdown] id="crowns-written" role="written" points=4
# ### BEGIN SOLUTION
# **Mark scheme** (4 points)
#
# - 4: a metric that sees places for the page (NDCG; MAP or MRR with a reason), one that does not for the mail (precision or hit rate at 5), the reason for
#   each, and a number or a comparison of the writer's own table: the two crown different models, or their lead is small.
# - 3: both choices and both reasons, no use of the table.
# - 2: one choice with its reason, or both without reasons.
# - 1: a rule learned by heart ("NDCG is the most expressive metric").
# - 0: nothing, or beside the question.
# ### END SOLUTION

# %% [markdown] id="beyond-task"
# ## 5. Beyond accuracy
#
# The distributors ask Marta: are only the hits shown? Three numbers for each model, **split by date**:
#
# - **coverage**: the share of the catalogue's films that stand in at least one user's list
# - **diversity**: within one list, 1 minus the mean cosine over all pairs of films; then the mean over users. With genre sets $A$ and $B$ the cosine
#   is $|A \cap B| / \sqrt{|A| \cdot |B|}$
# - **novelty**: the mean of $-\log_2((n_i + 1) / (N + 1))$ over a list, in bits; then the mean over users. $n_i$ ratings in train, $N$ users in train

# %% id="beyond-data"
train, test = user_temporal_split(ratings, share=0.2)
popularity = train.item_id.value_counts().reindex(items.item_id, fill_value=0).to_dict()
n_users = train.user_id.nunique()
genres = dict(zip(items.item_id.tolist(), items.genres.str.split("|").tolist()))
print(f"{len(genres)} films; film 1 has the genres {genres[1]} and {popularity[1]} ratings in train")

# %% [markdown] id="beyond-answer-task"
# Give three dictionaries from the name of each of the six `MODELS` to its number. `genres` and `popularity` are keyed by item id.

# %% id="beyond-answer" role="answer"
model_coverage = ...
model_diversity = ...
model_novelty = ...
### BEGIN SOLUTION
def alike(one, other):
    common = len(set(genres[one]) & set(genres[other]))
    return common / sqrt(len(genres[one]) * len(genres[other]))

def surprise(item):
    return -log2((popularity[item] + 1) / (n_users + 1))

def diversity_of(shown):
    return 1 - np.mean([alike(one, other) for one, other in combinations(shown, 2)])

every = {name: list(lists["time"][name].values()) for name in MODELS}
model_coverage = {name: len(set(sum(rows, []))) / len(genres) for name, rows in every.items()}
model_diversity = {name: np.mean([diversity_of(shown) for shown in rows])
                   for name, rows in every.items()}
model_novelty = {name: np.mean([surprise(item) for shown in rows for item in shown])
                 for name, rows in every.items()}
### END SOLUTION

# %% id="beyond-coverage" role="tests" points=2
# The share of the catalogue that each model shows to somebody.
check(model_coverage, exercise="model_coverage")

# %% id="beyond-diversity" role="tests" points=3
# How unlike the films of one list are, by genre.
check(model_diversity, exercise="model_diversity")

# %% id="beyond-novelty" role="tests" points=2
# How little known the films of a list are, in bits.
check(model_novelty, exercise="model_novelty")

# %% [markdown] id="average-task"
# **One number for all?** A colleague averages NDCG and coverage. Model X has NDCG 0.30 and coverage 0.10, model Y has 0.20 and 0.30. *Predict:* who wins, and by how much,
# if coverage is written in percent? Write down your guess, then run the next cell. It is not graded.

# %% id="average-guess" role="answer"
my_winner = ...
### BEGIN SOLUTION
my_winner = "Y, by far more"
### END SOLUTION

# %% id="average-run"
for unit, factor in {"a share": 1, "percent": 100}.items():
    averages = {name: round((ndcg + factor * cover) / 2, 3)
                for name, ndcg, cover in [("X", 0.30, 0.10), ("Y", 0.20, 0.30)]}
    print(f"coverage as {unit}: {averages}")

# %% [markdown] id="average-read"
# The unit is a matter of taste, and it decides how much accuracy counts: in percent, hardly at all. An average of columns hides such a weight. Say which column leads, and
# what the others must not fall below.

# %% [markdown] id="beyond-why-task"
# **Which of these are true** of your three columns and NDCG, split by date? Give all their letters.
#
# - **a** Random leads all three columns, so none of them speaks for a model by itself.
# - **b** Content has the most novel lists of the four models, so it has the most diverse ones too.
# - **c** Hybrid is ahead of ALS in NDCG, and behind it in coverage, diversity and novelty.
# - **d** Shown to fifty of these users only, ALS would keep its coverage.
# - **e** The mean of NDCG and coverage says which model is best over all.

# %% id="beyond-why-answer" role="answer"
why_beyond = ...
### BEGIN SOLUTION
why_beyond = "ac"
### END SOLUTION

# %% id="beyond-why" role="tests" points=2
# What coverage, diversity and novelty tell, and what they do not.
check(why_beyond, exercise="beyond_verdict")

# %% [markdown] id="split-task"
# ## 6. By date or at random
#
# One team sent Marta its numbers from a random split. How much did it promise that the split by date does not keep? For each of the six `MODELS`: **NDCG@10 at random minus NDCG@10 by date**,
# a dictionary by name. If both your tables pass their checks, take them.

# %% id="split-answer" role="answer"
promised_too_much = ...
### BEGIN SOLUTION
def mean_of_ndcg(shown, wanted):
    total = 0.0
    for user, ids in wanted.items():
        gain = sum(1 / log2(place + 2) for place, item in enumerate(shown[user]) if item in ids)
        total += gain / sum(1 / log2(place + 2) for place in range(min(10, len(ids))))
    return total / len(wanted)

promised_too_much = {name: mean_of_ndcg(lists["random"][name], relevant["random"])
                     - mean_of_ndcg(lists["time"][name], relevant["time"]) for name in MODELS}
### END SOLUTION

# %% id="split-check" role="tests" points=3
# How much more NDCG the random split shows.
check(promised_too_much, exercise="promised_too_much")

# %% [markdown] id="split-why-task"
# **Which of these are true** of ItemKNN, ALS, Content and Hybrid? Look at both tables. Give all their letters.
#
# - **a** All four have a higher NDCG at random than by date.
# - **b** All four lose about the same, so the split is only a matter of scale.
# - **c** Which of them wins in precision depends on the split.
# - **d** In the split by date nothing leaks: all of train is older than all of test.
# - **e** Both tables average over exactly the same users.

# %% id="split-why-answer" role="answer"
why_split = ...
### BEGIN SOLUTION
why_split = "ac"
### END SOLUTION

# %% id="split-why" role="tests" points=3
# Which conclusions hold under both splits.
check(why_split, exercise="split_verdict")

# %% [markdown] id="interval-task"
# ## 7. Is the difference real?
#
# Two models, judged by the same users. Some users are easy for both, so compare **within** each user: one difference for each.
#
# Write `paired_interval(first, second)`. Both are lists with one value a user, in the same order. Return `[d, low, high]`: the mean of the differences first − second, and its 95 % interval
# $d \pm 1.96 \cdot s / \sqrt{n}$, where $s$ is the standard deviation of the differences, with $n - 1$ below the line.

# %% id="interval-answer" role="answer"
def paired_interval(first, second):
    """[mean difference, lower end, upper end] of first - second, 95 %, user by user.

    Example: paired_interval([0.5, 0.3], [0.5, 0.1]) is [0.1, -0.096, 0.296].
    """
    ### BEGIN SOLUTION
    gaps = [a - b for a, b in zip(first, second)]
    centre = sum(gaps) / len(gaps)
    spread = sqrt(sum((gap - centre) ** 2 for gap in gaps) / (len(gaps) - 1))
    half = 1.96 * spread / sqrt(len(gaps))
    return [centre, centre - half, centre + half]
    ### END SOLUTION

# %% id="interval-value" role="tests" points=2
# paired_interval, value: mean and interval of the differences.
check(paired_interval, "value")
### BEGIN HIDDEN TESTS
check(paired_interval, "value", hidden=True)
### END HIDDEN TESTS

# %% id="interval-pairs" role="tests" points=2
# paired_interval, pairs: users differ much, models little.
check(paired_interval, "pairs")
### BEGIN HIDDEN TESTS
check(paired_interval, "pairs", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="against-task"
# **Hybrid against ALS.** On the sample, split by date: NDCG@10 of every user in `relevant["time"]` under Hybrid and under ALS, then the interval of Hybrid − ALS. Give its
# three numbers. If your functions pass their checks, use them.

# %% id="against-answer" role="answer"
hybrid_against_als = ...  # [mean, low, high]
### BEGIN SOLUTION
def ndcgs(name):
    values = []
    for user, ids in relevant["time"].items():
        places = [place for place, item in enumerate(lists["time"][name][user]) if item in ids]
        best = sum(1 / log2(place + 2) for place in range(min(10, len(ids))))
        values.append(sum(1 / log2(place + 2) for place in places) / best)
    return np.array(values)

gap = ndcgs("Hybrid") - ndcgs("ALS")
margin = 1.96 * gap.std(ddof=1) / sqrt(len(gap))
hybrid_against_als = [gap.mean(), gap.mean() - margin, gap.mean() + margin]
### END SOLUTION

# %% id="against-check" role="tests" points=3
# Hybrid minus ALS in NDCG@10, with its interval, split by date.
check(hybrid_against_als, exercise="hybrid_against_als")

# %% [markdown] id="against-more"
# And with more users? The next cell lets your `ndcg_at_k` and `paired_interval` do the same on the films of part 3. Does the interval hold 0 there?

# %% id="against-movielens" role="show"
# For you: the same interval on MovieLens 100K.
def ndcg_values(shown, wanted):
    return [ndcg_at_k([int(item in ids) for item in shown[user]], 10, [1] * len(ids))
            for user, ids in wanted.items()]

try:
    found = paired_interval(ndcg_values(film_lists["Hybrid"], film_relevant),
                            ndcg_values(film_lists["ALS"], film_relevant))
    print(f"{len(film_relevant)} users: Hybrid - ALS = {found[0]:.4f}, "
          f"95 % from {found[1]:.4f} to {found[2]:.4f}")
except Exception as why:
    print("This needs your ndcg_at_k and your paired_interval:", type(why).__name__)

# %% [markdown] id="alarms-task"
# **Many comparisons.** Suppose the four models were equally good. You test every pair of them, each test at 5 %, as if the tests were independent. How likely is **at least one** false alarm
# with one metric? And with six metrics? Give a list of two probabilities.

# %% id="alarms-answer" role="answer"
false_alarms = ...
### BEGIN SOLUTION
n_pairs = 4 * 3 // 2
false_alarms = [1 - 0.95 ** n_pairs, 1 - 0.95 ** (6 * n_pairs)]
### END SOLUTION

# %% id="alarms-check" role="tests" points=2
# At least one false alarm, with one metric and with six.
check(false_alarms, exercise="false_alarms")

# %% [markdown] id="tuning-task"
# **The best of twenty.** A team tries twenty settings, all equally good: a hit rate of 0.2. It tests each on 943 users, and reports the best. *Predict:* how much better than 0.2 will that look, on average? Not graded.

# %% id="tuning-guess" role="answer"
my_gain = ...
### BEGIN SOLUTION
my_gain = 0.01
### END SOLUTION

# %% id="tuning-run"
rng = np.random.default_rng(7)
measured = rng.binomial(943, 0.2, size=(20_000, 20)) / 943  # 20,000 such teams
best = measured.max(axis=1)
print(f"the best of twenty looks better than 0.2 by {best.mean() - 0.2:.3f} on average,")
print(f"and by more than 0.01 for {(best > 0.21).mean():.0%} of the teams")
again = rng.binomial(943, 0.2, size=20_000) / 943
print(f"tested once more on new users, the chosen setting is better by {again.mean() - 0.2:.3f}")

# %% [markdown] id="tuning-read"
# Nothing was gained, and yet the number rose. So settings are chosen on a validation part cut from train, and the test is used once.

# %% [markdown] id="evidence-task"
# **Which of these are true?** Give all their letters.
#
# - **a** Who tests every pair must ask more of each test (Holm's correction does), or name one pair beforehand.
# - **b** The interval of Hybrid − ALS on the sample holds 0, so both are equally good.
# - **c** The best of twenty settings on the test rows is a fair report.
# - **d** When two models' own intervals overlap, their difference cannot be real.
# - **e** A model with lists for half of the users should be judged by that half.
# - **f** With four times as many such users the interval would be about half as wide.

# %% id="evidence-answer" role="answer"
why_evidence = ...
### BEGIN SOLUTION
why_evidence = "af"
### END SOLUTION

# %% id="evidence-check" role="tests" points=2
# What an interval shows, and what it does not.
check(why_evidence, exercise="evidence_verdict")

# %% [markdown] id="page-case"
# ## 8. One page for Marta
#
# Her service has 40,000 members and 1,700 films. The home page shows **ten films in a row**; she earns when an evening is watched to the end. Distributors are paid by view, and two of them
# will leave if only hits are shown. Every eighth visitor is new. She has one engineer and no special hardware. Lists are made once a night.
#
# **What should she build?** One of the four models, a combination, or something simpler: all can be defended.

# %% [markdown] id="page-task"
# Write at most one page (about 400 words), with numbers from this notebook. A person marks four rows, up to five points each:
#
# 1. **From goal to metric**: what the page is for, which metric leads, which k, which number guards what must not be harmed
# 2. **Evidence**: the comparison under the split that fits, its interval, what cannot be told apart
# 3. **Cost and guard**: what the choice costs in coverage, diversity and work, and what new visitors get
# 4. **Limits and next test**: what these data cannot show, what would change your mind, what you would measure online

# %% [markdown] id="page" role="written" points=20
# ### BEGIN SOLUTION
# **Mark scheme** (20 points: four rows, 5 each; any model earns full marks when the page carries it)
#
# | points a row | goal → metric | evidence with interval | cost and guard | limits and next test |
# |---|---|---|---|---|
# | 5 | metric follows from a row read in order (NDCG@10 or another one that sees places), k from the screen, a guard with a floor to keep | paired difference with its interval, by date, yardsticks named; says what the data cannot tell apart | price in numbers from the notebook, the engineer's work, a plan for new visitors | names a limit that could turn the choice round, what would change it, an online test with its measure |
# | 4 | one of these is missing or vague | interval given, yardsticks or the "cannot tell" missing | price in numbers, new visitors or work missing | limit and test, not what would change the choice |
# | 3 | fitting metric and k, no guard | right numbers by date, no interval | price in words only | a general limit ("only offline"), and an A/B test without a measure |
# | 2 | metric named, the tie to the business is a phrase | a winner read off a table, or the random split without a word on it | one cost named | a limit or a test |
# | 1 | "the most expressive metric", or an average of columns | numbers that speak against the choice, or the best of many tries | "no disadvantages" | "more data would help" |
# | 0 | absent | absent | absent | absent |
#
# *What a 5 may sound like in row 2:* "By date, Hybrid has NDCG@10 [a] against [b] for ALS; the difference is [c], 95 % from [d] to [e] over [n] users, so on the
# sample they cannot be told apart. MostPopular, with [f], is clearly behind both." *In row 3:* "kNN loses [g] in NDCG, which may be noise, and is the
# simplest to run; its coverage is [h], below the floor I set, so one place in ten is kept for films outside the top hundred."
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# write the metrics, run a fair comparison, name its winner under each of them, and say how sure you are. Beside every number in your page stands its card: **k, gain, ideal, who
# is in the mean, which split, how many users**.
#
# Hand in this notebook as it is. Its name must stay `homework.ipynb`.
