"""How long evaluate takes next to other libraries: the table of ``python -m course bench``.

Every row starts from the same lists, an int array, and the same relevant items, a
DataFrame. Where a library wants other structures, making them is a row of its own. Before
anything is timed, the mean NDCG of every library must agree with ours.
"""

import argparse
import importlib
import math
import os
import subprocess
import sys
import time
import tracemalloc
import warnings

import numpy as np
import pandas as pd
from rich.console import Console
from rich.table import Table

from course.metrics import evaluate

K = 10
SIZES = [(943, 10, 1_669), (100_000, 10, 10_007), (100_000, 100, 10_007)]
BIG = (1_000_000, 100, 10_007)
# Libraries that would take minutes get this many users, and their time is scaled up.
FEWER_USERS = 10_000
SAME = 1e-6


def make_class(n_users, length, n_items, seed=0):
    """Return lists (n_users, length) and a DataFrame of about 10 relevant items a user.

    The frame is in random order. ``n_items`` is a prime number, so that counting on in
    steps of 5003 visits every item once and no list holds an item twice.
    """
    rng = np.random.default_rng(seed)
    first = rng.integers(0, n_items, n_users)
    lists = np.empty((n_users, length), dtype=np.int32)
    for place in range(length):
        lists[:, place] = (first + place) * 5003 % n_items
    # Relevant items stand further and further down the same walk: some within the list.
    n_relevant = rng.integers(1, 20, n_users)
    user = np.repeat(np.arange(n_users), n_relevant)
    steps = np.cumsum(rng.integers(1, 9, len(user)))
    start = np.cumsum(n_relevant) - n_relevant
    place = steps - steps[start][user]
    item = (first[user] + place) * 5003 % n_items
    order = rng.permutation(len(user))
    return lists, pd.DataFrame({"user_id": user[order], "item_id": item[order]})


def best_time(work, repeats):
    """The shortest of several times, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


# A peer is a function (lists, frame) -> (prepare, run, ndcg). `prepare()` makes the library's
# own structures, `run(structures)` computes its metrics, `ndcg(result)` is the mean NDCG.


def implicit_peer(lists, frame):
    ranking = importlib.import_module("implicit.evaluation").ranking_metrics_at_k
    sparse = importlib.import_module("scipy.sparse")
    shape = (len(lists), int(max(lists.max(), frame["item_id"].max())) + 1)

    class Ready:
        def recommend(self, users, rows, N=K, **options):
            return lists[users, :N], None

    def prepare():
        pairs = (frame["user_id"].to_numpy(), frame["item_id"].to_numpy())
        ones = np.ones(len(frame), dtype=np.float32)
        return sparse.csr_matrix((ones, pairs), shape=shape), sparse.csr_matrix(shape)

    def run(matrices):
        relevant, nothing = matrices
        return ranking(Ready(), nothing, relevant, K=K, show_progress=False, num_threads=1)

    return prepare, run, lambda result: result["ndcg"]


def dicts(lists, frame):
    """The lists and relevant items as dicts of dicts of text, as TREC tools want them."""
    scores = np.arange(lists.shape[1], 0, -1).astype(float).tolist()
    run = {
        str(user): dict(zip(map(str, items), scores, strict=True))
        for user, items in enumerate(lists.tolist())
    }
    qrels = {user: {} for user in run}
    for user, item in zip(frame["user_id"].tolist(), frame["item_id"].tolist(), strict=True):
        qrels[str(user)][str(item)] = 1
    return qrels, run


def ranx_peer(lists, frame):
    ranx = importlib.import_module("ranx")
    names = [f"{name}@{K}" for name in ("precision", "recall", "hit_rate", "map", "mrr", "ndcg")]

    def prepare():
        qrels, run = dicts(lists, frame)
        return ranx.Qrels(qrels), ranx.Run(run)

    def run(structures):
        return ranx.evaluate(*structures, names, save_results_in_run=False)

    return prepare, run, lambda result: float(result[f"ndcg@{K}"])


def pytrec_eval_peer(lists, frame):
    pytrec_eval = importlib.import_module("pytrec_eval")
    names = {f"P.{K}", f"recall.{K}", f"success.{K}", f"map_cut.{K}", "recip_rank", f"ndcg_cut.{K}"}

    def run(structures):
        qrels, lists_ = structures
        return pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(lists_)

    def ndcg(result):
        return sum(user[f"ndcg_cut_{K}"] for user in result.values()) / len(lists)

    return lambda: dicts(lists, frame), run, ndcg


def ir_measures_peer(lists, frame):
    ir = importlib.import_module("ir_measures")
    names = [ir.P @ K, ir.R @ K, ir.Success @ K, ir.AP @ K, ir.RR @ K, ir.nDCG @ K]

    def run(structures):
        return ir.calc_aggregate(names, *structures)

    return lambda: dicts(lists, frame), run, lambda result: result[ir.nDCG @ K]


def scikit_learn_peer(lists, frame, ignore_ties=False):
    ndcg_score = importlib.import_module("sklearn.metrics").ndcg_score

    def prepare():
        # One row a user: the list, then the relevant items that it missed.
        wanted = [set() for _ in range(len(lists))]
        for user, item in zip(frame["user_id"].tolist(), frame["item_id"].tolist(), strict=True):
            wanted[user].add(item)
        width = lists.shape[1] + max(map(len, wanted))
        truth = np.zeros((len(lists), width))
        for user, items in enumerate(lists.tolist()):
            hits = [item in wanted[user] for item in items]
            truth[user, : len(items)] = hits
            truth[user, len(items) : len(items) + len(wanted[user]) - sum(hits)] = 1
        return truth, np.tile(np.arange(width, 0.0, -1.0), (len(lists), 1))

    def run(structures):
        return ndcg_score(*structures, k=K, ignore_ties=ignore_ties)

    return prepare, run, float


def scikit_learn_no_ties_peer(lists, frame):
    return scikit_learn_peer(lists, frame, ignore_ties=True)


def loop_peer(lists, frame):
    """What one would write first: for every user a set of relevant items and a loop."""
    discounts = [1 / math.log2(rank + 1) for rank in range(1, K + 1)]
    ideals = [sum(discounts[:n]) for n in range(K + 1)]

    def prepare():
        wanted = [set() for _ in range(len(lists))]
        for user, item in zip(frame["user_id"].tolist(), frame["item_id"].tolist(), strict=True):
            wanted[user].add(item)
        return lists[:, :K].tolist(), wanted

    def run(structures):
        rows = []
        for items, wanted in zip(*structures, strict=True):
            hits, precisions, first, dcg = 0, 0.0, 0.0, 0.0
            for place, item in enumerate(items):
                if item in wanted:
                    hits += 1
                    precisions += hits / (place + 1)
                    first = first or 1 / (place + 1)
                    dcg += discounts[place]
            n = len(wanted)
            if n:
                ndcg = dcg / ideals[min(n, K)]
                rows.append((hits / K, hits / n, hits > 0, precisions / n, first, ndcg))
            else:
                rows.append((0.0, 0.0, False, 0.0, 0.0, 0.0))
        return rows

    return prepare, run, lambda rows: sum(row[5] for row in rows) / len(rows)


# Name, function, what it computes, and whether it gets fewer users when there are many.
PEERS = [
    ("implicit, 1 thread", implicit_peer, "3 metrics and AUC", False),
    ("Python loop over users", loop_peer, "6 metrics", False),
    ("scikit-learn, ignore_ties", scikit_learn_no_ties_peer, "NDCG only", True),
    ("scikit-learn", scikit_learn_peer, "NDCG only", True),
    ("pytrec_eval", pytrec_eval_peer, "6 metrics", True),
    ("ir_measures", ir_measures_peer, "6 metrics", True),
    ("ranx, compiled before", ranx_peer, "6 metrics", True),
]


def measure(console, n_users, length, n_items):
    """Print the table of one size."""
    lists, frame = make_class(n_users, length, n_items)
    in_order = frame.sort_values(["user_id", "item_id"], ignore_index=True)
    repeats = 20 if n_users < FEWER_USERS else 5
    rows = []
    with console.status(f"{n_users:,} x {length}: ours"):
        ours = best_time(lambda: evaluate(lists, frame, K), repeats)
        in_order_time = best_time(lambda: evaluate(lists, in_order, K), repeats)
    for name, peer, computes, fewer in PEERS:
        console.print(f"  {n_users:,} x {length}: {name} …", style="dim")
        some, part = min(n_users, FEWER_USERS) if fewer else n_users, frame
        if some < n_users:
            part = frame[frame["user_id"] < some]
            computes += f"; on {some:,} users, scaled"
        try:
            prepare, run, ndcg = peer(lists[:some], part)
        except ImportError as error:
            rows.append((name, f"not installed ({error.name})", None))
            continue
        # The first call also compiles, where a library does; it is not timed.
        structures = prepare()
        theirs = ndcg(run(structures))
        mine = evaluate(lists[:some], part, K)[f"ndcg@{K}"]
        # implicit leaves users without relevant items out; in this class there are none.
        if abs(theirs - mine.mean()) > SAME:
            raise SystemExit(f"{name} gives NDCG@{K} = {theirs}, ours is {mine.mean()}.")
        scale = n_users / some
        slow = 1 if n_users >= FEWER_USERS and fewer else min(repeats, 5)
        making = best_time(prepare, slow) * scale
        alone = best_time(lambda run=run, ready=structures: run(ready), slow) * scale
        rows.append((f"{name}, structures ready", computes, alone))
        rows.append((f"{name}, with conversion", computes, making + alone))
        del structures
        # A machine has slow moments: ours is timed beside every other, and the best counts.
        ours = min(ours, best_time(lambda: evaluate(lists, frame, K), repeats))
        in_order_time = min(in_order_time, best_time(lambda: evaluate(lists, in_order, K), repeats))

    table = Table(title=f"{n_users:,} users x {length} items, {len(frame):,} relevant, k={K}")
    for heading in ("who", "computes", "ms", "ratio"):
        right = heading in ("ms", "ratio")
        table.add_column(heading, justify="right" if right else "left")
    ours_rows = [
        ("ours, with conversion", "8 metrics", ours),
        ("ours, DataFrame sorted by user and item", "8 metrics", in_order_time),
    ]
    for name, computes, seconds in ours_rows + rows:
        if seconds is None:
            table.add_row(name, computes, "", "")
        else:
            table.add_row(name, computes, f"{seconds * 1e3:,.1f}", f"{seconds / ours:,.2f}")
    console.print(table)


def measure_big():
    """Time and memory of evaluate alone at the largest size; prints three numbers."""
    lists, frame = make_class(*BIG)
    inputs = lists.nbytes + frame.memory_usage(index=False).sum()
    seconds = best_time(lambda: evaluate(lists, frame, K), 2)
    tracemalloc.start()
    evaluate(lists, frame, K)
    print(seconds, tracemalloc.get_traced_memory()[1], inputs)


def main(argv=None):
    """Run the benchmark; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m course bench", description=main.__doc__)
    parser.add_argument("--quick", action="store_true", help="only the first size")
    parser.add_argument("--big", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.big:
        measure_big()
        return 0
    # implicit warns, rightly, when the linear algebra library starts threads of its own.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    warnings.filterwarnings("ignore")
    console = Console(width=max(Console().width, 110))
    console.print("Best of several times; ratio = time / ours. Nothing else should be running.")
    for size in SIZES[:1] if options.quick else SIZES:
        measure(console, *size)
    if not options.quick:
        with console.status("1,000,000 x 100, ours alone"):
            run = subprocess.run(
                [sys.executable, "-m", "course.bench", "--big"],
                capture_output=True,
                text=True,
                check=True,
            )
        seconds, peak, inputs = map(float, run.stdout.split())
        console.print(
            f"1,000,000 x 100, ours alone: {seconds:.2f} s. Peak memory beyond the inputs "
            f"({inputs / 1e6:,.0f} MB): {peak / 1e6:,.0f} MB, as tracemalloc counts it."
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
