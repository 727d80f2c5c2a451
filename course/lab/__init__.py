"""`course lab`: JupyterLab at the first lesson, without pop-ups, also as root in a container."""

import os
import subprocess
import sys
from pathlib import Path

from course.setup import ROOT

FIRST = "course/lessons/00-start-here.ipynb"
WELCOME = ("JupyterLab opens at lesson 00. `python -m course check`, in another terminal, says "
           "where to go next. Control-C in this one ends JupyterLab.")

# A lesson is a notebook; the text it is built from would stand beside it in the list.
HIDDEN = ("__pycache__", "*.pyc", "*~", ".DS_Store", "[0-9][0-9]-*.py")

# nbgrader's tools for instructors. overrides.json and page_config.json beside this file say no to
# the question about news and to their panels; Validate stays.
INSTRUCTORS = ("assignment_list", "course_list", "formgrader")


def command(options=(), *, root=ROOT, opens=f"/lab/tree/{FIRST}", settings=None, keeps=None):
    """The call that starts JupyterLab; `options` are added at its end.

    root: the folder it shows. opens: the address it opens at. settings: the folder with
    overrides.json and page_config.json (default: this one). keeps: the folder whose `.lab`
    remembers the open tabs (default: root), so that none come back from other projects.
    """
    call = [
        sys.executable, "-m", "jupyterlab",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={opens}",
        f"--LabApp.app_settings_dir={settings or Path(__file__).parent}",
        f"--LabApp.workspaces_dir={Path(keeps or root, '.lab')}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        *(f"--ServerApp.jpserver_extensions=nbgrader.server_extensions.{name}=False"
          for name in INSTRUCTORS),
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        call.append("--allow-root")
    return [*call, *options]


def hide():
    """The options that keep HIDDEN out of JupyterLab's list of files."""
    return [f"--ContentsManager.hide_globs={name}" for name in HIDDEN]


def main(options=()):
    """Run JupyterLab until it is stopped; returns its exit code."""
    print(WELCOME, flush=True)
    return subprocess.call(command([*hide(), *options]), cwd=ROOT)
