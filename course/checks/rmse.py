"""Assignment 01-why-not-rmse: its exercises, their cases and their wrong ideas."""

EXERCISES = ()
