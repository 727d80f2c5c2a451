"""Grade one submission: a function from its files to a Result. Nothing else is read or written.

The Result is plain data (it crosses processes and lies on disk as JSON); the gradebook, the pages
and grades.csv are made from Results only.
"""

import contextlib
import hashlib
import json
import os
import re
import sys
import tempfile
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path

import nbformat
from nbgrader import utils

from course.grading import execute
from course.grading.fates import SENTENCES
from course.grading.harmless import ANSI, harmless
from course.grading.intake import Unreadable, take
from course.grading.master import masters
from course.grading.sandbox import Place, student_package
from course.grading.scratch import leaning

MOST_MEMORY = 6 * 1024**3  # bytes, of the process that grades one submission

# How check() ends its sentence when it knows the idea (course/checks).
POINTER = re.compile(
    r"\s*\(idea: (?P<idea>[a-z0-9-]+)\. Read lesson (?P<lesson>[\w-]+), "
    r"section (?P<section>[^)]+?)\.?\)\s*$")


@dataclass(frozen=True)
class Job:
    """What is needed to grade one submission.

    folder: the submission's files. source: the folder of the instructor's notebooks.
    seconds: the most a cell, and a check, may take. seed: decides the hidden inputs.
    data: the data folder. worker: the number of the process. sandbox: False runs code bare.
    """

    assignment: str
    student: str
    folder: str
    source: str
    data: str
    seed: str
    seconds: float = 30.0
    worker: int = 0
    sandbox: bool = True


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
    prose: dict = field(default_factory=dict)  # question -> a written answer as it was written
    digest: str = ""  # of all that decided this Result; the same again need not be run again
    fault: bool = False  # the problem is the grader's, not the learner's

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
    """Grade the submission that `job` describes. Raises sandbox.NoSandbox and NoKernel only."""
    result = Result(job.assignment, job.student)
    prepare(job)
    if not job.sandbox:
        result.notes.append("graded WITHOUT the sandbox: its code could have changed this grade")
    for master in masters(job.source, job.assignment):
        try:
            taken = take(job.folder, master)
        except Unreadable as problem:
            result.problem = str(problem)
            return result
        result.notes += taken.notes
        found = run_and_judge(taken.notebook, master, job, taken.files)
        result.questions += found
        result.answers.update(digests(taken.notebook, found))
        result.prose.update({f"{master.name}/{cell.id}": cell.source
                             for cell in taken.notebook.cells
                             if cell.cell_type == "markdown" and utils.is_solution(cell)})
        result.notebooks[master.name] = nbformat.writes(harmless(taken.notebook))
    return result


def prepare(job):
    """The checks run in this process: they take the hidden inputs and their time from here."""
    os.environ["COURSE_SEED"], os.environ["COURSE_CHECK_SECONDS"] = job.seed, f"{job.seconds:g}"


def run_and_judge(notebook, master, job, files):
    """Run a notebook in the master's shape; returns its Questions, and leaves outputs in it."""
    refused = leaning(_code(notebook), master.deny)
    with tempfile.TemporaryDirectory(prefix="p-") as folder:
        place = Place(student_package(folder, master.deny), Path(job.data),
                      tuple(name for name in master.deny if not name.startswith("course.")),
                      job.worker, job.sandbox)
        execute.run(notebook, place, job.seconds, files, master.imports)
    return questions(notebook, master, refused)


def _code(notebook):
    def kind(cell):
        return ("answer" if utils.is_solution(cell) else
                "locked" if utils.is_locked(cell) else "own")

    return [(cell.id, cell.source, kind(cell)) for cell in notebook.cells
            if cell.cell_type == "code" and not utils.is_grade(cell)]


def questions(notebook, master, refused=None):
    """Read the verdicts from an executed notebook: one Question per graded cell.

    refused: {answer cell: module that it must not use}; its questions get nothing.
    """
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
            module = (refused or {}).get(above.id) if above is not None else None
            if module:
                _refuse(question, cell, module)
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


def _refuse(question, cell, module):
    question.score, question.outcome = 0.0, "refused"
    question.idea = question.lesson = question.section = None
    question.message = (f"This answer uses {module}. The exercise asks for a version from scratch: "
                        "write it with Python and numpy only.")
    cell.outputs = [nbformat.v4.new_output("error", ename="Refused", evalue=question.message,
                                           traceback=[question.message])]


def _reading(error, above):
    """(outcome, sentence) of a failed check, in words for the student."""
    if error.ename == "NotYet":
        return "not yet", error.evalue
    if error.ename == "NotAttempted":
        return "not attempted", error.evalue
    before = next((o for o in above.outputs if o.output_type == "error"), None) if above else None
    if error.ename in SENTENCES:
        return "failed", f"It {error.evalue}."
    if error.ename == "NameError" and before is not None:
        if before.ename == "NotImplementedError":
            return "not attempted", "Not attempted."
        return "failed", f"The cell of your answer {told(before)}, so nothing could be checked."
    if error.ename == "NameError":
        return "failed", f"The {error.evalue}."
    return "failed", f"The check {told(error)}."


def told(error):
    """What an error output says, as part of a sentence: where, and what."""
    if error.ename in SENTENCES:
        return error.evalue.rstrip(".?")
    text = ANSI.sub("", "\n".join(error.traceback))
    line = re.findall(r"(?:In\[\d+\], line |Cell In\[\d+\], line |line )(\d+)", text)
    what = error.ename if re.fullmatch(r"[A-Za-z_]\w{0,60}", error.ename) else "an error"
    evalue = (error.evalue.splitlines() or [""])[0][:160]
    if what in ("SyntaxError", "IndentationError", "TabError"):
        at = re.search(r"line (\d+)", error.evalue)
        article = "an" if what[0] in "AEIO" else "a"
        return f"has {article} {what}" + (f" in line {at[1]}" if at else "")
    where = f" at line {line[0]}" if line else ""
    return f"raised {what}{': ' + evalue if evalue else ''}{where}"


def work(job, path):
    """Grade in a process of its own and leave the Result in `path`, whole or not at all.

    A fault of the grader is no fault of the learner: it is written down as such, and the
    caller tries again.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        # What a kernel sends is bounded one by one, but there may be many.
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        text, code = grade(job).as_json(), 0
    except Exception as problem:
        lines = traceback.format_exception(problem)
        text, code = json.dumps({"fault": str(problem), "kind": type(problem).__name__,
                                 "traceback": "".join(lines)}), 3
    temporary = Path(path + ".part")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)
    sys.exit(code)
