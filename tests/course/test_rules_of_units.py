"""Each rule of a unit fails with its message: place, rule and remedy."""

from __future__ import annotations

import pytest
from small_course import EXPERIMENT, SmallCourse, task

from autograder.authoring import unit_rules
from autograder.authoring.prove import prove
from autograder.authoring.skeletons import write_task
from autograder.core.course.course import Unit

UNIT = "solutions/02_made"
FIRST, TWO, LAST = (f"{UNIT}/{stem}.py" for stem in ("01_one", "02_two", "04_four"))
RULES = [each.__name__ for each in (*unit_rules.EVERYWHERE, *unit_rules.WITH_A_BOOK)]

# The rule, the file, the old text, the new text, and the message.
VIOLATIONS = [
    ("names", TWO, "two", "one",
     f"{TWO}: names: Students also define `one` in 01_one. Rename one of them."),
    ("given", TWO, "import math", "time = 2",
     f"{TWO}: given: The `given` cell of 01_one binds `time` to a different value. Rename one "
     "of them, because the later cell rebinds it for all answers."),
    ("points", TWO, "points: 2", "points: 4",
     f"{UNIT}: points: The points add up to 12; expected 10. Change the points, or set "
     "`points = 12` in unit.toml."),
    ("star", FIRST, "star: false", "star: true",
     f"{FIRST}: star: The task has a star but is not the last graded task. Give it a number "
     "above 04_four, or remove the star."),
    ("hints", FIRST, '#   - "Two."\n', "",
     f"{FIRST}: hints: The task has 2 hints; expected 3. Point to the idea, then name it, then "
     "almost give the answer."),
    ("programs", FIRST, "kind: program", "kind: function",
     f"{UNIT}: programs: Only 1 of 4 graded tasks are JAX programs; expected at least half. "
     "Change a function task into a program task."),
    ("experiment", FIRST, EXPERIMENT, "import math",
     f"{UNIT}: experiment: The unit has 0 experiments; expected 1. In one `given` cell, define "
     "a function that times two programs of the student with `manylanes.time`. Do not call it "
     "there, because the cell runs before the programs are written."),
    ("introduced", FIRST, "    return x\n    ###", "    return x.at(0)\n    ###",
     f"{FIRST}: introduced: The task uses .at, which no page up to 02_made.md introduces. "
     "Introduce it there or in the statement, or avoid it."),
]  # fmt: skip


def test_valid_course_keeps_every_rule(course: SmallCourse) -> None:
    assert course.broken() == []
    assert [proof.rule for proof in course.proofs()] == RULES


@pytest.mark.parametrize(
    ("rule", "file", "old", "new", "message"),
    VIOLATIONS,
    ids=[f"{number}-{rule}" for number, (rule, *_) in enumerate(VIOLATIONS)],
)
def test_violation_has_place_rule_and_remedy(
    course: SmallCourse, rule: str, file: str, old: str, new: str, message: str
) -> None:
    course.change(file, old, new)
    if file.startswith("solutions"):
        course.release()
    lines = [line for line in course.broken() if f": {rule}: " in line]
    assert lines == [f"BROKEN  {message}"]


def test_each_rule_is_broken_by_a_row() -> None:
    assert {*RULES} - {"exercise", "answers", "tasks"} == {rule for rule, *_ in VIOLATIONS}


def test_missing_task_file_breaks_two_rules(course: SmallCourse) -> None:
    (course.root / TWO).unlink()
    answers = f"solutions/{UNIT.rpartition('/')[2]}/answers/02_two.py"
    assert {
        f"BROKEN  {UNIT}: tasks: The unit has 3 graded tasks; expected at least 4. Write 1 more.",
        f"BROKEN  {answers}: answers: There is no task file 02_two.py. Rename or delete this file.",
    } <= {*course.broken()}


def test_outdated_notebook_names_the_command(course: SmallCourse) -> None:
    course.change(FIRST, "Do it.", "Do it now.")
    assert course.broken() == [
        "BROKEN  exercises/02_made/02_made.ipynb: exercise: The notebook does not match its task "
        "files. Run `autograder release 02_made`."
    ]


def test_two_given_cells_can_bind_the_same_value(course: SmallCourse) -> None:
    for name, stem in ((TWO, "02_two"), (LAST, "04_four")):
        given = "import math\n\ndef loss(x):\n    return x"
        write_task(course.root / name, task(stem, given=given))
    assert not [line for line in course.broken() if "given:" in line]


def test_malformed_task_is_a_violation(course: SmallCourse) -> None:
    """Only the proof of the task reports the malformed file."""
    course.change(FIRST, "# kind: program", "# kind: programme")
    proofs = prove(Unit(course.unit.path))
    assert [str(proof) for proof in proofs if proof.broken and FIRST in proof.place] == [
        f"BROKEN  {FIRST}:3: readable: No kind of task is called 'programme'. Did you mean program?"
    ]
