"""Names that a task uses and no page up to its chapter introduces are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_course import task

from autograder import Unit
from autograder.authoring.names_introduced import (
    find_unintroduced_names,
)
from autograder.authoring.proof import place
from autograder.authoring.skeletons import write_task

# For each place in a task file, its text in the skeleton, and the text that a test inserts there.
WORDS = {
    "solution": ("    return x\n    ###", "    return {}\n    ###"),
    "statement": ("# Do it.", "# {}"),
    "hint": ('"One."', '"{}"'),
}


def find_names(folder: Path, pages: dict[str, str], given: str = "", **changed: str) -> list[str]:
    """Return a report line for each name that a task of unit 02 uses and no page introduces."""
    text = task("01_made", kind="program", points=1, given=given)
    for word, new in changed.items():
        old, frame = WORDS[word]
        assert old in text
        text = text.replace(old, frame.format(new))
    unit = folder / "solutions" / "02_second"
    write_task(unit / "01_made.py", text)
    for name, words in pages.items():
        (folder / name).write_text(words)
    untaught = find_unintroduced_names(Unit(unit), sorted(folder.glob("*.md")))
    return [f"{place(each.path or unit, unit.parent)}: {each.reason}" for each in untaught]


CELL = "```{code-cell} ipython3\n:tags: [hide-input]\nimport jax\njax.vmap(abs)\n```\n"
VMAP = {"given": "import jax", "solution": "jax.vmap(x)"}


@pytest.mark.parametrize("page", ["01_first.md", "02_second.md"])
def test_pages_up_to_the_chapter_introduce_names(tmp_path: Path, page: str) -> None:
    assert find_names(tmp_path, {page: CELL}, **VMAP) == []


@pytest.mark.parametrize("page", ["03_third.md", "glossary.md"])
def test_later_pages_introduce_no_names(tmp_path: Path, page: str) -> None:
    assert len(find_names(tmp_path, {page: CELL}, **VMAP)) == 2  # jax, jax.vmap


def test_statement_can_introduce_a_name(tmp_path: Path) -> None:
    assert find_names(tmp_path, {}, statement="Say `import jax`, and `jax.vmap(f)`.", **VMAP) == []


def test_hints_are_checked(tmp_path: Path) -> None:
    first, second = find_names(tmp_path, {}, hint="Try `x.at[0].set(1)` or `jnp.where`.")
    assert "uses .at," in first
    assert "uses .set," in second
