"""The one writer: takes Results to the class's nbgrader gradebook, and reads marks back.

nbgrader's own tools (formgrader, feedback, export) work on the same gradebook.
"""

import contextlib
import sqlite3
import time
import warnings
from pathlib import Path

from nbgrader import api, preprocessors
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry
from sqlalchemy import create_engine, select
from sqlalchemy.exc import DatabaseError, OperationalError, SAWarning
from sqlalchemy.pool import NullPool

PATIENCE = 60  # seconds to wait for another program that holds the gradebook

# nbgrader's own way of adding rows makes SQLAlchemy warn. Nothing is wrong.
warnings.filterwarnings("ignore", category=SAWarning)


class Book:
    """The gradebook of one class. Use it as a context manager."""

    def __init__(self, path, course_id="recommender-evaluation"):
        self.url = f"sqlite:///{path}"
        self.gradebook = Gradebook(self.url, course_id)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.gradebook.close()

    def record_assignment(self, masters):
        """Write the assignment's cells and points, as nbgrader's generate_assignment does."""
        assignment = masters[0].assignment
        self.gradebook.update_or_create_assignment(assignment)
        for master in masters:
            resources = {"nbgrader": {"notebook": master.name, "assignment": assignment,
                                      "db_url": self.url}}
            preprocessors.SaveCells().preprocess(master.graded.copy(), resources)
        self.gradebook.db.expire_all()

    def write(self, result, before=None, time_in=None):
        """Take one Result to the gradebook, trying again while another program holds it.

        before: the previous Result of the same learner. time_in: when it was handed in (UTC).
        A mark given by hand stays. It asks for another look only if what was marked changed.
        Without a grade (result.problem) no old automatic score is left standing as if new.
        """
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return self._write(result, before, time_in)
            except (OperationalError, InvalidEntry) as problem:
                self.gradebook.db.rollback()
                if "locked" not in str(problem) or time.monotonic() > ends:
                    raise
                time.sleep(0.5)

    def _write(self, result, before, time_in):
        book = self.gradebook
        book.update_or_create_student(result.student)
        more = {"timestamp": time_in} if time_in else {}
        submission = book.update_or_create_submission(result.assignment, result.student, **more)
        if result.problem:
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    grade.auto_score = None
                    if grade.manual_score is None:
                        grade.needs_manual_grade = True
        answers = before.answers if before else {}
        for question in result.questions:
            grade = book.find_grade(question.name, question.notebook, result.assignment,
                                    result.student)
            grade.auto_score = question.score
            if grade.manual_score is None:
                grade.needs_manual_grade = question.score is None
            else:
                same = answers.get(question.key) == result.answers.get(question.key)
                grade.needs_manual_grade = grade.needs_manual_grade or not same
            self._comment(question, result)
        book.db.commit()

    def _comment(self, question, result):
        # nbgrader shows a comment under answer cells only; a written answer is one.
        with contextlib.suppress(MissingEntry):
            comment = self.gradebook.find_comment(question.name, question.notebook,
                                                  result.assignment, result.student)
            untouched = question.outcome == "not attempted"
            comment.auto_comment = "No response." if untouched else None

    def marks(self, assignment, student):
        """{(notebook, cell): (score or None while to be marked, max score)} of one learner."""
        try:
            submission = self.gradebook.find_submission(assignment, student)
        except MissingEntry:
            return {}
        return {(grade.notebook.name, grade.name):
                (None if grade.needs_manual_grade else grade.score, grade.max_score)
                for notebook in submission.notebooks for grade in notebook.grades}

    def late_seconds(self, assignment, student):
        """How late a submission came, 0 when in time, None when that is not known."""
        try:
            submission = self.gradebook.find_submission(assignment, student)
        except MissingEntry:
            return None
        if submission.timestamp is None or submission.duedate is None:
            return None
        return max(0.0, submission.total_seconds_late)

    def comments(self, assignment, student):
        """{cell: comment} that a person gave on one learner's written answers."""
        try:
            submission = self.gradebook.find_submission(assignment, student)
        except MissingEntry:
            return {}
        return {comment.name: comment.manual_comment for notebook in submission.notebooks
                for comment in notebook.comments if comment.manual_comment}

    def mark(self, assignment, student, notebook, cell, score):
        """Give a mark by hand, as the formgrader does."""
        grade = self.gradebook.find_grade(cell, notebook, assignment, student)
        grade.manual_score, grade.needs_manual_grade = score, False
        self.gradebook.db.commit()


class Unreadable(Exception):
    """The gradebook cannot be read now; the message says so."""


def read_all(path, assignment):
    """Every learner's marks at once, in a few queries that change nothing.

    Returns ({learner: {(notebook, cell): score or None while to be marked}}, {learner: seconds
    late, 0 when in time, None when that is not known}); both are empty without a gradebook.
    Raises Unreadable.
    """
    path = Path(path).resolve()
    if not path.exists():
        return {}, {}

    def connect():
        return sqlite3.connect(path.as_uri() + "?mode=ro", uri=True, timeout=10)

    cells = (select(api.SubmittedAssignment.student_id, api.Notebook.name, api.BaseCell.name,
                    api.Grade.needs_manual_grade, api.Grade.score)
             .join(api.SubmittedNotebook, api.Grade.notebook_id == api.SubmittedNotebook.id)
             .join(api.SubmittedAssignment,
                   api.SubmittedNotebook.assignment_id == api.SubmittedAssignment.id)
             .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
             .join(api.BaseCell, api.Grade.cell_id == api.BaseCell.id)
             .join(api.Notebook, api.BaseCell.notebook_id == api.Notebook.id)
             .where(api.Assignment.name == assignment))
    times = (select(api.SubmittedAssignment.student_id, api.SubmittedAssignment.timestamp,
                    api.SubmittedAssignment.extension, api.Assignment.duedate)
             .join(api.Assignment, api.SubmittedAssignment.assignment_id == api.Assignment.id)
             .where(api.Assignment.name == assignment))
    marks, late = {}, {}
    try:
        with create_engine("sqlite://", creator=connect, poolclass=NullPool).connect() as book:
            for student, notebook, cell, waiting, score in book.execute(cells):
                marks.setdefault(student, {})[notebook, cell] = None if waiting else score
            for student, handed_in, extension, due in book.execute(times):
                late[student] = None
                if handed_in is not None and due is not None:
                    due = due if extension is None else due + extension
                    late[student] = max(0.0, (handed_in - due).total_seconds())
    except DatabaseError as problem:
        raise Unreadable(f"{path.name} cannot be read ({problem.orig}); if another program is at "
                         "work on it, wait until it is done.") from None
    return marks, late
