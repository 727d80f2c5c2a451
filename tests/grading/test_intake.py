"""Intake: the master wins, answers survive, and every repair is noted."""

import copy
import json
import os
import socket
import time

import nbformat
import numpy as np
import pytest

from course.grading import example, intake, reading
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


# --- reading -------------------------------------------------------------------------------


def hand_in(folder, content, name="ndcg.ipynb"):
    """Write what a learner hands in: a notebook, plain data, text or bytes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, (dict, list)):
        content = json.dumps(content)
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    path.write_bytes(content)
    return folder


def refusal(folder, master):
    """The one sentence with which a submission is refused."""
    with pytest.raises(Unreadable) as problem:
        take(folder, master)
    sentence = str(problem.value)
    assert sentence.endswith(".") and sentence.isprintable() and len(sentence) < 300
    return sentence


@pytest.mark.parametrize("encoding, says", [
    ("utf-8", None), ("utf-8-sig", None), ("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"),
    ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32"), ("latin-1", "Latin-1")])
def test_encodings(solved, master, right, tmp_path, encoding, says):
    for cell in solved.cells:  # Latin-1 has no …
        cell.source = cell.source.replace("…", "...").replace("→", "->").replace("×", "x")
    cell_of(solved, "written-answer").source = "Größer, naïve, señor."
    text = json.dumps(solved, ensure_ascii=False)
    taken = take(hand_in(tmp_path, text.encode(encoding)), master)
    assert sources(taken.notebook)["written-answer"] == "Größer, naïve, señor."
    assert sources(taken.notebook)["ndcg-answer"] == right["ndcg-answer"]
    said = [note for note in taken.notes if "locked cell" not in note]
    assert [says in note for note in said] == ([True] if says else [])


def test_one_damaged_byte_costs_one_character(solved, master, tmp_path):
    cell_of(solved, "written-answer").source = "Größer ist besser: über alle Nutzer für immer"
    data = json.dumps(solved, ensure_ascii=False).encode().replace(b"immer", b"imm\xe9r")
    taken = take(hand_in(tmp_path, data), master)
    assert sources(taken.notebook)["written-answer"].startswith("Größer")
    assert taken.notes == ["the notebook has damaged characters, which were replaced"]


def test_lone_surrogates_and_zero_characters_are_harmless(solved, master, tmp_path):
    cell_of(solved, "written-answer").source = "a\ud800b\x00c"
    taken = take(hand_in(tmp_path, json.dumps(solved)), master)
    assert sources(taken.notebook)["written-answer"] == "a\ufffdb\ufffdc"
    nbformat.writes(taken.notebook).encode("utf-8")


AGAIN, ITSELF = "save it again in JupyterLab", "hand in the notebook itself"


@pytest.mark.parametrize("content, says, advice", [
    ("", "it is empty", AGAIN),
    (" \n\ufeff", "it is empty", AGAIN),
    ('{"cells": [{"source": ["a', "it ends in the middle", AGAIN),
    ('{"cells": [], "nbformat": 4,', "it ends in the middle", AGAIN),
    ('{"cells": [\n<<<<<<< HEAD\n{}\n=======\n>>>>>>> b\n]}', "merge conflict", AGAIN),
    ('{"cells": [}, 1, 2, 3]}', "its text is damaged in line 1", AGAIN),
    ("<!DOCTYPE html><title>Sign in</title>", "it is a web page", ITSELF),
    ("PK\x03\x04...", "it is a zip archive", ITSELF),
    ("%PDF-1.7", "it is a PDF document", ITSELF),
    (b"\x80\x04\x95\x10\0\0", "a saved model or checkpoint", ITSELF),
    (b"\x01\x02\0\x03" * 9, "a binary file", ITSELF),
    ("import numpy as np\n\ndef dcg_at_k(a, k):\n    return 0\n", "it is Python text", ITSELF),
    ("Dear teacher,", "it is some other text", ITSELF),
    ([1, 2], "it is JSON, but not that of a notebook", AGAIN),
    ({"cells": 3}, "it is JSON, but not that of a notebook", AGAIN),
    ({"cells": []}, "it has no cells", AGAIN),
    ({"cells": [1, None, "x"]}, "it has no cells", AGAIN),
    ({"cells": [{}] * 2001}, "it has 2001 cells", AGAIN),
    ("[" * 100_000, "nested more than 100 deep", AGAIN),
    ('{"a":' * 100_000 + "1" + "}" * 100_000, "nested more than 100 deep", AGAIN),
    ("[" + "[]," * 1_000_001 + "1]", "far larger than any notebook", AGAIN),
    ('{"cells": [' + "1" * 5000 + "]}", "numbers or nesting", AGAIN),
])
def test_what_is_no_notebook_is_told_in_one_sentence(master, tmp_path, content, says, advice):
    sentence = refusal(hand_in(tmp_path, content), master)
    assert sentence.startswith("ndcg.ipynb is not a readable notebook: ")
    assert says in sentence and advice in sentence


def test_brackets_in_text_are_no_depth(solved, master, tmp_path):
    cell_of(solved, "written-answer").source = '\\"' + "[{" * 500 + '\\"'
    assert take(hand_in(tmp_path, json.dumps(solved)), master).notes == []


def test_another_notebook_is_refused_not_graded_zero(master, tmp_path):
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 + 1")])
    sentence = refusal(hand_in(tmp_path, other), master)
    assert "holds none of the questions of ndcg.ipynb" in sentence


def test_nbformat_3_is_upgraded(solved, master, right, tmp_path):
    cells = [{"cell_type": cell.cell_type, "metadata": cell.metadata,
              "input" if cell.cell_type == "code" else "source": cell.source.splitlines(True)}
             for cell in solved.cells]
    cells.insert(0, {"cell_type": "heading", "level": 2, "source": "Mine", "metadata": {}})
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells}]}
    taken = take(hand_in(tmp_path, old), master)
    assert {name: sources(taken.notebook)[name] for name in right} == right
    assert taken.notes == ["the notebook was in the old nbformat 3 and was upgraded"]


def test_future_formats_and_broken_rules_are_read(solved, master, right, tmp_path):
    solved.nbformat, solved.nbformat_minor = 5, 99
    cells = [dict(cell) for cell in solved.cells]
    for cell in cells:
        cell["source"] = cell["source"].splitlines(True)
        cell["outputs"] = float("nan")
        cell["id"] = "same"
    del cells[0]["cell_type"]
    cells[1]["metadata"] = 3
    del cells[2]["source"]
    cells[4]["source"] = {"a": 1}
    cells += [None, 7]
    taken = take(hand_in(tmp_path, {**solved, "cells": cells}), master)
    assert {name: sources(taken.notebook)[name] for name in right} == right
    notes = " / ".join(taken.notes)
    assert "of nbformat 5; it was read as nbformat 4" in notes
    assert "2 cells could not be read" in notes and "one cell had no readable text" in notes
    nbformat.validate(taken.notebook)


def test_old_outputs_are_dropped_and_sizes_bounded(solved, master, tmp_path, monkeypatch):
    picture = nbformat.v4.new_output("display_data", {"image/png": "A" * 30_000_000})
    cell_of(solved, "set-up").outputs = [picture]
    hand_in(tmp_path, solved)
    taken = take(tmp_path, master)
    assert taken.notes == [] and cell_of(taken.notebook, "set-up").outputs == []
    monkeypatch.setattr(intake, "MOST_NOTEBOOK", 20 * intake.MB)
    assert "larger than 20 MB; clear its outputs" in refusal(tmp_path, master)
    monkeypatch.setattr(intake, "MOST_NOTEBOOK", 60 * intake.MB)
    monkeypatch.setattr(reading, "MOST_TEXT", 1000)
    assert "its cells hold more than" in refusal(tmp_path, master)


# --- which notebook ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [
    "ndcg (1).ipynb", "NDCG.ipynb", "ndcg-Copy1.ipynb", "ndcg_final.ipynb", "ines-ndcg.ipynb",
    "Homework.ipynb", "ndcg.ipynb.txt", "unpacked/ndcg.ipynb", "unpacked/mine.ipynb"])
def test_a_notebook_under_another_name_is_taken(solved, master, tmp_path, name):
    hand_in(tmp_path, "not looked at", ".ipynb_checkpoints/ndcg.ipynb")
    taken = take(hand_in(tmp_path, solved, name), master)
    assert taken.notes == [f"the notebook was called {name}; it was taken as ndcg.ipynb"]
    assert taken.files == {}


def test_a_name_that_looks_like_it_wins_over_others(solved, master, tmp_path):
    hand_in(tmp_path, "scrap", "scratch.ipynb")
    hand_in(tmp_path, solved, "ndcg2.ipynb")
    assert "was called ndcg2.ipynb" in take(tmp_path, master).notes[0]


def test_of_several_names_the_only_filled_one_is_taken(solved, master, tmp_path):
    hand_in(tmp_path, master.released, "ndcg (1).ipynb")
    hand_in(tmp_path, solved, "ndcg (2).ipynb")
    assert "was called ndcg (2).ipynb" in take(tmp_path, master).notes[0]
    hand_in(tmp_path, solved, "ndcg (3).ipynb")
    assert refusal(tmp_path, master) == ("there is no ndcg.ipynb, and 3 other notebooks; "
                                         "hand in one under its own name.")


def test_a_filled_copy_beside_a_blank_original_is_taken(solved, master, right, tmp_path):
    hand_in(tmp_path, master.released)
    hand_in(tmp_path, solved, "ndcg-Copy1.ipynb")
    hand_in(tmp_path, "broken", "ndcg-Copy2.ipynb")
    taken = take(tmp_path, master)
    assert sources(taken.notebook)["dcg-answer"] == right["dcg-answer"]
    assert taken.notes == ["ndcg.ipynb has no answers; ndcg-Copy1.ipynb was graded in its place"]


def test_a_filled_copy_beside_a_broken_original_is_taken(solved, master, tmp_path):
    hand_in(tmp_path, '{"cells": [')
    hand_in(tmp_path, solved, "old.ipynb")
    assert take(tmp_path, master).notes == [
        "ndcg.ipynb could not be read; old.ipynb was graded in its place"]


def test_several_filled_copies_leave_the_original(solved, master, tmp_path):
    hand_in(tmp_path, master.released)
    for name in ("a.ipynb", "b.ipynb"):
        hand_in(tmp_path, solved, name)
    taken = take(tmp_path, master)
    assert "NotImplementedError" in sources(taken.notebook)["dcg-answer"]
    assert taken.notes == ["ndcg.ipynb was graded, though it has no answers and a.ipynb and "
                           "b.ipynb have some"]


def test_a_copy_beside_a_filled_original_is_told(solved, master, tmp_path):
    hand_in(tmp_path, solved)
    hand_in(tmp_path, solved, "ndcg-Copy1.ipynb")
    hand_in(tmp_path, solved, "scratch.ipynb")
    assert take(tmp_path, master).notes == [
        "besides ndcg.ipynb, which was graded, there was ndcg-Copy1.ipynb"]


@pytest.mark.parametrize("name, says", [
    (".ipynb_checkpoints/ndcg-checkpoint.ipynb", "only Jupyter's checkpoint copies"),
    ("ndcg.zip", "there is no notebook, only ndcg.zip; ndcg.ipynb was expected"),
    ("a/b/ndcg.ipynb", "put ndcg.ipynb into none"),
])
def test_no_notebook(solved, master, tmp_path, name, says):
    assert says in refusal(hand_in(tmp_path, solved, name), master)


# --- links, special files, other files -----------------------------------------------------

POSIX = pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")


@pytest.fixture
def mine(tmp_path, solved):
    """A solved submission in submitted/ines/04-ndcg, and something outside of it."""
    hand_in(tmp_path, solved, "outside/ndcg.ipynb")
    hand_in(tmp_path, "secret", "outside/secret.txt")
    return hand_in(tmp_path / "submitted/ines/04-ndcg", solved)


@POSIX
@pytest.mark.parametrize("target", ["../../../outside/ndcg.ipynb", "nowhere", "ndcg.ipynb"])
def test_a_linked_notebook_is_refused(mine, master, target):
    (mine / "ndcg.ipynb").unlink()
    (mine / "ndcg.ipynb").symlink_to(target)
    assert refusal(mine, master) == ("ndcg.ipynb is a link to another place; "
                                     "hand in the notebook itself.")


@POSIX
def test_a_linked_folder_is_refused_wherever_the_link_is(mine, master, tmp_path):
    for place in ("other/04-ndcg", "omar"):
        link = tmp_path / "submitted" / place
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(mine if link.name == "04-ndcg" else mine.parent)
        folder = link if link.name == "04-ndcg" else link / "04-ndcg"
        assert "is a link to another place" in refusal(folder, master)
        with pytest.raises(OSError):
            intake.read_file(folder, "ndcg.ipynb", 10**9)
    (mine / "ndcg.ipynb").unlink()
    (mine / "sub").symlink_to(tmp_path / "outside")
    assert "there is no notebook" in refusal(mine, master)
    (mine / "mine.ipynb").symlink_to(tmp_path / "outside/ndcg.ipynb")
    assert "there is only a link to a notebook" in refusal(mine, master)


def test_a_missing_folder_and_a_file_in_its_place(tmp_path, master):
    assert "there is no folder" in refusal(tmp_path / "nowhere", master)
    (tmp_path / "04-ndcg").write_text("oops")
    assert "04-ndcg is a file, but a folder" in refusal(tmp_path / "04-ndcg", master)


@POSIX
def test_links_and_special_files_are_left_out_and_never_opened(mine, master, tmp_path):
    (mine / "secret.txt").symlink_to(tmp_path / "outside/secret.txt")
    (mine / "folder").symlink_to(tmp_path / "outside")
    os.mkfifo(mine / "pipe")
    (mine / "line\nbreak.txt").write_text("odd")
    taken = take(mine, master)
    assert taken.files == {}
    assert taken.notes == ["folder and secret.txt are links and were left out",
                           "line\ufffdbreak.txt and pipe are no ordinary files and were left out"]
    with pytest.raises(OSError):
        intake.read_file(mine, "pipe", 100)
    (mine / "ndcg.ipynb").unlink()
    os.mkfifo(mine / "ndcg.ipynb")
    assert "ndcg.ipynb is no ordinary file" in refusal(mine, master)


@POSIX
def test_a_socket_is_left_out(mine, master, monkeypatch):
    monkeypatch.chdir(mine)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as plug:
        plug.bind("s")
        assert take(mine, master).notes == ["s is no ordinary file and was left out"]


def test_files_beside_the_notebook_come_along(mine, master):
    for name in ("lists.csv", "data/more.csv", "helper.py", "tools/__init__.py", "json/table.csv",
                 "Größe.txt", ".hidden", "__pycache__/a.pyc", "data/deep/too.csv"):
        hand_in(mine, name, name)
    taken = take(mine, master)
    assert taken.files == {name: name.encode() for name in (
        "Größe.txt", "data/more.csv", "helper.py", "json/table.csv", "lists.csv",
        "tools/__init__.py")}
    assert taken.notes == ["data/deep lies too deep in folders and was left out"]


@pytest.mark.parametrize("name", [
    "numpy.py", "random.py", "json.py", "course.py", "sitecustomize.py", "usercustomize.py",
    "ipython_config.py", "ipython_kernel_config.json", "numpy.pyc", "Random.PY",
    "math.cpython-311-x86_64-linux-gnu.so", "numpy/__init__.py", "course/checks.py"])
def test_shadow_modules_are_out_of_the_way(mine, master, name):
    taken = take(hand_in(mine, "raise RuntimeError", name), master)
    assert taken.files == {}
    assert taken.notes == [f"{name} has the name of a module and was left out"]


def test_files_are_bounded(mine, master, monkeypatch):
    for name, size in (("a.csv", 10), ("b.csv", 101), ("c.csv", 95), ("d.csv", 5)):
        hand_in(mine, b"x" * size, name)
    monkeypatch.setattr(intake, "MOST_FILE", 100)
    monkeypatch.setattr(intake, "MOST_BYTES", 100)
    taken = take(mine, master)
    assert list(taken.files) == ["a.csv", "d.csv"]
    assert [note.split()[0] for note in taken.notes] == ["b.csv", "c.csv"]
    monkeypatch.setattr(intake, "MOST_FILES", 1)
    assert "come after the first 1 files" in take(mine, master).notes[0]
    monkeypatch.setattr(intake, "MOST_ENTRIES", 3)
    assert any("a folder holds more than 3 files" in note
               for note in take_or_notes(mine, master))


def take_or_notes(folder, master):
    """The notes; or the refusal, when the notebook is among what is not looked at."""
    try:
        return take(folder, master).notes
    except Unreadable:
        return ["a folder holds more than 3 files"]


# --- anything ------------------------------------------------------------------------------


def mutate(notebook, rng):
    """Do one random thing to a notebook that people, editors or bad luck do."""
    cells = notebook["cells"]
    if not cells:
        return
    one, other = (int(rng.integers(len(cells))) for _ in range(2))
    cell = cells[one]
    kind = rng.integers(11)
    if kind == 0:
        del cells[one]
    elif kind == 1:
        cells.insert(other, copy.deepcopy(cell))
    elif kind == 2:
        cells.insert(other, cells.pop(one))
    elif kind == 3:
        cell["metadata"] = copy.deepcopy(cells[other]["metadata"])
        cell["id"] = cells[other].get("id")
    elif kind == 4:
        cell["metadata"], cell["id"] = {}, f"x{one}"
    elif kind == 5:
        for each in cells:
            each["metadata"] = {}
    elif kind == 6:
        cell["cell_type"] = str(rng.choice(["code", "markdown", "raw", "odd"]))
    elif kind == 7:
        half = len(cell["source"]) // 2
        cells.insert(one + 1, {**copy.deepcopy(cell), "source": cell["source"][half:]})
        cell["source"] = cell["source"][:half]
    elif kind == 8:
        cell["source"] = cells[other]["source"]
    elif kind == 9:
        cell[str(rng.choice(["source", "metadata", "id", "cell_type"]))] = (
            [None, 7, ["a", 1], {"nbgrader": ["x"]}, {"nbgrader": {"grade_id": ["y"]}}]
            [int(rng.integers(5))])
        for key in ("source", "metadata"):  # so that the next steps can go on
            if not isinstance(cell.get(key), {"source": str, "metadata": dict}[key]):
                cell[key] = {"source": "", "metadata": {}}[key]
    else:
        cells.insert(other, {"cell_type": "code", "source": f"mine = {one}", "metadata": {}})


def test_random_damage_ends_in_the_masters_shape_or_in_one_sentence(solved, master, tmp_path):
    rng = np.random.default_rng(4)
    shape = [(cell.id, cell.cell_type, cell.metadata.nbgrader["grade_id"])
             for cell in master.graded.cells]
    locked = {cell.id: cell.source for cell in master.graded.cells if cell.metadata.nbgrader.locked}
    text, refused = json.dumps(solved), 0
    for number in range(300):
        notebook = json.loads(text)
        for _ in range(int(rng.integers(1, 12))):
            mutate(notebook, rng)
        data = bytearray(json.dumps(notebook, ensure_ascii=number % 2 == 0).encode())
        if number % 3 == 0:
            for place in rng.integers(len(data), size=int(rng.integers(1, 4))):
                data[place] = int(rng.integers(256))
        if number % 30 == 0:
            del data[int(rng.integers(len(data))):]
        hand_in(tmp_path, bytes(data))
        begin = time.process_time()
        try:
            taken = take(tmp_path, master)
        except Unreadable as problem:
            refused += 1
            assert str(problem).endswith(".") and str(problem).isprintable()
            continue
        finally:
            assert time.process_time() - begin < 2
        kept = [cell for cell in taken.notebook.cells if not cell.id.startswith("own-")]
        assert [(cell.id, cell.cell_type, cell.metadata.nbgrader["grade_id"])
                for cell in kept] == shape
        assert {cell.id: cell.source for cell in kept if cell.id in locked} == locked
        assert len({cell.id for cell in taken.notebook.cells}) == len(taken.notebook.cells)
        assert all(note and note.isprintable() for note in taken.notes) and len(taken.notes) < 20
        if number % 10 == 0:
            nbformat.writes(taken.notebook).encode("utf-8")
    assert 10 < refused < 150
