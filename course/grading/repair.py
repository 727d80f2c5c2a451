"""Put a learner's answers into the master's shape, with a note for each repair.

The master wins: its prose, its tests, its order and its metadata. From the submission come the
answers, and whatever code cells the learner added between them. So a copied cell, an edited test
or a lost tag cannot change what is graded, nor stop anyone's grading.

A cell of the submission is called a piece here. Which cell of the master it is, is decided in
this order: nbgrader's grade_id, the cell's own id, its content, its place. An id that
contradicts the content loses.
"""

import copy
import re
from dataclasses import dataclass, field

import nbformat
from nbgrader import utils

from course.grading.reading import is_python

FUNCTION = re.compile(r"^(?:async +)?def +(\w+) *\(", re.MULTILINE)
TARGETS = re.compile(r"\s*([^\W\d][\w\s,]*)(:.*)?")
SIMILAR = 0.5  # the share of its words by which an edited locked cell is still known
FEW = 3        # so many cells are named in a note


@dataclass(eq=False)
class Piece:
    """One cell of the submission. name: the master's cell it is, or None; how: why so.

    owner: the master's cell that its content belongs to, whatever its id; None if unclear.
    """

    cell: nbformat.NotebookNode
    place: int
    squeezed: str
    defines: frozenset
    owner: str | None = None
    name: str | None = None
    how: str | None = None  # "grade_id", "id", "content" or "place"


@dataclass
class Matched:
    """Which piece is what. pieces: in the order of the submission."""

    pieces: list
    contradicted: list = field(default_factory=list)

    def of(self, name):
        """The pieces of one cell of the master, in order."""
        return [piece for piece in self.pieces if piece.name == name]


def squeeze(text):
    """The text without white space: a changed indentation or final newline is no change."""
    return "".join(text.split())


def names_defined(source):
    """The functions and variables that code defines at its left margin, even in broken code."""
    source = source[:200_000]
    names = set(FUNCTION.findall(source))
    for line in source.splitlines():
        if line[:1].isidentifier():
            parts = line[:500].split("=")
            for number, part in enumerate(parts[:-1], 1):
                targets = TARGETS.fullmatch(part)
                compared = not parts[number] and number < len(parts) - 1  # ==
                if not targets or compared:
                    break
                names.update(re.findall(r"\w+", targets[1]))
    return frozenset(names)


def into_shape(submitted, master):
    """Put the learner's answers and own cells into a copy of the master.

    submitted: a notebook whose cells have the shape that reading.read_notebook gives.
    Returns (notebook, notes). An answer cell that was split or copied keeps all its distinct
    pieces, in order: the last one stands in the answer cell's place, the earlier before it,
    so running them does what the learner saw.
    """
    stubs = {cell.id: cell for cell in master.released.cells}
    matched = match(submitted, stubs)
    notes = _Notes(matched, stubs)
    extras = _extras(matched)
    notebook = copy.deepcopy(master.graded)
    cells = _own(extras.get(None, []), "start")
    for cell in notebook.cells:
        name = cell.id
        if utils.is_solution(cell):
            cell.metadata.nbgrader["checksum"] = stubs[name].metadata.nbgrader["checksum"]
            before, cell.source = _answer(matched, stubs[name], notes)
            cells += _own(before, name)
        cells.append(cell)
        cells += _own(extras.get(name, []), name)
    notebook.cells = _unique(cells)
    return notebook, notes.lines()


def answered(submitted, master):
    """The answer cells for which the submission holds something else than the stub.

    Returns a set, or None when it holds no question of this assignment, answered or not.
    """
    stubs = {cell.id: cell for cell in master.released.cells}
    pieces = match(submitted, stubs).pieces
    answers = {name for name, stub in stubs.items() if utils.is_solution(stub)}
    found = {piece.name for piece in pieces
             if piece.name in answers and _filled(piece, stubs[piece.name])}
    own = frozenset().union(*(piece.defines for piece in pieces if piece.name is None))
    found |= {name for name in answers if stubs[name].cell_type == "code"
              and names_defined(stubs[name].source) & own}
    known = any(piece.name in answers or utils.is_grade(stubs[piece.name])
                for piece in pieces if piece.name and piece.how != "place")
    return found if known or found else None


# --- which piece is what -------------------------------------------------------------------


def match(submitted, stubs):
    """Say of each cell of `submitted` which of `stubs` ({id: released cell}) it is: Matched."""
    pieces = [Piece(cell, place, squeeze(cell.source), names_defined(cell.source))
              for place, cell in enumerate(submitted.cells)]
    matched = Matched(pieces)
    known = _Known(stubs)
    for piece in pieces:
        piece.owner = known.owner(piece)
        _by_id(piece, stubs)
    _content_over_ids(matched, known)
    _by_text(matched, known)
    _by_definition(matched, known)
    _by_place(matched, known)
    return matched


def _by_id(piece, stubs):
    grade_id = piece.cell.metadata.get("nbgrader", {}).get("grade_id")
    if isinstance(grade_id, str) and grade_id in stubs:
        piece.name, piece.how = grade_id, "grade_id"
    elif piece.cell.get("id") in stubs:
        piece.name, piece.how = piece.cell.id, "id"


class _Known:
    """What the master's cells look like: their texts, and what their answers define."""

    def __init__(self, stubs):
        self.stubs = stubs
        self.order = {name: place for place, name in enumerate(stubs)}
        self.squeezed = {name: squeeze(stub.source) for name, stub in stubs.items()}
        self.solutions = {name for name, stub in stubs.items() if utils.is_solution(stub)}
        texts = list(self.squeezed.values())
        self.by_text = {text: name for name, text in self.squeezed.items()
                        if text and texts.count(text) == 1}
        self.wanted = {name: names_defined(stubs[name].source) for name in stubs
                       if name in self.solutions and stubs[name].cell_type == "code"}

    def share(self, piece, name):
        """How much of what the answer `name` should define the piece defines: from 0 to 1."""
        wanted = self.wanted.get(name)
        return len(piece.defines & wanted) / len(wanted) if wanted else 0.0

    def owner(self, piece):
        """The cell of the master that the piece's content belongs to, or None if unclear."""
        if piece.squeezed in self.by_text:
            return self.by_text[piece.squeezed]
        shares = {name: self.share(piece, name) for name in self.wanted}
        best = [name for name, share in shares.items() if share > 0.5]
        return best[0] if len(best) == 1 else None

    def is_prose(self, name):
        """Whether the cell is for the learner's own words."""
        return name in self.solutions and self.stubs[name].cell_type == "markdown"

    def is_filled(self, piece):
        """Whether there is something else in the piece than the stub of its cell."""
        return piece.squeezed not in ("", self.squeezed[piece.name])


def _content_over_ids(matched, known):
    """Where an id contradicts the content, let the content decide (ids of two cells swapped)."""
    moves = []
    for piece in matched.pieces:
        owner = piece.owner if piece.name else None
        if owner in (None, piece.name) or known.share(piece, piece.name):
            continue
        # Prose may quote code and is prose nevertheless.
        quoted = known.is_prose(piece.name) and piece.cell.cell_type != "code"
        if quoted and piece.squeezed not in known.by_text:
            continue
        if piece.squeezed == known.squeezed[piece.name]:
            continue
        rivals = [other for other in matched.of(owner) if known.is_filled(other)
                  and (known.share(other, owner) or owner not in known.wanted)]
        if piece.squeezed in known.by_text or not rivals:
            moves.append((piece, owner))
    for piece, owner in moves:
        matched.contradicted.append(owner)
        piece.name, piece.how = owner, "content"
    _free_strangers(matched, known)


def _free_strangers(matched, known):
    """Beside a locked cell as it should be, a piece with its id and another text is not it."""
    whole = {piece.name for piece in matched.pieces
             if piece.name and piece.squeezed == known.squeezed[piece.name]}
    for piece in matched.pieces:
        if piece.name in whole and piece.name not in known.solutions:
            stub = known.stubs[piece.name]
            if piece.squeezed != known.squeezed[piece.name] and not _similar(piece, stub):
                piece.name = piece.how = None


def _by_text(matched, known):
    taken = {piece.name for piece in matched.pieces}
    for piece in matched.pieces:
        name = known.by_text.get(piece.squeezed)
        if piece.name is None and name is not None and name not in taken:
            piece.name, piece.how = name, "content"
            taken.add(name)


def _by_definition(matched, known):
    """Answers whose cell is not known yet: by what they define."""
    for name in known.wanted:
        if matched.of(name):
            continue
        found = [piece for piece in matched.pieces if piece.name is None
                 and known.share(piece, name) > 0.5 and piece.owner in (name, None)]
        found = [piece for piece in found if piece.cell.cell_type == "code"] or found
        region = set(_region(matched, known, name))
        for piece in [piece for piece in found if piece in region] or found[-1:]:
            piece.name, piece.how = name, "content"


def _region(matched, known, name):
    """The pieces between the nearest known cells before and after where `name` should stand."""
    at = known.order[name]
    start, end, nearest_before, nearest_after = -1, len(matched.pieces), -1, len(known.order)
    for piece in matched.pieces:
        place = known.order.get(piece.name)
        if place is None or place == at:
            continue
        if nearest_before <= place < at:
            start, nearest_before = piece.place, place
        if at < place < nearest_after:
            end, nearest_after = piece.place, place
    return matched.pieces[start + 1:end]


def _by_place(matched, known):
    """Whatever is still missing: by where it should stand. Prose comes last, as all may be it."""
    for name in sorted(known.stubs, key=known.is_prose):
        there = matched.of(name)
        if there and not (known.is_prose(name) and not any(map(known.is_filled, there))):
            continue
        free = [piece for piece in _region(matched, known, name)
                if piece.name is None and piece.squeezed and piece.owner in (name, None)]
        if known.is_prose(name):
            found = [piece for piece in free if piece.cell.cell_type != "code"
                     or not is_python(piece.cell.source)]
        elif name in known.wanted:
            found = [piece for piece in free if _could_answer(piece, name, known)]
        else:
            found = [piece for piece in free[:50] if _similar(piece, known.stubs[name])][:1]
        for piece in found:
            piece.name, piece.how = name, "place"


def _could_answer(piece, name, known):
    """Whether the piece assigns some of the variables asked for, or is a function at all."""
    asked_for_function = FUNCTION.search(known.stubs[name].source)
    return piece.cell.cell_type == "code" and bool(
        FUNCTION.search(piece.cell.source) if asked_for_function else known.share(piece, name))


def _similar(piece, stub):
    one, other = (set(re.findall(r"\w+", text[:5_000])) for text in
                  (piece.cell.source, stub.source))
    return len(one & other) >= SIMILAR * len(one | other)


# --- what an answer cell gets --------------------------------------------------------------


def _filled(piece, stub):
    return piece.squeezed not in ("", squeeze(stub.source))


def _answer(matched, stub, notes):
    """(sources to run before it, source) of one answer cell; tells `notes` what was odd."""
    pieces = matched.of(stub.id)
    filled = [piece for piece in pieces if _filled(piece, stub)]
    if stub.cell_type == "code":
        filled = [piece for piece in filled if _is_code(piece, stub, notes)]
    sources = []
    for piece in filled:
        # A copy right after its original changes nothing.
        if not sources or squeeze(sources[-1]) != piece.squeezed:
            sources.append(piece.cell.source)
    if not pieces:
        return [], _elsewhere(matched, stub, notes) or stub.source
    if not sources:
        return [], stub.source
    if stub.cell_type == "code":
        return sources[:-1], sources[-1]
    return [], "\n\n".join(dict.fromkeys(sources))


def _is_code(piece, stub, notes):
    """Whether a piece of a code answer is code, also when its cell became another type."""
    if piece.cell.cell_type == "code":
        return True
    if piece.defines & names_defined(stub.source) or is_python(piece.cell.source):
        notes.taken_as_code.append(stub.id)
        return True
    notes.no_code.append(stub.id)
    return False


def _elsewhere(matched, stub, notes):
    """A remark in place of an answer that stands in the cell of another answer, or None."""
    wanted = names_defined(stub.source) if stub.cell_type == "code" else set()
    for piece in matched.pieces:
        if wanted and wanted <= piece.defines and piece.cell.cell_type == "code" and piece.name:
            if piece.name in notes.solutions:
                notes.elsewhere.append((stub.id, piece.name))
                return f"# Answered in the cell {piece.name}."
    notes.missing_answers.append(stub.id)
    return None


def _extras(matched):
    """{known cell before them, or None: sources} of the code cells that the learner added."""
    extras, anchor = {}, None
    for piece in matched.pieces:
        if piece.name is not None:
            anchor = piece.name
        elif piece.cell.cell_type == "code" and piece.squeezed:
            extras.setdefault(anchor, []).append(piece.cell.source)
    return extras


def _own(sources, anchor):
    """The learner's own cells, marked as such: they are run, and never graded."""
    return [nbformat.v4.new_code_cell(source, id=f"own-{anchor}-{number}"[:64])
            for number, source in enumerate(sources, 1)]


def _unique(cells):
    """Give every own cell an id of its own; the master's cells keep theirs."""
    taken = {cell.id for cell in cells if not cell.id.startswith("own-")}
    for cell in cells:
        if cell.id.startswith("own-"):
            wished, number = cell.id, 1
            while cell.id in taken:
                number += 1
                cell.id = f"{wished[:58]}-{number}"
            taken.add(cell.id)
    return cells


# --- what is told --------------------------------------------------------------------------


class _Notes:
    """Collects what was repaired, and words it in few lines."""

    def __init__(self, matched, stubs):
        self.matched, self.stubs = matched, stubs
        self.solutions = {name for name, stub in stubs.items() if utils.is_solution(stub)}
        self.taken_as_code, self.no_code = [], []
        self.missing_answers, self.elsewhere = [], []

    def lines(self):
        """The notes, each a sentence without its full stop."""
        named = [piece for piece in self.matched.pieces if piece.name]
        lost = [piece for piece in named if piece.how != "grade_id"
                and piece.name not in self.matched.contradicted
                and not self._is_added_prose(piece)]
        found = []
        if len(lost) <= FEW:
            answers = [piece.name for piece in lost if piece.how in ("content", "place")
                       and piece.name in self.solutions]
            others = [piece.name for piece in lost if piece.name not in answers]
            found += [_note(answers, "the answer{s} {names} stood in {a cell|cells} without {its "
                            "id|their ids} and {was|were} recognised by {its|their} content or "
                            "place"),
                      _note(others, "the cell{s} {names} had lost {its nbgrader id|their "
                            "nbgrader ids} and {was|were} recognised by {its|their} own id or "
                            "text")]
        else:
            share = "all" if len(lost) == len(named) else f"{len(lost)} of {len(named)}"
            found.append(f"{share} known cells had lost their nbgrader ids; they were recognised "
                         f"by their {self._hows(lost)}")
        found.append(_note(self.matched.contradicted, "the id{s} of {names} did not fit the "
                           "content; the content counted"))
        found += self._about_answers() + self._about_copies() + self._about_locked()
        if self._moved():
            found.append("the order of the cells had been changed; the original order was used")
        return [line for line in found if line]

    def _is_added_prose(self, piece):
        return (piece.how == "place" and self.stubs[piece.name].cell_type == "markdown"
                and piece.name in self.solutions and len(self.matched.of(piece.name)) > 1)

    @staticmethod
    def _hows(pieces):
        ids = {piece.how for piece in pieces}
        words = [word for word, hows in (("own ids", {"id"}), ("contents", {"content", "place"}))
                 if ids & hows]
        return " and ".join(words)

    def _about_answers(self):
        prose = [p.name for p in self.matched.pieces if p.name and p.cell.cell_type != "markdown"
                 and p.name in self.solutions and _filled(p, self.stubs[p.name])
                 and self.stubs[p.name].cell_type == "markdown"]
        added = [piece.name for piece in self.matched.pieces
                 if piece.name and self._is_added_prose(piece)]
        return [
            _note(self.missing_answers,
                  "the answer cell{s} {names} {was|were} missing and count{s|} as not attempted"),
            *(f"the answer {name} stood in the cell {other} and was left there"
              for name, other in self.elsewhere),
            _note(self.taken_as_code, "the answer cell{s} {names} had become {a text cell|text "
                  "cells} and {was|were} taken as code again"),
            _note(self.no_code, "the answer cell{s} {names} had become {a text cell|text cells} "
                  "without Python in {it|them}; that text was left out"),
            _note(prose, "the written answer{s} {names} stood in {a cell|cells} of another type "
                  "and {was|were} taken as text"),
            _note(added, "the written answer{s} {names} stood in {a cell|cells} beside {its|their} "
                  "own and {was|were} taken from there")]

    def _about_copies(self):
        answers, locked = [], {}
        for name, stub in self.stubs.items():
            # Prose beside an untouched cell has a note of its own.
            number = sum(not self._is_added_prose(piece) for piece in self.matched.of(name))
            if number < 2:
                continue
            times = "twice" if number == 2 else f"{number} times"
            if name in self.solutions:
                done = "put together" if stub.cell_type == "markdown" else "run"
                answers.append(f"the answer cell {name} was there {times}; its filled copies "
                               f"were {done} in order")
            else:
                locked[name] = times
        if len(locked) == 1:
            [(name, times)] = locked.items()
            return [*answers, f"the cell {name} was there {times}; it counts once"]
        return [*answers, _note(locked, "the cells {names} were there more than once; each "
                                "counts once")]

    def _about_locked(self):
        missing, changed, settings = [], [], []
        for name, stub in self.stubs.items():
            pieces = self.matched.of(name)
            if any(_other_settings(piece, stub) for piece in pieces):
                settings.append(name)
            if name in self.solutions:
                continue
            if not pieces:
                missing.append(name)
            elif not any(piece.squeezed == squeeze(stub.source) for piece in pieces):
                changed.append(name)
        return [
            _note(missing, "the cell{s} {names} {was|were} missing and {was|were} put back"),
            _note(changed, "the locked cell{s} {names} had been changed; the original{s} "
                  "{was|were} used"),
            _note(settings, "the type, points, flags or tags of {names} had been changed; the "
                  "assignment's own were used")]

    def _moved(self):
        order = {name: place for place, name in enumerate(self.stubs)}
        firsts = list(dict.fromkeys(piece.name for piece in self.matched.pieces
                                    if piece.name and not self._is_added_prose(piece)))
        return firsts != sorted(firsts, key=order.get)


def _other_settings(piece, stub):
    """Whether the piece says other things about grading than the master's cell."""
    if piece.how != "grade_id":
        return False
    if piece.cell.metadata.get("tags") and not stub.metadata.get("tags"):
        return True
    if not utils.is_solution(stub) and piece.cell.cell_type != stub.cell_type:
        return True
    said, right = piece.cell.metadata["nbgrader"], stub.metadata["nbgrader"]
    return any(said.get(key, right.get(key)) != right.get(key)
               for key in ("grade", "locked", "solution", "points", "task"))


def _note(names, pattern):
    """A note about some cells, or None if there are none.

    In the pattern, {names} lists them, {s} is an s for several, and {one|many} chooses.
    """
    names = list(dict.fromkeys(names))
    if not names:
        return None
    many = len(names) > 1

    def choose(place):
        if place[1] == "names":
            return _listed(names)
        if place[1] == "s":
            return "s" if many else ""
        return place[1].split("|")[many]

    return re.sub(r"\{([^}]*)\}", choose, pattern)


def _listed(names):
    """The first names of a list, and how many more there are."""
    if len(names) > FEW + 1:
        names = [*names[:FEW], f"{len(names) - FEW} more"]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
