"""When sheets make one record: the same machine, the same versions, the same roofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from manylanes._record.measurement import Measurement
from manylanes._record.quantity import MARGIN
from manylanes._record.query import RecordError
from manylanes._record.sheet import ROOFS, Sheet

_WANDERS = "clock_hz"  # the one thing a device says of itself that changes by the second


def difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first field that two devices, or two lists of versions, do not share."""
    for name in {**then, **now}:
        if name != _WANDERS and then.get(name) != now.get(name):
            return name, then.get(name), now.get(name)
    return None


def in_order(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheet of nothing but roofs first, then the suites by name."""
    return sorted(sheets, key=lambda sheet: (sheet.suite != ROOFS, sheet.suite))


def joining(folder: Path, sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets that join those before them."""
    found: list[Sheet] = []
    for sheet in in_order(sheets):
        with suppress(RecordError):
            refuse_strangers(folder, [*found, sheet])
            found.append(sheet)
    return found


def refuse_strangers(folder: Path, sheets: Sequence[Sheet]) -> None:
    """Sheets that do not join: which two files, which field, both values, what to do."""
    if not sheets:
        return
    first, *others = sheets
    for other in others:
        for name in ("device", "versions", "precision", "inputs"):
            one, two = getattr(first, name), getattr(other, name)
            found = difference(one, two) if isinstance(one, Mapping) else (name, one, two)
            if found is None or found[1] == found[2]:
                continue
            field = name if found[0] == name else f"{name}.{found[0]}"
            raise RecordError(
                f"{_path(folder, first)} and {_path(folder, other)} do not join: {field} is "
                f"{found[1]!r} there and {found[2]!r} here. Take the older one again, or move "
                f"one of the two into a folder of its own, or load what joins: "
                "Record.load(folder, strict=False)."
            )
    _refuse_two_places(folder, sheets)
    _refuse_other_roofs(folder, sheets)


def _refuse_two_places(folder: Path, sheets: Sequence[Sheet]) -> None:
    seen: dict[str, Sheet] = {}
    for sheet in sheets:
        for row in sheet.cases:
            if row.label in seen:
                raise RecordError(
                    f"{row.label} stands in {_path(folder, seen[row.label])} and in "
                    f"{_path(folder, sheet)}. A case has one place: remove one of the two files."
                )
            seen[row.label] = sheet


def _refuse_other_roofs(folder: Path, sheets: Sequence[Sheet]) -> None:
    by_roof: dict[str, list[tuple[float, Sheet]]] = {}
    for sheet in sheets:
        for row in sheet.roofs:
            if row.case == "roof":
                by_roof.setdefault(row.label, []).append((fastest(row), sheet))
    for label, found in by_roof.items():
        bare = [sheet for sheet in sheets if sheet not in [carrier for _, carrier in found]]
        if bare:
            raise RecordError(
                f"{_path(folder, bare[0])} carries no {label} and cannot be held beside "
                f"{_path(folder, found[0][1])}. Take it again: {bare[0].command}"
            )
        (low, quick), (high, slow) = min(found, key=_seconds), max(found, key=_seconds)
        if high > MARGIN * low:
            raise RecordError(
                f"{_path(folder, quick)} and {_path(folder, slow)} do not join: {label} took "
                f"{low * 1e3:.4g} ms at best there and {high * 1e3:.4g} ms here, more than "
                f"{MARGIN - 1:.0%} apart. Load what joins, Record.load(folder, strict=False), or "
                "take both again on a quiet machine: "
                + " && ".join(dict.fromkeys([quick.command, slow.command]))
            )


def fastest(row: Measurement) -> float:
    """What a device can do at most shows in the fastest sample; all else is slower for a reason."""
    return min(row.samples_s)


def _seconds(found: tuple[float, Sheet]) -> float:
    return found[0]


def _path(folder: Path, sheet: Sheet) -> Path:
    return folder / f"{sheet.suite}.json"
