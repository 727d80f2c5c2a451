"""Lessons and assignments run, and every number in their prose is one that they compute."""

import re

import nbformat
import pytest
from nbclient import NotebookClient

from course import build

# A number with at least two decimals is a result; 0.1 or 5 may be a setting.
NUMBER = re.compile(r"(?<![\w.])\d+\.\d{2,}(?![\w.]*\d)")
LESSONS = [path.stem for path in build.texts()[0]]


def printed(notebook):
    """All that a notebook's code says: its outputs, and the code itself."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            parts.append(cell.source)
            for output in cell.outputs:
                assert output.output_type != "error", f"{cell.id}: {output.evalue}"
                assert output.get("name") != "stderr", f"{cell.id}: {output.text}"
                parts.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
                alt = output.get("metadata", {}).get("image/png", {}).get("alt")
                parts.append(alt or "")
                assert alt or "image/png" not in output.get("data", {}), f"{cell.id}: no alt text"
    return "\n".join(parts)


def unfounded(notebook):
    """The numbers in prose that nothing in the notebook computes, to the digits given."""
    values = [float(text) for text in re.findall(r"\d+\.\d+|\d+", printed(notebook))]
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and not cell.metadata.get("nbgrader", {}).get("solution"):
            for text in NUMBER.findall(cell.source):
                digits = len(text.split(".")[1])
                if not any(abs(value - float(text)) <= 0.5000001 * 10**-digits
                           for value in values):
                    found.append(f"{cell.id}: {text}")
    return found


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_and_its_numbers_are_its_own(lesson):
    notebook = build.notebook_from_text(build.ROOT / build.LESSONS / f"{lesson}.py", graded=False)
    NotebookClient(notebook, timeout=180, startup_timeout=60, kernel_name="python3",
                   resources={"metadata": {"path": str(build.ROOT)}}).execute()
    assert unfounded(notebook) == []


@pytest.mark.parametrize("assignment", build.assignment_ids())
def test_an_assignments_numbers_are_its_own(assignment):
    for path in sorted((build.ROOT / "solutions" / assignment).glob("*.ipynb")):
        assert unfounded(nbformat.read(path, as_version=4)) == []


def test_a_wrong_number_in_prose_would_be_seen():
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("It is 0.976239, not 0.980841.", id="prose"),
        nbformat.v4.new_code_cell("", id="code", outputs=[
            nbformat.v4.new_output("stream", text="0.9762389 and 0.980840")])])
    assert unfounded(notebook) == ["prose: 0.980841"]


def test_every_section_that_a_check_names_exists():
    from course.checks.exercises import EXERCISES

    headings = {lesson: re.findall(r"^# ## (.+)$", (build.ROOT / build.LESSONS / f"{lesson}.py")
                                   .read_text("utf-8"), re.MULTILINE) for lesson in LESSONS}
    for exercise in EXERCISES.values():
        for name, idea in exercise.ideas.items():
            there = headings[idea.lesson or exercise.lesson]
            assert idea.section in there, f"{exercise.name}: {name}"
