"""The metrics of the course, one in a file.

An accuracy metric is a function of a relevance array, best item first. ``evaluate`` makes
these arrays from lists of item ids. The other metrics look at the lists themselves.
"""

from .average_precision import average_precision_at_k
from .coverage import catalog_coverage
from .dcg import dcg_at_k
from .diversity import intra_list_diversity
from .evaluate import evaluate
from .f1 import f1_at_k
from .gini import gini
from .hit_rate import hit_rate_at_k
from .mmr import mmr
from .ndcg import ndcg_at_k
from .novelty import novelty
from .personalization import personalization
from .precision import precision_at_k
from .recall import recall_at_k
from .reciprocal_rank import reciprocal_rank_at_k

__all__ = [
    "average_precision_at_k",
    "catalog_coverage",
    "dcg_at_k",
    "evaluate",
    "f1_at_k",
    "gini",
    "hit_rate_at_k",
    "intra_list_diversity",
    "mmr",
    "ndcg_at_k",
    "novelty",
    "personalization",
    "precision_at_k",
    "recall_at_k",
    "reciprocal_rank_at_k",
]
