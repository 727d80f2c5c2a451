"""Running notebooks: errors, loops and dead kernels cost one cell, never the rest."""

import nbformat
import pytest

from course.datasets import data_folder
from course.grading import execute, walls
from course.grading.fates import DIED, GREEDY, TOO_LONG
from course.grading.sandbox import Place, student_package


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return Place(student_package(tmp_path_factory.mktemp("package")), data_folder(), worker=7)


def shown(notebook):
    return [[o.get("text") or o.get("ename") or o.data["text/plain"] for o in cell.outputs]
            for cell in notebook.cells]


def run(place, *sources, seconds=2, files=None):
    """Run cells; a source that begins with `# test` is a test cell. Returns what each showed."""
    notebook = nbformat.v4.new_notebook()
    for number, source in enumerate(sources):
        cell = nbformat.v4.new_code_cell(source, id=f"c{number}")
        if source.startswith("# test"):
            cell.metadata["nbgrader"] = {"grade": True, "solution": False, "grade_id": cell.id}
        notebook.cells.append(cell)
    execute.run(notebook, place, seconds, files)
    return notebook


def test_whatever_one_cell_does_the_rest_goes_on(place):
    notebook = run(
        place,
        "x = 1",
        "1 / 0",
        "open('numbers.txt').read()",
        "while True: pass",
        "x + 1",
        "import os; os._exit(1)",
        "x + 2",
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
        "x + 3",
        "input('name?')",
        "quit()",
        "x + 4",
        "big = []\nwhile True: big.append(bytearray(10**7))",
        "x + 5",
        files={"numbers.txt": b"1 2 3"})
    result = shown(notebook)
    assert result[12][-1] in (GREEDY, "MemoryError", DIED, TOO_LONG)  # whichever is first
    result[12] = []
    assert result == [[], ["ZeroDivisionError"], ["'1 2 3'"], [TOO_LONG], ["2"], [DIED], ["3"],
                      [TOO_LONG], ["4"], ["StdinNotImplementedError"], [], ["5"], [], ["6"]]


def test_a_part_of_a_package_can_be_kept_from_answers_and_the_rest_stays(tmp_path):
    walled = Place(student_package(tmp_path), data_folder(), deny=("sklearn.metrics",), worker=7)
    notebook = run(
        walled,
        "from sklearn.feature_extraction.text import TfidfVectorizer\nTfidfVectorizer.__name__",
        "from sklearn.metrics import ndcg_score",
        seconds=30)
    assert shown(notebook) == [["'TfidfVectorizer'"], ["ImportError"]]


def test_a_cell_that_only_shows_something_is_not_run(place):
    notebook = nbformat.v4.new_notebook(cells=[
        nbformat.v4.new_code_cell("1 / 0", id="peers", metadata={"tags": ["show"]}),
        nbformat.v4.new_code_cell("1 + 1", id="next")])
    execute.run(notebook, place, 2)
    assert shown(notebook) == [[execute.NOT_RUN], ["2"]]


def test_floods_are_bounded(place):
    notebook = run(
        place,
        "print('a' * 50_000_000)",
        "for i in range(100_000): print(i)",
        "from IPython.display import display, HTML\n"
        "for i in range(2000): display(HTML('<b>x</b>'))",
        "1 + 1", seconds=20)
    assert all(len(nbformat.writes(nbformat.v4.new_notebook(cells=[cell]))) < 100_000
               for cell in notebook.cells)
    assert "text/html" not in nbformat.writes(notebook)
    assert shown(notebook)[-1] == ["2"]


def test_test_cells_run_outside_and_functions_cross_as_plain_data(place):
    notebook = run(
        place,
        "import numpy as np\ndef double(x):\n    return x * 2\ndef changes(x):\n    x.append(1)\n"
        "class Yes(float):\n    def __eq__(self, other):\n        return True\n"
        "def lies(x):\n    return Yes(1)\nvalue = [1, 2.5]\nstrange = Yes(2)",
        "# test: a value and a function\nassert value == [1, 2.5] and double(3) == 6",
        "# test: wrong\nassert double(3) == 7, 'six'",
        "# test: an exception keeps its name\ntry:\n    double(None)\nexcept TypeError:\n    pass",
        "# test: a lie does not cross\nlies(1)",
        "# test: strange\nstrange",
        "# test: missing\nnowhere",
        "# test: arguments\nassert changes.call([5])[1] == ([5, 1],)",
        "# test: the process is the grader's\nimport os\nassert 'COURSE_NO' not in os.environ",
    )
    assert shown(notebook)[1:] == [[], ["AssertionError"], [], ["TypeError"], ["NotYet"],
                                   ["NameError"], [], []]
    assert "Yes" in notebook.cells[4].outputs[0].evalue


def test_a_function_that_takes_the_kernel_with_it_costs_only_its_own_calls(place):
    notebook = run(
        place,
        "x = 1\ndef dies(n):\n    import os\n    os._exit(3)\ndef stays(n):\n    return n + x\n"
        "def hangs(n):\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException:\n            pass",
        "# test\nassert dies(1)", "# test\nassert stays(1) == 2", "# test\nassert dies(2)",
        "# test\nassert hangs(1)", "# test\nassert stays(2) == 3", "# test\nassert hangs(2)")
    assert shown(notebook)[1:] == [["RuntimeError"], [], ["RuntimeError"],
                                   ["RuntimeError"], [], ["RuntimeError"]]
    assert "ended the Python process" in notebook.cells[1].outputs[0].evalue


def test_names_stand_for_what_they_stood_for_at_the_tests_place(place):
    notebook = run(place, "def f(n):\n    return helper(n)", "# test\nassert f(1) == 2",
                   "# test\nassert g(1) == 3",
                   "def helper(n):\n    return n + 1\ndef f(n):\n    return 0\n"
                   "def g(n):\n    return 3", "# test\nassert f(1) == 0 and g(1) == 3")
    first, early, last = (notebook.cells[n].outputs for n in (1, 2, 4))
    assert first == [] and last == []
    assert "'g' is not defined" in early[0].evalue
    assert "defined further down" in early[0].evalue


def test_no_cell_of_the_students_runs_after_hidden_inputs_were_seen(place):
    notebook = run(place, "seen = []\ndef f(n):\n    seen.append(n)\n    return n",
                   "# test\nassert f(123456) == 123456", "print(seen)")
    assert shown(notebook) == [[], [], ["[]\n"]]


def test_every_wall_holds():
    assert [entry for entry in walls.try_all(data_folder()) if entry[1] is not None] == []


def test_a_missing_wall_would_be_seen(monkeypatch):
    """Each wall's attack gets through where there is no sandbox."""
    from course.grading import sandbox

    def bare(*args, **kwargs):
        return sandbox.Place(*args, **{**kwargs, "sandbox": False})

    monkeypatch.setattr(walls, "Place", bare)
    # The attacks that would write, fork and fill are left out: here they would succeed.
    attack = walls.ATTACK
    for name in ("nothing_outside_can_be_written", "a_limit_on_processes", "a_limit_on_memory",
                 "a_limit_on_files", "nothing_stays_behind"):
        start = attack.index(f"    @wall\n    def {name}")
        following = attack.find("    @wall", start + 5)
        attack = attack[:start] + attack[following if following > 0 else attack.index(
            "    return found"):]
    monkeypatch.setattr(walls, "ATTACK", attack)
    found = dict(walls.try_all(data_folder()))
    assert {name for name, problem in found.items() if problem} >= {
        "no new rights", "no network", "no other processes",
        "solutions grades and other learners are out of sight"}
