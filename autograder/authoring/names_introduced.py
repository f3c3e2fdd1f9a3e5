"""Check that a task uses only names that the book has introduced.

A chapter introduces the names in its code cells and between backticks. A task may also introduce a
name in its statement. Readers are expected to know Python, its standard library and NumPy. So
`jnp.where`, which NumPy has as well, needs no introduction, but `jax.vmap` does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from autograder.authoring.proof import Violation
from autograder.core.course.course import NUMBERED, Unit
from autograder.core.course.overwritten_names import IMPORTED
from autograder.core.course.task import Task
from autograder.core.messages.errors import CourseError

# Aliases that the code of a page uses without an import.
USUAL_ALIASES = {"jnp": "jax.numpy", "np": "numpy", "jax": "jax", "manylanes": "manylanes"}
BUILT_IN_TYPES = (np.ndarray, str, list, tuple, dict, set, int, float, range)
FENCE = re.compile(r"^(`{3,}|~{3,})(.*?)\n(.*?)^\1\s*?$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"(?<![`}])`([^`\n]+)`(?!`)")  # `code`, but not {role}`code`
FIELD = re.compile(r"(\w+)\s*:")


def names_used(source: str, aliases: dict[str, str] | None = None) -> set[str]:
    """Return the names that the code imports, its attributes and its calls of `autograder`.

    A name from an imported module is returned as a full path, such as `jax.lax.scan`. An attribute
    of any other object is returned with a leading dot, such as `.at`. Attributes of literals, and
    those that a call of `figures` defines, are omitted. Raise SyntaxError for invalid code.
    """
    nodes = list(ast.walk(ast.parse(source)))
    modules, bound = _find_imports(nodes)
    bound = (aliases or {}) | bound
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    # The fields that calls of `figures` define: `peak` for `figures("peak: ...")`.
    texts = [ast.unparse(call) for call in calls if ast.unparse(call.func) == "figures"]
    fields = {field for text in texts for field in FIELD.findall(text)}
    called = {call.func.id for call in calls if isinstance(call.func, ast.Name)}
    names = modules | {f"autograder.{name}" for name in called if name in IMPORTED}
    steps = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if not isinstance(node, ast.Attribute) or isinstance(node.value, ast.Constant):
            continue
        root, *rest = _split_path(node)
        if root not in bound:
            names |= set() if node.attr in fields else {f".{node.attr}"}
        elif id(node) not in steps:  # skip `jax.lax` in `jax.lax.scan`
            names.add(".".join([bound[root], *rest]))
    return names


def _split_path(node: ast.expr) -> list[str]:
    """Return the parts of a dotted name, such as `jax`, `lax` and `scan`.

    The first part is "" if the name starts with an expression, such as `f(x).at` or `xs[0].at`.
    """
    if isinstance(node, ast.Attribute):
        return [*_split_path(node.value), node.attr]
    return [node.id if isinstance(node, ast.Name) else ""]


def _find_imports(nodes: list[ast.AST]) -> tuple[set[str], dict[str, str]]:
    """Return the names that the code imports, and a map from local names to imported names."""
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


def is_assumed_known(name: str) -> bool:
    """Return True if the name belongs to the standard library, NumPy or a built-in type.

    A name of `jax.numpy` is assumed to be known if NumPy has the same name.
    """
    root, _, rest = name.partition(".")
    if not root:
        return any(hasattr(kind, rest) for kind in BUILT_IN_TYPES)
    if name.startswith("jax.numpy."):
        value: Any = np
        for part in name.split(".")[2:]:
            value = getattr(value, part, None)
        return value is not None
    return root in sys.stdlib_module_names or root == "numpy"


def names_shown(text: str) -> set[str]:
    """Return the names in the code cells of a Markdown text and in its code between backticks.

    Raise SyntaxError if a code cell is invalid. Invalid code between backticks is skipped.
    """
    names = {name for cell in python_cells(text) for name in names_used(cell, USUAL_ALIASES)}
    return names | _between_backticks(FENCE.sub("", text))


def python_cells(text: str) -> list[str]:
    """Return the source of each code cell and Python block of a page, without option lines."""
    cells = [body for _, info, body in FENCE.findall(text) if info.startswith(("{code", "python"))]
    return ["\n".join(x for x in body.splitlines() if not x.startswith(":")) for body in cells]


def _between_backticks(text: str) -> set[str]:
    names: set[str] = set()
    for code in INLINE.findall(text):
        try:
            names |= names_used(f"it{code}" if code.startswith(".") else code, USUAL_ALIASES)
        except SyntaxError:
            continue  # not Python, for example a shape, an arrow or incomplete code
    return names


def names_required(task: Task) -> set[str]:
    """Return the names in the given cell, stub, solution and hints; for prose, those in the hints.

    The check cell is excluded, because students do not edit it. Alternative right answers are
    excluded, because they may use more than the course teaches.
    """
    if not task.kind.judged:
        return _between_backticks("\n".join(task.hints))
    # Parse each answer together with the `given` cell, because the answer uses that cell's imports.
    cells = names_used(f"{task.given}\n{task.stub}") | names_used(f"{task.given}\n{task.solution}")
    return cells | _between_backticks("\n".join(task.hints))


def find_unintroduced_names(unit: Unit, pages: Iterable[Path]) -> Iterator[Violation]:
    """Yield a violation for each name that a task uses before it is introduced.

    A name may be introduced in the task's statement, in its chapter or in an earlier chapter. Names
    of Python and NumPy need no introduction. Raise CourseError for an invalid cell of a chapter.
    """
    chapters = [page for page in pages if NUMBERED.fullmatch(page.stem) and page.stem <= unit.id]
    introduced: set[str] = set()
    for page in chapters:
        try:
            introduced |= names_shown(page.read_text(encoding="utf-8"))
        except SyntaxError as error:
            line = (error.text or "").strip()[:60]
            problem = f"A code cell is not valid Python: {error.msg}: {line!r}."
            raise CourseError(problem, "Fix the cell.", page) from None
    for task in unit.tasks:
        for name in sorted(names_required(task) - introduced - names_shown(task.prose)):
            if not is_assumed_known(name):
                yield Violation(
                    f"The task uses {name}, which no page up to {unit.id}.md introduces. "
                    "Introduce it there or in the statement, or avoid it.",
                    task.path,
                )
