"""Functions on trees of dicts, tuples and lists, which work without JAX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any


def leaves(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each leaf with its path in Python syntax, such as `["w"][0]`. Dict keys are sorted."""
    if isinstance(tree, dict):
        for key in sorted(tree, key=str):
            yield from leaves(tree[key], f"{path}[{key!r}]")
    elif isinstance(tree, tuple | list):
        for index, item in enumerate(tree):
            yield from leaves(item, f"{path}[{index}]")
    else:
        yield path, tree


def map_leaves(function: Callable[[Any], Any], tree: Any) -> Any:
    """Return the tree with `function` applied to every leaf."""
    if isinstance(tree, dict):  # visited in the order of `leaves`; the dict keeps its own order
        made = {key: map_leaves(function, tree[key]) for key in sorted(tree, key=str)}
        return {key: made[key] for key in tree}
    if isinstance(tree, tuple):
        return tuple(map_leaves(function, item) for item in tree)
    if isinstance(tree, list):
        return [map_leaves(function, item) for item in tree]
    return function(tree)


def replace_leaves(tree: Any, items: Sequence[Any]) -> Any:
    """Replace the leaves of a tree with `items`. Raise ValueError if their numbers differ."""
    if len(list(leaves(tree))) != len(items):
        raise ValueError(f"{len(items)} items do not fill {structure(tree)}")
    row = iter(items)
    return map_leaves(lambda _: next(row), tree)


def structure(tree: Any) -> Any:
    """Return the tree with `...` for every leaf.

    Two trees have the same form if their structures are equal.
    """
    return map_leaves(lambda _: ..., tree)
