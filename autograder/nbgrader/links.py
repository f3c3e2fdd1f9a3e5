"""Make the files beside a submitted notebook safe before nbgrader copies them."""

import logging
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from autograder.core.messages.errors import ReadableError
from autograder.core.messages.printable import plain
from autograder.runner.submissions.read_file import LINK

_LOG = logging.getLogger("traitlets")
# Limits for the files beside a notebook: number, total size, and depth of nested folders.
FILES, BYTES, DEPTH = 1000, 64 << 20, 8


class UnsafeFiles(ReadableError):
    """A submission folder cannot be graded. The exception's message is for the instructor."""


def refuse_links(notebooks: Iterable[str] = (), **_: Any) -> None:
    """`c.Autograde.pre_convert_hook`: call `remove_links` for the folder of each notebook."""
    for folder in {Path(name).parent for name in notebooks}:
        remove_links(folder)


def remove_links(folder: Path) -> None:
    """Remove links and devices from a submission folder; raise UnsafeFiles if a person must decide.

    nbgrader follows links when it copies the files beside a notebook into the feedback. A link
    named data.csv could copy the gradebook, and a linked folder could copy another student's work.
    Therefore, links are removed, and a warning is logged. If a notebook or the folder is a symbolic
    link, a file with the text `LINK` replaces the notebook, and the student's verdict explains it.

    Raise UnsafeFiles if a notebook is a hard link, whose owner is unknown. Also raise UnsafeFiles
    if the folder has too many files or levels, cannot be read, or has a name that is not UTF-8.
    """
    try:
        folder.parent.name.encode()
    except UnicodeEncodeError:
        raise UnsafeFiles(
            "the folder's name is not valid UTF-8; rename it and grade again"
        ) from None
    for directory in (folder.parent, folder):  # the student's folder, then the unit's
        if directory.is_symlink():
            _remove(directory)
            folder.mkdir(parents=True)
            (folder / f"{folder.name}.ipynb").write_text(LINK)
    files = size = 0
    for path, status in _walk_files(folder):
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
            files, size = files + 1, size + status.st_size
        elif stat.S_ISREG(status.st_mode) and path.suffix == ".ipynb":
            raise UnsafeFiles(
                f"{plain(path.name)} has a second name elsewhere (a hard link), so its owner is"
                " unknown; replace it with a copy and grade again"
            )
        else:
            _remove(path)
            if path.suffix == ".ipynb":
                path.write_text(LINK)
        if files > FILES or size > BYTES:
            raise UnsafeFiles(
                f"more than {FILES:,} files or {BYTES >> 20} MB are beside the notebook;"
                " remove what is not part of the submission and grade again"
            )


def rename_notebook(folder: Path) -> None:
    """Rename a folder's only notebook to the name of the unit, and log a warning.

    Of several notebooks, rename the only one whose name begins with the unit's name: browsers
    append a number to file names, and some systems change the case. If several notebooks may be the
    submission, or if one already has the right name, rename none.
    """
    target = folder / f"{folder.name}.ipynb"
    notebooks = [] if target.exists() or folder.is_symlink() else _notebooks(folder)
    if len(notebooks) > 1:  # prefer a file name that begins with the unit's name
        notebooks = [
            path for path in notebooks if path.stem.lower().startswith(folder.name.lower())
        ]
    if len(notebooks) == 1:
        notebooks[0].rename(target)
        where = "/".join(map(plain, folder.parts[-2:]))
        _LOG.warning("%s: %s is now called %s", where, plain(notebooks[0].name), target.name)


def other_notebooks(folder: Path) -> list[str]:
    """Return the names of notebooks that contain the unit's name, but are not graded."""
    return [
        path.name
        for path in _notebooks(folder)
        if folder.name.lower() in path.stem.lower() and path != folder / f"{folder.name}.ipynb"
    ]


def _notebooks(folder: Path) -> list[Path]:
    return [
        path
        for path, status in _walk_files(folder)
        if path.suffix.lower() == ".ipynb"
        and stat.S_ISREG(status.st_mode)
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _walk_files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield every file, link and device below a folder, with its status.

    Raise UnsafeFiles if a folder cannot be opened or if folders are nested too deep.
    """
    todo = [(folder, 0)]
    while todo:
        directory, depth = todo.pop()
        if depth > DEPTH:
            raise UnsafeFiles(
                f"folders are nested more than {DEPTH} deep beside the notebook;"
                " remove what is not part of the submission and grade again"
            )
        try:
            with os.scandir(directory) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            raise UnsafeFiles(
                f"{plain(directory.name)} cannot be opened as a folder ({error.strerror});"
                " make it a readable folder and grade again"
            ) from None
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                todo.append((Path(entry.path), depth + 1))
            else:
                yield Path(entry.path), entry.stat(follow_symlinks=False)


def _remove(path: Path) -> None:
    path.unlink()
    where = "/".join(map(plain, path.parts[-3:]))
    _LOG.warning("%s was removed, because it was a link or a device", where)
