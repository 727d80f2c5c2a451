"""A notebook of a student's, made safe to open: in the formgrader, in JupyterLab, as a page."""

import copy
import re

ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def harmless(notebook):
    """A copy in which nothing a student wrote can run in a reader's browser.

    Outputs are text and PNG pictures only (execute.Outputs keeps no others). What is left is
    prose, which tools render as Markdown with HTML and formulas in it.
    """
    safe = copy.deepcopy(notebook)
    for cell in safe.cells:
        cell.pop("attachments", None)
        if cell.cell_type == "markdown" and not cell.metadata.get("nbgrader", {}).get("locked"):
            cell.source = plain_prose(cell.source)
    return safe


def plain_prose(text):
    """Markdown without HTML, hidden targets, pictures and commands of the formula language.

    Emphasis, lists, code and formulas stay, and a bare web address may become a link.
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    # No target for a link or a picture, whichever way it is written.
    text = re.sub(r"\](\s*)([(\[:])", r"]\1\\\2", text)
    # A scheme that a reader could still click is broken by a character without width.
    text = re.sub(r"(?i)(javascript|vbscript|data)(\s*):", "\\1\\2\u200b:", text)
    return re.sub(r"\\(href|url|html\w*|style|class|cssId|require|unicode|def|let|newcommand|"
                  r"renewcommand|newenvironment|includegraphics)\b", r"\\\\\1", text)
