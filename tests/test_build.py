"""One text, every notebook: what is committed is what the texts build, byte for byte."""

import re
from pathlib import Path

import nbformat
import pytest

from course import build

HEADER = """\
# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

"""


@pytest.fixture(scope="module")
def built(ml100k):
    """Everything, built once (the executed solutions read MovieLens 100K)."""
    return build.build_all()


def notebooks(built, kind):
    return {path: nbformat.reads(content.decode(), as_version=4)
            for path, content in built.items() if path.parts[0] == kind}


def test_what_is_committed_is_what_the_texts_build(built):
    assert build.differences(built) == []


def test_the_check_sees_a_notebook_edited_by_hand(built):
    path = next(path for path in built if path.parts[0] == "release")
    assert build.differences({**built, path: built[path] + b" "}) == [path]
    without = {name: content for name, content in built.items() if name != path}
    assert build.differences(without) == [path]


@pytest.mark.parametrize("kind", ["source", "release", "solutions"])
def test_every_assignment_has_its_three_versions(built, kind):
    assert {path.parts[1] for path in notebooks(built, kind)} == set(build.assignment_ids())


def test_the_release_gives_nothing_away(built):
    secret = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|hidden=True|Mark scheme")
    for notebook in notebooks(built, "release").values():
        for cell in notebook.cells:
            assert not secret.search(cell.source), cell.id
            assert not cell.get("outputs")


def test_every_cell_that_is_not_an_answer_is_locked(built):
    for notebook in notebooks(built, "release").values():
        for cell in notebook.cells:
            entry = cell.metadata.nbgrader
            assert entry["grade_id"] == cell.id
            assert entry["locked"] != entry["solution"], cell.id
            if entry["locked"]:
                assert cell.metadata["editable"] is False and cell.metadata["deletable"] is False


def test_no_solution_calls_another_graded_function(built):
    for notebook in notebooks(built, "source").values():
        code = {cell.id: cell.source for cell in notebook.cells
                if cell.metadata.nbgrader["solution"] and cell.cell_type == "code"}
        names = {name: cell for cell, source in code.items()
                 for name in re.findall(r"^def (\w+)", source, re.MULTILINE)}
        for name, home in names.items():
            for cell, source in code.items():
                body = re.sub(r'""".*?"""', "", source, flags=re.DOTALL)
                called = re.search(rf"\b{name}\(", body)
                assert cell == home or not called, f"{cell} calls {name}"


def test_solutions_hold_the_worked_example_and_a_real_result(built):
    notebook = notebooks(built, "solutions")[Path("solutions/04-ndcg/ndcg.ipynb")]
    texts = {cell.id: "".join(o.get("text", "") for o in cell.get("outputs", []))
             for cell in notebook.cells}
    assert texts["sanity-run"] == "Ines: nDCG@5 = 0.976239\n"
    assert re.fullmatch(r"\d+ users, mean NDCG@10 = 0\.\d{6}\n", texts["movielens-run"])


def test_sizes_that_read_well(built):
    for path, content in built.items():
        notebook = nbformat.reads(content.decode(), as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert len(cell.source.splitlines()) <= 25, f"{path}: {cell.id}"
            elif not cell.metadata.get("nbgrader", {}).get("solution"):  # that is a mark scheme
                assert len(cell.source.split()) <= 110, f"{path}: {cell.id}"


def written(tmp_path, *cells, header=HEADER):
    path = tmp_path / "text.py"
    path.write_text(header + "\n".join(cells))
    return path


@pytest.mark.parametrize("cell, says", [
    ("# %%\nx = 1", "has no id"),
    ('# %% id="a b"\nx = 1', "letters, digits"),
    ('# %% id="a" role="exam"\nx = 1', "has the role 'exam'"),
    ('# %% id="a" role="tests"\n# what\ncheck(1)', "needs points"),
    ('# %% id="a" points=2\nx = 1', "has points but is not graded"),
    ('# %% id="a" role="tests" points=1\ncheck(1)', "must be a # comment"),
])
def test_a_text_that_cannot_be_built_is_refused_in_one_sentence(tmp_path, cell, says):
    with pytest.raises(build.BuildError, match=says):
        build.notebook_from_text(written(tmp_path, cell), graded=True)


def test_repeated_ids_and_a_missing_kernel_are_refused(tmp_path):
    with pytest.raises(build.BuildError, match="stands on two cells"):
        build.notebook_from_text(written(tmp_path, '# %% id="a"\nx = 1', '# %% id="a"\ny = 1'),
                                 graded=True)
    with pytest.raises(build.BuildError, match="kernelspec"):
        build.notebook_from_text(written(tmp_path, '# %% id="a"\nx = 1', header=""), graded=True)
