"""`evidence`: tables of how many numbers of each page are measured, stated, published or bounds.

The second table lists the suites whose measurements would replace unmeasured numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from manylanes.records import find_suite

from ..html.element import element, make
from ..html.table import make_table
from .directive import Directive
from .origin import origin
from .term import is_planned
from .value import UNTIMED

# Maps kinds of `origin` nodes to the headings of their columns.
KINDS = {
    "measured": "measured by us",
    "others": "measured by others",
    "fact": "hardware facts",
    "bound": "bounds",
    UNTIMED: UNTIMED,
}
TABLES = "tables"  # key for the number of `evidence` directives on a page


class evidence(nodes.General, nodes.Element):
    """A placeholder that is replaced by the tables when the numbers of all pages are known."""


class Evidence(Directive):
    def render(self) -> list[nodes.Node]:
        return [evidence()]


def counts(env: BuildEnvironment) -> dict[str, Counter[str]]:
    """Return counts by page: numbers of each kind, and numbers that each suite would replace.

    The counts are stored in the environment, and callers change them.
    """
    if not hasattr(env, "lanes_evidence"):
        env.lanes_evidence = {}  # type: ignore[attr-defined]
    return env.lanes_evidence  # type: ignore[no-any-return,attr-defined]


def count_numbers(app: Sphinx, doctree: nodes.document) -> None:
    numbers = list(doctree.findall(origin))
    gaps = [node["gap"] for node in doctree.findall(element) if "gap" in node]
    counts(app.env)[app.env.docname] = Counter(
        [UNTIMED if node.astext() == UNTIMED else node["kind"] for node in numbers]
        + [suite(find_suite(gap)) for gap in gaps if is_planned(gap)]
        + [TABLES for _ in doctree.findall(evidence)]
    )


def suite(name: str) -> str:
    """Return the key of a suite in the counts; a prefix distinguishes it from kinds of numbers."""
    return f"suite {name}"


def purge_counts(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    counts(env).pop(page, None)


def find_pages_with_new_counts(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages with tables of `evidence` if a count has changed since the last build."""
    current = dict(counts(env))
    if getattr(env, "lanes_evidence_written", None) == current:
        return []
    env.lanes_evidence_written = current  # type: ignore[attr-defined]
    return [page for page, found in current.items() if found[TABLES]]


def insert_tables(app: Sphinx, doctree: nodes.document, page: str) -> None:
    for place in list(doctree.findall(evidence)):
        place.replace_self([by_page(app, page), by_suite(app, page)])


def by_page(app: Sphinx, here: str) -> nodes.Node:
    rows = [
        make("tr", make("th", link(app, here, page), scope="row"), *make_count_cells(found, KINDS))
        for page, found in counts(app.env).items()
        if any(found[kind] for kind in KINDS)
    ]
    total: Counter[str] = sum(counts(app.env).values(), Counter())
    rows.append(make("tr", make("th", "all pages", scope="row"), *make_count_cells(total, KINDS)))
    label = "Numbers of each page, by kind of evidence"
    return make_table(
        "evidence", ["page", *KINDS.values()], rows, label=label, caption=[nodes.Text(label)]
    )


def by_suite(app: Sphinx, here: str) -> nodes.Node:
    found = counts(app.env)
    names = {key for page in found.values() for key in page if key.startswith(suite(""))}
    total: Counter[str] = sum(found.values(), Counter())
    rows = []
    for name in sorted(names, key=lambda name: (-total[name], name)):
        pages = [link(app, here, page) for page in found if found[page][name]]
        commas = [part for page in pages for part in (nodes.Text(", "), page)][1:]
        head = make("th", make("code", name.removeprefix(suite(""))), scope="row")
        rows.append(make("tr", head, *make_count_cells(total, [name]), make("td", *commas)))
    label = "Numbers that a new measurement of a suite would replace"
    columns = ["suite", "numbers", "pages"]
    return make_table("evidence", columns, rows, label=label, caption=[nodes.Text(label)])


def make_count_cells(found: Counter[str], names: Iterable[str]) -> list[nodes.Node]:
    return [make("td", str(found[name] or ""), class_="number") for name in names]


def link(app: Sphinx, here: str, page: str) -> nodes.Node:
    address = app.builder.get_relative_uri(here, page)
    return make("a", app.env.titles[page].astext(), href=address)


def setup(app: Sphinx) -> None:
    app.add_node(evidence)
    app.add_directive("evidence", Evidence)
    app.connect("doctree-read", count_numbers)
    app.connect("env-purge-doc", purge_counts)
    app.connect("env-updated", find_pages_with_new_counts)
    app.connect("doctree-resolved", insert_tables)
