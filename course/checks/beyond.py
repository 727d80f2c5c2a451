"""Assignment 06-beyond-accuracy: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
