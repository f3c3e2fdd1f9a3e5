"""Results files on pages: dependencies, noise, conditions, and files that cannot be joined."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from books import ROWS, MiniBook, measurement, results_file

Mini = Callable[..., MiniBook]
NARROW = "\N{NARROW NO-BREAK SPACE}"


def make_file(suite: str, case: str, seconds: float, **over: object) -> str:
    """Return a results file of one case, with two roofs whose times depend on that of the case."""
    roofs = [
        measurement("roof", {"kind": kind}, samples_s=[1e-3, 1e-3 + seconds / 10], suite="roofs")
        for kind in ("compute", "memory")
    ]
    rows = [] if suite == "roofs" else [measurement(case, {}, samples_s=[seconds], suite=suite)]
    return results_file(*roofs, *rows, **over)


def write_suites(book: MiniBook, **over: object) -> None:
    book.write("data/records/cpu/roofs.json", make_file("roofs", "", 0, **over))
    book.write("data/records/cpu/matmul.json", make_file("matmul", "alpha", 1e-3))
    book.write("data/records/cpu/batch.json", make_file("batch", "beta", 4e-4))


def test_changed_file_rebuilds_only_the_pages_that_use_it(mini: Mini):
    book = mini("x", other="x")
    write_suites(book)
    book.write("index.md", "# T\n\n{measured}`cpu: alpha.time`\n\n{measured}`cpu: device.cores`\n")
    book.write("other.md", "# T\n\n{measured}`cpu: beta.time`\n")
    assert "ERROR" not in book.build().warnings
    book.write("data/records/cpu/batch.json", make_file("batch", "beta", 2e-4))
    read = book.build().read
    assert "other" in read
    assert "records" in read
    assert "index" not in read
    assert f"200{NARROW}µs" in book.soup("other").text


def test_new_file_rebuilds_the_page_that_needs_it(draft: MiniBook):
    write_suites(draft)
    draft.write("index.md", "# T\n\n{measured}`cpu: gamma.time`\n")
    assert "Record cpu has no case 'gamma'" in draft.build().warnings
    draft.write("data/records/cpu/vector.json", make_file("vector", "gamma", 2e-4))
    assert "ERROR" not in draft.build().warnings
    assert f"200{NARROW}µs" in draft.soup().text


def test_quotient_uses_the_roof_of_the_same_run(draft: MiniBook):
    write_suites(draft)
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
    assert (
        links[0].text == "0.95"
    )  # 1 ms over the 1.05 ms of its own file, not the 1.00 ms of another
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


def test_noise_is_shown_on_the_card_and_on_the_records_page(draft: MiniBook):
    write_suites(draft, conditions=NOTED)
    draft.write("index.md", "# T\n\n{measured}`cpu: roof[kind=memory].time`\n")
    card = " ".join(draft.build().soup().select_one(".origin-card").text.split())
    assert "This run was noisy." in card
    assert "noisy: load 0.2 before and 7.5 after, on 2 cores." in card
    text = " ".join(draft.soup("records").text.split())
    assert "Noisy: load 0.2 before and 7.5 after, on 2 cores." in text


def test_quiet_measurement_has_no_noise_note(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].time`")
    assert "noisy" not in page.soup().select_one(".origin-card").text
    assert "Noisy" not in page.soup("records").text


def test_records_page_shows_the_conditions_if_they_were_noted(draft: MiniBook):
    write_suites(draft, conditions=NOTED)
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
    assert shown("batch")["conditions"] == "not recorded"


def test_two_modes_are_shown_with_their_case(draft: MiniBook):
    rounds = [[1e-3]] * 3 + [[5e-3]] * 6
    draft.write(
        "data/records/cpu/matmul.json",
        results_file(*ROWS, measurement("alpha", {}, rounds_s=rounds)),
    )
    text = " ".join(draft.build().soup("records").text.split())
    assert "two modes, 1 ms in 3 rounds and 5 ms in 6 rounds" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{measured}`cpu: alpha.time`", "ERROR: measured: "),
        ("```{explorable} matmul-cubes\n:suites: alpha\n```", "ERROR: explorable matmul-cubes: "),
        ("```{ruling} brackets\n```", "ERROR: ruling brackets: "),
        ("```{records}\n```", "ERROR: records: "),
    ],
)
def test_incompatible_files_are_an_error_with_page_and_line(
    draft: MiniBook, text: str, message: str
):
    write_suites(draft)
    draft.write("data/records/cpu/batch.json", make_file("batch", "beta", 1e-4, inputs="zeros"))
    draft.write("index.md", f"# T\n\na\n\n{text}\n")
    warnings = draft.build().warnings
    assert f"index.md:5: {message}" in warnings
    assert "inputs is 'uniform in [-1, 1)' in the first and 'zeros' in the second" in warnings
