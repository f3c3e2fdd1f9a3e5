"""Parse an expression over measurements and stated numbers."""

from __future__ import annotations

from dataclasses import dataclass

from .store import STATED
from .term import Term, terms


@dataclass(frozen=True)
class Expression:
    """A parsed expression such as `cpu: gemm[n=2048].rate / fact: h200.f32_tflops | %`."""

    query: str
    terms: tuple[Term, ...]
    unit: str | None

    @classmethod
    def read(cls, text: str) -> Expression:
        """Parse an expression, or raise ValueError.

        `query` does not contain the record if all terms are from the same one.
        """
        query, bar, unit = (part.strip() for part in text.partition("|"))
        parts = terms(query)
        if not parts or (bar and (not unit or " " in unit)):
            raise ValueError(
                f"cannot parse the expression '{text}'; "
                "write `cpu: gemm[n=2048].rate`, or add `| GFLOP/s` for a unit"
            )
        if {term.source for term in parts} == {parts[0].source} - STATED.keys():
            query = query.partition(":")[2].strip()
        return cls(query, parts, unit or None)

    @property
    def record(self) -> str:
        """The source of the first term: the name of a record, `fact`, `published` or `trace`."""
        return self.terms[0].source

    @property
    def is_stated(self) -> bool:
        """Whether the expression contains only stated numbers and no measurement."""
        return all(term.is_stated for term in self.terms)
