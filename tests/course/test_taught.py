"""No task uses what neither its own chapter nor an earlier one has taught."""

from __future__ import annotations

from pathlib import Path

import pytest
from names import brought, shown, untaught, used

from autograder import Course, Unit

ROOT = Path(__file__).parents[2]
COURSE = Course.find(ROOT)
PAGES = sorted((ROOT / "book").glob("*.md"))
TASK = """# ---
# title: Made for a test
# kind: {kind}
# points: 1
# minutes: 5
# hints:
#   - "{hint}"
# ---

# %% [markdown]
# {statement}

# %% given
{given}

# %% answer
def f(x):
    ### BEGIN SOLUTION
    return {solution}
    ### END SOLUTION

# %% check
check(f, given="x: f32[n]")

# %% right: knows_more
import jax

def f(x):
    return jax.lax.associative_scan(x)
"""


@pytest.mark.parametrize("unit", COURSE.units.values(), ids=lambda unit: unit.id)
def test_nothing_is_used_before_it_is_taught(unit: Unit) -> None:
    assert "\n".join(untaught(unit, PAGES)) == ""


def made(folder: Path, pages: dict[str, str], **task: str) -> list[str]:
    """What is untaught in a course of one task, in unit 02, with these pages."""
    words = {"kind": "program", "hint": "Think.", "statement": "Do it.", "given": "import math"}
    unit = folder / "solutions" / "02_second"
    unit.mkdir(parents=True)
    (unit / "01_made.py").write_text(TASK.format(**{**words, "solution": "x", **task}))
    for name, text in pages.items():
        (folder / name).write_text(text)
    return untaught(Unit(unit), sorted(folder.glob("*.md")))


CELL = "```{code-cell} ipython3\n:tags: [hide-input]\nimport jax\njax.vmap(abs)\n```\n"
VMAP = {"given": "import jax", "solution": "jax.vmap(x)"}


def test_a_name_that_no_page_shows_is_named_with_the_mend(tmp_path: Path) -> None:
    (line,) = made(tmp_path, {"02_second.md": "`import jax` first.", "01_first.md": CELL}, **{
        **VMAP, "solution": "jax.lax.map(x)"})  # fmt: skip
    assert line == (
        "02_second/01_made uses jax.lax.map, which no page up to 02_second.md shows. "
        "Show it there, say it in the statement, or do without."
    )


@pytest.mark.parametrize("page", ["01_first.md", "02_second.md"])
def test_a_page_up_to_the_units_own_teaches(tmp_path: Path, page: str) -> None:
    assert made(tmp_path, {page: CELL}, **VMAP) == []


@pytest.mark.parametrize("page", ["03_third.md", "glossary.md"])
def test_a_later_page_and_the_back_matter_teach_nothing(tmp_path: Path, page: str) -> None:
    assert len(made(tmp_path, {page: CELL}, **VMAP)) == 2  # jax, jax.vmap


def test_a_statement_may_introduce_a_name(tmp_path: Path) -> None:
    assert made(tmp_path, {}, statement="Say `import jax`, and `jax.vmap(f)`.", **VMAP) == []


def test_a_hint_is_held_to_the_same(tmp_path: Path) -> None:
    first, second = made(tmp_path, {}, hint="Try `x.at[0].set(1)` or `jnp.where`.")
    assert "uses .at," in first
    assert "uses .set," in second


def test_what_is_read_in_code() -> None:
    source = (
        "import jax.numpy as jnp\nfrom manylanes import cost\nfrom jax import lax\n"
        "mine = figures('peak: int in 1..2')\n"
        "y = lax.scan(jnp.linalg.norm, mine.peak, x.at[0].set(1).block_until_ready())\n"
    )
    assert used(source) == {
        "jax.numpy", "manylanes.cost", "jax.lax", "jax.lax.scan", "jax.numpy.linalg.norm",
        "autograder.figures", ".at", ".set", ".block_until_ready",
    }  # fmt: skip


def test_what_a_reader_brings_along() -> None:
    assert all(map(brought, ["math.prod", "numpy.einsum", "jax.numpy.where", ".sum", ".items"]))
    assert not any(map(brought, ["jax", "jax.jit", "jax.numpy.no_such", ".at", "sklearn.svm"]))


def test_what_markdown_shows() -> None:
    text = (
        "Say `jnp.where(x < 0, 0, x)` or `.at[i]`, as {measured}`cpu: a.b` says.\n"
        "```python\nimport jax\njax.jit(f)\n```\n```{task-table}\n```\n`f32[n]`, `a ->`"
    )
    assert shown(text) == {"jax.numpy.where", ".at", "jax", "jax.jit"}
