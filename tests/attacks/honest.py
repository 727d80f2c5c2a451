"""Honest learners: confused, untidy, or in the habit of other notebooks. Nothing here is unfair.

Unless a case says otherwise, all the answers are right and must have full marks.
"""

import json
import textwrap

from attacks.kit import FULL, Group, answers, cell_of, own

HONEST = Group("honest", score=(FULL, FULL), not_reason="grader failed", seconds=120.0)
LOST = {"score": (18, 18)}  # only dcg_at_k is wrong, which has four points

BODY = """
    shown = np.asarray(relevance, dtype=float)[:k]
    return float(np.sum(shown / np.log2(np.arange(2, len(shown) + 2))))
"""
DCG = "def dcg_at_k(relevance, k):" + BODY


def dcg(name, why, source, extra=(), files=None, **expect):
    """A case in which dcg_at_k is written in its own way; BODY stands for a right one."""
    source = textwrap.dedent(source).replace("BODY", BODY.strip("\n"))
    HONEST.add(name, why, answers(dcg=source, extra=extra, files=files), **expect)


def first(lines):
    """dcg_at_k with some lines before the right ones."""
    return "def dcg_at_k(relevance, k):\n" + textwrap.indent(lines, "    ") + BODY


def gives(value):
    """dcg_at_k that turns the right number `x` into something else."""
    return f"{DCG}\nright = dcg_at_k\n\ndef dcg_at_k(relevance, k):\n" \
           f"    x = right(relevance, k)\n    return {value}\n"


def cell(name, why, source, at="set-up", **expect):
    """A case with one cell of the learner's own."""
    HONEST.add(name, why, answers(extra=[(at, textwrap.dedent(source))]), **expect)


# What a right function may do besides.
dcg("warns", "a warning costs nothing", first("import warnings\nwarnings.warn('slow')"))
dcg("logs", "a line in the log costs nothing", first("import logging\nlogging.warning('hello')"))
dcg("prints-to-stderr", "stderr is no failure", first("import sys\nprint(1, file=sys.stderr)"))
dcg("prints-everything", "traces were left in", first("print('called with', relevance, k)"))
dcg("prints-emoji", "prints need not be ASCII", first("print('🎬 größer ✓')"))
dcg("asserts-inside", "the learner checks the inputs", first("assert k > 0, 'k must be positive'"))
dcg("uses-plots", "a figure is made in the function",
    first("import matplotlib.pyplot as plt\nplt.figure()\nplt.close('all')"))
dcg("slow-but-right", "40 calls of 20 ms", first("import time\ntime.sleep(0.02)"))
dcg("mutates-inputs", "the caller's list is emptied", """
    def dcg_at_k(relevance, k):
        total, rank = 0.0, 1
        while relevance and rank <= k:
            total += relevance.pop(0) / np.log2(rank + 1)
            rank += 1
        return total
    """)
HONEST.add("mutates-dicts", "users are popped from the dictionaries", answers(mean="""
    def mean_ndcg(recommended, relevant, k):
        scores = []
        while relevant:
            user, grades = relevant.popitem()
            shown = recommended.pop(user, [])
            d = [1 / np.log2(i + 2) for i in range(k)]
            got = sum(grades.pop(i) * w for i, w in zip(shown, d) if i in grades)
            grades.update({i: 0 for i in shown[:0]})
            scores.append((got, user))
        return -1.0
    """), score=(18, 18))

# Every real number is a number.
for kind, value in {
        "numpy-float": "np.float64(x)", "float32": "np.float32(x)", "zero-dim": "np.array(x)",
        "decimal": "__import__('decimal').Decimal(repr(x))",
        "fraction": "__import__('fractions').Fraction(x)", "rounded-to-6": "round(x, 6)",
        "int-when-whole": "int(x) if x == int(x) else x",
        "longdouble": "np.longdouble(x)"}.items():
    dcg(f"gives-{kind}", "any real number is fine", gives(value))

# And other things are not; the reason says what came.
for kind, (value, reason) in {
        "list": ("[x]", "a list"), "string": ("str(x)", "a str"), "none": ("None", "return"),
        "nan": ("float('nan')", "nan"), "dict": ("{'dcg': x}", "a dict"),
        "tuple": ("(x, k)", "a tuple"), "complex": ("complex(x)", "complex"),
        "series": ("__import__('pandas').Series([x])", "Series"),
        "generator": ("(x for _ in [1])", "generator"),
        "infinity": ("float('inf')", "inf"), "array-of-one": ("np.array([x])", "array"),
        "print": ("print(x)", "return")}.items():
    dcg(f"gives-{kind}", "the reason says what came instead of a number", gives(value),
        reason=f"dcg-value.*{reason}", **LOST)
dcg("async", "a coroutine is no number", "async " + DCG, reason="coroutine", **LOST)
dcg("yields", "a generator function", "def dcg_at_k(relevance, k):\n    yield 1.0\n",
    reason="generator", **LOST)

# Ways to write a function.
dcg("is-a-lambda", "a lambda has no name of its own",
    "dcg_at_k = lambda r, k: float(sum(g / np.log2(i + 2) for i, g in enumerate(r[:k])))")
dcg("is-a-partial", "a partial has no name at all", DCG.replace("(relevance, k)", "(b, relevance, k"
    ")", 1).replace("dcg_at_k", "base") + "\nimport functools\n"
    "dcg_at_k = functools.partial(base, 2)\n")
dcg("is-an-object", "an instance that can be called", """
    class Dcg:
        def __call__(self, relevance, k):
            return sum(g / np.log2(i + 2) for i, g in enumerate(relevance[:k]))
    dcg_at_k = Dcg()
    """)
dcg("is-a-method", "a bound method", """
    class Metric:
        def dcg(self, relevance, k):
            return sum(g / np.log2(i + 2) for i, g in enumerate(relevance[:k]))
    dcg_at_k = Metric().dcg
    """)
dcg("decorated", "a decorator hides the name", """
    def timed(function):
        def inner(*args):
            return function(*args)
        return inner

    @timed
    def dcg_at_k(relevance, k):
    BODY
    """.replace("    BODY", textwrap.indent(BODY.strip("\n"), "    ")))
dcg("vectorised", "np.frompyfunc and friends", """
    weight = np.vectorize(lambda rank: 1 / np.log2(rank + 1), otypes=[float])
    def dcg_at_k(relevance, k):
        return float(sum(g * weight(i + 1) for i, g in enumerate(relevance[:k])))
    """)
dcg("cached-on-a-list", "a list cannot be a key of a cache",
    "import functools\n\n@functools.lru_cache\n" + DCG, reason="TypeError", **LOST)
dcg("nested", "functions inside", first("def helper(x):\n    return x\nk = helper(k)"))
dcg("recursive", "recursion over the places", """
    def dcg_at_k(relevance, k, rank=1):
        if not relevance or rank > k:
            return 0.0
        return relevance[0] / np.log2(rank + 1) + dcg_at_k(relevance[1:], k, rank + 1)
    """)
dcg("typed", "type hints", "def dcg_at_k(relevance: list[int], k: int) -> float:" + BODY)
dcg("other-parameters", "checks call by position", """
    def dcg_at_k(grades, cutoff=10, *rest, base=2, **options):
        return float(sum(g / np.log2(i + 2) for i, g in enumerate(grades[:cutoff])))
    """)
dcg("star-args", "only *args", "def dcg_at_k(*args):\n    relevance, k = args" + BODY)
dcg("unicode-names", "names may be Greek", """
    def dcg_at_k(größe, k):
        Δ = [1 / np.log2(i + 2) for i in range(len(größe))]
        return float(sum(g * δ for g, δ in zip(größe[:k], Δ)))
    """)
dcg("one-long-line", "a line of 20,000 characters", first("x = [" + "1, " * 7000 + "1]"))
dcg("windows-lines", "Windows line ends", DCG.replace("\n", "\r\n"))
dcg("own-discount-table", "state that is kept and does no harm", """
    table = {}
    def dcg_at_k(relevance, k):
        for i in range(len(relevance)):
            table.setdefault(i, 1 / np.log2(i + 2))
        return float(sum(g * table[i] for i, g in enumerate(relevance[:k])))
    """)
dcg("counts-its-calls", "a counter in a global", """
    calls = 0
    def dcg_at_k(relevance, k):
        global calls
        calls += 1
    BODY
    """.replace("    BODY", textwrap.indent(BODY.strip("\n"), "    ")))
dcg("random-seed", "a seed set inside", first("np.random.seed(0)\nnp.random.rand()"))
dcg("return-then-stub", "the stub's line was left below", DCG + "    raise NotImplementedError()\n")
dcg("cell-ends-in-stub", "the stub's line was left at the end of the cell",
    DCG + "\nraise NotImplementedError()\n")
dcg("main-guard", "habits of scripts",
    DCG + "\nif __name__ == '__main__':\n    print(dcg_at_k([1], 1))\n")
dcg("mentions-a-library", "a comment is no use of a library",
    "# I compared with sklearn.metrics.dcg_score and course.metrics\n" + DCG)
dcg("pandas-inside", "pandas is allowed", """
    import pandas as pd
    def dcg_at_k(relevance, k):
        shown = pd.Series(relevance[:k], dtype=float)
        return (shown / np.log2(np.arange(2, len(shown) + 2))).sum()
    """)
dcg("standard-library", "modules of the standard library are allowed", """
    import itertools
    from math import fsum, log2
    def dcg_at_k(relevance, k):
        return fsum(g / log2(i + 2) for i, g in enumerate(itertools.islice(relevance, k)))
    """)

# Wrong, and told so.
dcg("stub-first", "the stub's line is still the first", first("raise NotImplementedError()"),
    reason="not attempted", **LOST)
dcg("docstring-only", "the stub's line is gone, and nothing came instead",
    'def dcg_at_k(relevance, k):\n    """DCG."""\n', reason="return", **LOST)
dcg("syntax-error", "one bracket is missing", DCG.replace(")))", ")"),
    reason="SyntaxError.*line \\d", **LOST)
dcg("indentation-error", "one line stands too far right",
    DCG.replace("    return", "      return"), reason="IndentationError.*line \\d", **LOST)
dcg("tabs-and-spaces", "a tab among spaces", "def dcg_at_k(r, k):\n        x = 1\n\treturn x\n",
    reason="(TabError|IndentationError)", **LOST)
dcg("smart-quotes", "quotes from a word processor", first("name = “dcg”"), reason="SyntaxError",
    **LOST)
dcg("hard-spaces", "spaces copied from a web page", DCG.replace("    ", "\u00a0\u00a0\u00a0\u00a0"),
    reason="SyntaxError", **LOST)
dcg("text-in-a-code-cell", "prose instead of code", "The DCG is the sum of the gains.",
    reason="SyntaxError", **LOST)
dcg("other-name", "the function has another name", DCG.replace("dcg_at_k", "DCG_at_k"),
    reason="NameError|not defined|dcg_at_k", **LOST)
dcg("too-few-parameters", "k was forgotten", "def dcg_at_k(relevance):\n    return 1.0\n",
    reason="TypeError", **LOST)
dcg("uses-the-global", "the parameter is not used", "def dcg_at_k(r, k):" + BODY, **LOST)
dcg("adds-up-across-calls", "the total is a global that is never reset", """
    total = 0
    def dcg_at_k(r, k):
        global total
        for i, g in enumerate(r[:k]):
            total += g / np.log2(i + 2)
        return total
    """, **LOST)
dcg("own-exception", "an exception class of one's own", """
    class TooShort(Exception):
        pass
    def dcg_at_k(relevance, k):
        raise TooShort("a list of", len(relevance))
    """, reason="TooShort", **LOST)
dcg("is-a-number", "the function was overwritten by its result", DCG + "\ndcg_at_k = 4.6\n",
    reason="number|function|float", **LOST)
dcg("is-a-class", "a class instead of a function",
    "class dcg_at_k:\n    def __init__(self, r, k):\n        self.value = 1.0\n", **LOST)
HONEST.add("two-decimals", "rounded too early, and told so", answers(
    by_hand="gains = [3, 2, 0, 0, 1]\ndiscounts = [1, 0.63, 0.5, 0.43, 0.39]\ncg = 6\ndcg = 4.65"),
    score=(20, 20), reason="rounded-too-early")
HONEST.add("syntax-error-by-hand", "only the points of that cell", answers(
    by_hand="gains = [3, 2, 0, 0, 1\n"), score=(18, 18), reason="SyntaxError")
HONEST.add("nothing-done", "the untouched notebook", lambda kit: kit.save(kit.released()),
           score=(0, 0), reason="not attempted", status={"graded", "graded-with-notes"})
HONEST.add("half-done", "the first two questions only", answers(
    ndcg=None, recall=None, gain=None, mean=None, written=None), score=(8, 8),
    reason="not attempted: ndcg")

# Values.
for kind, source in {
        "arrays": "gains = np.array([3, 2, 0, 0, 1])\ndiscounts = 1 / np.log2(np.arange(2, 7))\n"
                  "cg = gains.sum()\ndcg = gains @ discounts",
        "tuples": "gains = 3, 2, 0, 0, 1\ndiscounts = tuple(1 / np.log2(i) for i in range(2, 7))\n"
                  "cg = 6.0\ndcg = np.float64(4.6487123)",
        "series": "import pandas as pd\ngains = pd.Series([3, 2, 0, 0, 1])\n"
                  "discounts = pd.Series(1 / np.log2(np.arange(2, 7)))\ncg = gains.sum()\n"
                  "dcg = (gains * discounts).sum()",
        "six-decimals": "gains = [3, 2, 0, 0, 1]\ndiscounts = [1, 0.63093, 0.5, 0.430677, 0.386853]"
                        "\ncg = 6\ndcg = 4.648713",
}.items():
    HONEST.add(f"by-hand-{kind}", "numbers in any usual form", answers(by_hand=source))
HONEST.add("lists-as-strings", "numbers in quotes", answers(
    recall="list_a = ['1', '1', '0', '0', '0']\nlist_b = ['0', '0', '0', '1', '1']"),
    score=(20, 20), reason="recall-same.*str")

# Cells and habits.
dcg("helper-above", "a helper in a cell of one's own", """
    def dcg_at_k(relevance, k):
        return sum(g * discount(i + 1) for i, g in enumerate(relevance[:k]))
    """, extra=[("dcg-task", "def discount(rank):\n    return 1 / np.log2(rank + 1)\n")])
dcg("helper-below", "a helper that is defined below the tests", """
    def dcg_at_k(relevance, k):
        return sum(g * discount(i + 1) for i, g in enumerate(relevance[:k]))
    """, extra=[("ndcg-task", "def discount(rank):\n    return 1 / np.log2(rank + 1)\n")],
    score=(18, FULL))
dcg("helper-module", "a helper in a file beside the notebook", """
    from helpers import discount
    def dcg_at_k(relevance, k):
        return sum(g * discount(i + 1) for i, g in enumerate(relevance[:k]))
    """, files={"helpers.py": "import math\ndef discount(r):\n    return 1 / math.log2(r + 1)\n"})
dcg("data-file", "a table in a file beside the notebook", """
    table = [float(line) for line in open("discounts.csv")]
    def dcg_at_k(relevance, k):
        return sum(g * d for g, d in zip(relevance[:k], table))
    """, files={"discounts.csv": "".join(f"{1 / __import__('math').log2(i + 1)!r}\n"
                                         for i in range(1, 40))})
dcg("shadows-json", "own files that are called like modules", DCG,
    files={"json.py": "x = 1\n", "random.py": "x = 1\n", "math.py": "x = 1\n"})
dcg("answers-in-another-cell", "a remark instead of the stub, the function below it",
    "# my answer is below\n", extra=[("dcg-answer", DCG)])


@HONEST.case("the stub is untouched, and the answer stands in a cell below it")
def answer_below_the_stub(kit):
    kit.save(kit.fill({"dcg-answer": None}, [("dcg-answer", DCG)]))


MAGICS = ("%timeit sum(range(10))", "!ls", "%%time\nx = 1", "%matplotlib inline", "?print",
          "%%capture out\nprint(1)", "%whos", "%load_ext autoreload\n%autoreload 2",
          "%%bash\necho hello", "%pip install --no-index no-such-package-here", "%no_such_magic",
          "%env COLOUR=blue", "%cd /", "%history", "%%writefile x.py\nx = 1")
HONEST.add("magics", "magics are everyday", answers(extra=[("set-up", text) for text in MAGICS]))
cell("plot", "a figure", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()")
cell("widget", "a widget, if there are any",
     "import ipywidgets\nipywidgets.interact(lambda x: x, x=3)")
cell("chdir", "another working folder", "import os\nos.chdir('/')")
cell("shadows-check", "check is a function of one's own", "def check(x):\n    return x == 1")
cell("shadows-check-number", "check is a number", "check = 5")
cell("shadows-globals", "k, relevance, list and others are used as names",
     "k = 5\nrelevance = []\nlist = [1]\nid = 3\nmax = 4\nprint = 1\ninput = 2\nstr = 'a'")
cell("shadows-np", "np is a number, so nothing works", "np = 5", score=(5, 6),
     reason="AttributeError")
cell("restores-np", "np is imported once more", "import numpy as np\nimport numpy")
cell("recursion-limit", "a higher limit", "import sys\nsys.setrecursionlimit(20_000)")
cell("warnings-are-errors", "every warning is an error",
     "import warnings\nwarnings.simplefilter('error')")
cell("numpy-raises", "numpy raises instead of warning", "np.seterr(all='raise')")
cell("logging-debug", "everything is logged",
     "import logging\nlogging.basicConfig(level=logging.DEBUG, force=True)")
cell("stdout-to-a-file", "prints go to a file", "import sys\nsys.stdout = open('log.txt', 'w')")
cell("own-error", "a cell of one's own fails", "1 / 0")
cell("own-asserts", "tests of one's own", "assert dcg_at_k([1], 1) == 1", at="dcg-answer")
cell("doctest", "doctest in the notebook", "import doctest\ndoctest.testmod()", at="ndcg-answer")
cell("compares-with-sklearn", "comparing is not using", """
    from sklearn.metrics import ndcg_score
    print(ndcg_score([[3, 2, 0, 0, 1]], [[5, 4, 3, 2, 1]]), dcg_at_k(relevance, 5))
    """, at="ndcg-answer")
cell("compares-with-the-course", "comparing is not using", """
    from course.metrics import dcg_at_k as theirs
    print(theirs(relevance, 5) == dcg_at_k(relevance, 5))
    """, at="dcg-answer")
cell("looks-at-the-data", "the course's data", """
    from course.datasets import load
    ratings, items = load("sample")
    ratings.describe()
    """)
cell("html-table", "a DataFrame is shown",
     "import pandas as pd\npd.DataFrame({'a': [1, 2]})")
cell("top-level-await", "await in a cell", "import asyncio\nawait asyncio.sleep(0.01)")
cell("thread", "a thread", "import threading\nt = threading.Thread(target=print)\nt.start()\n"
     "t.join()")
cell("star-import", "everything from numpy", "from numpy import *", at="recall-task",
     score=(18, FULL))
cell("writes-a-file", "a file in the working folder", "open('notes.txt', 'w').write('hello')")

# The written answer.
for name, essay in {"empty": "", "blank": "  \n\n \t"}.items():
    HONEST.add(f"essay-{name}", "no written answer: nothing to mark", answers(written=essay),
               status={"graded", "graded-with-notes"})
HONEST.add("essay-long", "a written answer of 200,000 characters",
           answers(written="No, since order counts. " * 8000), status={"needs-manual"})


@HONEST.case("the written answer became a code cell", status={"needs-manual"})
def essay_in_a_code_cell(kit):
    notebook = kit.fill()
    cell_of(notebook, "written-answer").update(
        cell_type="code", source="# No: NDCG looks at places", outputs=[], execution_count=None)
    kit.save(notebook)


@HONEST.case("everything is written into one cell at the top, the stubs deleted", score=(0, FULL))
def all_in_one_cell(kit):
    notebook = kit.released()
    everything = "\n\n".join(text for name, text in kit.right.items() if name != "written-answer")
    notebook.cells = [c for c in notebook.cells if not c.metadata.nbgrader.solution]
    notebook.cells.insert(5, own(everything))
    kit.save(notebook)


@HONEST.case("a saved notebook that was run, with its outputs and counts")
def with_outputs(kit):
    notebook = kit.fill()
    for count, c in enumerate((c for c in notebook.cells if c.cell_type == "code"), 1):
        c.execution_count = count
        c.outputs = [{"output_type": "stream", "name": "stdout", "text": ["Correct\n", "yes"]}]
    kit.save(json.dumps(notebook))
