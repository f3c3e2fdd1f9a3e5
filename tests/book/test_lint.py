"""A number with a measuring unit stands in a role, never bare in prose."""

from __future__ import annotations

import pytest
from _ext.lint import bare_numbers

BARE = [
    "It takes 41.6 ms.",
    "It takes 41.6\u202fms.",
    "It takes 12ms.",
    "about 3 s later",
    "runs at 170 GFLOP/s",
    "moves 4.8 TB/s",
    "moves 35 GB/s, not 4",
    "gains 60 %",
    "gains 60% of it",
    "is 12 per cent",
    "1,000 times faster",
    "a thousand times slower",
    "77 times as long",
    "takes 1e3 microseconds".replace("1e3", "1000"),
    "- in a list: 5 us",
    "| in a table | 5 µs |",
    "> quoted: 5 ns",
    "```{note}\nInside an admonition: 5 ms.\n```",
    ":::{predict} x\nHow long, 5 ms?\n:::",
    "```{predict} x\n:unit: ms\nHow long, 5 ms?\n```",
]
FINE = [
    "{measured}`cpu: gemm[n=2048].rate | ms`",
    "takes {measured}`cpu: gemm[n=2048].time` on two cores",
    "`sleep 5 s` in code",
    "```python\nwait = '5 ms'\n```",
    "```{code-cell} python\nprint('5 ms')\n```",
    "````\n```\n5 ms\n```\n5 ms\n````",
    "$t = 5 ms$ in mathematics",
    "$$\nt = 5 ms\n$$",
    "$$ t = 5 ms $$",
    "matrices of 2048 by 2048",
    "four bytes, 0.5 FLOP for each byte",
    "90 % sure".replace("90 %", "ninety in a hundred"),
    "in 2012 systems",
    "a 100 MB matrix",
    "---\ntitle: 5 ms\n---\nText",
    "% a comment of 5 ms",
    "[text](5 ms.html)",
    "```{measured-bars} x\nunit: 5 ms\n```",
    ":option: 5 ms",
]


@pytest.mark.parametrize("text", BARE)
def test_a_bare_number_is_found(text: str):
    assert [found.text for found in bare_numbers(text)] != []


@pytest.mark.parametrize("text", FINE)
def test_what_is_not_a_bare_number_is_left_alone(text: str):
    assert [found.text for found in bare_numbers(text)] == []


def test_the_line_and_the_roles_are_named():
    (found,) = bare_numbers("# Title\n\nOne.\nIt takes 41.6 ms.\n")
    assert found.line == 4
    assert str(found) == (
        "'41.6 ms' is a bare number: say where it comes from with the role "
        "measured (a record), fact (hardware.toml) or published (literature.toml)"
    )


def test_a_bare_number_is_an_error_of_the_build(mini):
    page = mini("Fine.\n\nIt takes 41.6 ms.")
    assert "index.md:5: ERROR: '41.6 ms' is a bare number" in page.warnings
