"""Code that uses undocumented parts of nbgrader and nbconvert.

If a new version changes an undocumented part, `.github/workflows/newest.yml` reports it, and this
module must be adapted. Only `read_feedback.py` depends on the structure of nbgrader's HTML.
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
    """Return True during the first pass of `nbgrader autograde`, which sanitizes the submission.

    Only the attribute `_sanitizing` distinguishes the two passes of `nbgrader autograde`.
    """
    return bool(getattr(autograde, "_sanitizing", False))


class SaveScores(SaveAutoGrades):  # type: ignore[misc]  # nbgrader ships no types
    """nbgrader's step that saves scores, with a public method for subclasses to override."""

    def save_score(self, cell: Any, resources: Any) -> None:
        """Save one score as nbgrader does. Subclasses override this method."""
        super()._add_score(cell, resources)

    def _add_score(self, cell: Any, resources: Any) -> None:
        self.save_score(cell, resources)


def nbgrader_templates() -> str:
    """Return the folder of nbgrader's page templates, which our template extends."""
    spec = find_spec("nbgrader.server_extensions")  # importing the package takes a second
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return str(Path(spec.submodule_search_locations[0]) / "formgrader/templates")


def load_settings(folder: Path) -> Any:
    """Return the merged nbgrader_config files that nbgrader reads when it starts in a folder."""
    from jupyter_core.paths import jupyter_config_path
    from traitlets.config import Application, Config

    merged = Config()
    places = [str(folder), *jupyter_config_path()]
    name, load = "nbgrader_config", Application._load_config_files
    for loaded, _ in load(name, path=places, raise_config_file_errors=True):
        merged.merge(loaded)
    return merged


def limit_penalty(step: Any, notebook: Any, penalty: float) -> float:
    """Limit a late penalty to 0 and the score, as nbgrader's AssignLatePenalties does."""
    checked: float = step._check_late_penalty(notebook, penalty)
    return checked


@contextmanager
def one_transaction(book: Any) -> Iterator[None]:
    """Commit all writes inside the block at its end, or none if the block raises an exception.

    Each method of nbgrader's Gradebook commits the session `db`. Inside the block, `db` is another
    session whose commits take effect only at the end of the block.
    """
    from sqlalchemy.exc import SAWarning
    from sqlalchemy.orm import scoped_session, sessionmaker

    original = book.db
    with warnings.catch_warnings(), book.engine.connect() as connection:
        warnings.simplefilter("ignore", SAWarning)  # nbgrader's own queries cause this warning
        original.remove()
        with connection.begin():
            session = sessionmaker(
                bind=connection, join_transaction_mode="rollback_only", expire_on_commit=False
            )
            book.db = scoped_session(session)
            try:
                yield
            finally:
                book.db.remove()
                book.db = original


@contextmanager
def report_database_errors(gradebook: Path) -> Iterator[None]:
    """Raise WriteError if the database is locked, read-only or not a database."""
    from sqlalchemy.exc import DatabaseError

    try:
        yield
    except DatabaseError as error:
        raise cannot_use(gradebook, error.orig) from error


@contextmanager
def open_gradebook(path: Path) -> Iterator[Any]:
    """Open a Gradebook of nbgrader, which creates missing tables, and close it after the block.

    Raise WriteError if the block cannot use the database.
    """
    from nbgrader.api import Gradebook

    with report_database_errors(path), Gradebook(f"sqlite:///{path.resolve()}") as book:
        yield book


def read_assignment_names(gradebook: Path) -> set[str] | None:
    """Return the names of a gradebook's assignments, or None if they cannot be read.

    The file is read with SQLite, because nbgrader's Gradebook would write to the file.
    """
    try:
        with closing(
            sqlite3.connect(f"{gradebook.resolve().as_uri()}?mode=ro", uri=True)
        ) as opened:
            return {name for (name,) in opened.execute("SELECT name FROM assignment")}
    except sqlite3.Error:
        return None


def write_schema_version(gradebook: Path) -> None:
    """Store the schema version in a new database, without starting `alembic` as nbgrader does."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR

    config = Config()
    config.set_main_option("script_location", ALEMBIC_DIR)
    head = ScriptDirectory.from_config(config).get_current_head()
    with closing(sqlite3.connect(gradebook)) as opened, opened:
        opened.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        opened.execute("INSERT INTO alembic_version VALUES (?)", (head,))


def render_without_parsing(
    exporter: HTMLExporter, nb: Any, resources: Any, highlight: Callable[..., Any], kwargs: Any
) -> Any:
    """Render a page like `HTMLExporter.from_notebook_node`, without parsing the finished page."""
    untyped: Any = exporter
    kind: Any = WidgetsDataTypeFilter
    resources = untyped._init_resources(resources)
    kinds = kind(notebook_metadata=untyped._nb_metadata, parent=exporter, resources=resources)
    untyped.register_filter("filter_data_type", kinds)
    untyped.register_filter("highlight_code", highlight)
    parent: Any = super(HTMLExporter, exporter)
    return parent.from_notebook_node(nb, resources, **kwargs)
