"""The zip for students: unpacked elsewhere, it can be solved from, and it answers nothing."""

import ast
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from course import build, bundle, lint


@pytest.fixture(scope="module")
def zipped(tmp_path_factory):
    return bundle.make_bundle(tmp_path_factory.mktemp("zip") / "students.zip")


@pytest.fixture(scope="module")
def copy(zipped, tmp_path_factory):
    """The folder that a student has after unpacking."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(zipped) as file:
        file.extractall(folder)
    assert [path.name for path in folder.iterdir()] == [bundle.TOP]
    return folder / bundle.TOP


def files_of(copy):
    return {path.relative_to(copy).as_posix(): path for path in sorted(copy.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts}


# --- What is in it -----------------------------------------------------------------------------


def test_two_bundles_are_the_same_bytes(zipped, tmp_path):
    again = bundle.make_bundle(tmp_path / "again.zip")
    assert again.read_bytes() == zipped.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.zip"]
    with zipfile.ZipFile(zipped) as file:
        names = file.namelist()
        assert names == sorted(names) and len(names) == len(set(names))
        assert {entry.date_time for entry in file.infolist()} == {(2020, 1, 1, 0, 0, 0)}
        assert {entry.external_attr >> 16 for entry in file.infolist()} == {0o100644}


def test_what_a_student_needs_is_there(copy):
    names = set(files_of(copy))
    assert {f"assignments/{name}" for name in build.assignment_ids()} == \
        {str(Path(name).parent) for name in names if name.startswith("assignments/")}
    assert {path.with_suffix(".ipynb").as_posix() for path in build.texts()[0]} <= names
    assert {"README.md", "LICENSE", "LICENSE-text", "data/README.md", "data/sample/LICENSE",
            "data/sample/ratings.csv", "pyproject.toml", "requirements.txt", "course/datasets.py",
            "course/alone/report.py", "course/lab/overrides.json"} <= names


def test_nothing_that_answers_is_there_by_name(copy):
    forbidden = re.compile(r"^(source|solutions|release|tests|submitted|autograded|feedback|docs/"
                           r"(?!metrics|sources)|data/ml-100k|course/(grading|assignments|bench|build|lint|"
                           r"bundle|lock))|\.seed|gradebook|nbgrader_config|\.git/|\.env|"
                           r"checkpoint|\.pyc$|\.zip$|\.db$")
    assert [name for name in files_of(copy) if forbidden.search(name)] == []


def test_nothing_that_answers_is_there_by_content(copy):
    secret = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)|Mark scheme")
    for name, path in files_of(copy).items():
        text = path.read_text("utf-8")
        assert not secret.search(text), name
        assert str(build.ROOT) not in text, name
        if name.endswith(".ipynb"):
            notebook = nbformat.reads(text, as_version=4)
            assert not any(cell.get("outputs") for cell in notebook.cells), name
            assert not any("hidden=True" in cell.source for cell in notebook.cells), name


@pytest.mark.parametrize("assignment", build.assignment_ids())
def test_no_line_of_a_solution_is_in_a_notebook(copy, assignment):
    for path in sorted((build.ROOT / "source" / assignment).glob("*.ipynb")):
        source = nbformat.read(path, as_version=4)
        for given in sorted(copy.rglob("*.ipynb")):
            notebook = nbformat.read(given, as_version=4)
            if given.parent.name == assignment:
                assert [str(found) for found in lint.lint(source, notebook)] == []


def test_all_that_it_imports_of_the_course_is_in_it(copy):
    # The commands say themselves what is missing.
    files = files_of(copy)
    for name, path in files.items():
        if name in ("course/cli.py", "course/doctor.py") or path.suffix not in (".py", ".ipynb"):
            continue
        for module in imported(path):
            place = module.replace(".", "/")
            assert {f"{place}.py", f"{place}/__init__.py"} & set(files), f"{name}: {module}"


def imported(path):
    """The modules of the course that a file or a notebook imports."""
    texts = [path.read_text("utf-8")]
    if path.suffix == ".ipynb":
        texts = [cell.source for cell in nbformat.read(path, as_version=4).cells
                 if cell.cell_type == "code"]
    for node in (node for text in texts for node in ast.walk(ast.parse(text))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "course":
            yield node.module
            if node.module == "course":
                yield from (f"course.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("course."))


# --- What it refuses ---------------------------------------------------------------------------


def test_an_unknown_assignment_is_refused(tmp_path, capsys):
    assert bundle.main(tmp_path / "x.zip", ["99-none"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("course bundle: there is no assignment '99-none'")
    assert len(said.splitlines()) == 1 and not list(tmp_path.iterdir())


def test_notebooks_that_are_not_built_are_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bundle, "as_bytes", lambda notebook: b"another notebook")
    assert bundle.main(tmp_path / "x.zip") == 1
    assert "is not what its text builds" in capsys.readouterr().err


def test_a_release_edited_by_hand_is_refused(monkeypatch):
    monkeypatch.setattr(bundle, "_built", lambda *args, **options: b"")
    real = bundle.as_bytes
    monkeypatch.setattr(bundle, "as_bytes", lambda notebook: real(notebook) + b" ")
    with pytest.raises(bundle.BundleError, match="release/.* is not what its text builds"):
        bundle.contents()


def test_a_solution_in_any_file_is_refused():
    with pytest.raises(bundle.BundleError, match=r"^course/x\.py holds a solution"):
        bundle._refuse({"course/x.py": b"# ### BEGIN SOLUTION"})


def test_a_place_that_cannot_be_written(tmp_path, capsys):
    assert bundle.main(tmp_path / "none" / "x.zip") == 1
    assert "cannot be written" in capsys.readouterr().err


# --- Working in it -----------------------------------------------------------------------------

# Runs apart from the project, which is installed editable: only the copy's `course` can be found.
SOLVE = """
import json, sys
folder, tasks = json.load(sys.stdin)
sys.meta_path = [finder for finder in sys.meta_path if "ditable" not in repr(finder)]
sys.path.insert(0, folder)
import course
from course import datasets
assert course.__file__.startswith(folder), course.__file__
real = datasets.load

def load(name):
    if name == "ml-100k":
        raise datasets.DataUnavailable("MovieLens 100K is not here.")
    return real(name)

datasets.load = load  # all of it must run without MovieLens 100K

def run(path, answers):
    names, said = {"__name__": "__main__"}, {}
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    for cell in cells:
        source = answers.get(cell["id"], "".join(cell["source"]))
        if cell["cell_type"] != "code":
            continue
        try:
            exec(compile(source, cell["id"], "exec"), names)
            said[cell["id"]] = ["", ""]
        except Exception as error:
            said[cell["id"]] = [type(error).__name__, str(error)]
    return said

found = {name: run(*task) for name, task in tasks.items()}
wrong = [name for name, module in sys.modules.items() if name.split(".")[0] == "course"
         and not getattr(module, "__file__", folder).startswith(folder)]
with open("found.json", "w") as file:
    json.dump([found, wrong], file)
"""


def right_answers(path):
    """{cell id: the stub with the solution in it}, from the instructor's notebook."""
    notebook = nbformat.read(path, as_version=4)
    return {cell.id: re.sub(r"(?m)^ *### (BEGIN|END) SOLUTION\n?", "", cell.source)
            for cell in notebook.cells if cell.metadata.nbgrader.solution}


@pytest.fixture(scope="module")
def worked(copy):
    """What each code cell of each notebook says: {task: {cell id: [error's name, text]}}."""
    tasks = {}
    for path in sorted((copy / "assignments").glob("*/*.ipynb")):
        name = path.relative_to(copy / "assignments").as_posix()
        right = right_answers(build.ROOT / "source" / name)
        tasks[f"solved {name}"] = [str(path), right]
        tasks[f"untouched {name}"] = [str(path), {}]
    wrong = {"dcg-answer": "def dcg_at_k(relevance, k):\n    return sum(relevance[:k])"}
    tasks["wrong"] = [str(copy / "assignments" / "04-ndcg" / "ndcg.ipynb"), wrong]
    for path in sorted((copy / "course" / "lessons").glob("*.ipynb")):
        tasks[f"lesson {path.name}"] = [str(path), {}]
    env = {"PATH": os.environ["PATH"], "MPLBACKEND": "agg", "LANG": "C.UTF-8",
           "SYSTEMROOT": os.environ.get("SYSTEMROOT", ""), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-I", "-c", SOLVE], cwd=copy, env=env, text=True,
                          input=json.dumps([str(copy), tasks]), capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found, strays = json.loads((copy / "found.json").read_text())
    (copy / "found.json").unlink()
    assert strays == [], "these came from somewhere else"
    return found


def checks_of(assignment, name):
    notebook = nbformat.read(build.ROOT / "release" / assignment / name, as_version=4)
    return [cell.id for cell in notebook.cells
            if cell.metadata.nbgrader.grade and not cell.metadata.nbgrader.solution]


NOTEBOOKS = [path.relative_to(build.ROOT / "release").as_posix()
             for path in sorted((build.ROOT / "release").glob("*/*.ipynb"))]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_right_answers_pass_every_visible_check(worked, name):
    found = worked[f"solved {name}"]
    assert {cell: said for cell, said in found.items() if said[0]} == {}
    assert set(checks_of(*name.split("/"))) <= set(found)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_an_untouched_notebook_is_not_attempted(worked, name):
    found = worked[f"untouched {name}"]
    checks = checks_of(*name.split("/"))
    assert checks and {found[cell][0] for cell in checks} == {"NotAttempted"}
    assert all(found[cell][1].startswith("Not attempted: ") for cell in checks)


def test_a_wrong_idea_is_named(worked):
    kind, said = worked["wrong"]["dcg-value"]
    assert kind == "NotYet" and "(idea: dcg-no-discount. Read lesson 04-ndcg" in said


def test_every_lesson_runs(worked):
    lessons = {name: said for name, said in worked.items() if name.startswith("lesson ")}
    assert len(lessons) == len(build.texts()[0])
    for name, found in lessons.items():
        assert {cell: said for cell, said in found.items() if said[0]} == {}, name


def test_it_can_be_installed(copy, tmp_path):
    code = ("import sys, setuptools.build_meta as b; "
            "print(b.build_editable(sys.argv[1]), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=copy,
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.whl"))) == 1


# The project is installed editable, and its finder would lend the copy what is not in it.
COMMAND = """
import sys
sys.meta_path = [finder for finder in sys.meta_path if "ditable" not in repr(finder)]
sys.path.insert(0, sys.argv.pop(1))
from course.__main__ import main
sys.exit(main())
"""


def course(copy, *words):
    env = dict(os.environ, COURSE_NO_SETUP="1", PYTHONDONTWRITEBYTECODE="1")
    return subprocess.run([sys.executable, "-I", "-c", COMMAND, str(copy), *words], cwd=copy,
                          env=env, text=True, capture_output=True, timeout=60)


def test_start_works_in_it(copy):
    done = course(copy, "start", "04-ndcg")
    assert done.returncode == 0, done.stderr
    given, mine = (copy / folder / "04-ndcg" / "ndcg.ipynb" for folder in ("assignments", "work"))
    assert mine.read_bytes() == given.read_bytes()
    assert "left as it is" in course(copy, "start", "04-ndcg").stdout
    assert course(copy, "start", "99-none").stderr.startswith("course: there is no assignment")


def test_check_works_in_it(copy):
    course(copy, "start", "04-ndcg")
    mine = copy / "work" / "04-ndcg" / "ndcg.ipynb"
    notebook = nbformat.read(mine, as_version=4)
    right = right_answers(build.ROOT / "source" / "04-ndcg" / "ndcg.ipynb")
    next(cell for cell in notebook.cells if cell.id == "dcg-answer").source = right["dcg-answer"]
    nbformat.write(notebook, mine)
    done = course(copy, "check", "04-ndcg")
    assert done.returncode == 0, done.stderr
    assert "04-ndcg: 3 of " in done.stdout and "2. dcg_at_k(relevance, k): correct" in done.stdout
    assert "Read section " in done.stdout
    shown = course(copy, "solution", "04-ndcg", "dcg_at_k")
    assert shown.returncode == 1 and "not in this copy" in shown.stderr


def test_the_doctor_says_that_there_is_nothing_to_grade(copy):
    done = course(copy, "doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "copy for students" in done.stdout and not done.stderr


@pytest.mark.parametrize("words", [["grade", "04-ndcg"], ["build"], ["bundle"], ["test"]],
                         ids=" ".join)
def test_what_is_for_instructors_says_so_in_one_sentence(copy, words):
    done = course(copy, *words)
    assert done.returncode == 1 and "copy for students" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1 and not done.stdout
