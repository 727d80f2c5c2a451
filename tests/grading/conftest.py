"""The example class, graded once for all the tests that look at it."""

import shutil

import pytest

from course.datasets import data_folder
from course.grading import example
from course.grading.batch import Class
from course.grading.master import masters
from course.grading.report import SOURCE

ASSIGNMENT = example.ASSIGNMENT


@pytest.fixture(scope="session")
def master():
    """The NDCG notebook as the grader holds it."""
    return masters(SOURCE, ASSIGNMENT)[0]


@pytest.fixture(scope="session")
def right(master):
    """The instructor's answers, by cell."""
    return example.right_answers(SOURCE / ASSIGNMENT / master.filename)


@pytest.fixture(scope="session")
def graded_example(tmp_path_factory):
    """(class, {learner: row}) of the example class. Nobody changes it; copy it for that."""
    folder = tmp_path_factory.mktemp("example")
    rows = example.grade_example(folder, SOURCE, data_folder(), seconds=3.0)
    return Class(folder), {row["student_id"]: row for row in rows}


@pytest.fixture
def example_copy(graded_example, tmp_path):
    """The graded example class in a folder of the test's own."""
    shutil.copytree(graded_example[0].folder, tmp_path / "class")
    return Class(tmp_path / "class")
