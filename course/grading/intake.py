"""From what was handed in to a notebook in the master's shape, with a note for each repair.

The master wins: its prose, its tests, its order and its metadata. From the submission come the
answers, and whatever cells the student added between them. So a copied cell, an edited test or a
lost tag cannot change what is graded, nor stop anyone's grading.
"""

import copy
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbgrader import utils


class Unreadable(Exception):
    """What was handed in cannot be graded; the message is one sentence for the student."""


@dataclass
class Taken:
    """A notebook ready to be run, and what was repaired on the way."""

    notebook: nbformat.NotebookNode
    notes: list = field(default_factory=list)


def take(folder, master):
    """Read the submission of one notebook from `folder` and give it the master's shape.

    folder: the student's folder of this assignment. Returns Taken. Raises Unreadable.
    """
    path, notes = _find(Path(folder), master)
    submitted = _read(path)
    notebook, repairs = into_shape(submitted, master)
    return Taken(notebook, notes + repairs)


def _find(folder, master):
    path = folder / master.filename
    if path.is_file():
        return path, []
    others = sorted(p for p in folder.glob("*.ipynb") if p.is_file())
    if len(others) == 1:
        return others[0], [f"the notebook was called {others[0].name}; "
                           f"it was taken as {master.filename}"]
    if others:
        raise Unreadable(f"there is no {master.filename}, and {len(others)} other notebooks; "
                         "hand in one under its own name.")
    raise Unreadable(f"there is no notebook; {master.filename} was expected.")


def _read(path):
    try:
        notebook = nbformat.reads(path.read_text("utf-8-sig"), as_version=4)
        cells = notebook.cells
        assert isinstance(cells, list)
    except Exception as problem:
        first = str(problem).strip().splitlines() or [""]
        raise Unreadable(f"{path.name} is not a readable notebook "
                         f"({type(problem).__name__}: {first[0][:120]}); save it again in "
                         "JupyterLab and hand it in once more.") from None
    return notebook


def into_shape(submitted, master):
    """Put the student's answers and own cells into a copy of the master.

    Returns (notebook, notes). An answer cell that was split or copied keeps all its distinct
    pieces, in order: the later ones stand in the answer cell's place, the earlier before it,
    so running them does what the student saw.
    """
    stubs = {cell.id: cell for cell in master.released.cells}
    pieces = {name: [] for name in stubs}
    extras = {None: []}
    anchor, notes = None, []
    for cell in submitted.cells:
        name = _name(cell, stubs)
        if name is None:
            if cell.cell_type == "code" and cell.source.strip():
                extras.setdefault(anchor, []).append(cell)
            continue
        anchor = name
        pieces[name].append(cell)
    cells = list(_own(extras[None], "start"))
    for cell in master.graded.cells:
        name = cell.id
        cell = copy.deepcopy(cell)
        if utils.is_solution(cell):
            cell.metadata.nbgrader["checksum"] = stubs[name].metadata.nbgrader["checksum"]
            before, cell.source, note = _answer(pieces[name], stubs[name])
            cells += _own(before, name)
        else:
            note = _locked(pieces[name], stubs[name])
        if note:
            notes.append(note)
        cells.append(cell)
        cells += _own(extras.get(name, []), name)
    notebook = copy.deepcopy(master.graded)
    notebook.cells = _unique(cells)
    return notebook, notes


def _name(cell, stubs):
    """Which cell of the master this is, by nbgrader's metadata or else by the cell's own id."""
    entry = cell.metadata.get("nbgrader")
    name = entry.get("grade_id") if isinstance(entry, dict) else None
    if name in stubs:
        return name
    return cell.get("id") if cell.get("id") in stubs else None


def _answer(pieces, stub):
    """(earlier pieces, the answer's source, note) of one answer cell."""
    if not pieces:
        return [], stub.source, f"the answer cell {stub.id} was missing and counts as not attempted"
    sources = []
    for piece in pieces:
        # A later copy of the same text changes nothing; an untouched copy is no answer.
        if piece.source not in sources and piece.source != stub.source:
            sources.append(piece.source)
    note = None
    if len(pieces) > 1:
        note = (f"the answer cell {stub.id} was there {_times(pieces)}; "
                "its filled copies were run in order")
    if not sources:
        return [], stub.source, note
    if stub.cell_type == "markdown":
        return [], "\n\n".join(sources), note
    earlier = [nbformat.v4.new_code_cell(source) for source in sources[:-1]]
    return earlier, sources[-1], note


def _times(pieces):
    return "twice" if len(pieces) == 2 else f"{len(pieces)} times"


def _locked(pieces, stub):
    if not pieces:
        return f"the cell {stub.id} was missing and was put back"
    if len(pieces) > 1:
        return f"the cell {stub.id} was there {_times(pieces)}; it counts once"
    changed = pieces[0].source.rstrip() != stub.source.rstrip()
    return f"the locked cell {stub.id} had been changed; the original was used" if changed else None


def _own(cells, anchor):
    """The student's own cells, marked as such: they are run, and never graded."""
    own = []
    for number, cell in enumerate(cells, 1):
        own.append(nbformat.v4.new_code_cell(cell.source, id=f"own-{anchor}-{number}"[:64]))
    return own


def _unique(cells):
    seen = {}
    for cell in cells:
        seen[cell.id] = seen.get(cell.id, 0) + 1
        if seen[cell.id] > 1:
            cell.id = f"{cell.id[:58]}-{seen[cell.id]}"
    return cells
