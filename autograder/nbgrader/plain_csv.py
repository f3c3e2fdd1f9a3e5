"""Export grades with `nbgrader export` so that no name is read as a separator or a formula."""

import re
from types import SimpleNamespace
from typing import Any

from nbgrader.plugins import CsvExportPlugin

# Control characters could split a field or affect a terminal. The last two ranges contain
# characters that change the direction of text.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_NEEDS_QUOTES = re.compile(r'[,;"]')
# A spreadsheet runs a cell that starts with one of these characters as a formula. A formula could
# send grades to a web page. Spreadsheets also accept full-width and small forms of these
# characters, and skip invisible characters before them.
_FORMULA = r"[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]"
_INVISIBLE = r"[\s\x00-\x1f\xad\u200b-\u200f\u2060-\u2064\ufeff]*"
_FORMULA_START = re.compile(rf"\A{_INVISIBLE}(?={_FORMULA})")
# Some locales separate fields by semicolons, so each part of a field is checked for a formula. A
# part without a function call is not changed: it is usually a list in an essay.
_SEPARATORS = re.compile(r"([;\t\r\n])")
_CALLS = re.compile(r"[(|!]")
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_FIELDS = ("id", "first_name", "last_name", "email")


class PlainCsv(CsvExportPlugin):  # type: ignore[misc]  # nbgrader ships no types
    """nbgrader's CSV export with escaped names."""

    def export(self, gradebook: Any) -> None:
        super().export(_EscapedGradebook(gradebook))


class _EscapedGradebook:
    """Wrap a gradebook and escape the ids, names and e-mail addresses of its students."""

    def __init__(self, gradebook: Any) -> None:
        self._gradebook = gradebook
        self._ids = {quote_field(student.id): student.id for student in gradebook.students}
        self.assignments = gradebook.assignments

    @property
    def students(self) -> list[SimpleNamespace]:
        return [
            SimpleNamespace(**{name: quote_field(getattr(student, name)) for name in _FIELDS})
            for student in self._gradebook.students
        ]

    def find_submission(self, assignment: str, student: str) -> Any:
        return self._gradebook.find_submission(assignment, self._ids[student])


def sanitize_field(text: str | None) -> str:
    """Return text as one line without control characters and formulas. Keep negative numbers."""
    text = (text or "").encode("utf-8", "replace").decode()  # a folder's name may be invalid UTF-8
    return escape_formulas(_CONTROLS.sub(" ", text).strip())


def escape_formulas(text: str) -> str:
    """Escape formulas in text of one or more lines. Keep numbers, and "-", which means no value."""
    if text == "-" or _NUMBER.fullmatch(text):
        return text
    pieces = _SEPARATORS.split(_escape_start(text))
    return "".join(_escape_start(piece) if _CALLS.search(piece) else piece for piece in pieces)


def _escape_start(text: str) -> str:
    return _FORMULA_START.sub(r"'\g<0>", text)


def quote_field(text: str | None) -> str:
    """Return a CSV field, quoted if necessary, because nbgrader writes fields without quotes."""
    text = sanitize_field(text)
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text
