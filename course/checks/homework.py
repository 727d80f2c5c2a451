"""Assignment 07-homework: its exercises, their cases and their wrong ideas.

The six metrics themselves are exercises of assignments 02 to 04.
"""

from course.checks import homework_evidence, homework_lists, homework_values

EXERCISES = (
    *homework_lists.EXERCISES,
    *homework_values.EXERCISES,
    *homework_evidence.EXERCISES,
)
