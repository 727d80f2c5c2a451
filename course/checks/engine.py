"""`check` and `check.hint` for students, `examine` for programs: they judge alike."""

import difflib

from course.checks.exercises import EXERCISES
from course.checks.functions import examine_function
from course.checks.kinds import FunctionExercise
from course.checks.result import NotAttempted, NotYet, UnknownName, WrongCall
from course.checks.single_values import examine_value
from course.checks.values import type_of


def check(answer, aspect=None, *, exercise=None, hidden=False):
    """Check an answer. Prints one line when it is correct; raises one sentence when it is not.

    answer: a function (the exercise is its name), or a value (then name the exercise).
    aspect: one aspect of a function; None: all of them.
    hidden: check on the hidden inputs, and show none of them.
    Raises NotYet or NotAttempted; WrongCall (a TypeError) or UnknownName (a ValueError) when the
    call itself is wrong.
    """
    result, printed = _examine(answer, exercise, hidden, aspect)
    if result.outcome == "correct":
        print(result.message)
    if printed.strip() and not hidden:
        print("Your code printed:", printed.rstrip())
    if result.outcome == "not yet":
        raise NotYet(result)
    if result.outcome == "not attempted":
        raise NotAttempted(result)


_last = None  # the exercise that was checked last
_given = {}  # exercise -> how many of its hints were given


def hint(exercise=None):
    """Print the next hint: first a direction, then the formula, then a worked example.

    exercise: the function, or the name of the exercise; None: the one that was checked last.
    Raises WrongCall when nothing was checked yet, UnknownName when there is no such exercise.
    """
    if exercise is None and _last is None:
        raise WrongCall(
            "Which exercise? Run its check first, or name it: check.hint(dcg_at_k), "
            'or check.hint("hand_dcg").'
        )
    name = _last if exercise is None else getattr(exercise, "__name__", exercise)
    found = _exercise(exercise, name)
    stage = min(_given.get(found.name, 0), len(found.hints) - 1)
    _given[found.name] = stage + 1
    rest = "" if stage + 1 < len(found.hints) else " This was the last one."
    print(f"Hint {stage + 1} of {len(found.hints)} for {found.name}: {found.hints[stage]}{rest}")


check.hint = hint


def examine(answer, exercise=None, hidden=False, aspect=None):
    """Like `check`, but prints nothing, and returns a Result instead of raising NotYet."""
    return _examine(answer, exercise, hidden, aspect)[0]


def _examine(answer, name, hidden, aspect):
    """The Result, and the beginning of what the student's code printed."""
    global _last
    exercise = _exercise(answer, name)
    _last = exercise.name
    if aspect is not None and aspect not in exercise.aspects:
        raise UnknownName(
            f"{exercise.name} has no aspect {aspect!r}. Choose from: {', '.join(exercise.aspects)}."
        )
    if isinstance(exercise, FunctionExercise):
        return examine_function(exercise, answer, aspect, hidden)
    return examine_value(exercise, answer, aspect, hidden), ""


def _exercise(answer, name):
    if name is None and not callable(answer):
        raise WrongCall(
            f"check needs the name of the function, without brackets, and got {type_of(answer)}: "
            'write check(dcg_at_k, "value"). For a value, name its exercise: '
            'check(dcg, exercise="hand_dcg").'
        )
    if name is None:
        name = getattr(answer, "__name__", type(answer).__name__)
    if name not in EXERCISES:
        near = difflib.get_close_matches(str(name), EXERCISES, n=3)
        help_ = f"Did you mean {' or '.join(near)}?" if near else (
            "A function keeps the name that its task gives it; the name of any other exercise "
            "stands in the cell that checks it."
        )
        raise UnknownName(f"There is no exercise {name!r}. {help_}")
    return EXERCISES[name]
