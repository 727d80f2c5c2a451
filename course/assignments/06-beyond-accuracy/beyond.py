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
# # Assignment 6: Beyond accuracy
#
# A film club has eight members and eight films. Its model shows Ines, Omar, Mara and Tomas three films each.
# NDCG says how well the lists fit. It does not say whether half of the films are never shown, whether a list repeats
# itself, or whether everybody is told what everybody knows.
#
# In this assignment you write the metrics that do, and learn how each of them can be fooled.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - compute coverage, diversity and novelty by hand
# - write `catalog_coverage`, `gini`, `intra_list_diversity`, `novelty`, `personalization` and `mmr` from scratch
# - build lists that one of these metrics praises and another one does not
# - choose the metric that leads for a business goal, and the ones that guard it
#
# **You need** lesson `06-beyond-accuracy`. **Time:** about 100 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it and tells you what
# is wrong, as exactly as it can. At grading, the same checks run again on other, hidden lists.
# Answers count as right when they are at most one millionth off. All other cells are locked.
#
# Stuck? `check.hint()` in a cell of your own gives a hint for the exercise checked last; there are three for each.

# %% id="set-up"
import numpy as np

from course.checks import check

# Films are positions in the catalogue, counted from 0.
titles = ["Harbour at Dawn", "Night Ferry", "Glass Orchard", "The Salt Road",
          "Winter Postman", "The Copper Kite", "Blue Lantern", "Tin Astronaut"]
known_by = [8, 4, 4, 2, 2, 1, 1, 1]  # how many of the 8 members have seen each film
lists = {"Ines": [0, 1, 6], "Omar": [0, 2, 1], "Mara": [1, 0, 3], "Tomas": [0, 6, 2]}
genres = {"Harbour at Dawn": ["thriller"], "Night Ferry": ["drama", "thriller"],
          "Blue Lantern": ["drama"]}  # of the three films that Ines is shown


def attempt(work, *given):
    """What work(*given) gives, to six decimals, or a note that a function is not ready yet."""
    try:
        return f"{work(*given):.6f}"
    except Exception as problem:
        return f"not ready ({type(problem).__name__})"

# %% [markdown] id="by-hand"
# ## 1. By hand
#
# Four numbers about the film club.
#
# - `my_coverage`: the share of the catalogue that the four lists show together.
# - `my_diversity`: of Ines's list, 1 minus the mean cosine of its pairs of films. Two films share the cosine
#   (number of shared genres) / √(number of genres of one × of the other).
# - `my_bits`: the novelty of Ines's list in bits, the mean of −log2(share of members who know the film).
# - `my_rank_novelty`: of her list, 1 minus the mean popularity percentile. The percentile of a film is the share of all
#   eight films with a count **not above** its own.

# %% id="by-hand-answer" role="answer"
my_coverage = ...
my_diversity = ...
my_bits = ...
my_rank_novelty = ...
### BEGIN SOLUTION
my_coverage = 5 / 8  # films 0, 1, 2, 3 and 6
my_diversity = 1 - (1 / np.sqrt(2) + 0 + 1 / np.sqrt(2)) / 3
my_bits = (0 + 1 + 3) / 3
my_rank_novelty = 1 - (8 / 8 + 7 / 8 + 3 / 8) / 3
### END SOLUTION

# %% id="by-hand-coverage" role="tests" points=0.5
# The share of the catalogue that is shown.
check(my_coverage, exercise="hand_coverage")

# %% id="by-hand-diversity" role="tests" points=0.5
# How different the films of Ines's list are.
check(my_diversity, exercise="hand_diversity")

# %% id="by-hand-bits" role="tests" points=0.5
# How surprising her list is, in bits.
check(my_bits, exercise="hand_information")

# %% id="by-hand-rank" role="tests" points=0.5
# How surprising her list is, by popularity rank.
check(my_rank_novelty, exercise="hand_rank_novelty")

# %% [markdown] id="coverage-task"
# ## 2. All lists together: coverage and Gini
#
# `catalog_coverage(recommended, n_items)`: the number of different films in all lists together, divided by the size of the
# catalogue.
#
# `recommended` is a list of lists, one for each user. They hold positions from 0 to `n_items - 1`.
# **−1 is an empty place**, not a film: lists of models are filled up with it. When nothing is recommended, coverage is 0.

# %% id="coverage-answer" role="answer"
def catalog_coverage(recommended, n_items):
    """The share of the catalogue that is in at least one list, from 0 to 1.

    recommended: lists of positions, one a user; -1 is an empty place.
    n_items: the size of the catalogue, films that nobody was shown included.
    Example: catalog_coverage([[0, 2], [2, -1]], 8) is 0.25.
    """
    ### BEGIN SOLUTION
    found = {item for items in recommended for item in items}
    return len(found - {-1}) / n_items
    ### END SOLUTION

# %% id="coverage-value" role="tests" points=1
# catalog_coverage, value: different films, by the size of the catalogue.
check(catalog_coverage, "value")
### BEGIN HIDDEN TESTS
check(catalog_coverage, "value", hidden=True)
### END HIDDEN TESTS

# %% id="coverage-empty" role="tests" points=1
# catalog_coverage, empty_places: -1 is no film.
check(catalog_coverage, "empty_places")
### BEGIN HIDDEN TESTS
check(catalog_coverage, "empty_places", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="gini-task"
# `gini(recommended, n_items)`: how unequally the places are spread over the catalogue. Count how often each film is shown, films
# with 0 included. Sort the counts, rarest first: $c_1 \le c_2 \le \dots \le c_n$. Then
#
# $$G = \frac{\sum_{r=1}^{n} (2r - n - 1)\, c_r}{n \sum_{r=1}^{n} c_r}$$
#
# Equal counts give 0. If one film gets everything, $G = 1 - 1/n$. When nothing is recommended, return 0.

# %% id="gini-answer" role="answer"
def gini(recommended, n_items):
    """The Gini index of how often each film of the catalogue is shown.

    recommended: lists of positions, one a user; -1 is an empty place.
    n_items: the size of the catalogue, films that nobody was shown included.
    Example: gini([[0], [0]], 4) is 0.75: one film of four gets everything.
    """
    ### BEGIN SOLUTION
    counts = np.zeros(n_items)
    for items in recommended:
        for item in items:
            if item >= 0:
                counts[item] += 1
    if counts.sum() == 0:
        return 0.0
    weights = 2 * np.arange(1, n_items + 1) - n_items - 1
    return float(weights @ np.sort(counts) / (n_items * counts.sum()))
    ### END SOLUTION

# %% id="gini-value" role="tests" points=1
# gini, value: over the whole catalogue, from sorted counts.
check(gini, "value")
### BEGIN HIDDEN TESTS
check(gini, "value", hidden=True)
### END HIDDEN TESTS

# %% id="gini-empty" role="tests" points=1
# gini, empty_places: -1 is no film, and nothing shown is 0.
check(gini, "empty_places")
### BEGIN HIDDEN TESTS
check(gini, "empty_places", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="pair-task"
# ### Same coverage, another Gini
#
# Six films, 0 to 5, and four users who see three films each. Write two sets of four lists with the **same coverage**, such
# that the Gini index of `uneven_lists` is larger by **at least 0.2**. No empty places, and no film twice in one list. Any pair
# that does it is right.

# %% id="pair-answer" role="answer"
even_lists = ...
uneven_lists = ...
### BEGIN SOLUTION
even_lists = [[0, 1, 2], [3, 4, 5], [0, 1, 2], [3, 4, 5]]
uneven_lists = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 1, 5]]
### END SOLUTION

# %% id="pair-check" role="tests" points=2
# Two sets of lists that coverage cannot tell apart and Gini can.
check((even_lists, uneven_lists), exercise="same_coverage_other_gini")

# %% [markdown] id="bug-task"
# ### Find the bug: more than 100 percent
#
# A public library reported a coverage of more than 100 %. Here is its idea in our own words. `lists` holds titles, one list a user;
# `catalogue` holds what the shop sells today.
#
# First write lists of titles for which it passes 1. Then mend it as `fixed_coverage`: a title that is not in the catalogue
# counts for nothing.

# %% id="bug-code"
def suspicious_coverage(lists, catalogue):
    return len({title for titles in lists for title in titles}) / len(catalogue)

catalogue = ["Night Ferry", "The Salt Road", "Tin Astronaut"]
print(suspicious_coverage([["Night Ferry", "Tin Astronaut"], ["Night Ferry"]], catalogue))

# %% id="bug-lists-answer" role="answer"
bad_lists = ...
### BEGIN SOLUTION
bad_lists = [["Night Ferry", "The Salt Road"], ["Glass Orchard", "Blue Lantern"]]
### END SOLUTION

# %% id="bug-exposed" role="tests" points=1
# Lists for which the function as it was found passes 1.
check(bad_lists, exercise="coverage_above_one")

# %% id="bug-answer" role="answer"
def fixed_coverage(lists, catalogue):
    """The share of the catalogue that is in at least one list, from 0 to 1.

    lists: lists of titles, one a user, some of them not in the catalogue.
    catalogue: the titles that are for sale, each once.
    Example: fixed_coverage([["a", "x"], ["y"]], ["a", "b"]) is 0.5.
    """
    ### BEGIN SOLUTION
    covered = [title for title in catalogue if any(title in titles for titles in lists)]
    return len(covered) / len(catalogue)
    ### END SOLUTION

# %% id="bug-mended" role="tests" points=1
# fixed_coverage: titles from outside the catalogue count for nothing.
check(fixed_coverage)
### BEGIN HIDDEN TESTS
check(fixed_coverage, hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="diversity-task"
# ## 3. `intra_list_diversity(recommended, features)`
#
# Here and in section 4, one list. How different are its films? Take 1 minus the mean **cosine** over all pairs of different films in the
# list, by the formula of section 1. `features[i]` is the row of film `i`: one column a genre, 1 if the film has it and 0 if not.
#
# - −1 is an empty place.
# - A list with fewer than two films has no pair: 0.
# - A film without features (all zeros) has similarity 0 to every other.

# %% id="diversity-answer" role="answer"
def intra_list_diversity(recommended, features):
    """1 minus the mean cosine over all pairs of films in one list.

    recommended: positions of films, best first; -1 is an empty place.
    features: one row of 0 and 1 for each film of the catalogue.
    Example: intra_list_diversity([0, 1], [[1, 0], [1, 1]]) is 1 - 1 / sqrt(2), about 0.29.
    """
    ### BEGIN SOLUTION
    rows = [np.asarray(features[item], dtype=float) for item in recommended if item >= 0]
    cosines = []
    for place, one in enumerate(rows):
        for other in rows[place + 1:]:
            length = np.sqrt((one @ one) * (other @ other))
            cosines.append(one @ other / length if length > 0 else 0.0)
    return 1 - float(np.mean(cosines)) if cosines else 0.0
    ### END SOLUTION

# %% id="diversity-value" role="tests" points=1
# intra_list_diversity, value: every pair once, by the cosine.
check(intra_list_diversity, "value")
### BEGIN HIDDEN TESTS
check(intra_list_diversity, "value", hidden=True)
### END HIDDEN TESTS

# %% id="diversity-short" role="tests" points=1
# intra_list_diversity, short: empty places, and lists without a pair.
check(intra_list_diversity, "short")
### BEGIN HIDDEN TESTS
check(intra_list_diversity, "short", hidden=True)
### END HIDDEN TESTS

# %% id="diversity-no-features" role="tests" points=1
# intra_list_diversity, no_features: a film of which nothing is known.
check(intra_list_diversity, "no_features")
### BEGIN HIDDEN TESTS
check(intra_list_diversity, "no_features", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="novelty-task"
# ## 4. `novelty(recommended, popularity, n_users)`
#
# How surprising is one list? A film that a share $p$ of the users knows carries $-\log_2 p$ **bits**: 0 if all know it, 1 if half do,
# 3 if one in eight does. Return the mean over the films of the list.
#
# `popularity[i]` is the number of users who know film `i`, and is at least 1 here. −1 is an empty place. A list without films
# gets 0.

# %% id="novelty-answer" role="answer"
def novelty(recommended, popularity, n_users):
    """The mean self-information of the films of one list, in bits.

    recommended: positions of films; -1 is an empty place.
    popularity: for each film of the catalogue, how many users know it.
    n_users: how many users there are.
    Example: novelty([1, 0], [8, 2], 8) is (2 + 0) / 2 = 1.0.
    """
    ### BEGIN SOLUTION
    known = np.array([popularity[item] for item in recommended if item >= 0], dtype=float)
    return float(np.mean(np.log2(n_users / known))) if len(known) else 0.0
    ### END SOLUTION

# %% id="novelty-value" role="tests" points=1
# novelty, value: bits of each film, then the mean.
check(novelty, "value")
### BEGIN HIDDEN TESTS
check(novelty, "value", hidden=True)
### END HIDDEN TESTS

# %% id="novelty-empty" role="tests" points=1
# novelty, empty_places: -1 is no film.
check(novelty, "empty_places")
### BEGIN HIDDEN TESTS
check(novelty, "empty_places", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="personalization-task"
# ## 5. `personalization(recommended)`
#
# How different are the lists of different users? For a pair of users the cosine is the number of films that both were shown,
# divided by √(length of one list × length of the other). Return 1 minus the mean over all pairs of users.
#
# The order of a list does not count. −1 is an empty place, and shortens the list. An empty list has cosine 0 with every other. A
# single user gets 0.

# %% id="personalization-answer" role="answer"
def personalization(recommended):
    """1 minus the mean cosine over all pairs of users' lists, from 0 to 1.

    recommended: lists of positions, one a user; -1 is an empty place.
    Example: personalization([[0, 1], [1, 2]]) is 0.5: one film of two is shared.
    """
    ### BEGIN SOLUTION
    sets = [{item for item in items if item >= 0} for items in recommended]
    cosines = []
    for user, mine in enumerate(sets):
        for yours in sets[:user]:
            length = np.sqrt(len(mine) * len(yours))
            cosines.append(len(mine & yours) / length if length else 0.0)
    return 1 - float(np.mean(cosines)) if cosines else 0.0
    ### END SOLUTION

# %% id="personalization-value" role="tests" points=1
# personalization, value: every pair of users once.
check(personalization, "value")
### BEGIN HIDDEN TESTS
check(personalization, "value", hidden=True)
### END HIDDEN TESTS

# %% id="personalization-empty" role="tests" points=1
# personalization, empty_places: short lists, empty lists, a single user.
check(personalization, "empty_places")
### BEGIN HIDDEN TESTS
check(personalization, "empty_places", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="mmr-task"
# ## 6. `mmr(scores, similarity, k, trade_off)`
#
# Maximal marginal relevance builds a list one film at a time. The **first pick** is the best score, at every `trade_off`. Each later
# pick is the film, among those left, with the largest
#
# $$t \cdot \text{score} - (1 - t) \cdot (\text{largest similarity to a film picked before})$$
#
# where $t$ is `trade_off`, from 0 to 1. A similarity below 0 is a bonus. With fewer candidates than `k`, all are picked. Return the
# positions in the order of the picks. There are no ties in the checks.

# %% id="mmr-answer" role="answer"
def mmr(scores, similarity, k, trade_off):
    """The positions of k films, picked one by one for score and for difference.

    scores: what the model expects of each candidate.
    similarity: similarity[i][j] of candidates i and j.
    trade_off: 1 looks at scores only; 0 at difference only, after the first pick.
    Example: mmr([.9, .8, .5], [[1, .9, .1], [.9, 1, 0], [.1, 0, 1]], 2, 0.5) is [0, 2].
    """
    ### BEGIN SOLUTION
    scores, similarity = np.asarray(scores, dtype=float), np.asarray(similarity, dtype=float)
    picked = [int(np.argmax(scores))]
    left = [item for item in range(len(scores)) if item != picked[0]]
    while left and len(picked) < k:
        value = {item: trade_off * scores[item] - (1 - trade_off) * similarity[item, picked].max()
                 for item in left}
        best = max(left, key=value.get)
        picked.append(best)
        left.remove(best)
    return picked
    ### END SOLUTION

# %% id="mmr-value" role="tests" points=1
# mmr, value: score against the closest film picked before.
check(mmr, "value")
### BEGIN HIDDEN TESTS
check(mmr, "value", hidden=True)
### END HIDDEN TESTS

# %% id="mmr-ends" role="tests" points=1
# mmr, ends: trade-offs of exactly 0 and 1.
check(mmr, "ends")
### BEGIN HIDDEN TESTS
check(mmr, "ends", hidden=True)
### END HIDDEN TESTS

# %% id="mmr-short" role="tests" points=1
# mmr, short: fewer candidates than k.
check(mmr, "short")
### BEGIN HIDDEN TESTS
check(mmr, "short", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="coverage-predict"
# ## 7. Predict, then explain
#
# **Coverage of 100 percent: excellent, or random?** A shop has 1,682 films, and shows ten to each user. Which of these get a
# coverage near 1: random lists for 943 users; random lists for 100 users; a pager that shows films 1 to 10 to the first
# user, 11 to 20 to the next, and so on; eight hits for everybody plus two other films in turn?
#
# Write down what you expect. It is not graded.

# %% id="coverage-prediction" role="answer"
prediction_coverage = ...
### BEGIN SOLUTION
prediction_coverage = "Random for 943 users, the pager, and the hits; random for 100 users not."
### END SOLUTION

# %% id="coverage-shown"
n_films, draw = 1682, np.random.default_rng(2024)
some = {
    "random, 943 users": [draw.choice(n_films, 10, replace=False).tolist() for _ in range(943)],
    "random, 100 users": [draw.choice(n_films, 10, replace=False).tolist() for _ in range(100)],
    "pager, 943 users": (np.arange(9430) % n_films).reshape(943, 10).tolist(),
    "8 hits + 2 in turn": [[*range(8), 8 + 2 * u % 1674, 8 + (2 * u + 1) % 1674]
                           for u in range(943)],
}
for name, shown in some.items():
    covered = attempt(lambda lists: catalog_coverage(lists, n_films), shown)
    unequal = attempt(lambda lists: gini(lists, n_films), shown)
    print(f"{name:20} coverage {covered}   Gini {unequal}")
print(f"expected of random lists: {1 - (1 - 10 / n_films) ** 943:.6f} with 943 users, "
      f"{1 - (1 - 10 / n_films) ** 100:.6f} with 100")

# %% [markdown] id="coverage-explain"
# **Which of these are true?** Answer with all their letters, like `"ae"`.
#
# - **a** A model that covers 100 percent of the catalogue shows random lists.
# - **b** The same model can cover more films when the lists of more users are counted.
# - **c** 1 is the best coverage there is, so the pager is the best model.
# - **d** Coverage does not say whether a list fits its user, so it needs an accuracy metric beside it.
# - **e** With a coverage of 1, all films are shown about equally often.

# %% id="coverage-explain-answer" role="answer"
true_of_coverage = ...
### BEGIN SOLUTION
true_of_coverage = "bd"
### END SOLUTION

# %% id="coverage-explained" role="tests" points=1
# What a coverage of 100 percent says.
check(true_of_coverage, exercise="explain_coverage")

# %% [markdown] id="diversity-predict"
# **High diversity and a lower NDCG: random, or a choice?** Nina likes three of seven films. Your `mmr` builds lists of four for her,
# from trade-off 1 (scores only) down to 0.5. What happens to NDCG@4 and to the diversity of the list? And what do random
# lists get?
#
# Write down what you expect. It is not graded.

# %% id="diversity-prediction" role="answer"
prediction_diversity = ...
### BEGIN SOLUTION
prediction_diversity = "Diversity rises, NDCG falls at the end; random lists have a low NDCG."
### END SOLUTION

# %% id="diversity-films"
nina_films = {  # title: (the model's score, genres, did Nina like it?)
    "The Last Tram": (0.95, "drama", 1), "Winter Postman": (0.9, "drama", 0),
    "Glass Orchard": (0.88, "drama thriller", 1), "Harbour at Dawn": (0.8, "thriller", 1),
    "The Copper Kite": (0.6, "comedy", 0), "Tin Astronaut": (0.55, "space", 0),
    "Seven Quiet Miles": (0.5, "drama comedy", 0),
}
scores = [score for score, _, _ in nina_films.values()]
kinds = [set(words.split()) for _, words, _ in nina_films.values()]
liked = [like for _, _, like in nina_films.values()]
all_kinds = sorted(set.union(*kinds))
table = [[int(kind in film) for kind in all_kinds] for film in kinds]
near = [[len(a & b) / np.sqrt(len(a) * len(b)) for b in kinds] for a in kinds]


def ndcg_of(films):
    """NDCG@4; three films are liked in all."""
    weights = 1 / np.log2(np.arange(2, 6))
    return sum(liked[film] * weight for film, weight in zip(films, weights)) / weights[:3].sum()

# %% id="diversity-shown"
from itertools import permutations

for trade_off in (1, 0.8, 0.7, 0.5):
    ndcg = attempt(lambda t: ndcg_of(mmr(scores, near, 4, t)), trade_off)
    ild = attempt(lambda t: intra_list_diversity(mmr(scores, near, 4, t), table), trade_off)
    print(f"trade-off {trade_off:3}: NDCG@4 {ndcg}   diversity {ild}")

every = [list(films) for films in permutations(range(7), 4)]
ndcg = np.mean([ndcg_of(films) for films in every])
ild = attempt(lambda: np.mean([intra_list_diversity(films, table) for films in every]))
print(f"mean of all {len(every)} possible lists: NDCG@4 {ndcg:.6f}   diversity {ild}")

# %% [markdown] id="diversity-explain"
# **Which of these are true?** Answer with all their letters.
#
# - **a** Two lists with the same films in another order have the same diversity.
# - **b** A list with high diversity and a lower NDCG is a random list.
# - **c** With other features, say directors in place of genres, the same list can have another diversity.
# - **d** MMR always costs NDCG.
# - **e** A personalization of 1 means that no two users were shown the same film, and not that they like theirs.

# %% id="diversity-explain-answer" role="answer"
true_of_diversity = ...
### BEGIN SOLUTION
true_of_diversity = "ace"
### END SOLUTION

# %% id="diversity-explained" role="tests" points=1
# What diversity says, and what it does not.
check(true_of_diversity, exercise="explain_diversity")

# %% [markdown] id="movielens"
# ## On real ratings
#
# Your functions at work on **MovieLens 100K**: the last fifth of each user's ratings is held out, and three models show
# everybody ten films that they have not rated. One is added to each count, so that a film that nobody knows has a finite
# novelty. The data is fetched once, at the first use.

# %% id="movielens-load" role="show"
from course.datasets import DataUnavailable, load
from course.models import ItemKNN, MostPopular, Random
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(f"{why} The sample stands in for it.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
liked_items = test[test.rating >= 4].groupby("user_id").item_id.agg(set)
place_of = {item: place for place, item in enumerate(items.item_id)}
counts = [int(n) + 1 for n in train.item_id.value_counts().reindex(items.item_id, fill_value=0)]
n_people = train.user_id.nunique() + 1
genre_table = items.genres.str.get_dummies("|").drop(columns="unknown", errors="ignore").to_numpy()

# %% id="movielens-run" role="show"
measures = {
    "coverage": lambda lists: catalog_coverage(lists, len(items)),
    "Gini": lambda lists: gini(lists, len(items)),
    "diversity": lambda lists: np.mean([intra_list_diversity(row, genre_table) for row in lists]),
    "novelty": lambda lists: np.mean([novelty(row, counts, n_people) for row in lists]),
    "personalization of 100 users": lambda lists: personalization(lists[:100]),
}
for model in (Random(items), MostPopular(items), ItemKNN(items)):
    ids = model.fit(train).recommend(liked_items.index, 10)
    hit = np.mean([bool(set(row) & liked_items[u]) for u, row in zip(liked_items.index, ids)])
    shown = [[place_of.get(item, -1) for item in row] for row in ids.tolist()]
    print(f"{type(model).__name__}: {len(shown)} users, a liked film among the ten for {hit:.6f}")
    for name, work in measures.items():
        print(f"    {name}: {attempt(work, shown)}")

# %% [markdown] id="movielens-read"
# On MovieLens 100K, random lists win every row but the first. That first row, how many users find something they like, is the reason why
# nobody ships them. Read these metrics beside an accuracy metric, never in place of one.

# %% [markdown] id="written-task"
# ## 8. In your own words
#
# A music service has a playlist called *Discover*: thirty tracks, played through from beginning to end. Its goal is that listeners find
# artists they had never heard and keep them. A colleague wants to choose the model by NDCG@10, "the most expressive metric".
#
# Answer in three to five sentences: which metric should **lead**, with which k; which one should **guard** it; and what does your
# choice still **hide**? This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=3
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 3: a lead metric that follows from the goal (for example recall@30 on never-heard artists: thirty are played, the order
#   matters little, familiar artists would inflate it), a guard with its reason (novelty, so that it is discovery; or
#   diversity, coverage), and one thing that stays hidden (a skip is no dislike, what was never played looks irrelevant,
#   only an A/B test shows whether artists are kept).
# - 2: lead and guard fit the goal, but one reason is missing, or nothing is said of what stays hidden.
# - 1: names metrics from memory; the tie to the playlist is a phrase. Or novelty alone, which random tracks would win.
# - 0: wrong, or beside the question.
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# compute coverage, Gini, diversity, novelty and personalization, trade accuracy for diversity with MMR, show lists that fool
# one of these metrics, and choose the metric that leads for a goal. Beside each number write its card: **how many users, k,
# which features, popularity counted where**.
#
# Hand in this notebook as it is. Its name must stay `beyond.ipynb`.
