"""Late work: the instructor's own rule and dates count, whichever way a class is graded."""

from __future__ import annotations

from pathlib import Path

import pytest
from classroom import SECOND, Class, run

from autograder.nbgrader.dates import InvalidTimestamp, read_submission_time
from autograder.nbgrader.read_grades import read_grades

RULE = """
from nbgrader.plugins import LateSubmissionPlugin
class Sub(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return total_seconds_late / 7200
"""
Said = pytest.CaptureFixture[str]


@pytest.fixture
def late(klass: Class) -> Class:
    """Due at noon; ada came two hours late, after everybody was graded without a date."""
    (klass.folder / "late.py").write_text(RULE)
    config = klass.folder / "nbgrader_config.py"
    line = 'c.AssignLatePenalties.plugin_class = "late.Sub"\n'
    config.write_text(config.read_text() + line)
    klass.sql("UPDATE assignment SET duedate = '2026-03-01 12:00:00.000000'")
    came(klass, "2026-03-01 14:00:00 UTC")
    return klass


def came(klass: Class, when: str) -> None:
    (klass.folder / "submitted/ada" / SECOND / "timestamp.txt").write_text(when)


def penalty(klass: Class) -> float:
    return read_grades(klass.folder / "gradebook.db", SECOND).penalties["ada"]


def test_every_way_takes_the_same_for_lateness(late: Class, capsys: Said) -> None:
    config = (late.folder / "nbgrader_config.py").read_text()
    assert late.command("grade") == 0
    assert "ada: late penalty 0 -> 1" in capsys.readouterr().out
    assert penalty(late) == 1
    assert "(Score: 4.0 / 5.0)" in late.made("feedback", "ada").read_text()
    assert (late.folder / "nbgrader_config.py").read_text() == config, "it is the instructor's"
    said = run("nbgrader", "autograde", SECOND, "--force", cwd=late.folder)
    assert said.returncode == 0, said.stderr
    assert penalty(late) == 1
    assert late.command("grade") == 0
    assert penalty(late) == 1
    assert late.found().unfinished == []


def test_another_date_or_time_counts_when_graded_again(late: Class, capsys: Said) -> None:
    assert late.command("grade") == 0
    came(late, "2026-03-01 16:00:00 UTC")
    assert late.command("grade") == 0
    assert "ada: late penalty 1 -> 2" in capsys.readouterr().out
    late.sql("UPDATE assignment SET duedate = '2026-03-01 15:00:00.000000'")
    assert late.command("grade") == 0
    assert penalty(late) == 0.5
    late.sql("UPDATE submitted_assignment SET extension = '1970-01-01 01:00:00.000000'")
    assert late.command("grade") == 0
    assert penalty(late) == 0


@pytest.mark.parametrize(
    "command", ["autograder", pytest.param("nbgrader", marks=pytest.mark.proof)]
)
def test_a_removed_timestamp_takes_its_penalty_away(
    late: Class, capsys: Said, command: str
) -> None:
    assert late.command("grade") == 0
    assert penalty(late) == 1
    (late.folder / "submitted/ada" / SECOND / "timestamp.txt").unlink()
    if command == "autograder":
        assert late.command("grade") == 0
        assert "ada: late penalty 1 -> 0" in capsys.readouterr().out
    else:
        said = run("nbgrader", "autograde", SECOND, "--force", cwd=late.folder)
        assert said.returncode == 0, said.stderr
    assert penalty(late) == 0


def test_a_time_that_is_none_is_one_students_trouble(late: Class, capsys: Said) -> None:
    came(late, "yesterday evening")
    assert late.command("grade") == 3
    said = capsys.readouterr().out
    assert "ada: timestamp.txt does not contain a time: 'yesterday evening'." in said


def test_students_without_a_time_are_named(late: Class, capsys: Said) -> None:
    """Those whom the platform marks late come first."""
    (late.folder / "submitted/bob" / SECOND / "late.txt").touch()
    assert late.command("grade") == 0
    said = capsys.readouterr().out
    mend = "write it to timestamp.txt beside the notebook, for example: 2026-11-22 05:59:00 UTC"
    marked = "marked late, but the submission time is unknown, so no penalty is taken: bob"
    rest = "the submission time is unknown, so it counts as in time: cyd"
    assert f"  {marked}; {mend}\n  {rest}; {mend}\n" in said


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026-03-01 15:00:00 +0100", 14),
        ("2026-03-01 09:00:00 -0500", 14),
        ("2026-03-01T15:00:00+01:00", 14),
        ("2026-03-01 15:00:00 Europe/Berlin", 14),
        ("2026-10-25 02:30:00 Europe/Berlin", 0),  # that night it was half past two twice
        ("\ufeff2026-03-01 14:00:00.123456 UTC", 14),
        ("2026-03-01T14:00Z", 14),
        ("2026-03-01", 0),
    ],
)
def test_a_zone_is_counted(tmp_path: Path, text: str, hour: int) -> None:
    """A hundred seconds were counted for +0100, which is how git and `date` write an hour."""
    (tmp_path / "timestamp.txt").write_text(text)
    assert (found := read_submission_time(tmp_path)) is not None
    assert found.hour == hour


@pytest.mark.parametrize(
    "text",
    ["2026-03-01 14:00:00 XYZ", "01.03.2026 14:00", "03/01/2026 2:00 PM", "12", "Monday", "-1"],
)
def test_what_could_be_two_times_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "timestamp.txt").write_text(text)
    with pytest.raises(InvalidTimestamp, match="does not contain a time"):
        read_submission_time(tmp_path)


@pytest.mark.proof  # nbgrader's whole way once more
def test_nbgraders_own_command_counts_the_zone(late: Class) -> None:
    came(late, "2026-03-01 09:00:00 -0500")
    assert late.command("grade") == 0
    assert penalty(late) == 1
    said = run("nbgrader", "autograde", SECOND, "--force", "--student=ada", cwd=late.folder)
    assert said.returncode == 0, said.stderr
    assert penalty(late) == 1
    came(late, "01.03.2026 14:00")
    said = run("nbgrader", "autograde", SECOND, "--force", "--student=ada", cwd=late.folder)
    assert "timestamp.txt does not contain a time: '01.03.2026 14:00'" in said.stderr


def test_a_config_that_cannot_be_used_is_told_in_words(late: Class, capsys: Said) -> None:
    config = late.folder / "nbgrader_config.py"
    whole = config.read_text()
    for added, said in {
        "1 / 0\n": "stops with ZeroDivisionError: division by zero.",
        'c.AssignLatePenalties.plugin_class = "nowhere.Sub"\n': "plugin_class cannot be used",
        'c.CourseDirectory.submitted_directory = "in"\n': "submitted_directory is 'in'",
    }.items():
        config.write_text(whole + added)
        assert late.command("grade") == 2
        assert said in capsys.readouterr().err
    config.write_text(whole.replace("configure_class(c,", "print("))
    assert late.command("grade") == 2
    assert "nbgrader_config.py does not call configure_class.\n" in capsys.readouterr().err


def test_what_else_stands_in_the_file_counts_too(klass: Class) -> None:
    """nbgrader's own step, which cuts long outputs, as it is told to."""
    config = klass.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "c.LimitOutput.max_traceback = 3\n")
    copy = klass.made("autograded", "bob")
    whole = copy.read_text()
    copy.unlink()
    assert klass.command("grade") == 0
    ours = copy.read_text()
    assert len(ours) < len(whole)
    said = run("nbgrader", "autograde", SECOND, "--force", "--student=bob", cwd=klass.folder)
    assert said.returncode == 0, said.stderr
    assert copy.read_text() == ours


def test_a_class_without_a_config_gets_one(klass: Class, tmp_path: Path) -> None:
    config = klass.folder / "nbgrader_config.py"
    config.unlink()
    assert klass.command("grade") == 0
    said = run("nbgrader", "db", "assignment", "list", cwd=klass.folder)
    assert SECOND in said.stdout + said.stderr
    assert "many-lanes" in config.read_text()
