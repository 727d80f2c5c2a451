"""The printed guide: it is tagged, it holds every lesson, and nothing of the markup shows."""

import base64
import functools
import re
from types import SimpleNamespace

import nbformat
import pytest

from course import build

pytestmark = pytest.mark.usefixtures("docs_packages")

LESSONS = build.texts()[0]
DATAFRAME = """<div><style scoped>th { color: red; }</style><table border="1" class="dataframe">
<thead><tr style="text-align: right;"><th></th><th>AP@5</th><th>who</th></tr></thead>
<tbody><tr><th>A</th><td>0.75</td><td>Ines</td></tr><tr><th>B</th><td>1.00</td><td>Omar</td></tr>
</tbody></table></div>"""
PIXEL = base64.b64encode(b"a picture").decode()


@pytest.fixture(scope="module")
def module():
    from course import guide

    return guide


@pytest.fixture(scope="module")
def made(module, tmp_path_factory):
    """The guide, its chapters {title: page}, and what its structure holds.

    Reading the text of a page takes a third of a second, so `text(page)` is asked for a few.
    """
    from pypdf import PdfReader

    folder = tmp_path_factory.mktemp("guide")
    path = module.make(folder / "guide.pdf", folder / "stage")
    reader = PdfReader(path)
    tags, alts = {}, []
    todo = [reader.trailer["/Root"]["/StructTreeRoot"]]
    while todo:
        node = todo.pop().get_object()
        for kid in node if isinstance(node, list) else [node]:
            kid = kid.get_object()
            if not hasattr(kid, "get"):
                continue
            if "/S" in kid:
                tags[kid["/S"]] = tags.get(kid["/S"], 0) + 1
                if kid["/S"] in ("/Figure", "/Formula"):
                    alts.append(str(kid.get("/Alt", "")))
            if "/K" in kid:
                todo.append(kid["/K"])
    chapters = {entry.title: reader.get_destination_page_number(entry)
                for part in reader.outline if isinstance(part, list)
                for entry in part if not isinstance(entry, list)}
    text = functools.cache(lambda page: reader.pages[page].extract_text())
    return SimpleNamespace(
        reader=reader, root=reader.trailer["/Root"], tags=tags, alts=alts, chapters=chapters,
        text=text, typst=(folder / "stage" / "guide.typ").read_text("utf-8"),
        markdown=(folder / "stage" / "guide.md").read_text("utf-8"))


def test_it_is_tagged_and_says_so(made):
    assert made.root["/MarkInfo"]["/Marked"].value is True
    assert made.root["/Lang"].startswith("en")
    assert made.reader.metadata.title == "Evaluating recommender systems"
    assert b"pdfuaid" in made.root["/Metadata"].get_data()


def test_it_has_no_date(made):
    assert made.reader.metadata.creation_date is None


def test_pages_are_many_and_not_too_many(made):
    assert 90 <= len(made.reader.pages) <= 190


def test_contents_come_first_and_pages_have_numbers(made):
    assert "Contents" in made.text(1) and "Lesson 4: NDCG" in made.text(1)
    outline = made.reader.outline
    titles = [entry.title for entry in outline if not isinstance(entry, list)]
    assert titles == ["Lessons", "Assignments", "To look things up"]
    for place in (20, 60):
        assert re.search(rf"(^|\n)\s*{place + 1}\s*(\n|$)", made.text(place))


@pytest.mark.parametrize("text", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_is_there(made, text):
    title = re.search(r"^# # (.+)$", (build.ROOT / text).read_text("utf-8"), re.MULTILINE)[1]
    assert title in " ".join(made.text(made.chapters[title]).split())


def test_every_assignment_is_there_without_answers(made):
    for name in build.assignment_ids():
        assert f"*Assignment `{name}`," in made.markdown
    assert made.markdown.count("YOUR CODE HERE") >= 50
    assert not re.search("BEGIN (SOLUTION|HIDDEN TESTS|MARK SCHEME)", made.markdown)
    assert "Assignment 04-ndcg, 25 points" in made.text(made.chapters["Assignment 4: NDCG"])


def prose(typst):
    """What is not code: pandoc writes code between backticks, and strings between quotes."""
    typst = re.sub(r"(`{3,}).*?\1", "", typst[typst.index("#contents()\n"):], flags=re.DOTALL)
    return re.sub(r"`[^`]*`|alt: \"(?:[^\"\\]|\\.)*\"|#raw\(.*?\)", "", typst)


def test_no_markup_is_left(made):
    said = prose(made.typst)
    for mark in ("details", "summary\\>", "</", ":::", "|---", "{glossary}", "{term}", "\\frac",
                 "$$"):
        assert mark not in said, mark
    # A table that was not read as one keeps its lines.
    assert not re.search(r"^ *\\?\| ", said, re.MULTILINE)
    for page in range(5, len(made.reader.pages), 12):
        for mark in (":::", "|---", "</", "#math", "#table", "```"):
            assert mark not in made.text(page), f"page {page + 1}: {mark}"
    # Folds of the notebooks became answers.
    assert said.count("#strong[Answer:]") >= 30


def test_markup_would_be_seen(module):
    text = module.typst_text("# P {.part}\n\na ::: b {term}\n\n`|---` here\n\n```\n</\n```\n")
    said = prose(text)
    assert ":::" in said and "{term}" in said and "|---" not in said and "</" not in said


def test_tables_are_tables(made):
    frames = made.markdown.count("{.dataframe}")
    assert frames >= 15
    assert made.tags["/Table"] >= frames + 20
    assert made.tags["/TH"] > made.tags["/Table"]


def test_every_picture_and_formula_has_words(made):
    assert made.tags["/Figure"] >= 15
    assert all(alt.strip() for alt in made.alts)
    assert any(alt.startswith("Bar chart of gain times discount") for alt in made.alts)
    assert any("What each place of the list" in alt for alt in made.alts), "a still picture"
    assert not any("\\" in alt for alt in made.alts)


# --- Small pieces, and pieces that must not pass --------------------------------------------------


def test_the_same_text_gives_the_same_bytes(module, tmp_path):
    import typst

    (tmp_path / "a.typ").write_text(module.typst_text("# Part {.part}\n\n# One\n\nText, $x_1$."))
    first, second = (typst.compile(tmp_path / "a.typ", ignore_system_fonts=True,
                                   pdf_standards=["ua-1"], timestamp=0) for _ in range(2))
    assert first == second


def test_a_picture_without_words_is_refused(module):
    found = nbformat.v4.new_output("display_data", {"image/png": PIXEL})
    with pytest.raises(module.GuideError, match="no alternative text"):
        module.output(found, {})


def test_an_interactive_figure_is_its_picture(module):
    found = nbformat.v4.new_output(
        "display_data", {"image/png": PIXEL, "text/html": "<iframe></iframe>", "text/plain": "x"},
        metadata={"image/png": {"alt": 'It says "1".'}})
    pictures = {}
    said = module.output(found, pictures)
    assert len(pictures) == 1 and module.INTERACTIVE in said
    assert r'{alt="It says \"1\"."}' in said


def test_a_dataframe_is_a_table_with_numbers_to_the_right(module):
    found = nbformat.v4.new_output("execute_result", {"text/html": DATAFRAME, "text/plain": "A"},
                                   execution_count=1)
    text = module.typst_text(module.output(found, {}))
    body = text[text.index("#contents()\n"):]
    assert "#table(" in body and "align: (left,right,left,)" in body
    assert "table.header([], [AP\\@5], [who],)" in body


def test_folds_become_questions_and_answers(module):
    one = module.printed_details("<details><summary>Why?</summary>\n\nSo.\n\n</details>")
    assert "**Why?**" in one and "**Answer:** So." in one
    two = module.printed_details("Q\n\n<details><summary>0.5</summary>Yes.</details>\n"
                                 "<details><summary>1</summary>No.</details>")
    assert "- **a** 0.5\n- **b** 1" in two and "**Answer:** **a** Yes. **b** No." in two
    kept = "```html\n<details><summary>a</summary>b</details>\n```"
    assert module.outside_code(kept, module.printed_details) == kept


def test_pages_of_the_book_lose_their_roles(module):
    said = module.page("# G\n\n```{glossary}\nhit\n  A film\n  liked.\n\nrank\n  A place.\n```\n"
                       "\n:::{note} Mind\nThe {term}`hit <hits>`.\n:::\n", "g")
    assert "# G {#chapter-g}" in said
    assert "hit\n:   A film liked." in said and "rank\n:   A place." in said
    assert '::: {.callout title="Mind"}\nThe hit.' in said


def test_an_error_among_the_outputs_stops_it(module):
    with pytest.raises(module.GuideError, match="'error'"):
        module.output(nbformat.v4.new_output("error", ename="E", evalue="", traceback=[]), {})


def test_a_failure_is_one_sentence(module, monkeypatch, capsys):
    def fail(**options):
        raise module.GuideError("no.")

    monkeypatch.setattr(module, "make", fail)
    assert module.main() == 1
    assert capsys.readouterr().err == "course pdf: no.\n"
