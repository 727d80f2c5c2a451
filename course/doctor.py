"""`course doctor`: is everything in place? Versions, data, grading, and the worked example."""

import hashlib
import importlib.metadata
import importlib.util
import platform
import sys

import numpy as np

PACKAGES = ("numpy", "pandas", "matplotlib", "scikit-learn", "jupyterlab", "nbgrader")
WORKED = [3, 2, 0, 0, 1]


def main():
    """Print what was found; 0 when all is well, 1 when something is not."""
    well = True
    for title, check in (("Versions", _versions), ("Worked example", _worked_example),
                         ("Data", _data), ("Grading", _grading)):
        print(title)
        for good, text in check():
            well &= good
            print(f"  {'ok  ' if good else 'FAIL'}  {text}")
    print("All is well." if well else "Something is not right; see the lines that say FAIL.")
    return 0 if well else 1


def _versions():
    yield (3, 11) <= sys.version_info[:2] <= (3, 14), f"Python {platform.python_version()}"
    for name in PACKAGES:
        yield True, f"{name} {importlib.metadata.version(name)}"


def _worked_example():
    """The list 3, 2, 0, 0, 1, computed by the course's own metrics and by scikit-learn."""
    from sklearn.metrics import ndcg_score

    from course.metrics import dcg_at_k, ndcg_at_k

    gained, dcg, ideal = sum(WORKED), dcg_at_k(WORKED, 5), dcg_at_k(sorted(WORKED)[::-1], 5)
    ndcg = ndcg_at_k(WORKED, 5)
    right = np.allclose([gained, dcg, ideal, ndcg], [6, 4.648712, 4.761860, 0.976239], atol=1e-6)
    yield right, (f"3, 2, 0, 0, 1: CG {gained}, DCG {dcg:.6f}, ideal DCG {ideal:.6f}, "
                  f"nDCG {ndcg:.6f}, about {ndcg:.2f}")
    peer = ndcg_score([WORKED], [[5, 4, 3, 2, 1]])
    yield abs(peer - ndcg) < 1e-9, f"scikit-learn agrees: {peer:.6f}"


def _data():
    from course import datasets

    sample = datasets.load("sample")
    yield True, f"sample: {len(sample.ratings):,} ratings (made by this project)"
    if datasets.is_here():
        ratings = datasets.load("ml-100k").ratings
        yield True, f"MovieLens 100K: {len(ratings):,} ratings"
    else:
        yield True, "MovieLens 100K: not here yet; `python -m course data` fetches it"


def _grading():
    if importlib.util.find_spec("course.grading") is None:
        yield True, "none here: this is a copy for students"
        return
    from course.build import ROOT, assignment_ids
    from course.grading.master import masters

    for name in assignment_ids():
        held = masters(ROOT / "source", name)
        points = sum(cell.metadata.nbgrader["points"] for m in held for cell in m.questions)
        questions = sum(len(m.questions) for m in held)
        digest = hashlib.sha256((ROOT / "source" / name / held[0].filename).read_bytes())
        yield True, (f"{name}: {questions} questions, {points:g} points "
                     f"(source {digest.hexdigest()[:8]})")
    yield from _walls()


def _walls():
    from course import datasets
    from course.grading import sandbox, walls

    try:
        for wall, broken in walls.try_all(datasets.data_folder()):
            yield broken is None, f"sandbox: {wall}" + (f" ({broken})" if broken else "")
    except (sandbox.NoSandbox, sandbox.NoKernel) as problem:
        yield False, f"sandbox: {problem}"
