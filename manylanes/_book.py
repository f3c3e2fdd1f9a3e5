"""Paths of the book's records and suites, in a checkout or in the course's wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_IN_WHEEL = _PACKAGE / "_carried"
_IN_CHECKOUT = _PACKAGE.parent / "book"

RECORDS = _IN_WHEEL / "records" if _IN_WHEEL.is_dir() else _IN_CHECKOUT / "data" / "records"
SUITES = _IN_WHEEL / "suites" if _IN_WHEEL.is_dir() else _IN_CHECKOUT / "suites"
