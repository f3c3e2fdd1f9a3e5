"""Read files of a zip archive or a folder as plain bytes, one at a time.

An archive that cannot be opened, or is too large in all, is refused whole. One bad file is left
out and listed, because its author could stop a class with it.
"""

import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path, PurePath, PurePosixPath

from autograder.core.messages.errors import CourseError
from autograder.runner import FILE_BYTES

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
_SCRAPS = re.compile(r"(^|/)(__MACOSX/|\.git/|\._|\.DS_Store$)")  # written by no student
_TOO_LARGE = "is larger than {} MB"
SCRAP = "is an editor's copy"


@dataclass(frozen=True)
class Entry:
    """One file of an archive; a zip in it is opened once."""

    name: str
    data: bytes = b""  # let go of it before the next: a class's archive is larger than memory
    bad: str = ""  # why it was left
    inner: str = ""  # of a file in a student's own zip: that zip says whose it is
    again: Callable[[], bytes] = bytes  # reads it once more


@dataclass(frozen=True)
class _File:
    """One file of an archive that has not been read yet."""

    name: str
    bad: str  # why it is not read
    read: Callable[[], bytes]

    def entry(self) -> Entry:
        """Read it."""
        if self.bad:
            return Entry(self.name, bad=self.bad)
        try:
            return Entry(self.name, self.read(), again=self.read)
        except _DAMAGE as error:
            return Entry(self.name, bad=f"is damaged ({error})")


class Archive:
    """An open archive, or a folder: its list is held, and of its files one at a time."""

    def __init__(self, path: Path) -> None:
        self.name, self.folder = path.name, path if path.is_dir() else None
        self._opened: zipfile.ZipFile | None = None
        if self.folder:
            self._files = list(_in_folder(path))
            return
        try:
            with ExitStack() as refused:
                self._opened = refused.enter_context(zipfile.ZipFile(path))
                self._files = _listed(self._opened, path.name, ENTRIES, TOTAL_BYTES)
                refused.pop_all()
        except FileNotFoundError:
            raise CourseError(f"There is no file {path}.", "Name the archive.") from None
        except _DAMAGE as error:
            problem = f"{path.name} cannot be read as a zip archive: {error}"
            raise CourseError(problem, _MEND) from None

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *error: object) -> None:
        if self._opened:
            self._opened.close()

    def entries(self) -> Iterator[Entry]:
        """Each file that somebody put there."""
        for file in self._files:
            entry = file.entry()
            if not entry.bad and entry.name.lower().endswith(".zip"):
                yield from _inside(file, entry.data)
            else:
                yield entry

    @property
    def names(self) -> list[str]:
        """Of each file that somebody put there."""
        return [file.name for file in self._files]

    @cached_property
    def around(self) -> str:
        """The one folder that all of it lies in; or nothing."""
        tops = {name.replace("\\", "/").partition("/")[:2] for name in self.names}
        (folder, inside), *others = tops or {("", "")}
        return folder if inside and not others else ""

    def file(self, name: str) -> bytes:
        """What is called so at the top, or in the one folder around all of it; or nothing.

        In any other folder it is a student's own.
        """
        found = self._by_path.get(PurePosixPath(self.around, name))
        return found.entry().data if found else b""

    @cached_property
    def _by_path(self) -> dict[PurePosixPath, _File]:
        return {PurePosixPath(file.name.replace("\\", "/")): file for file in self._files}


def _inside(outer: _File, data: bytes) -> Iterator[Entry]:
    """Of a student's own homework.zip; a zip in that is left."""
    name, inner = outer.name, ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            most = max(FILE_BYTES, RATIO * len(data))
            for at, file in enumerate(_listed(opened, name, INNER_ENTRIES, most)):
                inner = PurePosixPath(file.name.replace("\\", "/")).name
                again = partial(_read_inner, outer, at)
                yield replace(file.entry(), name=name, inner=inner, again=again)
        if not inner:
            yield Entry(name, bad="holds no file")
    except (*_DAMAGE, CourseError) as error:
        yield Entry(name, bad=f"cannot be opened ({str(error).splitlines()[0]})")


def _read_inner(outer: _File, at: int) -> bytes:
    data = outer.read()
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        most = max(FILE_BYTES, RATIO * len(data))
        return _listed(opened, outer.name, INNER_ENTRIES, most)[at].read()


def _listed(opened: zipfile.ZipFile, name: str, entries: int, most: int) -> list[_File]:
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
        _File(entry.filename, _reason(entry), partial(_unpacked, opened, entry))
        for entry in listed
        # Not `is_dir`, which fails on what has no name at all.
        if not entry.filename.endswith("/") and not _scrap(entry.filename)
    ]


def _in_folder(folder: Path) -> Iterator[_File]:
    """The files below a folder, named as in an archive of it. Links are not followed."""
    top = folder.resolve()
    count = 0
    for root, folders, files in os.walk(top):
        folders.sort()
        for name in sorted([*files, *(one for one in folders if Path(root, one).is_symlink())]):
            path = Path(root, name)
            inside = path.relative_to(top.parent)
            if _scrap(str(inside)):
                continue
            if (count := count + 1) > ENTRIES:
                raise CourseError(f"{folder} has more than {ENTRIES} entries.", _MEND)
            yield _File(str(inside), _odd(path.lstat(), inside), partial(_read_file, path))
        folders[:] = [name for name in folders if not _scrap(f"{name}/")]


def _read_file(path: Path) -> bytes:
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        return file.read(FILE_BYTES)


def _scrap(name: str) -> bool:
    return bool(_SCRAPS.search(name.replace("\\", "/")))


def _as_written(entry: zipfile.ZipInfo) -> str:
    """A Mac packs names in UTF-8, without the flag that says so."""
    try:
        return (
            entry.filename if entry.flag_bits & _UTF8 else entry.filename.encode("cp437").decode()
        )
    except UnicodeError:
        return entry.filename


def _unpacked(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """As much as its list says: `ZipFile.read` unpacks all of an entry that lies about its size."""
    with opened.open(info) as file:
        return file.read(info.file_size)


def _reason(entry: zipfile.ZipInfo) -> str:
    """Why an entry is left."""
    name = entry.filename.replace("\\", "/")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        return "has an absolute path"
    if bad := _odd_path(PurePosixPath(name)):
        return bad
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.flag_bits & 1:
        return "is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that is not opened here"
    if entry.file_size > FILE_BYTES:
        return _TOO_LARGE.format(FILE_BYTES >> 20)
    if entry.file_size > max(_SMALL, RATIO * entry.compress_size):
        size = f"{entry.file_size >> 20} MB, more than {RATIO} times its packed size"
        return f"expands to {size}; clear its outputs and collect it again"
    return ""


def _odd(found: os.stat_result, path: Path) -> str:
    """Why a file of a folder is left."""
    if bad := _odd_path(path):
        return bad
    if not stat.S_ISREG(found.st_mode):
        return "is a link or a device"
    return _TOO_LARGE.format(FILE_BYTES >> 20) if found.st_size > FILE_BYTES else ""


def _odd_path(path: PurePath) -> str:
    if ".ipynb_checkpoints" in path.parts:
        return SCRAP
    if ".." in path.parts:
        return "leaves its folder"
    if any(len(os.fsencode(part)) > _NAME_BYTES for part in path.parts):
        return "has too long a name"
    return f"is more than {DEPTH} folders deep" if len(path.parts) > DEPTH else ""
