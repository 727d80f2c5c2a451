"""The slides: every number computed, notes and minutes, and nothing that runs over its edge."""

import io
import re
import zipfile

import matplotlib
import pytest
from PIL import ImageFont

from course import compare

pytestmark = pytest.mark.usefixtures("docs_packages")

INCH = 914400  # in PowerPoint's units
# A number with two decimals is a result; "0.5" or "5" may be a setting.
TYPED = re.compile(r"(?<![\w.])\d+\.\d{2,}|\d+\.\d+ ?%")


@pytest.fixture(scope="module")
def deck():
    from course.slides import deck

    return deck


@pytest.fixture(scope="module")
def known(ml100k):
    """(numbers, pictures), from build/slides/ if they are kept there."""
    from course.slides import numbers

    return numbers.kept()


@pytest.fixture(scope="module")
def slides(deck, known):
    return deck.slides(None, *known)


@pytest.fixture(scope="module")
def presentation(slides, tmp_path_factory):
    from pptx import Presentation

    from course.slides import powerpoint

    path = tmp_path_factory.mktemp("slides") / "slides.pptx"
    powerpoint.write(slides, path)
    return Presentation(path)


def typed(text):
    """The results that stand in a deck's text as they are, and not as {names}."""
    text = re.sub(r"^```formula.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return TYPED.findall(re.sub(r"\{[^{}]*\}", "", text))


# --- What is said ---------------------------------------------------------------------------------


def test_about_thirty_slides_in_seventy_minutes(slides):
    assert 28 <= len(slides) <= 34
    assert sum(slide.minutes for slide in slides) == 70
    assert all(1 <= slide.minutes <= 4 for slide in slides)


def test_every_slide_has_a_title_of_its_own_and_notes(slides):
    titles = [slide.title for slide in slides]
    assert len(set(titles)) == len(titles)
    assert all(len(slide.notes.split()) >= 15 for slide in slides)


def test_no_result_is_typed_by_hand(deck):
    assert typed(deck.TEXT.read_text("utf-8")) == []


def test_a_typed_result_would_be_seen():
    assert typed("NDCG is 0.98, not {ines.ndcg:.2f}; k = 5, 12.5% of 0.5") == ["0.98", "12.5%"]


def test_a_name_without_a_number_is_refused(deck):
    text = "# T\n\nminutes: 1\n\n{mara.c:.2f}\n\n::: notes\nN\n:::\n"
    with pytest.raises(deck.DeckError, match="the slide 'T': there is no number called 'mara.c'"):
        deck.slides(text, {"mara": {"a": 1.0}}, {})


def test_a_slide_without_minutes_is_refused(deck):
    with pytest.raises(deck.DeckError, match="needs minutes and notes"):
        deck.slides("# T\n\ntext\n\n::: notes\nN\n:::\n", {}, {})


def test_the_worked_list_and_its_two_rounded_values(slides):
    said = "\n".join(line if isinstance(line, str) else " ".join(line)
                     for slide in slides for block in slide.blocks for line in block.lines)
    for value in ("4.648712", "4.761860", "0.976239", "0.980840"):
        assert value in said
    titles = [slide.title for slide in slides]
    assert "0.98 or 0.98?" in titles and "0.976 and 0.981" in titles


def test_the_table_is_that_of_course_compare(slides, ml100k):
    table = next(block for slide in slides if slide.title == "Ten models, one table"
                 for block in slide.blocks if block.kind == "table")
    shown = {row[0]: row[1:] for row in table.lines[1:]}
    row = compare.evaluate_models(*ml100k, "user_temporal", "ge4", ["MostPopular"]).iloc[0]
    assert shown["MostPopular"] == [f"{row[column]:.3f}" for column in
                                    ("ndcg", "precision", "recall", "map_rel")] + ["–"]
    assert len(shown) == 10 and shown["BiasedMF"][-1].startswith("**")


def test_bold_is_the_best_of_each_column(slides, known):
    models = known[0]["models"]
    assert min((models[name]["rmse"], name) for name in ("ItemMean", "BiasOnly", "BiasedMF",
                                                         "PureSVD"))[1] == "BiasedMF"
    for column in ("ndcg", "precision", "recall", "map_rel"):
        assert max(models, key=lambda name: models[name][column]) == "Hybrid"
    four = ("Random", "MostPopular", "Content", "ALS")
    for column in ("coverage", "ild", "novelty_si"):
        assert max(four, key=lambda name: models[name][column]) == "Random"
    assert min(four, key=lambda name: models[name]["gini"]) == "Random"
    assert known[0]["curve"]["0_7"]["diversity"] > models["Random"]["ild"]


def test_pictures_have_words(slides):
    pictures = [block for slide in slides for block in slide.blocks
                if block.kind in ("figure", "formula")]
    assert len(pictures) >= 12
    assert all(len(block.alt.split()) >= 8 and block.picture[:4] == b"\x89PNG"
               for block in pictures)


# --- PowerPoint -----------------------------------------------------------------------------------


def test_the_presentation_holds_it_all(slides, presentation):
    pages = list(presentation.slides)
    assert len(pages) == len(slides)
    assert presentation.core_properties.title
    assert {page.slide_layout.name for page in pages} == {"Title", "Content", "Figure"}
    for page, slide in zip(pages, slides):
        assert page.shapes.title.text_frame.text == slide.title
        notes = page.notes_slide.notes_text_frame.text
        assert f"({slide.minutes} min)" in notes and slide.notes in notes
        assert page.shapes[0].is_placeholder, "the title is read first"
    assert pages[-1].notes_slide.notes_text_frame.text.startswith("69–70 min")


def test_pictures_in_it_have_words_and_slides_numbers(presentation):
    for page in list(presentation.slides)[1:]:
        kinds = [shape.element.ph.get("type") for shape in page.placeholders]
        assert "sldNum" in kinds
        for shape in page.shapes:
            if shape.shape_type is not None and "PICTURE" in str(shape.shape_type):
                assert shape._element.nvPicPr.cNvPr.get("descr")


def needed(frame, width, size):
    """Inches of height that a text frame needs, measured with letters at least as wide."""
    path = matplotlib.get_data_path() + "/fonts/ttf/DejaVuSans.ttf"
    total = 0.0
    for paragraph in frame.paragraphs:
        points = max([run.font.size.pt for run in paragraph.runs if run.font.size] or [size])
        font = ImageFont.truetype(path, 100)
        lines, used = 1, 0.0
        for word in paragraph.text.split():
            # DejaVu Sans is an eighth wider than Arial.
            long = font.getlength(word + " ") / 100 * points / 72 / 1.12
            if used and used + long > width:
                lines, used = lines + 1, 0.0
            used += long
        total += lines * points * 1.2 / 72
    return total


def test_no_text_runs_over_its_edge(presentation):
    for number, page in enumerate(presentation.slides, start=1):
        for shape in page.shapes:
            where = f"slide {number}, {shape.name}"
            if shape.is_placeholder and shape.element.ph.get("type") == "sldNum":
                continue
            bottom = (shape.top + shape.height) / INCH
            assert shape.left >= 0 and (shape.left + shape.width) / INCH <= 12.75, where
            assert bottom <= 6.95, where
            if shape.has_text_frame and shape.text_frame.text:
                size = 36 if shape == page.shapes.title else 24
                assert needed(shape.text_frame, shape.width / INCH - 0.6, size) \
                    <= shape.height / INCH + 0.05, where
            if shape.has_table:
                for row in shape.table.rows:
                    for cell, column in zip(row.cells, shape.table.columns):
                        one = needed(cell.text_frame, column.width / INCH - 0.2, 18)
                        assert one <= row.height / INCH, f"{where}: {cell.text_frame.text}"


def test_an_overfull_slide_would_be_seen(presentation, deck, tmp_path):
    from pptx import Presentation

    from course.slides import powerpoint

    block = deck.Block("list", ["word " * 40] * 6)
    full = [deck.Slide("T", 1, "n", [deck.Block("text", ["x"])]), deck.Slide("U", 1, "n", [block])]
    powerpoint.write(full, tmp_path / "full.pptx")
    with pytest.raises(AssertionError, match="slide 2"):
        test_no_text_runs_over_its_edge(Presentation(tmp_path / "full.pptx"))


def test_the_same_slides_give_the_same_bytes(slides, tmp_path):
    from course.slides import powerpoint

    for name in ("a", "b"):
        powerpoint.write(slides[:6], tmp_path / name)
    first, second = ((tmp_path / name).read_bytes() for name in ("a", "b"))
    assert first == second
    with zipfile.ZipFile(io.BytesIO(first)) as file:
        assert {entry.date_time[0] for entry in file.infolist()} == {2020}


# --- The web page ---------------------------------------------------------------------------------


def test_the_page_asks_nobody_for_anything(slides):
    from course.slides.page import page

    text = page(slides)
    assert '<html lang="en">' in text and "<title>Evaluating recommender systems: slides<" in text
    outside = re.findall(r"""(?:src|href)=["'](?!data:|#)[^"']*|url\([^)]*\)|@import|https?://""",
                         text)
    assert outside == []
    assert text.count("<section") == text.count('class="notes"') == len(slides)
    assert len(re.findall(r'<img [^>]*alt="[^"]+"', text)) == text.count("<img ")
    assert "$" not in re.sub(r"\$\{[^}]*\}", "", text), "a place of the template was not filled"
