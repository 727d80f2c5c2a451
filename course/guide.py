"""`course pdf`: the whole course as one printable, tagged PDF, build/guide.pdf.

    executed lessons, released assignments, docs/  ->  Markdown, written here
      ->  typst, by pandoc with docs/guide/filter.lua
      ->  PDF, by typst with docs/guide/preamble.typ

The lessons are those that `course book` keeps in build/executed/, so nothing is run twice. The same
texts give the same bytes: the PDF has no date, and pictures are named by what is in them. Answers
to the assignments are not in it.
"""

import base64
import hashlib
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import nbformat

from course.book import BookError, executed
from course.build import ROOT, assignment_ids, texts

HERE = ROOT / "docs" / "guide"
STAGE = ROOT / "build" / "guide"
TARGET = ROOT / "build" / "guide.pdf"

# What stands behind the lessons and assignments, as paths below docs/, if it is there.
REFERENCE = ("book/which-metric.md", "book/conventions.md", "metrics.md", "book/glossary.md",
             "sources-and-errata.md")

# Markdown as Jupyter reads it, without the letters that mean something else to pandoc.
READ = ("commonmark+pipe_tables+tex_math_dollars+fenced_divs+attributes+gfm_auto_identifiers"
        "+definition_lists+strikeout+raw_attribute")
INTERACTIVE = "*Interactive in JupyterLab and in the web book; here it stands still.*"

FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*[ \t]*$", re.MULTILINE | re.DOTALL)
DETAILS = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)


class GuideError(Exception):
    """The guide cannot be made; the message is one sentence."""


# --- Notebooks as Markdown ------------------------------------------------------------------------


def fenced(text, kind=""):
    """A code block whose fence is longer than any run of backticks in it."""
    longest = max([2, *map(len, re.findall(r"`+", text))])
    mark = "`" * (longest + 1)
    return f"{mark}{kind}\n{text.rstrip()}\n{mark}"


def outside_code(text, change):
    """The text, with `change` done to all that is not in a fenced block."""
    parts, at = [], 0
    for block in FENCE.finditer(text):
        parts += [change(text[at:block.start()]), block.group()]
        at = block.end()
    return "".join([*parts, change(text[at:])])


def printed_details(text):
    """Folds as print: what is asked first, and "Answer: …" in small type behind it.

    A run of folds is a question with its options; a fold alone is a question with one answer.
    """
    parts, at = [], 0
    folds = list(DETAILS.finditer(text))
    while folds:
        run = [folds.pop(0)]
        while folds and not text[run[-1].end():folds[0].start()].strip():
            run.append(folds.pop(0))
        parts += [text[at:run[0].start()], _fold(run)]
        at = run[-1].end()
    return "".join([*parts, text[at:]])


def _fold(run):
    pairs = [(fold[1].strip(), fold[2].strip()) for fold in run]
    if len(pairs) == 1:
        question, answer = pairs[0]
        return f"\n\n::: asked\n**{question}**\n:::\n\n::: answer\n**Answer:** {answer}\n:::\n\n"
    options = "\n".join(f"- **{letter}** {option}" for letter, (option, _) in zip("abcdef", pairs))
    answers = " ".join(f"**{letter}** {answer}" for letter, (_, answer) in zip("abcdef", pairs))
    return f"\n\n{options}\n\n::: answer\n**Answer:** {answers}\n:::\n\n"


def output(found, pictures):
    """One output of a cell as Markdown. pictures: {file name: bytes}, added to."""
    if found.output_type == "stream":
        return fenced(found.text, "{.output}")
    if found.output_type not in ("display_data", "execute_result"):
        raise GuideError(f"an output of the kind {found.output_type!r} cannot be printed.")
    if "image/png" in found.data:
        content = base64.b64decode(found.data["image/png"])
        alt = found.metadata.get("image/png", {}).get("alt", "")
        if not alt:
            raise GuideError("a picture has no alternative text.")
        name = hashlib.sha256(content).hexdigest()[:16] + ".png"
        pictures[name] = content
        said = re.sub(r'(["\\])', r"\\\1", " ".join(alt.split()))
        picture = f'![]({name}){{alt="{said}"}}'
        return f"{picture}\n\n{INTERACTIVE}" if "text/html" in found.data else picture
    if "<table" in found.data.get("text/html", ""):
        return fenced(found.data["text/html"], "{.dataframe}")
    return fenced(found.data["text/plain"], "{.output}")


def joined(outputs):
    """The outputs with what was printed in several pieces as one."""
    found = []
    for one in outputs:
        if one.output_type == "stream" and found and found[-1].output_type == "stream":
            found[-1] = nbformat.v4.new_output("stream", text=found[-1].text + one.text)
        else:
            found.append(one)
    return found


def lesson(notebook, chapter, pictures):
    """A lesson as Markdown: its text, its code and what the code says."""
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(outside_code(cell.source, printed_details))
        elif cell.source.strip():
            parts.append(fenced(cell.source, "python"))
            parts += [output(found, pictures) for found in joined(cell.outputs)]
    return _named(parts, chapter)


def assignment(notebook, name):
    """An assignment as Markdown: its questions, without checks and answers."""
    parts, checks, points = [], [], 0
    for cell in [*notebook.cells, None]:
        about = {} if cell is None else cell.metadata.get("nbgrader", {})
        points += about.get("points", 0) if about.get("grade") else 0
        if about.get("grade") and not about.get("solution"):
            first = cell.source.split("\n", 1)[0]
            checks.append((first.lstrip("# ").rstrip("."), about["points"]))
            continue
        if checks:
            parts.append(_checked(checks))
            checks = []
        if cell is None:
            continue
        if cell.cell_type == "markdown" and about.get("solution"):
            parts.append(f"::: checks\nYour answer, {about['points']:g} points, by hand.\n:::\n\n"
                         "::: {.lines number=8}\n:::")
        elif cell.cell_type == "markdown":
            parts.append(outside_code(cell.source, printed_details))
        else:
            parts.append(fenced(cell.source, "python"))
    parts.insert(1, f"*Assignment `{name}`, {points:g} points.*")
    return _named(parts, f"assignment-{name}")


def _checked(checks):
    total = sum(points for _, points in checks)
    ideas = "; ".join(idea for idea, _ in checks)
    return f"::: checks\n**Checked** ({total:g} point{'' if total == 1 else 's'}): {ideas}.\n:::"


def _named(parts, chapter):
    """One text, its first heading with the id of the chapter, for links."""
    text = "\n\n".join(parts) + "\n"
    return re.sub(r"^(# .*?)[ \t]*$", rf"\1 {{#chapter-{chapter}}}", text, count=1,
                  flags=re.MULTILINE)


# --- Pages of docs/, which are written for the web book -------------------------------------------


def page(text, chapter):
    """A page of docs/ as Markdown for pandoc: what MyST adds, said in pandoc's words."""
    text = re.sub(r"^```\{glossary\}\n(.*?)^```$", _glossary, text,
                  flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```\{(?:toctree|eval-rst|contents)\}\n.*?^```$\n?", "", text,
                  flags=re.MULTILINE | re.DOTALL)
    return _named([outside_code(text, _plain)], chapter)


def _glossary(found):
    terms = re.split(r"\n{2,}", found[1].strip())
    pairs = [term.split("\n", 1) for term in terms]
    return "\n\n".join(f"{term}\n:   " + " ".join(said.split()) for term, said in pairs)


def _plain(text):
    text = re.sub(r"\{(?:term|ref|doc|numref)\}`([^`<]*?)(?:\s*<[^`>]*>)?`", r"\1", text)
    text = re.sub(r"^\([\w-]+\)=\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(:{3,})\{(\w[\w-]*)\}[ \t]*(.*)\n((?::[\w-]+:.*\n)*)", _callout, text,
                  flags=re.MULTILINE)
    return printed_details(text)


def _callout(found):
    title = found[3] or found[2].capitalize()
    return f'{found[1]} {{.callout title="{title}"}}\n'


# --- Everything together --------------------------------------------------------------------------


def markdown(say=lambda text: None):
    """(the guide as one Markdown text, {file name: bytes} of its pictures).

    say: called with one short line after each lesson. Raises BookError when a lesson fails.
    """
    pictures, parts = {}, ["# Lessons {.part}"]
    lessons = texts()[0]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for text, (notebook, seconds) in zip(lessons, pool.map(executed, lessons)):
            parts.append(lesson(notebook, text.stem, pictures))
            say(f"lesson {text.stem}: " + (f"run in {seconds:.0f} s" if seconds else "as kept"))
    parts.append("# Assignments {.part}")
    for name in assignment_ids():
        for path in sorted((ROOT / "release" / name).glob("*.ipynb")):
            parts.append(assignment(nbformat.read(path, as_version=4), name))
    parts.append("# To look things up {.part}")
    for path in map((ROOT / "docs").joinpath, REFERENCE):
        if path.exists():
            parts.append(page(path.read_text("utf-8"), path.stem))
    return "\n\n".join(parts), pictures


def typst_text(text):
    """The whole typst document of a Markdown text."""
    import pypandoc

    body = pypandoc.convert_text(text, "typst", format=READ, extra_args=[
        "--wrap=none", f"--lua-filter={HERE / 'filter.lua'}"])
    opening = f'#titlepage("{version("recommender-evaluation-course")}")\n#contents()\n'
    return (HERE / "preamble.typ").read_text("utf-8") + "\n" + opening + body


def make(target=TARGET, stage=STAGE, say=lambda text: None):
    """Write the guide and return its path. Raises BookError or GuideError."""
    import typst

    text, pictures = markdown(say)
    stage.mkdir(parents=True, exist_ok=True)
    for old in stage.iterdir():
        old.unlink()
    for name, content in pictures.items():
        (stage / name).write_bytes(content)
    (stage / "guide.md").write_text(text, "utf-8")
    (stage / "guide.typ").write_text(typst_text(text), "utf-8")
    try:
        content = typst.compile(stage / "guide.typ", root=stage, ignore_system_fonts=True,
                                font_paths=[], pdf_standards=["ua-1"], timestamp=0)
    except typst.TypstError as problem:
        raise GuideError(f"typst is not content: {problem.diagnostic}") from None
    part = target.with_name(target.name + ".part")
    part.write_bytes(content)
    part.replace(target)
    return target


def main():
    """Make the guide and say where it is. Returns the exit code."""
    begun = time.time()
    print("reading the lessons …", flush=True)
    try:
        path = make(say=lambda text: print(f"  {text}", flush=True))
    except (BookError, GuideError) as problem:
        print(f"course pdf: {problem}", file=sys.stderr)
        return 1
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    print(f"The guide is in {shown} ({time.time() - begun:.0f} s).")
    return 0
