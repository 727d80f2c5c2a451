"""Where student code is called, and nowhere else.

`call_all(function, list_of_args)` returns one outcome per input. An outcome is what the function
returned, or a `Raised`. To run a student's function in another process, give the check a stand-in:
a callable with `__name__`, `course_proxy = True` and `map(list_of_args)` that returns such
outcomes. Inputs are plain data (numbers, text, lists, dicts, arrays, DataFrames), so they can
travel. The stand-in sets its own time limit: Raised(TOO_SLOW) for the call that ran out of time,
Raised(NOT_RUN) for those after it. For a result that cannot travel, let it answer with
Raised("TypeError", "and a sentence").
"""

import contextlib
import copy
import inspect
import io
import os
import signal
import threading
import time
import warnings
from types import CodeType
from typing import NamedTuple

import numpy as np

TOO_SLOW = "TooSlow"  # the name of the outcome of the call that ran out of time
NOT_RUN = "NotRun"  # and of the calls that were not tried after it

# Functions that ran out of time, with what to answer for them. They are compared by identity: a
# cell that was run again makes a new function, which gets a new chance.
_too_slow = []


class Raised(NamedTuple):
    """An exception in student code: its name, its text, the line of the function (from 1)."""

    name: str
    text: str = ""
    line: int | None = None


class Kept(NamedTuple):
    """An outcome, and the arguments as the function left them."""

    outcome: object
    arguments: tuple


class _TimeUp(BaseException):
    """Raised by the alarm in a student's call. `except Exception` does not catch it."""


def seconds_allowed():
    """The time for one check: 30 s, or what COURSE_CHECK_SECONDS says."""
    try:
        return max(0.01, float(os.environ.get("COURSE_CHECK_SECONDS", "")))
    except ValueError:
        return 30.0


def call_all(function, list_of_args, seconds=None, keep=False):
    """Call `function` once for each tuple of arguments; each call gets a fresh deep copy.

    seconds: for all the calls together; None: what one check is allowed.
    keep: answer with Kept, to see what a call did to its arguments.
    """
    if getattr(function, "course_proxy", False) is True:
        return list(function.map(list_of_args))

    for slow, outcome in _too_slow:
        if slow is function:
            return [outcome] * len(list_of_args)

    outcomes, left = [], []
    with _Alarm(seconds_allowed() if seconds is None else seconds) as alarm:
        for args in list_of_args:
            arguments = copy.deepcopy(args)
            outcomes.append(call(function, arguments, alarm))
            if keep:
                left.append(arguments)
            if alarm.rang or name_of(outcomes[-1]) == "KeyboardInterrupt":
                break
    if alarm.rang:
        # Even if the function caught the alarm and returned something.
        line = outcomes[-1].line if isinstance(outcomes[-1], Raised) else None
        outcomes[-1] = Raised(TOO_SLOW, "", line)
        _too_slow.append((function, Raised(NOT_RUN, "", line)))
    if len(outcomes) < len(list_of_args):
        not_run = Raised(NOT_RUN, "", outcomes[-1].line)
        outcomes += [not_run] * (len(list_of_args) - len(outcomes))
    if keep:
        left += list_of_args[len(left):]
        return [Kept(*pair) for pair in zip(outcomes, left)]
    return outcomes


def call(function, args, alarm=None):
    """One call, with these very arguments: what came back, or a Raised."""
    alarm = alarm or _Alarm(0)
    try:
        try:
            alarm.inside = True
            return function(*args)
        finally:
            alarm.inside = False
    except BaseException as error:  # SystemExit and its like must not end the check either
        return Raised(type(error).__name__, _text(error), _line(error, function))


@contextlib.contextmanager
def quiet(keep=300):
    """Student code may print and warn: it costs nothing, and does not get in the way.

    Yields an object whose `.text` holds the first `keep` characters printed.
    """
    said = _FirstCharacters(keep)
    with (
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield said


class _FirstCharacters(io.TextIOBase):
    """A stream that keeps its beginning. An endless loop with a print must not fill the memory."""

    def __init__(self, keep):
        self.keep, self.text = keep, ""

    def writable(self):
        return True

    def write(self, text):
        if len(self.text) < self.keep:
            self.text += text[: self.keep - len(self.text)]
        return len(text)


class _Alarm:
    """Stops a student's call when the time is up, where the system can do so.

    That is in the main thread, where the system has interval timers (not on Windows).
    Elsewhere there is no limit here; the grader has its own.
    """

    def __init__(self, seconds):
        self.seconds = seconds
        self.inside = False  # a student's call is running
        self.rang = False

    def __enter__(self):
        self.works = (
            hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        )
        if self.works:
            self.started = time.monotonic()
            self.old_handler = signal.signal(signal.SIGALRM, self._ring)
            # It rings again every second, in case something in the call swallowed the first one.
            self.old_timer = signal.setitimer(signal.ITIMER_REAL, max(self.seconds, 0.001), 1.0)
        return self

    def __exit__(self, *_):
        if not self.works:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.old_handler or signal.SIG_DFL)
        delay, interval = self.old_timer
        if delay:  # someone else's timer was running: let it go on
            delay = max(delay - (time.monotonic() - self.started), 0.001)
            signal.setitimer(signal.ITIMER_REAL, delay, interval)

    def _ring(self, signum, frame):
        if self.inside:
            self.rang = True
            raise _TimeUp


def name_of(outcome):
    """The name of the exception, or None when the function returned something."""
    return outcome.name if isinstance(outcome, Raised) else None


def _text(error):
    """The first line of the exception's text. Making it runs student code too, so it may fail."""
    try:
        return (str(error).splitlines() or [""])[0][:200]
    except BaseException:
        return ""


def _line(error, function):
    """The line of the student's function, from 1, where the exception passed last; or None."""
    code = getattr(_unwrapped(function), "__code__", None)
    if code is None:
        return None
    own = _with_nested(code)
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code in own and step.tb_lineno is not None:
            line = step.tb_lineno - code.co_firstlineno + 1
        step = step.tb_next
    return line


def _with_nested(code):
    """The code of a function and of the functions and comprehensions inside it."""
    found = {code}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _with_nested(constant)
    return found


def _unwrapped(function):
    """The function below its decorators."""
    try:
        return inspect.unwrap(function)
    except ValueError:  # a decorator that wraps itself
        return function
