"""`course check`: run, judge, say it, and say where to go next."""

import shutil
import sys
import textwrap
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from course.alone import given, verdicts

HOMEWORK = "07-homework"


class Checked:
    """One assignment: what was found in each notebook, and what could not be read."""

    def __init__(self, assignment):
        self.assignment, self.notebooks, self.problems = assignment, [], []

    @property
    def verdicts(self):
        return [verdict for _, found in self.notebooks for verdict in found]

    @property
    def total(self):
        return sum(verdict.total for verdict in self.verdicts)

    @property
    def done(self):
        return sum(verdict.done for verdict in self.verdicts)

    @property
    def first_open(self):
        """The first question with something to do, or None."""
        return next((verdict for verdict in self.verdicts
                     if verdict.state != verdicts.CORRECT), None)

    @property
    def is_tried(self):
        return not self.problems and all(verdict.attempted for verdict in self.verdicts)


def check(root, names=(), seconds=30.0, minutes=5.0, progress=None):
    """A Checked for each assignment in work/, or for those named. Raises given.Problem."""
    root = Path(root)
    wanted = given.wanted(root, names)
    if not names:
        wanted = [name for name in wanted if given.started(root, name)]
    if not wanted:
        raise given.Problem("nothing is started yet; `python -m course start` puts a copy of each "
                            "assignment into work/, to solve it there.")
    for name in wanted:
        if not given.started(root, name):
            raise given.Problem(f"{name} is not started yet; `python -m course start {name}` "
                                "puts a copy into work/, to solve it there.")
    return [_check(root, name, seconds, minutes, progress or _Silent()) for name in wanted]


def _check(root, assignment, seconds, minutes, progress):
    checked = Checked(assignment)
    for path in given.notebooks(root, assignment):
        with progress.of(f"{assignment}/{path.name}") as tell:
            try:
                checked.notebooks.append((path.name, verdicts.judge(
                    root, assignment, path, seconds, minutes, tell)))
            except given.Problem as problem:
                checked.problems.append(str(problem))
    return checked


# --- In words ----------------------------------------------------------------------------------


def in_words(root, results):
    """The lines of the report, not yet wrapped: (indent, text)."""
    for checked in results:
        yield 0, _headline(checked)
        for problem in checked.problems:
            yield 2, problem
        for name, found in checked.notebooks:
            if len(checked.notebooks) > 1:
                yield 2, f"{name}:"
            if not any(verdict.attempted for verdict in found):
                yield 2, f"{len(found)} questions, none attempted yet."
                continue
            for verdict in found:
                yield from _question(verdict)
        yield 0, ""
    for checked in results:
        if checked.is_tried:
            yield 0, _solutions(root, checked)
    yield 0, _next(root, results)


def _headline(checked):
    if not checked.total:
        return f"{checked.assignment}: not checked"
    share = f"{100 * checked.done // checked.total} %"
    return f"{checked.assignment}: {checked.done} of {checked.total} done ({share})"


def _question(verdict):
    title = verdict.question.title
    if verdict.question.written:
        yield 2, f"{title}: written: {'yes' if verdict.attempted else 'not yet'} (read by a person)"
        return
    state = verdict.state
    if state == verdicts.NOT_YET and verdict.total > 1:
        state += f" ({verdict.done} of {verdict.total} correct)"
    yield 2, f"{title}: {state}"
    shown = [part for part in verdict.parts if part.state == verdicts.NOT_YET
             or (part.state == verdicts.NOT_ATTEMPTED != verdict.state and verdict.attempted)]
    said, ideas = {}, set()  # sentence -> the labels it stands for; each idea is told once
    for part in shown:
        sentence = part.sentence if part.state == verdicts.NOT_YET else "not attempted."
        if part.idea in ideas:
            sentence = f"the same idea ({part.idea})."
        if part.idea:
            ideas.add(part.idea)
        said.setdefault(sentence, []).append(part.label)
    for sentence, labels in said.items():
        about = "" if len(labels) == verdict.total else f"{'; '.join(labels)}: "
        yield 5, f"- {about}{sentence}"


def _solutions(root, checked):
    name = checked.assignment
    there = [f"solutions/{name}/{notebook}" for notebook, _ in checked.notebooks
             if (root / "solutions" / name / notebook).exists()]
    if there:
        return (f"You have tried every question of {name}. The solutions, to compare: "
                f"{', '.join(there)}.")
    return (f"You have tried every question of {name}. The solutions are not in this copy; "
            "your instructor has them.")


def _next(root, results):
    """Where to go: what is begun and not done comes first, then what was not started."""
    for checked in results:
        if checked.problems:
            return f"Next: {checked.assignment}, its notebook."
        if checked.first_open is not None:
            return _open(root, checked.assignment, checked)
    for name in given.assignments(root):
        if not given.started(root, name):
            if name == HOMEWORK:
                return ("Next: all the assignments are done, and the homework follows: "
                        f"`python -m course start {name}`.")
            return f"Next: `python -m course start {name}`.{_lesson(root, name)}"
    if len(results) == len(given.assignments(root)):
        return "All is done."
    return "All of that is done. `python -m course check` looks at the other assignments too."


def _open(root, name, checked):
    verdict = checked.first_open
    said = f"Next: {name}, “{verdict.question.title}”."
    if name == HOMEWORK and checked.done == 0:
        said = f"Next: the homework, {name}."
    part = verdict.first_open
    lesson, section = (part and (part.read or _section(part.exercise))) or (name, None)
    return said + _lesson(root, lesson, section)


def _section(exercise):
    """Where an exercise is treated: its lesson, and the section of its first wrong idea."""
    from course.checks.exercises import EXERCISES

    found = EXERCISES.get(exercise)
    if found is None:
        return None
    return found.lesson, next((idea.section for idea in found.ideas.values()), None)


def _lesson(root, lesson, section=None):
    path = f"course/lessons/{lesson}.ipynb"
    if not (root / path).exists():
        return ""
    return f" Read {f'section {section} of ' if section else ''}{path}."


def wrapped(lines, width):
    """The text, for a page of this width; the lines of a paragraph hang below its beginning."""
    return "\n".join(
        textwrap.fill(text, width, initial_indent=" " * indent,
                      subsequent_indent=" " * (indent + 2 if indent else 0),
                      break_long_words=False, break_on_hyphens=False)
        for indent, text in lines)


# --- Progress ----------------------------------------------------------------------------------


class _Silent:
    def of(self, name):
        return self

    def __enter__(self):
        return lambda done, total: None

    def __exit__(self, *_):
        pass


class _Shown(_Silent):
    """A line with the time left on a terminal, one line a notebook elsewhere; both to stderr."""

    def __init__(self):
        self.console = Console(stderr=True)

    def of(self, name):
        self.name = name
        return self

    def __enter__(self):
        if not self.console.is_terminal:
            print(f"Running {self.name} …", file=sys.stderr, flush=True)
            return lambda done, total: None
        self.bar = Progress(TextColumn(f"Running {self.name}"), BarColumn(bar_width=12),
                            MofNCompleteColumn(), TextColumn("time left"), TimeRemainingColumn(),
                            console=self.console, transient=True)
        self.bar.start()
        task = self.bar.add_task("", total=None)
        return lambda done, total: self.bar.update(task, completed=done, total=total)

    def __exit__(self, *_):
        if self.console.is_terminal:
            self.bar.stop()


def main(root, names, seconds, minutes):
    """Check, and print the report. Returns the exit code. Raises given.Problem."""
    root = Path(root)
    results = check(root, names, seconds, minutes, _Shown())
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 88
    print(wrapped(in_words(root, results), min(max(width, 30), 100)))
    return 0
