"""Styles of an answer: each changes the source but not the result."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable

from autograder import Task

Style = Callable[[Task, str], str]


def as_it_is(task: Task, source: str) -> str:
    """Return the source unchanged."""
    return source


def talkative(task: Task, source: str) -> str:
    """Add prints, warnings and logging to the definition, and to each call of a function."""
    said = (
        "import logging, sys, warnings\n"
        "print('figure', file=sys.stderr)\n"
        "warnings.warn('only a warning')\n"
        "logging.getLogger().warning('logged')\n"
    )
    if not task.kind.takes_inputs:
        return said + source + f"\nprint({', '.join(task.names)})"
    (name,) = task.names
    return f"""{said}{source}

_quiet_{name} = {name}
def {name}(*args, **words):
    print("called with", args)
    print("called", file=sys.stderr)
    warnings.warn("called")
    return _quiet_{name}(*args, **words)"""


def callable_object(task: Task, source: str) -> str:
    """Use a callable object in place of a function, and a dictionary for values."""
    if not task.kind.takes_inputs:
        lines = [f"{name} = mine['{name}']" for name in task.names]
        return f"{source}\nmine = dict({_words(task)})\n" + "\n".join(lines)
    (name,) = task.names
    return f"""{source}

class Way{task.id.title()}:
    def __init__(self, way):
        self.way = way
    def __call__(self, *args, **words):
        return self.way(*args, **words)
{name} = Way{task.id.title()}({name})"""


def partly_applied(task: Task, source: str) -> str:
    """Use `functools.partial` for functions, and compute values in a function."""
    if not task.kind.takes_inputs:
        body = textwrap.indent(f"{source}\nreturn {_tuple(task)}", "    ")
        return f"def work_it_out():\n{body}\n{_tuple(task)} = work_it_out()"
    (name,) = task.names
    return f"import functools\n{source}\n\n{name} = functools.partial({name})"


def helpers_below(task: Task, source: str) -> str:
    """Move the work to a helper that is defined below the answer, or compute values twice."""
    if not task.kind.takes_inputs:
        return source + "\n# and again\n" + source
    (name,) = task.names
    if name not in source:  # a given cell defines the checked function
        name = next(n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef))
    below = re.sub(rf"(?<!\.)\b{name}\b", f"really_{name}", source)  # not `jax.nn.softmax`
    return f"def {name}(*args, **words):\n    return really_{name}(*args, **words)\n\n{below}"


def other_literals(task: Task, source: str) -> str:
    """Replace Python's floats with NumPy's."""
    number = "np.float32" if task.kind.compiled else "np.float64"
    tree = _Literals(number).visit(ast.parse(source))
    return f"import numpy as np\n{ast.unparse(ast.fix_missing_locations(tree))}"


def other_layout(task: Task, source: str) -> str:
    """Use tabs, string annotations and no comments."""
    plain = ast.unparse(ast.parse(source))
    tabbed = re.sub(r"^( {4})+", lambda m: "\t" * (len(m[0]) // 4), plain, flags=re.MULTILINE)
    return f"from __future__ import annotations\n{tabbed}"


class _Literals(ast.NodeTransformer):
    """Replace floats only: an integer may be a size, where NumPy integers can be invalid."""

    def __init__(self, number: str) -> None:
        self._number = number

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is float:
            return ast.parse(f"{self._number}({node.value!r})", mode="eval").body
        return node


STYLES: tuple[Style, ...] = (
    as_it_is,
    talkative,
    callable_object,
    partly_applied,
    helpers_below,
    other_literals,
    other_layout,
)
# Each of these styles wraps the original function.
WRAPPERS = (talkative, callable_object, partly_applied, helpers_below)


def _words(task: Task) -> str:
    return ", ".join(f"{name}={name}" for name in task.names)


def _tuple(task: Task) -> str:
    return "".join(f"{name}, " for name in task.names).rstrip()
