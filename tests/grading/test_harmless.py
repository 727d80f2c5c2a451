"""What a student wrote is safe to open wherever it is rendered, and still readable."""

from html.parser import HTMLParser

import nbformat
import pytest
from nbconvert.filters import markdown2html

from course.grading.execute import Outputs
from course.grading.harmless import harmless, plain_prose

EVIL = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>",
    "[x](javascript:alert(1))", "[x][1]\n\n[1]: javascript:alert(1)", "<javascript:alert(1)>",
    "[x](&#106;avascript:alert(1))", "![x](data:text/html;base64,AAAA)", "<a href='//x'>x</a>",
    "[x] (javascript:alert(1))", "`` ` ``<script>alert(1)</script>", "<!-- <script> -->",
    "[x](\njavascript:alert(1))", "![a][b]\n\n[b]: https://example.org/pixel.png",
]


class Elements(HTMLParser):
    """The names of the elements and attributes of a page."""

    def __init__(self, page):
        super().__init__()
        self.names, self.attributes, self.targets = set(), set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.targets |= {value for name, value in attrs if name == "href"}


@pytest.mark.parametrize("text", EVIL)
def test_no_element_comes_out_and_no_link_but_a_bare_address(text):
    page = Elements(markdown2html(plain_prose(text)))
    assert not page.names & {"script", "img", "svg", "iframe"}, page.names
    assert not page.attributes - {"class", "href"}, page.attributes
    assert all(target.startswith("https://") for target in page.targets), page.targets


def test_formulas_keep_no_commands_that_reach_out():
    safe = plain_prose(r"$\href{javascript:alert(1)}{x}$ and $\frac{1}{\log_2(i+1)}$")
    assert r"\\href" in safe and r"$\frac{1}{\log_2(i+1)}$" in safe


def test_ordinary_prose_stays_readable():
    text = "Recall *counts* hits; `[1, 0]` and **order** matter:\n\n- one\n- two, 3 > 2"
    assert plain_prose(text) == text


def test_only_the_students_prose_is_touched():
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_markdown_cell("a <b>", metadata={"nbgrader": {"locked": True}}),
        nbformat.v4.new_markdown_cell("a <b>", metadata={"nbgrader": {"locked": False}},
                                      attachments={"x.svg": {"image/svg+xml": "<svg/>"}})])
    first, second = harmless(notebook).cells
    assert first.source == "a <b>" and second.source == "a &lt;b>" and "attachments" not in second


def message(kind, **content):
    return {"header": {"msg_type": kind}, "content": content}


def test_outputs_are_text_and_pictures_only():
    outputs = Outputs()
    for data in ({"text/html": "<script>"}, {"application/javascript": "alert(1)"},
                 {"image/svg+xml": "<svg onload=x>"}, {"text/markdown": "<script>"},
                 {"image/png": '" onerror="alert(1)'}, {"image/png": "iVBORw0KGgo="},
                 {"text/html": "<b>", "text/plain": "words"}):
        outputs.take(message("display_data", data=data))
    assert [output.data for output in outputs.kept] == [
        {"image/png": "iVBORw0KGgo="}, {"text/plain": "words"}]


@pytest.mark.parametrize("odd", [
    message("stream"), message("stream", name=3, text=None), message("error", ename="x"),
    message("display_data", data=[]), message("display_data", data=None),
    {"header": {"msg_type": "stream"}, "content": None}, message("nonsense")])
def test_odd_messages_are_no_trouble(odd):
    Outputs().take(odd)
