"""Separate the weights of modules (equinox, nnx, linen) from their configuration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax


def config_leaves(tree: Any) -> set[int]:
    """Return the indices of boolean leaves of modules, on which Python code may branch."""

    def is_module(node: Any) -> bool:
        return not isinstance(node, dict | list | tuple) and not jax.tree_util.all_leaves([node])

    indices, index = set(), 0
    for node in jax.tree.leaves(tree, is_leaf=is_module):
        for leaf in jax.tree.leaves(node):
            indices |= {index} if is_module(node) and isinstance(leaf, bool) else set()
            index += 1
    return indices


def split_weights(program: Any) -> tuple[Any, Callable[..., Any] | None]:
    """Return the weights of a module, and a function that takes them as its first argument.

    For a program that is not a module, return () and None. The weights of a callable tree (equinox,
    nnx) are its array leaves. A linen module creates its weights from its inputs. Therefore, the
    first result for a linen module is not the weights but a function that calls `init`.
    """
    if isinstance(program, jax.stages.Wrapped):
        return (), None
    if not jax.tree_util.all_leaves([program]):
        leaves, tree = jax.tree.flatten(program)
        positions = [i for i, leaf in enumerate(leaves) if hasattr(leaf, "dtype")]

        def call_with_leaves(weights: Any, *args: Any, **keywords: Any) -> Any:
            replaced = dict(zip(positions, weights, strict=True))
            values = [replaced.get(i, leaf) for i, leaf in enumerate(leaves)]
            return jax.tree.unflatten(tree, values)(*args, **keywords)

        return [leaves[i] for i in positions], call_with_leaves
    if hasattr(program, "init") and hasattr(program, "apply"):
        key = jax.random.key(0)
        return lambda args, keywords: program.init(key, *args, **keywords), program.apply
    return (), None
