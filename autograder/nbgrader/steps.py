"""Our steps among nbgrader's: intake before it looks, judge instead of Execute, save, give back."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import from_dict
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution
from traitlets import Bool, Unicode

from autograder.core.course.course import Course, Unit
from autograder.core.lock import only_writer
from autograder.core.messages.verdict import Status, Verdict
from autograder.nbgrader.dates import apply_dates, read_submission_time
from autograder.nbgrader.exporter import FILE, REFUSED, STAGED
from autograder.nbgrader.graded_notebook import graded_notebook, show_verdict
from autograder.nbgrader.internals import SaveScores, open_gradebook
from autograder.nbgrader.policy import Policy
from autograder.results.log import Ledger
from autograder.runner.result import compute_provenance, new_result
from autograder.runner import Judge, SandboxError, normalize_submission, parse_notebook, read_secret
from autograder.runner.submissions.open_submission import OpenedSubmission

Step = tuple[Any, Any]
LEDGER = "autograder_ledger"


def _unit(course: str, resources: Any) -> tuple[Course, Unit, str]:
    """Return the course, its unit and the student whom nbgrader grades."""
    found = Course.find(course or None)
    where = resources["nbgrader"]
    return found, found.unit(where["assignment"]), str(where["student"])


class Intake(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """First in `c.Autograde.sanitize_preprocessors`: our cells from our source, theirs in order."""

    course = Unicode("", help="Where to look for solutions/; here, if empty").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Replace the empty notebook that StagedExporter made by the healed submission."""
        course, unit, student = _unit(self.course, resources)
        if STAGED not in resources:
            raise RuntimeError(
                'Set c.Autograde.exporter_class = "autograder.nbgrader.StagedExporter"'
            )
        submission = normalize_submission(
            course, unit, student, resources.pop(STAGED)
        )  # an NeedsReview ends it here
        refused, file = resources.pop(REFUSED), resources.pop(FILE)
        book = graded_notebook(course, unit, submission, refused, file)
        return from_dict(book), resources  # type: ignore[no-untyped-call]


class FindVerdicts(NbGraderPreprocessor):  # type: ignore[misc]
    """First in `c.Autograde.autograde_preprocessors`, in place of Execute."""

    course = Unicode("", help="Where to look for solutions/; here, if empty").tag(config=True)
    secret = Unicode("", help="File of the course secret; the user's own, if empty").tag(
        config=True
    )
    ledger = Unicode("", help="Folder of the class's ledger; the course's, if empty").tag(
        config=True
    )
    unsafe_no_sandbox = Bool(False, help="Run student code without a sandbox").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Write each verdict into its check cell."""
        course, unit, student = _unit(self.course, resources)
        folder = Path(self.ledger) if self.ledger else course.path.parent
        resources[LEDGER] = folder, self._secret(course), unit.id, student
        verdicts = {v.task: v for v in self._verdicts(course, unit, student, nb, folder)}
        whole = [v for v in verdicts.values() if v.status is Status.BROKEN]
        if verdicts and len(whole) == len(verdicts):
            # Nothing could be judged: nbgrader must not write a score, and says so.
            raise SandboxError(whole[0].findings[0].message)
        for cell in nb.cells:
            verdict = verdicts.get(cell.get("id", ""))
            if verdict is not None and is_grade(cell):
                show_verdict(cell, verdict)
                self._tell(verdict, student)
        return nb, resources

    def _secret(self, course: Course) -> Path | None:
        return Path(self.secret) if self.secret else course.secret

    def _verdicts(
        self, course: Course, unit: Unit, student: str, nb: Any, folder: Path
    ) -> tuple[Verdict, ...]:
        """From the ledger, or judged now; either way the student's latest result says so."""
        path = self._secret(course)
        secret = read_secret(path)
        judge = Judge(unit, secret, unsafe=self.unsafe_no_sandbox)
        ours = nb.metadata.get("autograder", {})
        submission = normalize_submission(
            course, unit, student, parse_notebook(json.dumps(nb).encode())
        )
        opened = OpenedSubmission(submission, ours.get("file", ""), ours.get("refused", ""))
        found = compute_provenance(unit, opened.file, opened.code, secret)
        known = Ledger(folder, path).find_result(found.key(student))
        if known is not None:
            result = replace(known, provenance=found)
        else:
            judged = judge.unreadable(opened.refused) if opened.refused else judge.judge(submission)
            result = new_result(student, unit.id, found, judged, opened.refused)
        with only_writer(folder, "nbgrader autograde"):
            ledger = Ledger(folder, path)
            with ledger.session():
                ledger.add_result(result)
        return result.verdicts

    def _tell(self, verdict: Verdict, student: str) -> None:
        if verdict.status is Status.BROKEN:
            reason = verdict.findings[0].message
            self.log.error("%s, %s: no score, because we failed: %s", student, verdict.task, reason)


class SaveVerdicts(SaveScores):
    """nbgrader's own SaveAutoGrades, except that our failure is no score: a person is asked."""

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Save, then note in the ledger that it is saved."""
        nb, resources = super().preprocess(nb, resources)
        folder, secret, unit, student = resources.pop(LEDGER)
        # Before the penalty. nbgrader reads a time with guesses of its own.
        apply_dates(Policy.of_class(folder), folder / "gradebook.db", unit)
        when = read_submission_time(folder / "submitted" / student / unit)
        with open_gradebook(folder / "gradebook.db") as book:
            book.update_or_create_submission(unit, student, timestamp=when)
        with only_writer(folder, "nbgrader autograde"):
            ledger = Ledger(folder, secret)
            with ledger.session():
                ledger.add_written(student, unit)
        return nb, resources

    def save_score(self, cell: Any, resources: Any) -> None:
        """As nbgrader does, or ask for a person; prose worth nothing asks for nobody."""
        broken = cell.metadata.get("autograder", {}).get("status") == Status.BROKEN.value
        bonus = is_solution(cell) and not cell.metadata["nbgrader"]["points"]
        if not (broken or bonus):
            super().save_score(cell, resources)
            return
        grade = self.gradebook.find_grade(
            cell.metadata["nbgrader"]["grade_id"],
            self.notebook_id,
            self.assignment_id,
            self.student_id,
        )
        grade.auto_score = None if broken else 0.0
        grade.needs_manual_grade = broken or grade.manual_score is not None
        self.gradebook.db.commit()


class ReadScores(GetGrades):  # type: ignore[misc]
    """nbgrader's own step for feedback, which reads nought where nobody has given points yet."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> Step:
        """Its score, and whether that is still to come."""
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if is_grade(cell):
            name = cell.metadata.nbgrader["grade_id"]
            place = (self.notebook_id, self.assignment_id, self.student_id)
            grade = self.gradebook.find_grade(name, *place)
            given = (grade.auto_score, grade.manual_score)
            cell.metadata.nbgrader["waits"] = bool(grade.max_score) and given == (None, None)
            by_hand = grade.manual_score is not None or bool(grade.extra_credit)
            cell.metadata.nbgrader["by_hand"] = by_hand
        return cell, resources
