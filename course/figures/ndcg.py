"""Figures of lesson 04: where an order earns its DCG, and what a first stage leaves over."""

import numpy as np

from course.figures import BLUE, GREEN, ORANGE, _canvas, show


def gains_by_place(orders):
    """One row a list: its discounted gains end to end, so that a bar's length is its DCG.

    orders: {name: grades, best place first}; every list holds the same grades.
    """
    colors, hatches = {3: BLUE, 2: ORANGE, 1: GREEN}, {3: "", 2: "//", 1: "xx"}
    figure, axes = _canvas(7.0, 0.62 * len(orders) + 1.2)
    totals = {}
    for row, (name, grades) in enumerate(orders.items()):
        start = 0.0
        for rank, grade in enumerate(grades, start=1):
            width = grade / np.log2(rank + 1)
            if width == 0:
                continue
            axes.barh(row, width, left=start, height=0.55, color=colors[grade], alpha=0.85,
                      hatch=hatches[grade], edgecolor="white")
            axes.text(start + width / 2, row, f"{grade}", ha="center", va="center",
                      fontweight="bold", bbox={"facecolor": "white", "edgecolor": "none",
                                               "boxstyle": "circle,pad=0.2"})
            start += width
        totals[name] = start
    best = np.sort(next(iter(orders.values())))[::-1]
    ideal = float(np.sum(best / np.log2(np.arange(len(best)) + 2)))
    axes.axvline(ideal, color="black", linestyle="--", linewidth=1.2)
    axes.text(ideal, -0.62, f"ideal {ideal:.3f}", ha="center", va="bottom")
    for row, total in enumerate(totals.values()):  # in a column of their own, clear of the line
        axes.text(ideal * 1.03, row, f"DCG {total:.3f}", va="center")
    axes.set_yticks(range(len(orders)), [f"{name}: {grades}" for name, grades in orders.items()])
    axes.set_ylim(len(orders) - 0.5, -0.5)
    axes.set_xlim(0, ideal * 1.2)
    axes.set_xlabel("DCG, piece by piece; the number in a piece is the film's grade")
    values = ", ".join(f"{name} {value:.3f}" for name, value in totals.items())
    show(figure, "Bar chart of three orders of the same films. The length of a bar is its DCG: "
                 f"{values}. A dashed line marks the ideal DCG, {ideal:.3f}. The later the films "
                 "with high grades come, the shorter the bar.")


def ceiling_of_second_stage(n_wanted, ceilings):
    """The best NDCG that a ranker can reach, against the recall of the candidates it was given.

    n_wanted: the user's relevant films. ceilings: the best NDCG with 0, 1, ... n_wanted of them.
    """
    recall = np.arange(n_wanted + 1) / n_wanted
    figure, axes = _canvas(6.0, 3.6)
    axes.plot(recall, ceilings, color=BLUE, marker="o")
    axes.plot(recall, recall, color=ORANGE, linestyle=":", linewidth=1.5)
    axes.text(0.6, 0.46, "equal to recall", color=ORANGE, ha="left", va="top")
    for share, value in zip(recall[1:], ceilings[1:]):
        axes.annotate(f"{value:.3f}", (share, value), xytext=(-4, 7), ha="right",
                      textcoords="offset points", fontsize=9)
    axes.set_xlabel(f"recall of the candidates ({n_wanted} films wanted)")
    axes.set_ylabel("best NDCG that ranking can reach")
    axes.set_ylim(0, 1.1)
    axes.set_xlim(-0.02, 1.05)
    values = ", ".join(f"{share:.0%} {value:.3f}" for share, value in zip(recall, ceilings))
    show(figure, "Line chart. The more of the wanted films the candidates hold, the higher NDCG "
                 f"a perfect ranker can reach: {values}. The line rises above the diagonal, "
                 "because the best places weigh most.")
