"""`course book`: the web book, made from the texts by Sphinx.

    docs/, docs/book/       the pages that are only read
    course/lessons/         executed, so that every number and picture is fresh
    release/, solutions/    each assignment, and at its end the answers behind folds
      ->  build/book-pages  what Sphinx reads, set up by docs/book/conf.py
      ->  build/book        the book

An executed lesson is kept in build/executed/ and used again until its text, the code that it
imports, the installed versions or the data change.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

from course import datasets
from course.build import ROOT, as_bytes, assignment_ids, notebook_from_text, texts

DOCS = ROOT / "docs"
SET_UP = DOCS / "book"
BUILD = ROOT / "build"

# What lessons import: its files decide the outputs as much as the texts do.
IMPORTED = ("figures", "metrics", "models", "splits.py", "datasets.py", "compare.py")

MARKS = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)
HIDDEN = re.compile(r" *### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS\n?", re.DOTALL)


class BookError(Exception):
    """The book cannot be made; the message is one sentence."""


# --- Lessons ------------------------------------------------------------------------------------


def executed(text, folder=BUILD / "executed"):
    """The notebook of a lesson with its outputs, and the seconds it took: 0 if it was kept.

    text: the path of the lesson below the root. Raises BookError when a cell fails.
    """
    digest = hashlib.sha256(f"{platform.python_version()} {datasets.is_here()}".encode())
    for path in [ROOT / text, ROOT / "requirements.txt", *_imported()]:
        digest.update(path.read_bytes())
    kept = folder / f"{text.stem}-{digest.hexdigest()[:16]}.ipynb"
    if kept.exists():
        return nbformat.read(kept, as_version=4), 0
    begun = time.time()
    notebook = notebook_from_text(ROOT / text, graded=False)
    try:
        with tempfile.TemporaryDirectory() as sockets:
            NotebookClient(notebook, timeout=300, startup_timeout=120, record_timing=False,
                           config=_quiet(sockets),
                           resources={"metadata": {"path": str(ROOT)}}).execute()
    except CellExecutionError as problem:
        raise BookError(f"{text.as_posix()} stops with {problem.ename}: "
                        f"{problem.evalue}") from None
    for old in folder.glob(f"{text.stem}-*.ipynb"):
        old.unlink(missing_ok=True)
    _write(kept, as_bytes(notebook))
    return notebook, time.time() - begun


def _quiet(folder):
    """Sockets in a folder instead of network ports, where the system has them."""
    config = Config()
    if os.name == "posix":
        config.KernelManager.transport = "ipc"
        config.KernelManager.ip = os.path.join(folder, "k")
    return config


def _imported():
    for name in IMPORTED:
        path = ROOT / "course" / name
        yield from [path] if path.is_file() else sorted(
            found for found in path.rglob("*") if found.suffix in (".py", ".html"))


# --- Assignments --------------------------------------------------------------------------------


def assignment_page(assignment, released, solved):
    """The Markdown of an assignment's page: what a student gets, then the answers, folded.

    released, solved: the notebooks of release/ and solutions/.
    """
    points = sum(cell.metadata.nbgrader.get("points", 0) for cell in released.cells)
    by_hand = sum(cell.metadata.nbgrader.get("points", 0) for cell in released.cells
                  if _is_prose(cell))
    title, *rest = released.cells
    lesson = ROOT / "course" / "lessons" / f"{assignment}.py"
    before = f"Read the [lesson](../lessons/{assignment}.ipynb) first. " if lesson.exists() else ""
    parts = [title.source, f"""\
:::{{admonition}} To read here, to solve in JupyterLab
{before}`python -m course start {assignment}` puts your own copy into
`work/{assignment}/`. There each answer is checked. The assignment has {points:g} points,
{by_hand:g} of them for prose.
The [solutions](#solutions) are at the end of this page, folded.
:::"""]
    checks = []
    for cell in [*rest, None]:
        # Checks that follow each other are one block.
        if cell is not None and cell.cell_type == "code" and cell.metadata.nbgrader.grade:
            checks.append(cell.source)
            continue
        if checks:
            parts.append(_code("\n".join(checks)))
            checks = []
        if cell is not None:
            parts.append("> *Your answer, in your own words.*" if _is_prose(cell) else
                         cell.source if cell.cell_type == "markdown" else _code(cell.source))
    parts.append(f"""\
## Solutions

Try a question before you open its fold: an answer that you have read looks easier than it is.
There are three hints on the way, `check.hint()`. Other answers than these are right, too. Where an
answer is prose, the fold holds the mark scheme. Notebooks with all answers are in
`solutions/{assignment}/`.""")
    parts += [f":::::{{dropdown}} {question}\n" + "\n\n".join(answers) + "\n:::::"
              for question, answers in _answers(solved).items()]
    return "\n\n".join(parts) + "\n"


def _is_prose(cell):
    return cell.cell_type == "markdown" and cell.metadata.nbgrader.solution


def _code(source):
    return f"```python\n{source}\n```"


def _answers(solved):
    """{heading of the question: its answers as Markdown}, without marks and hidden tests."""
    found, question = {}, ""
    for cell in solved.cells:
        headings = re.findall(r"^##+ (.+)$", cell.source, re.MULTILINE) \
            if cell.cell_type == "markdown" and not cell.metadata.nbgrader.solution else []
        question = headings[-1] if headings else question
        if cell.metadata.nbgrader.solution:
            text = HIDDEN.sub("", MARKS.sub("", cell.source)).strip("\n")
            # What stands in for an answer until there is one.
            text = re.sub(r"^\w+ = \.\.\.\n", "", text, flags=re.MULTILINE)
            found.setdefault(question, []).append(
                text if cell.cell_type == "markdown" else _code(text))
    return found


# --- The pages, and Sphinx ----------------------------------------------------------------------


def pages(say=lambda text: None, run=True):
    """{path below build/book-pages: bytes} of all that Sphinx reads.

    say: called with one short line after each lesson. run: False shows lessons without outputs.
    """
    found = {Path(path.name): path.read_bytes() for path in DOCS.glob("*.md")}
    found.update({path.relative_to(SET_UP): path.read_bytes() for path in SET_UP.rglob("*.md")})
    for assignment in assignment_ids():
        for path in sorted((ROOT / "release" / assignment).glob("*.ipynb")):
            solved = ROOT / "solutions" / assignment / path.name
            page = assignment_page(assignment, *(nbformat.read(one, as_version=4)
                                                 for one in (path, solved)))
            found[Path("assignments", f"{assignment}.md")] = page.encode()
    lessons = texts()[0]
    if not run:
        return found | {_place(text): lesson_page(text, notebook_from_text(ROOT / text, False))
                        for text in lessons}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for text, (notebook, seconds) in zip(lessons, pool.map(executed, lessons)):
            found[_place(text)] = lesson_page(text, notebook)
            say(f"lesson {text.stem}: " + (f"run in {seconds:.0f} s" if seconds else "as kept"))
    return found


def _place(text):
    return Path("lessons", f"{text.stem}.ipynb")


def lesson_page(text, notebook):
    """The bytes of a lesson's notebook, with a way on to the assignment of the same name."""
    if text.stem in assignment_ids():
        notebook.cells.append(nbformat.v4.new_markdown_cell(
            f"**Go on:** read the [assignment](../assignments/{text.stem}.md), and solve it in "
            "JupyterLab.", id="go-on"))
    return as_bytes(notebook)


def stage(found, folder=BUILD / "book-pages"):
    """Make `folder` hold just these pages; what is the same is not touched, so not read again."""
    for path, content in found.items():
        if not (folder / path).exists() or (folder / path).read_bytes() != content:
            _write(folder / path, content)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        if path.relative_to(folder) not in found:
            path.unlink()
    return folder


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


def sphinx(source, target=BUILD / "book", trees=BUILD / "book-trees"):
    """Run Sphinx; its warnings are errors. Raises BookError."""
    # A page that is gone must not stay. Sphinx writes the others without reading them again.
    shutil.rmtree(target, ignore_errors=True)
    code = subprocess.call([sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W",
                            "--keep-going", "-j", "auto", "-c", str(SET_UP), "-d", str(trees),
                            str(source), str(target)], cwd=ROOT)
    if code:
        # Pages that were read are not read again: the next run would not see their faults.
        shutil.rmtree(trees, ignore_errors=True)
        raise BookError("Sphinx is not content; what it found is above.")


def main(run=True):
    """Make the book and say where it is. Returns the exit code."""
    begun = time.time()
    try:
        if run:
            _fetch_data()
        print(f"{'running' if run else 'reading'} the lessons …", flush=True)
        found = pages(lambda text: print(f"  {text}", flush=True), run)
        print(f"making {len(found)} pages …", flush=True)
        sphinx(stage(found))
    except BookError as problem:
        print(f"course book: {problem}", file=sys.stderr)
        return 1
    index = BUILD / "book" / "index.html"
    shown = index.relative_to(Path.cwd()) if index.is_relative_to(Path.cwd()) else index
    print(f"The book is in {shown} ({time.time() - begun:.0f} s).")
    return 0


def _fetch_data():
    """Have MovieLens 100K in place before two lessons ask for it at once."""
    try:
        datasets.load("ml-100k")
    except datasets.DataUnavailable as problem:
        print(f"course book: {problem} The lessons run on the sample, so their numbers differ from "
              "their text.", file=sys.stderr)
