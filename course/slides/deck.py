"""docs/slides/deck.md as slides: titles, blocks, minutes and speaker notes, all numbers filled in.

A slide begins with `## title` (the first with `# title`), then has a line `minutes: 3`, blocks, and
its notes between `::: notes` and `:::`. A block is one of:

    a paragraph, a list of `- ` lines, a `> question`, a table with pipes
    ![](figure:name)              one of course.slides.numbers.pictures
    ```formula what it says       TeX for matplotlib, drawn as a picture with that alternative text

`{ines.ndcg:.6f}` stands for a number of course.slides.numbers, in the format given. A formula is
left alone. Nothing else is Markdown but **bold**, *emphasis* and `code`.
"""

import io
import re
from dataclasses import dataclass, field

import matplotlib
import nbformat
from matplotlib.figure import Figure

from course.build import ROOT
from course.slides import numbers

TEXT = ROOT / "docs" / "slides" / "deck.md"
INK = "#1A1A1A"
DOTS = 300  # an inch, of a formula's picture

PLACE = re.compile(r"\{([a-zA-Z_][\w.]*)(?::([^{}]*))?\}")
SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")


class DeckError(Exception):
    """The deck's text is not right; the message says where."""


@dataclass
class Block:
    """kind: "text", "list", "question", "table", "figure" or "formula".

    lines: paragraphs, items, or rows of cells. picture, alt: of a figure or a formula.
    right: for a table, which columns are set to the right.
    """

    kind: str
    lines: list = field(default_factory=list)
    picture: bytes = b""
    alt: str = ""
    right: tuple = ()


@dataclass
class Slide:
    """One slide; minutes is how long to speak about it."""

    title: str
    minutes: int
    notes: str
    blocks: list


def filled(text, values):
    """The text with its {names} replaced. Raises DeckError for a name that has no value."""
    def look_up(found):
        value = values
        for part in found[1].split("."):
            if not isinstance(value, dict) or part not in value:
                raise DeckError(f"there is no number called {found[1]!r}.")
            value = value[part]
        return format(value, found[2] or "")

    return PLACE.sub(look_up, text)


def spans(text):
    """[(text, kind)] of one line; kind is "", "bold", "italic" or "code"."""
    found, at = [], 0
    for span in SPAN.finditer(text):
        found.append((text[at:span.start()], ""))
        kind = ("bold", "italic", "code")[span.lastindex - 1]
        found.append((span[span.lastindex], kind))
        at = span.end()
    return [pair for pair in [*found, (text[at:], "")] if pair[0]]


def plain(text):
    """The text of a line without its marks."""
    return "".join(part for part, _ in spans(text))


def formula(tex):
    """A formula as PNG bytes, drawn by matplotlib, so that every program shows it alike."""
    with matplotlib.rc_context({"mathtext.fontset": "stix"}):
        figure = Figure(figsize=(1, 1))
        figure.text(0, 0, f"${tex.strip()}$", fontsize=30, color=INK)
        file = io.BytesIO()
        figure.savefig(file, format="png", dpi=DOTS, bbox_inches="tight", pad_inches=0.05,
                       metadata={"Software": None})
    return file.getvalue()


def slides(text=None, values=None, pictures=None):
    """The deck: a list of Slide. By default the deck of the course, with its numbers."""
    if values is None:
        values, pictures = numbers.kept()
    text = TEXT.read_text("utf-8") if text is None else text
    raw = re.split(r"^(?=##? )", text, flags=re.MULTILINE)
    raw = [one for one in raw if one.strip()]
    values = values | {"homework_points": _points("07-homework"),
                       "minutes": sum(int(m) for m in re.findall(r"^minutes: (\d+)$", text,
                                                                 re.MULTILINE))}
    return [_slide(one, values, pictures) for one in raw]


def _points(assignment):
    found = 0
    for path in (ROOT / "release" / assignment).glob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            found += cell.metadata.get("nbgrader", {}).get("points", 0)
    return f"{found:g}"


def _slide(raw, values, pictures):
    title, body = raw.split("\n", 1)
    title = filled(title.lstrip("# "), values)
    try:
        notes = re.search(r"^::: notes\n(.*?)^:::$", body, re.MULTILINE | re.DOTALL)
        body = body.replace(notes[0], "")
        minutes = re.search(r"^minutes: (\d+)\n", body, re.MULTILINE)
        body = body.replace(minutes[0], "")
    except TypeError:
        raise DeckError(f"the slide {title!r} needs minutes and notes.") from None
    blocks = []
    for part in re.findall(r"^```formula.*?^```$|(?:^[^\n]+$\n?)+", body,
                           re.MULTILINE | re.DOTALL):
        try:
            blocks.append(_block(part.strip(), values, pictures))
        except (DeckError, KeyError) as problem:
            raise DeckError(f"the slide {title!r}: {problem}") from None
    said = " ".join(filled(notes[1], values).split())
    return Slide(title, int(minutes[1]), said, blocks)


def _block(part, values, pictures):
    if part.startswith("```formula"):
        first, *tex = part.split("\n")
        return Block("formula", picture=formula("".join(tex[:-1])),
                     alt=first.removeprefix("```formula").strip())
    part = filled(part, values)
    if part.startswith("![](figure:"):
        picture, alt = pictures[part.removeprefix("![](figure:").removesuffix(")")]
        return Block("figure", picture=picture, alt=alt)
    lines = part.split("\n")
    if part.startswith("|"):
        head, marks, *rows = [[cell.strip() for cell in line.strip("|").split("|")]
                              for line in lines]
        return Block("table", [head, *rows], right=tuple(m.endswith(":") for m in marks))
    if part.startswith("- "):
        return Block("list", [line.removeprefix("- ") for line in lines])
    if part.startswith("> "):
        return Block("question", [" ".join(line.removeprefix("> ") for line in lines)])
    return Block("text", [" ".join(lines)])
