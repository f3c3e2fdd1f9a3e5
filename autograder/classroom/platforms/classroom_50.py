"""Classroom 50: the students' repositories, one folder for each student.

`gh teacher download` clones `<classroom>-<assignment>-<username>/` into
`<classroom>-<assignment>_submissions_<time>/`, and writes the platform's `result.json` into each
(`cli/gh-teacher/internal/download/download.go` of foundation50/classroom50). A student may commit
another `result.json`. If the `result.json` and the folder name different students, the repository
is reported and assigned to neither of them.
"""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from autograder.classroom.platforms.archive import Archive
from autograder.classroom.platforms.path_info import PathInfo, owner_by_name, read_time

_RESULT = "result.json"
CLASSROOM_50_FILES = (_RESULT, "results.json", "scores.csv")
_SCHEMA = "classroom50/result/"
_RESULT_BYTES = 64 << 10  # a larger file, which a student may commit, is ignored
_KEYS = ("schema", "classroom", "assignment", "owner", "datetime")
_DOWNLOAD = re.compile(r"(.+)_submissions_\d{4}(?:_\d\d){2}_T_\d\d(?:_\d\d){2}")
_COMMITTER = re.compile(rb"^committer .*> (\d{1,12}) [-+]\d{4}$", re.MULTILINE)
# A repository's configuration may name programs that git starts. With this command and these
# settings, git starts no such program and contacts no server.
_LAST_COMMIT = ("--no-pager", "--no-replace-objects", "cat-file", "commit", "HEAD")
_LOCAL_ONLY = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}


def read_repositories(archive: Archive) -> dict[str, PathInfo]:
    """Return the students by path of the folder, or {} if they are not from Classroom 50."""
    level = 1 if archive.top_folder else 0
    paths = [name.replace("\\", "/").split("/") for name in archive.names]
    folders = sorted({path[level] for path in paths if len(path) > level + 1})
    results = {folder: _read_result(archive.file(f"{folder}/{_RESULT}")) for folder in folders}
    if not (prefix := _find_prefix(archive.top_folder, results)):
        return {}
    by_folder = {}
    for folder in folders:
        if folder.casefold().startswith(prefix):
            location = str(PurePosixPath(archive.top_folder, folder))
            user, result = folder[len(prefix) :], results[folder]
            times = [_last_commit(archive.folder, folder), read_time(result.get("datetime", ""))]
            # Use the later of both times, because a student can set the clock back before a commit.
            when = max(filter(None, times), default=None)
            info = PathInfo((replace(owner_by_name(user), key=location),), "", when)
            if result.get("owner", user).casefold() != user.casefold():
                problem = "its folder and its result.json name two students"
                info = PathInfo((), "", upload_prefix=location, problem=problem)
            by_folder[location] = info
    return by_folder


def _read_result(data: bytes) -> Mapping[str, str]:
    """Return the strings of a result.json under the names `_KEYS`, or {} for any other file."""
    if len(data) > _RESULT_BYTES:
        return {}
    with suppress(ValueError, RecursionError):
        result = json.loads(data)
        if isinstance(result, dict):
            strings = {key: result[key] for key in _KEYS if isinstance(result.get(key), str)}
            return strings if strings.get("schema", "").startswith(_SCHEMA) else {}
    return {}


def _find_prefix(top_folder: str, results: Mapping[str, Mapping[str, str]]) -> str:
    """Return the prefix `<classroom>-<assignment>-` of the folders' names in lower case, or "".

    The name of the downloaded folder contains this prefix. In any other archive, more than half of
    the folders must have a result.json that agrees with the folder's name. A student can forge a
    single result.json.
    """
    if match := _DOWNLOAD.fullmatch(top_folder):
        return f"{match[1]}-".casefold()
    counts: Counter[str] = Counter()
    for folder, result in results.items():
        prefix = f"{result.get('classroom')}-{result.get('assignment')}-"
        if folder.casefold() == f"{prefix}{result.get('owner')}".casefold():
            counts[prefix.casefold()] += 1
    return next((prefix for prefix, count in counts.items() if 2 * count > len(results)), "")


def _last_commit(top: Path | None, folder: str) -> datetime | None:
    """Return the time of a clone's last commit, or None if it cannot be read, as in a zip."""
    git = top / folder / ".git" if top else None
    if not git or git.is_symlink() or not git.is_dir():
        return None
    try:
        line = ["git", f"--git-dir={git}", *_LAST_COMMIT]
        env = {**os.environ, **_LOCAL_ONLY}
        output = subprocess.run(line, capture_output=True, env=env, timeout=30, check=True).stdout
        match = _COMMITTER.search(output.partition(b"\n\n")[0])
        return datetime.fromtimestamp(int(match[1]), UTC) if match else None
    except (OSError, subprocess.SubprocessError, ValueError, OverflowError):
        return None
