# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 6: Beyond accuracy
#
# **You will be able to**
#
# - compute coverage, Gini, diversity, novelty and personalization by hand, and say what each one sees
# - show how each of them praises noise, and say what has to stand beside it
# - trade accuracy for diversity with MMR, and read the curve
# - choose the metric that leads for a business goal, and those that guard it
#
# **You need** lesson `04-ndcg`. **Time:** about 60 minutes (an estimate).

# %% [markdown] id="case"
# ## Ten films, four users
#
# A cinema has ten films and twelve regular guests. Three systems show Ines, Omar, Mara and Tomas three films each. *Popular* shows everybody the same hits;
# *Personal* looks at each guest; *Random* draws lots.
#
# *Predict:* which system will have the best numbers beyond accuracy?

# %% id="set-up"
import numpy as np
import pandas as pd

from course.metrics import (
    catalog_coverage,
    evaluate,
    gini,
    intra_list_diversity,
    mmr,
    ndcg_at_k,
    novelty,
    personalization,
)

# %% id="case-films"
films = pd.DataFrame(
    [("Harbour at Dawn", 9, "thriller"), ("Night Ferry", 7, "drama|thriller"),
     ("Glass Orchard", 6, "drama|thriller"), ("The Salt Road", 4, "adventure"),
     ("Winter Postman", 3, "drama"), ("The Copper Kite", 3, "comedy"), ("Blue Lantern", 2, "drama"),
     ("Tin Astronaut", 2, "space"), ("A Map of Rain", 1, "documentary"),
     ("The Last Tram", 1, "drama")], columns=["title", "known_by", "genres"])
genres = films.genres.str.get_dummies("|").to_numpy()
systems = {"Popular": [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]],
           "Personal": [[0, 3, 4], [1, 5, 6], [0, 5, 2], [7, 3, 1]],
           "Random": [[8, 2, 5], [9, 0, 7], [4, 6, 1], [3, 8, 9]]}
films

# %% id="case-run"
def beyond(lists):
    return {"coverage": catalog_coverage(lists, 10), "Gini": gini(lists, 10),
            "diversity": intra_list_diversity(lists, genres).mean(),
            "novelty (bits)": novelty(lists, films.known_by, "self_information", 12).mean(),
            "personalization": personalization(lists)}

pd.DataFrame({name: beyond(lists) for name, lists in systems.items()}).T.round(6)

# %% [markdown] id="case-read"
# Random has the best coverage, the lowest Gini (films shown most evenly), the highest novelty and the highest personalization. Nobody asked whether Ines likes what she
# sees. That is the theme of this lesson: **each of these numbers answers a good question, and none of them answers the
# first one.** Let us take them apart, with Ines's list in hand.

# %% [markdown] id="coverage"
# ## Coverage
#
# Of all films, how many are ever shown to anybody? With $L_u$ the list of user $u$ and $N$ films in the catalogue:
#
# $$\text{coverage} = \frac{|\bigcup_u L_u|}{N}$$
#
# Popular shows three different films of ten: 0.3. It belongs to the whole system: each user of Personal sees three films, and
# together they see eight.

# %% id="coverage-run"
for name, lists in systems.items():
    places = [film for row in lists for film in row]
    shown = sorted(set(places))
    print(f"{name:9} {len(places)} places, {len(shown)} different films {shown}: "
          f"coverage {len(shown) / 10}")

# %% [markdown] id="coverage-read"
# Four slips turn up again and again: counting places instead of films, dividing by the films that were recommended (always 1), averaging over users, and
# counting −1, the mark of an empty place, as a film.

# %% [markdown] id="coverage-random"
# ### Does 100 percent mean random?
#
# A common rule says: *a model with a coverage of 100 % is probably random.* Half true. A film stays out of a random list of $k$ with probability $1 - k/N$, out
# of $m$ users' lists with $(1 - k/N)^m$. So they cover $1 - (1 - k/N)^m$ on average.
#
# *Predict:* ten of 1,682 films, 943 users. What do random lists cover? And for 100 users?

# %% id="coverage-random-run"
for users in (943, 100):
    print(f"{users} users: random lists cover {1 - (1 - 10 / 1682) ** users:.6f}")

pager = (np.arange(9430) % 1682).reshape(943, 10)  # films in turn: 0 to 9, then 10 to 19, …
print(f"a pager, 943 users: coverage {catalog_coverage(pager, 1682)}, Gini {gini(pager, 1682):.6f}")

# %% [markdown] id="coverage-random-read"
# The pager covers everything, and nothing in it is random. And the same random model falls from 0.996387 to 0.449157 when fewer users get a list: **coverage depends on the
# number of users and on k**. Compare models at the same k, for the same users. Then read NDCG, before you call a coverage good or suspicious.

# %% [markdown] id="gini"
# ## Gini
#
# A film that was shown once is covered. Is it shown as often as the others? Sort the counts of all $N$ films, rarest first, $c_1 \le \dots \le c_N$. With $r$ the place of a count in that row, the Gini index is
#
# $$G = \frac{\sum_r (2r - N - 1)\, c_r}{N \sum_r c_r}$$
#
# Equal counts give 0. One film that gets everything gives $1 - 1/N$.

# %% id="gini-run"
from course.figures.beyond import exposure

counts = {name: np.bincount(np.ravel(lists), minlength=10) for name, lists in systems.items()}
exposure(counts, {name: gini(lists, 10) for name, lists in systems.items()})
c = np.sort(counts["Popular"])
print("Popular, sorted:", c)
weights = 2 * np.arange(1, 11) - 11
print("weights 2r - N - 1:", weights)
print(f"sum {weights @ c} / (10 * {c.sum()}) = {gini(systems['Popular'], 10)}")

# %% [markdown] id="gini-read"
# The films with a count of 0 belong in it: they *are* the inequality. Without them, Popular would score 0, perfectly fair among its three films. Two more slips:
# sorting the other way gives a negative index, and $1 - \sum p^2$ is the Gini of decision trees, another quantity.
#
# Some films are loved by many, so the best system has no Gini of 0. Random comes close.

# %% [markdown] id="diversity"
# ## Diversity
#
# Is one list varied? **Intra-list diversity** is 1 minus the mean cosine over all pairs of films in it. With genres as 0 and 1, the cosine
# of two films is
#
# $$\cos = \frac{\text{shared genres}}{\sqrt{\text{genres of one} \cdot \text{genres of the other}}}$$
#
# For rows of other numbers it is the sum of their products, by the product of their lengths.
#
# Ines under Popular: a thriller, and two films that are both drama and thriller.

# %% id="diversity-run"
from itertools import combinations

cosines = []
for a, b in combinations(systems["Popular"][0], 2):
    shared = int(genres[a] @ genres[b])
    cosines.append(shared / np.sqrt(genres[a].sum() * genres[b].sum()))
    print(f"{films.title[a]} and {films.title[b]}: {shared} shared, cosine {cosines[-1]:.6f}")
print(f"diversity {1 - np.mean(cosines):.6f}")
print(f"under Personal: {intra_list_diversity(systems['Personal'][0], genres):.6f}")

# %% [markdown] id="diversity-read"
# Three pairs, each once, and no film with itself: that pair would always be 1. The order of the list does not matter, and the **features decide**: with directors
# in place of genres, the same list has another diversity. A film without features has similarity 0 to every other here, so a catalogue with gaps looks diverse. A list with
# fewer than two films has no pair and scores 0.

# %% [markdown] id="novelty"
# ## Novelty
#
# Does the list tell Ines anything new? If a share $p$ of the guests knows a film, seeing it carries $-\log_2 p$ **bits**: 0 when all know it, 1 when half do. The
# novelty of a list is the mean over its films. It is called self-information.

# %% id="novelty-run"
for name in ("Popular", "Personal", "Random"):
    shown = systems[name][0]
    bits = -np.log2(films.known_by[shown] / 12)
    print(f"{name:9} known by {films.known_by[shown].tolist()} of 12: "
          f"bits {bits.round(3).tolist()}, mean {bits.mean():.6f}")

# %% [markdown] id="novelty-read"
# First the logarithm, then the mean. The other way round, one hit hides a rare film. The share is one of *users*, not of ratings, counted in the **training** data. A film that nobody knows would be infinitely
# novel: add one to each count and to the number of users.

# %% [markdown] id="novelty-rank"
# ### By rank
#
# Another novelty, often written "1 − popularity rank": 1 minus the mean popularity **percentile**. The percentile of a film is the share of all films with a count not above its
# own, so the most popular has 1.

# %% id="novelty-rank-run"
for name in ("Popular", "Random"):
    shown = systems[name][0]
    percentile = [float((films.known_by <= films.known_by[film]).mean()) for film in shown]
    print(f"{name:9} percentiles {percentile}: novelty {1 - np.mean(percentile):.6f}, "
          f"library {novelty(shown, films.known_by, 'rank'):.6f}")
print("without the '1 -':", round(float(np.mean([1.0, 0.9, 0.8])), 6), "for the hits")

# %% [markdown] id="novelty-rank-read"
# Forget the "1 −" and the hits become the novelty. Some divide by N − 1, so that the rarest film scores exactly 1; tied counts are treated in several ways. Two
# "novelties" are comparable only under one card.

# %% [markdown] id="personalization"
# ## Personalization
#
# Do users get *different* lists? Take every pair of users: cosine = shared films / √(length · length). Personalization is 1 minus the mean over the pairs.

# %% id="personalization-run"
people = dict(zip(["Ines", "Omar", "Mara", "Tomas"], systems["Personal"]))
for (one, mine), (other, yours) in combinations(people.items(), 2):
    shared = len(set(mine) & set(yours))
    print(f"{one} and {other}: {shared} shared, cosine {shared / 3:.6f}")
print(f"personalization {personalization(systems['Personal']):.6f}")
print("a list with an empty place:", round(personalization([[0, -1], [0, 1]]), 6))

# %% [markdown] id="personalization-read"
# Two users and an empty place: one shared film, lengths 1 and 2, cosine 1 / √2. Dividing by the number of *places* would give another value. And a personalization of 1 says that lists differ, nothing
# more: Random is close to it, and knows nobody.

# %% [markdown] id="serendipity"
# ## Serendipity
#
# Ge, Delgado-Battenfeld and Jannach (2010) ask for the happy accident: a film that is **unexpected and useful**. Unexpected means that a primitive
# model would not have shown it; useful means that the user likes it. There are many formulas for the idea and no agreed one, so this course has no function for it.
#
# To try it, we need real ratings. The last fifth of each user's ratings is held out; 4 or 5 stars make a film relevant.

# %% id="load"
from course.compare import genre_features, relevant_rows
from course.datasets import DataUnavailable, load
from course.models import ALS, ContentBased, MostPopular, Random
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(f"{why} The sample stands in, so the numbers below differ from the text.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
relevant = relevant_rows(test, "ge4")
users = np.unique(relevant.user_id)
models = {"Random": Random(items), "MostPopular": MostPopular(items), "ALS": ALS(items),
          "Content": ContentBased(items)}
hundred = {name: model.fit(train).recommend(users, 100) for name, model in models.items()}
lists = {name: found[:, :10] for name, found in hundred.items()}  # what the users see
print(f"{len(users)} of {ratings.user_id.nunique()} users have a relevant film, {len(items)} films")

# %% id="serendipity-run"
liked = relevant.groupby("user_id").item_id.agg(set)
for name in ("MostPopular", "ALS", "Random"):
    useful = surprising = 0
    for user, row, expected in zip(users, lists[name], lists["MostPopular"]):
        hits = liked[user] & set(row)
        useful += len(hits)
        surprising += len(hits - set(expected))
    print(f"{name:12} useful {useful / lists[name].size:.4f} of the places, "
          f"useful and not on the popular list {surprising / lists[name].size:.4f}")

# %% [markdown] id="serendipity-read"
# Unlike the metrics before it, this one does not reward noise: Random is unexpected and almost never useful. But it depends on which primitive model you choose, and it can only count what users rated.

# %% [markdown] id="winner"
# ## The winner changes
#
# Now all numbers for four models. *Predict:* which one wins NDCG, which one coverage, which one novelty? And is there one that you would ship?

# %% id="winner-run"
place = pd.Index(items.item_id)
popularity = train.item_id.value_counts().reindex(items.item_id, fill_value=0).to_numpy()
features = genre_features(items)
n_known = train.user_id.nunique()

def accuracy(found):
    return evaluate(found, relevant, 10, users=users, gain="binary")["ndcg@10"].mean()

def row_of(found):
    at = place.get_indexer(found.ravel()).reshape(found.shape)  # ids to positions
    bits = novelty(at, popularity, "self_information", n_known, smoothing=1)
    return {"NDCG@10": accuracy(found), "coverage": catalog_coverage(at, len(items)),
            "Gini": gini(at, len(items)), "diversity": intra_list_diversity(at, features).mean(),
            "novelty": bits.mean(), "personalization": personalization(at)}

table = pd.DataFrame({name: row_of(found) for name, found in lists.items()}).T
table.round(4)

# %% [markdown] id="winner-read"
# ALS wins accuracy. Random wins coverage, Gini, diversity, novelty and personalization **outright**, with an NDCG of 0.0081. Of the other three Content, which looks at genres and titles, has the *worst* NDCG
# and the lowest diversity, and the best coverage and novelty. So coverage and novelty alone would choose a model that serves hardly anybody.

# %% [markdown] id="tail"
# ### The long tail
#
# Most films are known to few. Who shows them?

# %% id="tail-run"
from course.figures.beyond import coverage_by_users, long_tail

by_popularity = np.argsort(-popularity, kind="stable")
shown = {name: np.bincount(place.get_indexer(lists[name].ravel()), minlength=len(items))
         for name in ("MostPopular", "ALS", "Random")}
long_tail({name: counts[by_popularity] for name, counts in shown.items()})
tail = by_popularity[len(items) // 10:]
print(f"the rarer nine tenths of the films get {popularity[tail].sum() / popularity.sum():.1%} "
      "of the ratings")
for name, counts in shown.items():
    print(f"{name}: {counts[tail].sum() / counts.sum():.1%} of the places")

# %% [markdown] id="tail-read"
# The tail has more than half of the ratings. ALS gives it less than a fifth of the places, MostPopular none. Only Random gives it about as many places as it has films, nine in ten, and pleases hardly anybody.
#
# How much of this is a matter of counting? Coverage again, now with more and more users:

# %% id="tail-coverage"
steps = [n for n in (25, 50, 100, 200, 400, 600) if n < len(users)] + [len(users)]
coverage_by_users(steps, {
    name: [catalog_coverage(place.get_indexer(lists[name][:n].ravel()).reshape(n, 10), len(items))
           for n in steps] for name in ("Random", "ALS", "MostPopular")})

# %% [markdown] id="tail-coverage-read"
# Every line rises with the users, the random one fastest. A report that compares two models on groups of unequal size compares the sizes.

# %% [markdown] id="mmr"
# ## MMR
#
# Maximal marginal relevance re-orders a model's candidates. The best score comes first. Each later pick is the film with the largest
#
# $$t \cdot \text{score} - (1 - t) \cdot \max_{j\ \text{picked}} \text{sim}(i, j)$$
#
# $t$ is the **trade-off**: at 1 only scores count, at 0 only difference. Nina likes three of seven films. *Predict:* does MMR always cost accuracy?

# %% id="mmr-run"
nina = pd.DataFrame(
    [("The Last Tram", .95, "drama", 1), ("Winter Postman", .9, "drama", 0),
     ("Glass Orchard", .88, "drama|thriller", 1), ("Harbour at Dawn", .8, "thriller", 1),
     ("The Copper Kite", .6, "comedy", 0), ("Tin Astronaut", .55, "space", 0),
     ("Seven Quiet Miles", .5, "drama|comedy", 0)], columns=["title", "score", "genres", "liked"])
kinds = nina.genres.str.get_dummies("|").to_numpy()
unit = kinds / np.linalg.norm(kinds, axis=1, keepdims=True)  # length 1: products are cosines
for t in (1, 0.8, 0.7, 0.5):
    picked = mmr(nina.score, unit @ unit.T, 4, t)
    value = ndcg_at_k(nina.liked[picked].to_numpy(), 4, [1, 1, 1])
    print(f"t = {t:3}: NDCG@4 {value:.6f}, diversity {intra_list_diversity(picked, kinds):.6f}  ",
          ", ".join(nina.title[picked]))

# %% [markdown] id="mmr-read"
# NDCG *rose* first, from 0.906025 to 1: *Winter Postman*, too close to the film before it, moved down. The films are the same at 1 and 0.8, and so is their diversity. Later NDCG falls, to 0.765361.
#
# A common rule says: *high diversity with low NDCG means random.* Half true again. The last list is as diverse as can be, has the lowest NDCG here, and nothing in it was drawn by lot.

# %% [markdown] id="curve"
# ### The curve
#
# On MovieLens: ALS's hundred best films for each user, scores brought to 0 to 1. Similarity is the cosine of genres, so MMR works on the very thing that this diversity measures.

# %% id="curve-run"
from course.figures.beyond import trade_off_curve

candidates = place.get_indexer(hundred["ALS"].ravel()).reshape(-1, 100)
all_scores = models["ALS"].score(users)
length = np.linalg.norm(features, axis=1, keepdims=True)
unit = features / np.where(length > 0, length, 1)
points = {1: tuple(table.loc["ALS", ["diversity", "NDCG@10"]])}  # at 1, the model's own lists
for t in (0.7, 0.5, 0):
    rows = []
    for at, scores in zip(candidates, np.take_along_axis(all_scores, candidates, axis=1)):
        scores = (scores - scores.min()) / (scores.max() - scores.min())
        rows.append(at[mmr(scores, unit[at] @ unit[at].T, 10, t)])
    ids = place.to_numpy()[np.array(rows)]
    points[t] = (intra_list_diversity(np.array(rows), features).mean(), accuracy(ids))
for t, (diversity, ndcg) in points.items():
    print(f"t = {t}: diversity {diversity:.3f}, NDCG@10 {ndcg:.4f}")

# %% id="curve-figure"
trade_off_curve(points, {name: tuple(table.loc[name, ["diversity", "NDCG@10"]])
                         for name in ("Random", "MostPopular")})

# %% id="curve-cost"
for start, end in ((1, 0.7), (0.7, 0.5)):
    print(f"t from {start} to {end}: diversity +{points[end][0] - points[start][0]:.3f}, "
          f"NDCG {points[end][1] - points[start][1]:.4f}")

# %% [markdown] id="curve-read"
# Cheap at first, dear later. From t = 1 to 0.7 diversity gains 0.097 and NDCG loses 0.0023. The next 0.091 of diversity cost 0.0208, about nine times as much. MMR at 0.7 is more diverse than Random, and has more
# than twenty times its NDCG: diversity is no reason to draw lots.

# %% [markdown] id="goals"
# ## Goals
#
# No metric is best. Ask, in this order:
#
# 1. What does the user see? That is k.
# 2. Does order matter there? No: precision, recall, hit rate. Yes: RR for one target, NDCG for many.
# 3. How many relevant items are there? With fewer than k, precision cannot reach 1; with more, recall cannot.
# 4. What must not be harmed? That is the guard.
# 5. When will the model be used? That is the split.

# %% [markdown] id="goals-first"
# | goal | leads | guards | online |
# |---|---|---|---|
# | video home page, evenings watched | NDCG@20 | coverage | watch time, return in 7 days |
# | weekly mail, five items | precision@5 | personalization | clicks per opened mail, unsubscribes |
# | music discovery, played through | recall@30 on unheard artists | novelty | artists kept after 30 days |
# | search, one right answer | RR@10 | NDCG@10 | success without asking again |

# %% [markdown] id="goals-second"
# | goal | leads | guards | online |
# |---|---|---|---|
# | marketplace, new goods daily | recall@20 by item age | coverage of new items | sell-through, seller activity |
# | jobs, few places each | NDCG@10 | Gini of exposure | applications answered, hires |
# | news front page | NDCG@10 among live articles | diversity by topic | return visits, breadth |
# | stars printed beside a film | RMSE | calibration | trust, complaints |

# %% [markdown] id="online"
# ## Offline and online
#
# All of this is **offline**: old ratings, made while another system chose what people saw. It stands in for what the business wants: click-through, conversion, watch time, people who come back. How much does the test set even know about the films shown?

# %% id="online-run"
rated = test.groupby("user_id").item_id.agg(set)
for name, found in lists.items():
    known = np.mean([len(rated[user] & set(row)) for user, row in zip(users, found)]) / 10
    print(f"{name:12} {known:.1%} of the films shown have a rating in test")

# %% [markdown] id="online-read"
# For the rest nobody knows; they count as disliked. Content and Random show what the test knows next to nothing of, so their NDCG must be low, whatever the users would say. So offline metrics choose what is worth an **A/B test**: two groups of users, drawn by lot, two models, at the
# same time, the business number compared. The guard is watched there too.

# %% [markdown] id="misleads"
# ## When it misleads
#
# - **All reward noise.** Coverage, Gini, novelty and personalization praise random lists. Put Random and MostPopular in every table.
# - **Coverage follows the counting**: more users, a larger k, more coverage.
# - **Diversity sees only its features.** Five films of one series with five genre labels look varied.
# - **Novelty is relative to the training data**, not to what Ines knows.
# - **A mean of metrics is no verdict.** Units differ; written in percent, coverage would decide alone.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# In langchain#4861 the trade-off of MMR had no effect; in llama_index PR22126 a trade-off of 0 was read as "not given". Here is the second idea in a few lines.
# **Find scores, similarities and a trade-off that expose it**, before you open the answer.

# %% id="wild-code"
def suspicious_mmr(scores, similarity, k, trade_off=None):
    t = trade_off or 0.5
    picked = [max(range(len(scores)), key=lambda i: scores[i])]
    while len(picked) < min(k, len(scores)):
        left = [i for i in range(len(scores)) if i not in picked]
        picked.append(max(left, key=lambda i: t * scores[i]
                          - (1 - t) * max(similarity[i][j] for j in picked)))
    return picked

similarity = [[1, 0.9, 0.5], [0.9, 1, 0], [0.5, 0, 1]]
for function in (suspicious_mmr, mmr):
    print(function([0.55, 0.5, 0.45], similarity, 3, 0.5))

# %% [markdown] id="wild-answer"
# <details><summary>Which input, and what is wrong?</summary>
#
# Scores 0.95, 0.9, 0.05 with these similarities and a trade-off of **0**. `0 or 0.5` is 0.5, so the scores still count, and film 1, nearly a copy of film 0, comes second.
# Right: film 2. A test that never asks for 0 never sees it. Write `0.5 if trade_off is None else trade_off`.
#
# </details>

# %% id="wild-run"
scores = [0.95, 0.9, 0.05]
print("as found:", suspicious_mmr(scores, similarity, 3, 0))
print("right:   ", mmr(scores, similarity, 3, 0))

# %% [markdown] id="wild-more"
# Another one waits in the assignment: in recmetrics#40 a coverage passed 100 percent, because titles from outside the catalogue were counted.

# %% [markdown] id="card"
# ## Convention card
#
# | what | this course | others |
# |---|---|---|
# | coverage | share of the catalogue | count: rectools; percent: recmetrics; of train items: recommenders |
# | Gini | all films, zeros too | same: recbole, lenskit |
# | diversity | 1 − mean cosine | with itself: seen in OCTIS PR60 |
# | novelty | share of users, bits | share of ratings: recommenders |
# | unknown film | error, or smoothing | one user: rectools; dropped: evidently |
# | personalization | 1 − mean cosine | overlap / k: evidently |
# | MMR | t on score | t on diversity: KeyBERT |

# %% [markdown] id="exercise"
# **Exercise.** Assignment `06-beyond-accuracy`: a film club by hand, your own `catalog_coverage`, `gini`, `intra_list_diversity`, `novelty`, `personalization` and `mmr`, a coverage of
# more than 100 percent to mend, and a playlist to choose a metric for. Start it with `python -m course start 06-beyond-accuracy`.

# %% [markdown] id="quiz"
# **Quick questions.** A model has a coverage of 1. What do you say?
#
# <details><summary>It is the best there can be</summary>No: the pager has that too.</details>
# <details><summary>It is random</summary>Not necessarily: look at NDCG, and at how many users were counted.</details>
# <details><summary>I need its NDCG, its k and the number of users</summary>Yes. Then it may be good, or suspicious.</details>

# %% [markdown] id="quiz-order"
# A list is turned upside down. What happens to its intra-list diversity?
#
# <details><summary>It changes</summary>No: the pairs are the same. NDCG changes.</details>
# <details><summary>Nothing</summary>Yes. The two lists at t = 1 and t = 0.8 above showed it.</details>

# %% [markdown] id="quiz-personal"
# Personalization is 1. What do we know?
#
# <details><summary>Everybody's taste was met</summary>No: it has not looked at anybody's taste.</details>
# <details><summary>No two users were shown the same film</summary>Yes, and nothing more.</details>
# <details><summary>The catalogue is covered</summary>No: four users with ten films each cover forty.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 5.** Each user's last rating is the test. The model has learned from nothing later than it:
#
# <details><summary>true, the test row is the latest</summary>Only the latest of *that* user. Others rated later, and those rows are in train.</details>
# <details><summary>false for most users</summary>Yes. Cut all users at one moment to keep the future out.</details>
# <details><summary>true, if ties are settled by item id</summary>No: ids follow popularity, so that rule lets even more through.</details>

# %% [markdown] id="recap"
# ## You can now
#
# compute five metrics beyond accuracy by hand, show how each one praises noise, trade accuracy for diversity and read the curve, and choose the metric that leads and those that guard. Offline numbers only choose what to test online.
#
# *Sources: Ge, Delgado-Battenfeld and Jannach (2010), Beyond accuracy, RecSys; Castells, Hurley and Vargas (2015), Novelty and diversity in recommender systems; Carbonell and Goldstein (1998), The use of MMR, SIGIR;
# Zhou and others (2010), PNAS 107; Aggarwal (2016), Recommender Systems, chapter 7.*
