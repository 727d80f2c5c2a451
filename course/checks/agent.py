"""The student's side of a check that is made elsewhere: look names up, call functions, report.

It runs in the student's kernel, so nothing it says is believed: the grader takes what it reports
for a value and judges it on its own side. Requests and replies are files of plain data.
"""

import json
import os

from course.checks import calls, plain

_kept = {}


def keep(names, key, wanted):
    """Remember what some names stand for now, under a key, for requests that come later."""
    _kept[key] = {name: names[name] for name in wanted if name in names}


def serve(names, request, reply):
    """Answer the request in one file, and leave the answer in another.

    names: the notebook's names. request: {"name": …} asks what a name stands for;
    {"name": …, "inputs": [...], "seconds": …, "arguments": …} calls it once for each input.
    With "key", a name stands for what `keep` remembered under that key.
    """
    with open(request, encoding="utf-8") as file:
        asked = json.load(file)
    if "key" in asked:
        names = _kept.get(asked["key"], {})
    answer = _call(names, asked) if "inputs" in asked else _describe(names, asked)
    with open(reply + ".part", "w", encoding="utf-8") as file:
        json.dump(answer, file)
    os.replace(reply + ".part", reply)


def _describe(names, asked):
    if asked["name"] not in names:
        return {"kind": "missing"}
    value = names[asked["name"]]
    if callable(value):
        return {"kind": "function"}
    return {"kind": "value", **_told(value)}


def _told(value):
    """The value, or why it cannot cross."""
    try:
        return {"value": plain.encode(value)}
    except plain.NotPlain as problem:
        return {"raised": ["TypeError", str(problem), None]}
    except BaseException as problem:  # an object may fail in any way when it is looked at
        return {"raised": [type(problem).__name__, "the value cannot be read", None]}


def _call(names, asked):
    inputs = [plain.decode(text) for text in asked["inputs"]]
    told = []
    with calls.quiet() as said:
        outcomes = calls.call_all(names[asked["name"]], inputs, asked["seconds"],
                                  keep=asked.get("arguments", False))
        for outcome in outcomes:
            if isinstance(outcome, calls.Kept):
                told.append({**_outcome(outcome.outcome), "arguments": _told(outcome.arguments)})
            else:
                told.append(_outcome(outcome))
    return {"kind": "outcomes", "outcomes": told, "printed": said.text}


def _outcome(outcome):
    return {"raised": list(outcome)} if isinstance(outcome, calls.Raised) else _told(outcome)
