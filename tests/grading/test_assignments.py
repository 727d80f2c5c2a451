"""Every assignment through the real grader: the solutions get all, the untouched stub nothing."""

import nbformat
import pytest
from nbgrader import utils

from course import build
from course.datasets import data_folder
from course.grading import example
from course.grading.batch import Class, grade_class
from course.grading.master import masters
from course.grading.report import SOURCE

POINTS = {"07-homework": 100}  # the others have 25


@pytest.fixture(scope="module", params=build.assignment_ids())
def graded(request, tmp_path_factory, ml100k):
    """(assignment, its master, {learner: row}) of three who handed in, graded once."""
    assignment, where = request.param, Class(tmp_path_factory.mktemp("class"))
    master = masters(SOURCE, assignment)[0]
    right = example.right_answers(SOURCE / assignment / master.filename)
    tagged = example.fill(master.released, {})
    for cell in tagged.cells:  # a test that is not run must not count as passed
        cell.metadata["tags"] = ["show", "skip-execution"]
    for learner, notebook in {"solved": example.fill(master.released, right), "tagged": tagged,
                              "untouched": master.released}.items():
        path = where.submission(learner, assignment) / master.filename
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    rows = grade_class(where.folder, assignment, source=SOURCE, data=data_folder(), seconds=30.0)
    return assignment, master, {row["student_id"]: row for row in rows}


def automatic(master):
    return {cell.id: cell.metadata.nbgrader.points for cell in master.questions
            if not utils.is_solution(cell)}


def test_the_solutions_get_all_points_that_a_program_gives(graded):
    assignment, master, rows = graded
    row = rows["solved"]
    assert row["max_score"] == POINTS.get(assignment, 25)
    assert {name: row["scores"][name] for name in automatic(master)} == automatic(master)
    assert row["status"] == "needs-manual"


def test_the_stub_gets_nothing_and_the_reason_is_not_attempted(graded):
    row = graded[2]["untouched"]
    assert (row["score"], row["status"], row["reason"]) == (0, "graded", "not attempted")


def test_tags_that_say_do_not_run_this_gain_nothing(graded):
    row = graded[2]["tagged"]
    assert row["score"] == 0 and row["reason"].startswith("not attempted")
