"""Describe outputs with the wrong structure. Messages name the likely cause if it is known."""

from __future__ import annotations

from functools import reduce
from operator import getitem
from typing import Any

import numpy as np

from autograder.core.grading.show_values import describe_structure
from autograder.core.inputs.tree import leaves, structure
from autograder.core.messages.explain_error import NOTHING
from autograder.core.messages.verdict import Finding

ANSWER = "The answer"  # label of a function's result; a value has its name as label
MAX_NAMES, MAX_KEY_LENGTH = 4, 40  # most names listed in a message, most characters of a key


def all_arrays(tree: Any) -> bool:
    """Return True if every leaf is a NumPy array."""
    return all(isinstance(leaf, np.ndarray) for _, leaf in leaves(tree))


def wrong_structure(label: str, want: Any, have: Any) -> Finding:
    """Return a finding that states where two trees differ and, if it is known, the likely cause.

    In both trees, lists have already been converted to tuples.
    """
    keys = first_difference(want, have)
    want, have = get_path(want, keys), get_path(have, keys)
    path = "".join(f"[{key!r}]" for key in keys)
    label = f"{label}, at `{path}`," if keys else label
    message = f"{label} has a different structure than expected."
    if have is None and not keys:
        none = f"{label} is None. The expression after its `=` returns nothing."
        message = NOTHING if label == ANSWER else none
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) != len(have):
        message = f"{label} has the wrong length: expected {len(want)}, got {len(have)}."
    elif hasattr(want, "shape") and (index := _index_of_array(want, have)) is not None:
        message = (
            f"{label} has {len(have)} values, but one array is expected. The value with index "
            f"{index} has the expected shape: add `[{index}]`."
        )
    elif hasattr(want, "shape") and isinstance(have, tuple) and have and all_arrays(have):
        message = (
            f"{f'At `output{path}`: e' if keys else 'E'}xpected one array, got a list of arrays. "
            "Return only that array, combine all of them with `jnp.stack`, or compute all rows "
            "at once with `vmap`."
        )
    elif isinstance(want, tuple) and len(want) > 1 and not isinstance(have, tuple):
        one = "a dict" if isinstance(have, dict) else "one value"
        fix = "`return a, b`" if label == ANSWER else "put them into a list, `[..., ...]`"
        message = f"{label} is {one}, but {len(want)} are expected{'' if keys else f': {fix}'}."
    elif isinstance(want, dict) and isinstance(have, dict) and want.keys() != have.keys():
        message = f"{label} {_compare_keys(want, have)}"
    return Finding("structure", False, message, describe_structure(want), describe_structure(have))


def _index_of_array(want: Any, have: Any) -> int | None:
    """Return the index of the only item with the expected shape and dtype, or None."""
    if not isinstance(have, tuple) or len(have) < 2:
        return None
    same = [
        index
        for index, item in enumerate(have)
        if describe_structure(item) == describe_structure(want)
    ]
    return same[0] if len(same) == 1 else None


def first_difference(want: Any, have: Any) -> tuple[Any, ...]:
    """Return the keys and indices that lead to the first difference between two trees.

    The tuple is empty if the roots of the trees differ or if there is no difference. In both trees,
    lists have already been converted to tuples.
    """
    if isinstance(want, dict) and isinstance(have, dict) and want.keys() == have.keys():
        keys = list(want)
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) == len(have):
        keys = list(range(len(want)))
    else:
        return ()
    different = (key for key in keys if structure(want[key]) != structure(have[key]))
    return next(((key, *first_difference(want[key], have[key])) for key in different), ())


def get_path(tree: Any, keys: tuple[Any, ...]) -> Any:
    """Return the subtree of a tree at a path of keys and indices."""
    return reduce(getitem, keys, tree)


def _compare_keys(want: dict[Any, Any], have: dict[Any, Any]) -> str:
    """Describe the missing and the unexpected keys of a dict, at most MAX_NAMES of each."""
    missing = [key for key in want if key not in have]
    unexpected = [key for key in have if key not in want]
    parts = [f"lacks {_quote_keys(missing)}"] if missing else []
    parts += [f"has the unexpected {_quote_keys(unexpected)}"] if unexpected else []
    return " and ".join(parts) + "."


def _quote_keys(keys: list[Any]) -> str:
    names = sorted(keys, key=str)[:MAX_NAMES]
    return " and ".join(f"`{str(key)[:MAX_KEY_LENGTH]}`" for key in names)
