"""Bad, odd and hostile submissions, each with what grading it should give.

    corpus.py     all the cases; the files named after a group hold them
    kit.py        what a case is made with, and what is looked at after grading
    run.py        grades one class made of all the cases: python tests/attacks/run.py
    test_sample.py   the same with a fixed sample, for pytest

The hostile ones are real. Run them on the sandboxed grader only.
"""
