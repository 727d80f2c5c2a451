"""All the cases, by name; and the sample that pytest runs."""

from attacks.honest import HONEST
from attacks.pages import PAGES
from attacks.resources import RESOURCES
from attacks.structure import STRUCTURE
from attacks.tampering import TAMPERING

GROUPS = {group.name: group for group in (TAMPERING, RESOURCES, HONEST, STRUCTURE, PAGES)}
CASES = {name: case for group in GROUPS.values() for name, case in group.cases.items()}
assert len(CASES) == sum(len(group.cases) for group in GROUPS.values()), "a name is there twice"

# Quick ones of every kind, and some of each nasty kind.
SAMPLE = [
    "tag-skip", "do-execute", "ast-transformer", "publishes-nan", "call-all", "yes-object",
    "poses-as-stand-in", "name-of-another", "file-package", "reads-source", "reads-seed", "frames",
    "visible-cases-only", "leak-prints", "writes-sql", "writes-canary", "knocks-abstract",
    "kills-everything", "message-garbage", "borrowed-own-cell", "borrowed-split-name",
    "loop", "ignores-signals", "os-exit", "memory-3-gb", "forks", "daemon", "300000-lines",
    "returns-circle",
    "warns", "mutates-inputs", "syntax-error", "compares-with-sklearn",
    "copied-answer", "metadata-and-ids-stripped", "utf-16", "link-to-source", "pipe", "renamed",
    "name-formula",
    "essay-scripts", "essay-links", "shows-outputs",
]
