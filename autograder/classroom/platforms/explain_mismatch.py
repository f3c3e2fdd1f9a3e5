"""Explain why a notebook matches no student, and what the instructor can do."""

from autograder.classroom.roster import Owner, Roster
from autograder.core.messages.printable import plain

_ADD_COLUMN = "enter that name in a column of students.csv, then run `autograder collect` again"


def explain_mismatch(owner: Owner, unit: str, roster: Roster, needs_sheet: bool) -> str:
    """Return a message with the names or numbers that disagree or are missing, and advice."""
    by_hand = f"Put it into submitted/<id>/{unit}/"
    people, named = roster.find_by_number_or_folders(owner), sorted(roster.find_by_name(owner))
    if len(people) > 1:
        return f"it is in folders of {' and '.join(map(plain, people))}. {by_hand}"
    platform = owner.platform or "the platform"
    number = owner.numbers[-1] if owner.numbers else ""
    if people and not number:
        return (
            f"the folder belongs to {people[0]}, and the file name to {_join_ids(named)}. {by_hand}"
        )
    if people and roster.contradicts(people[0], owner):
        return f"students.csv has a number other than {number} for {people[0]}. {by_hand}"
    if people and named:
        advice = f"Add a column with {platform}'s numbers to students.csv, and collect again"
        return f"its number belongs to {people[0]}, and its name to {_join_ids(named)}. {advice}"
    if people:
        advice = f"If {owner.name!r} is {people[0]}, {_ADD_COLUMN}. If not, {by_hand.lower()}"
        problem = f"its number belongs to {people[0]}, and students.csv does not contain"
        return f"{problem} {owner.name!r}. {advice}"
    if len(named) == 1:
        advice = f"If it is theirs, {by_hand.lower()}"
        return (
            f"its name belongs to {_join_ids(named)}, and students.csv has another number. {advice}"
        )
    if named:
        advice = by_hand
        if needs_sheet:
            advice = "Pass Moodle's worksheet with --times to distinguish them"
        elif owner.platform:
            advice = f"Enter each student's number, here {number}, in a column of students.csv"
        return f"{_join_ids(named)} are both called {owner.name}. {advice}"
    advice = _ADD_COLUMN[0].upper() + _ADD_COLUMN[1:]
    if needs_sheet:
        advice += "; or pass Moodle's worksheet with --times"
    return f"students.csv does not contain {owner.name or owner.key!r}. {advice}"


def _join_ids(ids: list[str]) -> str:
    return " and ".join(map(plain, ids))
