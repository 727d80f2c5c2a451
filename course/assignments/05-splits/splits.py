# ---
# jupyter:
#   course:
#     from_scratch: [course.splits, scipy.stats, sklearn.model_selection]
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Assignment 5: Splits
#
# Ana has rated five films, Ben three. To judge a recommender we hide some of these ratings, let it learn from
# the others, and ask it for the hidden ones. **Which ratings we hide** decides what our number means: how well it
# serves Ana tomorrow, or how well it explains what has already happened.
#
# In this assignment you write three ways to hide ratings, measure what leaks from the future, and say
# when a difference between two models is real.

# %% [markdown] id="objectives"
# **You will be able to**
#
# - write a per-user temporal split, leave one out, and a global temporal split
# - find and mend a split that lets item ids decide ties in time
# - measure how much of train is later than test
# - say why sampled negatives mislead
# - test a difference between two models, user by user
#
# **You need** lesson `05-splits`. **Time:** about 90 minutes (an estimate).

# %% [markdown] id="how-it-works"
# **How it works.** Write your answers in the cells that say `YOUR CODE HERE`, and delete the line
# `raise NotImplementedError()` when you have. The cell below each answer checks it. At grading, the same checks run
# again on other, hidden tables.
# `check.hint()` gives a hint for the last exercise checked. Cells named `prediction` are for you alone; nobody grades them.
# All other cells are locked.

# %% id="set-up"
import numpy as np
import pandas as pd

from course.checks import check
from course.datasets import DataUnavailable, load

# Ana is user 1, Ben is user 2. The row labels are 0 to 7.
T = pd.DataFrame({
    "user_id":   [1, 1, 2, 1, 1, 2, 1, 2],
    "item_id":   [11, 2, 3, 9, 4, 8, 5, 6],
    "rating":    [5, 4, 4, 3, 5, 2, 2, 5],
    "timestamp": [30, 10, 55, 50, 50, 15, 20, 35],
})
sample = load("sample").ratings
weeks = sample[sample.user_id <= 20].copy()  # 20 users on a clock that only knows weeks,
weeks["timestamp"] //= 604_800               # so that many rows share a moment
T

# %% id="attempt"
def attempt(function, *inputs):
    """What a function of yours gives, or None and one sentence while it does not work yet."""
    try:
        return function(*inputs)
    except NotImplementedError:
        print(f"{function.__name__} is not written yet.")
    except Exception as problem:
        print(f"{function.__name__} does not work yet: {problem}")

# %% [markdown] id="hand-task"
# ## 1. By hand
#
# Look at the table `T` above. It is not sorted by time, and two of Ana's rows share a second. The rule of this course
# for ties: **rows of the same second stay in the order of the table**, so the row further down is the later one.

# %% [markdown] id="hand-rows-task"
# Give the labels of the **test rows**, as a list, in any order:
#
# - `loo_rows`: leave one out by time, for users with at least 5 ratings
# - `user_rows`: the last half of each user's rows; a user with $n$ rows gives $\lfloor 0.5\,n + 0.5 \rfloor$
# - `cut_rows`: one cut for all at time 50; rows at the cut belong to test

# %% [markdown] id="hand-leak-task"
# Then one number, `leak`: after that leave one out, which share of the **train rows**, of both users, is strictly later
# than the test row?

# %% id="hand-answer" role="answer"
loo_rows = ...
user_rows = ...
cut_rows = ...
leak = ...
### BEGIN SOLUTION
loo_rows = [4]
user_rows = [0, 3, 4, 2, 7]
cut_rows = [2, 3, 4]
leak = 1 / 7  # Ben's row 2, of seven train rows
### END SOLUTION

# %% id="hand-loo" role="tests" points=1
# Leave one out by time: which rows are test?
check(loo_rows, exercise="hand_leave_one_out")

# %% id="hand-user" role="tests" points=1
# The last half of each user's rows.
check(user_rows, exercise="hand_user_temporal")

# %% id="hand-cut" role="tests" points=1
# One cut for all at time 50.
check(cut_rows, exercise="hand_temporal")

# %% id="hand-leak" role="tests" points=1
# The share of train that is later than the test row.
check(leak, exercise="hand_leak")

# %% [markdown] id="user-task"
# ## 2. `user_temporal_split(ratings, share)`
#
# Hold out the last `share` of **each user's** ratings. A user with $n$ ratings gives $\lfloor \text{share} \cdot n + 0.5 \rfloor$ of
# them to test, which can be 0. Ties follow the rule above.
#
# Return a pair of DataFrames, `train, test`. Every row is in exactly one of them, with **its label** and
# its content. The order of the rows is up to you. Do not change `ratings` itself.

# %% [markdown] id="user-note"
# `T` is sorted by nothing, and its pieces have labels like 0, 5, 7. Sorting in pandas keeps rows of the same second in order only
# with `kind="stable"`. And `groupby(...).apply` changes the labels, and may take `user_id` away: a loop over the groups, or `cumcount`, keeps both.

# %% id="user-answer" role="answer"
def user_temporal_split(ratings, share):
    """Hold out the last `share` of each user's ratings.

    ratings: DataFrame with user_id, item_id, rating, timestamp; any order, any labels.
    share: more than 0 and less than 1.
    Returns (train, test), two DataFrames.
    Example: in user_temporal_split(T, 0.5), test has the labels 0, 2, 3, 4, 7.
    """
    ### BEGIN SOLUTION
    users = ratings.sort_values("timestamp", kind="stable").groupby("user_id")
    size = users["timestamp"].transform("size")
    later = size - users.cumcount()  # 1 for a user's last row, 2 for the one before
    in_test = (later <= np.floor(share * size + 0.5)).reindex(ratings.index)
    return ratings[~in_test], ratings[in_test]
    ### END SOLUTION

# %% id="user-value" role="tests" points=1
# user_temporal_split, value: each user's last rows, sorted by time.
check(user_temporal_split, "value")
### BEGIN HIDDEN TESTS
check(user_temporal_split, "value", hidden=True)
### END HIDDEN TESTS

# %% id="user-rounding" role="tests" points=1
# user_temporal_split, rounding: halves round up, and small users may give no row.
check(user_temporal_split, "rounding")
### BEGIN HIDDEN TESTS
check(user_temporal_split, "rounding", hidden=True)
### END HIDDEN TESTS

# %% id="user-ties" role="tests" points=1
# user_temporal_split, ties: rows of the same second stay in the order of the table.
check(user_temporal_split, "ties")
### BEGIN HIDDEN TESTS
check(user_temporal_split, "ties", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="loo-task"
# ## 3. `leave_one_out(ratings, min_ratings)`
#
# Hold out the **last** rating of each user who has at least `min_ratings` ratings in the table. All other rows are train, also
# those of users with fewer ratings. Ties as above. Return `train, test` as before.

# %% id="loo-answer" role="answer"
def leave_one_out(ratings, min_ratings):
    """Hold out the last rating of each user with enough ratings.

    min_ratings: users with fewer ratings give no test row; their rows stay in train.
    Returns (train, test), two DataFrames.
    Example: in leave_one_out(T, 3), test has the labels 2 and 4.
    """
    ### BEGIN SOLUTION
    last = ratings.sort_values("timestamp", kind="stable").groupby("user_id").tail(1)
    number = ratings["user_id"].map(ratings["user_id"].value_counts())
    in_test = ratings.index.isin(last.index) & (number >= min_ratings)
    return ratings[~in_test], ratings[in_test]
    ### END SOLUTION

# %% id="loo-value" role="tests" points=1
# leave_one_out, value: the latest row of each user.
check(leave_one_out, "value")
### BEGIN HIDDEN TESTS
check(leave_one_out, "value", hidden=True)
### END HIDDEN TESTS

# %% id="loo-minimum" role="tests" points=1
# leave_one_out, minimum: who gives a row, and where short users' rows go.
check(leave_one_out, "minimum")
### BEGIN HIDDEN TESTS
check(leave_one_out, "minimum", hidden=True)
### END HIDDEN TESTS

# %% id="loo-ties" role="tests" points=1
# leave_one_out, ties: of rows in the same second the last one of the table.
check(leave_one_out, "ties")
### BEGIN HIDDEN TESTS
check(leave_one_out, "ties", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="cut-task"
# ## 4. `temporal_split(ratings, cut)`
#
# One moment for everybody: rows **before** `cut` are train, rows **at or after** it are test. People who show up for the
# first time after the cut stay in test. They are the cold users, and we want to see them.

# %% id="cut-answer" role="answer"
def temporal_split(ratings, cut):
    """Train before the cut, test from the cut on.

    cut: a timestamp.
    Returns (train, test), two DataFrames.
    Example: in temporal_split(T, 50), test has the labels 2, 3, 4.
    """
    ### BEGIN SOLUTION
    in_test = ratings["timestamp"] >= cut
    return ratings[~in_test], ratings[in_test]
    ### END SOLUTION

# %% id="cut-value" role="tests" points=1
# temporal_split, cut: before it, at it, after it.
check(temporal_split, "cut")
### BEGIN HIDDEN TESTS
check(temporal_split, "cut", hidden=True)
### END HIDDEN TESTS

# %% id="cut-new-users" role="tests" points=1
# temporal_split, new_users: those who begin after the cut stay in test.
check(temporal_split, "new_users")
### BEGIN HIDDEN TESTS
check(temporal_split, "new_users", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="bug-task"
# ## 5. Find the bug
#
# A published recommender put each user's films in order with a rule like the one below (LRURec#1). The reader who reported it had once made the same
# slip, and says that it lifts NDCG by about a fifth: item ids follow popularity, so the rule puts a pattern into the data that
# nobody's taste made.
#
# **a.** Find one user who exposes it: `bug_items` and `bug_times`, one item id and one time for each row in file order, such that it does
# *not* hold out the row that our rule would. **b.** Then write `fixed_last_row`, which follows our rule.

# %% id="bug-code"
def suspicious_last_row(items, times):
    """The place of the row that is held out, counted from 0."""
    rows = range(len(times))
    return max(rows, key=lambda row: (times[row], items[row]))

print(suspicious_last_row([31, 7, 12], [20, 60, 40]))

# %% id="bug-list-answer" role="answer"
bug_items = ...
bug_times = ...
### BEGIN SOLUTION
bug_items = [9, 4]
bug_times = [50, 50]
### END SOLUTION

# %% id="bug-list" role="tests" points=1
# One user for whom the two rules choose different rows.
check((bug_items, bug_times), exercise="tie_exposed")

# %% id="bug-fix-answer" role="answer"
def fixed_last_row(items, times):
    """The place of the latest row, counted from 0; of several in one second the last in the file.

    items, times: lists of the same length, one user's rows in file order.
    Example: fixed_last_row([31, 7, 12], [20, 60, 40]) is 1.
    """
    ### BEGIN SOLUTION
    rows = range(len(times))
    return max(rows, key=lambda row: (times[row], row))
    ### END SOLUTION

# %% id="bug-fix-order" role="tests" points=1
# fixed_last_row, order: without ties the latest row.
check(fixed_last_row, "order")
### BEGIN HIDDEN TESTS
check(fixed_last_row, "order", hidden=True)
### END HIDDEN TESTS

# %% id="bug-fix-ties" role="tests" points=1
# fixed_last_row, ties: item ids decide nothing.
check(fixed_last_row, "ties")
### BEGIN HIDDEN TESTS
check(fixed_last_row, "ties", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="movielens"
# ## On real ratings
#
# Your three functions at work on **MovieLens 100K**: 943 users, seven months. The cut is at four fifths of the
# rows. The data is fetched once, at the first use.

# %% id="movielens-run" role="show"
try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why)
    ratings, items = load("sample")
cut = int(np.sort(ratings.timestamp)[len(ratings) * 4 // 5])
for function, setting in ((user_temporal_split, 0.2), (leave_one_out, 5), (temporal_split, cut)):
    parts = attempt(function, ratings, setting)
    if isinstance(parts, (tuple, list)) and all(isinstance(rows, pd.DataFrame) for rows in parts):
        train, test = parts
        cold = test[~test.user_id.isin(train.user_id)]
        print(f"{function.__name__:20} train {len(train):6,}, test {len(test):6,} of "
              f"{test.user_id.nunique()} users; {len(cold):,} test rows of unknown users")

# %% [markdown] id="leak-task"
# ## 6. Predict, then explain
#
# Leave one out by time hides each user's last rating. **Which share of the train rows is later than the test row, on
# average over the test rows?** Write a guess from 0 to 1 before you run the next cell.

# %% id="leak-prediction" role="answer"
prediction = ...
### BEGIN SOLUTION
prediction = 0.1
### END SOLUTION

# %% id="leak-run" role="show"
def later_in_train(test_times):
    """Mean share of train rows that are strictly later than a test row; train is all the rest."""
    every, test = np.sort(ratings.timestamp.to_numpy()), np.sort(test_times)
    after = len(every) - np.searchsorted(every, test, side="right")
    after -= len(test) - np.searchsorted(test, test, side="right")
    return (after / (len(every) - len(test))).mean()

moments = ratings.timestamp.to_numpy()
some = np.random.default_rng(42).choice(moments, len(moments) // 5, replace=False)
print(f"a random fifth of the rows: {later_in_train(some):.3f}")
print(f"each user's last row:       "
      f"{later_in_train(ratings.groupby('user_id').timestamp.max().to_numpy()):.3f}")
print(f"everything from one cut on: {later_in_train(moments[moments >= cut]):.3f}")
if isinstance(prediction, (int, float)):
    print(f"your prediction:            {prediction:.3f}")

# %% [markdown] id="leak-question"
# **Why?** Which of these sentences are true? Give all their letters in one text, such as `"ab"`.
#
# - **a** Leave one out by time trains on nothing that is later than the test row.
# - **b** The later rows in train were given by other users.
# - **c** `user_temporal_split` with a share of 0.2 leaves no later row in train.
# - **d** A model that only counts how often each film was rated uses the later rows too.
# - **e** With `temporal_split`, no train row is later than any test row.

# %% id="leak-answer" role="answer"
leak_letters = ...
### BEGIN SOLUTION
leak_letters = "bde"
### END SOLUTION

# %% id="leak-explained" role="tests" points=1
# What leaks, and through whom.
check(leak_letters, exercise="leak_explained")

# %% [markdown] id="written-task"
# **In your own words.** A colleague writes: "We use leave one out by time, so our evaluation is free of leakage." Answer in two
# to four sentences: is that so, why, and what does your own run above say? This answer is read and marked by a person.

# %% [markdown] id="written-answer" role="written" points=3
# ### BEGIN SOLUTION
# **Mark scheme**
#
# - 3: says no; the reason (only each user's own last row is hidden, later rows of others train the model); and evidence of
#   one's own, such as the share from the run (about 41 % of the train rows of MovieLens 100K are later than the test row).
# - 2: says no and gives the reason: others' later ratings are in train, so the popularity of the future is known.
# - 1: the claim only, or a rule learned by heart ("because of the timestamps").
# - 0: wrong ("the last item is in test, so nothing leaks"), or beside the question.
# ### END SOLUTION

# %% [markdown] id="sampled-task"
# ## 7. Sampled negatives: `expected_sampled_rank(rank, n_items, n_negatives)`
#
# To save time, some papers rank the hidden item not among all items but among `n_negatives` others, drawn at random.
#
# The item has rank `rank` among all `n_items` items, so `rank` − 1 of the other `n_items` − 1 stand above it. Draw `n_negatives` of the
# others, each equally likely. Which rank among them is **expected** for the item? Rank 1 is the best.

# %% id="sampled-answer" role="answer"
def expected_sampled_rank(rank, n_items, n_negatives):
    """The expected rank of an item among itself and n_negatives items drawn at random.

    rank: its rank among all n_items items, from 1.
    Example: expected_sampled_rank(2, 3, 1) is 1.5.
    """
    ### BEGIN SOLUTION
    chance_above = (rank - 1) / (n_items - 1)
    return 1 + n_negatives * chance_above
    ### END SOLUTION

# %% id="sampled-value" role="tests" points=1
# expected_sampled_rank, value.
check(expected_sampled_rank, "value")
### BEGIN HIDDEN TESTS
check(expected_sampled_rank, "value", hidden=True)
### END HIDDEN TESTS

# %% id="sampled-ends" role="tests" points=1
# expected_sampled_rank, ends: the best item, the worst, and all others drawn.
check(expected_sampled_rank, "ends")
### BEGIN HIDDEN TESTS
check(expected_sampled_rank, "ends", hidden=True)
### END HIDDEN TESTS

# %% [markdown] id="toy"
# Three models, five users with one hidden item each, 10,000 items: a table from Krichene and Rendle (2020). *Predict:* in
# which order does AP put A, B and C, with all items, and with 99 negatives?

# %% id="toy-run"
ranks = {"A": [100] * 5, "B": [40, 40, 8437, 9266, 4482], "C": [212, 2, 743, 5342, 1548]}
n_items, n_negatives = 10_000, 99
table = {}
for model, places in ranks.items():
    places = np.array(places)
    above = (places - 1) / (n_items - 1)  # the chance that one negative stands above
    # With X of m negatives above, AP is 1 / (1 + X); its mean over draws has this closed form.
    m = n_negatives + 1
    table[model] = {"AP, all items": (1 / places).mean(),
                    "AP, 99 negatives": ((1 - (1 - above) ** m) / (m * above)).mean()}
print(pd.DataFrame(table).T.round(6))
print("rank 101 of 10,000 becomes", attempt(expected_sampled_rank, 101, n_items, n_negatives))

# %% [markdown] id="sampled-question"
# Which of these sentences are true?
#
# - **a** Hit rate@10 among 99 random negatives is about the hit rate@10 among all items.
# - **b** Sampling can make the best of three models the worst.
# - **c** A random negative may be a film that the user loves, and a model that ranks it high is then punished.
# - **d** Each model may draw negatives of its own: with 943 users the luck makes no difference.
# - **e** With all other items as negatives, the sampled rank is the rank.

# %% id="sampled-letters-answer" role="answer"
sampled_letters = ...
### BEGIN SOLUTION
sampled_letters = "bce"
### END SOLUTION

# %% id="sampled-explained" role="tests" points=1
# What sampled negatives do to a comparison.
check(sampled_letters, exercise="sampled_explained")

# %% [markdown] id="paired-task"
# ## 8. Is it real? `paired_t(a, b)`
#
# Two models were judged by the **same users**. `a` and `b` hold one value for each user, in the same order. With the differences
# $d_u = a_u - b_u$, their mean $\bar d$ and their standard deviation $s$ (with $n - 1$ below the line), give
#
# $$t = \frac{\bar d}{s / \sqrt n}$$
#
# Beyond about 2, in either direction, chance is a poor explanation (with few users, somewhat more is needed).

# %% id="paired-answer" role="answer"
def paired_t(a, b):
    """The mean difference of two models over its standard error; above 0 when a is ahead.

    a, b: lists of one value for each user, at least two users; the differences are not all equal.
    Example: paired_t([0.5, 0.9], [0.4, 0.6]) is 2.
    """
    ### BEGIN SOLUTION
    gaps = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    return float(gaps.mean() / (gaps.std(ddof=1) / np.sqrt(len(gaps))))
    ### END SOLUTION

# %% id="paired-value" role="tests" points=1
# paired_t, value: the first model is ahead.
check(paired_t, "value")
### BEGIN HIDDEN TESTS
check(paired_t, "value", hidden=True)
### END HIDDEN TESTS

# %% id="paired-sign" role="tests" points=1
# paired_t, sign: the first model is behind.
check(paired_t, "sign")
### BEGIN HIDDEN TESTS
check(paired_t, "sign", hidden=True)
### END HIDDEN TESTS

# %% id="eight-run"
model_a = np.array([0.10, 0.32, 0.55, 0.71, 0.20, 0.93, 0.41, 0.64])
model_b = model_a - [0.03, 0.02, 0.05, 0.01, 0.04, 0.02, 0.03, 0.04]
error = np.sqrt(model_a.var(ddof=1) / 8 + model_b.var(ddof=1) / 8)
print(f"mean difference: {(model_a - model_b).mean():.3f}")
print(f"as two groups of strangers, t = {(model_a - model_b).mean() / error:.6f}")
print("user by user, t =", attempt(paired_t, model_a.tolist(), model_b.tolist()))

draw = np.random.default_rng(2024).integers(8, size=(10_000, 8))
low, high = np.quantile((model_a - model_b)[draw].mean(axis=1), [0.025, 0.975])
print(f"paired bootstrap, 95 % of 10,000 draws: {low:.5f} to {high:.5f}")
for hit_rate in (0.198, 0.201):
    half = 1.96 * np.sqrt(hit_rate * (1 - hit_rate) / 943)
    print(f"hit rate {hit_rate} of 943 users, 95 %: {hit_rate - half:.4f} to {hit_rate + half:.4f}")

# %% [markdown] id="difference-question"
# Which of these sentences are true?
#
# - **a** With 943 users, a hit rate of 0.201 beats one of 0.198: a table does not lie.
# - **b** A paired bootstrap draws users, and takes both models' values for each drawn user.
# - **c** Ten test rows for each user instead of one divide the error of the mean by √10: there are ten times as many rows.
# - **d** Users without a train row belong in the report, in a segment of their own.
# - **e** A model can be better this year for warm users and for cold users, and have a lower mean than last year.

# %% id="difference-answer" role="answer"
difference_letters = ...
### BEGIN SOLUTION
difference_letters = "bde"
### END SOLUTION

# %% id="difference-explained" role="tests" points=1
# What makes a difference real, and who is in the mean.
check(difference_letters, exercise="difference_explained")

# %% [markdown] id="recap"
# ## You can now
#
# write three splits that lose no row and say what each one hides; state and defend a rule for ties; measure leakage; refuse a sampled
# metric; and test a difference user by user. Beside every result, write its card: **split, cut, tie rule, who is
# in the mean, all items or a sample, interval of the difference**.
#
# Hand in this notebook as it is. Its name must stay `splits.ipynb`.
