"""Our metrics against values on which public libraries of separate lineage agree.

The data file holds the cases and, under "agreed", the values that at least two independent
libraries gave within 1e-9. It also names the libraries behind each value.
"""

import gzip
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from course.metrics import (
    average_precision_at_k,
    catalog_coverage,
    dcg_at_k,
    evaluate,
    f1_at_k,
    gini,
    hit_rate_at_k,
    intra_list_diversity,
    ndcg_at_k,
    novelty,
    personalization,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)

DATA = Path(__file__).parent / "data" / "oracles-visible.json.gz"
ORACLES = json.loads(gzip.decompress(DATA.read_bytes()))
EXACT = {"rel": 0, "abs": 1e-9}

# How many values the file holds. A test that checks fewer has skipped some.
ACCURACY_VALUES = 2018
BEYOND_VALUES = 58

ONE_LIST = {
    "precision@k": lambda rel, k, ideal: precision_at_k(rel, k),
    "recall@k": lambda rel, k, ideal: recall_at_k(rel, k, len(ideal)),
    "f1@k": lambda rel, k, ideal: f1_at_k(rel, k, len(ideal)),
    "hit_rate@k": lambda rel, k, ideal: hit_rate_at_k(rel, k),
    "rr@k": lambda rel, k, ideal: reciprocal_rank_at_k(rel, k),
    "ap@k": lambda rel, k, ideal: average_precision_at_k(rel, k, len(ideal)),
    "ap@k[min(k,R)]": lambda rel, k, ideal: average_precision_at_k(rel, k, len(ideal), "min"),
    "dcg@k": lambda rel, k, ideal: dcg_at_k(rel, k),
    "dcg@k[exp]": lambda rel, k, ideal: dcg_at_k(rel, k, "exponential"),
    "dcg@k[binary]": lambda rel, k, ideal: dcg_at_k(rel, k, "binary"),
    "ndcg@k": lambda rel, k, ideal: ndcg_at_k(rel, k, ideal),
    "ndcg@k[exp]": lambda rel, k, ideal: ndcg_at_k(rel, k, ideal, "exponential"),
    "ndcg@k[binary]": lambda rel, k, ideal: ndcg_at_k(rel, k, ideal, "binary"),
}


def test_one_list_at_a_time():
    checked = 0
    for case in ORACLES["accuracy"]:
        for name, values in case["agreed"].items():
            for user, value in zip(case["users"], values, strict=True):
                if value is None:
                    continue
                relevant = {int(item): grade for item, grade in user["relevant"].items()}
                relevance = [relevant.get(item, 0) for item in user["recommended"]]
                ideal = [grade for grade in relevant.values() if grade > 0]
                ours = ONE_LIST[name](relevance, case["k"], ideal)
                assert ours == pytest.approx(value, **EXACT), (case["id"], name, user["user"])
                checked += 1
    assert checked == ACCURACY_VALUES


def batch(case):
    """The relevance, the number of relevant items and the ideals of all users of a case."""
    wanted = [{int(i): g for i, g in user["relevant"].items()} for user in case["users"]]
    width = max(len(user["recommended"]) for user in case["users"])
    depth = max(max((len(one) for one in wanted), default=0), 1)
    relevance = np.zeros((len(wanted), width))
    ideal = np.zeros((len(wanted), depth))
    for row, (user, one) in enumerate(zip(case["users"], wanted, strict=True)):
        relevance[row, : len(user["recommended"])] = [one.get(i, 0) for i in user["recommended"]]
        ideal[row, : len(one)] = list(one.values())
    return relevance, (ideal > 0).sum(axis=1), ideal


BATCH = {
    "precision@k": lambda rel, k, n, ideal: precision_at_k(rel, k),
    "recall@k": lambda rel, k, n, ideal: recall_at_k(rel, k, n),
    "f1@k": lambda rel, k, n, ideal: f1_at_k(rel, k, n),
    "hit_rate@k": lambda rel, k, n, ideal: hit_rate_at_k(rel, k),
    "rr@k": lambda rel, k, n, ideal: reciprocal_rank_at_k(rel, k),
    "ap@k": lambda rel, k, n, ideal: average_precision_at_k(rel, k, n),
    "ap@k[min(k,R)]": lambda rel, k, n, ideal: average_precision_at_k(rel, k, n, "min"),
    "dcg@k": lambda rel, k, n, ideal: dcg_at_k(rel, k),
    "dcg@k[exp]": lambda rel, k, n, ideal: dcg_at_k(rel, k, "exponential"),
    "dcg@k[binary]": lambda rel, k, n, ideal: dcg_at_k(rel, k, "binary"),
    "ndcg@k": lambda rel, k, n, ideal: ndcg_at_k(rel, k, ideal),
    "ndcg@k[exp]": lambda rel, k, n, ideal: ndcg_at_k(rel, k, ideal, "exponential"),
    "ndcg@k[binary]": lambda rel, k, n, ideal: ndcg_at_k(rel, k, ideal, "binary"),
}


def test_all_users_at_once():
    checked = 0
    for case in ORACLES["accuracy"]:
        relevance, n_relevant, ideal = batch(case)
        for name, values in case["agreed"].items():
            ours = BATCH[name](relevance, case["k"], n_relevant, ideal)
            assert ours.shape == (len(values),)
            for row, value in enumerate(values):
                if value is not None:
                    assert ours[row] == pytest.approx(value, **EXACT), (case["id"], name, row)
                    checked += 1
    assert checked == ACCURACY_VALUES


# Each name in the file: the column of evaluate, and the options that give it.
THROUGH_EVALUATE = {
    "precision@k": ("precision", {}),
    "recall@k": ("recall", {}),
    "f1@k": ("f1", {}),
    "hit_rate@k": ("hit_rate", {}),
    "rr@k": ("rr", {}),
    "ap@k": ("ap", {}),
    "ap@k[min(k,R)]": ("ap", {"denominator": "min"}),
    "dcg@k": ("dcg", {}),
    "dcg@k[exp]": ("dcg", {"gain": "exponential"}),
    "dcg@k[binary]": ("dcg", {"gain": "binary"}),
    "ndcg@k": ("ndcg", {}),
    "ndcg@k[exp]": ("ndcg", {"gain": "exponential"}),
    "ndcg@k[binary]": ("ndcg", {"gain": "binary"}),
}


def as_mappings(case):
    recommended = {user["user"]: user["recommended"] for user in case["users"]}
    relevant = {
        user["user"]: {int(item): grade for item, grade in user["relevant"].items()}
        for user in case["users"]
    }
    return recommended, relevant


def as_text(case):
    recommended, relevant = as_mappings(case)
    return (
        {user: [f"film {item}" for item in items] for user, items in recommended.items()},
        {
            user: {f"film {item}": grade for item, grade in items.items()}
            for user, items in relevant.items()
        },
    )


def as_array_and_frame(case):
    width = max(len(user["recommended"]) for user in case["users"])
    array = np.full((len(case["users"]), width), -1)
    for row, user in enumerate(case["users"]):
        array[row, : len(user["recommended"])] = user["recommended"]
    rows = [
        (number, int(item), grade)
        for number, user in enumerate(case["users"])
        for item, grade in user["relevant"].items()
    ]
    return array, pd.DataFrame(rows, columns=["user_id", "item_id", "grade"]).iloc[::-1]


@pytest.mark.parametrize("form", [as_mappings, as_text, as_array_and_frame])
def test_through_evaluate(form):
    checked = 0
    for case in ORACLES["accuracy"]:
        recommended, relevant = form(case)
        for name, values in case["agreed"].items():
            column, options = THROUGH_EVALUATE[name]
            table = evaluate(recommended, relevant, case["k"], **options)
            ours = table[f"{column}@{case['k']}"]
            assert len(ours) == len(values)
            for row, value in enumerate(values):
                if value is not None:
                    assert ours.iloc[row] == pytest.approx(value, **EXACT), (case["id"], name)
                    checked += 1
    assert checked == ACCURACY_VALUES


def test_beyond_accuracy():
    checked = 0
    for case in ORACLES["beyond"]:
        # The file counts items from 1; we count positions from 0.
        lists = np.array(case["recommended"]) - 1
        n_items = case["catalog_size"]
        features = np.array([case["features"][str(item)] for item in range(1, n_items + 1)])
        diversity = np.mean(intra_list_diversity(lists, features))
        information = novelty(
            lists, case["popularity"], kind="self_information", n_users=case["n_train_users"]
        )
        ours = {
            "catalog_coverage": catalog_coverage(lists, n_items),
            "personalization": personalization(lists),
            "intra_list_diversity": diversity,
            "intra_list_similarity": 1 - diversity,
            "novelty": np.mean(information),
            "gini": gini(lists, n_items),
        }
        for name, value in case["agreed"].items():
            assert ours[name] == pytest.approx(value, **EXACT), (case["id"], name)
            checked += 1
    assert checked == BEYOND_VALUES


def test_beyond_accuracy_by_item_id():
    """The same diversity and novelty with the ids of the file, looked up by id."""
    checked = 0
    for case in ORACLES["beyond"]:
        ids = range(1, case["catalog_size"] + 1)
        features = pd.DataFrame([case["features"][str(item)] for item in ids], index=ids)
        popularity = pd.Series(case["popularity"], index=ids)
        lists = [list(items) for items in case["recommended"]]
        if "intra_list_diversity" in case["agreed"]:
            ours = np.mean(intra_list_diversity(lists, features.iloc[::-1]))
            assert ours == pytest.approx(case["agreed"]["intra_list_diversity"], **EXACT)
            checked += 1
        ours = novelty(lists, dict(popularity), "self_information", case["n_train_users"])
        assert np.mean(ours) == pytest.approx(case["agreed"]["novelty"], **EXACT)
        checked += 1
    assert checked == 19


# What the course's metrics give where some library is known to give something else. One
# entry for each edge behaviour in the file that has a right value, by its call.
EDGES = {
    "ndcg_score([[3,2,1,0,0]], [[3,2,0,0,1]])": lambda: ndcg_at_k([3, 2, 0, 0, 1], 5),
    "run {'a':1+1e-9,'b':1.0}, relevant a: recip_rank": lambda: reciprocal_rank_at_k([1, 0], 2),
    "evaluate(np.array([[[1,1],[2,3],[3,2]]],float), np.array([[[2,3],[3,2],[1,1]]],float), "
    '"ndcg@2")': lambda: ndcg_at_k([3, 2, 1], 2, ideal=[1, 3, 2]),
    "qrel {'q':{'a':0.5}}, run a first: ndcg@2": lambda: ndcg_at_k([0.5, 0], 2),
    "retrieval_{average_precision,precision,recall,reciprocal_rank}"
    "(tensor([-1.,-2.,-3.]), tensor([1,0,1]))": lambda: [
        average_precision_at_k([1, 0, 1], 3),
        precision_at_k([1, 0, 1], 3),
        recall_at_k([1, 0, 1], 3),
        reciprocal_rank_at_k([1, 0, 1], 3),
    ],
    "retrieval_average_precision(tensor([.5,.4,.3,.2,.1]), tensor([1,0,0,0,1]), top_k=3)": (
        lambda: average_precision_at_k([1, 0, 0, 0, 1], 3)
    ),
    "retrieval_normalized_dcg([[.1,.2,.3],[.8,.1,.05]], [[0,1,0],[1,0,0]])": lambda: np.mean(
        ndcg_at_k([[0, 1, 0], [1, 0, 0]], 3)
    ),
    "user 0: one shown item, relevant; user 1: three shown items [0,0,1]; max_k=3: map": (
        lambda: np.mean(average_precision_at_k([[1, 0, 0], [0, 0, 1]], 3))
    ),
    "rows (rank,target) (3,0),(2,1),(1,1), max_k=3: map": (
        lambda: average_precision_at_k([1, 1, 0], 3)
    ),
    "recommender_precision([[1,2,3]], [[1,4]])": lambda: precision_at_k([1, 0, 0], 3),
    "nDCG(dcg='exp-log2')@5 on H3": lambda: ndcg_at_k([3, 2, 0, 0, 1], 5, gain="exponential"),
}
A_LIST_WITH_REPEATS = "list [1,1,2], relevant {1,2}, k=3: recall / AP / NDCG"


def test_edge_behaviours_with_a_right_value():
    right = {e["call"]: e["right"] for e in ORACLES["edge_behaviours"] if "right" in e}
    assert set(right) == {*EDGES, A_LIST_WITH_REPEATS}
    for call, ours in EDGES.items():
        assert ours() == pytest.approx(right[call], **EXACT), call


def test_a_list_with_repeats_is_refused():
    with pytest.raises(ValueError, match="user 0 shows item 1 more than once"):
        evaluate([[1, 1, 2]], {0: [1, 2]}, 3)


def test_averaging_edges_of_the_file():
    """Four users: a hit; no hit; nothing relevant; not shown anything."""
    recommended = {"A": [1, 2], "B": [1, 2], "C": [1, 2]}
    relevant = {"A": [1], "B": [7, 8, 9], "C": [], "D": [5]}
    means = evaluate(recommended, relevant, 2).mean()
    entries = [e for e in ORACLES["edge_behaviours"] if e["library"].startswith("ranx==0.3.21, ir")]
    assert len(entries) == 1
    for name, value in entries[0]["value"].items():
        assert means[f"{name}@2"] == pytest.approx(value, **EXACT)
    # Three users with relevant items: B and D stay, C goes.
    dropped = evaluate(recommended, relevant, 2, no_relevant="drop")
    assert list(dropped.index) == ["A", "B", "D"]
    assert dropped["ndcg@2"].mean() == pytest.approx(1 / 3)
