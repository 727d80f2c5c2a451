"""`course lab` opens the first lesson, asks no questions, and starts as root in a container."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from course import lab
from course.setup import ROOT


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
