"""Every attack of the corpus through the wall: nothing gained, nobody hurt."""

from __future__ import annotations

import pytest
from attack_bench import carry_out
from attack_corpus import Attack, corpus
from attack_place import Place
from reach import one_of_each


def waits(attack: Attack) -> str:
    """What holds one that lasts until a limit ends it; every other attack is of its own kind."""
    lasts = attack.siblings or attack.kind == "endless loops"
    return attack.defence if lasts else attack.name


@pytest.mark.parametrize("attack", one_of_each(corpus(), waits), ids=str)
def test_gains_nothing_and_hurts_nobody(attack: Attack, place: Place) -> None:
    outcome = carry_out(place, attack)
    assert outcome.gained == [], outcome.text
    for task in attack.answers or ["02_best_split"]:
        assert str(outcome.verdicts[task].status) == attack.ends, outcome.text
    for task in attack.beside:
        assert outcome.verdicts[task].points == outcome.verdicts[task].max_points, outcome.text
    assert attack.says in " ".join(outcome.text.split())
