"""Exercises that are answered with a value: numbers worked by hand, a choice, a pair of lists."""

import numpy as np

from course.checks import values
from course.checks.kinds import Idea, ValueExercise

# --- Numbers worked by hand --------------------------------------------------------------------


def by_hand(name, lesson, right, ideas, hints=(), round_late=None):
    """An exercise with one right number, or one right list of numbers.

    round_late: the lesson section to read for those who rounded to two decimals; None where
        the right numbers have no more than two.
    """
    right = np.asarray(right, dtype=np.float64)
    if round_late is not None:
        ideas = ideas | {"rounded-too-early": _rounded(right, round_late)}
    return ValueExercise(
        name,
        lesson,
        read=lambda answer: values.read(answer, like=right),
        right=lambda answer: values.same(answer, right),
        problem=lambda answer: _problem(name, answer, right),
        ideas=ideas,
        hints=hints,
    )


def _problem(name, answer, right):
    if answer.shape != right.shape:
        return f"{name} needs {right.size} numbers, and your list has {answer.size}."
    text = f"{values.shown(answer)} is not right for {name}"
    if answer.ndim == 0:
        return f"{text}."
    place = int(np.argmin(np.isclose(answer, right, rtol=0, atol=values.TOLERANCE))) + 1
    return f"{text}; the first difference is at place {place}."


def _rounded(right, section):
    """Right to two decimals, and not beyond."""
    return Idea(
        lambda answer: (
            answer.shape == right.shape and bool(np.all(np.abs(answer - right) < 0.0051))
        ),
        "You are very close. Round later, or let Python do the arithmetic: six decimals count.",
        section,
        example=np.round(right, 2).tolist(),
    )


# --- A choice ----------------------------------------------------------------------------------


def choice(name, lesson, right, wrong, letters="abc", hints=()):
    """A question answered with the letters of all the statements that are true, such as "b".

    right: those letters, in alphabetical order; more than one where several are true.
    wrong: {idea id: (letter, message, section)}. An idea is named when its letter is in the
        answer and should not be, or is missing and should be there.
    letters: all that can be chosen.
    """
    right = "".join(sorted(right))

    def read(answer):
        if isinstance(answer, (list, tuple)) and all(isinstance(item, str) for item in answer):
            answer = "".join(answer)
        if not isinstance(answer, str):
            raise values.Unreadable(f'{values.type_of(answer)}, not letters in quotes, like "a"')
        found = "".join(sorted(set(answer.lower()) - set(" ,;.+&")))
        if not found or set(found) - set(letters):
            raise values.Unreadable(f"not made of the letters {', '.join(letters)}")
        return found

    return ValueExercise(
        name,
        lesson,
        read=read,
        right=lambda found: found == right,
        problem=lambda found: f'"{found}" is not right for {name}.',
        ideas={idea: _option(right, *about) for idea, about in wrong.items()},
        hints=hints,
    )


def _option(right, letter, message, section):
    example = "".join(sorted(set(right) ^ {letter})) if len(right) > 1 else letter
    return Idea(lambda found: (letter in found) != (letter in right), message, section,
                example=example)


# --- A pair of lists ---------------------------------------------------------------------------


def read_pair(answer):
    """Two float64 arrays, which may have different lengths."""
    if not isinstance(answer, (list, tuple, np.ndarray)) or len(answer) != 2:
        raise values.Unreadable(f"{values.type_of(answer)}, not a pair of two lists")
    return _one_of_pair(answer[0], "first"), _one_of_pair(answer[1], "second")


def _one_of_pair(item, which):
    try:
        return values.number_list(item)
    except values.Unreadable as error:
        raise values.Unreadable(f"a pair whose {which} member is {error}") from None


def pair_problem(pair):
    """What to say of a pair that does not do it."""
    return f"{values.shown(pair[0])} and {values.shown(pair[1])} do not do it."


def same_pair(pair):
    """Are both lists the same?"""
    return np.array_equal(pair[0], pair[1])
