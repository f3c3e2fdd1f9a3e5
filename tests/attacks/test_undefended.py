"""Check that every attack succeeds without its defence: otherwise, its failure proves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from attack_corpus import Attack, corpus
from attack_defences import DEFENCES, undefended
from attack_place import Place
from attack_switch import QUOTED

from autograder.runner.sandbox.linux import bwrap

ATTACKS = [attack for attack in corpus() if not attack.undefended]


@pytest.mark.proof
@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_attack_succeeds_without_its_defence(
    attack: Attack, place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outcome = undefended(attack, place, monkeypatch, tmp_path)
    place.tidy()
    assert attack.gains in outcome.gained, (outcome.gained, outcome.text)


def test_every_switch_is_used() -> None:
    assert {attack.defence for attack in ATTACKS} == set(DEFENCES)


@pytest.mark.parametrize(("file", "old"), QUOTED)
def test_quoted_source_text_exists(file: str, old: str) -> None:
    """Report missing source text before the long tests need it."""
    assert old in (bwrap.PACKAGE / file).read_text(), f"{file} has changed: update the switch"
