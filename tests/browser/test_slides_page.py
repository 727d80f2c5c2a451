"""The slides as a web page, in a browser: keys, notes, print, and what axe finds."""

import re

import pytest

WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


@pytest.fixture(scope="module")
def html(ml100k, docs_packages):
    from course.slides import deck
    from course.slides.page import page

    return page(deck.slides())


@pytest.fixture
def page(open_page, html):
    return open_page(html, width=1280)


def shown(page):
    (title,) = page.evaluate("""() => [...document.querySelectorAll('.slide')]
        .filter(slide => getComputedStyle(slide).display !== 'none')
        .map(slide => slide.querySelector('h1, h2').textContent)""")
    return title


def test_keys_move_and_stop_at_both_ends(page, html):
    titles = re.findall(r"<h[12]>(.*?)</h[12]>", html)
    last = len(titles)
    assert shown(page) == "How good is this list?"
    for key, place in (("ArrowRight", 2), (" ", 3), ("PageDown", 4), ("ArrowLeft", 3),
                       ("Home", 1), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last)):
        page.keyboard.press(key)
        assert page.locator("#place").text_content() == f"{place} / {last}", key
        assert page.evaluate("document.activeElement.className").startswith("slide")
    assert shown(page) == "Homework: what should Marta build?"


def test_buttons_move_and_n_shows_the_notes(page):
    page.get_by_label("Next slide").click()
    assert shown(page) == "Ines sees five films"
    notes = page.locator(".slide.now .notes")
    assert not notes.is_visible()
    page.keyboard.press("n")
    assert notes.is_visible() and "1–3 min" in notes.text_content()
    assert page.locator("#notes").get_attribute("aria-pressed") == "true"


def test_every_slide_fits_the_screen(page, html):
    places = html.count("<section")
    tall = [place + 1 for place in range(places) if page.evaluate(
        "place => { go(place); return document.documentElement.scrollHeight > innerHeight + 1 "
        "|| document.documentElement.scrollWidth > innerWidth; }", place)]
    assert tall == []


def test_a_phone_has_no_sideways_scrolling(open_page, html):
    page = open_page(html, width=390)
    wide = [place + 1 for place in range(html.count("<section")) if page.evaluate(
        "place => { go(place); return document.documentElement.scrollWidth > innerWidth; }", place)]
    assert wide == []


def test_paper_has_every_slide_with_its_notes(page, html):
    page.emulate_media(media="print")
    seen = page.evaluate("""() => [...document.querySelectorAll('.slide, .notes')]
        .filter(part => getComputedStyle(part).display !== 'none').length""")
    assert seen == 2 * html.count("<section")
    assert not page.locator("nav").is_visible()


def test_without_scripts_everything_is_there(open_page, html):
    page = open_page(html, java_script_enabled=False)
    assert page.locator(".slide").last.is_visible() and page.locator(".notes").first.is_visible()


@pytest.mark.parametrize("place", [0, 1, 4, 9, 18, 27])
def test_axe_finds_nothing(page, axe, place):
    page.evaluate("place => go(place)", place)
    found = axe.run(page, options={"runOnly": WCAG}).response
    assert [rule["id"] for rule in found["violations"]] == []
