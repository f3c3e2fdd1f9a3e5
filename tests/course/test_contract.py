"""`unit.toml`: each exception of a unit has a reason, which `prove` prints."""

from __future__ import annotations

import pytest
from small_course import SmallCourse, task

from autograder.authoring.skeletons import write_task

UNIT = "solutions/02_made"
CONTRACT = f"{UNIT}/unit.toml"


def test_unit_settings_change_points_and_tasks(course: SmallCourse) -> None:
    for number in (5, 6, 7, 8):
        name = f"0{number}_more{number}"
        write_task(course.root / f"{UNIT}/{name}.py", task(name, kind="program", points=1))
    course.change(f"{UNIT}/04_four.py", "star: true", "star: false")
    course.change(f"{UNIT}/08_more8.py", "star: false", "star: true")
    course.release()
    assert [line.split(": ")[1] for line in course.broken()] == ["tasks", "points"]
    course.write(CONTRACT, "points = 14\ntasks = 8\n")
    assert course.broken() == []


def test_exemption_is_printed_with_its_reason(course: SmallCourse) -> None:
    course.change(f"{UNIT}/01_one.py", "kind: program", "kind: function")
    course.release()
    course.write(CONTRACT, '[exempt]\nprograms = "Counting comes first."\n')
    lines = [str(proof) for proof in course.proofs() if proof.rule == "programs"]
    assert lines == [f"exempt  {UNIT}: programs: Counting comes first."]
    assert course.broken() == []


def test_unnecessary_exemption_is_a_violation(course: SmallCourse) -> None:
    course.write(CONTRACT, '[exempt]\nstar = "It is short."\n')
    assert course.broken() == [
        f"BROKEN  {CONTRACT}: star: The unit keeps this rule. Remove `star` from [exempt]."
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('tasks = 8\npoints = "12"', "2: readable: `points` is '12', which is not a whole number."),
        ("points = false", "1: readable: `points` is false, which is not a whole number."),
        ("exempt = 3", "1: readable: `exempt` is 3, which is not a table, [exempt]."),
        ("point = 12", "1: readable: No entry is called 'point'. Did you mean points"),
        ('[exempt]\nstat = "x"', "2: readable: No exemptible rule is called 'stat'."),
        ('[exempt]\nstar = " "',
         '2: readable: The exemption from `star` has no reason. Add one: star = "..."'),
        ("points = ", "1: readable: It is not TOML: "),
    ],
)  # fmt: skip
def test_invalid_unit_settings_are_explained(course: SmallCourse, text: str, message: str) -> None:
    course.write(CONTRACT, text)
    (line,) = course.broken()
    assert line.startswith(f"BROKEN  {CONTRACT}:{message}")
