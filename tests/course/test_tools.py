"""`make check` and `make course` report a step that fails, and commit subjects are checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import check
import commits
import course
import pytest

FAILING = "python -c raise(SystemExit(7))"
SUCCEEDING = "python -c print(1)"


def test_check_fails_when_one_step_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "STEPS", (("good", SUCCEEDING), ("bad", FAILING)))
    assert check.main([]) == 1
    output = capsys.readouterr().out
    assert "ok   good" in output
    assert "FAIL bad" in output
    assert f"repeat it: .venv/bin/{FAILING}" in output
    monkeypatch.setattr(check, "STEPS", (("good", SUCCEEDING),))
    assert check.main([]) == 0


def test_course_stops_at_the_step_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course, "LOGS", tmp_path / "logs")
    first = replace(course.STEPS[0], commands=(SUCCEEDING,))
    bad = replace(course.STEPS[1], commands=(FAILING,))
    last = replace(course.STEPS[2], commands=(SUCCEEDING,))
    monkeypatch.setattr(course, "STEPS", (first, bad, last))
    assert course.main([]) == 7
    output = capsys.readouterr().out
    assert f"{bad.description}: FAILED" in output
    assert last.description not in output


@pytest.mark.parametrize(
    "subject",
    ["Merge the three cost types into one", "book: show stalls in ch. 16", "Feed all GPUs"],
)
def test_imperative_subject_is_accepted(subject: str) -> None:
    assert commits.problems(subject) == []


@pytest.mark.parametrize(
    ("subject", "problem"),
    [
        ("Two nans that differ in a bit are two constants", "does not begin with an imperative"),
        ("book: what a call costs", "does not begin with an imperative"),
        ("Added a test", "does not begin with an imperative"),
        ("Fix", "does not begin with an imperative"),
        ("Fix the count; add a test", "contains a semicolon"),
        ("Fix the count.", "ends with a full stop"),
        ("Fix " + "x" * 69, "has 73 characters"),
    ],
)
def test_bad_subject_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], subject: str, problem: str
) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text(f"{subject}\n\nThe reason; it may have semicolons.\n")
    assert commits.main([str(message)]) == 1
    assert problem in capsys.readouterr().err
