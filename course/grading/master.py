"""The assignment as the grader holds it: what every submission is measured against."""

import ast
import copy
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbgrader import preprocessors, utils

TO_GRADED = (preprocessors.LockCells, preprocessors.ClearSolutions, preprocessors.ClearOutput,
             preprocessors.ComputeChecksums)
TO_RELEASED = (preprocessors.ClearHiddenTests, preprocessors.ClearMarkScheme,
               preprocessors.ComputeChecksums)


class UnknownAssignment(Exception):
    """There is no such assignment; the message lists those there are."""


@dataclass(frozen=True)
class Master:
    """One notebook of an assignment, in two versions made from its source.

    graded: solutions cleared, hidden tests in it. released: what the students got.
    """

    assignment: str
    name: str
    graded: nbformat.NotebookNode
    released: nbformat.NotebookNode

    @property
    def filename(self):
        """The file name a student hands in, such as `ndcg.ipynb`."""
        return self.name + ".ipynb"

    @property
    def deny(self):
        """Modules that answers must not lean on, from the header of the text."""
        return tuple(self.graded.metadata.get("course", {}).get("from_scratch", ()))

    @property
    def imports(self):
        """The import statements of the instructor's own cells, for the test cells."""
        found = []
        for cell in self.graded.cells:
            if cell.cell_type == "code" and utils.is_locked(cell) and not utils.is_grade(cell):
                found += [node for node in ast.parse(cell.source).body
                          if isinstance(node, (ast.Import, ast.ImportFrom))]
        return found

    @property
    def questions(self):
        """The graded cells, in order."""
        return [cell for cell in self.graded.cells if utils.is_grade(cell)]


def masters(source, assignment):
    """The notebooks of an assignment below the folder `source`, in order of their names.

    Raises UnknownAssignment.
    """
    paths = sorted((Path(source) / assignment).glob("*.ipynb"))
    if not paths:
        known = sorted({path.parent.name for path in Path(source).glob("*/*.ipynb")})
        raise UnknownAssignment(
            f"there is no assignment {assignment!r} in source/; there is "
            f"{', '.join(known) or 'none (run `python -m course build`)'}.")
    return [_master(path, assignment) for path in paths]


def _master(path, assignment):
    graded = _through(TO_GRADED, nbformat.read(path, as_version=4))
    released = _through(TO_RELEASED, copy.deepcopy(graded))
    return Master(assignment, path.stem, graded, released)


def _through(steps, notebook):
    resources = {"nbgrader": {}}
    for step in steps:
        notebook, resources = step().preprocess(notebook, resources)
    return notebook
