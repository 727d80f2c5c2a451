"""Test cells, run in the grader's own process: nothing a student wrote decides a verdict.

A test cell comes from the master. Those names in it that are the student's are looked up in the
kernel: a value is copied as plain data, a function becomes a stand-in that sends plain inputs
and takes plain results back. Expected values, test source and points never go there.
"""

import ast
import builtins
import contextlib
import io

import nbformat

from course.checks import calls, plain
from course.grading.fates import SENTENCES, TOO_LONG, Lost

MISSING = "NameError"


class Stand_in:  # noqa: N801  (it stands for a function)
    """A student's function, seen from the grader. Call it, or map it over many inputs."""

    course_proxy = True  # course.checks.calls knows what this means

    def __init__(self, name, runner, key):
        self.__name__, self._runner, self._key = name, runner, key

    def map(self, list_of_args, arguments=False):
        """One outcome per input: a value, or calls.Raised.

        arguments: True gives calls.Kept, with the arguments as the call left them.
        """
        runner, name = self._runner, self.__name__
        if name in runner.lost:
            outcomes = [runner.lost[name]] * len(list_of_args)
        else:
            outcomes = self._ask(list_of_args, arguments)
        if arguments:
            return [o if isinstance(o, calls.Kept) else calls.Kept(o, None) for o in outcomes]
        return outcomes

    def _ask(self, list_of_args, arguments):
        runner, name = self._runner, self.__name__
        request = {"name": name, "key": self._key,
                   "inputs": [plain.encode(tuple(args)) for args in list_of_args],
                   "seconds": runner.seconds, "arguments": arguments}
        try:
            said = runner.ask(request, runner.seconds + 2)
            outcomes = _outcomes(said, len(list_of_args))
        except Lost as problem:
            slow = problem.fate == TOO_LONG
            first = calls.Raised(calls.TOO_SLOW if slow else problem.fate, _why(problem.fate))
            runner.lost[name] = calls.Raised(calls.NOT_RUN) if slow else first
            runner.restart()
            return [first] + [runner.lost[name]] * (len(list_of_args) - 1)
        if any(calls.name_of(outcome) == calls.TOO_SLOW for outcome in outcomes):
            runner.lost[name] = calls.Raised(calls.NOT_RUN)
        printed = said.get("printed")
        if isinstance(printed, str) and printed:
            print(printed[:300], end="")
        return outcomes

    def __call__(self, *args):
        (outcome,) = self.map([args])
        if isinstance(outcome, calls.Raised):
            kind = getattr(builtins, outcome.name, None)
            known = isinstance(kind, type) and issubclass(kind, Exception)
            raise (kind if known else RuntimeError)(outcome.text or outcome.name)
        return outcome

    def call(self, *args):
        """(what came back, the arguments after the call), to see whether a call changed them."""
        (kept,) = self.map([args], arguments=True)
        return kept.outcome, kept.arguments


def _why(fate):
    return "" if "{" in SENTENCES[fate] else "the call " + SENTENCES[fate]


def _outcomes(said, count):
    """The student's side's answer, believed in nothing: `count` values or Raised."""
    found = said.get("outcomes") if said.get("kind") == "outcomes" else None
    if not isinstance(found, list) or len(found) != count:
        broken = calls.Raised("RuntimeError", "the function could not be called")
        return [broken] * count
    return [_outcome(entry) for entry in found]


def _outcome(entry):
    if not isinstance(entry, dict):
        return calls.Raised("RuntimeError", "the function could not be called")
    outcome = _value(entry)
    if "arguments" in entry and isinstance(entry["arguments"], dict):
        return calls.Kept(outcome, _value(entry["arguments"]))
    return outcome


def _value(entry):
    """A value of plain data, or Raised with bounded words."""
    if isinstance(entry.get("value"), str):
        try:
            return plain.decode(entry["value"])
        except plain.NotPlain as problem:
            return calls.Raised("TypeError", str(problem))
    raised = entry.get("raised")
    if isinstance(raised, list) and len(raised) == 3:
        name, text, line = raised
        line = line if type(line) is int and 0 < line < 10_000 else None
        return calls.Raised(str(name)[:60], str(text)[:200], line)
    return calls.Raised("RuntimeError", "the function could not be called")


def judge(cell, runner, imports):
    """Run one test cell here; its verdict is left in the cell's outputs, as a kernel would.

    The student's names stand for what they stood for where the cell is (Runner.keep).
    """
    said = io.StringIO()
    try:
        tree = ast.parse(cell.source)
        names = _namespace(tree, runner, imports, cell.id)
        with contextlib.redirect_stdout(said):
            exec(compile(tree, f"<{cell.id}>", "exec"), names)
    except Lost:
        raise
    except Exception as problem:
        error = problem
    else:
        error = None
    text = said.getvalue()
    cell.outputs = [nbformat.v4.new_output("stream", name="stdout", text=text[:4000])] if text \
        else []
    if error is not None:
        name = error.name if isinstance(error, _Fault) else type(error).__name__
        cell.outputs.append(nbformat.v4.new_output(
            "error", ename=name, evalue=str(error)[:2000], traceback=[str(error)[:2000]]))


class _Fault(Exception):
    """A name that cannot be had, told like the exception a notebook would show."""

    def __init__(self, name, text):
        super().__init__(text)
        self.name = name


def wanted(tree):
    """The names that a test cell (its tree) uses and does not make itself, sorted."""
    used = {node.id for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return sorted(used - set(_made(tree)))


def _namespace(tree, runner, imports, key):
    """What a test cell may use: its imports' names, and the student's own, looked up."""
    used = wanted(tree)
    names = {"__name__": "__tests__"}
    for statement in imports:
        bound = {alias.asname or alias.name.split(".")[0] for alias in statement.names}
        if bound & set(used):
            exec(compile(ast.Module([statement], []), "<imports>", "exec"), names)
    for name in used:
        if name not in names and not hasattr(builtins, name):
            names[name] = _look_up(name, runner, key)
    return names


def _made(tree):
    """The names that a test cell gives a meaning itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.split(".")[0]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _look_up(name, runner, key):
    said = runner.ask({"name": name, "key": key}, runner.seconds + 2)
    kind = said.get("kind")
    if kind == "function":
        return Stand_in(name, runner, key)
    if kind == "value":
        value = _value(said)
        if isinstance(value, calls.Raised):
            raise _Fault("NotYet", f"Not yet: {name} cannot be read: {value.text}.")
        return value
    if kind == "missing":
        raise _Fault(MISSING, f"name '{name}' is not defined")
    raise _Fault("NotYet", f"Not yet: {name} could not be looked up in the notebook.")


def hint_at_order(cells, runner):
    """Where a check missed a name that the whole notebook does define, say so."""
    for cell in cells:
        for output in cell.outputs:
            if output.output_type != "error" or "not defined" not in output.evalue:
                continue
            name = output.evalue.split("'")[1] if output.evalue.count("'") >= 2 else ""
            with contextlib.suppress(Lost):
                if name.isidentifier() and runner.ask({"name": name}, 10).get("kind") in (
                        "function", "value"):
                    output.evalue += (f" (it is defined further down: move its cell above the "
                                      f"cell that uses {name})")
