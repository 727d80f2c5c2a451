"""Every wrong idea has a name: each entry of the catalogue fails, and is called by its own id."""

import re

import numpy as np
import pandas as pd
import pytest

from course.checks import CATALOGUE, examine
from course.checks.calls import call
from course.checks.cases import cases_of
from course.checks.exercises import ASSIGNMENTS, EXERCISES, _by_name
from course.checks.kinds import FunctionExercise

SEEDS = ["spring", "autumn", "2031"]
FUNCTIONS = [e for e in EXERCISES.values() if isinstance(e, FunctionExercise)]
VALUES = [e for e in EXERCISES.values() if not isinstance(e, FunctionExercise)]


def wrong_answers(exercises):
    """(exercise, id, a wrong answer), one for each version of each idea."""
    found = []
    for exercise in exercises:
        for name, idea in exercise.ideas.items():
            for number, version in enumerate(idea.versions):
                is_predicate = callable(version) and exercise in VALUES
                answer = idea.example if is_predicate else version
                label = f"{exercise.name}-{name}-{number}"
                found.append(pytest.param(exercise, name, answer, id=label))
    return found


def named(exercise, result, idea):
    assert result.outcome == "not yet"
    assert result.idea == idea
    assert result.score < 1
    found = exercise.ideas[idea]
    lesson = found.lesson or exercise.lesson
    pointer = f" (idea: {idea}. Read lesson {lesson}, section {found.section}.)"
    assert result.message.endswith(pointer)
    assert found.message in result.message
    assert 0 < len(result.message) <= 400
    assert "Traceback" not in result.message and "\n" not in result.message


@pytest.mark.parametrize(("exercise", "idea", "answer"), wrong_answers(EXERCISES.values()))
def test_wrong_is_named(exercise, idea, answer):
    named(exercise, examine(answer, exercise.name), idea)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("exercise", "idea", "answer"), wrong_answers(EXERCISES.values()))
def test_wrong_is_named_on_hidden_inputs(exercise, idea, answer, seed, monkeypatch):
    monkeypatch.setenv("COURSE_SEED", seed)
    named(exercise, examine(answer, exercise.name, hidden=True), idea)


@pytest.mark.parametrize(("exercise", "idea", "answer"), wrong_answers(FUNCTIONS))
def test_aspect_by_aspect_no_other_idea_is_named(exercise, idea, answer):
    for aspect in exercise.aspects:
        visible = examine(answer, exercise.name, aspect=aspect)
        assert visible.idea in (idea, None)
        if visible.outcome == "not yet":  # then it fails on the hidden inputs too
            hidden = examine(answer, exercise.name, aspect=aspect, hidden=True)
            assert hidden.outcome == "not yet" and hidden.idea in (idea, None)
            assert visible.score == hidden.score == 0


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_every_idea_is_filled_in(exercise):
    assert exercise.ideas == CATALOGUE[exercise.name]
    for name, idea in exercise.ideas.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert idea.message.strip() == idea.message and idea.message.endswith((".", "?"))
        assert idea.example is not None or not callable(idea.wrong) or exercise in FUNCTIONS


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_three_hints_and_none_is_long(exercise):
    assert len(exercise.hints) == 3
    for text in exercise.hints:
        assert text.strip() == text and text.endswith((".", "?", "!")) and len(text) <= 400


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_a_function_has_at_least_six_wrong_ideas(exercise):
    assert len(exercise.ideas) >= 6


def test_the_catalogue_holds_more_than_sixty_wrong_ideas():
    assert sum(len(ideas) for ideas in CATALOGUE.values()) >= 60


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_wrong_versions_leave_their_inputs_alone(exercise):
    for aspect in exercise.aspects:
        cases = cases_of(exercise, aspect, hidden=True)
        before = repr(cases)
        for idea in exercise.ideas.values():
            for version in idea.versions:
                for case, _ in cases:
                    call(version, case.args)
        assert repr(cases) == before


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_reference_is_correct(exercise, hidden):
    for aspect in (None, *exercise.aspects):
        result = examine(exercise.reference, exercise.name, hidden=hidden, aspect=aspect)
        assert (result.outcome, result.score, result.idea) == ("correct", 1, None)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_stub_is_not_attempted(exercise, hidden):
    def stub(*args):
        raise NotImplementedError()

    for aspect in (None, *exercise.aspects):
        for function in (stub, lambda *args: ...):
            result = examine(function, exercise.name, hidden=hidden, aspect=aspect)
            assert (result.outcome, result.score, result.idea) == ("not attempted", 0, None)
            assert result.message.startswith(f"Not attempted: {exercise.name}.")


@pytest.mark.parametrize("exercise", VALUES, ids=lambda e: e.name)
@pytest.mark.parametrize("answer", [None, ..., (..., ...), [None, None]])
def test_untouched_value_is_not_attempted(exercise, answer):
    assert examine(answer, exercise.name).outcome == "not attempted"


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_a_constant_earns_no_aspect(exercise):
    for constant in (0.0, 1.0):
        assert examine(lambda *args, c=constant: c, exercise.name).score == 0
        assert examine(lambda *args, c=constant: c, exercise.name, hidden=True).score == 0


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_at_most_200_calls(exercise):
    for hidden in (False, True):
        assert sum(len(cases_of(exercise, a, hidden)) for a in exercise.aspects) <= 200


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_hidden_inputs_follow_the_seed(exercise, monkeypatch):
    def inputs(aspect):
        return repr([case.args for case, _ in cases_of(exercise, aspect, hidden=True)])

    for aspect in exercise.aspects:
        default = inputs(aspect)
        monkeypatch.setenv("COURSE_SEED", "one")
        first = inputs(aspect)
        monkeypatch.setenv("COURSE_SEED", "two")
        second = inputs(aspect)
        monkeypatch.setenv("COURSE_SEED", "one")
        assert inputs(aspect) == first
        if aspect != "sample":  # where only k is drawn, two seeds may agree
            assert len({default, first, second}) == 3
        monkeypatch.delenv("COURSE_SEED")
        assert inputs(aspect) == default


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.name)
def test_inputs_are_plain_data(exercise):
    def plain(value):
        if isinstance(value, dict):
            return all(plain(k) and plain(v) for k, v in value.items())
        if isinstance(value, list):
            return all(plain(item) for item in value)
        return type(value) in (int, float, str, np.ndarray, pd.DataFrame)

    for aspect in exercise.aspects:
        for hidden in (False, True):
            for case, expected in cases_of(exercise, aspect, hidden):
                assert all(plain(arg) for arg in case.args)
                assert expected.dtype == np.float64 and np.all(np.isfinite(expected))


def test_two_exercises_may_not_share_a_name():
    with pytest.raises(ValueError, match="two exercises are called"):
        _by_name([*ASSIGNMENTS, *ASSIGNMENTS])
