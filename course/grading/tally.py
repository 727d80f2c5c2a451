"""Count a graded class: who handed in, scores, questions, wrong ideas, and what needs a hand.

It reads what grading left (results/, gradebook.db, students.csv) and the names of the folders in
submitted/. No student code runs and nothing is written. What a learner wrote is made printable
here, and is still no HTML: the page escapes it.
"""

import ast
import os
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from course.checks.exercises import EXERCISES
from course.checks.words import tidy
from course.grading.batch import NOTHING, Class
from course.grading.gradebook import read_all
from course.grading.master import masters
from course.grading.roster import learners
from course.grading.submission import Result

# What can become of a question, in the order of the tables and the figure.
FATES = ("correct", "partly", "wrong", "not attempted", "no mark yet")
LONGEST = 400  # characters of a reason or a note
UNGRADED = "handed in after the last grading; grade again"


class NotGraded(Exception):
    """There is nothing to count; the message says which command to run."""


@dataclass
class Score:
    """One graded learner's points; waiting: the points that still have no mark."""

    student: str
    points: float
    waiting: float


@dataclass
class Question:
    """One graded cell over the whole class. mean: share of its points, None without any mark."""

    key: str
    name: str
    points: float
    exercise: str | None
    title: str = ""
    mean: float | None = None
    fates: dict = field(default_factory=lambda: dict.fromkeys(FATES, 0))
    shares: list = field(default_factory=list)


@dataclass
class Idea:
    """One wrong idea: what the catalogue says of it, and how many had it on which questions."""

    name: str
    message: str
    read: str
    exercises: list
    questions: list
    count: int


@dataclass
class Group:
    """Learners whom one sentence holds for."""

    label: str
    students: list


@dataclass
class Tally:
    """All that a report says. The lists of Groups are sorted, the longest first."""

    assignment: str
    most: float
    roster: bool
    scores: list
    questions: list
    ideas: list
    unnamed: tuple  # (wrong answers that no known idea explains, learners who gave them)
    untouched: int
    not_graded: list
    nothing: list
    unmarked: list
    refused: list
    notes: list
    late: list  # (learner, how late), the latest first
    late_known: bool
    warnings: list

    @property
    def graded(self):
        """How many have a score."""
        return len(self.scores)

    @property
    def ungraded(self):
        """How many handed in and have no score."""
        return sum(len(group.students) for group in self.not_graded)

    @property
    def handed_in(self):
        """How many handed something in."""
        return self.graded + self.ungraded

    @property
    def waiting(self):
        """How many scores still miss a mark."""
        return sum(score.waiting > 0 for score in self.scores)

    def quartiles(self, full=False):
        """(lowest, first quartile, median, third quartile, highest); None without a score.

        full: as if every missing mark were given in full.
        """
        if not self.scores:
            return None
        points = [score.points + full * score.waiting for score in self.scores]
        return tuple(float(value) for value in np.percentile(points, [0, 25, 50, 75, 100]))

    def bins(self):
        """[(label, final scores, scores that miss a mark)] from 0 to the most points.

        At most 13 bins of one whole number of points each; the last one ends at full marks.
        """
        step = next(size * 10**power for power in range(9) for size in (1, 2, 5)
                    if self.most // (size * 10**power) < 13)
        last = int(self.most // step)
        whole = self.most.is_integer() and all(s.points.is_integer() for s in self.scores)
        counts = [[0, 0] for _ in range(last + 1)]
        for score in self.scores:
            place = min(max(int(score.points // step), 0), last)
            counts[place][score.waiting > 0] += 1
        return [(_label(i * step, step, self.most, whole), *counts[i]) for i in range(last + 1)]


def _label(low, step, most, whole):
    if not whole:
        return f"from {low:g}"
    high = min(low + step - 1, most)
    return f"{low:g}" if high == low else f"{low:g}–{high:g}"


def tally(folder, assignment, source):
    """Count an assignment of the class in `folder`. source: the instructor's notebooks.

    Raises master.UnknownAssignment, roster.BadRoster, gradebook.Unreadable and NotGraded.
    """
    held = masters(source, assignment)
    where = Class(Path(folder))
    names = {_plain(name) for name in learners(where.folder, assignment)}
    results, broken = _results(where, assignment)
    if not results:
        raise NotGraded
    marks, late = read_all(where.folder / "gradebook.db", assignment)
    questions = {f"{master.name}/{cell.id}": Question(
        f"{master.name}/{cell.id}", cell.id, float(cell.metadata.nbgrader["points"]),
        _exercise(cell)) for master in held for cell in master.questions}
    found = Tally(
        assignment, float(sum(q.points for q in questions.values())),
        (where.folder / "students.csv").exists(), [], list(questions.values()), [], (0, 0), 0,
        [], [], [], [], [], [], any(seconds is not None for seconds in late.values()), [])
    _people(found, where, results, names)
    graded = {name: result for name, result in results.items() if not result.problem}
    _points(found, graded, marks, questions)
    _ideas(found, graded, questions)
    _hands(found, graded)
    found.late = [(tidy(name), how_late(seconds)) for seconds, name in sorted(
        ((seconds, name) for name, seconds in late.items() if seconds and name in results),
        key=lambda pair: (-pair[0], pair[1]))]
    _warn(found, graded, marks, questions, broken)
    return found


def _plain(name):
    return unicodedata.normalize("NFC", name)


def _results(where, assignment):
    """({learner: Result} by name, how many files could not be read)."""
    found, broken = {}, 0
    for path in sorted((where.folder / "results" / assignment).glob("*.json")):
        try:
            result = Result.from_json(path.read_text("utf-8"))
        except (OSError, ValueError, TypeError, KeyError):
            broken += 1
            continue
        found[result.student] = result
    return dict(sorted(found.items())), broken


def _exercise(cell):
    """The exercise that a test cell checks, or None for a written answer."""
    if cell.cell_type != "code":
        return None
    for node in ast.walk(ast.parse(cell.source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
                and node.func.id == "check":
            named = [word.value.value for word in node.keywords
                     if word.arg == "exercise" and isinstance(word.value, ast.Constant)]
            if named or (node.args and isinstance(node.args[0], ast.Name)):
                return named[0] if named else node.args[0].id
    return None


def _people(found, where, results, names):
    """Who has no score, and why; who handed in nothing."""
    reasons, nothing, seen = {}, [], set()
    for name, result in results.items():
        seen.add(_plain(name))
        if result.problem == NOTHING:
            if os.path.lexists(where.submission(name, found.assignment)):
                reasons.setdefault(UNGRADED, []).append(name)
            elif _plain(name) in names:  # still on the roster
                nothing.append(name)
        elif result.problem:
            reasons.setdefault(result.problem, []).append(name)
    for name in sorted(names - seen):
        if os.path.lexists(where.submission(name, found.assignment)):
            reasons.setdefault(UNGRADED, []).append(name)
        else:
            nothing.append(name)
    found.not_graded, found.nothing = _groups(reasons), [tidy(name) for name in nothing]


def _groups(by_label):
    groups = [Group(tidy(label, LONGEST), [tidy(name) for name in names])
              for label, names in by_label.items()]
    return sorted(groups, key=lambda group: (-len(group.students), group.label))


def _points(found, graded, marks, questions):
    """The scores, and what became of each question."""
    unmarked = {}
    for name, result in graded.items():
        given, points, waiting = marks.get(name, {}), 0.0, 0.0
        for answer in result.questions:
            question = questions.get(answer.key)
            if question is None:
                continue
            question.title = answer.title.replace("your written", "a written")
            score = given.get((answer.notebook, answer.name), answer.score)
            question.fates[_fate(answer, score, question.points)] += 1
            if score is None:
                waiting += question.points
                unmarked.setdefault(question.name, []).append(name)
                continue
            points += score
            if question.points:
                question.shares.append(score / question.points)
        found.untouched += all(answer.outcome == "not attempted" for answer in result.questions)
        found.scores.append(Score(name, points, waiting))
    for question in questions.values():
        question.mean = float(np.mean(question.shares)) if question.shares else None
    found.unmarked = _groups(unmarked)


def _fate(answer, score, most):
    if score is None:
        return "no mark yet"
    if most and score >= most or not most and answer.outcome == "correct":
        return "correct"
    if score > 0:
        return "partly"
    return "not attempted" if answer.outcome == "not attempted" else "wrong"


def _ideas(found, graded, questions):
    """How many learners had which wrong idea; a learner counts once for an idea."""
    who, where, answers, askers = {}, {}, 0, set()
    for name, result in graded.items():
        for answer in result.questions:
            question = questions.get(answer.key)
            if question is None or answer.outcome not in ("not yet", "failed"):
                continue
            if not answer.idea:
                answers += 1
                askers.add(name)
                continue
            who.setdefault(answer.idea, set()).add(name)
            where.setdefault(answer.idea, {})[question.key] = question
    for name, learned in who.items():
        asked = [question for question in questions.values() if question.key in where[name]]
        exercises = list(dict.fromkeys(q.exercise for q in asked if q.exercise))
        message, read = _explained(name, exercises)
        found.ideas.append(Idea(name, message, read, exercises, [q.name for q in asked],
                                len(learned)))
    found.ideas.sort(key=lambda idea: (-idea.count, idea.name))
    found.unnamed = answers, len(askers)


def _explained(name, exercises):
    """(message, what to read) of an idea, from the catalogue and from nothing a learner wrote."""
    for exercise in [EXERCISES[e] for e in exercises if e in EXERCISES] + [*EXERCISES.values()]:
        if name in exercise.ideas:
            idea = exercise.ideas[name]
            return idea.message, f"lesson {idea.lesson or exercise.lesson}, section {idea.section}"
    return "The catalogue does not know this idea any more; grade again.", ""


def _hands(found, graded):
    """Answers refused for a library, and notes from repairs."""
    refused, notes = {}, {}
    for name, result in graded.items():
        for answer in result.questions:
            if answer.outcome == "refused":
                label = answer.message.partition(". ")[0] + "."
                refused.setdefault(label, {})[name] = None
        for note in result.notes:
            notes.setdefault(note, {})[name] = None
    found.refused, found.notes = _groups(refused), _groups(notes)


def how_late(seconds):
    """A length of time in words, to two units."""
    minutes = max(1, round(seconds / 60))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [f"{days} day{'s' * (days > 1)}" if days else "", f"{hours} h" if hours else "",
             f"{minutes} min" if minutes and not days else ""]
    return " ".join(part for part in parts if part)


def _warn(found, graded, marks, questions, broken):
    """What makes the numbers less sure than they look."""
    if broken:
        found.warnings.append(f"{broken} of the result files cannot be read and are not counted; "
                              "grade again.")
    old = sum({answer.key for answer in result.questions} != set(questions)
              for result in graded.values())
    if old:
        found.warnings.append(f"{old} of the results are of another version of the assignment; "
                              "grade again.")
    if graded and not marks:
        found.warnings.append("The gradebook holds no marks of this class, so marks given by hand "
                              "are not counted.")
    bare = sum(any("WITHOUT the sandbox" in note for note in result.notes)
               for result in graded.values())
    if bare:
        found.warnings.append(f"{bare} of the submissions were graded without the sandbox: their "
                              "code could have changed a grade.")
