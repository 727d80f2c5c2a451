"""`check` for students, `examine` for programs: they judge alike."""

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


def examine(answer, exercise=None, hidden=False, aspect=None):
    """Like `check`, but prints nothing, and returns a Result instead of raising NotYet."""
    return _examine(answer, exercise, hidden, aspect)[0]


def _examine(answer, name, hidden, aspect):
    """The Result, and the beginning of what the student's code printed."""
    exercise = _exercise(answer, name)
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
        raise UnknownName(f"There is no exercise {name!r}. Choose from: {', '.join(EXERCISES)}.")
    return EXERCISES[name]
