"""Back up the gradebook and the ledger before each run that writes to them."""

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
_MAX_BACKUPS = 10  # the oldest backup, made before the first grading, and the newest nine


def keep_backup(folder: Path, allow_damaged: bool = False) -> None:
    """Back up the gradebook and the ledger, unless the newest backup has the same content.

    Without a gradebook, do nothing. After a new backup, delete incomplete backups, and all others
    except the oldest one and the newest nine. The caller must hold the lock of the class. Raise
    WriteError if a file cannot be written, or if the gradebook is damaged and `allow_damaged` is
    not set.
    """
    if not (folder / _FILES[0]).is_file():
        return
    try:
        current = digest(
            "".join(digest(p.read_bytes()) for n in _FILES if (p := folder / n).is_file())
        )
        names = backups(folder)
        if names and names[-1].endswith(current[:8]):
            return
        name = f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%S-%f}-{current[:8]}"
        new = folder / FOLDER / f".{name}"
        new.mkdir(parents=True)
        _copy_gradebook(folder / _FILES[0], new / _FILES[0], allow_damaged)
        if (folder / _FILES[1]).is_file():
            shutil.copyfile(folder / _FILES[1], new / _FILES[1])
        new.rename(new.with_name(name))
        for path in (folder / FOLDER).glob(".*"):  # incomplete backups of interrupted runs
            shutil.rmtree(path)
        for old in backups(folder)[1 : 1 - _MAX_BACKUPS]:
            shutil.rmtree(folder / FOLDER / old)
    except OSError as error:
        raise cannot_write(folder / FOLDER, error) from error


def backups(folder: Path) -> list[str]:
    """Return the names of all complete backups, oldest first."""
    return sorted(p.name for p in (folder / FOLDER).glob("[0-9]*"))


def restore(folder: Path, name: str) -> str:
    """Restore the backup whose name begins with `name`, after backing up the current files.

    A file that the backup lacks stays unchanged. Return the complete name. Raise CourseError unless
    one backup matches.
    """
    names = backups(folder)
    matches = [backup for backup in names if backup.startswith(name)]
    if len(matches) != 1:
        if matches:
            raise CourseError(
                f"{len(matches)} backups start with {name!r}.", "Type more characters of the name."
            )
        raise unknown("backup", name, names)
    copies = {}
    try:
        for file in _FILES:  # copy these files first, because keep_backup may delete this backup
            if (folder / FOLDER / matches[0] / file).is_file():
                copies[folder / file] = folder / f".{file}.restored"
                shutil.copyfile(folder / FOLDER / matches[0] / file, copies[folder / file])
        keep_backup(folder, allow_damaged=True)
        for path, copy in copies.items():
            os.replace(copy, path)
    except OSError as error:
        raise cannot_write(folder, error) from error
    return matches[0]


def _copy_gradebook(gradebook: Path, to: Path, allow_damaged: bool) -> None:
    """Copy the gradebook with SQLite, so that the copy is consistent even during a write.

    If the gradebook is damaged and `allow_damaged` is set, copy its bytes.
    """
    try:
        uri = f"{gradebook.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True)) as source,
            closing(sqlite3.connect(to)) as copy,
        ):
            # Read first. If the database is locked, a read fails after some seconds, but `backup`
            # waits forever.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master")
            source.backup(copy)
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise cannot_write(to, OSError(errno.ENOSPC, "")) from error
        if allow_damaged and _is_damaged(error):
            shutil.copyfile(gradebook, to)
            return
        raise cannot_use(gradebook, error) from error


def cannot_use(gradebook: Path, error: BaseException | None) -> WriteError:
    """Return the error to raise if SQLite cannot use the gradebook, with advice on what to do."""
    advice = "Close other programs that use it, check that you may write to it, and run this again"
    if _is_damaged(error):
        advice = "Restore a backup: autograder restore"
    return WriteError(f"Cannot use {gradebook}: {error}. {advice}.")


def _is_damaged(error: BaseException | None) -> bool:
    """Return False for operational errors, such as a lock or a full disk, and True for others."""
    return not isinstance(error, sqlite3.OperationalError)
