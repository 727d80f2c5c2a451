"""From the bytes of a file to a notebook whose cells can be trusted to have the right shape.

Nothing here opens a file. What a learner hands in may be stored in an odd encoding, come from an
old or a future Jupyter, or be no notebook at all; then one sentence says what it looks like.
"""

import ast
import json
import re
import warnings

import nbformat

MOST_DEPTH = 100           # lists and dictionaries inside each other
MOST_BRACKETS = 2_000_000  # lists and dictionaries in all, counted at both ends
MOST_CELLS = 2_000
MOST_TEXT = 2_000_000      # characters in all cells, outputs not counted

AGAIN = "save it again in JupyterLab and hand it in once more"
NO_NOTEBOOK = "hand in the notebook itself, saved in JupyterLab"

SURROGATES = re.compile("[\ud800-\udfff]")
CONFLICT = re.compile(r"^(<<<<<<<|>>>>>>>)( |$)", re.MULTILINE)
PYTHON = re.compile(r"^(import |from |def |class |print\(|#|@|\w+ *= *)", re.MULTILINE)

# (how the file begins, what that is)
BEGINNINGS = (
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "a compressed archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x80\x02", "a saved model or checkpoint"),
    (b"\x80\x03", "a saved model or checkpoint"),
    (b"\x80\x04", "a saved model or checkpoint"),
    (b"\x80\x05", "a saved model or checkpoint"),
    (b"\x89HDF", "a saved model or checkpoint"),
)


class Unreadable(Exception):
    """What was handed in cannot be graded; the message is one sentence for the student."""


def decode(data):
    """(text, note or None) of bytes in UTF-8, UTF-16, UTF-32 or, as the last resort, Latin-1.

    Never fails: a byte that fits nowhere becomes the sign for an unknown character.
    """
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return data.decode("utf-32", "replace"), "was stored as UTF-32 and was read as such"
    utf16 = _utf16(data)
    if utf16:
        text = data.decode(utf16, "replace").removeprefix("\ufeff")
        return text, "was stored as UTF-16 and was read as such"
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError:
        start = data[:1_000_000].decode("utf-8", "replace")
    if 2 * start.count("\ufffd") <= len(re.findall(r"[^\x00-\x7f]", start)):
        return data.decode("utf-8-sig", "replace"), "has damaged characters, which were replaced"
    return data.decode("latin-1"), "was not stored as UTF-8 and was read as Latin-1"


def _utf16(data):
    """The name of the UTF-16 that `data` is in, by its first bytes or its zero bytes; or None."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = data[:400]
    half = len(start) / 2
    even, odd = start[::2].count(0), start[1::2].count(0)
    if odd > 0.7 * half and even < 0.2 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.2 * half else None


def read_notebook(data, name):
    """Read a notebook from `data`, the bytes of the file called `name`.

    Returns (notebook, notes). Its cells hold cell_type, source (text), metadata (a dictionary)
    and id (text or None); outputs are dropped. Raises Unreadable.
    """
    for beginning, what in BEGINNINGS:
        if data.startswith(beginning):
            raise _unreadable(name, f"it is {what}", NO_NOTEBOOK)
    text, note = decode(data)
    notes = [f"the notebook {note}"] if note else []
    content = _parse(text, name)
    cells, more = _cells(content, name)
    notebook = nbformat.from_dict({"cells": cells, "metadata": {}, "nbformat": 4,
                                   "nbformat_minor": 5})
    return notebook, notes + more


def _unreadable(name, what, advice=AGAIN):
    return Unreadable(f"{name} is not a readable notebook: {what}; {advice}.")


def _parse(text, name):
    """The JSON in `text`. Looks at its depth first: a parser should not have to."""
    text = text.strip("\ufeff \t\r\n\0")
    if not text:
        raise _unreadable(name, "it is empty")
    if text[0] in "{[":
        _check_depth(text, name)
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        raise _unreadable(name, *_looks_like(text, problem)) from None
    except (ValueError, RecursionError, MemoryError):
        raise _unreadable(name, "it holds numbers or nesting that no notebook has") from None


def _check_depth(text, name):
    # Without escaped characters, every second piece between quotes is outside of strings.
    outside = "".join(text.replace(r"\\", "").replace(r'\"', "").split('"')[::2])
    brackets = re.sub(r"[^\[\]{}]+", "", outside)
    if len(brackets) > MOST_BRACKETS:
        raise _unreadable(name, "it is far larger than any notebook of this course")
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_DEPTH:
            raise _unreadable(name, f"its lists are nested more than {MOST_DEPTH} deep")


def _looks_like(text, problem):
    """(what the text looks like[, what to do]) when it is not JSON."""
    if CONFLICT.search(text):
        return ("it holds the marks of a merge conflict (<<<<<<<)",
                "resolve the conflict, " + AGAIN)
    if text[0] == "<":
        return "it is a web page", NO_NOTEBOOK
    if "\0" in text[:1000] or text[:1000].count("\ufffd") > 100:
        return "it is a binary file, perhaps a saved model or checkpoint", NO_NOTEBOOK
    if text[0] not in "{[" and PYTHON.search(text[:5000]):
        return "it is Python text", NO_NOTEBOOK
    if text[0] not in "{[":
        return "it is some other text", NO_NOTEBOOK
    if problem.pos >= len(text) - 1 or problem.msg.startswith("Unterminated string"):
        return ("it ends in the middle, as after a broken download",)
    return (f"its text is damaged in line {problem.lineno}",)


def _cells(content, name):
    """(cells, notes) of what the JSON holds, as liberally as can be."""
    found, notes = _raw_cells(content, name)
    if len(found) > MOST_CELLS:
        raise _unreadable(name, f"it has {len(found)} cells, more than {MOST_CELLS}")
    cells = [_cell(cell) for cell in found if isinstance(cell, dict)]
    if len(cells) < len(found):
        notes.append(f"{_count(len(found) - len(cells), 'cell')} could not be read "
                     "and counted as not there")
    odd = sum(not _is_text(_raw_source(cell)) for cell in found if isinstance(cell, dict))
    if odd:
        notes.append(f"{_count(odd, 'cell')} had no readable text and counted as empty")
    if not cells:
        raise _unreadable(name, "it has no cells")
    if sum(len(cell["source"]) for cell in cells) > MOST_TEXT:
        raise _unreadable(name, f"its cells hold more than {MOST_TEXT // 10**6} million characters")
    return cells, notes


def _raw_cells(content, name):
    if not isinstance(content, dict):
        raise _unreadable(name, "it is JSON, but not that of a notebook")
    version, notes = content.get("nbformat"), []
    if isinstance(version, int) and version > 4:
        notes.append(f"the notebook says it is of nbformat {version}; it was read as nbformat 4")
    if isinstance(content.get("cells"), list):
        return content["cells"], notes
    sheets = content.get("worksheets")
    if isinstance(sheets, list):
        notes.append("the notebook was in the old nbformat 3 and was upgraded")
        return [cell for sheet in sheets if isinstance(sheet, dict)
                and isinstance(sheet.get("cells"), list) for cell in sheet["cells"]], notes
    raise _unreadable(name, "it is JSON, but not that of a notebook")


def _cell(raw):
    metadata, name = raw.get("metadata"), raw.get("id")
    source = _source(_raw_source(raw))
    kind = raw.get("cell_type")
    if kind == "heading":  # nbformat 3
        level = raw.get("level")
        source = "#" * (level if level in range(1, 7) else 1) + " " + source
    if kind not in ("code", "markdown", "raw"):
        kind = "code" if {"outputs", "execution_count", "input"} & set(raw) else "markdown"
    return {"cell_type": kind, "source": source, "id": name if isinstance(name, str) else None,
            "metadata": _metadata(metadata if isinstance(metadata, dict) else {})}


def _metadata(metadata):
    """The two entries that repairs look at, in shape."""
    kept = {key: metadata[key] for key in ("nbgrader", "tags") if metadata.get(key)}
    if not isinstance(kept.get("nbgrader", {}), dict):
        del kept["nbgrader"]
    return kept


def _raw_source(raw):
    return raw["source"] if "source" in raw else raw.get("input", "")


def _is_text(source):
    return isinstance(source, str) or (isinstance(source, list)
                                       and all(isinstance(line, str) for line in source))


def _source(source):
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    return SURROGATES.sub("\ufffd", source)


def _count(number, what):
    return f"one {what}" if number == 1 else f"{number} {what}s"


def is_python(source):
    """Whether `source` can be read as Python; never raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source[:100_000])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
