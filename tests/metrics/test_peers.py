"""Our metrics against other libraries, run here on the same lists.

docs/metrics.md says which library vouches for which metric; the tests are named there.
"""

import importlib
import os
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.metrics import dcg_score, ndcg_score

from course.metrics import (
    average_precision_at_k,
    catalog_coverage,
    evaluate,
    intra_list_diversity,
    novelty,
    personalization,
    precision_at_k,
    recall_at_k,
)

os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

K = 10
N_ITEMS = 60
EXACT = {"rtol": 0, "atol": 1e-9}


def peer(name):
    """Import a library; where all of them are expected, a missing one is a failure."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError as error:
        reason = f"{name} is not installed ({error})"
        if os.environ.get("CI") or os.environ.get("COURSE_ALL_PEERS"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


def lists_and_grades(seed=3, n_users=40, length=15):
    """Lists without repeats, and a table of grades 0 to 3 of every item of every user."""
    rng = np.random.default_rng(seed)
    lists = np.argsort(rng.random((n_users, N_ITEMS)), axis=1)[:, :length]
    grades = rng.integers(1, 4, (n_users, N_ITEMS))
    grades[rng.random((n_users, N_ITEMS)) < 0.7] = 0
    # From a user with one relevant item to one with nearly all, more than k of them.
    grades[0] = 0
    grades[0, lists[0, 4]] = 2
    grades[1, :50] = 1
    return lists, grades


LISTS, GRADES = lists_and_grades()


def as_frame(grades):
    user, item = np.nonzero(grades)
    return pd.DataFrame({"user_id": user, "item_id": item, "grade": grades[user, item]})


OURS = evaluate(LISTS, as_frame(GRADES), K)


def as_run():
    """The lists as dicts of scores. The scores count down, so no two are tied."""
    return {
        f"u{user:03}": {f"i{item}": float(len(items) - rank) for rank, item in enumerate(items)}
        for user, items in enumerate(LISTS)
    }


def as_qrels(grades):
    return {
        f"u{user:03}": {f"i{item}": int(row[item]) for item in np.flatnonzero(row)}
        for user, row in enumerate(grades)
    }


def scores():
    """The lists as scores of all items: those of the list count down, the others are below."""
    table = np.tile(-np.arange(N_ITEMS, dtype=float), (len(LISTS), 1))
    np.put_along_axis(table, LISTS, np.arange(100, 100 - LISTS.shape[1], -1.0), axis=1)
    return table


GAINS = {"linear": lambda g: g, "exponential": lambda g: 2.0**g - 1, "binary": lambda g: g > 0}


@pytest.mark.parametrize("gain", GAINS)
def test_scikit_learn(gain):
    """DCG and NDCG, when it is given a grade and a score for every item."""
    ours = evaluate(LISTS, as_frame(GRADES), K, gain=gain)
    truth = GAINS[gain](GRADES)
    for row in range(len(LISTS)):
        one = slice(row, row + 1)
        dcg = dcg_score(truth[one], scores()[one], k=K)
        ndcg = ndcg_score(truth[one], scores()[one], k=K)
        assert ours[f"dcg@{K}"].iat[row] == pytest.approx(dcg, abs=1e-9)
        assert ours[f"ndcg@{K}"].iat[row] == pytest.approx(ndcg, abs=1e-9)


def test_ranx():
    """A few metrics only, and arrays in place of its dicts: both spare a long compilation.

    In an array its ideal list is the order of the array, so that is sorted by grade.
    """
    ranx = peer("ranx")
    best_first = np.argsort(-GRADES, axis=1, kind="stable")
    sorted_grades = np.take_along_axis(GRADES, best_first, axis=1)
    qrels = np.stack([best_first + 1, sorted_grades], axis=-1).astype(float)
    ranks = np.broadcast_to(np.arange(LISTS.shape[1], 0, -1), LISTS.shape)
    run = np.stack([LISTS + 1, ranks], axis=-1).astype(float)
    names = {"ndcg": "ndcg", "map": "ap", "mrr": "rr", "ndcg_burges": "ndcg"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = ranx.evaluate(qrels, run, [f"{n}@{K}" for n in names], return_mean=False)
    exponential = evaluate(LISTS, as_frame(GRADES), K, gain="exponential")
    for name, column in names.items():
        ours = exponential if name == "ndcg_burges" else OURS
        np.testing.assert_allclose(ours[f"{column}@{K}"], theirs[f"{name}@{K}"], **EXACT)


def test_pytrec_eval():
    pytrec_eval = peer("pytrec_eval")
    # Its reciprocal rank has no cutoff, so it gets lists that are already cut.
    run = {user: dict(list(items.items())[:K]) for user, items in as_run().items()}
    measures = {f"P.{K}", f"recall.{K}", f"success.{K}", "recip_rank", f"map_cut.{K}",
                f"ndcg_cut.{K}"}  # fmt: skip
    theirs = pytrec_eval.RelevanceEvaluator(as_qrels(GRADES), measures).evaluate(run)
    theirs = pd.DataFrame(theirs).T.sort_index()
    names = {f"P_{K}": "precision", f"recall_{K}": "recall", f"success_{K}": "hit_rate",
             "recip_rank": "rr", f"map_cut_{K}": "ap", f"ndcg_cut_{K}": "ndcg"}  # fmt: skip
    for name, column in names.items():
        np.testing.assert_allclose(OURS[f"{column}@{K}"], theirs[name], **EXACT)


def test_ir_measures():
    ir = peer("ir_measures")
    names = {
        ir.P @ K: "precision", ir.R @ K: "recall", ir.Success @ K: "hit_rate", ir.AP @ K: "ap",
        ir.RR @ K: "rr", ir.nDCG @ K: "ndcg",
    }  # fmt: skip
    checked = 0
    for metric in ir.iter_calc(list(names), as_qrels(GRADES), as_run()):
        ours = OURS[f"{names[metric.measure]}@{K}"].iat[int(metric.query_id[1:])]
        assert ours == pytest.approx(metric.value, abs=1e-9), metric
        checked += 1
    assert checked == len(names) * len(LISTS)


def test_implicit():
    """MAP divided by min(k, R), binary NDCG, and a precision that divides by min(k, R)."""
    evaluation = peer("implicit.evaluation")
    relevant = csr_matrix(GRADES > 0).astype(np.float32)
    ready = LISTS.astype(np.int32)

    class Ready:
        """Stands in for a model: it recommends the lists that are ready."""

        def recommend(self, users, rows, N=K, **options):
            return ready[users, :N], None

    nothing = csr_matrix(GRADES.shape, dtype=np.float32)
    theirs = evaluation.ranking_metrics_at_k(
        Ready(), nothing, relevant, K=K, show_progress=False, num_threads=1
    )
    ours = evaluate(LISTS, as_frame(GRADES), K, gain="binary", denominator="min").mean()
    assert ours[f"ap@{K}"] == pytest.approx(theirs["map"], abs=1e-9)
    assert ours[f"ndcg@{K}"] == pytest.approx(theirs["ndcg"], abs=1e-9)
    hits = OURS[f"precision@{K}"].sum() * K
    possible = np.minimum(K, (GRADES > 0).sum(axis=1)).sum()
    assert theirs["precision"] == pytest.approx(hits / possible, abs=1e-9)
    # That is another number than ours: no test of equality could tell, were it the same.
    assert abs(theirs["precision"] - ours[f"precision@{K}"]) > 1e-3


def relevance_and_wanted():
    relevance = np.take_along_axis(GRADES, LISTS, axis=1)
    return relevance, [np.flatnonzero(row).tolist() for row in GRADES]


def test_recmetrics_precision_and_recall():
    """No k: the whole list, and each user rounded to 4 decimals."""
    recmetrics = peer("recmetrics")
    relevance, wanted = relevance_and_wanted()
    length = LISTS.shape[1]
    n_relevant = [len(items) for items in wanted]
    ours = precision_at_k(relevance, length)
    theirs = recmetrics.recommender_precision(LISTS.tolist(), wanted)
    assert theirs == pytest.approx(np.round(ours, 4).mean(), abs=1e-12)
    assert theirs != pytest.approx(ours.mean(), abs=1e-9)
    ours = recall_at_k(relevance, length, n_relevant)
    theirs = recmetrics.recommender_recall(LISTS.tolist(), wanted)
    assert theirs == pytest.approx(np.round(ours, 4).mean(), abs=1e-12)
    assert theirs != pytest.approx(ours.mean(), abs=1e-9)


def test_recmetrics_mark_is_our_map():
    """Its "mean average recall" adds up precisions and divides by R: our MAP@k."""
    recmetrics = peer("recmetrics")
    relevance, wanted = relevance_and_wanted()
    ours = average_precision_at_k(relevance, K, [len(items) for items in wanted])
    assert recmetrics.mark(wanted, LISTS.tolist(), k=K) == pytest.approx(ours.mean(), abs=1e-12)
    assert ours.mean() == pytest.approx(OURS[f"ap@{K}"].mean(), abs=1e-12)


def test_recmetrics_prediction_coverage():
    """In percent, with 2 decimals."""
    recmetrics = peer("recmetrics")
    few = LISTS[:2, :3].tolist()
    ours = catalog_coverage(few, 61)
    theirs = recmetrics.prediction_coverage(few, list(range(61)))
    assert theirs == round(100 * ours, 2)
    assert theirs / 100 != ours


def test_recmetrics_novelty():
    """Self-information; it divides by the list length that it is told."""
    recmetrics = peer("recmetrics")
    counts = np.count_nonzero(GRADES, axis=0)
    assert counts.min() > 0
    theirs, of_list = recmetrics.novelty(
        LISTS.tolist(), dict(enumerate(counts.tolist())), len(GRADES), LISTS.shape[1]
    )
    ours = novelty(LISTS, counts, "self_information", n_users=len(GRADES))
    np.testing.assert_allclose(ours, of_list, **EXACT)
    assert ours.mean() == pytest.approx(theirs, abs=1e-9)


def test_recmetrics_personalization():
    recmetrics = peer("recmetrics")
    theirs = recmetrics.personalization(LISTS.tolist())
    assert personalization(LISTS) == pytest.approx(theirs, abs=1e-9)


def test_recmetrics_intra_list_similarity():
    recmetrics = peer("recmetrics")
    rng = np.random.default_rng(0)
    features = pd.DataFrame(rng.integers(0, 2, (N_ITEMS, 5)))
    features.iloc[7] = 0
    theirs = recmetrics.intra_list_similarity(LISTS.tolist(), features)
    ours = intra_list_diversity(LISTS, features)
    assert 1 - ours.mean() == pytest.approx(theirs, abs=1e-9)


def test_recmetrics_has_no_ndcg():
    """Neither NDCG, nor MAP by that name, nor MRR, nor hit rate; `mapk_plot` only draws."""
    recmetrics = peer("recmetrics")
    names = [name.lower() for name in dir(recmetrics.metrics)]
    for missing in ("ndcg", "dcg", "mapk", "apk", "map_at_k", "mrr", "reciprocal", "hit"):
        assert not any(missing in name for name in names), missing
