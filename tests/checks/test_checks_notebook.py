"""In a real IPython shell a verdict is one sentence, and never a stack."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

SET_UP = "from course.checks import check"


@pytest.fixture
def shell():
    shell = InteractiveShell()
    assert shell.run_cell(SET_UP).success
    yield shell
    InteractiveShell.clear_instance()


def run(shell, cell):
    with capture_output() as captured:
        outcome = shell.run_cell(cell)
    return outcome, captured.stdout


def test_not_yet_is_one_sentence(shell):
    cell = "def dcg_at_k(relevance, k):\n    return relevance[0] / 0\ncheck(dcg_at_k, 'value')"
    outcome, shown = run(shell, cell)
    assert not outcome.success and type(outcome.error_in_exec).__name__ == "NotYet"
    assert shown == (
        "Not yet: dcg_at_k([1], 1) raised ZeroDivisionError: division by zero "
        "at line 2 of your function; expected 1.\n"
    )


def test_the_line_counts_in_the_function_not_in_the_cell(shell):
    cell = (
        "import math\n\n# a comment\n"
        "def dcg_at_k(relevance, k):\n    x = [g / 0\n         for g in relevance]\n"
        "check(dcg_at_k, 'value')"
    )
    assert "at line 2 of your function" in run(shell, cell)[1]


def test_not_attempted_is_one_sentence(shell):
    cell = "def dcg_at_k(relevance, k):\n    raise NotImplementedError()\ncheck(dcg_at_k, 'value')"
    outcome, shown = run(shell, cell)
    assert not outcome.success
    assert shown.startswith("Not attempted: dcg_at_k.") and len(shown.splitlines()) == 1


@pytest.mark.parametrize("cell", ["check(3.5)", "check(3.5, exercise='cg')", "check(print)"])
def test_a_wrong_call_is_one_sentence(shell, cell):
    outcome, shown = run(shell, cell)
    assert not outcome.success
    assert len(shown.splitlines()) == 1 and "Traceback" not in shown


def test_correct_shows_one_line_and_no_value(shell):
    outcome, shown = run(shell, "check(6, exercise='hand_cg')")
    assert outcome.success and outcome.result is None
    assert shown == "Correct: hand_cg.\n"


def test_an_exception_group_in_student_code_shows_no_stack(shell):
    cell = (
        "def dcg_at_k(relevance, k):\n    raise ExceptionGroup('two', [ValueError(1)])\n"
        "check(dcg_at_k, 'value')"
    )
    shown = run(shell, cell)[1]
    assert len(shown.splitlines()) == 1 and "raised ExceptionGroup" in shown
