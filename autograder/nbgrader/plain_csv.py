"""`nbgrader export` as a table that is nothing but a table, whatever students call themselves."""

import re
from types import SimpleNamespace
from typing import Any

from nbgrader.plugins import CsvExportPlugin

# A table has none in a field; a terminal obeys some, and the last turn the rest of a line round.
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_QUOTED = re.compile(r'[,;"]')
# A spreadsheet runs a cell that starts so; it may fetch a page, with the grades in its address.
# It drops what it does not show, and takes the wide and the small forms for the sign.
_FORMULA = r"[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]"
_UNSEEN = r"[\s\x00-\x1f\xad\u200b-\u200f\u2060-\u2064\ufeff]*"
_STARTS = re.compile(rf"\A{_UNSEEN}(?={_FORMULA})")
# Where lists are parted by semicolons, it splits there, and at lines and tabs. What calls nothing
# stays as it was typed: most of it are the lists of essays.
_SPLITS = re.compile(r"([;\t\r\n])")
_CALLS = re.compile(r"[(|!]")
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
    if text == "-" or _NUMBER.fullmatch(text):
        return text
    pieces = _SPLITS.split(_as_text(text))
    return "".join(_as_text(piece) if _CALLS.search(piece) else piece for piece in pieces)


def _as_text(text: str) -> str:
    return _STARTS.sub(r"'\g<0>", text)


def plain_field(text: str | None) -> str:
    """The same for nbgrader, which writes fields as they are: quoted, where a comma is in it."""
    text = harmless(text)
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
