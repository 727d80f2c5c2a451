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
# - go from CG to DCG to NDCG by hand, and with the right call of scikit-learn
# - choose a gain, a discount and an ideal, and say what each choice means
# - name five ways to an NDCG above 1
# - say what NDCG sees that recall does not, and what it does not see
# - choose the metric for each stage of a two-stage system
#
# **You need** lesson `00-start-here`; lessons 02 and 03 help. **Time:** about 75 minutes (an estimate).

# %% [markdown] id="case"
# ## Three orders of the same five films
#
# Ines graded five films 3, 2, 1, 0 and 0: a 3 is a favourite, a 0 was no good. Three models show her these five films in
# three orders. Recall says 1 for each: everything she wanted is there. **Which list would she rather see?**

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
#
# Called like this, without an ideal, our `ndcg_at_k` takes the list for all that the user wanted. Here it is.

# %% [markdown] id="cg"
# ## From CG to NDCG
#
# Three letters, three steps. Let $g_i$ be the grade at rank $i$.
#
# 1. **CG**, cumulative gain: add up the grades. Where they stand does not matter.
# 2. **D** for discounted: each grade is divided by a number that grows down the list.
#
# $$\mathrm{DCG@}k = \sum_{i=1}^{k} \frac{g_i}{\log_2(i + 1)}$$
#
# 3. **N** for normalised: divide by the DCG of the user's ideal list.
#
# *Predict:* which of the three letters tells A from C?

# %% id="cg-run"
for name, order in orders.items():
    pieces = [grade / np.log2(rank + 1) for rank, grade in enumerate(order, start=1)]
    dcg_of, ideal_of = sum(pieces), dcg_at_k(sorted(order, reverse=True), 5)
    print(name, "CG", sum(order), " DCG", " + ".join(f"{piece:.3f}" for piece in pieces),
          f"= {dcg_of:.6f}", f" NDCG = {dcg_of:.3f} / {ideal_of:.3f} = {dcg_of / ideal_of:.6f}")

# %% id="cg-figure"
from course.figures.ndcg import gains_by_place

gains_by_place(orders)

# %% [markdown] id="cg-read"
# The D does: CG is 6 for all. Why the N, then? Because a DCG is in units of grades. Ines has favourites, so 4.648712 is almost
# all she could get. Mara likes one film a little, with grade 1, and her best possible DCG is 1. Their DCGs cannot be averaged sensibly; their NDCGs can.

# %% [markdown] id="sklearn"
# ## Calling a library
#
# scikit-learn has `ndcg_score(y_true, y_score, k=None)`. The first argument is what the user **wanted**: the grade of every item. The second is what the
# model **said**: a score for every item, in the same order of items. Both hold one row for each user, hence the double brackets.
#
# - You have a list, no scores? Then any falling numbers will do: only the order of scores counts.
# - The library knows only the items that you pass. So pass what the list missed as well, with lower scores.

# %% id="sklearn-run"
from sklearn.metrics import ndcg_score

grades = [3, 2, 0, 0, 1]
falling = [5, 4, 3, 2, 1]
print(f"right call:               {ndcg_score([grades], [falling], k=5):.6f}")
print(f"grades passed as scores:  {ndcg_score([[3, 2, 1, 0, 0]], [grades], k=5):.6f}")
print(f"the list against itself:  {ndcg_score([grades], [grades], k=5):.6f}")

# A sixth film of grade 3 that the list missed: last in both arguments, with the lowest score.
print(f"with a missed favourite:  {ndcg_score([[*grades, 3]], [[*falling, 0]], k=5):.6f}")
print(f"course.metrics says:      {ndcg_at_k(grades, 5, ideal=[3, 2, 1, 3]):.6f}")

# %% [markdown] id="sklearn-read"
# Two of these round to 0.98. One is 0.976239, the NDCG of this list. The other is 0.980840: grades stand where scores belong, the two zeros become a
# tie, and scikit-learn averages over both orders of the tied films. Lesson 00 takes it apart. A third call compares the list with itself and always says 1.
#
# With the missed favourite in both arguments, library and course agree on 0.735153. If you leave it out of the call, nobody will tell you.

# %% [markdown] id="gain"
# ## Gain
#
# How much is a grade worth? **Linear** gain takes the grade itself: a 3 is worth three times a 1. **Exponential** gain takes
# $2^g - 1$: seven times. **Binary** gain asks only whether the item is relevant. All three are called NDCG somewhere.
#
# *Predict:* list X is `[0, 3, 1]`, list Y is `[1, 0, 3]`. Which one wins?

# %% id="gain-run"
lists = {**orders, "X": [0, 3, 1], "Y": [1, 0, 3]}
pd.DataFrame({name: {gain: ndcg_at_k(relevance, 5, gain=gain)
                     for gain in ("linear", "exponential", "binary")}
              for name, relevance in lists.items()}).T.round(6)

# %% [markdown] id="gain-read"
# Linear gain prefers Y, 0.688529 to 0.659002. Exponential gain prefers X, 0.644287 to 0.589705: to it, getting the favourite one
# place earlier matters most. Neither is wrong. How much better is a favourite than a mere like *for your business*? Say
# which gain you report. This course means linear unless it says otherwise, as scikit-learn does.
#
# Binary gain cannot tell B from C: both get 0.852928. And an irrelevant item must gain nothing: with $2^g$ in place of $2^g - 1$, a
# grade of 0 would gain 1.

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
# the rule of an early paper (2002, see below) for base 2, so it is no blunder, but it is another metric.
#
# *Predict:* somebody takes another base for the logarithm. What happens to DCG, and what to NDCG?

# %% id="discount-base"
relevance = [3, 2, 0, 0, 1]
for name, base in (("2", 2), ("e", np.e), ("10", 10)):
    weights = np.log(base) / np.log(np.arange(2, 7))
    dcg, ideal = relevance @ weights, np.sort(relevance)[::-1] @ weights
    print(f"base {name:2}: DCG {dcg:.6f}, NDCG {dcg / ideal:.6f}")

# %% [markdown] id="discount-base-read"
# Another base multiplies every DCG by one factor: 4.648712 becomes 6.706674 with the natural logarithm. In NDCG the factor cancels. So say the base when you report
# DCG. In NDCG it is no error and no choice.
#
# At least for this discount. Järvelin and Kekäläinen (2002) have another: ranks below the base are not discounted at all, and from there on the weight is $1 / \log_b(i)$. With base 10, a list of ten
# has no discount.

# %% id="discount-2002"
def dcg_2002(grades, base):
    return sum(g / max(1, np.log(rank) / np.log(base)) for rank, g in enumerate(grades, start=1))

shown = [0, 1, 0, 3, 0, 2]
print(f"log2(rank + 1):  {ndcg_at_k(shown, 6):.6f}")
for base in (2, 10):
    value = dcg_2002(shown, base) / dcg_2002(sorted(shown, reverse=True), base)
    print(f"2002, base {base:2}:   {value:.6f}")

# %% [markdown] id="discount-2002-read"
# There the base is a choice: 0.581379 with base 2, and with base 10 this poor order is perfect. The paper means it: the base says how patient the user is. The rule
# `log2(rank + 1)` became usual after Burges and others (2005).

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
# Two more slips: the grades of the ideal come in any order, so **sorting is your job**, before cutting; and a user with fewer than k relevant items has a
# shorter ideal, not one filled up with ones. And leave `ideal` out of our `ndcg_at_k` only when the list holds all that was wanted.

# %% [markdown] id="above-one"
# ## Above 1
#
# "NDCG above 1? Then you forgot to divide." That is one way. Here are five. *Predict* which of these give more than 1 before you run the cell.

# %% id="above-one-run"
def exponential(grades):
    return [2**g - 1 for g in grades]

best = [3, 2, 1, 0, 0]
ways = {
    "DCG is not divided at all": dcg(grades),
    "list with 2^g - 1, ideal with g": dcg(exponential(grades)) / dcg(best),
    "[2, 3, 1] at k = 2, list not cut": dcg([2, 3, 1]) / dcg([3, 2]),
    "one relevant film, shown twice": dcg([1, 1]) / dcg([1]),
    "[3, 2, 1], ideal [2, 1] misses a film": dcg([3, 2, 1]) / dcg([2, 1]),
}
for way, value in ways.items():
    print(f"{value:.6f}  {way}")

# %% [markdown] id="above-one-read"
# All five: 4.648712, 1.948743, 1.030721, 1.630930, 1.809953. The third is the nasty one, because it looks like a good model. And the same
# bug may stay **below** 1 on the next list, so a test that looks at the range is not enough. Our `ndcg_at_k` refuses what it can see:

# %% id="above-one-refused"
try:
    ndcg_at_k([3, 2, 1], 3, ideal=[2, 1])
except ValueError as reason:
    print(reason)

# %% [markdown] id="edges"
# ## Edges
#
# A user with no relevant item has an ideal DCG of 0, and 0 / 0 is not a number. Here such a user scores **0**. Other choices exist:
# 1, NaN, or leaving the user out. Each changes the mean. An empty list scores 0, and a list shorter than k is simply short.
#
# *Predict:* does an irrelevant film in the list cost anything? Does a missing one?

# %% id="edges-run"
print("nothing wanted:", ndcg_at_k([0, 0, 0], 3, []), "  nothing shown:", ndcg_at_k([], 3, [2, 1]))
for shown, k, wanted in [([3], 3, [3]), ([3, 0, 0], 3, [3]), ([0, 3], 3, [3]),
                         ([3, 3, 3], 3, [3] * 4), ([3, 3, 3, 3], 4, [3] * 4),
                         ([3, 3, 3], 4, [3] * 4)]:
    print(f"{shown} at k = {k}, user wanted {wanted}: {ndcg_at_k(shown, k, wanted):.6f}")

# %% [markdown] id="edges-read"
# `[3]` and `[3, 0, 0]` are equal: NDCG does not punish useless items *below* the last good one. It does punish what stands above:
# `[0, 3]` scores 0.630930.
#
# You may read that NDCG cannot tell `[3, 3, 3]` from `[3, 3, 3, 3]`. That holds only if each is judged at its own length. At k = 4 the
# shorter list scores 0.831872: **missing items cost, when the ideal is the user's.**

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
print(f"sum instead of mean:    {values.sum():.6f}")

# %% [markdown] id="means-read"
# The mean is 0.588454. Leaving out the user who was not helped lifts it to 0.882680: failures are part of the mean. Dividing sums gives 0.552500,
# because users with much to find then weigh more. And a sum grows with the number of users.

# %% [markdown] id="recall"
# ## Equal recall, other NDCG
#
# Tomas has two relevant films. *Predict:* which of these lists have equal recall, which equal precision, and which equal NDCG?

# %% id="recall-run"
from course.metrics import precision_at_k

tomas = {"early": [1, 0, 0, 1, 0], "late": [0, 0, 0, 1, 1], "half": [1, 0, 0, 0, 0]}
pd.DataFrame({name: {"precision@5": precision_at_k(shown, 5),
                     "recall@5": recall_at_k(shown, 5, n_relevant=2),
                     "NDCG@5": ndcg_at_k(shown, 5, ideal=[1, 1])}
              for name, shown in tomas.items()}).T.round(6)

# %% [markdown] id="recall-read"
# `early` and `late` have recall 1 and precision 0.4, and NDCG 0.877215 against 0.501266. Recall counts hits; NDCG weighs their places. Look at
# `half`: it found one film less than `late` and scores higher, 0.613147, because that one stands first. So NDCG is not "recall, but better". It trades
# completeness for earliness, at the rate that the discount sets.

# %% [markdown] id="order"
# Precision (P), recall (R), average precision (AP), reciprocal rank (RR), DCG and NDCG: **which of the six can change when films only swap places inside
# the first k?** Decide, and answer the question in the figure. Then move *A Map of Rain* with the arrows and see. What each place adds stands beside it.
# Grades, k, gain, AP's divisor and the number of missed films are yours to change.
#
# <details><summary>Which can change</summary>AP, RR, DCG and NDCG. RR does so only when the first hit moves. P and R never do: they count.</details>

# %% id="order-run"
from course.figures.order import why_order_matters

why_order_matters()

# %% [markdown] id="stages"
# ## Two stages
#
# Big systems work in two steps. A fast model picks some hundred **candidates** out of millions; a slower one **ranks** them. Suppose that Nadia
# wanted five films, and that the candidates hold two of them. The ranker is perfect. *Predict* the NDCG at 5.

# %% id="stages-run"
from course.figures.ndcg import ceiling_of_second_stage

n_wanted = 5
ceilings = [ndcg_at_k([1] * found, 5, ideal=[1] * n_wanted) for found in range(n_wanted + 1)]
print(f"candidates hold 2 of 5, ranked perfectly: {ceilings[2]:.6f}")
print(f"the same, judged by the candidates only:  {ndcg_at_k([1, 1], 5, ideal=[1, 1]):.6f}")
ceiling_of_second_stage(n_wanted, ceilings)

# %% [markdown] id="stages-read"
# No ranker can do better than 0.553146 there, and NDCG does not say whose fault it is. So give each stage its own question:
#
# - **Candidates: recall**, at the number of candidates. Their order will be made anew, so it does not matter here.
# - **Ranking: NDCG**, at the k of the screen, once with the candidates' ideal (is the ranker good?) and once with the
#   user's (is the whole good?).
#
# Report only the first, 1.000000 here, and three lost films vanish from the books.

# %% [markdown] id="movielens"
# ## On real ratings
#
# MovieLens 100K: the last fifth of each user's ratings is hidden, and everybody is shown the ten most popular films that they have not rated before. Of the hidden films, those with 4
# stars have grade 1, those with 5 stars grade 2. *Predict:* which of the three gains gives the highest mean, and how much does the ideal from the list itself
# add?

# %% id="movielens-data"
from course.datasets import DataUnavailable, load
from course.metrics import evaluate
from course.models import MostPopular
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why)
    print("What follows is computed on the small sample instead, so your numbers differ.")
    ratings, items = load("sample")

train, test = user_temporal_split(ratings, share=0.2)
liked = test[test.rating >= 4].assign(grade=lambda rows: rows.rating - 3)
users = liked.user_id.unique()
lists = MostPopular(items).fit(train).recommend(users, k=10)

# %% id="movielens-run"
relevant = liked[["user_id", "item_id", "grade"]]
grade_of = dict(zip(zip(liked.user_id, liked.item_id), liked.grade))
matched = np.array([[grade_of.get((user, item), 0) for item in row]
                    for user, row in zip(users, lists)])
table = {}
for gain in ("linear", "exponential", "binary"):
    ours = evaluate(lists, relevant, k=10, users=users, gain=gain)["ndcg@10"]
    table[gain] = {"user's ideal": ours.mean(),
                   "ideal from the list": ndcg_at_k(matched, 10, gain=gain).mean()}
print(len(users), "users with something to find, NDCG@10")
pd.DataFrame(table).T.round(4)

# %% [markdown] id="movielens-read"
# Binary gain is highest, exponential lowest, and all three round to 0.1. The ideal makes the bigger difference. Taken from the list, it
# makes a simple baseline look more than twice as good, and it says nothing of all that was missed. When you see a surprisingly high NDCG, look at the ideal first.

# %% [markdown] id="exercise"
# ## Exercise
#
# Now you. Assignment **04-ndcg** asks for gains and DCG by hand, `dcg_at_k`, `ndcg_at_k` and `mean_ndcg` from scratch, two lists that recall cannot
# tell apart, two orders between which the gain decides, and a short answer in your own words.
#
# `python -m course start 04-ndcg` puts your copy into `work/04-ndcg/`. `check.hint()` helps when you are stuck.

# %% [markdown] id="misleads"
# ## When it misleads
#
# - NDCG judges the **order of what is judged**. Films that nobody rated count as irrelevant, also the good ones.
# - It says nothing of **variety**: five films of one series score like five different ones. Lesson 06 is about that.
# - A user with one relevant film can score only a few values, one with a hundred almost any. The **mean** hides both.
# - It assumes that people look from top to bottom. On a **grid** of posters they may not.
# - A difference in the third decimal is often noise. Lesson 05 shows how to tell.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# Two bugs from public trackers, told again in a few lines. **Find a list and an ideal that expose each**, then mend it.
# Try inputs of your own before you open the answers.

# %% id="wild-code"
def ndcg_one(shown, k, ideal):
    hits = [g for g in shown[:k] if g > 0]
    best = dcg(sorted(hits, reverse=True))
    return dcg(shown[:k]) / best if best else 1.0

def ndcg_two(shown, k, ideal):
    shown = [int(g > 0) for g in shown[:k]]
    return dcg(shown) / dcg([1] * len(shown))

print("one:", ndcg_one([1, 0, 0], 3, [1]), ndcg_one([3, 2, 1], 3, [3, 2, 1]))
print("two:", ndcg_two([1, 1, 1], 3, [1, 1, 1]), ndcg_two([0, 0, 0], 3, [1]))

# %% [markdown] id="wild-answer-one"
# <details><summary>The first</summary>
#
# Two things are wrong. The ideal is made from the hits in the list, so `([1, 0, 0], 3, [1, 1, 1])` scores 1. And a list without any hit
# scores 1, so the worst model looks perfect: try `([0, 0, 0], 3, [1])`. The first was reported for a well-known model's code, as
# neural_graph_collaborative_filtering#34, and also as MatchZoo#598 and ToolBench#184; the second, for lists
# without positives, as xgboost#2208.
#
# </details>

# %% [markdown] id="wild-answer-two"
# <details><summary>The second</summary>
#
# Its ideal fills *every* place that was shown, whatever the user wanted. A user with one relevant film, shown first, should score 1: try
# `([1, 0, 0], 3, [1])`. It gives 0.469279, and a model is punished for showing three films to somebody who wants one. This was llama_index#17070. It also calls a 3 and a 1
# the same.
#
# </details>

# %% id="wild-check"
print("one:", ndcg_one([1, 0, 0], 3, [1, 1, 1]), ndcg_one([0, 0, 0], 3, [1]))
print("two:", round(ndcg_two([1, 0, 0], 3, [1]), 6))

# A third, from lkpy#309: three films at k = 2, ideal cut, list not; lenskit's own discount.
print("three:", round(dcg_2002([5, 4, 3], 2) / dcg_2002([5, 4], 2), 6))

# %% [markdown] id="wild-more"
# More of them, each a line of code: `log2(i + 1)` with `i` from 0 and a 1 put in where that is 0, so that a hit at rank 2 scores like one at rank 1 (openagent-eval#223; its tests
# asked only for 0, 1 and a range). A list that is not cut at k and an NDCG of 1.21 (lkpy#309). An ideal that is not cut, so that a perfect list scores far below 1 (lenskit#869). Grades read as
# yes or no (recommenders#1749). A list judged by its gain 1 against an ideal of gain 3 (rapidfireai#261).

# %% [markdown] id="card"
# ## Convention card
#
# |Part|Here|Elsewhere|
# |---|---|---|
# |gain|the grade, as in scikit-learn, ranx `ndcg`, pytrec_eval|2^g − 1: ranx `ndcg_burges`; binary: implicit, cornac, RecBole, recommenders by default|
# |discount|1 / log2(rank + 1)|lenskit by default: ranks 1 and 2 alike; natural log: recommenders (same NDCG)|
# |cutoff|list and ideal at k|scikit-learn by default: none|
# |ideal|all the user's relevant items, at most k|RecTools by default: k items for everybody; scikit-learn: the items you pass|

# %% [markdown] id="card-2"
# |Part|Here|Elsewhere|
# |---|---|---|
# |nothing relevant|0, as in ranx, pytrec_eval, scikit-learn|NaN: lenskit; left out: RecTools, implicit, recommenders|
# |ties|none, a list has an order|averaged: scikit-learn, torchmetrics; by item id: pytrec_eval; as they came: ranx|
# |repeated item|refused|mostly counted again|
# |mean|over users, each once|the same nearly everywhere|
#
# Write the card beside every NDCG that you publish. `docs/metrics.md` says which tests stand behind ours.

# %% [markdown] id="quiz-1"
# ## Quick questions
#
# **1.** Your report says NDCG 1.03. What happened?
#
# <details><summary>The list is better than ideal</summary>No. Nothing is better than the best order of what the user wanted.</details>
# <details><summary>Somebody forgot to divide</summary>It would rather be 4 or 5, with grades like ours. But it is one of the ways.</details>
# <details><summary>List and ideal follow different rules</summary>Yes: another cutoff, another gain, a repeated item, or an ideal that misses one.</details>

# %% [markdown] id="quiz-2"
# **2.** You replace `log2` by `log`. What changes?
#
# <details><summary>NDCG</summary>No, as long as the discount is log(rank + 1) above and below the line. The factor cancels.</details>
# <details><summary>DCG</summary>Yes, by one factor for all lists. No comparison changes.</details>
#
# **3.** Two films are wanted. `[1, 1]` and `[1, 1, 0, 0, 0]`, both at k = 5: which NDCG is higher?
#
# <details><summary>The short list's</summary>No. Precision over the shown items would say so; NDCG does not see padding at the end.</details>
# <details><summary>Neither</summary>Right, both are 1.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 3.** A user wants one film, and it stands in third place. AP@10 is
#
# <details><summary>1 / 3, the same as the reciprocal rank</summary>Yes: with a single relevant item the two are equal.</details>
# <details><summary>1 / 10, one hit in ten places</summary>No: that is precision.</details>
# <details><summary>0.5, the discount of rank 3</summary>No: that is NDCG, whose discount is 1 / log2(4) there.</details>

# %% [markdown] id="recap"
# ## You can now
#
# go from CG to NDCG and call a library for it, choose gain, discount and ideal and defend the choice, look for the cause of an NDCG above 1, say
# what recall and NDCG each see, and pick a metric for each of two stages. **Next:** the assignment, then lesson `05-splits`.

# %% [markdown] id="references"
# **References.** Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4). Burges and others (2005), Learning to
# rank using gradient descent, ICML: the usual discount and the exponential gain. Aggarwal (2016), Recommender Systems, chapter 7. Tamm, Damdinov and
# Vasilev (2021), Quality metrics in recommender systems: do we calculate metrics consistently?, RecSys. What common teaching material says, and the
# computation beside it: `docs/sources-and-errata.md`.
