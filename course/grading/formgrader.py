"""`course instructor`: JupyterLab with nbgrader's formgrader on a class that has been graded.

The formgrader shows each learner's work and takes marks by hand. Whatever else it can do is done
by `course grade` or refused: its buttons never run nbgrader's own steps. Its configuration is made
here, in code. No nbgrader_config.py is read, so none can switch the sandbox off.
"""

import asyncio
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import jinja2
from jupyter_server.base.handlers import JupyterHandler
from nbconvert.exporters import HTMLExporter
from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeList
from nbgrader.server_extensions.formgrader import handlers
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    check_notebook_dir,
    check_xsrf,
)
from nbgrader.server_extensions.formgrader.formgrader import FormgradeExtension
from tornado import web
from traitlets import Bool, Unicode
from traitlets.config import Config

from course import lab
from course.datasets import data_folder
from course.grading import batch, hardened
from course.grading.master import UnknownAssignment
from course.grading.report import SOURCE, shown_path, typed
from course.grading.roster import BadRoster
from course.grading.sandbox import NoKernel, NoSandbox
from course.setup import ROOT

FOLDERS = ("This course hands in and gives back through folders, not through nbgrader's exchange: "
           "submitted/ and feedback/ in the folder of the class.")
BUILT = "The student version is built from its text: `python -m course build`."

# nbgrader's page loads MathJax from another machine, and its keys do nothing where that fails.
# Nothing is loaded here: formulas stay as they were typed, and the rest works without a network.
MATHJAX = re.compile(r'<script src="https:[^"]*/mathjax/[^"]*">\s*</script>')
NO_MATHJAX = ("<script>var MathJax = {Hub: {Startup: {signal: {"
              "Interest: tell => setTimeout(tell, 0, 'End')}}}};</script>")


def main(folder, options=()):
    """Open the formgrader on the class in `folder`; the exit code, 1 if it has not been graded."""
    folder = Path(os.path.abspath(folder))
    graded = sorted(path.parent.name for path in folder.glob("results/*/*.json"))
    if not graded or not (folder / "gradebook.db").is_file():
        here = "this folder" if folder == Path.cwd() else shown_path(folder)
        print(f"course instructor: {here} has no graded class yet; run "
              f"`{typed('grade', '04-ndcg', folder)}` first, or name another folder with "
              "--class DIR.", file=sys.stderr)
        return 1
    print("Choose Manual Grading at the left, an assignment, a notebook and a learner; give your "
          f"marks, then run `{typed('grade', graded[-1], folder)}`, which takes them to grades.csv "
          "and the feedback pages. Control-C here ends JupyterLab.", flush=True)
    return subprocess.call(command(folder, options), cwd=ROOT)


def command(folder, options=()):
    """The call that starts JupyterLab on a class. It shows the class, and solutions/ too."""
    try:
        root = Path(os.path.commonpath([ROOT, folder]))
    except ValueError:  # two drives of Windows
        root = folder
    ours = [f"--ServerApp.jpserver_extensions={__name__}=True", f"--Formgrader.folder={folder}"]
    return lab.command([*ours, *options], root=root, opens="/instructor",
                       settings=Path(__file__).parent / "lab", keeps=folder)


# --- the server's side ---------------------------------------------------------------------


class NoExchange(ExchangeList):
    """nbgrader's exchange, which does not exist here, and is not made by looking for it."""

    def start(self):
        """Says so in the way nbgrader expects."""
        raise ExchangeError(FOLDERS)


class Formgrader(FormgradeExtension):
    """nbgrader's formgrader on one class, with the configuration of this course."""

    folder = Unicode(help="the folder of the class").tag(config=True)
    debug = Bool(False)  # no configuration on the page

    def _rules(self):
        config = Config()
        hardened.configure(config, self.folder)
        # One source for all classes. The formgrader lists what it finds there.
        config.CourseDirectory.source_directory = str(SOURCE)
        config.CourseDirectory.db_url = f"sqlite:///{Path(self.folder, 'gradebook.db')}"
        config.ExchangeFactory.list = NoExchange
        return config

    def load_config(self):
        """The rules; no file is read."""
        return self._rules()

    def load_config_file(self, *_, **__):
        """Put the rules in force; no file is read."""
        self.update_config(self._rules())

    @classmethod
    def _load_config_files(cls, *_, **__):
        # nbgrader reads the one in the class's folder past load_config_file.
        yield from ()

    def init_tornado_settings(self, webapp):
        """Add our words to the pages, and take care that names in them are only text."""
        super().init_tornado_settings(webapp)
        folder = Path(handlers.template_path)
        webapp.settings["nbgrader_jinja2_env"] = jinja2.Environment(autoescape=True, loader=(
            jinja2.ChoiceLoader([jinja2.DictLoader(self._pages(folder.name)),
                                 Templates([folder, folder.parent])])))
        webapp.settings["nbgrader_exporter"] = Page(
            config=self.config, solutions=os.path.relpath(
                Path(ROOT, "solutions"), self.root_dir).replace(os.sep, "/"))

    def _pages(self, theirs):
        """Some of nbgrader's pages, with what is true in this course at their top."""
        grade = html.escape(typed("grade", "ASSIGNMENT", Path(self.folder)))
        after = (f"When you have given your marks, run <code>{grade}</code> in a terminal: it "
                 "takes them to grades.csv and the feedback pages.")
        notes = {
            "gradebook_assignments.tpl":
                f"Choose an assignment, its notebook, and a submission. {after}",
            "manage_assignments.tpl":
                f"To give marks, choose <b>Manual Grading</b>. {after} <b>Generate Feedback</b> "
                "does the same. What the other buttons would do is done elsewhere in this course; "
                "they say where.",
            "manage_submissions.tpl":
                "<b>Autograde</b> grades one learner again, in the sandbox. <b>Generate "
                "Feedback</b> takes your marks to grades.csv and the feedback pages. For the "
                f"whole class, run <code>{grade}</code> in a terminal.",
        }
        pages = {name: f'{{% extends "{theirs}/{name}" %}}{{% block messages %}}<div class="alert '
                       f'alert-info">{note}</div>{{% endblock %}}{{% block table_footer %}}'
                       '{% endblock %}' for name, note in notes.items()}
        # In a narrow window, the logo would push all of this down.
        pages["base.tpl"] = (f'{{% extends "{theirs}/base.tpl" %}}{{% block script %}}<style>'
                             '.jupyter-logo, .col-md-2 .page-header { display: none }</style>'
                             '{% endblock %}')
        return pages

    def init_handlers(self, webapp):
        """Put our buttons before nbgrader's; the first that fits an address is asked."""
        api, one, base = "formgrader/api", "([^/]+)", webapp.settings["base_url"]
        folder = os.path.relpath(self.folder, self.root_dir).replace(os.sep, "/")
        start = "lab" if folder == "." else "lab/tree/" + quote(folder)
        ours = [("instructor/?", GoTo, {"place": f"{start}?formgrader=true"}),
                ("formgrader/?", GoTo, {"place": "formgrader/gradebook"}),
                (f"{api}/submission/{one}/{one}/autograde", Grade, {"again": True}),
                (f"{api}/assignment/{one}/generate_feedback", Grade, {}),
                (f"{api}/assignment/{one}/{one}/generate_feedback", Grade, {}),
                (f"{api}/assignment/{one}/assign", Refuse, {"sentence": BUILT}),
                (f"{api}/assignment/{one}/(?:unrelease|release|collect|release_feedback)", Refuse,
                 {"sentence": FOLDERS}),
                (f"{api}/assignment/{one}/{one}/release_feedback", Refuse, {"sentence": FOLDERS})]
        webapp.add_handlers(".*$", [(base + path, *rest) for path, *rest in ours])
        super().init_handlers(webapp)


class Templates(jinja2.FileSystemLoader):
    """nbgrader's templates, with names that are put into a script written as a script does."""

    def get_source(self, environment, template):
        """(text, path, is it up to date) of a template."""
        text, *rest = super().get_source(environment, template)
        return re.sub(r'= "{{ (\w+) }}";', r"= {{ \1 | tojson }};", text), *rest


class Page(HTMLExporter):
    """The page of one submission, with the way to the mark scheme."""

    solutions = Unicode(help="the folder of solutions, from the folder that JupyterLab shows")

    def from_filename(self, filename, resources=None, **more):
        """(page, resources). What comes from outside and is put into the page is escaped."""
        safe = {key: html.escape(value) if isinstance(value, str) else value
                for key, value in resources.items()}
        page, resources = super().from_filename(filename, resources=safe, **more)
        target = f"{self.solutions}/{safe['assignment_id']}/{safe['notebook_id']}.ipynb"
        top = '<div class="container" id="notebook-container">'
        note = ('<p class="text-muted">A mark is saved when you leave its field. Read here, and '
                'do not run a learner\'s notebook: in JupyterLab it would run with your rights. '
                f'<a id="mark-scheme" data-link="{target}">Mark scheme and solutions</a></p>')
        page = MATHJAX.sub(lambda found: NO_MATHJAX, page, count=1)
        return page.replace(top, top + note, 1), resources


class GoTo(JupyterHandler):
    """Two addresses that lead on.

    JupyterLab opens at the class's folder with the formgrader beside it; the address that is
    printed has the token behind a question mark, and so can have no other. And the formgrader
    opens where marks are given; nbgrader's own start would take another configuration.
    """

    def initialize(self, place):
        """place: where to go."""
        self.place = place

    @web.authenticated
    def get(self):
        """Go there."""
        self.redirect(self.base_url + self.place)


class Grade(BaseApiHandler):
    """Buttons that grade: the same as `course grade`, for one learner or for all."""

    def initialize(self, again=False):
        """again: grade also what has not changed."""
        self.again = again

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment, student=None):
        """Grade, and answer as the formgrader's pages expect it: did it work, and a text."""
        try:
            rows = await asyncio.to_thread(
                batch.grade_class, self.coursedir.root, assignment, source=SOURCE,
                data=data_folder(), student=student, again=self.again)
        except (UnknownAssignment, BadRoster, NoSandbox, NoKernel, batch.Busy,
                batch.UnknownLearner) as problem:
            self.write(json.dumps({"success": False, "log": str(problem)}))
            return
        self.gradebook.db.expire_all()  # the marks of others came through another door
        asked = [row for row in rows if student in (None, row["student_id"])]
        self.write(json.dumps({
            "success": all(row["status"] != "not-graded" for row in asked),
            "log": "\n".join(f"{row['student_id']}: {row['status']}; {row['reason']}"
                             for row in asked)}))


class Refuse(BaseApiHandler):
    """Buttons for what is done elsewhere in this course."""

    def initialize(self, sentence):
        """sentence: where it is done."""
        self.sentence = sentence

    @web.authenticated
    @check_xsrf
    def post(self, *_):
        """Say where it is done, in the place where the page shows a log."""
        self.write(json.dumps({"success": False, "log": self.sentence}))


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    formgrader = Formgrader(parent=server)
    formgrader.root_dir = server.root_dir
    formgrader.log = server.log
    formgrader.initialize([])
    formgrader.init_tornado_settings(server.web_app)
    formgrader.init_handlers(server.web_app)
