"""Sheets on pages: who depends on which, how noise and conditions are shown, what does not join."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from books import ROWS, MiniBook, measurement, sheet

Mini = Callable[..., MiniBook]
NARROW = "\N{NARROW NO-BREAK SPACE}"


def of(suite: str, case: str, seconds: float, **over: object) -> str:
    """A sheet of one case, with roofs that take a millisecond and the case's own tenth more."""
    roofs = [
        measurement("roof", {"kind": kind}, samples_s=[1e-3, 1e-3 + seconds / 10], suite="roofs")
        for kind in ("compute", "memory")
    ]
    rows = [] if suite == "roofs" else [measurement(case, {}, samples_s=[seconds], suite=suite)]
    return sheet(*roofs, *rows, **over)


def two_suites(book: MiniBook, **over: object) -> None:
    book.write("data/records/cpu/roofs.json", of("roofs", "", 0, **over))
    book.write("data/records/cpu/matmul.json", of("matmul", "alpha", 1e-3))
    book.write("data/records/cpu/batch.json", of("batch", "beta", 4e-4))


def test_a_changed_sheet_changes_the_pages_that_took_a_number_from_it(mini: Mini):
    book = mini("x", other="x")
    two_suites(book)
    book.write("index.md", "# T\n\n{measured}`cpu: alpha.time`\n\n{measured}`cpu: device.cores`\n")
    book.write("other.md", "# T\n\n{measured}`cpu: beta.time`\n")
    assert "ERROR" not in book.build().warnings
    book.write("data/records/cpu/batch.json", of("batch", "beta", 2e-4))
    read = book.build().read
    assert "other" in read
    assert "records" in read
    assert "index" not in read
    assert f"200{NARROW}µs" in book.soup("other").text


def test_a_new_sheet_is_seen_by_a_page_that_waited_for_it(draft: MiniBook):
    two_suites(draft)
    draft.write("index.md", "# T\n\n{measured}`cpu: gamma.time`\n")
    assert "Record cpu has no case 'gamma'" in draft.build().warnings
    draft.write("data/records/cpu/vector.json", of("vector", "gamma", 2e-4))
    assert "ERROR" not in draft.build().warnings
    assert f"200{NARROW}µs" in draft.soup().text


def test_a_roof_beside_a_case_is_of_its_run_wherever_it_stands(draft: MiniBook):
    two_suites(draft)
    texts = (
        "cpu: alpha.time / roof[kind=compute].time",
        "cpu: roof[kind=compute].time / fact: h200.price * cpu: alpha.time",
        "cpu: roof[kind=compute].time",
    )
    draft.write("index.md", "# T\n\n" + " ".join(f"{{measured}}`{text}`" for text in texts) + "\n")
    links = draft.build().soup().select("a.origin-number")
    assert [link["href"].split("#")[1] for link in links] == [
        "cpu-matmul-alpha", "cpu-matmul-roof-kind-compute", "cpu-roofs-roof-kind-compute"
    ]  # fmt: skip
    assert links[0].text == "0.95"  # 1 ms over the 1.05 of its own sheet, not the 1.00 of another
    places = draft.soup("records")
    assert all(places.find(id=link["href"].split("#")[1]) is not None for link in links)


NOTED = {
    "load": [0.25, 7.5],
    "affinity": [0, 1],
    "xla_flags": "--xla_some=1",
    "huge_pages": "madvise",
    "governor": None,
    "multiply_add_s": [1e-9, 0.8e-9],
}


def test_noise_stands_on_the_card_and_above_the_sheet(draft: MiniBook):
    two_suites(draft, conditions=NOTED)
    draft.write("index.md", "# T\n\n{measured}`cpu: roof[kind=memory].time`\n")
    card = " ".join(draft.build().soup().select_one(".origin-card").text.split())
    assert "This run was noisy." in card
    assert "noisy: load 0.2 before and 7.5 after, on 2 cores." in card
    text = " ".join(draft.soup("records").text.split())
    assert "Noisy: load 0.2 before and 7.5 after, on 2 cores." in text


def test_a_quiet_number_says_nothing_of_noise(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].time`")
    assert "noisy" not in page.soup().select_one(".origin-card").text
    assert "Noisy" not in page.soup("records").text


def test_the_page_shows_the_conditions_or_that_nobody_noted_them(draft: MiniBook):
    two_suites(draft, conditions=NOTED)
    records = draft.build().soup("records")

    def shown(suite: str) -> dict[str, str]:
        rows = records.find(id=f"record-cpu-{suite}").select_one("table.conditions").select("tr")
        return {row.th.text: row.td.text for row in rows}

    noted = shown("roofs")
    assert noted["load before and after"] == "0.25, 7.5"
    assert noted["affinity"] == "0, 1"
    assert noted["XLA_FLAGS"] == "--xla_some=1"
    assert noted["huge pages"] == "madvise"
    assert noted["governor"] == "unknown"
    assert noted["true clock before and after"] == f"4{NARROW}GHz, 5{NARROW}GHz"
    assert shown("batch")["conditions"] == "not noted"


def test_two_modes_are_named_beside_their_case(draft: MiniBook):
    rounds = [[1e-3]] * 3 + [[5e-3]] * 6
    draft.write(
        "data/records/cpu/matmul.json", sheet(*ROWS, measurement("alpha", {}, rounds_s=rounds))
    )
    text = " ".join(draft.build().soup("records").text.split())
    assert "two modes, 1 ms in 3 rounds and 5 ms in 6 rounds" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{measured}`cpu: alpha.time`", "ERROR: measured: "),
        ("```{explorable} matmul-cubes\n:suites: alpha\n```", "ERROR: explorable matmul-cubes: "),
        ("```{ruling} brackets\n```", "ERROR: ruling brackets: "),
        ("```{records}\n```", "ERROR: records: "),
    ],
)
def test_sheets_that_do_not_join_are_an_error_with_page_and_line(
    draft: MiniBook, text: str, said: str
):
    two_suites(draft)
    draft.write("data/records/cpu/batch.json", of("batch", "beta", 1e-4, inputs="zeros"))
    draft.write("index.md", f"# T\n\na\n\n{text}\n")
    told = draft.build().warnings
    assert f"index.md:5: {said}" in told
    assert "inputs is 'uniform in [-1, 1)' in the first and 'zeros' in the second" in told
