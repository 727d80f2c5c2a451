"""`course doctor` says what is there, and finds what is not right."""

import numpy as np

from course import doctor
from course.grading import walls


def test_all_is_well_here(capsys):
    assert doctor.main() == 0
    said = capsys.readouterr().out
    assert "CG 6, DCG 4.648712, ideal DCG 4.761860, nDCG 0.976239, about 0.98" in said
    assert "scikit-learn agrees: 0.976239" in said
    assert "sample: 10,085 ratings" in said and "04-ndcg: 17 questions, 25 points" in said
    assert "sandbox: no network" in said and "FAIL" not in said


def test_a_wrong_metric_and_a_broken_wall_are_told(capsys, monkeypatch):
    monkeypatch.setattr("course.metrics.dcg_at_k", lambda relevance, k: float(np.sum(relevance)))
    monkeypatch.setattr(walls, "try_all", lambda data: [("no network", "it reached a port")])
    assert doctor.main() == 1
    said = capsys.readouterr().out
    assert "FAIL  3, 2, 0, 0, 1" in said
    assert "FAIL  sandbox: no network (it reached a port)" in said
