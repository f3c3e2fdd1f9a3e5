"""A record: all measurements of one machine, joined from the results files of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from manylanes._book import RECORDS
from manylanes._record.join import require_compatible, select_compatible, sort_results
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError, evaluate, find_row, parse_query
from manylanes._record.results import ROOFS, SuiteResults
from manylanes._specs import shorten


def is_record(path: Path) -> bool:
    """Return True if a JSON file in the folder `path` starts like a results file."""
    return any('"schema"' in _first_characters(file) for file in path.glob("*.json"))


def _first_characters(file: Path) -> str:
    with suppress(OSError), file.open(encoding="utf-8", errors="replace") as text:
        return text.read(20)
    return ""


@dataclass(frozen=True)
class Record:
    """All measurements of one machine: one `SuiteResults` per suite."""

    id: str
    results: tuple[SuiteResults, ...]

    @classmethod
    def load(cls, path: str | Path, *, strict: bool = True) -> Record:
        """Load the results files of a folder.

        Raise RecordError if there is none, if one is invalid, or if two cannot be joined. With
        `strict=False`, skip files that cannot be joined with those before them.
        """
        if not isinstance(path, str | Path):
            raise RecordError(f"Record.load takes the path of a folder, not {shorten(path)}.")
        folder = Path(path)
        try:
            entries = sorted(folder.iterdir()) if folder.is_dir() else None
        except OSError as error:
            raise RecordError(
                f"Cannot read the record {shorten(str(folder))}: {error.strerror}."
            ) from None
        if entries is None:
            raise RecordError(
                f"{folder} is a file, but a record is a folder: give {folder.parent}."
                if folder.exists()
                else f"There is no record {folder}. "
                f"To measure one, run `manylanes measure --out {folder.with_suffix('')}`."
            )
        results = [SuiteResults.load(file) for file in entries if file.suffix == ".json"]
        if not results:
            if records := [str(path) for path in entries if is_record(path)]:
                raise RecordError(
                    f"{folder} is not a record, but contains some: {', '.join(records)}. "
                    "Give one of these."
                )
            raise RecordError(
                f"The record {folder} has no results files. "
                f"To measure all suites, run `manylanes measure --out {folder}`."
            )
        return cls.join(folder, results if strict else select_compatible(folder, results))

    @classmethod
    def from_book(cls, name: str = "cpu") -> Record:
        """Load a record that the book shows, from the installed wheel or a checkout."""
        if not (RECORDS / name).is_dir():
            names = ", ".join(sorted(path.name for path in RECORDS.iterdir()))
            raise RecordError(f"The book has no record {name!r}. Its records: {names}.")
        return cls.load(RECORDS / name)

    @classmethod
    def join(cls, folder: Path, results: Iterable[SuiteResults]) -> Record:
        """Join the results of suites; raise RecordError if two of them cannot be joined."""
        ordered = sort_results(results)
        require_compatible(folder, ordered)
        return cls(folder.name, tuple(ordered))

    @property
    def device(self) -> Mapping[str, Any]:
        """The measured device, as in `Device.as_dict()`."""
        return self.results[0].device

    @property
    def versions(self) -> Mapping[str, str]:
        """The versions of Python, JAX, jaxlib and NumPy."""
        return self.results[0].versions

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """The measurements of all cases, and those of the roofs from `roof_results`."""
        return self._rows(None)

    @property
    def roof_results(self) -> SuiteResults:
        """The results of the suite `roofs` or, if there is no such suite, the oldest results."""
        roofs = [each for each in self.results if each.suite == ROOFS]
        # The oldest results stay the same when a suite is added to the record.
        return min(roofs or self.results, key=lambda each: (each.taken, each.suite))

    def results_of(self, suite: str) -> SuiteResults:
        """Return the results of one suite; raise RecordError if the record does not contain it."""
        for each in self.results:
            if each.suite == suite:
                return each
        suites = ", ".join(each.suite for each in self.results)
        raise RecordError(f"Record {self.id} has no suite {suite!r}; it has {suites}.")

    def query(self, text: str, source_suite: str | None = None) -> Quantity:
        """Return the value of a query: `gemm[n=2048].rate`, or a product or quotient of terms.

        The roofs in a query are those of the run that measured `source_suite`. By default, this is
        the suite of the first case in the query that is not a roof. Raise RecordError for a query
        that has no value.
        """
        return evaluate(text, self.id, self._rows(source_suite or self.source_suite(text)))

    def find(self, text: str, source_suite: str | None = None) -> tuple[Measurement, ...]:
        """Return the measurements that a query reads, one for each term."""
        rows = self._rows(source_suite or self.source_suite(text))
        return tuple(find_row(term, self.id, rows) for term in parse_query(text))

    def source_suite(self, text: str) -> str | None:
        """Return the suite whose results contain the first case of a query that is not a roof.

        Return None for a query that reads only roofs.
        """
        roofs = {row.case for row in self.roof_results.roofs}
        terms = [term for term in parse_query(text) if term.case not in roofs]
        return find_row(terms[0], self.id, self.measurements).source_suite if terms else None

    def _rows(self, source_suite: str | None) -> tuple[Measurement, ...]:
        """Return the roofs of one suite (None: of `roof_results`), and the cases of all suites."""
        source = self.results_of(source_suite) if source_suite else self.roof_results
        return (*source.roofs, *(row for each in self.results for row in each.cases))
