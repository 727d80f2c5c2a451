"""The deck as one web page that asks nobody for anything: build/slides.html.

Pictures are in it. Arrow keys move, N shows the notes, and printing gives slides with their notes.
Without scripts the slides stand one below the other.
"""

import base64
from html import escape
from string import Template

from course.build import ROOT
from course.slides.deck import plain, spans

TEMPLATE = ROOT / "docs" / "slides" / "template.html"
TITLE = "Evaluating recommender systems: slides"
TAGS = {"bold": "strong", "italic": "em", "code": "code"}


def said(line):
    """One line as HTML."""
    return "".join(f"<{TAGS[kind]}>{escape(text)}</{TAGS[kind]}>" if kind else escape(text)
                   for text, kind in spans(line))


def _block(block):
    if block.kind == "text":
        return f"<p>{said(block.lines[0])}</p>"
    if block.kind == "list":
        return "<ul>" + "".join(f"<li>{said(line)}</li>" for line in block.lines) + "</ul>"
    if block.kind == "question":
        return f'<p class="question">{said(block.lines[0])}</p>'
    if block.kind == "table":
        return _table(block)
    picture = (f'<img src="data:image/png;base64,{base64.b64encode(block.picture).decode()}" '
               f'alt="{escape(block.alt)}"')
    if block.kind == "formula":
        return f'{picture} class="formula">'
    return f'<div class="figure">{picture}></div>'


def _table(block):
    def row(cells, tag, first):
        made = []
        for place, (cell, right) in enumerate(zip(cells, block.right)):
            kind = first if place == 0 else tag
            scope = {"th": ' scope="col"'}.get(tag, ' scope="row"') if kind == "th" else ""
            look = ' class="right"' if right else ""
            made.append(f"<{kind}{scope}{look}>{said(cell)}</{kind}>")
        return "<tr>" + "".join(made) + "</tr>"

    head, *rows = block.lines
    long = " long" if len(rows) > 7 else ""
    return (f'<div class="table{long}"><table><thead>' + row(head, "th", "th") + "</thead><tbody>"
            + "".join(row(cells, "td", "th") for cells in rows) + "</tbody></table></div>")


def page(slides):
    """The whole page as text."""
    parts, clock = [], 0
    for place, slide in enumerate(slides, start=1):
        level, kind = ("h1", "slide first") if place == 1 else ("h2", "slide")
        when = f"{clock}–{clock + slide.minutes} min ({slide.minutes} min)"
        clock += slide.minutes
        parts.append(
            f'<section class="{kind}" tabindex="-1" aria-label="Slide {place}: '
            f'{escape(plain(slide.title))}"><{level}>{said(slide.title)}</{level}>\n'
            + "\n".join(map(_block, slide.blocks))
            + f'\n<aside class="notes" aria-label="Notes"><strong>{when}</strong>'
              f"<p>{said(slide.notes)}</p></aside></section>")
    return Template(TEMPLATE.read_text("utf-8")).substitute(title=TITLE, slides="\n".join(parts))


def write(slides, target):
    """Write the page to a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(slides), "utf-8")
