"""`course solution`: the reference answer to one question, after an attempt."""

import re
from pathlib import Path

from course.alone import given


def solution(root, assignment, exercise=None):
    """The text to show. Raises given.Problem for a question or a solution that is not there.

    exercise: the name of a function or value, of the answer cell, or the number of the question;
        None: a list of the questions.
    """
    root = Path(root)
    given.wanted(root, [assignment])
    asked = [(path.name, question) for path in given.notebooks(root, assignment)
             for question in given.questions(given.read(path)) if question.answers]
    if exercise is None:
        named = "\n".join(f"  {_names(question)[0]:<24} {question.title}" for _, question in asked)
        return f"Name a question: `python -m course solution {assignment} EXERCISE`.\n{named}"
    name, question = next(((name, question) for name, question in asked
                           if exercise in _names(question)), (None, None))
    if question is None:
        raise given.Problem(f"{assignment} has no exercise {exercise!r}; there is "
                            f"{', '.join(_names(question)[0] for _, question in asked)}.")
    path = root / "solutions" / assignment / name
    if not path.exists():
        raise given.Problem("the solutions are not in this copy; your instructor has them.")
    if not _is_tried(root, assignment, name, question):
        return (f"Try “{question.title}” first, in work/{assignment}/{name}; "
                "check.hint() in a cell of that notebook gives you a hint.")
    cells = [cell for cell in given.read(path).cells if given.name_of(cell) in question.answers]
    # Without the marks of the solution, and the placeholders that it replaces.
    return "\n\n".join(re.sub(r"^( *### (BEGIN|END) SOLUTION|\w+ = \.\.\.)\n?", "", cell.source,
                              flags=re.MULTILINE).rstrip() for cell in cells)


def _is_tried(root, assignment, name, question):
    path = root / given.WORK / assignment / name
    return path.exists() and given.attempted(question, given.read(path))


def _names(question):
    """What a question may be called, the best name first."""
    number = re.match(r"(\d+)\b", question.title)
    cells = list(question.answers)
    tests = list(dict.fromkeys(filter(None, (test.exercise for test in question.tests))))
    short = [cell.removesuffix("-answer") for cell in cells]
    return [*(tests if len(tests) == 1 else []), *short, *cells, *tests,
            *([number[1]] if number else [])]
