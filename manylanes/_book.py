"""The book's records and suites: beside this package, or carried by the course's wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CARRIED = _PACKAGE / "_carried"
_BESIDE = _PACKAGE.parent / "book"

RECORDS = _CARRIED / "records" if _CARRIED.is_dir() else _BESIDE / "data" / "records"
SUITES = _CARRIED / "suites" if _CARRIED.is_dir() else _BESIDE / "suites"
