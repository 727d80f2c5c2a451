"""Grade a class: a process per submission with a watchdog outside it, and one writer."""

import contextlib
import json
import multiprocessing
import os
import secrets
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import psutil

from course.grading import pages
from course.grading.gradebook import Book
from course.grading.master import masters
from course.grading.roster import learners
from course.grading.submission import Job, Result, work

TRIES = 3
NOTHING = "nothing was handed in"


@dataclass(frozen=True)
class Class:
    """Where a class lives: `submitted/` and perhaps `students.csv` in, all the rest out."""

    folder: Path

    def submission(self, student, assignment):
        """The folder of what a learner handed in."""
        return self.folder / "submitted" / student / assignment

    def result(self, student, assignment):
        """The file with what grading found."""
        return self.folder / "results" / assignment / (student + ".json")

    def page(self, student, assignment):
        """The learner's feedback page."""
        return self.folder / "feedback" / student / assignment / "feedback.html"

    @property
    def table(self):
        """grades.csv."""
        return self.folder / "grades.csv"

    def book(self):
        """The class's gradebook, opened for its one writer."""
        return Book(self.folder / "gradebook.db")

    def seed(self):
        """The secret that decides the hidden inputs; made once, then kept."""
        given = os.environ.get("COURSE_SEED")
        if given:
            return given
        path = self.folder / ".seed"
        if not path.exists():
            path.write_text(secrets.token_hex(16) + "\n", "ascii")
            path.chmod(0o600)
        return path.read_text("ascii").strip()


def grade_class(folder, assignment, *, source, data, student=None, seconds=30.0, minutes=10.0,
                workers=None, tell=lambda done, total, result: None):
    """Grade an assignment of the class in `folder`; returns the rows of its table.

    source: the folder of instructor notebooks. data: the data folder. student: only this one.
    seconds: for a cell. minutes: for one whole submission. workers: processes at a time.
    tell: called after each submission. Raises master.UnknownAssignment, roster.BadRoster.
    """
    where = Class(Path(folder))
    held = masters(source, assignment)
    names = learners(where.folder, assignment)
    if student is not None:
        names = [name for name in names if name == student] or [student]
    seed = where.seed()
    with where.book() as book:
        book.record_assignment(held)
        jobs, done = [], 0
        for name in names:
            files = where.submission(name, assignment)
            if files.is_dir():
                jobs.append(Job(assignment, name, str(files), str(source), str(data), seed,
                                seconds))
            else:
                result = Result(assignment, name, problem=NOTHING)
                _keep(where, book, result)
                done += 1
                tell(done, len(names), result)
        for result in _in_processes(jobs, minutes * 60, workers or os.cpu_count() or 1):
            _keep(where, book, result)
            done += 1
            tell(done, len(names), result)
        return publish(where, book, held)


def _keep(where, book, result):
    """The one writer: a Result goes to the gradebook and the disk, then counts as graded."""
    path = where.result(result.student, result.assignment)
    before = _read(path)
    if before and result.problem:
        result.answers = before.answers
    book.write(result, before)
    for name, text in result.notebooks.items():
        pages.replace_text(where.folder / "autograded" / result.student / result.assignment
                       / (name + ".ipynb"), text)
    pages.replace_text(path, result.as_json())


def _read(path):
    try:
        return Result.from_json(path.read_text("utf-8"))
    except FileNotFoundError:
        return None


def publish(where, book, held):
    """Write every feedback page and grades.csv from the results and the gradebook."""
    assignment = held[0].assignment
    columns = [cell.id for master in held for cell in master.questions]
    most = float(sum(cell.metadata.nbgrader["points"] for m in held for cell in m.questions))
    rows = []
    for path in sorted((where.folder / "results" / assignment).glob("*.json")):
        result = _read(path)
        marks = book.marks(assignment, result.student)
        entry = pages.row(result, marks, most)
        rows.append(entry)
        pages.write_feedback(where.page(result.student, assignment), entry, result,
                             book.comments(assignment, result.student))
    pages.write_table(where.table, rows, columns)
    return rows


def _in_processes(jobs, seconds, workers):
    """Yield a Result for every job, each graded in a process that is ended after `seconds`."""
    context = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
    if os.name == "posix":
        # Importing takes longer than grading; the server does it once for all.
        context.set_forkserver_preload(["course.grading.submission"])
    waiting = deque((job, 1) for job in jobs)
    running = []
    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        while waiting or running:
            while waiting and len(running) < workers:
                job, attempt = waiting.popleft()
                path = str(Path(folder, f"{len(jobs)}-{secrets.token_hex(8)}.json"))
                process = context.Process(target=work, args=(job, path), daemon=False)
                process.start()
                running.append((process, job, attempt, path, time.monotonic() + seconds))
            time.sleep(0.02)
            for entry in list(running):
                process, job, attempt, path, deadline = entry
                late = time.monotonic() > deadline
                if process.is_alive() and not late:
                    continue
                running.remove(entry)
                _end(process)
                result = _outcome(job, attempt, path, late, seconds)
                if result is None:
                    waiting.append((job, attempt + 1))
                else:
                    yield result


def _end(process):
    """End a grading process and all that it started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        children = psutil.Process(process.pid).children(recursive=True)
        if process.is_alive():
            process.kill()
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
    process.join()


def _outcome(job, attempt, path, late, seconds):
    """The Result a process left, or None when the job should be tried again."""
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        text = None
    fault = "the grading process ended without a word"
    if text is not None:
        data = json.loads(text)
        if "fault" not in data:
            return Result.from_json(text)
        fault = data["fault"]
        print(f"{job.student}: {data['traceback']}", file=sys.stderr)
    elif late:
        return Result(job.assignment, job.student, problem=(
            f"the notebook needed more than {seconds / 60:g} minutes in all and was stopped; "
            "is there a cell that never ends?"))
    if attempt < TRIES:
        return None
    return Result(job.assignment, job.student, problem=(
        f"the grader failed {TRIES} times on this submission, which is no fault of the learner: "
        f"{fault}"))
