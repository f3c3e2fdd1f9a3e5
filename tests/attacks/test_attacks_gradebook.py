"""Grade attacks with nbgrader. Check the scores, the feedback pages and the copied notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from attack_corpus import corpus
from attack_page import active_parts
from attack_place import Place

from autograder.classroom.grade.grade_unit import Grading
from autograder.classroom.grade.update_gradebook import update_gradebook
from autograder.runner import read_secret
from autograder.runner.jobs.local import InProcess

UNIT = "02_second"
# Attacks on the gradebook, the page or the copied files.
NAMES = (
    "points_changed",
    "duplicated_grades",
    "checks_deleted",
    "check_replaced",
    "linked_folder",
    "linked_name",
    "link_to_a_neighbour",
    "pipe",
    "not_text",
    "markup_script",
    "markup_event",
    "mathjax_link",
    "terminal",
    "read_secret",
    "exit_in_a_cell",
)


@dataclass
class Graded:
    """A graded class and the problems that occurred."""

    place: Place
    grading: Grading
    troubles: list[str]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graded]:
    place = Place(tmp_path_factory.mktemp("class"))
    attacks = {attack.name: attack for attack in corpus()}
    for name in NAMES:
        place.hand_in(attacks[name], name)
    (place.path("markup_script", UNIT).parent / "data.csv").symlink_to(place.secret_file)
    unit = place.course.unit(UNIT)
    grading = Grading(place.course, unit, place.class_folder, InProcess())
    rows = list(grading.judge(read_secret(place.course.secret)))
    update = update_gradebook(grading, rows, grading.prepare_late_rule())
    yield Graded(place, grading, update.failures)
    place.close()


def test_only_correct_answers_get_points(graded: Graded) -> None:
    from nbgrader.api import Gradebook

    assert graded.troubles == []
    with Gradebook(graded.grading.db_url) as book:
        scores = {s.student.id: s.score for s in book.assignment_submissions(UNIT)}
        assert book.find_assignment(UNIT).max_score == graded.grading.unit.points
        waiting = [s.student.id for s in book.assignment_submissions(UNIT) if s.needs_manual_grade]
    right = dict.fromkeys(["markup_script", "markup_event", "mathjax_link"], 2.0)
    beside = dict.fromkeys(["terminal", "read_secret", "exit_in_a_cell"], 1.0)
    alone = dict.fromkeys(set(NAMES) - right.keys() - beside.keys(), 0.0)
    want = {name: right.get(name, 0) + 1.0 for name in right} | beside | alone
    assert scores == want | {"ada": graded.grading.unit.points}
    assert waiting == [], "only prose with points is graded by hand, and this unit has none"


def test_pages_contain_no_script_and_no_secret(graded: Graded) -> None:
    folder = graded.place.class_folder
    page = {path.parts[-3]: path.read_text() for path in folder.glob("feedback/*/*/*.html")}
    assert set(page) == {"ada", *NAMES}
    for student in NAMES:
        assert active_parts(page[student]) == active_parts(page["ada"]), student
        assert not [c for c in graded.place.canaries.values() if c in page[student]]
        assert "\x1b" not in page[student]
    assert "\\mmlToken" not in page["mathjax_link"]


def test_links_are_not_followed(graded: Graded) -> None:
    folder = graded.place.class_folder
    assert not [path for path in folder.rglob("*") if path.is_symlink() or path.is_fifo()]
    assert not list(folder.rglob("data.csv"))
    for name in ("linked_folder", "linked_name", "link_to_a_neighbour"):
        copies = [path for path in folder.glob(f"*/{name}/**/*") if path.is_file()]
        assert copies
        assert not [path for path in copies if "n // parts" in path.read_text()]
