"""What a case is made with: the released notebook, right and wrong answers, an attacker's wishes.

A case writes one submission. What it prints as a line that begins with the word of `found` is a
breach: the attacker reached what should be out of reach.
"""

import contextlib
import copy
import functools
import json
import re
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import psutil
from nbconvert.filters import markdown2html

from course.grading import example
from course.grading.master import masters
from course.setup import ROOT

ASSIGNMENT, NOTEBOOK = "04-ndcg", "ndcg.ipynb"
SOURCE = Path(ROOT, "source")
BY_HAND = "written-answer"  # the only question that a person marks
FULL = 22
ANY = "any"  # a score, or none: what counts is the reason, the time and the damage

GRADED = frozenset(("graded", "graded-with-notes", "needs-manual"))
BREACH = "BREACH"
FOUND = 'def found(*what):\n    print("BRE" "ACH", *what, flush=True)\n\n'

WRONG = {
    "by-hand-answer": "gains = [9] * 5\ndiscounts = [9] * 5\ncg = -1\ndcg = -1\n",
    "dcg-answer": "def dcg_at_k(relevance, k):\n    return -1.0\n",
    "ndcg-answer": "def ndcg_at_k(relevance, k, ideal):\n    return -1.0\n",
    "recall-answer": "list_a = [1, 1, 1, 1, 1]\nlist_b = [1, 1, 1, 1, 1]\n",
    "gain-answer": "linear_winner = [1, 1]\nexponential_winner = [1, 1]\n",
    "mean-answer": "def mean_ndcg(recommended, relevant, k):\n    return -1.0\n",
    "written-answer": None,
}


@dataclass(frozen=True)
class Expect:
    """What grading should give.

    score: (lowest, highest) automatic points, without those given by hand; None: not graded; ANY.
    status: the allowed statuses. reason, not_reason: patterns the reason has, and has not.
    seconds: the most the submission may take. after: looks at what is left, and asserts.
    """

    score: object = ANY
    status: frozenset | None = None
    reason: str | None = None
    not_reason: str | None = None
    seconds: float = 210.0
    after: Callable | None = None


@dataclass(frozen=True)
class Case:
    """One submission. student: the id, if it is not the name of the case."""

    make: Callable
    expect: Expect
    group: str
    why: str
    student: str | None = None


class Group:
    """The cases of one group, with what most of them expect."""

    def __init__(self, name, **expect):
        self.name, self.usual, self.cases = name, expect, {}

    def add(self, name, why, make, student=None, **expect):
        """Keep a case. make: a function of a Kit that writes the submission."""
        if name in self.cases:
            raise ValueError(f"two cases are called {name}")
        self.cases[name] = Case(make, Expect(**{**self.usual, **expect}), self.name, why, student)

    def case(self, why, student=None, **expect):
        """The decorator form of `add`; the case is called like the function."""
        def keep(make):
            self.add(make.__name__.strip("_").replace("_", "-"), why, make, student, **expect)
            return make
        return keep


@functools.cache
def master():
    """The NDCG assignment as the grader holds it."""
    return masters(SOURCE, ASSIGNMENT)[0]


@functools.cache
def right_answers():
    """{answer cell: a right answer}."""
    return example.right_answers(SOURCE / ASSIGNMENT / NOTEBOOK)


@dataclass
class Kit:
    """For one case: where it hands in, what it hands in, and what it may look at afterwards.

    secrets: paths and addresses an attacker would like. Before grading, `folder` is there and
    empty. After it, `row` is the student's row, or None.
    """

    name: str
    student: str
    where: object  # the class
    secrets: dict = field(default_factory=dict)
    visitors: set = field(default_factory=set)  # the cases that came through one of the doors
    roster: list = field(default_factory=list)
    row: dict | None = None

    @property
    def folder(self):
        """submitted/<student>/<assignment>/."""
        return self.where.submission(self.student, ASSIGNMENT)

    @property
    def right(self):
        """{answer cell: a right answer}, to change as you like."""
        return dict(right_answers())

    def released(self):
        """A notebook as the students got it."""
        return copy.deepcopy(master().released)

    def code(self, text):
        """Source with each <<secret>> put in as a Python text."""
        text = textwrap.dedent(text).strip("\n") + "\n"
        return re.sub("<<([a-z-]+)>>", lambda found: repr(str(self.secrets[found[1]])), text)

    def fill(self, answers=None, extra=(), wrong=False):
        """The released notebook with right answers, but for those in `answers`.

        answers: {cell: source, or None to leave it untouched}. extra: (cell, source) pairs of
        cells of one's own, below that cell; None: at the very beginning. wrong: start from
        wrong answers.
        """
        wanted = {**(WRONG if wrong else self.right), **(answers or {})}
        notebook, cells = self.released(), []
        cells += [own(self.code(source)) for anchor, source in extra if anchor is None]
        for cell in notebook.cells:
            if wanted.get(cell.id) is not None:
                cell.source = self.code(wanted[cell.id])
            cells.append(cell)
            cells += [own(self.code(source)) for anchor, source in extra if anchor == cell.id]
        notebook.cells = cells
        return notebook

    def save(self, notebook, name=NOTEBOOK):
        """Hand in a notebook, or any text or bytes, under a name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(notebook, bytes):
            path.write_bytes(notebook)
        else:
            text = notebook if isinstance(notebook, str) else json.dumps(notebook, indent=1)
            path.write_text(text, "utf-8")
        return path

    # After grading.

    def page(self):
        """The feedback page."""
        return self.where.page(self.student, ASSIGNMENT).read_text("utf-8")

    def graded(self):
        """The notebook that the formgrader shows, or None."""
        path = self.where.folder / "autograded" / self.student / ASSIGNMENT / NOTEBOOK
        return nbformat.read(path, as_version=4) if path.is_file() else None

    @property
    def points(self):
        """The automatic points, or None without a grade."""
        if self.row is None or self.row["score"] is None:
            return None
        return sum(score or 0 for name, score in self.row["scores"].items() if name != BY_HAND)


def own(source):
    """A cell that the student added."""
    return nbformat.v4.new_code_cell(source)


def cell_of(notebook, name):
    """The first cell that has this id."""
    return next(cell for cell in notebook.cells if cell.get("id") == name)


def graded_cells(notebook):
    """The cells with automatic tests."""
    return [cell for cell in notebook.cells
            if cell.metadata.nbgrader.grade and cell.metadata.nbgrader.locked]


def answers(wrong=False, extra=(), files=None, **sources):
    """A `make` that hands in these answers (dcg="…" is the cell dcg-answer).

    extra: as in Kit.fill. files: {name: text} beside the notebook.
    """
    changed = {f"{name.replace('_', '-')}-answer": source for name, source in sources.items()}

    def make(kit):
        kit.save(kit.fill(changed, extra, wrong))
        for name, text in (files or {}).items():
            kit.save(kit.code(text), name)
    return make


def attack(source, at="set-up", files=None, wrong=True, **sources):
    """A `make` with one hostile cell below the cell `at`, which may call `found(what)`."""
    extra = [(at, FOUND + textwrap.dedent(source).strip("\n"))]
    return answers(wrong=wrong, extra=extra, files=files, **sources)


# --- After grading ---------------------------------------------------------------------------


def nothing_left(token):
    """An `after`: no process lives on that has this word in its command line."""
    def after(kit):
        left = 0
        for process in psutil.process_iter(["cmdline"]):
            if any(token in word for word in process.info["cmdline"] or []):
                left += 1
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
        assert not left, f"{left} processes lived on"
    return after


def not_written(*paths):
    """An `after`: none of these files was made (functions of the kit give the paths)."""
    def after(kit):
        for path in (Path(path(kit)) for path in paths):
            if path.exists():
                path.unlink()
                raise AssertionError(f"{path} was written")
    return after


def printed(notebook):
    """All that the code cells showed, as one text."""
    parts = []
    for cell in notebook.cells if notebook else ():
        for output in cell.get("outputs", []):
            parts += [output.get("text", ""), output.get("evalue", ""),
                      str(output.get("data", {}).get("text/plain", ""))]
    return "\n".join(parts)


def damage(kit):
    """What no case may ever cause, whatever it scores; sentences about what it did cause."""
    graded = kit.graded()
    text = printed(graded)
    if BREACH in text:
        yield "it reached " + text.split(BREACH, 1)[1].splitlines()[0].strip()[:150]
    canary = Path(kit.secrets["canary"])
    if not canary.is_file() or canary.read_text("utf-8") != kit.name:
        yield "its canary was changed"
    if canary.exists() and canary.stat().st_mode & 0o7777 != 0o640:
        yield "its canary has other permissions"
    if kit.name in kit.visitors:
        yield "it reached a socket outside"
    if kit.row is None:
        yield "it has no row"
        return
    if kit.row["max_score"] != 25:
        yield f"the points to be had became {kit.row['max_score']}"
    reason = kit.row["reason"]
    if not reason or "Traceback" in reason or len(reason) > 3000 or "\n" in reason:
        yield f"the reason is no sentence: {reason[:80]!r}"
    if graded is not None and len(nbformat.writes(graded)) > 4_000_000:
        yield "the graded notebook is very large"
    yield from in_page(kit.page())
    yield from in_notebook(graded)


class _Elements(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.words = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data):
        self.words.append(data)


ACTIVE = {"script", "iframe", "object", "embed", "form", "base", "frame", "applet", "svg", "math",
          "audio", "video", "input", "button", "link"}


def in_html(text, allow=()):
    """What could run, or fetch, or cover something, in a page."""
    for tag, attributes in _Elements(text).elements:
        if tag in ACTIVE - set(allow):
            yield f"an element {tag}"
        for name, value in attributes.items():
            plain = re.sub(r"[\x00-\x20]", "", value).lower()
            if name.startswith("on"):
                yield f"an attribute {name}"
            if re.match("(javascript|vbscript|data:(?!image/(png|jpeg|gif)))", plain):
                yield f"a link {plain[:40]}"
            if name == "style" and re.search(r"url\(|position|expression", plain):
                yield f"a style {plain[:40]}"


def in_page(page):
    """What should not be in a feedback page."""
    for problem in in_html(page):
        yield f"the feedback page holds {problem}"
    images = [a.get("src", "") for tag, a in _Elements(page).elements if tag == "img"]
    if any(not src.startswith("data:image/png;base64,") for src in images):
        yield "the feedback page fetches a picture"
    if page.count("<style") != 1:
        yield "the feedback page has a style of somebody else"
    if "hidden=True" in page:
        yield "the feedback page holds the source of a hidden test"
    if len(page) > 2_000_000:
        yield "the feedback page is very large"


MIMES = {"text/plain", "image/png", "image/jpeg", "application/json"}


def in_notebook(notebook):
    """What should not be in the notebook that the formgrader shows."""
    for cell in notebook.cells if notebook else ():
        for output in cell.get("outputs", []):
            for mime in set(output.get("data", {})) - MIMES:
                yield f"the graded notebook holds an output {mime}"
        if cell.cell_type == "markdown":
            begin = time.monotonic()
            try:
                shown = markdown2html(cell.source)
            except Exception as problem:
                yield f"the graded notebook cannot be shown: {problem}"
                continue
            if time.monotonic() - begin > 10:
                yield "the graded notebook takes very long to be shown"
            for problem in in_html(shown, allow={"math"}):
                yield f"the graded notebook, shown, holds {problem}"
            if "<style" in cell.source or re.search(
                    r"(?<!\\)\\href\s*\{\s*javascript\s*:", cell.source):
                yield "the graded notebook holds a style or a MathJax link"
        elif cell.cell_type == "raw":
            for problem in in_html(cell.source):
                yield f"the graded notebook holds, in a raw cell, {problem}"


def words_of(page):
    """The text of a page, as a reader sees it."""
    return re.sub(r"\s+", " ", " ".join(_Elements(page).words))
