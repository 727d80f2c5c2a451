"""Figures of lesson 06: who is shown how often, and what variety costs."""

import numpy as np
from matplotlib.figure import Figure

from course.figures import BLUE, GREEN, ORANGE, _canvas, show

LOOKS = ((BLUE, "o", "-"), (ORANGE, "s", "--"), (GREEN, "^", ":"))


def exposure(counts, ginis):
    """One panel a system: how often each film is shown, the most popular film on the left.

    counts: {name: array of counts by film}. ginis: {name: its Gini index}.
    """
    figure = Figure(figsize=(7.5, 2.5))
    panels = figure.subplots(1, len(counts), sharey=True)
    texts = []
    for axes, (name, shown), (color, _, _) in zip(panels, counts.items(), LOOKS):
        films = np.arange(len(shown))
        axes.spines[["top", "right"]].set_visible(False)
        axes.bar(films, shown, color=color, width=0.75)
        axes.set_title(f"{name}: Gini {ginis[name]:.3f}", fontsize=10)
        axes.set_xticks(films)
        axes.set_xlabel("film, by popularity", fontsize=9)
        texts.append(f"{name} shows the films {', '.join(str(int(n)) for n in shown)} times, "
                     f"Gini {ginis[name]:.3f}")
    panels[0].set_ylabel("times shown")
    figure.tight_layout()
    show(figure, "Three bar charts of how often each film is shown, films ordered by "
                 f"popularity. {'; '.join(texts)}. The flatter the bars, the smaller the index.")


def coverage_by_users(users, lines):
    """Coverage against the number of users whose lists are counted, one line a model.

    users: numbers of users. lines: {name: coverages}, up to three of them.
    """
    figure, axes = _canvas(6.5, 3.3)
    texts = []
    for (name, values), (color, marker, style) in zip(lines.items(), LOOKS):
        axes.plot(users, values, color=color, marker=marker, linestyle=style, linewidth=1.8)
        axes.annotate(name, (users[-1], values[-1]), xytext=(9, 0), color=color, va="center",
                      textcoords="offset points", fontweight="bold")
        texts.append(f"{name} from {values[0]:.3f} to {values[-1]:.3f}")
    axes.set_xlabel("users whose lists are counted")
    axes.set_ylabel("coverage")
    axes.set_ylim(0, 1.05)
    axes.set_xlim(0, users[-1] * 1.22)
    show(figure, f"Line chart of coverage against the number of users, {users[0]} to {users[-1]}. "
                 f"Every line rises: {', '.join(texts)}.")


def trade_off_curve(points, alone):
    """NDCG against intra-list diversity: one line over MMR's trade-off, and lone points.

    points: {trade_off: (diversity, ndcg)}, from 1 downwards. alone: {name: (diversity, ndcg)}.
    """
    figure, axes = _canvas(6.8, 3.9)
    places = np.array(list(points.values()))
    axes.plot(places[:, 0], places[:, 1], color=BLUE, marker="o", linewidth=1.8)
    for trade_off, place in points.items():
        axes.annotate(f"{trade_off:g}", place, xytext=(5, 6), textcoords="offset points",
                      color=BLUE, fontsize=9)
    axes.annotate("ALS with MMR;\nthe number is the trade-off", places[0], xytext=(-4, -38),
                  textcoords="offset points", color=BLUE, fontsize=9)
    for (name, place), (color, marker, _) in zip(alone.items(), LOOKS[1:]):
        axes.plot(*place, color=color, marker=marker, markersize=8, linestyle="none")
        axes.annotate(name, place, xytext=(9, -3), textcoords="offset points", color=color,
                      fontweight="bold")
    axes.set_xlabel("intra-list diversity (genres)")
    axes.set_ylabel("NDCG@10")
    axes.set_ylim(0, places[:, 1].max() * 1.15)
    everything = np.vstack([places, list(alone.values())])
    axes.set_xlim(everything[:, 0].min() - 0.02, everything[:, 0].max() + 0.03)
    line = ", ".join(f"{t:g}: {d:.3f} and {n:.3f}" for t, (d, n) in points.items())
    lone = ", ".join(f"{name}: {d:.3f} and {n:.3f}" for name, (d, n) in alone.items())
    show(figure, "NDCG@10 against intra-list diversity. Along MMR's trade-off, diversity and NDCG "
                 f"are {line}: NDCG falls slowly at first, and faster later. Lone points: "
                 f"{lone}.")


def long_tail(counts):
    """How often each film is recommended, by popularity rank, both axes logarithmic.

    counts: {name: array of counts, the most popular film first}, up to three models.
    """
    figure, axes = _canvas(7.2, 4.0)
    texts = []
    for (name, shown), (color, marker, _) in zip(counts.items(), LOOKS):
        ranks = np.flatnonzero(shown) + 1
        axes.plot(ranks, shown[ranks - 1], color=color, marker=marker, markersize=4,
                  alpha=0.55, linestyle="none")
        never = int(np.sum(shown == 0))
        texts.append(f"{name} never shows {never} of {len(shown)} films and shows the most shown "
                     f"one {int(shown.max())} times")
        axes.plot([], [], color=color, marker=marker, linestyle="none",
                  label=f"{name}: {never:,} films never shown")
    axes.axvline(len(shown) / 10, ymax=0.7, color="#555555", linestyle="--", linewidth=1.2)
    axes.annotate("right of the line: nine\ntenths of the films", (len(shown) / 10, 0.7),
                  xycoords=("data", "axes fraction"), xytext=(5, 0), va="top", fontsize=9,
                  textcoords="offset points", color="#555555")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_ylim(0.8, 3 * max(found.max() for found in counts.values()))
    axes.set_xlabel("popularity rank of the film (1: rated most often)")
    axes.set_ylabel("times recommended")
    axes.legend(frameon=False, fontsize=9, loc="upper right")
    show(figure, "Scatter plot of times recommended against popularity rank, one dot a film. "
                 f"{'; '.join(texts)}.")
