"""Feedback on its way back: as an archive that the platform takes, or as a folder to mail.

Moodle takes "feedback files": it reads whose a file is from what it wrote itself before the file's
name, and gives it to the student under the name behind that. So a page goes there. Canvas takes an
archive of re-uploaded submissions: it reads the user's and the upload's number, and gives the file
to the student under the name of what was handed in. So what goes there is a notebook as well.
Both names stand in the archive that was collected, and nowhere else: it is read again.
"""

import csv
import io
import json
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.platforms.collected import Collected
from autograder.classroom.platforms.find_submissions import HandIn, opened, read_hand_ins
from autograder.classroom.platforms.platform_names import CANVAS, MOODLE
from autograder.classroom.platforms.worksheet import moodles_sheet
from autograder.classroom.reports.unit_results import everybody
from autograder.classroom.roster import Roster
from autograder.core.atomic import write_atomic, writing
from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain, printable
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.plain_csv import sanitize_field
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.nbgrader.returned_notebook import with_feedback
from autograder.results.log import Ledger

LIST = "mail.csv"
_WHEN = (1980, 1, 1, 0, 0, 0)  # the same pages make the same archive


@dataclass
class HandedBack:
    """Where it went, and who has to be looked after."""

    to: Path
    platform: str = ""
    students: list[str] = field(default_factory=list)
    waiting: Counter[str] = field(default_factory=Counter)  # students by task
    asked: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        taken = f", for {self.platform}" if self.platform else ""
        lines = [f"{self.to}: feedback for {len(self.students)} students{taken}"]
        lines += [f"needs you: {line}" for line in self.needs_you]
        return "\n".join(map(printable, lines))

    @property
    def needs_you(self) -> list[str]:
        """What did not go out, and what went out without all its points."""
        said = "of these pages have no points for it yet, and say so"
        waiting = [f"{task}: {count} {said}" for task, count in sorted(self.waiting.items())]
        return [*self.asked, *waiting]


@dataclass(frozen=True)
class HandBack:
    """One unit of a graded class."""

    course: Course
    unit: Unit
    folder: Path
    roster: Roster
    secret: Path | None = None

    def to_platform(self, archives: Sequence[Path], to: Path, worksheet: Path | None) -> HandedBack:
        """An archive with the names that the platform gave."""
        sheet = moodles_sheet(worksheet)[0] if worksheet else {}
        with opened(archives) as files:
            theirs = read_hand_ins(self.course, files, self.roster, read := Collected(), sheet)
        mine = {who: last for (who, unit), (*_, last) in theirs.items() if unit == self.unit.id}
        platforms = {hand_in.found.platform for hand_in in mine.values()} - {""}
        if len(platforms) != 1:
            said = "of " + " and ".join(sorted(platforms)) if platforms else "of Moodle or Canvas"
            problem = f"These archives hold no {self.unit.id} {said}, of one platform."
            raise CourseError(problem, "Name the archives that were collected, or none at all.")
        found = HandedBack(to, platforms.pop())
        there, ledger = self._standing, Ledger(self.folder, self.secret)
        with writing(to) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for student, hand_in in sorted(mine.items()):
                if not self._ready(student, there, ledger, found):
                    continue
                if self.roster.group(hand_in.owner):  # its number is no student's
                    said = f"handed in with a group, and {found.platform} takes one file from each"
                    found.asked.append(f"{plain(student)} {said}: mail theirs")
                    continue
                name, data = self._file(student, hand_in, there)
                entry = zipfile.ZipInfo(name, _WHEN)
                packed.writestr(entry, data, zipfile.ZIP_DEFLATED)
                found.students.append(student)
        graded = there.grades.keys() - mine.keys()
        if graded:  # as collecting read them, some may be nobody's
            names = ", ".join(map(plain, sorted(graded)))
            found.asked += [
                *read.asked,
                f"no hand-in of these archives is known as theirs: {names}",
            ]
        return found

    def to_folder(self, to: Path) -> HandedBack:
        """A page for each student, and a list of whom to mail which."""
        found, there, ledger = HandedBack(to), self._standing, Ledger(self.folder, self.secret)
        table = [["id", "first_name", "last_name", "email", "file"]]
        for student in everybody(self.folder, self.roster):
            if student.id in there.grades and self._ready(student.id, there, ledger, found):
                name = f"{student.id}.html"
                write_atomic(to / name, self._folders(student.id).page.read_bytes())
                words = [student.id, student.first_name, student.last_name, student.email, name]
                table.append([sanitize_field(word) for word in words])
                found.students.append(student.id)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(table)
        write_atomic(to / LIST, text.getvalue().encode())
        return found

    @property
    def _standing(self) -> UnitGrades:
        there = read_grades(self.folder / "gradebook.db", self.unit.id)
        if not there.grades:
            mend = f"Grade it first: {self.course.typed(f'grade {self.unit.id}', self.folder)}"
            raise CourseError(f"{self.folder} has no grades for {self.unit.id}.", mend)
        return there

    def _folders(self, student: str) -> Folders:
        return Folders(self.course.path.parent, self.folder, student, self.unit.id)

    def _ready(self, student: str, there: UnitGrades, ledger: Ledger, found: HandedBack) -> bool:
        """Whether what is given back says what the gradebook says."""
        page, written = self._folders(student).page, ledger.latest_written(student, self.unit.id)
        if student not in there.grades:  # to grade again would change nothing
            found.asked.append(f"{plain(student)} has no score yet: autograder grade says why")
        elif not page.is_file():
            found.asked.append(f"{plain(student)} has no page yet: grade again")
        elif written is None or not written.latest:
            found.asked.append(f"{plain(student)} was judged anew: grade again")
        elif written.page and (
            written.page != digest(page.read_bytes())
            or written.shown != there.feedback_data(student).digest
        ):
            found.asked.append(f"{plain(student)}'s page is older than the gradebook: grade again")
        else:
            found.waiting.update(there.unread(student))
            return True
        return False

    def _file(self, student: str, hand_in: HandIn, there: UnitGrades) -> tuple[str, bytes]:
        folders, front = self._folders(student), hand_in.found.front
        if hand_in.found.platform == MOODLE:
            return f"{front}{self.unit.id}.html", folders.page.read_bytes()
        assert hand_in.found.platform == CANVAS
        book = with_feedback(json.loads(folders.copy.read_bytes()), there.feedback_data(student))
        data = json.dumps(book, indent=1, ensure_ascii=False).encode() + b"\n"
        if hand_in.found.file.lower().endswith(".zip"):  # the student's own: under its name
            text = io.BytesIO()
            with zipfile.ZipFile(text, "w", zipfile.ZIP_DEFLATED) as inner:
                inner.writestr(zipfile.ZipInfo(f"{self.unit.id}.ipynb", _WHEN), data)
            data = text.getvalue()
        return f"{front}{hand_in.found.file}", data
