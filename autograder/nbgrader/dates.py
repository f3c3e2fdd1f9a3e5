"""Read submission times and copy a policy's due dates into nbgrader's gradebook."""

import re
from datetime import UTC, datetime
from pathlib import Path

from autograder.core.messages.errors import ReadableError
from autograder.nbgrader.internals import open_gradebook
from autograder.nbgrader.policy import NAME, Policy

TIMESTAMP = "timestamp.txt"  # file of nbgrader's exchange and of `autograder collect`
_WHEN = re.compile(r"(\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?) *(\S*)", re.ASCII)


class InvalidTimestamp(ReadableError):
    """The content of a timestamp file is not a time."""


def apply_dates(policy: Policy, gradebook: Path, unit: str) -> str:
    """Write a unit's due date and extensions into the gradebook, if the class has a policy.

    Return a sentence with the due date and its source, or with the due date that the policy removed
    from the gradebook. Return "" if there is neither, or if the gradebook or the unit is missing.
    """
    if not gradebook.is_file():
        return ""
    from nbgrader.api import MissingEntry

    with open_gradebook(gradebook) as book:
        try:
            assignment = book.find_assignment(unit)
        except MissingEntry:
            return ""
        before = assignment.duedate
        if policy.path is None:
            return f"due {_utc(before)}, according to the gradebook" if before else ""
        due = policy.terms(unit).due
        assignment.duedate = due and due.astimezone(UTC).replace(tzinfo=None)
        for submission in assignment.submissions:
            submission.extension = policy.extension(submission.student.id, unit)
        book.db.commit()
    if due:
        return f"due {_utc(due.astimezone(UTC))}, according to {NAME}"
    return f"no due date: {NAME} has none, so {_utc(before)} no longer applies" if before else ""


def _utc(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC"


def read_submission_time(folder: Path) -> datetime | None:
    """Return the time in a submission's timestamp file, or None if it is missing or empty.

    The time is in UTC without a zone. Raise InvalidTimestamp if the text is not a time.
    """
    path = folder / TIMESTAMP
    text = path.read_text("utf-8-sig", "replace").strip()[:100] if path.is_file() else ""
    if text and (time := parse_time(text)) is None:
        advice = "Write it as 2026-03-01 23:59:00 UTC, or remove the file."
        raise InvalidTimestamp(f"{TIMESTAMP} does not contain a time: {text!r}. {advice}")
    return time if text else None


def parse_time(text: str) -> datetime | None:
    """Return a time in UTC without a zone, as nbgrader stores it, or None for an invalid text."""
    try:
        return _parse_strictly(text.strip()[:100])
    except Exception:  # date parsers raise many types of exception
        return None


def _parse_strictly(text: str) -> datetime:
    """Parse a time as nbgrader does, but raise an exception where nbgrader would misread it.

    nbgrader reads 01.03. as the third of January, and an unknown zone as UTC. nbgrader reads +0100,
    which git and `date` write, as an offset of a hundred seconds.
    """
    from dateutil.tz import gettz  # type: ignore[import-untyped]
    from nbgrader.utils import parse_utc

    when, zone = re.fullmatch(_WHEN, text).groups()  # type: ignore[union-attr]
    if zone.startswith(("+", "-", "Z")):
        return parse_utc(when + zone)  # type: ignore[no-any-return]
    if zone and gettz(zone) is None:
        raise ValueError(zone)
    return parse_utc(text)  # type: ignore[no-any-return]
