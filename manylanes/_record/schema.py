"""What stands in a sheet's file, and the sentence that says where one does not keep to it."""

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


def _is_round(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_number(s) and s > 0 for s in value)


def _is_rounds(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_round, value))


def _is_params(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(v) or _is_number(v) for v in value.values())


def _is_device(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("caches"), dict | None)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(v) for v in value)


def _is_list(value: Any, part: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(part, value))


def _or_null(field: Field, why: str) -> Field:
    wanted, is_right = field
    return f"{wanted}, or null {why}", lambda value: value is None or is_right(value)


TEXT: Field = ("text", _is_text)
COUNT: Field = ("a whole number, 0 or more", _is_count)
UNTOLD = "where the machine does not tell"

SHEET: Mapping[str, Field] = {
    "schema": COUNT,
    "taken": TEXT,
    "command": TEXT,
    "commit": _or_null(TEXT, "where there is no repository"),
    "device": ("an object whose caches are an object or null", _is_device),
    "versions": (
        "an object of texts",
        lambda v: isinstance(v, dict) and all(map(_is_text, v.values())),
    ),
    "precision": TEXT,
    "inputs": TEXT,
    "conditions": _or_null(
        ("an object", lambda v: isinstance(v, dict)), "where nobody has noted them"
    ),
    "measurements": ("a list", lambda v: isinstance(v, list)),
}

CONDITIONS: Mapping[str, Field] = {
    "load": _or_null(("the load before and after, two numbers", _is_pair), UNTOLD),
    "affinity": _or_null(("a list of cores", lambda v: _is_list(v, _is_count)), UNTOLD),
    "xla_flags": _or_null(TEXT, UNTOLD),
    "huge_pages": _or_null(TEXT, UNTOLD),
    "governor": _or_null(TEXT, UNTOLD),
    "multiply_add_s": _or_null(
        ("seconds before and after, each above 0", lambda v: _is_pair(v) and min(v) > 0), UNTOLD
    ),
}

MEASUREMENT: Mapping[str, Field] = {
    "suite": TEXT,
    "case": TEXT,
    "params": ("an object of numbers and texts", _is_params),
    "work": COUNT,
    "bytes": COUNT,
    "donated": TEXT,
    "compile_s": ("a number of seconds, 0 or more", lambda v: _is_number(v) and v >= 0),
    "calls": ("a whole number, 1 or more", lambda v: _is_count(v) and v >= 1),
    "rounds_s": ("a list of rounds, each a list of seconds above 0, neither empty", _is_rounds),
    "doubts": ("a list of texts", lambda v: _is_list(v, _is_text)),
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
