"""Read the students of nbgrader's gradebook, and write those of the roster."""

from dataclasses import replace
from pathlib import Path

from autograder.classroom.roster import Roster, Student
from autograder.nbgrader.internals import open_gradebook


def read_students(gradebook: Path) -> list[Student]:
    """Return the students in nbgrader's gradebook, or [] if the file does not exist."""
    if not gradebook.is_file():
        return []
    with open_gradebook(gradebook) as opened:
        return [
            Student(s.id, s.first_name or "", s.last_name or "", s.email or "")
            for s in opened.students
        ]


def write_students(roster: Roster, gradebook: Path) -> None:
    """Write the roster's names and e-mail addresses to the gradebook, where formgrader finds them.

    Students without a submission are included. Do nothing if the gradebook does not exist.
    """
    entries = {student.id: replace(student, others={}) for student in read_students(gradebook)}
    changes = [s for s in roster.students if entries.get(s.id) != replace(s, others={})]
    if not changes or not gradebook.is_file():
        return
    with open_gradebook(gradebook) as opened:
        for s in changes:
            fields = {"first_name": s.first_name, "last_name": s.last_name, "email": s.email}
            opened.update_or_create_student(s.id, **fields)
