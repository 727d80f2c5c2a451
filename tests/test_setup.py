"""The environment sets itself up once, from lock files without addresses, and says so in words."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from course import setup

ROOT = Path(setup.ROOT)


@pytest.fixture
def pretend(tmp_path, monkeypatch):
    """A root and an empty .venv of the test's own, and a record of the calls made."""
    calls = []

    def call(command, env=None, cwd=None):
        calls.append(command)
        if "venv" in command:
            python = Path(setup.venv_python())
            python.parent.mkdir(parents=True)
            python.write_text("")
        return 0

    monkeypatch.setattr(setup, "ROOT", str(tmp_path))
    monkeypatch.setattr(setup, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(setup.subprocess, "call", call)
    monkeypatch.setattr(setup.shutil, "which", lambda name: None)
    monkeypatch.delenv("COURSE_NO_SETUP", raising=False)
    for name in ("requirements.txt", *setup.DEVELOP, *setup.BOOK):
        (tmp_path / name).write_text(f"# {name}\n")
    return calls


def installs(calls):
    return [Path(command[command.index("-r") + 1]).name for command in calls if "-r" in command]


def test_a_second_run_repeats_nothing(pretend):
    setup.again_inside(["grade", "--example"])
    assert installs(pretend) == ["requirements.txt"]
    assert pretend[-1][1:] == ["-m", "course", "grade", "--example"]
    pretend.clear()
    setup.again_inside(["grade", "--example"])
    assert len(pretend) == 1, "only the command itself"


def test_a_changed_lock_file_is_installed_again(pretend):
    setup.again_inside(["doctor"])
    Path(setup.ROOT, "requirements.txt").write_text("# other\n")
    pretend.clear()
    setup.again_inside(["doctor"])
    assert installs(pretend) == ["requirements.txt"]


def test_tests_need_more_and_recmetrics_comes_without_its_dependencies(pretend):
    setup.again_inside(["test"])
    assert installs(pretend) == [*setup.DEVELOP, *setup.BOOK]
    apart = next(c for c in pretend if c[-1].endswith(setup.APART))
    others = [c for c in pretend if "-r" in c and c is not apart]
    assert "--no-deps" in apart and all("--no-deps" not in c for c in others)
    assert all("--require-hashes" in c for c in [apart, *others])


def test_a_failed_step_is_not_taken_for_done(pretend, monkeypatch):
    monkeypatch.setattr(setup.subprocess, "call", lambda *a, **k: 1)
    for _ in range(2):
        with pytest.raises(setup.SetupFailed, match="this step failed"):
            setup.again_inside(["doctor"])


def test_help_needs_no_environment(pretend):
    assert setup.inside(["help"]) and setup.inside([]) and setup.inside(["grade", "--help"])


def test_an_old_python_is_told_what_to_do(pretend, monkeypatch):
    monkeypatch.setattr(setup.sys, "version_info", (3, 9, 1))
    with pytest.raises(setup.SetupFailed, match="Python 3.11 to 3.14 is needed and this is 3.9"):
        setup.again_inside(["doctor"])


def test_the_book_needs_sphinx_and_other_commands_do_not(pretend):
    setup.again_inside(["book"])
    assert installs(pretend) == ["requirements.txt", *setup.BOOK]
    users = [command for command, files in setup.NEEDS.items() if set(setup.BOOK) & set(files)]
    assert sorted(users) == ["book", "pdf", "slides", "test"]


@pytest.mark.parametrize("name", ["requirements.txt", *setup.DEVELOP, *setup.BOOK])
def test_lock_files_hold_hashes_and_no_addresses(name):
    text = (ROOT / name).read_text("utf-8")
    pins = re.findall(r"^[\w.-]+==", text, re.MULTILINE)
    assert pins and text.count("--hash=sha256:") >= len(pins)
    assert "://" not in text and "index-url" not in text


def test_the_lock_files_describe_one_environment():
    def pins(name):
        text = (ROOT / name).read_text("utf-8")
        return set(re.findall(r"^([\w.-]+==\S+)", text, re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
    # The third is installed on top: it may add packages, and not other versions.
    versions = {}
    for pin in pins("requirements-dev.txt") | pins("requirements-docs.txt"):
        versions.setdefault(pin.split("==")[0], set()).add(pin)
    assert all(found <= pins("requirements-dev.txt") or found <= pins("requirements-docs.txt")
               for found in versions.values())


def test_the_makefile_is_one_call_a_target():
    lines = (ROOT / "Makefile").read_text("utf-8").splitlines()
    recipes = [line for line in lines if line.startswith("\t")]
    assert recipes and all(re.fullmatch(r"\t@\$\(COURSE\) [\w -]+", line) for line in recipes)
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == "exec make test"


@pytest.mark.parametrize("words", [["help"], ["nonsense"], ["grade", "99-nothing"], ["grade"]])
def test_bad_calls_get_one_sentence_and_a_code(words, tmp_path):
    done = subprocess.run([sys.executable, "-m", "course", *words], cwd=ROOT, text=True,
                          capture_output=True)
    assert "Traceback" not in done.stdout + done.stderr
    assert (done.returncode == 0) == (words == ["help"])
    if words[0] == "grade":
        assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1
