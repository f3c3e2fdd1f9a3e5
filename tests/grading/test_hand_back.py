"""What a person gave reaches the student: points, comments and penalties stand on the page."""

from __future__ import annotations

import pytest
from classroom import SECOND, Class, grade_here, grade_sql, run

COMMENT = "Nearly. <script>alert(1)</script>"
COMMENTED = (
    "UPDATE comment SET manual_comment = ? WHERE notebook_id IN "
    "(SELECT submitted_notebook.id FROM submitted_notebook JOIN submitted_assignment "
    "ON submitted_assignment.id = submitted_notebook.assignment_id WHERE student_id = 'bob')"
)
STALE = f"bob, {SECOND}: the page is older than the gradebook"


def by_hand(klass: Class) -> None:
    klass.sql(grade_sql("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")


def test_points_by_hand_are_on_the_page_after_grading_again(klass: Class) -> None:
    by_hand(klass)
    found = klass.found()
    assert not found.differences
    assert found.unfinished == [STALE]
    assert klass.command("verify") == 0
    before = klass.made("feedback", "ada").stat().st_mtime_ns
    assert klass.command("grade") == 0
    assert "Score: 1.5 / 2.0" in klass.made("feedback", "bob").read_text()
    assert klass.made("feedback", "ada").stat().st_mtime_ns == before, "hers says it already"
    assert klass.found().unfinished == []
    # To write a page is no reason to have a person look again.
    assert klass.command("grade") == 0
    again = "needs_manual_grade = 0"
    klass.sql(f"{grade_sql(again)} AND {again}", "bob", "03_layer")


def test_a_comment_is_on_the_page_and_does_nothing_there(klass: Class) -> None:
    klass.sql(COMMENTED, COMMENT)
    assert klass.found().unfinished == [STALE]
    assert klass.command("grade") == 0
    page = klass.made("feedback", "bob").read_text()
    assert "Nearly." in page
    assert "<script>alert" not in page
    assert klass.found().unfinished == []


@pytest.mark.proof  # nbgrader's whole way once more
def test_nbgraders_own_command_renews_pages(klass: Class) -> None:
    """As book/grade.md has it, without --force: nbgrader would skip every page that exists."""
    by_hand(klass)
    klass.sql(COMMENTED, COMMENT)
    said = run("nbgrader", "generate_feedback", SECOND, cwd=klass.folder)
    assert said.returncode == 0, said.stderr
    page = klass.made("feedback", "bob")
    assert "Score: 1.5 / 2.0" in page.read_text()
    found = klass.found()
    assert not found.differences + found.unfinished, "what nbgrader wrote is up to date"
    theirs = page.read_bytes()
    grade_here(klass.course, klass.folder)
    assert page.read_bytes() == theirs
    klass.sql(COMMENTED, "Better.")
    assert klass.found().unfinished == [STALE]
