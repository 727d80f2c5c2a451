"""`course lock`: compile pyproject.toml into hashed, universal lock files without addresses."""

import subprocess
import sys
from pathlib import Path

from course.setup import ROOT

OPTIONS = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]

# In this order: what is locked first is what the next ones have to keep.
WANTED = {
    "requirements.txt": ["pyproject.toml"],
    "requirements-dev.txt": ["pyproject.toml", "--group", "dev",
                             "--constraint", "requirements.txt"],
    # Only what `course book` needs besides: it is installed on top of the first.
    "requirements-docs.txt": ["--group", "docs", "--python-version", "3.11",
                              "--constraint", "requirements-dev.txt"],
}


def main():
    """Write the three lock files; returns the exit code.

    The later ones keep the versions of the earlier, so all describe one environment.
    """
    for name, sources in WANTED.items():
        code = subprocess.call([sys.executable, "-m", "uv", "pip", "compile", *sources,
                                *OPTIONS, "--output-file", name], cwd=ROOT)
        if code:
            return code
        print(f"{name}: {Path(ROOT, name).read_text('utf-8').count('==')} packages")
    return 0
