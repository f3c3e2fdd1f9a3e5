"""Each promise of a unit and a chapter fails with its message: place, rule and remedy."""

from __future__ import annotations

import shutil

import pytest
from made import EXPERIMENT, WORDS_OF_A1, Made, task

from autograder.authoring import chapter_rules, unit_rules
from autograder.authoring.prove import prove
from autograder.authoring.skeletons import write_task
from autograder.core.course.course import Unit

UNIT, PAGE = "solutions/02_made", "book/02_made.md"
FIRST, TWO, LAST = (f"{UNIT}/{stem}.py" for stem in ("01_one", "02_two", "04_four"))
PROMISES = [
    each.__name__
    for each in (*unit_rules.EVERYWHERE, *unit_rules.WITH_A_BOOK, *chapter_rules.PROMISES)
]
PLAY = "```{explorable} made-thing\nStill.\n```\n"
TABLE = "```{measured-table} A table\nrows:\n```\n"
GUESS = "\n## Guess first\n\n```{predict} one\n:kind: number\nHow many?\n+++\nBecause.\n```\n"
CODE = "```{code-cell} ipython3\nfrom manylanes import time"

# The promise, the file, what stands in it, what is put there instead, what is said.
BREACHES = [
    (
        "names", TWO, "two", "one",
        f"{TWO}: names: `one` is asked for by 01_one already; rename one.",
    ),
    (
        "given", TWO, "import math", "time = 2",
        f"{TWO}: given: `time` is another thing in 01_one's `given`; rename one: a later cell "
        "rebinds it for every answer that looks it up.",
    ),
    (
        "points", TWO, "points: 2", "points: 4",
        f"{UNIT}: points: Its points add up to 12, not 10; share 10 out anew, or say "
        "`points = 12` in unit.toml.",
    ),
    (
        "star", FIRST, "star: false", "star: true",
        f"{FIRST}: star: It has a star and is not the last graded task; number it behind 04_four, "
        "or drop the star.",
    ),
    (
        "hints", FIRST, '#   - "Two."\n', "",
        f"{FIRST}: hints: It has 2 hints; write 3: nod at the idea, name it, then nearly say the "
        "answer.",
    ),
    (
        "programs", FIRST, "kind: program", "kind: function",
        f"{UNIT}: programs: 1 of 4 graded tasks are JAX programs; ask for a program where a "
        "function stands.",
    ),
    (
        "experiment", FIRST, EXPERIMENT, "import math",
        f"{UNIT}: experiment: It has 0 experiments; let a function in one `given` cell time "
        "two programs of the learner's with `manylanes.time`; the cell itself runs before they "
        "are written.",
    ),
    (
        "taught", FIRST, "    return x\n    ###", "    return x.at(0)\n    ###",
        f"{FIRST}: taught: It uses .at, which no page up to 02_made.md shows. Show it there, say "
        "it in the statement, or do without.",
    ),
    (
        "page_todo", PAGE, "Because.", "TODO: say why.",
        f"{PAGE}:16: page_todo: TODO: say why.",
    ),
    (
        "toc", "book/_toc.yml", "file: 02_made", "file: 02_made_up",
        "book/_toc.yml: toc: 02_made is missing; add `- file: 02_made` to its part.",
    ),
    (
        "question", PAGE, "Is it so?", "It is so.",
        f"{PAGE}: question: It opens without a question; ask it before the first section.",
    ),
    (
        "question", PAGE, " {cite:p}`A1`. Is", ". Is",
        f"{PAGE}: question: It opens without what an article says; cite it before the first "
        "section, such as {cite:p}`A4`.",
    ),
    (
        "parts", PAGE, GUESS, "",
        f"{PAGE}: parts: Nothing predicts after the question; put a {{predict}} there.",
    ),
    (
        "parts", PAGE, TABLE, "",
        f"{PAGE}: parts: Nothing measures after the first {{predict}}; put a "
        "{measured-table} or {measured-bars} there.",
    ),
    (
        "parts", PAGE, CODE, "```python\nimport time",
        f"{PAGE}: parts: Nothing explains after the first {{explorable}}; put a {{code-cell}} "
        "there.",
    ),
    (
        "parts", PAGE, "```{task-table}\n```", "",
        f"{PAGE}: parts: Nothing hands out the tasks after the first {{ruling}}; put a "
        "{task-table} there.",
    ),
    (
        "explorable", PAGE, PLAY, PLAY * 2,
        f"{PAGE}:30: explorable: It has a second {{explorable}}; keep one.",
    ),
    (
        "explorable", PAGE, "made-thing", "made-thin",
        f"{PAGE}:27: explorable: The script made-thin.js is missing; write it, or name one "
        "that is there.",
    ),
    (
        "claims", "book/data/claims.toml", '"03"', '"02"',
        f"{PAGE}: claims: Its claim a1-other is not ruled on; add a {{ruling}}, or drop the claim.",
    ),
    (
        "claims", "book/data/claims.toml", '"02"', '"01"',
        f"{PAGE}:48: claims: a1-first is no claim of chapter 02; give the claim "
        '`chapter = "02"` in claims.toml, or drop the ruling.',
    ),
    (
        "claims", PAGE, "```{ruling} a1-first\n```\n", "```{ruling} a1-first\n```\n" * 2,
        f"{PAGE}:50: claims: It rules on a1-first twice; drop one.",
    ),
    (
        "titles", PAGE, "## Play with it", "## Play",
        f"{PAGE}:25: titles: 'Play' could stand in every chapter; say what the section says.",
    ),
    (
        "titles", PAGE, "## Play with it", "## What was measured",
        f"{PAGE}:25: titles: The title 'What was measured' stands twice; rename one.",
    ),
    (
        "trials", PAGE, "```{ruling} a1-first\n", "```{ruling} a1-first\n:folded:\n",
        f"{PAGE}: trials: 0 trials stand open, not one to 3; `:folded:` in a ruling folds it.",
    ),
    (
        "trials", "book/data/claims.toml", WORDS_OF_A1, "so it is",
        "book/data/claims.toml: trials: a1-first quotes 3 words of its article; quote a clause of "
        "4 to 25, as it stands there.",
    ),
    (
        "ending", PAGE, "- Something.", "Something.",
        f"{PAGE}: ending: No summary follows the tasks; add a section with a list of what was "
        "learned.",
    ),
    (
        "ending", PAGE, "- {cite:t}`A1`: more of it.", "- More of it.",
        f"{PAGE}: ending: The last section cites nothing; end with a section that cites what "
        "to read next.",
    ),
    (
        "words", PAGE, "word " * 1500, "word " * 1400,
        f"{PAGE}: words: It has 1,438 words, not 1,500 to 2,500; say more.",
    ),
    (
        "words", PAGE, "word " * 1500, "word " * 2500,
        f"{PAGE}: words: It has 2,538 words, not 1,500 to 2,500; cut.",
    ),
]  # fmt: skip


def test_the_made_course_keeps_every_promise(course: Made) -> None:
    assert course.broken() == []
    assert [proof.promise for proof in course.proofs()] == PROMISES


@pytest.mark.parametrize(
    ("promise", "file", "old", "new", "said"),
    BREACHES,
    ids=[f"{number}-{promise}" for number, (promise, *_) in enumerate(BREACHES)],
)
def test_a_breach_is_said_in_a_sentence(
    course: Made, promise: str, file: str, old: str, new: str, said: str
) -> None:
    course.change(file, old, new)
    if file.startswith("solutions"):
        course.release()
    lines = [line for line in course.broken() if f": {promise}: " in line]
    assert lines == [f"BROKEN  {said}"]


def test_each_promise_has_a_breach_here() -> None:
    assert {*PROMISES} - {"exercise", "paired", "tasks"} == {promise for promise, *_ in BREACHES}


def test_missing_task_file_breaks_two_promises(course: Made) -> None:
    (course.root / TWO).unlink()
    answers = f"solutions/{UNIT.rpartition('/')[2]}/answers/02_two.py"
    assert {
        f"BROKEN  {UNIT}: tasks: It has 3 graded tasks; write 1 more, 4 are the fewest.",
        f"BROKEN  {answers}: paired: There is no task 02_two.py; rename the file or delete it.",
    } <= {*course.broken()}


def test_a_notebook_out_of_step_says_the_command(course: Made) -> None:
    course.change(FIRST, "Do it.", "Do it now.")
    assert course.broken() == [
        "BROKEN  exercises/02_made/02_made.ipynb: exercise: It does not match its task files; run "
        "`autograder release 02_made`."
    ]


def test_what_stands_too_early_is_named(course: Made) -> None:
    course.change(PAGE, GUESS, f"\n{TABLE}{GUESS}")
    assert course.broken() == [
        f"BROKEN  {PAGE}:10: parts: A {{measured-table}} or {{measured-bars}} stands before "
        "the first {predict}; move it below the first {predict}."
    ]


def test_a_heading_may_say_anything(course: Made) -> None:
    course.change(PAGE, "## What was measured", "## Sixteen times the work, twice the time")
    assert course.broken() == []


def test_a_page_may_begin_with_code(course: Made) -> None:
    course.change(PAGE, GUESS, f"\n## Two minutes first\n\n```{{code-cell}}\n1\n```\n{GUESS}")
    assert course.broken() == []


def test_a_unit_without_a_page_says_so(course: Made) -> None:
    (course.root / PAGE).unlink()
    assert (
        f"BROKEN  {PAGE}: readable: Its chapter is missing; a unit and its chapter share one stem."
    ) in course.broken()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def loss(x):\n    y = x\n    return y", ["loss"]),
        ("import jax.numpy as jnp, math", ["jnp", "math"]),
        ("from autograder import compare", ["compare"]),
        ("a, (b, *c) = [d for d in range(3)]", ["a", "b", "c"]),
        ("for i in range(3):\n    total = i", ["i", "total"]),
    ],
)
def test_what_a_given_cell_binds_for_others(code: str, names: list[str]) -> None:
    assert sorted(name for name, _ in unit_rules.assigned_names(code)) == names


def test_two_given_cells_may_agree(course: Made) -> None:
    for name, stem in ((TWO, "02_two"), (LAST, "04_four")):
        given = "import math\n\ndef loss(x):\n    return x"
        write_task(course.root / name, task(stem, given=given))
    assert not [said for said in course.broken() if "given:" in said]


def test_a_given_cell_may_bind_a_name_in_two_steps(course: Made) -> None:
    write_task(course.root / TWO, task("02_two", given="plan = [1]\nplan += [2]"))
    assert not [said for said in course.broken() if "given:" in said]


def test_a_course_without_a_book_promises_less(course: Made) -> None:
    shutil.rmtree(course.root / "book")
    write_task(course.root / TWO, task("02_two", points=9))
    assert [proof.promise for proof in course.proofs()] == ["names", "given", "paired"]


def test_a_malformed_task_is_a_broken_promise(course: Made) -> None:
    """Told once, by the task's own piece."""
    course.change(FIRST, "# kind: program", "# kind: programme")
    proofs = prove(Unit(course.unit.path))
    assert [str(proof) for proof in proofs if proof.broken and FIRST in proof.place] == [
        f"BROKEN  {FIRST}:3: readable: No kind of task is called 'programme'. Did you mean "
        "program or prose?"
    ]


def test_a_cell_that_is_no_code_is_a_broken_promise(course: Made) -> None:
    course.change(PAGE, "print(time)", "print(time")
    assert course.broken() == [
        f"BROKEN  {PAGE}: taught: A code cell is not Python: '(' was never closed: 'print(time'. "
        "Mend the cell."
    ]


def test_words_are_prose_alone(course: Made) -> None:
    code = "```python\n" + "code = 1\n" * 2000 + "```\n"
    aside = "$$\nx + y\n$$\n\n% " + "aside " * 2000 + "\n"
    course.change(PAGE, "## Why\n", f"## Why\n\n{code}\n{aside}")
    assert course.broken() == []
