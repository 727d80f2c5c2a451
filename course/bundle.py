"""`course bundle`: the zip for a class, with all that a student needs and nothing that answers.

    make_bundle(target) -> target       the same bytes every time, from what is built

It holds the released notebooks, the lessons, the part of this package that teaches and checks,
the sample and the loader of MovieLens, the lock file, and a README of its own. `python -m course
lab` works in it, and so does every check, without a network and without anybody to ask.

What it keeps from a student: the reference solutions of the assignments, the mark schemes, the
hidden tests of the notebooks, and the seed that decides the hidden inputs. The seed is the secret:
it is made by the grader and never leaves the class's folder.

What it does not keep from a student: how a metric is written. `course.metrics` is in it, and
`course.checks` with its wrong versions, some of them one edit away from a right one; so are the
functions that make hidden inputs from a seed, which tell their kind and not their values.
A copy without them was considered, and given up for three reasons:

- Lesson 04 imports `course.metrics`; without them there is nothing to read before the exercise.
- The checks of answers that are values judge any pair of lists that a student may think of.
  No table made beforehand can, so a right NDCG must be there.
- To name a wrong idea, the catalogue builds it from the parts of a right one. Compiled or hidden
  code would only look like protection, and the formulas stand in the lesson anyhow.

What protects a grade is that answers must be from scratch: at grading the denied modules are out
of reach of the student's code (course.grading.sandbox), and leaning on them is named. Copying
lines out of a file is what copying out of a textbook is, and no zip prevents it.
"""

import re
import sys
import zipfile
from pathlib import Path

from course.build import ASSIGNMENTS, ROOT, as_bytes, assignment_ids, notebook_from_text, texts

TOP = "course-for-students"  # the folder that the zip unpacks to
TARGET = Path(TOP + ".zip")
WHEN = (2020, 1, 1, 0, 0, 0)

# Files and folders, as they stand here. A folder brings the kinds of files in KINDS, at any depth.
# All that is not named stays at home: grading, assignments, build, lint, and this file.
PACKAGE = ("__init__.py", "__main__.py", "cli.py", "setup.py", "doctor.py", "datasets.py",
           "splits.py", "compare.py", "alone", "figures", "metrics", "models", "checks", "lab")
BESIDES = ("pyproject.toml", "requirements.txt", "LICENSE", "LICENSE-text", "docs/metrics.md",
           "docs/sources-and-errata.md",
           "data/README.md", "data/.gitignore", "data/sample")
KINDS = {".py", ".html", ".json", ".csv", ".md", ""}
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints"}

SECRET = re.compile(rb"### *(?:BEGIN|END) (?:SOLUTION|HIDDEN TESTS|MARK SCHEME)|\*\*Mark scheme")

README = """\
# Evaluating recommender systems: your copy

Lessons and assignments on how to judge a recommender. You need Python 3.11 to 3.14. In this folder:

    python3 -m course lab        (Windows: py -m course lab)

The first time, this sets up a `.venv` here, which takes a minute or two and a network. Then
JupyterLab opens at the first lesson, `course/lessons/00-start-here.ipynb`.

- **Lessons** are in `course/lessons/`. Read them, run them, change them.
- **Assignments** are in `assignments/`: {assignments}. `python3 -m course start {first}` puts
  a copy into `work/`. Solve it there; then you can always begin again with a fresh one.
- Each answer is followed by a **check**. It says *correct*, *not yet* with the reason, or
  *not attempted*. Checks need no network. At grading, the same checks run again on other lists.
- **To hand in**, choose *Restart Kernel and Run All Cells* once, and give your instructor the
  notebook, under the name it has, in the way they ask for. You may add cells; do not delete any.
- `python3 -m course data` fetches MovieLens 100K, for the cells that use it.
  `python3 -m course doctor` tells whether all is in place.

How the metrics are defined here, and why libraries give other numbers, is in
[docs/metrics.md](docs/metrics.md). You may read `course/metrics/`. Your answers must be your own
code: at grading, these functions are not there.

Data and their terms: [data/README.md](data/README.md). Code: BSD 3-Clause ([LICENSE](LICENSE)).
Text: CC BY 4.0 ([LICENSE-text](LICENSE-text)). The sample: CC0
([data/sample/LICENSE](data/sample/LICENSE)).
"""


class BundleError(Exception):
    """There would be something wrong with the zip; the message is one sentence."""


def make_bundle(target, assignments=None):
    """Write the zip to the path `target`, and return it.

    assignments: ids; None: all there are. Raises BundleError for an id that does not exist, for
    notebooks that are not what their texts build, and for anything that would give answers away.
    """
    files = contents(assignments)
    target = Path(target)
    temporary = target.with_name(target.name + ".tmp")
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", WHEN)
            entry.create_system = 3  # Unix, wherever it is made: the permissions are in its terms
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, files[name], compresslevel=9)
    temporary.replace(target)
    return target


def contents(assignments=None):
    """{name in the zip: bytes}; the arguments and errors of `make_bundle`."""
    wanted = assignment_ids() if assignments is None else list(assignments)
    for name in wanted:
        if name not in assignment_ids():
            raise BundleError(f"there is no assignment {name!r}; "
                              f"there is {', '.join(assignment_ids())}.")
    files = {}
    for name in (*("course/" + part for part in PACKAGE), *BESIDES):
        for path in _files(ROOT / name):
            files[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    for text in texts()[0]:
        files[text.with_suffix(".ipynb").as_posix()] = _built(text, text.with_suffix(".ipynb"))
    for name in wanted:
        for path, content in _released(name):
            files[f"assignments/{name}/{path}"] = content
    files["README.md"] = README.format(assignments=", ".join(f"`{name}`" for name in wanted),
                                       first=wanted[0] if wanted else "ID").encode()
    _refuse(files)
    return files


def _files(path):
    if path.is_file():
        return [path]
    return [found for found in sorted(path.rglob("*"))
            if found.is_file() and found.suffix in KINDS
            and not LEFT_OUT & set(found.relative_to(path).parts)]


def _built(text, path, graded=False):
    """The bytes of a notebook, after a look whether they are what its text builds."""
    content = (ROOT / path).read_bytes() if (ROOT / path).exists() else b""
    if content != as_bytes(notebook_from_text(ROOT / text, graded)):
        raise BundleError(f"{path.as_posix()} is not what its text builds; "
                          "run `python -m course build` first.")
    return content


def _released(assignment):
    """(file name, bytes) of each released notebook, as its text and nbgrader make it."""
    from course.grading.master import masters

    for text in texts()[1]:
        if text.parent == ASSIGNMENTS / assignment:
            _built(text, Path("source", assignment, text.stem + ".ipynb"), graded=True)
    for master in masters(ROOT / "source", assignment):
        path = Path("release", assignment, master.filename)
        content = as_bytes(master.released)
        if not (ROOT / path).exists() or (ROOT / path).read_bytes() != content:
            raise BundleError(f"{path.as_posix()} is not what its text builds; "
                              "run `python -m course build` first.")
        yield master.filename, content


def _refuse(files):
    for name, content in files.items():
        if SECRET.search(content):
            raise BundleError(f"{name} holds a solution, a mark scheme or a hidden test; "
                              "take it out before you make a bundle.")


def main(output=None, assignments=None):
    """Make the zip, and say where it is. Returns the exit code."""
    from course.build import BuildError

    target = Path(output or TARGET)
    try:
        make_bundle(target, assignments or None)
    except (BundleError, BuildError) as problem:
        print(f"course bundle: {problem}", file=sys.stderr)
        return 1
    except OSError as problem:
        print(f"course bundle: {target} cannot be written ({problem.strerror or problem}); "
              "choose another place with --output.", file=sys.stderr)
        return 1
    print(f"{target} is there ({target.stat().st_size // 1024} kB). Give it to your students; "
          "they unpack it, and its README says how to begin.")
    return 0
