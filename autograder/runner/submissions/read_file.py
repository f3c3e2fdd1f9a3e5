"""A submitted file, read without trusting anything about it."""

import json
import os
import re
import stat
from itertools import accumulate
from pathlib import Path
from typing import Any

from autograder.core.messages.errors import Spoken
from autograder.runner.submissions.images import PICTURE, with_pictures

FILE_BYTES = 20 << 20
CELLS = 2000
# Of all cells together: a page colours code and parses prose, and that time is ours.
CHARACTERS = 1 << 19


class Unreadable(Spoken):
    """What was handed in is not a notebook. One sentence, and the next step."""


class Accident(Unreadable):
    """As likely the platform's doing as the student's: it costs nothing, and a person looks."""


_BEGINS = {  # as no notebook does
    b"PK\x03\x04": "The file is a zip archive, not a notebook. Unpack it, or collect it.",
    b"version https://git-lfs": "The file says where Git LFS keeps the notebook. "
    "Run there: git lfs pull",
    b"<": "The file is a web page, saved in a notebook's place. Ask for the notebook again.",
    b"\x1f\x8b": "The file is packed with gzip. Run: gunzip, then grade again.",
}
LINK = "A link stood here.\n"  # what is left where it was removed
_DEEPEST = 200  # of lists and objects in one another; pages of plots have twenty
_MOST = 1 << 20  # commas and brackets: 12 MB of short lines have half a million
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)  # one without an end is read once
_STEPS = bytes.maketrans(b"[{,]}", b"\2\2\1\0\0")
_NO_STEPS = bytes(set(range(256)) - set(b"[{,]}"))
_CLEAR = "Clear the outputs of all cells, save, and hand it in again."
_AGAIN = "Save the notebook in JupyterLab, VS Code or Colab and hand in the .ipynb file again."

_ONCE_MORE = "Save the notebook again, or ask its author for it again."


def read_notebook(path: Path) -> list[dict[str, Any]]:
    """The cells of a submitted notebook: {"type", "source", "id", "grade_id"} each."""
    return parse_notebook(read_file(path))


def read_file(path: Path) -> bytes:
    """A regular file of bounded size; a link, pipe or device is not opened."""
    try:
        # Without O_NONBLOCK the open itself would wait for the other end of a pipe.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise Accident(f"There is no file {path.name}.") from None
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be opened: {error.strerror}. {_AGAIN}") from None
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        if stat.S_ISDIR(kind):  # so Windows unpacks what a browser had packed
            mend = "Put the notebook itself in its place."
            raise Accident(f"{path.name} is a folder, not a file. {mend}")
        raise Unreadable(f"{path.name} is not a regular file. {_AGAIN}")
    with os.fdopen(handle, "rb") as file:
        data = file.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise Accident(f"{path.name} is larger than {FILE_BYTES >> 20} MB. {_CLEAR}")
    return data


def parse_notebook(data: bytes) -> list[dict[str, Any]]:
    """The cells, each as plain text with the names under which it may be known."""
    if not data.strip(b"\0 \t\r\n"):
        raise Accident(f"The file is empty: it was not saved or sent completely. {_ONCE_MORE}")
    front = data.lstrip()
    for start, said in _BEGINS.items():
        if front.startswith(start):
            raise Accident(said)
    if front == LINK.encode():
        raise Unreadable(f"A link was handed in, and a link holds nothing here. {_AGAIN}")
    text = _decoded(data)
    _refuse_costly(text)
    try:
        # What we read has no number in it; one of thousands of digits is an error for `int`.
        book = json.loads(text, parse_int=float)
    except ValueError as error:
        if _in_conflict(text):
            raise Accident(
                "A Git merge left two versions in the file. Ask which of them counts."
            ) from None
        if isinstance(error, json.JSONDecodeError) and (said := _broken(error)):
            raise Accident(f"{said} {_ONCE_MORE}") from None
        raise Unreadable(f"The file is not a notebook (not JSON). {_AGAIN}") from None
    cells = _cells(book) if isinstance(book, dict) else None
    if not isinstance(cells, list):
        raise Unreadable(f"The file is not a notebook: it has no list of cells. {_AGAIN}")
    if len(cells) > CELLS:
        mend = "Take out what is no answer, and hand it in again."
        raise Accident(f"The notebook has more than {CELLS} cells. {mend}")
    found, room = [], 2 * len(data)  # a picture may be shown more often than it is stored
    for cell in cells:
        if isinstance(cell, dict):
            found.append(_cell(cell, room))
            room -= len(found[-1]["source"])
    if sum(map(_letters, found)) > CHARACTERS:
        mend = "Take out what is no answer, data above all, and hand it in again."
        raise Accident(f"The cells hold more than {CHARACTERS >> 10} kB of text. {mend}")
    return found


def _letters(cell: dict[str, Any]) -> int:
    source: str = cell["source"]
    return len(source if cell["type"] == "code" else PICTURE.sub("", source))


def _decoded(data: bytes) -> str:
    found = json.detect_encoding(data)
    try:
        return data.decode(found, "surrogatepass")
    except UnicodeDecodeError:  # some editors on Windows save in its own letters
        return data.decode("cp1252" if found == "utf-8" else found, "replace")


def _refuse_costly(text: str) -> None:
    """Refuse what would cost the trusted process much time or memory to parse.

    The number of values and their depth are counted first, outside of strings, which are cheap.
    The depth that `json` itself can read depends on the version of Python.
    """
    outside = _STRING.sub("", text)
    steps = outside.encode("ascii", "ignore").translate(_STEPS, _NO_STEPS)
    if len(steps) > _MOST:
        raise Accident(f"The file holds more than {_MOST:,} values. {_CLEAR}")
    if any(depth > _DEEPEST for depth in accumulate(step - 1 for step in steps)):
        raise Accident(f"The file is nested more than {_DEEPEST} levels deep. {_CLEAR}")


def _in_conflict(text: str) -> bool:
    """Return True if the text holds the first and the last marker of a merge conflict."""
    at = text.find("<<<<<<< ")
    return at >= 0 and text.find(">>>>>>> ", at) >= 0


def _broken(error: json.JSONDecodeError) -> str:
    """What happened to a file that began as a notebook; nothing, where that is nobody's guess."""
    if not error.doc.lstrip("\ufeff \t\r\n").startswith("{"):
        return ""
    if error.msg == "Extra data":
        return "Something else follows the notebook in its file."
    whole = error.doc.rstrip("\ufffd \t\r\n")  # the cut may go through a letter
    if error.msg.startswith("Unterminated string") or error.pos >= len(whole):
        return "The file ends in the middle: it was not saved or sent completely."
    return ""


def _cells(book: dict[str, Any]) -> Any:
    """Until nbformat 4 they lay in worksheets, of which editors made one."""
    sheets = book.get("worksheets")
    if "cells" in book or not isinstance(sheets, list):
        return book.get("cells")
    found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for cells in found if isinstance(cells, list) for cell in cells]


def _cell(cell: dict[str, Any], room: int) -> dict[str, Any]:
    source = cell.get("source", cell.get("input", ""))  # so code was called before nbformat 4
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    kind = "code" if cell.get("cell_type") == "code" else "markdown"
    if kind == "markdown":
        source = with_pictures(_text(source), cell.get("attachments"), room)
    return {
        "type": kind,
        # Lone surrogates are legal JSON and cannot be written out again.
        "source": _text(source).encode("utf-8", "replace").decode("utf-8"),
        "id": _text(cell.get("id")),
        "grade_id": _text(grade_id),
    }


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
