"""Test that the published table agrees with the code, with the README and with itself."""

from pathlib import Path

import pytest

from manylanes import Row, __main__, table
from manylanes._cost.analysis.trip_count import MAX_ITERATIONS
from manylanes._cost.price.rules import RULES
from manylanes._cost.show.text import markdown

README = Path(__file__).parents[2] / "manylanes" / "_cost" / "README.md"


def test_readme_contains_the_table() -> None:
    text = README.read_text().split("<!-- the table: python -m manylanes table -->\n")[1]
    text = text.split("\n<!-- end of the table -->")[0]
    assert text == markdown(), "paste what `python -m manylanes table` prints"


def test_readme_states_the_iteration_limit() -> None:
    assert f"at most {MAX_ITERATIONS:,} iterations" in README.read_text()


def test_table_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["table"]) == 0
    assert capsys.readouterr().out == markdown() + "\n"


def test_every_group_with_work_has_a_rule_and_ops_are_unique() -> None:
    rows = table()
    assert all(isinstance(row, Row) for row in rows)
    free = {"free", "view", "move", "loop", "branch"}
    assert {row.group for row in rows} == set(RULES) | free
    ops = [op for row in rows for op in row.ops]
    assert len(ops) == len(set(ops))
    assert all(row.work and row.span and row.bytes for row in rows)
