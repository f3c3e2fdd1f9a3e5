"""Return feedback to students, as an archive for the platform or as a folder to send by e-mail.

A platform recognizes a returned file by the name that it gave to the submission. Only the collected
archive contains these names, so that archive is read again.
"""

import csv
import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.platforms.canvas import CANVAS, canvas_feedback
from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.platforms.find_submissions import open_archives, read_hand_ins
from autograder.classroom.platforms.hand_in import HandIn
from autograder.classroom.platforms.moodle import MOODLE, moodle_feedback, read_moodle_worksheet
from autograder.classroom.reports.unit_results import all_students
from autograder.classroom.roster import Roster
from autograder.core.atomic import open_atomic, write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain, printable
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.plain_csv import sanitize_field
from autograder.nbgrader.read_grades import UnitGrades, read_grades
from autograder.results.log import Ledger

MAIL_LIST = "mail.csv"
_FEEDBACK = {CANVAS: canvas_feedback, MOODLE: moodle_feedback}


@dataclass
class FeedbackReport:
    """The outcome of returning feedback, with actions required of the instructor."""

    to: Path
    platform: str = ""
    students: list[str] = field(default_factory=list)
    waiting: Counter[str] = field(default_factory=Counter)  # ungraded answers by task
    changed: dict[str, list[str]] = field(default_factory=dict)  # students by task
    problems: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        target = f", for {self.platform}" if self.platform else ""
        lines = [f"{self.to}: feedback for {len(self.students)} students{target}"]
        lines += [f"action required: {line}" for line in self.actions]
        return "\n".join(map(printable, lines))

    @property
    def actions(self) -> list[str]:
        """Return messages about pages that were not returned or whose points may be wrong."""
        note = "of these pages state that the points are still missing"
        waiting = [f"{task}: {count} {note}" for task, count in sorted(self.waiting.items())]
        note = "the page has points from before the file was submitted or graded again"
        changed = [
            f"{task}: {note}: {', '.join(map(plain, who))}; check them and grade again"
            for task, who in sorted(self.changed.items())
        ]
        return [*self.problems, *waiting, *changed]


@dataclass(frozen=True)
class FeedbackReturn:
    """Return feedback on one unit to the students of a class."""

    course: Course
    unit: Unit
    folder: Path
    roster: Roster

    def to_platform(
        self, archives: Sequence[Path], to: Path, worksheet: Path | None
    ) -> FeedbackReport:
        """Write an archive whose file names the platform can match to students.

        Raise CourseError if `archives` are not from Moodle or from Canvas, or are from both.
        """
        sheet = read_moodle_worksheet(worksheet)[0] if worksheet else {}
        with open_archives(archives) as files:
            hand_ins = read_hand_ins(
                self.course, files, self.roster, collected := CollectReport(), sheet
            )
        chosen = {who: last for (who, unit), (*_, last) in hand_ins.items() if unit == self.unit.id}
        report = FeedbackReport(to, self._find_platform(chosen.values()))
        grades, ledger = self._unit_grades, Ledger(self.folder)
        with open_atomic(to) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for student, hand_in in sorted(chosen.items()):
                if not self._ready(student, grades, ledger, report):
                    continue
                if self.roster.group_members(hand_in.owner):  # the file name identifies the group
                    problem = f"with a group, but {report.platform} accepts one file per student"
                    report.problems.append(
                        f"{plain(student)} submitted {problem}: send the page by e-mail"
                    )
                    continue
                if hand_in.info.platform != report.platform:
                    problem = f"{plain(student)}'s file is not from {report.platform}"
                    report.problems.append(f"{problem}: send the page by e-mail")
                    continue
                write_feedback, info = _FEEDBACK[report.platform], hand_in.info
                scores = grades.feedback_data(student)
                name, data = write_feedback(info, self._folders(student), scores)
                # The time of `ZipInfo` is fixed, so that archives are reproducible.
                packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
                report.students.append(student)
        graded = grades.grades.keys() - chosen.keys()
        if graded:  # `collected.actions` may explain the missing submissions
            names = ", ".join(map(plain, sorted(graded)))
            report.problems += [
                *collected.actions,
                f"no submission in these archives belongs to: {names}",
            ]
        return report

    def _find_platform(self, hand_ins: Iterable[HandIn]) -> str:
        platforms = {hand_in.info.platform for hand_in in hand_ins} - {""}
        if len(platforms) != 1:
            source = "of " + " and ".join(sorted(platforms)) if platforms else "of Moodle or Canvas"
            problem = f"These archives contain no {self.unit.id} {source} from a single platform."
            raise CourseError(problem, "Pass the archives that were collected, or none.")
        return platforms.pop()

    def to_folder(self, to: Path) -> FeedbackReport:
        """Write each student's feedback page, and MAIL_LIST with names, addresses and pages."""
        report, grades, ledger = (
            FeedbackReport(to),
            self._unit_grades,
            Ledger(self.folder),
        )
        table = [["id", "first_name", "last_name", "email", "file"]]
        for student in all_students(self.folder, self.roster):
            if student.id in grades.grades and self._ready(student.id, grades, ledger, report):
                name = f"{student.id}.html"
                write_atomic(to / name, self._folders(student.id).page.read_bytes())
                fields = [student.id, student.first_name, student.last_name, student.email, name]
                table.append([sanitize_field(word) for word in fields])
                report.students.append(student.id)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(table)
        write_atomic(to / MAIL_LIST, text.getvalue().encode())
        return report

    @property
    def _unit_grades(self) -> UnitGrades:
        grades = read_grades(self.folder / "gradebook.db", self.unit.id)
        if not grades.grades:
            advice = f"Grade it first: {self.course.typed(f'grade {self.unit.id}', self.folder)}"
            raise CourseError(f"{self.folder} has no grades for {self.unit.id}.", advice)
        return grades

    def _folders(self, student: str) -> Folders:
        return Folders(self.course.path.parent, self.folder, student, self.unit.id)

    def _ready(
        self, student: str, grades: UnitGrades, ledger: Ledger, report: FeedbackReport
    ) -> bool:
        """Return True if the student's page matches the gradebook; otherwise report the reason.

        For a page that matches, count its ungraded answers in `report.waiting`, and list answers
        with points for an earlier file in `report.changed`.
        """
        page, written = self._folders(student).page, ledger.latest_written(student, self.unit.id)
        if student not in grades.grades:  # grading again would not create the missing score
            report.problems.append(
                f"{plain(student)} has no score yet; autograder grade reports the reason"
            )
        elif not page.is_file():
            report.problems.append(f"{plain(student)} has no page yet: grade again")
        elif written is None or not written.latest:
            report.problems.append(
                f"{plain(student)} was judged again in the meantime: grade again"
            )
        elif written.page and (
            written.page != digest(page.read_bytes())
            or written.gradebook != grades.feedback_data(student).digest
        ):
            report.problems.append(
                f"{plain(student)}'s page is older than the gradebook: grade again"
            )
        else:
            report.waiting.update(grades.ungraded(student))
            for task in grades.to_grade_again(student):
                report.changed.setdefault(task, []).append(student)
            return True
        return False
