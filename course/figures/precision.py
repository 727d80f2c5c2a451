"""Figures of lesson 02: precision, recall and F1 over the cutoff, and precision against recall."""

import numpy as np

from course.figures import BLUE, GREEN, ORANGE, _canvas, show


def _spread(values, gap):
    """The heights at which labels stand apart by at least `gap`, in the order of `values`."""
    order = np.argsort(values)
    heights = np.array(values, dtype=float)[order]
    for i in range(1, len(heights)):
        heights[i] = max(heights[i], heights[i - 1] + gap)
    heights -= max(0.0, heights[-1] - 1.0)  # nothing leaves the picture at the top
    found = np.empty(len(heights))
    found[order] = heights
    return found


def metrics_by_k(relevance, n_relevant):
    """Precision, recall and F1 of one list as three lines over k, each with its name at the end.

    relevance: 0 or 1, best place first. n_relevant: the user's relevant items in all.
    """
    ks = np.arange(1, len(relevance) + 1)
    hits = np.cumsum(np.asarray(relevance) > 0)
    lines = {
        "precision": (hits / ks, BLUE, "o", "-"),
        "recall": (hits / n_relevant, ORANGE, "s", "--"),
        "F1": (2 * hits / (ks + n_relevant), GREEN, "^", ":"),
    }
    figure, axes = _canvas(6.5, 3.4)
    heights = _spread([values[-1] for values, *_ in lines.values()], 0.07)
    for (name, (values, color, marker, style)), height in zip(lines.items(), heights):
        axes.plot(ks, values, color=color, marker=marker, linestyle=style, linewidth=2)
        axes.text(ks[-1] + 0.12, height, name, color=color, va="center")
    axes.set_xticks(ks, [f"{k}\n{'liked' if hit else 'not liked'}"
                         for k, hit in zip(ks, relevance)])
    axes.set_xlabel("k, and the film in that place")
    axes.set_ylabel("value at k")
    axes.set_xlim(0.7, ks[-1] + 0.9)
    axes.set_ylim(0, 1.07)
    texts = [f"{name} " + ", ".join(f"{value:.3f}" for value in values)
             for name, (values, *_) in lines.items()]
    show(figure, f"Line chart over k = 1 to {len(ks)}. {'; '.join(texts)}. Recall never falls. "
                 f"Precision falls where a film is not liked and rises where one is.")


def precision_recall_path(curves, labelled):
    """Precision against recall, one line a list or model, walked from small k to large k.

    curves: {name: (ks, precisions, recalls)}. labelled: the k that are written at the points.
    """
    looks = ((BLUE, "o", "-"), (ORANGE, "s", "--"), (GREEN, "^", ":"))
    figure, axes = _canvas(6.5, 3.6)
    texts = []
    for (name, (ks, precisions, recalls)), (color, marker, style) in zip(curves.items(), looks):
        axes.plot(recalls, precisions, color=color, linestyle=style, linewidth=1.8)
        coming = [*precisions[1:], 0]
        for k, precision, recall, following in zip(ks, precisions, recalls, coming):
            if k in labelled:
                axes.plot([recall], [precision], color=color, marker=marker)
                below = following > precision  # there the line would run through the text
                axes.annotate(f"k={k}", (recall, precision), xytext=(7, -13 if below else 5),
                              color=color, textcoords="offset points", fontsize=9)
        axes.annotate(name, (recalls[-1], precisions[-1]), xytext=(8, -9), color=color,
                      textcoords="offset points", fontweight="bold")
        at = [f"k={k} precision {p:.3f} recall {r:.3f}" for k, p, r in
              zip(ks, precisions, recalls) if k in labelled]
        texts.append(f"{name}: {', '.join(at)}")
    axes.set_xlabel("recall@k")
    axes.set_ylabel("precision@k")
    highest = max(max(recalls) for _, _, recalls in curves.values())
    axes.set_xlim(0, highest * 1.25)
    axes.set_ylim(0, max(max(precisions) for _, precisions, _ in curves.values()) * 1.12)
    show(figure, "Precision against recall, each line walked from small k on the left to large k "
                 f"on the right. {'; '.join(texts)}.")
