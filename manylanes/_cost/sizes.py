"""Specifications at given sizes, or a sentence about a size that no array has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import jax

from manylanes._cost import specs as _specs
from manylanes._cost.specs import SpecError

LARGEST = 2**63 - 1  # what a program can write down
# Python would work on `9**9**9` for hours.
_TOWER = re.compile(r"\*\*[^,\]]*\*\*|\*\*\s*\d{3}")


def described(specs: Any, sizes: Mapping[str, int]) -> Any:
    """The tree with every text and array replaced by its description."""
    for spec in jax.tree.leaves(specs):
        if isinstance(spec, str) and (found := _TOWER.search(spec)):
            raise SpecError(f"the power {found[0]!r} in {spec!r} is larger than any size")
    try:
        made = _specs.at(specs, sizes)
    except ZeroDivisionError:
        at = f" at {dict(sizes)}" if sizes else ""
        raise SpecError(f"a size in {_texts(specs)} is divided by zero{at}") from None
    for leaf in jax.tree.leaves(made):
        if isinstance(leaf, jax.ShapeDtypeStruct):
            for size in leaf.shape:
                if isinstance(size, int) and size > LARGEST:
                    at = f" at {dict(sizes)}" if sizes else ""
                    raise SpecError(
                        f"a size in {_texts(specs)} is {float(size):.3g}{at}: more than any array "
                        "has"
                    )
    return made


def _texts(specs: Any) -> str:
    return ", ".join(repr(spec) for spec in jax.tree.leaves(specs) if isinstance(spec, str))
