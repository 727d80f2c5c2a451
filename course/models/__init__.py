"""The recommenders of the course, one a file.

Every model is made with the items it may recommend, learns with `fit(train)`, which returns
the model, and answers `recommend(users, k)` with an int array of item ids.
"""

from course.models.als import ALS
from course.models.bias_only import BiasOnly
from course.models.biased_mf import BiasedMF
from course.models.content import ContentBased
from course.models.hybrid import Hybrid
from course.models.item_knn import ItemKNN
from course.models.item_mean import ItemMean
from course.models.most_popular import MostPopular
from course.models.pure_svd import PureSVD
from course.models.random import Random

__all__ = [
    "ALS",
    "BiasOnly",
    "BiasedMF",
    "ContentBased",
    "Hybrid",
    "ItemKNN",
    "ItemMean",
    "MostPopular",
    "PureSVD",
    "Random",
]
