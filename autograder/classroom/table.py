"""A table that somebody else saved: a spreadsheet, a platform, a colleague."""

import csv
import io
import re
from pathlib import Path

from autograder.core.messages.errors import CourseError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")  # Blackboard's default, and a spreadsheet's "Unicode text"
_FIELD = 16 << 20  # characters: Moodle puts a student's whole text into one
_QUOTED = re.compile(r'"[^"]*"')


def read_table(path: Path, mend: str) -> list[list[str]]:
    """Its rows, whatever is between cells: spreadsheets of half of Europe write semicolons."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-16" if data[:2] in _UTF16 else "utf-8-sig")
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror}.", mend) from None
    except UnicodeDecodeError:
        mend = "Save it again as CSV UTF-8, or names would be others."
        raise CourseError(f"{path} is not UTF-8.", mend) from None
    first = _QUOTED.sub("", text.partition("\n")[0])
    csv.field_size_limit(_FIELD)
    try:
        lines = io.StringIO(text, newline="")
        return list(csv.reader(lines, delimiter=max(",;\t", key=first.count)))
    except csv.Error as error:
        raise CourseError(f"{path} is no table: {error}.", mend) from None
