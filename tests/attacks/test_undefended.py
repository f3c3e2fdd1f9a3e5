"""Every attack succeeds once its one defence is off: else its failing would show nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from attack_corpus import Attack, by_class, corpus
from attack_defences import DEFENCES, undefended
from attack_place import Place

SHOWN = [attack for attack in corpus() if not attack.undefended]


@pytest.mark.proof
@pytest.mark.parametrize("attack", SHOWN, ids=str)
def test_succeeds_once_its_defence_is_off(
    attack: Attack, place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outcome = undefended(attack, place, monkeypatch, tmp_path)
    place.tidy()
    assert attack.gains in outcome.gained, (outcome.gained, outcome.text)


def test_every_switch_is_tried() -> None:
    assert {attack.defence for attack in SHOWN} == set(DEFENCES)


def test_every_class_has_an_attack_that_is_shown_to_be_one() -> None:
    unshown = [kind for kind, attacks in by_class().items() if all(a.undefended for a in attacks)]
    assert unshown == []
