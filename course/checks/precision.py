"""Assignment 02-precision-recall: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
