"""Judging a value: read it, test it, name the wrong idea. The right value is never shown."""

import numpy as np

from course.checks import values, words


def examine_value(exercise, answer, aspect, hidden):
    """A Result."""
    if untouched(answer):
        return words.not_attempted(exercise, "Put your answer in place of the dots.")
    try:
        found = exercise.read(answer)
    except values.Unreadable as error:
        return words.not_yet(exercise, 0.0, f"the answer to {exercise.name} is {error}.")
    if exercise.right(found):
        return words.correct(exercise, aspect, hidden)
    idea = next((id for id, idea in exercise.ideas.items() if _holds(idea, found)), None)
    sentence = f"the answer to {exercise.name} is not right."
    if not hidden:
        sentence = exercise.problem(found) or sentence
    return words.not_yet(exercise, 0.0, sentence, idea)


def untouched(answer):
    """None, `...`, or a list or tuple of nothing else."""
    if isinstance(answer, (list, tuple)) and len(answer) > 0:
        return all(untouched(item) for item in answer)
    return answer is None or answer is ...


def _holds(idea, found):
    for version in idea.versions:
        if callable(version):
            if version(found):
                return True
        elif values.same(found, np.asarray(version, dtype=np.float64)):
            return True
    return False
