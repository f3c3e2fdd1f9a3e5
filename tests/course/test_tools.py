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
    assert first.next_step in output
    assert f"{bad.description}: FAILED" in output
    assert f"$ {FAILING}" in output, "the log shows the command"
    assert last.description not in output


def test_course_continues_when_an_exercise_is_incomplete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`autograder release` has the same exit code for a kept exercise and for a TODO."""
    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course, "LOGS", tmp_path / "logs")
    incomplete = replace(course.STEPS[0], commands=("python -c raise(SystemExit(1))",))
    monkeypatch.setattr(course, "STEPS", (incomplete,))
    assert course.main([]) == 0
    state = "done, except exercises that contain work or a TODO"
    assert f"{incomplete.description}: {state}" in capsys.readouterr().out


def test_commit_subjects_are_checked() -> None:
    for subject in ("book: explain lanes", f"Add {'x' * 68}", "tests: feed a lane"):
        assert commits.problems(subject) == []
    long = f"Add {'x' * 69}"
    for subject in (long, "Add a; b", "Add a lane.", "Added a lane", "book: the lanes", "Lanes"):
        assert len(commits.problems(subject)) == 1, subject
