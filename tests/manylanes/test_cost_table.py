"""The published table: in step with the code, with its README, with itself."""

from pathlib import Path

import pytest

from manylanes import Row, __main__, table
from manylanes._cost.analysis.trip_count import MAX_ITERATIONS
from manylanes._cost.price.rules import RULES
from manylanes._cost.show.text import markdown

README = Path(__file__).parents[2] / "manylanes" / "_cost" / "README.md"


def test_the_readme_shows_the_table() -> None:
    shown = README.read_text().split("<!-- the table: python -m manylanes table -->\n")[1]
    shown = shown.split("\n<!-- end of the table -->")[0]
    assert shown == markdown(), "paste what `python -m manylanes table` prints"


def test_the_readme_names_the_limit_of_a_followed_loop() -> None:
    assert f"at most {MAX_ITERATIONS:,} rounds" in README.read_text()


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["table"]) == 0
    assert capsys.readouterr().out == markdown() + "\n"


def test_every_group_that_works_has_a_rule_and_no_op_stands_twice() -> None:
    rows = table()
    assert all(isinstance(row, Row) for row in rows)
    free = {"free", "view", "move", "loop", "branch"}
    assert {row.group for row in rows} == set(RULES) | free
    ops = [op for row in rows for op in row.ops]
    assert len(ops) == len(set(ops))
    assert all(row.work and row.span and row.bytes for row in rows)
