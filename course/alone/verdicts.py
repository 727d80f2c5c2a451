"""From the outputs of a notebook that was run to a verdict on each question."""

import re
from dataclasses import dataclass

from course.alone import given, running

CORRECT, NOT_YET, NOT_ATTEMPTED = "correct", "not yet", "not attempted"


@dataclass
class Part:
    """What one test cell says. idea: the wrong idea, when the check named one; then `read` is
    the (lesson, section) to read."""

    label: str
    state: str
    sentence: str = ""
    idea: str | None = None
    read: tuple | None = None
    exercise: str | None = None


@dataclass
class Verdict:
    """On one question. A written one has no parts; `attempted` is all there is to say."""

    question: given.Question
    attempted: bool
    parts: list

    @property
    def total(self):
        return len(self.parts) or 1

    @property
    def done(self):
        if self.question.written:
            return int(self.attempted)
        return sum(part.state == CORRECT for part in self.parts)

    @property
    def state(self):
        states = {part.state for part in self.parts}
        if self.question.written:
            return CORRECT if self.attempted else NOT_ATTEMPTED
        return states.pop() if len(states) == 1 else NOT_YET

    @property
    def first_open(self):
        """The part to look at first, or None: something wrong before something not begun."""
        return next((part for state in (NOT_YET, NOT_ATTEMPTED) for part in self.parts
                     if part.state == state), None)


def judge(root, assignment, path, seconds, minutes, tell=lambda done, total: None):
    """The verdicts on one notebook of the learner's. Raises Problem.

    path: the notebook as it is given. The others: as in running.run.
    """
    released = given.read(path)
    asked = [question for question in given.questions(released)
             if question.tests or question.written]
    mine = root / given.WORK / assignment / path.name
    notebook = given.read(mine)
    tests = {test.name: test for question in asked for test in question.tests}
    idle = given.untouched(notebook, released)
    cells = {}
    for cell in notebook.cells:
        if cell.cell_type == "code" and given.name_of(cell) in tests:
            cell.source = tests[given.name_of(cell)].source  # as it was given, whatever was edited
            cells[given.name_of(cell)] = cell  # of copies, the last counts
    if not idle:
        running.run(notebook, [cell for cell in notebook.cells if given.name_of(cell) in tests],
                    mine.parent, seconds, minutes, tell)
    found = []
    for question in asked:
        parts = [Part(test.label, NOT_ATTEMPTED, exercise=test.exercise) if idle
                 else _part(test, cells.get(test.name), question, notebook)
                 for test in question.tests]
        solved = bool(parts) and all(part.state == CORRECT for part in parts)
        found.append(Verdict(question, solved or given.attempted(question, notebook), parts))
    return found


def _part(test, cell, question, notebook):
    if cell is None:
        return Part(test.label, NOT_YET, "this check is missing in your notebook; a fresh copy "
                    "of the assignment has it.", exercise=test.exercise)
    error = error_of(cell)
    if error is None:
        return Part(test.label, CORRECT)
    state, sentence = NOT_YET, f"{error.ename}: {error.evalue}"
    failed = None
    if error.ename == "NotAttempted":
        state, sentence = NOT_ATTEMPTED, error.evalue
        failed = _failed(cell, notebook, lambda other: given.name_of(other) in question.answers)
    elif error.ename == "NameError":
        name = (re.findall(r"'(\w+)'", error.evalue) or [""])[0]
        word = re.compile(rf"\b{re.escape(name)}\b")
        failed = _failed(cell, notebook, lambda other: word.search(other.source)
                         or given.name_of(other) in question.answers)
        sentence = f"`{name}` has no value when it is checked; does your answer give it one?"
    elif error.ename in ("NotYet", "WrongCall", "UnknownName", running.NOT_RUN):
        sentence = error.evalue
    elif error.ename in (running.TOO_LONG, running.DIED):
        sentence = f"the check was {error.evalue}" if error.ename == running.TOO_LONG else \
            "the check ended the kernel: does your answer need too much memory?"
    if failed is not None:
        state, sentence = NOT_YET, failed
    sentence = re.sub(r"^Not (yet|attempted): ", "", sentence)
    named = re.search(r"\(idea: (\S+)\. Read lesson (\S+), section (.+?)\.\)", sentence)
    idea, read = (named[1], (named[2], named[3])) if named else (None, None)
    return Part(test.label, state, sentence, idea, read, test.exercise)


def error_of(cell):
    """The error among a cell's outputs, or None."""
    return next((output for output in cell.outputs if output.output_type == "error"), None)


def _failed(test, notebook, concerns):
    """The sentence about the last cell above a test that failed and `concerns` it, or None."""
    sentence = None
    for cell in notebook.cells:
        if cell is test:
            break
        if cell.cell_type != "code" or not concerns(cell):
            continue
        about, error = cell.metadata.get("nbgrader") or {}, error_of(cell)
        # A locked cell fails for want of the same name: it is no cause.
        if error is None:
            sentence = sentence if about.get("locked") else None
        elif error.ename != "NotImplementedError" and not (
                about.get("locked") and error.ename in ("NameError", "NotYet", "NotAttempted")):
            sentence = f"{_whose(cell)} {_what(error)}"
    return sentence


def _whose(cell):
    about = cell.metadata.get("nbgrader") or {}
    if not about:
        return "a cell of your own"
    return f"{'the cell' if about.get('locked') else 'your answer cell'} {given.name_of(cell)}"


def _what(error):
    """What went wrong in a cell, and at which line of it."""
    if error.ename == running.DIED:
        return "ended the kernel: does it need too much memory?"
    text = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(error.traceback))
    lines = re.findall(r"Cell In\[\d+\], line (\d+)", text)
    line = f" at line {lines[0]}" if lines else ""
    if error.ename == running.TOO_LONG:
        return f"was {error.evalue}" + (f" It was{line}." if line else "")
    if error.ename == "NotRun":
        return f"was {error.evalue}."
    evalue = error.evalue
    if error.ename in ("SyntaxError", "IndentationError", "TabError"):
        found = re.fullmatch(r"(.*?) *\((?:[^()]*), line (\d+)\)", evalue, re.DOTALL)
        if found:
            evalue, line = found[1], f" at line {found[2]}"
        return f"has a syntax error{line}: {_tidy(evalue)}."
    return f"stopped{line} with {error.ename}: {_tidy(evalue)}."


def _tidy(text):
    text = " ".join(text.split())
    return (text if len(text) <= 150 else text[:149] + "…").rstrip(".")
