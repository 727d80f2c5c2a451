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
# # Assignment 2: Precision, recall, F1, hit rate
#
# It is Friday. Tomas opens his film app, and it ranks ten films for him. Afterwards we learn which ones he
# liked: those in places **2, 3, 7 and 9**. Two more films that he would have liked were not in the list at all.
#
# His phone shows 3 films, his tablet 5, his television 10. How good was the list on each screen? That is what the
# letter k in precision@k asks.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - compute precision@k, recall@k and F1@k by hand
# - write `precision_at_k`, `recall_at_k`, `f1_at_k` and `hit_rate_at_k` from scratch
# - average over users so that everybody has one vote
# - say what seen films do to recall, and mend a recall that always looks fine
#
# **You need** lesson `02-precision-recall`. **Time:** about 75 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it and tells you what is wrong.
# `check.hint()` gives a hint for the last exercise checked; there are three for each. At grading, the same checks run
# again on other, hidden lists. Answers are right when they are at most one millionth off. All other
# cells are locked.

# %% id="set-up"
import numpy as np

from course.checks import check

friday = [0, 1, 1, 0, 0, 0, 1, 0, 1, 0]  # 1: Tomas liked the film in this place
n_relevant = 6  # four of those films are in the list, two are not
screens = [3, 5, 10]  # phone, tablet, television

# %% [markdown] id="by-hand"
# ## 1. By hand
#
# For each screen, with its own k:
#
# - **precision@k**: of the k places he saw, which share did he like?
# - **recall@k**: of all the films he would have liked, which share did he see?
# - **F1@k**: the harmonic mean of the two, $2PR / (P + R)$.
#
# Give three lists of three numbers, in the order phone, tablet, television. A calculator is fine, and so is Python.

# %% id="by-hand-answer" role="answer"
precisions = ...
recalls = ...
f1s = ...
### BEGIN SOLUTION
precisions = [2 / 3, 2 / 5, 4 / 10]
recalls = [2 / 6, 2 / 6, 4 / 6]
f1s = [2 * p * r / (p + r) for p, r in zip(precisions, recalls)]
### END SOLUTION

# %% id="by-hand-precision" role="tests" points=1
# Precision on each of the three screens.
check(precisions, exercise="hand_precision")

# %% id="by-hand-recall" role="tests" points=1
# Recall on each of the three screens.
check(recalls, exercise="hand_recall")

# %% id="by-hand-f1" role="tests" points=1
# F1 on each of the three screens.
check(f1s, exercise="hand_f1")

# %% [markdown] id="by-hand-read"
# From the tablet to the television, precision stayed the same and recall doubled. So the same ranking is a better or a worse
# product on another screen. **k belongs to the metric's name**, and it comes from the screen.

# %% [markdown] id="precision-task"
# ## 2. `precision_at_k(relevance, k)`
#
# Now for any list. `relevance` holds one number for each place, best-ranked item first. A number **above 0** means that
# the user liked the item; how much does not matter here.
#
# The denominator is always `k`: a list shorter than `k` leaves places empty, and an empty place is a
# missed chance. An empty list scores 0.

# %% id="precision-answer" role="answer"
def precision_at_k(relevance, k):
    """The share of the first k places that hold a relevant item; from 0 to 1.

    relevance: grades, best-ranked item first, for example [0, 2, 1, 0]; above 0 is relevant.
    k: the number of places that the user sees, at least 1.
    Example: precision_at_k([0, 2, 1, 0], 3) is 2 / 3, about 0.67.
    """
    ### BEGIN SOLUTION
    return sum(grade > 0 for grade in relevance[:k]) / k
    ### END SOLUTION

# %% id="precision-value" role="tests" points=1
# precision_at_k, value: lists of exactly k items.
check(precision_at_k, "value")
### BEGIN HIDDEN TESTS
check(precision_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="precision-cutoff" role="tests" points=1
# precision_at_k, cutoff: nothing below place k counts.
check(precision_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(precision_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="precision-short" role="tests" points=1
# precision_at_k, short: lists with fewer than k items, or none.
check(precision_at_k, "short")
### BEGIN HIDDEN TESTS
check(precision_at_k, "short", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="recall-task"
# ## 3. `recall_at_k(relevance, k, n_relevant)`
#
# Precision looks at the screen, recall looks at the user. `n_relevant` counts **all** the items that are relevant to
# this user: those in the list, above and below place `k`, and those that the list missed.
#
# A user without relevant items gets 0. Let the cell stand alone, and do not call `precision_at_k`: then one
# mistake costs only its own points.

# %% id="recall-answer" role="answer"
def recall_at_k(relevance, k, n_relevant):
    """The share of the user's relevant items that stand in the first k places; from 0 to 1.

    relevance: grades, best-ranked item first; above 0 is relevant.
    k: the number of places that the user sees, at least 1.
    n_relevant: how many relevant items the user has in all.
    Example: recall_at_k([0, 2, 1, 0], 2, 4) is 1 / 4.
    """
    ### BEGIN SOLUTION
    if n_relevant == 0:
        return 0.0
    return sum(grade > 0 for grade in relevance[:k]) / n_relevant
    ### END SOLUTION

# %% id="recall-value" role="tests" points=1
# recall_at_k, value: lists of exactly k items.
check(recall_at_k, "value")
### BEGIN HIDDEN TESTS
check(recall_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="recall-cutoff" role="tests" points=1
# recall_at_k, cutoff: what stands below place k was not found.
check(recall_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(recall_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% id="recall-missed" role="tests" points=1
# recall_at_k, missed: relevant items that are not in the list count below the line.
check(recall_at_k, "missed")
### BEGIN HIDDEN TESTS
check(recall_at_k, "missed", hidden=True)
### END HIDDEN TESTS

# %% id="recall-no-relevant" role="tests" points=1
# recall_at_k, no_relevant: a user who wants nothing gets 0.
check(recall_at_k, "no_relevant")
### BEGIN HIDDEN TESTS
check(recall_at_k, "no_relevant", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="f1-task"
# ## 4. `f1_at_k` and `hit_rate_at_k`
#
# **F1** is low as soon as precision or recall is low: $F_1 = 2PR / (P + R)$. Two things can be zero below a line
# here, P + R and `n_relevant`. In both cases F1 is 0. Short lists count as before.
#
# Again, let the cell stand alone.

# %% id="f1-answer" role="answer"
def f1_at_k(relevance, k, n_relevant):
    """The harmonic mean of precision at k and recall at k; from 0 to 1.

    relevance: grades, best-ranked item first; above 0 is relevant.
    k: the number of places that the user sees, at least 1.
    n_relevant: how many relevant items the user has in all.
    Example: f1_at_k([0, 2, 1, 0], 2, 4) is 1 / 3: P is 1 / 2 and R is 1 / 4.
    """
    ### BEGIN SOLUTION
    hits = sum(grade > 0 for grade in relevance[:k])
    return 2 * hits / (k + n_relevant)
    ### END SOLUTION

# %% id="f1-value" role="tests" points=1
# f1_at_k, value: lists with at least one hit.
check(f1_at_k, "value")
### BEGIN HIDDEN TESTS
check(f1_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="f1-edges" role="tests" points=1
# f1_at_k, edges: no hit, no relevant item, short lists.
check(f1_at_k, "edges")
### BEGIN HIDDEN TESTS
check(f1_at_k, "edges", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="hit-task"
# **Hit rate.** For one user it is a yes or a no: did the first k places hold at least one relevant item? Return 1 or 0. It
# becomes a rate in the mean over users.

# %% id="hit-answer" role="answer"
def hit_rate_at_k(relevance, k):
    """1 if at least one of the first k places holds a relevant item, else 0.

    relevance: grades, best-ranked item first; above 0 is relevant.
    k: the number of places that the user sees, at least 1.
    Example: hit_rate_at_k([0, 2, 1, 0], 2) is 1, and hit_rate_at_k([0, 2, 1, 0], 1) is 0.
    """
    ### BEGIN SOLUTION
    return float(any(grade > 0 for grade in relevance[:k]))
    ### END SOLUTION

# %% id="hit-value" role="tests" points=1
# hit_rate_at_k, value: one hit is enough.
check(hit_rate_at_k, "value")
### BEGIN HIDDEN TESTS
check(hit_rate_at_k, "value", hidden=True)
### END HIDDEN TESTS

# %% id="hit-cutoff" role="tests" points=1
# hit_rate_at_k, cutoff: a hit below place k does not count.
check(hit_rate_at_k, "cutoff")
### BEGIN HIDDEN TESTS
check(hit_rate_at_k, "cutoff", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="rises-task"
# ## 5. A precision that rises
#
# "A wider screen has lower precision and higher recall." Half of this is a law, the other half a habit. Find a list of **ten** places,
# with 1 for a relevant film and 0 for any other, such that precision@10 is **higher** than precision@5, and precision@5 is
# not zero. Any list that does it is right.

# %% id="rises-answer" role="answer"
rising = ...
### BEGIN SOLUTION
rising = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0]
### END SOLUTION

# %% id="rises-check" role="tests" points=1
# A list of ten places whose precision is higher at k = 10 than at k = 5.
check(rising, exercise="precision_rises")

# %% [markdown] id="means-task"
# ## 6. Many users, one vote each
#
# Three users, all at k = 5:
#
# | user | hits in the first 5 places | relevant items in all |
# |---|---|---|
# | Mina | 1 | 1 |
# | Omar | 3 | 6 |
# | Lea | 0 | 4 |
#
# Their mean precision is 4/15 and their mean recall is 1/2. **What is their mean F1@5?** Each user has an F1, and the model's F1
# is the mean of those.

# %% id="mean-f1-answer" role="answer"
mean_f1 = ...
### BEGIN SOLUTION
mean_f1 = (2 * 1 / (5 + 1) + 2 * 3 / (5 + 6) + 2 * 0 / (5 + 4)) / 3
### END SOLUTION

# %% id="mean-f1-check" role="tests" points=1
# The mean of the three users' F1.
check(mean_f1, exercise="hand_mean_f1")

# %% [markdown] id="mean-recall-task"
# Now write the mean of recall@k for any number of users.
#
# - `lists` holds one relevance list for each user, best-ranked item first.
# - `n_relevant` holds one number for each user, in the same order.
#
# **Every** user counts once: the one whose list found nothing, the one whose list is empty, and the one without
# relevant items, who adds 0. Let the cell stand alone.

# %% id="mean-recall-answer" role="answer"
def mean_recall(lists, n_relevant, k):
    """The mean of recall at k over all users.

    lists: one list of grades for each user, for example [[0, 1], [2, 0, 0]].
    n_relevant: how many relevant items each user has in all, for example [4, 1].
    k: the number of places that the users see, at least 1.
    Example: mean_recall([[0, 1], [2, 0, 0]], [4, 1], 2) is 0.625, the mean of 1 / 4 and 1.
    """
    ### BEGIN SOLUTION
    scores = []
    for relevance, total in zip(lists, n_relevant):
        hits = sum(grade > 0 for grade in relevance[:k])
        scores.append(hits / total if total > 0 else 0.0)
    return sum(scores) / len(scores)
    ### END SOLUTION

# %% id="mean-recall-value" role="tests" points=1
# mean_recall, value: divide for each user, then take the mean.
check(mean_recall, "value")
### BEGIN HIDDEN TESTS
check(mean_recall, "value", hidden=True)
### END HIDDEN TESTS

# %% id="mean-recall-everyone" role="tests" points=1
# mean_recall, everyone: users with an empty list or without relevant items count 0.
check(mean_recall, "everyone")
### BEGIN HIDDEN TESTS
check(mean_recall, "everyone", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="seen-task"
# ## 7. Films already seen: predict, run, explain
#
# Here is **MovieLens 100K**. The last fifth of each user's ratings is held out, and a held-out rating of 4 or 5 makes a film
# relevant. A model of similar items ranks the films. It should leave out what the user has already rated, for
# that cannot be in the test set.
#
# Suppose somebody forgets that. **What happens to mean recall@10?** Write down a guess; it is not graded.

# %% id="seen-predict" role="answer"
prediction = ...  # "it falls to 0", "it falls by about half", "it falls a little" or "nothing"
### BEGIN SOLUTION
prediction = "it falls by about half"
### END SOLUTION

# %% id="seen-data"
from course.datasets import DataUnavailable, load
from course.models import ItemKNN
from course.splits import user_temporal_split

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(f"{why} Below, the sample stands in for it, and the numbers are others.")
    ratings, items = load("sample")

train, test = user_temporal_split(ratings, share=0.2)
wanted = {user: rows.tolist() for user, rows in
          test[test.rating >= 4].groupby("user_id").item_id}
model = ItemKNN(items).fit(train)
unseen_only = model.recommend(list(wanted), 50)
seen_kept = model.recommend(list(wanted), 50, exclude_seen=False)
print(f"{len(wanted)} users with a relevant film, lists of 50 films, with and without seen films")

# %% id="seen-run"
# Your mean_recall at work.
counts = [len(films) for films in wanted.values()]
try:
    for name, lists in (("seen films left out", unseen_only), ("seen films kept", seen_kept)):
        found = [np.isin(row, films).astype(int).tolist()
                 for row, films in zip(lists, wanted.values())]
        values = [f"recall@{k} = {mean_recall(found, counts, k):.4f}" for k in (5, 10, 50)]
        print(f"{name:20}", ", ".join(values))
except Exception:
    print("Not yet: mean_recall has to pass its checks first. Then run this cell again.")

# %% [markdown] id="seen-why"
# If your numbers look odd, look at the checks of `mean_recall` again. **Which of these sentences are true?** Give the letters
# of all that are, such as `"ad"`.
#
# - **a** With seen films in the list, recall must be 0.
# - **b** A seen film takes one of the k places and can never be a hit.
# - **c** How much recall falls depends on how many seen films stand above the test films.
# - **d** Recall falls because seen films are added to the number of relevant films.
# - **e** The same share of recall is lost at every k.

# %% id="seen-answer" role="answer"
seen_letters = ...
### BEGIN SOLUTION
seen_letters = "bc"
### END SOLUTION

# %% id="seen-check" role="tests" points=2
# Which sentences about seen films are true?
check(seen_letters, exercise="seen_items")

# %% [markdown] id="bug-task"
# ## 8. A recall that always looks fine
#
# A public project computed recall in this way; here is the idea in a few lines. `recommended` and `wanted` are lists of
# film ids. The code runs, the numbers lie between 0 and 1, and they look good. In memorybench#67 somebody noticed that
# recall always equalled the hit rate.

# %% id="bug-code"
def suspicious_recall(recommended, wanted, k):
    relevant_films = [film for film in recommended if film in wanted]
    found = [film for film in recommended[:k] if film in wanted]
    if not relevant_films:
        return 0.0
    return len(found) / len(relevant_films)

print(suspicious_recall([1, 7, 2, 8], [1, 2], 2), suspicious_recall([1, 7, 8], [1, 2, 3, 4], 3))

# %% [markdown] id="expose-task"
# **Expose it.** Somebody wants the films 1, 2, 3, 4, 5 and 6; all other ids are unwanted. Find two lists of **six different
# films** such that at k = 3 the suspicious function gives the higher value to `praised`, while true recall@3 is higher for
# `better`. Any pair that does it is right.

# %% id="expose-answer" role="answer"
praised = ...
better = ...
### BEGIN SOLUTION
praised = [1, 7, 8, 9, 10, 11]
better = [1, 2, 7, 3, 8, 9]
### END SOLUTION

# %% id="expose-check" role="tests" points=1
# Two lists that the suspicious function puts in the wrong order.
check((praised, better), exercise="better_gets_less")

# %% [markdown] id="fix-task"
# **Mend it.** Write `fixed_recall` for the same arguments. Where `wanted` is empty, it gives 0. In neither list does
# a film stand twice.

# %% id="fix-answer" role="answer"
def fixed_recall(recommended, wanted, k):
    """Recall at k from film ids.

    recommended: film ids, best-ranked first.
    wanted: ids of all the films that the user wants, in no particular order.
    k: the number of places that the user sees, at least 1.
    Example: fixed_recall([1, 7, 8], [1, 2, 3, 4], 3) is 0.25.
    """
    ### BEGIN SOLUTION
    if not wanted:
        return 0.0
    return sum(film in wanted for film in recommended[:k]) / len(wanted)
    ### END SOLUTION

# %% id="fix-value" role="tests" points=1
# fixed_recall, value: all that was wanted stands below the line.
check(fixed_recall, "value")
### BEGIN HIDDEN TESTS
check(fixed_recall, "value", hidden=True)
### END HIDDEN TESTS

# %% id="fix-edges" role="tests" points=1
# fixed_recall, edges: nothing wanted, nothing shown, short lists.
check(fixed_recall, "edges")
### BEGIN HIDDEN TESTS
check(fixed_recall, "edges", hidden=True)
### END HIDDEN TESTS

# %% id="fix-run"
# Both functions on the lists of ten films from section 7.
ten = [row[:10].tolist() for row in unseen_only]
pairs = list(zip(ten, wanted.values()))
any_hit = np.mean([len(set(row) & set(films)) > 0 for row, films in pairs])
print(f"users with at least one hit: {any_hit:.4f}")
print(f"suspicious recall@10:        {np.mean([suspicious_recall(*p, 10) for p in pairs]):.4f}")
try:
    print(f"your fixed recall@10:        {np.mean([fixed_recall(*p, 10) for p in pairs]):.4f}")
except Exception:
    print("Not yet: fixed_recall has to pass its checks first. Then run this cell again.")

# %% [markdown] id="fix-read"
# On lists of exactly k films the suspicious recall **is** the hit rate: whoever found one film has found all that he found. So look
# twice when recall and hit rate are equal although users want many films.

# %% [markdown] id="written-task"
# ## 9. In your own words
#
# A colleague says: "Our precision@10 is 0.1. So users dislike nine of ten films that we recommend, and a good model
# would come near 1." Answer in two to four sentences: say what is wrong with **both** halves, why, and give an example of your
# own with numbers. This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=2
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 2: contradicts both halves with the reason (a film without a held-out rating counts as a miss, and nobody knows
#   whether it would be liked; with R relevant films nobody can pass R / 10), and an example that fits, such as
#   three held-out favourites, all found: precision@10 is 0.3.
# - 1.5: both halves with their reasons, no example; or one half with both.
# - 1: one half with its reason, or both only as claims.
# - 0.5: a rule learned by heart ("precision is never 1").
# - 0: wrong, or beside the question.
# ### END SOLUTION

# %% [markdown] id="recap"
# ## You can now
#
# compute precision, recall and F1 by hand, write all four metrics, average them fairly, and tell a real recall from one
# that cannot miss. Beside every value you publish, write its card: **k, what counts as relevant, who divides by
# what, who is in the mean**.
#
# Hand in this notebook as it is. Its name must stay `precision.ipynb`.
