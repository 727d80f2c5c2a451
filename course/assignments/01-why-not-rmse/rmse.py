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
# # Assignment 1: Why not RMSE
#
# Mara has seen five films and given them stars: **Harbour at Dawn 5, The Copper Kite 5, Glass Orchard 4,
# Winter Postman 2, The Last Tram 1**. Two models did not know her stars and had to guess.
#
# One model comes closer to her stars. The other one would have chosen a better evening. In this assignment you measure
# both, and learn to say which question is asked.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - compute RMSE by hand, and write `rmse` for real ratings with gaps
# - write `top_k`: from scores to a list, without the films already seen
# - find a case in which the lower RMSE has the worse list
# - mend an RMSE that gives every user one vote, and say when RMSE is the right report
#
# **You need** lesson `01-why-not-rmse`. **Time:** about 60 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it and tells you what
# is wrong, as exactly as it can. `check.hint()`, in a cell of your own, gives a hint for the last exercise checked. At grading, the same
# checks run again on other, hidden inputs. Answers count as right when they are at most one millionth off.
# All other cells are locked.

# %% id="set-up"
from math import nan

import numpy as np
import pandas as pd

from course.checks import check

titles = ["Harbour at Dawn", "The Copper Kite", "Glass Orchard", "Winter Postman", "The Last Tram"]
true = [5, 5, 4, 2, 1]
model_a = [3.9, 4.1, 4.3, 2.5, 1.6]
model_b = [3.2, 3.0, 2.0, 0.5, 0.2]
pd.DataFrame({"Mara": true, "model A": model_a, "model B": model_b}, index=titles)

# %% [markdown] id="by-hand"
# ## 1. By hand
#
# **RMSE** is the root of the mean squared error. With $n$ ratings, true stars $r_i$ and predictions $p_i$:
#
# $$\text{RMSE} = \sqrt{\tfrac{1}{n} \textstyle\sum_i (p_i - r_i)^2}$$
#
# **P@2**, precision at 2, looks at the list. Sort the films by prediction, highest first; which share of the first two places
# holds a relevant film? Relevant are the films with **five** true stars.
#
# Give two numbers each, model A first, then model B, such as `[0.2, 0.7]`. Python may do the arithmetic.

# %% id="by-hand-answer" role="answer"
rmse_of_both = ...
precision_of_both = ...
### BEGIN SOLUTION
rmse_of_both = [np.sqrt(np.mean((np.array(model) - true) ** 2)) for model in (model_a, model_b)]
precision_of_both = [1 / 2, 2 / 2]  # A begins with Glass Orchard, The Copper Kite
### END SOLUTION

# %% id="by-hand-rmse" role="tests" points=2
# RMSE of model A and of model B.
check(rmse_of_both, exercise="mara_rmse")

# %% id="by-hand-precision" role="tests" points=2
# Precision at 2 of model A and of model B.
check(precision_of_both, exercise="mara_precision")

# %% [markdown] id="rmse-task"
# ## 2. `rmse(predicted, actual)`
#
# Now for any list. `actual` may hold `nan` (not a number): nobody rated that film. Such a pair has no error, so **leave it
# out**, above and below the line. At least one film is rated.
#
# A prediction counts as it is, also outside 1 to 5, and is not rounded. Return one number.

# %% id="rmse-answer" role="answer"
def rmse(predicted, actual):
    """Root mean squared error over the films that were rated, in stars.

    predicted: one prediction a film, for example [4.5, 3.0, 2.0].
    actual: the true stars, nan where there is no rating, for example [5, nan, 2].
    Example: rmse([2, 5, 4], [5, 1, nan]) is sqrt((9 + 16) / 2), about 3.54.
    """
    ### BEGIN SOLUTION
    errors = np.asarray(predicted, dtype=float) - np.asarray(actual, dtype=float)
    errors = errors[~np.isnan(errors)]
    return float(np.sqrt(np.mean(errors**2)))
    ### END SOLUTION

# %% id="rmse-value" role="tests" points=2
# rmse, value: every film was rated.
check(rmse, "value")
### BEGIN HIDDEN TESTS
check(rmse, "value", hidden=True)
### END HIDDEN TESTS

# %% id="rmse-unrated" role="tests" points=2
# rmse, unrated: films without a rating are left out.
check(rmse, "unrated")
### BEGIN HIDDEN TESTS
check(rmse, "unrated", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="rmse-sanity"
# **Sanity check.** A sixth film that Mara has not rated must not change the RMSE of model A.

# %% id="rmse-sanity-run"
try:
    print(f"five films:        {rmse(model_a, true):.6f}")
    print(f"and one unrated:   {rmse([*model_a, 3.0], [*true, nan]):.6f}")
except Exception as why:
    print(f"rmse is not ready yet. {why}")

# %% [markdown] id="top-k-task"
# ## 3. `top_k(scores, k, seen)`
#
# A shelf of films needs no stars, only an order. `scores` has one number a film: `scores[0]` is film 0, `scores[1]` film 1, and so on.
# Scores can be stars, or anything else, also negative. `seen` lists the films that this user has watched: they may not be listed.
#
# Return a list of film numbers, best first, at most `k`. When fewer than `k` unseen films exist, the list is simply shorter.

# %% [markdown] id="top-k-ties"
# **Ties.** When two films have the same score, somebody must decide which comes first. The checks avoid it: no two scores in
# their cases are equal. The models of this course settle ties by one fixed random order of the films, never by number, because
# in MovieLens low numbers are popular films.

# %% id="top-k-answer" role="answer"
def top_k(scores, k, seen):
    """The k unseen items with the highest scores, as a list of positions, best first.

    scores: a list of numbers, one an item; more is better, and no two are equal.
    k: the number of places. seen: a list of positions that may not be listed.
    Example: top_k([3, 9, 7, 5], 2, [1]) is [2, 3].
    """
    ### BEGIN SOLUTION
    allowed = [place for place in range(len(scores)) if place not in seen]
    allowed.sort(key=lambda place: scores[place], reverse=True)
    return allowed[:k]
    ### END SOLUTION

# %% id="top-k-order" role="tests" points=2
# top_k, order: positions, best score first, k of them.
check(top_k, "order")
### BEGIN HIDDEN TESTS
check(top_k, "order", hidden=True)
### END HIDDEN TESTS

# %% id="top-k-seen" role="tests" points=2
# top_k, seen: what the user has watched is not listed.
check(top_k, "seen")
### BEGIN HIDDEN TESTS
check(top_k, "seen", hidden=True)
### END HIDDEN TESTS

# %% id="top-k-short" role="tests" points=1
# top_k, short: fewer than k unseen items are left, or none.
check(top_k, "short")
### BEGIN HIDDEN TESTS
check(top_k, "short", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="counter-task"
# ## 4. Closer, and wrong
#
# Leo's true stars for three films are **5, 4, 2**. Invent two models. `closer` has the **lower RMSE**, yet does *not* put the first film
# on top. `in_order` has the higher RMSE and puts the first film on top.
#
# Give three predictions each, in the order of the films, all between 1 and 5 stars, with no tie for the first place. Any pair that
# does it is right.

# %% id="counter-answer" role="answer"
closer = ...
in_order = ...
### BEGIN SOLUTION
closer = [4.4, 4.5, 2.0]
in_order = [3.0, 2.0, 1.0]
### END SOLUTION

# %% id="counter-check" role="tests" points=3
# Two models: the one with the lower RMSE has the wrong film on top.
check((closer, in_order), exercise="rmse_against_order")

# %% [markdown] id="ten-task"
# ## 5. Predict, then explain
#
# Someone adds **10** to every prediction of model A. What happens to its RMSE, and to its list? And what if all predictions are then
# clipped, so that anything above 5 becomes 5?
#
# Write down what you expect, in a few words between quotes. This cell is **not graded**; it is there so that you can be surprised.

# %% id="ten-prediction" role="answer"
prediction = ...
### BEGIN SOLUTION
prediction = "RMSE goes up to about 10, the list stays; clipping makes all films equal"
### END SOLUTION

# %% id="ten-run"
def report(name, predicted, k=2):
    predicted = np.array(predicted)
    error = np.sqrt(np.mean((predicted - true) ** 2))
    shelf = np.argsort(-predicted)[:k]
    found = sum(true[film] == 5 for film in shelf) / true.count(5)
    print(f"{name:20} RMSE {error:9.6f}   different values {len(set(predicted.tolist()))}   ",
          "all tied, no order" if predicted.min() == predicted.max()
          else f"recall@{k} {found:.1f}: {', '.join(titles[film] for film in shelf)}")

if prediction is ...:
    print("You have not written a prediction yet. Guess first; a wrong guess costs nothing.")
report("A", model_a)
report("A + 10", np.array(model_a) + 10)
report("A + 10, clipped at 5", np.minimum(np.array(model_a) + 10, 5))

# %% [markdown] id="ten-choice"
# **Which of these are true?** Give all the letters in one text, such as `"ce"`.
#
# - **a** Adding 10 to every prediction changes RMSE a lot.
# - **b** Adding 10 to every prediction leaves the list as it was, film by film.
# - **c** Recall at 2 falls when RMSE rises.
# - **d** A model can have a high RMSE and a high recall.
# - **e** The model with the lowest RMSE has the best list.
# - **f** Clipping the shifted predictions at 5 stars keeps the list.

# %% id="ten-answer" role="answer"
true_statements = ...
### BEGIN SOLUTION
true_statements = "abd"
### END SOLUTION

# %% id="ten-check" role="tests" points=3
# Adding 10: what it changes, and what it does not.
check(true_statements, exercise="add_ten")

# %% [markdown] id="bug-task"
# ## 6. Find the bug, then mend it
#
# A public project on film ratings computed its RMSE like the function below, for which we wrote a short version of our own.
# `errors_by_user` maps each user to a list of errors, predicted minus true. The result was reported as "the RMSE".
#
# **First expose it.** Give two users' error lists, such as `[1, -1]`, for which the suspicious number and the RMSE over all errors are **at least
# half a star** apart. Stars go from 1 to 5, so no error is larger than 4. Each user has at least one error.

# %% id="bug-suspicious"
def suspicious_rmse(errors_by_user):
    per_user = []
    for errors in errors_by_user.values():
        mean_square = sum(error**2 for error in errors) / len(errors)
        per_user.append(mean_square**0.5)
    return sum(per_user) / len(per_user)

print(suspicious_rmse({"ana": [1, -1], "ben": [1]}))

# %% id="bug-exposed-answer" role="answer"
first_user = ...
second_user = ...
### BEGIN SOLUTION
first_user = [0]
second_user = [2, 2, 2]
### END SOLUTION

# %% id="bug-exposed" role="tests" points=1
# Two users for whom the suspicious number is far from the RMSE over all errors.
check((first_user, second_user), exercise="rmse_bug_exposed")

# %% [markdown] id="bug-fix-task"
# **Now mend it.** Write `fixed_rmse(errors_by_user)`: the RMSE over all errors, where every rating has one vote. Some users may
# have an empty list; at least one error exists.

# %% id="bug-fix-answer" role="answer"
def fixed_rmse(errors_by_user):
    """RMSE over the errors of all users, each error with one vote.

    errors_by_user: {user: [predicted minus true, …]}; a list may be empty.
    Example: fixed_rmse({"u": [3], "v": [1, 1]}) is sqrt(11 / 3), about 1.91.
    """
    ### BEGIN SOLUTION
    squares = [error**2 for errors in errors_by_user.values() for error in errors]
    return (sum(squares) / len(squares)) ** 0.5
    ### END SOLUTION

# %% id="bug-fix-value" role="tests" points=1
# fixed_rmse, value: one vote for each rating, one root.
check(fixed_rmse, "value")
### BEGIN HIDDEN TESTS
check(fixed_rmse, "value", hidden=True)
### END HIDDEN TESTS

# %% id="bug-fix-silent" role="tests" points=1
# fixed_rmse, silent: a user without errors adds nothing.
check(fixed_rmse, "silent")
### BEGIN HIDDEN TESTS
check(fixed_rmse, "silent", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="movielens"
# ## On real ratings
#
# **MovieLens 100K**: the last fifth of each user's ratings is held out, and every film is predicted by its **mean rating** so far. The first
# cell compares the two ways to average. Some users rated hundreds of films, many rated few. The data is fetched once, at
# the first use; without it the course's small sample stands in.

# %% id="movielens-errors"
from course.datasets import DataUnavailable, load
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why, "The numbers below are those of the sample.")
    ratings, items = load("sample")
train, test = user_temporal_split(ratings, share=0.2)
means = train.groupby("item_id").rating.mean()
errors = (test.item_id.map(means) - test.rating).dropna()
errors_by_user = {int(user): row.tolist() for user, row in errors.groupby(test.user_id)}
print(f"{len(errors_by_user)} users, {len(errors)} held-out ratings of films known to train")
print(f"mean of the users' RMSE: {suspicious_rmse(errors_by_user):.6f}")
try:
    print(f"your fixed_rmse:         {fixed_rmse(errors_by_user):.6f}")
except Exception as why:
    print(f"your fixed_rmse:         not ready yet. {why}")

# %% [markdown] id="movielens-errors-read"
# The two numbers answer two questions: how far off are we for a typical *user*, and for a typical *rating*? Both are fair. Only the
# name must say which one it is.

# %% [markdown] id="movielens-shelf"
# Now your `top_k` with the film means as scores. How many people rated the ten films on top? The second row adds **ten votes
# of 3.5** to each film before the mean is taken, which is called damping.

# %% id="movielens-shelf-run"
by_film = train.groupby("item_id").rating.agg(["sum", "count"]).reindex(items.item_id).fillna(0)
jitter = np.random.default_rng(0).random(len(items)) / 1e6  # settles ties, at random
watched = np.flatnonzero(items.item_id.isin(train[train.user_id == 1].item_id)).tolist()
for votes in (0, 10):
    shown = (by_film["sum"] + 3.5 * votes) / (by_film["count"] + votes).clip(lower=1) + jitter
    try:
        shelf = top_k(shown.tolist(), 10, watched)
        print(f"{votes:2} votes added: raters of the ten films", by_film["count"].iloc[shelf]
              .astype(int).tolist())
    except Exception as why:
        print(f"{votes:2} votes added: top_k is not ready yet. {why}")

# %% [markdown] id="movielens-shelf-read"
# Without damping, films that one or two people loved fill the shelf. A mean of a single five-star rating is a perfect 5. Ten added votes
# say: show me more people before I believe it.

# %% [markdown] id="written-task"
# ## 7. In your own words
#
# **When would you report RMSE?** Answer in two to four sentences: name a product or page where it is the right number and say why, name one
# where it is not, and say what RMSE cannot see. This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=3
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 3: a case where the user sees the number (stars printed beside a film), with the reason; a case where only the
#   order shows (a shelf of ten films), with the reason; and one limit, such as: only films that users chose to rate
#   are measured, or a miss at the bottom weighs like one at the top.
# - 2: claim and reason for one of the cases, or both without a limit.
# - 1: a claim only, or a rule learned by heart ("RMSE is for regression").
# - 0: wrong ("a lower error means better recommendations"), or beside the question.
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# compute RMSE with gaps, turn scores into a list without seen films, show a model that is closer and worse, and say whose errors a mean
# is about. Beside every RMSE you publish, write its card: **which ratings, clipped or not, one vote a rating or one a user**.
#
# Hand in this notebook as it is. Its name must stay `rmse.ipynb`.
