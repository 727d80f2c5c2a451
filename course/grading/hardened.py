"""nbgrader's own `autograde`, and the formgrader's button, through the same hardened steps.

nbgrader_config.py calls `configure`. Then nbgrader repairs a submission from the master, runs its
code in the sandbox, and takes the verdicts of the trusted tests, as `course grade` does. What
stays nbgrader's: it copies a submission's files itself, and a file that is no notebook stops it.
"""

from pathlib import Path

from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor, SaveAutoGrades

from course.datasets import data_folder
from course.grading import batch, harmless, intake, submission, walls
from course.grading.master import masters
from course.grading.repair import into_shape
from course.setup import ROOT


def configure(config, root=ROOT):
    """Put the hardened steps in the place of nbgrader's, in the traitlets `config`."""
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.course_id = "recommender-evaluation"
    config.CourseDirectory.solution_directory = "solutions"  # nbgrader's default is "solution"
    # Times of execution would make every build another one.
    config.ExecutePreprocessor.record_timing = False
    config.Autograde.sanitize_preprocessors = [TakeIn]
    config.Autograde.autograde_preprocessors = [RunAndJudge, SaveAutoGrades, AssignLatePenalties]


def _master(resources):
    about = resources["nbgrader"]
    held = masters(Path(ROOT, "source"), about["assignment"])
    return next(master for master in held if master.name == about["notebook"])


def _seed(resources):
    """The secret of the class that the gradebook belongs to."""
    book = resources["nbgrader"]["db_url"].removeprefix("sqlite:///")
    return batch.Class(Path(book).parent).seed()


class TakeIn(NbGraderPreprocessor):
    """Give a submitted notebook the master's shape."""

    def preprocess(self, nb, resources):
        """Returns (notebook, resources). The notes of the repair go to the log."""
        notebook, notes = into_shape(nb, _master(resources))
        for note in notes:
            self.log.warning("%s", note)
        return notebook, resources


class RunAndJudge(NbGraderPreprocessor):
    """Run the student's cells in the sandbox and the test cells in this process."""

    def preprocess(self, nb, resources):
        """Returns (notebook with outputs, resources).

        Raises NoSandbox or NoKernel, so nothing is graded where student code is not held.
        """
        master, data = _master(resources), data_folder()
        if not getattr(RunAndJudge, "walls_hold", False):
            walls.require(data)
            RunAndJudge.walls_hold = True
        job = submission.Job(
            master.assignment, resources["nbgrader"]["student"], resources["metadata"]["path"],
            str(Path(ROOT, "source")), str(data), _seed(resources))
        submission.prepare(job)
        files, _ = intake.other_files(Path(job.folder))
        submission.run_and_judge(nb, master, job, files)
        return harmless.harmless(nb), resources


