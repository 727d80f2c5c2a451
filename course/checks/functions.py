"""Judging a function: call it, compare, pick the smallest failing input, name the wrong idea."""

import builtins
import time
from typing import NamedTuple

import numpy as np

from course.checks import calls, values, words
from course.checks.calls import NOT_RUN, TOO_SLOW, Raised, name_of
from course.checks.cases import cases_of

INTERRUPTED = "KeyboardInterrupt"  # someone pressed stop, or the grader's own clock did
_STOPPED = (TOO_SLOW, NOT_RUN, INTERRUPTED)


class Strange(NamedTuple):
    """The function returned something that is not what was asked for; `text` says what."""

    text: str


class Run(NamedTuple):
    """One case after the call. `got`: a float64 array, a Raised or a Strange."""

    case: object
    expected: object
    outcome: object
    got: object

    @property
    def right(self):
        return not isinstance(self.got, (Raised, Strange)) and values.same(self.got, self.expected)


def examine_function(exercise, function, aspect, hidden):
    """The Result, and the beginning of what the function printed."""
    if not callable(function):
        sentence = f"{exercise.name} should be a function, and is {values.type_of(function)}."
        return words.not_yet(exercise, 0.0, sentence), ""
    student = _Student(exercise, function, hidden)
    runs = {name: student.runs(name) for name in ([aspect] if aspect else exercise.aspects)}
    return _verdict(exercise, student, runs, aspect, hidden), student.printed


def _verdict(exercise, student, runs, aspect, hidden):
    every = [run for some in runs.values() for run in some]
    if all(_is_stub(run.outcome) for run in every):
        todo = "Write your own code in place of `raise NotImplementedError()`."
        return words.not_attempted(exercise, todo)
    failing = [name for name, some in runs.items() if not all(run.right for run in some)]
    if not failing:
        return words.correct(exercise, aspect, hidden)

    score = 1 - len(failing) / len(runs)
    if all(run.outcome is None for run in every):
        sentence = "your function returned None; did you forget `return`?"
        return words.not_yet(exercise, score, sentence)
    late = _too_slow(exercise, every, hidden)
    if late:
        return words.not_yet(exercise, score, late)

    first = failing[0]
    smallest = min((run for run in runs[first] if not run.right), key=_size(exercise))
    if hidden:
        sentence = f"a hidden case of {exercise.name}, {first}, fails: {_kind(exercise, smallest)}."
    else:
        expected = _shown(exercise, smallest.expected)
        called = _as_typed(exercise, smallest.case)
        sentence = f"{called} {_what(exercise, smallest)}; expected {expected}."
    with calls.quiet():  # wrong versions divide by zero, on purpose
        idea = _idea(exercise, student, first)
    return words.not_yet(exercise, score, sentence, idea)


class _Student:
    """The function being judged, with its time. Each aspect is run once at most."""

    def __init__(self, exercise, function, hidden):
        self.exercise, self.function, self.hidden = exercise, function, hidden
        self.ends = time.monotonic() + calls.seconds_allowed()
        self.printed = ""
        self.stopped = False  # out of time or interrupted: no further calls
        self._runs = {}

    def runs(self, aspect):
        if aspect not in self._runs:
            cases = cases_of(self.exercise, aspect, self.hidden)
            outcomes = self._call([case.args for case, _ in cases])
            self._runs[aspect] = [
                Run(case, expected, outcome, _plain(self.exercise, outcome, expected))
                for (case, expected), outcome in zip(cases, outcomes, strict=True)
            ]
        return self._runs[aspect]

    def _call(self, inputs):
        if self.stopped:
            return [Raised(NOT_RUN)] * len(inputs)
        with calls.quiet() as said:
            outcomes = calls.call_all(self.function, inputs, self.ends - time.monotonic())
        self.printed = (self.printed + said.text)[:300]
        self.stopped = any(name_of(outcome) in _STOPPED for outcome in outcomes)
        return outcomes


def _plain(exercise, outcome, expected):
    """What came back, in a form that can be compared."""
    if isinstance(outcome, Raised):
        return outcome
    try:
        if exercise.read:
            return exercise.read(outcome)
        return values.read(outcome, like=expected)
    except values.Unreadable as error:
        return Strange(str(error))


def _is_stub(outcome):
    return outcome is ... or name_of(outcome) == "NotImplementedError"


# --- Naming the idea ---------------------------------------------------------------------------


def _idea(exercise, student, aspect):
    """The id of the one wrong idea that does what the student's function does, or None.

    It must do the same on every input of the aspect. When several do, the other aspects decide:
    the one that agrees there most often, if there is one.
    """
    runs = student.runs(aspect)
    if not any(_is_finite(run.got) for run in runs):
        # It crashes everywhere, so this aspect tells little: it must do the same in all aspects.
        runs = [run for name in exercise.aspects for run in student.runs(name)]
    tied = {}
    for name, idea in exercise.ideas.items():
        fitting = [one for one in idea.versions if all(_agreement(exercise, one, runs))]
        if fitting:
            tied[name] = fitting
    if len(tied) > 1:
        others = [run for name in exercise.aspects if name != aspect for run in student.runs(name)]
        agreement = {
            name: max(sum(_agreement(exercise, one, others)) for one in fitting)
            for name, fitting in tied.items()
        }
        most = max(agreement.values())
        tied = [name for name, count in agreement.items() if count == most]
    return next(iter(tied)) if len(tied) == 1 else None


def _is_finite(got):
    return isinstance(got, np.ndarray) and bool(np.all(np.isfinite(got)))


def _agreement(exercise, version, runs):
    """Input by input: does a wrong version do what the student's function did?"""
    for run in runs:
        got = _plain(exercise, calls.call(version, run.case.args), run.expected)
        yield values.alike(_without_details(got), _without_details(run.got))


def _without_details(got):
    """Two crashes are alike when the exceptions have one name; texts and lines differ."""
    return Raised(got.name) if isinstance(got, Raised) else got


# --- Words -------------------------------------------------------------------------------------


def _as_typed(exercise, case):
    """The call as a student would type it."""
    return case.shown or f"{exercise.name}({', '.join(repr(arg) for arg in case.args)})"


def _size(exercise):
    return lambda run: len(_as_typed(exercise, run.case))


def _shown(exercise, found):
    return (exercise.show or values.shown)(found)


def _what(exercise, run):
    """What a call gave, with values."""
    got = run.got
    if isinstance(got, Strange):
        return f"gave {got.text}"
    if isinstance(got, Raised):
        text = f": {words.tidy(got.text)}" if got.text else ""
        line = f" at line {got.line} of your function" if got.line else ""
        return f"raised {words.tidy(got.name, 40)}{text}{line}"
    if got.shape != run.expected.shape and not exercise.show:
        return f"gave {got.size} number{'s' * (got.size != 1)} instead of {run.expected.size}"
    return f"gave {_shown(exercise, got)}"


def _kind(exercise, run):
    """What a call gave, without values. Names a student may choose could carry hidden inputs."""
    if isinstance(run.got, Raised):
        known = hasattr(builtins, run.got.name)
        return f"your function raised {run.got.name if known else 'an exception'}"
    if run.outcome is None:
        return "your function gave None"
    if isinstance(run.got, Strange):
        due = exercise.due or ("a number" if run.expected.ndim == 0 else "a list of numbers")
        return f"your function did not give {due}"
    if np.any(np.isnan(run.got)):
        return "your function gave NaN"
    return "your function gives another value"


def _too_slow(exercise, runs, hidden):
    """The sentence about a function that ran out of time or was interrupted, or None."""
    for run in runs:
        if name_of(run.outcome) not in _STOPPED:
            continue
        how = "was interrupted or took" if run.outcome.name == INTERRUPTED else "took"
        seconds = f"{calls.seconds_allowed():g} s"
        sentence = f"your function {how} longer than {seconds}: is there a loop that never ends?"
        if run.outcome.line and not hidden:
            sentence += f" It was at line {run.outcome.line}."
        if run.outcome.name != NOT_RUN and not hidden:
            sentence += f" It was busy with {_as_typed(exercise, run.case)}."
        return sentence
    return None
