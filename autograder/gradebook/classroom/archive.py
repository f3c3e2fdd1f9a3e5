"""What may be taken out of a zip archive, as plain bytes, one entry at a time.

An archive that cannot be opened, or is too large in all, is refused whole. One bad entry is left,
and said: a bomb as well, since its author would stop a class with it.
"""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from autograder.say.errors import CourseError
from autograder.wall import FILE_BYTES

ENTRIES = 100_000
INNER_ENTRIES = 1000  # of a student's own zip, which is opened anew for each that is taken
TOTAL_BYTES = 4 << 30
RATIO = 200  # of what comes out to what went in; notebooks reach a tenth of it
_SMALL = 1 << 20  # is no bomb, whatever went in
_UTF8 = 0x800  # of an entry's flags; without it a name is cp437, says the format
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
    data: bytes = b""  # let go of it before the next: a class's archive is larger than memory
    bad: str = ""  # why it was left
    inner: str = ""  # of a file in a student's own zip: that zip says whose it is
    again: Callable[[], bytes] = bytes  # reads it once more


class Archive:
    """An open archive: its list is held, and of its files one at a time."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            with ExitStack() as refused:
                self._opened = refused.enter_context(zipfile.ZipFile(path))
                self._listed = _listed(self._opened, path.name, ENTRIES, TOTAL_BYTES)
                refused.pop_all()
        except IsADirectoryError:
            mend = "Name the archive itself; pack a folder that was unpacked: zip -r it.zip it"
            raise CourseError(f"{path} is a folder, and no archive.", mend) from None
        except FileNotFoundError:
            raise CourseError(f"There is no file {path}.", "Name the archive.") from None
        except _DAMAGE as error:
            problem = f"{path.name} cannot be read as a zip archive: {error}"
            raise CourseError(problem, _MEND) from None

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close()

    def entries(self) -> Iterator[Entry]:
        """Each file that somebody put there."""
        for info in self._listed:
            entry = _read(self._opened, info)
            if not entry.bad and entry.name.lower().endswith(".zip"):
                yield from self._inner(info, entry.data)
            else:
                yield entry

    @property
    def names(self) -> list[str]:
        """Of each file that somebody put there."""
        return [info.filename for info in self._listed]

    @property
    def around(self) -> str:
        """The one folder that all of it lies in; or nothing."""
        tops = {name.replace("\\", "/").partition("/")[:2] for name in self.names}
        (folder, inside), *others = tops or {("", "")}
        return folder if inside and not others else ""

    def file(self, name: str) -> bytes:
        """What is called so at the top, or in the one folder around all of it; or nothing.

        In any other folder it is a student's own.
        """
        wanted = PurePosixPath(self.around, name)
        named = (i for i in self._listed if PurePosixPath(i.filename.replace("\\", "/")) == wanted)
        return next((_read(self._opened, info).data for info in named), b"")

    def _inner(self, outer: zipfile.ZipInfo, data: bytes) -> Iterator[Entry]:
        """Of a student's own homework.zip; a zip in that is left."""
        name = outer.filename
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as opened:
                most = max(FILE_BYTES, RATIO * len(data))
                for info in _listed(opened, name, INNER_ENTRIES, most):
                    file = PurePosixPath(info.filename.replace("\\", "/")).name
                    again = partial(self._read_inner, outer, info)
                    yield replace(_read(opened, info), name=name, inner=file, again=again)
        except (*_DAMAGE, CourseError) as error:
            yield Entry(name, bad=f"cannot be opened ({str(error).splitlines()[0]})")

    def _read_inner(self, outer: zipfile.ZipInfo, info: zipfile.ZipInfo) -> bytes:
        with zipfile.ZipFile(io.BytesIO(_unpacked(self._opened, outer))) as opened:
            return _unpacked(opened, info)


def _listed(opened: zipfile.ZipFile, name: str, entries: int, most: int) -> list[zipfile.ZipInfo]:
    """What is somebody's file; too much is refused before anything of it is unpacked."""
    listed = opened.infolist()
    for entry in listed:
        entry.filename = _as_written(entry)
    total = sum(entry.file_size for entry in listed if not _reason(entry))  # the rest is left
    if len(listed) > entries:
        raise CourseError(f"{name} has more than {entries} entries.", _MEND)
    if total > most:
        raise CourseError(f"{name} would unpack to {total >> 20} MB.", _MEND)
    return [
        entry
        for entry in listed
        # Not `is_dir`, which fails on what has no name at all.
        if not entry.filename.endswith("/")
        and not _SCRAPS.search(entry.filename.replace("\\", "/"))
    ]


def _as_written(entry: zipfile.ZipInfo) -> str:
    """A Mac packs names in UTF-8, without the flag that says so."""
    try:
        return (
            entry.filename if entry.flag_bits & _UTF8 else entry.filename.encode("cp437").decode()
        )
    except UnicodeError:
        return entry.filename


def _read(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> Entry:
    name = info.filename
    if bad := _reason(info):
        return Entry(name, bad=bad)
    try:
        again = partial(_unpacked, opened, info)
        return Entry(name, again(), again=again)
    except _DAMAGE as error:
        return Entry(name, bad=f"is damaged ({error})")


def _unpacked(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """As much as its list says: `ZipFile.read` unpacks all of an entry that lies about its size."""
    with opened.open(info) as file:
        return file.read(info.file_size)


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
    if entry.file_size > max(_SMALL, RATIO * entry.compress_size):
        return f"would unpack to {entry.file_size >> 20} MB: a bomb"
    return ""
