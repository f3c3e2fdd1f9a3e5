"""What may be taken out of a zip archive, as plain bytes, one entry at a time.

An archive that is a bomb or cannot be opened is refused whole. One bad entry is left, and said.
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.say.errors import CourseError
from autograder.wall import FILE_BYTES

ENTRIES = 100_000
TOTAL_BYTES = 4 << 30
RATIO = 200  # of what comes out to what went in; notebooks reach a tenth of it
_NAME_BYTES = 255  # what a folder takes
DEPTH = 8  # folders in folders
_MEND = "Nothing was taken from it. Have it made again, or put the notebooks in by hand."
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)
_SCRAPS = re.compile(r"(^|/)(__MACOSX/|\._|\.DS_Store$)")  # of no author
SCRAP = "is an editor's copy"


@dataclass(frozen=True)
class Entry:
    """One file of an archive; a zip in it is opened once."""

    name: str
    data: bytes = b""
    bad: str = ""  # why it was left
    inner: str = ""  # of a file in a student's own zip: that zip says whose it is


def read_archive(path: Path) -> Iterator[Entry]:
    """Each file that somebody put there."""
    try:
        with path.open("rb") as file, zipfile.ZipFile(file) as opened:
            yield from _entries(opened, path.name, path.stat().st_size, nested=True)
    except FileNotFoundError:
        raise CourseError(f"There is no file {path}.", "Name the archive.") from None
    except _DAMAGE as error:
        raise CourseError(f"{path.name} cannot be read as a zip archive: {error}", _MEND) from None


def _entries(opened: zipfile.ZipFile, name: str, size: int, *, nested: bool) -> Iterator[Entry]:
    listed = opened.infolist()
    total = sum(entry.file_size for entry in listed)
    if len(listed) > ENTRIES:
        raise CourseError(f"{name} has more than {ENTRIES} entries.", _MEND)
    if total > TOTAL_BYTES or total > max(FILE_BYTES, RATIO * size):
        raise CourseError(f"{name} would unpack to {total >> 20} MB: a bomb.", _MEND)
    for entry in listed:
        if entry.is_dir() or _SCRAPS.search(entry.filename.replace("\\", "/")):
            continue
        bad, data = _reason(entry), b""
        if not bad:
            try:
                data = opened.read(entry)
            except _DAMAGE as error:
                bad = f"is damaged ({error})"
        if not bad and nested and entry.filename.lower().endswith(".zip"):
            yield from _inner(entry.filename, data)
        else:
            yield Entry(entry.filename, data, bad)


def _inner(name: str, data: bytes) -> Iterator[Entry]:
    """Of a student's own homework.zip; a zip in that is left."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            for entry in _entries(opened, name, len(data), nested=False):
                file = PurePosixPath(entry.name.replace("\\", "/")).name
                yield Entry(name, entry.data, entry.bad, inner=file)
    except (*_DAMAGE, CourseError) as error:
        yield Entry(name, bad=f"cannot be opened ({str(error).splitlines()[0]})")


def _reason(entry: zipfile.ZipInfo) -> str:
    """Why an entry is left."""
    name = entry.filename.replace("\\", "/")
    parts = PurePosixPath(name).parts
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if ".ipynb_checkpoints" in parts:
        return SCRAP
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        return "has an absolute path"
    if ".." in parts:
        return "leaves its folder"
    if any(len(part.encode()) > _NAME_BYTES for part in parts):
        return "has too long a name"
    if len(parts) > DEPTH:
        return f"is more than {DEPTH} folders deep"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.flag_bits & 1:
        return "is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not opened here"
    if entry.file_size > FILE_BYTES:
        return f"is larger than {FILE_BYTES >> 20} MB"
    return ""
