"""Who is in a class, and when they handed in.

A class is those who handed something in, and those on the instructor's roster.
"""

import csv
import io
import os
import re
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from course.grading.intake import read_file
from course.grading.reading import decode

COLUMNS = ("id", "studentid")  # in small letters, without spaces and underscores
STAMP = "timestamp.txt"        # nbgrader's file with the time of handing in


class BadRoster(Exception):
    """students.csv cannot be read; the message says what is wrong in it."""


def learners(folder, assignment):
    """The ids of a class in alphabetical order, each once.

    folder: the class. Those with a folder below `submitted/` that holds this assignment, even
    as a link, and everybody in `students.csv`, who has a row even without one. Hidden folders
    and files are no learners. Raises BadRoster.
    """
    found = {_plain(name): name for name in _handed_in(Path(folder, "submitted"), assignment)}
    for name in _roster(Path(folder, "students.csv")):
        # One name may be spelt in two ways that look the same; the folder's is the one in use.
        found.setdefault(_plain(name), name)
    return sorted(found.values())


def _plain(name):
    return unicodedata.normalize("NFC", name)


def _handed_in(submitted, assignment):
    if not submitted.is_dir():
        return
    for path in submitted.iterdir():
        if path.name.startswith("."):
            continue
        dangling = path.is_symlink() and not path.exists()
        if dangling or os.path.lexists(path / assignment):
            yield path.name


def _roster(path):
    """The ids in students.csv: a table with commas, semicolons or tabs, in any usual encoding."""
    if not path.exists():
        return []
    try:
        text, _ = decode(path.read_bytes())
    except OSError as problem:
        raise BadRoster(f"{path.name} cannot be read ({problem.strerror}).") from None
    lines = text.splitlines(keepends=True)
    while lines and (not lines[0].strip(" \t\r\n,;") or re.match(r"sep=.\s*$", lines[0])):
        del lines[0]
    if not lines:
        return []
    try:
        header, column, delimiter = _header(path, lines[0])
        rows = list(csv.reader(io.StringIO("".join(lines), newline=""), delimiter=delimiter))[1:]
    except csv.Error as problem:
        raise BadRoster(f"{path.name} is not a CSV file ({problem}).") from None
    names = [row[column].strip() for row in rows if len(row) > column]
    return [_usable(path, name) for name in dict.fromkeys(names) if name]


def _header(path, line):
    """(names of the columns, number of the one with the ids, delimiter) of the first line."""
    for delimiter in (",", ";", "\t"):
        header = next(csv.reader([line], delimiter=delimiter))
        plain = [re.sub(r"[\s_-]", "", name).casefold() for name in header]
        for wanted in COLUMNS:
            if wanted in plain:
                return header, plain.index(wanted), delimiter
    names = ", ".join(name.strip() for name in re.split(r"[,;\t]", line))
    raise BadRoster(f"{path.name} has no column id or student_id; its first line holds {names}.")


def _usable(path, name):
    """An id is also the name of a folder, so a few ids cannot be."""
    if name in (".", "..") or re.search(r"[/\\\x00-\x1f]", name):
        raise BadRoster(f"{path.name} holds the id {name!r}, which cannot be the name of a "
                        "folder; use one without / and \\.")
    return name


def timestamp(folder):
    """When a submission was handed in: (time or None, note or None).

    folder: the submission, perhaps with a timestamp.txt in it, as nbgrader's collect leaves it.
    The time is a datetime in UTC without a zone, as nbgrader's gradebook wants it. Never raises.
    """
    try:
        content = read_file(folder, STAMP, 1000)
    except FileNotFoundError:
        return None, None
    except OSError:
        return None, f"{STAMP} cannot be read, so the time of handing in is unknown"
    text = decode(content or b"")[0].strip()
    try:
        return _time(text)
    except (ValueError, OverflowError):
        shown = "".join(char if char.isprintable() else "\ufffd" for char in text[:40])
        return None, f"{STAMP} says {shown!r}, which is no time; the time is unknown"


def _time(text):
    """(time in UTC, note or None) of an ISO time or of nbgrader's; raises ValueError."""
    parts = re.fullmatch(r"(\d{4}-\d\d-\d\d(?:[T ][\d:.,]+)?) *(Z|[+-][\d:]+|[A-Za-z][\w/+-]*)?",
                         text)
    if not parts:
        raise ValueError("no time")
    time, zone = datetime.fromisoformat(parts[1]), parts[2] or "UTC"
    if zone in ("Z", "UTC", "GMT"):
        return time, None
    if zone[0] in "+-":
        sign = -1 if zone[0] == "-" else 1
        ahead = re.fullmatch(r"(\d\d):?(\d\d)?", zone[1:])
        if not ahead:
            raise ValueError("no zone")
        hours, minutes = map(int, ahead.groups("0"))
        return time - sign * timedelta(hours=hours, minutes=minutes), None
    try:
        there = time.replace(tzinfo=ZoneInfo(zone))
    except (KeyError, OSError, ValueError):
        return time, f"{STAMP} names the unknown time zone {zone[:20]}; the time was taken as UTC"
    return there.astimezone(UTC).replace(tzinfo=None), None
