"""How Sphinx makes the web book; `python -m course book` calls it."""

import re

from docutils import nodes
from myst_nb.core.render import NbElementRenderer

project = "Evaluating recommender systems"
author = "the authors of the course"
project_copyright = "the authors of the course. Text CC BY 4.0, code BSD 3-Clause"
extensions = ["myst_nb", "sphinx_design", "sphinx_copybutton",
              "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # course.book runs the lessons, two at a time, and keeps the outputs
nb_ipywidgets_js = {}      # else a page with a widget asks another host for scripts

autodoc_member_order = "bysource"
autosummary_generate = False
napoleon_google_docstring = False
add_module_names = False

language = "en"
html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["_static"]
html_css_files = ["katex/katex.min.css", "book.css"]
html_js_files = [("book.js", {"loading_method": "defer"})]
html_copy_source = False
html_domain_indices = False
html_use_index = False  # the glossary and the search do this better
html_context = {"default_mode": "auto"}
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "back_to_top_button": False,  # it covers the text on a phone
    "show_toc_level": 2,
    "footer_content_items": ["copyright"],
    # The bar across the top would only repeat what the side bar has.
    "navbar_start": [], "navbar_center": [], "navbar_end": [], "navbar_persistent": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_math_renderer = "katex"


# --- Formulas: TeX in the page, drawn by the KaTeX of _static -----------------------------------


def _inline(writer, node):
    writer.body.append(writer.starttag(node, "span", "", CLASS="math notranslate"))
    writer.body.append(writer.encode(node.astext()) + "</span>")
    raise nodes.SkipNode


def _display(writer, node):
    writer.body.append(writer.starttag(node, "div", "", CLASS="math notranslate"))
    writer.body.append(writer.encode(node.astext()) + "</div>\n")
    raise nodes.SkipNode


def _only_where_there_are_formulas(app, pagename, templatename, context, doctree):
    if doctree and any(any(doctree.findall(kind)) for kind in (nodes.math, nodes.math_block)):
        app.add_js_file("katex/katex.min.js", loading_method="defer", priority=400)


# --- Pictures: the alternative text that course.figures.show gives them -------------------------


class _WithAlt:
    plain = NbElementRenderer.render_image

    def render_image(self, data):
        (image,) = _WithAlt.plain(self, data)
        alt = data.output_metadata.get(data.mime_type, {}).get("alt")
        if alt:
            image["alt"] = alt
        return [image]


NbElementRenderer.render_image = _WithAlt.render_image


# --- Docstrings: written to be read in a terminal, `code` and "name: what it is" ----------------

_ENTRY = re.compile(r'^(?!Source:|Example:)([a-z_]+(?:="\w+")?(?:, [a-z_]+)*): (.+)$')


def docstring(lines):
    """The lines as reStructuredText: entries as a definition list, `code` as code."""
    found, inside = [], False
    for line in lines:
        line = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", line)
        line = re.sub(r"\|", r"\\|", line)
        # A paragraph may hold such a line, too; entries follow a gap or each other.
        entry = _ENTRY.match(line) if inside or not found or not found[-1] else None
        if entry:
            found += ([] if inside else [""]) + [f"``{entry[1]}``", f"    {entry[2]}"]
        elif inside and line and not line.startswith(" "):
            found += ["", line]
        else:
            found.append(line)
        inside = bool(entry) or inside and line.startswith(" ")
    return found


def _read_docstring(app, what, name, thing, options, lines):
    # Those of the metrics have sections, which napoleon reads.
    if "----------" not in lines:
        lines[:] = docstring(lines)


def setup(app):
    app.add_html_math_renderer("katex", (_inline, None), (_display, None))
    app.connect("html-page-context", _only_where_there_are_formulas)
    app.connect("autodoc-process-docstring", _read_docstring)
