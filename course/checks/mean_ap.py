"""Assignment 03-map: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
