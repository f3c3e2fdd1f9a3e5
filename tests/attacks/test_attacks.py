"""Submit every attack of the corpus: it gains nothing and changes no other verdict.

`make test` runs one attack for each defence, and `make proof` runs all attacks.
"""

from __future__ import annotations

from operator import attrgetter

import pytest
from attack_bench import carry_out
from attack_corpus import Attack, corpus
from attack_place import SHORT, TIMED, Place
from reach import one_of_each


@pytest.mark.parametrize("attack", one_of_each(corpus(), attrgetter("defence")), ids=str)
def test_attack_gains_nothing(attack: Attack, place: Place) -> None:
    outcome = carry_out(place, attack, SHORT if attack.kind in TIMED else None)
    assert outcome.gained == [], outcome.text
    for task in attack.answers or ["02_best_split"]:
        assert str(outcome.verdicts[task].status) == attack.status, outcome.text
    for task in attack.other_tasks:
        assert outcome.verdicts[task].points == outcome.verdicts[task].max_points, outcome.text
    assert attack.message in " ".join(outcome.text.split())
