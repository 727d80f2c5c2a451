"""Assignment 05-splits: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
