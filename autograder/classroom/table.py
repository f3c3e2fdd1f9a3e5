"""Read CSV tables that spreadsheets and platforms write."""

import csv
import io
import re
from pathlib import Path

from autograder.core.messages.errors import CourseError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")  # used by Blackboard, and by spreadsheets for "Unicode text"
_FIELD = 16 << 20  # maximum characters in a cell, which may contain a student's complete text
_QUOTED = re.compile(r'"[^"]*"')


def read_table(path: Path, advice: str) -> list[list[str]]:
    """Return the rows of a CSV table in UTF-8 or UTF-16, with [] for an empty line.

    The separator is the comma, semicolon or tab, whichever is most frequent in the first line: in
    many European locales, spreadsheets write semicolons. Raise CourseError if the table cannot be
    read; its remedy is `advice`, except for a wrong encoding.
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
        return list(csv.reader(lines, delimiter=max(",;\t", key=first.count)))
    except csv.Error as error:
        raise CourseError(f"{path} is not a valid table: {error}.", advice) from None
