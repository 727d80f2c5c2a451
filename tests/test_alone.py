"""Working alone: copies that are never overwritten, a check that says all, solutions last."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from course import cli
from course.alone import given, report, running, solution, verdicts
from course.grading import example
from course.setup import ROOT

NAME = "ndcg.ipynb"
GIVEN = Path(ROOT, "release", "04-ndcg", NAME)

SYNTAX = "def dcg_at_k(relevance, k):\n    total = (1 +\n    return total"
BY_HAND = "gains = [3, 2, 0, 0, 1]\ncg = 5\ndiscounts = [1 / 0]\ndcg = 1"
FOR_EVER = "gain = 1\nwhile True:\n    pass"
DEAF = ("import time\nwhile True:\n    try:\n        time.sleep(0.05)\n"
        "    except BaseException:\n        pass")
RIGHT = example.right_answers(Path(ROOT, "source", "04-ndcg", NAME))
HALF = {"by-hand-answer": RIGHT["by-hand-answer"], "dcg-answer": RIGHT["dcg-answer"],
        "ndcg-answer": example.IDEAL_FROM_LIST}

# Made-up assignments, all with the notebook of 04-ndcg -> what the learner did in it.
LEARNER = {
    "01-solved": RIGHT,
    "02-half": HALF,
    "03-untouched": {},
    "04-broken-code": {**RIGHT, "dcg-answer": SYNTAX, "by-hand-answer": BY_HAND,
                       "gain-answer": "winner = [1, 0, 3]"},
    "05-loops": {**RIGHT, "dcg-answer": example.NEVER_ENDS, "recall-answer": DEAF,
                 "gain-answer": FOR_EVER, "mean-answer": "import os\nos._exit(1)"},
    "06-broken-file": {},
}


def make(root, learner):
    """A folder with the assignments, and the learner's copies in work/."""
    released = nbformat.read(GIVEN, as_version=4)
    for assignment, answers in learner.items():
        for folder in ("release", "work"):
            (root / folder / assignment).mkdir(parents=True)
        shutil.copy(GIVEN, root / "release" / assignment)
        nbformat.write(example.fill(released, answers), root / "work" / assignment / NAME)
    return root


def bytes_below(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    root = make(tmp_path_factory.mktemp("home"), LEARNER)
    (root / "work" / "06-broken-file" / NAME).write_text('{"cells": [\n{,')
    shutil.copytree(Path(ROOT, "solutions", "04-ndcg"), root / "solutions" / "01-solved")
    return root


@pytest.fixture(scope="module")
def checked(home):
    """{assignment: Checked}, after one run of all; the files are as they were."""
    before = bytes_below(home)
    found = {checked.assignment: checked for checked in report.check(home, seconds=4.0)}
    assert bytes_below(home) == before
    return found


def words(home, *results):
    return "\n".join(text for _, text in report.in_words(home, results))


def states(checked):
    return [verdict.state for verdict in checked.verdicts]


def sentences(checked, number):
    """{label: sentence} of one question, counted from 1."""
    return {part.label: part.sentence for part in checked.verdicts[number - 1].parts}


# --- What check says ---------------------------------------------------------------------------


def test_all_is_correct_in_a_solved_notebook(home, checked):
    assert states(checked["01-solved"]) == ["correct"] * 7
    assert checked["01-solved"].done == checked["01-solved"].total == 17
    said = words(home, checked["01-solved"])
    assert said.startswith("01-solved: 17 of 17 done (100 %)")
    assert "1. By hand: correct" in said
    assert "7. In your own words: written: yes (read by a person)" in said


def test_a_wrong_idea_is_named_once_with_its_sentence(home, checked):
    assert states(checked["02-half"]) == ["correct"] * 2 + ["not yet"] + ["not attempted"] * 4
    said = words(home, checked["02-half"])
    assert said.startswith("02-half: 9 of 17 done (52 %)")
    assert "3. ndcg_at_k(relevance, k, ideal): not yet (2 of 4 correct)" in said
    assert "ndcg_at_k, cutoff: ndcg_at_k([1, 2], 1, [2, 1]) gave 1; expected 0.5." in said
    assert said.count("Read lesson 04-ndcg, section Ideal.") == 1
    assert "ndcg_at_k, ideal: the same idea (ndcg-ideal-from-shown)." in said
    assert "4. Same recall, another NDCG: not attempted" in said
    assert "7. In your own words: written: not yet (read by a person)" in said
    assert "Not yet:" not in said


def test_an_untouched_notebook_is_one_line_and_runs_nothing(home, checked, monkeypatch):
    assert set(states(checked["03-untouched"])) == {"not attempted"}
    said = words(home, checked["03-untouched"]).splitlines()
    assert said[:2] == ["03-untouched: 0 of 17 done (0 %)", "7 questions, none attempted yet."]
    monkeypatch.setattr(running, "run", lambda *args: pytest.fail("a kernel was started"))
    assert report.check(home, ["03-untouched"])[0].done == 0


def test_a_syntax_error_is_named_and_not_the_name_that_is_missing(checked):
    assert set(sentences(checked["04-broken-code"], 2).values()) == {
        "your answer cell dcg-answer has a syntax error at line 2: '(' was never closed."}


def test_an_answer_cell_that_stops_is_named_with_its_line(checked):
    found = sentences(checked["04-broken-code"], 1)
    stopped = "your answer cell by-hand-answer stopped at line 3 with ZeroDivisionError: " \
              "division by zero."
    assert found["The gain of each film"] == ""
    assert found["The discount of each place"] == found["DCG"] == stopped
    assert "hand_cg" in found["CG"] and "stopped" not in found["CG"]
    assert checked["04-broken-code"].verdicts[0].done == 1


def test_a_name_that_was_changed_is_named(checked):
    assert list(sentences(checked["04-broken-code"], 5).values()) == [
        "`linear_winner` has no value when it is checked; does your answer give it one?"]


def test_one_broken_answer_costs_the_others_nothing(checked):
    assert states(checked["04-broken-code"]) == [
        "not yet", "not yet", "correct", "correct", "not yet", "correct", "correct"]


def test_endless_loops_and_a_dead_kernel_do_not_stop_the_rest(checked):
    loops = checked["05-loops"]
    assert states(loops) == ["correct", "not yet", "correct"] + ["not yet"] * 3 + ["correct"]
    slow = sentences(loops, 2)
    assert all("took longer than 4 s: is there a loop" in text for text in slow.values())
    again = "was stopped after 4 s: is there a loop that never ends?"
    assert list(sentences(loops, 4).values()) == [f"your answer cell recall-answer {again}"]
    assert list(sentences(loops, 5).values())[0].startswith(
        f"your answer cell gain-answer {again} It was at line ")
    assert set(sentences(loops, 6).values()) == {
        "your answer cell mean-answer ended the kernel: does it need too much memory?"}


def test_a_broken_file_is_one_sentence(home, checked):
    broken = checked["06-broken-file"]
    assert broken.verdicts == [] and len(broken.problems) == 1
    assert broken.problems[0].startswith(
        f"{NAME} cannot be read as a notebook (its JSON is broken at line 2);")
    assert "06-broken-file: not checked" in words(home, broken)


def test_it_reads_well_in_a_narrow_terminal(home, checked):
    page = report.wrapped(report.in_words(home, list(checked.values())), 40)
    assert max(len(line) for line in page.splitlines()) <= 44  # a long word may stand out
    assert "\x1b" not in page


# --- Where to go next, and the solutions -------------------------------------------------------


def last_line(home, *results):
    return words(home, *results).splitlines()[-1]


def test_next_is_the_first_thing_to_do_with_what_to_read(home, checked, tmp_path):
    assert last_line(home, *checked.values()) == \
        "Next: 02-half, “3. ndcg_at_k(relevance, k, ideal)”."
    lesson = tmp_path / "course" / "lessons" / "04-ndcg.ipynb"
    lesson.parent.mkdir(parents=True)
    lesson.touch()
    (tmp_path / "release").mkdir()
    for name in ("02-half", "03-untouched"):
        shutil.copytree(home / "release" / name, tmp_path / "release" / name)
    assert last_line(tmp_path, checked["02-half"]).endswith(
        " Read section Ideal of course/lessons/04-ndcg.ipynb.")
    # Nothing was attempted, so no check named a section; the exercise knows where it is treated.
    assert last_line(tmp_path, checked["03-untouched"]) == (
        "Next: 03-untouched, “1. By hand”. Read section Gain of course/lessons/04-ndcg.ipynb.")


@pytest.mark.parametrize("others, expected", [
    ([], "All is done."),
    (["07-homework"], "Next: all the assignments are done, and the homework follows: "
                      "`python -m course start 07-homework`."),
    (["02-next"], "Next: `python -m course start 02-next`."),
])
def test_next_when_all_is_done(checked, tmp_path, others, expected):
    for name in ["01-solved", *others]:
        (tmp_path / "release" / name).mkdir(parents=True)
        shutil.copy(GIVEN, tmp_path / "release" / name)
    (tmp_path / "work" / "01-solved").mkdir(parents=True)
    assert last_line(tmp_path, checked["01-solved"]) == expected


def test_solutions_are_offered_when_every_question_was_tried(home, checked):
    assert "compare: solutions/01-solved/ndcg.ipynb." in words(home, checked["01-solved"])
    assert "You have tried every question of 04-broken-code. The solutions are not in this copy" \
        in words(home, checked["04-broken-code"])
    for name in ("02-half", "03-untouched", "06-broken-file"):
        assert "solutions" not in words(home, checked[name])


@pytest.mark.parametrize("exercise", ["dcg_at_k", "dcg-answer", "dcg", "2"])
def test_a_solution_is_shown_after_an_attempt(home, exercise):
    shown = solution.solution(home, "01-solved", exercise)
    assert shown == RIGHT["dcg-answer"].rstrip()
    assert "SOLUTION" not in shown
    assert solution.solution(home, "01-solved", "hand_cg") == RIGHT["by-hand-answer"].rstrip()


@pytest.mark.parametrize("change", [
    "", "\n", "\n# my idea\n", "\nraise NotImplementedError()\n"])
def test_a_solution_is_not_shown_before_an_attempt(tmp_path, change):
    stub = next(cell.source for cell in nbformat.read(GIVEN, as_version=4).cells
                if cell.id == "dcg-answer")
    root = make(tmp_path, {"04-ndcg": {"dcg-answer": stub + change}})
    shutil.copytree(Path(ROOT, "solutions", "04-ndcg"), root / "solutions" / "04-ndcg")
    shown = solution.solution(root, "04-ndcg", "dcg_at_k")
    assert shown.startswith("Try “2. dcg_at_k(relevance, k)” first") and "check.hint()" in shown
    assert len(shown.splitlines()) == 1
    shutil.rmtree(root / "work")
    assert solution.solution(root, "04-ndcg", "dcg_at_k") == shown


def test_solutions_that_are_not_there(home):
    with pytest.raises(given.Problem, match="not in this copy"):
        solution.solution(home, "02-half", "dcg_at_k")
    with pytest.raises(given.Problem, match="has no exercise 'xyz'; there is by-hand, dcg_at_k"):
        solution.solution(home, "01-solved", "xyz")
    assert "mean_ndcg" in solution.solution(home, "01-solved")


# --- What a question is ------------------------------------------------------------------------


def test_an_emptied_answer_is_no_attempt():
    notebook = nbformat.read(GIVEN, as_version=4)
    written = given.questions(notebook)[-1]
    cell = next(cell for cell in notebook.cells if cell.id == "written-answer")
    for text, expected in [("", False), ("YOUR ANSWER HERE", False), ("No, it is not so.", True)]:
        cell.source = text
        assert given.attempted(written, notebook) is expected


def test_a_check_that_was_deleted_or_edited(tmp_path, monkeypatch):
    root = make(tmp_path, {"04-ndcg": RIGHT})
    path = root / "work" / "04-ndcg" / NAME
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.id != "dcg-short"]
    next(cell for cell in notebook.cells if cell.id == "dcg-value").source = "pass"
    nbformat.write(notebook, path)
    run = []
    monkeypatch.setattr(running, "run", lambda notebook, tests, *rest: run.extend(tests))
    found = verdicts.judge(root, "04-ndcg", root / "release" / "04-ndcg" / NAME, 1, 1)
    assert "missing in your notebook" in found[1].parts[2].sentence
    assert 'check(dcg_at_k, "value")' in run[4].source


def test_a_notebook_that_takes_too_long_in_all(tmp_path, monkeypatch):
    class NoTime:
        restarts, time_left = 0, lambda self: 0.0
        __init__ = __exit__ = lambda *args: None
        __enter__ = lambda self: self  # noqa: E731

    monkeypatch.setattr(running, "_Kernel", NoTime)
    checked = report.check(make(tmp_path, {"04-ndcg": RIGHT}), minutes=2)[0]
    assert {part.sentence for verdict in checked.verdicts for part in verdict.parts} == {
        "not run: the notebook took more than 2 min in all"}
    assert checked.verdicts[-1].state == "correct"  # the written one needs no kernel


# --- Copies ------------------------------------------------------------------------------------


def test_start_copies_all_and_overwrites_nothing(tmp_path):
    root = make(tmp_path, {"01-a": {}, "02-b": {}, "03-c": {}})
    shutil.rmtree(root / "work")
    mine = root / "work" / "02-b" / NAME
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    assert given.start(root) == (["01-a", "03-c"], ["02-b"])
    assert mine.read_text() == "mine"
    assert (root / "work" / "01-a" / NAME).read_bytes() == GIVEN.read_bytes()
    assert given.start(root, ["03-c", "03-c"]) == ([], ["03-c"])
    assert sorted(path.name for path in (root / "work").iterdir()) == ["01-a", "02-b", "03-c"]


def test_a_copy_that_fails_leaves_nothing(tmp_path, monkeypatch):
    root = make(tmp_path, {"01-a": {}})
    shutil.rmtree(root / "work")

    def half(source, target, **options):
        target.mkdir()
        (target / NAME).write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(given.shutil, "copytree", half)
    with pytest.raises(given.Problem, match="No space left"):
        given.start(root)
    assert list((root / "work").iterdir()) == []


def test_a_wrong_name_copies_nothing(tmp_path):
    root = make(tmp_path, {"01-a": {}})
    shutil.rmtree(root / "work")
    with pytest.raises(given.Problem, match="there is no assignment '99'; there is 01-a"):
        given.start(root, ["01-a", "99"])
    assert not (root / "work").exists()


# --- The commands ------------------------------------------------------------------------------


def test_the_commands(tmp_path, monkeypatch, capsys):
    root = make(tmp_path, {"01-a": {}, "02-b": {}})
    shutil.rmtree(root / "work")
    monkeypatch.setattr(cli, "ROOT", str(root))

    def said(*argv):
        code = cli.run(argv)
        out, err = capsys.readouterr()
        return code, out, err

    for argv, text in [(["check"], "course: nothing is started yet; "),
                       (["check", "02-b"], "course: 02-b is not started yet; "),
                       (["check", "99"], "course: there is no assignment '99'; "),
                       (["start", "99"], "course: there is no assignment '99'; "),
                       (["solution", "99"], "course: there is no assignment '99'; ")]:
        code, out, err = said(*argv)
        assert code == 1 and err.startswith(text) and not out and len(err.splitlines()) == 1

    code, out, _ = said("start", "01-a")
    assert code == 0 and out.startswith("Your copy is in work/01-a/.")
    code, out, _ = said("start")
    assert code == 0 and "work/01-a/ already; it was left as it is." in out
    assert "Your copy is in work/02-b/." in out
    code, out, err = said("check", "02-b")
    assert code == 0 and out.startswith("02-b: 0 of 17 done (0 %)")
    assert err == "Running 02-b/ndcg.ipynb …\n"


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_stops_it_and_its_kernel(tmp_path):
    answers = {"by-hand-answer": "import os\nopen('kernel', 'w').write(str(os.getpid()))\n"
                                 "while True:\n    pass"}
    root = make(tmp_path, {"01-a": answers})
    code = (f"from course import cli\ncli.ROOT = {str(root)!r}\n"
            "raise SystemExit(cli.run(['check']))")
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    kernel = root / "work" / "01-a" / "kernel"
    for _ in range(600):
        if kernel.exists() and kernel.read_text():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1].splitlines()[-1] == "course: stopped."
    assert process.returncode == 130
    for _ in range(100):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(kernel.read_text()), 0)
            time.sleep(0.1)
            continue
        return
    pytest.fail("the kernel goes on")
