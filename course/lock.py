"""`course lock`: compile pyproject.toml into hashed, universal lock files without addresses."""

import subprocess
import sys
from pathlib import Path

from course.setup import ROOT

OPTIONS = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]


def main():
    """Write requirements.txt and requirements-dev.txt; returns the exit code.

    The second keeps the versions of the first, so both describe one environment.
    """
    run, develop = Path(ROOT, "requirements.txt"), Path(ROOT, "requirements-dev.txt")
    for target, more in ((run, []), (develop, ["--group", "dev", "--constraint", str(run)])):
        code = subprocess.call([sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml",
                                *OPTIONS, *more, "--output-file", str(target)], cwd=ROOT)
        if code:
            return code
        print(f"{target.name}: {target.read_text('utf-8').count('==')} packages")
    return 0
