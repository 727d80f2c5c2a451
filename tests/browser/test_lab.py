"""JupyterLab as a student and as an instructor see it, in a browser, from the first view on."""

import contextlib
import csv
import os
import re
import subprocess
import time
from urllib.parse import quote

import nbformat
import psutil
import pytest

from course import lab
from course.datasets import data_folder
from course.grading import batch, example, formgrader
from course.grading.batch import Class
from course.grading.master import masters
from course.grading.report import SOURCE
from course.setup import ROOT

ASSIGNMENT, NOTEBOOK = example.ASSIGNMENT, example.NOTEBOOK
LIMIT = 60_000  # milliseconds; generous, for a machine with much to do


@contextlib.contextmanager
def served(command, folder):
    """The address of a JupyterLab that is started, and ended, here."""
    command = [*command, "--no-browser", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0",
               "--IdentityProvider.token=t"]
    home = {f"JUPYTER_{name}_DIR": str(folder / name.lower())
            for name in ("CONFIG", "DATA", "RUNTIME")}
    env = {**os.environ, **home, "IPYTHONDIR": str(folder / "ipython")}
    log = folder / "log"
    with open(log, "wb") as file:
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=file, stderr=file)
    try:
        ends = time.monotonic() + LIMIT / 1000
        while not (found := re.search(r"(http://127\.0\.0\.1:\d+)/\S*\?token",
                                      log.read_text("utf-8"))):
            assert server.poll() is None and time.monotonic() < ends, log.read_text("utf-8")
            time.sleep(0.1)
        yield found[1]
    finally:
        for process in [*psutil.Process(server.pid).children(recursive=True), server]:
            with contextlib.suppress(psutil.Error):
                process.terminate()
        server.wait(timeout=30)


@pytest.fixture
def visit(chromium):
    """visit(address) -> page, with page.dialogs: what scripts asked in dialogs of the browser.

    At the end, no page may have asked other machines for anything, nor have stumbled.
    """
    contexts, pages = [], []

    def open_it(address):
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(LIMIT)
        contexts.append(context)
        page = context.new_page()
        page.outside, page.dialogs, page.errors = [], [], []

        def look(route):
            if re.match(r"(http|ws)://127\.0\.0\.1[:/]", route.request.url):
                return route.continue_()
            page.outside.append(route.request.url)
            return route.abort()

        def answer(dialog):
            # JupyterLab asks before an unsaved notebook is left; nobody else may ask.
            if dialog.type != "beforeunload":
                page.dialogs.append(dialog.message)
            dialog.accept()

        page.route(re.compile("^(http|ws)s?:"), look)
        page.on("dialog", answer)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        pages.append(page)
        page.goto("/".join([*address.split("/")[:3], "api/status?token=t"]))  # to log in
        page.goto(address)
        return page

    yield open_it
    for context in contexts:
        context.close()
    for page in pages:
        assert page.outside == [] and page.errors == []


# --- the student's face --------------------------------------------------------------------


@pytest.fixture(scope="module")
def right():
    """The NDCG notebook as released, and the same with the instructor's answers in it."""
    master = masters(SOURCE, ASSIGNMENT)[0]
    answers = example.right_answers(SOURCE / ASSIGNMENT / master.filename)
    return master.released, answers


@pytest.fixture(scope="module")
def student(chromium, tmp_path_factory, right):
    """(address, folder) of `course lab` on a copy of the notebooks."""
    folder = tmp_path_factory.mktemp("lab")
    root = folder / "root"
    released, answers = right
    for name, notebook in {
            lab.FIRST: nbformat.read(os.path.join(ROOT, lab.FIRST), 4),
            f"work/{ASSIGNMENT}/ndcg.ipynb": released,
            f"work/{ASSIGNMENT}/solved.ipynb": example.fill(released, answers)}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, root / name)
    (root / lab.FIRST).with_suffix(".py").write_text("# the text of the lesson\n")
    with served(lab.command(lab.hide(), root=root), folder) as address:
        yield address, root


def quiet(page):
    """Nothing has popped up, in the time in which the question about news used to."""
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.wait_for_timeout(3000)
    assert page.locator(".Toastify__toast, .jp-Dialog").all_inner_texts() == []


def test_the_first_view_and_the_first_lesson(visit, student):
    address, root = student
    page = visit(f"{address}/lab/tree/{lab.FIRST}")
    quiet(page)
    current = page.locator("#jp-main-dock-panel .lm-TabBar-tab.lm-mod-current")
    assert current.all_inner_texts() == ["00-start-here.ipynb"]
    assert page.locator(".jp-DirListing-itemText").all_inner_texts() == ["00-start-here.ipynb"]
    assert "Nbgrader" not in page.locator(".lm-MenuBar-itemLabel").all_inner_texts()
    tabs = page.locator(".jp-SideBar .lm-TabBar-tab").evaluate_all(
        "all => all.map(tab => tab.dataset.id)")
    assert "filebrowser" in tabs and not [tab for tab in tabs if "nbgrader" in tab]
    page.keyboard.press("Control+Shift+C")
    palette = page.locator(".lm-CommandPalette-itemLabel")
    palette.first.wait_for(state="attached")
    named = " ".join(palette.all_text_contents()).lower()
    assert "restart kernel" in named
    assert "formgrader" not in named and "create assignment" not in named
    page.keyboard.press("Escape")

    # Every cell of the lesson.
    page.get_by_text("| Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    last = page.locator(".jp-CodeCell").last
    last.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).wait_for()
    outputs = page.locator(".jp-OutputArea-output")
    assert outputs.filter(has_text="0.98").count()
    figure = outputs.locator("img").first
    assert figure.evaluate("img => img.decode().then(() => img.naturalWidth)") > 100
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !document.querySelector('.jp-mod-dirty')")
    ends = time.monotonic() + 30
    while True:
        cells = [cell for cell in nbformat.read(root / lab.FIRST, 4).cells
                 if cell.cell_type == "code" and cell.source.strip()]
        if all(cell.execution_count for cell in cells) or time.monotonic() > ends:
            break
        time.sleep(0.2)
    assert all(cell.execution_count for cell in cells)
    assert [out for cell in cells for out in cell.outputs if out.output_type == "error"] == []
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator(".Toastify__toast, .jp-Dialog").count() == 0


def validated(visit, student, name):
    """What the dialog of the Validate button says about a notebook."""
    # A workspace of its own: no other notebook is open.
    page = visit(f"{student[0]}/lab/workspaces/{name}/tree/work/{ASSIGNMENT}/{name}.ipynb")
    quiet(page)
    page.locator(".validate-button").click()
    dialog = page.locator(".jp-Dialog")
    dialog.wait_for()
    return dialog.inner_text()


def test_validate_says_what_is_missing_in_our_words(visit, student):
    said = validated(visit, student, "ndcg")
    assert said.startswith("Validation Results")
    assert said.count("The following cell failed") > 5
    assert said.count("Not attempted: ") > 5
    assert "Traceback" not in said and 'File "' not in said and "site-packages" not in said
    # A question takes a few lines: its cell, and one sentence.
    assert len(said.splitlines()) < 15 * said.count("The following cell failed")


def test_validate_passes_what_is_right(visit, student):
    said = validated(visit, student, "solved")
    assert "Success! Your notebook passes all the tests." in said
    assert "failed" not in said and "Not attempted" not in said


# --- the instructor's face -----------------------------------------------------------------

# A name, prose and outputs that would run a script in the page that shows them.
HIT = "(window.top.hits = window.top.hits || []).push"
EVIL = "mallory <img src=x onerror=window.top.hits=['name']>"
PROSE = (f"<script>{HIT}('prose')</script><img src=x onerror=\"{HIT}('picture')\">\n\n"
         f"<svg onload=\"{HIT}('svg')\"></svg> [a link](javascript:{HIT}('link')) "
         f"<a href=\"javascript:alert(1)\">another</a>")
CODE = f'''
from IPython.display import HTML, Javascript, display
text = """<script>{HIT}('output'); alert(1)</script><img src=x onerror="{HIT}('output')">"""
display(HTML(text))
display(Javascript("{HIT}('javascript')"))
display({{"image/svg+xml": "<svg onload=\\"{HIT}('svg output')\\"></svg>"}}, raw=True)
display({{"text/markdown": text, "text/latex": text, "text/plain": text}}, raw=True)
print(text)
print("mallory was here")
raise ValueError(text)
'''


@pytest.fixture(scope="module")
def instructor(chromium, tmp_path_factory, right):
    """(address, class) of `course instructor` on a graded class with a hostile learner in it."""
    folder = tmp_path_factory.mktemp("instructor")
    where = Class(folder / "class")
    released, answers = right
    evil = example.fill(released, {**answers, "written-answer": PROSE})
    evil.cells.insert(2, nbformat.v4.new_code_cell(CODE))
    evil.cells.insert(2, nbformat.v4.new_markdown_cell(PROSE))
    wrong = {"dcg-answer": example.OFF_BY_ONE_DCG, "ndcg-answer": example.OFF_BY_ONE_NDCG}
    for learner, notebook in {"alba": example.fill(released, answers), EVIL: evil,
                              "chen": example.fill(released, {**answers, **wrong})}.items():
        path = where.submission(learner, ASSIGNMENT) / "ndcg.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    # Another course's configuration must not lead the formgrader away, nor open the sandbox.
    (where.folder / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.db_url = 'sqlite:////nowhere.db'\n"
        "c.CourseDirectory.autograded_directory = 'elsewhere'\n")
    grade(where)
    with served(formgrader.command(where.folder), folder) as address:
        yield address, where


def grade(where):
    """What `course grade` does: {learner: row of the table}."""
    rows = batch.grade_class(where.folder, ASSIGNMENT, source=SOURCE, data=data_folder())
    return {row["student_id"]: row for row in rows}


def submission(page, address, learner):
    """Open a learner's page in the formgrader, by its own list."""
    page.goto(f"{address}/formgrader/gradebook/{ASSIGNMENT}/{NOTEBOOK}")
    page.get_by_role("link", name="Submission #1").wait_for()
    page.get_by_role("button", name="Show All Names").click()
    page.get_by_role("link", name=learner, exact=True).click()
    page.wait_for_function(
        "() => typeof formgrader === 'object' && formgrader.loaded"
        " && formgrader.grades.loaded && formgrader.comments.loaded")


def hits(page):
    return page.evaluate("window.top.hits || []") + page.dialogs


def test_the_formgrader_opens_on_the_class(visit, instructor):
    address, where = instructor
    page = visit(f"{address}/instructor")
    frame = page.frame_locator("#formgrader-iframe iframe")
    frame.get_by_role("link", name=ASSIGNMENT, exact=True).click()
    frame.get_by_role("link", name=NOTEBOOK, exact=True).click()
    frame.get_by_role("link", name="Submission #1").wait_for()
    assert frame.get_by_role("link", name=re.compile("Submission #")).count() == 3
    assert page.locator(".Toastify__toast, .jp-Dialog").count() == 0
    assert "grades.csv" in page.locator(".jp-DirListing-itemText").all_inner_texts()
    assert page.locator("#nbgrader-create_assignemnt").count() == 0
    # From a submission to its mark scheme, which opens beside it.
    frame.get_by_role("link", name="Submission #1").click()
    frame.locator("#mark-scheme").click()
    scheme = page.locator(".jp-Notebook").get_by_text("Mark scheme").first
    scheme.wait_for(state="attached")


def test_a_hostile_submission_is_only_shown(visit, instructor):
    address, where = instructor
    page = visit(f"{address}/formgrader/manage_submissions/{ASSIGNMENT}")
    page.get_by_role("row").filter(has_text="mallory <img src").wait_for()
    page.goto(f"{address}/formgrader/manage_students/{quote(EVIL)}/{ASSIGNMENT}")
    page.get_by_role("link", name=NOTEBOOK, exact=True).wait_for()
    assert hits(page) == []
    submission(page, address, EVIL)
    assert page.get_by_text("mallory was here").first.is_visible()
    assert "<script>" in page.locator("#notebook-container").first.inner_text()
    page.wait_for_timeout(500)
    assert hits(page) == []
    links = page.locator("#notebook-container a").evaluate_all("all => all.map(a => a.href)")
    assert not [link for link in links if link.startswith("javascript:")]

    # The same prose as it was handed in would have run: this test can fail.
    path = where.folder / "autograded" / EVIL / ASSIGNMENT / "ndcg.ipynb"
    kept = path.read_text("utf-8")
    notebook = nbformat.reads(kept, 4)
    next(cell for cell in notebook.cells if cell.id == "written-answer").source = PROSE
    nbformat.write(notebook, path)
    page.reload()
    page.wait_for_function("(window.top.hits || []).length > 1")
    path.write_text(kept, "utf-8")


def test_a_mark_goes_to_the_table_and_the_feedback_page(visit, instructor):
    address, where = instructor
    before = grade(where)["alba"]
    assert before["status"] == "needs-manual"
    page = visit(f"{address}/formgrader/gradebook")
    submission(page, address, "alba")
    assert "Recall counts how many relevant items" in page.locator("body").inner_text()
    with page.expect_response(lambda answer: "/api/grade/" in answer.url
                              and answer.request.method == "PUT"):
        page.locator("#written-answer").fill("2.5")
        page.locator("#written-answer").press("Tab")
    with page.expect_response(lambda answer: "/api/comment/" in answer.url
                              and answer.request.method == "PUT"):
        page.locator("#written-answer-comment").fill("A fine example, Alba.")
        page.locator("#written-answer-comment").press("Tab")
    after = grade(where)["alba"]
    assert after["status"] == "graded" and after["score"] == before["score"] + 2.5
    with open(where.table, newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["student_id"] == "alba")
    assert float(row["written-answer"]) == 2.5 and float(row["score"]) == after["score"]
    feedback = where.page("alba", ASSIGNMENT).read_text("utf-8")
    assert "A fine example, Alba." in feedback and f"{after['score']:g}" in feedback


def answered(page):
    """The text of the formgrader's dialog, which is then closed."""
    dialog = page.locator(".modal.in")
    dialog.locator(".modal-body p").wait_for()
    text = dialog.inner_text()
    dialog.locator(".modal-footer button").click()
    dialog.wait_for(state="detached")
    return text


def test_the_buttons_grade_as_course_grade_does_or_say_where(visit, instructor, tmp_path):
    address, where = instructor
    with where.book() as book:
        book.mark(ASSIGNMENT, "chen", NOTEBOOK, "written-answer", 1)
    path = where.submission("chen", ASSIGNMENT) / "ndcg.ipynb"
    notebook = nbformat.read(path, 4)
    # Run bare, this would leave a file, and be right on all questions.
    notebook.cells.insert(2, nbformat.v4.new_code_cell(
        f"try:\n    open({str(tmp_path / 'bare')!r}, 'w').close()\nexcept OSError:\n"
        "    print('held by the sandbox')\n"
        "get_ipython().kernel.do_execute = lambda *a, **k: {'status': 'ok'}"))
    for cell in notebook.cells:
        cell.metadata["tags"] = ["skip-execution"]
    nbformat.write(notebook, path)
    score = grade(where)["chen"]["score"]

    page = visit(f"{address}/formgrader/manage_submissions/{ASSIGNMENT}")
    row = page.get_by_role("row").filter(has_text="chen")
    row.locator(".autograde a").click()
    said = answered(page)
    assert "Successfully autograded" in said and "chen: graded" in said
    assert not (tmp_path / "bare").exists()
    text = (where.folder / "autograded" / "chen" / ASSIGNMENT / "ndcg.ipynb").read_text("utf-8")
    assert "held by the sandbox" in text
    # The mark by hand is counted on, without another look.
    assert grade(where)["chen"]["score"] == score < 25

    where.table.unlink()
    row.locator(".generate-feedback a").click()
    assert "Successfully generated feedback" in answered(page)
    assert "chen" in where.table.read_text("utf-8")
    row.locator(".release-feedback a").click()
    assert formgrader.FOLDERS in answered(page)
    page.goto(f"{address}/formgrader/manage_assignments")
    row = page.get_by_role("row").filter(has_text=ASSIGNMENT)
    row.locator(".assign a").click()
    assert formgrader.BUILT in answered(page)
    assert not (where.folder / "release").exists()
