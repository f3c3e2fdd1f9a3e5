"""The file policy.toml sets due dates, penalties and weights for every grading command."""

from __future__ import annotations

import csv
import io
import re
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from classroom import FIRST, SECOND, Class, hand_in, lines_by_student, notebook_bytes, zipped
from stored_results import right_answers, store_results, wrong_answers

from autograder.core.messages.errors import CourseError
from autograder.nbgrader.policy import Late, Policy, Terms

UNITS = ("01_first", "02_second", "03_third")
LATE = f"""\
[late]
grace = "15 min"
penalty = "10 % a day"
at_most = "50 %"

[unit.{SECOND}]
due = 2026-03-01T13:00:00+01:00

[extension]
bob = "1 hour"
ada.{SECOND} = "2 days"
"""


def write(klass: Class, text: str) -> None:
    (klass.folder / "policy.toml").write_text(text)


def test_dates_and_penalties_change_without_judging(klass: Class) -> None:
    klass.set_time("ada", "2026-03-02 12:00:01 UTC")
    write(klass, LATE.replace(f'ada.{SECOND} = "2 days"\n', ""))
    results = klass.ledger.read_text().count('"kind": "result"')
    # Ten percent of five points for each of two days, of which the second has only begun.
    assert "ada: late penalty 0 -> 1" in klass.output("grade", SECOND).out
    write(klass, LATE)
    assert "ada: late penalty 1 -> 0" in klass.output("grade", SECOND).out
    write(klass, LATE.replace("2 days", "23 hours").replace("15 min", "61 min"))
    assert klass.command("grade", SECOND) == 0
    assert klass.penalties["ada"] == 0.0
    assert klass.ledger.read_text().count('"kind": "result"') == results


@pytest.mark.parametrize("student", ["BOB", "Bob Baker"])
def test_extension_for_an_unknown_student_is_rejected(klass: Class, student: str) -> None:
    """Otherwise the intended student would lose points."""
    roster = klass.folder / "students.csv"
    roster.write_text("id,first_name,last_name,email\nbob,Bob,Baker,bob@school.org\ncleo,,,\n")
    write(klass, LATE.replace("bob", f'"{student}"'))
    problem = f"policy.toml:10: More time is given to {student!r}, who is not in this class.\nDid"
    for command in ("grade", "export"):
        assert problem in klass.output(command, SECOND, code=2).err
    roster.write_text(f"id\n{student}\nada\nbob\ncyd\n")
    assert f"{SECOND}: no submission from {student}\n" in klass.output("grade", SECOND).err


def test_removed_due_date_no_longer_applies(klass: Class) -> None:
    """The gradebook must not keep the old date, and the output names the removed one."""
    klass.set_time("ada", "2026-03-01 12:00:01 UTC")
    text = LATE.replace(f'ada.{SECOND} = "2 days"\n', "").replace("15 min", "0 min")
    write(klass, text)
    output = klass.output("grade", SECOND).out
    assert "ada: late penalty 0 -> 0.5" in output
    assert "due 2026-03-01 12:00 UTC, according to policy.toml" in output
    write(klass, text.replace("due = 2026-03-01T13:00:00+01:00", "weight = 1"))
    output = klass.output("grade", SECOND).out
    assert "ada: late penalty 0.5 -> 0" in output
    assert "no due date: policy.toml has none, so 2026-03-01 12:00 UTC no longer applies" in output
    (klass.folder / "policy.toml").unlink()
    klass.sql("UPDATE assignment SET duedate = '2026-03-01 11:00:00.000000' WHERE name = ?", SECOND)
    assert (
        "due 2026-03-01 11:00 UTC, according to the gradebook" in klass.output("grade", SECOND).out
    )


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_applies_the_same_penalty(klass: Class) -> None:
    klass.set_time("ada", "2026-03-04 12:00:01 UTC")
    write(klass, LATE)
    klass.nbgrader("autograde", "--student=ada", "--force")
    assert klass.penalties["ada"] == 1.0
    assert klass.command("grade", SECOND) == 0
    assert klass.penalties["ada"] == 1.0


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("grace", "grase", 2, "No entry is called 'grase'"),
        ("10 % a day", "a lot", 3, "`penalty` is 'a lot'"),
        (SECOND, "09_ninth", 6, "No unit is called '09_ninth'"),
        ("+01:00", "", 7, "`due` is 2026-03-01T13:00:00, which is not a time with its zone"),
        ("due = 2026-03-01T13:00:00+01:00", 'extra_credit = "no"', 7, "`extra_credit` is 'no'"),
        ("1 hour", "long", 10, "`bob` is 'long', which is not a duration such as"),
        ('"1 hour"', "1 hour", 10, "It is not TOML"),
        ("1 hour", "99999999999 days", 10, "`bob` is '99999999999 days'"),
        ("due = 2026-03-01T13:00:00+01:00", "weight = inf", 7, "`weight` is inf"),
        ("\n[ext", "weight = 1\n[unit.03_third]\nweight = true\n[ext", 10, "`weight` is true"),
        ("[late]", "drop_lowest = true\n[late]", 1, "`drop_lowest` is true"),
    ],
)
def test_policy_error_names_the_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    (tmp_path / "policy.toml").write_text(LATE.replace(old, new, 1))
    with pytest.raises(CourseError) as error:
        Policy.of_class(tmp_path, UNITS)
    assert str(error.value).startswith(f"{tmp_path / 'policy.toml'}:{line}: {message}")


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(LATE, "utf-8-sig")
    assert Policy.of_class(tmp_path, UNITS).late == Late(
        timedelta(minutes=15), 10, True, 86400, 0.5
    )


def test_two_late_rules_are_rejected(klass: Class) -> None:
    config = klass.folder / "nbgrader_config.py"
    plugin = 'c.AssignLatePenalties.plugin_class = "nbgrader.plugins.LateSubmissionPlugin"\n'
    config.write_text(config.read_text() + plugin)
    write(klass, LATE)
    message = "Both policy.toml and nbgrader_config.py define"
    assert message in klass.output("grade", SECOND, code=2).err


def test_worse_last_attempt_is_reported_with_the_earlier_path(klass: Class, tmp_path: Path) -> None:
    """The last attempt counts, but the student may have intended to submit the earlier one."""
    wrong = wrong_answers(klass.course.unit(SECOND))
    book, archive = notebook_bytes(klass.course, SECOND, wrong), tmp_path / "in.zip"
    whose = {"ada": book, "bob": book + b" "}  # bob's is unchanged except for a space
    archive.write_bytes(zipped({f"{who}/{SECOND}.ipynb": data for who, data in whose.items()}))
    assert klass.command("collect", str(archive), "--replace") == 0
    store_results(klass.course, klass.folder, {"ada": wrong}, books=whose)
    output = klass.output("grade", SECOND).out
    (earlier,) = klass.folder.glob(f"attempts/ada/{SECOND}/*.ipynb")
    at = earlier.relative_to(klass.folder)
    worse = "ada: the attempt that counts now earns 0, the one before it 5"
    counted = f"submitted/ada/{SECOND}/{SECOND}.ipynb"
    assert f"{worse}; to count the earlier one, copy {at} to {counted}, and grade again\n" in output
    assert "bob: the attempt" not in output
    klass.made("submitted", "ada").write_bytes(earlier.read_bytes())
    assert "the attempt that counts" not in klass.output("grade", SECOND).out


def test_attempt_that_is_worse_because_of_lateness_is_reported(klass: Class) -> None:
    write(klass, LATE.replace(f'ada.{SECOND} = "2 days"\n', ""))
    klass.set_time("ada", "2026-03-01 11:00:00 UTC")
    assert klass.command("grade", SECOND) == 0
    klass.set_time("ada", "2026-03-02 11:00:00 UTC")
    right = right_answers(klass.course.unit(SECOND))
    right["02_best_split"] += "\n\n# once more"
    store_results(klass.course, klass.folder, {"ada": right}, accepted=right.values())
    worse = "ada: the attempt that counts now earns 4.5, the one before it 5\n"
    assert worse in klass.output("grade", SECOND).out


@pytest.mark.parametrize(
    ("earlier", "remedy"),
    [("2026-03-01 11:00:00 UTC", r" and (\S+) to (\S+),"), ("", r" and delete (\S+),")],
)
def test_restored_attempt_has_its_own_submission_time(
    klass: Class, tmp_path: Path, earlier: str, remedy: str
) -> None:
    """Otherwise, the penalty of the late attempt would apply to the earlier one."""
    write(klass, LATE.replace(f'ada.{SECOND} = "2 days"\n', ""))
    if earlier:
        klass.set_time("ada", earlier)
    assert klass.command("grade", SECOND) == 0
    wrong = wrong_answers(klass.course.unit(SECOND))
    book = notebook_bytes(klass.course, SECOND, wrong)
    archive, times = tmp_path / "a.zip", tmp_path / "t.csv"
    archive.write_bytes(zipped({f"ada/{SECOND}.ipynb": book}))
    times.write_text("id,time\nada,2026-03-03 22:00:00 UTC\n")
    klass.output("collect", archive, "--replace", "--times", times)
    store_results(klass.course, klass.folder, {"ada": wrong}, books={"ada": book})
    output = klass.output("grade", SECOND).out
    ((at, to, *time),) = re.findall(rf"ada: the attempt .* copy (\S+) to (\S+){remedy}", output)
    shutil.copy(klass.folder / at, klass.folder / to)
    if earlier:
        shutil.copy(*(klass.folder / name for name in time))
    else:
        (klass.folder / time[0]).unlink()
    assert "5 of 5" in lines_by_student(klass.output("grade", SECOND).out)["ada"]
    assert klass.penalties["ada"] == 0


DAY = 86_400


@pytest.mark.parametrize(
    ("late", "seconds", "points"),
    [
        (Late(timedelta(minutes=15), 10, True), 15 * 60, 0.0),
        (Late(timedelta(minutes=15), 10, True), 15 * 60 + 1, 1.0),
        (Late(timedelta(), 10, True), DAY, 1.0),  # exactly one day counts as one
        (Late(timedelta(), 10, True), DAY + 1, 2.0),
        (Late(timedelta(), 10, True, at_most=0.5), 30 * DAY, 5.0),
        (Late(timedelta(), 0.5, False, 3600), 2.5 * 3600, 1.5),
        (Late(timedelta(), 30, False), 3600, 10.0),
    ],
)
def test_late_penalty_of_ten_points(late: Late, seconds: float, points: float) -> None:
    assert late.penalty(10.0, seconds) == points


def test_total_uses_weights_drops_and_extra_credit() -> None:
    units = {"a": Terms(weight=2), "b": Terms(), "c": Terms(weight=0.5, extra_credit=True)}
    policy = Policy(Path("policy.toml"), units=units, drop_lowest=0)
    assert policy.total({"a": 0.5, "b": 1.0, "c": 0.0}) == pytest.approx(200 / 3)
    assert policy.total({"a": 0.5, "b": 1.0, "c": 1.0}) == pytest.approx(250 / 3)
    dropping = Policy(Path("policy.toml"), units=units, drop_lowest=1)
    assert dropping.total({"a": 0.5, "b": 1.0, "c": 0.0}) == pytest.approx(100)


def totals(klass: Class) -> tuple[str, dict[str, str], str]:
    """Return the header of the total column, the totals by student and the messages."""
    printed = klass.output("export")
    rows = list(csv.DictReader(io.StringIO(printed.out)))
    head = next((name for name in rows[0] if name.startswith("total %")), "")
    return head, {row["id"]: row.get(head, "") for row in rows}, printed.err


def test_export_contains_the_weighted_total(klass: Class) -> None:
    write(klass, f"drop_lowest = 1\n[unit.{SECOND}]\nweight = 3\n[unit.03_third]\nweight = 1\n")
    head, points, _ = totals(klass)
    assert head == f"total % of {SECOND}, 03_third"
    assert (points["ada"], points["bob"]) == ("100", "0")
    write(klass, f"[unit.{SECOND}]\nweight = 2\n[unit.03_third]\nweight = 1\n")
    assert totals(klass)[1]["ada"] == "66.67"


def test_unit_outside_the_policy_does_not_change_totals(klass: Class) -> None:
    hand_in(klass.folder, "nils", notebook_bytes(klass.course, FIRST, {}), FIRST)
    write(klass, f"[unit.{SECOND}]\nweight = 1\n")
    head, points, messages = totals(klass)
    assert head == f"total % of {SECOND}"
    assert points == {"ada": "100", "bob": "0", "cyd": "0", "nils": "0"}
    assert f"not in the total %: {FIRST}, which policy.toml does not name" in messages


def test_unit_before_its_due_date_is_not_zero(klass: Class) -> None:
    """A unit that is not due yet must not count as the dropped unit either."""
    due = f"drop_lowest = 1\n[unit.{SECOND}]\ndue = 2026-03-01T13:00:00+01:00\n"
    write(klass, f"{due}[unit.03_third]\ndue = 2999-03-01T13:00:00+01:00\n")
    head, points, messages = totals(klass)
    assert head == f"total % of {SECOND}"
    assert (points["ada"], points["bob"]) == ("100", "0")
    assert "not in the total %: 03_third, due 2999-03-01 12:00 UTC" in messages
    write(klass, f"[unit.{SECOND}]\ndue = 2999-03-01T13:00:00+01:00\n")
    assert totals(klass)[:2] == ("total %", dict.fromkeys(("ada", "bob", "cyd"), ""))


def test_extension_prevents_a_zero(klass: Class) -> None:
    """A unit that was handed in counts even before the extension ends."""
    (klass.folder / "students.csv").write_text("id\nada\ndora\n")
    due = f"[unit.{SECOND}]\ndue = 2026-03-01T13:00:00+01:00\n[unit.03_third]\n"
    write(klass, f'{due}weight = 1\n[extension]\ndora.03_third = "1 h"\n')
    assert totals(klass)[1]["dora"] == "0"
    write(klass, f'{due}weight = 1\n[extension]\ndora = "99999 weeks"\nada = "99999 weeks"\n')
    points = totals(klass)[1]
    assert points["dora"] == "0", "the unit has no date"
    assert points["ada"] == "50"
    write(klass, f"{due}due = 2026-04-01T13:00:00+01:00\n[extension]\n" + 'dora = "99999 weeks"\n')
    points = totals(klass)[1]
    assert points["dora"] == ""
    assert points["ada"] == "50"
