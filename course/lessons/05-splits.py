# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # Lesson 5: Splits
#
# **You will be able to**
#
# - part ratings into train and test in four ways, and say what each one hides
# - measure how much of train is later than test
# - state a rule for ties, and report cold users and items apart
# - say why a random split and sampled negatives mislead
# - tell a real difference between two models from noise
#
# **You need** lesson `00-start-here`; hit rate, AP and NDCG from lessons 2 to 4 help. **Time:** about 60 minutes (an estimate).

# %% [markdown] id="case"
# ## Ana, Ben and eight ratings
#
# Ana (user 1) has rated five films, Ben (user 2) three. The time is a small number here; in real data it is a second. To test a model we hide some of
# these rows, and ask for them after it has learned from the others.
#
# *Predict, by hand:* the **last** rating of each user who has at least five. Which row is that?

# %% id="case-run"
import numpy as np
import pandas as pd

T = pd.DataFrame({
    "user_id":   [1, 1, 2, 1, 1, 2, 1, 2],
    "item_id":   [11, 2, 3, 9, 4, 8, 5, 6],
    "rating":    [5, 4, 4, 3, 5, 2, 2, 5],
    "timestamp": [30, 10, 55, 50, 50, 15, 20, 35],
})
T

# %% [markdown] id="case-read"
# Ben is out: he has three. Ana's last moment is 50, and **two** rows share it. So the question has no answer until we have a rule. Ours: rows of one second
# stay in the order of the table, and the row further down is the later one. Then it is row 4.
#
# Not row 6, although Ana's part of the table ends with it: the table is not sorted by time.

# %% [markdown] id="four"
# ## Four splits
#
# - **Random**: some of each user's rows, by chance.
# - **Per-user temporal**: the last share of each user's rows. With n rows that is $\lfloor \text{share} \cdot n + 0.5 \rfloor$, where $\lfloor\ \rfloor$ rounds down.
# - **Leave one out**: one row a user, the last one or a random one, for users with at least five.
# - **Global temporal**: one moment for everybody. Rows at the cut belong to test.
#
# *Predict:* which rows are test with a share of 0.5, and with a cut at 34?

# %% id="four-run"
from course.splits import leave_one_out, random_split, temporal_split, user_temporal_split

for name, (train, test) in {
    "random, share 0.5": random_split(T, 0.5),
    "per user, share 0.5": user_temporal_split(T, 0.5),
    "leave one out by time": leave_one_out(T),
    "leave one out by chance": leave_one_out(T, by="random"),
    "one cut at 34": temporal_split(T, 34),
}.items():
    print(f"{name:24} test rows {test.index.tolist()}, train rows {train.index.tolist()}")
print("floor(2.5 + 0.5) =", int(np.floor(2.5 + 0.5)), " but round(2.5) =", round(2.5))

# %% [markdown] id="four-read"
# Ana gives three of five rows to the per-user test, Ben two of three: halves round up. Python's `round` would say 2 for Ana. Nothing is lost: every row is
# in exactly one part, under its own label. Ben, too short for leave one out, stays in train. Under the cut at 34 he keeps one train row and has two
# test rows.

# %% [markdown] id="leakage"
# ## Leakage
#
# On the day a model goes live, it knows nothing of tomorrow. In a test it may. Here is how much: for a test row, the **share of train rows that are strictly
# later**. The figure shows five users of the course's sample.
#
# *Predict:* leave one out by time hides everyone's last rating. How much of its train is from the future?

# %% id="leakage-figure"
from course.datasets import load
from course.figures.splits import timelines

sample = load("sample").ratings
five = sample[sample.user_id.isin([97, 26, 87, 38, 198])]
timelines({"Random fifth": random_split(five), "Last fifth of each user": user_temporal_split(five),
           "Leave one out by time": leave_one_out(five),
           "One cut for all": temporal_split(five, int(np.sort(five.timestamp)[len(five) * 4 // 5]))})

# %% [markdown] id="leakage-figure-read"
# User 97 left on day 70. When we predict her last film, train already holds what the others watched in the months after. Only the cut for all has no hollow
# dot: nothing in train is later than any test row. (The percentage is a mean over all test rows; hollow means later than the *first* of them.)
#
# Now the same on MovieLens 100K, for everybody's rows and for the user's own.

# %% id="leakage-run"
from course.datasets import DataUnavailable

try:
    ratings, items = load("ml-100k")
except DataUnavailable as why:
    print(why)
    ratings, items = load("sample")

def later_share(train_times, test_times):
    """For each test time, the share of train times that are strictly later: array."""
    times = np.sort(train_times.to_numpy())
    return 1 - np.searchsorted(times, test_times.to_numpy(), side="right") / len(times)

# The moment of the row that four fifths of all rows come before.
cut = int(np.sort(ratings.timestamp)[len(ratings) * 4 // 5])
splits = {"random": random_split(ratings), "per user": user_temporal_split(ratings),
          "leave one out": leave_one_out(ratings), "one cut": temporal_split(ratings, cut)}
for name, (train, test) in splits.items():
    share = later_share(train.timestamp, test.timestamp)
    past = dict(list(train.groupby("user_id").timestamp))
    own = np.concatenate([later_share(past[user], times) for user, times
                          in test.groupby("user_id").timestamp if user in past])
    print(f"{name:14} {len(test):6,} test rows; later in train: mean {share.mean():.6f}, "
          f"median {np.median(share):.6f}; of the user's own rows: {own.mean():.6f}")

# %% [markdown] id="leakage-read"
# Leave one out by time leaves 0.413302 of train in the future (median 0.381639), nearly as much as the random split with 0.500005. Only one's **own** future is hidden:
# the last column is 0. A per-user temporal split is no better, 0.413394. The future tells a model which films will become popular.
#
# So "by time" is not enough. Ask: **whose** time?

# %% [markdown] id="optimism"
# **A random split is optimistic.** Three models: MostPopular shows everybody the same films, ItemKNN shows films whose fans like what you like, ALS learns a few
# numbers for each user and film. Three splits, NDCG@10 with ratings of 4 and 5 as relevant. *Predict:* does the order of the models stay?

# %% id="optimism-run"
from course.compare import split_ratings
from course.figures.splits import optimism
from course.metrics import evaluate
from course.models import ALS, ItemKNN, MostPopular


def per_user(model, test, users, least=4):
    """One row of metrics a user, of a fitted model; relevant are test ratings from `least` on."""
    relevant = test.loc[(test.rating >= least) & test.user_id.isin(users), ["user_id", "item_id"]]
    users = np.unique(relevant.user_id)
    return evaluate(model.recommend(users, 10), relevant, 10, users=users)

models = {"MostPopular": MostPopular, "ItemKNN": ItemKNN, "ALS": ALS}
ndcg = {}  # split -> DataFrame, one row a user and one column a model
for split in ("random", "user_temporal", "global_temporal"):
    train, test, users = split_ratings(ratings, split)
    fitted = {name: model(items).fit(train) for name, model in models.items()}
    ndcg[split] = pd.DataFrame({name: per_user(model, test, users)["ndcg@10"]
                                for name, model in fitted.items()})
table = pd.DataFrame({split: scores.mean() for split, scores in ndcg.items()})
optimism(table.set_axis(["random", "per user", "one cut"], axis=1))
print(table.round(4))
print("users:", {split: len(scores) for split, scores in ndcg.items()})

# %% [markdown] id="optimism-read"
# The order stays, the distances do not. ALS falls from 0.3697 under the random split to 0.1836 per user and 0.1703 under one cut. ItemKNN is twice as good as MostPopular under the random split, 0.3477 against
# 0.1741. Under one cut it is 0.1404 against 0.1308, and we shall see whether that is anything at all. How much a random split promises depends on the model, so it
# can change the verdict.
#
# Mind the users: under one cut these are the 97 with at least five train ratings and a liked film in test. Means of different users are no fair contest.

# %% [markdown] id="window"
# **The production window.** Live, a model learns from all that is known and serves the next days. So: train on all up to a week ago, test on the week since. `temporal_split` has
# an `end` for that. Rows after the end are in neither part: that future has not happened. One week is one draw, so look at several.

# %% id="window-run"
week, last = 7 * 86_400, int(ratings.timestamp.max()) + 1
for back in range(5):
    end = last - back * week
    train, test = temporal_split(ratings, end - week, end)
    new = ~test.user_id.isin(train.user_id)
    print(f"{back} weeks back: {len(train):6,} train rows, {len(test):5,} test rows of "
          f"{test.user_id.nunique():3} users; share of rows by new users {new.mean():.2f}")

# %% [markdown] id="facts"
# The share of rows by new users moves between 0.45 and 0.97: no week is like another.
#
# **Know your data before you split it.** MovieLens 100K was collected from people who signed up and then rated a page of films.

# %% id="facts-run"
stays = ratings.groupby("user_id").timestamp.agg(["min", "max"])
minutes = (stays["max"] - stays["min"]) / 60
print(f"{len(stays)} users; half of them rated everything within {minutes.median():.0f} minutes")
shared = ratings.duplicated(["user_id", "timestamp"], keep=False)
print(f"rows that share user and second with another row: {shared.mean():.1%}")
at_last = ratings.timestamp == ratings.user_id.map(stays["max"])
print(f"users with a tie at their last moment: {(at_last.groupby(ratings.user_id).sum() > 1).sum()}")
count = ratings.item_id.value_counts()
ids = pd.Series(count.index, index=count.index)
print(f"rank correlation of item id and popularity: {count.rank().corr(ids.rank()):.2f}")

# %% [markdown] id="facts-read"
# So "the user's last rating" is often one of several in the same second, on the page shown last. It says little of how tastes change. And low item ids are popular films:
# the correlation is −0.81.

# %% [markdown] id="ties"
# ## Ties
#
# 415 of 943 users have a tie at their last moment. Some rule must choose. *Predict:* does the rule move hit rate@10 of leave one out, and by how
# much? (A hit is the hidden film itself, whatever its rating.)

# %% id="ties-run"
rules = {"order of the file": ratings, "order of the file, reversed": ratings[::-1],
         "highest item id is last": ratings.sort_values("item_id"),
         "lowest item id is last": ratings.sort_values("item_id", ascending=False)}
for name, some in (("MostPopular", list(rules)), ("ItemKNN", list(rules)[2:])):
    for rule in some:  # the split keeps tied rows in the order it gets
        train, test = leave_one_out(rules[rule])
        hits = per_user(models[name](items).fit(train), test, test.user_id.unique(), least=1)
        print(f"{name:11}  {rule:27}  {hits['hit_rate@10'].mean():.4f}")

# %% [markdown] id="ties-read"
# The same data, the same model, and MostPopular has 0.0498 or 0.1103, ItemKNN 0.0668 or 0.1421: one rule for ties **doubles** the result of the other. Item ids follow popularity, so "lowest id
# last" puts popular films into test. The order of the file is random in MovieLens, which makes it a fair rule here. Whichever you take: state it, and never let ids
# decide.
#
# In pandas, sort with `kind="stable"`, or ties come out in any order.

# %% [markdown] id="cold"
# ## Cold
#
# A cut for all leaves **cold users**, without a train row, and **cold items**. Some papers drop them. The real system will meet them. So count them, and report each
# segment apart. *Predict:* which model is best for users it knows nothing of?

# %% id="cold-run"
train, test = splits["one cut"]
known = train.user_id.value_counts()
segment = pd.cut(test.user_id.map(known).fillna(0), [-1, 0, 4, np.inf],
                 labels=["no train row", "1 to 4", "5 and more"])
report = pd.DataFrame({"test rows": segment.value_counts(sort=False),
                       "users": test.groupby(segment, observed=False).user_id.nunique()})
of_user = segment.groupby(test.user_id).first()
for name in ("MostPopular", "ALS"):  # fitted above, on the same train: one cut came last
    scores = per_user(fitted[name], test, test.user_id.unique())["ndcg@10"]
    report[name] = scores.groupby(of_user[scores.index], observed=False).mean().round(4)
    print(f"{name}: NDCG@10 of all {len(scores)} users {scores.mean():.4f}")
print(report)
new = test[~test.item_id.isin(train.item_id)]
print(f"cold items: {new.item_id.nunique()} films in {len(new)} test rows; "
      f"test rows by cold users: {(segment == 'no train row').mean():.1%}")

# %% [markdown] id="cold-read"
# For cold users MostPopular reaches 0.3153 and ALS 0.0207: ALS knows nothing of them, and its list is a list of ties. For warm users it is the other way
# round, 0.1308 and 0.1703. A mean over all hides that the right answer is *both*: popular films first, ALS later. And 85.2% of the test rows would have
# vanished by dropping.
#
# Of cold items a model that learns from ratings knows nothing either; only their content can place them.

# %% [markdown] id="mix"
# **When the mix changes.** Last year 80 % of the users were warm, this year 20 %.

# %% id="mix-run"
for year, warm, cold, share in (("last year", 0.40, 0.10, 0.8), ("this year", 0.45, 0.15, 0.2)):
    print(f"{year}: warm {warm:.2f}, cold {cold:.2f}, mean {share * warm + (1 - share) * cold:.2f}")
print("three warm users and a cold one: mean AP", np.mean([1, 0.5, 0, 0]),
      "- without the cold one:", np.mean([1, 0.5, 0]))

# %% [markdown] id="mix-read"
# Better in each segment, worse in total: 0.34 became 0.21. The users changed, not the model. And dropping the cold user lifts a mean from 0.375 to 0.5 without helping
# anybody.

# %% [markdown] id="sampled"
# ## Sampled negatives
#
# Ranking one hidden film among 1,682 takes time, so some rank it among 99 films drawn at random. Say it has rank $r$ among $n$ items. A drawn item stands above it with the
# chance $p = (r - 1)/(n - 1)$, so the number above is like the heads in 99 throws of a coin that shows heads with the chance $p$: $\mathrm{Binomial}(99, p)$. The expected rank is $1 + 99\,p$.
#
# *Predict:* where does rank 101 of 10,000 land, and how often in the top ten?

# %% id="sampled-run"
from math import comb


def above(x, m, p):
    """The chance that exactly x of m negatives stand above."""
    return comb(m, x) * p**x * (1 - p) ** (m - x)

p = (101 - 1) / (10_000 - 1)
print(f"expected rank of rank 101: {1 + 99 * p:.6f}")
print(f"chance of the top ten: {sum(above(x, 99, p) for x in range(10)):.7f}")

# %% [markdown] id="sampled-read"
# The item is at 1.990099 on average, and in the top ten almost surely: hit rate@10 says 0.9999999 where the truth is 0. An inflated scale is no harm if the order of
# models stays. *Predict:* does it? The table is from Krichene and Rendle (2020): three models, five users, one hidden item each, so that AP is
# 1 / rank.

# %% id="sampled-toy"
ranks = {"A": [100] * 5, "B": [40, 40, 8437, 9266, 4482], "C": [212, 2, 743, 5342, 1548]}
table = {}
for model, places in ranks.items():
    chance = (np.array(places) - 1) / 9_999
    table[model] = {"AP, all items": np.mean(1 / np.array(places))}
    for m in (20, 99, 1000, 9_999):
        # The mean of 1 / (1 + X) for a binomial X has this closed form.
        table[model][f"{m} drawn"] = np.mean((1 - (1 - chance) ** (m + 1)) / ((m + 1) * chance))
print(pd.DataFrame(table).T.round(6))

# %% [markdown] id="sampled-toy-read"
# With all items C wins, 0.101379. With 99 negatives A wins, 0.636592, and C is last with 0.326169. Sampling blurs the top of the list: rank 2 and rank 100 both look like
# the first two places, so a model that is never bad beats one that is sometimes excellent. The draws here are with replacement; so even 9,999 of them are not all items.
#
# Two more traps follow.

# %% id="sampled-traps"
# 1. A random "negative" may be a film that the user loves. Relevant are x and y; y was drawn.
ranking, drawn_with_x = ["y", "x", "a", "b"], ["y", "a"]
first = next(film for film in ranking if film in ["x", *drawn_with_x])
print("hit rate@1, both relevant and all films:", int(ranking[0] in ("x", "y")),
      " x among the sample:", int(first == "x"))
# 2. Each model draws its own negatives: the luck of the draw alone moves the difference.
p, n_users = 0.2, 943
print(f"standard deviation of a difference, up to {np.sqrt(2 * p * (1 - p) / n_users):.6f}")

# %% [markdown] id="sampled-traps-read"
# The model put two loved films on top and got 0. And if models draw apart, the luck alone gives the difference of two equal ones a standard deviation of up to 0.018421.
#
# **Rank all items.** With a few thousand it costs seconds. If you must sample, give all models the same draw, and do not compare with unsampled numbers.

# %% [markdown] id="significance"
# ## Significance
#
# Model A is ahead of B by 0.03 on average, over eight users. Their values run from 0.1 to 0.93, with a standard deviation of 0.28. *Predict:* noise, or
# a real lead?
#
# Below, **t** is a mean difference divided by its standard error. Beyond about 2, in either direction, chance is a poor explanation.

# %% id="significance-run"
from course.figures.splits import two_bootstraps

a = np.array([0.10, 0.32, 0.55, 0.71, 0.20, 0.93, 0.41, 0.64])
b = a - [0.03, 0.02, 0.05, 0.01, 0.04, 0.02, 0.03, 0.04]
d, n = a - b, len(a)
print(f"standard deviation of a: {a.std(ddof=1):.2f}, of the differences: {d.std(ddof=1):.4f}")
print(f"unpaired t {d.mean() / np.sqrt(a.var(ddof=1) / n + b.var(ddof=1) / n):.6f}")
print(f"paired t   {d.mean() / (d.std(ddof=1) / np.sqrt(n)):.6f}")
rng = np.random.default_rng(2024)
drawn, for_a, for_b = (rng.integers(n, size=(10_000, n)) for _ in range(3))
two_bootstraps(paired=d[drawn].mean(axis=1), unpaired=a[for_a].mean(axis=1) - b[for_b].mean(axis=1))
print("paired 95 %:", np.quantile(d[drawn].mean(axis=1), [0.025, 0.975]).round(5))

# %% [markdown] id="significance-read"
# Users differ a lot from each other, but **every one** of the eight prefers A. Look at each user's difference $d_u = a_u - b_u$:
#
# $$t = \frac{\bar d}{s_d / \sqrt n}$$
#
# Paired, t is 6.480741; as two groups of strangers, 0.214628. The **paired bootstrap** draws users, takes both models' values for a drawn user, and repeats that 10,000 times: the
# interval is 0.02125 to 0.03875, without 0.

# %% [markdown] id="significance-real"
# Now the three models on real data: is the lead real, and under which split?

# %% id="significance-real-run"
def interval(d, draws=10_000):
    """The mean difference, and the middle 95 % of its paired bootstrap."""
    rows = np.random.default_rng(2024).integers(len(d), size=(draws, len(d)))
    return d.mean(), *np.quantile(d[rows].mean(axis=1), [0.025, 0.975])

for split, scores in ndcg.items():
    for one, other in (("ItemKNN", "MostPopular"), ("ALS", "ItemKNN")):
        mean, low, high = interval((scores[one] - scores[other]).to_numpy())
        verdict = "real" if low > 0 else "may be noise"
        print(f"{split:15} {one} - {other}: {mean:.4f}, 95 % {low:.4f} to {high:.4f}  {verdict}")

three = np.array([0.1, 0.4, 0.7])
rows = np.repeat(three, 10)
print(f"standard error over 3 users {three.std(ddof=1) / np.sqrt(3):.6f}, "
      f"over their 30 rows {rows.std(ddof=1) / np.sqrt(30):.6f}")
print(f"hit rate 0.2 with 943 users: 95 % is ± {1.96 * np.sqrt(0.2 * 0.8 / 943):.5f}")

# %% [markdown] id="significance-real-read"
# ItemKNN's lead over MostPopular is far beyond doubt under a random split, 0.1736. Under one cut it is 0.0096, and the interval holds 0. ALS before ItemKNN is real under the random
# split and under one cut; per user it may be noise.
#
# Two warnings. The unit is the **user**: ten rows each of three users do not make thirty opinions (0.173205 became 0.045486). And one model's hit rate of 0.2 is uncertain by
# 0.02553: where two tables differ in the third decimal, there is no winner.

# %% [markdown] id="misleads"
# ## When it misleads
#
# - **One cut is one draw.** Holidays and releases make a week special. Roll the window.
# - **A strict cut tests few warm users**: 108 of 301 test users here have at least five train ratings. The interval is wide, and honest.
# - **Leave one out** gives each user one relevant film: recall equals hit rate, and precision cannot pass 1/k.
# - **At least five ratings** drops the very users who are hard to serve.
# - **No split is live use**: people rate what they were shown.

# %% [markdown] id="wild"
# ## Bugs seen in the wild
#
# In PURS#12 a reader asked whether the split was right: the first four fifths of the file became train, and the example file was not in the order of time. Here is the idea
# in a few lines. **Find a table that exposes it**, before you open the answer.

# %% id="wild-code"
def chronological_split(ratings):
    """The first four fifths of the rows are train, the rest is test."""
    cut = 4 * len(ratings) // 5
    return ratings.iloc[:cut], ratings.iloc[cut:]

def split_at(ratings, cut):
    """Before the cut and after the cut."""
    return ratings[ratings.timestamp < cut], ratings[ratings.timestamp > cut]

print("sorted:", [part.index.tolist() for part in chronological_split(T.sort_values("timestamp"))])
print("cut at 40:", [part.index.tolist() for part in split_at(T, 40)])

# %% [markdown] id="wild-answer"
# <details><summary>Which table, and what is wrong? (The second function has a bug too.)</summary>
#
# `T` itself: it is not sorted, so rows at times 20 and 35 become test, and rows at 50 and 55 train. The name promised what the code never did. `split_at(T, 50)` loses rows 3 and 4, which
# stand *at* the cut: neither before nor after. A pull request, irec PR79, mended just that.
#
# </details>

# %% id="wild-run"
train, test = chronological_split(T)
print("test at times", test.timestamp.tolist(), " train at times", train.timestamp.tolist())
print("cut at 50:", [part.index.tolist() for part in split_at(T, 50)])

# %% [markdown] id="wild-more"
# Two more threads are worth reading. In recommenders#1675 and its older sister recommenders#146, users notice that a chronological split *per user* still trains on others' future. And LRURec#1,
# on ties settled by item id, waits for you in the assignment.

# %% [markdown] id="card"
# ## Convention card
#
# | what | this course | others |
# |---|---|---|
# | share | floor(share · n + 0.5) | round, ceil |
# | ties | order of the file | item id |
# | leave one out | users with 5 or more | all users |
# | short users | in train | dropped |
# | chronological | one cut | per user: recommenders |
# | at the cut | test | train |
# | cold users | reported apart | dropped: cornac |
# | rivals | all items | 99 drawn |
# | uncertainty | users, paired | rows |

# %% [markdown] id="exercise"
# **Exercise.** Assignment `05-splits`: test rows by hand, three splits of your own, a tie to mend, the expected sampled rank, and a paired t. Start it with
# `python -m course start 05-splits`.

# %% [markdown] id="quiz"
# **Quick questions.** What do you do with cold users?
#
# <details><summary>Drop them: they only add noise</summary>No: the mean rises, and nobody is served better.</details>
# <details><summary>Count them and report them apart</summary>Yes. The system will meet them, and perhaps with another model.</details>
# <details><summary>Give them a score of 1</summary>Never: a model would win by knowing nobody.</details>

# %% [markdown] id="quiz-sampled"
# A paper ranks each test film among 99 random ones. That ...
#
# <details><summary>only changes the scale</summary>No: above, the best and the worst model changed places.</details>
# <details><summary>can change who wins</summary>Yes, as the toy table shows.</details>

# %% [markdown] id="quiz-paired"
# Two models, eight users, a mean difference of 0.03; users differ from each other with a standard deviation of 0.28.
#
# <details><summary>Noise: 0.03 is far less than 0.28</summary>That compares strangers. The same users judged both models.</details>
# <details><summary>It depends on how the eight differences vary</summary>Yes. Here they vary little, and the lead is clear.</details>

# %% [markdown] id="quiz-earlier"
# **From lesson 4.** A model's list found one of a user's three relevant films, in first place. Its NDCG@3 is
#
# <details><summary>1: the only hit stands at the top</summary>No: that takes the ideal from the list. The two missed films belong to the ideal.</details>
# <details><summary>below 1: the user's ideal holds three films</summary>Yes. What a list missed must be able to hurt.</details>
# <details><summary>1 / 3, the share that was found</summary>No: that is recall. NDCG weighs places.</details>

# %% [markdown] id="recap"
# ## You can now
#
# make four splits and say what each hides; measure what is later in train; state a tie rule; report cold users and items apart; distrust random splits and sampled negatives; and test
# a difference user by user.
#
# *Sources: Aggarwal (2016), Recommender Systems, chapter 7; Krichene and Rendle (2020), On Sampled Metrics for Item Recommendation, KDD; Meng, McCreadie, Macdonald and Ounis (2020), Exploring
# Data Splitting Strategies for the Evaluation of Recommendation Models, RecSys; Ji, Sun, Zhang and Li (2023), A Critical Study on Data Leakage in Recommender System Offline Evaluation, ACM TOIS.*
