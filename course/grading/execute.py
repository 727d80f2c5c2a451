"""Run a notebook from top to bottom, whatever its cells do, and judge its test cells out of reach.

Student cells run in the sandboxed kernel. Test cells never go there: the grader runs them itself,
and asks the kernel for what the student's functions return. A cell that takes too long is
interrupted. A kernel that dies or does not listen is replaced: the earlier cells run again, and the
rest goes on, so one bad cell costs its own points only.
"""

import ast
import contextlib
import json
import os
import re
import secrets
import stat
import time
from queue import Empty

import nbformat
import zmq
from nbgrader import utils

from course.grading import trusted
from course.grading.fates import DIED, GREEDY, SENTENCES, TOO_LONG, Lost
from course.grading.sandbox import Kernel

MAX_RESTARTS = 12
GRACE = 3.0  # seconds for a kernel to obey an interrupt
MOST_TEXT, MOST_OUTPUTS, MOST_PICTURE = 20_000, 20, 1_500_000  # of what one cell shows
MOST_REPLY = 40_000_000  # bytes

# What stands in place of a cell that only shows something: it needs a library which is kept from
# the answers, or much time.
NOT_RUN = "Not run at grading: this cell is for your own notebook.\n"

AGENT = "__import__('course.checks.agent', fromlist=['serve'])"


class Runner:
    """A notebook being run. It keeps a kernel in the state the notebook has reached."""

    def __init__(self, place, seconds, files=None):
        self.place, self.seconds, self.files = place, seconds, files
        self.done, self.restarts, self.kernel = [], 0, None
        self.lost = {}  # functions that took the kernel with them -> how

    def __enter__(self):
        self._start()
        return self

    def _start(self):
        self.kernel = Kernel(self.place, self.files).__enter__()
        # quit() ends a person's work, not a grading.
        self.code("get_ipython().ask_exit = lambda: None", 30, Outputs(), silent=True)

    def __exit__(self, *_):
        if self.kernel is not None:
            self.kernel.__exit__()

    # --- cells ----------------------------------------------------------------------------------

    def cell(self, cell, again=True):
        """Run one code cell of the student's; what it showed is left in its outputs."""
        outputs = Outputs()
        try:
            self.code(cell.source, self.seconds, outputs)
            cell.outputs = outputs.kept
            if outputs.interrupted:
                _end_with(cell, TOO_LONG, self.seconds)
            else:
                self.done.append(cell)
        except Lost as problem:
            cell.outputs = outputs.kept
            _end_with(cell, problem.fate, self.seconds)
            if self.restart() and again:
                # An earlier cell had left the kernel unfit, so this one is not to blame.
                self.cell(cell, again=False)

    def code(self, source, seconds, outputs, silent=False):
        """Run code; what it shows goes to `outputs`. Raises Lost."""
        client, kernel = self.kernel.client, self.kernel
        _drain(client)
        try:
            asked = client.execute(source, silent=silent, store_history=not silent,
                                   allow_stdin=False, stop_on_error=False)
        except zmq.ZMQError:  # nobody is there to take it
            raise Lost(DIED) from None
        ends, asked_to_stop, looked = time.monotonic() + seconds, False, 0.0
        idle, reply = False, None
        while not (idle and reply):
            now = time.monotonic()
            if not kernel.alive():
                raise Lost(DIED)
            if now - looked > 0.5:
                looked = now
                if kernel.greedy():
                    raise Lost(GREEDY)
            if now > ends:
                if asked_to_stop:
                    raise Lost(TOO_LONG)
                asked_to_stop, ends = True, now + GRACE
                outputs.interrupted = True
                kernel.interrupt()
            for message in _messages(client.iopub_channel, 0.05 if not idle else 0):
                if _answers(message, asked):
                    if _is_idle(message):
                        idle = True
                    else:
                        outputs.take(message)
            for message in _messages(client.shell_channel, 0.05 if idle else 0):
                if _answers(message, asked):
                    reply = message

    def restart(self):
        """A new kernel, brought to where the old one was.

        Returns True when one of the last cells before turned out to leave a kernel unfit; it is
        then left out. Raises Lost when there were too many restarts.
        """
        self.kernel.__exit__()
        self.kernel = None
        self.restarts += 1
        if self.restarts > MAX_RESTARTS:
            raise Lost(DIED)
        self._start()
        suspects = [cell for cell in self.done if _is_the_students(cell)][-2:]
        for cell in list(self.done):
            try:
                if _is_test(cell):
                    self._keep(cell)
                    continue
                self.code(cell.source, self.seconds, Outputs())
                if cell in suspects:
                    time.sleep(0.3)  # some die a moment later
                    self.code("1", GRACE, Outputs(), silent=True)
            except Lost as problem:
                self.done.remove(cell)
                _end_with(cell, problem.fate, self.seconds)
                self.restart()
                return True
        return False

    def keep(self, cell):
        """Remember what the names of a test cell stand for at its place in the notebook."""
        self.done.append(cell)
        try:
            self._keep(cell)
        except Lost:
            self.restart()

    def _keep(self, cell):
        names = trusted.wanted(ast.parse(cell.source))
        self.code(f"{AGENT}.keep(globals(), {cell.id!r}, {names!r})",
                  self.seconds, Outputs(), silent=True)

    # --- what the trusted side asks for -----------------------------------------------------------

    def ask(self, request, seconds):
        """Let the student's side answer a request; returns its answer as a dict. Raises Lost."""
        name = secrets.token_hex(8)
        question = self.kernel.questions / f"{name}.json"
        answer = self.kernel.exchange / f"{name}.json"
        question.write_text(json.dumps(request), "utf-8")
        question.chmod(0o644)
        outputs = Outputs()
        call = f"{AGENT}.serve(globals(), {str(question)!r}, {str(answer)!r})"
        try:
            self.code(call, seconds, outputs, silent=True)
            text = _read(answer)
        finally:
            for path in (question, answer):
                with contextlib.suppress(OSError):
                    path.unlink()
        if outputs.interrupted and text is None:
            raise Lost(TOO_LONG)
        try:
            said = json.loads(text)
            assert isinstance(said, dict)
        except (TypeError, ValueError, AssertionError, RecursionError):
            return {"kind": "broken"}
        return said


def run(notebook, place, seconds, files=None, imports=()):
    """Run all code cells of `notebook`; outputs and verdicts are left in its cells.

    place: what the kernel is given (sandbox.Place). seconds: the most one cell, and one check, may
    take. files: {path: bytes} for its working folder. imports: the import statements
    of the instructor's cells, for the test cells. Raises NoSandbox, NoKernel.
    """
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    tests = [cell for cell in cells if _is_test(cell)]
    for number, cell in enumerate(cells, 1):
        cell.outputs, cell.execution_count = [], number
    with Runner(place, seconds, files) as runner:
        # The tests come last: no cell of the student's runs after it has seen hidden inputs.
        # What a test is about is what its names stood for at its own place.
        waiting = cells + tests
        while waiting:
            cell = waiting[0]
            try:
                if _only_shows(cell):
                    cell.outputs = [nbformat.v4.new_output("stream", text=NOT_RUN)]
                elif not _is_test(cell):
                    runner.cell(cell)
                elif len(waiting) > len(tests):
                    runner.keep(cell)
                else:
                    trusted.judge(cell, runner, imports)
            except Lost as problem:
                for rest in waiting:
                    if not rest.outputs:
                        _end_with(rest, problem.fate, seconds)
                return
            waiting.pop(0)
        trusted.hint_at_order(cells, runner)


def _is_the_students(cell):
    return not utils.is_locked(cell)


def _only_shows(cell):
    # A test cell is always judged, whatever tags it comes with.
    return "show" in cell.metadata.get("tags", ()) and not _is_test(cell)


def _is_test(cell):
    return bool(utils.is_grade(cell) and not utils.is_solution(cell))


def _messages(channel, wait):
    """The messages that are there, waiting up to `wait` seconds for the first."""
    found = []
    while True:
        try:
            message = channel.get_msg(timeout=wait)
        except Empty:
            return found
        except Exception:
            # Not signed, or no message at all: someone writes junk into the socket.
            message = None
        if message is not None:
            found.append(message)
        wait = 0
        if len(found) >= 500:
            return found


def _drain(client):
    for channel in (client.iopub_channel, client.shell_channel):
        for _ in range(20):
            if not _messages(channel, 0):
                break


def _answers(message, asked):
    """Is this a well-formed message about the request `asked`? Students can make them odd."""
    parts = [message.get(name) for name in ("header", "parent_header", "content")]
    return all(isinstance(part, dict) for part in parts) and parts[1].get("msg_id") == asked


def _is_idle(message):
    return (message["header"].get("msg_type") == "status"
            and message["content"].get("execution_state") == "idle")


def _read(path):
    """A reply of the student's side: a plain file of bounded size, or None."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)
                         | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    with os.fdopen(handle, "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_REPLY:
            return None
        return file.read(MOST_REPLY).decode("utf-8", "replace")


class Outputs:
    """What a cell shows, in measure, and only what cannot run in a reader's browser."""

    def __init__(self):
        self.kept, self.text, self.interrupted = [], 0, False

    def take(self, message):
        """Keep one message of the kernel's, if there is room and it is harmless."""
        kind, content = message["header"].get("msg_type"), message["content"]
        with contextlib.suppress(KeyError, TypeError, AttributeError):
            if kind == "stream":
                self._stream(content["name"], content["text"])
            elif kind in ("display_data", "execute_result"):
                self._data(content["data"])
            elif kind == "error":
                self._keep(nbformat.v4.new_output(
                    "error", ename=str(content["ename"])[:100],
                    evalue=self._cut(str(content["evalue"])[:2000]),
                    traceback=[self._cut(str(line)) for line in content["traceback"][:30]]))

    def _stream(self, name, text):
        text = self._cut(str(text))
        last = self.kept[-1] if self.kept else None
        if last is not None and last.output_type == "stream" and last.name == name:
            last.text += text
        elif text:
            self._keep(nbformat.v4.new_output(
                "stream", name="stderr" if name == "stderr" else "stdout", text=text))

    def _data(self, data):
        kept = {}
        picture = str(data.get("image/png", "")).replace("\n", "")
        if 0 < len(picture) < MOST_PICTURE and re.fullmatch(r"[A-Za-z0-9+/]+=*", picture):
            kept["image/png"] = picture
        if "text/plain" in data:
            kept["text/plain"] = self._cut(str(data["text/plain"]))
        if kept:
            self._keep(nbformat.v4.new_output("display_data", kept))

    def _keep(self, output):
        if len(self.kept) < MOST_OUTPUTS:
            self.kept.append(output)

    def _cut(self, text):
        room = MOST_TEXT - self.text
        self.text += len(text)
        if len(text) <= room:
            return text
        return text[:max(room, 0)] + ("\n… (cut here)" if room > 0 else "")


def _end_with(cell, fate, seconds):
    text = SENTENCES[fate].format(seconds)
    # What it printed before is kept; a stack helps nobody here.
    cell.outputs = [o for o in cell.outputs if o.output_type != "error"]
    cell.outputs.append(nbformat.v4.new_output("error", ename=fate, evalue=text, traceback=[text]))

