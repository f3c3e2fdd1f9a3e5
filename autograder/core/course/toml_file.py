"""Read a file of settings in TOML. Errors contain the line of the entry."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from autograder.core.course.task_file import read_text
from autograder.core.messages.errors import CourseError, unknown

_TYPES = {int: "a whole number", bool: "true or false", dict: "a table, [{}]"}


class TomlFile:
    """A file and its entries. Raise CourseError if the file cannot be read or is not TOML."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._text = read_text(path)
            self.entries = tomllib.loads(self._text)
        except OSError as error:
            raise CourseError(f"{path} cannot be read: {error}.") from None
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            problem = f"It is not TOML: {str(error).split(' (at')[0]}."
            raise CourseError(problem, "", path, int(line[1]) if line else 1) from None

    def check_types(
        self, entries: Mapping[str, Any], types: Mapping[str, type | None], below: str = ""
    ) -> None:
        """Raise CourseError for an unknown key, or a value of another type. None is any type."""
        self.check_keys("entry", entries, types, below)
        for key, value in entries.items():
            if (expected := types[key]) and type(value) is not expected:  # a bool is also an int
                raise self.invalid(key, value, _TYPES[expected].format(key), below)

    def check_keys(
        self, what: str, keys: Iterable[str], known: Collection[str], below: str = ""
    ) -> None:
        """Raise CourseError for a key that is not in `known`."""
        for key in keys:
            if key not in known:
                raise unknown(what, key, list(known), self.path, self.line(key, below))

    def invalid(self, key: str, value: Any, expected: str, below: str = "") -> CourseError:
        """Return an error for a value that is not what `expected` describes."""
        # Format the value as in the file, not as `datetime.date(...)`.
        text = repr(value) if isinstance(value, str) else str(value).lower()
        if isinstance(value, datetime):
            text = value.isoformat()
        problem = f"`{key}` is {text}, which is not {expected}."
        return CourseError(problem, f"Write {expected}.", self.path, self.line(key, below))

    def line(self, key: str, below: str = "") -> int:
        """Return the number of a key's first line, or 1. With `below`, start at this table."""
        lines = self._text.splitlines()
        tables = (n for n, line in enumerate(lines) if line.lstrip().startswith("["))
        start = next((n for n in tables if below and below in lines[n]), 0)
        pattern = rf"\s*(\[.*)?[\"']?{re.escape(key)}\b"
        return next((n for n, x in enumerate(lines[start:], start + 1) if re.match(pattern, x)), 1)
