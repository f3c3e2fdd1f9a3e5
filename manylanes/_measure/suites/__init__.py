"""The suites, found by file: a file here with CASES is a suite, named as the file is."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping

from manylanes._measure.case import Case

# Nothing can be questioned without a roof, so this suite runs with every other.
ALWAYS = "roofs"


def suites() -> Mapping[str, tuple[Case, ...]]:
    names = sorted((found.name for found in pkgutil.iter_modules(__path__)), key=_order)
    return {name: importlib.import_module(f"{__name__}.{name}").CASES for name in names}


def _order(name: str) -> tuple[bool, str]:
    return name != ALWAYS, name
