"""Run a learner's notebook in a kernel of this very Python, whatever its cells do.

A cell that takes too long is interrupted. A kernel that does not listen, or dies, is replaced: the
cells before run again, and the rest goes on. This is the learner's own code on their own machine,
so there is no sandbox. Nothing is written.
"""

import logging
import os
import subprocess
import time

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError

from course.alone.given import Problem
from course.setup import ROOT

GRACE = 3.0  # seconds for a kernel to obey an interrupt
MOST_RESTARTS = 5
TOO_LONG, DIED, NOT_RUN = "TooLong", "Died", "NotRun"  # names of errors, as they stand in outputs

# quit() would end the kernel, and blame the next cell. What the checks load takes no cell's time.
PREPARE = """get_ipython().ask_exit = lambda *args, **options: None
__import__("course.checks", fromlist=["check"])"""


def run(notebook, tests, folder, seconds, minutes, tell=lambda done, total: None):
    """Run the code cells up to the last test; their outputs are left in `notebook`.

    tests: the cells that are tests; what they do is not needed by any other. folder: where the
    kernel works. seconds: the most one cell, and one check, may take. minutes: the most for all.
    tell: called after each cell. Raises Problem when there is no kernel.
    """
    # Cells that only show something are not run at grading, so no answer may rest on them.
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"
             and "show" not in cell.metadata.get("tags", ())]
    tests = {id(cell) for cell in tests}
    last = max((number for number, cell in enumerate(cells, 1) if id(cell) in tests), default=0)
    cells, done = cells[:last], []
    for cell in cells:
        cell.outputs = []
    with _Kernel(folder, seconds, time.monotonic() + 60 * minutes) as kernel:
        for number, cell in enumerate(cells, 1):
            is_test = id(cell) in tests
            if kernel.time_left() <= 0:
                _end(cell, NOT_RUN, f"not run: the notebook took more than {minutes:g} min in all")
            elif kernel.restarts > MOST_RESTARTS:
                _end(cell, NOT_RUN, "not run: too many cells before it ended their kernel")
            else:
                # A check keeps its own time; a little more lets it say what took so long.
                fate = kernel.cell(cell, seconds + 2 * GRACE if is_test else seconds)
                if fate is None:
                    if not is_test:
                        done.append(cell)
                elif fate.lost:
                    kernel.restart(done)
            tell(number, len(cells))


class _Fate:
    """How a cell ended that did not end by itself. lost: the kernel is of no use any more."""

    def __init__(self, lost):
        self.lost = lost


class _Kernel:
    def __init__(self, folder, seconds, ends):
        self.folder, self.seconds, self.ends, self.restarts = folder, seconds, ends, 0
        self.client = self.context = None

    def __enter__(self):
        self._start()
        return self

    def __exit__(self, *problem):
        if self.context is not None:
            context, self.context = self.context, None
            context.__exit__(*(problem or (None, None, None)))

    def _start(self):
        path = os.environ.get("PYTHONPATH")
        env = dict(os.environ, COURSE_CHECK_SECONDS=str(self.seconds),
                   PYTHONPATH=ROOT if not path else ROOT + os.pathsep + path)
        quiet = logging.Logger("course.alone", logging.CRITICAL + 1)
        # No folder of kernels is searched: what is left is the kernel of this very Python.
        manager = AsyncKernelManager(kernel_name="python3",
                                     kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
        self.client = NotebookClient(
            nbformat.v4.new_notebook(), km=manager, allow_errors=True, record_timing=False,
            interrupt_on_timeout=True, iopub_timeout=GRACE, shutdown_kernel="immediate",
            error_on_timeout={"ename": TOO_LONG, "evalue": "", "traceback": []}, log=quiet,
            timeout_func=lambda cell: self.limit, on_cell_error=self._failed)
        self.context = self.client.setup_kernel(
            cleanup_kc=True, cwd=str(self.folder), env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.context.__enter__()
            self._execute(PREPARE, 120)
        except (RuntimeError, OSError) as problem:  # DeadKernelError is a RuntimeError
            raise Problem(f"no kernel could be started ({problem}); "
                          "`python -m course doctor` looks whether all is in place.") from None

    def time_left(self):
        return self.ends - time.monotonic()

    def cell(self, cell, seconds):
        """Run one cell; returns its _Fate when it was stopped or took the kernel with it."""
        seconds = max(0.1, min(seconds, self.time_left()))
        try:
            if not self._execute(cell, seconds):
                return None
            _end(cell, TOO_LONG, f"stopped after {seconds:.0f} s: is there a loop that never ends?")
            return _Fate(lost=self._execute("None", GRACE))
        except DeadKernelError:
            _end(cell, DIED, "the kernel died in it: did it need too much memory?")
            return _Fate(lost=True)

    def _execute(self, cell, seconds):
        """Run a cell or a line of code; returns True when the time was not enough."""
        if isinstance(cell, str):
            cell = nbformat.v4.new_code_cell(cell)
        self.limit, self.late = seconds, False
        self.client.nb.cells = [cell]
        self.client.execute_cell(cell, 0)
        return self.late

    def _failed(self, cell, cell_index, execute_reply):
        self.late = execute_reply["content"]["ename"] == TOO_LONG

    def restart(self, done):
        """A new kernel, brought to where the old one was, without the cells that ended it."""
        self.restarts += 1
        if self.restarts > MOST_RESTARTS or self.time_left() <= 0:
            return
        self.__exit__()
        self._start()
        for cell in list(done):
            again = nbformat.v4.new_code_cell(cell.source)  # its outputs are known already
            fate = self.cell(again, self.seconds)
            if fate is not None:
                done.remove(cell)
                cell.outputs = again.outputs
            if fate is not None and fate.lost:
                return self.restart(done)


def _end(cell, name, sentence):
    """The last words of a cell that did not end by itself, in place of its error."""
    line = next((output.traceback for output in cell.outputs if output.output_type == "error"), [])
    cell.outputs = [output for output in cell.outputs if output.output_type != "error"]
    cell.outputs.append(nbformat.v4.new_output("error", ename=name, evalue=sentence,
                                               traceback=line))
