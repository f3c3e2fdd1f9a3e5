"""Every attack of the corpus through the wall: nothing gained, nobody hurt; and undefended, won."""

from __future__ import annotations

from pathlib import Path

import pytest
from attack_bench import carry_out
from attack_corpus import Attack, by_class, corpus
from attack_defences import DEFENCES, undefended
from attack_place import Place

CORPUS = corpus()
SHOWN = [attack for attack in CORPUS if not attack.undefended]


@pytest.mark.parametrize("attack", CORPUS, ids=str)
def test_gains_nothing_and_hurts_nobody(attack: Attack, place: Place) -> None:
    outcome = carry_out(place, attack)
    assert outcome.gained == [], outcome.text
    for task in attack.answers or ["02_best_split"]:
        assert str(outcome.verdicts[task].status) == attack.ends, outcome.text
    for task in attack.beside:
        assert outcome.verdicts[task].points == outcome.verdicts[task].max_points, outcome.text
    assert attack.says in " ".join(outcome.text.split())


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
