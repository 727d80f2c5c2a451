"""Answers that lean on a library which has the metric are found, honest ones are left alone."""

import pytest

from course.grading.scratch import leaning

DENY = ("course.metrics", "sklearn", "ranx")
PLAIN = "def f(r, k):\n    return sum(r[:k])"


def found(answer, *others, before=False):
    cells = [("answer", answer, "answer")]
    own = [(f"own-{n}", source, "own") for n, source in enumerate(others)]
    return leaning(own + cells if before else cells + own, DENY).get("answer")


@pytest.mark.parametrize("answer", [
    "from sklearn.metrics import ndcg_score\n" + PLAIN,
    "def f(r, k):\n    from sklearn.metrics import ndcg_score\n    return ndcg_score([r], [r])",
    "import sklearn.metrics as m\ndef f(r, k):\n    return m.ndcg_score([r], [r])",
    "from course.metrics import dcg_at_k as f",
    "from course import metrics\ndef f(r, k):\n    return metrics.dcg_at_k(r, k)",
    "import course.metrics\ndef f(r, k):\n    return course.metrics.dcg_at_k(r, k)",
    "import importlib\ndef f(r, k):\n    return importlib.import_module('ranx').x",
    "f = __import__('sklearn.metrics').metrics.ndcg_score",
    "def f(r, k):\n    exec('from sklearn.metrics import ndcg_score as n')",
    "import sys\ndef f(r, k):\n    return sys.modules['sklearn.metrics'].ndcg_score",
])
def test_leaning_answers(answer):
    assert found(answer)


def test_a_name_from_another_cell():
    borrowed = "from sklearn.metrics import ndcg_score as g"
    assert found("def f(r, k):\n    return g([r], [r])", borrowed) == "sklearn.metrics"
    assert found("def f(r, k):\n    return h(r)", borrowed, "def h(r):\n    return g([r], [r])")
    assert found("f = h", borrowed, "h = g")
    assert found("def f(r, k):\n    return g([r], [r])", "%matplotlib inline\n" + borrowed)


@pytest.mark.parametrize("answer, others", [
    (PLAIN, []),
    ("import sys, warnings, logging\nimport numpy as np\n" + PLAIN, []),
    (PLAIN, ["from sklearn.metrics import ndcg_score\nprint(ndcg_score([[1, 0]], [[2, 1]]))"]),
    ('def f(r, k):\n    """Like sklearn.metrics, but by hand."""\n    return 0', []),
    ("from course.checks import check\n" + PLAIN, []),
    ("from course.datasets import load\n" + PLAIN, []),
    ("def f(:", []),
    ("", []),
])
def test_honest_answers(answer, others):
    assert found(answer, *others) is None


def test_one_leaning_answer_does_not_draw_others_in():
    cells = [("first", "from ranx import dcg as f", "answer"),
             ("shown", "dcg = f([1], 1)\nprint(dcg)", "locked"),
             ("mine", "gain = f([1], 1)", "own"),
             ("second", "def g(r):\n    dcg = sum(r)\n    gain = 1\n    return dcg * gain",
              "answer"),
             ("third", "dcg = 3\nprint(dcg)", "answer"),
             ("fourth", "def h(r):\n    return gain", "answer")]
    assert leaning(cells, DENY) == {"first": "ranx", "fourth": "ranx"}
