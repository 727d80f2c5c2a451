"""One limit on memory and processes for a kernel and all its children, where the system has it.

Control groups are the kernel's own way to do this. They are used where this user may make them
(root, mostly); elsewhere each process has its limits, and the sum is watched (sandbox.greedy).
"""

import contextlib
import os
import secrets
import time
from pathlib import Path

BASE = Path("/sys/fs/cgroup")


class Cgroup:
    """A control group, or several in the old layout; `folders` is empty where there is none."""

    def __init__(self, memory, processes, base=BASE):
        name = f"course-{secrets.token_hex(6)}"
        self.folders = []
        if (base / "cgroup.controllers").exists():  # version 2: one tree
            self._make(base / name, {"memory.max": memory, "memory.swap.max": 0,
                                     "pids.max": processes}, needed=("memory.max", "pids.max"))
        else:  # version 1: a tree for each kind of limit
            self._make(base / "memory" / name, {"memory.limit_in_bytes": memory})
            self._make(base / "pids" / name, {"pids.max": processes})

    def _make(self, folder, limits, needed=None):
        try:
            if not folder.parent.is_dir():
                return
            folder.mkdir()
        except OSError:
            return
        self.folders.append(folder)
        for name, value in limits.items():
            try:
                (folder / name).write_text(str(value))
            except OSError:
                if name in (needed or limits):
                    self.folders.remove(folder)
                    with contextlib.suppress(OSError):
                        folder.rmdir()
                    return

    def join(self):
        """Put the calling process in; called between fork and exec."""
        for folder in self.folders:
            with contextlib.suppress(OSError), open(folder / "cgroup.procs", "w") as file:
                file.write(str(os.getpid()))

    def remove(self):
        """Remove the groups, once their processes are gone."""
        for folder in self.folders:
            for _ in range(50):
                try:
                    folder.rmdir()
                    break
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.02)
        self.folders = []
