# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 3: MAP and reciprocal rank
#
# **You will be able to**
#
# - compute average precision (AP) and reciprocal rank (RR) by hand
# - say which of five conventions a "MAP@10" uses, and get a library's number by changing one line
# - say who is in a mean, and what leaving users out does
# - choose between RR, MAP and NDCG, and show that the last two can disagree
#
# **You need** lesson `02-precision-recall`. **Time:** about 50 minutes (an estimate).

# %% [markdown] id="case"
# ## Jonas and three lists
#
# Jonas likes two films of this week's programme. Three models show him five films each, and each list holds both: 1 is a film he likes,
# 0 any other. Precision@5 and recall@5 are equal for all three. **Which list would he rather see, and how much rather?**

# %% id="case-run"
import numpy as np
import pandas as pd

from course.metrics import (
    average_precision_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)

jonas = {"A": [1, 1, 0, 0, 0], "B": [1, 0, 0, 1, 0], "C": [0, 0, 0, 1, 1]}
pd.DataFrame({name: {"precision@5": precision_at_k(shown, 5), "recall@5": recall_at_k(shown, 5, 2),
                     "RR@5": reciprocal_rank_at_k(shown, 5),
                     "AP@5": average_precision_at_k(shown, 5, 2)}
              for name, shown in jonas.items()}).T.round(6)

# %% [markdown] id="case-read"
# RR sees that C begins late. It cannot tell A from B. AP tells all three apart: 1, 0.75 and 0.325. Here is how it is made.

# %% [markdown] id="ap"
# ## AP by hand
#
# Go down list B and stop at every **hit**. Which share of the films so far were hits?
#
# - Rank 1 is a hit: 1 of 1.
# - Rank 4 is a hit: 2 of 4.
# - Ranks 2, 3 and 5 are none. Nobody asks there.
#
# Add up, and divide by the two films that Jonas wanted: (1/1 + 2/4) / 2 = 0.75.

# %% [markdown] id="ap-formula"
# With $\mathrm{hit}_i$ 1 where rank $i$ holds a relevant item and else 0, $P@i$ the precision of the first $i$ places, and $R$ the number of **all**
# items that the user wants:
#
# $$\mathrm{AP@}k = \frac{1}{R} \sum_{i=1}^{k} P@i \cdot \mathrm{hit}_i$$
#
# An item that was missed adds nothing above the line, and still counts in $R$. So AP is an average over *wanted items*, not over places.

# %% id="ap-code"
def precision_sum(relevance, k):
    """What all conventions of AP share: the precisions at the hits, added up."""
    hits, total = 0, 0.0
    for rank, hit in enumerate(relevance[:k], start=1):
        if hit:
            hits += 1
            total += hits / rank
    return total

for name, shown in jonas.items():
    print(f"{name} {shown}: {precision_sum(shown, 5):.6f} / 2 = {precision_sum(shown, 5) / 2:.6f}")

# %% [markdown] id="ap-wrong"
# *Predict:* three slips are common. Which of A, B, C can unmask each?
#
# - the precision of **every** place is averaged
# - each hit is worth 1 / rank
# - only the hits *before* a hit are counted

# %% id="ap-wrong-run"
def slips(shown, k, n):
    ranks = [rank for rank, hit in enumerate(shown[:k], start=1) if hit]
    return {"right": precision_sum(shown, k) / n,
            "every place": np.mean([precision_at_k(shown, i) for i in range(1, k + 1)]),
            "1 / rank": sum(1 / rank for rank in ranks) / n,
            "hits before": sum(before / rank for before, rank in enumerate(ranks)) / n}

pd.DataFrame({name: slips(shown, 5, 2) for name, shown in jonas.items()}).T.round(6)

# %% [markdown] id="ap-wrong-read"
# Every list unmasks all of them here. But take a list with **one** hit: there 1 / rank gives the right number, however many films are wanted. A test that uses only such lists
# never sees this slip.
#
# AP asks whether, not how much: a grade of 3 is one hit. Where grades matter, use NDCG.

# %% [markdown] id="fan"
# ## Order
#
# There are ten ways to put two hits into five places. Precision gives all ten the same value. *Predict:* how many different values do RR,
# AP and NDCG give?
#
# NDCG is the metric of lesson 00. With grades 0 and 1, a hit at rank i adds 1 / log2(i + 1), and the sum is divided by that of the best order.
# In the code, `[1, 1]` are the grades of the two films that Jonas wants.

# %% id="fan-run"
from itertools import combinations

from course.figures.mean_ap import ten_lists

ten = {}
for places in combinations(range(5), 2):
    shown = [int(place in places) for place in range(5)]
    ten[" ".join(map(str, shown))] = {
        "precision@5": precision_at_k(shown, 5), "RR@5": reciprocal_rank_at_k(shown, 5),
        "AP@5": average_precision_at_k(shown, 5, 2), "NDCG@5": ndcg_at_k(shown, 5, [1, 1])}
ten = pd.DataFrame(ten).T
print(ten.round(6).nunique().to_dict())
print("the worst list:", ten.min().round(6).to_dict())
ten_lists(ten)

# %% [markdown] id="fan-read"
# One, four, ten and ten. RR sees only the first hit. AP and NDCG put these ten into the same order, but not at the same distances: from the best list to
# the worst AP falls to 0.325, NDCG only to 0.501266.

# %% [markdown] id="conventions"
# ## Conventions
#
# Everybody adds up the same precisions. Then opinions part: **what is the sum divided by?**
#
# - **R**: all relevant items. Ten places cannot hold twelve films, so a heavy user can never reach 1.
# - **min(k, R)**: what k places can hold. A full list of hits scores 1.
# - **min(L, R)**, with L the items shown in the first k places.
# - **hits found**: what was missed costs nothing.
# - **k**: a user with one favourite can never reach 1.

# %% [markdown] id="conventions-predict"
# *Predict:* Eva wants eight films and sees list B; k is 5. Which convention gives which of 0.1875, 0.3, 0.75?

# %% id="conventions-run"
def ap_by_card(relevance, k, n_relevant):
    total, shown = precision_sum(relevance, k), relevance[:k]
    divisors = {"R": n_relevant, "min(k, R)": min(k, n_relevant),
                "min(L, R)": min(len(shown), n_relevant), "hits found": sum(shown), "k": k}
    return {name: total / divisor for name, divisor in divisors.items()}

print({name: round(value, 6) for name, value in ap_by_card(jonas["B"], 5, 8).items()})
for denominator in ("relevant", "min"):
    print(denominator, round(average_precision_at_k(jonas["B"], 5, 8, denominator), 6))

# %% [markdown] id="conventions-read"
# R gives 0.1875. min(k, R) gives 0.3, and so do min(L, R) and k for this user. The hits give 0.75, as if Eva had wanted two films. `course.metrics` has the first two,
# the only ones that an evaluation should use. Where R is at most k, they are the same number:

# %% id="conventions-figure"
from course.figures.mean_ap import ap_against_relevant

shown = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0]
wanted = list(range(3, 31))
ap_against_relevant(wanted, [average_precision_at_k(shown, 10, n) for n in wanted],
                    [average_precision_at_k(shown, 10, n, "min") for n in wanted], k=10)

# %% [markdown] id="libraries"
# **One name, many numbers.** These four lists tell all five divisors apart. The second is short: three items for five places. The third belongs to a user who wants
# more than k. The fourth is class-room material: with two wanted and both found, it hardly tells anything.

# %% id="libraries-run"
cases = {"[1,0,0,1,0] R=3": ([1, 0, 0, 1, 0], 5, 3), "[1,0,1] k=5 R=4": ([1, 0, 1], 5, 4),
         "ten places R=12": ([1, 1, 0, 1, 0, 0, 1, 0, 1, 0], 10, 12),
         "[1,0,0,1,0] R=2": ([1, 0, 0, 1, 0], 5, 2)}
cards = pd.DataFrame({name: ap_by_card(*case) for name, case in cases.items()})
cards.round(6)

# %% [markdown] id="libraries-ask"
# Two libraries of this course's environment can be asked directly. `ir_measures` wants what is relevant and what was shown, both with item names. scikit-learn wants a truth and
# a score for **every** item, and has no k: so the missed items go in with the lowest scores.

# %% id="libraries-ask-run"
import ir_measures
from sklearn.metrics import average_precision_score, label_ranking_average_precision_score


def ask(relevance, k, n_relevant):
    missed = n_relevant - sum(relevance)
    truth = [*relevance, *[1] * missed]
    shown = {f"film{i}": len(relevance) - i for i in range(len(relevance))}
    qrels = {"user": {f"film{i}": hit for i, hit in enumerate(truth)}}
    measure = ir_measures.AP @ k
    return {"ir_measures AP@k": ir_measures.calc_aggregate([measure], qrels, {"user": shown})[measure],
            "scikit-learn AP, no k": average_precision_score(truth, -np.arange(len(truth)))}

pd.DataFrame({name: ask(*case) for name, case in cases.items()}).T.round(6)

# %% [markdown] id="libraries-read"
# `ir_measures` is the row R, to the last digit. scikit-learn agrees only where everything was found. Elsewhere the missed items at the end count as found late,
# so it lies higher; it answers another question.
#
# The other libraries are not here. They were run for this course, on these lists, and their numbers are those of our rows:

# %% [markdown] id="libraries-recorded"
# |Divisor|Libraries, as run|
# |---|---|
# |R|ranx, pytrec_eval, ir_measures, recometrics AP, RecTools MAP, recommenders `map`, recmetrics `mark`|
# |min(k, R)|implicit, recommenders `map_at_k`, recometrics TAP, RecBole, rexmex|
# |min(L, R)|lenskit|
# |hits found|torchmetrics|
# |k|RecTools with `divide_by_k=True`|
#
# recommenders has both of the first two, under two names. How ranx, pytrec_eval, ir_measures, implicit and recmetrics are called is in
# `docs/metrics.md`.

# %% [markdown] id="rr"
# ## RR
#
# Rosa types the name of a film. She needs one good answer, as early as possible. **RR** is 1 / rank of the *first* hit in the first k places, and 0 without one. Its mean over users
# is **MRR**.
#
# *Predict:* a second hit appears at rank 5. Does RR rise, fall or stay?

# %% id="rr-run"
for shown in ([0, 1, 0, 0, 0], [0, 1, 0, 0, 1]):
    every = [1 / rank for rank, hit in enumerate(shown, start=1) if hit]
    print(shown, f"RR {reciprocal_rank_at_k(shown, 5):.6f}   mean over hits {np.mean(every):.6f}")

print("RR at k = 1, first hit at rank 2:", reciprocal_rank_at_k([0, 1, 0], 1))
print("one film wanted, rank 3: RR", round(reciprocal_rank_at_k([0, 0, 1], 3), 6),
      "AP", round(average_precision_at_k([0, 0, 1], 3, 1), 6))

# %% [markdown] id="rr-read"
# It stays. The mean over all hits falls from 0.5 to 0.35 when the list gets better. A first hit below place k was never seen: 0.
# And with one relevant item, AP *is* RR. In a test that hides one film of each user, a table of both shows one metric twice.

# %% [markdown] id="rr-mean"
# Three users searched, and k is 4: first hits at ranks 1, 1 and 4. **Invert first, average after.** Whoever finds nothing still counts.

# %% id="rr-mean-run"
searches = {"u1": [1, 0, 0, 0], "u2": [1, 1, 0, 0], "u3": [0, 0, 0, 1]}
for k in (4, 3):
    values = np.array([reciprocal_rank_at_k(shown, k) for shown in searches.values()])
    print(f"k = {k}: MRR {values.mean():.6f}   without the misses {values[values > 0].mean():.6f}")
print(f"1 / mean rank, k = 4: {1 / np.mean([1, 1, 4]):.6f}")

# %% [markdown] id="rr-mean-read"
# MRR is 0.75 at k = 4. One over the mean rank would be 0.5, so one late hit would cost more than a user who finds nothing costs MRR: at k = 3 the third
# user finds nothing, and MRR is 0.666667. Leave that user out and the model is perfect.

# %% [markdown] id="map"
# ## MAP
#
# **MAP** is the mean of AP over users: one user, one vote. The same three users, at k = 3, want 1, 4 and 2 films. *Predict:* which of the shortcuts below give more
# than the right value, and which less?

# %% id="map-run"
wanted = np.array([1, 4, 2])
shown = np.array(list(searches.values()))
aps = average_precision_at_k(shown, 3, wanted)
joined = shown[:, :3].ravel()

print("each user:", aps, f"  MAP@3 {aps.mean():.6f}")
print(f"without users at 0:          {aps[aps > 0].mean():.6f}")
print(f"users weighed by R:          {np.average(aps, weights=wanted):.6f}")
print(f"one long list:               {average_precision_at_k(joined, 9, wanted.sum()):.6f}")
print(f"mean of precision@3:         {precision_at_k(shown, 3).mean():.6f}")

# %% [markdown] id="map-read"
# Right is 0.5. Without the user who was not helped it is 0.75. Weighed by R it is 0.428571: heavy users get more votes. The joined list gives 0.3, and means nothing: precision at the second
# user's first place has no business with what the first user saw. And the mean of precision, 0.333333, is not MAP at all. Order does not count in it.

# %% [markdown] id="edges"
# ## Edges
#
# A user who wants nothing has R = 0, and 0 / 0 is no number. Here such a user scores **0**. A list shorter than k is simply short, and an empty one scores 0.
# Libraries disagree here too. *Predict:* what does scikit-learn's ranking AP give to a user without relevant items?

# %% id="edges-run"
print("nothing wanted:", average_precision_at_k([0, 0, 0], 3, 0))
print("nothing shown: ", average_precision_at_k([], 3, 2))
print("scikit-learn, label_ranking_average_precision_score, nothing wanted:",
      label_ranking_average_precision_score([[0, 0, 0]], [[3, 2, 1]]))
print("[1, 0, 1] shown, k = 5, R = 4:", {name: round(value, 6) for name, value in
                                         cards["[1,0,1] k=5 R=4"].items() if "min" in name})

# %% [markdown] id="edges-read"
# It gives 1: whoever wants nothing is perfectly served. With many such users every model looks fine. And with min(L, R) a model that shows **fewer** items
# gets a smaller divisor: 0.555556 against 0.416667. Silence should not pay.
#
# A repeated item would count twice. `evaluate` refuses such lists.

# %% [markdown] id="choice"
# ## MAP or NDCG
#
# "For yes-or-no feedback the two are equivalent in practice", students are told. *Predict:* Jonas wants two films. `[1,0,0,0,0]` or `[0,1,0,0,1]`: which does
# AP prefer, and which NDCG?

# %% id="choice-run"
for shown in ([1, 0, 0, 0, 0], [0, 1, 0, 0, 1]):
    print(shown, f"AP {average_precision_at_k(shown, 5, 2):.6f}",
          f"NDCG {ndcg_at_k(shown, 5, [1, 1]):.6f}")

# %% [markdown] id="choice-read"
# AP says the first, 0.5 to 0.45. NDCG says the second, 0.624051 to 0.613147. How often does that happen? We take *all* lists of ten places with at most
# R hits, and compare every pair.

# %% id="choice-count"
def opposite_verdicts(n_relevant, length=10):
    lists = [list(places) for n in range(n_relevant + 1)
             for places in combinations(range(length), n)]
    shown = np.zeros((len(lists), length), dtype=int)
    for row, places in zip(shown, lists):
        row[places] = 1
    ap = average_precision_at_k(shown, length, np.full(len(lists), n_relevant))
    ndcg = ndcg_at_k(shown, length, np.ones((len(lists), n_relevant)))
    first, second = np.triu_indices(len(lists), 1)
    against = (ap[first] - ap[second]) * (ndcg[first] - ndcg[second]) < -1e-12
    return against.sum(), len(against)

for n_relevant in (2, 3, 5):
    found, pairs = opposite_verdicts(n_relevant)
    print(f"R = {n_relevant}: {found:,} of {pairs:,} pairs, {found / pairs:.1%}")

# %% [markdown] id="choice-count-read"
# Two to four pairs in a hundred. Usually alike, never equivalent. Why? In NDCG a hit has the weight of its place, whatever stands above. In AP a hit is worth more
# in good company, because the hits above it raise its precision.

# %% id="choice-figure"
from course.figures.mean_ap import weights_of_places

weights_of_places(10)
for places in ((2, 3, 4), (1, 5, 9)):
    shown = [int(rank in places) for rank in range(1, 11)]
    print(f"hits at {places}, R = 3: AP {average_precision_at_k(shown, 10, 3):.6f}",
          f"NDCG {ndcg_at_k(shown, 10, [1] * 3):.6f}")

# %% [markdown] id="choice-figure-read"
# So AP prefers a **tight block**, 0.638889 to 0.577778. NDCG prefers **one early hit with stragglers**, 0.792087 to 0.732829.
#
# Choose by the page. One answer is enough: RR. Many hits, yes or no, and people read down until they have had enough: AP. Grades, or people who look at every place: NDCG. Then stay with it.

# %% [markdown] id="real"
# ## On MovieLens
#
# Two serious models and the most popular films, on **MovieLens 100K**: the last fifth of every user's ratings is held out, and a held-out 4 or 5 makes a film relevant. *Predict:*
# by how much does min(k, R) raise MAP? Can it change who wins?

# %% id="real-lists"
from course.datasets import DataUnavailable, load
from course.models import ALS, ItemKNN, MostPopular
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why, "The small sample stands in for it, so your numbers differ from the text.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
wanted = test[test.rating >= 4].groupby("user_id").item_id.apply(set)
counts = wanted.map(len).to_numpy()
models = {model.__name__: model(items).fit(train) for model in (MostPopular, ItemKNN, ALS)}
lists = {name: model.recommend(wanted.index, 20) for name, model in models.items()}
hits = {name: np.array([[item in films for item in row] for row, films in zip(rows, wanted)])
        for name, rows in lists.items()}
print(f"{len(wanted)} users; {np.mean(counts > 10):.0%} of them want more than 10 films")

# %% id="real-run"
table = {}
for k in (3, 5, 10, 20):
    for name, found in hits.items():
        by_r = average_precision_at_k(found, k, counts).mean()
        by_min = average_precision_at_k(found, k, counts, "min").mean()
        table[k, name] = {"MAP, R": by_r, "MAP, min(k, R)": by_min, "ratio": by_min / by_r}
pd.DataFrame(table).T.round(4)

# %% [markdown] id="real-read"
# At k = 10 the divisor moves MAP by about a third, upwards; the smaller k, the more. The order of the models stays at 10. At 3 and at 5 the two good ones **change places**: ItemKNN leads with R,
# ALS with min(k, R). Their distance there is tiny; lesson 05 asks when such a gap is more than noise. But whoever likes to win may choose the divisor.

# %% [markdown] id="real-why"
# How can it be? For one user the divisor is the same for all models, so no user's verdict changes. What changes is the **weight of the users**: min(k, R) lifts only those with R > k.

# %% [markdown] id="real-who"
# *Predict:* now we keep R and k = 10, and leave out the users whose list held no hit. Who wins?

# %% id="real-who-run"
rated = test.groupby("user_id").item_id.apply(set)  # every held-out film, whatever its rating
table = {}
for name, found in hits.items():
    ap = average_precision_at_k(found, 10, counts)
    rows = models[name].recommend(rated.index, 10)
    any_hit = np.array([[item in films for item in row] for row, films in zip(rows, rated)])
    sizes = rated.map(len).to_numpy()
    ideal = np.arange(10) < sizes[:, None]
    table[name] = {"MAP@10": ap.mean(), "users with a hit": (ap > 0).sum(),
                   "MAP@10 of those": ap[ap > 0].mean(),
                   "any rating: MAP@10": average_precision_at_k(any_hit, 10, sizes).mean(),
                   "any rating: NDCG@10": ndcg_at_k(any_hit, 10, ideal).mean()}
pd.DataFrame.from_dict(table, orient="index").round(4)

# %% [markdown] id="real-who-read"
# ALS leads, 0.0769 to 0.0760. Leave out the users without a hit, and ItemKNN leads, 0.1281 to 0.1242: it helped **fewer** users, and is now averaged over those fewer. The two means are over different people.
#
# The last two columns call every held-out film relevant. There MAP prefers ItemKNN and NDCG prefers ALS: "equivalent in practice" fails on real data too. Again by
# little. If a choice of metric decides, the honest answer is: no difference was shown.

# %% [markdown] id="exercise"
# ## Exercise
#
# Now you. Assignment **03-map** asks for AP and MRR by hand, three functions from scratch, the cards of three libraries, two lists on which MAP and NDCG disagree, a
# real bug, and a short answer in your own words.
#
# `python -m course start 03-map` puts your copy into `work/03-map/`. `check.hint()` helps when you are stuck.

# %% [markdown] id="misleads"
# ## When it misleads
#
# - "MAP@10" without its card is **five numbers**.
# - With R below the line, heavy users score low under *every* model. So MAP follows who is in the test set; compare only on the same users.
# - AP is yes or no. It cannot tell a favourite from a film that is just good enough.
# - Films that nobody rated count as misses, also the good ones.
# - RR moves in jumps: from rank 1 to rank 2 it loses half. With few users MRR is nervous.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# Two bugs from public trackers, told again in a few lines. **Find a list, and two users, that expose them.** Try inputs of your own before you open the
# answers.

# %% id="wild-code"
def bug_one(relevance, k):
    """Reciprocal rank?"""
    ranks = [rank for rank, hit in enumerate(relevance[:k], start=1) if hit]
    return sum(1 / rank for rank in ranks) / max(1, len(ranks))

def bug_two(relevance_lists, n_relevants, k):
    """MAP?"""
    values = [average_precision_at_k(r, k, n) for r, n in zip(relevance_lists, n_relevants)]
    values = [value for value in values if value]
    return sum(values) / len(values)

print("one:", bug_one([0, 1, 0], 3), bug_one([0, 0, 0], 3))
print("two:", bug_two([[1, 0], [0, 1]], [1, 1], 2))

# %% [markdown] id="wild-answer-one"
# <details><summary>The first</summary>
#
# It averages over all hits. Any list with two hits will do: `[1, 1, 0]` gives 0.75 where RR is 1. So a model that finds more scores less. It was reported as recommenders#2141; a
# similar mean stood in spotlight#91.
#
# </details>

# %% [markdown] id="wild-answer-two"
# <details><summary>The second</summary>
#
# `if value` drops the zeros, with the users behind them: `[[1], [0]]` with one wanted film each gives 1 instead of 0.5. And where no user has a hit it divides by zero. HashNet#2
# is of this kind.
#
# </details>

# %% id="wild-check"
print("one:", bug_one([1, 1, 0], 3), "instead of", reciprocal_rank_at_k([1, 1, 0], 3))
print("two:", bug_two([[1], [0]], [1, 1], 1), "instead of",
      average_precision_at_k([[1], [0]], 1, [1, 1]).mean())
# A third: somebody divides by the hits found. One hit at rank 1, and five films were wanted.
print("three:", ap_by_card([1, 0, 0, 0, 0], 5, 5)["hits found"], "instead of",
      ap_by_card([1, 0, 0, 0, 0], 5, 5)["R"])

# %% [markdown] id="wild-more"
# The third is the one we met most often: python-recsys#29, HashNet#25, MatchZoo-py#164. It waits for you in the assignment. Whether R or min(k, R) is right was
# argued in recommenders#1702: it is no bug, it is a card that was not shown.

# %% [markdown] id="card"
# ## Convention card
#
# |Part|Here|Elsewhere|
# |---|---|---|
# |AP divides by|R, as in ranx, pytrec_eval, ir_measures|min(k, R), min(L, R), hits, k: the table in section Conventions|
# |cutoff|list at k|cornac MAP, scikit-learn: none|
# |grades|above 0 is a hit|graded AP exists in the literature|
# |repeated item|refused|mostly counted again|

# %% [markdown] id="card-2"
# |Part|Here|Elsewhere|
# |---|---|---|
# |RR|first hit in the first k places|cornac MRR: no cutoff; rexmex: mean over all relevant items|
# |no hit|0|cornac MRR raises an error|
# |nothing relevant|0, as in ranx, pytrec_eval, ir_measures|NaN: recometrics, lenskit; left out: RecTools, implicit, recommenders|
# |mean|over all users, each once|the same, but over other users: see the row above|

# %% [markdown] id="quiz-1"
# ## Quick questions
#
# **1.** One film is wanted. What is AP of `[0, 1]`?
#
# <details><summary>0.5</summary>Yes: one hit, and it is one of two films so far.</details>
# <details><summary>1</summary>No. Everything was found, but there is a gap before the hit.</details>
# <details><summary>0.25</summary>No. That is the mean of P@1 and P@2; only places with a hit are asked.</details>

# %% [markdown] id="quiz-2"
# **2.** What is MAP?
#
# <details><summary>The mean of precision@k over users</summary>No: order would not count.</details>
# <details><summary>The mean of AP over users</summary>Yes, over all of them.</details>
#
# **3.** A user's list gets a second hit, at rank 5. RR is now
#
# <details><summary>higher</summary>No. The first hit decides.</details>
# <details><summary>lower</summary>No. A mean over all hits would fall; that is a known bug.</details>
# <details><summary>unchanged</summary>Yes. AP and NDCG rise.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 2.** A user wants 3 films, and a list of 10 holds all three. Precision@10 is
#
# <details><summary>1, nothing was missed</summary>No: that is recall.</details>
# <details><summary>0.3</summary>Yes: 3 hits in 10 places, the most that this user allows.</details>
# <details><summary>unknown without the places of the hits</summary>No: precision does not see places. AP does.</details>

# %% [markdown] id="recap"
# ## You can now
#
# compute AP and RR by hand, name the divisor behind a MAP and get a library's number with it, say who is in a mean, and choose between RR, MAP and NDCG. Beside every
# MAP write its card: **k, what is relevant, the divisor, who is in the mean**. **Next:** the assignment, then lesson `04-ndcg`.

# %% [markdown] id="references"
# **References.** Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, section 8.4: average precision. Voorhees (1999), The TREC-8 question answering track report: reciprocal
# rank. Aggarwal (2016), Recommender Systems, chapter 7. Tamm, Damdinov and Vasilev (2021), Quality metrics in recommender systems: do we calculate metrics consistently?, RecSys: MAP has
# the widest spread, five values for one prediction.
