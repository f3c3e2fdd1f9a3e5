"""Outputs that are put together in another way: what is most often the cause, in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.draw.tree import leaves
from autograder.judge.show import form
from autograder.say.trouble import NOTHING
from autograder.say.verdict import Finding

NAMED, LETTERS = 4, 40  # keys or words that are told, and letters of a key, at most


def all_arrays(tree: Any) -> bool:
    """Whether every leaf is an array."""
    return all(isinstance(leaf, np.ndarray) for _, leaf in leaves(tree))


def other_form(label: str, want: Any, have: Any) -> Finding:
    """Put together in another way; what is most often the cause is said."""
    message = f"{label} is put together in another way."
    if have is None:
        message = NOTHING
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) != len(have):
        message = f"{label} has another length: {len(want)} asked for, {len(have)} came."
    elif hasattr(want, "shape") and isinstance(have, tuple) and have and all_arrays(have):
        message = (
            "A list of arrays came where one array is asked for: `jnp.stack` makes one of them, "
            "and `vmap` makes all rows at once."
        )
    elif nested := _listed(want, have):
        message = f"At `output{nested}`: a list of arrays came where one array is asked for: "
        message += "`jnp.stack` makes one of them."
    elif names := _other_keys(want, have):
        message = f"{label} {names}"
    return Finding("structure", False, message, form(want), form(have))


def _listed(want: Any, have: Any, path: str = "") -> str:
    """Where a list of arrays stands in the place of one; nothing if it does nowhere."""
    if hasattr(want, "shape"):
        return path if isinstance(have, tuple) and have and all_arrays(have) else ""
    if isinstance(want, dict) and isinstance(have, dict):
        pairs = [(want[key], have[key], f"{path}['{key}']") for key in want if key in have]
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) == len(have):
        pairs = [(*pair, f"{path}[{at}]") for at, pair in enumerate(zip(want, have, strict=True))]
    else:
        return ""
    return next(filter(None, (_listed(*pair) for pair in pairs)), "")


def _other_keys(want: Any, have: Any, path: str = "") -> str:
    """The first dict of two trees with other keys, in words; nothing if there is none."""
    if isinstance(want, dict) and isinstance(have, dict):
        lacks = [key for key in want if key not in have]
        more = [key for key in have if key not in want]
        told = [f"lacks {_named(lacks)}"] if lacks else []
        told += [f"has {_named(more)}, which nobody asked for"] if more else []
        if told:
            return ", and ".join(told) + (f", at `{path}`." if path else ".")
        pairs = [(want[key], have[key], f"{path}[{key!r}]") for key in want]
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) == len(have):
        pairs = [(*pair, f"{path}[{at}]") for at, pair in enumerate(zip(want, have, strict=True))]
    else:
        return ""
    return next(filter(None, (_other_keys(*pair) for pair in pairs)), "")


def _named(keys: list[Any]) -> str:
    return " and ".join(f"`{str(key)[:LETTERS]}`" for key in sorted(keys, key=str)[:NAMED])
