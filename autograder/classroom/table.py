"""Read CSV tables that spreadsheets and platforms write."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder.core.messages.errors import CourseError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")  # used by Blackboard, and by spreadsheets for "Unicode text"
_FIELD = 16 << 20  # maximum characters in a cell, which may contain a student's complete text
_QUOTED = re.compile(r'"[^"]*"')


def read_table(path: Path, advice: str) -> list[list[str]]:
    """Return the rows of a CSV table in UTF-8 or UTF-16, with [] for an empty line.

    The separator is the comma, semicolon or tab, whichever is most frequent in the first line: in
    many European locales, spreadsheets write semicolons. Raise CourseError if a row has more fields
    than the first, because its values may be in wrong columns. Raise CourseError with the remedy
    `advice` if the table cannot be read, and with another remedy if its encoding is wrong.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-16" if data[:2] in _UTF16 else "utf-8-sig")
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}.", advice) from None
    except UnicodeDecodeError:
        advice = "Save it again as CSV UTF-8, so that names are read correctly."
        raise CourseError(f"{path} is not UTF-8.", advice) from None
    first = _QUOTED.sub("", text.partition("\n")[0])
    csv.field_size_limit(_FIELD)
    try:
        lines = io.StringIO(text, newline="")
        return list(_checked_rows(lines, max(",;\t", key=first.count), path))
    except csv.Error as error:
        raise CourseError(f"{path} is not a valid table: {error}.", advice) from None


def _checked_rows(lines: Iterable[str], delimiter: str, path: Path) -> Iterator[list[str]]:
    """Yield the rows without empty fields after the last column.

    Raise CourseError for a row with values there.
    """
    rows, width = csv.reader(lines, delimiter=delimiter), 0
    for row in rows:
        width = width or len(row)
        if any(map(str.strip, row[width:])):
            problem = f"The line has {len(row)} fields, but the first line has {width}."
            advice = f'Quote a value that contains {delimiter!r}: "Miller{delimiter} Dr."'
            raise CourseError(problem, advice, path, rows.line_num)
        yield row[:width]
