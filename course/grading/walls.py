"""Prove each wall of the sandbox by trying to break it, before any student code is run.

`course doctor` shows every wall; `course grade` refuses to begin when one is missing.
"""

import contextlib
import json
import os
import socket
import tempfile
import time
from pathlib import Path

import psutil

from course.grading.execute import Outputs, Runner
from course.grading.fates import Lost
from course.grading.sandbox import ROOT, NoSandbox, Place, student_package

# Runs inside. Each wall answers None when it holds, else what got through.
ATTACK = r'''
def walls(secrets, port, marker):
    import os, socket, subprocess, sys, time
    found = {}

    def wall(attack):
        try:
            found[attack.__name__.replace("_", " ")] = attack()
        except BaseException as problem:
            found[attack.__name__.replace("_", " ")] = f"{type(problem).__name__}: {problem}"

    @wall
    def an_ordinary_user_without_rights():
        rights = [l for l in open("/proc/self/status") if l.startswith(("CapEff", "CapPrm"))]
        if os.getuid() == 0 and SANDBOX_OF_ROOT:
            return "it runs as root"
        return None if all(int(l.split()[1], 16) == 0 for l in rights) else "it has rights"

    @wall
    def no_new_rights():
        status = open("/proc/self/status").read()
        return None if "NoNewPrivs:\t1" in status else "it may gain rights"

    @wall
    def no_network():
        if [name for _, name in socket.if_nameindex() if name != "lo"]:
            return "it sees a network"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            return None
        return "it reached a port of this machine"

    @wall
    def solutions_grades_and_other_learners_are_out_of_sight():
        seen = [path for path in secrets if os.path.exists(path)]
        return f"it sees {seen}" if seen else None

    @wall
    def nothing_outside_can_be_written():
        for folder in [*sys.path, "/", "/usr", "/etc", "/dev", sys.prefix, sys.base_prefix,
                       os.environ["COURSE_DATA"]]:
            if not os.path.isdir(folder):
                continue
            try:
                with open(os.path.join(folder, marker), "w"):
                    return f"it wrote into {folder}"
            except OSError:
                pass

    @wall
    def no_other_processes():
        others = [p for p in os.listdir("/proc") if p.isdigit()]
        return None if len(others) < 10 else f"it sees {len(others)} processes"

    @wall
    def a_clean_environment():
        return "it sees the grader's environment" if marker in os.environ.values() else None

    @wall
    def a_limit_on_processes():
        children = []
        try:
            for _ in range(200):
                children.append(subprocess.Popen(["/bin/sleep", "20"]))
            return "it started 200 processes"
        except (OSError, MemoryError):
            return None
        finally:
            for child in children:
                child.kill()
            for child in children:
                child.wait()

    @wall
    def a_limit_on_memory():
        try:
            bytearray(8 << 30)
        except MemoryError:
            return None
        return "it got 8 GB"

    @wall
    def a_limit_on_files():
        import signal
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            with open("big", "wb") as file:
                for _ in range(100):
                    file.write(bytes(1 << 20))
        except OSError:
            return None
        finally:
            os.remove("big")
        return "it wrote a file of 100 MB"

    @wall
    def nothing_stays_behind():
        code = ("import os, time\nos.setsid()\nif os.fork(): os._exit(0)\n"
                f"time.sleep(600) # {marker}")
        subprocess.Popen([sys.executable, "-c", code])
        time.sleep(0.5)

    return found
'''


def try_all(data):
    """Try to break every wall once; returns [(wall, None or what got through)].

    Raises NoSandbox, NoKernel.
    """
    marker = "wall-" + os.urandom(6).hex()
    os.environ["COURSE_CANARY"] = marker
    secrets = [str(ROOT / name) for name in (
        "source", "solutions", "release", "gradebook.db", ".git", "tests", "README.md",
        "course/grading", "course/assignments", "course/checks/ndcg.py")]
    try:
        with (socket.create_server(("127.0.0.1", 0)) as server,
              tempfile.TemporaryDirectory(prefix="p-") as folder):
            place = Place(student_package(folder), Path(data), worker=os.getpid())
            with Runner(place, 30) as runner:
                found = _attack(runner, secrets, server.getsockname()[1], marker)
    finally:
        del os.environ["COURSE_CANARY"]
    if found.get("nothing stays behind", "") is None:
        found["nothing stays behind"] = _left(marker)
    return list(found.items())


def _attack(runner, secrets, port, marker):
    root = "True" if runner.kernel.uid is not None else "False"
    outputs = Outputs()
    code = ATTACK.replace("SANDBOX_OF_ROOT", root)
    code += f"\nimport json\nprint(json.dumps(walls({secrets!r}, {port}, {marker!r})))"
    try:
        runner.code(code, 30, outputs)
        return json.loads(outputs.kept[-1].text)
    except (Lost, IndexError, AttributeError, ValueError):
        said = str(outputs.kept[-1].get("evalue", "")) if outputs.kept else "no answer"
        raise NoSandbox(f"the sandbox could not be tested ({said[:200]}); nothing was graded."
                        ) from None


def _left(marker):
    """A process that outlived its sandbox, or None."""
    time.sleep(0.2)
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.status() != psutil.STATUS_ZOMBIE and marker in " ".join(process.cmdline()):
                return f"process {process.pid} goes on"
    return None


def require(data):
    """Refuse to go on when a wall is missing. Raises NoSandbox, NoKernel."""
    broken = [f"{wall} ({problem})" for wall, problem in try_all(data) if problem is not None]
    if broken:
        raise NoSandbox("a wall of the sandbox does not hold here, so nothing was graded: "
                        + "; ".join(broken) + ".")


