"""From what was handed in to a notebook in the master's shape, with a note for each repair.

Nothing that a learner hands in is trusted: links are never followed, nothing but regular files
is opened, and sizes are bounded. Then reading.py makes a notebook of the bytes, and repair.py
gives it the master's shape.
"""

import contextlib
import os
import re
import stat
import sys
import unicodedata
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path

import nbformat

from course.grading.reading import Unreadable, read_notebook
from course.grading.repair import answered, into_shape

MB = 1_000_000
MOST_NOTEBOOK = 60 * MB  # most of it may be outputs, which are dropped at once
MOST_FILE = 10 * MB
MOST_BYTES = 50 * MB     # all files that are not notebooks
MOST_FILES = 200
MOST_ENTRIES = 2_000     # names in a folder that are looked at
MOST_NOTEBOOKS = 8       # notebooks that are looked into, besides the expected one

IS_NOTEBOOK = re.compile(r"\.ipynb(\.txt|\.json)?$", re.IGNORECASE)
CHECKPOINTS = ".ipynb_checkpoints"

# Read by Python, IPython or Jupyter at their start when they lie in the working folder.
START_FILES = {"course", "sitecustomize", "usercustomize", "ipython_config",
               "ipython_kernel_config", "jupyter_config"}
MODULE_ENDINGS = (".py", ".pyw", ".pyc", ".pyd", ".so")

WITH_FOLDERS = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
FILE_FLAGS = (os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
              | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
FOLDER_FLAGS = FILE_FLAGS | getattr(os, "O_DIRECTORY", 0)


@dataclass
class Taken:
    """A notebook ready to be run, what was repaired on the way, and the files it may read.

    files: {POSIX path below the submission's folder: content}.
    """

    notebook: nbformat.NotebookNode
    notes: list = field(default_factory=list)
    files: dict = field(default_factory=dict)


def take(folder, master):
    """Read the submission of one notebook from `folder` and give it the master's shape.

    folder: the student's folder of this assignment. Returns Taken. Raises Unreadable.
    """
    folder = Path(os.path.abspath(folder))
    _refuse_links(folder)
    listed = look(folder)
    if listed.cut and master.filename not in listed.files and _is_plain(folder, master.filename):
        listed.files.insert(0, master.filename)
    submitted, notes = _choose(folder, listed, master)
    notebook, repairs = into_shape(submitted, master)
    files, left_out = other_files(folder, listed)
    return Taken(notebook, notes + repairs + left_out, files)


def _is_plain(folder, name):
    try:
        return stat.S_ISREG(os.lstat(folder / name).st_mode)
    except OSError:
        return False


# --- the folder ----------------------------------------------------------------------------


@dataclass
class Listed:
    """What lies in a submission's folder, and one folder deeper; as POSIX paths below it."""

    files: list = field(default_factory=list)
    links: list = field(default_factory=list)
    special: list = field(default_factory=list)  # devices, pipes, sockets, odd names
    deep: list = field(default_factory=list)     # folders inside folders
    checkpoints: bool = False
    cut: bool = False                            # there was more than we look at


def _refuse_links(folder):
    for path in (folder.parent, folder):
        if _is_link(path):
            raise Unreadable("the folder that was handed in is a link to another place; "
                             "hand in the files themselves.")
    try:
        mode = os.lstat(folder).st_mode
    except OSError:
        raise Unreadable("there is no folder for this submission; hand it in once more."
                         ) from None
    if not stat.S_ISDIR(mode):
        raise Unreadable(f"{_shown(folder.name)} is a file, but a folder with the notebook in it "
                         "was expected.")


def _is_link(path):
    # A junction is Windows's link between folders.
    return os.path.islink(path) or getattr(os.path, "isjunction", lambda path: False)(path)


def _open(folder, relative, flags):
    """Open a path below `folder`. No link is followed, not even of `folder` or its parent.

    relative: a POSIX path, or "" for the folder itself. Returns a descriptor. Raises OSError.
    """
    folder = Path(os.path.abspath(folder))
    trusted = max(1, len(folder.parts) - 2)
    base = Path(*folder.parts[:trusted])
    parts = [*folder.parts[trusted:], *filter(None, relative.split("/"))]
    if not WITH_FOLDERS:
        path = base
        for part in parts:
            path = path / part
            if _is_link(path):
                raise OSError("a link")
        return os.open(path, flags)
    at = os.open(base, getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY)
    for number, part in enumerate(parts, 1):
        try:
            below = os.open(part, flags if number == len(parts) else FOLDER_FLAGS, dir_fd=at)
        finally:
            os.close(at)
        at = below
    return at


def read_file(folder, relative, most):
    """The content of a regular file below `folder`; None if it is larger than `most` bytes.

    Raises OSError for anything but a regular file, and never waits for one.
    """
    with open(_open(folder, relative, FILE_FLAGS), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError("no regular file")
        content = file.read(most + 1) if found.st_size <= most else None
    return None if content is None or len(content) > most else content


def look(folder):
    """List a submission's folder and the folders in it, without following or opening anything."""
    listed = Listed()
    for name in _scan(folder, "", listed):
        _scan(folder, name, listed)
    for names in (listed.files, listed.links, listed.special, listed.deep):
        names.sort()
    return listed


def _scan(folder, inside, listed):
    """Add the entries of one folder to `listed`; returns the folders among them."""
    try:
        at = _open(folder, inside, FOLDER_FLAGS) if WITH_FOLDERS else folder / inside
    except OSError:
        listed.special.append(inside)
        return []
    try:
        with os.scandir(at) as entries:
            return _sort(entries, inside, listed)
    except OSError:
        listed.special.append(inside)
        return []
    finally:
        if WITH_FOLDERS:
            os.close(at)


def _sort(entries, inside, listed):
    folders = []
    for number, entry in enumerate(entries):
        if number >= MOST_ENTRIES:
            listed.cut = True
            break
        listed.checkpoints |= entry.name == CHECKPOINTS
        if entry.name.startswith(".") or entry.name in ("__pycache__", "__MACOSX"):
            continue
        name = f"{inside}/{entry.name}" if inside else entry.name
        if entry.is_symlink() or getattr(entry, "is_junction", lambda: False)():
            listed.links.append(name)
        elif name != _shown(name, most=600) or "\\" in name:
            listed.special.append(name)
        elif entry.is_dir(follow_symlinks=False):
            (listed.deep if inside else folders).append(name)
        elif entry.is_file(follow_symlinks=False):
            listed.files.append(name)
        else:
            listed.special.append(name)
    return sorted(folders)


def _shown(name, most=60):
    """A file name as it may stand in a note: short, and without control characters."""
    name = "".join("\ufffd" if unicodedata.category(char) in ("Cc", "Cs") or char in "\u2028\u2029"
                   else char for char in name)
    return name if len(name) <= most else name[:most - 1] + "…"


# --- the other files -----------------------------------------------------------------------


def other_files(folder, listed=None):
    """({path: content}, notes) of the files that the notebook may read while it runs.

    folder: the submission's. listed: what lies in it, if that has been looked up before.
    """
    listed = listed or look(folder)
    names = [name for name in listed.files if not IS_NOTEBOOK.search(name)]
    python = {name.split("/")[0] for name in names if "/" in name
              and name.lower().endswith(MODULE_ENDINGS)}
    left_out = {"{is a link|are links}": [*listed.links],
                "{is no ordinary file|are no ordinary files}": [*listed.special],
                "{lies|lie} too deep in folders": [*listed.deep]}
    files, size = {}, 0
    for name in names:
        why = None
        if _is_shadow(name, python):
            why = "{has the name of a module|have the names of modules}"
        elif len(files) >= MOST_FILES:
            why = f"{{comes|come}} after the first {MOST_FILES} files"
        else:
            try:
                content = read_file(folder, name, MOST_FILE)
            except OSError:
                why = "{cannot|cannot} be read"
            else:
                if content is None:
                    why = f"{{is|are}} larger than {MOST_FILE // MB} MB"
                elif size + len(content) > MOST_BYTES:
                    why = f"{{does|do}} not fit into {MOST_BYTES // MB} MB with the others"
        if why:
            left_out.setdefault(why, []).append(name)
        else:
            files[name] = content
            size += len(content)
    notes = [_left_out(names, why) for why, names in left_out.items() if names]
    if listed.cut:
        notes.append(f"a folder holds more than {MOST_ENTRIES} files; the rest was left out")
    return files, notes


def _left_out(names, why):
    many = len(names) > 1
    why = re.sub(r"\{([^}]*)\}", lambda place: place[1].split("|")[many], why)
    return f"{_list(names)} {why} and {'were' if many else 'was'} left out"


def _is_shadow(name, python):
    """Whether a file would be imported, or read at the start, in the place of another module.

    python: the folders with Python files in them; a folder of data shadows nothing.
    """
    first, _, below = name.partition("/")
    if below:
        return first in python and _is_module(first)
    stem, lower = first.split(".")[0], first.lower()
    if stem.casefold() in START_FILES and lower.endswith((*MODULE_ENDINGS, ".json")):
        return True
    return lower.endswith(MODULE_ENDINGS) and _is_module(stem)


def _is_module(name):
    for one in {name, name.casefold()}:
        if one in START_FILES or one in sys.stdlib_module_names:
            return True
        with contextlib.suppress(ImportError, ValueError, AttributeError):
            found = PathFinder.find_spec(one)
            # A namespace, that is a mere folder, is no module worth protecting.
            if found is not None and found.loader is not None and found.origin is not None:
                return True
    return False


# --- the notebook --------------------------------------------------------------------------


def _choose(folder, listed, master):
    """Find the notebook that counts: (notebook, notes). Raises Unreadable."""
    expected = master.filename
    if expected in listed.links:
        raise Unreadable(f"{expected} is a link to another place; hand in the notebook itself.")
    if expected in listed.special:
        raise Unreadable(f"{expected} is no ordinary file; hand in the notebook itself.")
    others = [name for name in listed.files if IS_NOTEBOOK.search(name) and name != expected]
    alike = [name for name in others if _looks_like(name, master.name)]
    if expected in listed.files:
        return _expected_or_filled(folder, expected, alike, others, master)
    name = _only(folder, alike or others, listed, master)
    submitted, notes, _ = _read(folder, name, master)
    return submitted, [f"the notebook was called {_shown(name)}; it was taken as {expected}",
                       *notes]


def _looks_like(name, wanted):
    """Whether a file name holds the wanted one as a word: `ndcg (1)`, `NDCG_final`, `ines-ndcg`."""
    stem = IS_NOTEBOOK.sub("", name.split("/")[-1]).casefold()
    return re.search(rf"(?<![a-z]){re.escape(wanted.casefold())}(?![a-z])", stem) is not None


def _read(folder, name, master):
    """(notebook, notes, answered cells) of one file of this assignment. Raises Unreadable."""
    try:
        data = read_file(folder, name, MOST_NOTEBOOK)
    except OSError:
        raise Unreadable(f"{_shown(name)} cannot be opened; hand it in once more.") from None
    if data is None:
        raise Unreadable(f"{_shown(name)} is larger than {MOST_NOTEBOOK // MB} MB; clear its "
                         "outputs, save it and hand it in once more.")
    submitted, notes = read_notebook(data, _shown(name))
    answers = answered(submitted, master)
    if answers is None:
        raise Unreadable(f"{_shown(name)} holds none of the questions of {master.filename}; "
                         "hand in the notebook of this assignment.")
    return submitted, notes, answers


def _read_all(folder, names, master):
    """{name: (notebook, notes, answers)} of those that can be read."""
    found = {}
    for name in names[:MOST_NOTEBOOKS]:
        with contextlib.suppress(Unreadable):
            found[name] = _read(folder, name, master)
    return found


def _expected_or_filled(folder, expected, alike, others, master):
    """The expected notebook, or the one filled copy when that is untouched or unreadable."""
    problem = None
    try:
        submitted, notes, answers = _read(folder, expected, master)
    except Unreadable as found:
        problem = found
    else:
        if answers:
            if alike:
                notes = [*notes, f"besides {expected}, which was graded, there was {_list(alike)}"]
            return submitted, notes
    read = _read_all(folder, others, master)
    filled = [name for name, (_, _, answers) in read.items() if answers]
    if len(filled) == 1:
        why = "could not be read" if problem else "has no answers"
        submitted, notes, _ = read[filled[0]]
        return submitted, [f"{expected} {why}; {_shown(filled[0])} was graded in its place",
                           *notes]
    if problem:
        raise problem
    if filled:
        notes = [*notes, f"{expected} was graded, though it has no answers and {_list(filled)} "
                         "have some"]
    return submitted, notes


def _only(folder, candidates, listed, master):
    """The one name among `candidates` that must be the notebook. Raises Unreadable."""
    if not candidates:
        raise _no_notebook(listed, master)
    if len(candidates) == 1:
        return candidates[0]
    read = _read_all(folder, candidates, master)
    filled = [name for name, (_, _, answers) in read.items() if answers]
    for names in (filled, list(read)):
        if len(names) == 1:
            return names[0]
    raise Unreadable(f"there is no {master.filename}, and {len(candidates)} other notebooks; "
                     "hand in one under its own name.")


def _no_notebook(listed, master):
    if any(IS_NOTEBOOK.search(name) for name in listed.links):
        return Unreadable(f"there is only a link to a notebook; hand in {master.filename} itself.")
    if listed.checkpoints:
        return Unreadable(f"there is no notebook, only Jupyter's checkpoint copies; hand in "
                          f"{master.filename} itself.")
    if listed.files:
        return Unreadable(f"there is no notebook, only {_list(listed.files)}; "
                          f"{master.filename} was expected.")
    if listed.deep:
        return Unreadable(f"there is no notebook in the first two folders; put {master.filename} "
                          "into none.")
    return Unreadable(f"there is no notebook; {master.filename} was expected.")


def _list(names):
    shown = [_shown(name) for name in names[:3]]
    if len(names) > 3:
        shown.append(f"{len(names) - 3} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
