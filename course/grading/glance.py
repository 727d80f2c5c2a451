"""`course report`: the class at a glance, as text, as one page, and as two figures for a slide.

The counts are made in tally.py. Whatever a learner wrote is tidied there and escaped here.
"""

import base64
import shutil
import sys
import textwrap
from pathlib import Path

import jinja2

from course.figures import glance as figures
from course.grading.gradebook import Unreadable
from course.grading.master import UnknownAssignment
from course.grading.report import SOURCE, shown_path, typed
from course.grading.roster import BadRoster
from course.grading.tally import FATES, NotGraded, tally

MOST_IDEAS = 10  # in the terminal; the page has all
MOST_NAMES = 20  # of one list, in the terminal; the page has all
BAR = 40         # characters of the longest bar in the terminal

_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True,
    trim_blocks=True, lstrip_blocks=True)


class _Problem(Exception):
    """The call is wrong; the message is one sentence."""


def main(wanted, source=SOURCE):
    """Print the report and write its files. Returns the exit code."""
    try:
        found = _count(Path(wanted.folder), wanted.assignment, source)
        paths = _write(found, _target(wanted))
    except (_Problem, UnknownAssignment, BadRoster, Unreadable) as problem:
        print(f"course report: {problem}", file=sys.stderr)
        return 1
    except OSError as problem:
        print(f"course report: {problem.filename or 'a file'} cannot be written or read "
              f"({problem.strerror or problem}).", file=sys.stderr)
        return 1
    _say(as_text(found, min(shutil.get_terminal_size((100, 24)).columns, 100)))
    for title, path in zip(("Page:", "Figures:", ""), paths):
        _say(f"{title:9}{shown_path(path)}")
    return 0


def _count(folder, assignment, source):
    if not folder.is_dir():
        raise _Problem(f"there is no folder {shown_path(folder)}.")
    try:
        return tally(folder, assignment, source)
    except NotGraded:
        raise _Problem(f"nothing of {assignment} is graded here yet; run "
                       f"`{typed('grade', assignment, folder)}` first.") from None


def _target(wanted):
    if not wanted.html:
        return Path(wanted.folder, "report", wanted.assignment + ".html")
    path = Path(wanted.html)
    if path.suffix.lower() not in (".html", ".htm"):
        raise _Problem("the name after --html must end in .html.")
    if path.is_dir():
        raise _Problem(f"{shown_path(path)} is a folder; name a file after --html.")
    return path


def _write(found, target):
    """Write the page and its figures; returns their paths, the page first."""
    pictures = {}
    if found.scores:
        pictures["scores"] = figures.scores(found.assignment, found.bins(), found.most,
                                            found.quartiles()[2])
        pictures["questions"] = figures.questions(
            found.assignment, [(q.name, q.mean, q.fates) for q in found.questions])
    paths = [target]
    _replace(target, as_page(found, pictures).encode("utf-8", "backslashreplace"))
    for name, (png, _) in pictures.items():
        paths.append(target.with_name(f"{target.stem}-{name}.png"))
        _replace(paths[-1], png)
    return paths


def _replace(path, content):
    """Write a file whole or not at all; its folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(content)
    temporary.replace(path)


def as_page(found, pictures):
    """The report as one HTML page. pictures: {name: (PNG bytes, alt text)}."""
    inline = {name: {"data": base64.b64encode(png).decode("ascii"), "alt": alt}
              for name, (png, alt) in pictures.items()}
    return _TEMPLATES.get_template("glance.html.j2").render(
        t=found, pictures=inline, fates=_fates(found), so_far=_scores_in_words(found),
        missing=_missing(found), people=_people(found), unnamed=_unnamed(found),
        hands=_hands(found))


# --- The sentences that page and terminal share ------------------------------------------------


def _n(count, one, many=None):
    return f"{count} {one if count == 1 else many or one + 's'}"


def _people(found):
    """Who handed in, in one to three sentences."""
    parts = [f"{found.handed_in} handed in: {found.graded} graded, {found.ungraded} not graded."]
    if found.roster:
        parts.append(f"{len(found.nothing) or 'Nobody'} of those in students.csv handed in "
                     "nothing." if found.nothing else "Everybody in students.csv handed in.")
    elif found.nothing:
        parts.append(f"{len(found.nothing)} handed in nothing.")
    else:
        parts.append("There is no students.csv, so nobody else is known.")
    if found.untouched:
        parts.append(f"{_n(found.untouched, 'graded notebook was', 'graded notebooks were')} left "
                     "untouched, and got 0 points.")
    return " ".join(parts)


def _scores_in_words(found):
    if not found.scores:
        return "Nobody has a score."
    low, first, median, third, high = found.quartiles()
    return (f"Median {median:g} of {found.most:g} points. The middle half lies from {first:g} to "
            f"{third:g}, all of them from {low:g} to {high:g}.")


def _missing(found):
    """What to know before anybody reads a half-marked class as a bad one."""
    if not found.waiting:
        return ""
    most = max(score.waiting for score in found.scores)
    median, full = found.quartiles()[2], found.quartiles(full=True)[2]
    then = (f"still be {full:g}" if full == median else f"be {full:g} in place of {median:g}")
    return (f"Not final: {found.waiting} of {_n(found.graded, 'score')} still "
            f"{'misses' if found.waiting == 1 else 'miss'} a mark given by hand, worth up to "
            f"{most:g} points. What is shown is what they have so far. With full marks for all "
            f"that is missing, the median would {then}.")


def _unnamed(found):
    answers, askers = found.unnamed
    return (f"{_n(answers, 'wrong answer')} of {_n(askers, 'learner')} "
            f"{'fits' if answers == 1 else 'fit'} no idea that the checks know, or did not run."
            if answers else "")


def _hands(found):
    """[(heading, groups, what to say without any)] of the lists with learners' ids."""
    late = [] if found.late_known else ["No time of handing in and due date are known, so nobody "
                                        "can be called late."]
    return [
        ("Written answers without a mark", found.unmarked,
         "None. Every written answer has a mark."),
        ("Not graded, and why", found.not_graded, "Nobody."),
        ("Refused, because a library did the work", found.refused, "Nobody."),
        ("Notes, mostly from repairs: worth a look", found.notes, "None."),
        ("Late", found.late, *(late or ["Nobody."])),
        ("Handed in nothing", found.nothing,
         "Nobody." if found.roster else "Nobody that is known: there is no students.csv."),
    ]


def _fates(found):
    """The columns of the table of questions: those that hold something, and always three."""
    always = ("correct", "wrong", "not attempted")
    return [fate for fate in FATES
            if fate in always or any(q.fates[fate] for q in found.questions)]


# --- The terminal ------------------------------------------------------------------------------


def as_text(found, width=100):
    """The report for a terminal of so many columns."""
    lines = [f"{found.assignment}: the class at a glance"]

    def say(text, indent=2, hang=None):
        lines.extend(textwrap.wrap(text, max(width, 40), initial_indent=" " * indent,
                                   subsequent_indent=" " * (hang or indent),
                                   break_on_hyphens=False))

    def head(title):
        lines.extend(["", title.upper()])

    head("Who handed in")
    say(_people(found))
    for warning in found.warnings:
        say("Note: " + warning)
    head("Scores")
    say(_scores_in_words(found))
    if _missing(found):
        say(_missing(found))
    if found.scores:
        lines.extend(_bars(found))
        head("Questions")
        lines.extend(_table(found))
        head("Wrong ideas")
        if not found.ideas:
            say("None that the checks know.")
        for idea in found.ideas[:MOST_IDEAS]:
            say(f"{idea.count} of {found.graded}  {idea.name}")
            say(idea.message, 6)
            say(f"{f'Read {idea.read}. ' if idea.read else ''}In: {', '.join(idea.questions)}.", 6)
        if len(found.ideas) > MOST_IDEAS:
            say(f"and {len(found.ideas) - MOST_IDEAS} more, each of them rarer or as rare; the "
                "page has all")
        if _unnamed(found):
            say(_unnamed(found))
    head("What needs a hand")
    for title, groups, otherwise in _hands(found):
        say(title + (":" if groups else f": {otherwise[0].lower()}{otherwise[1:]}"))
        if title == "Late":
            say(_some([f"{name} ({how})" for name, how in groups]), 4)
        elif groups and isinstance(groups[0], str):
            say(_some(groups), 4)
        else:
            for group in groups:
                say(f"{len(group.students)}: {group.label}", 4, 7)
                say(_some(group.students), 7)
    return "\n".join(lines) + "\n"


def _some(names):
    shown = ", ".join(names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return shown + (f" and {more} more; the page has all" if more > 0 else "")


def _bars(found):
    bins = found.bins()
    most, wide = max(low + high for _, low, high in bins), max(len(label) for label, *_ in bins)
    for label, final, open_ in bins:
        full, part = (-(-BAR * count // max(most, BAR)) for count in (final, open_))
        bar = "#" * full + "+" * part
        yield f"  {label:>{wide}} {bar}{' ' if bar else ''}{final + open_ or ''}".rstrip()
    if found.waiting:
        yield "  #: all marks given   +: a mark is still missing"


def _table(found):
    fates = _fates(found)
    wide = max(len(q.name) for q in found.questions)
    yield f"  {'':{wide}}  points  mean  " + "  ".join(fates)
    for question in found.questions:
        mean = "–" if question.mean is None else f"{question.mean:.0%}"
        yield (f"  {question.name:{wide}}  {question.points:>6g}  {mean:>4}  "
               + "  ".join(f"{question.fates[fate]:>{len(fate)}}" for fate in fates))


def _say(text):
    """Print, also on a terminal whose encoding does not know every letter."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))
