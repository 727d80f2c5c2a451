"""Functions that never end."""

import functools
import signal
import threading
import time

import pytest

from course.checks import calls, examine
from course.checks.ndcg_parts import dcg

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="this system has no interval timers"
)
SENTENCE = "your function took longer than 0.2 s: is there a loop that never ends?"


@pytest.fixture(autouse=True)
def short_limit(monkeypatch):
    monkeypatch.setenv("COURSE_CHECK_SECONDS", "0.2")
    monkeypatch.setattr(calls, "_too_slow", [])


def endless():
    """A new function each time, as if its cell was run again."""

    def student(relevance, k):
        while not relevance:
            k += 1
        return dcg(relevance, k)

    return student


def timed(function, **options):
    start = time.perf_counter()
    result = examine(function, "dcg_at_k", **options)
    return result, time.perf_counter() - start


def test_an_endless_loop_is_stopped_and_remembered():
    handler = signal.getsignal(signal.SIGALRM)
    student = endless()
    first, seconds = timed(student)
    assert first.outcome == "not yet" and first.idea is None
    assert SENTENCE in first.message
    assert "It was at line " in first.message
    assert first.message.endswith("It was busy with dcg_at_k([], 1).")
    assert 0.1 < seconds < 2

    again, seconds = timed(student)
    assert SENTENCE in again.message and seconds < 0.1
    hidden, seconds = timed(student, hidden=True)
    assert hidden.message == f"Not yet: {SENTENCE}" and seconds < 0.1

    fresh, seconds = timed(endless(), hidden=True)  # its cell was run again
    assert hidden.message == f"Not yet: {SENTENCE}" and seconds > 0.1

    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_functions_with_one_decorator_are_told_apart():
    def decorated(function):
        return lambda *args: function(*args)

    assert SENTENCE in timed(decorated(endless()))[0].message
    assert timed(decorated(dcg))[0].outcome == "correct"


def test_the_time_is_for_all_calls_together():
    def student(relevance, k):
        time.sleep(0.06)
        return dcg(relevance, k)

    result, seconds = timed(student)
    assert SENTENCE in result.message and seconds < 2


def test_catching_the_alarm_does_not_help():
    def student(relevance, k):
        try:
            time.sleep(5)
        except BaseException:
            pass
        return dcg(relevance, k)

    result, seconds = timed(student)
    assert SENTENCE in result.message and seconds < 2


def test_printing_for_ever_is_stopped_too():
    def student(relevance, k):
        while True:
            print("x" * 1000)

    result, seconds = timed(student)
    assert SENTENCE in result.message and seconds < 2


def test_callables_without_code_are_stopped():
    result, _ = timed(functools.partial(lambda wait, relevance, k: time.sleep(wait), 5))
    assert SENTENCE in result.message


def test_another_timer_goes_on(monkeypatch):
    rang = []
    old = signal.signal(signal.SIGALRM, lambda *_: rang.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        assert examine(dcg, "dcg_at_k").outcome == "correct"
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 0.3
        time.sleep(0.35)
        assert rang == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_in_another_thread_there_is_no_limit_and_no_error():
    found = []
    thread = threading.Thread(target=lambda: found.append(examine(dcg, "dcg_at_k")))
    thread.start()
    thread.join()
    assert found[0].outcome == "correct"


@pytest.mark.parametrize(("text", "seconds"), [("", 30), ("soon", 30), ("5", 5), ("-1", 0.01)])
def test_the_limit_comes_from_the_environment(monkeypatch, text, seconds):
    monkeypatch.setenv("COURSE_CHECK_SECONDS", text)
    assert calls.seconds_allowed() == seconds
