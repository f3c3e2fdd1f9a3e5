"""Rules for prose: roles for numbers with units, commas in long numbers, and standard terms."""

import pytest
from _ext.lint.page import Page
from _ext.lint.prose import bare_numbers, homely_terms, ungrouped_numbers

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


UNGROUPED = {
    "has 4096 lanes": "4,096",
    "from 256 to 1024 customers": "1,024",
    "on the left, 8192.": "8,192",
    "4 194 304 months": "4,194,304",
    "4\u202f194\u202f304 months": "4,194,304",
    "```{note}\n16896 lanes\n```": "16,896",
}
GROUPED = [
    "has 4,096 lanes, 1,437 of 4,194,304",
    "matrices of 2048 by 2048, or 8192 \N{MULTIPLICATION SIGN} 8192",
    "an RTX 4060, an Intel 8088 and an EPYC 9755",
    "in 1979 and from 1993 to 2004",
    "“whereas Tesla K80 has 4992 CUDA Cores”",
    "`f32[1024]` and $n = 2048$",
    "port 127.0.0.1:8000, arXiv:1702.02017",
    "```python\nn = 2048\n```",
    "| 16 | 256 |",
]


@pytest.mark.parametrize("text", UNGROUPED)
def test_ungrouped_number_is_found(text: str):
    (problem,) = ungrouped_numbers(Page(text))
    assert problem.message.endswith(f"' needs commas between digits: write {UNGROUPED[text]}")


@pytest.mark.parametrize("text", GROUPED)
def test_years_names_and_array_sizes_need_no_commas(text: str):
    assert list(ungrouped_numbers(Page(text))) == []


@pytest.mark.parametrize("text", BARE)
def test_bare_number_is_found(text: str):
    assert list(bare_numbers(Page(text))) != []


@pytest.mark.parametrize("text", FINE)
def test_other_numbers_are_accepted(text: str):
    assert list(bare_numbers(Page(text))) == []


def test_message_names_the_line_and_the_roles():
    (problem,) = bare_numbers(Page("# Title\n\nOne.\nIt takes 41.6 ms.\n"))
    assert problem.line == 4
    assert problem.message == (
        "'41.6 ms' has no source: write it with the role "
        "measured (a record), fact (hardware.toml) or published (literature.toml)"
    )


@pytest.mark.parametrize(
    "formula", ["$$n^2$$", "$$\nn^2\n$$", "$$n\n^2$$", "$$\nn\n^2$$", "$$n^2\n$$"]
)
def test_text_after_a_formula_is_checked(formula: str):
    (problem,) = bare_numbers(Page(f"{formula}\n\nIt takes 41.6 ms.\n"))
    assert problem.message.startswith("'41.6 ms' ")


def test_bare_and_ungrouped_numbers_are_build_errors(errors):
    warnings = errors("Fine.\n\nIt takes 41.6 ms.\n\nIt has 4096 lanes.")
    assert "index.md:5: ERROR: '41.6 ms' has no source" in warnings
    assert "index.md:7: ERROR: '4096' needs commas" in warnings


NONSTANDARD = {
    "It reads 64 texts at once.": "'texts' is not the standard term: write sequences",
    "A Photo of a cat.": "'Photo' is not the standard term: write image, or figure",
    "```{note}\nEach turn loads it.\n```": "'Each turn' is not the standard term: write iteration",
    "after 5 turns": "'5 turns' is not the standard term: write iterations or steps",
    "two of its multiprocessors": "'multiprocessors' is not the standard term: write SM (stream",
}
STANDARD = [
    "`pictures` in code",
    "“the slope of the error”, an article says",
    "It turns out that a value rounds to even.",
    "a streaming multiprocessor",
    "## Your turn",
]


@pytest.mark.parametrize(("text", "message"), NONSTANDARD.items())
def test_nonstandard_word_is_rejected_with_the_standard_term(text: str, message: str) -> None:
    (found,) = homely_terms(Page(text))
    assert found.message.startswith(message)


@pytest.mark.parametrize("text", STANDARD)
def test_standard_prose_is_accepted(text: str) -> None:
    assert not list(homely_terms(Page(text)))
