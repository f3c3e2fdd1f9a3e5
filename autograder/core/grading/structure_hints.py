"""Outputs that are put together in another way: what is most often the cause, in words."""

from __future__ import annotations

from functools import reduce
from operator import getitem
from typing import Any

import numpy as np

from autograder.core.grading.show_values import form
from autograder.core.inputs.tree import leaves, structure
from autograder.core.messages.explain_error import NOTHING
from autograder.core.messages.verdict import Finding

ANSWER = "The answer"  # what a function returned; other labels are names of values
NAMED, LETTERS = 4, 40  # keys or words that are told, and letters of a key, at most


def all_arrays(tree: Any) -> bool:
    """Whether every leaf is an array."""
    return all(isinstance(leaf, np.ndarray) for _, leaf in leaves(tree))


def other_form(label: str, want: Any, have: Any) -> Finding:
    """Put together in another way; where, and what is most often the cause, is said."""
    keys = fork(want, have)
    want, have = down(want, keys), down(have, keys)
    place = "".join(f"[{key!r}]" for key in keys)
    label = f"{label}, at `{place}`," if keys else label
    message = f"{label} is put together in another way."
    if have is None and not keys:
        none = f"{label} is None: what stands behind its `=` gives nothing back."
        message = NOTHING if label == ANSWER else none
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) != len(have):
        message = f"{label} has another length: {len(want)} asked for, {len(have)} came."
    elif hasattr(want, "shape") and (at := _only_place(want, have)) is not None:
        many = f"{label} is {len(have)} values where one array is asked for. "
        message = f"{many}The one at place {at} has its form: put `[{at}]` behind them."
    elif hasattr(want, "shape") and isinstance(have, tuple) and have and all_arrays(have):
        message = (
            f"{f'At `output{place}`: a' if keys else 'A'} list of arrays came where one array is "
            "asked for. Return that one alone; or `jnp.stack` makes one of all, and `vmap` makes "
            "all rows at once."
        )
    elif isinstance(want, tuple) and len(want) > 1 and not isinstance(have, tuple):
        one = "a dict" if isinstance(have, dict) else "one value"
        mend = "`return a, b`" if label == ANSWER else "put them into a list, `[..., ...]`"
        message = f"{label} is {one} where {len(want)} are asked for{'' if keys else f': {mend}'}."
    elif isinstance(want, dict) and isinstance(have, dict) and want.keys() != have.keys():
        message = f"{label} {_other_keys(want, have)}"
    return Finding("structure", False, message, form(want), form(have))


def _only_place(want: Any, have: Any) -> int | None:
    """The place of the array that is asked for, where it came among others."""
    if not isinstance(have, tuple) or len(have) < 2:
        return None
    alike = [place for place, item in enumerate(have) if form(item) == form(want)]
    return alike[0] if len(alike) == 1 else None


def fork(want: Any, have: Any) -> tuple[Any, ...]:
    """The way down to where two trees part, in keys and places."""
    if isinstance(want, dict) and isinstance(have, dict) and want.keys() == have.keys():
        keys = list(want)
    elif isinstance(want, tuple) and isinstance(have, tuple) and len(want) == len(have):
        keys = list(range(len(want)))
    else:
        return ()
    parted = (key for key in keys if structure(want[key]) != structure(have[key]))
    return next(((key, *fork(want[key], have[key])) for key in parted), ())


def down(tree: Any, keys: tuple[Any, ...]) -> Any:
    """What stands at that place."""
    return reduce(getitem, keys, tree)


def _other_keys(want: dict[Any, Any], have: dict[Any, Any]) -> str:
    """Which keys of two dicts are not the same, in words."""
    lacks = [key for key in want if key not in have]
    more = [key for key in have if key not in want]
    told = [f"lacks {_named(lacks)}"] if lacks else []
    told += [f"has {_named(more)}, which nobody asked for"] if more else []
    return ", and ".join(told) + "."


def _named(keys: list[Any]) -> str:
    return " and ".join(f"`{str(key)[:LETTERS]}`" for key in sorted(keys, key=str)[:NAMED])
