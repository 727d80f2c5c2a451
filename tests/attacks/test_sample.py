"""The sample of bad submissions, graded as one class, one test a case. All of them: run.py."""

import os
import sys
from pathlib import Path

import nbformat
import pytest

sys.path.append(str(Path(__file__).resolve().parents[1]))

from attacks import corpus, kit, run  # noqa: E402
from course.grading.sandbox import NoSandbox  # noqa: E402


@pytest.fixture(scope="session")
def graded(tmp_path_factory):
    """{case, or honest learner in between: list of problems}."""
    try:
        return run.run(corpus.SAMPLE, tmp_path_factory.mktemp("attacks"))[0]
    except NoSandbox as reason:
        if os.environ.get("CI"):
            pytest.fail(f"needed in CI: {reason}", pytrace=False)
        pytest.skip(str(reason))


@pytest.mark.parametrize("name", corpus.SAMPLE)
def test_a_bad_submission_gets_what_it_should(graded, name):
    assert not graded[name], f"{corpus.CASES[name].why}: " + "; ".join(graded[name])


def test_honest_learners_between_them_are_not_disturbed(graded):
    honest = {name: found for name, found in graded.items() if name not in corpus.CASES}
    assert len(honest) > 1 and not any(honest.values()), honest


def test_every_case_says_what_it_is():
    for name, case in corpus.CASES.items():
        assert case.why and case.group in corpus.GROUPS, name
        assert case.student is None or "/" not in case.student, name


def test_the_looks_at_a_page_see_what_they_look_for():
    bad = ("<p onclick=x>", "<script>", "<a href=' java\tscript:x'>", "<svg onload=x>",
           "<a href='&#106;avascript:x'>", "<p style='position:fixed'>", "<iframe>")
    for text in bad:
        assert list(kit.in_html(text)), text
    assert not list(kit.in_html("<p>a &lt;script&gt; <a href='https://x.org'>b</a></p>"))
    cell = nbformat.v4.new_markdown_cell("[x](javascript:alert(1)) <img src=x onerror=alert(1)>")
    assert list(kit.in_notebook(nbformat.v4.new_notebook(cells=[cell])))
    output = nbformat.v4.new_output("display_data", {"text/html": "x"})
    cell = nbformat.v4.new_code_cell("x", outputs=[output])
    assert list(kit.in_notebook(nbformat.v4.new_notebook(cells=[cell])))
