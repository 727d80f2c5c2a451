"""Assignment 07-homework: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
