"""MostPopular and what all models share: lists by hand, ties, seen items, padding."""

import hashlib

import numpy as np
import pandas as pd
import pytest

from course.models import MostPopular
from course.models._ranking import preference, top_k
from course.splits import user_temporal_split

ITEMS = pd.DataFrame({"item_id": [10, 20, 30, 40]})
# 30 is rated three times, 10 twice, 40 once, 20 never.
TRAIN = pd.DataFrame({"user_id": [1, 2, 3, 1, 2, 1], "item_id": [30, 30, 30, 10, 10, 40]})


@pytest.fixture
def model():
    return MostPopular(ITEMS).fit(TRAIN)


def test_lists_by_hand(model):
    assert model.recommend([1, 2, 3], 2).tolist() == [[20, -1], [40, 20], [10, 40]]


def test_seen_items_can_stay(model):
    assert model.recommend([1, 2], 4, exclude_seen=False).tolist() == [[30, 10, 40, 20]] * 2


def test_a_user_unknown_to_train_has_seen_nothing(model):
    assert model.recommend([99, 1], 3).tolist() == [[30, 10, 40], [20, -1, -1]]


def test_padding_when_k_exceeds_the_catalogue(model):
    assert model.recommend([99], 6).tolist() == [[30, 10, 40, 20, -1, -1]]


def test_users_in_any_order_and_none(model):
    assert model.recommend([3, 1, 3], 1).tolist() == [[10], [20], [10]]
    assert model.recommend([], 3).shape == (0, 3)
    assert model.recommend(np.array([2]), np.int64(2)).dtype.kind == "i"


def test_items_may_be_plain_ids(model):
    same = MostPopular([10, 20, 30, 40]).fit(TRAIN)
    assert (same.recommend([1, 2], 4) == model.recommend([1, 2], 4)).all()


def test_a_second_fit_forgets_the_first(model):
    model.fit(pd.DataFrame({"user_id": [7], "item_id": [20]}))
    assert model.recommend([1, 7], 1, exclude_seen=False).tolist() == [[20], [20]]
    assert 20 not in model.recommend([7], 4)
    assert 30 in model.recommend([1], 4)


def test_ties_follow_the_fixed_permutation():
    ids = np.arange(1, 1683)
    train = pd.DataFrame({"user_id": [1], "item_id": [500]})
    expected = np.random.RandomState(0).permutation(1682) + 1
    expected = expected[expected != 500]
    assert (MostPopular(ids).fit(train).recommend([1], 1681)[0] == expected).all()
    # The permutation is of positions: other ids in the same places are ordered alike.
    moved = MostPopular(ids + 5000).fit(train.assign(item_id=5500)).recommend([1], 1681)
    assert (moved[0] == expected + 5000).all()


def test_the_permutation_is_the_one_of_the_protocol():
    # Pinned, so that a change of numpy or of the seed cannot pass unseen.
    assert preference(4).tolist() == [2, 3, 1, 0]
    assert sorted(preference(1682)) == list(range(1682))


def test_scores_that_differ_after_the_tenth_decimal_are_equal():
    first, second = preference(2)
    scores = np.zeros((1, 2))
    scores[0, second] = 1e-12
    assert top_k(scores, 2).tolist() == [[first, second]]
    scores[0, second] = 1e-9
    assert top_k(scores, 2).tolist() == [[second, first]]


def test_top_k_against_a_plain_sort():
    rng = np.random.default_rng(1)
    scores = rng.integers(0, 4, (30, 25)) / 7
    barred = rng.random((30, 25)) < 0.6
    place = np.argsort(preference(25))
    for row, listed in enumerate(top_k(scores, 12, barred)):
        free = [i for i in range(25) if not barred[row, i]]
        free.sort(key=lambda i: (-scores[row, i], place[i]))
        assert listed.tolist() == (free + [-1] * 12)[:12]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_score_must_be_finite(bad):
    with pytest.raises(ValueError, match="finite"):
        top_k([[0.0, bad]], 1)


def test_asking_before_fit_is_one_sentence():
    sentence = r"^MostPopular has learned nothing yet: call fit first\.$"
    with pytest.raises(RuntimeError, match=sentence):
        MostPopular(ITEMS).recommend([1], 3)
    with pytest.raises(RuntimeError, match=sentence):
        MostPopular(ITEMS).score([1])


@pytest.mark.parametrize("k", [0, -1, 2.0, "3", None, True])
def test_a_bad_k(model, k):
    with pytest.raises(ValueError, match="^k must be a whole number of at least 1"):
        model.recommend([1], k)


def test_wrong_items_and_users_are_named(model):
    with pytest.raises(ValueError, match="twice"):
        MostPopular([1, 2, 1])
    with pytest.raises(ValueError, match="negative"):
        MostPopular([-1, 2])
    with pytest.raises(ValueError, match="train rates item 50, which is not among the items"):
        model.fit(pd.DataFrame({"user_id": [1], "item_id": [50]}))
    with pytest.raises(ValueError, match="a list of user ids"):
        model.recommend(1, 3)


def test_movielens_lists_are_the_same_everywhere(ml100k):
    train, _ = user_temporal_split(ml100k.ratings)
    users = np.arange(1, 944)
    lists = MostPopular(ml100k.items).fit(train).recommend(users, 10)
    assert (lists > 0).all()

    # A second way to the same lists: pandas, no shared code.
    count = train["item_id"].value_counts().reindex(ml100k.items["item_id"], fill_value=0)
    place = np.argsort(np.random.RandomState(0).permutation(1682))
    ranked = count.index.to_numpy()[np.lexsort((place, -count.to_numpy()))]
    for user, listed in zip(users, lists, strict=True):
        seen = set(train.loc[train["user_id"] == user, "item_id"])
        assert listed.tolist() == [item for item in ranked if item not in seen][:10]

    pinned = "e1bd1f581160e562c181bb91e253b453728904afb65ee67da19f517d5e448471"
    assert hashlib.sha256(lists.astype("<i8").tobytes()).hexdigest() == pinned
