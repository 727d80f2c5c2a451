"""The commands. Each one is a few lines that call the room of the house which does the work."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from course.setup import ROOT, prepare_nbgrader


def run(argv):
    """Parse and run one command; returns its exit code."""
    parser = _parser()
    wanted = parser.parse_args(argv)
    if wanted.command in (None, "help"):
        parser.print_help()
        return 0
    prepare_nbgrader()
    try:
        return wanted.run(wanted) or 0
    except ModuleNotFoundError as problem:
        if not (problem.name or "").startswith("course."):
            raise
        return _not_here(wanted.command)
    except KeyboardInterrupt:
        print("course: stopped.", file=sys.stderr)
        return 130


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m course",
        description="A course on evaluating recommender systems, and its autograder.",
        epilog="`make TARGET` calls these: make grade is `grade --example`.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def add(name, function, text, **options):
        command = commands.add_parser(name, help=text, description=text, **options)
        command.set_defaults(run=function)
        return command

    commands.add_parser("help", help="this list")
    add("lab", _lab, "open JupyterLab at the first lesson").add_argument(
        "options", nargs="*", help="options for JupyterLab, after --")
    instructor = add("instructor", _instructor, "open the formgrader on a graded class")
    instructor.add_argument("--class", dest="folder", default=ROOT, metavar="DIR",
                            help="the folder that `grade` worked in (default: here)")
    instructor.add_argument("options", nargs="*", help="options for JupyterLab, after --")
    start = add("start", _start, "copy assignments to work/, to solve them there")
    start.add_argument("assignments", nargs="*", help="for example 04-ndcg (default: all)")
    check = add("check", _check, "check your copies in work/: what is right, and where to go next")
    check.add_argument("assignments", nargs="*",
                       help="for example 04-ndcg (default: all that are started)")
    check.add_argument("--seconds", type=_positive, default=30.0,
                       help="the most a cell and a check may take (default 30)")
    check.add_argument("--minutes", type=_positive, default=5.0,
                       help="the most one notebook may take in all (default 5)")
    solution = add("solution", _solution, "show the answer to a question that you have tried")
    solution.add_argument("assignment", help="for example 04-ndcg")
    solution.add_argument("exercise", nargs="?", help="for example dcg_at_k (default: a list)")
    grade = add("grade", _grade, "grade a class: scores, reasons, feedback pages, grades.csv")
    grade.add_argument("assignment", nargs="?", help="for example 04-ndcg")
    grade.add_argument("--class", dest="folder", default=ROOT, metavar="DIR",
                       help="the folder with submitted/<student>/<assignment>/ (default: here)")
    grade.add_argument("--student", metavar="ID", help="grade only this learner")
    grade.add_argument("--example", action="store_true", help="the example class that ships")
    grade.add_argument("--seconds", type=_positive, default=None,
                       help="the most a cell and a check may take (default 30; example 5)")
    grade.add_argument("--minutes", type=_positive, default=10.0,
                       help="the most one submission may take in all (default 10)")
    grade.add_argument("--again", action="store_true",
                       help="grade also what has not changed since the last run")
    grade.add_argument("--no-sandbox", action="store_true",
                       help="run student code bare; only for people you trust; marks every grade")
    report = add("report", _report, "a graded class at a glance: scores, questions, wrong ideas")
    report.add_argument("assignment", help="for example 04-ndcg")
    report.add_argument("--class", dest="folder", default=ROOT, metavar="DIR",
                        help="the folder that `grade` worked in (default: here)")
    report.add_argument("--html", metavar="FILE",
                        help="the page (default DIR/report/ASSIGNMENT.html); figures go beside it")
    data = add("data", _data, "fetch MovieLens 100K into data/")
    data.add_argument("--sample", action="store_true", help="write the sample again instead")
    build = add("build", _build, "rebuild notebooks, source/, release/, solutions/")
    build.add_argument("names", nargs="*", help="for example 04-ndcg (default: all)")
    build.add_argument("--check", action="store_true", help="only say what differs")
    bundle = add("bundle", _bundle, "make the zip for students, with nothing that answers")
    bundle.add_argument("assignments", nargs="*", help="for example 04-ndcg (default: all)")
    bundle.add_argument("--output", metavar="FILE", help="where (default course-for-students.zip)")
    book = add("book", _book, "make the web book: lessons, assignments, reference, search")
    book.add_argument("--without-outputs", action="store_true",
                      help="do not run the lessons: quicker, for a look at the pages")
    add("pdf", _pdf, "make the printable guide: lessons, assignments, reference")
    add("slides", _slides, "make the slides of a class, with notes, as PowerPoint and web page")
    add("doctor", _doctor, "versions, data, grading, and the worked example as a sanity check")
    add("test", _test, "run all the tests").add_argument("options", nargs="*",
                                                         help="options for pytest, after --")
    attack = add("attack", _attack, "grade the corpus of bad, odd and hostile submissions")
    attack.add_argument("options", nargs="*", help="options for the corpus, after --")
    compare = add("compare", _compare, "all models, splits and metrics in one table")
    compare.add_argument("--csv", metavar="FILE", help="write the table to this file")
    compare.add_argument("--data", choices=("ml-100k", "sample"), default="ml-100k",
                         help="the ratings to use (default ml-100k)")
    bench = add("bench", _bench, "compare our metrics' speed with other libraries")
    bench.add_argument("--quick", action="store_true", help="the smallest size only")
    add("lock", _lock, "compile requirements*.txt from pyproject.toml")
    return parser


def _positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("must be above 0")
    return value


def _lab(wanted):
    from course.lab import main

    return main(wanted.options)


def _instructor(wanted):
    from course.grading.formgrader import main

    return main(wanted.folder, wanted.options)


def _start(wanted):
    from course.alone import given

    try:
        copied, left = given.start(ROOT, wanted.assignments)
    except given.Problem as problem:
        return _problem(problem)
    for name in copied:
        print(f"Your copy is in work/{name}/.")
    for name in left:
        print(f"Your copy is in work/{name}/ already; it was left as it is.")
    if copied:
        print("Start JupyterLab with `python -m course lab` and open that folder in the list at "
              "the left. `python -m course check` tells how far you are.")
    return 0


def _check(wanted):
    from course.alone import given, report

    try:
        return report.main(ROOT, wanted.assignments, wanted.seconds, wanted.minutes)
    except given.Problem as problem:
        return _problem(problem)


def _solution(wanted):
    from course.alone import given, solution

    try:
        print(solution.solution(ROOT, wanted.assignment, wanted.exercise))
    except given.Problem as problem:
        return _problem(problem)
    return 0


def _grade(wanted):
    from course.grading.report import main

    return main(wanted)


def _report(wanted):
    from course.grading.glance import main

    return main(wanted)


def _data(wanted):
    from course.datasets import main

    return main(["--sample"] if wanted.sample else [])


def _build(wanted):
    from course.build import main

    return main(wanted.check, wanted.names)


def _bundle(wanted):
    from course.bundle import main

    return main(wanted.output, wanted.assignments)


def _book(wanted):
    from course.book import main

    return main(run=not wanted.without_outputs)


def _pdf(wanted):
    from course.guide import main

    return main()


def _slides(wanted):
    from course.slides import main

    return main()


def _doctor(wanted):
    from course.doctor import main

    return main()


# These tests share the processors, a file at a time. The others measure time, or use what the
# first ones made (the guide takes the lessons that the book ran), and run one after the other.
SIDE_BY_SIDE = ("browser", "checks", "metrics", "models", "test_build.py", "test_bundle.py",
                "test_compare.py", "test_datasets.py", "test_errata.py", "test_lint.py",
                "test_prose.py", "test_splits.py")


def _test(wanted):
    tests = Path(ROOT, "tests")
    if not tests.is_dir():
        return _not_here("test")
    env = dict(os.environ, COURSE_ALL_PEERS="1")

    def pytest(*options):
        return subprocess.call([sys.executable, "-m", "pytest", *options], cwd=ROOT, env=env)

    if wanted.options:
        return pytest(*wanted.options)
    rest = sorted(f"tests/{path.name}" for path in tests.iterdir()
                  if path.name not in (*SIDE_BY_SIDE, "__pycache__", "conftest.py"))
    together = pytest("-q", "-n", "2", "--dist", "loadfile", "--durations=15",
                      *(f"tests/{name}" for name in SIDE_BY_SIDE))
    alone = pytest("-q", "--durations=15", *rest)
    return together or alone


def _attack(wanted):
    return subprocess.call([sys.executable, os.path.join("tests", "attacks", "run.py"),
                            *wanted.options], cwd=ROOT)


def _compare(wanted):
    from course.compare import main

    return main(wanted.csv, wanted.data)


def _bench(wanted):
    from course.bench import main

    return main(["--quick"] if wanted.quick else [])


def _lock(wanted):
    from course.lock import main

    return main()


def _not_here(command):
    return _problem(f"this is a copy for students, without `{command}`; "
                    "its README says what it is for.")


def _problem(sentence):
    print(f"course: {sentence}", file=sys.stderr)
    return 1
