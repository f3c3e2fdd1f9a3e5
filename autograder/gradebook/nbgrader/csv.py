"""`nbgrader export` as a table that is nothing but a table, whatever students call themselves."""

import re
from types import SimpleNamespace
from typing import Any

from nbgrader.plugins import CsvExportPlugin

# A table has none in a field; a terminal obeys some, and the last turn the rest of a line round.
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_QUOTED = re.compile(r'[,;"]')
# A spreadsheet runs a cell that starts so; it may fetch a page, with the grades in its address.
_FORMULA = ("=", "+", "-", "@")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_FIELDS = ("id", "first_name", "last_name", "email")


class PlainCsv(CsvExportPlugin):  # type: ignore[misc]  # nbgrader ships no types
    """nbgrader's own table, names made harmless before it writes them."""

    def export(self, gradebook: Any) -> None:
        """Write the table."""
        super().export(_Plain(gradebook))


class _Plain:
    """A gradebook whose students have names of one field each."""

    def __init__(self, gradebook: Any) -> None:
        self._gradebook = gradebook
        self._ids = {plain_field(student.id): student.id for student in gradebook.students}
        self.assignments = gradebook.assignments

    @property
    def students(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(**{name: plain_field(getattr(student, name)) for name in _FIELDS})
            for student in self._gradebook.students
        ]

    def find_submission(self, assignment: str, student: str) -> Any:
        return self._gradebook.find_submission(assignment, self._ids[student])


def harmless(text: str | None) -> str:
    """On one line, and read as text: no spreadsheet runs it. A number below nought stays one."""
    text = (text or "").encode("utf-8", "replace").decode()  # a folder's name may be no text
    return formula_free(_BREAKS.sub(" ", text).strip())


def formula_free(text: str) -> str:
    """Text of several lines as well; a dash alone is a platform's word for nothing."""
    runs = text.startswith(_FORMULA) and text != "-" and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text


def plain_field(text: str | None) -> str:
    """The same for nbgrader, which writes fields as they are: quoted, where a comma is in it."""
    text = harmless(text)
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
