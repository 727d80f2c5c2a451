"""The deck as PowerPoint, which LibreOffice shows alike: build/slides.pptx.

The theme is made here: three layouts, Okabe and Ito's colours, large type, numbers at the foot.
Formulas are pictures, because only PowerPoint draws its own; every picture has alternative text.
"""

import copy
import datetime
import io
import struct
import zipfile

from lxml import etree
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.lang import MSO_LANGUAGE_ID
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt

from course.slides.deck import DOTS, plain, spans

TITLE = "Evaluating recommender systems"
FONT, CODE = "Arial", "Courier New"
BLUE, ORANGE, INK = "0072B2", "D55E00", "1A1A1A"
OKABE_ITO = (BLUE, ORANGE, "009E73", "E69F00", "56B4E9", "CC79A7")

# Inches. The body is what a slide has for its blocks, from side to side.
WIDTH, HEIGHT = 13.333, 7.5
LEFT, TOP, BODY_WIDTH, BOTTOM = 0.75, 1.6, 11.83, 6.85
SIZES = {"text": 24, "list": 28, "question": 28}
LEADING, GAP = 1.22, 0.22

WHEN = (2020, 1, 1, 0, 0, 0)


# --- How much room things take --------------------------------------------------------------------


def lines_of(text, size, width):
    """How many lines a text takes, words kept whole: an estimate that errs upwards.

    size: points. width: inches. A letter is taken to be 0.52 of the size wide.
    """
    most, used, lines = width * 72 / (size * 0.52), 0, 1
    for word in plain(text).split():
        if used and used + 1 + len(word) > most:
            lines, used = lines + 1, 0
        used += len(word) + (1 if used else 0)
    return lines


def table_size(rows):
    """Points of a table's letters."""
    return 24 if len(rows) <= 7 else 18


def height_of(block):
    """Inches that a block takes by nature; 0 for a figure, which takes what is left."""
    if block.kind == "figure":
        return 0
    if block.kind == "formula":
        return struct.unpack(">II", block.picture[16:24])[1] / DOTS
    if block.kind == "table":
        size = table_size(block.lines)
        return len(block.lines) * (size * 1.2 / 72 + 0.13)
    size = SIZES[block.kind]
    indent = {"text": 0.1, "list": 0.5, "question": 0.5}[block.kind]
    lines = sum(lines_of(line, size, BODY_WIDTH - indent) for line in block.lines)
    between = 0.12 * (len(block.lines) - 1)
    return lines * size * LEADING / 72 + between + (0.3 if block.kind == "question" else 0.1)


def placed(slide):
    """[(block, top, height)] in inches: one below the other, figures as large as there is room."""
    natural = [height_of(block) for block in slide.blocks]
    room = BOTTOM - TOP - GAP * (len(natural) - 1) - sum(natural)
    figures = sum(block.kind == "figure" for block in slide.blocks)
    gap = GAP if figures else GAP + min(0.35, max(0, room) / (len(natural) + 1))
    top, found = TOP + (0 if figures else gap - GAP), []
    for block, height in zip(slide.blocks, natural):
        height = height or room / figures
        found.append((block, top, height))
        top += height + gap
    return found


# --- The theme ------------------------------------------------------------------------------------


def theme():
    """An empty presentation with the layouts Title, Content and Figure."""
    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(WIDTH), Inches(HEIGHT)
    master = deck.slide_master
    _colours_and_fonts(master)
    keep = {"Title Slide": "Title", "Title and Content": "Content", "Title Only": "Figure"}
    for layout in list(deck.slide_layouts):
        if layout.name in keep:
            layout.name = keep[layout.name]
        else:
            deck.slide_layouts.remove(layout)
    for page in (master, *deck.slide_layouts):
        for shape in list(page.placeholders):
            kind = shape.element.ph.get("type")
            if kind in ("dt", "ftr"):
                shape.element.getparent().remove(shape.element)
            elif kind == "sldNum":
                _put(shape, WIDTH - 1.55, 6.95, 0.8, 0.4)
                for size in shape.element.iter(qn("a:defRPr")):
                    size.set("sz", "1400")
            elif page.name == "Title":
                _put(shape, 1.2, *((2.2, 10.9, 1.6) if kind == "ctrTitle" else (4.0, 10.9, 0.9)))
            elif kind in ("title", "ctrTitle"):
                _put(shape, LEFT, 0.42, BODY_WIDTH, 0.95)
            else:
                _put(shape, LEFT, TOP, BODY_WIDTH, BOTTOM - TOP)
        if page.name == "Title":
            _bar(page, 1.2, 1.75, 2.4, 0.14, ORANGE)
        elif page is master:
            continue
        else:
            _bar(page, 0, 0.5, 0.28, 0.8, BLUE)
    styles = master.element.find(qn("p:txStyles"))
    title = styles.find(qn("p:titleStyle")).find(qn("a:lvl1pPr"))
    title.set("algn", "l")
    title.find(qn("a:defRPr")).set("sz", "3600")
    title.find(qn("a:defRPr")).set("b", "1")
    return deck


def _put(shape, left, top, width, height):
    shape.left, shape.top = Inches(left), Inches(top)
    shape.width, shape.height = Inches(width), Inches(height)


def _bar(page, left, top, width, height, color):
    numbers = [int(Inches(value)) for value in (left, top, width, height)]
    bar = parse_xml(
        '<p:sp xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:nvSpPr>'
        '<p:cNvPr id="90" name="Accent"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>'
        '<a:xfrm><a:off x="{}" y="{}"/><a:ext cx="{}" cy="{}"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="{}"/>'
        "</a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>".format(*numbers, color))
    page.shapes._spTree.insert(2, bar)


def _colours_and_fonts(master):
    part = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    tree = parse_xml(part.blob)
    colours = dict(zip(("dk2", *(f"accent{n}" for n in range(1, 7)), "hlink"),
                       (INK, *OKABE_ITO, BLUE)))
    for name, value in colours.items():
        element = next(tree.iter(qn(f"a:{name}")))
        element.clear()
        element.append(element.makeelement(qn("a:srgbClr"), {"val": value}))
    for latin in tree.iter(qn("a:latin")):
        latin.set("typeface", FONT)
    part._blob = etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True)


# --- Slides ---------------------------------------------------------------------------------------


def write(slides, target):
    """Write the deck to a file; the same slides give the same bytes."""
    deck = theme()
    layouts = {layout.name: layout for layout in deck.slide_layouts}
    clock = 0
    for place, slide in enumerate(slides):
        has_text = any(block.kind in ("text", "list") for block in slide.blocks)
        name = "Title" if place == 0 else "Content" if has_text else "Figure"
        page = deck.slides.add_slide(layouts[name])
        _say(page.shapes.title.text_frame.paragraphs[0], slide.title, 48 if place == 0 else None)
        if place == 0:
            _say(page.placeholders[1].text_frame.paragraphs[0], slide.blocks[0].lines[0])
            page.placeholders[1].text_frame.paragraphs[0].alignment = PP_ALIGN.LEFT
        else:
            _fill(page, slide)
            _number(page, layouts[name])
        page.notes_slide.notes_text_frame.text = (
            f"{clock}–{clock + slide.minutes} min ({slide.minutes} min)\n{slide.notes}")
        clock += slide.minutes
    about = deck.core_properties
    about.title, about.author, about.language = TITLE, "The course's authors", "en-GB"
    about.last_modified_by = ""
    about.created = about.modified = datetime.datetime(*WHEN)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(_undated(deck))


def _undated(deck):
    """The file's bytes, with one date for every part of it."""
    made, again = io.BytesIO(), io.BytesIO()
    deck.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(again, "w") as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(name))
    return again.getvalue()


def _fill(page, slide):
    body = next((shape for shape in page.placeholders if shape.placeholder_format.idx == 1), None)
    for block, top, height in placed(slide):
        if block.kind in ("figure", "formula"):
            _picture(page, block, top, height)
        elif block.kind == "table":
            _table(page, block, top, height)
        elif block.kind == "question":
            _question(page, block, top, height)
        else:
            if body is not None:
                shape, body = body, None
                _put(shape, LEFT, top, BODY_WIDTH, height)
                # A placeholder comes first; its place in the reading order is here.
                page.shapes._spTree.append(shape.element)
            else:
                shape = page.shapes.add_textbox(Inches(LEFT), Inches(top), Inches(BODY_WIDTH),
                                                Inches(height))
            _text(shape.text_frame, block)


def _text(frame, block):
    frame.word_wrap, frame.auto_size = True, None
    frame.margin_top = frame.margin_bottom = Inches(0.03)
    frame.vertical_anchor = MSO_ANCHOR.TOP
    for place, line in enumerate(block.lines):
        paragraph = frame.paragraphs[0] if place == 0 else frame.add_paragraph()
        _say(paragraph, line, SIZES[block.kind])
        paragraph.space_before = Pt(0 if place == 0 else 8)
        properties = paragraph._p.get_or_add_pPr()
        if block.kind == "list":
            properties.set("marL", str(Inches(0.35)))
            properties.set("indent", str(-Inches(0.35)))
            for name, values in (("a:buClr", None), ("a:buFont", {"typeface": "Arial"}),
                                 ("a:buChar", {"char": "•"})):
                properties.append(properties.makeelement(qn(name), values or {}))
            colour = properties.find(qn("a:buClr"))
            colour.append(colour.makeelement(qn("a:srgbClr"), {"val": BLUE}))
        else:
            properties.set("marL", "0")
            properties.set("indent", "0")
            properties.append(properties.makeelement(qn("a:buNone"), {}))


def _say(paragraph, line, size=None, color=None):
    for text, kind in spans(line):
        run = paragraph.add_run()
        run.text = text
        font = run.font
        font.language_id = MSO_LANGUAGE_ID.ENGLISH_UK
        if size:
            font.size = Pt(size)
        if color:
            font.color.rgb = RGBColor.from_string(color)
        if kind == "bold":
            font.bold = True
        elif kind == "italic":
            font.italic = True
        elif kind == "code":
            font.name = CODE


def _question(page, block, top, height):
    shape = page.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(LEFT), Inches(top),
                                  Inches(BODY_WIDTH), Inches(height))
    shape.fill.solid()
    shape.fill.fore_color.rgb = RGBColor.from_string("FDF1E7")
    shape.line.fill.background()
    mark = page.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(LEFT), Inches(top), Inches(0.1),
                                 Inches(height))
    mark.fill.solid()
    mark.fill.fore_color.rgb = RGBColor.from_string(ORANGE)
    mark.line.fill.background()
    mark.name = "Mark"
    frame = shape.text_frame
    for one in (shape, mark):  # the style would bring a shadow
        one._element.remove(one._element.find(qn("p:style")))
    frame.word_wrap, frame.vertical_anchor = True, MSO_ANCHOR.MIDDLE
    frame.margin_left = Inches(0.3)
    frame.paragraphs[0].alignment = PP_ALIGN.LEFT
    _say(frame.paragraphs[0], f"**{block.lines[0]}**", SIZES["question"], INK)


def _picture(page, block, top, height):
    wide, high = struct.unpack(">II", block.picture[16:24])
    scale = min(height / high, BODY_WIDTH / wide)
    width = wide * scale
    shape = page.shapes.add_picture(
        io.BytesIO(block.picture), Inches(LEFT + (BODY_WIDTH - width) / 2), Inches(top),
        Inches(width), Inches(high * scale))
    shape.name = "Figure" if block.kind == "figure" else "Formula"
    shape._element.nvPicPr.cNvPr.set("descr", block.alt)


def widths(block):
    """Inches of a table's columns: as wide as the longest cell asks for."""
    size = table_size(block.lines)
    asked = [max(sum(1.35 if letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ@" else 1
                     for letter in plain(row[place])) for row in block.lines)
             * size * 0.58 / 72 + 0.4 for place in range(len(block.right))]
    least = [max(width, 1.1) for width in asked]
    return [width * min(1, BODY_WIDTH / sum(least)) for width in least]


def _table(page, block, top, height):
    sizes = widths(block)
    frame = page.shapes.add_table(len(block.lines), len(sizes), Inches(LEFT), Inches(top),
                                  Inches(sum(sizes)), Inches(height))
    frame.name = "Table"
    frame._element.nvGraphicFramePr.cNvPr.set("descr", "Table: " + ", ".join(block.lines[0]))
    table, size = frame.table, table_size(block.lines)
    for place, width in enumerate(sizes):
        table.columns[place].width = Inches(width)
    for line, row in enumerate(block.lines):
        table.rows[line].height = Emu(int(Inches(height) / len(block.lines)))
        for place, text in enumerate(row):
            cell = table.cell(line, place)
            cell.margin_top = cell.margin_bottom = Inches(0.04)
            cell.vertical_anchor = MSO_ANCHOR.MIDDLE
            paragraph = cell.text_frame.paragraphs[0]
            paragraph.alignment = PP_ALIGN.RIGHT if block.right[place] else PP_ALIGN.LEFT
            _say(paragraph, f"**{text}**" if line == 0 and text else text, size)


def _number(page, layout):
    """The slide's number: a copy of the layout's place for it, which python-pptx leaves out."""
    for shape in layout.placeholders:
        if shape.element.ph.get("type") == "sldNum":
            page.shapes._spTree.append(copy.deepcopy(shape.element))
