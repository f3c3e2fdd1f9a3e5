"""Look up the data of the book by name: records, hardware facts, published numbers, claims."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from docutils import nodes
from pybtex.database import parse_file
from pybtex.richtext import Text
from sphinx.environment import BuildEnvironment

from manylanes.records import Record

from ..rebuild.watch import watch
from . import others, roofs
from .traces import busy_time, kernels

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


@lru_cache(maxsize=64)
def _parse_toml(path: Path, _modification_time: int) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def parse_toml(path: Path) -> Any:
    return _parse_toml(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _load_record(folder: Path, _modification_time: tuple[int, ...]) -> Record:
    return Record.load(folder)


@lru_cache(maxsize=64)
def _roof_faults(folder: Path, modification_times: tuple[int, ...]) -> dict[str, str]:
    return roofs.find_faults(_load_record(folder, modification_times))


def modification_times(folder: Path) -> tuple[int, ...]:
    return tuple(file.stat().st_mtime_ns for file in sorted(folder.glob("*.json")))


def folder(env: BuildEnvironment) -> Path:
    return Path(env.srcdir) / "data"


def record(env: BuildEnvironment, name: str) -> Record | None:
    """Return the record with a name, or None if `lanes_records` lists it but it does not exist yet.

    Raise UnknownNameError for other names. The current page is rebuilt when a results file appears
    or disappears. `depend_on` adds dependencies on the contents of results files.
    """
    path = folder(env) / "records" / name
    watch(env, path)
    expected = list(env.config.lanes_records)
    if path.is_dir():
        return _load_record(path, modification_times(path))
    if name in expected:
        return None
    raise unknown("record", name, expected, "lanes_records of _config.yml")


def roof_faults(env: BuildEnvironment, name: str) -> dict[str, str]:
    """Return the labels of the invalid roofs of a record, each with the reason, or {}."""
    path = folder(env) / "records" / name
    return _roof_faults(path, modification_times(path)) if path.is_dir() else {}


def depend_on(env: BuildEnvironment, name: str, suites: Iterable[str]) -> None:
    """Record that the current page depends on a record's results files for the given suites."""
    for suite in suites:
        watch(env, folder(env) / "records" / name / f"{suite}.json")


def load_table(env: BuildEnvironment, name: str) -> dict[str, Any]:
    """Return a table of data: `hardware`, `literature`, `claims`, `timeline` or `traces`.

    `literature` includes the named measurements in `data/others`. The current page is rebuilt when
    a file changes.
    """
    if name == "traces":
        return device_times(env)
    path = folder(env) / f"{name}.toml"
    watch(env, path)
    stated: dict[str, Any] = parse_toml(path)
    if name != "literature":
        return stated
    rows = others.named_entries(env).items()
    return stated | {group: {**named, **stated.get(group, {})} for group, named in rows}


def device_times(env: BuildEnvironment) -> dict[str, Any]:
    """Return an entry `TRACE.busy` for each trace: the time for which kernels of one call ran."""
    there = folder(env) / "traces"
    watch(env, there)
    return {
        path.name.partition(".")[0]: {
            "busy": {
                "value": busy_time(kernels(path)),
                "unit": "µs",
                "source": f"The kernels of one call, in a trace of JAX's profiler, {path.name}",
            }
        }
        for path in sorted(there.glob("*.trace.json.gz"))
    }


def trace_id(name: str) -> str:
    return nodes.make_id(f"trace-{name}")


def claim(env: BuildEnvironment, name: str) -> dict[str, Any]:
    claims = load_table(env, "claims")
    if name not in claims:
        raise unknown("claim", name, list(claims), "data/claims.toml")
    result: dict[str, Any] = claims[name]
    return result


def entry(env: BuildEnvironment, name: str, key: str) -> dict[str, Any]:
    """Return the entry `group.item` (or a top-level entry) of a table, or raise UnknownNameError.

    If the entry is a published measurement, record that the current page uses it.
    """
    found = find(load_table(env, name), key)
    if isinstance(found, dict) and "value" in found:
        if "row" in found:
            others.note_use(env, found["row"])
        return found
    raise unknown("entry", key, keys(load_table(env, name)), f"data/{name}.toml")


def find(entries: dict[str, Any], key: str) -> Any:
    """Return the value of a nested dictionary under a key such as `group.item`, or None."""
    found: Any = entries
    for part in key.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found


def address(env: BuildEnvironment, kind: str, key: str) -> tuple[str, str]:
    """Return the page and the anchor of a number from a `fact`, `published` or `trace` source."""
    row = entry(env, STATED[kind], key).get("row")
    if kind == "trace":
        return "09_async", trace_id(key.partition(".")[0])
    return ("gpus", row.anchor) if row else ("hardware", nodes.make_id(f"{STATED[kind]}-{key}"))


def keys(entries: dict[str, Any], prefix: str = "") -> list[str]:
    """Return the full names of all entries that have a value."""
    names = []
    for name, value in entries.items():
        if isinstance(value, dict):
            names += [prefix + name] if "value" in value else keys(value, f"{prefix}{name}.")
    return names


def bibliography(env: BuildEnvironment) -> dict[str, str]:
    """Return "Author, Title (year)" by citation key, for cards, which cannot contain citations.

    An editor or an organization replaces a missing author. A missing year is omitted.
    """
    titles: dict[str, str] = {}
    for name in env.config.bibtex_bibfiles:
        path = Path(env.srcdir) / name
        watch(env, path)
        titles |= _titles(path, path.stat().st_mtime_ns)
    return titles


@lru_cache(maxsize=8)
def _titles(path: Path, _modification_time: int) -> dict[str, str]:
    titles = {}
    for key, item in parse_file(str(path)).entries.items():
        people = item.persons.get("author") or item.persons.get("editor") or []
        first = " ".join(people[0].last_names) if people else item.fields.get("organization", "")
        who = f"{first} et al." if len(people) > 1 else first
        title = item.fields.get("title", key)
        year = item.fields.get("year")
        text = f"{who}, {title}".lstrip(", ") + (f" ({year})" if year else "")
        titles[key] = str(Text.from_latex(text))
    return titles


def source(env: BuildEnvironment, name: str) -> str:
    """Return the text of a source. `name` is a citation key, or already a sentence.

    Raise UnknownNameError if `name` is one word but no key.
    """
    titles = bibliography(env)
    if name in titles:
        return titles[name]
    if " " in name:
        return name
    raise unknown("source", name, sorted(titles), "references.bib")


def source_of(env: BuildEnvironment, kind: str, key: str) -> str:
    """Return the source of a `fact`, `published` or `trace` number as text."""
    return source(env, str(entry(env, STATED[kind], key)["source"]))
