"""Intake: the master wins, answers survive, and every repair is noted."""

import copy

import nbformat
import pytest

from course.grading import example
from course.grading.intake import Unreadable, into_shape, take


@pytest.fixture
def solved(master, right):
    return example.fill(master.released, right)


def sources(notebook):
    return {cell.id: cell.source for cell in notebook.cells}


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


def test_a_clean_submission_needs_no_repair(solved, master, right):
    notebook, notes = into_shape(solved, master)
    assert notes == []
    assert [cell.id for cell in notebook.cells] == [cell.id for cell in master.graded.cells]
    for name, answer in right.items():
        assert sources(notebook)[name] == answer


def test_hidden_tests_are_back(solved, master):
    notebook, _ = into_shape(solved, master)
    assert "hidden=True" in sources(notebook)["ndcg-ideal"]
    assert "hidden=True" not in sources(solved)["ndcg-ideal"]


def test_an_edited_test_is_replaced_and_noted(solved, master):
    cell_of(solved, "dcg-value").source = "# nothing to see"
    notebook, notes = into_shape(solved, master)
    assert "check(dcg_at_k" in sources(notebook)["dcg-value"]
    assert notes == ["the locked cell dcg-value had been changed; the original was used"]


def test_a_deleted_test_is_put_back(solved, master):
    solved.cells = [cell for cell in solved.cells if cell.id != "dcg-short"]
    notebook, notes = into_shape(solved, master)
    assert "dcg-short" in sources(notebook)
    assert notes == ["the cell dcg-short was missing and was put back"]


def test_tags_and_points_of_the_submission_do_not_count(solved, master):
    cell = cell_of(solved, "dcg-value")
    cell.metadata["tags"] = ["skip-execution"]
    cell.metadata.nbgrader["points"] = 1000
    notebook, _ = into_shape(solved, master)
    kept = cell_of(notebook, "dcg-value")
    assert "tags" not in kept.metadata and kept.metadata.nbgrader["points"] == 2


def test_a_split_answer_runs_in_order(solved, master, right):
    at = next(i for i, cell in enumerate(solved.cells) if cell.id == "dcg-answer")
    second = copy.deepcopy(solved.cells[at])
    second.id = "another"
    solved.cells[at].source = "def helper(x):\n    return x"
    solved.cells.insert(at + 1, second)
    notebook, notes = into_shape(solved, master)
    ids = [cell.id for cell in notebook.cells]
    before = notebook.cells[ids.index("dcg-answer") - 1]
    assert before.source.startswith("def helper")
    assert sources(notebook)["dcg-answer"] == right["dcg-answer"]
    assert notes == ["the answer cell dcg-answer was there twice; "
                     "its filled copies were run in order"]


def test_an_untouched_copy_does_not_undo_the_answer(solved, master, right):
    at = next(i for i, cell in enumerate(solved.cells) if cell.id == "dcg-answer")
    stub = copy.deepcopy(cell_of(master.released, "dcg-answer"))
    stub.id = "another"
    solved.cells.insert(at + 1, stub)
    notebook, _ = into_shape(solved, master)
    assert sources(notebook)["dcg-answer"] == right["dcg-answer"]


def test_cells_of_the_students_own_are_kept_where_they_stood(solved, master):
    at = next(i for i, cell in enumerate(solved.cells) if cell.id == "dcg-answer")
    solved.cells.insert(at, nbformat.v4.new_code_cell("import math"))
    solved.cells.insert(at, nbformat.v4.new_markdown_cell("My notes"))
    notebook, notes = into_shape(solved, master)
    ids = [cell.id for cell in notebook.cells]
    own = notebook.cells[ids.index("dcg-answer") - 1]
    assert own.source == "import math" and notes == []


def test_stripped_metadata_is_matched_by_cell_id(solved, master, right):
    for cell in solved.cells:
        cell.metadata = nbformat.NotebookNode()
    notebook, _ = into_shape(solved, master)
    assert sources(notebook)["ndcg-answer"] == right["ndcg-answer"]


def test_a_missing_answer_counts_as_not_attempted(solved, master):
    solved.cells = [cell for cell in solved.cells if cell.id != "dcg-answer"]
    notebook, notes = into_shape(solved, master)
    assert "NotImplementedError" in sources(notebook)["dcg-answer"]
    assert "counts as not attempted" in notes[0]


def test_a_renamed_notebook_is_taken_with_a_note(solved, master, tmp_path):
    nbformat.write(solved, tmp_path / "ndcg (1).ipynb")
    assert take(tmp_path, master).notes == [
        "the notebook was called ndcg (1).ipynb; it was taken as ndcg.ipynb"]


@pytest.mark.parametrize("name, content, says", [
    (None, "", "there is no notebook; ndcg.ipynb was expected."),
    ("ndcg.ipynb", "", "ndcg.ipynb is not a readable notebook"),
    ("ndcg.ipynb", '{"cells": 3}', "ndcg.ipynb is not a readable notebook"),
    ("ndcg.ipynb", "[1, 2]", "ndcg.ipynb is not a readable notebook"),
])
def test_what_cannot_be_read_gets_one_sentence(master, tmp_path, name, content, says):
    if name:
        (tmp_path / name).write_text(content)
    with pytest.raises(Unreadable) as problem:
        take(tmp_path, master)
    assert says in str(problem.value) and "\n" not in str(problem.value)
