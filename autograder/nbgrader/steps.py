"""The grader's steps for nbgrader: judge the submission, save the scores, and read them."""

from pathlib import Path
from typing import Any

from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor
from nbgrader.utils import is_grade, is_solution
from traitlets import Bool, Unicode

from autograder.core.course.course import Course, Unit
from autograder.core.lock import only_writer
from autograder.core.messages.verdict import Status, Verdict
from autograder.nbgrader.dates import apply_dates, read_submission_time
from autograder.nbgrader.exporter import find_unit
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.graded_notebook import show_verdict
from autograder.nbgrader.internals import SaveScores, open_gradebook
from autograder.nbgrader.policy import Policy
from autograder.results.log import Ledger
from autograder.runner import SandboxError, judge_submission, read_secret

Step = tuple[Any, Any]
LEDGER = "autograder_ledger"


class FindVerdicts(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """Judge the submission. This step replaces Execute in `c.Autograde.autograde_preprocessors`."""

    course = Unicode("", help="Search solutions/ here and above; default: current folder").tag(
        config=True
    )
    ledger = Unicode("", help="Folder of the ledger; default: folder of the course").tag(
        config=True
    )
    unsafe_no_sandbox = Bool(False, help="Run student code without a sandbox").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Judge the submission and write each verdict into the check cell of its task.

        Raise SandboxError if no task could be judged.
        """
        course, unit, student = find_unit(self.course, resources)
        folder = Path(self.ledger) if self.ledger else course.path.parent
        resources[LEDGER] = folder, unit.id, student
        file = nb.metadata.get("autograder", {}).get("file", "")
        verdicts = {v.task: v for v in self._verdicts(course, unit, student, folder, file)}
        broken = [v for v in verdicts.values() if v.status is Status.BROKEN]
        if verdicts and len(broken) == len(verdicts):
            # No task could be judged. nbgrader reports this exception and writes no score.
            raise SandboxError(broken[0].findings[0].message)
        for cell in nb.cells:
            verdict = verdicts.get(cell.get("id", ""))
            if verdict is not None and is_grade(cell):
                show_verdict(cell, verdict)
                if verdict.status is Status.BROKEN:
                    self.log.error(
                        "%s, %s: no score, because the grader failed: %s",
                        student,
                        verdict.task,
                        verdict.findings[0].message,
                    )
        return nb, resources

    def _verdicts(
        self, course: Course, unit: Unit, student: str, folder: Path, file: str
    ) -> tuple[Verdict, ...]:
        """Judge the submission, or reuse a result of the ledger. Add the result to the ledger.

        Raise RuntimeError if the submitted file is not the one that `StagedExporter` read.
        """
        result = judge_submission(
            course,
            unit,
            student,
            Folders(course.path.parent, folder, student, unit.id).notebook,
            secret=read_secret(course.secret),
            find_result=Ledger(folder).find_result,
            unsafe=self.unsafe_no_sandbox,
        )
        if result.provenance.file != file:
            raise RuntimeError("the file was changed while it was being graded; grade again")
        with only_writer(folder, "nbgrader autograde"):
            ledger = Ledger(folder)
            with ledger.session():
                ledger.add_result(result)
        return result.verdicts


class SaveVerdicts(SaveScores):
    """nbgrader's SaveAutoGrades, except that no score is written after a failure of the grader."""

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Save scores, due dates and submission time, then record in the ledger that they are."""
        nb, resources = super().preprocess(nb, resources)
        folder, unit, student = resources.pop(LEDGER)
        # Write the dates before the next step computes the penalty: nbgrader may misread a time.
        apply_dates(Policy.of_class(folder), folder / "gradebook.db", unit)
        when = read_submission_time(folder / "submitted" / student / unit)
        with open_gradebook(folder / "gradebook.db") as book:
            book.update_or_create_submission(unit, student, timestamp=when)
        with only_writer(folder, "nbgrader autograde"):
            ledger = Ledger(folder)
            with ledger.session():
                ledger.add_written(student, unit)
        return nb, resources

    def save_score(self, cell: Any, resources: Any) -> None:
        """Save a score as nbgrader does, or mark the cell for manual grading.

        A text answer that is worth no points is not marked for manual grading.
        """
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
    """Read scores as nbgrader's GetGrades does, and mark the cells that have no score yet."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> Step:
        """Store the score in the cell, and whether the cell is ungraded or was graded by hand."""
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if is_grade(cell):
            name = cell.metadata.nbgrader["grade_id"]
            place = (self.notebook_id, self.assignment_id, self.student_id)
            grade = self.gradebook.find_grade(name, *place)
            scores = (grade.auto_score, grade.manual_score)
            cell.metadata.nbgrader["waits"] = bool(grade.max_score) and scores == (None, None)
            by_hand = grade.manual_score is not None or bool(grade.extra_credit)
            cell.metadata.nbgrader["by_hand"] = by_hand
        return cell, resources
