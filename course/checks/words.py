"""The sentences that all verdicts share."""

from course.checks.result import Result


def correct(exercise, aspect, hidden):
    parts = [exercise.name, aspect, "hidden cases" if hidden else None]
    message = f"Correct: {', '.join(part for part in parts if part)}."
    return Result("correct", 1.0, None, message)


def not_attempted(exercise, what_to_do):
    message = f"Not attempted: {exercise.name}. {what_to_do}"
    return Result("not attempted", 0.0, None, message)


def not_yet(exercise, score, sentence, idea=None):
    """sentence: what is wrong. idea: the id of the wrong idea, if one fits."""
    message = f"Not yet: {sentence}"
    if idea is not None:
        found = exercise.ideas[idea]
        message += (
            f" {found.message} (idea: {idea}."
            f" Read lesson {found.lesson or exercise.lesson}, section {found.section}.)"
        )
    return Result("not yet", score, idea, message)


def tidy(text, limit=100):
    """A student's words on one line, without control characters, and not too long."""
    text = "".join(character if character.isprintable() else " " for character in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"
