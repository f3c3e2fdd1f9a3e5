"""Prose is read question by question, by nobody's name, by several people, on a sheet each.

A sheet is a table: one answer a line, a column for each line of the rubric. Whoever reads fills in
some of its lines; the lines of all sheets together go to the gradebook. Where two people gave
different points, or somebody gave others in formgrader, nothing is written and a person is asked.
"""

import base64
import binascii
import csv
import hashlib
import hmac
import io
import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from autograder.classroom.reports.unit_results import everybody
from autograder.classroom.roster import Roster
from autograder.classroom.table import read_table
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError, Spoken
from autograder.core.messages.printable import plain
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.plain_csv import escape_formulas
from autograder.nbgrader.read_grades import read_grades
from autograder.nbgrader.scores import give_by_hand
from autograder.runner import read_secret
from autograder.runner.submissions.images import PICTURE, SHOWN
from autograder.runner.submissions.open_submission import open_submission

_NAME, _TEXT, _COMMENT, _POINTS = "answer", "text", "comment", "points"


@dataclass(frozen=True)
class Given:
    """What somebody gave for one answer."""

    points: float
    comment: str
    where: str


@dataclass
class Read:
    """What came of the sheets."""

    written: list[str] = field(default_factory=list)
    same: int = 0
    unread: int = 0
    asked: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        head = f"{len(self.written)} answers got points, {self.same} had them already, "
        lines = [head + f"{self.unread} are unread"]
        return "\n".join([*lines, *(f"needs you: {line}" for line in self.asked)])


@dataclass(frozen=True)
class Reading:
    """One question of a graded class."""

    course: Course
    task: Task
    folder: Path
    secret: Path | None = None

    @property
    def unit(self) -> Unit:
        """Whose question it is."""
        return self.course.units[self.task.unit]

    def __post_init__(self) -> None:
        if self.task.kind.judged:
            prose = [task.id for task in self.unit.tasks if not task.kind.judged]
            mend = f"To be read: {', '.join(prose) or 'nothing in this unit'}."
            raise CourseError(f"{self.task.id} is judged by the machine.", mend)

    def sheet(self, folder: str = "") -> tuple[str, dict[str, bytes]]:
        """Every answer that is no stub, in an order that says nothing.

        And the pictures in them, by name: no field of a table takes one. They go to `folder`.
        """
        text, pictures = io.StringIO(), dict[str, bytes]()
        # All is quoted: else a line that an answer ends as a Mac once did would end the row.
        table = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        table.writerow([_NAME, _TEXT, *self._columns, _COMMENT])
        for name, student in sorted(self._names.items()):
            if answer := self._answer(student):
                answer, drawn = _apart(answer, f"{folder}/{name}" if folder else "")
                pictures |= drawn
                table.writerow([name, escape_formulas(answer), *("" for _ in self._columns), ""])
        return text.getvalue(), pictures

    def take(self, sheets: Sequence[Path], replace: bool = False) -> Read:
        """Write what the sheets say, together."""
        given: dict[str, list[Given]] = defaultdict(list)
        for path in sheets:
            for name, one in self._filled(path):
                given[name].append(one)
        there = read_grades(self.folder / "gradebook.db", self.unit.id)
        found, due = Read(), {}
        for name, student in self._names.items():
            stands = there.grades.get(student, {}).get(self.task.id)
            held = stands and (stands.manual if stands.most else stands.extra)
            points = sorted({one.points for one in given[name]})
            if stands is None or not self._answer(student):
                continue
            if not points:
                found.unread += held is None
            elif len(points) > 1:
                said = " and ".join(f"{one.points:g} in {one.where}" for one in given[name])
                found.asked.append(f"{name} got {said}: agree, and take the sheets again")
            elif held is not None and held != points[0] and not replace:
                said = f"{plain(student)} has {held:g} already, the sheet says"
                found.asked.append(f"{said} {points[0]:g}: --replace takes the sheet's")
            elif held == points[0] and self.task.id not in there.waiting.get(student, ()):
                found.same += 1
            else:
                comment = "\n\n".join(dict.fromkeys(one.comment for one in given[name]))
                due[student] = (points[0], comment)
        give_by_hand(self.folder / "gradebook.db", self.unit.id, self.task.id, due)
        found.written = sorted(due)
        return found

    @property
    def _columns(self) -> list[str]:
        rubric = [f"{words} (0 to {worth:g})" for worth, words in self.task.rubric]
        return rubric or [_POINTS]

    @cached_property
    def _names(self) -> dict[str, str]:
        """The student by the name of the answer, which only the course secret makes."""
        key = read_secret(self.secret)
        found = {}
        for student in everybody(self.folder, Roster()):
            if self._folders(student.id).notebook.is_file():
                text = "\0".join(["blind", self.unit.id, self.task.id, student.id])
                name = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()[:10]
                found[f"a{name}"] = student.id  # a spreadsheet takes digits and an e for a number
        return found

    def _folders(self, student: str) -> Folders:
        return Folders(self.course.path.parent, self.folder, student, self.unit.id)

    def _answer(self, student: str) -> str:
        try:
            path = self._folders(student).notebook
            opened = open_submission(self.course, self.unit, student, path)
        except (Spoken, OSError):  # grading has told of it
            return ""
        pieces = opened.submission.pieces
        text = next((p.source for p in pieces if (p.role, p.task) == ("essay", self.task.id)), "")
        return "" if text.strip() == self.task.stub.strip() else text

    def _filled(self, path: Path) -> list[tuple[str, Given]]:
        lines = read_table(path, "Name the sheet that was filled in.")
        wanted = [_NAME, _TEXT, *self._columns, _COMMENT]
        if not lines or lines[0] != wanted:
            place = f"{self.unit.id}/{self.task.id}"
            mend = f"Its first line has to be that of: autograder read {place}"
            raise CourseError(f"{path} is no sheet of {self.task.id}.", mend)
        found = []
        for row in lines[1:]:
            name, _, *cells, comment = row + [""] * (len(wanted) - len(row))
            if any(cell.strip() for cell in cells):
                if name not in self._names:
                    raise CourseError(
                        f"{path}: {name!r} is no answer of this class.", "Restore it."
                    )
                found.append((name, self._given(path, name, cells, comment)))
        return found

    def _given(self, path: Path, name: str, cells: list[str], comment: str) -> Given:
        rubric, points = self.task.rubric or ((float("inf"), ""),), []
        for (worth, words), cell in zip(rubric, cells, strict=True):
            try:
                points.append(float(cell.replace(",", ".")))
            except ValueError:
                points.append(-1.0)
            if not 0 <= points[-1] <= worth:
                most = f" to {worth:g}" if self.task.rubric else " or more"
                problem = f"{path}: {name} has {cell!r} for {words or _POINTS!r}."
                raise CourseError(problem, f"Write a number from 0{most} there.")
        lines = [
            f"{got:g} of {worth:g}: {words}"
            for got, (worth, words) in zip(points, self.task.rubric, strict=False)
        ]
        return Given(sum(points), "\n\n".join(filter(None, [*lines, comment.strip()])), path.name)


def _apart(answer: str, name: str) -> tuple[str, dict[str, bytes]]:
    """An answer that names its pictures, and these."""
    found: dict[str, bytes] = {}

    def file(match: re.Match[str]) -> str:
        if not name or match["kind"] not in SHOWN:
            return "picture"
        path = f"{name}-{len(found) + 1}.{match['kind']}"
        with suppress(binascii.Error):
            found[path] = base64.b64decode(match["data"])
        return path if path in found else "picture"

    return PICTURE.sub(file, answer), found
