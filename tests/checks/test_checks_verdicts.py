"""What a verdict says, of functions that go wrong in all sorts of ways."""

import json
import math
import subprocess
import sys
import time
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from course.checks import CATALOGUE, NotAttempted, NotYet, check, examine
from course.checks.calls import Raised
from course.checks.cases import cases_of
from course.checks.exercises import EXERCISES
from course.checks.ndcg_parts import dcg


def dcg_at_k(relevance, k):
    return dcg(relevance, k)


def with_value(change):
    """A right dcg_at_k whose result is changed."""
    return lambda relevance, k: change(dcg(relevance, k))


# --- check -------------------------------------------------------------------------------------


def test_correct_prints_one_line(capsys):
    assert check(dcg_at_k, "cutoff") is None
    assert check(dcg_at_k, "cutoff", hidden=True) is None
    assert check(dcg_at_k) is None
    assert check(6, exercise="hand_cg") is None
    assert capsys.readouterr().out.splitlines() == [
        "Correct: dcg_at_k, cutoff.",
        "Correct: dcg_at_k, cutoff, hidden cases.",
        "Correct: dcg_at_k.",
        "Correct: hand_cg.",
    ]


def test_not_yet_raises_with_the_result():
    with pytest.raises(NotYet) as caught:
        check(lambda relevance, k: sum(relevance[:k]), "value", exercise="dcg_at_k")
    result = caught.value.result
    assert result.idea == "dcg-no-discount"
    assert (
        str(caught.value)
        == result.message
        == (
            "Not yet: dcg_at_k([0, 1], 2) gave 1; expected 0.63093. "
            "Swap two items: does your value change? It should. "
            "(idea: dcg-no-discount. Read lesson 04-ndcg, section Discount.)"
        )
    )
    assert caught.value._render_traceback_() == [result.message]
    assert caught.value.__context__ is None and caught.value.__cause__ is None


def test_not_attempted_raises():
    with pytest.raises(NotAttempted) as caught:
        check(..., exercise="hand_cg")
    assert caught.value.result.outcome == "not attempted"


def test_unknown_names_list_the_choices():
    with pytest.raises(ValueError, match="no exercise 'len'. A function keeps the name"):
        check(len)
    with pytest.raises(ValueError, match="no exercise 'hand_dgc'. Did you mean hand_dcg"):
        check(3, exercise="hand_dgc")
    with pytest.raises(ValueError, match="Choose from: value, cutoff, short"):
        check(dcg_at_k, "values")
    with pytest.raises(ValueError, match="Choose from: value"):
        check(3, "cutoff", exercise="hand_cg")


def test_a_value_without_exercise_says_what_to_write():
    with pytest.raises(TypeError, match=r'got a float: write check\(dcg_at_k, "value"\)') as caught:
        check(dcg_at_k([3], 1) / 2)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_no_function_where_one_is_due():
    result = examine(4.2, "dcg_at_k")
    assert result.outcome == "not yet"
    assert "should be a function, and is a float" in result.message


def test_score_is_the_share_of_aspects():
    no_cut = examine(lambda relevance, k: dcg(relevance, None), "dcg_at_k")
    assert no_cut.score == pytest.approx(2 / 3)
    assert no_cut.message.startswith("Not yet: dcg_at_k([0, 1], 1) gave 0.63093; expected 0.")


# --- What comes back ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        np.float64,
        np.longdouble,
        np.array,
        lambda x: np.array(x, dtype=object),
        Fraction,
        Decimal,
        lambda x: x + 9e-7,
        lambda x: x - 9e-7,
        lambda x: int(x) if x == int(x) else x,
        lambda x: np.bool_(x) if x in (0, 1) else x,
        lambda x: bool(x) if x in (0, 1) else x,
    ],
)
def test_any_real_number_is_fine(change):
    assert examine(with_value(change), "dcg_at_k", hidden=True).outcome == "correct"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda x: math.nan, "gave nan; expected 1."),
        (lambda x: str(x), "gave a str, not a number; expected 1."),
        (lambda x: complex(x), "gave a complex, not a number; expected 1."),
        (lambda x: [x], "gave a list, not a number; expected 1."),
        (lambda x: np.array([x]), "gave an array of shape (1,), not a number; expected 1."),
        (lambda x: x + 2e-6, "gave 1.000002; expected 1."),
        (lambda x: print, "gave a builtin_function_or_method, not a number"),
        (lambda x: None if x == 2 else x, "dcg_at_k([2], 1) gave None, not a number; expected 2."),
        (lambda x: 10**400, "gave inf"),
        (lambda x: type("", (), {})(), "gave a type without a name, not a number"),
    ],
)
def test_anything_else_is_not(change, part):
    result = examine(with_value(change), "dcg_at_k", aspect="value")
    assert (result.outcome, result.score, result.idea) == ("not yet", 0, None)
    assert part in result.message


def test_objects_with_their_own_operators_are_not_trusted():
    class Yes(float):
        def __eq__(self, other):
            return True

        __sub__ = __rsub__ = lambda self, other: 0.0
        __le__ = __lt__ = __ge__ = __gt__ = __eq__
        __hash__ = float.__hash__

    class Anything:
        __eq__ = __le__ = __ge__ = lambda self, other: True
        __float__ = None

    class Array(np.ndarray):
        def __array_ufunc__(self, *args, **kwargs):
            return np.array(True)

    for wrong in (Yes(7), Anything(), np.array(7.0).view(Array)):
        assert examine(lambda relevance, k, w=wrong: w, "dcg_at_k").outcome == "not yet"


def test_forgotten_return():
    for hidden in (False, True):
        result = examine(lambda relevance, k: None, "dcg_at_k", hidden=hidden)
        assert result.outcome == "not yet"
        assert result.message == ("Not yet: your function returned None; did you forget `return`?")


# --- Exceptions --------------------------------------------------------------------------------


def test_an_exception_is_told_with_its_line():
    def student(relevance, k):
        total = 0
        for rank, grade in enumerate(relevance):
            total += grade / rank
        return total

    message = examine(student, "dcg_at_k", aspect="value").message
    assert message.startswith(
        "Not yet: dcg_at_k([1], 1) raised ZeroDivisionError: division by zero "
        "at line 4 of your function; expected 1."
    )


def test_the_line_is_the_students_even_if_a_library_raised():
    def student(relevance, k):
        return json.loads("no")

    assert "JSONDecodeError: Expecting value: line 1 column 1 (char 0) at line 2 of" in (
        examine(student, "dcg_at_k").message
    )


def test_wrong_number_of_arguments():
    message = examine(lambda relevance: 1, "dcg_at_k").message
    assert "raised TypeError" in message and "takes 1 positional argument" in message
    assert "at line" not in message


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, RecursionError, MemoryError])
def test_every_exception_is_mapped(error):
    def student(relevance, k):
        raise error("stop " + "x" * 500 + "\nTraceback")

    message = examine(student, "dcg_at_k").message
    assert f"raised {error.__name__}: stop xxx" in message
    assert len(message) < 400 and "Traceback" not in message


def test_an_exception_that_cannot_be_shown():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError

    def student(relevance, k):
        raise Odd

    assert "raised Odd at line 2 of your function" in examine(student, "dcg_at_k").message


def test_names_and_texts_are_tidied():
    def student(relevance, k):
        raise type("Own\n" + "x" * 999, (Exception,), {})("\x1b[31mred")

    message = examine(student, "dcg_at_k").message
    assert message.isprintable() and len(message) < 400
    assert "raised Own xxx" in message and ":  [31mred at line 2" in message


def test_interrupted():
    calls = []

    def student(relevance, k):
        calls.append(1)
        raise KeyboardInterrupt

    for hidden in (False, True):
        message = examine(student, "dcg_at_k", hidden=hidden).message
        assert "your function was interrupted or took longer than 30 s" in message
    assert len(calls) == 2  # one for each check: after that, nothing else is tried


# --- Inputs ------------------------------------------------------------------------------------


def test_each_call_has_a_fresh_copy():
    seen = []

    def student(relevance, k):
        seen.append(list(relevance))
        value = dcg(relevance, k)
        relevance.sort()
        relevance.append(99)
        return value

    assert examine(student, "dcg_at_k").outcome == "correct"
    first = list(seen)
    assert examine(student, "dcg_at_k").outcome == "correct"
    assert seen == first * 2

    def other(recommended, relevant, k):
        value = EXERCISES["mean_ndcg"].reference(recommended, relevant, k)
        for wanted in relevant.values():
            wanted.clear()
        recommended.clear()
        return value

    for _ in range(2):
        assert examine(other, "mean_ndcg").outcome == "correct"


def test_prints_and_warnings_cost_nothing(capsys):
    def student(relevance, k):
        print("k is", k)
        print("careful", file=sys.stderr)
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        np.log(np.zeros(1))
        np.float64(1) / np.float64(0)
        return dcg(relevance, k)

    before = np.seterr(all="raise")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check(student, "value", exercise="dcg_at_k")
            check(student, "value", exercise="dcg_at_k", hidden=True)
            check(student, "value", exercise="dcg_at_k")
    finally:
        np.seterr(**before)
    out, err = capsys.readouterr()
    assert out.count("Your code printed: k is 1\ncareful") == 2  # nothing from the hidden check
    assert out.startswith("Correct: dcg_at_k, value.\nYour code printed:")
    assert err == ""


def test_what_was_printed_is_kept_short(capsys):
    def student(relevance, k):
        print("x" * 1000)
        return 7

    with pytest.raises(NotYet):
        check(student, "value", exercise="dcg_at_k")
    out = capsys.readouterr().out
    assert out == f"Your code printed: {'x' * 300}\n"
    with pytest.raises(NotYet):
        check(student, "value", exercise="dcg_at_k", hidden=True)
    assert capsys.readouterr().out == ""


# --- Hidden ------------------------------------------------------------------------------------


def test_hidden_messages_hold_no_inputs_and_no_values():
    def value(relevance, k):
        return 12345.678

    def crash(relevance, k):
        raise ValueError(f"{relevance} {k} 4711")

    def words(relevance, k):
        return f"{relevance}"

    def own_exception(relevance, k):
        raise type(f"{relevance}", (Exception,), {})

    def own_type(relevance, k):
        return type(f"{relevance}", (), {})()

    def sometimes_none(relevance, k):
        return dcg(relevance, k) if k > 1 else None

    for student, kind in (
        (value, "your function gives another value"),
        (crash, "your function raised ValueError"),
        (words, "your function did not give a number"),
        (own_exception, "your function raised an exception"),
        (own_type, "your function did not give a number"),
        (sometimes_none, "your function gave None"),
        (lambda relevance, k: math.nan, "your function gave NaN"),
    ):
        message = examine(student, "dcg_at_k", hidden=True).message
        assert message == f"Not yet: a hidden case of dcg_at_k, value, fails: {kind}."
    for answer in (4.2, 77, math.nan):
        message = examine(answer, "hand_dcg", hidden=True).message
        assert message.startswith("Not yet: the answer to hand_dcg is not right.")
        assert str(answer) not in message.replace("04-ndcg", "")


# --- Naming ------------------------------------------------------------------------------------


def test_two_errors_at_once_have_no_name():
    def student(relevance, k):
        return dcg(relevance, k) * 1.5 + 1

    assert examine(student, "dcg_at_k").idea is None


def test_a_function_that_always_crashes_has_no_name():
    assert examine(lambda relevance, k: relevance[0] / 0, "dcg_at_k", aspect="value").idea is None
    assert examine(lambda relevance, k: math.nan, "dcg_at_k", aspect="value").idea is None
    from_zero = {"dcg_at_k": "dcg-log-of-rank", "ndcg_at_k": "ndcg-log-of-rank"}
    for name, idea in from_zero.items():

        def numpy_version(relevance, k, ideal=None):
            weights = 1 / np.log2(np.arange(1, k + 1))
            value = np.sum(np.array(relevance[:k]) * weights[: len(relevance)])
            if ideal is None:
                return value
            best = np.sort(ideal)[::-1][:k]
            return value / np.sum(best * weights[: len(best)])

        assert examine(numpy_version, name).idea == idea


def test_ideas_that_agree_on_an_aspect_are_told_apart_by_the_others():
    # In "ideal" the lists are as long as k, so an ideal from the whole list
    # and one from the shown part are the same there. "cutoff" tells them apart.
    from_list = CATALOGUE["ndcg_at_k"]["ndcg-ideal-from-list"].wrong
    from_shown = CATALOGUE["ndcg_at_k"]["ndcg-ideal-from-shown"].wrong
    for case, _ in cases_of(EXERCISES["ndcg_at_k"], "ideal", hidden=False):
        assert from_list(*case.args) == from_shown(*case.args)
    assert examine(from_list, "ndcg_at_k", aspect="ideal").idea == "ndcg-ideal-from-list"
    assert examine(from_shown, "ndcg_at_k", aspect="ideal").idea == "ndcg-ideal-from-shown"


# --- Time --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("name", ["dcg_at_k", "ndcg_at_k", "mean_ndcg"])
def test_a_check_of_right_code_is_fast(name, hidden):
    for aspect in EXERCISES[name].aspects:
        times = []
        for _ in range(3):
            # The processor's time: a busy machine is not the check's doing.
            start = time.process_time()
            assert examine(EXERCISES[name].reference, name, hidden, aspect).outcome == "correct"
            times.append(time.process_time() - start)
        assert min(times) < 0.2


# --- A stand-in for a function in another process ----------------------------------------------


class StandIn:
    """What the grader gives to a check: outcomes come from elsewhere."""

    course_proxy = True
    __name__ = "dcg_at_k"

    def __init__(self, function):
        self.function, self.asked = function, 0

    def __call__(self, *args):
        raise AssertionError("a stand-in is not called one by one")

    def map(self, list_of_args):
        self.asked += 1
        return [self.function(*args) for args in list_of_args]


def test_a_stand_in_is_asked_once_an_aspect(capsys):
    proxy = StandIn(dcg)
    check(proxy, "value")
    check(proxy, "value", hidden=True)
    assert proxy.asked == 2
    assert capsys.readouterr().out.splitlines()[1] == "Correct: dcg_at_k, value, hidden cases."


def test_a_stand_in_may_answer_with_exceptions():
    failing = StandIn(lambda relevance, k: Raised("KeyError", "'x'", 7))
    message = examine(failing, aspect="value").message
    assert "dcg_at_k([1], 1) raised KeyError: 'x' at line 7 of your function" in message
    stub = StandIn(lambda relevance, k: Raised("NotImplementedError"))
    assert examine(stub).outcome == "not attempted"
    slow = StandIn(lambda relevance, k: Raised("TooSlow", "", 2))
    message = examine(slow).message
    assert "took longer than 30 s: is there a loop that never ends? It was at line 2." in message


def test_a_stand_in_with_a_wrong_idea_is_named():
    proxy = StandIn(lambda relevance, k: dcg(relevance, None))
    assert examine(proxy, hidden=True).idea == "dcg-ignores-k"


def test_result_alone_needs_only_the_standard_library():
    program = (
        "import sys; from course.checks.result import Result; "
        "assert not {'numpy', 'pandas'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_cases_are_made_once():
    exercise = EXERCISES["mean_ndcg"]
    assert cases_of(exercise, "sample", False) is cases_of(exercise, "sample", False)
