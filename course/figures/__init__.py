"""Plots that lessons share: one colour-blind-safe palette, and alt text with every figure."""

import io

import numpy as np
from IPython.display import Image, display
from matplotlib.figure import Figure

# Okabe and Ito (2008): told apart with every common kind of colour vision.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#BBBBBB"


def _canvas(width, height):
    # A Figure of its own, not pyplot's: the notebook's plotting set-up stays the learner's.
    figure = Figure(figsize=(width, height))
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def show(figure, alt):
    """Display a matplotlib figure as a picture with alternative text.

    alt: one or two sentences that say what the picture shows, for those who cannot see it.
    """
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110, bbox_inches="tight",
                   metadata={"Software": None})
    display(Image(picture.getvalue(), format="png", alt=alt))


def discounted_gains(titles, grades):
    """Bars of gain x discount for a shown list, its ideal order as outlines behind.

    titles: film titles, in the order shown. grades: their grades, linear gain.
    """
    grades = np.asarray(grades, dtype=float)
    places = np.arange(1, len(grades) + 1)
    discounts = 1 / np.log2(places + 1)
    shown, ideal = grades * discounts, np.sort(grades)[::-1] * discounts
    figure, axes = _canvas(7.5, 3.2)
    axes.bar(places, ideal, width=0.72, fill=False, edgecolor=ORANGE, linestyle="--",
             label="ideal order")
    axes.bar(places, shown, width=0.5, color=BLUE, label="order shown")
    for place, value in zip(places, shown):
        axes.text(place, value + 0.06, f"{value:.3f}", ha="center", color=BLUE)
    labels = [f"{title}\ngrade {grade:g}" for title, grade in zip(titles, grades)]
    axes.set_xticks(places, labels, fontsize=8.5)
    axes.set_ylabel("gain × discount")
    axes.set_ylim(0, ideal.max() * 1.15)
    axes.legend(frameon=False)
    values = ", ".join(f"{title} {value:.3f}" for title, value in zip(titles, shown))
    bests = ", ".join(f"{value:.3f}" for value in ideal)
    show(figure, f"Bar chart of gain times discount in the order shown: {values}. "
                 f"Dashed outlines show the ideal order: {bests}.")


def weights_by_rank(depth=10):
    """The weight of each rank under DCG's logarithm and under reciprocal rank."""
    ranks = np.arange(1, depth + 1)
    log, reciprocal = 1 / np.log2(ranks + 1), 1 / ranks
    figure, axes = _canvas(6.5, 3.2)
    for values, color, marker, label in ((log, BLUE, "o", "NDCG: 1 / log2(rank + 1)"),
                                         (reciprocal, ORANGE, "s", "RR: 1 / rank")):
        axes.plot(ranks, values, color=color, marker=marker, label=label)
    axes.set_xticks(ranks)
    axes.set_xlabel("rank")
    axes.set_ylabel("weight")
    axes.set_ylim(0, 1.05)
    axes.legend(frameon=False)
    show(figure, f"Line chart of the weight of ranks 1 to {depth}. Both lines start at 1. At rank "
                 f"{depth} NDCG's weight is {log[-1]:.3f} and that of reciprocal rank "
                 f"{reciprocal[-1]:.3f}.")
