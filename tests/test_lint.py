"""Each rule of the linter is broken by one small notebook that breaks nothing else."""

import copy
from pathlib import Path

import nbformat
import pytest

from course import build, lint
from course.grading import master

HEADER = """\
# ---
# jupyter:
#   course:
#     from_scratch: [course.metrics, sklearn]
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

"""
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HIDE, SHOW = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"

SET_UP = "import math\nimport numpy as np\nfrom course.checks import check\n\nweights = [3, 2]"
VALUE = f"total = ...\n{BEGIN}\ntotal = 3 + 2 + 1\n{END}"
VALUE_TEST = '# The sum.\ncheck(total, exercise="hand_cg")'
FUNCTION = f"""\
def dcg_at_k(relevance, k):
    \"\"\"DCG of the first k places.\"\"\"
    {BEGIN}
    return float(sum(relevance[:k]))
    {END}"""
FUNCTION_TEST = f"""\
# dcg_at_k, value.
check(dcg_at_k, "value")
{HIDE}
check(dcg_at_k, "value", hidden=True)
{SHOW}"""
WRITTEN = f"# {BEGIN}\n# 2: names the reason, and gives an example.\n# {END}"

CELLS = {"set-up": ("", SET_UP), "total": ('role="answer"', VALUE),
         "total-test": ('role="tests" points=1', VALUE_TEST),
         "dcg": ('role="answer"', FUNCTION), "dcg-test": ('role="tests" points=2', FUNCTION_TEST),
         "why": ('[markdown] role="written" points=2', WRITTEN)}


def text_of(cells):
    parts = []
    for name, (options, source) in cells.items():
        kind, _, rest = options.rpartition("[markdown]")
        marker = "# %%" + (" [markdown]" if kind or "[markdown]" in options else "")
        parts.append(f'{marker} id="{name}" {rest.strip()}\n{source}\n')
    return HEADER + "\n".join(parts)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A function: changed and added cells -> (source, released)."""
    folder = tmp_path_factory.mktemp("texts")

    def make(**changed):
        return copy.deepcopy(clean if not changed else build_small(changed))

    def build_small(changed):
        cells = dict(CELLS)
        for name, source in changed.items():
            name = name.replace("_", "-")
            options, source = source if isinstance(source, tuple) else (cells[name][0], source)
            cells[name] = options, source
        path = folder / "small.py"
        path.write_text(text_of(cells))
        source = build.notebook_from_text(path, graded=True)
        graded = master._through(master.TO_GRADED, copy.deepcopy(source))
        return source, master._through(master.TO_RELEASED, graded)

    clean = build_small({})
    return make


def rules(found):
    return {finding.rule for finding in found}


def test_the_small_notebook_is_clean(made):
    assert lint.lint(*made()) == []


def real(kind):
    return nbformat.read(build.ROOT / kind / "04-ndcg" / "ndcg.ipynb", as_version=4)


def test_the_real_assignment_is_clean():
    assert lint.lint(real("source"), real("release"), real("solutions")) == []


def test_all_that_was_built_is_linted():
    name = Path("04-ndcg/ndcg.ipynb")
    built = {Path(kind, name): build.as_bytes(real(kind))
             for kind in ("source", "release", "solutions")}
    assert lint.lint_built(built) == {}
    released = real("release")
    released.cells[3].source += "\n# ### BEGIN SOLUTION"
    built["release" / name] = build.as_bytes(released)
    found = lint.lint_built(built)
    assert list(found) == ["source" / name]
    lines, bad = lint.sentences(found)
    assert bad and lines[0].startswith("source/04-ndcg/ndcg.ipynb, ")


def checked(body):
    return "# dcg_at_k, value.\n" + body


# rule -> what a text does wrong, as {cell: source}
BROKEN_TEXTS = [
    ("points", "odd-points", {"dcg_test": ('role="tests" points=0.3', FUNCTION_TEST)}),
    ("no solution", "region", {"total": "total = ..."}),
    ("an empty solution", "region", {"total": f"total = ...\n{BEGIN}\n# later\n{END}"}),
    ("announced, not defined", "drift", {
        "total": f"total = ...\nmean = ...\n{BEGIN}\ntotal = 3 + 2 + 1\n{END}"}),
    ("an empty function, not defined", "drift", {
        "total": f"total = ...\ndef mean(xs):\n    pass\n{BEGIN}\ntotal = 3 + 2 + 1\n{END}"}),
    ("defined, not announced", "drift", {"total": f"{BEGIN}\ntotal = 3 + 2 + 1\n{END}"}),
    ("other parameters", "drift", {
        "dcg": "def dcg_at_k(relevance, k):\n    raise NotImplementedError()\n"
               f"{BEGIN}\ndef dcg_at_k(relevance, n):\n    return sum(relevance[:n])\n{END}"}),
    ("a number in the stub", "stub-passes", {
        "total": f"total = 0\n{BEGIN}\ntotal = 3 + 2 + 1\n{END}"}),
    ("given by the stub, and tested", "stub-passes", {
        "total": f"total = 3 + 3\nmean = ...\n{BEGIN}\nmean = 6 / 3 + 0.0\n{END}"}),
    ("an early return", "stub-passes", {
        "dcg": "def dcg_at_k(relevance, k):\n    return 0.0\n"
               f"    {BEGIN}\n    return sum(relevance)\n    {END}"}),
    ("calls another answer", "calls-graded", {
        "total": f"total = ...\n{BEGIN}\ntotal = dcg_at_k([3, 2, 1], 3)\n{END}"}),
    ("calls a helper that does", "calls-graded", {
        "set_up": SET_UP + "\n\ndef helper(xs):\n    return dcg_at_k(xs, 3)",
        "total": f"total = ...\n{BEGIN}\ntotal = helper([3, 2, 1])\n{END}"}),
    ("a denied library", "from-scratch", {
        "dcg": FUNCTION.replace("    return", "    from course.metrics import dcg_at_k as there\n"
                                "    return there(relevance, k) or")}),
    ("a name of a cell that is not run at grading", "shown-only", {
        "set_up": ('role="show"', "weights = [3, 2]"),
        "total": f"total = ...\n{BEGIN}\ntotal = sum(weights) + 1\n{END}",
        "total_test": "# The sum.\nassert total == 6",
        "dcg_test": checked("assert dcg_at_k([1], 1) == 1")}),
    ("no mark scheme", "mark-scheme", {"why": "# Your words."}),
    ("only hidden", "hidden-only", {
        "dcg_test": checked(f'{HIDE}\ncheck(dcg_at_k, "value", hidden=True)\n{SHOW}')}),
    ("another aspect hidden", "hidden-aspect", {
        "dcg_test": FUNCTION_TEST.replace('"value", hidden', '"short", hidden')}),
    ("another exercise hidden", "hidden-aspect", {
        "dcg_test": FUNCTION_TEST.replace('dcg_at_k, "value", hidden',
                                          'total, exercise="hand_cg", hidden')}),
    ("an assert on another answer", "hidden-aspect", {
        "dcg_test": checked(f"assert dcg_at_k([1], 1) == 1\n{HIDE}\nassert total == 6\n{SHOW}")}),
    ("markers cut a statement", "visible-half", {
        "dcg_test": checked('check(dcg_at_k, "value")\nfor hidden in (True, False):\n'
                          f'    {HIDE}\n    check(dcg_at_k, "value", hidden=hidden)\n    {SHOW}')}),
    ("a name of the hidden part", "visible-half", {
        "dcg_test": checked(f"{HIDE}\ncase = [1, 0, 2]\n{SHOW}\nassert dcg_at_k(case, 1) == 1")}),
    ("hidden=True for all to see", "visible-half", {
        "dcg_test": checked('check(dcg_at_k, "value", hidden=True)')}),
    ("a number at the end", "partial-credit", {
        "dcg_test": checked('check(dcg_at_k, "value")\n0.5 * 2')}),
    ("a number before the hidden part", "partial-credit", {
        "dcg_test": FUNCTION_TEST.replace(HIDE, f"len(weights)\n{HIDE}")}),
    ("a name from nowhere", "names", {"dcg_test": checked("assert dcg_at_k(cases, 1) == 1")}),
    ("a name from further down", "names", {
        "total_test": "# The sum.\nassert total == dcg_at_k([6], 1)"}),
    ("a module that only an answer imports", "names", {
        "total": f"total = ...\n{BEGIN}\nimport statistics\ntotal = statistics.mean([6, 6])\n{END}",
        "total_test": "# The sum.\nassert statistics.mean([total]) == 6"}),
    ("gives an answer a value", "overwrites", {
        "total_test": '# The sum.\ntotal = round(total, 2)\ncheck(total, exercise="hand_cg")'}),
    ("calls a locked helper with a function", "crossing", {
        "set_up": SET_UP + "\n\ndef twice(function):\n    return function([2], 1) * 2",
        "dcg_test": checked("assert twice(dcg_at_k) == 4")}),
    ("asks whose a class it is", "cannot-run", {
        "total": f"class Total:\n    pass\n\ntotal = ...\n{BEGIN}\n"
                 f"class Total:\n    size = 6 + 0\n\ntotal = Total()\n{END}",
        "total_test": "# The sum.\nassert isinstance(total, Total)"}),
]


@pytest.mark.parametrize("what, rule, changed", BROKEN_TEXTS, ids=[row[0] for row in BROKEN_TEXTS])
def test_a_text_that_breaks_one_rule(made, what, rule, changed):
    found = lint.lint(*made(**changed))
    assert rules(found) == {rule}, [str(finding) for finding in found]
    for finding in found:
        assert finding.sentence.endswith(".") and len(finding.sentence) < 200


CROSSING = {
    "a lambda": "assert dcg_at_k(lambda: 1, 1) == 1",
    "a generator": "assert dcg_at_k((g for g in weights), 1) == 1",
    "a generator with a name": "grades = (g for g in weights)\nassert dcg_at_k(grades, 1) == 1",
    "a generator in a list": "assert dcg_at_k([1, iter(weights)], 1) == 1",
    "a range": "assert dcg_at_k(range(3), 1) == 0",
    "a set": "assert dcg_at_k({1, 2}, 1) == 1",
    "a function of a module": "assert dcg_at_k(np.sqrt, 1) == 1",
    "a module": "assert dcg_at_k(math, 1) == 1",
    "a builtin": "assert dcg_at_k(len, 1) == 1",
    "a function of the test": "def g():\n    pass\n\nassert dcg_at_k(g, 1) == 1",
    "itself": "assert dcg_at_k(dcg_at_k, 1) == 1",
    "a keyword": "assert dcg_at_k([1], k=1) == 1",
    "identity": "assert dcg_at_k(weights, 1) is weights",
    "identity of what came back": "got = dcg_at_k([1], 1)\nassert got is not weights",
    "id": "assert id(dcg_at_k) != 0",
    "an attribute": "assert dcg_at_k.__doc__",
    "getattr": 'assert getattr(dcg_at_k, "__doc__")',
}
CANNOT_RUN = {
    "a magic": "%timeit dcg_at_k([1], 1)\nassert dcg_at_k([1], 1) == 1",
    "a shell line": "!ls\nassert dcg_at_k([1], 1) == 1",
    "input": "assert dcg_at_k([1], int(input())) == 1",
    "a file": 'assert dcg_at_k(open("x").read(), 1) == 1',
    "print capture": "import contextlib\nimport io\n\n"
                     "with contextlib.redirect_stdout(io.StringIO()):\n"
                     "    assert dcg_at_k([1], 1) == 1",
    "a figure": "import matplotlib.pyplot as plt\n\nassert dcg_at_k([1], 1) == 1\nplt.show()",
    "inspect": "import inspect\n\nassert inspect.signature(dcg_at_k)",
    "the kernel's names": 'assert globals()["dcg_at_k"]([1], 1) == 1',
    "the notebook": 'get_ipython().run_line_magic("who", "")\nassert dcg_at_k([1], 1) == 1',
}
FINE = {
    "plain data": "assert dcg_at_k([1.0, 2], 1) == 1",
    "a list from a generator": "assert dcg_at_k(list(g for g in weights), 1) == 3",
    "constants of a module": "assert dcg_at_k([np.inf, math.pi], 1) == np.inf",
    "an array": "np.testing.assert_allclose(dcg_at_k(np.array(weights), 2), 5)",
    "None": "assert dcg_at_k([], 1) is not None",
    "a loop": "for k in range(1, 3):\n    assert dcg_at_k([k], k) == k",
    "a function of the test's own": "def near(a, b):\n    return abs(a - b) < 1e-9\n\n"
                                    "assert near(dcg_at_k([1], 1), 1)",
}


@pytest.mark.parametrize("rule, body", [
    *[pytest.param("crossing", body, id=name) for name, body in CROSSING.items()],
    *[pytest.param("cannot-run", body, id=name) for name, body in CANNOT_RUN.items()],
    *[pytest.param(None, body, id=name) for name, body in FINE.items()]])
def test_what_a_test_cell_can_do(made, rule, body):
    source, released = made()
    for notebook in (source, released):
        cell = next(cell for cell in notebook.cells if cell.id == "dcg-test")
        cell.source = checked(body)
    found = lint.lint(source, released)
    assert rules(found) == ({rule} if rule else set()), [str(finding) for finding in found]


def edited(name, **fields):
    def edit(source, released):
        for notebook in (source, released):
            cell = next(cell for cell in notebook.cells if cell.id == name)
            for field, value in fields.items():
                if field in ("source", "id"):
                    cell[field] = value
                else:
                    cell.metadata.nbgrader[field] = value
    return edit


def released_only(name, change):
    def edit(source, released):
        change(next(cell for cell in released.cells if cell.id == name))
    return edit


def source_only(name, text):
    def edit(source, released):
        next(cell for cell in source.cells if cell.id == name).source = text
    return edit


def add_output(cell):
    cell.outputs = [nbformat.v4.new_output("stream", text="6")]


def add_unmanaged(source, released):
    for notebook in (source, released):
        notebook.cells.append(nbformat.v4.new_markdown_cell("Prose.", id="prose"))


# What no text can do, because the build refuses it, or because nbgrader does its work.
EDITS = {
    "no id": ("ids", edited("set-up", id=None)),
    "an id twice": ("ids", edited("total", id="set-up")),
    "another grade_id": ("ids", edited("total", grade_id="other")),
    "a cell less": ("ids", lambda source, released: released.cells.pop()),
    "unlocked code": ("unlocked", edited("set-up", locked=False)),
    "unlocked tests": ("unlocked", edited("total-test", locked=False)),
    "a locked answer": ("unlocked", edited("total", locked=True)),
    "prose that nobody manages": ("unlocked", add_unmanaged),
    "editable in the release": ("unlocked", released_only(
        "set-up", lambda cell: cell.metadata.update(editable=True))),
    "no points": ("points", edited("total-test", points=0)),
    "points that are text": ("points", edited("total-test", points="1")),
    "no Python": ("syntax", source_only("set-up", SET_UP + "\n%matplotlib inline")),
    "a stub that is no Python": ("syntax", released_only(
        "total", lambda cell: cell.update(source="total = (\n# YOUR CODE HERE"))),
    "no end": ("markers", source_only("total", VALUE.replace(END, ""))),
    "no begin": ("markers", source_only("dcg-test", FUNCTION_TEST.replace(HIDE, ""))),
    "two begins": ("markers", source_only("total", f"total = ...\n{BEGIN}\n" + VALUE)),
    "markers in a locked cell": ("markers", source_only(
        "set-up", f"{SET_UP}\n{BEGIN}\nx = 1\n{END}")),
    "no comment": ("first-line", edited("total-test", source=VALUE_TEST.split("\n")[1])),
    "a marker for a comment": ("first-line", source_only(
        "dcg-test", FUNCTION_TEST.partition("\n")[2].replace(
            'check(dcg_at_k, "value")\n', "", 1) + '\ncheck(dcg_at_k, "value")')),
    "a solution in the release": ("leak", released_only(
        "dcg", lambda cell: cell.update(source=cell.source + "\n    return float(sum(relevance["
                                        ":k]))"))),
    "a solution in metadata": ("leak", released_only(
        "set-up", lambda cell: cell.metadata.update(note="total = 3 + 2 + 1"))),
    "a hidden test in prose": ("leak", released_only(
        "why", lambda cell: cell.update(source='check(dcg_at_k, "value",  hidden=True)'))),
    "a mark scheme": ("leak", released_only(
        "why", lambda cell: cell.update(source="2: names the reason, and gives an example."))),
    "a marker in the release": ("leak", released_only(
        "why", lambda cell: cell.update(source="### END HIDDEN TESTS"))),
    "an output": ("outputs", released_only("set-up", add_output)),
    "a number of execution": ("outputs", released_only(
        "set-up", lambda cell: cell.update(execution_count=3))),
    "a path": ("paths", released_only(
        "set-up", lambda cell: cell.metadata.update(path="/home/ines/course/ndcg.py"))),
    "a path of the notebook": ("paths", lambda source, released: released.metadata.update(
        origin=r"C:\course\ndcg.py")),
}


@pytest.mark.parametrize("rule, edit", EDITS.values(), ids=EDITS)
def test_a_notebook_that_breaks_one_rule(made, rule, edit):
    source, released = made()
    edit(source, released)
    found = lint.lint(source, released)
    assert rules(found) == {rule}, [str(finding) for finding in found]


def test_solutions_that_fail(made):
    source, released = made()
    solved = copy.deepcopy(source)
    solved.cells[4].outputs = [nbformat.v4.new_output("error", ename="NotYet", evalue="Not yet")]
    (finding,) = lint.lint(source, released, solved)
    assert (finding.cell, finding.rule) == ("dcg-test", "solved")


def test_a_warning_is_no_refusal(made):
    found = lint.lint(*made(dcg_test=('role="tests" points=0.3', FUNCTION_TEST)))
    lines, bad = lint.sentences({Path("source/a/b.ipynb"): found})
    assert len(lines) == 1 and "warning" in lines[0] and not bad


def test_every_rule_is_broken_here():
    broken = {row[1] for row in BROKEN_TEXTS} | {rule for rule, _ in EDITS.values()}
    assert broken | {"crossing", "cannot-run", "solved"} == set(lint.RULES)
