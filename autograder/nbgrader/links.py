"""What lies beside a submitted notebook: made harmless before anything is copied."""

import logging
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from autograder.core.messages.errors import Spoken
from autograder.core.messages.printable import plain
from autograder.runner.submissions.read_file import LINK

_LOG = logging.getLogger("traitlets")
# More than any exercise asks for, and little enough to be read into memory and copied twice.
FILES, BYTES, DEPTH = 1000, 64 << 20, 8


class Odd(Spoken):
    """A folder that cannot be taken as it is: one sentence, for the instructor."""


def refuse_links(notebooks: Iterable[str] = (), **_: Any) -> None:
    """`c.Autograde.pre_convert_hook`: see `tidy`."""
    for folder in {Path(name).parent for name in notebooks}:
        tidy(folder)


def tidy(folder: Path) -> None:
    """Take away what is neither a file nor a folder; Odd where what is left is no hand-in.

    nbgrader copies everything beside a submitted notebook, through links, first to the graded
    folder and from there into the feedback: a link named data.csv would fetch the gradebook, and
    a linked folder another student's work. A link is nobody's work; it is removed, and the
    instructor is told. A second name of a file (a hard link) is one as well; but a notebook's may
    be the first, so it is left alone and a person is asked. Where a link stood for the notebook a
    file that says so is left, so that the student gets a verdict with its reason and nobody has to
    repair anything.
    """
    try:
        folder.parent.name.encode()
    except UnicodeEncodeError:
        raise Odd("the folder's name is no text (UTF-8); rename it and grade again") from None
    for place in (folder.parent, folder):  # the student's, and the unit's
        if place.is_symlink():
            _remove(place)
            folder.mkdir(parents=True)
            (folder / f"{folder.name}.ipynb").write_text(LINK)
    files = size = 0
    for path, found in _below(folder):
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
            files, size = files + 1, size + found.st_size
        elif stat.S_ISREG(found.st_mode) and path.suffix == ".ipynb":
            raise Odd(
                f"{plain(path.name)} has a second name elsewhere (a hard link), so nobody can tell"
                " whose it is; put a copy in its place and grade again"
            )
        else:
            _remove(path)
            if path.suffix == ".ipynb":
                path.write_text(LINK)
        if files > FILES or size > BYTES:
            raise Odd(
                f"more than {FILES:,} files or {BYTES >> 20} MB lie beside the notebook;"
                " take away what is not handed in and grade again"
            )


def name_right(folder: Path) -> None:
    """Give a hand-in the name of its unit, where the folder holds one notebook of another name.

    Browsers append a number, other systems another case. Of several none is chosen.
    """
    wanted = folder / f"{folder.name}.ipynb"
    found = [] if wanted.exists() or folder.is_symlink() else _books(folder)
    if len(found) > 1:  # one of them may say so itself
        found = [path for path in found if path.stem.lower().startswith(folder.name.lower())]
    if len(found) == 1:
        found[0].rename(wanted)
        where = "/".join(map(plain, folder.parts[-2:]))
        _LOG.warning("%s: %s is now called %s", where, plain(found[0].name), wanted.name)


def beside(folder: Path) -> list[str]:
    """Further notebooks in a hand-in that go by the unit's name: nobody reads them."""
    return [
        path.name
        for path in _books(folder)
        if folder.name.lower() in path.stem.lower() and path != folder / f"{folder.name}.ipynb"
    ]


def _books(folder: Path) -> list[Path]:
    return [
        path
        for path, what in _below(folder)
        if path.suffix.lower() == ".ipynb"
        and stat.S_ISREG(what.st_mode)
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _below(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything that is no folder, whatever it is called."""
    todo = [(folder, 0)]
    while todo:
        place, depth = todo.pop()
        if depth > DEPTH:
            raise Odd(
                f"folders lie more than {DEPTH} deep beside the notebook;"
                " take away what is not handed in and grade again"
            )
        for entry in sorted(_entries(place), key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                todo.append((Path(entry.path), depth + 1))
            else:
                yield Path(entry.path), entry.stat(follow_symlinks=False)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError as error:
        raise Odd(
            f"{plain(folder.name)} cannot be opened as a folder ({error.strerror});"
            " mend that and grade again"
        ) from None


def _remove(path: Path) -> None:
    path.unlink()
    where = "/".join(map(plain, path.parts[-3:]))
    _LOG.warning("%s was a link or a device, not a file: removed", where)
