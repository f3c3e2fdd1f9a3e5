"""The suites, found by file: a file here with CASES is a suite, named as the file is."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping

from manylanes._measure.case import Case
from manylanes._record.query import RecordError, row_of, terms
from manylanes._record.sheet import ROOFS


class _Suites(Mapping[str, tuple[Case, ...]]):
    """A file is read when its cases are asked for: one that is broken breaks one suite."""

    def __init__(self) -> None:
        names = (found.name for found in pkgutil.iter_modules(__path__))
        self._names = sorted(names, key=_order)

    def __getitem__(self, name: str) -> tuple[Case, ...]:
        if name not in self._names:
            raise KeyError(name)
        try:
            cases: tuple[Case, ...] = importlib.import_module(f"{__name__}.{name}").CASES
        except Exception as error:  # whatever a file of cases raises
            problem = f"The suite {name} cannot be read: {type(error).__name__}: {error}."
            raise RecordError(f"{problem} Mend manylanes/_measure/suites/{name}.py.") from error
        return cases

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def suites() -> Mapping[str, tuple[Case, ...]]:
    """By name, the roofs first."""
    return _Suites()


def case(text: str) -> Case:
    """The case that `gemm[n=2048]` or `gemm[n=2048].time` means, whoever has measured it."""
    if not isinstance(text, str):
        raise RecordError(f"a case is text, such as 'gemm[n=2048]', not {text!r}")
    (term,) = terms(text if "." in text.rpartition("]")[2] else f"{text}.time")
    return row_of(term, "of all suites", [one for cases in suites().values() for one in cases])


def _order(name: str) -> tuple[bool, str]:
    return name != ROOFS, name


def chosen(names: Iterable[str] | None) -> list[str]:
    """Those names, once each, in the order asked; all of them where none is given."""
    there = suites()
    asked = list(dict.fromkeys(names or there))
    unknown = [name for name in asked if name not in there]
    if unknown:
        raise RecordError(f"There is no suite {unknown[0]!r}; there are {', '.join(there)}.")
    return asked
