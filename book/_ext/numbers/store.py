"""The data of the book by name: records, hardware facts, published numbers, claims and sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from docutils.nodes import make_id

from manylanes.records import Quantity, Record, find_case

from .data_files import find_roof_faults, load_record, load_titles, parse_toml
from .others_file import Row, load_rows
from .traces import Kernel, busy_time, kernels

# Maps prefixes in expressions to tables. The numbers in these tables have no samples.
STATED = {"fact": "hardware", "published": "literature", "trace": "traces"}


class UnknownNameError(Exception):
    """A page uses a name that the data of the book does not contain."""


def unknown(kind: str, name: str, names: list[str], where: str) -> UnknownNameError:
    """Return an error that suggests up to three similar names, or else the first eight names."""
    close = get_close_matches(name, names, n=3, cutoff=0.5)
    hint = (
        f"Did you mean: {', '.join(close)}." if close else f"Known names: {', '.join(names[:8])}."
    )
    return UnknownNameError(f"no {kind} '{name}' in {where}. {hint}")


def ignore_use(_used: Any) -> None:
    """Do nothing: the callback of a store that does not record what is used."""


@dataclass(frozen=True)
class Store:
    """The data below a folder of a book, and the settings that name it.

    `watch` is called with each path that a result depends on, and `note_use` with each published
    measurement that is used. Parsed files are cached until they change.
    """

    book: Path
    record_names: tuple[str, ...] = ()  # records that the book uses, even if they do not exist yet
    data_sheets: Mapping[str, str] = field(default_factory=dict)  # machines by record
    bibliographies: tuple[str, ...] = ()  # names of BibTeX files
    watch: Callable[[Path], None] = ignore_use
    note_use: Callable[[Row], None] = ignore_use

    @property
    def folder(self) -> Path:
        return self.book / "data"

    def record(self, name: str) -> Record | None:
        """Return the record with a name, or None if it is expected but does not exist yet.

        Raise UnknownNameError for other names. The result depends on which results files exist.
        `depend_on` adds dependencies on the contents of results files.
        """
        path = self.folder / "records" / name
        self.watch(path)
        if path.is_dir():
            return load_record(path)
        if name in self.record_names:
            return None
        raise unknown("record", name, list(self.record_names), "lanes_records of _config.yml")

    def records(self) -> dict[str, Record | None]:
        """Return the expected records by name; those that do not exist yet are None."""
        return {name: self.record(name) for name in self.record_names}

    def roof_faults(self, name: str) -> dict[str, str]:
        """Return the labels of the invalid roofs of a record, each with the reason, or {}."""
        path = self.folder / "records" / name
        return find_roof_faults(path) if path.is_dir() else {}

    def depend_on(self, name: str, suites: Iterable[str]) -> None:
        """Report a dependency on a record's results files for the given suites."""
        for suite in suites:
            self.watch(self.folder / "records" / name / f"{suite}.json")

    def table(self, name: str) -> dict[str, Any]:
        """Return a table of data: `hardware`, `literature`, `claims`, `timeline` or `traces`.

        `literature` includes the published measurements that have a name.
        """
        if name == "traces":
            return self.device_times()
        path = self.folder / f"{name}.toml"
        self.watch(path)
        stated: dict[str, Any] = parse_toml(path)
        if name != "literature":
            return stated
        entries: dict[str, dict[str, Any]] = {}
        for row in self.published_rows():
            if row.name:
                entries.setdefault(row.table, {})[row.name] = row.entry()
        return stated | {group: {**it, **stated.get(group, {})} for group, it in entries.items()}

    def device_times(self) -> dict[str, Any]:
        """Return an entry `TRACE.busy` for each trace: the time for which kernels of a call ran."""
        there = self.folder / "traces"
        paths = sorted(there.glob("*.trace.json.gz"))
        for path in (there, *paths):
            self.watch(path)
        return {
            path.name.partition(".")[0]: {
                "busy": {
                    "value": busy_time(kernels(path)),
                    "unit": "µs",
                    "source": f"The kernels of one call, in a trace of JAX's profiler, {path.name}",
                }
            }
            for path in paths
        }

    def trace(self, name: str) -> list[Kernel]:
        """Return the kernels of the last call in a trace."""
        path = self.folder / "traces" / f"{name}.trace.json.gz"
        self.watch(path)
        return kernels(path)

    def claim(self, name: str) -> dict[str, Any]:
        claims = self.table("claims")
        if name not in claims:
            raise unknown("claim", name, list(claims), "data/claims.toml")
        result: dict[str, Any] = claims[name]
        return result

    def entry(self, table: str, key: str) -> dict[str, Any]:
        """Return the entry `group.item` (or a top-level entry), or raise UnknownNameError.

        A published measurement counts as used.
        """
        entries = self.table(table)
        found = find(entries, key)
        if isinstance(found, dict) and "value" in found:
            if "row" in found:
                self.note_use(found["row"])
            return found
        raise unknown("entry", key, keys(entries), f"data/{table}.toml")

    def published_rows(self) -> tuple[Row, ...]:
        """Return all published measurements."""
        files = sorted((self.folder / "others").glob("*.toml"))
        for path in (self.folder / "others", *files):
            self.watch(path)
        return tuple(row for file in files for row in load_rows(file))

    def rows_of_case(self, source: str, query: str) -> list[tuple[Row, Quantity]]:
        """Return the published measurements of a case or nearest case, oldest first, with values.

        `source` is a kind of machine: `cpu` or `gpu`. The values have the quantity of the query,
        such as `rate`; rows that cannot be converted are omitted. The returned rows count as used.
        """
        there = [row for row in self.published_rows() if row.kind == source and row.case_label]
        if not there:  # unknown cases are reported elsewhere
            return []
        label, measure = find_case(query).label, query.rpartition(".")[2]
        there = [row for row in there if row.case_label == label]
        pairs = [(row, value) for row in there if (value := row.convert(measure)) is not None]
        for row, _ in pairs:
            self.note_use(row)
        return sorted(pairs, key=lambda pair: pair[0].year)

    def bibliography(self) -> dict[str, str]:
        """Return "Author, Title (year)" by citation key, for cards, which cannot cite."""
        titles: dict[str, str] = {}
        for name in self.bibliographies:
            path = self.book / name
            self.watch(path)
            titles |= load_titles(path)
        return titles

    def source(self, name: str) -> str:
        """Return the text of a source. `name` is a citation key, or already a sentence.

        Raise UnknownNameError if `name` is one word but no key.
        """
        titles = self.bibliography()
        if name in titles:
            return titles[name]
        if " " in name:
            return name
        raise unknown("source", name, sorted(titles), "references.bib")

    def source_of(self, kind: str, key: str) -> str:
        """Return the source of a `fact`, `published` or `trace` number as text."""
        return self.source(str(self.entry(STATED[kind], key)["source"]))

    def address(self, kind: str, key: str) -> tuple[str, str]:
        """Return the page and the anchor of a `fact`, `published` or `trace` number."""
        row = self.entry(STATED[kind], key).get("row")
        if kind == "trace":
            return "09_async", trace_id(key.partition(".")[0])
        return ("gpus", row.anchor) if row else ("hardware", make_id(f"{STATED[kind]}-{key}"))


def trace_id(name: str) -> str:
    return str(make_id(f"trace-{name}"))


def find(entries: dict[str, Any], key: str) -> Any:
    """Return the value of a nested dictionary under a key such as `group.item`, or None."""
    found: Any = entries
    for part in key.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def keys(entries: dict[str, Any], prefix: str = "") -> list[str]:
    """Return the full names of all entries that have a value."""
    names = []
    for name, value in entries.items():
        if isinstance(value, dict):
            names += [prefix + name] if "value" in value else keys(value, f"{prefix}{name}.")
    return names
