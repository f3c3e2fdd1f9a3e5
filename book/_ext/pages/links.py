"""Link pages to notebooks and downloads, add setup cells, and shorten citations without a year."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Any
from urllib.parse import quote

from docutils import nodes
from pybtex.backends.plaintext import Backend
from pybtex.plugin import register_plugin
from sphinx.application import Sphinx
from sphinx.config import Config

from autograder import Course

from ..html.theme import add_downloads, replace_launch_button

NO_DATE = ", n.d."


@dataclass(frozen=True)
class NotebookLinks:
    """The path of a notebook relative to the pages, and its addresses as (label, address)."""

    path: str
    addresses: tuple[tuple[str, str], ...]


def notebook_links(config: Config, unit: str) -> NotebookLinks:
    """Build the addresses of a unit's notebook from the settings in `_config.yml`.

    GitHub comes from `repository`; Colab and Binder are omitted if `launch_buttons` lacks them.
    """
    theme = config.html_theme_options
    path = f"exercises/{unit}/{unit}.ipynb"
    repository, branch = theme["repository_url"].rstrip("/"), theme["repository_branch"]
    name = repository.removeprefix("https://github.com/")
    launch = theme.get("launch_buttons", {})
    addresses = [("GitHub", f"{repository}/blob/{branch}/{path}")]
    if colab := launch.get("colab_url", "").rstrip("/"):
        addresses.insert(0, ("Colab", f"{colab}/github/{name}/blob/{branch}/{path}"))
    if binder := launch.get("binderhub_url", "").rstrip("/"):
        at = quote(f"lab/tree/{path}", safe="")
        addresses.insert(1, ("Binder", f"{binder}/v2/gh/{name}/{branch}?urlpath={at}"))
    return NotebookLinks(path, tuple(addresses))


def link_launch_button(app: Sphinx, page: str, _template: str, context: Any, _doctree: Any) -> None:
    """Make the launch button open a unit's exercises, since Colab cannot open a page's source.

    A page without a unit has no launch button. Each page also offers the whole book as a download.
    """
    unit = page.rsplit("/", 1)[-1]
    has_unit = unit in Course.find(app.srcdir).units
    links = notebook_links(app.config, unit).addresses if has_unit else ()
    replace_launch_button(context, "Open the exercises", links)
    if repository := app.config.html_theme_options.get("repository_url", "").rstrip("/"):
        pdf = f"{repository}/releases/latest/download/many-lanes.pdf"
        add_downloads(context, "Download the whole book", [("book.pdf", pdf)])


def copy_notebooks(app: Sphinx, _problem: Exception | None) -> None:
    """Copy the exercise notebooks next to the pages, so that links to them also work offline."""
    if app.builder.format != "html":
        return
    for path in Course.find(app.srcdir).path.parent.glob("exercises/*/*.ipynb"):
        folder = Path(app.outdir, *path.parts[-3:-1])
        folder.mkdir(parents=True, exist_ok=True)
        copy(path, folder)


def add_setup_cells(app: Sphinx, _problem: Exception | None) -> None:
    """Begin each page that is offered as a notebook with a Markdown cell about the setup."""
    repository = app.config.html_theme_options.get("repository_url", "").rstrip("/")
    words = (
        "This notebook needs the course. Clone it, set it up, save this file in the folder `book/` "
        "of the clone, and choose the Python in `.venv` as the kernel:\n\n"
        f"```\ngit clone {repository}\ncd {repository.rpartition('/')[2]}\nmake env\n```"
    )
    for path in Path(app.outdir, "_sources").glob("*.ipynb"):
        book = json.loads(path.read_text(encoding="utf-8"))
        cell = {"cell_type": "markdown", "id": "needs-the-course", "metadata": {}, "source": words}
        if book["cells"][:1] != [cell]:
            book["cells"].insert(0, cell)
            book["nbformat_minor"] = 5  # the first version with cell ids
            path.write_text(json.dumps(book, indent=1), encoding="utf-8")


def drop_missing_years(_app: Sphinx, doctree: nodes.document, _page: str) -> None:
    """Remove ", n.d." from the end of citations of sources without a year."""
    for reference in doctree.findall(nodes.reference):
        if reference.astext().endswith(NO_DATE):
            end = len(reference.astext()) - len(NO_DATE)
            for text in list(reference.findall(nodes.Text)):
                text.parent.replace(text, nodes.Text(str(text)[:end]))
                end = max(end - len(text), 0)


def setup(app: Sphinx) -> None:
    # sphinxcontrib-bibtex looks up this plugin for each citation. Otherwise, pybtex would read the
    # metadata of all installed packages each time.
    register_plugin("pybtex.backends", "plaintext", Backend, force=True)
    app.connect("build-finished", add_setup_cells)
    app.connect("doctree-resolved", drop_missing_years)
    # Run after the theme has added its buttons.
    app.connect("html-page-context", link_launch_button, priority=900)
    app.connect("build-finished", copy_notebooks)
