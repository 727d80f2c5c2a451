"""The class at a glance: the numbers against counts by hand, and a page that is safe to show."""

import argparse
import base64
import hashlib
import io
import re
import shutil
import sqlite3
import statistics
import time
import uuid
from html.parser import HTMLParser

import numpy as np
import pytest
from PIL import Image

from course import cli
from course.figures import glance as figures
from course.grading import batch, example, glance
from course.grading.gradebook import read_all
from course.grading.report import SOURCE, typed
from course.grading.submission import Question, Result
from course.grading.tally import NotGraded, how_late, tally

ASSIGNMENT = example.ASSIGNMENT
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>"
IDEAL, LOG = "ndcg-ideal-from-shown", "dcg-natural-log"
DUE = "2026-11-30 10:00:00.000000"


# --- A class that nobody had to run ------------------------------------------------------------


class MadeUp:
    """Results and a gradebook as grading leaves them, written directly."""

    def __init__(self, folder, master, empty_book):
        self.where = batch.Class(folder)
        self.cells = {cell.id: float(cell.metadata.nbgrader["points"])
                      for cell in master.questions}
        self.roster = []
        shutil.copy(empty_book, folder / "gradebook.db")
        self.book = sqlite3.connect(folder / "gradebook.db")
        self.notebook, self.assignment = self.book.execute(
            "select id, assignment_id from notebook").fetchone()
        self.book.execute("update assignment set duedate = ?", (DUE,))
        self.ids = dict(self.book.execute("select name, id from base_cell "
                                          "where type = 'GradeCell'"))

    def result(self, student, problem=None, notes=(), **answers):
        """Write a result file. answers: cell with _ for - -> (outcome, idea or message)."""
        found = Result(ASSIGNMENT, student, problem, list(notes))
        for cell, points in self.cells.items() if problem is None else ():
            outcome, more = answers.get(cell.replace("-", "_"), ("correct", None))
            score = {"correct": points, "by hand": None}.get(outcome, 0.0)
            idea = more if outcome == "not yet" else None
            found.questions.append(Question(
                "ndcg", cell, f"about {cell}", points, score, outcome, more or "", idea,
                "04-ndcg" if idea else None, "Ideal" if idea else None))
        name = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()
        path = self.where.folder / "results" / ASSIGNMENT / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found.as_json(), "utf-8")
        return found

    def marked(self, student, found, handed_in=None, **marks):
        """Write a learner's grades. marks: cell with _ for - -> score given by hand."""
        submitted, notebook = uuid.uuid4().hex, uuid.uuid4().hex
        self.book.execute("insert into student (id) values (?)", (student,))
        self.book.execute("insert into submitted_assignment values (?, ?, ?, ?, null)",
                          (submitted, self.assignment, student, handed_in))
        self.book.execute("insert into submitted_notebook values (?, ?, ?, 0, null)",
                          (notebook, submitted, self.notebook))
        for question in found.questions:
            mark = marks.get(question.name.replace("-", "_"))
            self.book.execute(
                "insert into grade values (?, ?, ?, ?, ?, null, ?)",
                (uuid.uuid4().hex, notebook, self.ids[question.name], question.score, mark,
                 question.score is None and mark is None))

    def learner(self, student, handed_in=None, marks=None, **result):
        self.marked(student, self.result(student, **result), handed_in, **(marks or {}))

    def done(self):
        """Close the book and write the roster, if there is one."""
        self.book.commit()
        self.book.close()
        if self.roster:
            (self.where.folder / "students.csv").write_text(
                "\n".join(["id", *self.roster]), "utf-8")
        return self.where.folder


@pytest.fixture(scope="module")
def empty_book(tmp_path_factory, master):
    """A gradebook that knows the assignment and no learner."""
    where = batch.Class(tmp_path_factory.mktemp("empty"))
    with where.book() as book:
        book.record_assignment([master])
    return where.folder / "gradebook.db"


@pytest.fixture
def made_up(tmp_path, master, empty_book):
    return MadeUp(tmp_path, master, empty_book)


def ideal_wrong():
    return {"ndcg_cutoff": ("not yet", IDEAL), "ndcg_ideal": ("not yet", IDEAL)}


@pytest.fixture(scope="module")
def class_of_300(tmp_path_factory, master, empty_book):
    """270 handed in, 260 graded; what everyone did is in the loops below."""
    new = MadeUp(tmp_path_factory.mktemp("three-hundred"), master, empty_book)
    new.roster = [f"s{i:03}" for i in range(300)]
    for i in range(150):  # all right and marked: 25 points
        new.learner(f"s{i:03}", marks={"written_answer": 3.0},
                    written_answer=("by hand", None))
    for i in range(150, 200):  # all right, no mark yet: 22 so far
        new.learner(f"s{i:03}", written_answer=("by hand", None),
                    handed_in="2026-11-30 12:05:00.000000" if i < 155 else DUE)
    for i in range(200, 230):  # the wrong ideal (3 points), 1 of 3 for the prose: 20
        new.learner(f"s{i:03}", marks={"written_answer": 1.0}, **ideal_wrong(),
                    written_answer=("by hand", None))
    for i in range(230, 250):  # the wrong logarithm (2 points), and no prose (3): 20
        new.learner(f"s{i:03}", dcg_value=("not yet", LOG), by_hand_dcg=("correct", None),
                    written_answer=("not attempted", None), notes=["a cell was there twice"])
    for i in range(250, 260):  # untouched: 0
        new.learner(f"s{i:03}", **{cell.replace("-", "_"): ("not attempted", None)
                                   for cell in new.cells})
    for i in range(260, 270):
        new.result(f"s{i:03}", problem="the notebook is empty.")
    for i in range(270, 285):
        new.result(f"s{i:03}", problem=batch.NOTHING)
    return new.done()  # s285 to s299 stand on the roster only


@pytest.fixture(scope="module")
def counted(class_of_300):
    return tally(class_of_300, ASSIGNMENT, SOURCE)


def report(folder, html=None, assignment=ASSIGNMENT):
    return glance.main(argparse.Namespace(folder=folder, assignment=assignment, html=html))


def page_of(folder):
    assert report(folder) == 0
    return (folder / "report" / f"{ASSIGNMENT}.html").read_text("utf-8")


# --- The numbers -------------------------------------------------------------------------------


def test_who_handed_in(counted):
    assert (counted.handed_in, counted.graded, counted.ungraded) == (270, 260, 10)
    assert counted.nothing == [f"s{i}" for i in range(270, 300)]
    assert [(g.label, len(g.students)) for g in counted.not_graded] == [
        ("the notebook is empty.", 10)]
    assert counted.untouched == 10 and counted.warnings == []


def test_the_scores_against_a_count_by_hand(counted):
    so_far = [25.0] * 150 + [22.0] * 50 + [20.0] * 50 + [0.0] * 10
    assert sorted(score.points for score in counted.scores) == sorted(so_far)
    first, median, third = statistics.quantiles(so_far, n=4, method="inclusive")
    assert counted.quartiles() == (0, first, median, third, 25)
    assert {label: (final, open_) for label, final, open_ in counted.bins() if final + open_} == {
        "0–1": (10, 0), "20–21": (50, 0), "22–23": (0, 50), "24–25": (150, 0)}


def test_missing_marks_are_said_and_what_they_could_change(made_up):
    for name in ("ann", "bo"):
        made_up.learner(name, written_answer=("by hand", None))
    made_up.learner("cy", **ideal_wrong(), written_answer=("not attempted", None))
    found = tally(made_up.done(), ASSIGNMENT, SOURCE)
    assert (found.waiting, found.quartiles()[2], found.quartiles(full=True)[2]) == (2, 22, 25)
    said = " ".join(glance.as_text(found).split())
    assert "Not final: 2 of 3 scores still miss a mark given by hand, worth up to 3 points" in said
    assert "the median would be 25 in place of 22" in said
    assert "Median 22 of 25" in said and "2: written-answer ann, bo" in said


def test_nothing_is_called_missing_when_all_is_marked(made_up):
    made_up.learner("ann", marks={"written_answer": 2.0}, written_answer=("by hand", None))
    assert "Not final" not in glance.as_text(tally(made_up.done(), ASSIGNMENT, SOURCE))


def test_the_fates_of_questions(counted):
    rows = {question.name: question for question in counted.questions}
    assert rows["ndcg-ideal"].fates == {
        "correct": 220, "partly": 0, "wrong": 30, "not attempted": 10, "no mark yet": 0}
    assert rows["ndcg-ideal"].mean == pytest.approx(220 / 260)
    assert rows["written-answer"].fates == {
        "correct": 150, "partly": 30, "wrong": 0, "not attempted": 30, "no mark yet": 50}
    assert rows["written-answer"].mean == pytest.approx((150 + 30 / 3) / 210)
    assert (rows["dcg-value"].points, rows["dcg-value"].exercise) == (2, "dcg_at_k")
    assert all(sum(question.fates.values()) == 260 for question in counted.questions)


def test_wrong_ideas_are_counted_by_learner_and_sorted(counted):
    assert [(idea.name, idea.count) for idea in counted.ideas] == [(IDEAL, 30), (LOG, 20)]
    first = counted.ideas[0]
    assert first.questions == ["ndcg-cutoff", "ndcg-ideal"] and first.exercises == ["ndcg_at_k"]
    assert first.read == "lesson 04-ndcg, section Ideal"
    assert "The ideal belongs to the user" in first.message
    assert "30 of 260  ndcg-ideal-from-shown" in glance.as_text(counted)


def test_an_idea_that_the_catalogue_does_not_know_shows_nothing_a_learner_wrote(made_up):
    made_up.learner("ann", dcg_value=("not yet", "made-by-ann"))
    idea, = tally(made_up.done(), ASSIGNMENT, SOURCE).ideas
    assert (idea.name, idea.read) == ("made-by-ann", "") and "grade again" in idea.message


def test_wrong_answers_without_an_idea_and_refused_ones(made_up):
    made_up.learner("ann", dcg_value=("not yet", None), dcg_short=("failed", "The check died."))
    made_up.learner("bo", dcg_value=("refused", "This answer uses sklearn.metrics. Write it."))
    found = tally(made_up.done(), ASSIGNMENT, SOURCE)
    assert found.unnamed == (2, 1)
    assert [(g.label, g.students) for g in found.refused] == [
        ("This answer uses sklearn.metrics.", ["bo"])]


def test_late_hand_ins(counted):
    assert counted.late == [(f"s{i}", "2 h 5 min") for i in range(150, 155)]
    assert (how_late(20), how_late(90000), how_late(200000)) == ("1 min", "1 day 1 h", "2 days 7 h")


def test_an_extension_is_no_lateness(made_up):
    made_up.learner("ann", handed_in="2026-11-30 12:00:00.000000")
    made_up.learner("bo", handed_in="2026-11-30 12:00:00.000000")
    made_up.book.execute("update submitted_assignment set extension = ? where student_id = 'bo'",
                         ("1970-01-01 03:00:00.000000",))
    found = tally(made_up.done(), ASSIGNMENT, SOURCE)
    assert found.late == [("ann", "2 h")] and found.late_known


def test_without_a_roster_nobody_else_is_known(made_up):
    made_up.learner("ann")
    made_up.result("bo", problem=batch.NOTHING)  # from a roster that is gone
    found = tally(made_up.done(), ASSIGNMENT, SOURCE)
    assert (found.nothing, found.handed_in) == ([], 1)
    assert "There is no students.csv, so nobody else is known" in " ".join(
        glance.as_text(found).split())


def test_who_came_after_the_last_grading_is_not_called_missing(made_up):
    made_up.learner("ann")
    made_up.result("bo", problem=batch.NOTHING)
    made_up.roster = ["ann", "bo", "cy", "dee"]
    for name in ("bo", "cy"):
        made_up.where.submission(name, ASSIGNMENT).mkdir(parents=True)
    found = tally(made_up.done(), ASSIGNMENT, SOURCE)
    assert [(g.label, g.students) for g in found.not_graded] == [
        ("handed in after the last grading; grade again", ["bo", "cy"])]
    assert found.nothing == ["dee"]


def test_old_broken_and_bare_results_are_said(made_up):
    made_up.learner("ann", notes=["graded WITHOUT the sandbox: its code could have"])
    old = made_up.result("bo")
    old.questions = old.questions[:-1]
    folder = made_up.done()
    (folder / "results" / ASSIGNMENT / "old.json").write_text(old.as_json(), "utf-8")
    (folder / "results" / ASSIGNMENT / "zz.json").write_text("{", "utf-8")
    for path in (folder / "results" / ASSIGNMENT).glob("*.json"):
        if '"bo"' in path.read_text("utf-8") and path.name != "old.json":
            path.unlink()
    said = " ".join(tally(folder, ASSIGNMENT, SOURCE).warnings)
    assert "1 of the result files cannot be read" in said
    assert "1 of the results are of another version" in said
    assert "1 of the submissions were graded without the sandbox" in said


def test_points_that_are_no_whole_numbers_have_bins_too(made_up):
    made_up.learner("ann", marks={"written_answer": 2.5}, written_answer=("by hand", None))
    assert [entry for entry in tally(made_up.done(), ASSIGNMENT, SOURCE).bins() if entry[1]] == [
        ("from 24", 1, 0)]


# --- The example class -------------------------------------------------------------------------


def test_the_example_class(graded_example):
    where, rows = graded_example
    found = tally(where.folder, ASSIGNMENT, SOURCE)
    assert {score.student: score.points for score in found.scores} == {
        name: row["score"] for name, row in rows.items()}
    assert {idea.name: idea.count for idea in found.ideas} == {
        IDEAL: 1, "dcg-discount-starts-at-rank-3": 1, "ndcg-discount-starts-at-rank-3": 1}
    assert [(g.label, g.students) for g in found.unmarked] == [
        ("written-answer", ["bruno", "chen", "goran"])]
    assert found.notes[0].students == ["hana"] and found.untouched == 1


def test_marks_are_read_as_the_writer_reads_them(graded_example):
    where, rows = graded_example
    marks, late = read_all(where.folder / "gradebook.db", ASSIGNMENT)
    with where.book() as book:
        for name in rows:
            assert marks[name] == {key: score for key, (score, _)
                                   in book.marks(ASSIGNMENT, name).items()}
            assert late[name] is book.late_seconds(ASSIGNMENT, name) is None


def test_a_mark_given_since_the_last_grading_counts(example_copy):
    with example_copy.book() as book:
        book.mark(ASSIGNMENT, "bruno", "ndcg", "written-answer", 2)
    found = tally(example_copy.folder, ASSIGNMENT, SOURCE)
    assert next(s.points for s in found.scores if s.student == "bruno") == 21
    assert [g.students for g in found.unmarked] == [["chen", "goran"]]


def test_without_a_gradebook_the_results_still_count(example_copy):
    (example_copy.folder / "gradebook.db").unlink()
    found = tally(example_copy.folder, ASSIGNMENT, SOURCE)
    assert found.graded == 8 and "The gradebook holds no marks" in found.warnings[0]
    assert not (example_copy.folder / "gradebook.db").exists()


def test_nothing_but_the_report_changes(example_copy):
    def content():
        return {path: path.read_bytes() for path in example_copy.folder.rglob("*")
                if path.is_file() and path.parent.name != "report"}

    before = content()
    assert report(example_copy.folder) == 0
    assert content() == before
    assert sorted(path.name for path in (example_copy.folder / "report").iterdir()) == [
        "04-ndcg-questions.png", "04-ndcg-scores.png", "04-ndcg.html"]


# --- The page ----------------------------------------------------------------------------------


class Outline(HTMLParser):
    """Headings, pictures, tables and everything that asks for something outside."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.levels, self.pictures, self.asks = [], [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append((tag, attrs))
        if re.fullmatch(r"h\d", tag):
            self.levels.append(int(tag[1]))
        if tag == "img":
            self.pictures.append(attrs)
        self.asks += [attrs[name] for name in ("src", "href", "action", "data", "srcset")
                      if name in attrs and not attrs[name].startswith("data:image/png;base64,")]


@pytest.fixture(scope="module")
def page(class_of_300):
    return page_of(class_of_300)


def test_the_page_stands_alone(page):
    outline = Outline(page)
    assert outline.asks == []
    assert not {tag for tag, _ in outline.tags} & {"script", "link", "iframe", "object", "form"}
    assert "url(" not in page and "@import" not in page
    assert "<title>04-ndcg: the class at a glance</title>" in page
    assert ("html", {"lang": "en"}) in outline.tags
    assert page.lstrip().startswith("<!DOCTYPE html>")


def test_headings_are_in_order_and_tables_have_headers(page):
    outline = Outline(page)
    assert outline.levels[0] == 1 and outline.levels.count(1) == 1
    assert all(b - a <= 1 for a, b in zip(outline.levels, outline.levels[1:]))
    headers = [attrs for tag, attrs in outline.tags if tag == "th"]
    assert len(headers) > 20 and all(attrs.get("scope") in ("col", "row") for attrs in headers)
    tags = [tag for tag, _ in outline.tags]
    assert tags.count("table") == tags.count("caption") == tags.count("thead") == 2


def test_figures_have_alt_text_with_numbers_and_no_learner(page, class_of_300):
    scores, questions = (attrs["alt"] for attrs in Outline(page).pictures)
    assert "260 learners" in scores and "24–25 points: 150" in scores
    assert "50 of the scores still miss a mark" in scores
    assert "ndcg-ideal: 220 correct, 30 wrong, 10 not attempted" in questions
    assert not re.search(r"\bs\d{3}\b", scores + questions)
    for picture, name in zip(Outline(page).pictures, ("scores", "questions")):
        inline = base64.b64decode(picture["src"].partition(",")[2])
        beside = class_of_300 / "report" / f"{ASSIGNMENT}-{name}.png"
        assert inline == beside.read_bytes()
        assert Image.open(io.BytesIO(inline)).width >= 1000


def test_learners_stand_in_the_lists_at_the_end_only(page):
    before, _, after = re.sub(r"base64,[^\"]+", "", page).partition("What needs a hand")
    assert not re.search(r"\bs\d{3}\b", before)
    assert after.count('<bdi class="id">s') == 50 + 10 + 20 + 5 + 30


def luminance(color):
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return np.dot([0.2126, 0.7152, 0.0722],
                  [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts])


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_in_light_and_dark(page):
    themes = [dict(re.findall(r"--(\w+): (#\w{6})", block))
              for block in re.findall(r":root \{([^}]+)\}", page)]
    assert len(themes) == 2
    for theme in themes:
        for paper in ("page", "box", "warn"):
            assert contrast(theme["ink"], theme[paper]) >= 7
        for paper in ("page", "box"):
            assert contrast(theme["soft"], theme[paper]) >= 4.5


def test_the_figures_colours_stay_apart_in_grey():
    look = {fate: "#ffffff" if color == "white" else color
            for fate, (color, *_) in figures.LOOKS.items()}
    order = list(figures.LOOKS)
    for one, other in [*zip(order, order[1:]), ("correct", "wrong"), ("correct", "not attempted")]:
        assert contrast(look[one], look[other]) >= 1.5, (one, other)
    for fate, (_, _, ink) in figures.LOOKS.items():
        ink = {"white": "#ffffff", "black": "#000000"}[ink]
        assert contrast(look[fate], ink) >= 4.5


# --- Hostile text ------------------------------------------------------------------------------


def test_nothing_a_learner_wrote_runs_or_moves_the_terminal(made_up, capsys):
    bad = EVIL + "\x1b[2J\x1b]0;owned\x07\u202edne\r\n\ud800{{ 7 * 7 }}[red]"
    made_up.learner(EVIL + "{{ 7 * 7 }}", notes=[bad], handed_in="2026-12-01 10:00:00.000000",
                    dcg_value=("refused", bad), dcg_short=("failed", bad),
                    written_answer=("by hand", None))
    made_up.result("x" + bad, problem=bad * 50)
    page = page_of(made_up.done())
    said = capsys.readouterr().out
    assert "&lt;script&gt;" in page and "{{ 7 * 7 }}" in page
    assert {tag for tag, _ in Outline(page).tags} <= {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "dl",
        "div", "dt", "dd", "figure", "img", "table", "caption", "thead", "tbody", "tr", "th", "td",
        "span", "strong", "br", "ul", "li", "bdi"}
    assert all(attrs["src"].startswith("data:") for attrs in Outline(page).pictures)
    for text in (page, said):
        assert "alert(1)" in text
        assert not [char for char in text if not char.isprintable() and char != "\n"]
    assert max(map(len, said.splitlines())) <= 100


# --- The command -------------------------------------------------------------------------------


def test_a_class_of_300_takes_less_than_3_seconds(class_of_300):
    started = time.process_time()
    assert report(class_of_300) == 0
    assert time.process_time() - started < 3


def test_the_page_goes_where_it_is_wanted(class_of_300, tmp_path, capsys):
    assert report(class_of_300, tmp_path / "new" / "week4.html") == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [
        "week4-questions.png", "week4-scores.png", "week4.html"]
    assert str(tmp_path / "new" / "week4.html") in capsys.readouterr().out


def fails_with(capsys, sentence, *args, **options):
    assert report(*args, **options) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("course report: ") and said.err.count("\n") == 1
    assert sentence in said.err


def test_wrong_calls_get_one_sentence(class_of_300, tmp_path, capsys):
    fails_with(capsys, "there is no assignment '99-nothing' in source/; there is",
               class_of_300, assignment="99-nothing")
    fails_with(capsys, f"there is no folder {tmp_path / 'nowhere'}.", tmp_path / "nowhere")
    fails_with(capsys, f"nothing of 04-ndcg is graded here yet; run `python -m course grade "
                       f"04-ndcg --class {tmp_path}` first.", tmp_path)
    fails_with(capsys, "must end in .html", class_of_300, tmp_path / "gradebook.db")
    fails_with(capsys, "cannot be written", class_of_300, "/proc/none/page.html")
    (tmp_path / "students.csv").write_text("name\nInes\n")
    fails_with(capsys, "no column id or student_id", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["students.csv"]


def test_the_command_and_where_grading_points_to_it(class_of_300, tmp_path, capsys):
    page = tmp_path / "a page.html"
    assert cli.run(["report", ASSIGNMENT, "--class", str(class_of_300), "--html", str(page)]) == 0
    assert page.exists()
    assert typed("report", ASSIGNMENT, class_of_300) == (
        f"python -m course report 04-ndcg --class {class_of_300}")
    assert typed("report", ASSIGNMENT, SOURCE.parent) == "python -m course report 04-ndcg"
    assert typed("report", "$(x)", tmp_path / "my class").endswith("my class'")


def test_a_gradebook_that_cannot_be_read_is_said(example_copy, capsys):
    (example_copy.folder / "gradebook.db").write_text("no database at all" * 100)
    fails_with(capsys, "gradebook.db cannot be read", example_copy.folder)


def test_a_class_in_which_nobody_has_a_grade(made_up, capsys):
    made_up.result("ann", problem="the notebook is empty.")
    folder = made_up.done()
    assert report(folder) == 0
    assert "Nobody has a score" in capsys.readouterr().out
    assert [path.name for path in (folder / "report").iterdir()] == ["04-ndcg.html"]


def test_nothing_graded_is_no_empty_report(tmp_path):
    with pytest.raises(NotGraded):
        tally(tmp_path, ASSIGNMENT, SOURCE)
