# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 2: Precision, recall, F1, hit rate
#
# **You will be able to**
#
# - compute precision, recall, F1 and hit rate at k, by hand and in code
# - choose k from the screen, and read a trade-off curve over k
# - say who divides by what, and why two libraries disagree
# - explain a low recall: seen films, a small k, many wanted films
#
# **You need** lesson `00-start-here`. **Time:** about 45 minutes (an estimate).

# %% [markdown] id="case"
# ## Tomas and five places
#
# A film app shows Tomas five films. He likes the first and the fourth. So the list is, as a **relevance list**, `[1, 0, 0, 1, 0]`: one
# number a place, best-ranked film first, above 0 where he liked the film.
#
# Two people ask two questions. The shop asks: *of what we showed, how much was good?* Tomas asks: *of what I would have
# liked, how much did I see?*

# %% [markdown] id="precision"
# ## Precision
#
# The shop's question. **Precision at k** is the share of the first k places that hold a relevant film:
#
# $$P@k = \frac{\text{hits in the first } k \text{ places}}{k}$$
#
# *Predict:* when k grows from 1 to 5, does Tomas's precision fall all the way?

# %% id="precision-run"
tomas = [1, 0, 0, 1, 0]

for k in (1, 2, 3, 4, 5):
    hits = sum(grade > 0 for grade in tomas[:k])
    print(f"k = {k}: {hits} hits, P@{k} = {hits}/{k} = {hits / k:.6f}")

print("another list, [0, 1, 1]:", [round(sum([0, 1, 1][:k]) / k, 6) for k in (1, 2, 3)])

# %% [markdown] id="precision-read"
# It falls where a place holds no hit, and **rises** where one does: from 0.333333 at k = 3 to 0.5 at k = 4. "Precision falls
# when k grows" is a habit of good rankings, not a law. The list `[0, 1, 1]` rises all the way.

# %% [markdown] id="recall"
# ## Recall
#
# Tomas's question. **Recall at k** is the share of *his* relevant films that stand in the first k places. With R for the number of
# all films he would have liked:
#
# $$R@k = \frac{\text{hits in the first } k \text{ places}}{R}$$
#
# R cannot be seen in the list. Suppose Tomas also loved one film that was not shown, so R = 3. *Predict:* what is recall
# at k = 5 now, and what would it be if we forgot that film?

# %% id="recall-run"
from course.metrics import f1_at_k, hit_rate_at_k, precision_at_k, recall_at_k

for n_relevant in (2, 3):
    values = [round(recall_at_k(tomas, k, n_relevant), 6) for k in (1, 2, 3, 4, 5)]
    print(f"R = {n_relevant}: recall@1 ... recall@5 = {values}")

# %% [markdown] id="recall-read"
# Recall@5 is 0.666667, not 1. And recall never falls when k grows: a hit, once seen, stays seen. That half *is* a law.
#
# `[1, 0, 0, 1, 0]` is the example of many classes, usually without R. Then nobody can ask for what was missed, and wrong code
# looks right:

# %% id="recall-blind"
def hits_in(places):
    return sum(grade > 0 for grade in places)

wrong = {
    "hits / hits in the list":   lambda r, k, R: hits_in(r[:k]) / hits_in(r),
    "hits / hits in the top k":  lambda r, k, R: hits_in(r[:k]) / hits_in(r[:k]),
    "hits anywhere / R":         lambda r, k, R: hits_in(r) / R,
    "hits / min(k, R)":          lambda r, k, R: hits_in(r[:k]) / min(k, R),
    "grades / R":                lambda r, k, R: sum(r[:k]) / R,
}
for name, recall in wrong.items():
    print(f"{name:26} class example: {recall(tomas, 5, 2):.3f}"
          f"   [0, 2, 3, 3], k=2, R=5: {recall([0, 2, 3, 3], 2, 5):.3f}")
print(f"{'hits / R (right)':26} class example: {recall_at_k(tomas, 5, 2):.3f}"
      f"   [0, 2, 3, 3], k=2, R=5: {recall_at_k([0, 2, 3, 3], 2, 5):.3f}")

# %% [markdown] id="recall-blind-read"
# On the class example all five wrong versions agree with the right one. The second list tells all of them from the right
# 0.200. A good example has a film that was missed, a hit below place k, and a grade above 1.

# %% [markdown] id="f1"
# ## F1
#
# One number from two. **F1** is the harmonic mean, low as soon as one of the two is low:
#
# $$F_1@k = \frac{2PR}{P + R} = \frac{2 \cdot \text{hits}}{k + R}$$
#
# In the first form R is recall, in the second the number of relevant films. The second form needs no rule for 0 / 0,
# as k is never 0.

# %% id="f1-run"
from math import sqrt

for name, p, r in (("Tomas, k = 5, R = 3", 2 / 5, 2 / 3), ("a thousand films shown", 0.01, 1.0)):
    print(f"{name:23} arithmetic {(p + r) / 2:.3f}, geometric {sqrt(p * r):.3f}, "
          f"F1 {2 * p * r / (p + r):.3f}")
print("short form for Tomas:", 2 * 2 / (5 + 3), "  with R = 2:", round(f1_at_k(tomas, 5, 2), 6))

# %% [markdown] id="f1-read"
# Show everything, and recall is 1 while precision is near 0. The plain average calls that 0.505, the geometric mean 0.100, and F1 0.020. With his third film Tomas's
# F1@5 is 0.5; without it, it would seem to be 0.571429.

# %% [markdown] id="hit"
# ## Hit rate
#
# For one user **hit rate at k** is a yes or a no: was at least one of the k films right? It is a rate only in the mean over
# users. It suits a row of five posters of which people choose one.
#
# *Predict:* which of the two lists has the better hit rate at k = 3?

# %% id="hit-run"
for shown in ([0, 0, 1], [1, 1, 1]):
    print(f"{shown} hit rate {hit_rate_at_k(shown, 3):.0f}, "
          f"precision {precision_at_k(shown, 3):.3f}")

# %% [markdown] id="hit-read"
# Neither: one hit is as good as three. Where every user has exactly one held-out film (R = 1), recall and hit rate are the same
# number. That is no bug. Where R is larger and the two are equal, look for one.

# %% [markdown] id="cutoff"
# ## Cutoff
#
# Where does k come from? From the screen: a mail with **5** films, a page with **10**, a grid with **20** before
# anybody scrolls. What stands below was not seen and must not count. A metric without its k has no meaning.
#
# Here is Tomas again (R = 3), at every k:

# %% id="cutoff-lines"
from course.figures.precision import metrics_by_k

metrics_by_k(tomas, n_relevant=3)

# %% [markdown] id="cutoff-path-intro"
# The three lines meet at k = 3, for there k = R. Now the same numbers as a path: recall to the right, precision upwards, k written at the
# points. A miss is a step down, a hit a step to the right and, here, up.

# %% id="cutoff-path"
from course.figures.precision import precision_recall_path

ks = [1, 2, 3, 4, 5]
path = [precision_at_k(tomas, k) for k in ks], [recall_at_k(tomas, k, 3) for k in ks]
precision_recall_path({"Tomas": (ks, *path)}, labelled=ks)

# %% [markdown] id="movielens"
# Now real people: **MovieLens 100K**, 943 users. The last fifth of each user's ratings is held out; a held-out rating of 4 or 5 makes
# a film relevant. Users without such a film are left out. Three models rank the films that are new to the user: MostPopular takes what most people
# rated, ItemKNN what resembles the user's films, and ALS learns a few numbers for each user and film.

# %% id="movielens-run"
import numpy as np

from course.datasets import DataUnavailable, load
from course.models import ALS, ItemKNN, MostPopular
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(f"{why} Below, the sample stands in for it, and the numbers are others.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
wanted = {user: films.to_numpy() for user, films in
          test[test.rating >= 4].groupby("user_id").item_id}
users = list(wanted)
R = np.array([len(films) for films in wanted.values()])
models = {model.__name__: model(items).fit(train) for model in (MostPopular, ItemKNN, ALS)}
print(f"{len(users)} users with a relevant film; R is {np.median(R):.0f} in the middle, "
      f"{R.mean():.1f} on average, from {R.min()} to {R.max()}")

# %% id="movielens-hits"
def hits_of(model, k, exclude_seen=True):
    """One row a user, one column a place: is the film in this place relevant?"""
    lists = model.recommend(users, k, exclude_seen=exclude_seen)
    return np.array([np.isin(row, wanted[user]) for row, user in zip(lists, users)])

hits = {name: hits_of(model, 50) for name, model in models.items()}
for k in (5, 10, 20, 50):
    for name in ("MostPopular", "ALS"):
        print(f"k = {k:2}  {name:11}  precision {precision_at_k(hits[name], k).mean():.3f}  "
              f"recall {recall_at_k(hits[name], k, R).mean():.3f}  "
              f"F1 {f1_at_k(hits[name], k, R).mean():.3f}  "
              f"hit rate {hit_rate_at_k(hits[name], k).mean():.3f}")

# %% id="movielens-path"
ks = list(range(1, 51))
precision_recall_path({
    name: (ks, [precision_at_k(hits[name], k).mean() for k in ks],
           [recall_at_k(hits[name], k, R).mean() for k in ks])
    for name in ("MostPopular", "ALS")}, labelled=[1, 5, 10, 20, 50])

# %% [markdown] id="movielens-read"
# In the mean over many users the path is smooth: more places, more recall and, nearly everywhere, less precision. ALS lies above MostPopular at every k, so
# here the choice of k changes the numbers and not the winner. Where two paths cross, k decides who wins, and the screen
# should decide k. Of these four k, ALS has its largest F1 at 20; that is a fact about these users' R, not about the screen.

# %% [markdown] id="ceiling"
# ### When R is less than k
#
# A P@10 of 0.133, as ALS has, looks poor. What could a perfect model reach? A user with three relevant films has at most three hits in ten places.

# %% id="ceiling-run"
best = np.minimum(R, 10)
print(f"users with fewer than 10 relevant films: {np.mean(R < 10):.1%}")
print(f"the best precision@10 that any list could have: {np.mean(best / 10):.3f}")
print(f"the best recall@10 that any list could have:    {np.mean(best / R):.3f}")
print(f"ALS: {precision_at_k(hits['ALS'], 10).mean():.3f} and "
      f"{recall_at_k(hits['ALS'], 10, R).mean():.3f}")

# %% [markdown] id="ceiling-read"
# Where R < k, precision cannot reach 1; where R > k, recall cannot. Here even a model that knows the future stops at a precision of
# 0.678. So compare models with each other and with a baseline, never with 1.

# %% [markdown] id="relevance"
# ## Relevance
#
# These metrics ask *whether*, not *how much*: a grade of 1 and a grade of 3 are one hit each. Somebody has to draw the line. Here it is
# 4 stars in the test set. What became of the ten films that ALS showed?

# %% id="relevance-run"
shown = models["ALS"].recommend(users, 10)
rated = {user: films.to_numpy() for user, films in test.groupby("user_id").item_id}
in_test = np.array([np.isin(row, rated[user]) for row, user in zip(shown, users)]).mean()
good = hits["ALS"][:, :10].mean()
print(f"4 or 5 stars: {good:.1%}   1 to 3 stars: {in_test - good:.1%}   "
      f"no rating at all: {1 - in_test:.1%}")

# %% [markdown] id="relevance-read"
# More than four fifths of the films shown have **no rating** in the test set. Precision treats them as disliked; nobody knows. Some would have been
# loved. So an offline precision is best read as a lower bound, and as kinder to popular films, which more people have rated.

# %% [markdown] id="who-divides"
# ## Who divides
#
# Everybody counts hits. They part over what stands below the line. Ada saw a short list of 3 films and has R = 3; Ben's list has 15 films, and R = 12. Let k be 10.
#
# *Predict:* four rules for precision follow. By which of them is Ada ahead of Ben?

# %% id="who-divides-run"
ada = ([1, 0, 1], 3)
ben = ([1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0], 12)
k = 10
rules = {
    "precision: hits / k":               lambda r, R: sum(r[:k]) / k,
    "precision: hits / shown":           lambda r, R: sum(r[:k]) / len(r[:k]),
    "precision: hits / min(k, R)":       lambda r, R: sum(r[:k]) / min(k, R),
    "precision: no k, 4 decimals":       lambda r, R: round(sum(r) / len(r), 4),
    "recall:    hits / R":               lambda r, R: sum(r[:k]) / R,
    "recall:    hits / min(k, R)":       lambda r, R: sum(r[:k]) / min(k, R),
}
for name, rule in rules.items():
    print(f"{name:30} Ada {rule(*ada):.6f}   Ben {rule(*ben):.6f}")
pooled = sum(sum(r[:k]) for r, R in (ada, ben)) / sum(min(k, R) for r, R in (ada, ben))
print(f"all hits / sum of min(k, R), one number for both users: {pooled:.6f}")

# %% [markdown] id="who-divides-read"
# *hits / k* is the rule of ranx, pytrec_eval and this course. *hits / shown* is lenskit's precision: answer less, and score more. *hits / min(k, R)* is
# a "precision" that a perfect list can bring to 1; lenskit has it as recall, and implicit pools it over users, 0.538462 here. recmetrics has
# no k and rounds to four decimals: 0.4667 for Ben, whose screen ends at ten. By the first rule Ben is ahead, by the three others Ada.
#
# None is wrong where it is stated; even *hits / min(k, R)*, wrong for our recall, is right for lenskit's. Only a number without its rule is wrong.

# %% [markdown] id="edges"
# ## Edges
#
# Four odd cases, and this course's rule for each. Other rules exist: where nothing is relevant, Surprise's example said 1 in earlier versions
# and says 0 today, and lenskit says NaN.

# %% id="edges-run"
print("one film for two places:   P@2 =", precision_at_k([1], 2))
print("an empty list:             P@2 =", precision_at_k([], 2))
print("no relevant film (R = 0):  R@2 =", recall_at_k([0, 0], 2, 0))
print("no hit at all:            F1@2 =", f1_at_k([0, 0], 2, 3))

# %% [markdown] id="edges-read"
# A place left empty is a missed chance, so precision divides by k all the same. A user who wants nothing scores 0. If that user scored 1,
# every model would look better; if NaN, one such user would spoil the mean or leave it silently. Leaving such users out, as we did above, is fair if it
# is said: 907 of 943 stay.

# %% [markdown] id="seen"
# ## Seen items
#
# A film in train cannot be in test. If it stays in the list, it takes a place and can never be a hit. A popular warning says: *then recall
# is 0*. Is that so? Eight films, scores 9 down to 2; films 0, 1, 3 were seen; films 2, 4, 7 are the test set.
#
# *Predict* recall at k = 2, 3 and 5 with the seen films kept.

# %% id="seen-run"
ranking, seen, held_out = [0, 1, 2, 3, 4, 5, 6, 7], {0, 1, 3}, {2, 4, 7}

def as_relevance(films):
    return [int(film in held_out) for film in films]

unseen = [film for film in ranking if film not in seen]
for k in (2, 3, 5):
    print(f"k = {k}: kept {recall_at_k(as_relevance(ranking), k, 3):.6f}, "
          f"left out {recall_at_k(as_relevance(unseen), k, 3):.6f}")

# %% [markdown] id="seen-read"
# It is 0 only at k = 2, where seen films fill every place. At k = 3 half is lost, at k = 5 a third. How much depends on how many seen films stand *above* the test
# films. And on MovieLens?

# %% id="seen-movielens"
kept = {name: hits_of(model, 10, exclude_seen=False) for name, model in models.items()}
known = {user: films.to_numpy() for user, films in train.groupby("user_id").item_id}
for name, model in models.items():
    out, left = (recall_at_k(found, 10, R).mean() for found in (hits[name], kept[name]))
    rows = zip(model.recommend(users, 10, exclude_seen=False), users)
    seen_share = np.mean([np.isin(row, known[user]) for row, user in rows])
    print(f"{name:12} recall@10 {out:.3f} with seen films left out, {left:.3f} with them kept: "
          f"{1 - left / out:.0%} lost; {seen_share:.0%} of the ten were seen")

# %% [markdown] id="seen-movielens-read"
# Between 44 % and 66 % is lost, most by ALS, which recognises best what the user has seen: 77 % of what it now shows. **Not one of them falls to 0.** So a
# recall of half the expected size should make you look for seen films, and a recall of exactly 0 for another bug, such as
# ids that do not match.

# %% [markdown] id="means"
# ## Means
#
# Three users at k = 3: `[1, 0, 0, 0]` with R = 1, `[1, 1, 0, 0]` with R = 4, `[0, 0, 0, 1]` with R = 2. Each metric is computed for each user
# and then averaged: **one user, one vote**. Two shortcuts give other numbers.

# %% id="means-run"
lists = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1]])
counts = np.array([1, 4, 2])
p, r, f = (precision_at_k(lists, 3), recall_at_k(lists, 3, counts), f1_at_k(lists, 3, counts))
print(f"mean recall:          {r.mean():.6f}   pooled (all hits / all relevant): "
      f"{lists[:, :3].sum() / counts.sum():.6f}")
print(f"mean of the users' F1: {f.mean():.6f}   F1 of mean P and mean R: "
      f"{2 * p.mean() * r.mean() / (p.mean() + r.mean()):.6f}")
pooled = hits["ALS"][:, :10].sum() / R.sum()
print(f"ALS on MovieLens: mean recall@10 {recall_at_k(hits['ALS'], 10, R).mean():.3f}, "
      f"pooled {pooled:.3f}")

# %% [markdown] id="means-read"
# Pooling gives the second user, who wants four films, four votes. And the F1 of a table cannot be computed from its P and R columns: 0.400000 is not
# 0.357143.
#
# At one k and **for one user**, precision, recall and F1 always agree which list is better: all three follow the hits. In the mean they need
# not:

# %% id="means-disagree"
counts = np.array([1, 5])  # relevant films of two users
for name, found in (("model A", np.array([0, 2])), ("model B", np.array([1, 0]))):
    print(f"{name}: hits {found}, mean P@5 {np.mean(found / 5):.2f}, "
          f"mean R@5 {np.mean(found / counts):.2f}")

# %% [markdown] id="means-disagree-read"
# Precision prefers A, which found more films. Recall prefers B, which made one user entirely happy. Which is better is a question for the
# business.

# %% [markdown] id="misleads"
# ## When it misleads
#
# - **Order is invisible.** `[1, 0, 0, 0, 0]` and `[0, 0, 0, 0, 1]` score alike in all four metrics at k = 5. MAP and NDCG see the difference.
# - **Unrated counts as disliked.** A model that finds unknown gems is punished for it.
# - **The mean hides R.** Users with three relevant films cannot have a high precision@10, users with a hundred cannot have a high recall@10.
# - **Hit rate is easily pleased.** At k = 10, MostPopular has a precision of 0.076 and a hit rate of 0.444.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# In recommenders PR2310 a user could ask for films above a score, and somebody's precision passed 1. Here is the idea in a few lines.
# `scores` maps films to predicted stars. **Find an input for which the answer is above 1**, before you open the answer.

# %% id="wild-code"
def precision_above(scores, liked, k, threshold):
    """Precision at k among the films with a score of at least `threshold`."""
    ranked = sorted(scores, key=scores.get, reverse=True)
    shown = ranked[:threshold]
    return sum(film in liked for film in shown) / k

scores = {"Night Ferry": 4.8, "The Salt Road": 4.5, "Blue Lantern": 4.1, "Tin Astronaut": 2.0}
print(precision_above(scores, {"Night Ferry"}, 4, 4))

# %% [markdown] id="wild-answer"
# <details><summary>Which input, and what is wrong?</summary>
#
# Let Tomas like all four films and ask for k = 3 with a threshold of 4: four hits by three places, 1.333. The threshold, a score, is used as a
# number of places, and k only divides. Right: keep the films with a score of at least 4, cut *them* at k, then divide by k.
#
# </details>

# %% id="wild-run"
print(f"{precision_above(scores, set(scores), 3, 4):.3f}")

# %% [markdown] id="wild-more"
# Another one waits in the assignment. In memorybench#67 the relevant items were counted inside the list, and recall looked fine whatever the list
# had missed. In rival#113 somebody wondered why recall was always 1.0: the list held every film of the test set, and no k cut it.

# %% [markdown] id="card"
# ## Convention card
#
# | what | this course | others |
# |---|---|---|
# | precision | hits / k | / shown: lenskit; / min(k, R): implicit; no k: recmetrics |
# | recall | hits / R | / min(k, R): lenskit |
# | F1 | per user, then mean | F1 of the means |
# | no relevant item | 0 | 1, NaN, or left out |
# | mean | one user, one vote | pooled: implicit |
# | a hit | grade above 0 | a threshold of its own |
# | seen items | left out | kept, for re-buying |

# %% [markdown] id="exercise"
# **Exercise.** Assignment `02-precision-recall`: Tomas on three screens, your own `precision_at_k`, `recall_at_k`, `f1_at_k` and `hit_rate_at_k`, a
# precision that rises, and a recall to mend. Start it with `python -m course start 02-precision-recall`.

# %% [markdown] id="quiz"
# **Quick questions.** A user has 3 relevant films. All three stand among the 10 shown. What is true?
#
# <details><summary>Precision@10 is 0.3</summary>Yes, and no list could do better for this user.</details>
# <details><summary>Precision@10 is 1</summary>No: that is hits / min(k, R), a rule with another card.</details>
# <details><summary>Recall@10 is 0.3</summary>No: nothing was missed, so recall is 1.</details>

# %% [markdown] id="quiz-one"
# Each user has exactly one held-out film. Recall@k then equals ...
#
# <details><summary>precision@k</summary>No: precision divides by k, so here it is recall / k.</details>
# <details><summary>hit rate@k</summary>Yes: with R = 1, finding all and finding one are the same.</details>
# <details><summary>MAP@k</summary>No: MAP also sees the place of the hit. Lesson 3.</details>

# %% [markdown] id="quiz-short"
# A model shows 3 films where 5 fit; 2 of them are hits. Precision@5?
#
# <details><summary>0.4</summary>Yes: two hits by five places.</details>
# <details><summary>two thirds</summary>No: then a model could score more by answering less.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 1.** Somebody adds 10 to every predicted rating. Recall@10 then
#
# <details><summary>falls, because the error has grown</summary>No: RMSE has grown. The order, and so the list, is the same.</details>
# <details><summary>stays as it was</summary>Yes: a list keeps nothing of the scores but their order.</details>
# <details><summary>cannot be computed any more</summary>No: recall never looks at a score.</details>

# %% [markdown] id="recap"
# ## You can now
#
# compute the four metrics, take k from the screen and read the path over k, name the denominator behind a library's number, and explain a low recall.
#
# *Sources: Manning, Raghavan and Schütze (2008), Introduction to Information Retrieval, chapter 8; van Rijsbergen (1979), Information Retrieval, chapter 7, for F1;
# Aggarwal (2016), Recommender Systems, chapter 7; Tamm, Damdinov and Vasilev (2021), Quality Metrics in Recommender Systems: Do We Calculate Metrics
# Consistently?, RecSys.*
