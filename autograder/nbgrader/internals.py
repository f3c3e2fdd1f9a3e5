"""All of nbgrader's and nbconvert's that we use and they do not document, each with its reason.

Where a new version changes one, it is mended here; `.github/workflows/newest.yml` says when.
What their templates look like is read in `said.py` alone.
"""

import sqlite3
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbgrader.preprocessors import SaveAutoGrades

from autograder.results.backup import cannot_use


def is_sanitizing(autograde: Any) -> bool:
    """Whether `nbgrader autograde` is at its first pass: one exporter serves both, untold."""
    return bool(getattr(autograde, "_sanitizing", False))


class SaveScores(SaveAutoGrades):  # type: ignore[misc]  # nbgrader ships no types
    """nbgrader's step with a word in each score; it asks nobody before it writes one."""

    def save_score(self, cell: Any, resources: Any) -> None:
        """What nbgrader does; to be overridden."""
        super()._add_score(cell, resources)

    def _add_score(self, cell: Any, resources: Any) -> None:
        self.save_score(cell, resources)


def nbgraders_pages() -> str:
    """The folder of nbgrader's own page templates; ours stand on one of them."""
    found = find_spec("nbgrader.server_extensions")  # without importing it: that takes a second
    assert found is not None
    assert found.submodule_search_locations is not None
    return str(Path(found.submodule_search_locations[0]) / "formgrader/templates")


def load_settings(folder: Path) -> Any:
    """Every nbgrader_config.py that nbgrader reads when it is started in a folder."""
    from jupyter_core.paths import jupyter_config_path
    from traitlets.config import Application, Config

    found = Config()
    places = [str(folder), *jupyter_config_path()]
    name, load = "nbgrader_config", Application._load_config_files
    for loaded, _ in load(name, path=places, raise_config_file_errors=True):
        found.merge(loaded)
    return found


def checked_penalty(step: Any, notebook: Any, penalty: float) -> float:
    """Not more than there is to lose; the rule stands in AssignLatePenalties and nowhere else."""
    checked: float = step._check_late_penalty(notebook, penalty)
    return checked


@contextmanager
def one_transaction(book: Any) -> Iterator[None]:
    """All that is written inside, or nothing: each method of a Gradebook commits its `db`.

    So another session stands in its place, whose commits wait for the end.
    """
    from sqlalchemy.exc import SAWarning
    from sqlalchemy.orm import scoped_session, sessionmaker

    outside = book.db
    with warnings.catch_warnings(), book.engine.connect() as connection:
        warnings.simplefilter("ignore", SAWarning)  # nbgrader's own use of its database
        outside.remove()
        with connection.begin():
            session = sessionmaker(
                bind=connection, join_transaction_mode="rollback_only", expire_on_commit=False
            )
            book.db = scoped_session(session)
            try:
                yield
            finally:
                book.db.remove()
                book.db = outside


@contextmanager
def locked_is_said(gradebook: Path) -> Iterator[None]:
    """A database that is locked, read-only or none: SQLAlchemy says it on a screen."""
    from sqlalchemy.exc import DatabaseError

    try:
        yield
    except DatabaseError as error:
        raise cannot_use(gradebook, error.orig) from error


@contextmanager
def gradebook_at(path: Path) -> Iterator[Any]:
    """nbgrader's own, opened."""
    from nbgrader.api import Gradebook

    with locked_is_said(path), Gradebook(f"sqlite:///{path.resolve()}") as book:
        yield book


def assignments_of(gradebook: Path) -> set[str] | None:
    """Return the names of a gradebook's assignments, or None where they cannot be read.

    nbgrader's own Gradebook would write to the file.
    """
    try:
        with closing(
            sqlite3.connect(f"{gradebook.resolve().as_uri()}?mode=ro", uri=True)
        ) as opened:
            return {name for (name,) in opened.execute("SELECT name FROM assignment")}
    except sqlite3.Error:
        return None


def note_version(gradebook: Path) -> None:
    """What nbgrader does for a database without tables, but for the program that it starts."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR

    config = Config()
    config.set_main_option("script_location", ALEMBIC_DIR)
    head = ScriptDirectory.from_config(config).get_current_head()
    with closing(sqlite3.connect(gradebook)) as opened, opened:
        opened.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        opened.execute("INSERT INTO alembic_version VALUES (?)", (head,))


def unparsed_page(
    exporter: HTMLExporter, nb: Any, resources: Any, highlight: Callable[..., Any], words: Any
) -> Any:
    """What HTMLExporter makes, before it parses its page and writes it again: it is one method."""
    untyped: Any = exporter
    kind: Any = WidgetsDataTypeFilter
    resources = untyped._init_resources(resources)
    kinds = kind(notebook_metadata=untyped._nb_metadata, parent=exporter, resources=resources)
    untyped.register_filter("filter_data_type", kinds)
    untyped.register_filter("highlight_code", highlight)
    above: Any = super(HTMLExporter, exporter)
    return above.from_notebook_node(nb, resources, **words)
