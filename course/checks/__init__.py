"""What `check(...)` does in a notebook: cases, named wrong ideas, and one sentence back.

    from course.checks import check
    check(dcg_at_k, "value")                # a function, and one aspect of it
    check(my_answer, exercise="hand_dcg")   # a value, and the exercise it answers

The rest is loaded on first use. So `course.checks.result` can be imported alone, without numpy.
"""

from course.checks.result import NotAttempted, NotYet, Result

__all__ = ["CATALOGUE", "NotAttempted", "NotYet", "Result", "check", "examine"]


def __getattr__(name):
    if name == "CATALOGUE":
        from course.checks.exercises import CATALOGUE

        return CATALOGUE
    if name in ("check", "examine"):
        from course.checks import engine

        return getattr(engine, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
