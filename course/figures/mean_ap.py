"""Figures of lesson 03: what order does to AP, RR and NDCG, and what the divisor does to AP."""

import numpy as np

from course.figures import BLUE, GREEN, ORANGE, _canvas, show

BLACK = "#000000"
# By the rank of the first hit: colour, marker, line. Told apart in grey too.
LOOKS = {1: (BLUE, "o", "-"), 2: (ORANGE, "s", "--"), 3: (GREEN, "^", "-."), 4: (BLACK, "D", ":")}


def ten_lists(table):
    """One line a list, across metrics: lists that precision holds equal fan out.

    table: DataFrame, one row a list (its index says the pattern, such as "1 0 0 1 0"), one
        column a metric, values from 0 to 1. The first hit of every list is at rank 4 or above.
    """
    figure, axes = _canvas(7.2, 4.6)
    places = np.arange(table.shape[1])
    for pattern, row in table.iterrows():
        first = pattern.split().index("1") + 1
        color, marker, line = LOOKS[first]
        axes.plot(places, row, color=color, marker=marker, linestyle=line, linewidth=1.3,
                  markersize=5, label=f"first hit at rank {first}")
    last = table.iloc[:, -1]
    for (pattern, value), height in zip(last.items(), _apart(last.to_numpy(), 0.055)):
        color = LOOKS[pattern.split().index("1") + 1][0]
        axes.annotate(pattern, (places[-1], value), xytext=(places[-1] + 0.22, height),
                      color=color, va="center", fontsize=9, family="monospace",
                      arrowprops={"arrowstyle": "-", "color": color, "linewidth": 0.6})
    handles, labels = axes.get_legend_handles_labels()
    legend = dict(zip(labels, handles))
    axes.legend(legend.values(), legend.keys(), frameon=False, loc="lower left", ncols=2,
                fontsize=9)
    axes.set_xticks(places, table.columns)
    axes.set_xlim(-0.2, places[-1] + 0.95)
    axes.set_ylim(0, 1.08)
    axes.set_ylabel("value")
    spreads = ", ".join(
        f"{name} {len(values.round(6).unique())} ({values.min():.3f} to {values.max():.3f})"
        for name, values in table.items())
    show(figure, f"Line chart of {len(table)} lists with two hits each, one line a list, across "
                 f"the metrics. Number of different values, and range: {spreads}. All lines start "
                 "at one point under precision and fan out under the others.")


def _apart(values, gap):
    """Heights near `values`, at least `gap` from each other, in the same order."""
    order = np.argsort(values)
    heights = np.asarray(values, dtype=float)[order]
    for _ in range(200):
        close = np.flatnonzero(np.diff(heights) < gap - 1e-9)
        if not len(close):
            break
        for place in close:
            missing = gap - (heights[place + 1] - heights[place])
            heights[place] -= missing / 2
            heights[place + 1] += missing / 2
    spread = np.empty_like(heights)
    spread[order] = heights
    return spread


def weights_of_places(depth=10):
    """What a hit at each rank adds: RR and NDCG by its place, AP by the hits above it too."""
    ranks = np.arange(1, depth + 1)
    log, alone = 1 / np.log2(ranks + 1), 1 / ranks
    figure, axes = _canvas(7.2, 4.0)
    axes.fill_between(ranks, alone, 1, color=BLUE, alpha=0.13, linewidth=0)
    axes.plot(ranks, np.ones(depth), color=BLUE, marker="v", linestyle=":")
    axes.plot(ranks, log, color=ORANGE, marker="s", linestyle="--")
    axes.plot(ranks, alone, color=BLUE, marker="o")
    middle = (1 + depth) / 2
    axes.text(middle, 0.965, "AP, if every place above is a hit: 1", color=BLUE, va="top",
              ha="center")
    axes.text(middle, 0.72, "AP: anything in the band,\nby the hits above", color=BLUE, va="center",
              ha="center")
    axes.text(0.4 * depth, 0.49, "NDCG: 1 / log2(rank + 1), whatever stands above", color=ORANGE)
    axes.text(1, 0.04, "RR, and AP if no place above is a hit: 1 / rank", color=BLUE)
    axes.set_xticks(ranks)
    axes.set_xlabel("rank of the hit")
    axes.set_ylabel("what the hit adds, before dividing")
    axes.set_ylim(0, 1.05)
    show(figure, f"Line chart of what a hit at ranks 1 to {depth} adds. NDCG has one curve, from "
                 f"1 down to {log[-1]:.3f}. RR has 1 / rank, down to {alone[-1]:.3f}. AP has a "
                 "shaded band: at least 1 / rank when no hit stands above, up to 1 when every "
                 "place above is a hit.")


def ap_against_relevant(n_relevants, over_relevant, over_min, k):
    """AP of one fixed list against the user's number of relevant items, for both divisors.

    n_relevants: R, rising. over_relevant, over_min: AP with R and with min(k, R) below the line.
    """
    figure, axes = _canvas(7.0, 3.7)
    axes.plot(n_relevants, over_relevant, color=BLUE, marker="o", markersize=5)
    axes.plot(n_relevants, over_min, color=ORANGE, marker="s", markersize=4, linestyle="--")
    axes.axvline(k, color=BLACK, linestyle=":", linewidth=1)
    axes.text(k + 0.3, over_min[0], f"R = k = {k}: from here on they part", va="center")
    axes.text(n_relevants[-1], over_min[-1] + 0.02, "divided by min(k, R)", color=ORANGE,
              ha="right", va="bottom")
    axes.text(n_relevants[-1], over_relevant[-1] + 0.03, "divided by R", color=BLUE, ha="right",
              va="bottom")
    axes.set_xlabel("R, the user's relevant items")
    axes.set_ylabel(f"AP@{k} of the same list")
    axes.set_ylim(0, max(over_min) * 1.08)
    show(figure, f"Line chart of AP at {k} of one fixed list against R. Up to R = {k} both "
                 f"divisors give the same falling curve, from {over_min[0]:.3f} to "
                 f"{over_min[n_relevants.index(k)]:.3f}. Beyond, min(k, R) stays at "
                 f"{over_min[-1]:.3f}, and R falls on to {over_relevant[-1]:.3f} at R = "
                 f"{n_relevants[-1]}.")
