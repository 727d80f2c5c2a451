"""`course lab` opens the first lesson, asks no questions, and starts as root in a container."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from course import cli, lab
from course.setup import ROOT, SUPPORTED


def test_the_first_lesson_is_there():
    assert Path(ROOT, lab.FIRST).is_file()


def test_root_is_allowed_and_others_need_no_permission(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "--allow-root" in lab.command()
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert "--allow-root" not in lab.command(["--no-browser"])


def test_it_starts_at_the_first_lesson_and_without_news(tmp_path):
    call = [sys.executable, "-m", "course", "lab", "--", "--no-browser", "--ServerApp.port=0",
            "--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=t"]
    log = tmp_path / "log"
    env = {**os.environ, "JUPYTER_RUNTIME_DIR": str(tmp_path), "COURSE_NO_SETUP": "1"}
    with open(log, "wb") as file:
        server = subprocess.Popen(call, cwd=ROOT, env=env, stdout=file, stderr=file)
    try:
        address = None
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:\d+(/lab/tree/\S+?)\?", log.read_text("utf-8"))
            if found:
                address = found[0].split("/lab/")[0]
                break
            assert server.poll() is None, log.read_text("utf-8")
            time.sleep(0.1)
        assert found[1] == f"/lab/tree/{lab.FIRST}"
        plugin = "@jupyterlab/apputils-extension:notification"
        with urllib.request.urlopen(f"{address}/lab/api/settings/{plugin}?token=t") as answer:
            schema = json.load(answer)["schema"]["properties"]
        assert schema["fetchNews"]["default"] == "false"
        assert schema["checkForUpdates"]["default"] is False
    finally:
        # The command ends when JupyterLab, which it started, ends.
        import psutil

        for process in [*psutil.Process(server.pid).children(recursive=True), server]:
            process.terminate()
        server.wait(timeout=20)


def test_students_see_no_panels_of_instructors():
    for folder, formgrader in ((Path(lab.__file__).parent, True),
                               (Path(ROOT, "course", "grading", "lab"), False)):
        config = json.loads((folder / "page_config.json").read_text("utf-8"))
        off = {name.removeprefix("@jupyter/nbgrader:") for name in config["disabledExtensions"]}
        assert {"assignment-list", "course-list", "create-assignment"} <= off
        assert ("formgrader" in off) is formgrader and "validate-assignment" not in off
        news = json.loads((folder / "overrides.json").read_text("utf-8"))
        assert news["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


@pytest.mark.parametrize("left", [[], ["gradebook.db"], ["results/04-ndcg/alba.json"]])
def test_an_ungraded_class_gets_one_sentence(tmp_path, capsys, monkeypatch, left):
    from course.grading import formgrader

    monkeypatch.setattr(formgrader.subprocess, "call", lambda *_, **__: 0)
    for name in left:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert cli.run(["instructor", "--class", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert f"course grade 04-ndcg --class {tmp_path}`" in said.err


def test_a_graded_class_is_opened_where_it_is(tmp_path, capsys, monkeypatch):
    from course.grading import formgrader

    calls = []
    monkeypatch.setattr(formgrader.subprocess, "call", lambda call, **_: calls.append(call) or 0)
    for name in ("gradebook.db", "results/03-map/alba.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert cli.run(["instructor", "--class", str(tmp_path), "--", "--no-browser"]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and f"course grade 03-map --class {tmp_path}`" in said
    [call] = calls
    assert f"--Formgrader.folder={tmp_path}" in call and call[-1] == "--no-browser"
    root = Path(next(part for part in call if "root_dir" in part).split("=")[1])
    assert tmp_path.is_relative_to(root) and Path(ROOT, "solutions").is_relative_to(root)


def test_binder_gets_the_versions_of_the_course():
    folder = Path(ROOT, ".binder")
    wanted = (folder / "requirements.txt").read_text("utf-8").split()
    assert wanted == ["-r", "../requirements.txt"]
    version = (folder / "runtime.txt").read_text("utf-8").strip().removeprefix("python-")
    low, high = SUPPORTED
    assert low <= tuple(map(int, version.split("."))) <= high
    assert os.access(folder / "postBuild", os.X_OK)
