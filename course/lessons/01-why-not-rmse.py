# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 1: Why not RMSE
#
# **You will be able to**
#
# - compute RMSE by hand, and say what it measures
# - turn scores into a list, and say what the list keeps of them
# - show that the model with the lowest error need not have the best list
# - say which ratings, and whose, stand behind an RMSE
# - name a product for which RMSE is the right number
#
# **You need** lesson `00-start-here`. **Time:** about 35 minutes (an estimate).

# %% [markdown] id="case"
# ## Mara and two models
#
# Mara has seen five films. Model A and model B did not know her stars and had to guess them.
#
# *Predict:* which model is closer to her stars? And if the app shows her only the two films that a model likes best, which model gives her
# the better evening?

# %% id="case-run"
import numpy as np
import pandas as pd

titles = ["Harbour at Dawn", "The Copper Kite", "Glass Orchard", "Winter Postman", "The Last Tram"]
mara = [5, 5, 4, 2, 1]
model_a = [3.9, 4.1, 4.3, 2.5, 1.6]
model_b = [3.2, 3.0, 2.0, 0.5, 0.2]
pd.DataFrame({"model A": model_a, "Mara": mara, "model B": model_b}, index=titles)

# %% [markdown] id="rmse"
# ## RMSE
#
# The error of a prediction is $e_i = p_i - r_i$: predicted stars minus true stars. Read the name from right to left: take the
# **E**rrors, **S**quare them, take the **M**ean over the $n$ ratings, then the **R**oot, which brings us back to stars.
#
# $$\text{RMSE} = \sqrt{\tfrac{1}{n} \textstyle\sum_i e_i^2}$$

# %% id="rmse-run"
def rmse(predicted, actual):
    errors = np.asarray(predicted, dtype=float) - np.asarray(actual, dtype=float)
    return np.sqrt(np.mean(errors**2))

def mae(predicted, actual):
    return np.mean(np.abs(np.asarray(predicted, dtype=float) - np.asarray(actual, dtype=float)))

for name, predicted in (("A", model_a), ("B", model_b)):
    errors = np.round(np.subtract(predicted, mara), 1).tolist()
    print(f"{name}: errors {errors}  RMSE {rmse(predicted, mara):.6f}  "
          f"MAE {mae(predicted, mara):.6f}")

# %% [markdown] id="rmse-read"
# A is much closer: 0.737564 stars off against 1.681071. The **MAE**, the mean of the absolute errors, agrees here; it is in stars too, and
# to it one error of 2 weighs like two errors of 1. Squares make the large error weigh more:

# %% id="rmse-slips"
predicted, actual = [1, 1, 2], [1, 3, 1]
errors = np.subtract(predicted, actual)
print("errors", errors.tolist())
print(f"RMSE                   {rmse(predicted, actual):.6f}")
print(f"MAE                    {mae(predicted, actual):.6f}")
print(f"root forgotten (MSE)   {np.mean(errors**2):.6f}   stars squared")
print(f"mean forgotten         {np.sqrt(np.sum(errors**2)):.6f}   grows with the data")
print(f"divided by n - 1       {np.sqrt(np.sum(errors**2) / (3 - 1)):.6f}")
print(f"signs kept             {abs(np.mean(errors)):.6f}   errors make up for each other")

# %% [markdown] id="rmse-slips-read"
# Four slips, four other numbers. Nothing is estimated from these errors, so there is no $n - 1$. And the mean of signed errors is the
# *bias* of a model: useful, with a name of its own.

# %% [markdown] id="order"
# ## Order
#
# The app does not print stars. It shows two films. So only one thing of each prediction survives: **is it larger than the others?**
#
# **P@2**, precision at 2, is the share of the two places that hold a relevant film. Here a film is relevant if Mara gave it five stars.

# %% id="order-run"
for name, predicted in (("A", model_a), ("B", model_b)):
    best_first = np.argsort(-np.array(predicted))
    shelf = best_first[:2]
    hits = sum(mara[film] == 5 for film in shelf)
    print(f"{name}: {', '.join(titles[film] for film in shelf):32} P@2 = {hits / 2}")

# %% id="order-figure"
from course.figures.rmse import two_models

two_models(titles, mara,
           {f"model {name}": (predicted, f"RMSE {rmse(predicted, mara):.2f}")
            for name, predicted in (("A", model_a), ("B", model_b))}, highlight="Glass Orchard")

# %% [markdown] id="order-read"
# B has a perfect shelf and A has not: A puts *Glass Orchard* first. B is far off, for each film in the same direction, so its order
# is Mara's order. Two films are enough to see it:

# %% id="order-two"
for predicted in ([4.4, 4.5], [3, 2]):
    order = "right" if predicted[0] > predicted[1] else "wrong"
    print(f"{predicted} for true stars [5, 4]: RMSE {rmse(predicted, [5, 4]):.6f}, {order} order")

# %% [markdown] id="seen"
# ## Seen films
#
# A list for tonight leaves out what the user has watched. Two habits break it. Cutting to k *before* filtering gives short lists. And
# giving seen films a score of 0 fails where scores can be negative: 0 is not the lowest score. Minus infinity is.

# %% id="seen-run"
scores, seen, k = np.array([-0.2, -0.7, 0.5]), [0], 2

cut_first = [int(film) for film in np.argsort(-scores)[:k] if film not in seen]
zero, lowest = scores.copy(), scores.copy()
zero[seen], lowest[seen] = 0, -np.inf
print("cut, then filter:        ", cut_first)
print("seen films scored 0:     ", np.argsort(-zero)[:k].tolist())
print("seen films scored -inf:  ", np.argsort(-lowest)[:k].tolist())

# %% [markdown] id="seen-read"
# Film 0 was seen, so the right list is [2, 1]. When fewer than k unseen films exist, end the list: with minus infinity
# alone, seen films would come back at its end. Whether seen items belong in a list depends on the product. A grocery shop wants them.

# %% [markdown] id="ten"
# ## Add ten
#
# *Predict:* we add 10 to every prediction of model A. What happens to its RMSE? To its list? And what if all is then cut at 5 stars?

# %% id="ten-run"
plus_ten = np.array(model_a) + 10
for name, predicted in (("A", np.array(model_a)), ("A + 10", plus_ten),
                        ("A + 10, cut at 5", np.minimum(plus_ten, 5))):
    order = np.argsort(-predicted, kind="stable").tolist()
    tied = len(set(predicted.tolist())) == 1
    print(f"{name:17} RMSE {rmse(predicted, mara):.6f}   order",
          "lost, all are equal" if tied else order)

# %% [markdown] id="ten-read"
# RMSE jumps from 0.737564 to 9.906765, and **every list stays as it was**. So precision, recall and NDCG stay, too. "RMSE is
# high, yet recall is high" is no contradiction: the two answer different questions. Cutting is not harmless: it made all films equal.

# %% [markdown] id="real"
# ## Real data
#
# Now MovieLens 100K. The last fifth of each user's ratings is held out. Three models predict stars: **ItemMean** (a film's mean), **BiasOnly** (plus what is
# usual for the user) and **BiasedMF** (plus taste). **PureSVD** fills unknown ratings with 0, so its scores are no stars. **MostPopular** predicts
# nothing; it is the yardstick.
#
# *Predict:* which one has the lowest RMSE, and which one the best lists?

# %% id="real-data"
from course.datasets import DataUnavailable, load
from course.metrics import evaluate
from course.models import BiasedMF, BiasOnly, ItemMean, MostPopular, PureSVD
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why, "The sample stands in, so the numbers below differ from the text.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
liked = test[test.rating >= 4]  # relevant: held out, with 4 or 5 stars
wanted = {user: rows.item_id.tolist() for user, rows in liked.groupby("user_id")}
users = list(wanted)
known = test[test.user_id.isin(users) & test.item_id.isin(train.item_id)]
print(f"{len(users)} users with a relevant film, {len(known)} held-out ratings to predict")

# %% id="real-run"
def judge(model):
    """RMSE over the held-out ratings (cut to 1 to 5 stars), and metrics of the lists of ten."""
    shown = evaluate(model.recommend(users, 10), wanted, 10, users=users).mean()
    row = {"NDCG@10": shown["ndcg@10"], "recall@10": shown["recall@10"]}
    if hasattr(model, "predict"):
        row["RMSE"] = rmse(model.predict(known.user_id, known.item_id), known.rating)
    return row

models = {kind.__name__: kind(items).fit(train)
          for kind in (BiasedMF, BiasOnly, ItemMean, PureSVD, MostPopular)}
table = pd.DataFrame({name: judge(model) for name, model in models.items()}).T
table[["RMSE", "NDCG@10", "recall@10"]].round(6)

# %% id="real-figure"
from course.figures.rmse import error_against_order

points = {name: (row["RMSE"], row["NDCG@10"]) for name, row in table.iterrows()}
_, popular = points.pop("MostPopular")
error_against_order(points, ("MostPopular", popular))

# %% [markdown] id="real-read"
# BiasedMF has the lowest RMSE, 0.972197, and NDCG@10 of 0.055207. PureSVD is off by 2.420614 stars, and its lists reach 0.176822. MostPopular
# reaches 0.099023 without predicting anything.
#
# **What this shows:** the best RMSE is not the best list. **What it does not show:** that a high RMSE is a merit. Among the three
# models that predict stars, the lower RMSE had the higher NDCG here (not the higher recall). One data set, one split.

# %% [markdown] id="single"
# ## One five-star rating
#
# Why does ItemMean rank so badly? A film with a single rating of five stars has a mean of 5. It beats a film with 200 ratings and a mean
# of 4.6. **Damping** adds some votes of a middling film to each film before the mean is taken.

# %% id="single-run"
for n, mean in ((1, 5), (200, 4.6)):
    print(f"{n:3} ratings, mean {mean}: with ten votes of 3.5 added "
          f"{(n * mean + 10 * 3.5) / (n + 10):.6f}")

# %% id="single-real"
raters = train.item_id.value_counts().reindex(items.item_id, fill_value=0)
stars = train.groupby("item_id").rating.sum().reindex(items.item_id, fill_value=0)
for votes in (0, 10, 100):
    damped = ItemMean(items).fit(train)
    if votes:
        damped.means = ((stars + 3.5 * votes) / (raters + votes)).to_numpy()
    row = judge(damped)
    typical = raters.loc[damped.recommend(users, 10).ravel()].median()
    print(f"{votes:3} votes: RMSE {row['RMSE']:.6f}, NDCG@10 {row['NDCG@10']:.6f}, "
          f"raters of a listed film (median) {typical:.0f}")
rare = raters < 5
print(f"films with fewer than 5 raters: {rare.mean():.1%} of the catalogue, "
      f"{rare.loc[known.item_id].mean():.1%} of the ratings to predict")

# %% [markdown] id="single-read"
# Undamped, at least half of the listed films have one rater. With 100 votes RMSE gets *worse*, 1.063289 to 1.116523, and NDCG@10 rises from 0.000959 to
# 0.081688. RMSE hardly notices rare films, which have few of the ratings to predict. A list meets them first, because extreme means stand at the top.

# %% [markdown] id="rated"
# ## Rated only
#
# RMSE needs a true rating, so it is measured on films that users **chose** to rate. Is that a fair sample of what a model will show?

# %% id="rated-run"
listed = models["BiasedMF"].recommend(users, 10)
held_out = set(zip(test.user_id, test.item_id))
checked = np.mean([(user, film) in held_out
                   for user, films in zip(users, listed.tolist()) for film in films])
pairs = raters.size * ratings.user_id.nunique()
print(f"pairs of user and film with a rating:      {len(ratings) / pairs:.1%}")
print(f"raters of a film: in the catalogue {raters.mean():.1f}, "
      f"behind a test rating {raters.loc[known.item_id].mean():.1f}")
print(f"BiasedMF's listed films with a held-out rating: {checked:.1%}")

# %% [markdown] id="rated-read"
# RMSE judges the model on films that are, on average, more than twice as well known as those of the catalogue. Of the films BiasedMF would show,
# about one in twenty has a held-out rating at all. The rest of the shelf goes unjudged by RMSE.
#
# The ranking metrics have a gap too: they count an unrated film as not relevant.

# %% [markdown] id="rated-zero"
# One repair makes it worse: calling a missing rating 0 stars. Nobody rated that film 0.

# %% id="rated-zero-run"
predicted, actual = np.array([4, 3]), np.array([4, np.nan])
rated = ~np.isnan(actual)
print("the rated film only:   ", rmse(predicted[rated], actual[rated]))
print("the gap as 0 stars:    ", round(rmse(predicted, np.nan_to_num(actual)), 6))
print("the gap left as it is: ", rmse(predicted, actual))

# %% [markdown] id="users"
# ## Users
#
# Ana has one error: 0. Ben has three: 2, 2, 2. What is the RMSE? Take the root **once**, at the end, and every *rating* has one vote. Take it for each
# user and average, and every *user* has one vote. Both are in use under one name.

# %% id="users-run"
ana, ben = [0], [2, 2, 2]
print(f"all errors: {rmse(ana + ben, 0):.6f}   mean of users' RMSE: "
      f"{(rmse(ana, 0) + rmse(ben, 0)) / 2:.6f}")

for name in ("BiasedMF", "BiasOnly", "ItemMean"):
    errors = pd.Series(models[name].predict(known.user_id, known.item_id) - known.rating)
    one, other = rmse(errors, 0), errors.groupby(known.user_id).apply(rmse, 0).mean()
    print(f"{name:9} all errors {one:.6f}   mean of users' RMSE {other:.6f}   "
          f"gap {one - other:.3f}")
step = table.loc["BiasOnly", "RMSE"] - table.loc["BiasedMF", "RMSE"]
print(f"from BiasOnly to BiasedMF, all errors: {step:.3f}")

# %% [markdown] id="users-read"
# For Ana and Ben it is 1.732051 or 1.000000. On MovieLens the three models keep their order, and each looks better user by user: BiasedMF
# by 0.025 stars, which is more than the whole step from BiasOnly to BiasedMF, 0.021. Compare a number of one kind with one of the other, and
# you may celebrate nothing.

# %% [markdown] id="right"
# ## When RMSE is right
#
# When the user **sees the number**. A shop prints "we think you will give this 4.5 stars". Then being off by a star is what the user
# notices, and RMSE (or MAE) says by how much. It also helps while fitting a model of ratings, as a loss.
#
# "A 92 % match is a predicted rating", people say. Is it? Let us print BiasedMF's stars as a percentage of five.

# %% id="right-match"
match = models["BiasedMF"].predict(known.user_id, known.item_id) / 5 * 100
groups = pd.cut(match, [0, 60, 70, 80, 90, 100])
pd.DataFrame({"match": match, "liked": known.rating.to_numpy() >= 4}).groupby(
    groups, observed=True).agg(ratings=("liked", "size"), mean_match=("match", "mean"),
                               liked_percent=("liked", lambda some: 100 * some.mean())).round(1)

# %% [markdown] id="right-read"
# At the top the two columns agree. Below they part: a film with a "65 % match" was liked in fewer than four of ten cases. People read a percentage
# as a **chance**. So test it as one: of all films with a 92 % match, do about 92 % please? That is calibration, and RMSE does not test it.

# %% [markdown] id="misleads"
# ## When it misleads
#
# RMSE weighs a miss at the bottom like one at the top. Here two models each swap one pair of films; only one swap is seen on a
# shelf for one film.

# %% id="misleads-run"
stars = [5, 4, 2, 1]
for name, predicted in (("last", [5, 4, 1, 2]), ("first", [4, 5, 2, 1])):
    first = stars[int(np.argmax(predicted))]
    print(f"swaps the {name} two: RMSE {rmse(predicted, stars):.6f}, "
          f"the film on top has {first} stars")

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# This is a short version, in our words, of what letterboxd_recommendations PR42 mended. **Find users' errors that expose it.**

# %% id="wild-code"
def suspicious_rmse(errors_by_user):
    roots = []
    for errors in errors_by_user.values():
        squares = [error**2 for error in errors]
        roots.append((sum(squares) / len(squares)) ** 0.5)
    return sum(roots) / len(roots)

print(suspicious_rmse({"ana": [1, -1], "ben": [1, 1, -1]}))

# %% [markdown] id="wild-answer"
# <details><summary>What is wrong</summary>
#
# It averages numbers that are rooted already, one for each user. Users with the same RMSE hide it, as above. Ana and Ben expose it:
# `{"ana": [0], "ben": [2, 2, 2]}` gives 1 in place of 1.732051. A user without errors makes it divide by zero.
#
# </details>
#
# Two more. In librec#122 somebody tuned an implicit-feedback model because its RMSE stayed above 3; its scores were never meant as stars. And
# dotnet/docs PR11667 is about a tutorial that wanted RMSE "close to 1"; the best value is 0.

# %% [markdown] id="card"
# ## Convention card
#
# | what | here | elsewhere |
# |---|---|---|
# | ratings | held out, film known to train, user with a relevant film | all pairs, gaps as 0 (never do this) |
# | votes | one a rating | one a user: rrecsys `RMSE`, beside its `globalRMSE`; turicreate returns both |
# | cut to the scale | models cut to 1 to 5; `rmse` takes what it gets | Surprise cuts every prediction; scikit-learn cuts nothing |
# | tied scores | one fixed random order | `np.argsort`: no promise, or by position |
# | lists | seen films left out | kept, where people buy again |

# %% [markdown] id="quiz"
# **Quick questions.** RMSE is fit for:
#
# <details><summary>a shelf of ten films</summary>No: only the order shows.</details>
# <details><summary>stars printed beside a film</summary>Yes: the number itself is seen.</details>
# <details><summary>clicks</summary>No: there is no rating to predict.</details>
#
# A model of clicks has an RMSE of 3 against the stars:
#
# <details><summary>it is broken</summary>Not shown: its scores are no stars.</details>
# <details><summary>it was asked the wrong question</summary>Yes. Judge its lists.</details>

# %% [markdown] id="quiz-rated"
# RMSE is measured on:
#
# <details><summary>the films that users rated</summary>Yes, and those are no fair sample of what will be ranked.</details>
# <details><summary>all films</summary>No: nobody has those ratings.</details>
# <details><summary>the films that were listed</summary>No: few of these have a rating, about one in twenty above.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 0.** Two programs print the same nDCG for one list, to two decimals. They computed the same thing:
#
# <details><summary>yes, the numbers agree</summary>No: two decimals hid a call with the arguments mixed up.</details>
# <details><summary>perhaps; their cards must be compared</summary>Yes: k, gain, ideal, and who is in the mean.</details>
# <details><summary>no, two programs never agree</summary>No: with one card they agree to many digits.</details>

# %% [markdown] id="exercise"
# > **Exercise.** Assignment `01-why-not-rmse`: Mara's two models by hand, `rmse` with gaps, `top_k`, a counter-example of your own, and the bug above.
# > Start it with `python -m course start 01-why-not-rmse`.

# %% [markdown] id="recap"
# ## You can now
#
# compute RMSE and say it is in stars; turn scores into a list, of which only the order is left; show a model that is closer and lists worse; say
# which ratings and whose votes are in an RMSE; and name the case for it: a number that the user sees.
#
# *Sources: Aggarwal (2016), Recommender Systems, chapter 7. Cremonesi, Koren and Turrin (2010), Performance of recommender algorithms on top-N
# recommendation tasks, RecSys. Steck (2010), Training and testing of recommender systems on data missing not at random, KDD.*
