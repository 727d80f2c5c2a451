"""Two figures of a graded class, for a page and for a slide: the scores, and the questions.

Both give (PNG bytes, alt text). Grey copies stay readable: neighbours differ in lightness, and
one of them is hatched. No learner is named.
"""

import io

from course.figures import BLUE, GREY, _canvas

LIGHT_ORANGE, YELLOW = "#E69F00", "#F0E442"  # the rest of Okabe and Ito's that is needed here
SMALL, LARGE = 12, 13.5  # points; still readable when a phone shows the figure in 360 pixels

# What became of a question -> colour, hatch, colour of the number in it.
LOOKS = {
    "correct": (BLUE, "", "white"),
    "partly": (YELLOW, "", "black"),
    "wrong": (LIGHT_ORANGE, "", "black"),
    "not attempted": ("white", "///", "black"),
    "no mark yet": (GREY, "", "black"),
}


def _png(figure, alt):
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=160, bbox_inches="tight", facecolor="white",
                   metadata={"Software": None, "Description": alt})
    return picture.getvalue(), alt


def scores(assignment, bins, most, median):
    """A histogram. bins: [(label, final scores, scores that miss a mark)], lowest points first."""
    places = range(len(bins))
    final, open_ = [entry[1] for entry in bins], [entry[2] for entry in bins]
    total, waiting = sum(final) + sum(open_), sum(open_)
    figure, axes = _canvas(7.5, 4.4)
    axes.bar(places, final, width=0.86, color=BLUE, edgecolor="black", linewidth=0.6,
             label="all marks given")
    if waiting:
        axes.bar(places, open_, bottom=final, width=0.86, color="white", hatch="///",
                 edgecolor="black", linewidth=0.6, label="a mark still missing: may rise")
    for place, low, high in zip(places, final, open_):
        if low + high:
            axes.annotate(f"{low + high}", (place, low + high), xytext=(0, 3), ha="center",
                          textcoords="offset points", fontsize=SMALL)
    axes.set_xticks(places, [label.removeprefix("from ").replace("–", "–\n") for label, *_ in bins],
                    fontsize=SMALL)
    axes.set_xlim(-0.55, len(bins) - 0.45)
    below = ", each bar from its number to the next" if bins[0][0].startswith("from") else ""
    axes.set_xlabel(f"points of {most:g}{below}", fontsize=LARGE)
    axes.set_ylabel("learners", fontsize=LARGE)
    axes.set_ylim(0, max(map(sum, zip(final, open_))) * 1.12)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.tick_params(axis="y", labelsize=SMALL)
    so_far = " so far" if waiting else ""
    title = f"{assignment}: {total} graded, median {median:g} of {most:g}{so_far}"
    axes.set_title(title, fontsize=LARGE, loc="left", pad=36 if waiting else 10)
    if waiting:
        axes.legend(frameon=False, fontsize=SMALL, loc="lower left", ncols=2, borderaxespad=0,
                    bbox_to_anchor=(0, 1.0))
    counts = ", ".join(f"{label} points: {low + high}" for label, low, high in bins if low + high)
    missing = (f" {waiting} of the scores still miss a mark and may rise; they are hatched."
               if waiting else "")
    return _png(figure, f"Histogram of the scores of {total} learners, median {median:g} of "
                        f"{most:g}{so_far}. Learners by score: {counts}.{missing}")


def questions(assignment, rows):
    """A bar a question, split by what became of it.

    rows: [(name, mean share or None, {fate: learners})], in the order of the assignment.
    """
    fates = [fate for fate in LOOKS if any(counts[fate] for *_, counts in rows)]
    total = max(sum(counts.values()) for *_, counts in rows)
    figure, axes = _canvas(7.5, 1.6 + 0.36 * len(rows))
    for place, (_, mean, counts) in enumerate(rows):
        left = 0
        for fate in fates:
            color, hatch, ink = LOOKS[fate]
            count = counts[fate]
            axes.barh(place, count, left=left, height=0.8, color=color, hatch=hatch,
                      edgecolor="black", linewidth=0.6)
            if count >= (0.02 + 0.012 * len(str(count))) * total:  # else it would not fit
                pad = {"facecolor": "white", "edgecolor": "none", "pad": 1.2} if hatch else None
                axes.text(left + count / 2, place, f"{count}", ha="center", va="center_baseline",
                          color=ink, fontsize=SMALL, bbox=pad)
            left += count
        axes.text(total * 1.02, place, "–" if mean is None else f"{mean:.0%}",
                  va="center_baseline",
                  fontsize=SMALL)
    axes.text(total * 1.02, -0.75, "mean", va="center_baseline", fontsize=SMALL)
    axes.set_yticks(range(len(rows)), [name for name, *_ in rows], fontsize=SMALL)
    axes.set_ylim(len(rows) - 0.5, -0.6)
    axes.set_xlim(0, total)
    axes.set_xlabel("learners", fontsize=LARGE)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.tick_params(axis="x", labelsize=SMALL)
    inches = figure.get_size_inches()[1] * 0.77  # about the height of the axes
    axes.set_title(f"{assignment}: {total} graded, question by question", fontsize=LARGE,
                   loc="left", x=0, y=1 + 0.6 / inches)
    handles = [axes.barh([0], [0], color=LOOKS[fate][0], hatch=LOOKS[fate][1], label=fate,
                         edgecolor="black", linewidth=0.6) for fate in fates]
    axes.legend(handles=handles, frameon=False, fontsize=SMALL, ncols=len(fates),
                loc="lower left", bbox_to_anchor=(0, 1 + 0.26 / inches), borderaxespad=0,
                columnspacing=0.9, handlelength=1.2, handletextpad=0.4)
    texts = []
    for name, _, counts in rows:
        parts = [f"{counts[fate]} {fate}" for fate in fates if counts[fate]]
        texts.append(f"{name}: {', '.join(parts)}")
    return _png(figure, f"Bar chart of what became of {len(rows)} questions for {total} learners. "
                        f"{'; '.join(texts)}.")
