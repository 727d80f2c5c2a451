"""Notebooks that other tools, other habits, or accidents have changed; and odd file systems.

What can be repaired is repaired: full marks. What cannot gets one sentence, and no grade.
"""

import copy
import json
import os
import re
import socket

import nbformat

from attacks.kit import ANY, FOUND, FULL, Group, answers, cell_of, own

STRUCTURE = Group("structure", score=(FULL, FULL), seconds=120.0,
                  not_reason="grader failed|Traceback|Error:.*Error:")
case = STRUCTURE.case
REFUSED = {"score": None, "status": {"not-graded"}, "seconds": 60.0}


def changed(name, why, change, **expect):
    """A case: `change` alters the full notebook in place (or returns another)."""
    def make(kit):
        notebook = kit.fill()
        notebook = change(notebook) or notebook
        kit.save(notebook)
    STRUCTURE.add(name, why, make, **expect)


def file(name, why, content, to="ndcg.ipynb", **expect):
    """A case: a file with this content is handed in; a function gets the right notebook."""
    def make(kit):
        kit.save(content(json.dumps(kit.fill())) if callable(content) else content, to)
    STRUCTURE.add(name, why, make, **expect)


def place(notebook, name):
    return notebook.cells.index(cell_of(notebook, name))


# --- Cells -------------------------------------------------------------------------------------


@case("an answer cell copied, as hana did")
def copied_answer(kit):
    notebook = kit.fill()
    at = place(notebook, "ndcg-answer")
    twin = copy.deepcopy(notebook.cells[at])
    twin.id = "abcd1234"
    notebook.cells.insert(at + 1, twin)
    kit.save(notebook)


@case("a test cell copied")
def copied_test(kit):
    notebook = kit.fill()
    twin = copy.deepcopy(cell_of(notebook, "dcg-value"))
    twin.id = "abcd1234"
    notebook.cells.append(twin)
    kit.save(notebook)


@case("an answer split into two cells; both carry the metadata")
def split_answer(kit):
    notebook = kit.fill()
    at = place(notebook, "by-hand-answer")
    lines = notebook.cells[at].source.splitlines(keepends=True)
    second = copy.deepcopy(notebook.cells[at])
    second.id = "abcd1234"
    notebook.cells[at].source, second.source = "".join(lines[:2]), "".join(lines[2:])
    notebook.cells.insert(at + 1, second)
    kit.save(notebook)


@case("two answers merged into one cell; the other cell is gone", score=(16, FULL))
def merged_answers(kit):
    notebook = kit.fill()
    gone = cell_of(notebook, "ndcg-answer")
    cell_of(notebook, "dcg-answer").source += "\n\n" + gone.source
    notebook.cells.remove(gone)
    kit.save(notebook)


@case("an answer merged with its test")
def merged_with_test(kit):
    notebook = kit.fill()
    test = cell_of(notebook, "recall-same")
    cell_of(notebook, "recall-answer").source += "\n\n" + test.source
    notebook.cells.remove(test)
    kit.save(notebook)


def move(notebook, name, to):
    moved = cell_of(notebook, name)
    notebook.cells.remove(moved)
    notebook.cells.insert(to, moved)


changed("answer-at-the-end", "an answer moved to the end",
        lambda nb: move(nb, "dcg-answer", len(nb.cells)))
changed("answer-at-the-start", "an answer moved above everything",
        lambda nb: move(nb, "gain-answer", 0))


@case("all tests stand before all answers")
def tests_first(kit):
    notebook = kit.fill()
    notebook.cells.sort(key=lambda c: c.metadata.nbgrader.solution)
    kit.save(notebook)


@case("the whole notebook upside down")
def upside_down(kit):
    notebook = kit.fill()
    notebook.cells.reverse()
    kit.save(notebook)


def without(*names):
    def change(notebook):
        notebook.cells = [c for c in notebook.cells if c.id not in names]
    return change


changed("deleted-test", "one test deleted", without("dcg-value"), reason="dcg-value.*put back")
changed("deleted-set-up", "the set-up cell deleted", without("set-up"), reason="set-up")
changed("deleted-answer", "one answer deleted", without("dcg-answer"), score=(18, 18),
        reason="dcg-answer was missing")
changed("deleted-essay", "the written answer deleted", without("written-answer"),
        status={"graded-with-notes"}, reason="written-answer")


@case("only the answers are left")
def only_answers(kit):
    notebook = kit.fill()
    notebook.cells = [c for c in notebook.cells if c.metadata.nbgrader.solution]
    kit.save(notebook)


def each(change):
    """A change made to each cell."""
    def all_of_them(notebook):
        for number, item in enumerate(notebook.cells):
            change(item, number)
    return all_of_them


def strip(item, number):
    item.metadata = nbformat.NotebookNode()


def strip_both(notebook):
    for item in notebook.cells:
        strip(item, 0)
        del item["id"]
    notebook.nbformat_minor = 4


def rename(item, number):
    item.id = f"cell-{number}"


changed("metadata-stripped", "another editor dropped all metadata", each(strip))
changed("metadata-and-ids-stripped", "and the ids too: match by text and order", strip_both)
changed("ids-renamed", "all ids are new", each(rename))
changed("ids-duplicated", "all ids are the same", each(lambda c, n: c.update(id="same")))
changed("ids-invalid", "ids that no tool allows",
        each(lambda c, n: c.update(id=("x y", "ü" * 90, 7, None, "")[n % 5])))
changed("grade-ids-renamed", "a letter was added to every grade_id",
        each(lambda c, n: c.metadata.nbgrader.update(grade_id=c.metadata.nbgrader.grade_id + "2")))


def swap(first, second):
    def change(notebook):
        a, b = (cell_of(notebook, name) for name in (first, second))
        a.source, b.source = b.source, a.source
    return change


changed("answers-swapped", "two functions stand in each other's cell",
        swap("dcg-answer", "ndcg-answer"))
changed("tests-swapped", "two tests stand in each other's place",
        swap("dcg-value", "ndcg-value"))


def of_type(kind, *names):
    def change(notebook):
        for name in names:
            item = cell_of(notebook, name)
            item.cell_type = kind
            item.pop("outputs", None)
            item.pop("execution_count", None)
    return change


changed("answer-as-markdown", "an answer became a text cell", of_type("markdown", "dcg-answer"))
changed("answer-as-raw", "an answer became a raw cell", of_type("raw", "mean-answer"))
changed("unknown-cell-type", "a type that does not exist", of_type("sql", "limits-read"))


def in_metadata(name, **values):
    return lambda notebook: cell_of(notebook, name).metadata.nbgrader.update(values)


changed("points-many", "points are a word", in_metadata("dcg-value", points="many"))
changed("points-null", "points are null", in_metadata("dcg-value", points=None))
changed("schema-99", "a newer schema",
        each(lambda c, n: c.metadata.nbgrader.update(schema_version=99)))
changed("schema-0", "an older schema",
        each(lambda c, n: c.metadata.nbgrader.update(schema_version=0)))
changed("grade-flag-off", "a test says it is none", in_metadata("dcg-value", grade=False))
changed("solution-flag-on-test", "a test says it is an answer",
        in_metadata("dcg-value", solution=True, locked=False))
changed("nbgrader-is-text", "the metadata is no dictionary",
        each(lambda c, n: c.metadata.update(nbgrader="lost")))
changed("metadata-null", "metadata is null", each(lambda c, n: c.update(metadata=None)))
changed("metadata-list", "metadata is a list", each(lambda c, n: c.update(metadata=[1])))


def kernel(**spec):
    return lambda notebook: notebook.metadata.update(kernelspec=spec)


changed("kernel-ir", "the kernel is R", kernel(name="ir", language="R", display_name="R"))
changed("kernel-conda", "a kernel of the learner's machine",
        kernel(name="conda-env-ml-py", language="python", display_name="ml"))
changed("kernel-missing", "no kernel is named",
        lambda notebook: notebook.metadata.pop("kernelspec") and None)
changed("kernel-strange", "the kernel is a number",
        lambda notebook: notebook.metadata.update(kernelspec=7, language_info=[]))

# --- What a cell holds -------------------------------------------------------------------------

changed("source-lists", "sources as lists of lines, as the format allows",
        each(lambda c, n: c.update(source=c.source.splitlines(keepends=True))))
changed("source-missing", "cells without a source",
        lambda notebook: cell_of(notebook, "limits-read").pop("source") and None)
changed("source-number", "a source that is a number",
        lambda notebook: cell_of(notebook, "limits-read").update(source=5))
changed("source-null", "an answer that is null", score=(18, FULL),
        change=lambda notebook: cell_of(notebook, "dcg-answer").update(source=None))
changed("outputs-null", "outputs are null",
        lambda notebook: cell_of(notebook, "dcg-answer").update(outputs=None))
changed("outputs-unknown", "outputs of an unknown type", lambda notebook: cell_of(
    notebook, "dcg-answer").update(outputs=[{"output_type": "hologram"}, 5]))
changed("attachments-null", "attachments are null",
        lambda notebook: cell_of(notebook, "written-answer").update(attachments=None))
changed("count-is-text", "an execution count is a word",
        lambda notebook: cell_of(notebook, "dcg-answer").update(execution_count="x"))
changed("cell-is-text", "a cell is no dictionary",
        lambda notebook: notebook.cells.append("hello"), score=ANY)
changed("cells-a-dictionary", "cells are no list",
        lambda notebook: {**notebook, "cells": {"0": notebook.cells[0]}}, **REFUSED)
changed("extra-keys", "keys that nobody knows", lambda notebook: {**notebook, "colab": {"a": [1]}})
changed("null-character", "a NUL in a comment", lambda notebook: cell_of(
    notebook, "dcg-answer").update(source="# a \0 b\n" + cell_of(notebook, "dcg-answer").source),
        score=(18, FULL))
changed("1500-empty-cells", "fifteen hundred empty cells",
        lambda notebook: notebook.cells.extend(own("") for _ in range(1500)))
changed("50000-cells", "more cells than anybody writes", score=ANY,
        change=lambda notebook: notebook.cells.extend(own("x = 1") for _ in range(50_000)))
changed("300-own-cells", "three hundred cells that print",
        lambda notebook: notebook.cells.extend(own(f"print({n})") for n in range(300)))
changed("old-outputs-30-mb", "30 MB of old outputs", lambda notebook: cell_of(
    notebook, "sanity-run").update(outputs=[nbformat.v4.new_output("stream", text="x" * 30_000_000)]
                                   ))
changed("nothing-in-it", "no cells at all", lambda notebook: notebook.update(cells=[]),
        score=ANY, reason="cells|missing")

# --- Text and JSON -----------------------------------------------------------------------------

file("empty-file", "nothing in the file", "", **REFUSED, reason="empty|not a readable notebook")
file("truncated", "half a notebook", lambda text: text[:len(text) // 2], **REFUSED,
     reason="not a readable|broken|cut")
file("bom", "a byte order mark", lambda text: b"\xef\xbb\xbf" + text.encode())
file("utf-16", "UTF-16", lambda text: text.encode("utf-16"))


@case("latin-1 instead of UTF-8")
def latin_1(kit):
    notebook = kit.fill({"dcg-answer": "# größe\n" + kit.right["dcg-answer"],
                         "written-answer": "Nein, die Größe zählt."})
    for item in notebook.cells:  # no character that latin-1 lacks
        item.source = item.source.encode("latin-1", "replace").decode("latin-1")
    kit.save(json.dumps(notebook, ensure_ascii=False).encode("latin-1"))


@case("half a character, as broken tools write it")
def lone_surrogate(kit):
    text = json.dumps(kit.fill({"written-answer": "No: SURROGATE order counts"}))
    kit.save(text.replace("SURROGATE", "\\ud800"))


@case("half a character in a function", score=(18, FULL))
def lone_surrogate_in_code(kit):
    text = json.dumps(kit.fill({"dcg-answer": "# SURROGATE\n" + kit.right["dcg-answer"]}))
    kit.save(text.replace("SURROGATE", "\\udc00"))


file("conflict-marks", "git's conflict marks", lambda text: text.replace(
    '"nbformat"', '\n<<<<<<< HEAD\n"a": 1,\n=======\n>>>>>>> theirs\n"nbformat"'), **REFUSED)
file("deep-json", "a hundred thousand brackets", "[" * 100_000, **REFUSED)
file("deep-metadata", "metadata nested a thousand deep", lambda text: text.replace(
    '"metadata": {}', '"metadata": {"a": ' + "[" * 900 + "]" * 900 + "}", 1).replace(
    '"kernelspec"', '"deep": ' + "[" * 900 + "]" * 900 + ', "kernelspec"', 1), score=ANY)
file("a-number", "JSON, and no notebook", "5", **REFUSED)
file("a-list", "JSON, and no notebook", "[1, 2]", **REFUSED)
file("nan-in-json", "numbers that JSON does not have",
     lambda text: text.replace('"points": 2', '"points": NaN').replace('"points": 1', '"points": '
                                                                       'Infinity'))
file("huge-number", "a number of 10,000 digits",
     lambda text: text.replace('"points": 2', '"points": ' + "9" * 10_000), score=ANY)
file("format-5", "a format of the future", lambda text: re.sub(
    r'"nbformat": 4\b', '"nbformat": 5', text), score=ANY)
file("format-text", "the format is a word", lambda text: re.sub(
    r'"nbformat": 4\b', '"nbformat": "four"', text), score=ANY)
file("format-missing", "the format is missing", lambda text: re.sub(
    r'"nbformat(_minor)?": \d+,? ?', "", text).replace(", }", "}"), score=ANY)
file("a-picture", "a PNG called ndcg.ipynb", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), **REFUSED)
file("a-web-page", "the log-in page of a web site", "<!DOCTYPE html><html></html>", **REFUSED)
file("100-mb", "a hundred megabytes of blanks", lambda text: text + " " * 100_000_000, score=ANY)


@case("format 3 of old Jupyter")
def format_3(kit):
    kit.save(nbformat.v3.writes_json(nbformat.convert(kit.fill(), 3)))


@case("the graded version of the notebook came back")
def graded_version(kit):
    from attacks.kit import master
    notebook = copy.deepcopy(master().graded)
    for item in notebook.cells:
        item.source = kit.right.get(item.id, item.source)
    kit.save(notebook)


@case("another notebook under this name", **REFUSED, reason="none of the questions")
def another_notebook(kit):
    kit.save(nbformat.v4.new_notebook(cells=[own("print('hello')")]))


# --- Files and folders -------------------------------------------------------------------------


def under_name(name, to, why, **expect):
    STRUCTURE.add(name, why, lambda kit: kit.save(kit.fill(), to), **expect)


under_name("renamed", "ndcg (1).ipynb", "the browser added a number", reason="ndcg \\(1\\)")
under_name("renamed-odd", "Ωραία 'a;b' $HOME.ipynb", "a name with everything in it", reason="Ωραία")
under_name("upper-case", "NDCG.IPYNB", "capitals", reason="NDCG")
under_name("as-text", "ndcg.ipynb.txt", "the mail program added .txt", score=ANY, reason="ndcg")
under_name("as-json", "ndcg.json", "saved as JSON", score=ANY, reason="ndcg")
under_name("in-a-sub-folder", "04-ndcg/ndcg.ipynb", "one folder too deep", score=ANY,
           reason="04-ndcg|folder|no notebook")


@case("a blank original, and a filled copy", score=ANY, reason="Copy1")
def blank_and_copy(kit):
    kit.save(kit.released())
    kit.save(kit.fill(), "ndcg-Copy1.ipynb")


@case("a filled original, and a blank copy")
def filled_and_blank_copy(kit):
    kit.save(kit.fill())
    kit.save(kit.released(), "ndcg-Copy1.ipynb")


@case("two notebooks, neither under the right name", **REFUSED, reason="(2|two) .*notebooks")
def two_others(kit):
    kit.save(kit.fill(), "a.ipynb")
    kit.save(kit.fill(), "b.ipynb")


@case("an empty folder", **REFUSED, reason="no notebook")
def empty_folder(kit):
    pass


@case("on the roster, and no folder at all", **REFUSED, reason="nothing was handed in")
def no_folder(kit):
    kit.folder.rmdir()
    kit.roster.append(kit.student)


@case("Jupyter's own checkpoint, and a file of another system, beside it")
def beside(kit):
    kit.save(kit.fill())
    kit.save(kit.released(), ".ipynb_checkpoints/ndcg-checkpoint.ipynb")
    kit.save(b"\x00\x05\x16\x07", "._ndcg.ipynb")
    kit.save(kit.released(), "__MACOSX/ndcg.ipynb")


@case("a renamed notebook, and a file of another system that looks like one")
def renamed_beside(kit):
    kit.save(kit.fill(), "ndcg-final.ipynb")
    kit.save(b"\x00\x05\x16\x07", "._ndcg-final.ipynb")


@case("five thousand files beside it")
def many_files(kit):
    kit.save(kit.fill())
    for number in range(5000):
        (kit.folder / f"{number}.txt").write_text("x")


for name, text in {"yesterday": "yesterday", "future": "2999-01-01 00:00:00 UTC",
                   "garbage": "\0\0\0"}.items():
    STRUCTURE.add(f"timestamp-{name}", "a time that is none",
                  answers(files={"timestamp.txt": text}))


@case("the archive that was handed in was not unpacked", **REFUSED, reason="no notebook")
def archive(kit):
    kit.save(b"PK\x03\x04" + bytes(100), "ndcg.zip")


@case("a script instead of a notebook", **REFUSED, reason="no notebook")
def script(kit):
    kit.save(kit.right["dcg-answer"], "ndcg.py")


@case("the notebook is a link to the instructor's source", **REFUSED, reason="link")
def link_to_source(kit):
    (kit.folder / "ndcg.ipynb").symlink_to(kit.secrets["source"])


@case("the notebook is a link to another learner's", **REFUSED, reason="link")
def link_to_neighbour(kit):
    (kit.folder / "ndcg.ipynb").symlink_to(kit.secrets["neighbour"] / "ndcg.ipynb")


@case("a renamed link", score=None, reason="link|no notebook")
def renamed_link(kit):
    (kit.folder / "mine.ipynb").symlink_to(kit.secrets["neighbour"] / "ndcg.ipynb")


@case("a link to nothing", **REFUSED)
def link_to_nothing(kit):
    (kit.folder / "ndcg.ipynb").symlink_to("nowhere.ipynb")


@case("a link in a circle", **REFUSED)
def link_in_a_circle(kit):
    (kit.folder / "ndcg.ipynb").symlink_to("ndcg.ipynb")


@case("the notebook is a link to an endless device", **REFUSED, reason="link")
def link_to_zero(kit):
    (kit.folder / "ndcg.ipynb").symlink_to("/dev/zero")


READS = FOUND + """
import os
for name in ("extra", "extra.txt", "data/extra.txt"):
    try:
        found("a link", name, str(os.listdir(name) if os.path.isdir(name) else open(name, "rb"
              ).read(16)))
    except OSError:
        pass
"""


@case("an extra file is a link to the gradebook", score=ANY)
def extra_link(kit):
    kit.save(kit.fill(extra=[("set-up", READS)]))
    (kit.folder / "extra.txt").symlink_to(kit.secrets["gradebook"])


@case("an extra folder is a link to the class", score=ANY)
def extra_folder_link(kit):
    kit.save(kit.fill(extra=[("set-up", READS)]))
    (kit.folder / "extra").symlink_to(kit.secrets["class"])


@case("a link inside an extra folder", score=ANY)
def extra_deep_link(kit):
    kit.save(kit.fill(extra=[("set-up", READS)]))
    (kit.folder / "data").mkdir()
    (kit.folder / "data" / "extra.txt").symlink_to(kit.secrets["gradebook"])


@case("the whole folder is a link to another learner's", **REFUSED, reason="link")
def folder_link(kit):
    kit.folder.rmdir()
    kit.folder.symlink_to(kit.secrets["neighbour"])


@case("the learner's folder is a link to another learner's", **REFUSED, reason="link")
def student_link(kit):
    kit.folder.rmdir()
    kit.folder.parent.rmdir()
    kit.folder.parent.symlink_to(kit.secrets["neighbour"].parent)


@case("a hard link to the instructor's source", score=ANY)
def hard_link(kit):
    try:
        os.link(kit.secrets["source"], kit.folder / "ndcg.ipynb")
    except OSError:  # another file system
        kit.save(kit.fill())


@case("the notebook is a pipe that nobody writes to", **REFUSED)
def pipe(kit):
    os.mkfifo(kit.folder / "ndcg.ipynb")


@case("a pipe beside the notebook")
def pipe_beside(kit):
    kit.save(kit.fill())
    os.mkfifo(kit.folder / "data.csv")


@case("the notebook is a socket", **REFUSED)
def socket_file(kit):
    here = os.getcwd()
    os.chdir(kit.folder)  # the whole path may be too long for a socket
    try:
        with socket.socket(socket.AF_UNIX) as door:
            door.bind("ndcg.ipynb")
    finally:
        os.chdir(here)


@case("the notebook is a folder", **REFUSED)
def folder_as_notebook(kit):
    (kit.folder / "ndcg.ipynb").mkdir()


@case("the notebook may not be read", score=ANY)
def unreadable(kit):
    kit.save(kit.fill()).chmod(0)


@case("two hundred folders inside one another")
def deep_folders(kit):
    kit.save(kit.fill())
    kit.save("x", "/".join(["d"] * 200) + "/x.txt")


# --- Names of learners -------------------------------------------------------------------------

for name, student in {
        "spaces": " a  b ", "unicode": "Ζωή 🎬", "brackets": "anna[2]", "formula": "=1+1",
        "option": "-rf", "quotes": "a'b;--\"", "long": "x" * 200, "html": "<b onclick=1>x<",
        "braces": "{{7*7}}{0}%s", "newline": "a\nb",
        "backslash": "a\\b", "star": "*", "right-to-left": "\u202egnp.exe", "dollar": "$(id)`id`",
        "comma": "a,b", "at": "@SUM(A1)"}.items():
    STRUCTURE.add(f"name-{name}", "an id is only a text", answers(), student)
