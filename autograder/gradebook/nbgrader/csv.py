"""`nbgrader export` as a table that is nothing but a table, whatever students call themselves."""

import re
from types import SimpleNamespace
from typing import Any

from nbgrader.plugins import CsvExportPlugin

# nbgrader writes fields as they are: one of these ends a field or a row.
_BREAKS = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029,;\"]")
# A spreadsheet runs a cell that starts so; it may fetch a page, with the grades in its address.
_FORMULA = ("=", "+", "-", "@")
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


def plain_field(text: str | None) -> str:
    """One field of a table, read as text."""
    text = _BREAKS.sub(" ", text or "").strip()
    return f"'{text}" if text.startswith(_FORMULA) else text
