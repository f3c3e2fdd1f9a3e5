"""Rules for prose: roles for numbers with units, commas in long numbers, and standard terms."""

from collections.abc import Callable

import pytest
from _ext.lint.page import Page
from _ext.lint.prose import bare_numbers, colloquial_terms, ungrouped_numbers

BARE = [
    "It takes 41.6\u202fms.",
    "runs at 170 GFLOP/s",
    "gains 60 %",
    "is 12 per cent",
    "a thousand times slower",
    "77 times as long",
    "| in a table | 5 µs |",
    "```{note}\nInside an admonition: 5 ms.\n```",
    ":::{predict} x\nHow long, 5 ms?\n:::",
    "$$n\n^2$$\n\nAfter a formula: 5 ms.",
]
FINE = [
    "takes {measured}`cpu: gemm[n=2048].time` on two cores",
    "`sleep 5 s` in code",
    "```{code-cell} python\nprint('5 ms')\n```",
    "````\n```\n5 ms\n```\n5 ms\n````",
    "$t = 5 ms$ in mathematics",
    "$$\nt = 5 ms\n$$",
    "in 2012 systems",
    "a 100 MB matrix",
    "---\ntitle: 5 ms\n---\nText",
    "% a comment of 5 ms",
    "```{measured-bars} x\nunit: 5 ms\n```",
]
UNGROUPED = {
    "from 256 to 1024 customers": "1,024",
    "4 194 304 months": "4,194,304",
    "```{note}\n16896 lanes\n```": "16,896",
}
GROUPED = [
    "has 4,096 lanes, 1,437 of 4,194,304",
    "matrices of 2048 by 2048, or 8192 \N{MULTIPLICATION SIGN} 8192",
    "an RTX 4060, an Intel 8088 and an EPYC 9755",
    "in 1979 and from 1993 to 2004",
    "“whereas Tesla K80 has 4992 CUDA Cores”",
    "`f32[1024]` and $n = 2048$",
]
STANDARD = [
    "`pictures` in code",
    "“the slope of the error”, an article says",
    "It turns out that a value rounds to even.",
]


@pytest.mark.parametrize("text", BARE)
def test_bare_number_is_found(text: str):
    assert list(bare_numbers(Page(text))) != []


@pytest.mark.parametrize("text", UNGROUPED)
def test_ungrouped_number_is_found(text: str):
    (problem,) = ungrouped_numbers(Page(text))
    assert problem.message.endswith(f"' needs commas between digits: write {UNGROUPED[text]}")


def test_nonstandard_word_is_rejected_with_the_standard_term():
    (found,) = colloquial_terms(Page("```{note}\nEach turn loads it.\n```"))
    assert found.message.startswith("'Each turn' is not the standard term: write iteration")


@pytest.mark.parametrize(
    ("rule", "texts"),
    [(bare_numbers, FINE), (ungrouped_numbers, GROUPED), (colloquial_terms, STANDARD)],
)
def test_other_prose_is_accepted(rule: Callable[..., object], texts: list[str]):
    assert {text: found for text in texts if (found := list(rule(Page(text))))} == {}


def test_bare_and_ungrouped_numbers_are_build_errors(errors: Callable[..., str]):
    warnings = errors("Fine.\n\nIt takes 41.6 ms.\n\nIt has 4096 lanes.")
    assert "index.md:5: ERROR: '41.6 ms' has no source" in warnings
    assert "index.md:7: ERROR: '4096' needs commas" in warnings
