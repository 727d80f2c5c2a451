"""Every model: by hand, against a second implementation, for cold users, and on every run."""

import re

import numpy as np
import pandas as pd
import pytest
from threadpoolctl import threadpool_limits

from course import models
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
from course.models._ranking import ranking
from course.models.als import half_step
from course.splits import user_temporal_split

ITEMS = pd.DataFrame({
    "item_id": [1, 2, 3, 4],
    "title": ["Night Ferry", "Night Train", "Salt Road", "Blue"],
    "genres": ["Drama", "Drama|Thriller", "Comedy", "Thriller"],
})
# Users 1 and 2 like items 1 and 2; user 3 likes item 3 and not item 1.
TRAIN = pd.DataFrame({"user_id": [1, 1, 2, 2, 3, 3], "item_id": [1, 2, 1, 2, 3, 1],
                      "rating": [5, 4, 4, 5, 5, 2]})
MAKE = {
    "Random": Random, "MostPopular": MostPopular, "ItemMean": ItemMean, "ItemKNN": ItemKNN,
    "ALS": ALS, "ContentBased": ContentBased, "Hybrid": Hybrid.als_content, "RRF": Hybrid.rrf,
    "Hybrid3": Hybrid.als_knn_content, "BiasOnly": BiasOnly, "BiasedMF": BiasedMF,
    "PureSVD": PureSVD,
}


@pytest.fixture(scope="module")
def split(ml100k):
    return *user_temporal_split(ml100k.ratings), ml100k.items


@pytest.mark.parametrize("name", models.__all__)
def test_every_model_says_what_it_does_and_names_its_source(name):
    text = getattr(models, name).__doc__
    if name not in ("Random", "MostPopular"):  # two yardsticks that nobody invented
        assert re.search(r"Source: .*\b(19|20)\d\d\b", text, re.DOTALL), name


@pytest.mark.parametrize("make", MAKE.values(), ids=list(MAKE))
def test_a_user_unknown_to_train_gets_a_full_list(make):
    model = make(ITEMS).fit(TRAIN)
    assert sorted(model.recommend([99], 4)[0].tolist()) == [1, 2, 3, 4]
    assert np.isfinite(model.score([99, 1])).all()
    assert not set(model.recommend([1], 4)[0].tolist()) & {1, 2}


@pytest.mark.parametrize("make", MAKE.values(), ids=list(MAKE))
def test_the_row_order_of_train_and_the_items_decide_nothing(make):
    model = make(ITEMS).fit(TRAIN)
    turned = make(ITEMS).fit(TRAIN.iloc[::-1])
    assert np.allclose(model.score([1, 2, 3]), turned.score([1, 2, 3]), rtol=0, atol=1e-9)


@pytest.mark.parametrize("make", MAKE.values(), ids=list(MAKE))
def test_the_lists_are_the_same_on_every_run_and_with_any_number_of_threads(make, split):
    train, _, items = split
    users = np.arange(1, 944)
    with threadpool_limits(1):
        first = make(items).fit(train).recommend(users, 10)
    with threadpool_limits(2):
        second = make(items).fit(train).recommend(users, 10)
    assert (first == second).all()


def test_item_mean_by_hand_and_without_damping():
    model = ItemMean(ITEMS).fit(TRAIN)
    assert model.score([1])[0] == pytest.approx([11 / 3, 4.5, 5, 25 / 6])


def test_item_knn_by_hand():
    # Items 1 and 2 are liked by the same two users: 2 / (sqrt(2 * 2) + 20).
    model = ItemKNN(ITEMS).fit(TRAIN)
    expected = np.zeros((4, 4))
    expected[0, 1] = expected[1, 0] = 2 / 22
    assert model.similarity == pytest.approx(expected)
    assert model.score([1])[0] == pytest.approx([2 / 22, 2 / 22, 0, 0])
    assert ItemKNN(ITEMS, shrinkage=0).fit(TRAIN).similarity[0, 1] == pytest.approx(1)


def test_item_knn_against_a_plain_loop(split):
    train, _, items = split
    model = ItemKNN(items, n_neighbours=5).fit(train)
    liked = train[train.rating >= 4].groupby("item_id").user_id.agg(set)
    item = 50
    near = {}
    for other in liked.index.drop(item):
        both = len(liked[item] & liked[other])
        near[other] = round(both / ((len(liked[item]) * len(liked[other])) ** 0.5 + 20), 10)
    best = sorted(near, key=lambda other: (-near[other], other))[:5]
    row = model.similarity[item - 1]
    assert sorted(np.flatnonzero(row) + 1) == sorted(best)
    assert [row[other - 1] for other in best] == pytest.approx([near[other] for other in best])


def test_a_half_step_of_als_is_the_minimum():
    rng = np.random.default_rng(0)
    liked, others = (rng.random((6, 9)) < 0.4).astype(float), rng.normal(size=(9, 3))
    found = half_step(liked, others, 0.7, 2.0)

    def loss(x, row):
        weight = 1 + 2.0 * row
        return np.sum(weight * (row - others @ x) ** 2) + 0.7 * np.sum(x**2)

    for x, row in zip(found, liked):
        gradient = [(loss(x + step, row) - loss(x - step, row)) / 2e-6 for step in np.eye(3) * 1e-6]
        assert np.abs(gradient).max() < 1e-5
    for row, x in zip(liked, found):  # and the same from the formula, user by user
        mine = others[row > 0]
        left = others.T @ others + 2.0 * mine.T @ mine + 0.7 * np.eye(3)
        assert x == pytest.approx(np.linalg.solve(left, 3.0 * mine.sum(axis=0)), abs=1e-12)


def test_als_agrees_with_implicit_where_both_solve_exactly(split):
    implicit = pytest.importorskip("implicit")
    from scipy.sparse import csr_matrix

    train, _, items = split
    ours = ALS(items).fit(train)
    good = train[train.rating >= 4]
    weights = csr_matrix((np.full(len(good), 3.0), (good.user_id - 1, good.item_id - 1)),
                         shape=(943, 1682))
    theirs = implicit.als.AlternatingLeastSquares(
        factors=16, regularization=5.0, alpha=1.0, iterations=15, use_cg=False, use_native=True,
        use_gpu=False, dtype=np.float64, num_threads=1)
    theirs.item_factors = np.random.default_rng(0).normal(0, 0.1, (1682, 16))
    theirs.user_factors = np.zeros((943, 16))
    theirs.fit(weights, show_progress=False)
    users = np.arange(1, 944)
    scores = theirs.user_factors @ theirs.item_factors.T
    assert np.abs(scores - ours.score(users)).max() < 1e-9
    barred = ours._seen[ours._rows(users)]
    assert (ranking(scores, barred)[:, :10] + 1 == ours.recommend(users, 10)).all()


def test_content_by_hand():
    model = ContentBased(ITEMS).fit(TRAIN)
    # "night" is the one word in two titles; each title that has it is that word alone.
    drama, thriller, comedy = (np.log(5 / 3) + 1, np.log(5 / 3) + 1, np.log(5 / 2) + 1)
    rows = np.array([[drama, 0, 0], [drama, thriller, 0], [0, 0, comedy], [0, thriller, 0]])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.hstack([rows, [[0.5], [0.5], [0], [0]]])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    profile = rows[0] + rows[1]
    profile /= np.linalg.norm(profile)
    assert model.score([1])[0] == pytest.approx(rows @ profile)


def test_content_lists_an_item_that_nobody_rated():
    assert ContentBased(ITEMS).fit(TRAIN).recommend([1], 1)[0, 0] == 4


def test_hybrid_adds_standard_scores_and_reads_equal_scores_as_nothing():
    als, content = ALS(ITEMS), ContentBased(ITEMS)
    model = Hybrid(ITEMS, [als, content], [1, 0.2]).fit(TRAIN)
    a, c = als.score([1])[0], content.score([1])[0]
    expected = (a - a.mean()) / a.std() + 0.2 * (c - c.mean()) / c.std()
    assert model.score([1])[0] == pytest.approx(expected)
    assert (model.score([99]) == 0).all()


def test_hybrid_by_ranks():
    parts = [ItemMean(ITEMS), MostPopular(ITEMS)]
    model = Hybrid(ITEMS, parts, [1, 0.5], by="rank").fit(TRAIN)
    # By mean 3, 2, 4, 1; by count 1, 2, 3, 4.
    assert model.score([1])[0] == pytest.approx(
        [1 / 24 + 0.5 / 21, 1 / 22 + 0.5 / 22, 1 / 21 + 0.5 / 23, 1 / 23 + 0.5 / 24])


def test_hybrid_does_not_fit_a_part_twice_and_forgets_older_ratings():
    als = ALS(ITEMS).fit(TRAIN)
    factors = als.items
    model = Hybrid.als_content(ITEMS, als).fit(TRAIN)
    assert als.items is factors
    model.fit(TRAIN.iloc[:4])
    assert als.items is not factors and als.train is not TRAIN


@pytest.mark.parametrize(("call", "says"), [
    (lambda: Hybrid(ITEMS, [ALS(ITEMS)], [1, 2]), "1 models need as many weights, not 2"),
    (lambda: Hybrid(ITEMS, [], [], by="vote"), "by must be"),
    (lambda: Random(ITEMS).fit(TRAIN).score([0]), "whole numbers from 1"),
    (lambda: BiasOnly(ITEMS).fit(TRAIN).predict([1], [9]), "Item 9 is not among the items"),
])
def test_bad_calls_are_one_sentence(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_bias_only_leaves_nothing_over_when_it_has_settled():
    model = BiasOnly(ITEMS, damping=1.0, sweeps=200).fit(TRAIN)
    rows, columns = TRAIN.user_id - 1, TRAIN.item_id - 1
    left = TRAIN.rating - model.mean - model.user_bias[rows] - model.item_bias[columns]
    # A damped mean is the minimum of the squares plus damping times the squared bias.
    for bias, groups in ((model.user_bias[:3], rows), (model.item_bias[:3], columns)):
        assert np.bincount(groups, weights=left, minlength=3)[:3] == pytest.approx(bias, abs=1e-9)


def test_predictions_are_cut_to_the_scale():
    model = BiasOnly(ITEMS, damping=0.0, sweeps=50).fit(TRAIN)
    assert model.score([1]).max() > 5
    assert model.predict([1, 3, 1], [3, 1, 3]).max() == 5
    assert model.predict([3, 99], [1, 2])[0] == pytest.approx(model.score([3])[0, 0])


def test_biased_mf_fits_better_the_longer_it_learns(split):
    train, _, items = split
    rows = train.sample(2000, random_state=0)
    errors = [np.mean((BiasedMF(items, iterations=n).fit(train).predict(rows.user_id, rows.item_id)
                       - rows.rating) ** 2) for n in (1, 2, 6)]
    assert errors[0] > errors[1] > errors[2]


def test_pure_svd_is_the_nearest_matrix_of_its_rank(split):
    train, _, items = split
    model = PureSVD(items).fit(train)
    zero_filled = np.zeros((943, 1682))
    zero_filled[train.user_id - 1, train.item_id - 1] = train.rating
    u, s, vt = np.linalg.svd(zero_filled, full_matrices=False)
    expected = (u[:, :10] * s[:10]) @ vt[:10]
    assert np.abs(model.score(np.arange(1, 944)) - expected).max() < 1e-8


def test_random_gives_a_user_the_same_scores_in_any_company():
    model = Random(ITEMS).fit(TRAIN)
    expected = np.random.default_rng(0).random((3, 4))
    assert (model.score([3, 1]) == expected[[2, 0]]).all()
