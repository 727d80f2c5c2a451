"""Who is in a class: those who handed something in, and those on the instructor's roster."""

import csv
from pathlib import Path


class BadRoster(Exception):
    """students.csv cannot be read; the message says what is wrong in it."""


def learners(folder, assignment):
    """The ids of a class in alphabetical order.

    folder: the class. Those with a folder below `submitted/` that holds this assignment, and
    everybody in `students.csv` (a column `id` or `student_id`), who has a row even without one.
    Raises BadRoster.
    """
    submitted = Path(folder, "submitted")
    found = {path.parent.name for path in submitted.glob("*/" + assignment)}
    return sorted(found | set(_roster(Path(folder, "students.csv"))))


def _roster(path):
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = list(csv.DictReader(file))
    except (UnicodeDecodeError, csv.Error) as problem:
        raise BadRoster(f"{path.name} is not a CSV file in UTF-8 ({problem}).") from None
    column = next((c for c in ("id", "student_id") if table and c in table[0]), None)
    if table and column is None:
        raise BadRoster(f"{path.name} has no column id or student_id; its first line holds "
                        f"{', '.join(str(name) for name in table[0])}.")
    return [row[column].strip() for row in table if (row[column] or "").strip()]
