"""What code asks its reader to know, read from the code; and what the pages have shown so far.

No list is kept by hand. A name is taught by the page that shows it, in a cell or between
backticks; a task may also introduce one in its own statement. Python, its standard library and
NumPy are what a reader brings along, so `jnp.where` needs no page and `jax.vmap` does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import autograder
from autograder.authoring.proof import Breach
from autograder.core.course.course import NUMBERED, Unit
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError

# Between backticks nobody imports.
USUAL = {"jnp": "jax.numpy", "np": "numpy", "jax": "jax", "manylanes": "manylanes"}
BROUGHT = (np.ndarray, str, list, tuple, dict, set, int, float, range)
FENCE = re.compile(r"^(`{3,}|~{3,})(.*?)\n(.*?)^\1\s*?$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<![`}])`([^`\n]+)`(?!`)")  # `code`, and not a {role}`...`
FIELD = re.compile(r"(\w+)\s*:")


def used(source: str, aliases: dict[str, str] | None = None) -> set[str]:
    """`jax.lax.scan` for what comes from a module, `.at` for what an object is asked for."""
    nodes = list(ast.walk(ast.parse(source)))
    modules, bound = _imported(nodes)
    bound = (aliases or {}) | bound
    fields = _fields(nodes)
    names = modules | {
        f"autograder.{node.func.id}"
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in autograder.__all__  # a notebook has them from its first cell
    }
    steps = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if not isinstance(node, ast.Attribute) or isinstance(node.value, ast.Constant):
            continue
        root, *rest = _path(node)
        if root not in bound:
            names |= set() if node.attr in fields else {f".{node.attr}"}
        elif id(node) not in steps:  # `jax.lax` in `jax.lax.scan` is a step on the way
            names.add(".".join([bound[root], *rest]))
    return names


def _path(node: ast.expr) -> list[str]:
    """`jax`, `lax`, `scan`. What comes out of a call or an index has no name: it begins with ""."""
    if isinstance(node, ast.Attribute):
        return [*_path(node.value), node.attr]
    return [node.id if isinstance(node, ast.Name) else ""]


def _imported(nodes: list[ast.AST]) -> tuple[set[str], dict[str, str]]:
    """The modules and names a piece of code imports, and what it calls them."""
    names: set[str] = set()
    bound: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for item in node.names:
                names.add(item.name)
                bound[item.asname or item.name.split(".")[0]] = (
                    item.name if item.asname else item.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            for item in node.names:
                names.add(f"{node.module}.{item.name}")
                bound[item.asname or item.name] = f"{node.module}.{item.name}"
    return names, bound


def _fields(nodes: list[ast.AST]) -> set[str]:
    """What a task's own `figures("peak: ...")` are called."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    texts = [ast.unparse(call) for call in calls if ast.unparse(call.func) == "figures"]
    return {field for text in texts for field in FIELD.findall(text)}


def brought(name: str) -> bool:
    """Whether a reader who knows Python and NumPy knows it."""
    root, _, rest = name.partition(".")
    if not root:
        return any(hasattr(kind, rest) for kind in BROUGHT)
    if name.startswith("jax.numpy."):
        thing: Any = np
        for part in name.split(".")[2:]:
            thing = getattr(thing, part, None)
        return thing is not None
    return root in sys.stdlib_module_names or root == "numpy"


def shown(text: str) -> set[str]:
    """What markdown shows: its code cells, and code between backticks."""
    names = {name for cell in cells(text) for name in used(cell, USUAL)}
    return names | _between_backticks(FENCE.sub("", text))


def _shown_on(page: Path) -> set[str]:
    try:
        return shown(page.read_text(encoding="utf-8"))
    except SyntaxError as error:
        problem = f"A code cell is not Python: {error.msg}: {(error.text or '').strip()[:60]!r}."
        raise CourseError(problem, "Mend the cell.", page) from None


def cells(text: str) -> list[str]:
    """The Python of a page, without the options of its cells."""
    found = [body for _, info, body in FENCE.findall(text) if info.startswith(("{code", "python"))]
    return ["\n".join(x for x in body.splitlines() if not x.startswith(":")) for body in found]


def _between_backticks(text: str) -> set[str]:
    names: set[str] = set()
    for code in INLINE.findall(text):
        try:
            names |= used(f"it{code}" if code.startswith(".") else code, USUAL)
        except SyntaxError:
            continue  # a shape, an arrow, half a line
    return names


def asked(task: Task) -> set[str]:
    """What a task's cells and hints use. The check is locked, and other right answers may know
    more than the course."""
    if not task.kind.judged:
        return _between_backticks("\n".join(task.hints))
    # One piece: the answer uses what the cell before it has imported.
    cells = used(f"{task.given}\n{task.stub}") | used(f"{task.given}\n{task.solution}")
    return cells | _between_backticks("\n".join(task.hints))


def untaught(unit: Unit, pages: Iterable[Path]) -> Iterator[Breach]:
    """A breach for each name that no page up to the unit's own has shown."""
    up_to = [page for page in pages if NUMBERED.fullmatch(page.stem) and page.stem <= unit.id]
    taught = {name for page in up_to for name in _shown_on(page)}
    for task in unit.tasks:
        for name in sorted(asked(task) - taught - shown(task.prose)):
            if not brought(name):
                yield Breach(
                    f"It uses {name}, which no page up to {unit.id}.md shows. Show it there, "
                    "say it in the statement, or do without.",
                    task.path,
                )
