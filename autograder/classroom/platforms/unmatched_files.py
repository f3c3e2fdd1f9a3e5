"""Report the files of an archive that are no notebook of a unit or name no student."""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePosixPath

from autograder.classroom.platforms.path_info import PathInfo
from autograder.classroom.roster import Owner

_SIDE_FILES = (
    ".txt",
    ".md",
    ".yml",
)  # suffixes of files in a repository or from Blackboard that are rarely a student's answer
_RankedFile = tuple[bool, bool, bool, str]


@dataclass
class UnmatchedFiles:
    """The files of an archive that are no hand-in."""

    # Messages about notebooks and other files that name no student, by folder or prefix.
    notebooks: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    files_of: dict[Owner, list[_RankedFile]] = field(default_factory=lambda: defaultdict(list))

    def add_notebook(self, name: str, path: PathInfo, unit: str) -> None:
        """Add a notebook of a unit that names no student."""
        self.notebooks[path.upload_prefix or _parent_folder(name)].append(
            _format_unmatched(name, path.problem, unit)
        )

    def add_other(self, name: str, file: str, skip_reason: str, path: PathInfo) -> None:
        """Add a file that was skipped or is no notebook of a unit."""
        if path.problem:
            self.others[path.upload_prefix or _parent_folder(name)].append(
                _format_unmatched(name, path.problem)
            )
        for owner in path.owners:
            self.files_of[owner].append(_rank_other_file(name, file, skip_reason))

    def messages(self, keys: set[str]) -> list[str]:
        """Return messages on files without a student and on students without a notebook of a unit.

        `keys` identifies the owners of hand-ins. In a folder with notebooks that name no student,
        other files are not reported; in any other folder, only the first is.
        """
        by_folder = dict(self.notebooks)
        for folder, lines in self.others.items():
            by_folder.setdefault(folder, lines[:1])
        files = {owner: min(ranked)[-1] for owner, ranked in self.files_of.items()}
        return [*chain.from_iterable(by_folder.values()), *_without_notebook(files, keys)]


def _parent_folder(name: str) -> str:
    return str(PurePosixPath(name).parent) if "/" in name else name


def _format_unmatched(name: str, problem: str, unit: str = "<unit>") -> str:
    detail = f": {problem}" if problem else ""
    return f"Cannot match {name!r} to a student{detail}. Put it into submitted/<id>/{unit}/"


def _rank_other_file(name: str, file: str, skip_reason: str) -> _RankedFile:
    """Return a sort key whose minimum is the file that a student most likely meant to submit."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    is_hidden = any(part.startswith(".") for part in parts)
    is_side_file = file.lower().endswith(_SIDE_FILES) or is_hidden
    text = f"{name}, which {skip_reason}" if skip_reason else name
    return not skip_reason, is_side_file, not file.endswith(".py"), text


def _without_notebook(files: dict[Owner, str], hand_in_keys: set[str]) -> list[str]:
    """Return a line for each student who handed in files, but no notebook of a unit.

    A folder that is in a student's folder or contains students' folders is not listed.
    """
    messages: dict[str, str] = {}
    for owner in sorted(files, key=lambda owner: owner.key):
        key = f"{owner.key}/"
        folders = [f"{folder}/" for folder in (*hand_in_keys, *messages)]
        if not any(folder.startswith(key) or key.startswith(folder) for folder in folders):
            # Inside a folder, the student may have chosen the name, so the path is shown.
            who = owner.key if "/" in owner.key else owner.name or owner.key
            messages[owner.key] = f"{who} handed in no notebook of a unit: {files[owner]}"
    return list(messages.values())
