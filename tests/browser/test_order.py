"""The interactive figure "Why order matters": right numbers, for everybody, beside its copies."""

import base64
import re

import numpy as np
import pytest

from course import metrics
from course.figures import order

NAMES = ["P", "R", "AP", "RR", "DCG", "NDCG"]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MAP = "A Map of Rain"

READ = """host => {
    const cells = [...host.shadowRoot.querySelectorAll("td[data-metric]")];
    const of = (name, test) => cells.filter(c => c.dataset.metric === name && test(c))
        .map(c => Number(c.dataset.value));
    return Object.fromEntries(["P", "R", "AP", "RR", "DCG", "NDCG"].map(name => [name, {
        value: of(name, c => c.dataset.row === "value")[0],
        parts: of(name, c => c.closest("tr.film"))}]));
}"""
FOCUS = """() => {
    const {shadowRoot} = document.activeElement;
    const inside = shadowRoot && shadowRoot.activeElement;
    return inside && (inside.getAttribute("aria-label") || inside.textContent || inside.id);
}"""


def expected(case):
    """What course.metrics says of a case of the figure."""
    grades, k = case["grades"], case["k"]
    relevant = sum(grade > 0 for grade in grades) + case["missed"]
    ideal = [grade for grade in grades if grade > 0] + [1] * case["missed"]
    return {
        "P": metrics.precision_at_k(grades, k),
        "R": metrics.recall_at_k(grades, k, relevant),
        "AP": metrics.average_precision_at_k(grades, k, relevant, case["denominator"]),
        "RR": metrics.reciprocal_rank_at_k(grades, k),
        "DCG": metrics.dcg_at_k(grades, k, case["gain"]),
        "NDCG": metrics.ndcg_at_k(grades, k, ideal, case["gain"]),
    }


def cases(number, seed=4):
    random = np.random.default_rng(seed)
    for i in range(number):
        # From lists without any hit to lists full of them.
        grades = random.integers(1, 4, 10) * (random.random(10) < i % 11 / 10)
        yield {"grades": grades.tolist(), "k": int(random.integers(1, 11)),
               "gain": str(random.choice(["linear", "exponential", "binary"])),
               "denominator": str(random.choice(["relevant", "min"])),
               "missed": int(random.integers(0, 11))}


def titles(page):
    return page.locator("tr.film").evaluate_all("rows => rows.map(row => row.dataset.film)")


def read(page, nth=0):
    return page.locator("section").nth(nth).evaluate(READ)


def changes(page):
    return dict(zip(NAMES, page.locator("tr.changes td[data-metric]").all_inner_texts()))


def button(page, name):
    return page.get_by_role("button", name=name)


@pytest.fixture
def page(open_page):
    return open_page(order.page())


def test_the_numbers_are_those_of_the_reference_metrics(page):
    wanted = list(cases(300))
    got = page.locator("section").evaluate(
        f"(host, cases) => cases.map(one => {{ host.show(one); return ({READ})(host); }})", wanted)
    for case, metric in zip(wanted, got):
        right = expected(case)
        for name in NAMES:
            value, parts = metric[name]["value"], metric[name]["parts"]
            assert value == pytest.approx(right[name], abs=1e-9), (name, case)
            assert sum(parts) == pytest.approx(value, abs=1e-9), (name, case)
            assert not any(parts[case["k"]:]), (name, case)
        assert sum(part > 0 for part in metric["RR"]["parts"]) <= 1
    assert len({case["grades"].count(0) for case in wanted}) == 11


def test_what_is_seen_is_what_was_computed(page):
    case = {"grades": [0, 3, 1, 0, 2, 0, 0, 1, 0, 0], "k": 7, "gain": "exponential",
            "denominator": "min", "missed": 4}
    for title, grade in zip(titles(page), case["grades"]):
        page.locator(f"tr[data-film='{title}'] .grade").press(str(grade))
    page.get_by_label("k, the places that count").fill("7")
    page.get_by_label("Relevant films that the list missed").fill("4")
    page.get_by_label("Gain of grade g").select_option("exponential")
    page.get_by_label("AP is divided by").select_option("min")
    right = expected(case)
    shown = page.locator("tr.values td[data-metric]").all_inner_texts()
    assert shown == [f"{right[name]:.3f}" for name in NAMES]
    widths = {name: page.locator(f"tr.film td[data-metric={name}] .bar").evaluate_all(
        "bars => bars.map(b => parseFloat(b.style.width))") for name in NAMES}
    assert {name: len(found) for name, found in widths.items()} == {
        "P": 3, "R": 3, "AP": 3, "RR": 1, "DCG": 3, "NDCG": 3}
    for name in ("P", "R", "AP", "NDCG"):
        assert sum(widths[name]) == pytest.approx(100 * right[name], abs=0.01)
    assert "k = 7: the places below are not counted" in page.locator("tr.cut").inner_text()
    assert page.locator("tr.film td[data-metric=P] .amount").all_inner_texts()[7:] == ["–"] * 3


def test_the_folded_answer_is_true(page):
    """By keyboard alone: A Map of Rain goes from place 5 to 3, and the focus goes with it."""
    assert not page.get_by_text("Three:").is_visible()
    up = button(page, f"Move {MAP} up")
    up.focus()
    for place in (4, 3):
        page.keyboard.press("Enter")
        assert titles(page)[place - 1] == MAP
        assert page.evaluate(FOCUS) == f"Move {MAP} up"
        ndcg = f"NDCG {read(page)['NDCG']['value']:.3f}"
        assert page.get_by_role("status").inner_text() == f"{MAP} in place {place}. {ndcg}."
    assert changes(page) == {"P": "same", "R": "same", "AP": "+0.133", "RR": "same",
                             "DCG": "+0.113", "NDCG": "+0.024"}
    assert read(page)["NDCG"]["value"] == 1

    button(page, "Reset all").click()
    page.get_by_label("k, the places that count").fill("4")
    up.click()
    assert {name for name, text in changes(page).items() if text != "same"} == {
        "P", "R", "AP", "DCG", "NDCG"}
    page.get_by_text("Answer").click()
    assert page.get_by_text("Three:").is_visible()


@pytest.mark.parametrize("keys", [["Space"], ["Alt+ArrowDown"]])
def test_a_film_moves_down_to_the_end_and_no_further(page, keys):
    down = button(page, "Move Night Ferry down")
    down.focus()
    for _ in range(10):
        page.keyboard.press(keys[0])
        assert page.evaluate(FOCUS) == "Move Night Ferry down"
    assert titles(page)[-1] == "Night Ferry"
    assert down.get_attribute("aria-disabled") == "true"
    assert page.get_by_role("status").inner_text() == "Night Ferry is already last."
    page.keyboard.press("Alt+ArrowUp")
    assert titles(page)[-2] == "Night Ferry" and down.get_attribute("aria-disabled") == "false"


def test_the_grade_button_goes_round_and_takes_digits(page):
    grade = page.locator("tr[data-film='Blue Lantern'] .grade")
    grade.focus()
    for wanted in (1, 2, 3, 0):
        page.keyboard.press("Enter")
        assert grade.get_attribute("aria-label") == (
            f"grade {wanted} for Blue Lantern, press to change")
        assert grade.inner_text().strip() == f"grade {wanted}"
    page.keyboard.press("2")
    assert "grade 2" in page.evaluate(FOCUS)
    assert page.get_by_role("status").inner_text().startswith("Blue Lantern grade 2. NDCG 0.")


def test_presets_and_reset(page):
    page.get_by_label("Gain of grade g").select_option("binary")
    button(page, "Equal recall, other order").click()
    case = {"grades": [1, 0, 0, 2, 3, *[0] * 5], "k": 5, "gain": "binary",
            "denominator": "relevant", "missed": 0}
    assert {name: found["value"] for name, found in read(page).items()} == pytest.approx(
        expected(case))
    assert {name for name, text in changes(page).items() if text == "same"} == {"P", "R", "RR"}

    button(page, "One missed film").click()
    case |= {"grades": [*order.GRADES, *[0] * 5], "missed": 1}
    assert {name: found["value"] for name, found in read(page).items()} == pytest.approx(
        expected(case))
    assert {name for name, text in changes(page).items() if text != "same"} == {"R", "AP", "NDCG"}
    assert page.get_by_role("status").inner_text().startswith("One missed film. NDCG ")
    page.get_by_text("How the six numbers are made").click()
    assert "4 relevant (3 in the list, 1 missed) = 3 / 4" in page.locator(".made").inner_text()

    page.get_by_label("k, the places that count").fill("10")
    assert "every place is counted" in page.locator("tr.cut").inner_text()
    button(page, "Reset all").click()
    case |= {"gain": "linear", "missed": 0}
    assert {name: found["value"] for name, found in read(page).items()} == pytest.approx(
        expected(case))
    assert titles(page)[:5] == order.TITLES
    assert page.get_by_label("k, the places that count").input_value() == "5"
    button(page, f"Move {MAP} up").click()
    button(page, "The worked list").click()
    assert set(changes(page).values()) == {"same"}


def test_everything_is_reached_by_tab_and_the_focus_is_seen(page):
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate(FOCUS)
        if name is None or name in seen:
            break
        seen.append(name)
        assert page.evaluate("""() => {
            const style = getComputedStyle(document.activeElement.shadowRoot.activeElement);
            return style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2;
        }"""), name
    # Two folds, four buttons, four settings, and three buttons for each of ten films.
    assert len(seen) == 2 + 4 + 4 + 30


def test_copies_on_a_page_do_not_meet(open_page):
    fragment = order.FRAGMENT.read_text("utf-8")
    shell = "<!DOCTYPE html><html lang=en><title>Two</title><body>{}<script>{}</script>{}</body>"
    names = "window.namesBefore = Object.getOwnPropertyNames(window).concat('namesBefore')"
    page = open_page(shell.format("", names, 2 * fragment + '<p id="k">the page’s own k</p>'))
    added = page.evaluate("Object.getOwnPropertyNames(window)"
                          ".filter(name => !namesBefore.includes(name))")
    assert added == []
    assert page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)") == ["k"]
    first, second = read(page), read(page, 1)
    assert first == second
    copy = page.locator("section").nth(1)
    copy.get_by_role("button", name=f"Move {MAP} up").click()
    copy.get_by_label("k, the places that count").fill("3")
    copy.locator("summary").first.click()
    assert read(page) == first and read(page, 1) != second
    assert [fold.get_attribute("open") is not None
            for fold in page.locator(".question details").all()] == [False, True]


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_page, axe, width, scheme):
    page = open_page(order.page(), width=width, color_scheme=scheme)
    button(page, "Equal recall, other order").click()
    for fold in page.locator("summary").all():
        fold.click()
    page.locator("section").evaluate("host => host.show({missed: 3, k: 4})")
    found = axe.run(page, options={"runOnly": WCAG}).response
    assert [(one["id"], [node["html"] for node in one["nodes"]])
            for one in found["violations"]] == []
    # It did look inside: colours were measured, and targets.
    assert {"color-contrast", "target-size", "select-name"} <= {
        one["id"] for one in found["passes"]}


def test_axe_would_find_a_missing_label(page, axe):
    page.locator("label[for=gain]").evaluate("label => label.remove()")
    found = axe.run(page, options={"runOnly": WCAG}).response
    assert [one["id"] for one in found["violations"]] == ["select-name"]


def test_themes(open_page):
    ground = """() => getComputedStyle(document.querySelector("section").shadowRoot
        .querySelector(".figure")).backgroundColor"""
    grounds = {}
    for scheme in ("light", "dark"):
        page = open_page(order.page(), color_scheme=scheme)
        grounds[scheme] = page.evaluate(ground)
        for theme in ("dark", "light"):
            for where in ("documentElement", "body"):
                page.evaluate(f"document.{where}.dataset.theme = '{theme}'")
                grounds[scheme, theme, where] = page.evaluate(ground)
                page.evaluate(f"delete document.{where}.dataset.theme")
    assert grounds["light"] != grounds["dark"]
    for key, found in grounds.items():
        assert found == grounds[key if isinstance(key, str) else key[1]], key


@pytest.mark.parametrize("width", [320, 360, 600, 690, 700, 800, 1280])
def test_no_sideways_scroll_and_nothing_cut(open_page, width):
    page = open_page(order.page(), width=width)
    # The widest values there are.
    page.locator("section").evaluate(
        "host => host.show({grades: Array(10).fill(0), gain: 'exponential', k: 10})")
    assert changes(page)["NDCG"].startswith("−")
    page.locator("section").evaluate("host => host.show({grades: Array(10).fill(3)})")
    for fold in page.locator("summary").all():
        fold.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.locator("td[data-metric], button").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.outerHTML)")
    assert cut == []


def test_by_touch(open_page):
    page = open_page(order.page(), width=360, has_touch=True, is_mobile=True)
    button(page, f"Move {MAP} up").tap()
    page.locator(f"tr[data-film='{MAP}'] .grade").tap()
    assert titles(page)[3] == MAP
    assert page.get_by_role("status").inner_text().startswith(f"{MAP} grade 2.")


def test_less_motion_where_it_is_asked_for(open_page):
    moves = {wish: open_page(order.page(), reduced_motion=wish).locator(".bar").first.evaluate(
        "bar => getComputedStyle(bar).transitionDuration") for wish in ("reduce", "no-preference")}
    assert moves["reduce"] == "0s" and moves["no-preference"] != "0s"


def test_without_scripts_a_sentence_says_so(open_page):
    page = open_page(order.page(), java_script_enabled=False)
    assert page.get_by_text("This figure needs JavaScript.").is_visible()


@pytest.fixture
def shown(capture):
    order.why_order_matters()
    (output,) = capture
    return output


@pytest.fixture
def capture(monkeypatch):
    outputs = []
    monkeypatch.setattr(order, "display", lambda data, metadata, raw: outputs.append(
        {"data": data, "metadata": metadata}))
    return outputs


def test_a_notebook_frame_fits_itself_and_follows_the_theme(open_page, shown):
    body = f"<body data-jp-theme-light='true'>{shown['data']['text/html']}"
    page = open_page("<!DOCTYPE html>" + body, width=700, color_scheme="dark")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name=f"Move {MAP} up").click()
    height = "() => document.querySelector('iframe').clientHeight"
    inside = page.frames[1]
    assert inside.locator("section").bounding_box()["height"] == pytest.approx(
        page.evaluate(height), abs=1)
    before = page.evaluate(height)
    frame.locator("summary").first.click()
    page.wait_for_function(f"({height})() > {before}")
    theme = "document.documentElement.dataset.theme"
    assert inside.evaluate(theme) == "light"
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    inside.wait_for_function(f"{theme} === 'dark'")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    inside.wait_for_function(f"{theme} === 'light'")


def test_the_still_picture_and_its_text(shown):
    assert base64.b64decode(shown["data"]["image/png"]).startswith(b"\x89PNG")
    alt = shown["metadata"]["image/png"]["alt"]
    assert alt in shown["data"]["text/plain"]
    right = expected({"grades": order.GRADES, "k": 5, "gain": "linear", "denominator": "relevant",
                      "missed": 0})
    for name, value in right.items():
        assert f"{name} {value:.3f} = " in alt
    for name, (value, parts) in order.contributions(order.GRADES, 5).items():
        assert value == pytest.approx(right[name])
        assert parts.sum() == pytest.approx(value), name


def test_the_file_asks_for_nothing_and_names_the_films_of_the_still():
    fragment = order.FRAGMENT.read_text("utf-8")
    assert not re.search(r"https?:|//\w+\.|@import|url\(|\bfetch\b|XMLHttp|\bsrc=", fragment)
    assert all(f'"{title}"' in fragment for title in order.TITLES)
    assert f"WORKED = [{', '.join(map(str, order.GRADES))}, 0, 0, 0, 0, 0]" in fragment
