"""Find suites in files: a Python file with CASES is a suite, named after the file."""

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
from manylanes._record.query import RecordError, find_row, parse_query
from manylanes._record.results import ROOFS


class Suites(Mapping[str, tuple[Case, ...]]):
    """Maps names of suites to cases: the roofs, then the suites of the given files and folders.

    The suites of a folder are all Python files in it whose names do not begin with `_`.
    A file is imported when the cases of the file are read, so a broken file affects only one suite.
    Reading the cases of such a suite raises RecordError.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files: dict[str, Path] = {ROOFS: Path(roofs.__file__)}
        for path in paths:
            files = sorted(path.glob("[!_]*.py")) if path.is_dir() else [path]
            if not files or files[0].suffix != ".py" or not files[0].is_file():
                raise RecordError(
                    f"There is no suite {path}: give a Python file with CASES, or a folder of such "
                    "files."
                )
            for file in files:
                other = self._files.setdefault(file.stem, file)
                if other != file:
                    raise RecordError(
                        f"{file} and {other} both define the suite {file.stem}: rename one of them."
                    )

    def __getitem__(self, name: str) -> tuple[Case, ...]:
        file = self._files[name]
        try:
            cases = (
                roofs.CASES
                if name == ROOFS
                else getattr(load_suite(file.absolute()), "CASES", None)
            )
        except Exception as error:  # a user's file may raise anything
            reason = f"{type(error).__name__}: {error}".removesuffix(".")
            raise RecordError(f"Cannot load the suite {name}: {reason}. Correct {file}.") from error
        if not (isinstance(cases, tuple) and cases and all(isinstance(c, Case) for c in cases)):
            raise RecordError(
                f"The suite {name} has no cases: {file} needs CASES = (Case(...), ...), "
                "see manylanes.records.Case."
            )
        if name != ROOFS and (duplicate := _duplicate_label(file.absolute())):
            raise RecordError(f"The suite {name} defines {duplicate} twice. Correct {file}.")
        return cases

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def order(self, kind: str) -> list[str]:
        """Return the suites that this kind of device measures first, in order; by default, none.

        A folder of suites may define the order for a kind of device in `_order.py`:
        `GPU = ("roofs", ...)`.
        """
        orders = [file.with_name("_order.py").absolute() for file in self._files.values()]
        return [
            suite
            for file in dict.fromkeys(orders)
            if file.is_file()
            for suite in getattr(load_suite(file), kind.upper(), ())
        ]

    def rank(self, name: str, kind: str) -> int:
        """Return the position of a suite in the order; unlisted suites share the last position."""
        listed = self.order(kind)
        return listed.index(name) if name in listed else len(listed)

    def select(self, names: Iterable[str] | None) -> list[str]:
        """Return `names` without duplicates, or the names of all suites if `names` is empty.

        Raise RecordError for a name that is not a suite.
        """
        selected = list(dict.fromkeys(names or self))
        unknown = [name for name in selected if name not in self._files]
        if unknown:
            raise RecordError(
                f"There is no suite {unknown[0]!r}; the suites are {', '.join(self)}."
            )
        return selected


def book_suites() -> Suites:
    """Return the suites of the book, or only the roofs if the book is not installed."""
    return Suites([SUITES] if SUITES.is_dir() else [])


def find_case(text: str) -> Case:
    """Return the case of the book's suites with a label such as `gemm[n=2048]`.

    A quantity after the label, as in a query, is ignored. Raise RecordError unless exactly one case
    matches.
    """
    if not isinstance(text, str):
        raise RecordError(f"a case is given by a string, such as 'gemm[n=2048]', not {text!r}")
    terms = parse_query(text if "." in text.rpartition("]")[2] else f"{text}.time")
    if len(terms) != 1:
        raise RecordError(f"{text!r} names {len(terms)} cases; expected one, such as gemm[n=2048]")
    cases = [case for suite in book_suites().values() for case in suite]
    if not cases:
        raise RecordError(
            "This installation has no suites. Install the course's wheel, many-lanes, which "
            "contains them, or define a case of your own: Case(name, params, ...)."
        )
    return find_row(terms[0], "of all suites", cases)


def find_suite(text: str) -> str:
    """Return the name of the book's suite that defines a case: `matmul` for `gemm[n=2048]`."""
    case = find_case(text)
    # Compare identities: `==` compares all fields, for which every case would be counted.
    suites = book_suites().items()
    return next(name for name, cases in suites if any(each is case for each in cases))


@cache
def load_suite(file: Path) -> ModuleType:
    """Import a file of a folder of suites; a second call returns the same module.

    The folder of the file acts as a package, so the file can import another file in the folder:
    `from .other import CASES`.
    """
    folder = file.resolve().parent
    name = f"suites_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    package = sys.modules.setdefault(name, ModuleType(name))
    package.__path__ = [str(folder)]
    return import_module(f"{name}.{file.stem}")


@cache
def _duplicate_label(file: Path) -> str:
    """Return the label of a case that a file defines more than once, or an empty string."""
    labels = Counter(case.label for case in load_suite(file).CASES)
    return next((label for label, count in labels.items() if count > 1), "")
