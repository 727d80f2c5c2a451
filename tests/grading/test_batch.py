"""A class as a whole: the roster, the watchdog, and rows for those without a grade."""

import nbformat
import pytest

from course.datasets import data_folder
from course.grading import batch, example, pages, roster
from course.grading.batch import Class, grade_class
from course.grading.master import UnknownAssignment
from course.grading.report import SOURCE
from course.grading.submission import Job, Result, questions

ASSIGNMENT, DATA = example.ASSIGNMENT, data_folder()


def test_who_handed_in_nothing_has_a_row_and_no_score(tmp_path):
    (tmp_path / "students.csv").write_text("id,first_name\nines,Ines\n=omar,Omar\n")
    rows = grade_class(tmp_path, ASSIGNMENT, source=SOURCE, data=DATA)
    assert [(row["student_id"], row["score"], row["status"], row["reason"]) for row in rows] == [
        ("=omar", None, "not-graded", batch.NOTHING), ("ines", None, "not-graded", batch.NOTHING)]
    lines = Class(tmp_path).table.read_text("utf-8").splitlines()
    assert lines[1].startswith(f"{ASSIGNMENT},'=omar,,25,not-graded,nothing was handed in,,")


def test_a_roster_without_ids_is_refused(tmp_path):
    (tmp_path / "students.csv").write_text("name\nInes\n")
    with pytest.raises(roster.BadRoster, match="no column id or student_id"):
        grade_class(tmp_path, ASSIGNMENT, source=SOURCE, data=DATA)


def test_an_unknown_assignment_is_refused_before_anything_is_written(tmp_path):
    (tmp_path / "submitted").mkdir()
    with pytest.raises(UnknownAssignment, match="there is 01-why-not-rmse"):
        grade_class(tmp_path, "99-nothing", source=SOURCE, data=DATA)
    assert [path.name for path in tmp_path.iterdir()] == ["submitted"]


def test_a_notebook_that_needs_too_long_in_all_is_stopped(tmp_path, master, right):
    forever = example.fill(master.released, {**right, "dcg-answer": "import time\ntime.sleep(60)"})
    nbformat.write(forever, tmp_path / master.filename)
    job = Job(ASSIGNMENT, "ines", str(tmp_path), str(SOURCE), str(DATA), "seed", 100)
    results = list(batch._in_processes([job], seconds=6, workers=1))
    assert len(results) == 1 and "was stopped" in results[0].problem


def test_a_fault_of_the_grader_is_tried_again_and_never_charged(tmp_path, capfd):
    job = Job(ASSIGNMENT, "ines", str(tmp_path), str(tmp_path / "nowhere"), str(DATA), "seed")
    (result,) = batch._in_processes([job], seconds=60, workers=1)
    assert "the grader failed 3 times" in result.problem
    assert "no fault of the learner" in result.problem


def test_the_seed_is_made_once_and_kept(tmp_path, monkeypatch):
    monkeypatch.delenv("COURSE_SEED", raising=False)
    assert Class(tmp_path).seed() == Class(tmp_path).seed()
    monkeypatch.setenv("COURSE_SEED", "mine")
    assert Class(tmp_path).seed() == "mine"


def test_the_table_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("old")
    with pytest.raises(KeyError):
        pages.write_table(path, [{"assignment": "a"}], [])
    assert path.read_text() == "old"


def test_nothing_of_a_learner_runs_in_a_readers_browser(tmp_path, master, right):
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    notebook = example.fill(master.graded, {**right, "written-answer": evil})
    notebook.cells[3].outputs = [nbformat.v4.new_output(
        "display_data", {"text/html": evil, "text/plain": evil, "image/png": evil})]
    result = Result(ASSIGNMENT, evil, notes=[evil])
    result.notebooks["ndcg"] = nbformat.writes(notebook)
    result.questions = questions(notebook, master)
    entry = pages.row(result, {("ndcg", "written-answer"): (None, 3.0)}, 25.0)
    entry["scores"] = {question.name: question.score for question in result.questions}
    pages.write_feedback(tmp_path / "page.html", entry, result, {"written-answer": evil})
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<script" not in page and "<img src=x" not in page and "&lt;script&gt;" in page
