"""Notebooks out of an archive that a learning platform hands out, put where nbgrader looks.

An archive is refused whole, before anything is written, or taken whole. Notebooks in it may hold
anything: they are copied here as bytes, and read by the wall when they are graded.
"""

import re
import stat
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from autograder.atomic import write_atomic
from autograder.gradebook.rows.folders import Folders
from autograder.say.errors import CourseError
from autograder.task.course import Course
from autograder.wall import FILE_BYTES

ENTRIES = 10_000
TOTAL_BYTES = 4 << 30
RATIO = 200  # of what comes out to what went in; notebooks reach a tenth of it
_NAME_BYTES = 255  # what a folder takes
_MOODLE = "_assignsubmission_"  # in the folder of one student's files
DEPTH = 8  # folders in folders
_MEND = (
    "Nothing was taken from it. Have it made again, or put the notebooks into submitted/ by hand."
)
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)


@dataclass
class Collected:
    """What became of each entry."""

    written: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)  # another version stands there
    others: list[str] = field(default_factory=list)  # no notebook of a unit

    def __str__(self) -> str:
        lines = [f"{len(self.written)} notebooks written, {len(self.same)} were there already"]
        lines += [f"kept what stands there (--replace takes the new one): {p}" for p in self.kept]
        lines += [f"left in the archive, not named after a unit: {name}" for name in self.others]
        return "\n".join(lines)


def collect(course: Course, archive: Path, folder: Path, replace: bool = False) -> Collected:
    """Into <folder>/submitted/<student>/<unit>/<unit>.ipynb."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.is_dir()]
            _refuse_bad(entries, opened.infolist(), archive)
            found = Collected()
            wanted = _wanted(course, entries, found)
            for entry in wanted.values():
                opened.read(entry)  # damage shows before the first is written
            for (student, unit), entry in wanted.items():
                path = Folders(course.path.parent, folder, student, unit).notebook
                _put(path, opened.read(entry), replace, found)
            return found
    except FileNotFoundError:
        raise CourseError(f"There is no file {archive}.", "Name the archive.") from None
    except _DAMAGE as error:
        raise CourseError(
            f"{archive.name} cannot be read as a zip archive: {error}", _MEND
        ) from None


def _refuse_bad(
    entries: list[zipfile.ZipInfo], listed: list[zipfile.ZipInfo], archive: Path
) -> None:
    if len(listed) > ENTRIES:
        raise CourseError(f"{archive.name} has more than {ENTRIES} entries.", _MEND)
    for entry in listed:
        if reason := _reason(entry):
            raise CourseError(f"{archive.name}: {entry.filename!r} {reason}.", _MEND)
    total = sum(entry.file_size for entry in entries)
    if total > TOTAL_BYTES or total > max(FILE_BYTES, RATIO * archive.stat().st_size):
        raise CourseError(f"{archive.name} would unpack to {total >> 20} MB: a bomb.", _MEND)


def _reason(entry: zipfile.ZipInfo) -> str:
    """Why an entry is refused."""
    name = entry.filename.replace("\\", "/")
    parts = PurePosixPath(name).parts
    kind = stat.S_IFMT(entry.external_attr >> 16)
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


def _wanted(
    course: Course, entries: list[zipfile.ZipInfo], found: Collected
) -> dict[tuple[str, str], zipfile.ZipInfo]:
    wanted: dict[tuple[str, str], zipfile.ZipInfo] = {}
    for entry in entries:
        who = whose(course, entry.filename)
        if who is None:
            found.others.append(entry.filename)
        elif who in wanted:
            names = f"{wanted[who].filename!r} and {entry.filename!r}"
            raise CourseError(f"{names} are both {who[1]} of {who[0]}.", _MEND)
        else:
            wanted[who] = entry
    return wanted


def whose(course: Course, name: str) -> tuple[str, str] | None:
    """(student, unit): the folder that a platform made for one student; else what stands before
    the unit in the file's name; else the folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.suffix != ".ipynb":
        return None
    for unit in course.units:
        # Platforms put names and numbers before, and a number behind what was handed in again.
        match = re.fullmatch(rf"(?:(.+)[_-])?{re.escape(unit)}(?:-\d+| ?\(\d+\))?", path.stem)
        if match:
            folders = [part for part in path.parts[:-1] if part not in (unit, "submitted")]
            last = folders[-1] if folders else ""
            # A file's name may be its author's own, who must not hand in for somebody else.
            theirs = _MOODLE in last or path.parts[-4:-1] == ("submitted", last, unit)
            student = last if theirs else match[1] or last
            student = re.sub(r"[^\w.@-]+", "_", normalize("NFC", student)).strip("._")
            return (student, unit) if student else None
    return None


def _put(path: Path, data: bytes, replace: bool, found: Collected) -> None:
    if path.is_file() and path.read_bytes() == data:
        found.same.append(path)
    elif (path.exists() or path.is_symlink()) and not replace:
        found.kept.append(path)
    else:
        write_atomic(path, data)
        found.written.append(path)
