"""The example class end to end: what each learner gets, and that nobody disturbs another."""

import csv

import nbformat
import pytest
from nbgrader.api import Gradebook

from course.datasets import data_folder
from course.grading import example
from course.grading.batch import grade_class
from course.grading.report import SOURCE

ASSIGNMENT, DATA = example.ASSIGNMENT, data_folder()


def test_everyone_has_a_row(graded_example):
    assert sorted(graded_example[1]) == sorted(example.LEARNERS)


@pytest.mark.parametrize("learner", ["alba", "emeka", "hana"])
def test_full_marks_for_the_right_the_warning_and_the_copied_cell(graded_example, learner):
    row = graded_example[1][learner]
    assert row["score"] == row["max_score"] == 25


def test_status_of_each_learner(graded_example):
    assert {name: row["status"] for name, row in graded_example[1].items()} == {
        "alba": "graded", "bruno": "needs-manual", "chen": "needs-manual", "dana": "graded",
        "emeka": "graded", "farah": "graded", "goran": "needs-manual", "hana": "graded-with-notes"}


def test_the_wrong_idea_is_named(graded_example):
    rows = graded_example[1]
    assert "ndcg-ideal-from-shown (lesson 04-ndcg, Ideal)" in rows["bruno"]["reason"]
    assert rows["bruno"]["scores"]["ndcg-ideal"] == 0
    assert rows["bruno"]["scores"]["ndcg-value"] == 2
    assert "dcg-discount-starts-at-rank-3 (lesson 04-ndcg, Discount)" in rows["chen"]["reason"]
    assert "ndcg-discount-starts-at-rank-3" in rows["chen"]["reason"]


def test_one_wrong_function_costs_only_its_own_points(graded_example):
    row = graded_example[1]["goran"]
    lost = {name for name, score in row["scores"].items() if score == 0}
    assert lost == {"dcg-value", "dcg-cutoff", "dcg-short"}
    assert "took longer than 3 s" in row["reason"]


def test_half_done_and_untouched_are_told_apart(graded_example):
    rows = graded_example[1]
    assert rows["dana"]["score"] == 8
    assert rows["dana"]["reason"].startswith("not attempted: ndcg-value")
    assert (rows["farah"]["score"], rows["farah"]["reason"]) == (0, "not attempted")


def test_the_copied_cell_is_noted(graded_example):
    reason = graded_example[1]["hana"]["reason"]
    assert "note: the answer cell ndcg-answer was there twice" in reason


def test_the_table_on_disk(graded_example, master):
    where, rows = graded_example
    with where.table.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert list(table[0]) == ["assignment", "student_id", "score", "max_score", "status", "reason",
                              *(cell.id for cell in master.questions), "late_seconds"]
    assert {line["student_id"]: float(line["score"]) for line in table} == {
        name: row["score"] for name, row in rows.items()}
    waiting = next(line for line in table if line["student_id"] == "bruno")
    assert waiting["written-answer"] == ""


def test_the_gradebook_agrees_with_the_table(graded_example):
    where, rows = graded_example
    with Gradebook(f"sqlite:///{where.folder / 'gradebook.db'}") as book:
        for name, row in rows.items():
            submission = book.find_submission(ASSIGNMENT, name)
            assert submission.score == row["score"]
            assert submission.needs_manual_grade == (row["status"] == "needs-manual")


def test_the_executed_notebooks_are_left_for_the_formgrader(graded_example):
    where = graded_example[0]
    for name in example.LEARNERS:
        notebook = nbformat.read(where.folder / "autograded" / name / ASSIGNMENT / "ndcg.ipynb",
                                 as_version=4)
        assert any(cell.get("outputs") for cell in notebook.cells)


def test_feedback_tells_the_verdicts_and_keeps_hidden_things_hidden(graded_example):
    where = graded_example[0]
    page = where.page("bruno", ASSIGNMENT).read_text("utf-8")
    assert "19 of 25 points" in page
    assert "idea: ndcg-ideal-from-shown. Read lesson 04-ndcg, section Ideal." in page
    for name in example.LEARNERS:
        page = where.page(name, ASSIGNMENT).read_text("utf-8")
        assert "hidden=True" not in page and "HIDDEN TESTS" not in page
        assert "<script" not in page and "http" not in page.replace("http-equiv", "")


def test_a_second_run_keeps_marks_given_by_hand(example_copy):
    with example_copy.book() as book:
        book.mark(ASSIGNMENT, "bruno", "ndcg", "written-answer", 2)
    rows = grade_class(example_copy.folder, ASSIGNMENT, source=SOURCE, data=DATA, student="bruno")
    row = next(row for row in rows if row["student_id"] == "bruno")
    assert (row["score"], row["status"]) == (21, "graded")
    assert len(rows) == len(example.LEARNERS), "the others stay in the table"
    assert "21 of 25 points" in example_copy.page("bruno", ASSIGNMENT).read_text("utf-8")


def test_changed_prose_asks_for_another_look_and_the_mark_stays(example_copy):
    path = example_copy.submission("alba", ASSIGNMENT) / "ndcg.ipynb"
    notebook = nbformat.read(path, as_version=4)
    next(c for c in notebook.cells if c.id == "written-answer").source = "I changed my mind."
    nbformat.write(notebook, path)
    rows = grade_class(example_copy.folder, ASSIGNMENT, source=SOURCE, data=DATA, student="alba")
    row = next(row for row in rows if row["student_id"] == "alba")
    assert row["status"] == "needs-manual"
    with Gradebook(f"sqlite:///{example_copy.folder / 'gradebook.db'}") as book:
        grade = book.find_grade("written-answer", "ndcg", ASSIGNMENT, "alba")
        assert grade.manual_score == 3


def test_a_broken_resubmission_does_not_keep_the_old_score(example_copy):
    (example_copy.submission("alba", ASSIGNMENT) / "ndcg.ipynb").write_text("{ not a notebook")
    rows = grade_class(example_copy.folder, ASSIGNMENT, source=SOURCE, data=DATA, student="alba")
    row = next(row for row in rows if row["student_id"] == "alba")
    assert (row["score"], row["status"]) == (None, "not-graded")
    assert "is not a readable notebook" in row["reason"]
    with example_copy.table.open(encoding="utf-8", newline="") as file:
        line = next(line for line in csv.DictReader(file) if line["student_id"] == "alba")
    assert line["score"] == ""
