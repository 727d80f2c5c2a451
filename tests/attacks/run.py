"""Grade one class that is made of the cases, and compare.

    python tests/attacks/run.py [--only NAME …] [--group G …] [--sample] [--jobs N] [--list]
"""

import argparse
import contextlib
import hashlib
import os
import re
import shutil
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from attacks import corpus  # noqa: E402
from attacks.kit import ANY, ASSIGNMENT, FULL, GRADED, SOURCE, Kit, damage  # noqa: E402
from course.datasets import data_folder  # noqa: E402
from course.grading.batch import Class, grade_class  # noqa: E402
from course.grading.sandbox import NoSandbox, find_bwrap  # noqa: E402
from course.setup import ROOT  # noqa: E402

SECONDS, MINUTES = 5, 3
EVERY = 25  # after so many cases comes a learner with everything right
RIGHT = " all right"
NEIGHBOUR = "zz neighbour" + RIGHT


class Doors:
    """Three sockets outside the sandbox. Who comes through says its name."""

    def __init__(self, folder):
        self.visitors, self.open = set(), True
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.file = self._unix(str(Path(folder, "door")))
        self.abstract = self._unix(f"\0door-{os.getpid()}") if sys.platform == "linux" else None
        for door in filter(None, (self.tcp, self.file, self.abstract)):
            threading.Thread(target=self._wait, args=(door,), daemon=True).start()

    @staticmethod
    def _unix(path):
        door = socket.socket(socket.AF_UNIX)
        door.bind(path)
        door.listen()
        return door

    def _wait(self, door):
        door.settimeout(0.5)
        while self.open:
            with contextlib.suppress(OSError):
                guest = door.accept()[0]
                guest.settimeout(1)
                with guest, contextlib.suppress(OSError):
                    self.visitors.add(guest.recv(200).decode("utf-8", "replace"))
        door.close()


def make_class(folder, names):
    """Write the submissions of the cases; returns (kits by name, the open doors)."""
    where = Class(Path(folder))
    (where.folder / "submitted").mkdir()
    (where.folder / "canaries").mkdir()
    doors, kits, roster = Doors(folder), {}, []
    cases = {name: corpus.CASES[name] for name in names}
    plain = sorted(name for name in cases if cases[name].student is None)
    rights = [name + RIGHT for name in plain[::EVERY]] + [NEIGHBOUR]
    for name, student in ([(name, case.student or name) for name, case in cases.items()]
                          + [(name, name) for name in rights]):
        canary = where.folder / "canaries" / (name.replace("/", "_") + ".txt")
        canary.write_text(name, "utf-8")
        canary.chmod(0o640)
        kit = kits[name] = Kit(name, student, where, _secrets(where, canary, doors),
                               doors.visitors, roster)
        kit.secrets["name"] = name
        kit.folder.mkdir(parents=True)
        if name in cases:
            cases[name].make(kit)
        else:
            kit.save(kit.fill())
    if roster:
        lines = "".join(f"{student}\n" for student in roster)
        (where.folder / "students.csv").write_text("id\n" + lines, "utf-8")
    return kits, doors


def _secrets(where, canary, doors):
    """What an attacker would like to reach."""
    folder = where.folder
    return {
        "course": ROOT, "source": SOURCE / ASSIGNMENT / "ndcg.ipynb",
        "solutions": Path(ROOT, "solutions", ASSIGNMENT, "ndcg.ipynb"),
        "text": Path(ROOT, "course", "assignments", ASSIGNMENT, "ndcg.py"),
        "class": folder, "gradebook": folder / "gradebook.db", "seed": folder / ".seed",
        "neighbour": where.submission(NEIGHBOUR, ASSIGNMENT), "canary": canary,
        "results": folder / "results" / ASSIGNMENT, "home": Path.home(),
        "site": next(path for path in sys.path if path.endswith("site-packages")),
        "grader": os.getpid(), "port": doors.tcp.getsockname()[1], "door": folder / "door",
        "abstract": f"door-{os.getpid()}",
    }


def _state(folder):
    """{file below submitted/: what it is}, to see whether somebody changed it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            found[path] = "link" if path.is_symlink() else "other"
        else:
            with contextlib.suppress(PermissionError):
                found[path] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


class _Clock:
    """How long each submission took, from the order in which they ended.

    The n-th to start does so when the (n - workers)-th has ended.
    """

    def __init__(self, order, workers):
        self.order, self.workers = order, workers
        self.start, self.ends = time.monotonic(), {}

    def tell(self, done, total, result):
        self.ends[result.student] = time.monotonic()
        if sys.stderr.isatty():
            print(f"\r{done} of {total} {result.student[:50]:50}", end="", file=sys.stderr)

    def seconds(self):
        order = [student for student in self.order if student in self.ends]
        ended = sorted(self.ends[student] for student in order)
        for place, student in enumerate(order):
            begin = self.start if place < self.workers else ended[place - self.workers]
            yield student, max(0.0, self.ends[student] - begin)


def run(names, folder, jobs=None):
    """Grade the cases as one class in `folder`.

    Returns ({case, or honest learner: list of problems}, {the same: (row, seconds)}).
    Raises NoSandbox before anything is run.
    """
    find_bwrap()
    before = dict(os.environ)
    jobs = jobs or os.cpu_count() or 1
    kits, doors = make_class(folder, names)
    where = Class(Path(folder))
    state = _state(where.folder / "submitted")
    order = sorted(kit.student for kit in kits.values() if kit.folder.is_dir())
    clock = _Clock(order, jobs)
    os.environ["ATTACK_TOKEN"] = "this belongs to the grader"
    os.environ.pop("COURSE_SEED", None)
    try:
        rows = grade_class(folder, ASSIGNMENT, source=SOURCE, data=data_folder(), seconds=SECONDS,
                           minutes=MINUTES, workers=jobs, tell=clock.tell)
    finally:
        doors.open = False
        os.environ.clear()
        os.environ.update(before)
    rows = {row["student_id"]: row for row in rows}
    changed = _changed(state, _state(where.folder / "submitted"))
    seconds = dict(clock.seconds())
    found = {}
    for name, kit in kits.items():
        kit.row = rows.get(kit.student)
        case = corpus.CASES.get(name)
        found[name] = list(_problems(kit, case, seconds.get(kit.student)))
        found[name] += [f"{path} was changed" for path in changed if kit.folder in path.parents]
    strangers = doors.visitors - kits.keys()
    if strangers:
        found[NEIGHBOUR].append(f"somebody came through a door outside and said {strangers}")
    return found, {name: (kit.row, seconds.get(kit.student)) for name, kit in kits.items()}


def _changed(before, now):
    return [path for path in before.keys() | now.keys() if before.get(path) != now.get(path)]


def _problems(kit, case, seconds):
    """What came out otherwise than expected, as sentences."""
    row = kit.row
    if case is None:
        if kit.points != FULL:
            yield f"an honest learner has {kit.points}: {row and row['reason']}"
        yield from damage(kit)
        return
    expect = case.expect
    if row is not None:
        yield from _compared(expect, row, kit.points)
    if seconds is not None and seconds > expect.seconds:
        yield f"it took {seconds:.0f} s, more than {expect.seconds:g}"
    yield from damage(kit)
    if expect.after is not None and row is not None:
        try:
            expect.after(kit)
        except AssertionError as problem:
            yield str(problem) or "what is left is not as it should be"
        except Exception as problem:
            yield f"looking at what is left failed: {type(problem).__name__}: {problem}"


def _compared(expect, row, points):
    said = f"{row['status']}, {row['reason'][:200]!r}"
    if expect.score is None and points is not None:
        yield f"it has {points:g} points and should have no grade; {said}"
    elif expect.score not in (None, ANY):
        low, high = expect.score
        if points is None or not low <= points <= high:
            yield f"it has {points} points instead of {low} to {high}; {said}"
    if expect.status is not None and row["status"] not in expect.status:
        yield f"its status is {said}"
    if (points is None) != (row["status"] not in GRADED):
        yield f"status and score disagree: {points}, {said}"
    if expect.reason and not re.search(expect.reason, row["reason"], re.IGNORECASE):
        yield f"the reason lacks /{expect.reason}/: {row['reason'][:300]!r}"
    if expect.not_reason and re.search(expect.not_reason, row["reason"], re.IGNORECASE):
        yield f"the reason has /{expect.not_reason}/: {row['reason'][:300]!r}"


def chosen(wanted):
    """The names of the cases that the command line asks for."""
    names = list(corpus.SAMPLE if wanted.sample else corpus.CASES)
    if wanted.group:
        names = [name for name in names if corpus.CASES[name].group in wanted.group]
    if wanted.only:
        names = wanted.only
    unknown = [name for name in names if name not in corpus.CASES]
    if unknown:
        raise SystemExit(f"there is no case {', '.join(unknown)}; --list shows them all")
    return names


def main(argv=None):
    """Run from the command line; 0 when every case came out as it should."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these cases")
    parser.add_argument("--group", nargs="+", choices=sorted(corpus.GROUPS))
    parser.add_argument("--sample", action="store_true", help="the fixed sample")
    parser.add_argument("--jobs", type=int, help="submissions at a time")
    parser.add_argument("--list", action="store_true", help="show the cases, run nothing")
    parser.add_argument("--verbose", action="store_true", help="show every case's outcome")
    parser.add_argument("--keep", action="store_true", help="keep the class's folder")
    wanted = parser.parse_args(argv)
    names = chosen(wanted)
    if wanted.list:
        for name in names:
            print(f"{corpus.CASES[name].group:10} {name:34} {corpus.CASES[name].why}")
        return 0
    folder = tempfile.mkdtemp(prefix="attacks-")
    try:
        found, outcomes = run(names, folder, wanted.jobs)
    except NoSandbox as problem:
        print(f"nothing was run: {problem}", file=sys.stderr)
        return 2
    finally:
        if wanted.keep:
            print(f"The class: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    _show(found, outcomes, wanted.verbose)
    failed = sum(1 for problems in found.values() if problems)
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _show(found, outcomes, verbose):
    """A table: the failures, or everything."""
    print()
    for name, problems in found.items():
        row, seconds = outcomes[name]
        group = corpus.CASES[name].group if name in corpus.CASES else "honest"
        if problems:
            print(f"FAILED  {group:10} {name}: {problems[0]}")
            for problem in problems[1:]:
                print(f"{'':19}{problem}")
        elif verbose:
            print(f"passed  {group:10} {name}: {row and row['score']}, {seconds or 0:.0f} s, "
                  f"{row and row['reason'][:140]!r}")


if __name__ == "__main__":
    sys.exit(main())
