"""Modules (equinox, nnx, linen): what of them is weights, and what says how they work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax


def switches(tree: Any) -> set[int]:
    """Places of leaves that say how a module works, as `inference=True`: Python asks for them."""

    def module(node: Any) -> bool:
        return not isinstance(node, dict | list | tuple) and not jax.tree_util.all_leaves([node])

    found, at = set(), 0
    for node in jax.tree.leaves(tree, is_leaf=module):
        for leaf in jax.tree.leaves(node):
            found |= {at} if module(node) and isinstance(leaf, bool) else set()
            at += 1
    return found


def weights_of(program: Any) -> tuple[Any, Callable[..., Any] | None]:
    """A module's weights, and the function that takes them first: they are no constants of it.

    Of a tree of arrays that can be called (equinox, nnx) they are the leaves. A linen module makes
    them with `init` from what it is given, so that is a function too. None: it has no weights.
    """
    if isinstance(program, jax.stages.Wrapped):
        return (), None
    if not jax.tree_util.all_leaves([program]):
        leaves, tree = jax.tree.flatten(program)
        places = [at for at, leaf in enumerate(leaves) if hasattr(leaf, "dtype")]

        def of_leaves(weights: Any, *args: Any, **keywords: Any) -> Any:
            put = dict(zip(places, weights, strict=True))
            values = [put.get(at, leaf) for at, leaf in enumerate(leaves)]
            return jax.tree.unflatten(tree, values)(*args, **keywords)

        return [leaves[at] for at in places], of_leaves
    if hasattr(program, "init") and hasattr(program, "apply"):
        key = jax.random.key(0)
        return lambda args, keywords: program.init(key, *args, **keywords), program.apply
    return (), None
