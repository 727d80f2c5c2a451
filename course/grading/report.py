"""`course grade`: the call, its progress, its table, and where everything is."""

import os
import shlex
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from course import datasets
from course.grading import batch, example
from course.grading.master import UnknownAssignment
from course.grading.roster import BadRoster
from course.grading.sandbox import NoKernel, NoSandbox
from course.setup import ROOT

SOURCE = Path(ROOT, "source")
EXAMPLE = Path(ROOT, "example-class")


def main(wanted):
    """Grade as the command line asks; 0, or 1 when someone is not graded or the call is wrong."""
    options = {"source": SOURCE, "data": datasets.data_folder(), "minutes": wanted.minutes,
               "sandbox": not wanted.no_sandbox, "again": wanted.again,
               "seconds": wanted.seconds or (5.0 if wanted.example else 30.0)}
    console = Console()
    if wanted.no_sandbox:
        print("WITHOUT THE SANDBOX: student code runs with your rights on this machine, and can "
              "change files, grades and other submissions. Every grade is marked.",
              file=sys.stderr)
    _fetch_data()
    try:
        if wanted.example:
            if wanted.assignment not in (None, example.ASSIGNMENT) or wanted.student:
                raise UnknownAssignment("the example class is graded whole, on 04-ndcg.")
            folder, assignment = EXAMPLE, example.ASSIGNMENT
            rows = _grade_example(console, folder, options)
        else:
            folder, assignment = Path(wanted.folder), _assignment(wanted)
            with _Progress(console, f"Grading {assignment}") as progress:
                rows = batch.grade_class(folder, assignment, student=wanted.student,
                                         tell=progress.tell, **options)
    except (UnknownAssignment, BadRoster, NoSandbox, NoKernel, batch.Busy,
            batch.UnknownLearner) as problem:
        print(f"course grade: {problem}", file=sys.stderr)
        return 1
    _show(console, folder, assignment, rows)
    return 1 if any(row["status"] == "not-graded" for row in rows) else 0


def _grade_example(console, folder, options):
    """Grade the example class; its code is ours, so it may run where there is no sandbox."""
    try:
        with _Progress(console, "Grading the example class") as progress:
            return example.grade_example(folder, tell=progress.tell, **options)
    except NoSandbox as problem:
        print(f"No sandbox here: {problem}\nThe example class is graded without it, because its "
              "code is this project's own; other classes are refused.", file=sys.stderr)
    with _Progress(console, "Grading the example class") as progress:
        return example.grade_example(folder, tell=progress.tell, **{**options, "sandbox": False})


def _fetch_data():
    """Have MovieLens 100K in place before any kernel asks for it: kernels fetch nothing."""
    try:
        datasets.load("ml-100k")
    except datasets.DataUnavailable as problem:
        print(f"course grade: {problem} Grading goes on: points depend on the sample only.",
              file=sys.stderr)


def _assignment(wanted):
    if wanted.assignment is None:
        raise UnknownAssignment("name the assignment, for example `course grade 04-ndcg`, or say "
                                "`--example` for the example class.")
    folder = Path(wanted.folder)
    if not (folder / "submitted").is_dir() and not (folder / "students.csv").exists():
        raise UnknownAssignment(f"{folder} has no submitted/ folder; put each notebook into "
                                f"submitted/<student>/{wanted.assignment}/.")
    return wanted.assignment


class _Progress:
    """A bar with the time left on a terminal; a line per learner elsewhere."""

    def __init__(self, console, text):
        self.console = console
        self.bar = Progress(TextColumn(text), BarColumn(), MofNCompleteColumn(),
                            TextColumn("time left"), TimeRemainingColumn(), console=console)
        self.task = None

    def __enter__(self):
        if self.console.is_terminal:
            self.bar.start()
            self.task = self.bar.add_task("", total=None)
        return self

    def __exit__(self, *_):
        self.bar.stop()

    def tell(self, done, total, result):
        """Called after each learner."""
        if self.task is not None:
            self.bar.update(self.task, completed=done, total=total)
        else:
            print(f"{done} of {total}: {result.student}", flush=True)


def _show(console, folder, assignment, rows):
    table = Table(title=f"{assignment}: {len(rows)} learners", show_lines=True)
    table.add_column("learner", overflow="fold")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("reason", overflow="fold")
    for row in rows:
        score = "" if row["score"] is None else f"{row['score']:g} / {row['max_score']:g}"
        # As Text: a list such as [1, 0] in a reason is no markup.
        table.add_row(*map(Text, (row["student_id"], score, row["status"], row["reason"])))
    console.print(table)
    shown = shown_path(folder)
    print(f"Table:          {shown / 'grades.csv'}")
    print(f"Feedback pages: {shown / 'feedback'}{os.sep}<learner>{os.sep}{assignment}"
          f"{os.sep}feedback.html")
    print(f"At a glance:    {typed('report', assignment, folder)}")


def typed(command, assignment, folder):
    """How to call a command for this class, as one types it."""
    parts = ["python -m course", command, shlex.quote(assignment)]
    if folder.resolve() != Path(ROOT).resolve():
        parts += ["--class", shlex.quote(str(shown_path(folder)))]
    return " ".join(parts)


def shown_path(path):
    """A path as short as it can be said from here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
