"""The insight page: facts about tasks and mistakes, and similar answers."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from classroom import SECOND, Class, grade_here
from playwright.sync_api import Browser
from stored_results import right_answers, store_results

from autograder import Course
from autograder.classroom.reports.equal_answers import (
    PublishedAnswers,
    find_published_answers,
    normalize_code,
)
from autograder.classroom.reports.insight import Insight, insight

SPLIT = "02_best_split"
MADE_UP = """\
def best_split(n, parts):
    # {comment}
    {name} = [0] * parts
    for i in range(n):
        {name}[i % parts] += 1
    return {name}
"""


@pytest.fixture
def class_insight(klass: Class) -> Insight:
    """Grade 18 more students. In one task, dan and eve have similar answers of their own."""
    unit = klass.course.unit(SECOND)
    right = right_answers(unit)
    rest = right | {SPLIT: unit.task("02").wrong[0].source}
    students = {f"s{n:02}": rest if n < 4 else right for n in range(16)}
    own = [MADE_UP.format(name=name, comment="mine") for name in ("piles", "heaps")]
    students |= {"dan": right | {SPLIT: own[0]}, "eve": right | {SPLIT: own[1]}}
    store_results(klass.course, klass.folder, students, accepted=own)
    grade_here(klass.course, klass.folder)
    return insight(klass.course, unit, klass.folder)


def test_insight_lists_tasks_and_mistakes_but_no_similar_answers_in_one_task(
    klass: Class, class_insight: Insight
) -> None:
    facts = {task.task: task for task in class_insight.tasks}
    assert len(class_insight.totals) == 21
    assert facts[SPLIT].right == pytest.approx(15 / 21)
    assert facts["01_ridge"].right == pytest.approx(19 / 21)
    assert facts["01_ridge"].blank == pytest.approx(1 / 21)
    assert facts["03_layer"].discrimination > facts[SPLIT].discrimination > 0
    first = class_insight.mistakes[0]
    assert (first.task, first.name, first.count) == (SPLIT, "rest_on_one_pile", 5)
    assert "The rest lies on one pile" in first.message
    assert "def best_split" in first.example
    alike = {one.students: one for one in class_insight.equal_answers}
    assert list(alike) == [], "similar answers in one task are not suspicious"


def test_copies_of_published_solutions_are_found(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short copies are not reported. A lower minimum number of statements also finds ada's copy."""
    unit = course.unit(SECOND)
    split, layer = (unit.task(task).solution for task in (SPLIT, "03_layer"))
    other = unit.task("03_layer").right[0].source
    written = {
        "ada": {
            SPLIT: split.replace("parts", "m").replace("[n", "[  # mine\n n"),
            "03_layer": layer,
        },
        "bob": {SPLIT: MADE_UP.format(name="piles", comment="x"), "03_layer": other},
        "cyd": {SPLIT: split + "\nbest_split(3, 2)", "04_explain": "Three sentences."},
        "dan": {SPLIT: "return"},
    }
    texts = {
        who: {task: normalize_code(text) for task, text in own.items()}
        for who, own in written.items()
    }
    assert find_published_answers(unit, texts) == [PublishedAnswers(("03_layer",), ("bob",))]
    monkeypatch.setattr("autograder.classroom.reports.equal_answers._MIN_STATEMENTS", 2)
    assert find_published_answers(unit, texts) == [
        PublishedAnswers((SPLIT, "03_layer"), ("ada",)),
        PublishedAnswers(("03_layer",), ("bob",)),
    ]


def test_similar_rare_answers_are_found(klass: Class) -> None:
    """Names, comments and layout do not matter, and common answers do not count."""
    unit = klass.course.unit(SECOND)
    right = right_answers(unit)
    students = {f"s{n:02}": right for n in range(14)}
    layer = right["03_layer"].replace("jax.grad(", "jax.grad((").replace(")(params)", "))(params)")
    for student, name in (("dan", "piles"), ("eve", "heaps")):
        own = {SPLIT: MADE_UP.format(name=name, comment=student)}
        own["03_layer"] = layer.replace("jnp.sum(x", f"jnp.sum(0 * 1 + x  # {student}\n ")
        students[student] = right | own
    accepted = [answer for student in ("dan", "eve") for answer in students[student].values()]
    store_results(klass.course, klass.folder, students, accepted=accepted)
    grade_here(klass.course, klass.folder)
    (one,) = insight(klass.course, unit, klass.folder).equal_answers
    assert one.students == ("dan", "eve")
    assert one.sources == (SPLIT, "03_layer")
    assert one.bits == pytest.approx(6.5, abs=0.1)


def test_page_needs_no_network_and_is_accessible(
    klass: Class, class_insight: Insight, browser: Browser
) -> None:
    assert klass.command("insight", SECOND) == 0
    path = klass.folder / "insight" / f"{SECOND}.html"
    requests: list[str] = []
    with browser.new_page() as page:
        page.on("request", lambda request: requests.append(request.url))
        page.goto(path.as_uri())
        assert page.locator("script").count() == 0
        assert "rest_on_one_pile" in page.locator("main").inner_text()
        assert page.locator("svg[role=img] rect").count() > 1, "the histogram has bars"
        violations = Axe().run(page).response["violations"]
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        violations += Axe().run(page).response["violations"]
    assert [one["id"] for one in violations] == []
    assert requests == [path.as_uri()]
