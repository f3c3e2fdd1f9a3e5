"""Late work: the instructor's rule and dates apply in `autograder grade` and in nbgrader."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from classroom import ROOT, SECOND, Class, run

from autograder.nbgrader.config import nbgrader_settings
from autograder.nbgrader.dates import InvalidTimestamp, read_submission_time

RULE = """
from nbgrader.plugins import LateSubmissionPlugin
class Sub(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return total_seconds_late / 7200
"""


@pytest.fixture
def late_class(klass: Class) -> Class:
    """Set the due date to noon. ada was two hours late, and all were graded without a date."""
    (klass.folder / "late.py").write_text(RULE)
    config = klass.folder / "nbgrader_config.py"
    line = 'c.AssignLatePenalties.plugin_class = "late.Sub"\n'
    config.write_text(config.read_text() + line)
    klass.sql("UPDATE assignment SET duedate = '2026-03-01 12:00:00.000000'")
    klass.set_time("ada", "2026-03-01 14:00:00 UTC")
    return klass


def test_grade_and_nbgrader_give_the_same_late_penalty(late_class: Class) -> None:
    config = (late_class.folder / "nbgrader_config.py").read_text()
    assert "ada: late penalty 0 -> 1" in late_class.output("grade").out
    assert late_class.penalties["ada"] == 1
    assert "(Score: 4.0 / 5.0)" in late_class.made("feedback", "ada").read_text()
    # Grading does not change the configuration, which belongs to the instructor.
    assert (late_class.folder / "nbgrader_config.py").read_text() == config
    late_class.nbgrader("autograde", "--force", "--student=ada")
    assert late_class.penalties["ada"] == 1
    assert late_class.command("grade") == 0
    assert late_class.penalties["ada"] == 1
    assert late_class.found().unfinished == []


def test_removing_the_timestamp_removes_the_penalty(late_class: Class) -> None:
    assert late_class.command("grade") == 0
    assert late_class.penalties["ada"] == 1
    (late_class.folder / "submitted/ada" / SECOND / "timestamp.txt").unlink()
    assert "ada: late penalty 1 -> 0" in late_class.output("grade").out
    assert late_class.penalties["ada"] == 0


def test_changed_due_date_or_extension_changes_the_penalty(late_class: Class) -> None:
    late_class.sql("UPDATE assignment SET duedate = '2026-03-01 13:00:00.000000'")
    assert late_class.command("grade") == 0
    assert late_class.penalties["ada"] == 0.5
    late_class.sql("UPDATE submitted_assignment SET extension = '1970-01-01 01:00:00.000000'")
    assert late_class.command("grade") == 0
    assert late_class.penalties["ada"] == 0


def test_invalid_time_is_reported_for_one_student(late_class: Class) -> None:
    late_class.set_time("ada", "yesterday evening")
    output = late_class.output("grade", code=3).out
    assert "ada: timestamp.txt does not contain a time: 'yesterday evening'." in output


def test_students_without_a_time_are_listed(late_class: Class) -> None:
    """Students whom the platform marks as late come first."""
    (late_class.folder / "submitted/bob" / SECOND / "late.txt").touch()
    output = late_class.output("grade").out
    remedy = "write it to timestamp.txt beside the notebook, for example: 2026-11-22 05:59:00 UTC"
    marked = "marked late, but the submission time is unknown, so no points are deducted: bob"
    rest = "the submission time is unknown, so the submission counts as in time: cyd"
    assert f"  {marked}; {remedy}\n  {rest}; {remedy}\n" in output


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2026-03-01 15:00:00 +0100", 14),
        ("2026-03-01 09:00:00 -0500", 14),
        ("2026-03-01 15:00:00 Europe/Berlin", 14),
        ("2026-10-25 02:30:00 Europe/Berlin", 0),  # an ambiguous time at the end of summer time
        ("\ufeff2026-03-01 14:00:00.123456 UTC", 14),
        ("2026-03-01", 0),
    ],
)
def test_time_zone_is_applied(tmp_path: Path, text: str, hour: int) -> None:
    """git and `date` write offsets such as +0100."""
    (tmp_path / "timestamp.txt").write_text(text)
    assert (time := read_submission_time(tmp_path)) is not None
    assert time.hour == hour


@pytest.mark.parametrize(
    "text",
    ["2026-03-01 14:00:00 XYZ", "01.03.2026 14:00", "03/01/2026 2:00 PM", "12", "Monday"],
)
def test_time_in_another_format_is_rejected(tmp_path: Path, text: str) -> None:
    (tmp_path / "timestamp.txt").write_text(text)
    with pytest.raises(InvalidTimestamp, match="does not contain a time"):
        read_submission_time(tmp_path)


def test_invalid_config_is_reported(late_class: Class) -> None:
    config = late_class.folder / "nbgrader_config.py"
    whole = config.read_text()
    for added, message in {
        "1 / 0\n": "raises ZeroDivisionError: division by zero.",
        'c.AssignLatePenalties.plugin_class = "nowhere.Sub"\n': "plugin_class cannot be used",
        'c.CourseDirectory.submitted_directory = "in"\n': "submitted_directory is 'in'",
    }.items():
        config.write_text(whole + added)
        assert message in late_class.output("grade", code=2).err
    config.write_text(whole.replace("configure_class(c,", "print("))
    message = "nbgrader_config.py does not call configure_class.\n"
    assert message in late_class.output("grade", code=2).err


def test_missing_config_is_created(klass: Class) -> None:
    config = klass.folder / "nbgrader_config.py"
    config.unlink()
    assert klass.command("grade") == 0
    assert "many-lanes" in config.read_text()


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_applies_the_time_zone(late_class: Class) -> None:
    late_class.set_time("ada", "2026-03-01 09:00:00 -0500")
    late_class.nbgrader("autograde", "--force", "--student=ada")
    assert late_class.penalties["ada"] == 1
    late_class.set_time("ada", "01.03.2026 14:00")
    result = run("nbgrader", "autograde", SECOND, "--force", "--student=ada", cwd=late_class.folder)
    assert "timestamp.txt does not contain a time: '01.03.2026 14:00'" in result.stderr


def test_settings_of_the_user_for_another_course_do_not_apply(
    late_class: Class, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, `nbgrader autograde` would write to the gradebook of the other course."""
    settings = {"root": "/bio", "db_url": "sqlite:////bio/book.db", "submitted_directory": "in"}
    lines = [f"c.CourseDirectory.{name} = {value!r}" for name, value in settings.items()]
    (tmp_path / "nbgrader_config.py").write_text("\n".join(["c = get_config()", *lines]))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    assert "ada: late penalty 0 -> 1" in late_class.output("grade").out
    root = tmp_path / "course"
    root.mkdir()
    shutil.copy(ROOT / "nbgrader_config.py", root)
    course = nbgrader_settings(root, root).CourseDirectory
    assert course.db_url == f"sqlite:///{root}/gradebook.db"
