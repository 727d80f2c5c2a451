"""A browser for tests: the system's Chromium, driven by playwright, which downloads nothing."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Tests run as root in containers, without a screen; and nothing may go out to the network.
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def _missing(reason):
    # Skip at home; fail in CI, where a test that quietly does not run would be a lie.
    if os.environ.get("CI"):
        pytest.fail(f"needed in CI: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def chromium():
    """A running browser of playwright's synchronous interface."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _missing("there is no Chromium; on Debian: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("the package playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe():
    """axe-core, as the package carries it: axe.run(page, options=…).response"""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        _missing("the package axe-playwright-python is not installed")
    return Axe()


@pytest.fixture
def open_page(chromium):
    """open_page(html, width=…, **options of a browser context) -> page.

    At the end the test fails if the page asked for anything or reported an error.
    """
    contexts, said = [], []

    def open_it(html, width=1280, **options):
        context = chromium.new_context(viewport={"width": width, "height": 800}, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: said.append(f"request: {request.url}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("console", lambda message: said.append(f"console: {message.text}")
                if message.type in ("error", "warning") else None)
        page.set_content(html)
        return page

    yield open_it
    for context in contexts:
        context.close()
    # A frame's own text (srcdoc) counts as a request to nowhere.
    assert [text for text in said if not text.startswith("request: about:")] == []
