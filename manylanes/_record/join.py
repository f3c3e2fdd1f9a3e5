"""Check that results files can be joined.

They must have the same device, versions, precision, inputs and roofs, and no case in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from manylanes._record.quantity import MARGIN
from manylanes._record.query import RecordError
from manylanes._record.results import ROOFS, SuiteResults

_VARYING = "clock_hz"  # the only field of a device that changes from run to run


def find_difference(
    one: Mapping[str, Any], other: Mapping[str, Any]
) -> tuple[str, Any, Any] | None:
    """Return the first field in which two devices or two sets of versions differ, with both values.

    The current clock rate is not compared. Return None if nothing differs.
    """
    for name in {**one, **other}:
        if name != _VARYING and one.get(name) != other.get(name):
            return name, one.get(name), other.get(name)
    return None


def sort_results(results: Iterable[SuiteResults]) -> list[SuiteResults]:
    """Sort results of suites: the suite of roofs comes first, then the other suites by name."""
    return sorted(results, key=lambda each: (each.suite != ROOFS, each.suite))


def select_compatible(folder: Path, results: Iterable[SuiteResults]) -> list[SuiteResults]:
    """Return the results in the order of `sort_results`, without incompatible ones.

    A result is incompatible if it cannot be joined with the accepted results before it.
    """
    accepted: list[SuiteResults] = []
    for each in sort_results(results):
        with suppress(RecordError):
            require_compatible(folder, [*accepted, each])
            accepted.append(each)
    return accepted


def require_compatible(folder: Path, results: Sequence[SuiteResults]) -> None:
    """Raise RecordError, with the names of both files, if two of the results cannot be joined."""
    if not results:
        return
    first, *others = results
    for other in others:
        for name in ("device", "versions", "precision", "inputs"):
            one, two = getattr(first, name), getattr(other, name)
            pair = find_difference(one, two) if isinstance(one, Mapping) else (name, one, two)
            if pair is None or pair[1] == pair[2]:
                continue
            field = name if pair[0] == name else f"{name}.{pair[0]}"
            raise RecordError(
                f"Cannot join {_path(folder, first)} and {_path(folder, other)}: {field} is "
                f"{pair[1]!r} in the first and {pair[2]!r} in the second. Measure the older one "
                "again, move one of them into another folder, or load only compatible files: "
                "Record.load(folder, strict=False)."
            )
    _require_unique_cases(folder, results)
    _require_same_roofs(folder, results)


def _require_unique_cases(folder: Path, results: Sequence[SuiteResults]) -> None:
    suite_of: dict[str, SuiteResults] = {}
    for each in results:
        for row in each.cases:
            if row.label in suite_of:
                raise RecordError(
                    f"{row.label} is in both {_path(folder, suite_of[row.label])} and "
                    f"{_path(folder, each)}. A record contains each case once: remove one of the "
                    "two files."
                )
            suite_of[row.label] = each


def _require_same_roofs(folder: Path, results: Sequence[SuiteResults]) -> None:
    by_roof: dict[str, list[tuple[float, SuiteResults]]] = {}
    for each in results:
        for row in each.roofs:
            if row.case == "roof":
                by_roof.setdefault(row.label, []).append((row.fastest_s, each))
    for label, entries in by_roof.items():
        measured = [each for _, each in entries]
        without = [each for each in results if each not in measured]
        if without:
            raise RecordError(
                f"{_path(folder, without[0])} has no {label}, so it cannot be compared with "
                f"{_path(folder, measured[0])}. Measure it again: {without[0].command}"
            )
        (low, quick), (high, slow) = min(entries, key=_seconds), max(entries, key=_seconds)
        if high > MARGIN * low:
            raise RecordError(
                f"Cannot join {_path(folder, quick)} and {_path(folder, slow)}: the fastest "
                f"sample of {label} took {low * 1e3:.4g} ms in the first and {high * 1e3:.4g} ms "
                f"in the second, more than {MARGIN - 1:.0%} apart. Load only compatible files, "
                "Record.load(folder, strict=False), or measure both again on an idle machine: "
                + " && ".join(dict.fromkeys([quick.command, slow.command]))
            )


def _seconds(item: tuple[float, SuiteResults]) -> float:
    return item[0]


def _path(folder: Path, results: SuiteResults) -> Path:
    return folder / f"{results.suite}.json"
