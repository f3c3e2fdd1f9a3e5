"""The suites, found by file: a file with CASES is a suite, named as the file is."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from manylanes._book import SUITES
from manylanes._measure import roofs
from manylanes._measure.case import Case
from manylanes._record.query import RecordError, row_of, terms
from manylanes._record.sheet import ROOFS


class Suites(Mapping[str, tuple[Case, ...]]):
    """By name: the roofs first, which are the instrument's own, then those of the paths. A file is
    read when its cases are asked for: one that is broken breaks one suite."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files: dict[str, Path] = {ROOFS: Path(roofs.__file__)}
        for file in (file for path in paths for file in _files(path)):
            other = self._files.setdefault(file.stem, file)
            if other != file:
                raise RecordError(
                    f"{file} and {other} are both the suite {file.stem}: rename one of them."
                )

    def __getitem__(self, name: str) -> tuple[Case, ...]:
        file = self._files[name]
        try:
            cases = roofs.CASES if name == ROOFS else getattr(load(file.absolute()), "CASES", None)
        except Exception as error:  # whatever a file of cases raises
            what = f"{type(error).__name__}: {error}".removesuffix(".")
            raise RecordError(f"The suite {name} cannot be read: {what}. Mend {file}.") from error
        if not (isinstance(cases, tuple) and cases and all(isinstance(c, Case) for c in cases)):
            raise RecordError(
                f"The suite {name} has no cases: {file} needs CASES = (manylanes.Case(...), ...)."
            )
        if name != ROOFS and (twice := _twice(file.absolute())):
            raise RecordError(f"The suite {name} holds {twice} two times. Mend {file}.")
        return cases

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def chosen(self, names: Iterable[str] | None) -> list[str]:
        """Those names, once each, in the order asked; all of them where none is given."""
        asked = list(dict.fromkeys(names or self))
        unknown = [name for name in asked if name not in self._files]
        if unknown:
            raise RecordError(f"There is no suite {unknown[0]!r}; there are {', '.join(self)}.")
        return asked


def of_the_book() -> Suites:
    """Those that the book shows records of; the roofs alone where the instrument is alone."""
    return Suites([SUITES] if SUITES.is_dir() else [])


def case(text: str) -> Case:
    """The case of the book's suites that `gemm[n=2048]` or `gemm[n=2048].time` means, whoever has
    measured it."""
    if not isinstance(text, str):
        raise RecordError(f"a case is text, such as 'gemm[n=2048]', not {text!r}")
    (term,) = terms(text if "." in text.rpartition("]")[2] else f"{text}.time")
    cases = [one for suite in of_the_book().values() for one in suite]
    if not cases:
        raise RecordError(
            "This installation has no suites. The wheel many-lanes of the course carries them; a "
            "case of your own is Case(name, params, ...)."
        )
    return row_of(term, "of all suites", cases)


@cache
def load(file: Path) -> ModuleType:
    """A file of cases as a module. Its folder is its package, so that it may take what stands
    beside it: `from .other import CASES`."""
    folder = file.resolve().parent
    name = f"suites_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [str(folder)]
    return import_module(f"{name}.{file.stem}")


@cache
def _twice(file: Path) -> str:
    """A case that stands in it more than once."""
    labels = Counter(case.label for case in load(file).CASES)
    return next((label for label, count in labels.items() if count > 1), "")


def _files(path: Path) -> list[Path]:
    """Of a folder all that could be one: what begins with `_` serves the others."""
    found = sorted(path.glob("[!_]*.py")) if path.is_dir() else [path]
    if not found or found[0].suffix != ".py" or not found[0].is_file():
        raise RecordError(
            f"There is no suite {path}: give a Python file with CASES, or a folder of such files."
        )
    return found
