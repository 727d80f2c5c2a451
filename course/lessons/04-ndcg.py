# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 4: NDCG
#
# **You will be able to**
#
# - choose a gain and a discount, and say what the choice means
# - compute an ideal DCG from all that a user wanted, not from what the list holds
# - say what happens at the cutoff, for empty users, and in the mean
#
# **You need** lesson `00-start-here`. **Time:** about 50 minutes (an estimate).

# %% [markdown] id="case"
# ## Three orders of the same five films
#
# Ines liked five films with grades 3, 2, 1, 0, 0. Three models show her the same five films in three orders. Recall
# says 1 for each: everything she wanted is there. **Which list would she rather see?**

# %% id="case-run"
import numpy as np
import pandas as pd

from course.metrics import dcg_at_k, ndcg_at_k, recall_at_k

orders = {"A": [3, 2, 0, 0, 1], "B": [3, 0, 0, 2, 1], "C": [1, 0, 0, 2, 3]}
pd.DataFrame({name: {"recall@5": recall_at_k(order, 5), "NDCG@5": ndcg_at_k(order, 5)}
              for name, order in orders.items()}).T.round(6)

# %% [markdown] id="case-read"
# NDCG sees the order: 0.976239 for A, 0.892132 for B, 0.634607 for C. The rest of this lesson takes the number apart: gain,
# discount, cutoff, ideal, edges, mean. Each part can go wrong in its own way, and each way has a name.

# %% [markdown] id="gain"
# ## Gain
#
# How much is a grade worth? **Linear** gain takes the grade itself: a 3 is worth three times a 1. **Exponential** gain takes
# $2^g - 1$: seven times. **Binary** gain asks only whether the item is relevant. All three are called NDCG somewhere.
#
# *Predict:* list X is `[0, 3, 1]`, list Y is `[1, 0, 3]`. Which one wins?

# %% id="gain-run"
lists = {"X": [0, 3, 1], "Y": [1, 0, 3]}
pd.DataFrame({name: {gain: ndcg_at_k(relevance, 3, gain=gain)
                     for gain in ("linear", "exponential", "binary")}
              for name, relevance in lists.items()}).T.round(6)

# %% [markdown] id="gain-read"
# Linear gain prefers Y, 0.688529 to 0.659002. Exponential gain prefers X, 0.644287 to 0.589705: to it, getting the favourite one
# place earlier matters most. Neither is wrong. How much better is a favourite than a mere like *for your business*? Say
# which gain you report. This course means linear unless it says otherwise, as scikit-learn does.
#
# An irrelevant item must gain nothing: with $2^g$ in place of $2^g - 1$, a grade of 0 would gain 1.

# %% [markdown] id="discount"
# ## Discount
#
# The gain at rank $i$ is multiplied by $1 / \log_2(i + 1)$, ranks counted from 1. So rank 1 weighs 1.
# Reciprocal rank falls faster:

# %% id="discount-run"
from course.figures import weights_by_rank

weights_by_rank(10)
print("rank 2:", round(1 / np.log2(3), 6), " rank 10:", round(1 / np.log2(11), 6))

# %% [markdown] id="discount-read"
# At rank 10, DCG still gives 0.289065 where reciprocal rank gives 0.1. Three slips are common. Code that counts from 0 needs
# `log2(i + 2)`. Code with `log2(i)` divides by zero at rank 1. Code with `log2(max(i, 2))` weighs ranks 1 and 2 alike; that is
# the rule of the 2002 paper for base 2, so it is no blunder, but it is another metric.

# %% id="discount-base"
relevance = [3, 2, 0, 0, 1]
for name, base in (("2", 2), ("e", np.e), ("10", 10)):
    weights = np.log(base) / np.log(np.arange(2, 7))
    dcg, ideal = relevance @ weights, np.sort(relevance)[::-1] @ weights
    print(f"base {name:2}: DCG {dcg:.6f}, NDCG {dcg / ideal:.6f}")

# %% [markdown] id="discount-base-read"
# Another base multiplies every DCG by one factor: 4.648712 becomes 6.706674 with the natural logarithm. In NDCG the factor cancels. So say the base when you report
# DCG. In NDCG it is no error and no choice.

# %% [markdown] id="cutoff"
# ## Cutoff
#
# The user saw k places. What stands below was never seen and must not change the value. Cut the list there, **and the
# ideal too**. Cut only one of them, and the value can pass 1 or never reach it.

# %% id="cutoff-run"
def dcg(grades):
    return sum(g / np.log2(rank + 1) for rank, g in enumerate(grades, start=1))

shown, k = [2, 3, 1], 2
best = sorted(shown, reverse=True)
print(f"both cut at 2:       {dcg(shown[:k]) / dcg(best[:k]):.6f}")
print(f"list not cut at 2:   {dcg(shown) / dcg(best[:k]):.6f}")

wanted = [1] * 12  # twelve relevant films, and a list of ten that are all relevant
print(f"perfect ten, ideal of ten:    {dcg([1] * 10) / dcg(wanted[:10]):.6f}")
print(f"perfect ten, ideal of twelve: {dcg([1] * 10) / dcg(wanted):.6f}")

# %% [markdown] id="cutoff-read"
# The uncut list reaches 1.030721, more than perfect. The uncut ideal makes a perfect list look like 0.892164: ten places cannot hold
# twelve films.

# %% [markdown] id="ideal"
# ## Ideal
#
# The ideal list is the **user's**: the grades of all items that she cares about, found or missed, best first, cut at k. The most common
# error in real code takes it from the list itself. Then what was missed cannot hurt.
#
# *Predict:* Omar has three relevant films. List 1 is `[1, 0, 0]`, list 2 is `[1, 0, 1]`. Which scores higher?

# %% id="ideal-run"
wanted = [1, 1, 1]
for shown in ([1, 0, 0], [1, 0, 1]):
    own = dcg(shown) / dcg(sorted(shown, reverse=True))
    print(shown, f"ideal from the list: {own:.6f}   ideal of the user: "
                 f"{ndcg_at_k(shown, 3, wanted):.6f}")

# %% [markdown] id="ideal-read"
# With the ideal from the list, the first scores 1.000000 and the second, which found *more*, only 0.919721. With the user's ideal they score
# 0.469279 and 0.703918. This very bug was reported in several public projects.
#
# Two more slips: the ideal comes as a set of grades, so **sorting is your job**; and a user with fewer than k relevant items has a
# shorter ideal, not one filled up with ones.

# %% [markdown] id="edges"
# ## Edges
#
# A user with no relevant item has an ideal DCG of 0, and 0 / 0 is not a number. Here such a user scores **0**. Other choices exist:
# 1, NaN, or leaving the user out. Each changes the mean. An empty list scores 0, and a list shorter than k is simply short.

# %% id="edges-run"
print(ndcg_at_k([0, 0, 0], 3, []), ndcg_at_k([], 3, [2, 1]), ndcg_at_k([3], 3, [3]))
print("[3, 0, 0] against [3]:", ndcg_at_k([3, 0, 0], 3, [3]), ndcg_at_k([3], 3, [3]))
print("[0, 3]:", round(ndcg_at_k([0, 3], 2, [3]), 6))

# %% [markdown] id="edges-read"
# `[3]` and `[3, 0, 0]` are equal: NDCG does not punish useless items *below* the last good one. It does punish what stands above:
# `[0, 3]` scores 0.630930.

# %% [markdown] id="means"
# ## Means
#
# For many users, compute NDCG for each and average: **one user, one vote**. Three shortcuts give other numbers.

# %% id="means-run"
# What three users saw, and what they wanted, all at k = 3.
users = {"u1": ([1, 0, 0], [1]), "u2": ([1, 1, 0], [1] * 4), "u3": ([0, 0, 0], [1] * 2)}
per_user = {name: ndcg_at_k(shown, 3, wanted) for name, (shown, wanted) in users.items()}
values = np.array(list(per_user.values()))
tops = sum(dcg_at_k(shown, 3) for shown, _ in users.values())
bottoms = sum(dcg_at_k(wanted, 3) for _, wanted in users.values())

print("each user:            ", {name: round(value, 6) for name, value in per_user.items()})
print(f"mean over all users:    {values.mean():.6f}")
print(f"without those at 0:     {values[values > 0].mean():.6f}")
print(f"sum of DCG / sum of ideal DCG: {tops / bottoms:.6f}")

# %% [markdown] id="means-read"
# The mean is 0.588454. Leaving out the user who was not helped lifts it to 0.882680: failures are part of the mean. Dividing sums gives 0.552500,
# because users with much to find then weigh more.

# %% [markdown] id="museum"
# ## Bug museum
#
# Someone took this function from a real project and made it short. **Find a list and an ideal that expose it**, then mend it.

# %% id="museum-code"
def suspicious_ndcg(shown, k, ideal):
    hits = [g for g in shown[:k] if g > 0]
    best = dcg(sorted(hits, reverse=True))
    return dcg(shown[:k]) / best if best else 1.0

print(suspicious_ndcg([1, 0, 0], 3, [1]), suspicious_ndcg([3, 2, 1], 3, [3, 2, 1]))

# %% [markdown] id="museum-answer"
# <details><summary>Two things are wrong</summary>
#
# The ideal is made from the hits in the list, so `([1, 0, 0], 3, [1, 1, 1])` scores 1. And a list without any hit
# scores 1, so the worst model looks perfect: try `([0, 0, 0], 3, [1])`.
#
# </details>

# %% [markdown] id="misleads"
# ## When it misleads
#
# NDCG judges the order of what was shown. If a first stage hands over only some of what the user wanted, even a perfect second stage
# stops early, and NDCG does not say whose fault it is. It also says nothing of variety: five films of one series score like five different ones.

# %% [markdown] id="recap"
# ## You can now
#
# say what gain, discount, cutoff, ideal, edges and mean you use. The **card** of this course: linear gain, 1 / log2(rank + 1), list and
# ideal cut at k, ideal over all relevant items, users without relevant items score 0, mean over users.
#
# Now solve the assignment: `python -m course start 04-ndcg`.
#
# *Sources: Järvelin and Kekäläinen (2002), ACM TOIS 20(4); Aggarwal (2016), Recommender Systems, chapter 7.*
