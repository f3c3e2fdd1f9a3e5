"""A record: what one machine did, joined from the sheets in one folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from manylanes._book import RECORDS
from manylanes._record.join import in_order, joining, refuse_strangers
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError, Term, answer, row_of, terms
from manylanes._record.sheet import ROOFS, Sheet
from manylanes._words import shown


def is_one(path: Path) -> bool:
    """Whether a file in it begins as a sheet does."""
    return any('"schema"' in _beginning(file) for file in path.glob("*.json"))


def _beginning(file: Path) -> str:
    with suppress(OSError), file.open(encoding="utf-8", errors="replace") as text:
        return text.read(20)
    return ""


@dataclass(frozen=True)
class Record:
    """The only place a measured number comes from."""

    id: str
    sheets: tuple[Sheet, ...]

    @classmethod
    def load(cls, path: str | Path, *, strict: bool = True) -> Record:
        """Load the sheets of a folder; `strict=False` leaves out those that do not join."""
        if not isinstance(path, str | Path):
            raise RecordError(f"A record is loaded from its folder, not from {shown(path)}.")
        folder = Path(path)
        try:
            inside = sorted(folder.iterdir()) if folder.is_dir() else None
        except OSError as error:
            raise RecordError(
                f"Cannot read the record {shown(str(folder))}: {error.strerror}."
            ) from None
        if inside is None:
            raise RecordError(
                f"{folder} is a file, and a record is a folder: give {folder.parent}."
                if folder.exists()
                else f"The record {folder} is not there. "
                f"`manylanes measure --out {folder.with_suffix('')}` takes one."
            )
        sheets = [Sheet.load(file) for file in inside if file.suffix == ".json"]
        if not sheets:
            if some := [str(path) for path in inside if is_one(path)]:
                raise RecordError(
                    f"{folder} is no record, but holds some: {', '.join(some)}. Give one of these."
                )
            raise RecordError(
                f"The record {folder} has no sheet. "
                f"`manylanes measure --out {folder}` takes all of them."
            )
        return cls.of(folder, sheets if strict else joining(folder, sheets))

    @classmethod
    def of_the_book(cls, kind: str = "cpu") -> Record:
        """The one that the book shows; a wheel carries it, a checkout has it in `book/`."""
        return cls.load(RECORDS / kind)

    @classmethod
    def of(cls, folder: Path, sheets: Iterable[Sheet]) -> Record:
        """The sheets joined; RecordError says which two do not, and why."""
        ordered = in_order(sheets)
        refuse_strangers(folder, ordered)
        return cls(folder.name, tuple(ordered))

    @property
    def device(self) -> Mapping[str, Any]:
        return self.sheets[0].device

    @property
    def versions(self) -> Mapping[str, str]:
        return self.sheets[0].versions

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """Every case once: all sheets carry the roofs, and one speaks for them."""
        return self._beside(None)

    @property
    def roofs_from(self) -> Sheet:
        """The sheet of nothing but roofs; without it the oldest, which no new suite changes."""
        alone = [sheet for sheet in self.sheets if sheet.suite == ROOFS]
        return min(alone or self.sheets, key=lambda sheet: (sheet.taken, sheet.suite))

    def sheet(self, suite: str) -> Sheet:
        for sheet in self.sheets:
            if sheet.suite == suite:
                return sheet
        there = ", ".join(sheet.suite for sheet in self.sheets)
        raise RecordError(f"Record {self.id} has no sheet {suite!r}; it has {there}.")

    def query(self, text: str, beside: str | None = None) -> Quantity:
        """`gemm[n=2048].rate`, or such quantities joined by `/` and `*`.

        A roof beside a case is the roof of that case's own run; `beside` names the sheet where
        the case stands in another text.
        """
        return answer(text, self.id, self._beside(beside or self.home(text)))

    def found(self, text: str, beside: str | None = None) -> tuple[Measurement, ...]:
        """The measurements that a query reads."""
        rows = self._beside(beside or self.home(text))
        return tuple(row_of(term, self.id, rows) for term in terms(text))

    def home(self, text: str) -> str | None:
        """The sheet of the first case in the query that is no roof."""
        roofs = {row.case for row in self.roofs_from.roofs}
        asked: list[Term] = [term for term in terms(text) if term.case not in roofs]
        return row_of(asked[0], self.id, self.measurements).sheet if asked else None

    def _beside(self, suite: str | None) -> tuple[Measurement, ...]:
        roofs = (self.sheet(suite) if suite else self.roofs_from).roofs
        return (*roofs, *(row for sheet in self.sheets for row in sheet.cases))
