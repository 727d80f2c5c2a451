"""Code that takes too much, never ends, or ends everything: it costs its own points only.

Unless a case says otherwise only dcg_at_k is bad, so 18 of 22 points are right; and a cell of
one's own, whatever it does, costs nothing. Counts are bounded, should a wall be missing.
"""

import textwrap

from attacks.kit import (
    ANY,
    FOUND,
    FULL,
    Group,
    answers,
    not_written,
    nothing_left,
    printed,
)

RESOURCES = Group("resources", not_reason="grader failed")
QUICK = 120.0
RIGHT = "    return float(sum(g / np.log2(i + 2) for i, g in enumerate(relevance[:k])))\n"


def dcg(name, why, lines, before="", **expect):
    """A case in which dcg_at_k begins with these lines; then it goes on and is right."""
    source = (textwrap.dedent(before) + "\n\ndef dcg_at_k(relevance, k):\n"
              + textwrap.indent(textwrap.dedent(lines).strip("\n"), "    ") + "\n" + RIGHT)
    RESOURCES.add(name, why, answers(dcg=source), **{"score": (18, 18), **expect})


def cell(name, why, source, at="set-up", **expect):
    """A case with one bad cell of one's own, and all the answers right."""
    source = FOUND + textwrap.dedent(source).strip("\n")
    RESOURCES.add(name, why, answers(extra=[(at, source)]), **{"score": (FULL, FULL), **expect})


# --- It never ends -----------------------------------------------------------------------------

SLOW = {"seconds": QUICK, "reason": "longer than|too long|took"}
dcg("loop", "an endless loop", "while True:\n    pass", **SLOW)
dcg("sleep", "a long sleep", "import time\ntime.sleep(1000)", **SLOW)
dcg("regex", "a search in C that takes for ever",
    "import re\nre.match('(a+)+$', 'a' * 60 + 'b')", **SLOW)
dcg("big-power", "arithmetic in C that takes for ever", "len(str(3 ** (10 ** 9)))", seconds=QUICK)
dcg("swallows-interrupt", "KeyboardInterrupt is caught", """
    while True:
        try:
            while True:
                pass
        except KeyboardInterrupt:
            pass
    """, **SLOW)
dcg("swallows-everything", "BaseException is caught", """
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
    """, **SLOW)
dcg("ignores-signals", "signals are ignored", """
    import signal
    for number in (signal.SIGINT, signal.SIGALRM, signal.SIGTERM, signal.SIGVTALRM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
    """, **SLOW)
dcg("finally-loop", "the loop is in the clean-up", """
    try:
        while True:
            pass
    finally:
        while True:
            pass
    """, **SLOW)
dcg("never-returning-repr", "what comes back never says what it is", """
    class Slow(float):
        def __float__(self):
            while True:
                pass
        __repr__ = __str__ = hex = __format__ = __reduce_ex__ = __float__
    return Slow(1)
    """, seconds=QUICK)
dcg("hangs-on-hidden", "fine for the visible inputs, endless for others", """
    visible = ([1], [2], [0], [0, 1], [1, 0, 2, 1], [3, 2, 0, 0, 1], [1, 2, 3], [])
    while relevance not in visible:
        pass
    """, score=(18, 19), seconds=QUICK)
dcg("slower-each-call", "each call takes twice as long", """
    global pause
    pause *= 2
    time.sleep(pause)
    """, before="import time\npause = 0.01", seconds=QUICK)
dcg("infinite-iterator", "an endless sum", "import itertools\nreturn sum(itertools.count())",
    **SLOW)
dcg("waits-for-input", "a question that nobody answers", "input('k?')", seconds=QUICK)
dcg("deadlock", "a lock taken twice", "import threading\nx = threading.Lock()\nx.acquire()\n"
    "x.acquire()", seconds=QUICK)
dcg("stops-itself", "the process stops and waits",
    "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", seconds=QUICK)
cell("loop-in-a-cell", "an endless loop in a cell", "while True:\n    pass", seconds=QUICK)
cell("loop-ignores-signals", "a cell that cannot be interrupted", """
    import signal
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        pass
    """, seconds=QUICK)
cell("await-for-ever", "an await that never ends", "import asyncio\nawait asyncio.Event().wait()",
     seconds=QUICK)
cell("background-loop", "a thread that computes for ever",
     "import threading\ndef spin():\n    while True:\n        pass\n"
     "threading.Thread(target=spin, daemon=True).start()", score=(16, FULL))
cell("thread-keeps-the-lock", "a thread that never lets the others run", """
    import re, threading
    threading.Thread(target=re.match, args=("(a+)+$", "a" * 60 + "b"), daemon=True).start()
    """, score=ANY)
cell("background-prints", "a thread that prints for ever", """
    import threading, time
    def chatter():
        while True:
            print("and another thing", flush=True)
            time.sleep(0.005)
    threading.Thread(target=chatter, daemon=True).start()
    """, score=(16, FULL))


def hanging(number, source):
    def make(kit):
        kit.save(kit.fill(extra=[("recap", source)] * number))
    return make


RESOURCES.add("15-loops", "many cells that never end", hanging(15, "while True:\n    pass"),
              score=ANY)
RESOURCES.add("60-loops", "more than the total time allows", hanging(
    60, "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True:\n    pass"),
    score=ANY)
RESOURCES.add("40-deaths", "the kernel is ended again and again", hanging(
    40, "import os\nos._exit(1)"), score=ANY)
LOOP = "    while True:\n        pass\n"
RESOURCES.add("all-loop", "all three functions never end", answers(
    dcg="def dcg_at_k(relevance, k):\n" + LOOP, ndcg="def ndcg_at_k(relevance, k, ideal):\n" + LOOP,
    mean="def mean_ndcg(recommended, relevant, k):\n" + LOOP), score=(8, 8))

# --- It ends everything ------------------------------------------------------------------------

DIES = {"seconds": QUICK}
dcg("os-exit", "the process ends", "import os\nos._exit(0)", **DIES)
dcg("sigkill", "the process is killed", "import os\nos.kill(os.getpid(), 9)", **DIES)
dcg("sigterm", "the process is asked to end", "import os\nos.kill(os.getpid(), 15)", **DIES)
dcg("segfault", "a wrong address", "import ctypes\nctypes.string_at(0)", **DIES)
dcg("abort", "abort", "import os\nos.abort()", **DIES)
dcg("deep-recursion", "the stack of the process ends", """
    import sys
    sys.setrecursionlimit(10 ** 9)
    def down(n):
        return [down(n + 1) for _ in range(2)]
    down(0)
    """, **DIES)
dcg("recursion", "Python's own limit", "return dcg_at_k(relevance, k)", reason="RecursionError")
dcg("sys-exit", "SystemExit", "import sys\nsys.exit(0)", reason="SystemExit", **DIES)
dcg("quit", "quit() in a function, which does nothing while grading", "quit()",
    score=(18, FULL), seconds=QUICK)
dcg("keyboard-interrupt", "raises KeyboardInterrupt itself", "raise KeyboardInterrupt", **DIES)
dcg("base-exception", "an exception that few catch",
    "raise type('Odd', (BaseException,), {})('odd')", **DIES)
dcg("bad-exception", "an exception that cannot be shown", """
    class Bad(Exception):
        def __str__(self):
            raise self
        __repr__ = __str__
    raise Bad
    """, **DIES)
dcg("exec-another", "the process becomes another program",
    "import os\nos.execv('/bin/true', ['true'])", **DIES)
dcg("exits-on-second-test", "fine at first, then the process ends", """
    global calls
    calls += 1
    if calls > 50:
        os._exit(1)
    """, before="import os\ncalls = 0", score=(18, 20), **DIES)
dcg("closes-everything", "all files and sockets are closed", "import os\nos.closerange(0, 4096)",
    seconds=QUICK)
dcg("junk-everywhere", "junk in every open file and socket", """
    import os
    for number in range(256):
        try:
            os.write(number, b"junk" * 100)
        except OSError:
            pass
    """, score=ANY)
cell("junk-in-a-cell", "junk in every open file and socket, in a cell", """
    import os
    for number in range(256):
        try:
            os.write(number, b"junk" * 100)
        except OSError:
            pass
    """, score=ANY)
for name, source in {"quit": "quit()", "exit": "exit", "sys-exit": "import sys\nsys.exit(1)",
                     "os-exit": "import os\nos._exit(0)",
                     "sigkill": "import os\nos.kill(os.getpid(), 9)",
                     "segfault": "import ctypes\nctypes.string_at(0)",
                     "shutdown": "get_ipython().kernel.do_shutdown(False)",
                     "reset": "%reset -f\nimport numpy as np\nrelevance = [3, 2, 0, 0, 1]"}.items():
    cell(f"cell-{name}", "a cell of one's own ends the kernel", source, score=(18, FULL), **DIES)
RESOURCES.add("dies-in-the-answer", "the answer's cell ends the kernel after the function",
              answers(dcg="import os\n\ndef dcg_at_k(relevance, k):\n" + RIGHT + "\nos._exit(1)"),
              score=(18, FULL), seconds=QUICK)
cell("alarm", "the kernel ends a little later", "import signal\nsignal.alarm(2)",
     score=(16, FULL), seconds=QUICK)
cell("atexit", "something long at the very end",
     "import atexit, time\natexit.register(time.sleep, 1000)", seconds=QUICK)
cell("no-stdout", "there is no output any more", "import sys\nsys.stdout = sys.stderr = None",
     score=(18, FULL), seconds=QUICK)
cell("closed-stdout", "the outputs are closed",
     "import os, sys\nsys.stdout.close()\nos.close(1)\nos.close(2)", score=(18, FULL))
cell("no-builtins", "the built-ins are gone", "import builtins\ndel builtins.print, builtins.open, "
     "builtins.isinstance", score=ANY)

# --- It takes a lot ----------------------------------------------------------------------------

dcg("memory-3-gb", "3 GB that are written to", """
    block = bytearray(3 << 30)
    block[::4096] = b"x" * (3 << 18)
    return -1.0
    """, seconds=QUICK)
dcg("list-growth", "a list that grows to 8 GB at most", """
    rows = []
    while len(rows) < 8000:
        rows.append(bytearray(b"x") * 1_000_000)
    return -1.0
    """, seconds=QUICK)
cell("memory-limit", "8 GB should not be had", """
    try:
        block = bytearray(8 << 30)
        found("8 GB")
    except MemoryError:
        print("refused")
    """, seconds=QUICK)
dcg("memory-in-children", "six children with 700 MB each", """
    import os, time
    for _ in range(6):
        if os.fork() == 0:
            block = bytearray(b"x") * 700_000_000
            time.sleep(3)
            os._exit(0)
    return -1.0
    """)
FORKS = """
import os
made = 0
for _ in range(200):
    try:
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "3600.06NN"])
        made += 1
    except OSError:
        break
"""
dcg("forks", "200 children", FORKS.replace("NN", "01") + "return -1.0",
    after=nothing_left("3600.0601"))
cell("forks-in-a-cell", "200 children of a cell", FORKS.replace("NN", "08")
     + "if made == 200:\n    found('200 processes')", score=(16, FULL),
     after=nothing_left("3600.0608"))
cell("threads", "500 threads", """
    import threading, time
    try:
        for _ in range(500):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    except RuntimeError as error:
        print(error)
    """, score=(16, FULL))
cell("file-300-mb", "a file of 300 MB", """
    with open("big.bin", "wb") as file:
        for _ in range(300):
            file.write(bytes(1_000_000))
    """)
cell("file-1-tb", "a file of 1 TB with nothing in it",
     "with open('hole.bin', 'wb') as file:\n    file.truncate(10 ** 12)")
cell("fills-tmp", "the temporary folder, up to 1 GB", """
    import tempfile
    kept = tempfile.TemporaryFile()
    for _ in range(1000):
        kept.write(bytes(range(256)) * 4000)
    """)
cell("20000-files", "20,000 files", """
    import os
    os.makedirs("many", exist_ok=True)
    for number in range(20_000):
        open(f"many/{number}", "w").close()
    """)
cell("deep-folders-inside", "2,000 folders inside one another", """
    import os
    for _ in range(2000):
        os.mkdir("d" * 40)
        os.chdir("d" * 40)
    """, score=ANY, seconds=120)  # the system itself needs long to say where it is
cell("locked-folder", "a folder that may not be looked into", """
    import os
    os.makedirs("locked/in", exist_ok=True)
    os.chmod("locked/in", 0)
    os.chmod("locked", 0)
    """)
cell("pipes-and-links", "strange files in the working folder", """
    import os
    os.mkfifo("pipe")
    os.symlink("pipe", "link")
    os.symlink("circle", "circle")
    os.symlink("/", "root")
    """)
cell("removes-its-folder", "the working folder goes", """
    import os, shutil
    if not os.path.exists("pyproject.toml") and os.getcwd().count("/") > 1:
        shutil.rmtree(os.getcwd())
    """, score=(18, FULL))
cell("open-files", "2,000 open files", "kept = []\ntry:\n    for _ in range(2000):\n"
     "        kept.append(open('/dev/null'))\nexcept OSError:\n    kept.clear()")
cell("open-files-kept", "all files that may be open are open", """
    kept = []
    try:
        while len(kept) < 5000:
            kept.append(open("/dev/null"))
    except OSError:
        pass
    """, score=ANY)
cell("nice", "more than its share of the processor", "import os\ntry:\n    os.nice(-20)\n"
     "    found('a better place')\nexcept OSError:\n    pass")

# --- It says a lot -----------------------------------------------------------------------------

cell("one-line-50-mb", "50 MB on one line", "print('x' * 50_000_000)")
cell("300000-lines", "300,000 lines", "for number in range(300_000):\n    print(number)")
cell("5000-displays", "5,000 displays",
     "from IPython.display import display\nfor number in range(5000):\n    display(number)")
cell("big-picture", "a picture of 20 MB", """
    from IPython.display import display
    display({"image/png": "iVBORw0KGgo" + "A" * 20_000_000, "text/plain": "x"}, raw=True)
    """)
cell("many-updates", "one display that changes 5,000 times", """
    from IPython.display import display
    handle = display(0, display_id=True)
    for number in range(5000):
        handle.update(number)
    """)
cell("long-error", "an exception with 50 MB of text", "raise ValueError('x' * 50_000_000)")
cell("deep-error", "a long chain of exceptions", """
    error = None
    for number in range(3000):
        new = ValueError(number)
        new.__cause__, error = error, new
    raise error
    """)
cell("half-characters", "halves of characters are printed, and raised",
     "print('a', chr(0xd800), 'b')\nraise ValueError(chr(0xdc00))")
dcg("prints-half-characters", "halves of characters are printed in a call",
    "print('a', chr(0xd800), 'b')", score=(FULL, FULL))
dcg("raises-half-characters", "halves of characters are raised", "raise ValueError(chr(0xd800))")
cell("stderr-flood", "100 MB to the file of errors", "import os\nfor _ in range(100):\n"
     "    os.write(2, b'x' * 1_000_000)", score=ANY)
dcg("prints-50-mb-per-call", "each call prints 50 MB", "print('x' * 50_000_000)",
    score=(18, FULL))
dcg("error-50-mb", "each call raises 50 MB", "raise ValueError('x' * 50_000_000)", seconds=QUICK)
dcg("error-of-lines", "an error that looks like a report",
    "raise ValueError('no\\nTraceback (most recent call last):\\nscore: 22')")

# --- It gives a lot back -----------------------------------------------------------------------

for name, why, lines in (
        ("array-500-mb", "an array of 500 MB", "return np.zeros(62_500_000)"),
        ("nested-list", "ten million numbers", "return [[0.0] * 1000] * 10_000"),
        ("shared-tree", "a list that is 2^60 numbers when it is written out",
         "tree = [1.0]\nfor _ in range(60):\n    tree = [tree, tree]\nreturn tree"),
        ("big-int", "a number of ten million digits", "return 10 ** (10 ** 7)"),
        ("big-fraction", "a fraction of long numbers",
         "from fractions import Fraction\nreturn Fraction(10 ** 100_000 + 1, 3 ** 90_000)"),
        ("big-text", "100 MB of text", "return 'x' * 100_000_000"),
        ("generator-endless", "a generator without end",
         "import itertools\nreturn itertools.count()"),
        ("circle", "a list that holds itself", "x = []\nx.append(x)\nreturn x"),
        ("circle-of-dicts", "a dictionary that holds itself", "x = {}\nx['x'] = x\nreturn x"),
        ("deep-list", "a hundred thousand lists inside one another",
         "x = 1.0\nfor _ in range(100_000):\n    x = [x]\nreturn x"),
        ("object-array", "an array of objects", "return np.array([object(), None], dtype=object)"),
        ("structured-array", "an array with fields",
         "return np.zeros(3, dtype=[('a', 'f8'), ('b', 'O')])"),
        ("wide-array", "an array with 32 axes", "return np.zeros((1,) * 32)"),
        ("strided-array", "an array that is small in memory and huge on the way",
         "return np.broadcast_to(np.float64(1.0), (10 ** 6, 10 ** 6))"),
        ("date", "a date", "return np.datetime64('2020-01-01')"),
        ("itself", "the function itself", "return dcg_at_k"),
        ("module", "a module", "import os\nreturn os"),
        ("file", "an open file", "return open('/dev/null')"),
        ("lock", "a lock", "import threading\nreturn threading.Lock()"),
        ("exception", "an exception, not raised", "return ValueError('x')"),
        ("bytes", "bytes", "return bytes(8)"),
        ("bad-repr", "an object that cannot be shown",
         "class Bad:\n    def __repr__(self):\n        raise SystemExit\nreturn Bad()"),
        ("long-class-name", "a class with a name of 10 MB",
         "return type('x' * 10_000_000, (), {})()"),
        ("surrogate", "half a character", "return '\\ud800'"),
        ("odd-keys", "a dictionary with odd keys", "return {(1, 2): 3, None: 4, 1.5: 6}")):
    dcg(f"returns-{name}", why, lines, seconds=QUICK)

RESOURCES.add("long-pair", "two lists of 900,000 numbers as an answer", answers(
    recall="list_a = [0.5] * 900_000\nlist_b = [0.25] * 900_000"), score=(20, 20), seconds=QUICK)
RESOURCES.add("long-list", "a list of 900,000 numbers by hand", answers(
    by_hand="gains = discounts = [1.0] * 900_000\ncg = 6\ndcg = 4.6487123"), score=(20, 20),
    seconds=QUICK)

# --- It stays ----------------------------------------------------------------------------------

cell("daemon", "a process that leaves its parents", """
    import os
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp("sleep", ["sleep", "86400.0602"])
        os._exit(0)
    """, after=nothing_left("86400.0602"))
dcg("daemon-in-a-call", "a process that leaves its parents, from a call", """
    import subprocess
    subprocess.Popen(["sleep", "86400.0603"], start_new_session=True)
    """, after=nothing_left("86400.0603"), score=(18, FULL))
cell("heartbeat", "a process that goes on writing", """
    import subprocess, sys
    code = "import time\\nfor n in range(2000):\\n open('/tmp/attack-beat', 'w').write(str(n))" \\
           "\\n time.sleep(1)  # 0605"
    subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    """, after=lambda kit: (nothing_left("# 0605")(kit),
                            not_written(lambda kit: "/tmp/attack-beat")(kit)))
cell("nohup", "a shell that ignores the end",
     "!nohup setsid sleep 86400.0606 > /dev/null 2>&1 &", after=nothing_left("86400.0606"))
dcg("trap", "a child that ignores the request to end", """
    import subprocess
    subprocess.Popen(["sh", "-c", "trap '' TERM INT HUP; sleep 86400.0607; sleep 86400.0607"])
    """, after=nothing_left("86400.0607"), score=(18, FULL))

# --- Ordinary machinery ------------------------------------------------------------------------

cell("pool", "a pool of processes",
     "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(2) as pool:\n"
     "    print(pool.map(abs, [-1, 2]))")
cell("subprocess", "another program", "import subprocess\nsubprocess.run(['ls'])")
cell("nested-loop", "an event loop in the event loop",
     "import asyncio\nasyncio.get_event_loop().run_until_complete(asyncio.sleep(0))")
dcg("asyncio-run", "asyncio in a function",
    "import asyncio\nasyncio.run(asyncio.sleep(0))", score=(18, FULL))
cell("gui", "windows on a machine without any", """
    import matplotlib.pyplot as plt
    plt.plot([1, 2])
    plt.show(block=True)
    try:
        import tkinter
        tkinter.Tk().mainloop()
    except Exception as error:
        print(type(error).__name__)
    """, seconds=QUICK)
cell("input", "a question in a cell", "name = input('Your name? ')")
cell("getpass", "a secret question", "import getpass\ngetpass.getpass()")
cell("debugger", "a breakpoint that was left", "breakpoint()", seconds=QUICK)
dcg("debugger-in-a-call", "a breakpoint that was left in a function", "breakpoint()",
    score=(18, FULL), seconds=QUICK)


def no_flood(kit):
    """What is kept of a flood is short."""
    assert len(printed(kit.graded())) < 1_000_000, "a flood was kept"


for flood in ("one-line-50-mb", "300000-lines", "5000-displays", "long-error"):
    old = RESOURCES.cases.pop(flood)
    RESOURCES.add(flood, old.why, old.make, score=old.expect.score, after=no_flood)
