"""docs/sources-and-errata.md: every block runs, and prints every number that its entry quotes."""

import contextlib
import importlib
import importlib.util
import io
import os
import re
import time
import warnings
from pathlib import Path

import nbformat
import pytest

from course import build

PAGE = build.ROOT / "docs" / "sources-and-errata.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
COUNT = re.compile(r"\d[\d,]* of \d[\d,]*\d")  # as in "31 of 1,540"
PERCENT = re.compile(r"(\d+\.\d+) %")
ADDRESS = re.compile(r"<https?://[^>]+>")  # a DOI is no result


def _prose_test():
    """tests/test_prose.py, which knows what a founded number is."""
    spec = importlib.util.spec_from_file_location("prose", Path(__file__).parent / "test_prose.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


unfounded = _prose_test().unfounded


def entries(text):
    """{heading: body} of the entries, which are the sections of the third level."""
    parts = re.split(r"^### (.+)$", text, flags=re.MULTILINE)
    bodies = [re.split(r"^## ", body, flags=re.MULTILINE)[0] for body in parts[2::2]]
    return dict(zip(parts[1::2], bodies))


ENTRIES = entries(PAGE.read_text("utf-8"))


def _recmetrics():
    """recmetrics is installed apart: skip at home without it, and fail in CI."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            importlib.import_module("recmetrics")
    except ImportError as error:
        if os.environ.get("CI") or os.environ.get("COURSE_ALL_PEERS"):
            pytest.fail(f"recmetrics is not installed ({error})", pytrace=False)
        pytest.skip("recmetrics is not installed")


def outputs_of(body, request):
    """What the blocks of one entry print, each run alone."""
    printed = []
    for code in BLOCK.findall(body):
        if '"ml-100k"' in code:
            request.getfixturevalue("ml100k")
        if "import recmetrics" in code:
            _recmetrics()
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(code, PAGE.name, "exec"), {"__name__": "errata"})  # our own page
        assert said.getvalue().strip(), "a block prints nothing"
        printed.append(said.getvalue())
    return printed


def unprinted(heading, body, printed):
    """The numbers of an entry's prose that its blocks do not print. Their code does not count."""
    prose = ADDRESS.sub("", heading + "\n" + BLOCK.sub("", body))
    cells = [nbformat.v4.new_markdown_cell(prose, id="prose")]
    cells += [nbformat.v4.new_code_cell("", outputs=[nbformat.v4.new_output("stream", text=text)])
              for text in printed]
    return unfounded(nbformat.v4.new_notebook(cells=cells)) + [
        text for text in COUNT.findall(prose) + [f"{share}%" for share in PERCENT.findall(prose)]
        if text not in "\n".join(printed)]


@pytest.mark.parametrize("heading", ENTRIES)
def test_the_blocks_of_an_entry_print_its_numbers(heading, request):
    printed = outputs_of(ENTRIES[heading], request)
    assert unprinted(heading, ENTRIES[heading], printed) == []


def test_the_page_is_quick(request):
    start = time.process_time()
    for body in ENTRIES.values():
        with contextlib.suppress(pytest.skip.Exception):
            outputs_of(body, request)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("heading", ENTRIES)
def test_an_entry_says_what_holds_shows_it_and_names_a_source(heading):
    body = ENTRIES[heading]
    marks = [body.find(mark) for mark in ("**What holds.**", "```python", "**Source.**")]
    assert -1 not in marks and marks == sorted(marks)


def test_the_entries_are_numbered_in_order():
    numbers = [int(heading.split(".")[0]) for heading in ENTRIES]
    assert numbers == list(range(1, len(ENTRIES) + 1)) and len(ENTRIES) >= 16


def test_numbers_outside_the_entries_are_none():
    text = PAGE.read_text("utf-8")
    rest = text
    for heading, body in ENTRIES.items():
        rest = rest.replace(f"### {heading}{body}", "")
    assert "###" not in rest and unprinted("", rest, []) == []


def test_a_paper_that_an_entry_names_is_among_the_sources():
    sources = PAGE.read_text("utf-8").split("## Sources")[1]
    seen = 0
    for heading, body in ENTRIES.items():
        named = body.split("**Source.**")[1]
        for name, year in re.findall(r"(\w+) \((\d{4})\)", named.replace(" and others", "")):
            assert re.search(rf"{name}[^\n]*\({year}\)", sources), f"{heading}: {name} ({year})"
            seen += 1
    assert seen > len(ENTRIES) / 2


def test_a_number_that_no_block_prints_would_be_seen():
    prose = "It is 0.25, not 0.26, in 2 of 1,540 (1.5 %)."
    body = prose + "\n\n```python\nx = 0.26\nprint(1 / 4)\n```\n"
    assert outputs_of(body, None) == ["0.25\n"]
    assert unprinted("1. Half", body, ["0.25\n"]) == ["prose: 0.26", "2 of 1,540", "1.5%"]
