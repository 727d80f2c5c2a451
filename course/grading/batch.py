"""Grade a class: a process per submission with a watchdog outside it, and one writer.

Killed at any moment and started again, it goes on where it was: a Result is kept once it is in
the gradebook, and a submission whose files, tests and limits are the same is not graded twice.
"""

import contextlib
import hashlib
import json
import multiprocessing
import os
import secrets
import stat
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from course.grading import pages, walls
from course.grading.gradebook import Book
from course.grading.intake import MOST_NOTEBOOK
from course.grading.master import masters
from course.grading.roster import learners, timestamp
from course.grading.sandbox import NoKernel, NoSandbox
from course.grading.submission import Job, Result, work

TRIES = 3
NOTHING = "nothing was handed in"


class UnknownLearner(Exception):
    """The learner asked for is not in the class."""


class Busy(Exception):
    """Another run is grading this class; the message says so."""


@dataclass(frozen=True)
class Class:
    """Where a class lives: `submitted/` and perhaps `students.csv` in, all the rest out."""

    folder: Path

    def submission(self, student, assignment):
        """The folder of what a learner handed in."""
        return self.folder / "submitted" / student / assignment

    def result(self, student, assignment):
        """The file with what grading found. Its name is safe whatever the id is."""
        raw = student.encode("utf-8", "surrogateescape")
        name = student if len(raw) < 200 else hashlib.sha256(raw).hexdigest()
        return self.folder / "results" / assignment / (name + ".json")

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

    @contextlib.contextmanager
    def alone(self):
        """Hold the class for one run at a time. Raises Busy."""
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        with open(self.folder / ".grading.lock", "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Busy(
                    f"another run is grading {self.folder}; wait until it is done.") from None
            yield


def grade_class(folder, assignment, *, source, data, student=None, seconds=30.0, minutes=10.0,
                workers=None, sandbox=True, again=False, tell=lambda done, total, result: None):
    """Grade an assignment of the class in `folder`; returns the rows of its table.

    source: the folder of instructor notebooks. data: the data folder. student: only this one.
    seconds: for a cell. minutes: for one whole submission. workers: processes at a time.
    sandbox: False runs student code bare, and says so on every grade. again: grade also what has
    not changed since the last run. tell: called after each submission.
    Raises master.UnknownAssignment, roster.BadRoster, UnknownLearner, sandbox.NoSandbox, Busy;
    then nothing is written.
    """
    where = Class(Path(folder))
    held = masters(source, assignment)
    names = learners(where.folder, assignment)
    if student is not None:
        if student not in names:
            raise UnknownLearner(f"there is no learner {student!r} in submitted/ or students.csv.")
        names = [student]
    if sandbox:
        walls.require(data)
    with where.alone(), where.book() as book:
        book.record_assignment(held)
        jobs, done, seed = [], 0, where.seed()
        total = len(names)
        rules = _rules(held, source, seed, seconds, minutes, sandbox)
        for name in names:
            result = _without_running(where, assignment, name, rules, again)
            if result is None:
                jobs.append(Job(assignment, name, str(where.submission(name, assignment)),
                                str(source), str(data), seed, seconds, sandbox=sandbox))
                continue
            _keep(where, book, result)
            done += 1
            tell(done, total, result)
        for result in _in_processes(jobs, minutes * 60, workers or os.cpu_count() or 1):
            if not result.fault:
                result.digest = _digest(rules, where.submission(result.student, assignment))
            _keep(where, book, result)
            done += 1
            tell(done, total, result)
        return publish(where, book, held)


def _without_running(where, assignment, name, rules, again):
    """A Result that needs no kernel: nothing handed in, or graded before and unchanged."""
    files = where.submission(name, assignment)
    if not _is_text(name):
        return Result(assignment, name, problem="the name of this learner's folder is not "
                      "readable text; rename the folder and grade again.")
    if not os.path.lexists(files):
        return Result(assignment, name, problem=NOTHING)
    before = None if again else _read(where.result(name, assignment))
    if before and before.digest and before.digest == _digest(rules, files):
        return before
    return None


def _is_text(name):
    """False for the name of a folder that no encoding makes sense of."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _rules(held, source, seed, seconds, minutes, sandbox):
    """A digest of everything but the submission that decides a Result."""
    digest = hashlib.sha256(f"{seed} {seconds} {minutes} {sandbox}".encode())
    for master in held:
        digest.update(Path(source, master.assignment, master.filename).read_bytes())
    package = Path(__file__).resolve().parents[1]
    for path in sorted(package.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest(rules, folder):
    """A digest of the rules and of a submission's files; nothing but plain files is opened."""
    digest = hashlib.sha256(rules.encode())
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = Path(place, name)
            digest.update(str(path.relative_to(folder)).encode("utf-8", "surrogateescape"))
            with contextlib.suppress(OSError):
                about = path.lstat()
                digest.update(f"\0{about.st_mode}\0{about.st_size}\0".encode())
                if stat.S_ISREG(about.st_mode) and about.st_size < MOST_NOTEBOOK:
                    digest.update(path.read_bytes())
    return digest.hexdigest()


def _keep(where, book, result):
    """The one writer: a Result goes to the gradebook and the disk, then counts as graded."""
    path = where.result(result.student, result.assignment)
    before = _read(path)
    if before and result.problem:
        result.answers = before.answers
    time_in, note = timestamp(where.submission(result.student, result.assignment))
    if note and note not in result.notes:
        result.notes.append(note)
    if _is_text(result.student):
        book.write(result, before, time_in)
    for name, text in result.notebooks.items():
        pages.replace_text(where.folder / "autograded" / result.student / result.assignment
                           / (name + ".ipynb"), text)
    pages.replace_text(path, result.as_json())


def _read(path):
    try:
        return Result.from_json(path.read_text("utf-8"))
    except (FileNotFoundError, ValueError, TypeError, KeyError):
        return None  # not graded yet, or by another version of the grader


def publish(where, book, held):
    """Write every feedback page and grades.csv from the results and the gradebook."""
    assignment = held[0].assignment
    columns = [cell.id for master in held for cell in master.questions]
    most = float(sum(cell.metadata.nbgrader["points"] for m in held for cell in m.questions))
    rows = []
    for path in sorted((where.folder / "results" / assignment).glob("*.json")):
        result = _read(path)
        if result is None:
            continue
        known = _is_text(result.student)
        entry = pages.row(result, book.marks(assignment, result.student) if known else {}, most)
        entry["late_seconds"] = book.late_seconds(assignment, result.student) if known else None
        rows.append(entry)
        pages.write_feedback(where.page(result.student, assignment), entry, result,
                             book.comments(assignment, result.student) if known else {})
    pages.write_table(where.table, rows, columns)
    return rows


def _in_processes(jobs, seconds, workers):
    """Yield a Result for every job, each graded in a process that is ended after `seconds`."""
    context = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
    if os.name == "posix":
        # Importing takes longer than grading; the server does it once for all.
        context.set_forkserver_preload(["course.grading.submission", "course.checks.engine"])
    waiting = deque((job, 1) for job in jobs)
    running = []
    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    job, attempt = waiting.popleft()
                    taken = {entry[1].worker for entry in running}
                    first = os.getpid() * workers
                    free = set(range(first, first + workers)) - taken
                    job = replace(job, worker=min(free))
                    path = str(Path(folder, f"{secrets.token_hex(8)}.json"))
                    process = context.Process(target=work, args=(job, path))
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
        finally:
            for process, *_ in running:
                _end(process)


def _end(process):
    """End a grading process and all that it started."""
    children = []
    with contextlib.suppress(psutil.Error, ValueError):
        children = psutil.Process(process.pid).children(recursive=True)
    if process.is_alive():
        process.kill()
    for child in children:
        with contextlib.suppress(psutil.Error):
            child.kill()
    process.join()


def _outcome(job, attempt, path, late, seconds):
    """The Result a process left, or None when the job should be tried again.

    Raises NoSandbox when the sandbox, which was there at the start, is gone.
    """
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        text = None
    fault = "the grading process ended without a word"
    if text is not None:
        data = json.loads(text)
        if "kind" not in data:
            return Result.from_json(text)
        if data["kind"] == NoSandbox.__name__:
            raise NoSandbox(data["fault"])
        fault = data["fault"]
        if data["kind"] != NoKernel.__name__:
            print(f"{job.student}: {data['traceback']}", file=sys.stderr)
    elif late:
        return Result(job.assignment, job.student, problem=(
            f"the notebook needed more than {seconds / 60:g} minutes in all and was stopped; "
            "is there a cell that never ends?"))
    if attempt < TRIES:
        time.sleep(attempt)  # a busy machine may be less busy in a moment
        return None
    return Result(job.assignment, job.student, fault=True, problem=(
        f"the grader failed {TRIES} times on this submission, which is no fault of the learner: "
        f"{fault}"))
