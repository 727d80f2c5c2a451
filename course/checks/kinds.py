"""The forms an assignment fills in: ideas, cases, aspects, and two kinds of exercise."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Idea:
    """One wrong idea about an exercise.

    wrong: what someone with this idea writes. In a function exercise a function; in a value
        exercise a value, or a predicate that is true for answers of this kind. Functions here
        get the inputs themselves and no copies, so they must leave them as they are.
    message: one or two short sentences that hint at the way out and do not give the answer.
    section: the heading of the lesson that treats it.
    lesson: that lesson, where it is not the exercise's.
    also: other ways to write the same idea that give other values (a crash, or infinity).
    example: for a predicate, an answer it is true for.
    """

    wrong: object
    message: str
    section: str
    also: tuple = ()
    example: object = None
    lesson: str | None = None

    @property
    def versions(self):
        return (self.wrong, *self.also)


@dataclass(frozen=True)
class Case:
    """One input: the arguments, plain data only, and how to name them if they are too long."""

    args: tuple
    shown: str | None = None


@dataclass(frozen=True)
class Aspect:
    """One thing to get right.

    visible: a list of argument tuples (or Cases), or a function that returns one.
    hidden: a function of a numpy random generator that returns one.
    """

    visible: object
    hidden: Callable


@dataclass(frozen=True)
class FunctionExercise:
    """The student writes a function. `reference` is the right one; it gets the same arguments.

    read: turns what a function returned into plain numbers (a float64 array), or raises
        values.Unreadable with a sentence; None where a number or a list of numbers is due.
    show: turns those numbers into text for a message.
    due: what the function should return, as in "your function did not give a number".
    hints: a direction, the formula, a worked example; `check.hint` gives one after the other.
    """

    name: str
    lesson: str
    reference: Callable
    aspects: dict[str, Aspect]
    ideas: dict[str, Idea] = field(default_factory=dict)
    read: Callable | None = None
    show: Callable | None = None
    due: str | None = None
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class ValueExercise:
    """The student gives a value.

    read: turns the answer into plain numbers, or raises values.Unreadable with a sentence.
    right: says of what `read` returned whether it is right.
    problem: says of a wrong one what to look at; None if there is nothing to say.
    hints: a direction, the formula, a worked example; `check.hint` gives one after the other.
    """

    name: str
    lesson: str
    read: Callable
    right: Callable
    ideas: dict[str, Idea] = field(default_factory=dict)
    problem: Callable = lambda answer: None
    aspects: tuple = ("value",)
    hints: tuple[str, ...] = ()
