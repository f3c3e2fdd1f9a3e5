"""A number as a page shows it: its text, its card and the place of its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from manylanes.records import Quantity

ABSENT = "not measured yet"
UNTIMED = "not timed"
Line = tuple[str, str]  # of a card: a label and words


@dataclass(frozen=True)
class Value:
    """The result of an expression, or the number that the name of an entry refers to.

    `kind` is `measured`, `fact`, `published` or `others`. If a term is not measured yet, it is
    `others` (with `parts`, one for each published measurement), `bound`, UNTIMED or ABSENT.
    """

    kind: str
    text: str
    lines: tuple[Line, ...] = ()
    more: tuple[Line, ...] = ()  # shown when the reader opens the details of the card
    place: tuple[str, str] = ("", "")  # page and anchor of the source
    prefix: str = ""
    suffix: str = ""
    parts: tuple[Value, ...] = ()
    quantity: Quantity | None = None  # None for a bound and without a value
    hint: str = ""  # why the value is absent
    gap: str = ""  # the query of the first term that is not measured yet
    own: str = ""  # the query, if the reader's own measurement may follow the number
    jax: Mapping[str, str] = field(default_factory=dict)  # versions of JAX by name of the device
