"""Each claim of the book has its wording, a rule that decides it, and a chapter."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOUSE = Path(__file__).parents[2]
CLAIMS = tomllib.loads((HOUSE / "book/data/claims.toml").read_text(encoding="utf-8"))


def test_each_claim_has_wording_rule_and_chapter() -> None:
    said = {"article", "words", "claim", "chapter", "correct", "source"}
    ways = ({"machine", "metric", "fixed", "rules"}, {"ruling"})
    odd = [
        name
        for name, claim in CLAIMS.items()
        if claim.keys() - {"changed"} not in [said | way for way in ways]
    ]
    assert odd == []
