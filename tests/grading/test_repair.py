"""Repair: the master wins, answers survive, and every repair is noted in few words."""

import copy

import nbformat
import pytest

from course.grading import example
from course.grading.repair import answered, into_shape, names_defined

WRITTEN = "written-answer"


@pytest.fixture
def solved(master, right):
    return example.fill(master.released, right)


def sources(notebook):
    return {cell.id: cell.source for cell in notebook.cells}


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if cell.id == name)


def place_of(notebook, name):
    return next(i for i, cell in enumerate(notebook.cells) if cell.id == name)


def delete(notebook, *names):
    notebook.cells = [cell for cell in notebook.cells if cell.id not in names]


def strip(cells, ids=True):
    """What an editor does that knows nothing of nbgrader."""
    for number, cell in enumerate(cells):
        cell.metadata = nbformat.NotebookNode()
        if ids:
            cell.id = f"cell-{number}"


def own_cells(notebook):
    return [cell.source for cell in notebook.cells if cell.id.startswith("own-")]


def assert_answers(notebook, right):
    assert {name: sources(notebook)[name] for name in right} == right


# --- ids -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ids, says", [(False, "own ids"), (True, "contents")])
def test_metadata_stripped_from_all_cells_is_one_note(solved, master, right, ids, says):
    strip(solved.cells, ids)
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert notes == ["all known cells had lost their nbgrader ids; "
                     f"they were recognised by their {says}"]
    assert own_cells(notebook) == []


def test_stripped_edited_and_half_done_is_still_recognised(solved, master, right):
    cell_of(solved, "dcg-answer").source = "def dcg(relevance, k):\n    return 0"  # another name
    cell_of(solved, "by-hand-answer").source = "gains = [3, 2, 0, 0, 1]"           # one of four
    cell_of(solved, "ndcg-task").source += "\n\nMy remark."
    strip(solved.cells)
    notebook, notes = into_shape(solved, master)
    assert sources(notebook)["dcg-answer"].startswith("def dcg(")
    assert sources(notebook)["by-hand-answer"] == "gains = [3, 2, 0, 0, 1]"
    assert sources(notebook)[WRITTEN] == right[WRITTEN]
    assert len(notes) == 2 and "ndcg-task had been changed" in notes[1]


def test_one_answer_without_an_id_is_recognised_by_its_function(solved, master, right):
    strip([cell_of(solved, "ndcg-answer")])
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert notes == ["the answer ndcg-answer stood in a cell without its id and was recognised "
                     "by its content or place"]


def test_a_changed_grade_id_is_repaired_by_the_cells_own_id(solved, master, right):
    cell_of(solved, "ndcg-answer").metadata.nbgrader["grade_id"] = "mine"
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert notes == ["the cell ndcg-answer had lost its nbgrader id and was recognised by its "
                     "own id or text"]


@pytest.mark.parametrize("one, other", [
    ("dcg-answer", "ndcg-answer"), ("by-hand-answer", "mean-answer"),
    ("dcg-answer", "dcg-value"), ("dcg-value", "dcg-short"), (WRITTEN, "recap")])
def test_swapped_ids_lose_against_the_content(solved, master, right, one, other):
    first, second = cell_of(solved, one), cell_of(solved, other)
    for cell, name in ((first, other), (second, one)):
        cell.metadata.nbgrader["grade_id"] = cell.id = name
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert len(notes) <= 2 and "did not fit the content" in " ".join(notes)


def test_the_same_id_on_every_cell_loses_nothing(solved, master, right):
    for cell in solved.cells:
        cell.metadata.nbgrader["grade_id"] = cell.id = "dcg-value"
    notebook, notes = into_shape(solved, master)
    coded = {name: source for name, source in right.items() if name != WRITTEN}
    assert_answers(notebook, coded)
    assert len(notes) <= 5


def test_prose_that_quotes_code_stays_prose(solved, master, right):
    essay = "I wrote this:\n\ndef ndcg_at_k(relevance, k, ideal):\n    pass\n"
    cell_of(solved, WRITTEN).source = essay
    delete(solved, "ndcg-answer")
    notebook, _ = into_shape(solved, master)
    assert sources(notebook)[WRITTEN] == essay
    assert "NotImplementedError" in sources(notebook)["ndcg-answer"]


# --- types, flags, points, tags ------------------------------------------------------------


@pytest.mark.parametrize("key, value", [
    ("points", "many"), ("points", 999), ("grade", False), ("solution", True), ("locked", False),
    ("task", True)])
def test_flags_and_points_are_the_masters_and_noted(solved, master, key, value):
    cell_of(solved, "dcg-value").metadata.nbgrader[key] = value
    notebook, notes = into_shape(solved, master)
    assert cell_of(notebook, "dcg-value").metadata == cell_of(master.graded, "dcg-value").metadata
    assert notes == ["the type, points, flags or tags of dcg-value had been changed; the "
                     "assignment's own were used"]


def test_tags_and_types_are_the_masters_and_noted_once(solved, master):
    cell_of(solved, "dcg-value").metadata["tags"] = ["skip-execution"]
    cell_of(solved, "dcg-short").cell_type = "markdown"
    notebook, notes = into_shape(solved, master)
    assert "tags" not in cell_of(notebook, "dcg-value").metadata
    assert cell_of(notebook, "dcg-short").cell_type == "code"
    assert len(notes) == 1 and "dcg-value and dcg-short" in notes[0]


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_an_answer_turned_into_text_is_code_again(solved, master, right, kind):
    cell_of(solved, "dcg-answer").cell_type = kind
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert cell_of(notebook, "dcg-answer").cell_type == "code"
    assert notes == ["the answer cell dcg-answer had become a text cell and was taken as code "
                     "again"]


def test_an_answer_turned_into_prose_is_no_code(solved, master):
    cell = cell_of(solved, "dcg-answer")
    cell.cell_type, cell.source = "markdown", "I could not do this."
    notebook, notes = into_shape(solved, master)
    assert "NotImplementedError" in sources(notebook)["dcg-answer"]
    assert notes == ["the answer cell dcg-answer had become a text cell without Python in it; "
                     "that text was left out"]


@pytest.mark.parametrize("kind", ["code", "raw"])
def test_a_written_answer_turned_into_another_type_is_prose_again(solved, master, right, kind):
    cell_of(solved, WRITTEN).cell_type = kind
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert notes == ["the written answer written-answer stood in a cell of another type and was "
                     "taken as text"]


@pytest.mark.parametrize("kind", ["markdown", "code"])
def test_prose_below_an_untouched_cell_is_the_written_answer(solved, master, right, kind):
    cell_of(solved, WRITTEN).source = "YOUR ANSWER HERE"
    new = nbformat.v4.new_markdown_cell(right[WRITTEN])
    new.cell_type = kind
    solved.cells.insert(place_of(solved, WRITTEN) + 1, new)
    notebook, notes = into_shape(solved, master)
    assert sources(notebook)[WRITTEN] == right[WRITTEN]
    assert "the written answer written-answer stood in a cell beside its own" in " ".join(notes)


def test_white_space_alone_is_no_change(solved, master):
    for cell in solved.cells:
        cell.source = cell.source.replace("    ", "  ") + "\n\n"
    assert into_shape(solved, master)[1] == []


# --- copied, split, moved, deleted ---------------------------------------------------------


def test_pieces_run_in_order_even_when_a_text_comes_back(solved, master):
    at = place_of(solved, "dcg-answer")
    texts = ["x = 1", "x = 1\n", "x = 2", "x = 1"]
    twins = []
    for number, text in enumerate(texts):
        twin = copy.deepcopy(solved.cells[at])
        twin.id, twin.source = f"twin-{number}", text
        twins.append(twin)
    solved.cells[at:at + 1] = twins
    notebook, notes = into_shape(solved, master)
    assert own_cells(notebook) == ["x = 1", "x = 2"]
    assert sources(notebook)["dcg-answer"] == "x = 1"
    assert notes[0].startswith("the answer cell dcg-answer was there 4 times")


def test_every_cell_twice_gives_few_notes(solved, master, right):
    solved.cells = [twin for cell in solved.cells for twin in (cell, copy.deepcopy(cell))]
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert own_cells(notebook) == []
    assert sum("each counts once" in note for note in notes) == 1 and len(notes) == 8


def test_a_written_answer_in_two_copies_is_put_together(solved, master):
    twin = copy.deepcopy(cell_of(solved, WRITTEN))
    twin.id, twin.source = "twin", "And one more thing."
    solved.cells.insert(place_of(solved, WRITTEN) + 1, twin)
    notebook, notes = into_shape(solved, master)
    assert sources(notebook)[WRITTEN].endswith("\n\nAnd one more thing.")
    assert notes == ["the answer cell written-answer was there twice; its filled copies were "
                     "put together in order"]


def test_the_function_in_a_cell_of_ones_own_becomes_the_deleted_answer(solved, master, right):
    delete(solved, "ndcg-answer")
    solved.cells.append(nbformat.v4.new_code_cell(right["ndcg-answer"]))
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    assert own_cells(notebook) == []
    assert "the answer ndcg-answer stood in a cell without its id" in notes[0]


def test_all_answers_in_one_cell_count(solved, master, right):
    coded = [name for name in right if name != WRITTEN]
    solved.cells[place_of(solved, "by-hand-answer")] = nbformat.v4.new_code_cell(
        "\n\n".join(right[name] for name in coded))
    delete(solved, *coded)
    notebook, notes = into_shape(solved, master)
    assert "def mean_ndcg" in sources(notebook)["by-hand-answer"]
    assert sources(notebook)["mean-answer"] == "# Answered in the cell by-hand-answer."
    assert "the answer mean-answer stood in the cell by-hand-answer and was left there" in notes


@pytest.mark.parametrize("name, source", [
    ("dcg-answer", "import math"), ("dcg-answer", "x = 1"), ("by-hand-answer", "x = 1")])
def test_a_helper_where_an_answer_was_deleted_is_no_answer(solved, master, name, source):
    solved.cells[place_of(solved, name)] = nbformat.v4.new_code_cell(source)
    notebook, notes = into_shape(solved, master)
    assert own_cells(notebook) == [source]
    assert notes == [f"the answer cell {name} was missing and counts as not attempted"]


def test_own_code_where_a_test_was_deleted_is_kept(solved, master):
    solved.cells[place_of(solved, "dcg-short")] = nbformat.v4.new_code_cell("print('mine')")
    notebook, notes = into_shape(solved, master)
    assert own_cells(notebook) == ["print('mine')"]
    assert notes == ["the cell dcg-short was missing and was put back"]


def test_an_edited_test_without_an_id_is_replaced(solved, master):
    cell = cell_of(solved, "dcg-short")
    cell.source += "\nassert True"
    strip([cell])
    notebook, _ = into_shape(solved, master)
    assert sources(notebook)["dcg-short"] == sources(master.graded)["dcg-short"]
    assert own_cells(notebook) == []


def test_a_copied_test_made_into_own_code_is_kept(solved, master):
    at = place_of(solved, "dcg-value")
    twin = copy.deepcopy(solved.cells[at])
    twin.id, twin.source = "twin", "print(sum([1, 2, 3]))"
    solved.cells.insert(at + 1, twin)
    notebook, notes = into_shape(solved, master)
    assert own_cells(notebook) == [twin.source] and notes == []


def test_all_tests_deleted_is_one_note(solved, master):
    delete(solved, *(cell.id for cell in master.questions if cell.id != WRITTEN))
    notebook, notes = into_shape(solved, master)
    assert [cell.id for cell in notebook.cells] == [cell.id for cell in master.graded.cells]
    assert len(notes) == 1 and "more were missing and were put back" in notes[0]


def test_cells_in_another_order_come_back_into_the_masters(solved, master, right):
    solved.cells.insert(3, nbformat.v4.new_code_cell("mine = 1"))
    solved.cells.reverse()
    notebook, notes = into_shape(solved, master)
    assert_answers(notebook, right)
    ids = [cell.id for cell in notebook.cells if not cell.id.startswith("own-")]
    assert ids == [cell.id for cell in master.graded.cells]
    assert own_cells(notebook) == ["mine = 1"]
    assert notes == ["the order of the cells had been changed; the original order was used"]


# --- small parts ---------------------------------------------------------------------------


def test_answered_tells_the_touched_from_the_untouched(solved, master, right):
    assert answered(master.released, master) == set()
    assert answered(solved, master) == set(right)
    blank = copy.deepcopy(master.released)
    blank.cells.append(nbformat.v4.new_code_cell(right["dcg-answer"]))
    assert answered(blank, master) == {"dcg-answer"}


@pytest.mark.parametrize("source, names", [
    ("def f(x):\n    y = 1\n    return y", {"f"}),
    ("async def f (x): pass\nclass A: pass", {"f"}),
    ("a = b = 1\nc, d = 2, 3\ne: int = 4\nf: dict[str, int] = {}", set("abcdef")),
    ("a == 1\nb += 1\nf(c=1)\nd <= 2\n%matplotlib inline\ng =", {"g"}),
    ("def f(:\n  broken =", {"f"}),
    ("a," * 100_000, set()),
    ("a = " * 100_000, {"a"}),
])
def test_names_defined(source, names):
    assert names_defined(source) == names
