"""`course slides`: a class of 70 minutes as slides with speaker notes.

    docs/slides/deck.md          the words, and {names} for the numbers
    course/slides/numbers.py     the numbers and the figures, computed by the course
      ->  build/slides.pptx      for PowerPoint and LibreOffice
      ->  build/slides.html      for any browser, one file, no network
"""

import sys
import time
from pathlib import Path

from course.build import ROOT

TARGETS = (ROOT / "build" / "slides.pptx", ROOT / "build" / "slides.html")


def make(targets=TARGETS):
    """Write both decks. Raises DeckError, or DataUnavailable without MovieLens 100K."""
    from course.slides import deck, page, powerpoint

    slides = deck.slides()
    powerpoint.write(slides, targets[0])
    page.write(slides, targets[1])
    return slides


def main():
    """Make the slides and say where they are. Returns the exit code."""
    from course.datasets import DataUnavailable
    from course.slides.deck import DeckError

    begun = time.time()
    print("computing what the slides say (the first time a minute or two) …", flush=True)
    try:
        slides = make()
    except (DeckError, DataUnavailable) as problem:
        print(f"course slides: {problem}", file=sys.stderr)
        return 1
    shown = [path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
             for path in TARGETS]
    print(f"{len(slides)} slides, {sum(slide.minutes for slide in slides)} minutes: "
          f"{shown[0]} and {shown[1]} ({time.time() - begun:.0f} s).")
    return 0
