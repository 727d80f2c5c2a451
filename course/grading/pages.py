"""What people read: one feedback page a learner, and grades.csv for the class.

A page holds the learner's answers, what they printed, each question's points and its verdict.
All of it is escaped text or a PNG picture: nothing a learner wrote can run in a reader's browser,
and neither the source of hidden tests nor their inputs are in it.
"""

import base64
import binascii
import csv
import io
import re
from pathlib import Path

import jinja2
import nbformat
from nbgrader import utils

from course.grading.harmless import ANSI

STATUSES = ("not-graded", "needs-manual", "graded-with-notes", "graded")
MOST_OUTPUT = 4000  # characters of one cell's printed text

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True,
    trim_blocks=True, lstrip_blocks=True)


def row(result, marks, max_score):
    """One line of the class's table.

    marks: {(notebook, cell): (score or None, max score)} from the gradebook.
    Returns a dict: assignment, student_id, score, max_score, status, reason, scores (by cell).
    The status is the first that holds of STATUSES; without a grade the score is None, never 0.
    """
    scores = {name: score for (_, name), (score, _) in marks.items()}
    if result.problem:
        status, score, scores = STATUSES[0], None, {}
    else:
        score = sum(value for value in scores.values() if value is not None)
        waiting = [name for name, value in scores.items() if value is None]
        status = STATUSES[1] if waiting else STATUSES[2] if result.notes else STATUSES[3]
    return {"assignment": result.assignment, "student_id": result.student, "score": score,
            "max_score": max_score, "status": status, "reason": reason(result, scores),
            "scores": scores}


def reason(result, scores):
    """Why the score is what it is, in words: marks to give, wrong ideas, gaps, repairs."""
    if result.problem:
        return result.problem
    parts = []
    open_questions = [q for q in result.questions if scores.get(q.name) != q.max_score]
    if result.questions and all(q.outcome in ("not attempted", "by hand")
                                for q in result.questions):
        parts.append("not attempted")
    else:
        ideas = {}
        for question in open_questions:
            if question.outcome in ("not yet", "failed", "refused"):
                what = (f"{question.idea} (lesson {question.lesson}, {question.section})"
                        if question.idea else _first_sentence(question.message))
                ideas.setdefault(what, []).append(question.name)
        parts += [f"{', '.join(names)}: {what}" for what, names in ideas.items()]
        gaps = [q.name for q in open_questions if q.outcome == "not attempted"]
        if gaps:
            parts.append(f"not attempted: {', '.join(gaps)}")
    waiting = [name for name, value in scores.items() if value is None]
    if waiting:
        parts.append(f"to be marked by hand: {', '.join(waiting)}")
    if not parts:
        parts.append("all right")
    return "; ".join(parts + [f"note: {note}" for note in result.notes])


def _first_sentence(message):
    """The gist of a verdict; the page has all of it."""
    message = message.removeprefix("Not yet: ")
    return re.split(r"(?<=[.?!])\s", message, maxsplit=1)[0].rstrip(".")


def write_table(path, rows, columns):
    """Write grades.csv, whole or not at all. columns: the questions, in course order."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["assignment", "student_id", "score", "max_score", "status", "reason", *columns,
                    "late_seconds"])
    for entry in rows:
        table.writerow([_cell(value) for value in (
            entry["assignment"], entry["student_id"], entry["score"], entry["max_score"],
            entry["status"], entry["reason"],
            *(entry["scores"].get(column) for column in columns), entry["late_seconds"])])
    replace_text(path, text.getvalue())


def _cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    # A spreadsheet would run a cell that begins like a formula.
    return "'" + value if isinstance(value, str) and value[:1] in "=+-@\t\r" else value


def replace_text(path, text):
    """Write a text file whole or not at all; its folders are made."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_text(text, "utf-8", errors="backslashreplace")
    temporary.replace(path)


def write_feedback(path, entry, result, comments):
    """Write a learner's feedback page. comments: {cell: text} given by hand."""
    page = _TEMPLATES.get_template("feedback.html.j2").render(
        row=entry, result=result, sections=sections(result), comments=comments)
    replace_text(path, page)


def sections(result):
    """The page's content: one section per answer, with the questions that judge it."""
    verdicts = {question.key: question for question in result.questions}
    found = []
    for name, text in result.notebooks.items():
        heading, section = name, None
        for cell in nbformat.reads(text, as_version=4).cells:
            if cell.cell_type == "markdown" and not utils.is_solution(cell):
                title = re.search(r"^## (.+)$", cell.source, re.MULTILINE)
                heading = title[1].replace("`", "") if title else heading
            if utils.is_solution(cell) or cell.id.startswith("own-"):
                section = {"heading": heading, "id": cell.id, "own": cell.id.startswith("own-"),
                           "prose": cell.cell_type == "markdown",
                           "source": result.prose.get(f"{name}/{cell.id}", cell.source),
                           "outputs": _outputs(cell), "questions": []}
                found.append(section)
            if utils.is_grade(cell) and section is not None:
                section["questions"].append(verdicts[f"{name}/{cell.id}"])
    return found


def _outputs(cell):
    """What a cell showed: plain text and PNG pictures; everything else is left out."""
    shown = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output.output_type == "stream":
            shown.append(("text", _short(output.text)))
        elif output.output_type == "error":
            if output.ename != "NotImplementedError":
                shown.append(("text", _short(f"{output.ename}: {output.evalue}")))
        elif _is_png(data.get("image/png")):
            shown.append(("png", data["image/png"].replace("\n", "")))
        elif "text/plain" in data:
            shown.append(("text", _short(data["text/plain"])))
    return shown


def _short(text):
    text = ANSI.sub("", str(text))
    return text if len(text) <= MOST_OUTPUT else text[:MOST_OUTPUT] + "\n… (cut here)"


def _is_png(text):
    try:
        return base64.b64decode(text or "", validate=False)[:8] == b"\x89PNG\r\n\x1a\n"
    except (binascii.Error, TypeError, ValueError):
        return False
