"""The example class: eight learners, each with a typical way to do the NDCG assignment.

Their notebooks are the release with chosen answers filled in, as a learner would have done.
"""

import copy
import re
from pathlib import Path

import nbformat

from course.grading.batch import Class, grade_class, publish
from course.grading.master import masters

ASSIGNMENT, NOTEBOOK = "04-ndcg", "ndcg"

ESSAY = """That is not so. Recall counts how many relevant items are in the list, and NDCG also
asks where they stand. For a user with two relevant items, `[1, 0, 0, 1, 0]` and `[0, 0, 0, 1, 1]`
both have recall@5 of 1, but the first list shows one of them at once, so its NDCG is higher."""

IDEAL_FROM_LIST = '''def ndcg_at_k(relevance, k, ideal):
    discounts = 1 / np.log2(np.arange(2, k + 2))
    shown = np.asarray(relevance, dtype=float)[:k]
    best = np.sort(shown)[::-1]
    if best.sum() == 0:
        return 0.0
    weights = discounts[:len(shown)]
    return float(np.sum(shown * weights) / np.sum(best * weights))
'''

OFF_BY_ONE_DCG = '''def dcg_at_k(relevance, k):
    total = 0
    for rank, gain in enumerate(relevance[:k], start=1):
        if rank == 1:
            total += gain
        else:
            total += gain / np.log2(rank)
    return total
'''

OFF_BY_ONE_NDCG = '''def ndcg_at_k(relevance, k, ideal):
    def dcg(grades):
        return sum(g / np.log2(max(rank, 2)) for rank, g in enumerate(grades[:k], start=1))
    best = dcg(sorted(ideal, reverse=True))
    return dcg(relevance) / best if best > 0 else 0
'''

NEVER_ENDS = '''def dcg_at_k(relevance, k):
    total, rank = 0, 1
    while rank <= min(k, len(relevance)):
        total += relevance[rank - 1] / np.log2(rank + 1)
    return total
'''

WARNS = '''def dcg_at_k(relevance, k):
    import sys
    import warnings
    warnings.warn("converting the list to an array")
    print("dcg_at_k was called with k =", k, file=sys.stderr)
    shown = np.asarray(relevance, dtype=float)[:k]
    return np.sum(shown / np.log2(np.arange(2, len(shown) + 2)))
'''

LATER = ("ndcg-answer", "recall-answer", "gain-answer", "mean-answer", "written-answer")

# learner -> (answers that differ from the right ones; None leaves the cell untouched, cells copied)
LEARNERS = {
    "alba": ({}, []),
    "bruno": ({"ndcg-answer": IDEAL_FROM_LIST}, []),
    "chen": ({"dcg-answer": OFF_BY_ONE_DCG, "ndcg-answer": OFF_BY_ONE_NDCG}, []),
    "dana": (dict.fromkeys(LATER), []),
    "emeka": ({"dcg-answer": WARNS}, []),
    "farah": (dict.fromkeys(("by-hand-answer", "dcg-answer", *LATER)), []),
    "goran": ({"dcg-answer": NEVER_ENDS}, []),
    "hana": ({}, ["ndcg-answer"]),
}

# Three of the written answers have been read and marked, so that the table shows both kinds.
MARKS = {"alba": 3, "emeka": 3, "hana": 3}


def make_class(folder, source):
    """Write the learners' submissions below `folder`/submitted."""
    master = masters(source, ASSIGNMENT)[0]
    right = right_answers(Path(source, ASSIGNMENT, master.filename))
    for learner, (changes, copied) in LEARNERS.items():
        notebook = fill(master.released, {**right, **changes}, copied)
        target = Class(Path(folder)).submission(learner, ASSIGNMENT) / master.filename
        target.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, target)


def right_answers(path):
    """{answer cell: the instructor's solution}, and an essay for the written one."""
    answers = {}
    for cell in nbformat.read(path, as_version=4).cells:
        if not cell.metadata.nbgrader["solution"]:
            continue
        if cell.cell_type == "markdown":
            answers[cell.id] = ESSAY
        else:
            # Without the marks of the solution, and the placeholders that it replaces.
            answers[cell.id] = re.sub(r"^( *### (BEGIN|END) SOLUTION|\w+ = \.\.\.)\n?", "",
                                      cell.source, flags=re.MULTILINE)
    return answers


def fill(released, answers, copied=()):
    """The released notebook with answers filled in, and some cells copied as Jupyter copies."""
    notebook = copy.deepcopy(released)
    cells = []
    for cell in notebook.cells:
        if answers.get(cell.id) is not None:
            cell.source = answers[cell.id]
        cells.append(cell)
        if cell.id in copied:
            twin = copy.deepcopy(cell)
            twin.id = cell.id + "-copy"
            cells.append(twin)
    notebook.cells = cells
    return notebook


def grade_example(folder, source, data, **options):
    """Make the example class in `folder`, grade it, and return the rows of its table."""
    make_class(folder, source)
    rows = grade_class(folder, ASSIGNMENT, source=source, data=data, **options)
    where = Class(Path(folder))
    with where.book() as book:
        unmarked = [name for name in MARKS
                    if book.marks(ASSIGNMENT, name)[NOTEBOOK, "written-answer"][0] is None]
        if not unmarked:
            return rows
        for name in unmarked:
            book.mark(ASSIGNMENT, name, NOTEBOOK, "written-answer", MARKS[name])
        return publish(where, book, masters(source, ASSIGNMENT))
