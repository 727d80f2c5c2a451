"""What is wrong with an assignment, before a class finds out: read from its cells, nothing is run.

    lint(source, released) -> [Finding, ...]     one notebook, as instructor and students have it
    lint_built(built) -> {path: [Finding, ...]}  every assignment that course.build made

`course build` runs it. A Finding is one plain sentence: what is wrong, and what to do. RULES lists
what is looked at. The rules are about three promises:

- A student can work alone: the visible half of a test cell stands by itself, every name it uses
  is announced, and an untouched cell does not pass.
- A grader can trust it: test cells run in a process of their own, where the student's names are
  looked up and only plain data crosses (course.checks.plain, course.grading.trusted).
- Nothing is given away: what solutions and hidden tests say is nowhere in the release.

The code of a cell is parsed and never executed. So what a program only decides when it runs (a
helper that hides a generator, a name made by `exec`) is not seen here.
"""

import ast
import builtins
import importlib
import re
import types
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat

RULES = {
    "ids": "every cell has one id, its own, and it is also its grade_id",
    "unlocked": "a cell that is no answer is locked",
    "syntax": "code cells are plain Python, with and without what is taken out",
    "markers": "BEGIN and END stand in pairs, in the cells they are made for",
    "points": "a graded cell has points above 0",
    "odd-points": "points are whole or half numbers (a warning)",
    "region": "an answer cell has a solution between its markers",
    "drift": "stub and solution define the same names, with the same parameters",
    "stub-passes": "an answer is `...` or unwritten until the student gives it",
    "calls-graded": "no reference solution needs another answer",
    "from-scratch": "no reference solution needs what the students must not use",
    "mark-scheme": "a written answer says how it is marked",
    "first-line": "a test cell begins with a comment on what it checks",
    "hidden-only": "a test cell has a visible check",
    "hidden-aspect": "what is checked hidden is also checked visibly, in the same cell",
    "visible-half": "the visible half of a test cell stands alone",
    "partial-credit": "a test cell is all or nothing, and ends in no number",
    "shown-only": "no cell needs a name from one that does not run at grading",
    "names": "what a test cell uses is defined in a cell above it",
    "overwrites": "a test cell leaves the student's names as they are",
    "crossing": "a test hands a student's function plain data, by position",
    "cannot-run": "a test does nothing that only works in the student's own kernel",
    "leak": "no line of a solution, a mark scheme or a hidden test is in the release",
    "outputs": "the release holds no outputs",
    "paths": "no metadata in the release names a path",
    "solved": "the solutions run without an error",
}
WARNINGS = {"odd-points"}

SOLUTION, HIDDEN, SCHEME = "SOLUTION", "HIDDEN TESTS", "MARK SCHEME"
SHORTEST = 12  # characters: a shorter line of code gives nothing away

# Builtins whose results do not cross, and those that need the student's own kernel.
NOT_PLAIN = {"bytes", "bytearray", "complex", "enumerate", "filter", "frozenset", "iter", "map",
             "memoryview", "object", "open", "range", "reversed", "set", "zip"}
LOOKS_INSIDE = {"getattr", "hasattr", "setattr", "delattr", "vars", "dir"}
ONLY_THERE = {
    "input": "waits for somebody to type", "breakpoint": "waits for somebody to type",
    "open": "opens a file", "globals": "looks at the kernel's names",
    "locals": "looks at the kernel's names", "exec": "hides its names", "eval": "hides its names",
    "get_ipython": "needs a notebook", "display": "draws",
}
CAPTURES = {"redirect_stdout", "redirect_stderr", "capture_output", "stdout", "stderr"}
DRAWS = {"matplotlib", "seaborn", "plotly"}
NUMBERS = {"sum", "len", "round", "int", "float", "min", "max", "abs"}
PATH = re.compile(r"(?:^|[\s\"'=(])(?:~?/[\w.-]+/|[A-Za-z]:[\\/]|\.\.?/|file:)")


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong. cell: its id. rule: one of RULES. sentence: for the instructor."""

    cell: str
    rule: str
    sentence: str

    @property
    def warning(self):
        """True for what may be meant so."""
        return self.rule in WARNINGS

    def __str__(self):
        return f"{self.cell}: {self.sentence} ({'warning, ' * self.warning}{self.rule})"


def lint(source, released, solved=None):
    """All Findings of one notebook, in the order of its cells.

    source: the instructor's notebook, with solutions and hidden tests. released: what students
    get. solved: the executed solutions, if there are any.
    """
    book = Book(source)
    found = [*_ids(source, "the source"), *_ids(released, "the release")]
    for cell in book.cells:
        for rule in RULES_OF_A_CELL:
            found += [Finding(cell.id, *said) for said in rule(book, cell)]
    found += [*_from_scratch(book), *_same_cells(source, released)]
    found += [*_release(released), *_leaks(book, released)]
    if solved is not None:
        found += _solved(solved)
    place = {cell.id: number for number, cell in reversed(list(enumerate(book.cells)))}
    return sorted(dict.fromkeys(found), key=lambda finding: place.get(finding.cell, -1))


def lint_built(built):
    """{path of the source notebook: its Findings}, for those that have any.

    built: what course.build.build_all returns, {path: bytes}.
    """
    found = {}
    for path in built:
        if path.parts[0] != "source":
            continue
        source, released, solved = (
            nbformat.reads(built[Path(kind, *path.parts[1:])].decode(), as_version=4)
            for kind in ("source", "release", "solutions"))
        findings = lint(source, released, solved)
        if findings:
            found[path] = findings
    return found


def sentences(found):
    """(lines to print, True when one of them is more than a warning), from `lint_built`."""
    lines = [f"{path.as_posix()}, {finding}" for path, some in found.items() for finding in some]
    return lines, any(not finding.warning for some in found.values() for finding in some)


# --- A notebook, as the rules see it -----------------------------------------------------------


class Cell:
    """A cell of the source, taken apart. role: answer, tests, written or locked."""

    def __init__(self, cell, number):
        self.id = cell.get("id") or f"cell {number}"
        self.source, self.code = cell.source, cell.cell_type == "code"
        self.entry = cell.metadata.get("nbgrader", {})
        grade, solution = self.entry.get("grade"), self.entry.get("solution")
        self.role = ("written" if grade else "answer") if solution else \
            ("tests" if grade else "locked")
        self.shows = "show" in cell.metadata.get("tags", ())
        self.tree, self.problem = _parsed(cell.source) if self.code else (None, None)

    @cached_property
    def hidden(self):
        """The source taken apart at its hidden tests."""
        return Split(self.source, HIDDEN)

    @cached_property
    def solution(self):
        """The source taken apart at its solution."""
        return Split(self.source, SOLUTION)

    @cached_property
    def answer(self):
        """What stub and solution of an answer cell define."""
        return Answer(self)


class Split:
    """A source, taken apart at one kind of marker: lists of lines, and what is wrong with them."""

    def __init__(self, source, kind):
        self.outside, self.inside, self.where, self.problem = [], [], {}, None
        opened = False
        for number, line in enumerate(source.splitlines(), 1):
            begins, ends = f"BEGIN {kind}" in line, f"END {kind}" in line
            if begins or ends:
                if begins == opened:
                    self.problem = (f"{'BEGIN' if begins else 'END'} {kind} stands where "
                                    f"{'another is open' if begins else 'none is open'}")
                opened = begins
                continue
            self.where[number] = opened
            (self.inside if opened else self.outside).append(line)
        if opened:
            self.problem = f"BEGIN {kind} has no END {kind}"

    @property
    def there(self):
        """Is there such a region, with something in it?"""
        return any(line.strip() and not line.strip().startswith("#") for line in self.inside)


class Answer:
    """The top-level names of an answer cell, by who defines them.

    given: {name: node}, outside the solution. solution: {name: node}, inside it. opened: {name:
    node}, functions of the stub with the solution inside them. functions, classes: sets of names.
    """

    def __init__(self, cell):
        self.given, self.solution, self.opened, self.imported = {}, {}, {}, set()
        self.functions, self.classes = set(), set()
        for node in cell.tree.body if cell.tree else ():
            inside = {cell.solution.where.get(line) for line in
                      range(node.lineno, node.end_lineno + 1)} - {None}
            home = self.solution if inside == {True} else \
                self.given if inside == {False} else self.opened
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.imported |= _bound(node)
                continue
            for name, value in _defined(node):
                home[name] = value
                if isinstance(value, ast.ClassDef):
                    self.classes.add(name)
                elif isinstance(value, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                    self.functions.add(name)

    @property
    def names(self):
        """All of them."""
        return {*self.given, *self.solution, *self.opened}


class Book:
    """The cells of a source, and the names that pass between them."""

    def __init__(self, source):
        self.cells = [Cell(cell, number) for number, cell in enumerate(source.cells, 1)]
        self.deny = tuple(source.metadata.get("course", {}).get("from_scratch", ()))
        self.answers = [cell for cell in self.cells if cell.role == "answer" and cell.code]
        self.functions = {name: cell.id for cell in self.answers for name in cell.answer.functions}
        self.classes = {name for cell in self.answers for name in cell.answer.classes}
        self.students = {name for cell in self.answers for name in cell.answer.names}
        # Functions of locked cells run where the student's do, behind the same wall.
        self.remote = set(self.functions)
        self.imports = {}  # a name -> the module (and the name in it) that a locked cell imports
        for cell in self.cells:
            if cell.role == "locked" and cell.tree:
                for node in cell.tree.body:
                    self.imports.update(_imported(node))
                    if isinstance(node, ast.FunctionDef):
                        self.remote.add(node.name)
        self.used = set()  # by tests and by the instructor's own cells
        for cell in self.cells:
            if cell.role in ("tests", "locked") and cell.tree:
                self.used |= _loaded(cell.tree)

    def defined(self, before=None):
        """The names of locked and answer cells, all or those above the cell `before`."""
        names = set()
        for cell in self.cells:
            if cell is before:
                break
            if cell.role == "answer":
                names |= cell.answer.names
            elif cell.role == "locked" and cell.tree:
                names |= _bound(cell.tree)
        return names

    @cached_property
    def leads_to(self):
        """{a name: the answer's function it needs}: those functions, and helpers that use one."""
        found = {name: name for name in self.functions}
        helpers = [node for cell in self.cells if cell.role == "locked" and cell.tree
                   for node in cell.tree.body if isinstance(node, ast.FunctionDef)]
        for _ in helpers:  # a helper of a helper, and so on
            for node in helpers:
                needed = sorted(_loaded(node) & set(found))
                if needed and node.name not in found:
                    found[node.name] = found[needed[0]]
        return found


def _parsed(source):
    """(the tree or None, what is wrong or None)"""
    try:
        return ast.parse(source), None
    except (SyntaxError, ValueError) as problem:
        return None, f"line {getattr(problem, 'lineno', None) or 1}: {problem.args[0]}"


def _bound(tree):
    """Every name that a piece of code gives a meaning, at any depth."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def _loaded(tree):
    return {node.id for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _defined(node):
    """(name, its node or the value it gets) of one top-level statement."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name, node
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    yield part.id, node.value
    else:
        for name in _bound(node):
            yield name, None


def _imported(node):
    """{name: (module, name in it or None)} of an import statement."""
    if isinstance(node, ast.Import):
        return {alias.asname or alias.name.split(".")[0]:
                (alias.name if alias.asname else alias.name.split(".")[0], None)
                for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    return {}


# --- Every cell --------------------------------------------------------------------------------


def _ids(notebook, where):
    seen = set()
    for number, cell in enumerate(notebook.cells, 1):
        name, grade_id = cell.get("id"), cell.metadata.get("nbgrader", {}).get("grade_id")
        if not name:
            yield Finding(f"cell {number}", "ids", f"it has no id in {where}; give it one.")
        elif name in seen:
            yield Finding(name, "ids", f"its id stands on two cells of {where}; "
                                       "name each cell by its own idea.")
        elif grade_id is not None and grade_id != name:
            yield Finding(name, "ids", f"in {where} its grade_id is {grade_id!r}; "
                                       "build it again, so that both are one.")
        seen.add(name)


def _same_cells(source, released):
    names = [[cell.get("id") for cell in notebook.cells] for notebook in (source, released)]
    if len(set(names[0])) == len(names[0]) and names[0] != names[1]:
        odd = next((a or b for a, b in zip(*names) if a != b), "the last cells")
        yield Finding(odd, "ids", "source and release differ from here on in their cells; "
                                  "build them again.")


def _locks(book, cell):
    if cell.role == "locked" and not cell.entry.get("locked"):
        yield "unlocked", "it is no answer and not locked; lock it, or a student may edit it away."
    elif cell.role == "tests" and not cell.entry.get("locked"):
        yield "unlocked", "it is a test cell and not locked; lock it."
    elif cell.role in ("answer", "written") and cell.entry.get("locked"):
        yield "unlocked", "it is an answer and locked, so nobody can give one; unlock it."


def _syntax(book, cell):
    if cell.problem and not (cell.role == "tests" and _magics(cell.source)):
        yield "syntax", f"it is no Python ({cell.problem}); mend it, and use no magics."


def _markers(book, cell):
    homes = {SOLUTION: ("answer", "written"), HIDDEN: ("tests",), SCHEME: ("written", "answer")}
    for kind, roles in homes.items():
        split = Split(cell.source, kind)
        if split.problem:
            yield "markers", f"{split.problem}; put BEGIN and END in pairs."
        elif len(split.where) < len(cell.source.splitlines()) and cell.role not in roles:
            yield "markers", (f"it is a cell of the kind {cell.role} and has {kind} markers, which "
                              "belong elsewhere; move them.")


def _points(book, cell):
    if cell.role not in ("tests", "written"):
        return
    points = cell.entry.get("points")
    if not isinstance(points, (int, float)) or isinstance(points, bool) or not points > 0:
        yield "points", "it is graded and has no points above 0; say how many."
    elif points * 2 != int(points * 2):
        yield "odd-points", f"it gives {points:g} points; whole or half ones are easier to add up."


# --- Answers -----------------------------------------------------------------------------------


def _region(book, cell):
    if cell.role == "answer" and cell.code and not cell.solution.problem \
            and not cell.solution.there:
        yield "region", ("it is an answer cell without a solution; write one between "
                         "### BEGIN SOLUTION and ### END SOLUTION.")


def _mark_scheme(book, cell):
    if cell.role == "written" and not any(
            any(line.strip() for line in Split(cell.source, kind).inside)
            for kind in (SOLUTION, SCHEME)):
        yield "mark-scheme", ("it is marked by hand and has no mark scheme; write one between "
                              "### BEGIN SOLUTION and ### END SOLUTION.")


def _drift(book, cell):
    if cell.role != "answer" or not cell.tree or not cell.solution.there:
        return
    answer = cell.answer
    for name, value in answer.given.items():
        if name in answer.solution:
            if _parameters(value) != _parameters(answer.solution[name]):
                yield "drift", (f"stub and solution write {name} with other parameters; "
                                "make them the same.")
        elif _is_placeholder(value):
            yield "drift", (f"the stub announces {name} and the solution does not define it; "
                            "add it there, or take it out of the stub.")
    for name in answer.solution:
        if name in book.used and name not in answer.given:
            yield "drift", (f"the solution defines {name}, other cells use it, and the stub does "
                            "not announce it; add it to the stub.")


def _parameters(value):
    """The parameters of a function, as text; "" for anything else."""
    if isinstance(value, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        return "(" + ast.unparse(value.args) + ")"
    return ""


def _is_placeholder(value):
    if isinstance(value, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return all(_says_nothing(node) for node in value.body)
    if isinstance(value, (ast.Tuple, ast.List)):
        return bool(value.elts) and all(_is_placeholder(item) for item in value.elts)
    return isinstance(value, ast.Constant) and value.value is ...


def _says_nothing(node):
    return isinstance(node, (ast.Pass, ast.Raise)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _stub_passes(book, cell):
    if cell.role != "answer" or not cell.tree or not cell.solution.there:
        return
    answer = cell.answer
    for name, value in answer.given.items():
        if (name in answer.solution or name in book.used) and not _is_placeholder(value):
            yield "stub-passes", (f"{name} has more than a placeholder before the student begins; "
                                  f"write `{name} = ...` or an empty function in the stub, or "
                                  "define it in a locked cell.")
    for name, node in answer.opened.items():
        for step in getattr(node, "body", ()):
            if any(cell.solution.where.get(line)
                   for line in range(step.lineno, step.end_lineno + 1)):
                break
            if isinstance(step, ast.Return):
                yield "stub-passes", (f"{name} returns before its solution begins; "
                                      "the stub must not answer.")


def _calls_graded(book, cell):
    if cell.role != "answer" or not cell.tree:
        return
    for node in cell.tree.body:
        own = _bound(node) | cell.answer.names
        for name in sorted(_loaded(node) & set(book.leads_to) - own):
            needed = book.leads_to[name]
            if book.functions[needed] == cell.id:
                continue
            how = f"uses {name}" + (f", which uses {needed}" if needed != name else "")
            yield "calls-graded", (f"its solution {how}, the answer of {book.functions[needed]}; "
                                   "let it stand alone, so that a mistake costs once.")


def _from_scratch(book):
    from course.grading.scratch import leaning

    kinds = {"answer": "answer", "locked": "locked"}
    cells = [(cell.id, cell.source, kinds.get(cell.role, "own"))
             for cell in book.cells if cell.code]
    for name, module in leaning(cells, book.deny).items():
        yield Finding(name, "from-scratch", f"its solution leans on {module}, which students must "
                                            "not use here; write it from scratch.")


def _shown_only(book, cell):
    """Cells with the tag "show" are left out at grading, and their names with them."""
    if cell.shows or not cell.tree:
        return
    missing, there = set(), set()
    for other in book.cells:
        if other is cell:
            break
        bound = _bound(other.tree) if other.tree else set()
        if other.shows:
            missing |= bound - there
        else:
            there |= bound
            missing -= bound
    for name in sorted(missing & _loaded(cell.tree) - _bound(cell.tree)):
        yield "shown-only", (f"it uses {name}, which is made in a cell that does not run at "
                             "grading; make it in a cell that does.")


# --- Test cells --------------------------------------------------------------------------------


def _first_line(book, cell):
    if cell.role == "tests" and not re.match(r"#+ +(?!BEGIN |END )\S", cell.source):
        yield "first-line", "its first line is no comment; say there what it checks."


def _halves(book, cell):
    """Is there a visible half, and does it stand alone?"""
    if cell.role != "tests" or cell.hidden.problem:
        return
    tree, problem = _parsed("\n".join(cell.hidden.outside))
    if tree is None:
        if cell.tree is not None:
            yield "visible-half", (f"without its hidden tests it is no Python ({problem}); "
                                   "put the markers around whole statements.")
        return
    shown = list(_checks(tree))
    if not shown:
        yield "hidden-only", ("it has no visible check, so a student cannot see what is asked; "
                              "put one before the hidden ones.")
    for call in shown:
        if _keyword(call, "hidden") is not None:
            yield "visible-half", ("its visible half checks with hidden=True; move that between "
                                   "the markers of the hidden tests.")
    missing = _loaded(tree) - _bound(tree) - book.defined() - set(dir(builtins))
    for name in sorted(missing & (_bound(cell.tree) if cell.tree else set())):
        yield "visible-half", (f"its visible half uses {name}, which only its hidden part defines; "
                               "define it before the markers.")


def _same_aspects(book, cell):
    if cell.role != "tests" or not cell.tree:
        return
    shown, hidden = set(), {}
    for call in _checks(cell.tree):
        kept = cell.hidden.where.get(call.lineno)
        for subject in _subjects(book, call):
            if kept:
                hidden[subject] = None
            else:
                shown.add(subject)
    if not shown:
        return  # which has been said already
    for exercise, aspect in hidden:
        if (exercise, aspect) not in shown and (exercise, None) not in shown:
            what = ", ".join(part for part in (exercise, aspect) if part)
            yield "hidden-aspect", (f"it checks {what} hidden and never visibly; "
                                    "show one such check in the same cell.")


def _checks(tree):
    """The checks in a piece of code: asserts, raises, calls of check, examine and assert_…."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assert, ast.Raise)):
            yield node
        elif isinstance(node, ast.Call):
            name = _called(node)
            if name in ("check", "examine") or name.startswith("assert"):
                yield node


def _called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _keyword(node, name):
    return next((keyword.value for keyword in getattr(node, "keywords", ())
                 if keyword.arg == name), None)


def _constant(node):
    return node.value if isinstance(node, ast.Constant) else None


def _subjects(book, node):
    """What a check is about: (exercise, aspect) pairs; for an assert the student's names in it."""
    if not (isinstance(node, ast.Call) and _called(node) in ("check", "examine")):
        return [(name, None) for name in sorted(_loaded(node) & book.students)]
    aspect = _keyword(node, "aspect")
    if aspect is None and _called(node) == "check" and len(node.args) > 1:
        aspect = node.args[1]
    exercise = _constant(_keyword(node, "exercise"))
    if exercise is None and node.args:
        exercise = ast.unparse(node.args[0])
    return [(exercise, _constant(aspect))]


def _partial_credit(book, cell):
    if cell.role != "tests":
        return
    for source in dict.fromkeys(("\n".join(cell.hidden.outside), cell.source)):
        tree, _ = _parsed(source)
        last = tree.body[-1] if tree and tree.body else None
        if not isinstance(last, ast.Expr):
            continue
        value = last.value
        if isinstance(value, ast.Call):
            number = isinstance(value.func, ast.Name) and value.func.id in NUMBERS
        else:
            number = not isinstance(_constant(value), str)
        if number:
            yield "partial-credit", (f"it ends in a value ({ast.unparse(value)[:40]}), which would "
                                     "be its points in part; end in a check, and split the cell.")


def _names(book, cell):
    if cell.role != "tests" or not cell.tree:
        return
    if any(other.problem for other in book.cells if other.role in ("answer", "locked")):
        return  # what that cell defines cannot be read
    known, above = book.defined(), book.defined(before=cell)
    for name in sorted(_loaded(cell.tree) - _bound(cell.tree) - set(dir(builtins)) - above):
        if name in known:
            yield "names", f"it uses {name}, which is defined further down; move one of the two."
        elif name not in ("get_ipython", "display"):  # these have a rule of their own
            yield "names", (f"it uses {name}, which no answer and no locked cell defines; "
                            "import or define it in a locked cell.")
    for name in sorted(_bound(cell.tree) & book.students):
        yield "overwrites", (f"it gives {name} a value of its own, so the student's is not looked "
                             "at; choose another name.")


def _magics(source):
    return [line.strip() for line in source.splitlines() if line.lstrip()[:1] in ("%", "!")]


def _cannot_run(book, cell):
    """What the grader's own process, which is no notebook, cannot do."""
    if cell.role != "tests":
        return
    for line in _magics(cell.source):
        yield "cannot-run", f"`{line[:30]}` needs a notebook, and tests run without; write Python."
    if not cell.tree:
        return
    imports = dict(book.imports)
    for node in ast.walk(cell.tree):
        imports.update(_imported(node))
    for node in ast.walk(cell.tree):
        for what in _needs_the_kernel(book, node, imports):
            yield "cannot-run", f"{what}; check what the function returns instead."


def _needs_the_kernel(book, node, imports):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) \
            and node.func.id in ONLY_THERE:
        yield f"`{node.func.id}(…)` {ONLY_THERE[node.func.id]}, which a test cannot do"
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        for module, _ in _imported(node).values():
            if module.split(".")[0] in DRAWS:
                yield "it draws, and nobody sees a figure at grading"
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        module, name = imports.get(node.id, ("", None))
        if module.split(".")[0] in DRAWS:
            yield f"it draws with {node.id}, and nobody sees a figure at grading"
        if module == "inspect":
            yield f"it looks into code with {name or 'inspect'}, and a student's code is elsewhere"
        if (name or node.id) in CAPTURES:
            yield "it captures what is printed, and a student's code prints elsewhere"
        if node.id in book.classes:
            yield f"it uses {node.id}, a student's own class, which stays in the student's kernel"
    if isinstance(node, ast.Attribute) and node.attr in CAPTURES:
        yield "it captures what is printed, and a student's code prints elsewhere"


def _crossing(book, cell):
    """What cannot be told of a student's name, or handed to it, across two processes."""
    if cell.role != "tests" or not cell.tree:
        return
    strange, theirs = _assigned(book, cell.tree)
    for node in ast.walk(cell.tree):
        if isinstance(node, ast.Attribute) and _id(node.value) in book.functions:
            yield "crossing", (f"it looks at {node.value.id}.{node.attr}; a student's function can "
                               "only be called.")
        if isinstance(node, ast.Compare):
            for left, operator, right in zip([node.left, *node.comparators], node.ops,
                                             node.comparators):
                if isinstance(operator, (ast.Is, ast.IsNot)) and not _single(left, right) \
                        and (_loaded(left) | _loaded(right)) & theirs:
                    yield "crossing", ("it compares a student's value with `is`, and only copies "
                                       "cross; use ==.")
        if not isinstance(node, ast.Call):
            continue
        if _id(node.func) in LOOKS_INSIDE | {"id"} and node.args \
                and _loaded(node.args[0]) & theirs:
            yield "crossing", (f"`{node.func.id}(…)` looks at a student's own object, and only "
                               "plain copies cross; compare values.")
        if _id(node.func) in book.remote:
            yield from _handed(book, node, strange)


def _handed(book, call, strange):
    """What a call of a student's function, or of a locked cell's, hands over."""
    name = call.func.id
    if call.keywords:
        yield "crossing", (f"it calls {name} with a keyword; arguments cross by position, so "
                           "leave the keyword out.")
    for argument in call.args:
        what = _not_plain(book, argument, strange)
        if what:
            yield "crossing", (f"it hands {name} {what}, which does not cross; give plain data: "
                               "numbers, text, lists, dicts, arrays.")


def _assigned(book, tree):
    """({name: what it is}, for values that do not cross, the names that hold a student's value)"""
    strange, theirs = {}, set(book.students)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            strange[node.name] = "a function or a class"
        if isinstance(node, ast.Assign):
            names = {part.id for target in node.targets for part in ast.walk(target)
                     if isinstance(part, ast.Name)}
            what = _not_plain(book, node.value, strange)
            if what:
                strange.update(dict.fromkeys(names, what))
            if _loaded(node.value) & theirs:
                theirs |= names
    return strange, theirs


def _not_plain(book, node, strange):
    """What is not plain in an argument, as words; None when nothing is seen."""
    kinds = {ast.Lambda: "a lambda", ast.GeneratorExp: "a generator", ast.Set: "a set",
             ast.SetComp: "a set"}
    if type(node) in kinds:
        return kinds[type(node)]
    if isinstance(node, ast.Call):
        if _id(node.func) in NOT_PLAIN:
            return f"a {node.func.id} object"
        return "an object of a student's class" if _id(node.func) in book.classes else None
    if isinstance(node, ast.Name):
        return strange.get(node.id) or _object(book, node.id)
    if isinstance(node, ast.Attribute) and _id(node.value) in book.imports:
        return _thing(getattr(_module(book.imports[node.value.id]), node.attr, None))
    if isinstance(node, (ast.List, ast.Tuple, ast.Dict, ast.Starred, ast.IfExp)):
        for child in ast.iter_child_nodes(node):
            what = _not_plain(book, child, strange)
            if what:
                return what
    return None


def _object(book, name):
    """What a bare name stands for, if that is no plain value."""
    if name in book.students:
        return "a student's function" if name in book.functions else None
    if name in book.imports:
        return _thing(_module(book.imports[name]))
    local = next((node for cell in book.cells if cell.role == "locked" and cell.tree
                  for node in cell.tree.body for own, node in _defined(node) if own == name), None)
    if isinstance(local, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return "a function or a class"
    return _thing(getattr(builtins, name, None))


def _module(imported):
    """What an import statement of the instructor's own gives, or None."""
    module, name = imported
    try:
        found = importlib.import_module(module)
        return found if name is None else getattr(found, name)
    except Exception:  # the build runs the notebook and will say it
        return None


def _thing(value):
    if isinstance(value, types.ModuleType):
        return "a module"
    return "a function or a class" if callable(value) else None


def _id(node):
    return node.id if isinstance(node, ast.Name) else None


def _single(*nodes):
    """Is one of the two sides None, True, False or `...`? Those are themselves everywhere."""
    return any(isinstance(node, ast.Constant) and (node.value is None or node.value is ...
                                                   or isinstance(node.value, bool))
               for node in nodes)


# --- What the students get ---------------------------------------------------------------------


def _release(released):
    for number, cell in enumerate(released.cells, 1):
        name, entry = cell.get("id") or f"cell {number}", cell.metadata.get("nbgrader", {})
        if entry.get("locked") and cell.metadata.get("editable") is not False:
            yield Finding(name, "unlocked", "it is locked and can be edited in the release; "
                                            "build it again.")
        if re.search(f"(BEGIN|END) ({SOLUTION}|{HIDDEN}|{SCHEME})", cell.source):
            yield Finding(name, "leak", "markers of solutions or hidden tests are in the release; "
                                        "build it again.")
        problem = cell.cell_type == "code" and entry.get("solution") and _parsed(cell.source)[1]
        if problem:
            yield Finding(name, "syntax", f"its stub is no Python in the release ({problem}); "
                                          "put the solution's markers around whole statements.")
        if cell.get("outputs") or cell.get("execution_count"):
            yield Finding(name, "outputs", "it has outputs in the release, which may show an "
                                           "answer; build it again.")
        if any(PATH.search(text) for text in _texts(cell.metadata)):
            yield Finding(name, "paths", "its metadata name a path; take that out.")
    if any(PATH.search(text) for text in _texts(released.metadata)):
        yield Finding("the notebook", "paths", "its metadata name a path; take that out.")


def _leaks(book, released):
    """Secret lines of the source that stand somewhere in the release, outputs and metadata too."""
    public = _plain("\n".join(
        line for cell in book.cells for line in _public(cell)))
    given = [(number, _plain(text)) for number, cell in enumerate(released.cells)
             for text in _texts(cell)]
    for cell in book.cells:
        for line in _secret(cell):
            if line in public:
                continue
            for number, text in given:
                if line in text:
                    where = released.cells[number].get("id")
                    yield Finding(cell.id, "leak", f"`{line[:40]}` is not for students and stands "
                                                   f"in {where} of the release; take it out there.")
                    break


def _splits(cell):
    return [Split(cell.source, kind) for kind in (SOLUTION, HIDDEN, SCHEME)]


def _public(cell):
    """The lines of a cell that students are meant to see."""
    hidden = {number for split in _splits(cell)
              for number in range(1, len(cell.source.splitlines()) + 1)
              if split.where.get(number) is not False}
    return [line for number, line in enumerate(cell.source.splitlines(), 1)
            if number not in hidden]


def _secret(cell):
    lines = (_plain(line) for split in _splits(cell) for line in split.inside)
    return [line for line in dict.fromkeys(lines)
            if len(line) >= SHORTEST and re.search(r"\w", line)
            and line not in ("return None", "raise NotImplementedError()")]


def _plain(text):
    return " ".join(text.split())


def _texts(part):
    """All the texts in a piece of a notebook, at any depth."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from _texts(value)
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from _texts(value)


def _solved(solved):
    for number, cell in enumerate(solved.cells, 1):
        for output in cell.get("outputs", ()):
            if output.get("output_type") == "error":
                yield Finding(cell.get("id") or f"cell {number}", "solved",
                              f"it fails in the solutions with {output.ename}: "
                              f"{output.evalue[:100]}; mend the solution or the test.")


RULES_OF_A_CELL = (_locks, _syntax, _markers, _points, _region, _mark_scheme, _shown_only, _drift,
                   _stub_passes, _calls_graded, _first_line, _halves, _same_aspects,
                   _partial_credit, _names, _cannot_run, _crossing)
