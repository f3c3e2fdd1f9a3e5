"""Grade essays anonymously on sheets: one question at a time, by several readers.

A sheet is a CSV table with one answer per row and a column for each line of the rubric, or one
column for the points if there is no rubric. Each reader fills in some rows; the points and comments
of all sheets are written to the gradebook. A conflict is reported if two readers gave an answer
different points, if the gradebook already has other points or another comment and --replace is not
given, or if the student has submitted another answer since the sheet was written. Nothing is
written for such an answer.
"""

import base64
import binascii
import csv
import hashlib
import hmac
import io
import re
from collections import defaultdict
from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.reports.sheet_entries import (
    SheetEntry,
    combine,
    find_conflict,
    find_difference,
)
from autograder.classroom.reports.unit_results import all_students
from autograder.classroom.roster import Roster
from autograder.classroom.submitted import read_submitted
from autograder.classroom.table import read_table
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.plain_csv import escape_formulas
from autograder.nbgrader.read_grades import read_grades
from autograder.nbgrader.scores import write_manual_grades
from autograder.runner import read_secret
from autograder.runner.submissions.images import DATA_IMAGE, SAFE_FORMATS

_NAME, _TEXT, _COMMENT, _POINTS = "answer", "text", "comment", "points"


@dataclass
class ReadingResult:
    """The outcome of importing sheets into the gradebook."""

    written: list[str] = field(default_factory=list)  # ids of students
    same: int = 0  # number of answers that already had these points and this comment
    ungraded: int = 0
    conflicts: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        head = (
            f"{len(self.written)} answers received points, {self.same} had the same points and "
            f"comment before, {self.ungraded} are not graded yet"
        )
        return "\n".join([head, *(f"action required: {line}" for line in self.conflicts)])


@dataclass(frozen=True)
class Reading:
    """Create sheets for one essay question of a class, and import the points from them.

    Raise CourseError if the task is graded automatically.
    """

    course: Course
    task: Task
    folder: Path

    @property
    def unit(self) -> Unit:
        return self.course.units[self.task.unit]

    def __post_init__(self) -> None:
        if self.task.kind.judged:
            prose = [task.id for task in self.unit.tasks if not task.kind.judged]
            advice = f"Tasks to grade by hand: {', '.join(prose) or 'none in this unit'}."
            raise CourseError(f"{self.task.id} is graded automatically.", advice)

    def sheet(self, folder: str = "") -> tuple[str, dict[str, bytes]]:
        """Return a sheet with all answers, and the answers' images by file name.

        The answers are sorted by their anonymous names, so their order says nothing about the
        students. A CSV field cannot contain an image, so an answer refers to files in `folder`.
        Without `folder`, images are omitted.
        """
        text, images = io.StringIO(), dict[str, bytes]()
        # Quote every field: an unquoted carriage return in an answer would end the row.
        table = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        table.writerow([_NAME, _TEXT, *self._columns, _COMMENT])
        for name, student in sorted(self._name_students().items()):
            if answer := self._answer(student):
                name = self._name_answer(name, answer)
                answer, new_images = _extract_images(answer, f"{folder}/{name}" if folder else "")
                images |= new_images
                table.writerow([name, escape_formulas(answer), *("" for _ in self._columns), ""])
        return text.getvalue(), images

    def import_sheets(self, sheets: Sequence[Path], replace: bool = False) -> ReadingResult:
        """Write all points and comments to the gradebook, except conflicts, which are reported.

        Raise CourseError, and write nothing, if a sheet is invalid.
        """
        entries: dict[str, list[SheetEntry]] = defaultdict(list)
        students = self._name_students()
        for path in sheets:
            for name, entry in self._read_sheet(path, students):
                entries[name].append(entry)
        unit_grades = read_grades(self.folder / "gradebook.db", self.unit.id)
        report, new_grades = ReadingResult(), {}
        for name, student in students.items():
            grade = unit_grades.grades.get(student, {}).get(self.task.id)
            old = None if grade is None else grade.manual if grade.max_points else grade.extra
            answer = self._answer(student)
            if not entries[name]:
                report.ungraded += bool(answer and grade) and old is None
                continue
            current = self._name_answer(name, answer) if answer else ""
            conflict = find_conflict(name, student, current, entries[name])
            if grade is None:
                conflict = conflict or f"{plain(student)} has no score yet: grade first"
            if conflict:
                report.conflicts.append(conflict)
                continue
            points, comment = combine(self.task, entries[name])
            old_comment = unit_grades.comments.get(student, {}).get(self.task.id)
            is_read = self.task.id not in unit_grades.waiting.get(student, ())
            if not replace and (other := find_difference(old, old_comment, points, comment)):
                report.conflicts.append(f"{plain(student)} already has {other}")
            elif old == points and comment in ("", old_comment) and is_read:
                report.same += 1
            else:
                new_grades[student] = (points, comment)
        write_manual_grades(self.folder / "gradebook.db", self.unit.id, self.task.id, new_grades)
        report.written = sorted(new_grades)
        return report

    @property
    def _columns(self) -> list[str]:
        rubric = [f"{text} (0 to {worth:g})" for worth, text in self.task.rubric]
        return rubric or [_POINTS]

    def _name_students(self) -> dict[str, str]:
        """Return the ids of the students with a notebook, by anonymous name."""
        names = {}
        for student in all_students(self.folder, Roster()):
            place = Folders(self.course.path.parent, self.folder, student.id, self.unit.id)
            if place.notebook.is_file():
                # Without the "a", a spreadsheet would read a name such as 1e5 as a number.
                names[f"a{self._hash(student.id)[:10]}"] = student.id
        return names

    def _name_answer(self, student_name: str, answer: str) -> str:
        """Return a student's anonymous name with a suffix that depends on the answer.

        The text in a sheet cannot identify the answer: it lacks images, and spreadsheets change
        line endings and cut long texts.
        """
        return f"{student_name}-{self._hash(student_name, answer)[:8]}"

    def _hash(self, *words: str) -> str:
        """Return a hash that depends on the course secret, so that students cannot compute it."""
        text = "\0".join(["blind", self.unit.id, self.task.id, *words])
        key = read_secret(self.course.secret)
        return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _answer(self, student: str) -> str:
        opened = read_submitted(self.course, self.unit, self.folder, student)
        return opened.submission.answers.get(self.task.id, "") if opened else ""

    def _read_sheet(self, path: Path, students: Container[str]) -> list[tuple[str, SheetEntry]]:
        """Return the entries of a sheet, each with the anonymous name of the student."""
        lines = read_table(path, "Pass the sheet that was filled in.")
        header = [_NAME, _TEXT, *self._columns, _COMMENT]
        if not lines or lines[0] != header:
            place = f"{self.unit.id}/{self.task.id}"
            advice = f"The sheet's first line must equal the first line of: autograder read {place}"
            raise CourseError(f"{path} is not a sheet of {self.task.id}.", advice)
        entries = []
        for row in lines[1:]:
            name, _, *cells, comment = row + [""] * (len(header) - len(row))
            if any(cell.strip() for cell in [*cells, comment]):
                if (student := name.partition("-")[0]) not in students:
                    raise CourseError(
                        f"{path}: {name!r} is not an answer of this class.",
                        "Restore the name from the original sheet.",
                    )
                entries.append((student, self._parse_row(path, name, cells, comment)))
        return entries

    def _parse_row(self, path: Path, name: str, cells: list[str], comment: str) -> SheetEntry:
        rubric, points = self.task.rubric or ((float("inf"), ""),), []
        has_points = any(cell.strip() for cell in cells)
        for (worth, text), cell in zip(rubric, cells, strict=True) if has_points else ():
            try:
                points.append(float(cell.replace(",", ".")))
            except ValueError:
                points.append(-1.0)
            if not 0 <= points[-1] <= worth:
                limit = f" to {worth:g}" if self.task.rubric else " or more"
                problem = f"{path}: {name} has {cell!r} for {text or _POINTS!r}."
                raise CourseError(problem, f"Write a number from 0{limit} there.")
        return SheetEntry(name, tuple(points), comment.strip(), path.name)


def _extract_images(answer: str, name: str) -> tuple[str, dict[str, bytes]]:
    """Return the answer with file names in place of its images, and the images by file name.

    An image is replaced by the word "image" if it is invalid or its format is not allowed, or if
    `name` is empty.
    """
    images: dict[str, bytes] = {}

    def file(match: re.Match[str]) -> str:
        if not name or match["kind"] not in SAFE_FORMATS:
            return "image"
        path = f"{name}-{len(images) + 1}.{match['kind']}"
        with suppress(binascii.Error):
            images[path] = base64.b64decode(match["data"])
        return path if path in images else "image"

    return DATA_IMAGE.sub(file, answer), images
