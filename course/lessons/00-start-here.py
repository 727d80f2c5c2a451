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
# - say what a recommender's list is worth, step by step, for one user
# - say why a printed 0.98 is not yet a result
# - find your way through the lessons and assignments
#
# **You need** a little Python: lists and functions. **Time:** about 15 minutes (an estimate).

# %% [markdown] id="case"
# ## Ines and five films
#
# A film app shows Ines five films. Afterwards we learn how much she liked each, from 0 (not at all) to
# 3 (a favourite). The model did not know these grades. We use them to judge its list.

# %% id="case-list"
titles = ["Night Ferry", "The Salt Road", "Tin Astronaut", "Blue Lantern", "A Map of Rain"]
grades = [3, 2, 0, 0, 1]

# %% [markdown] id="steps"
# ## From grades to one number
#
# Each film brings its grade as a **gain**. A film further down is less likely to be seen, so its gain is multiplied by a
# **discount** that falls with the rank. The sum is the **DCG** of the list. Then we ask: what would the best
# order have reached? Dividing by that gives **nDCG**, from 0 to 1.

# %% id="steps-run"
from math import log2

discounts = [1 / log2(rank + 1) for rank in range(1, 6)]
dcg = sum(grade * discount for grade, discount in zip(grades, discounts))
best = sorted(grades, reverse=True)
ideal_dcg = sum(grade * discount for grade, discount in zip(best, discounts))

print(f"CG {sum(grades)}, DCG {dcg:.6f}, ideal DCG {ideal_dcg:.6f}, nDCG {dcg / ideal_dcg:.6f}")

# %% id="steps-figure"
from course.figures import discounted_gains

discounted_gains(titles, grades)

# %% [markdown] id="steps-read"
# The only loss is the last film. *A Map of Rain* stands in fifth place, where it earned 0.387. In third place it would
# have earned 0.500. That is the whole distance between 4.648712 and 4.761860.

# %% [markdown] id="predict"
# ## Predict, then run
#
# Two programs judge this list, and both print 0.98. **Did they compute the same thing?** Decide before you run the next cell.

# %% id="predict-run"
from sklearn.metrics import ndcg_score

# Arguments: the true grades, then the model's scores. The list came best first: scores 5 to 1.
right = ndcg_score([grades], [[5, 4, 3, 2, 1]])
# The same grades, given a second time as if they were the model's scores.
mixed_up = ndcg_score([[3, 2, 1, 0, 0]], [[3, 2, 0, 0, 1]])

print(f"{right:.2f} and {mixed_up:.2f}")
print(f"{right:.6f} and {mixed_up:.6f}")

# %% [markdown] id="predict-read"
# They did not. The first is our nDCG, 0.976239. The second, 0.980840, is often printed for this very list, and it is
# another quantity. There the grades were passed where *scores* belong. Equal scores are ties, and scikit-learn averages over
# all orders of tied items. Two decimals hide it.

# %% id="predict-why"
from itertools import permutations

# Scores 3, 2, 0, 0, 1 put the items with grades 3 and 2 first, then the last one, which has
# grade 0. The two in the middle, with grades 1 and 0, are tied: average over both orders.
orders = [[3, 2, 0, *tied] for tied in permutations([1, 0])]
values = [sum(g * d for g, d in zip(order, discounts)) for order in orders]
print(f"DCG {sum(values) / 2:.4f}, divided by {ideal_dcg:.6f}: {sum(values) / 2 / ideal_dcg:.6f}")

# %% [markdown] id="moral"
# **A number without its card is not a result.** For every metric in this course you will say: which k, which gain, which ideal,
# and who is in the mean. Libraries differ in all four, under one name; `docs/metrics.md` lists how.

# %% [markdown] id="way"
# ## How the course works
#
# - **Lessons** such as this one are in `course/lessons`. Run every cell, and change what you like.
# - **Assignments** have cells for your answers. `python -m course start 04-ndcg` puts your own copy into
#   `work/`. Each answer is followed by a check: it says *correct*, *not yet* with the reason, or *not attempted*.
# - If a check names an idea, it also names the lesson and section to read.

# %% [markdown] id="quiz"
# **Quick question.** What is *relevance* here?
#
# <details><summary>What the model predicts</summary>No: that is a score. Mixing the two up gave 0.980840 above.</details>
# <details><summary>What the user turned out to want</summary>Yes. It is known only afterwards, and the model never sees it.</details>
# <details><summary>What many people like</summary>No: that is popularity. It is one guess at relevance, and a strong one.</details>

# %% [markdown] id="recap"
# ## You can now
#
# compute a list's nDCG step by step, say why 0.98 can be two different numbers, and start an assignment. Next comes
# lesson `04-ndcg`, and then assignment `04-ndcg`.
#
# *Source of the definition: Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques,
# ACM TOIS 20(4). The discount used here, 1 / log2(rank + 1), is the one that became usual later.*
