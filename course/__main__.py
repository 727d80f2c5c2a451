"""`python -m course …`: set up what the command needs, then run it inside .venv.

This file and setup.py use the standard library only and parse under old Pythons:
they run before anything is installed, and must be able to say so in one sentence.
"""

import sys

from course import setup


def main(argv=None):
    """Run one command; returns its exit code (0 well, 1 a problem it names, 2 a wrong call)."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        if not setup.inside(argv):
            return setup.again_inside(argv)
    except setup.SetupFailed as problem:
        print("course: {}".format(problem), file=sys.stderr)
        return 1
    from course.cli import run

    return run(argv)


if __name__ == "__main__":
    sys.exit(main())
