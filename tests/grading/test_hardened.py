"""Plain nbgrader, with nbgrader_config.py in force, goes through the same steps."""

import shutil

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from traitlets.config import Config

from course.grading import example, hardened, sandbox, walls
from course.grading.batch import Class
from course.grading.gradebook import Book

ASSIGNMENT = example.ASSIGNMENT


@pytest.fixture
def plain(tmp_path, master, right):
    """An nbgrader course with one cheat and one honest learner, and its autograde."""
    config = Config()
    hardened.configure(config, tmp_path)
    shutil.copytree(hardened.Path(hardened.ROOT, "source"), tmp_path / "source")
    with Book(tmp_path / "gradebook.db") as book:
        book.record_assignment([master])

    def submit(student, notebook):
        path = Class(tmp_path).submission(student, ASSIGNMENT) / master.filename
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)

    untouched = dict.fromkeys(right)
    cheat = example.fill(master.released, {**untouched, "dcg-answer": (
        "def dcg_at_k(relevance, k):\n    return 0\n"
        "get_ipython().kernel.do_execute = lambda *a, **k: {'status': 'ok'}")})
    for cell in cheat.cells:
        cell.metadata["tags"] = ["skip-execution"]
    submit("cheat", cheat)
    submit("honest", example.fill(master.released, {**right, "dcg-answer": example.WARNS},
                                  ["ndcg-answer"]))
    api = NbGraderAPI(config=config)

    def autograde(student):
        return api.autograde(ASSIGNMENT, student, force=True)

    def score(student):
        with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
            return book.find_submission(ASSIGNMENT, student).score

    return autograde, score, tmp_path


def test_a_cheat_gets_nothing_and_the_honest_get_their_points(plain):
    autograde, score, folder = plain
    for student in ("cheat", "honest"):
        done = autograde(student)
        assert done["success"], done["log"][-2000:]
    assert (score("cheat"), score("honest")) == (0, 22)
    page = (folder / "autograded" / "cheat" / ASSIGNMENT / "ndcg.ipynb").read_text("utf-8")
    assert "NotYet" in page


def test_without_a_sandbox_nothing_is_graded(plain, monkeypatch):
    autograde, score, _ = plain

    def missing(data):
        raise sandbox.NoSandbox("a wall is missing.")

    monkeypatch.setattr(walls, "require", missing)
    monkeypatch.setattr(hardened.RunAndJudge, "walls_hold", False, raising=False)
    assert not autograde("honest")["success"]
    assert score("honest") == 0
