"""Compare the ledger's results, the gradebook and the feedback pages with each other."""

from pathlib import Path

from autograder.classroom.audit.compare_files import compare_files
from autograder.classroom.audit.findings import Findings
from autograder.core.course.course import Course
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.internals import report_database_errors
from autograder.nbgrader.read_grades import TaskGrade, UnitGrades, graded_units, read_grades
from autograder.nbgrader.score_outputs import format_score, score
from autograder.results.log import Ledger, Written


def verify(course: Course, folder: Path) -> Findings:
    """Compare ledger, gradebook, pages and submissions of a class, and return the findings.

    Raise CourseError if the class has no ledger.
    """
    ledger = Ledger(folder)
    if not ledger.path.is_file():
        advice = f"Grade the class first: {course.typed('grade', folder)}"
        raise CourseError(f"There is no ledger in {folder}.", advice)
    students_and_units = ledger.students_and_units
    findings = Findings(len(students_and_units))
    findings.differences += [f"{ledger.path.name}: {problem}" for problem in ledger.problems]
    gradebook = folder / "gradebook.db"
    with report_database_errors(gradebook):
        _verify_units(findings, course, folder, ledger, gradebook)
    return findings


def _verify_units(
    findings: Findings, course: Course, folder: Path, ledger: Ledger, gradebook: Path
) -> None:
    students_and_units = ledger.students_and_units
    graded = course.units.keys() & set(graded_units(gradebook))
    for unit in sorted({unit for _, unit in students_and_units} | graded):
        unit_grades = read_grades(gradebook, unit)
        students = {
            student for student, unit_of_result in students_and_units if unit_of_result == unit
        } | unit_grades.grades.keys()
        for student in sorted(students):
            folders = Folders(course.path.parent.resolve(), folder.resolve(), student, unit)
            _verify_student(findings, folders, ledger, unit_grades)


def _verify_student(
    findings: Findings, folders: Folders, ledger: Ledger, unit_grades: UnitGrades
) -> None:
    student, unit = folders.student, folders.unit
    who = f"{plain(student)}, {unit}"
    last, written = ledger.latest_result(student, unit), ledger.latest_written(student, unit)
    grades = unit_grades.grades.get(student, {})
    if last is None:
        if any(grade.auto is not None for grade in grades.values()):
            findings.differences.append(f"{who}: has a score in the gradebook, but no result")
        return
    if written is None or not written.latest:
        findings.unfinished.append(f"{who}: judged, but not written to the gradebook yet")
    if not grades:
        if written is not None:
            findings.differences.append(f"{who}: has a result, but no row in the gradebook")
        return
    results = [last, written.result] if written else [last]
    for verdict in results[-1].verdicts:
        if verdict.task not in grades:
            findings.differences.append(f"{who}, {verdict.task}: has no row in the gradebook")
    for task, grade in sorted(grades.items()):
        _verify_grade(
            findings, f"{who}, {task}", grade, [r.verdict(task) for r in results], written
        )
    if penalty := unit_grades.penalties.get(student):
        findings.by_hand.append(f"{who}: {penalty:g} points deducted for late submission")
    compare_files(findings, folders, last, written, unit_grades)


def _verify_grade(
    findings: Findings,
    who: str,
    grade: TaskGrade,
    verdicts: list[Verdict | None],
    written: Written | None,
) -> None:
    complete = [verdict for verdict in verdicts if verdict is not None]
    # A task without a verdict is graded by a person. Without an answer, its automatic score is 0.
    allowed = {score(verdict) for verdict in complete} if complete else {None, 0.0}
    if written is None:
        allowed.add(None)
    if grade.auto not in allowed:
        expected = (
            f"the result says {format_score(score(complete[0]))}"
            if complete
            else "it is not graded automatically"
        )
        findings.differences.append(
            f"{who}: the gradebook has {format_score(grade.auto)}, {expected}"
        )
    maximums = {verdict.max_points for verdict in complete}
    if maximums and grade.max_points not in maximums:
        expected = f"the result says {complete[0].max_points:g}"
        findings.differences.append(
            f"{who}: the maximum in the gradebook is {grade.max_points:g} points, {expected}"
        )
    if grade.manual is not None:
        automatic = f" (the grader: {format_score(grade.auto)})" if complete else ""
        findings.by_hand.append(f"{who}: {grade.manual:g} points{automatic}")
    if grade.extra:
        findings.by_hand.append(f"{who}: {grade.extra:g} points of extra credit")
