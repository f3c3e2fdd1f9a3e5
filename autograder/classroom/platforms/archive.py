"""Read the files of a zip archive or a folder as plain bytes, one at a time.

An archive that cannot be opened, has too many entries or is too large in total raises CourseError.
A bad file is skipped: its entry contains the reason instead of the content, so that one student
cannot block the whole class. The total size of a folder is not limited.
"""

import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath

from autograder.classroom.platforms.skip_reasons import (
    RATIO,
    entry_skip_reason,
    file_skip_reason,
    is_ignored,
)
from autograder.core.messages.errors import CourseError
from autograder.runner import FILE_BYTES

ENTRIES = 100_000
INNER_ENTRIES = 1000  # maximum in a zip inside an archive; each read of a file opens this zip again
TOTAL_BYTES = 4 << 30
_UTF8 = 0x800  # flag of a zip entry whose name is in UTF-8; the default encoding is cp437
_ADVICE = "Nothing was collected. Download the archive again, or add the notebooks by hand."
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)


@dataclass(frozen=True)
class ArchiveEntry:
    """One file of an archive, or of a zip inside the archive."""

    name: str
    data: bytes = b""  # release these bytes before reading the next entry: archives may be large
    skip_reason: str = ""  # why the file was skipped, or ""
    inner: str = ""  # file name in a student's own zip; `name` is then the name of the zip
    read: Callable[[], bytes] = bytes  # reads the file again after `data` was released


@dataclass(frozen=True)
class _File:
    """A file in an archive, whose content has not been read yet."""

    name: str
    skip_reason: str  # why the file is skipped, or ""
    read: Callable[[], bytes]

    def entry(self) -> ArchiveEntry:
        if self.skip_reason:
            return ArchiveEntry(self.name, skip_reason=self.skip_reason)
        try:
            return ArchiveEntry(self.name, self.read(), read=self.read)
        except _DAMAGE as error:
            return ArchiveEntry(self.name, skip_reason=f"is damaged ({error})")


class Archive:
    """An open zip archive or folder. Only the list of its files is kept in memory."""

    def __init__(self, path: Path) -> None:
        self.name, self.folder = path.name, path if path.is_dir() else None
        self._zip: zipfile.ZipFile | None = None
        if self.folder:
            self._files = list(_list_folder(path))
            return
        try:
            with ExitStack() as refused:
                self._zip = refused.enter_context(zipfile.ZipFile(path))
                self._files = _list_files(self._zip, path.name, ENTRIES, TOTAL_BYTES)
                refused.pop_all()
        except FileNotFoundError:
            raise CourseError(f"There is no file {path}.", "Pass the path of an archive.") from None
        except _DAMAGE as error:
            problem = f"{path.name} cannot be read as a zip archive: {error}"
            raise CourseError(problem, _ADVICE) from None

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, *error: object) -> None:
        if self._zip:
            self._zip.close()

    def entries(self) -> Iterator[ArchiveEntry]:
        """Yield the files except those of macOS and git; for a zip, yield the files in it."""
        for file in self._files:
            entry = file.entry()
            if not entry.skip_reason and entry.name.lower().endswith(".zip"):
                yield from _read_inner_zip(file, entry.data)
            else:
                yield entry

    @property
    def names(self) -> list[str]:
        """Return the names of the files, except those of macOS and git."""
        return [file.name for file in self._files]

    @cached_property
    def top_folder(self) -> str:
        """Return the folder that contains all files, or ""."""
        tops = {name.replace("\\", "/").partition("/")[:2] for name in self.names}
        (folder, inside), *others = tops or {("", "")}
        return folder if inside and not others else ""

    def file(self, name: str) -> bytes:
        """Return the content of the file `name`, or b"" if it is missing or cannot be read.

        The path `name` is relative to `top_folder`. A file of that name in another folder is
        ignored, because a student may have written it.
        """
        entry = self._by_path.get(PurePosixPath(self.top_folder, name))
        return entry.entry().data if entry else b""

    @cached_property
    def _by_path(self) -> dict[PurePosixPath, _File]:
        return {PurePosixPath(file.name.replace("\\", "/")): file for file in self._files}


def _read_inner_zip(outer: _File, data: bytes) -> Iterator[ArchiveEntry]:
    """Yield the files of a zip that a student submitted. A zip inside that zip is not opened.

    If the zip is empty or damaged, also yield an entry with the reason.
    """
    name, inner = outer.name, ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            max_bytes = max(FILE_BYTES, RATIO * len(data))
            for index, file in enumerate(_list_files(opened, name, INNER_ENTRIES, max_bytes)):
                inner = PurePosixPath(file.name.replace("\\", "/")).name
                read = partial(_read_inner, outer, index)
                yield replace(file.entry(), name=name, inner=inner, read=read)
        if not inner:
            yield ArchiveEntry(name, skip_reason="contains no file")
    except (*_DAMAGE, CourseError) as error:
        yield ArchiveEntry(name, skip_reason=f"cannot be opened ({str(error).splitlines()[0]})")


def _read_inner(outer: _File, index: int) -> bytes:
    data = outer.read()
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        max_bytes = max(FILE_BYTES, RATIO * len(data))
        return _list_files(opened, outer.name, INNER_ENTRIES, max_bytes)[index].read()


def _list_files(opened: zipfile.ZipFile, name: str, entries: int, max_bytes: int) -> list[_File]:
    """List the files of a zip archive without unpacking them.

    Raise CourseError if the archive has more than `entries` entries, or if the files that are not
    skipped would unpack to more than `max_bytes` bytes.
    """
    listed = opened.infolist()
    for entry in listed:
        entry.filename = _decode_name(entry)
    total = sum(entry.file_size for entry in listed if not entry_skip_reason(entry))
    if len(listed) > entries:
        raise CourseError(f"{name} has more than {entries} entries.", _ADVICE)
    if total > max_bytes:
        raise CourseError(
            f"{name} would unpack to {total >> 20} MB (limit {max_bytes >> 20} MB).", _ADVICE
        )
    return [
        _File(entry.filename, entry_skip_reason(entry), partial(_unpack, opened, entry))
        for entry in listed
        # `ZipInfo.is_dir` raises an exception if the name is empty.
        if not entry.filename.endswith("/") and not is_ignored(entry.filename)
    ]


def _list_folder(folder: Path) -> Iterator[_File]:
    """Yield the files below a folder, named as in an archive of the folder.

    Links are yielded as skipped files, and are not followed. Raise CourseError for too many files.
    """
    root_folder = folder.resolve()
    count = 0
    for root, folders, files in os.walk(root_folder):
        folders.sort()
        for name in sorted([*files, *(one for one in folders if Path(root, one).is_symlink())]):
            path = Path(root, name)
            relative = path.relative_to(root_folder.parent)
            if is_ignored(str(relative)):
                continue
            if (count := count + 1) > ENTRIES:
                raise CourseError(f"{folder} has more than {ENTRIES} entries.", _ADVICE)
            yield _File(
                str(relative), file_skip_reason(path.lstat(), relative), partial(_read_file, path)
            )
        folders[:] = [name for name in folders if not is_ignored(f"{name}/")]


def _read_file(path: Path) -> bytes:
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        return file.read(FILE_BYTES)


def _decode_name(entry: zipfile.ZipInfo) -> str:
    """Return an entry's name, decoded as UTF-8 if possible: macOS does not set the UTF-8 flag."""
    try:
        return (
            entry.filename if entry.flag_bits & _UTF8 else entry.filename.encode("cp437").decode()
        )
    except UnicodeError:
        return entry.filename


def _unpack(opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Unpack an entry, but read at most the size in the archive's list.

    `ZipFile.read` would read more if the entry is larger than the list says.
    """
    with opened.open(info) as file:
        return file.read(info.file_size)
