"""What students get, their own copies in work/, and the questions of a notebook."""

import ast
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

WORK = "work"


class Problem(Exception):
    """The command cannot do what it was asked; the message is one sentence."""


# --- Assignments and copies --------------------------------------------------------------------


def given_folder(root):
    """Where the assignments are: release/ in the project, assignments/ in a copy for students."""
    folders = [Path(root, name) for name in ("release", "assignments")]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


def assignments(root):
    """The ids of the assignments, in course order."""
    return sorted({path.parent.name for path in given_folder(root).glob("*/*.ipynb")})


def notebooks(root, assignment):
    """The paths of the notebooks of one assignment, as they are given."""
    return sorted((given_folder(root) / assignment).glob("*.ipynb"))


def wanted(root, names):
    """The assignments called `names`, each once; all of them without a name. Raises Problem."""
    there = assignments(root)
    if not there:
        raise Problem(f"there are no assignments in {given_folder(root).name}/.")
    for name in names:
        if name not in there:
            raise Problem(f"there is no assignment {name!r}; "
                          f"there is {', '.join(there)}.")
    return list(dict.fromkeys(names)) or there


def started(root, assignment):
    """Is there something in work/ under this name?"""
    return os.path.lexists(Path(root, WORK, assignment))


def start(root, names=()):
    """Copy assignments to work/: ({copied}, {left as they were}). Raises Problem.

    A folder that is there is never touched. A copy is made beside its place and then renamed, so
    there is a whole one or none.
    """
    copied, left = [], []
    for name in wanted(root, names):
        if started(root, name):
            left.append(name)
            continue
        try:
            _copy(given_folder(root) / name, Path(root, WORK, name))
        except OSError as problem:
            raise Problem(f"work/{name} cannot be written ({problem.strerror or problem}); "
                          "nothing was left half done.") from None
        copied.append(name)
    return copied, left


def _copy(folder, target):
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".starting-", dir=target.parent) as beside:
        whole = Path(beside, target.name)
        shutil.copytree(folder, whole, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        whole.rename(target)


# --- Notebooks ---------------------------------------------------------------------------------


def read(path):
    """A notebook. Raises Problem with one sentence when it cannot be read."""
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        return notebook
    except FileNotFoundError:
        why = "is not there"
    except OSError as problem:
        why = f"cannot be read ({problem.strerror or problem})"
    except Exception as problem:  # a file can be broken in as many ways as there are files
        why = f"cannot be read as a notebook ({_reason(path, problem)})"
    raise Problem(f"{path.name} {why}; to begin again, move the folder "
                  f"work/{path.parent.name} away and run `python -m course start "
                  f"{path.parent.name}`.")


def _reason(path, problem):
    try:
        json.loads(Path(path).read_text("utf-8"))
    except UnicodeDecodeError:
        return "it is no text"
    except json.JSONDecodeError as broken:
        return f"its JSON is broken at line {broken.lineno}"
    return str(problem).splitlines()[0][:100] if str(problem) else type(problem).__name__


def name_of(cell):
    """The name that a cell was given in the assignment, or the id of a cell of one's own."""
    about = cell.metadata.get("nbgrader")
    name = about.get("grade_id") if isinstance(about, dict) else None
    return name or cell.get("id", "")


@dataclass
class Test:
    """One test cell: its name, its code, and the beginning of its comment."""

    name: str
    source: str

    @property
    def label(self):
        comment = self.source.splitlines()[0].lstrip("# ")
        return comment.split(": ")[0].rstrip(".") or self.name

    @property
    def exercise(self):
        """The name of the exercise that the cell checks, or None."""
        for node in ast.walk(ast.parse(self.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "check":
                for keyword in node.keywords:
                    if keyword.arg == "exercise":
                        return getattr(keyword.value, "value", None)
                return getattr(node.args[0], "id", None) if node.args else None
        return None


@dataclass
class Question:
    """What is asked below one heading: the answer cells, and the test cells about them.

    answers: {name of the answer cell: its text as it is given}. written: a person reads it.
    """

    title: str
    answers: dict
    written: bool = False
    tests: list = field(default_factory=list)


def questions(notebook):
    """The questions of a notebook as it is given, in order."""
    found, title = [], ""
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader") or {}
        grade, solution = about.get("grade", False), about.get("solution", False)
        if solution:
            open_one = found and not found[-1].tests and not found[-1].written
            if open_one and not grade:
                found[-1].answers[name_of(cell)] = cell.source
                continue
            part = 1 + sum(question.title.split(", part ")[0] == title for question in found)
            found.append(Question(f"{title}, part {part}" if title and part > 1 else
                                  title or name_of(cell),
                                  {name_of(cell): cell.source}, written=grade))
        elif grade:
            if not found or found[-1].written:
                found.append(Question(title or name_of(cell), {}))
            found[-1].tests.append(Test(name_of(cell), cell.source))
        elif cell.cell_type == "markdown":
            headings = re.findall(r"^#+ +(.+)$", cell.source, re.MULTILINE)
            title = headings[-1].replace("`", "").strip() if headings else title
    return found


def attempted(question, notebook):
    """Is there a line in an answer cell of the learner's that was not given?"""
    return any(set(_bare(cell.source)) - set(_bare(question.answers[name_of(cell)]))
               for cell in notebook.cells if name_of(cell) in question.answers)


def _bare(source):
    """The lines that count: not empty, and no comment."""
    lines = (line.strip() for line in source.splitlines())
    return [line for line in lines if line and not re.match(r"# |#$", line)]


def untouched(notebook, released):
    """Is no code of the notebook the learner's own?"""
    return [_bare(cell.source) for cell in notebook.cells if cell.cell_type == "code"] == \
        [_bare(cell.source) for cell in released.cells if cell.cell_type == "code"]
