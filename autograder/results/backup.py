"""Gradebook and ledger as they were before each run that wrote to them."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from autograder.core.atomic import WriteError, cannot_write
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError, unknown

FOLDER = "backups"
_FILES = ("gradebook.db", "ledger.jsonl")
_KEPT = 10  # the first, from before anything was graded here, and the newest


def keep_backup(folder: Path, as_it_is: bool = False) -> None:
    """Copy both, unless the newest backup equals them, and delete old backups except the first.

    The class must be held.

    A gradebook that a disk has spoilt is kept only where another takes its place.
    """
    if not (folder / _FILES[0]).is_file():
        return
    try:
        held = digest(
            "".join(digest(p.read_bytes()) for n in _FILES if (p := folder / n).is_file())
        )
        kept = backups(folder)
        if kept and kept[-1].endswith(held[:8]):
            return
        name = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}-{held[:8]}"
        new = folder / FOLDER / f".{name}"
        new.mkdir(parents=True)
        _copy_gradebook(folder / _FILES[0], new / _FILES[0], as_it_is)
        if (folder / _FILES[1]).is_file():
            shutil.copyfile(folder / _FILES[1], new / _FILES[1])
        new.rename(new.with_name(name))
        for path in (folder / FOLDER).glob(".*"):  # of a run that was ended
            shutil.rmtree(path)
        for old in backups(folder)[1 : 1 - _KEPT]:
            shutil.rmtree(folder / FOLDER / old)
    except OSError as error:
        raise cannot_write(folder / FOLDER, error) from error


def backups(folder: Path) -> list[str]:
    """Their names, the oldest first."""
    return sorted(p.name for p in (folder / FOLDER).glob("[0-9]*"))


def restore(folder: Path, name: str) -> str:
    """Put one back, by the beginning of its name; what stands there is kept first."""
    known = backups(folder)
    found = [one for one in known if one.startswith(name)]
    if len(found) != 1:
        if found:
            raise CourseError(
                f"{len(found)} backups begin with {name!r}.", "Write more of the name."
            )
        raise unknown("backup", name, known)
    copies = {}
    try:
        for file in _FILES:  # before the backup below lets the oldest go
            if (folder / FOLDER / found[0] / file).is_file():
                copies[folder / file] = folder / f".{file}.restored"
                shutil.copyfile(folder / FOLDER / found[0] / file, copies[folder / file])
        keep_backup(folder, as_it_is=True)
        for path, copy in copies.items():
            os.replace(copy, path)
    except OSError as error:
        raise cannot_write(folder, error) from error
    return found[0]


def _copy_gradebook(gradebook: Path, to: Path, as_it_is: bool) -> None:
    """By SQLite itself: whatever else has it open, the copy is whole."""
    try:
        uri = f"{gradebook.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True)) as source,
            closing(sqlite3.connect(to)) as copy,
        ):
            # A reader's lock, for which this waits some seconds; `backup` would wait for ever.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master")
            source.backup(copy)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise cannot_write(to, OSError(errno.ENOSPC, "")) from error
        if as_it_is and _spoilt(error):
            shutil.copyfile(gradebook, to)
            return
        raise cannot_use(gradebook, error) from error


def cannot_use(gradebook: Path, error: BaseException | None) -> WriteError:
    """What SQLite said, as a sentence with its next step."""
    mend = "Close what else uses it, see that you may write to it, and run this again"
    if _spoilt(error):
        mend = "Put a backup back: autograder restore"
    return WriteError(f"Cannot use {gradebook}: {error}. {mend}.")


def _spoilt(error: BaseException | None) -> bool:
    """No database, or no longer one; what is locked, full or not to be written is another kind."""
    return not isinstance(error, sqlite3.OperationalError)
