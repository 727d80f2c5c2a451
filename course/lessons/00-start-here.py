# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Start here
#
# **You will be able to**
#
# - say what a top-k list is, and where relevance comes from
# - say what a recommender's list is worth, step by step, for one user
# - show that the choice of the scale moves the numbers
# - say why a printed 0.98 is not yet a result
# - find your way through the lessons and assignments
#
# **You need** a little Python: lists and functions. **Time:** about 30 minutes (an estimate).

# %% [markdown] id="case"
# ## Ines and five films
#
# A film app has thousands of films, and room for five. It gives every film a score for Ines, puts the highest score first, leaves out
# what she has already seen, and cuts after place five. That is a **top-k list**, here with k = 5. Most recommenders end in one.
#
# Afterwards we learn how much she liked each film, as a **grade** from 0 (not at all) to 3 (a favourite). The model did not know
# these grades. We use them to judge its list.

# %% id="case-list"
titles = ["Night Ferry", "The Salt Road", "Tin Astronaut", "Blue Lantern", "A Map of Rain"]
grades = [3, 2, 0, 0, 1]

# %% [markdown] id="relevance"
# ## Where relevance comes from
#
# What a user turned out to want is called **relevance**. Nobody can see it. We see signs of it:
#
# - **Explicit**: Ines gives stars. Clear, but rare, and people rate what they chose to watch.
# - **Implicit**: Ines presses play, or does not. Plentiful, but noisy: she may have fallen asleep, and a film she never noticed is not
#   a film she dislikes.
# - **Graded**: some things are more relevant than others. A film seen to the end says more than one begun.
#
# Somebody has to turn signs into grades. Here are two rules for the share of each film that Ines watched.

# %% id="relevance-run"
watched = [0.97, 0.62, 0.04, 0.0, 0.31]

def graded(share):
    return 3 if share >= 0.9 else 2 if share >= 0.5 else 1 if share >= 0.2 else 0

def pressed_play(share):
    return 1 if share > 0 else 0

print("graded:      ", [graded(share) for share in watched])
print("pressed play:", [pressed_play(share) for share in watched])

# %% [markdown] id="relevance-read"
# The first rule gives the grades above. The second calls *Tin Astronaut* relevant, although Ines stopped after four minutes in a hundred.
# Both rules are in use. **Relevance is a decision, and it comes before every metric.**

# %% [markdown] id="steps"
# ## From grades to one number
#
# Each film brings its grade as a **gain**. A film further down is less likely to be seen, so its gain is multiplied by a
# **discount** that falls with the rank. The sum is the **DCG** of the list, its *discounted cumulative gain*. Then we ask: what would
# the best order have reached? Dividing by that gives **NDCG**, the normalised DCG, from 0 to 1:
#
# $$\mathrm{DCG} = \sum_{i=1}^{k} \frac{g_i}{\log_2(i+1)}$$
#
# $$\mathrm{NDCG} = \mathrm{DCG} \;/\; \mathrm{ideal\ DCG}$$
#
# Here $g_i$ is the grade at rank $i$, and ranks count from 1. Lesson 04 takes this apart. For now it is our example of a metric.

# %% id="steps-run"
from math import log2

discounts = [1 / log2(rank + 1) for rank in range(1, 6)]
dcg = sum(grade * discount for grade, discount in zip(grades, discounts))
best = sorted(grades, reverse=True)
ideal_dcg = sum(grade * discount for grade, discount in zip(best, discounts))

print("discounts", *(f"{discount:.3f}" for discount in discounts))
print(f"DCG {dcg:.6f}, ideal DCG {ideal_dcg:.6f}, NDCG {dcg / ideal_dcg:.6f}")

# %% id="steps-figure"
from course.figures import discounted_gains

discounted_gains(titles, grades)

# %% [markdown] id="steps-read"
# The dashed outlines show what the best order earns at each place, whichever film is written there. The only loss is the last film:
# *A Map of Rain* stands in fifth place, where it earned 0.387. In third place it would have earned 0.500. That is the whole distance between 4.648712 and 4.761860.
#
# The grades 3, 2, 0, 0, 1 and the value 0.98 are the course's **sanity check**. `python -m course doctor` prints it too.

# %% [markdown] id="predict"
# ## Predict, then run
#
# Two programs judge this list, and both print 0.98. **Did they compute the same thing?** Decide before you run the next cell.

# %% id="predict-run"
from sklearn.metrics import ndcg_score

# Arguments: the true grades, then the model's scores. The list came best first: scores 5 to 1.
right = ndcg_score([grades], [[5, 4, 3, 2, 1]])
# A mix-up: the grades in the best order, then those of our list, where scores belong.
mixed_up = ndcg_score([[3, 2, 1, 0, 0]], [[3, 2, 0, 0, 1]])

print(f"{right:.2f} and {mixed_up:.2f}")
print(f"{right:.6f} and {mixed_up:.6f}")

# %% [markdown] id="predict-read"
# They did not. The first is our NDCG, 0.976239. The second, 0.980840, is printed for this very list too, and it is
# another quantity. There the grades were passed where *scores* belong. Equal scores are ties, and scikit-learn averages over
# all orders of tied items. Two decimals hide it.

# %% id="predict-why"
from itertools import permutations

# Scores 3, 2, 0, 0, 1 put the items with grades 3 and 2 first, then the last one, which has
# grade 0. The two in the middle, with grades 1 and 0, are tied: average over both orders.
orders = [[3, 2, 0, *tied] for tied in permutations([1, 0])]
values = [sum(g * d for g, d in zip(order, discounts)) for order in orders]
print(f"DCG {sum(values) / 2:.4f}, divided by {ideal_dcg:.6f}: {sum(values) / 2 / ideal_dcg:.6f}")

# %% [markdown] id="scale"
# ## Choosing the scale
#
# Now many users. **MovieLens 100K** holds 100,000 star ratings of 943 people. We hide the last fifth of each person's ratings,
# show everybody the ten most popular films that are not among the ratings left to them, and ask which of the ten are hidden ones.
#
# *Predict:* at first, every hidden film counts as relevant. Then only those with 4 or 5 stars, then only those with 5. What happens to
# precision (the share of the ten that is relevant), and what to recall (the share of the relevant films that is shown)?

# %% id="scale-data"
from course.datasets import DataUnavailable, load

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why)
    print("What follows is computed on the small sample instead, so your numbers differ.")
    ratings, items = load("sample")

# %% id="scale-run"
import pandas as pd

from course.metrics import evaluate
from course.models import MostPopular
from course.splits import user_temporal_split

train, test = user_temporal_split(ratings, share=0.2)
users = ratings.user_id.unique()
lists = MostPopular(items).fit(train).recommend(users, k=10)
rows = {}
for name, lowest in (("any rating", 1), ("4 or 5 stars", 4), ("5 stars", 5)):
    liked = test.loc[test.rating >= lowest, ["user_id", "item_id"]]
    table = evaluate(lists, liked, k=10, users=users, no_relevant="drop")
    rows[name] = {"share of hidden films": len(liked) / len(test), "users": len(table),
                  **table[["precision@10", "recall@10", "ndcg@10"]].mean()}
pd.DataFrame(rows).T.round(4).astype({"users": int})

# %% [markdown] id="scale-read"
# The lists did not change, and every number did. With a stricter scale there is less to hit, so precision falls. On MovieLens recall
# rises at the same time, because it is divided by the smaller number of films that are still relevant. Even the people changed: somebody
# without a hidden 5-star film has nothing to find, and is left out here.
#
# So two papers with "the same" data, model and metric may differ by their scale alone. In this course a film is relevant from **4
# stars** on, unless a text says otherwise.

# %% [markdown] id="labels"
# ## What labelling costs
#
# Most pairs of user and film have no *label*: nobody said how relevant the film is. Could we not simply ask? *Predict:* one judgement takes half a minute. How many
# working days of eight hours would all the missing ones take?

# %% id="labels-run"
from course.models import Random

n_pairs = len(users) * len(items)
a_day = 8 * 60 * 60 / 30
pool = set()
for model in (MostPopular(items), Random(items)):
    shown = model.fit(train).recommend(users, k=10)
    pool |= {(user, item) for user, row in zip(users, shown) for item in row}

print(f"known: {len(ratings):,} of {n_pairs:,} pairs, {len(ratings) / n_pairs:.1%}")
print(f"to judge all the others: {(n_pairs - len(ratings)) / a_day:,.0f} working days")
print(f"to judge what two models show in ten places: {len(pool) / a_day:,.0f} working days")

# %% [markdown] id="labels-read"
# Nobody pays for the first, so a film without a rating counts as **not relevant**. That is false for some of them: a good film that
# nobody had shown yet looks like a miss. It is cheaper to judge only what the compared models show. That is called *pooling*, and it is fair only to
# the models that took part.
#
# Keep this in mind whenever a score looks low. Offline numbers compare models; they do not say how content anybody is.

# %% [markdown] id="way"
# ## How the course works
#
# - **Lessons** are in `course/lessons`. Predict, run every cell, and change what you like.
# - **Assignments** have cells for your answers. `python -m course start 01-why-not-rmse`, typed in a terminal in
#   the course's folder, puts your own copy into `work/`.
# - Each answer is followed by a **check**: `check(…)` says *correct*, *not yet* with the reason, or *not attempted*. If it knows the idea
#   behind your numbers, it names it, and the lesson and section to read.
# - `check.hint()`, in a cell of your own, gives a **hint** for the last exercise checked: first a direction, then the formula, then an example.

# %% [markdown] id="hand-in"
# ## Handing in
#
# Choose *Restart Kernel and Run All Cells* once before you hand in, because your code is run again from top to bottom. You may add cells; do not delete any. Then give
# your instructor the notebook in `work/`, under its name, in the way they ask for. At grading, the same checks run on other, hidden lists.
#
# If you study alone, `solutions/` has an answer to each exercise. Look after an attempt, not before. `README.md` has all this in short, for
# students, instructors, and those who study alone.

# %% [markdown] id="lessons"
# ## The seven lessons
#
# |Lesson|What it answers|Assignment|
# |---|---|---|
# |00 Start here|What is one list worth?|none|
# |01 Why not RMSE|Do good star predictions make good lists?|`01-why-not-rmse`|
# |02 Precision and recall|How many hits, and out of how many?|`02-precision-recall`|
# |03 MAP|How early do the hits come?|`03-map`|
# |04 NDCG|And if some hits are worth more?|`04-ndcg`|
# |05 Splits|Is the test like the day it goes live?|`05-splits`|
# |06 Beyond accuracy|Is it varied, new, fair?|`06-beyond-accuracy`|
#
# At the end, `07-homework` asks for all of it: which model would you ship, and why?

# %% [markdown] id="misleads"
# ## When it misleads
#
# **A number without its card is not a result.** "NDCG 0.98" says nothing until you know which k, which gain, which ideal,
# what counts as relevant, and who is in the mean. Libraries differ in all of these, under one name; `docs/metrics.md` lists how.
#
# And a number for one user, such as Ines's, is an anecdote. It shows how a metric works, and nothing about a model.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# In scikit-learn#27726 somebody had four relevant items and a model that was right about three of them. They called the library like
# the function below, expected 0.8319, got 1.0, and reported a bug. **Find a `predicted` for which this gives less than 1, or say why
# there is none.**

# %% id="wild-code"
from course.metrics import ndcg_at_k


def report(predicted):
    labels = [1, 1, 1, 1]  # all four are relevant
    return ndcg_score([labels], [predicted], k=4)

print("with [1, 1, 1, 0]:", report([1, 1, 1, 0]))
print("with [0, 0, 0, 1]:", report([0, 0, 0, 1]))
print("only three shown: ", round(ndcg_at_k([1, 1, 1], 4, ideal=[1, 1, 1, 1]), 6))

# %% [markdown] id="wild-answer"
# <details><summary>What went wrong</summary>
#
# There is none, and no bug in the library. All four are relevant, so no order can be wrong. A predicted 0 does not take an item off
# the list; it only puts it last. Scores order items, they do not choose them. The expected value answers another
# question: the fourth item was *not shown*. Then NDCG at 4 is 0.831872.
#
# </details>

# %% [markdown] id="card"
# ## Convention card
#
# What stands beside every number in this course. Each lesson has its own card. The last column names other people's habits;
# scikit-learn, lenskit, RecTools and implicit are libraries.
#
# |What|Here|Elsewhere|
# |---|---|---|
# |relevant|4 stars or more|any rating; 5 stars; clicks|
# |k|10, and 5 for Ines|1 to 100; scikit-learn: the whole list|
# |not rated|not relevant|left out (RMSE)|
# |users without relevant films|score 0; MovieLens tables leave them out and count them|NaN (lenskit); left out (RecTools, implicit)|
# |mean|one user, one vote|sums over all users (implicit's precision)|

# %% [markdown] id="quiz"
# ## Quick questions
#
# **1.** What is *relevance* here?
#
# <details><summary>What the model predicts</summary>No: that is a score. Mixing the two up gave 0.980840 above.</details>
# <details><summary>What the user turned out to want</summary>Yes. It is known only afterwards, and the model never sees it.</details>
# <details><summary>What many people like</summary>No: that is popularity. It is one guess at relevance, and a strong one.</details>

# %% [markdown] id="quiz-2"
# **2.** Which film should a top-k list for Ines not hold?
#
# <details><summary>An unpopular one</summary>It may. Good surprises are often unpopular.</details>
# <details><summary>One that she has seen</summary>Right, unless seeing it again is the point, as with groceries or songs.</details>
# <details><summary>One without any rating</summary>It may, if the model can score it, for example by its genre.</details>
#
# **3.** Precision fell when we chose the stricter scale. Did the model get worse?
#
# <details><summary>Yes</summary>No: the lists are the same to the last film.</details>
# <details><summary>No</summary>Right. The question changed. Compare numbers only under one scale.</details>

# %% [markdown] id="recap"
# ## You can now
#
# say what a top-k list and relevance are, compute a list's NDCG step by step, show what the scale does, say why 0.98 can be two
# different numbers, and start an assignment. **Next:** lesson `01-why-not-rmse`, then `python -m course start 01-why-not-rmse`.
#
# *Sources: Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20(4); the discount used
# here, 1 / log2(rank + 1), became usual later. Harper and Konstan (2015), The MovieLens Datasets, ACM TiiS 5(4). Aggarwal (2016),
# Recommender Systems, chapter 7. More in* `docs/sources-and-errata.md`.
