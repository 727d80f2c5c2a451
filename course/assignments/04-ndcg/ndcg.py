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
# # Assignment 4: NDCG
#
# Ines opens her film app. It shows five films, in this order: **Night Ferry, The Salt Road,
# Tin Astronaut, Blue Lantern, A Map of Rain**. Afterwards we learn how much she liked each one,
# as a grade from 0 (not at all) to 3 (a favourite): **3, 2, 0, 0, 1**.
#
# How good was that list? In this assignment you answer with one number, and write the function
# that computes it for every user.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - compute gains, discounts, CG and DCG by hand
# - write `dcg_at_k` and `ndcg_at_k` from scratch
# - say what NDCG sees that recall does not, and when the choice of gain decides a comparison
# - average NDCG over users without losing the difficult ones
#
# **You need** lesson `04-ndcg`. **Time:** about 75 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it and tells you what
# is wrong, as exactly as it can. `check.hint()` gives a hint for the last exercise checked; there are three
# for each. At grading, the same checks run again on other, hidden lists.
# Answers count as right when they are at most one millionth off. All other cells are locked.

# %% id="set-up"
import numpy as np

from course.checks import check

relevance = [3, 2, 0, 0, 1]  # Ines's grades, best-ranked film first

# %% [markdown] id="by-hand"
# ## 1. By hand
#
# Three steps take us from grades to one number.
#
# 1. Each film brings a **gain**. Here the gain *is* the grade (linear gain).
# 2. A film further down is seen less, so its gain is multiplied by a **discount**:
#    at rank $i$, counted from 1, the discount is $1 / \log_2(i + 1)$.
# 3. The sum of the gains is the **cumulative gain**, CG. The sum of gain × discount is **DCG**.
#
# Give lists of five numbers for the first two, and one number each for the others.
# Give six decimals where a number goes on. A calculator is fine, and so is Python.

# %% id="by-hand-answer" role="answer"
gains = ...
discounts = ...
cg = ...
dcg = ...
### BEGIN SOLUTION
gains = [3, 2, 0, 0, 1]
discounts = [1 / np.log2(rank + 1) for rank in (1, 2, 3, 4, 5)]
cg = 3 + 2 + 0 + 0 + 1
dcg = sum(gain * discount for gain, discount in zip(gains, discounts))
### END SOLUTION

# %% id="by-hand-gains" role="tests" points=1
# The gain of each film.
check(gains, exercise="hand_gains")

# %% id="by-hand-discounts" role="tests" points=1
# The discount of each place.
check(discounts, exercise="hand_discounts")

# %% id="by-hand-cg" role="tests" points=1
# CG: the gains added up, wherever they stand.
check(cg, exercise="hand_cg")

# %% id="by-hand-dcg" role="tests" points=1
# DCG: the discounted gains added up.
check(dcg, exercise="hand_dcg")

# %% [markdown] id="dcg-task"
# ## 2. `dcg_at_k(relevance, k)`
#
# Now for any list. `relevance` holds the grades in the order shown, best-ranked item first.
# Only the first `k` places count: nobody scrolls further. Use the linear gain and the discount
# $1 / \log_2(i + 1)$. Return one number.
#
# Think of the odd cases too: a list shorter than `k`, and a list with nothing in it (DCG 0).

# %% id="dcg-answer" role="answer"
def dcg_at_k(relevance, k):
    """Discounted cumulative gain of the first k places.

    relevance: grades, best-ranked item first, for example [3, 2, 0, 0, 1].
    k: the number of places that count.
    Example: dcg_at_k([3, 2, 0, 0, 1], 2) is 3 + 2 / log2(3), about 4.26.
    """
    ### BEGIN SOLUTION
    shown = np.asarray(relevance, dtype=float)[:k]
    ranks = np.arange(1, len(shown) + 1)
    return float(np.sum(shown / np.log2(ranks + 1)))
    ### END SOLUTION

# %% id="dcg-value" role="tests" points=2
# dcg_at_k, value: gain and discount.
check(dcg_at_k, "value")
### BEGIN HIDDEN TESTS
check(dcg_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="dcg-cutoff" role="tests" points=1
# dcg_at_k, cutoff: nothing below place k counts.
check(dcg_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(dcg_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="dcg-short" role="tests" points=1
# dcg_at_k, short: lists with fewer than k items, or none.
check(dcg_at_k, "short")
### BEGIN HIDDEN TESTS
check(dcg_at_k, "short", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="ndcg-task"
# ## 3. `ndcg_at_k(relevance, k, ideal)`
#
# A DCG of 4.6 means nothing by itself: Ines has few favourites, somebody else has many. So we divide by the best DCG
# that any list of `k` places could reach **for this user**: the ideal DCG.
#
# `ideal` holds the grades of *all* the items this user cares about, found or missed, in no particular
# order. The best list would show the highest of them first, in `k` places at the most.
#
# Here, too, the list may be shorter than `k`. A user who cares about nothing gets 0: `ideal` is then empty, or
# holds zeros only.

# %% [markdown] id="ndcg-own-cell"
# Write it so that the cell stands alone: do not call `dcg_at_k`. Then one mistake costs only its own points.

# %% id="ndcg-answer" role="answer"
def ndcg_at_k(relevance, k, ideal):
    """DCG of the list, divided by the DCG of the user's ideal list; from 0 to 1.

    relevance: grades of the items shown, best-ranked item first.
    k: the number of places that count, in both lists.
    ideal: grades of all the user's relevant items, in any order.
    Example: ndcg_at_k([0, 3], 2, [3]) is 1 / log2(3), about 0.63.
    """
    ### BEGIN SOLUTION
    discounts = 1 / np.log2(np.arange(2, k + 2))
    shown = np.asarray(relevance, dtype=float)[:k]
    best = np.sort(np.asarray(ideal, dtype=float))[::-1][:k]
    ideal_dcg = float(np.sum(best * discounts[:len(best)]))
    if ideal_dcg == 0:
        return 0.0
    return float(np.sum(shown * discounts[:len(shown)])) / ideal_dcg
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
# ndcg_at_k, no_relevant: a user who cares about nothing gets 0.
check(ndcg_at_k, "no_relevant")
### BEGIN HIDDEN TESTS
check(ndcg_at_k, "no_relevant", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="sanity"
# **Sanity check.** For Ines's list, your function should give 0.976239, which rounds to the 0.98 that you
# find in many texts.

# %% id="sanity-run"
try:
    print(f"Ines: nDCG@5 = {ndcg_at_k(relevance, 5, relevance):.6f}")
except Exception as problem:
    print(f"ndcg_at_k is not ready yet ({type(problem).__name__}).")

# %% [markdown] id="limits"
# ## What NDCG does not see
#
# Run this cell, and look at each pair before you read on. It uses your two functions; if a number differs from
# the text below, look at their checks again.

# %% id="limits-run"
try:
    for shown, k, ideal in [([3], 3, [3]), ([3, 0, 0], 3, [3]),
                            ([3, 3, 3], 3, [3, 3, 3, 3]), ([3, 3, 3, 3], 4, [3, 3, 3, 3]),
                            ([3, 3, 3], 4, [3, 3, 3, 3])]:
        print(f"{shown} at k = {k}, ideal {ideal}: {ndcg_at_k(shown, k, ideal):.6f}")
    base_2 = dcg_at_k(relevance, 5)
    print(f"DCG of Ines's list, log base 2: {base_2:.6f}, base e: {base_2 / np.log(2):.6f}")
except Exception as problem:
    print(f"One of your two functions is not ready yet ({type(problem).__name__}).")

# %% [markdown] id="limits-read"
# - `[3]` and `[3, 0, 0]` score alike: useless films *below* the good one cost nothing.
# - Three favourites in three places and four in four both score 1. Each is perfect at its own cutoff. Compare
#   them at one cutoff, with all four in the ideal, and the shorter list pays: 0.831872.
# - Another base for the logarithm multiplies every DCG by the same factor. In NDCG the factor stands above
#   and below the line, and cancels. So the base changes DCG, and NDCG not at all.

# %% [markdown] id="recall-task"
# ## 4. Same recall, another NDCG
#
# Omar has **three** relevant films in all. Find two lists of **five** places, with 1 for a relevant film and
# 0 for any other, such that recall@5 is the same and **not zero** while NDCG@5 differs. His ideal is
# `[1, 1, 1]`. Any pair that does it is right.

# %% id="recall-answer" role="answer"
list_a = ...
list_b = ...
### BEGIN SOLUTION
list_a = [1, 1, 0, 0, 0]
list_b = [0, 0, 0, 1, 1]
### END SOLUTION

# %% id="recall-same" role="tests" points=2
# Two lists that recall cannot tell apart and NDCG can.
check((list_a, list_b), exercise="same_recall_other_ndcg")

# %% [markdown] id="gain-task"
# ## 5. When the gain decides
#
# With the **linear** gain, grade 3 is worth three times grade 1. With the **exponential** gain $2^g - 1$ it is worth
# seven times as much. Both are in use under the one name NDCG.
#
# Put the *same* grades (whole numbers from 0 to 5, two to ten of them) in two orders, so that linear NDCG prefers
# `linear_winner` and exponential NDCG prefers `exponential_winner`. The cutoff is the length of the lists,
# and the ideal holds the same grades.

# %% id="gain-answer" role="answer"
linear_winner = ...
exponential_winner = ...
### BEGIN SOLUTION
linear_winner = [1, 0, 3]
exponential_winner = [0, 3, 1]
### END SOLUTION

# %% id="gain-decides" role="tests" points=2
# Two orders of the same grades; each gain prefers another one.
check((linear_winner, exponential_winner), exercise="gain_decides")

# %% [markdown] id="mean-task"
# ## 6. `mean_ndcg(recommended, relevant, k)`
#
# One user is an anecdote. For many users we compute NDCG@k for each one, and take the mean.
#
# - `recommended` maps a user to the list of item ids shown, best first.
# - `relevant` maps **every** user to a dictionary of item id → grade; items that are not in it have grade 0.
#
# Each user in `relevant` counts once. One who got no list, or has no relevant item, counts 0. Linear gain.
# Again, let the cell stand alone.

# %% id="mean-answer" role="answer"
def mean_ndcg(recommended, relevant, k):
    """The mean of NDCG@k over all the users in `relevant`.

    recommended: {user: [item id, …]}, best first; a user may be missing.
    relevant: {user: {item id: grade}}; may be empty for a user.
    Example: mean_ndcg({"ines": [7, 9]}, {"ines": {7: 3}, "omar": {4: 1}}, 2) is 0.5.
    """
    ### BEGIN SOLUTION
    discounts = 1 / np.log2(np.arange(2, k + 2))
    scores = []
    for user, grades in relevant.items():
        shown = [grades.get(item, 0) for item in recommended.get(user, [])[:k]]
        best = sorted(grades.values(), reverse=True)[:k]
        ideal_dcg = sum(g * d for g, d in zip(best, discounts))
        dcg = sum(g * d for g, d in zip(shown, discounts))
        scores.append(dcg / ideal_dcg if ideal_dcg > 0 else 0.0)
    return float(np.mean(scores))
    ### END SOLUTION

# %% id="mean-value" role="tests" points=2
# mean_ndcg, value: grades looked up, each user's own ideal, then the mean.
check(mean_ndcg, "value")
### BEGIN HIDDEN TESTS
check(mean_ndcg, "value", hidden=True)
### END HIDDEN TESTS

# %% id="mean-everyone" role="tests" points=1
# mean_ndcg, everyone: users without a list or without relevant items count 0.
check(mean_ndcg, "everyone")
### BEGIN HIDDEN TESTS
check(mean_ndcg, "everyone", hidden=True)
### END HIDDEN TESTS

# %% id="mean-sample" role="tests" points=1
# mean_ndcg, sample: most-popular lists for the course's sample of 200 users.
check(mean_ndcg, "sample")

# %% [markdown] id="movielens"
# ## On real ratings
#
# Here is your function at work on **MovieLens 100K**: for each user, the last fifth of the ratings is held out,
# and everybody is shown the ten most popular films that they have not rated. A held-out rating of 4 or 5 makes a film
# relevant, with grades 1 and 3. The data is fetched once, at the first use.

# %% id="movielens-run" role="show"
from course.datasets import DataUnavailable, load
from course.models import MostPopular
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as reason:
    print(reason)
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
liked = test[test.rating >= 4]
relevant = {
    user: dict(zip(rows.item_id.tolist(), (2.0 ** (rows.rating - 3) - 1).tolist()))
    for user, rows in liked.groupby("user_id")
}
lists = MostPopular(items).fit(train).recommend(list(relevant), k=10)
recommended = {user: row[row >= 0].tolist() for user, row in zip(relevant, lists)}
try:
    print(f"{len(relevant)} users, mean NDCG@10 = {mean_ndcg(recommended, relevant, 10):.6f}")
except Exception as problem:
    print(f"mean_ndcg is not ready yet ({type(problem).__name__}).")

# %% [markdown] id="written-task"
# ## 7. In your own words
#
# A colleague says: "Recall@10 is equal for both models, so NDCG@10 must be equal too." Answer in two to four sentences:
# say whether that is so, why, and give an example of your own. This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=3
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 3: says no, gives the reason (recall counts hits, NDCG weighs the places they stand in), and an example that
#   fits, such as `[1, 0, 0, 1, 0]` and `[0, 0, 0, 1, 1]`: both find all there is, and the first has it earlier.
# - 2: the claim and the reason, but no example or one that does not fit.
# - 1: the claim only, or a rule learned by heart ("NDCG is about order").
# - 0: wrong, or beside the question.
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# compute DCG by hand, write NDCG for one user and for many, show two lists that recall cannot tell apart, and
# say which gain you report. Beside every NDCG you publish, write its card: **k, gain, ideal, who is in the mean**.
#
# Hand in this notebook as it is. Its name must stay `ndcg.ipynb`.
