"""Our three steps among nbgrader's: intake before it looks, judge instead of Execute, save."""

from pathlib import Path
from typing import Any

from nbformat import from_dict
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import is_grade
from traitlets import Bool, Unicode

from autograder._course import Course, Unit
from autograder._verdict import Status, Verdict
from autograder.gradebook._exporter import REFUSED, STAGED
from autograder.gradebook._notebook import graded_notebook
from autograder.gradebook._outputs import outputs
from autograder.gradebook._results import Results, submission_key
from autograder.wall import Judge as Bench
from autograder.wall import WallBroken, heal, parse_notebook, read_secret

Step = tuple[Any, Any]


def _unit(course: str, resources: Any) -> tuple[Course, Unit, str]:
    """The course, its unit and the student that nbgrader is at."""
    found = Course.find(course or None)
    where = resources["nbgrader"]
    return found, found.unit(where["assignment"]), str(where["student"])


class Intake(NbGraderPreprocessor):  # type: ignore[misc]  # nbgrader ships no types
    """First in `c.Autograde.sanitize_preprocessors`: our cells from our source, theirs in order."""

    course = Unicode("", help="Where to look for solutions/; here, if empty").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Replace the empty notebook that StagedExporter made by the healed submission."""
        if STAGED not in resources:
            raise RuntimeError(
                'Set c.Autograde.exporter_class = "autograder.gradebook.StagedExporter"'
            )
        course, unit, student = _unit(self.course, resources)
        submission = heal(course, unit, student, resources.pop(STAGED))
        book = graded_notebook(course, unit, submission)
        healed = from_dict(book)  # type: ignore[no-untyped-call]
        healed.metadata["autograder"] = {"refused": resources.pop(REFUSED)}
        return healed, resources


class Judge(NbGraderPreprocessor):  # type: ignore[misc]
    """First in `c.Autograde.autograde_preprocessors`, in place of Execute."""

    course = Unicode("", help="Where to look for solutions/; here, if empty").tag(config=True)
    secret = Unicode("", help="File of the course secret; the user's own, if empty").tag(
        config=True
    )
    results = Unicode("", help="Folder of kept verdicts; _build/verdicts, if empty").tag(
        config=True
    )
    unsafe_no_sandbox = Bool(False, help="Run student code without a sandbox").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Step:
        """Write each verdict into its check cell."""
        course, unit, student = _unit(self.course, resources)
        verdicts = {v.task: v for v in self._verdicts(course, unit, student, nb)}
        whole = [v for v in verdicts.values() if v.status is Status.BROKEN]
        if verdicts and len(whole) == len(verdicts):
            # Nothing could be judged: nbgrader must not write a score, and says so.
            raise WallBroken(whole[0].findings[0].message)
        for cell in nb.cells:
            verdict = verdicts.get(cell.get("id", ""))
            if verdict is not None and is_grade(cell):
                cell.outputs = from_dict(outputs(verdict))  # type: ignore[no-untyped-call]
                cell.metadata["autograder"] = {"status": verdict.status.value}
                self._tell(verdict, student)
        return nb, resources

    def _verdicts(self, course: Course, unit: Unit, student: str, nb: Any) -> list[Verdict]:
        secret = read_secret(Path(self.secret) if self.secret else None)
        bench = Bench(course, unit, secret, unsafe=self.unsafe_no_sandbox)
        if refused := nb.metadata.get("autograder", {}).get("refused"):
            return bench.unreadable(refused)
        cells = parse_notebook(_bytes(nb))
        submission = heal(course, unit, student, cells)
        kept = Results(Path(self.results or course.path.parent / "_build" / "verdicts"))
        key = submission_key(unit, submission, secret)
        verdicts = kept.get(key)
        if verdicts is None:
            verdicts = bench.judge(submission)
            kept.put(key, verdicts)
        return verdicts

    def _tell(self, verdict: Verdict, student: str) -> None:
        if verdict.status is Status.BROKEN:
            reason = verdict.findings[0].message
            self.log.error("%s, %s: no score, because we failed: %s", student, verdict.task, reason)


class SaveVerdicts(SaveAutoGrades):  # type: ignore[misc]
    """nbgrader's own SaveAutoGrades, except that our failure is no score: a person is asked."""

    def _add_score(self, cell: Any, resources: Any) -> None:
        if cell.metadata.get("autograder", {}).get("status") != Status.BROKEN.value:
            super()._add_score(cell, resources)
            return
        grade = self.gradebook.find_grade(
            cell.metadata["nbgrader"]["grade_id"],
            self.notebook_id,
            self.assignment_id,
            self.student_id,
        )
        grade.auto_score, grade.needs_manual_grade = None, True
        self.gradebook.db.commit()


def _bytes(nb: Any) -> bytes:
    import json

    return json.dumps(nb).encode()
