"""Run a notebook from top to bottom in a kernel of its own, whatever its cells do.

A cell that takes too long is interrupted. A kernel that dies or does not listen is replaced:
the earlier cells are run again and the rest goes on, so one bad cell costs its own points only.
"""

import asyncio
import contextlib
import copy
import os
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbgrader import utils

TOO_LONG = "TookTooLong"
DIED = "KernelDied"
MAX_RESTARTS = 8


class NoKernel(Exception):
    """The kernel did not start: a fault of the machine, never charged to a student."""


class CourseKernel(AsyncKernelManager):
    """A Python kernel of this environment, reached through files instead of network ports."""

    @property
    def kernel_spec(self):
        """This very Python, whatever kernels the machine has registered under a name."""
        return KernelSpec(
            argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}",
                  "--HistoryManager.enabled=False"],
            display_name="course", language="python")


async def _kernel(folder, env):
    manager = CourseKernel()
    if os.name != "nt":
        # The path of a socket must stay under 108 bytes, so it gets a short folder.
        manager.transport, manager.ip = "ipc", str(Path(folder, "k"))
    manager.connection_file = str(Path(folder, "k.json"))
    try:
        await manager.start_kernel(cwd=str(Path(folder, "work")), env=env)
    except Exception as problem:
        raise NoKernel(f"the kernel did not start ({problem})") from None
    return manager


def run(notebook, seconds, env, files=None):
    """Run all code cells of `notebook` in place; outputs are left in its cells.

    seconds: the most one cell may take. env: the kernel's whole environment.
    files: a folder whose other files the notebook may read; it gets a copy.
    Raises NoKernel.
    """
    asyncio.run(_run(notebook, seconds, env, files))


async def _run(notebook, seconds, env, files):
    restarts, done = 0, []
    cells = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    while cells:
        async with _client(notebook, seconds, env, files) as client:
            await _replay(client, notebook, done)
            while cells:
                index = cells.pop(0)
                fate = await _cell(client, notebook, index, seconds)
                if fate is None:
                    done.append(index)
                else:
                    _end_with(notebook.cells[index], fate, seconds)
                    restarts += 1
                    break
        if restarts > MAX_RESTARTS:
            for index in cells:
                _end_with(notebook.cells[index], DIED, seconds)
            return


@contextlib.asynccontextmanager
async def _client(notebook, seconds, env, files):
    with tempfile.TemporaryDirectory(prefix="c-") as folder:
        work = Path(folder, "work")
        work.mkdir()
        _copy_files(files, work)
        env = dict(env, HOME=str(work), IPYTHONDIR=str(Path(folder, "ipython")),
                   JUPYTER_RUNTIME_DIR=folder, MPLCONFIGDIR=str(Path(folder, "mpl")))
        manager = await _kernel(folder, env)
        client = NotebookClient(
            notebook, km=manager, allow_errors=True, record_timing=False, coalesce_streams=True,
            interrupt_on_timeout=True, timeout=seconds, startup_timeout=60, iopub_timeout=5,
            raise_on_iopub_timeout=True, skip_cells_with_tag="",
            error_on_timeout={"ename": TOO_LONG, "evalue": "", "traceback": []})
        client.log.disabled = True
        try:
            try:
                await client.async_start_new_kernel_client()
            except Exception as problem:
                raise NoKernel(f"the kernel did not answer ({problem})") from None
            yield client
        finally:
            if client.kc is not None:
                client.kc.stop_channels()
            with contextlib.suppress(Exception):
                await manager.shutdown_kernel(now=True)


def _copy_files(files, work):
    if files is None:
        return
    for path in Path(files).iterdir():
        # Notebooks are run, not read; a module named like a library's would stand in its way.
        if path.is_file() and not path.is_symlink() and path.suffix not in (".ipynb", ".py"):
            (work / path.name).write_bytes(path.read_bytes())


async def _cell(client, notebook, index, seconds):
    """Run one cell; None when the kernel is fine after it, else why it is not."""
    cell = notebook.cells[index]
    try:
        await client.async_execute_cell(cell, index)
    except DeadKernelError:
        return DIED
    except CellTimeoutError:
        return TOO_LONG
    if any(o.output_type == "error" and o.ename == "KeyboardInterrupt" for o in cell.outputs):
        _end_with(cell, TOO_LONG, seconds)
    return None


async def _replay(client, notebook, done):
    """Bring a new kernel to where the old one was, without touching the outputs there are."""
    for index in done:
        cell = notebook.cells[index]
        if utils.is_grade(cell) or any(o.output_type == "error" and o.ename == TOO_LONG
                                       for o in cell.outputs):
            continue
        before = copy.deepcopy(cell.outputs), cell.execution_count
        with contextlib.suppress(CellTimeoutError, DeadKernelError):
            await client.async_execute_cell(cell, index)
        cell.outputs, cell.execution_count = before


def _end_with(cell, fate, seconds):
    if fate == TOO_LONG:
        text = f"took longer than {seconds:g} s: is there a loop that never ends?"
    else:
        text = "the kernel ended while this cell ran, so what it computed is lost"
    # What it printed before is kept, in measure; a stack helps nobody here.
    cell.outputs = [o for o in cell.outputs if o.output_type != "error"][:20]
    cell.outputs.append(nbformat.v4.new_output("error", ename=fate, evalue=text, traceback=[text]))
