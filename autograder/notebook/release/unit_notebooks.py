"""Build the notebooks of a unit, write them, and compare them with the existing files."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.notebook.release.cells import Notebook
from autograder.notebook.release.release_notebook import release_notebook
from autograder.notebook.release.source_notebook import source_notebook


@dataclass(frozen=True)
class BuiltNotebooks:
    """The source notebook and the released notebook of a unit, as bytes, with their paths."""

    source_path: Path
    source: bytes
    release_path: Path
    release: bytes

    def write(self) -> list[Path]:
        """Write both notebooks and return the paths that changed.

        The source notebook is not written if the unit's folder is a link to a read-only folder.
        """
        files = [(self.release_path, self.release)]
        files += [(self.source_path, self.source)] * self._may_write_source
        return [path for path, data in files if write_atomic(path, data)]

    @property
    def note(self) -> str:
        """Return advice if only the released notebook can be written, else ""."""
        unit, folder = self.source_path.stem, self.source_path.parent
        command = f"nbgrader release_assignment {unit}"
        note = (
            f"; you may not write to {folder}, so use `{command}` instead of formgrader's Generate"
        )
        return "" if self._may_write_source else note

    @property
    def _may_write_source(self) -> bool:
        folder = self.source_path.parent
        return not folder.is_symlink() or os.access(folder, os.W_OK)


def to_bytes(book: Notebook) -> bytes:
    """Return the bytes that nbformat would write, so that our files equal those of nbgrader."""
    cells = [{**cell, "source": cell["source"].splitlines(keepends=True)} for cell in book["cells"]]
    text = json.dumps({**book, "cells": cells}, indent=1, sort_keys=True, ensure_ascii=False)
    return (text + "\n").encode("utf-8")


def build(course: Course, unit: Unit) -> BuiltNotebooks:
    """Build both notebooks of a unit in memory.

    Raise CourseError for the course of an installed package.
    """
    if course.path.name != "solutions":
        advice = "Clone the repository and run this in the clone."
        raise CourseError("The installed package contains tasks, but no notebooks.", advice)
    root, source = course.path.parent, source_notebook(course, unit)
    return BuiltNotebooks(
        source_path=root / "solutions" / unit.id / f"{unit.id}.ipynb",
        source=to_bytes(source),
        release_path=root / "exercises" / unit.id / f"{unit.id}.ipynb",
        release=to_bytes(release_notebook(source)),
    )


def find_mismatch(built: BuiltNotebooks) -> str | None:
    """Return a message if the released notebook is missing or out of date, else None."""
    path = built.release_path
    if path.is_file() and path.read_bytes() == built.release:
        return None
    state = "does not match its task files" if path.is_file() else "is missing"
    return f"{path} {state}. Run: autograder release {path.parent.name}"
