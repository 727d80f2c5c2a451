"""What a check answers. Standard library only: the grader imports this module and no other."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """The verdict on one answer.

    outcome: "correct", "not yet" or "not attempted".
    score: 0 to 1, the share of the examined aspects that are right.
    idea: the id of the wrong idea that gives the same values, or None.
    message: the sentence a student reads.
    """

    outcome: str
    score: float
    idea: str | None
    message: str


class OneSentence:
    """Mixed into an exception, makes a notebook show its message and no stack."""

    def _render_traceback_(self):
        # IPython asks for this method, and prints the strings it returns instead of a traceback.
        return [str(self)]


class _Verdict(OneSentence, Exception):
    def __init__(self, result):
        super().__init__(result.message)
        self.result = result

    def __reduce__(self):
        return type(self), (self.result,)


class NotYet(_Verdict):
    """The answer is not right yet. `.result` holds the Result."""


class NotAttempted(_Verdict):
    """There is no answer yet. `.result` holds the Result."""


class UnknownName(OneSentence, ValueError):
    """No exercise, or no aspect, has this name."""


class WrongCall(OneSentence, TypeError):
    """`check` was called with something it cannot take."""
