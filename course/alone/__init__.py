"""Working without anybody to ask: `course start`, `course check`, `course solution`.

    given    what students get, their own copies, and the questions of a notebook
    running  a learner's notebook in a kernel, with limits of time
    verdicts from the outputs of the test cells to correct, not yet, not attempted
    report   the text of `course check`, and where to go next
    solution the reference answer to one question, after an attempt

It stands in the copy for students too, and imports nothing of the grader.
"""
