"""What stands in a record file, and the sentence that says where one does not keep to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from manylanes._record.query import RecordError

# What a field must be, in words a person can act on, and whether a value is that.
Field = tuple[str, Callable[[Any], bool]]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_samples(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_number(s) and s > 0 for s in value)


def _is_params(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(v) or _is_number(v) for v in value.values())


TEXT: Field = ("text", _is_text)
COUNT: Field = ("a whole number, 0 or more", _is_count)

RECORD: Mapping[str, Field] = {
    "schema": COUNT,
    "id": TEXT,
    "taken": TEXT,
    "command": TEXT,
    "commit": ("text, or null where there is no repository", lambda v: v is None or _is_text(v)),
    "device": ("an object", lambda v: isinstance(v, dict)),
    "versions": (
        "an object of texts",
        lambda v: isinstance(v, dict) and all(map(_is_text, v.values())),
    ),
    "precision": TEXT,
    "inputs": TEXT,
    "measurements": ("a list", lambda v: isinstance(v, list)),
}

MEASUREMENT: Mapping[str, Field] = {
    "suite": TEXT,
    "case": TEXT,
    "params": ("an object of numbers and texts", _is_params),
    "work": COUNT,
    "bytes": COUNT,
    "donated": TEXT,
    "compile_s": ("a number of seconds, 0 or more", lambda v: _is_number(v) and v >= 0),
    "samples_s": ("a list of at least one number of seconds, each above 0", _is_samples),
    "doubts": ("a list of texts", lambda v: isinstance(v, list) and all(map(_is_text, v))),
}


def checked(raw: Any, fields: Mapping[str, Field], where: str) -> dict[str, Any]:
    """`raw` as it is, or an error that names the first field that is wrong."""
    if not isinstance(raw, dict):
        raise RecordError(f"{where} must be an object, is {_shown(raw)}.")
    for name, (wanted, is_right) in fields.items():
        if name not in raw:
            raise RecordError(f"{where} has no {name!r}; it must be {wanted}.")
        if not is_right(raw[name]):
            raise RecordError(f"{where}: {name} must be {wanted}, is {_shown(raw[name])}.")
    for name in raw:
        if name not in fields:
            raise RecordError(f"{where} has a field {name!r} that no schema knows.")
    return dict(raw)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
