"""What nbgrader's own tools (formgrader, `nbgrader …`) need to know of this course."""

from course.grading.hardened import configure

configure(get_config())  # noqa: F821  (nbgrader defines it)
