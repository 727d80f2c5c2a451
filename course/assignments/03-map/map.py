# ---
# jupyter:
#   course:
#     from_scratch: [course.metrics, implicit, ir_measures, pytrec_eval, ranx, recmetrics, sklearn]
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Assignment 3: MAP and reciprocal rank
#
# Mara opens her film app. It shows five films, in this order: **Harbour at Dawn, The Copper Kite, Glass Orchard,
# Winter Postman, The Last Tram**. She turns out to like the second, the third and the fifth. There was a
# fourth film that she would have liked, and it was not shown.
#
# Precision@5 says three fifths, whatever the order. In this assignment you write metrics that see it.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - compute average precision and MRR by hand
# - write AP, reciprocal rank and MAP from scratch
# - find out from its numbers what a library divides by
# - show that MAP and NDCG can disagree, and say who is in a mean
#
# **You need** lesson `03-map`. **Time:** about 75 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it and tells you what
# is wrong, as exactly as it can. `check.hint()` gives a hint for the last exercise checked; there are three
# for each. At grading, the same checks run again on other, hidden lists.
# Answers count as right when they are at most one millionth off. All other cells are locked.

# %% id="set-up"
import numpy as np
import pandas as pd

from course.checks import check

mara = [0, 1, 1, 0, 1]  # 1: a film she likes; best-ranked film first
n_mara = 4  # the films she would like, shown or not

# %% [markdown] id="by-hand"
# ## 1. By hand
#
# - `precisions`: go down Mara's list and stop at each **hit**. Which share of the films so far were hits? One number for
#   each hit.
# - `ap`: her **average precision**, the sum of these, divided by the number of *all* films she would like.
# - `mrr`: three other users saw `[1, 0, 1, 0, 0]` (Ines), `[0, 0, 0, 1, 1]` (Omar) and `[0, 0, 0, 0, 0]` (Tomas). The
#   **reciprocal rank** of a list is 1 / rank of its first hit. Give the mean over the three.

# %% id="by-hand-answer" role="answer"
precisions = ...
ap = ...
mrr = ...
### BEGIN SOLUTION
precisions = [1 / 2, 2 / 3, 3 / 5]
ap = (1 / 2 + 2 / 3 + 3 / 5) / 4
mrr = (1 / 1 + 1 / 4 + 0) / 3
### END SOLUTION

# %% id="by-hand-precisions" role="tests" points=1
# The precision at each hit.
check(precisions, exercise="hand_precisions")

# %% id="by-hand-ap" role="tests" points=1
# AP: the average over all films that Mara would like.
check(ap, exercise="hand_ap")

# %% id="by-hand-mrr" role="tests" points=1
# MRR: the mean of the reciprocal rank over three users.
check(mrr, exercise="hand_mrr")

# %% [markdown] id="ap-task"
# ## 2. `average_precision_at_k(relevance, k, n_relevant)`
#
# Now for any list. `relevance` describes the list, best-ranked item first; a value above 0 is a hit, and its size does
# not matter. Only the first `k` places count. `n_relevant` is the number of all items the user would like, shown or
# not. Divide by it: that is the convention of this course.
#
# Think of the odd cases: a list shorter than `k`, and a user with `n_relevant` 0, who scores 0.

# %% id="ap-answer" role="answer"
def average_precision_at_k(relevance, k, n_relevant):
    """The precision at each hit in the first k places, added up, over n_relevant.

    relevance: best-ranked item first; above 0 is a hit, for example [0, 1, 1, 0, 1].
    k: the number of places that count.
    n_relevant: how many relevant items the user has, in the list or not.
    Example: average_precision_at_k([1, 0, 1], 3, 4) is (1/1 + 2/3) / 4, about 0.42.
    """
    ### BEGIN SOLUTION
    if n_relevant == 0:
        return 0.0
    hits = np.asarray(relevance[:k], dtype=float) > 0
    precision_so_far = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float(precision_so_far[hits].sum() / n_relevant)
    ### END SOLUTION

# %% id="ap-value" role="tests" points=2
# average_precision_at_k, value: every relevant item is in the list.
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
# average_precision_at_k, missed: relevant items outside the list count in the divisor.
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

# %% [markdown] id="peers-intro"
# **A second opinion.** `ir_measures` computes AP with the same convention. The next cell runs in your notebook and not at grading.

# %% id="peers" role="show"
import ir_measures

for shown, k, n_relevant in [(mara, 5, n_mara), ([1, 0, 1], 5, 4), ([1, 1, 1], 2, 3)]:
    missed = n_relevant - sum(shown)
    qrels = {"u": {**{f"d{i}": hit for i, hit in enumerate(shown)},
                   **{f"m{i}": 1 for i in range(missed)}}}
    run = {"u": {f"d{i}": len(shown) - i for i in range(len(shown))}}
    theirs = ir_measures.calc_aggregate([ir_measures.AP @ k], qrels, run)[ir_measures.AP @ k]
    try:
        print(f"yours {average_precision_at_k(shown, k, n_relevant):.6f}, theirs {theirs:.6f}")
    except Exception as problem:
        print(f"theirs {theirs:.6f}; yours is not ready yet ({type(problem).__name__})")

# %% [markdown] id="rr-task"
# ## 3. `reciprocal_rank_at_k(relevance, k)`
#
# Sometimes one good item is enough: a search for one title, a single slot. Then we ask how far the user had to
# read. Return 1 / rank of the **first** hit in the first `k` places, ranks counted from 1, and 0 without a hit there.

# %% id="rr-answer" role="answer"
def reciprocal_rank_at_k(relevance, k):
    """1 / rank of the first hit in the first k places; 0 without one.

    relevance: best-ranked item first; above 0 is a hit.
    k: the number of places that count.
    Example: reciprocal_rank_at_k([0, 0, 1, 1], 4) is 1/3, about 0.33.
    """
    ### BEGIN SOLUTION
    for rank, grade in enumerate(relevance[:k], start=1):
        if grade > 0:
            return 1 / rank
    return 0.0
    ### END SOLUTION

# %% id="rr-value" role="tests" points=1
# reciprocal_rank_at_k, value: the first hit, and only that one.
check(reciprocal_rank_at_k, "value")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="rr-cutoff" role="tests" points=1
# reciprocal_rank_at_k, cutoff: a hit below place k was never seen.
check(reciprocal_rank_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="rr-no-hit" role="tests" points=1
# reciprocal_rank_at_k, no_hit: lists without a hit, and empty ones.
check(reciprocal_rank_at_k, "no_hit")
### BEGIN HIDDEN TESTS
check(reciprocal_rank_at_k, "no_hit", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="map-task"
# ## 4. `mean_average_precision(relevance_lists, n_relevants, k)`
#
# One user is an anecdote. **MAP@k** is the mean of AP@k over users: one user, one vote.
#
# - `relevance_lists` holds one list for each user, as in exercise 2. A list may be empty: that user was shown nothing.
# - `n_relevants` holds the number of relevant items of each user, in the same order.
#
# **Everybody is in the mean.** Users without a hit, without a list or without relevant items count 0.
# Let the cell stand alone: do not call your function of exercise 2. Then one mistake costs only its own points.

# %% id="map-answer" role="answer"
def mean_average_precision(relevance_lists, n_relevants, k):
    """The mean of AP@k over all users.

    relevance_lists: [list of user 1, list of user 2, …]; a list may be empty.
    n_relevants: [relevant items of user 1, of user 2, …]; may be 0.
    Example: mean_average_precision([[0, 1], [1, 1]], [1, 4], 2) is (0.5 + 0.5) / 2 = 0.5.
    """
    ### BEGIN SOLUTION
    total = 0.0
    for relevance, wanted in zip(relevance_lists, n_relevants):
        found = np.flatnonzero(np.asarray(relevance[:k], dtype=float) > 0)
        if wanted > 0:
            total += float(np.sum(np.arange(1, len(found) + 1) / (found + 1))) / wanted
    return total / len(relevance_lists)
    ### END SOLUTION

# %% id="map-value" role="tests" points=2
# mean_average_precision, value: each user's own AP first, then the mean.
check(mean_average_precision, "value")
### BEGIN HIDDEN TESTS
check(mean_average_precision, "value", hidden=True)
### END HIDDEN TESTS

# %% id="map-everyone" role="tests" points=1
# mean_average_precision, everyone: those without hit, list or relevant items count 0.
check(mean_average_precision, "everyone")
### BEGIN HIDDEN TESTS
check(mean_average_precision, "everyone", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="cards-task"
# ## 5. Three libraries, one name
#
# Here are two lists, and the "AP@k" that three public libraries gave for them when they were run. All three add up the
# same precisions. They differ in one line of their **card**: what the sum is divided by.
#
# **a** R, all relevant items · **b** min(k, R) · **c** min(L, R), L being the number of items shown in the first k places ·
# **d** the hits found · **e** k

# %% id="cards-table"
first = {"relevance": [1, 0, 1], "k": 5, "R": 4}
second = {"relevance": [1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0], "k": 10, "R": 12}

pd.DataFrame({"this course": [0.416667, 0.323082], "library A": [0.416667, 0.387698],
              "library B": [0.555556, 0.387698], "library C": [0.833333, 0.775397]},
             index=["first list", "second list"])

# %% [markdown] id="cards-ask"
# Give the letters for the libraries A, B and C, in this order, such as `["a", "a", "a"]`.

# %% id="cards-answer" role="answer"
cards = ...
### BEGIN SOLUTION
cards = ["b", "c", "d"]
### END SOLUTION

# %% id="cards-right" role="tests" points=2
# What each of three libraries divides by.
check(cards, exercise="three_cards")

# %% [markdown] id="disagree-task"
# ## 6. MAP or NDCG?
#
# "For yes-or-no relevance the two are equivalent", one reads. Show that they are not. Omar has **three** relevant films in all.
# Find two lists of **eight** places, with 1 for a relevant film and 0 for any other, such that
#
# - both find the **same number** of films, so precision and recall cannot tell them apart,
# - AP@8 is higher for `ap_winner`, and NDCG@8 is higher for `ndcg_winner`.
#
# Any pair that does it is right. A function for NDCG is given, and a loop over all lists is welcome.

# %% id="disagree-ndcg"
def binary_ndcg(relevance, n_relevant):
    """NDCG over all places of a list of zeros and ones, for at most as many relevant items."""
    dcg = sum(hit / np.log2(rank + 1) for rank, hit in enumerate(relevance, start=1))
    return dcg / sum(1 / np.log2(rank + 1) for rank in range(1, n_relevant + 1))

# %% id="disagree-answer" role="answer"
ap_winner = ...
ndcg_winner = ...
### BEGIN SOLUTION
ap_winner = [0, 1, 1, 1, 0, 0, 0, 0]
ndcg_winner = [1, 0, 0, 0, 0, 1, 1, 0]
### END SOLUTION

# %% id="disagree-right" role="tests" points=2
# Two lists with as many hits; AP prefers the first, NDCG the second.
check((ap_winner, ndcg_winner), exercise="ap_or_ndcg")

# %% [markdown] id="bug-task"
# ## 7. A bug from real projects
#
# Several public projects computed AP like this (told in our own words). It looks fine, and for some lists it is.

# %% id="bug-code"
def suspicious_ap(relevance, k):
    hits, total = 0, 0.0
    for rank, grade in enumerate(relevance[:k], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    return total / hits if hits else 0.0

print(suspicious_ap([1, 1, 0, 0, 0], 5), suspicious_ap([0, 1, 0, 0, 0], 5))

# %% [markdown] id="bug-ask"
# **First expose it.** Find a list of five places, zeros and ones, and the same list with **one more hit**, such that
# `suspicious_ap(…, 5)` goes *down*: the better list scores less.
#
# **Then mend it.** This project wants the other wide-spread convention, in which a full list of k hits scores 1:
# divide by **min(k, n_relevant)**. A user with `n_relevant` 0 scores 0.

# %% id="bug-lists-answer" role="answer"
list_before = ...
list_with_one_more_hit = ...
### BEGIN SOLUTION
list_before = [1, 0, 0, 0, 0]
list_with_one_more_hit = [1, 0, 0, 0, 1]
### END SOLUTION

# %% id="bug-exposed" role="tests" points=1
# A hit that makes the value of suspicious_ap fall.
check((list_before, list_with_one_more_hit), exercise="hit_that_costs")

# %% id="bug-fixed-answer" role="answer"
def fixed_average_precision(relevance, k, n_relevant):
    """AP@k with the divisor min(k, n_relevant).

    relevance: best-ranked item first; above 0 is a hit. n_relevant: as in exercise 2.
    Example: fixed_average_precision([1, 1, 0], 2, 7) is (1/1 + 2/2) / 2 = 1.
    """
    ### BEGIN SOLUTION
    hits, total = 0, 0.0
    for rank, grade in enumerate(relevance[:k], start=1):
        if grade > 0:
            hits += 1
            total += hits / rank
    possible = min(k, n_relevant)
    return total / possible if possible else 0.0
    ### END SOLUTION

# %% id="bug-fixed-value" role="tests" points=1
# fixed_average_precision, value: missed items cost, and a full list of k hits scores 1.
check(fixed_average_precision, "value")
### BEGIN HIDDEN TESTS
check(fixed_average_precision, "value", hidden=True)
### END HIDDEN TESTS

# %% id="bug-fixed-no-hit" role="tests" points=1
# fixed_average_precision, no_hit: no hit, nothing shown, nothing wanted.
check(fixed_average_precision, "no_hit")
### BEGIN HIDDEN TESTS
check(fixed_average_precision, "no_hit", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="real-task"
# ## 8. Who is in the mean?
#
# Two models on **MovieLens 100K**. **Bold** shows everybody the ten most popular films that they have not rated. **Shy** shows
# the very same lists, but only to users with fewer than 60 ratings to learn from; everybody else sees an empty page.
#
# A report leaves out all users whose list held no hit. *Predict* before you run the next cells: which
# model leads then? Write `"bold"` or `"shy"`. This answer is not graded.

# %% id="predict-answer" role="answer"
prediction = ...
### BEGIN SOLUTION
prediction = "shy"
### END SOLUTION

# %% [markdown] id="real-data"
# The last fifth of each user's ratings is held out; a held-out rating of 4 or 5 makes a film relevant.
# The data is fetched once, at the first use.

# %% id="real-lists"
from course.datasets import DataUnavailable, load
from course.models import MostPopular
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why, "The course's small sample stands in for it.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
wanted = test[test.rating >= 4].groupby("user_id").item_id.apply(set)
shown = MostPopular(items).fit(train).recommend(wanted.index, k=10)
bold = [[int(item in films) for item in row] for row, films in zip(shown, wanted)]
ratings_given = train.groupby("user_id").size()
shy = [row if ratings_given.get(user, 0) < 60 else [] for user, row in zip(wanted.index, bold)]
counts = [len(films) for films in wanted]
print(f"{len(bold)} users; Shy shows {sum(map(bool, shy))} of them a list.")

# %% id="real-means"
def three_maps(lists):
    """MAP@10 with the card of this course, with min(k, R), and without users who had no hit."""
    kept = [user for user, row in enumerate(lists) if any(row)]
    return {
        "divisor R, everybody": mean_average_precision(lists, counts, 10),
        "divisor min(10, R), everybody": mean_average_precision(
            lists, [min(10, n) for n in counts], 10),
        "divisor R, only users with a hit": mean_average_precision(
            [lists[user] for user in kept], [counts[user] for user in kept], 10),
    }

print("your prediction:", "none yet" if prediction is ... else prediction)
try:
    print(pd.DataFrame({"Bold": three_maps(bold), "Shy": three_maps(shy)}).round(6).to_string())
except Exception as problem:
    print(f"mean_average_precision of exercise 4 is not ready yet ({type(problem).__name__}).")

# %% [markdown] id="real-ask"
# **Explain.** Which are true, here and on any data? Give all letters in one text, such as `"bd"`.
#
# - **a** If a model has a hit at all, leaving out the users without one never lowers its MAP.
# - **b** Leaving them out is fair: a model is not to blame where it found nothing.
# - **c** Leaving them out, the two models can end up averaged over different users.
# - **d** For a single user, going from R to min(k, R) can change which of two models is ahead.
# - **e** Going from R to min(k, R) changes values only for users with more than k relevant items.

# %% id="real-answer" role="answer"
who_is_in = ...
### BEGIN SOLUTION
who_is_in = "ace"
### END SOLUTION

# %% id="real-right" role="tests" points=1
# What leaving users out does, and what the divisor does.
check(who_is_in, exercise="who_is_in_the_mean")

# %% [markdown] id="written-task"
# **In your own words.** A colleague reports a MAP@10 that is a third higher than yours, on the same data and
# for the same lists. Answer in two to four sentences: name two conventions that could do this, say how each raises the number,
# and give one small example. This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=2
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 2: two conventions (the divisor: min(k, R), hits found; who is in the mean: users without a hit or without
#   relevant items left out; what counts as relevant), how each raises the number, and an example that fits, such as
#   `[1, 0, 0]` with R = 5 at k = 3: one fifth, one third or 1.
# - 1.5: two conventions and how they raise it, but no example or one that does not fit.
# - 1: one convention with its reason, or two only named.
# - 0: "the colleague's model is better", or beside the question.
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# compute AP and MRR by hand, write them for one user and for many, read a library's divisor from its numbers, and
# show two lists on which MAP and NDCG disagree. Beside every MAP you publish, write its card: **k, what makes an item
# relevant, the divisor, who is in the mean**.
#
# Hand in this notebook as it is. Its name must stay `map.ipynb`.
