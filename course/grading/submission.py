"""Grade one submission: a function from its files to a Result. Nothing else is read or written.

The Result is plain data (it crosses processes and lies on disk as JSON); the gradebook, the pages
and grades.csv are made from Results only.
"""

import hashlib
import json
import os
import re
import sys
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path

import nbformat
from nbgrader import utils

from course.grading import execute
from course.grading.intake import Unreadable, take
from course.grading.master import masters

# How check() ends its sentence when it knows the idea (course/checks).
POINTER = re.compile(
    r"\s*\(idea: (?P<idea>[a-z0-9-]+)\. Read lesson (?P<lesson>[\w-]+), "
    r"section (?P<section>[^)]+?)\.?\)\s*$")


@dataclass(frozen=True)
class Job:
    """What is needed to grade one submission.

    folder: the submission's files. source: the folder of the instructor's notebooks.
    seconds: the most a cell, and a check, may take. seed: decides the hidden inputs.
    data: the data folder.
    """

    assignment: str
    student: str
    folder: str
    source: str
    data: str
    seed: str
    seconds: float = 30.0


@dataclass
class Question:
    """One graded cell. score is None while a person has to mark it."""

    notebook: str
    name: str
    title: str
    max_score: float
    score: float | None = None
    outcome: str = "by hand"  # or "correct", "not yet", "not attempted", "failed"
    message: str = ""
    idea: str | None = None
    lesson: str | None = None
    section: str | None = None

    @property
    def key(self):
        """Notebook and cell in one word."""
        return f"{self.notebook}/{self.name}"


@dataclass
class Result:
    """What grading one submission found. problem: why there is no grade, or None."""

    assignment: str
    student: str
    problem: str | None = None
    notes: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    notebooks: dict = field(default_factory=dict)
    answers: dict = field(default_factory=dict)  # question -> digest of what was written for it

    def as_json(self):
        """The Result as text, for a file."""
        return json.dumps(asdict(self), indent=1)

    @classmethod
    def from_json(cls, text):
        """The Result that `as_json` wrote."""
        data = json.loads(text)
        data["questions"] = [Question(**entry) for entry in data["questions"]]
        return cls(**data)


def grade(job):
    """Grade the submission that `job` describes. Raises execute.NoKernel only."""
    result = Result(job.assignment, job.student)
    for master in masters(job.source, job.assignment):
        try:
            taken = take(job.folder, master)
        except Unreadable as problem:
            result.problem = str(problem)
            return result
        result.notes += taken.notes
        execute.run(taken.notebook, job.seconds + 5, _environment(job), job.folder)
        found = questions(taken.notebook, master)
        result.questions += found
        result.answers.update(digests(taken.notebook, found))
        result.notebooks[master.name] = nbformat.writes(taken.notebook)
    return result


def _environment(job):
    """All that a kernel gets to see of this machine's environment."""
    keep = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "PYTHONPATH")
    env = {name: os.environ[name] for name in keep if name in os.environ}
    return dict(env, LANG="C.UTF-8", MPLBACKEND="agg", PYTHONDONTWRITEBYTECODE="1",
                OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", COURSE_DATA=job.data,
                COURSE_SEED=job.seed, COURSE_CHECK_SECONDS=f"{job.seconds:g}")


def questions(notebook, master):
    """Read the verdicts from an executed notebook: one Question per graded cell."""
    stubs = {cell.id: cell for cell in master.released.cells}
    found, above = [], None
    for cell in notebook.cells:
        if cell.cell_type == "code" and utils.is_solution(cell):
            above = cell
        if not utils.is_grade(cell):
            continue
        question = Question(master.name, cell.id, _title(cell, stubs[cell.id]),
                            float(cell.metadata.nbgrader["points"]))
        if utils.is_solution(cell):
            _by_hand(question, cell, stubs[cell.id])
        else:
            _verdict(question, cell, above)
        found.append(question)
    return found


def _title(cell, stub):
    """What the question asks, from the first line of its test cell."""
    first = stub.source.strip().splitlines()[0] if stub.source.strip() else ""
    return first.removeprefix("# ") if utils.is_locked(cell) else "your written answer"


def digests(notebook, found):
    """{question: digest of what the student wrote for it}, to see whether a mark still fits.

    A written answer is its own prose; every other question depends on all the student's code.
    """
    cells = {cell.id: cell for cell in notebook.cells}
    code = "\0".join(cell.source for cell in notebook.cells
                     if cell.cell_type == "code" and not utils.is_locked(cell))
    return {question.key: _digest(cells[question.name].source
                                  if utils.is_solution(cells[question.name]) else code)
            for question in found}


def _digest(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _by_hand(question, cell, stub):
    if cell.source.strip() in ("", stub.source.strip()):
        question.score, question.outcome = 0.0, "not attempted"
        question.message = "Not attempted."
    else:
        question.message = "A person reads and marks this answer."


def _verdict(question, cell, above):
    # What a check writes to stderr is no verdict; only an exception is.
    cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    error = next((o for o in cell.outputs if o.output_type == "error"), None)
    if error is None:
        question.score, question.outcome = question.max_score, "correct"
        question.message = "Correct."
        return
    question.score = 0.0
    question.outcome, question.message = _reading(error, above)
    pointer = POINTER.search(question.message)
    if pointer:
        question.idea, question.lesson = pointer["idea"], pointer["lesson"]
        question.section = pointer["section"]


def _reading(error, above):
    """(outcome, sentence) of a failed check, in words for the student."""
    if error.ename == "NotYet":
        return "not yet", error.evalue
    if error.ename == "NotAttempted":
        return "not attempted", error.evalue
    if error.ename in (execute.TOO_LONG, execute.DIED):
        return "failed", error.evalue[:1].upper() + error.evalue[1:] + "."
    before = next((o for o in above.outputs if o.output_type == "error"), None) if above else None
    if error.ename == "NameError" and before is not None:
        if before.ename == "NotImplementedError":
            return "not attempted", "Not attempted."
        return "failed", (f"The cell of your answer stopped with {_short(before)}, "
                          f"so this could not be checked ({error.evalue}).")
    return "failed", f"The check stopped with {_short(error)}."


def _short(error):
    return f"{error.ename}: {error.evalue[:200]}" if error.evalue else error.ename


def work(job, path):
    """Grade in a process of its own and leave the Result in `path`, whole or not at all.

    A fault of the grader is no fault of the learner: it is written down as such, and the
    caller tries again.
    """
    try:
        text, code = grade(job).as_json(), 0
    except Exception as problem:
        lines = traceback.format_exception(problem)
        text, code = json.dumps({"fault": f"{type(problem).__name__}: {problem}",
                                 "traceback": "".join(lines)}), 3
    temporary = Path(path + ".part")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)
    sys.exit(code)
