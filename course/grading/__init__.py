"""From a folder of submissions to grades, reasons and feedback pages.

    submitted/<student>/<assignment>/   --intake-->      a notebook in the master's shape, and notes
                                        --execute-->     the same notebook with its outputs
                                        --submission-->  a Result: plain data, from files only
    Result                              --gradebook-->   one writer takes it to the gradebook
                                        --pages-->       feedback pages and grades.csv
    results/, gradebook                 --tally-->       counts for the report (glance)

Everything up to the Result runs in a process of its own per submission, and touches nothing
but a temporary folder. So whatever one learner hands in, the others are graded.
"""

from course.setup import prepare_nbgrader

prepare_nbgrader()
