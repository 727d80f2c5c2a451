"""What nbgrader's own tools (formgrader, `nbgrader …`) need to know of this course."""

from pathlib import Path

c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.course_id = "recommender-evaluation"
c.CourseDirectory.solution_directory = "solutions"  # nbgrader's own default is "solution"

# Times of execution would make every build another one.
c.ExecutePreprocessor.record_timing = False
# A deleted test cell is put back and scores 0, instead of waiting for a mark for ever.
c.OverwriteCells.add_missing_cells = True
