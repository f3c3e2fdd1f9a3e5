"""Gradescope: the list of submitters beside the folders of an archive."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

import yaml

from autograder.classroom.platforms.archive import Archive
from autograder.classroom.platforms.path_info import PathInfo, read_time, student_id
from autograder.classroom.roster import Owner, Roster

METADATA = "submission_metadata.yml"


def read_submissions(archive: Archive, roster: Roster) -> dict[str, PathInfo]:
    """Return the submitters by path of the folder, or {} if the list is missing or invalid.

    Also return {} if the archive's top folder belongs to one student, who may have written it.
    """
    if roster.find_by_number(Owner((archive.top_folder,))):
        return {}
    try:
        # Load all values as text: names may be numbers, and a student's date may be invalid.
        data = yaml.load(archive.file(METADATA), yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return {}
    entries = data.items() if isinstance(data, dict) else ()
    return {
        str(PurePosixPath(archive.top_folder, folder)): _read_entry(entry)
        for folder, entry in entries
        if re.fullmatch(r"submission_\d+", folder)
    }


def _read_entry(entry: Any) -> PathInfo:
    entry = entry if isinstance(entry, Mapping) else {}
    people = entry.get(":submitters")
    owners = [_read_submitter(person) for person in people or [] if isinstance(person, Mapping)]
    return PathInfo(tuple(owners), "", read_time(str(entry.get(":created_at"))))


def _read_submitter(person: Mapping[str, Any]) -> Owner:
    fields = {key: str(person.get(f":{key}") or "") for key in ("sid", "email", "name")}
    numbers = tuple(filter(None, (fields["sid"], fields["email"])))
    identifier = fields["email"] or fields["sid"] or fields["name"]
    name = fields["name"] if any(map(str.isalpha, fields["name"])) else ""
    return Owner(numbers, name, student_id(identifier), identifier)
