"""When it was handed in; the policy's dates in nbgrader's gradebook, where penalties ask."""

import re
from datetime import UTC, datetime
from pathlib import Path

from autograder.core.messages.errors import Spoken
from autograder.nbgrader.internals import gradebook_at
from autograder.nbgrader.policy import NAME, Policy

TIMESTAMP = "timestamp.txt"  # nbgrader's exchange writes it, and `autograder collect`
_WHEN = re.compile(r"(\d{4}-\d\d-\d\d(?:[T ][\d:.]+)?) *(\S*)", re.ASCII)


class NoTime(Spoken):
    """A timestamp that is none."""


def apply_dates(policy: Policy, gradebook: Path, unit: str) -> str:
    """The due date of a unit, and each student's extension; without a policy they stay.

    Says which date counts, and whence it is.
    """
    if not gradebook.is_file():
        return ""
    from nbgrader.api import MissingEntry

    with gradebook_at(gradebook) as book:
        try:
            assignment = book.find_assignment(unit)
        except MissingEntry:
            return ""
        before = assignment.duedate
        if policy.path is None:
            return f"due {_utc(before)}, says the gradebook" if before else ""
        due = policy.terms(unit).due
        assignment.duedate = due and due.astimezone(UTC).replace(tzinfo=None)
        for submission in assignment.submissions:
            submission.extension = policy.extension(submission.student.id, unit)
        book.db.commit()
    if due:
        return f"due {_utc(due.astimezone(UTC))}, says {NAME}"
    return f"no due date: {NAME} has none, and {_utc(before)} is out" if before else ""


def _utc(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC"


def handed_in(folder: Path) -> datetime | None:
    """What stands beside a submission; None where nothing does."""
    path = folder / TIMESTAMP
    text = path.read_text("utf-8-sig", "replace").strip()[:100] if path.is_file() else ""
    if text and (found := parse_time(text)) is None:
        mend = "Write it as 2026-03-01 23:59:00 UTC, or remove the file."
        raise NoTime(f"{TIMESTAMP} holds no time: {text!r}. {mend}")
    return found if text else None


def parse_time(text: str) -> datetime | None:
    """Return the time in UTC, without a zone as nbgrader stores it, or None where it is none."""
    try:
        return _read(text.strip()[:100])
    except Exception:  # what a parser of dates raises hangs on the text
        return None


def _read(text: str) -> datetime:
    """As nbgrader reads it, where that does not guess.

    Left to itself it takes 01.03. for the third of January, a zone that it does not know for UTC,
    and +0100, as git and `date` write it, for a hundred seconds.
    """
    from dateutil.tz import gettz  # type: ignore[import-untyped]
    from nbgrader.utils import parse_utc

    when, zone = re.fullmatch(_WHEN, text).groups()  # type: ignore[union-attr]
    if zone.startswith(("+", "-", "Z")):
        return parse_utc(when + zone)  # type: ignore[no-any-return]
    if zone and gettz(zone) is None:
        raise ValueError(zone)
    return parse_utc(text)  # type: ignore[no-any-return]
