"""Running notebooks: errors, loops and dead kernels cost one cell, never the rest."""

import nbformat

from course.grading import execute
from course.grading.submission import Job, _environment

ENV = _environment(Job("a", "s", "", "", "", "seed"))


def run(*sources, seconds=2, files=None):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    execute.run(notebook, seconds, ENV, files)
    return [[o.get("text") or o.get("ename") or o.data["text/plain"] for o in cell.outputs]
            for cell in notebook.cells]


def test_whatever_one_cell_does_the_rest_goes_on(tmp_path):
    (tmp_path / "numbers.txt").write_text("1 2 3")
    (tmp_path / "math.py").write_text("raise RuntimeError('a shadow')")
    outputs = run(
        "x = 1",
        "1 / 0",
        "import math; math.sqrt(4)",
        "open('numbers.txt').read()",
        "while True: pass",
        "x + 1",
        "import os; os._exit(1)",
        "x + 2",
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass",
        "x + 3",
        "input('name?')",
        files=tmp_path)
    assert outputs == [
        [], ["ZeroDivisionError"], ["2.0"], ["'1 2 3'"], [execute.TOO_LONG], ["2"],
        [execute.DIED], ["3"], [execute.TOO_LONG], ["4"], ["StdinNotImplementedError"]]


def test_the_kernel_sees_nothing_of_the_graders_environment(monkeypatch):
    monkeypatch.setenv("A_SECRET", "42")
    assert run("import os; 'A_SECRET' in os.environ") == [["False"]]
