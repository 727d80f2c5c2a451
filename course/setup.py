"""One `.venv` at the root: made on first need, left alone while the lock files stay the same.

uv does the work where it is on the PATH (seconds), plain pip elsewhere (a minute or two).
Standard library only: this runs before anything is installed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
SUPPORTED = ((3, 11), (3, 14))

# What a command needs besides the course itself. recmetrics pins pandas below 2,
# so it is installed apart, without its dependencies.
RUN = ["requirements.txt"]
DEVELOP = ["requirements-dev.txt", "requirements-recmetrics.txt"]
BOOK = ["requirements-docs.txt"]  # Sphinx and its kin, which no student needs
NEEDS = {"test": DEVELOP + BOOK, "book": RUN + BOOK, "pdf": RUN + BOOK,
         "slides": RUN + BOOK, "attack": DEVELOP, "bench": DEVELOP,
         "lock": DEVELOP, "help": [], "": []}
APART = "requirements-recmetrics.txt"


class SetupFailed(Exception):
    """The environment could not be made; the message says what to do."""


def prepare_nbgrader():
    """What nbgrader needs before it is imported: a tool by its name, and no slow start."""
    # It calls alembic by name, which stands beside this Python.
    here, path = os.path.dirname(sys.executable), os.environ.get("PATH", "")
    if here not in path.split(os.pathsep):
        os.environ["PATH"] = here + os.pathsep + path
    # jsonschema imports, if it can, a grammar of web addresses that takes seconds to build at
    # every start; notebooks have no addresses to check.
    sys.modules.setdefault("rfc3987_syntax", None)


def venv_python():
    """The path of the environment's own Python."""
    if os.name == "nt":
        return os.path.join(VENV, "Scripts", "python.exe")
    return os.path.join(VENV, "bin", "python")


def inside(argv):
    """True when this process may run the command itself.

    That is so inside an up-to-date `.venv`, or anywhere when COURSE_NO_SETUP is set
    (an environment of your own, for example a container image).
    """
    if os.environ.get("COURSE_NO_SETUP") or not _files(argv):
        return True
    here = os.path.normcase(os.path.realpath(sys.prefix))
    return here == os.path.normcase(os.path.realpath(VENV)) and not _missing(argv)


def again_inside(argv):
    """Make what is missing, then run the same command with the Python of `.venv`."""
    if _missing(argv):
        _make(_missing(argv))
    try:
        return subprocess.call([venv_python(), "-m", "course"] + list(argv), cwd=os.getcwd(),
                               env=dict(os.environ, PYTHONPATH=_with_root()))
    except KeyboardInterrupt:
        return 130


def _with_root():
    # The command may be given from another folder; `course` must still be this one.
    old = os.environ.get("PYTHONPATH")
    return ROOT if not old else ROOT + os.pathsep + old


def _files(argv):
    if "-h" in argv or "--help" in argv:
        return NEEDS["help"]
    words = [word for word in argv if not word.startswith("-")]
    needed = NEEDS.get(words[0] if words else "", RUN)
    # A copy for students has no requirements for tests; its commands say so.
    return [name for name in needed if os.path.exists(os.path.join(ROOT, name))]


def _stamp(name):
    return os.path.join(VENV, ".installed-" + name)


def _digest(name):
    with open(os.path.join(ROOT, name), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _missing(argv):
    """The lock files that are not installed as they stand now."""
    missing = []
    for name in _files(argv):
        try:
            with open(_stamp(name)) as file:
                installed = file.read()
        except OSError:
            installed = None
        if installed != _digest(name) or not os.path.exists(venv_python()):
            missing.append(name)
    return missing


def _make(names):
    low, high = SUPPORTED
    uv = shutil.which("uv")
    if not low <= sys.version_info[:2] <= high and not uv:
        raise SetupFailed(
            "Python {}.{} to {}.{} is needed and this is {}.{}; install one of them "
            "(or uv, which brings its own) and call it by name, for example `make grade "
            "PYTHON=python3.12`.".format(*(low + high + sys.version_info[:2])))
    begun = time.time()
    print("Setting up .venv with {} (once) …".format("uv" if uv else "pip"), flush=True)
    if not os.path.exists(venv_python()):
        if uv:
            # This very Python if it will do; else uv finds or fetches one.
            fits = low <= sys.version_info[:2] <= high
            wanted = sys.executable if fits else ">=3.11,<3.15"
            _call([uv, "venv", "--quiet", "--clear", "--python", wanted, VENV])
        else:
            _call([sys.executable, "-m", "venv", "--clear", VENV])
    for name in names:
        print("  installing {} …".format(name), flush=True)
        lock = ["--require-hashes", "-r", os.path.join(ROOT, name)]
        if name == APART:
            lock.insert(0, "--no-deps")
        _call(_pip(uv) + lock)
    # The project itself, editable: notebooks in any folder can import `course`.
    _call(_pip(uv) + ["--no-deps", "--no-build-isolation", "--editable", ROOT])
    for name in names:
        with open(_stamp(name), "w") as file:
            file.write(_digest(name))
    print("  done in {:.0f} s.".format(time.time() - begun), flush=True)


def _pip(uv):
    if uv:
        # Compiled once here, else every command would compile what it imports.
        return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", venv_python()]
    return [venv_python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            "--no-input"]


def _call(command):
    env = dict(os.environ)
    env.pop("VIRTUAL_ENV", None)
    # Running as root in a container is a choice already made; the warning helps nobody.
    env.setdefault("PIP_ROOT_USER_ACTION", "ignore")
    if subprocess.call(command, env=env) != 0:
        raise SetupFailed(
            "this step failed: `{}`; its own words are above. Is there a network? "
            "Run the command again when it is mended: what is done is not done twice."
            .format(" ".join(os.path.basename(command[0]) if i == 0 else part
                             for i, part in enumerate(command))))
