"""Every attack succeeds once its one defence is off: else its failing would show nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from attack_corpus import Attack, by_class, corpus
from attack_defences import DEFENCES, undefended
from attack_place import Place
from attack_switch import QUOTED

from autograder.runner.sandbox.linux import bwrap

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


@pytest.mark.parametrize(("file", "old"), QUOTED)
def test_what_a_switch_looks_for_is_there(file: str, old: str) -> None:
    """Told at once, and not after the long rows."""
    assert old in (bwrap.PACKAGE / file).read_text(), f"{file} has changed: mend the switch"


def test_every_class_has_an_attack_that_is_shown_to_be_one() -> None:
    unshown = [kind for kind, attacks in by_class().items() if all(a.undefended for a in attacks)]
    assert unshown == []
