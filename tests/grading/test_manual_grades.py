"""Manual points, comments and penalties appear on the student's page."""

from __future__ import annotations

import pytest
from classroom import SECOND, Class, grade_here, grade_sql

COMMENT = "Nearly. <script>alert(1)</script>"
COMMENTED = (
    "UPDATE comment SET manual_comment = ? WHERE notebook_id IN "
    "(SELECT submitted_notebook.id FROM submitted_notebook JOIN submitted_assignment "
    "ON submitted_assignment.id = submitted_notebook.assignment_id WHERE student_id = 'bob')"
)
STALE = f"bob, {SECOND}: the page is older than the gradebook"


def set_manual_points(klass: Class) -> None:
    klass.sql(grade_sql("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")


def test_manual_points_appear_on_the_page_after_grading(klass: Class) -> None:
    set_manual_points(klass)
    findings = klass.found()
    assert not findings.differences
    assert findings.unfinished == [STALE]
    assert klass.command("verify") == 0
    before = klass.made("feedback", "ada").stat().st_mtime_ns
    assert klass.command("grade") == 0
    assert "Score: 1.5 / 2.0" in klass.made("feedback", "bob").read_text()
    assert klass.made("feedback", "ada").stat().st_mtime_ns == before, "her page is already current"
    assert klass.found().unfinished == []
    # Writing a page does not require manual grading again.
    assert klass.command("grade") == 0
    again = "needs_manual_grade = 0"
    klass.sql(f"{grade_sql(again)} AND {again}", "bob", "03_layer")


def test_comment_appears_on_the_page_without_scripts(klass: Class) -> None:
    klass.sql(COMMENTED, COMMENT)
    assert klass.found().unfinished == [STALE]
    assert klass.command("grade") == 0
    page = klass.made("feedback", "bob").read_text()
    assert "Nearly." in page
    assert "<script>alert" not in page
    assert klass.found().unfinished == []


@pytest.mark.proof  # runs all of nbgrader
def test_nbgrader_command_updates_pages(klass: Class) -> None:
    """Without --force, plain nbgrader would skip every existing page."""
    set_manual_points(klass)
    klass.sql(COMMENTED, COMMENT)
    klass.nbgrader("generate_feedback")
    page = klass.made("feedback", "bob")
    assert "Score: 1.5 / 2.0" in page.read_text()
    findings = klass.found()
    assert not findings.differences + findings.unfinished, "the pages of nbgrader are current"
    theirs = page.read_bytes()
    grade_here(klass.course, klass.folder)
    assert page.read_bytes() == theirs
    klass.sql(COMMENTED, "Better.")
    assert klass.found().unfinished == [STALE]
