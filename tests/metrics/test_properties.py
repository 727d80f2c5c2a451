"""What must hold for every list, tried on many."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course.metrics import (
    average_precision_at_k,
    catalog_coverage,
    dcg_at_k,
    evaluate,
    f1_at_k,
    gini,
    hit_rate_at_k,
    intra_list_diversity,
    mmr,
    ndcg_at_k,
    novelty,
    personalization,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)

settings.register_profile("metrics", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("metrics")

GRADES = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 0.5])
LISTS = st.lists(GRADES, max_size=12)
CUTOFFS = st.integers(1, 15)
GAIN = st.sampled_from(["linear", "exponential", "binary"])


def all_metrics(relevance, k, missed=(), gain="linear"):
    """Every metric that lies between 0 and 1, for one list and the grades of missed items."""
    ideal = [*relevance, *missed]
    n_relevant = int(np.count_nonzero(np.array(ideal) > 0))
    return {
        "precision": precision_at_k(relevance, k),
        "recall": recall_at_k(relevance, k, n_relevant),
        "f1": f1_at_k(relevance, k, n_relevant),
        "hit_rate": hit_rate_at_k(relevance, k),
        "ap": average_precision_at_k(relevance, k, n_relevant),
        "ap_min": average_precision_at_k(relevance, k, n_relevant, "min"),
        "rr": reciprocal_rank_at_k(relevance, k),
        "ndcg": ndcg_at_k(relevance, k, ideal, gain),
    }


@given(LISTS, CUTOFFS, LISTS, GAIN)
def test_between_0_and_1(relevance, k, missed, gain):
    for name, value in all_metrics(relevance, k, missed, gain).items():
        assert isinstance(value, float) and 0.0 <= value <= 1.0, name


@given(LISTS, CUTOFFS, GAIN)
def test_a_perfect_list_scores_1(relevance, k, gain):
    perfect = sorted(relevance, reverse=True)
    assume(perfect and perfect[0] > 0)
    values = all_metrics(perfect, k, gain=gain)
    for name in ("ap_min", "rr", "ndcg", "hit_rate"):
        assert values[name] == 1.0, name
    n_relevant = int(np.count_nonzero(perfect))
    if n_relevant <= k:
        assert values["ap"] == 1.0 and values["recall"] == 1.0
    if n_relevant >= k:
        assert values["precision"] == 1.0


@given(LISTS, CUTOFFS, LISTS, GAIN, st.data())
def test_moving_a_better_item_up_never_lowers(relevance, k, missed, gain, data):
    assume(len(relevance) > 1)
    low = data.draw(st.integers(1, len(relevance) - 1))
    high = data.draw(st.integers(0, low - 1))
    assume(relevance[low] > relevance[high])
    better = list(relevance)
    better[low], better[high] = better[high], better[low]
    before, after = all_metrics(relevance, k, missed, gain), all_metrics(better, k, missed, gain)
    for name in before:
        assert after[name] >= before[name] - 1e-12, name
    assert dcg_at_k(better, k, gain) >= dcg_at_k(relevance, k, gain) - 1e-12


@given(LISTS, CUTOFFS, LISTS)
def test_recall_hit_rate_and_ap_never_fall_with_k(relevance, k, missed):
    before, after = all_metrics(relevance, k, missed), all_metrics(relevance, k + 1, missed)
    for name in ("recall", "hit_rate", "ap", "rr"):
        assert after[name] >= before[name], name
    assert dcg_at_k(relevance, k + 1) >= dcg_at_k(relevance, k)


@given(LISTS, CUTOFFS, LISTS, GAIN, st.randoms(use_true_random=False))
def test_what_stands_after_k_changes_nothing(relevance, k, missed, gain, random):
    tail = list(relevance[k:])
    random.shuffle(tail)
    other = [*relevance[:k], *tail]
    assert all_metrics(other, k, missed, gain) == all_metrics(relevance, k, missed, gain)
    assert dcg_at_k(other, k, gain) == dcg_at_k(relevance, k, gain)
    assert dcg_at_k(relevance[:k], k, gain) == dcg_at_k(relevance, k, gain)


TABLES = hnp.arrays(
    float,
    hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=10),
    elements=GRADES.map(float),
)


@given(TABLES, CUTOFFS, st.integers(0, 3), GAIN, st.booleans())
def test_a_batch_is_its_rows(table, k, extra, gain, turned):
    ideal = np.concatenate([table, np.ones((len(table), extra))], axis=1)
    n_relevant = np.count_nonzero(table, axis=1) + extra
    if turned:
        # The same numbers, stored column by column.
        table = np.asfortranarray(table)
    batch = {
        "precision": precision_at_k(table, k),
        "recall": recall_at_k(table, k, n_relevant),
        "f1": f1_at_k(table, k, n_relevant),
        "hit_rate": hit_rate_at_k(table, k),
        "ap": average_precision_at_k(table, k, n_relevant),
        "ap_min": average_precision_at_k(table, k, n_relevant, "min"),
        "rr": reciprocal_rank_at_k(table, k),
        "ndcg": ndcg_at_k(table, k, ideal, gain),
    }
    for values in batch.values():
        assert values.shape == (len(table),) and values.dtype == float
    for row, relevance in enumerate(table):
        for name, value in all_metrics(relevance, k, np.ones(extra), gain).items():
            assert batch[name][row] == pytest.approx(value, abs=1e-12), name


@given(LISTS, CUTOFFS)
def test_neither_the_input_nor_its_type_matters(relevance, k):
    array = np.array(relevance, dtype=float)
    kept = array.copy()
    ndcg_at_k(array, k), recall_at_k(array, k), dcg_at_k(array, k, "exponential")
    np.testing.assert_array_equal(array, kept)
    assert ndcg_at_k(tuple(relevance), np.int64(k)) == ndcg_at_k(array, k)
    hits = [grade > 0 for grade in relevance]
    assert ndcg_at_k(hits, k) == ndcg_at_k(relevance, k, gain="binary")


@st.composite
def classes_of_users(draw):
    """A random class: lists without repeats, padded, and graded relevant items."""
    n_users, length = draw(st.integers(0, 5)), draw(st.sampled_from([0, 3, 10, 20, 40]))
    seed = draw(st.integers(0, 10_000))
    rng = np.random.default_rng(seed)
    lists = np.full((n_users, length), -1)
    relevant = {}
    for user in range(n_users):
        shown = rng.integers(0, length + 1)
        lists[user, :shown] = rng.permutation(60)[:shown]
        wanted = rng.permutation(60)[: rng.integers(0, 25)]
        relevant[user] = {int(item): float(rng.integers(0, 4)) for item in wanted}
    return lists, relevant


@given(classes_of_users(), st.sampled_from([1, 5, 10, 40]), GAIN)
def test_evaluate_is_the_metrics_of_each_user(users, k, gain):
    lists, relevant = users
    table = evaluate(lists, relevant, k, gain=gain)
    assert len(table) == len(lists)
    for user, items in enumerate(lists):
        relevance = [relevant[user].get(int(item), 0) for item in items]
        ideal = list(relevant[user].values())
        n_relevant = sum(grade > 0 for grade in ideal)
        expected = [
            precision_at_k(relevance, k),
            recall_at_k(relevance, k, n_relevant),
            f1_at_k(relevance, k, n_relevant),
            hit_rate_at_k(relevance, k),
            average_precision_at_k(relevance, k, n_relevant),
            reciprocal_rank_at_k(relevance, k),
            dcg_at_k(relevance, k, gain),
            ndcg_at_k(relevance, k, ideal, gain),
        ]
        np.testing.assert_allclose(table.loc[user], expected, atol=1e-12)


RAGGED = st.lists(st.lists(st.integers(0, 9), max_size=6, unique=True), min_size=1, max_size=6)


def padded(lists):
    table = np.full((len(lists), 7), -1)
    for row, items in enumerate(lists):
        table[row, : len(items)] = items
    return table


@given(RAGGED)
def test_beyond_accuracy_ranges_and_padding(lists):
    features = np.random.default_rng(0).integers(0, 2, (10, 4))
    popularity = np.arange(10)
    for metric, rest, top in [
        (catalog_coverage, (10,), 1.0),
        (gini, (10,), 0.9),
        (personalization, (), 1.0),
        (intra_list_diversity, (features,), 1.0),
        (novelty, (popularity,), 0.9),
    ]:
        value = metric(lists, *rest)
        assert np.all(np.asarray(value) >= 0) and np.all(np.asarray(value) <= top + 1e-12)
        np.testing.assert_allclose(metric(padded(lists), *rest), value, atol=1e-12)


@given(RAGGED)
def test_pairs_one_by_one(lists):
    """Diversity and personalization against a loop over all pairs."""
    features = np.random.default_rng(1).normal(size=(10, 3))
    features[4] = 0

    def mean_distance(vectors):
        pairs = [(a, b) for i, a in enumerate(vectors) for b in vectors[:i]]
        cosines = [
            a @ b / np.sqrt((a @ a) * (b @ b)) if (a @ a) * (b @ b) else 0.0 for a, b in pairs
        ]
        return 1 - np.mean(cosines) if pairs else 0.0

    by_hand = [mean_distance([features[item] for item in items]) for items in lists]
    np.testing.assert_allclose(intra_list_diversity(lists, features), by_hand, atol=1e-12)
    vectors = [np.isin(np.arange(10), items).astype(float) for items in lists]
    assert personalization(lists) == pytest.approx(mean_distance(vectors), abs=1e-12)


@given(RAGGED)
def test_gini_against_all_differences(lists):
    counts = np.bincount([i for items in lists for i in items] or [0], minlength=10).astype(float)
    if not any(lists):
        counts[:] = 0
    spread = np.abs(counts[:, None] - counts).sum()
    expected = spread / (2 * 10 * counts.sum()) if counts.sum() else 0.0
    assert gini(lists, 10) == pytest.approx(expected, abs=1e-12)


@given(
    st.integers(0, 10_000), st.integers(1, 8), st.integers(1, 10), st.sampled_from([0, 0.3, 0.5, 1])
)
def test_mmr_picks_as_its_formula_says(seed, n, k, trade_off):
    rng = np.random.default_rng(seed)
    scores = rng.random(n)
    similarity = rng.uniform(-1, 1, (n, n))
    similarity = (similarity + similarity.T) / 2
    picked = mmr(scores, similarity, k, trade_off)
    assert len(picked) == len(set(picked)) == min(k, n)
    assert picked[0] == np.argmax(scores)
    for step in range(1, len(picked)):
        value = {
            item: trade_off * scores[item]
            - (1 - trade_off) * max(similarity[item, one] for one in picked[:step])
            for item in set(range(n)) - set(picked[:step])
        }
        assert value[picked[step]] == max(value.values())
    if trade_off == 1:
        assert picked == list(np.argsort(-scores)[:k])
