"""`course lab`: JupyterLab at the first lesson, without pop-ups, also as root in a container."""

import os
import subprocess
import sys
from pathlib import Path

from course.setup import ROOT

FIRST = "course/lessons/00-start-here.ipynb"


def command(options=()):
    """The call that starts JupyterLab; `options` are added at its end."""
    call = [
        sys.executable, "-m", "jupyterlab",
        f"--ServerApp.root_dir={ROOT}",
        f"--LabApp.default_url=/lab/tree/{FIRST}",
        # overrides.json beside this file says no to the question about news.
        f"--LabApp.app_settings_dir={Path(__file__).parent}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        call.append("--allow-root")
    return [*call, *options]


def main(options=()):
    """Run JupyterLab until it is stopped; returns its exit code."""
    return subprocess.call(command(options), cwd=ROOT)
