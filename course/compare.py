"""All models, splits and metrics in one table: `python -m course compare`.

    evaluate_models(ratings, items, "user_temporal", "ge4") -> DataFrame, one row a model
    compare(ratings, items) -> DataFrame, one row a split, relevance and model

The protocol. Every item is a candidate. Models learn from all of train; a list leaves out what
the user rated there. Means run over the users with at least one relevant test item (`n_users`);
under the global split also with at least five ratings in train. Coverage, Gini, diversity and
novelty are those of the lists of these users, RMSE that of their test ratings whose item occurs
in train.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from course import metrics
from course.models import (
    ALS,
    BiasedMF,
    BiasOnly,
    ContentBased,
    Hybrid,
    ItemKNN,
    ItemMean,
    MostPopular,
    PureSVD,
    Random,
)
from course.splits import leave_one_out, random_split, temporal_split, user_temporal_split

K = 10
SPLITS = ("random", "user_temporal", "loo", "global_temporal")
RELEVANCE = ("ge4", "any")
COLUMNS = ("split", "relevance", "model", "recall", "precision", "f1", "map_min", "map_rel", "ndcg",
           "ndcg_graded", "hit", "mrr", "n_users", "coverage", "gini", "ild", "novelty_si",
           "mean_pop_rank", "rmse")
MIN_TRAIN = 5  # ratings in train that a user needs under the global split
DECIMALS = 10  # beyond them, the last bits of a sum differ from machine to machine


def split_ratings(ratings, split):
    """(train, test, users to evaluate) of one of SPLITS.

    The global split cuts at the timestamp of the row that 80 % of all rows come before.
    """
    if split == "random":
        train, test = random_split(ratings)
    elif split == "user_temporal":
        train, test = user_temporal_split(ratings)
    elif split == "loo":
        train, test = leave_one_out(ratings, min_ratings=1)
    elif split == "global_temporal":
        train, test = temporal_split(ratings, np.sort(ratings["timestamp"])[len(ratings) * 4 // 5])
    else:
        raise ValueError(f"split must be one of {', '.join(SPLITS)}, not {split!r}.")
    users = np.unique(test["user_id"])
    if split == "global_temporal":
        known = train["user_id"].value_counts()
        users = users[known.reindex(users, fill_value=0).to_numpy() >= MIN_TRAIN]
    return train, test, users


def relevant_rows(test, relevance):
    """The relevant rows of test with their grades: DataFrame user_id, item_id, grade.

    relevance: "ge4", ratings of 4 and 5 with the grades 1 and 3; or "any", every rating r with
    the grade 2^r - 1.
    """
    if relevance not in RELEVANCE:
        raise ValueError(f"relevance must be one of {', '.join(RELEVANCE)}, not {relevance!r}.")
    least, shift = (4, 3) if relevance == "ge4" else (1, 0)
    rows = test[test["rating"] >= least]
    return pd.DataFrame({"user_id": rows["user_id"], "item_id": rows["item_id"],
                         "grade": 2.0 ** (rows["rating"] - shift) - 1})


def make_models(items):
    """{name in the table: model}, all models of the course; the hybrids share their parts."""
    als, knn, content = ALS(items), ItemKNN(items), ContentBased(items)
    return {
        "Random": Random(items),
        "MostPopular": MostPopular(items),
        "ItemMean": ItemMean(items),
        "ItemKNN": knn,
        "ALS": als,
        "Content": content,
        "Hybrid(ALS+CB)": Hybrid.als_content(items, als, content),
        "Hybrid(ALS+kNN+CB)": Hybrid.als_knn_content(items, als, knn, content),
        "HybridRRF(ALS+kNN+CB)": Hybrid.rrf(items, als, knn, content),
        "BiasOnly": BiasOnly(items),
        "BiasedMF": BiasedMF(items),
        "PureSVD": PureSVD(items),
    }


def evaluate_models(ratings, items, split="user_temporal", relevance="ge4", models=None):
    """The table of one split and one relevance: DataFrame with COLUMNS, one row a model.

    ratings, items: as `datasets.load` returns them. models: {name: model} or names of
    `make_models`; None for all of them.
    Raises ValueError for an unknown split, relevance or model.
    """
    made = make_models(items) if not isinstance(models, dict) else models
    unknown = [name for name in models or () if name not in made]
    if unknown:
        raise ValueError(f"there is no model {unknown[0]!r}; there is {', '.join(made)}.")
    made = {name: made[name] for name in (models or made)}
    train, test, users = split_ratings(ratings, split)
    rows = []
    for name, model in made.items():
        lists = model.fit(train).recommend(users, K)
        rows.append(_row(split, relevance, name, model, lists, test, users, items))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def compare(ratings, items, say=lambda done, total: None):
    """The whole table: DataFrame with COLUMNS, rows by split, relevance and model.

    say: called with the number of fitted models so far, and of all.
    """
    rows = []
    for split in SPLITS:
        train, test, users = split_ratings(ratings, split)
        of_split = {relevance: [] for relevance in RELEVANCE}
        made = make_models(items)
        for name, model in made.items():
            done = len(rows) // len(RELEVANCE) + len(of_split["any"])
            say(done, len(SPLITS) * len(made))
            if model.train is not train:
                model.fit(train)
            lists = model.recommend(users, K)
            for relevance in RELEVANCE:
                of_split[relevance].append(
                    _row(split, relevance, name, model, lists, test, users, items))
        rows += [row for found in of_split.values() for row in found]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _row(split, relevance, name, model, lists, test, users, items):
    """One row of the table, of a fitted model and its lists for `users`."""
    train, relevant = model.train, relevant_rows(test, relevance)
    relevant = relevant[relevant["user_id"].isin(users)]
    wanting = np.isin(users, relevant["user_id"])
    users, lists = users[wanting], lists[wanting]
    graded = metrics.evaluate(lists, relevant, K, users=users, denominator="min").mean()
    binary = metrics.evaluate(lists, relevant, K, users=users, gain="binary").mean()
    row = {
        "split": split, "relevance": relevance, "model": name,
        "recall": binary[f"recall@{K}"], "precision": binary[f"precision@{K}"],
        "f1": binary[f"f1@{K}"], "map_min": graded[f"ap@{K}"], "map_rel": binary[f"ap@{K}"],
        "ndcg": binary[f"ndcg@{K}"], "ndcg_graded": graded[f"ndcg@{K}"],
        "hit": binary[f"hit_rate@{K}"], "mrr": binary[f"rr@{K}"], "n_users": len(users),
        **beyond_accuracy(lists, train, items), "rmse": np.nan,
    }
    if hasattr(model, "predict"):
        rated = test[test["user_id"].isin(users) & test["item_id"].isin(train["item_id"])]
        errors = model.predict(rated["user_id"], rated["item_id"]) - rated["rating"]
        row["rmse"] = np.sqrt(np.mean(errors**2))
    return {key: round(float(value), DECIMALS) if isinstance(value, float) else value
            for key, value in row.items()}


def beyond_accuracy(lists, train, items):
    """What lists are like, whoever liked them: a dict of five means over the lists.

    lists: int array (n_lists, L) of item ids, padded with -1. train, items: DataFrames.
    coverage and gini are over the whole catalogue; ild is that of the genres; novelty_si is in
    bits, with one added to every count; mean_pop_rank is 1 for the item most popular in train.
    """
    positions = pd.Index(items["item_id"]).get_indexer(lists.ravel()).reshape(lists.shape)
    popularity = train["item_id"].value_counts().reindex(items["item_id"], fill_value=0).to_numpy()
    rank = np.empty(len(items))
    rank[np.lexsort((items["item_id"], -popularity))] = np.arange(1, len(items) + 1)
    novelty = metrics.novelty(positions, popularity, kind="self_information", smoothing=1,
                              n_users=train["user_id"].nunique())
    return {
        "coverage": metrics.catalog_coverage(positions, len(items)),
        "gini": metrics.gini(positions, len(items)),
        "ild": metrics.intra_list_diversity(positions, genre_features(items)).mean(),
        "novelty_si": novelty.mean(),
        "mean_pop_rank": rank[positions[positions >= 0]].mean(),
    }


def genre_features(items):
    """0/1 genres of the items, without "unknown": array (n_items, n_genres)."""
    return items["genres"].str.get_dummies("|").drop(columns="unknown", errors="ignore").to_numpy()


def main(csv=None, data="ml-100k"):
    """Print the table, or write it to a CSV file. Returns the exit code."""
    from course.datasets import DataUnavailable, load

    if csv is not None and not Path(csv).resolve().parent.is_dir():
        print(f"course compare: there is no folder for {csv}; make it first.", file=sys.stderr)
        return 1
    try:
        ratings, items = load(data)
    except DataUnavailable as reason:
        print(f"course compare: {reason}", file=sys.stderr)
        return 1
    started = time.monotonic()

    def say(done, total):
        left = (time.monotonic() - started) / done * (total - done) if done else None
        text = f"{done} of {total} models" + (f", about {left:.0f} s left" if left else "")
        print(f"\r{text}\033[K" if sys.stderr.isatty() else text, file=sys.stderr,
              end="" if sys.stderr.isatty() else "\n")

    table = compare(ratings, items, say)
    if sys.stderr.isatty():
        print("\r\033[K", file=sys.stderr, end="")
    if csv is None:
        with pd.option_context("display.width", 250, "display.max_columns", None,
                               "display.max_rows", None):
            print(table.round(4).to_string(index=False, na_rep=""))
        return 0
    try:
        table.to_csv(csv, index=False, lineterminator="\n")
    except OSError as problem:
        print(f"course compare: {csv} cannot be written: {problem.strerror}.", file=sys.stderr)
        return 1
    print(f"{len(table)} rows in {csv}.")
    return 0
