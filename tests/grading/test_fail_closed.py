"""Without its walls the grader grades nobody; stopped at any moment, it goes on where it was."""

import os
import signal
import subprocess
import sys
import time

import nbformat
import pytest
from nbgrader.api import Gradebook

from course.datasets import data_folder
from course.grading import batch, example, sandbox, walls
from course.grading.batch import Busy, Class, grade_class
from course.grading.report import SOURCE
from course.grading.sandbox import NoSandbox
from course.setup import ROOT

ASSIGNMENT, DATA = example.ASSIGNMENT, data_folder()


@pytest.fixture
def two(tmp_path, master, right):
    """A class of two learners with everything right."""
    for student in ("ines", "omar"):
        path = Class(tmp_path).submission(student, ASSIGNMENT) / master.filename
        path.parent.mkdir(parents=True)
        nbformat.write(example.fill(master.released, right), path)
    return tmp_path


def course(*words, **environment):
    return subprocess.run([sys.executable, "-m", "course", *words], cwd=ROOT, text=True,
                          capture_output=True, env={**os.environ, **environment})


def written(folder):
    return sorted(path.name for path in folder.iterdir())


def test_no_bubblewrap_no_grades(two, monkeypatch):
    def missing():
        raise NoSandbox("bubblewrap is not there.")

    monkeypatch.setattr(sandbox, "find_bwrap", missing)
    with pytest.raises(NoSandbox):
        grade_class(two, ASSIGNMENT, source=SOURCE, data=DATA)
    assert written(two) == ["submitted"]


def test_a_wall_that_does_not_hold_no_grades(two, monkeypatch):
    monkeypatch.setattr(walls, "try_all", lambda data: [("no network", "it got out")])
    with pytest.raises(NoSandbox, match=r"no network \(it got out\)"):
        grade_class(two, ASSIGNMENT, source=SOURCE, data=DATA)
    assert written(two) == ["submitted"]


@pytest.mark.parametrize("system, says", [("darwin", "needs Linux"), ("win32", "needs Linux")])
def test_other_systems_are_told_the_way_out(monkeypatch, system, says):
    monkeypatch.setattr(sandbox.sys, "platform", system)
    with pytest.raises(NoSandbox, match=says) as problem:
        sandbox.find_bwrap()
    assert "--no-sandbox" in str(problem.value)


def test_the_command_says_one_sentence(two, tmp_path):
    broken = tmp_path / "bin"
    broken.mkdir()
    (broken / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
    (broken / "bwrap").chmod(0o755)
    done = course("grade", ASSIGNMENT, "--class", str(two),
                  PATH=f"{broken}{os.pathsep}{os.environ['PATH']}")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "the sandbox could not be made (bwrap: No permissions)" in done.stderr
    assert "grades.csv" not in written(two)


def test_without_the_sandbox_every_grade_says_so(two):
    done = course("grade", ASSIGNMENT, "--class", str(two), "--no-sandbox", "--student", "ines")
    assert "WITHOUT THE SANDBOX" in done.stderr and done.returncode == 0
    table = (two / "grades.csv").read_text("utf-8")
    assert "graded WITHOUT the sandbox" in table and ",22,25,needs-manual," in table


def test_killed_in_the_middle_and_run_again(two):
    call = [sys.executable, "-m", "course", "grade", ASSIGNMENT, "--class", str(two)]
    process = subprocess.Popen(call, cwd=ROOT, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    ends = time.monotonic() + 120
    while not list(two.glob("results/*/*.json")) and time.monotonic() < ends:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path: path.stat().st_mtime_ns for path in two.glob("results/*/*.json")}
    assert kept

    runs = []
    original = batch._in_processes

    def spy(jobs, *args):
        runs.extend(job.student for job in jobs)
        return original(jobs, *args)

    batch._in_processes = spy
    try:
        seconds = {"seconds": 30.0, "minutes": 10.0}  # as the command has them
        rows = grade_class(two, ASSIGNMENT, source=SOURCE, data=DATA, **seconds)
    finally:
        batch._in_processes = original
    assert {row["student_id"]: row["score"] for row in rows} == {"ines": 22, "omar": 22}
    assert not {path.stem for path in kept} & set(runs), "nobody is graded twice"
    assert not list(two.rglob("*.part"))
    with Gradebook(f"sqlite:///{two / 'gradebook.db'}") as book:
        assert len(book.assignment_submissions(ASSIGNMENT)) == 2


def test_two_runs_on_one_class_do_not_mix(two):
    with Class(two).alone(), pytest.raises(Busy, match="another run is grading"):
        grade_class(two, ASSIGNMENT, source=SOURCE, data=DATA, sandbox=False)


def test_a_gradebook_held_by_another_program_is_waited_for(two):
    import sqlite3
    import threading

    with Class(two).book() as book:
        from course.grading.master import masters
        from course.grading.submission import Result

        book.record_assignment(masters(SOURCE, ASSIGNMENT))
        other = sqlite3.connect(two / "gradebook.db", check_same_thread=False)
        other.execute("begin immediate")
        threading.Timer(7, lambda: (other.rollback(), other.close())).start()
        book.write(Result(ASSIGNMENT, "ines", problem="none"))
    with Gradebook(f"sqlite:///{two / 'gradebook.db'}") as book:
        assert book.find_submission(ASSIGNMENT, "ines")


def test_a_learner_who_is_not_there_is_no_new_row(two):
    with pytest.raises(batch.UnknownLearner, match="no learner 'nobody'"):
        grade_class(two, ASSIGNMENT, source=SOURCE, data=DATA, student="nobody")
    assert written(two) == ["submitted"]


def test_only_the_example_class_goes_on_without_a_sandbox(monkeypatch, capsys):
    from argparse import Namespace

    from course.grading import report

    tried = []

    def grade(folder, *, sandbox, **options):
        tried.append(sandbox)
        if sandbox:
            raise NoSandbox("user namespaces are forbidden.")
        return []

    monkeypatch.setattr(report.example, "grade_example", grade)
    monkeypatch.setattr(report.batch, "grade_class", lambda *args, **options: grade("", **options))
    call = {"assignment": None, "student": None, "folder": "", "no_sandbox": False,
            "again": False, "minutes": 10.0, "seconds": None}
    assert report.main(Namespace(example=True, **call)) == 0 and tried == [True, False]
    said = capsys.readouterr().err
    assert "user namespaces are forbidden" in said and "graded without it" in said

    tried.clear()
    monkeypatch.setattr(report, "_assignment", lambda wanted: ASSIGNMENT)
    assert report.main(Namespace(example=False, **call)) == 1 and tried == [True]
