"""Every number and every picture of the slides, computed by the course.

    numbers(ratings, items)  -> {name: value or another such dict}, for the {…} of the deck's text
    pictures(…)              -> {name: (PNG bytes, alternative text)}
    kept()                   -> both, from build/slides/ while nothing they come from has changed
"""

import base64
import hashlib
import io
import json
import platform
import sys
from unittest import mock

import matplotlib
import numpy as np
import pandas as pd
from sklearn.metrics import ndcg_score

from course import compare, datasets, figures
from course.build import ROOT
from course.figures import beyond, mean_ap, precision, rmse, splits
from course.metrics import (
    average_precision_at_k,
    dcg_at_k,
    intra_list_diversity,
    mmr,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)
from course.models import ALS
from course.splits import leave_one_out, random_split, temporal_split, user_temporal_split

KEPT = ROOT / "build" / "slides"
SHARP, LETTERS = 200, 12  # dots an inch, and points: a picture fills a projector

MODELS = ("Random", "MostPopular", "ItemMean", "ItemKNN", "ALS", "Content", "Hybrid(ALS+kNN+CB)",
          "BiasOnly", "BiasedMF", "PureSVD")
SPLITS = {"random": "random", "user_temporal": "per user", "global_temporal": "one cut"}

TITLES = ["Night Ferry", "The Salt Road", "Tin Astronaut", "Blue Lantern", "A Map of Rain"]
GRADES = [3, 2, 0, 0, 1]
WATCHED = [0.97, 0.62, 0.04, 0.0, 0.31]
MARA_TITLES = ["Harbour at Dawn", "The Copper Kite", "Glass Orchard", "Winter Postman",
               "The Last Tram"]
MARA, MODEL_A, MODEL_B = [5, 5, 4, 2, 1], [3.9, 4.1, 4.3, 2.5, 1.6], [3.2, 3.0, 2.0, 0.5, 0.2]
TOMAS = [1, 0, 0, 1, 0]
JONAS = {"A": [1, 1, 0, 0, 0], "B": [1, 0, 0, 1, 0], "C": [0, 0, 0, 1, 1]}
EARLY = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0]  # one list, to be judged for many users
USERS_A = np.array([0.10, 0.32, 0.55, 0.71, 0.20, 0.93, 0.41, 0.64])
USERS_B = USERS_A - [0.03, 0.02, 0.05, 0.01, 0.04, 0.02, 0.03, 0.04]


# --- One list at a time ---------------------------------------------------------------------------


def by_hand():
    """The numbers of the made-up users: a dict of numbers and dicts."""
    order = {"dcg": dcg_at_k(GRADES, 5), "ideal": dcg_at_k(sorted(GRADES, reverse=True), 5),
             "ndcg": ndcg_at_k(GRADES, 5),
             "mixed": ndcg_score([sorted(GRADES, reverse=True)], [GRADES]),
             "late": GRADES[4] / np.log2(6), "early": GRADES[4] / np.log2(4)}
    return {
        "ines": order | {"pieces": _numbered(np.array(GRADES) / np.log2(np.arange(2, 7))),
                         "discounts": _numbered(1 / np.log2(np.arange(2, 7))),
                         "watched": _numbered(WATCHED)},
        "mara": {"a": _rmse(MODEL_A, MARA), "b": _rmse(MODEL_B, MARA),
                 "ten": _rmse(np.array(MODEL_A) + 10, MARA),
                 "shelf_a": _five_stars(MODEL_A), "shelf_b": _five_stars(MODEL_B)},
        "lists": {"a": _numbered(MODEL_A), "b": _numbered(MODEL_B)},
        "tomas": {"p": _numbered(precision_at_k(TOMAS, k) for k in range(1, 6)),
                  "r": _numbered(recall_at_k(TOMAS, k, 3) for k in range(1, 6)),
                  "forgotten": recall_at_k(TOMAS, 5, 2)},
        "jonas": {name: {"p": precision_at_k(shown, 5), "r": recall_at_k(shown, 5, 2),
                         "rr": reciprocal_rank_at_k(shown, 5),
                         "ap": average_precision_at_k(shown, 5, 2)}
                  for name, shown in JONAS.items()},
        "eva": {"r": average_precision_at_k(JONAS["B"], 5, 8),
                "min": average_precision_at_k(JONAS["B"], 5, 8, "min"),
                "hits": average_precision_at_k(JONAS["B"], 5, 2)},
        "two": {"ap_early": average_precision_at_k([1, 0, 0, 0, 0], 5, 2),
                "ap_both": average_precision_at_k([0, 1, 0, 0, 1], 5, 2),
                "ndcg_early": ndcg_at_k([1, 0, 0, 0, 0], 5, [1, 1]),
                "ndcg_both": ndcg_at_k([0, 1, 0, 0, 1], 5, [1, 1])},
        "three_tenths": precision_at_k([1, 1, 1], 10),
        "omar": {"one": ndcg_at_k([1, 0, 0], 3, [1, 1, 1]), "own_one": ndcg_at_k([1, 0, 0], 3),
                 "two": ndcg_at_k([1, 0, 1], 3, [1, 1, 1]), "own_two": ndcg_at_k([1, 0, 1], 3)},
        "gain": {gain: {"x": ndcg_at_k([0, 3, 1], 3, gain=gain),
                        "y": ndcg_at_k([1, 0, 3], 3, gain=gain)}
                 for gain in ("linear", "exponential")},
        "eight": _eight_users(),
    }


def _numbered(values):
    """{"1": the first, "2": the second, …}: places count from 1."""
    return {str(place): float(value) for place, value in enumerate(values, start=1)}


def _rmse(predicted, actual):
    return float(np.sqrt(np.mean(np.square(np.subtract(predicted, actual)))))


def _five_stars(predicted):
    """The share of five-star films among the two that a model puts first."""
    shelf = np.argsort(-np.array(predicted))[:2]
    return float(np.mean(np.array(MARA)[shelf] == 5))


def _eight_users():
    difference, n = USERS_A - USERS_B, len(USERS_A)
    apart = np.sqrt(USERS_A.var(ddof=1) / n + USERS_B.var(ddof=1) / n)
    low, high = np.quantile(_paired(), [0.025, 0.975])
    return {"mean": difference.mean(), "spread": USERS_A.std(ddof=1), "low": low, "high": high,
            "paired": difference.mean() / (difference.std(ddof=1) / np.sqrt(n)),
            "unpaired": difference.mean() / apart}


def _paired():
    return (USERS_A - USERS_B)[_drawn()[0]].mean(axis=1)


def _drawn():
    rng = np.random.default_rng(2024)
    return [rng.integers(len(USERS_A), size=(10_000, len(USERS_A))) for _ in range(3)]


# --- MovieLens 100K -------------------------------------------------------------------------------


def on_movielens(ratings, items):
    """The tables of models, of splits and of MMR, and what they rest on: dicts by name."""
    table = compare.evaluate_models(ratings, items, "user_temporal", "ge4", list(MODELS))
    three = ["MostPopular", "ItemKNN", "ALS"]
    ndcg = {"user_temporal": table.set_index("model").ndcg}
    for split in ("random", "global_temporal"):
        ndcg[split] = compare.evaluate_models(ratings, items, split, "ge4", three).set_index(
            "model").ndcg
    train, test, users = compare.split_ratings(ratings, "user_temporal")
    wanted = compare.relevant_rows(test, "ge4").user_id.value_counts().to_numpy()
    parts = {"random": random_split(ratings), "leave_one_out": leave_one_out(ratings),
             "user_temporal": user_temporal_split(ratings)}
    return {
        "models": {_plain(name): {column: float(row[column]) for column in table.columns[3:]}
                   for name, row in table.set_index("model", drop=False).iterrows()},
        "splits": {split: {name: float(ndcg[split][name]) for name in three} for split in SPLITS},
        "data": {"ratings": len(ratings), "users": ratings.user_id.nunique(), "films": len(items),
                 "judged": len(wanted), "few": float(np.mean(wanted < 10)),
                 "ceiling": float(np.mean(np.minimum(wanted, 10) / 10)),
                 "later": {name: float(splits.later_share(*part).mean())
                           for name, part in parts.items()}},
        "curve": (curve := _curve(train, test, items)),
        "curve_cost": curve["1"]["ndcg"] - curve["0_7"]["ndcg"],
    }


def _plain(name):
    return name.split("(")[0]


def _curve(train, test, items):
    """NDCG@10 and diversity along MMR's trade-off, as lesson 06 draws it: {trade-off: dict}."""
    relevant = compare.relevant_rows(test, "ge4")
    users, place = np.unique(relevant.user_id), pd.Index(items.item_id)
    model, features = ALS(items).fit(train), compare.genre_features(items)
    candidates = place.get_indexer(model.recommend(users, 100).ravel()).reshape(-1, 100)
    scores = np.take_along_axis(model.score(users), candidates, axis=1)
    low, high = scores.min(axis=1, keepdims=True), scores.max(axis=1, keepdims=True)
    scores = (scores - low) / (high - low)
    length = np.linalg.norm(features, axis=1, keepdims=True)
    unit = features / np.where(length > 0, length, 1)
    found = {}
    for trade_off in (1, 0.8, 0.7, 0.5, 0):
        lists = candidates[:, :10] if trade_off == 1 else np.array(
            [at[mmr(of_user, unit[at] @ unit[at].T, 10, trade_off)]
             for at, of_user in zip(candidates, scores)])
        value = compare.metrics.evaluate(place.to_numpy()[lists], relevant, 10, users=users,
                                         gain="binary")["ndcg@10"].mean()
        found[f"{trade_off:g}".replace(".", "_")] = {
            "t": trade_off, "ndcg": float(value),
            "diversity": float(intra_list_diversity(lists, features).mean())}
    return found


def numbers(ratings, items):
    """All numbers that docs/slides/deck.md may name."""
    return by_hand() | on_movielens(ratings, items)


# --- Pictures -------------------------------------------------------------------------------------


def picture(draw, *arguments, **named):
    """(PNG bytes, alternative text) of one of the course's figures, as sharp as a projector."""
    found = []

    def keep(figure, alt):
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=SHARP, bbox_inches="tight",
                       metadata={"Software": None})
        found.append((file.getvalue(), alt))

    # A figure ends by showing itself in a notebook; here it is kept instead.
    with (mock.patch.object(sys.modules[draw.__module__], "show", keep),
          matplotlib.rc_context({"font.size": LETTERS})):
        draw(*arguments, **named)
    return found[0]


def pictures(known):
    """{name: (PNG bytes, alternative text)} of the deck's figures. known: what `numbers` gave."""
    models, wanted = known["models"], list(range(3, 31))
    _, *apart = _drawn()
    sample = datasets.load("sample").ratings
    five = sample[sample.user_id.isin([97, 26, 87, 38, 198])]
    cut = int(np.sort(five.timestamp)[len(five) * 4 // 5])
    table = pd.DataFrame(known["splits"]).set_axis(list(SPLITS.values()), axis=1)
    curve = {step["t"]: (step["diversity"], step["ndcg"]) for step in known["curve"].values()}
    return {
        "two-models": picture(rmse.two_models, MARA_TITLES, MARA, {
            f"model {name}": (predicted, f"RMSE {_rmse(predicted, MARA):.2f}")
            for name, predicted in (("A", MODEL_A), ("B", MODEL_B))}, highlight="Glass Orchard"),
        "error-against-order": picture(
            rmse.error_against_order,
            {name: (models[name]["rmse"], models[name]["ndcg"])
             for name in ("BiasedMF", "BiasOnly", "ItemMean", "PureSVD")},
            ("MostPopular", models["MostPopular"]["ndcg"])),
        "metrics-by-k": picture(precision.metrics_by_k, TOMAS, 3),
        "divisors": picture(mean_ap.ap_against_relevant, wanted,
                            [average_precision_at_k(EARLY, 10, n) for n in wanted],
                            [average_precision_at_k(EARLY, 10, n, "min") for n in wanted], k=10),
        "discounted-gains": picture(figures.discounted_gains, TITLES, GRADES),
        "timelines": picture(splits.timelines, {
            "Random fifth": random_split(five),
            "Last fifth of each user": user_temporal_split(five),
            "Leave one out by time": leave_one_out(five),
            "One cut for all": temporal_split(five, cut)}),
        "optimism": picture(splits.optimism, table),
        "bootstraps": picture(splits.two_bootstraps, paired=_paired(),
                              unpaired=USERS_A[apart[0]].mean(axis=1)
                              - USERS_B[apart[1]].mean(axis=1)),
        "trade-off": picture(beyond.trade_off_curve, curve, {
            name: (models[name]["ild"], models[name]["ndcg"])
            for name in ("Random", "MostPopular")}),
    }


# --- Kept between builds --------------------------------------------------------------------------


def _digest():
    found = hashlib.sha256(platform.python_version().encode())
    package = ROOT / "course"
    sources = [package / "splits.py", package / "datasets.py", package / "compare.py",
               package / "slides" / "numbers.py", ROOT / "requirements.txt"]
    for folder in ("metrics", "models", "figures"):
        sources += sorted((package / folder).rglob("*.py"))
    for path in sources:
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def kept(folder=KEPT):
    """(numbers, pictures), made once and read again until the code or the versions change.

    Raises DataUnavailable without MovieLens 100K: the deck's words are about that data.
    """
    file = folder / f"{_digest()}.json"
    if file.exists():
        found = json.loads(file.read_text("utf-8"))
        return found["numbers"], {name: (base64.b64decode(content), alt)
                                  for name, (content, alt) in found["pictures"].items()}
    known = numbers(*datasets.load("ml-100k"))
    drawn = pictures(known)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    part = file.with_name(file.name + ".part")
    part.write_text(json.dumps({
        "numbers": known, "pictures": {name: (base64.b64encode(content).decode(), alt)
                                       for name, (content, alt) in drawn.items()}}), "utf-8")
    part.replace(file)
    return known, drawn
