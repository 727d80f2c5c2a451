"""Assignment 07-homework: what the models show on the course's sample, worked out by the course.

Nothing here is written down in advance. The models are fitted when the first check needs them,
which takes a few seconds, and then kept.
"""

import functools
from typing import NamedTuple

import numpy as np

from course.checks.homework_lists import COLUMNS

MODELS = ("Random", "MostPopular", "ItemKNN", "ALS", "Content", "Hybrid")
SPLITS = ("time", "random")
K = 10


class Study(NamedTuple):
    """One split of the sample.

    lists: {model: {user: [item id, ...]}}, best first. relevant: {user: [item id, ...]}.
    popularity: {item id: ratings in train}, every item. n_users: users in train.
    genres: {item id: [genre, ...]}.
    """

    lists: dict
    relevant: dict
    popularity: dict
    n_users: int
    genres: dict


@functools.cache
def study(split):
    """The models, fitted on one split of the sample. split: "time" or "random"."""
    from course import datasets, models, splits  # slow to import, and only needed here

    ratings, items = datasets.load("sample")
    parting = {"time": splits.user_temporal_split, "random": splits.random_split}[split]
    train, test = parting(ratings)
    liked = test[test.rating >= 4].groupby("user_id").item_id
    relevant = {int(user): ids.tolist() for user, ids in liked}
    knn, als = models.ItemKNN(items), models.ALS(items)
    content = models.ContentBased(items)
    made = (models.Random(items), models.MostPopular(items), knn, als, content,
            models.Hybrid.als_knn_content(items, als, knn, content))
    lists = {}
    for name, model in zip(MODELS, made, strict=True):
        shown = model.fit(train).recommend(list(relevant), K).tolist()
        lists[name] = {
            user: [item for item in row if item >= 0]
            for user, row in zip(relevant, shown, strict=True)
        }
    counts = train.item_id.value_counts().reindex(items.item_id, fill_value=0)
    genres = dict(zip(items.item_id.tolist(), items.genres.str.split("|").tolist(), strict=True))
    return Study(lists, relevant, counts.to_dict(), train.user_id.nunique(), genres)


@functools.cache
def per_user(split):
    """{model: DataFrame}, one row a user, from the course's own evaluate."""
    from course.metrics import evaluate

    found = study(split)
    return {name: evaluate(shown, found.relevant, K) for name, shown in found.lists.items()}


def table(split):
    """The six means of the six models: array (6, 6), a row a model."""
    columns = [f"{column}@{K}" for column in COLUMNS]
    return np.array([per_user(split)[name][columns].mean().to_numpy() for name in MODELS])


def table_by(version, split="time", k=K):
    """The same table from another evaluate_lists, which may be wrong."""
    found = study(split)
    return np.array([version(found.lists[name], found.relevant, k) for name in MODELS])


def ndcg_of(name, split="time"):
    """NDCG@10 of every user under one model: array (n_users,)."""
    return per_user(split)[name][f"ndcg@{K}"].to_numpy()


def shown_by(name, split="time"):
    """The lists of one model, as a list of lists."""
    return list(study(split).lists[name].values())


def per_list(function, split="time"):
    """The mean of function(list of item ids) over the users, for each model: array (6,)."""
    return np.array([
        np.mean([function(shown) for shown in shown_by(name, split)]) for name in MODELS
    ])


# --- Beyond accuracy, by the course's own metrics -----------------------------------------------


def coverage():
    """Catalogue coverage of each model: array (6,)."""
    from course.metrics import catalog_coverage

    n_items = len(study("time").genres)
    # Item ids of the sample are 1 to n_items; positions count from 0.
    return np.array([catalog_coverage(np.array(shown_by(name)) - 1, n_items) for name in MODELS])


def diversity():
    """Mean intra-list diversity of each model, genres as 0 and 1: array (6,)."""
    from course.metrics import intra_list_diversity

    genres = study("time").genres
    names = sorted({genre for some in genres.values() for genre in some})
    features = np.array([[name in genres[item] for name in names] for item in sorted(genres)])
    return np.array([
        intra_list_diversity(np.array(shown_by(name)) - 1, features).mean() for name in MODELS
    ])


def novelty():
    """Mean self-information of each model's lists, smoothed by one, in bits: array (6,)."""
    from course.metrics import novelty as novelty_of

    found = study("time")
    counts = np.array([found.popularity[item] for item in sorted(found.genres)])
    settings = {"kind": "self_information", "n_users": found.n_users, "smoothing": 1}
    return np.array([
        novelty_of(np.array(shown_by(name)) - 1, counts, **settings).mean() for name in MODELS
    ])


class Later:
    """Numbers that are made when they are first needed. `np.asarray` makes them."""

    def __init__(self, make):
        self.make = functools.cache(make)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.make(), dtype=dtype)
