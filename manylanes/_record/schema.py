"""The schema of a results file, and error messages for files that violate it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from manylanes._record.query import RecordError

# Check of a field: a description of the expected value, for messages, and a predicate.
Field = tuple[str, Callable[[Any], bool]]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_samples(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_number(s) and s > 0 for s in value)


def _is_rounds(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_samples, value))


def _is_params(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_text(v) or _is_number(v) for v in value.values())


def _is_device(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("caches"), dict | None)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(v) for v in value)


def _is_list(value: Any, is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(is_item, value))


def _or_null(field: Field, condition: str) -> Field:
    expected, is_valid = field
    return f"{expected}, or null {condition}", lambda value: value is None or is_valid(value)


TEXT: Field = ("a string", _is_text)
COUNT: Field = ("a whole number, 0 or more", _is_count)
_UNKNOWN = "if unknown"

RESULTS_FILE: Mapping[str, Field] = {
    "schema": COUNT,
    "taken": TEXT,
    "command": TEXT,
    "commit": _or_null(TEXT, "without a repository"),
    "device": ("an object in which caches is an object or null", _is_device),
    "versions": (
        "an object of strings",
        lambda v: isinstance(v, dict) and all(map(_is_text, v.values())),
    ),
    "precision": TEXT,
    "inputs": TEXT,
    "conditions": _or_null(("an object", lambda v: isinstance(v, dict)), "if not recorded"),
    "measurements": ("a list", lambda v: isinstance(v, list)),
}

CONDITIONS: Mapping[str, Field] = {
    "load": _or_null(("the load before and after, two numbers", _is_pair), _UNKNOWN),
    "affinity": _or_null(("a list of cores", lambda v: _is_list(v, _is_count)), _UNKNOWN),
    "xla_flags": _or_null(TEXT, _UNKNOWN),
    "huge_pages": _or_null(TEXT, _UNKNOWN),
    "governor": _or_null(TEXT, _UNKNOWN),
    "multiply_add_s": _or_null(
        ("seconds before and after, each above 0", lambda v: _is_pair(v) and min(v) > 0), _UNKNOWN
    ),
}

MEASUREMENT: Mapping[str, Field] = {
    "suite": TEXT,
    "case": TEXT,
    "params": ("an object of numbers and strings", _is_params),
    "work": COUNT,
    "bytes": COUNT,
    "donated": TEXT,
    "compile_s": ("a number of seconds, 0 or more", lambda v: _is_number(v) and v >= 0),
    "calls": ("a whole number, 1 or more", lambda v: _is_count(v) and v >= 1),
    "rounds_s": (
        "a list of non-empty lists of seconds above 0",
        _is_rounds,
    ),
    "doubts": ("a list of strings", lambda v: _is_list(v, _is_text)),
}
# Fields that only measurements with calls in flight have.
IN_FLIGHT: Mapping[str, Field] = {
    "in_flight_calls": ("a whole number, 2 or more", lambda v: _is_count(v) and v >= 2),
    "in_flight_rounds_s": MEASUREMENT["rounds_s"],
}


def check_fields(
    raw: Any, fields: Mapping[str, Field], where: str, together: Mapping[str, Field] | None = None
) -> dict[str, Any]:
    """Return a copy of `raw`; raise RecordError for a field that is missing, wrong or unknown.

    The message names the first such field. The fields in `together` are optional, but if one is
    present, all are required.
    """
    if not isinstance(raw, dict):
        raise RecordError(f"{where} must be an object, not {_shorten(raw)}.")
    if together and together.keys() & raw.keys():
        fields = {**fields, **together}
    for name, (expected, is_valid) in fields.items():
        if name not in raw:
            raise RecordError(f"{where} has no {name!r}; it must be {expected}.")
        if not is_valid(raw[name]):
            raise RecordError(f"{where}: {name} must be {expected}, not {_shorten(raw[name])}.")
    for name in raw:
        if name not in fields:
            raise RecordError(f"{where} has an unknown field {name!r}.")
    return dict(raw)


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
