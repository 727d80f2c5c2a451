"""Figures of lesson 01-why-not-rmse: Mara's two models, and error against order."""

import numpy as np

from course.figures import BLUE, GREEN, GREY, ORANGE, _canvas, show

DARK = "#444444"  # text and lines that are to be read, not only seen


def two_models(titles, true, models, highlight):
    """A slope chart: a line a film, from one model over the true stars to the other model.

    The alt text is made for Mara: the first model crosses lines, the second one only sinks.

    titles, true: the films and their stars. models: {name: (predictions, text below the name)},
    two of them. highlight: the title of the film to follow.
    """
    (left, (first, below)), (right, (second, beside)) = models.items()
    figure, axes = _canvas(7.8, 5.0)
    for title, stars in zip(titles, zip(first, true, second, strict=True), strict=True):
        followed = title == highlight
        axes.plot([0, 1, 2], stars, color=ORANGE if followed else BLUE,
                  linestyle="--" if followed else "-", marker="s" if followed else "o",
                  linewidth=2.4 if followed else 1.4, zorder=3 if followed else 2)
        for place, side in ((0, "right"), (2, "left")):
            text = f"{title}  {stars[0]:.1f}" if place == 0 else f"{stars[2]:.1f}  {title}"
            axes.annotate(text, (place, stars[place]), xytext=(-8 if place == 0 else 8, 0),
                          textcoords="offset points", ha=side, va="center", fontsize=8.5,
                          color=ORANGE if followed else DARK,
                          fontweight="bold" if followed else "normal")
    axes.set_xticks([0, 1, 2], [f"{left}\n{below}", "Mara's stars", f"{right}\n{beside}"])
    axes.set_xlim(-1.2, 3.2)
    axes.set_ylim(0, 5.3)
    axes.set_ylabel("stars")
    axes.grid(axis="y", color=GREY, linewidth=0.5, alpha=0.6)
    firsts = [titles[int(np.argmax(stars))] for stars in (first, second)]
    gap = max(b - t for b, t in zip(second, true, strict=True))
    show(figure, f"Slope chart of {len(titles)} films. {left} ({below}) stays near Mara's stars, "
                 f"but its lines cross: {firsts[0]} is on top with {max(first):g}. All lines fall "
                 f"towards {right} ({beside}), by {-gap:.1f} stars or more, none crosses another, "
                 f"and {firsts[1]} stays on top.")


def error_against_order(models, baseline, metric="NDCG@10"):
    """One point a model, its RMSE on x and a ranking metric on y; a baseline as a line.

    models: {name: (rmse, value)}. baseline: (name, value) of a model without an RMSE.
    """
    figure, axes = _canvas(7.0, 3.8)
    styles = [(BLUE, "o"), (GREEN, "^"), (DARK, "D"), (ORANGE, "s")]
    for (name, (rmse, value)), (color, marker) in zip(models.items(), styles):
        axes.plot(rmse, value, color=color, marker=marker, markersize=9, linestyle="none")
        last = rmse == max(point[0] for point in models.values())
        closest = rmse == min(point[0] for point in models.values())  # room only above its mark
        axes.annotate(name, (rmse, value), xytext=(-10 if last else 10, 8 if closest else -1),
                      textcoords="offset points", ha="right" if last else "left", va="center",
                      color=color)
    name, value = baseline
    axes.axhline(value, color=DARK, linestyle=":", linewidth=1.4)
    axes.annotate(f"{name} (predicts no stars)", (1, value), xycoords=("axes fraction", "data"),
                  xytext=(0, 4), textcoords="offset points", ha="right", color=DARK)
    low, high = (f(point[0] for point in models.values()) for f in (min, max))
    axes.set_xlim(low - 0.1 * (high - low), high + 0.1 * (high - low))
    axes.set_ylim(-0.02, 1.15 * max(point[1] for point in models.values()))
    axes.set_xlabel("RMSE in stars (further left is closer)")
    axes.set_ylabel(f"{metric} (higher is better)")
    closest, best = (key(models, key=lambda name: models[name][which])
                     for key, which in ((min, 0), (max, 1)))
    points = ", ".join(f"{name} {r:.3f} and {v:.3f}" for name, (r, v) in models.items())
    show(figure, f"Scatter plot, one point a model, RMSE and {metric}: {points}. {closest} has the "
                 f"lowest RMSE, and {best} the highest {metric}. A dotted line marks "
                 f"{name} at {value:.3f}.")
