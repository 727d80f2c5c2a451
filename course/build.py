"""From one text to every notebook: lessons, source, release, solutions.

    course/lessons/L.py           ->  course/lessons/L.ipynb
    course/assignments/A/N.py     ->  source/A/N.ipynb      (nbgrader's instructor version)
    source/A/N.ipynb              ->  release/A/N.ipynb     (by nbgrader generate_assignment)
    source/A/N.ipynb              ->  solutions/A/N.ipynb   (by generate_solution, executed)

The texts are in jupytext's py:percent format. A cell's marker says what nbgrader needs to know:

    # %% [markdown] id="dcg-task"                    locked: the student reads it
    # %% id="dcg-answer" role="answer"               the student's code
    # %% id="dcg-value" role="tests" points=2        locked, graded automatically
    # %% [markdown] id="why" role="written" points=3 the student's prose, graded by hand
    # %% id="peers" role="show"                      locked, and not run at grading

Building twice gives the same bytes, so `course build --check` can tell a notebook that was
edited by hand, or a text that was changed and not built.
"""

import contextlib
import io
import json
import logging
import os
import re
import sys
import tempfile
from pathlib import Path

import jupytext
import nbformat
from traitlets.config import Config

from course.lint import lint_built, sentences

ROOT = Path(__file__).resolve().parent.parent
LESSONS = Path("course/lessons")
ASSIGNMENTS = Path("course/assignments")

# Executed outputs are compared under this Python only: another version may word them otherwise.
OUTPUTS_MADE_WITH = (3, 11)

# role -> nbgrader's (grade, solution, locked)
ROLES = {
    "locked": (False, False, True),
    "answer": (False, True, False),
    "tests": (True, False, True),
    "written": (True, True, False),
    "show": (False, False, True),
}


class BuildError(Exception):
    """A text that cannot become a notebook; the message names the file and the cell."""


def notebook_from_text(path, graded):
    """Read a py:percent text and return its notebook, with stable cell ids.

    path: the text. graded: True for an assignment, whose cells carry nbgrader's metadata.
    Raises BuildError for an id that is missing, repeated or unusable, and for an unknown role.
    """
    notebook = jupytext.read(path)
    notebook.metadata = {name: notebook.metadata.get(name, {}) for name in ("course", "kernelspec")
                         if name == "kernelspec" or name in notebook.metadata}
    if not notebook.metadata["kernelspec"]:
        raise BuildError(f"{path}: the header has no kernelspec, so nothing could run it.")
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    seen = set()
    for number, cell in enumerate(notebook.cells, 1):
        name = cell.metadata.pop("id", None) or (None if graded else f"cell-{number}")
        if name is None:
            raise BuildError(f"{path}: cell {number} has no id; give it one, named by its idea.")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name):
            raise BuildError(f"{path}: the id {name!r} may hold letters, digits, - and _ only.")
        if name in seen:
            raise BuildError(f"{path}: the id {name!r} stands on two cells; ids are unique.")
        seen.add(name)
        cell["id"] = name
        if graded:
            cell.metadata["nbgrader"] = _nbgrader(path, name, cell)
    return notebook


def _nbgrader(path, name, cell):
    role = cell.metadata.pop("role", "locked")
    if role not in ROLES:
        raise BuildError(f"{path}: cell {name} has the role {role!r}; there are {sorted(ROLES)}.")
    grade, solution, locked = ROLES[role]
    entry = {"grade": grade, "grade_id": name, "locked": locked, "schema_version": 3,
             "solution": solution, "task": False}
    if role == "show":
        cell.metadata["tags"] = ["show"]
    points = cell.metadata.pop("points", None)
    if grade:
        if not isinstance(points, (int, float)) or points <= 0:
            raise BuildError(f"{path}: cell {name} is graded and needs points=… above 0.")
        entry["points"] = points
    elif points is not None:
        raise BuildError(f"{path}: cell {name} has points but is not graded.")
    if role == "tests" and not cell.source.startswith("# "):
        raise BuildError(f"{path}: the first line of {name} must be a # comment on what it checks.")
    return entry


def as_bytes(notebook):
    """The one way this project writes a notebook: sorted keys, one space, a final newline."""
    notebook = nbformat.from_dict(notebook)
    # The version of Python that ran it is no part of a notebook's content.
    notebook.metadata.pop("language_info", None)
    return (json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def texts():
    """The lesson texts and the assignment texts, as paths below the root."""
    lessons = sorted((ROOT / LESSONS).glob("*.py"))
    assignments = sorted((ROOT / ASSIGNMENTS).glob("*/*.py"))
    return ([p.relative_to(ROOT) for p in lessons], [p.relative_to(ROOT) for p in assignments])


def assignment_ids():
    """The assignments there are, in course order."""
    return sorted({path.parent.name for path in texts()[1]})


def build_all(say=lambda text: None, only=()):
    """Build in a temporary folder; returns {path below the root: bytes}.

    say: called with one short line before each step. only: the lessons and assignments to
    build, such as "04-ndcg"; nothing means all. Raises BuildError for a name without a text.
    """
    built = {}
    lessons, assignments = texts()
    if only:
        unknown = set(only) - {path.stem for path in lessons} - set(assignment_ids())
        if unknown:
            raise BuildError(f"there is no text called {sorted(unknown)[0]!r}.")
        lessons = [path for path in lessons if path.stem in only]
        assignments = [path for path in assignments if path.parent.name in only]
    for text in lessons:
        say(f"lesson {text.stem}")
        built[text.with_suffix(".ipynb")] = as_bytes(notebook_from_text(ROOT / text, graded=False))
    for text in assignments:
        name = Path(text.parent.name, text.stem + ".ipynb")
        built["source" / name] = as_bytes(notebook_from_text(ROOT / text, graded=True))
    with tempfile.TemporaryDirectory() as folder:
        for assignment in sorted({path.parent.name for path in assignments}):
            say(f"assignment {assignment}: release and executed solutions")
            built.update(_through_nbgrader(Path(folder), assignment, built))
    return built


def _through_nbgrader(folder, assignment, built):
    from nbconvert.preprocessors import CoalesceStreamsPreprocessor
    from nbgrader.converters import GenerateAssignment, GenerateSolution
    from nbgrader.coursedir import CourseDirectory

    source = folder / "source" / assignment
    source.mkdir(parents=True)
    for path, content in built.items():
        if path.parts[:2] == ("source", assignment):
            (source / path.name).write_bytes(content)
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.solution_directory = "solutions"
    config.CourseDirectory.assignment_id = assignment
    config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
    if os.name == "posix":
        # Sockets in the temporary folder instead of network ports.
        config.KernelManager.transport = "ipc"
        config.KernelManager.ip = str(folder / "k")
    # Times of execution would make every build another one.
    config.ExecutePreprocessor.record_timing = False
    config.Execute.timeout = 300
    with _only_errors(assignment) as log:
        for converter in (GenerateAssignment, GenerateSolution):
            converter(coursedir=CourseDirectory(config=config), config=config, log=log).start()
    result = {}
    for kind in ("release", "solutions"):
        for path in sorted((folder / kind / assignment).glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            # One output per stream, however its pieces happened to arrive.
            notebook, _ = CoalesceStreamsPreprocessor().preprocess(notebook, {})
            _refuse(kind, path.name, assignment, notebook)
            result[Path(kind, assignment, path.name)] = as_bytes(notebook)
    return result


def _refuse(kind, name, assignment, notebook):
    """A release that gives something away, or solutions that fail, must not be built."""
    for cell in notebook.cells:
        if kind == "release" and re.search(
                "BEGIN (SOLUTION|HIDDEN TESTS|MARK SCHEME)", cell.source):
            raise BuildError(
                f"release/{assignment}/{name}: cell {cell.id} would give away answers.")
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                raise BuildError(
                    f"solutions/{assignment}/{name}: cell {cell.id} failed with "
                    f"{output.ename}: {output.evalue}")
            if output.get("name") == "stderr":
                raise BuildError(
                    f"solutions/{assignment}/{name}: cell {cell.id} wrote to stderr: "
                    f"{output.text.strip()}")


@contextlib.contextmanager
def _only_errors(assignment):
    """A log for nbgrader that keeps quiet, and tells all if it fails."""
    from nbgrader.converters.base import NbGraderException

    log, said = logging.getLogger("course.build"), io.StringIO()
    log.propagate, log.handlers = False, [logging.StreamHandler(said)]
    log.setLevel(logging.ERROR)
    try:
        yield log
    except NbGraderException as problem:
        raise BuildError(f"{assignment}: nbgrader could not build it: {problem}\n"
                         f"{said.getvalue()}") from None


def differences(built, only=()):
    """The paths whose committed bytes differ from `built`, and built files that have no text.

    only: as in build_all; then files that were not built are not looked at.
    """
    wrong = [path for path, content in built.items() if not _same(path, content)]
    if only:
        return wrong
    for folder in ("source", "release", "solutions", LESSONS):
        for path in sorted((ROOT / folder).rglob("*.ipynb")):
            relative = path.relative_to(ROOT)
            if ".ipynb_checkpoints" not in relative.parts and relative not in built:
                wrong.append(relative)
    return wrong


def _same(path, content):
    try:
        committed = (ROOT / path).read_bytes()
    except FileNotFoundError:
        return False
    if path.parts[0] == "solutions" and sys.version_info[:2] != OUTPUTS_MADE_WITH:
        return _without_outputs(committed) == _without_outputs(content)
    return committed == content


def _without_outputs(content):
    notebook = nbformat.reads(content.decode(), as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return as_bytes(notebook)


def main(check=False, only=()):
    """Build and write, or with `check` only compare. Returns the exit code."""
    try:
        built = build_all(lambda text: print(f"building {text} …", flush=True), only)
    except BuildError as problem:
        print(f"course build: {problem}", file=sys.stderr)
        return 1
    said, bad = sentences(lint_built(built))
    for line in said:
        print(f"course build: {line}", file=sys.stderr)
    if bad:
        return 1
    wrong = differences(built, only)
    if check:
        for path in wrong:
            print(f"course build: {path.as_posix()} is not what its text builds; "
                  "edit the text and run `python -m course build`.", file=sys.stderr)
        if not wrong:
            print(f"{len(built)} notebooks are what their texts build.")
        return 1 if wrong else 0
    for path in wrong:
        if path in built:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            temporary = (ROOT / path).with_suffix(".tmp")
            temporary.write_bytes(built[path])
            temporary.replace(ROOT / path)
            print(f"wrote {path.as_posix()}")
        else:
            (ROOT / path).unlink()
            print(f"removed {path.as_posix()}: it has no text")
    print(f"{len(built)} notebooks, {len(wrong)} changed.")
    return 0

