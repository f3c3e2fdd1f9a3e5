"""Submit every attack of the corpus: it gains nothing and changes no other verdict.

`make test` runs one attack for each defence, and `make proof` runs all attacks.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from operator import attrgetter

import pytest
from attack_bench import carry_out
from attack_corpus import Attack, corpus
from attack_place import SHORT, TIMED, Place
from reach import one_of_each


def patched_names(attack: Attack) -> Iterator[str]:
    """Yield the dotted names of `autograder` that the attack imports, reads or assigns."""
    for cell in attack.cells:
        try:
            nodes = list(ast.walk(ast.parse(cell)))
        except SyntaxError:  # an IPython magic, or invalid source as an attack
            continue
        for node in nodes:
            names = [ast.unparse(node)] if isinstance(node, ast.Attribute) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name for name in names if name.startswith("autograder."))


@pytest.mark.parametrize("attack", one_of_each(corpus(), attrgetter("defence")), ids=str)
def test_attack_gains_nothing(attack: Attack, place: Place) -> None:
    outcome = carry_out(place, attack, SHORT if attack.kind in TIMED else None)
    assert outcome.gained == [], outcome.text
    for task in attack.answers or ["02_best_split"]:
        assert str(outcome.verdicts[task].status) == attack.status, outcome.text
    for task in attack.other_tasks:
        assert outcome.verdicts[task].points == outcome.verdicts[task].max_points, outcome.text
    assert attack.message in " ".join(outcome.text.split())


@pytest.mark.parametrize("name", sorted({name for a in corpus() for name in patched_names(a)}))
def test_names_that_attacks_patch_exist(name: str) -> None:
    """An attack that patches a name that no longer exists gains nothing, even without a defence."""
    pkgutil.resolve_name(name)
