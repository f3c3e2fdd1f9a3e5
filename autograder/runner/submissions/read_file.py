"""Read a submitted file as untrusted input, with limits on size, values and nesting."""

import json
import os
import re
import stat
from itertools import accumulate
from pathlib import Path
from typing import Any

from autograder.core.messages.errors import ReadableError
from autograder.runner.submissions.images import DATA_IMAGE, embed_attachments

FILE_BYTES = 20 << 20
CELLS = 2000
# Limit on the text of all cells together, because rendering the text takes time.
CHARACTERS = 1 << 19


class Unreadable(ReadableError):
    """The submitted file is not a readable notebook. The message is for the student."""


class NeedsReview(Unreadable):
    """The file has a problem that a platform may have caused.

    A person must look at the file, and no score is written until then.
    """


_OTHER_FORMATS = {  # first bytes of other common formats, and the message for each
    b"PK\x03\x04": "The file is a zip archive, not a notebook. "
    "Unpack it, or run: autograder collect FILE",
    b"version https://git-lfs": "The file is a pointer of Git LFS, not the notebook. "
    "Run in its repository: git lfs pull",
    b"<": "The file is a web page, saved in a notebook's place. Ask for the notebook again.",
    b"\x1f\x8b": "The file is packed with gzip. Unpack it with gunzip, then grade again.",
}
LINK = "A link stood here.\n"  # content of the file that replaces a symbolic link
_MAX_DEPTH = 200  # levels of nested lists and objects; notebooks with plots have about twenty
_MAX_VALUES = 1 << 20  # commas and brackets; a notebook of 12 MB in short lines has half a million
# The quantifiers `++` and `*+` do not backtrack, so an unterminated string takes linear time.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_STEPS = bytes.maketrans(b"[{,]}", b"\2\2\1\0\0")
_NO_STEPS = bytes(set(range(256)) - set(b"[{,]}"))
_CLEAR = "Clear the outputs of all cells, save the notebook and submit it again."
_ANSWERS_ONLY = "Remove everything that is not part of an answer, then submit the notebook again."
_AGAIN = "Save the notebook in JupyterLab, VS Code or Colab and submit the .ipynb file again."

_ONCE_MORE = "Save the notebook again, or ask its author for it again."


def read_notebook(path: Path) -> list[dict[str, Any]]:
    """Return the cells of a submitted notebook; raise Unreadable or NeedsReview on failure."""
    return parse_notebook(read_file(path))


def read_file(path: Path) -> bytes:
    """Return the content of a regular file of bounded size.

    A symbolic link, a pipe or a device is rejected before it is read. Raise NeedsReview if the file
    is missing, a folder or too large, and Unreadable if it cannot be read for any other reason.
    """
    try:
        # Without O_NONBLOCK, opening a pipe would wait until another process opens its other end.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise NeedsReview(f"There is no file {path.name}.") from None
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be opened: {error.strerror}. {_AGAIN}") from None
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        if stat.S_ISDIR(kind):  # for example an archive that Windows unpacked into a folder
            advice = "Replace the folder with the notebook."
            raise NeedsReview(f"{path.name} is a folder, not a file. {advice}")
        raise Unreadable(f"{path.name} is not a regular file. {_AGAIN}")
    with os.fdopen(handle, "rb") as file:
        data = file.read(FILE_BYTES + 1)
    if len(data) > FILE_BYTES:
        raise NeedsReview(f"{path.name} is larger than {FILE_BYTES >> 20} MB. {_CLEAR}")
    return data


def parse_notebook(data: bytes) -> list[dict[str, Any]]:
    """Return the cells of a notebook as dictionaries with type, source, id and grade_id.

    All values are strings. Raise NeedsReview if the file is too large, damaged or in another common
    format, and Unreadable if it is not a notebook for any other reason.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise NeedsReview(f"The file is empty: it was not saved or sent completely. {_ONCE_MORE}")
    front = data.lstrip()
    for start, message in _OTHER_FORMATS.items():
        if front.startswith(start):
            raise NeedsReview(message)
    if front == LINK.encode():
        raise Unreadable(f"The submitted file is a link, so it contains no notebook. {_AGAIN}")
    text = _decode(data)
    _refuse_costly(text)
    book = _load_json(text)
    cells = _list_cells(book) if isinstance(book, dict) else None
    if not isinstance(cells, list):
        raise Unreadable(f"The file is not a notebook: it has no list of cells. {_AGAIN}")
    if len(cells) > CELLS:
        raise NeedsReview(f"The notebook has more than {CELLS} cells. {_ANSWERS_ONLY}")
    result, max_chars = [], 2 * len(data)  # cells may repeat an image that the file contains once
    for cell in cells:
        if isinstance(cell, dict):
            result.append(_normalize_cell(cell, max_chars))
            max_chars -= len(result[-1]["source"])
    texts = (
        cell["source"] if cell["type"] == "code" else DATA_IMAGE.sub("", cell["source"])
        for cell in result
    )
    if sum(map(len, texts)) > CHARACTERS:
        raise NeedsReview(
            f"The cells contain more than {CHARACTERS >> 10} kB of text, usually data."
            f" {_ANSWERS_ONLY}"
        )
    return result


def _load_json(text: str) -> Any:
    """Parse the text of a notebook. If it is not JSON, raise an error that describes the cause."""
    try:
        # Numbers in a notebook are not used. Parse them as floats, because `int` raises an error
        # for numbers with thousands of digits.
        return json.loads(text, parse_int=float)
    except ValueError as error:
        if ">>>>>>> " in text.partition("<<<<<<< ")[2]:
            raise NeedsReview(
                "A Git merge left two versions in the file. Ask which of them counts."
            ) from None
        if isinstance(error, json.JSONDecodeError) and (damage := _describe_damage(error)):
            raise NeedsReview(f"{damage} {_ONCE_MORE}") from None
        raise Unreadable(f"The file is not a notebook (not JSON). {_AGAIN}") from None


def _decode(data: bytes) -> str:
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:  # some Windows editors save in cp1252
        return data.decode("cp1252" if encoding == "utf-8" else encoding, "replace")


def _refuse_costly(text: str) -> None:
    """Raise NeedsReview for a file that takes the trusted process much time or memory to parse.

    The function counts values and nesting levels outside of strings. The depth limit of `json` is
    not used, because that limit depends on the version of Python.
    """
    outside = _STRING.sub("", text)
    steps = outside.encode("ascii", "ignore").translate(_STEPS, _NO_STEPS)
    if len(steps) > _MAX_VALUES:
        raise NeedsReview(f"The file contains more than {_MAX_VALUES:,} values. {_CLEAR}")
    if any(depth > _MAX_DEPTH for depth in accumulate(step - 1 for step in steps)):
        raise NeedsReview(f"The file is nested more than {_MAX_DEPTH} levels deep. {_CLEAR}")


def _describe_damage(error: json.JSONDecodeError) -> str:
    """Return the likely cause of damage to a file that begins like a notebook, or ""."""
    if not error.doc.lstrip("\ufeff \t\r\n").startswith("{"):
        return ""
    if error.msg == "Extra data":
        return "The file contains other text after the notebook."
    whole = error.doc.rstrip("\ufffd \t\r\n")  # the last character may be incomplete
    if error.msg.startswith("Unterminated string") or error.pos >= len(whole):
        return "The file ends in the middle: it was not saved or sent completely."
    return ""


def _list_cells(book: dict[str, Any]) -> Any:
    """Return the untrusted `cells`, or those of all worksheets, as before nbformat 4."""
    sheets = book.get("worksheets")
    if "cells" in book or not isinstance(sheets, list):
        return book.get("cells")
    lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    return [cell for cells in lists if isinstance(cells, list) for cell in cells]


def _normalize_cell(cell: dict[str, Any], max_chars: int) -> dict[str, Any]:
    source = cell.get("source", cell.get("input", ""))  # the key is "input" before nbformat 4
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    kind = "code" if cell.get("cell_type") == "code" else "markdown"
    if kind == "markdown":
        source = embed_attachments(_text(source), cell.get("attachments"), max_chars)
    return {
        "type": kind,
        # Replace lone surrogates, which are valid in JSON but cannot be encoded as UTF-8.
        "source": _text(source).encode("utf-8", "replace").decode("utf-8"),
        "id": _text(cell.get("id")),
        "grade_id": _text(grade_id),
    }


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
