"""Figures of lesson 05-splits: a time line for each split, optimism by split, two bootstraps."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from course.figures import BLUE, GREEN, GREY, ORANGE, _canvas, show

DARK = "#444444"  # text and lines that are to be read, not only seen
DAY = 86_400  # seconds


def later_share(train, test):
    """The share of train rows strictly later than a test row, one value a test row: array."""
    times = np.sort(train["timestamp"].to_numpy())
    return 1 - np.searchsorted(times, test["timestamp"].to_numpy(), side="right") / len(times)


def timelines(splits):
    """One panel a split: days on x, a line a user, train and test rows as marks.

    splits: {name: (train, test)}, four of them; the timestamps are seconds. The time after the
    earliest test row is shaded: a train row in the shade is later than some test row.
    """
    figure = Figure(figsize=(9, 6), layout="constrained")
    panels = figure.subplots(2, 2, sharex=True, sharey=True).ravel()
    shares = {}
    for axes, (name, (train, test)) in zip(panels, splits.items(), strict=True):
        shares[name] = later_share(train, test).mean()
        _timeline(axes, train, test)
        axes.set_title(f"{name}: on average {shares[name]:.0%} of train is later", fontsize=9.5,
                       loc="left")
    for axes in panels[2:]:
        axes.set_xlabel("days")
    kinds = {label: handle for axes in panels
             for handle, label in zip(*axes.get_legend_handles_labels())}
    figure.legend(kinds.values(), kinds, loc="outside lower center", ncols=4, frameon=False)
    told = ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
    clean = " and ".join(name for name, share in shares.items() if share == 0)
    show(figure, "Four panels with days on the horizontal axis and a line a user. The time from "
                 "the earliest test row on is shaded. Mean share of train rows later than a test "
                 f"row: {told}. Only under {clean} is no train row in the shade.")


def _timeline(axes, train, test):
    axes.spines[["top", "right"]].set_visible(False)
    every = pd.concat([train, test])
    start, end = every["timestamp"].min(), every["timestamp"].max()
    users = every.groupby("user_id")["timestamp"].min().sort_values().index.tolist()
    first = test["timestamp"].min()
    late = train["timestamp"] > first
    axes.axvspan((first - start) / DAY, (end - start) / DAY + 3, color=ORANGE, alpha=0.10,
                 linewidth=0, label="after the first test row")
    for rows, color, marker, edge, size, label in (
        (train[~late], GREY, "o", GREY, 6, "train"),
        (train[late], "white", "o", DARK, 6, "train, in the shade"),
        (test, ORANGE, "s", ORANGE, 6, "test"),
    ):
        if len(rows):
            axes.plot((rows["timestamp"] - start) / DAY, [-users.index(u) for u in rows["user_id"]],
                      color=color, marker=marker, markersize=size, linestyle="none",
                      markeredgecolor=edge, markeredgewidth=1.3, label=label, zorder=3)
    for height in range(len(users)):
        axes.axhline(-height, color=GREY, linewidth=0.8, zorder=1)
    axes.set_yticks([-height for height in range(len(users))], [f"user {u}" for u in users])


def optimism(table, metric="NDCG@10"):
    """A line a model over the splits, from the most to the least optimistic one.

    table: DataFrame with a row a model and a column a split.
    """
    figure, axes = _canvas(7.5, 3.8)
    places = np.arange(table.shape[1])
    styles = [(BLUE, "o", "-"), (GREEN, "^", "--"), (DARK, "D", ":"), (ORANGE, "s", "-.")]
    for values, (color, marker, line) in zip(table.to_numpy(), styles):
        axes.plot(places, values, color=color, marker=marker, linestyle=line, markersize=7)
    _names_apart(axes, table, styles)
    axes.set_xticks(places, table.columns)
    axes.set_xlim(-0.75, places[-1] + 0.25)
    axes.set_ylim(0, table.to_numpy().max() * 1.12)
    axes.set_ylabel(metric)
    axes.grid(axis="y", color=GREY, linewidth=0.5, alpha=0.6)
    told = "; ".join(f"{model} " + ", ".join(f"{value:.3f}" for value in values)
                     for model, values in table.iterrows())
    show(figure, f"Line chart of {metric} by split ({', '.join(table.columns)}): {told}. "
                 f"Every model looks best under the {table.columns[0]} split.")


def _names_apart(axes, table, styles):
    """The models' names left of their lines, moved apart where two would overlap."""
    values, least = table.iloc[:, 0], table.to_numpy().max() * 0.07
    heights = {}
    last = -np.inf
    for model in values.sort_values().index:
        last = heights[model] = max(values[model], last + least)
    for model, (color, *_) in zip(table.index, styles):
        axes.text(-0.1, heights[model], model, ha="right", va="center", color=color)


def two_bootstraps(paired, unpaired):
    """Two histograms of a bootstrapped mean difference, each with its 95 % interval.

    paired, unpaired: float arrays, one mean difference a resample.
    """
    figure = Figure(figsize=(7.5, 4.0), layout="constrained")
    panels = figure.subplots(2, 1, sharex=True)
    bins = np.linspace(min(unpaired), max(unpaired), 90)
    told = []
    for axes, values, color, hatch, name in (
        (panels[0], unpaired, ORANGE, "///", "each model's users drawn apart"),
        (panels[1], paired, BLUE, None, "users drawn, both values taken (paired)"),
    ):
        low, high = np.quantile(values, [0.025, 0.975])
        axes.hist(values, bins, color=color, alpha=0.75, hatch=hatch, edgecolor="white",
                  weights=np.full(len(values), 1 / len(values)))
        top = axes.get_ylim()[1]
        axes.plot([low, high], [top * 1.08] * 2, color=DARK, marker="|", markersize=11,
                  linewidth=2.5)
        axes.axvline(0, color=DARK, linestyle="--", linewidth=1.2)
        axes.set_ylim(0, top * 1.22)
        axes.set_yticks([])
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.set_title(f"{name}: 95 % from {low:.3f} to {high:.3f}", fontsize=10.5, loc="left")
        told.append(f"{name}, from {low:.3f} to {high:.3f}, "
                    f"{'with' if low <= 0 <= high else 'without'} 0")
    panels[1].set_xlabel("mean difference between the two models; dashed: no difference")
    show(figure, "Two histograms of the mean difference over bootstrap resamples. The 95 % "
                 f"intervals: {'; '.join(told)}.")
