"""The web book: made once, then looked at in a browser, page by page, light and dark.

The lessons run when the book is made, unless build/executed/ has them as they are.
"""

import importlib.util
import os
import re
import subprocess
import sys
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import nbformat
import numpy as np
import pytest

from course import book, build

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
LESSONS = [f"lessons/{text.stem}" for text in build.texts()[0]]
ASSIGNMENTS = [f"assignments/{name}" for name in build.assignment_ids()]
OTHERS = sorted({path.stem for path in book.DOCS.glob("*.md")} | {
    path.relative_to(book.SET_UP).with_suffix("").as_posix()
    for path in book.SET_UP.rglob("*.md")})
PAGES = [*LESSONS, *ASSIGNMENTS, *OTHERS, "search"]
# One page of each kind is looked at as a whole and in all four ways; the others in two ways, and
# without what is the same everywhere and costs most: the menus, and the colours in code.
KINDS = ["index", "lessons/00-start-here", "assignments/01-why-not-rmse", "api/splits"]
SAME = [[".highlight"], ["#pst-primary-sidebar"], ["#pst-secondary-sidebar"]]


@pytest.fixture(scope="module")
def built():
    """The folder of the book, made by the command."""
    if importlib.util.find_spec("sphinx") is None:
        if os.environ.get("CI"):
            pytest.fail("needed in CI: Sphinx is not installed", pytrace=False)
        pytest.skip("Sphinx is not installed; `python -m course test` installs it")
    env = dict(os.environ, COURSE_NO_SETUP="1")
    done = subprocess.run([sys.executable, "-m", "course", "book"], cwd=build.ROOT, text=True,
                          env=env, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The book is in build/book/index.html" in done.stdout
    return build.ROOT / "build" / "book"


# --- What is written ----------------------------------------------------------------------------


class Page(HTMLParser):
    """The ids, addresses and pictures of a page, and its text with the folds left out."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.alts, self.text = set(), [], [], {}, ""
        self.folded = 0
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.folded += tag == "details"
        self.ids.update(filter(None, (attributes.get("id"), attributes.get("name"))))
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag == "link" and attributes.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(attributes["href"])
        elif tag in ("script", "img", "iframe") and attributes.get("src"):
            self.loaded.append(attributes["src"])
        if tag == "img":
            self.alts[attributes["src"]] = attributes.get("alt")

    def handle_endtag(self, tag):
        self.folded -= tag == "details"

    def handle_data(self, data):
        if not self.folded:
            self.text += data


@pytest.fixture(scope="module")
def read(built):
    """{page: Page} of the whole book."""
    return {path.relative_to(built).with_suffix("").as_posix(): Page(path)
            for path in sorted(built.rglob("*.html")) if "_static" not in path.parts}


def test_every_page_is_there_and_no_other(read):
    assert sorted(read) == sorted(PAGES)


def test_internal_links_and_anchors_lead_somewhere(built, read):
    dead, followed = [], 0
    for name, page in read.items():
        for address in [*page.links, *page.loaded]:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            here = (built / name).parent
            target = (here / unquote(parts.path or f"{Path(name).name}.html")).resolve()
            followed += 1
            if not target.exists():
                dead.append(f"{name}: {address}")
            elif parts.fragment and target.suffix == ".html":
                ids = read[target.relative_to(built).with_suffix("").as_posix()].ids
                if unquote(parts.fragment) not in ids and parts.fragment != "":
                    dead.append(f"{name}: {address}")
    assert dead == [] and followed > 1000


def test_nothing_is_loaded_from_elsewhere(read):
    assert [f"{name}: {address}" for name, page in read.items() for address in page.loaded
            if urlsplit(address).netloc] == []


def test_the_alternative_text_of_a_picture_is_a_sentence(read):
    pictures = {(name, source): alt for name, page in read.items()
                for source, alt in page.alts.items() if "_images/" in source}
    assert len(pictures) >= 2 * len(LESSONS)
    for where, alt in pictures.items():
        assert alt and re.match(r"[A-Z].{30,}\.$", alt, re.DOTALL), where


def test_lessons_show_what_they_computed(read):
    for name in LESSONS:
        assert "Traceback" not in read[name].text
    assert "DCG 4.648712, ideal DCG 4.761860, NDCG 0.976239" in read["lessons/00-start-here"].text


@pytest.mark.parametrize("name", build.assignment_ids())
def test_an_assignment_is_whole_and_its_answers_are_in_folds(built, read, name):
    page, whole = read[f"assignments/{name}"], (built / f"assignments/{name}.html").read_text()
    for word in ("HIDDEN TESTS", "hidden=True", "BEGIN SOLUTION", "YOUR ANSWER HERE"):
        assert word not in re.sub("<[^>]+>", "", whole)
    assert "Mark scheme" in whole and "Mark scheme" not in page.text
    squeezed = "".join(page.text.split())
    for path in (build.ROOT / "solutions" / name).glob("*.ipynb"):
        released = nbformat.read(build.ROOT / "release" / name / path.name, as_version=4)
        for cell in released.cells:
            if cell.cell_type == "code":
                assert "".join(cell.source.split()) in squeezed, cell.id
        for cell in nbformat.read(path, as_version=4).cells:
            for answer in re.findall(r"### BEGIN SOLUTION\n(.*?)### END", cell.source, re.DOTALL):
                assert cell.cell_type != "code" or "".join(answer.split()) not in squeezed, cell.id


def test_points_and_weights_are_those_of_the_notebooks():
    guide = (book.DOCS / "instructor.md").read_text("utf-8")
    landing = (book.SET_UP / "index.md").read_text("utf-8")
    prose = set()
    for name in build.assignment_ids():
        cells = [cell.metadata.nbgrader for path in (build.ROOT / "source" / name).glob("*.ipynb")
                 for cell in nbformat.read(path, as_version=4).cells]
        points = sum(cell.get("points", 0) for cell in cells)
        by_hand = sum(cell.get("points", 0) for cell in cells if cell.grade and cell.solution)
        assert re.search(rf"\(assignments/{name}\.md\) \| {points:g} \| ", landing)
        if name == "07-homework":
            assert f"| `07-homework` | {points:g} | {by_hand:g} | 40 % | 40 % |" in guide
        else:
            prose.add(by_hand)
            assert points == 25
    assert "| 25 | 2 or 3 | 10 % | 60 % |" in guide and prose == {2, 3}


def test_the_values_of_the_conventions_page():
    """Every row of "One list, many values", by a formula of its own."""
    hits, k, length, relevant = np.array([1, 0, 1]), 5, 3, 4
    at_hits = sum(hits[:i + 1].sum() / (i + 1) for i in range(length) if hits[i])

    def dcg(gains, discount=lambda rank: np.log2(rank + 1)):
        return sum(gain / discount(rank) for rank, gain in enumerate(gains, start=1))

    def flat(rank):
        return np.log2(max(rank, 2))

    values = {
        "**hits / k**": 2 / k, "hits / L": 2 / length, "hits / min(k, R)": 2 / min(k, relevant),
        "**/ R**": at_hits / relevant, "/ min(k, R)": at_hits / min(k, relevant),
        "/ min(L, R)": at_hits / min(length, relevant), "/ hits found": at_hits / 2,
        "/ k": at_hits / k,
        "**ideal from all relevant items**": dcg(hits) / dcg([1] * 4),
        "ideal from the list only": dcg(hits) / dcg([1] * 2),
        "ideal with k relevant items for everybody": dcg(hits) / dcg([1] * 5),
        "ranks 1 and 2 weigh the same": dcg(hits, flat) / dcg([1] * 4, flat),
    }
    text = (book.SET_UP / "conventions.md").read_text("utf-8")
    section = text.split("## One list, many values")[1].split("\n## ")[0]
    rows = re.findall(r"^\|[^|]*\| ([^|]+) \| (\d\.\d{4}) \|$", section, re.MULTILINE)
    assert dict(rows) == {name: f"{value:.4f}" for name, value in values.items()}


# --- What is seen -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(built):
    """Where the book is served while the tests run: on this machine alone."""
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def visit(chromium, address):
    """visit(page, scheme) -> a page of the book. At the end nothing was asked for elsewhere."""
    contexts, said = [], []

    def go(name, scheme="light", viewport=DESKTOP):
        context = chromium.new_context(viewport=viewport, color_scheme=scheme)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: said.append(f"request: {request.url}"))
        page.on("requestfailed", lambda request: said.append(f"failed: {request.url}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.goto(f"{address}{name}.html")
        return page

    yield go
    for context in contexts:
        context.close()
    assert [text for text in said
            if not text.startswith((f"request: {address}", "request: about:", "request: data:"))
            ] == []


def violations(page, scheme, viewport, without=()):
    """What axe finds; without: selectors of what it leaves out."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size(viewport)
    page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
    page.wait_for_timeout(250)  # colours fade from one theme to the other
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, context={"exclude": list(without)} if without else None, options={
        "runOnly": WCAG, "resultTypes": ["violations"]}).response
    assert "color-contrast" in {one["id"] for one in found["passes"]}
    return [(scheme, viewport["width"], one["id"], [node["html"][:200] for node in one["nodes"]])
            for one in found["violations"]]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_the_browser(visit, name):
    """axe finds nothing, light and dark; formulas are drawn; a phone need not scroll sideways."""
    page = visit(name)
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    without = () if name in KINDS else SAME
    ways = [("light", DESKTOP, without), ("dark", PHONE, without)]
    if name in KINDS:
        ways += [("light", PHONE, SAME), ("dark", DESKTOP, SAME)]
    for scheme, viewport, without in ways:
        assert violations(page, scheme, viewport, without) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    formulas = page.locator(".math").count()
    assert page.locator(".math > .katex, .math > .katex-display").count() == formulas
    assert page.locator(".katex-error").count() == 0
    assert name != "lessons/04-ndcg" or formulas


def test_axe_would_find_a_pale_text_in_the_dark(visit):
    page = visit("glossary", "dark")
    page.add_style_tag(content=".bd-article p { color: #333 !important; }")
    assert [one[2] for one in violations(page, "dark", DESKTOP)] == ["color-contrast"]


def test_the_search_finds_a_page(visit):
    page = visit("search")
    page.goto(page.url + "?q=coverage")
    page.wait_for_selector("#search-results li a")
    found = page.locator("#search-results li a").all_inner_texts()
    assert any("Beyond accuracy" in text for text in found)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_theme_can_be_chosen(visit, viewport):
    page = visit("index", "light", viewport)
    for theme in ("dark", "light"):
        page.get_by_role("button", name="Color mode").click()
        page.get_by_role("button", name=theme.title(), exact=True).click()
        assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_the_interactive_figure_works_in_the_book(visit):
    page = visit("lessons/04-ndcg", "dark")
    frame = page.frame_locator("iframe.why-order-matters-frame")
    frame.get_by_role("button", name="Move A Map of Rain up").click()
    assert "A Map of Rain in place 4" in frame.get_by_role("status").inner_text()
    inside = page.frames[1]
    inside.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    page.emulate_media(color_scheme="light")
    inside.wait_for_function("document.documentElement.dataset.theme === 'light'")
    # The still picture is for those without scripts; here it would only repeat the figure.
    assert page.locator("img[alt^='What each place of the list']").count() == 0


# --- When it goes wrong -------------------------------------------------------------------------


def test_a_warning_of_sphinx_fails_the_command_in_one_sentence(monkeypatch, tmp_path, capsys):
    pages = {Path("index.md"): b"# One page\n\n[nowhere](missing.md)\n"}
    trees = tmp_path / "trees"
    monkeypatch.setattr(book, "BUILD", tmp_path)
    monkeypatch.setattr(book, "pages", lambda say, run: pages)
    monkeypatch.setattr(book.sphinx, "__defaults__", (tmp_path / "book", trees))
    monkeypatch.setattr(book.stage, "__defaults__", (tmp_path / "pages",))
    assert book.main(run=False) == 1
    said = capsys.readouterr().err
    assert said.strip().splitlines() == ["course book: Sphinx is not content; what it found is "
                                         "above."]
    assert not trees.exists(), "the next run must see the warning again"


def test_a_lesson_that_stops_fails_the_command_in_one_sentence(monkeypatch, tmp_path):
    lesson = tmp_path / "99-broken.py"
    text = (build.ROOT / build.LESSONS / "00-start-here.py").read_text("utf-8")
    lesson.write_text(text.split("# %% [markdown]")[0] + "# %%\n1 / 0\n", "utf-8")
    with pytest.raises(book.BookError, match="99-broken.py stops with ZeroDivisionError: division"):
        book.executed(lesson, tmp_path)
    assert not list(tmp_path.glob("*.ipynb"))


def test_an_executed_lesson_is_kept_until_something_it_depends_on_changes(monkeypatch, tmp_path):
    lesson = tmp_path / "99-short.py"
    text = (build.ROOT / build.LESSONS / "00-start-here.py").read_text("utf-8")
    lesson.write_text(text.split("# %% [markdown]")[0] + "# %%\n6 * 7\n", "utf-8")
    first, seconds = book.executed(lesson, tmp_path)
    assert seconds and first.cells[0].outputs[0].data["text/plain"] == "42"
    monkeypatch.setattr(book, "NotebookClient", None)  # it must not run again
    again, seconds = book.executed(lesson, tmp_path)
    assert seconds == 0 and build.as_bytes(again) == build.as_bytes(first)
    for change in (lambda: lesson.write_text(lesson.read_text() + "# more\n"),
                   lambda: monkeypatch.setattr(book, "_imported", lambda: [lesson])):
        change()
        with pytest.raises(TypeError):
            book.executed(lesson, tmp_path)


def test_what_lessons_import_decides_whether_they_run_again():
    for text in build.texts()[0]:
        source = (build.ROOT / text).read_text("utf-8")
        for name in re.findall(r"(?:from|import) course\.(\w+)", source):
            assert {name, f"{name}.py"} & set(book.IMPORTED), f"{text.stem}: course.{name}"


def test_a_page_that_is_gone_leaves_the_book(tmp_path):
    pages = {Path("a.md"): b"a", Path("deep/b.md"): b"b"}
    folder = book.stage(pages, tmp_path / "pages")
    before = (folder / "a.md").stat().st_mtime_ns
    book.stage({Path("a.md"): b"a"}, tmp_path / "pages")
    assert (folder / "a.md").stat().st_mtime_ns == before
    assert not (folder / "deep/b.md").exists()


def test_docstrings_become_lists_of_what_they_name():
    spec = importlib.util.spec_from_file_location("conf", book.SET_UP / "conf.py")
    conf = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(conf)
    assert conf.docstring(["Cut `x` in a", "table: it is |x|.", "", "x: what", "    to cut.",
                           'by="time": when.', "Returns y."]) == [
        "Cut ``x`` in a", r"table: it is \|x\|.", "", "", "``x``", "    what", "    to cut.",
        '``by="time"``', "    when.", "", "Returns y."]
