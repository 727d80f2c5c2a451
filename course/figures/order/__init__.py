"""Why order matters: a list to reorder and regrade, and six metrics of it, place by place.

The interactive figure is one file, `why-order-matters.html`: plain HTML and JavaScript, no kernel,
no library, no request. A notebook shows it in a frame (`why_order_matters`), so that keys pressed
in it are not taken by the notebook. A web page takes the file as it is, anywhere in its body and
as often as it likes (in MyST: a `{raw} html` directive with `:file:`), or the output of the
executed notebook.
"""

import base64
import html
import io
from pathlib import Path

import numpy as np
from IPython.display import display
from matplotlib.figure import Figure

from course.figures import BLUE, GREEN, ORANGE
from course.metrics import (
    average_precision_at_k,
    dcg_at_k,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)

FRAGMENT = Path(__file__).with_name("why-order-matters.html")
TITLES = ["Night Ferry", "The Salt Road", "Tin Astronaut", "Blue Lantern", "A Map of Rain"]
GRADES = [3, 2, 0, 0, 1]

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Why order matters</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ margin: 0; }}</style></head><body><main>
{fragment}</main></body></html>
"""
# A notebook that is not trusted shows the sentence in the frame and not the frame.
_FRAME = """<iframe class="why-order-matters-frame" title="Why order matters, interactive" \
style="width: 100%; height: 1090px; border: 0; display: block" srcdoc="{page}">\
Run this cell to see the interactive figure.</iframe>"""


def page():
    """The interactive figure as a whole web page."""
    return _PAGE.format(fragment=FRAGMENT.read_text("utf-8"))


def why_order_matters():
    """Display the interactive figure, and a still picture where scripts do not run.

    The output holds both: text/html for notebooks and web pages, image/png with alternative text
    for a PDF and for viewers without scripts. The still shows the worked list at k = 5.
    """
    picture, alt = still()
    display({"text/html": _FRAME.format(page=html.escape(page())),
             "image/png": base64.b64encode(picture).decode(),
             "text/plain": f"Why order matters (interactive figure). {alt}"},
            metadata={"image/png": {"alt": alt}}, raw=True)


def contributions(grades, k):
    """{metric: (value, what each of the first k places adds)}; every relevant item is in `grades`.

    RR is no sum: all of it comes from the place of the first hit.
    """
    grades = np.asarray(grades, dtype=float)
    shown = grades[:k]
    ranks = np.arange(1, len(shown) + 1)
    hits = shown > 0
    relevant = np.count_nonzero(grades)
    gains = shown / np.log2(ranks + 1)
    return {
        "P": (precision_at_k(grades, k), hits / k),
        "R": (recall_at_k(grades, k), hits / relevant),
        "AP": (average_precision_at_k(grades, k), hits * np.cumsum(hits) / ranks / relevant),
        "RR": (reciprocal_rank_at_k(grades, k), hits * (np.cumsum(hits) == 1) / ranks),
        "DCG": (dcg_at_k(grades, k), gains),
        "NDCG": (ndcg_at_k(grades, k), gains / dcg_at_k(np.sort(grades)[::-1], k)),
    }


def still():
    """The worked list at k = 5 as a picture: (PNG bytes, alternative text)."""
    k = len(GRADES)
    colors, hatches = {3: BLUE, 2: ORANGE, 1: GREEN}, {3: "", 2: "////", 1: "...."}
    figure = Figure(figsize=(7.6, 3.1))
    columns = figure.subplots(1, 6, sharey=True, gridspec_kw={"wspace": 0.18})
    texts = []
    for axes, (name, (value, parts)) in zip(columns, contributions(GRADES, k).items()):
        full = value / ndcg_at_k(GRADES, k) if name == "DCG" else 1.0
        starts = np.zeros(k) if name == "RR" else np.cumsum(parts) - parts
        for row, (grade, start, part) in enumerate(zip(GRADES, starts, parts)):
            if part > 0:
                axes.barh(row + 0.17, part / full, left=start / full, height=0.3,
                          facecolor="white" if hatches[grade] else colors[grade],
                          edgecolor=colors[grade], hatch=hatches[grade])
            axes.text(0.03, row - 0.2, f"{part:.3f}" if part > 0 else "0", va="center",
                      fontsize=8.5, color="black" if part > 0 else "#595959")
        axes.set_title(f"{name}\n{value:.3f}", fontsize=10, fontweight="bold")
        axes.set_xlim(0, 1)
        axes.set_xticks([])
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.tick_params(length=0)
        texts.append(f"{name} {value:.3f} = " + (f"{parts.max():.3f}" if name == "RR" else
                     " + ".join(f"{part:.3f}" if part > 0 else "0" for part in parts)))
    columns[0].set_ylim(k - 0.5, -0.5)
    columns[0].set_yticks(range(k), [f"{place}  {title}\ngrade {grade}" for place, (title, grade)
                                     in enumerate(zip(TITLES, GRADES), start=1)], fontsize=8.5)
    figure.text(0.5, 0.03, "Each bar begins where the one above it ends. Full width is 1; for DCG, "
                "the ideal DCG.", ha="center", fontsize=8.5, color="#404040")
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=110, bbox_inches="tight", metadata={"Software": None})
    films = ", ".join(f"{title} {grade}" for title, grade in zip(TITLES, GRADES))
    return file.getvalue(), (
        f"What each place of the list ({films}; k = {k}) adds to six metrics. {'; '.join(texts)}. "
        "RR is no sum: only the first hit counts.")
