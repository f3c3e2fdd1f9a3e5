"""Results files on pages: dependencies, noise, conditions, and files that cannot be joined."""

from collections.abc import Callable

from books import NARROW, ROWS, Mini, MiniBook, flat, measurement, results_file


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
    assert {"other", "records"} <= {*read}
    assert "index" not in read
    assert f"200{NARROW}µs" in book.soup("other").text


def test_new_file_rebuilds_the_page_that_needs_it(draft: MiniBook):
    write_suites(draft)
    draft.write("index.md", "# T\n\n{measured}`cpu: gamma.time`\n")
    assert "Record cpu has no case 'gamma'" in draft.build().warnings
    draft.write("data/records/cpu/vector.json", make_file("vector", "gamma", 2e-4))
    assert "ERROR" not in draft.build().warnings
    assert f"200{NARROW}µs" in draft.soup().text


def test_quotient_uses_the_roof_of_the_same_run(draft: MiniBook, mini: Mini):
    write_suites(draft)
    texts = (
        "cpu: alpha.time / roof[kind=compute].time",
        "cpu: roof[kind=compute].time / fact: h200.price * cpu: alpha.time",
        "cpu: roof[kind=compute].time",
    )
    page = mini(" ".join(f"{{measured}}`{text}`" for text in texts))
    links = page.soup().select("a.origin-number")
    assert [link["href"].split("#")[1] for link in links] == [
        "cpu-matmul-alpha", "cpu-matmul-roof-kind-compute", "cpu-roofs-roof-kind-compute"
    ]  # fmt: skip
    # 1 ms over the 1.05 ms of its own file, not the 1.00 ms of another
    assert links[0].text == "0.95"
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


def test_noise_is_shown_on_the_card_and_on_the_records_page(draft: MiniBook, mini: Mini):
    write_suites(draft, conditions=NOTED)
    page = mini("{measured}`cpu: roof[kind=memory].time`")
    (card,) = page.cards()
    assert "This run was noisy." in card
    assert "noisy: load 0.2 before and 7.5 after, on 2 cores." in card
    assert "Noisy: load 0.2 before and 7.5 after, on 2 cores." in flat(page.soup("records"))


def test_quiet_measurement_has_no_noise_note(mini: Mini):
    page = mini("{measured}`cpu: gemm[n=8].time`")
    assert "noisy" not in page.cards()[0]
    assert "Noisy" not in page.soup("records").text


def test_records_page_shows_the_conditions_if_they_were_noted(draft: MiniBook):
    write_suites(draft, conditions=NOTED)
    records = draft.build().soup("records")

    def read_conditions(suite: str) -> dict[str, str]:
        rows = records.find(id=f"record-cpu-{suite}").select_one("table.conditions").select("tr")
        return {row.th.text: row.td.text for row in rows}

    conditions = {
        "load before and after": "0.25, 7.5",
        "affinity": "0, 1",
        "XLA_FLAGS": "--xla_some=1",
        "huge pages": "madvise",
        "governor": "unknown",
        "true clock before and after": f"4{NARROW}GHz, 5{NARROW}GHz",
    }
    assert read_conditions("roofs").items() >= conditions.items()
    assert read_conditions("batch")["conditions"] == "not recorded"


def test_two_modes_are_shown_with_their_case(draft: MiniBook):
    rounds = [[1e-3]] * 3 + [[5e-3]] * 6
    row = measurement("alpha", {}, rounds_s=rounds)
    draft.write("data/records/cpu/matmul.json", results_file(*ROWS, row))
    text = flat(draft.build().soup("records"))
    assert "two modes, 1 ms in 3 rounds and 5 ms in 6 rounds" in text


def test_incompatible_files_are_an_error_with_page_and_line(
    draft: MiniBook, assert_rejected: Callable[..., None]
):
    write_suites(draft)
    draft.write("data/records/cpu/batch.json", make_file("batch", "beta", 1e-4, inputs="zeros"))
    reason = "inputs is 'uniform in [-1, 1)' in the first and 'zeros' in the second"
    texts = {
        "measured": "{measured}`cpu: alpha.time`",
        "explorable matmul-cubes": "```{explorable} matmul-cubes\n:suites: alpha\n```",
        "ruling brackets": "```{ruling} brackets\n```",
        "records": "```{records}\n```",
    }
    rows = [(text, f"ERROR: {name}: ") for name, text in texts.items()]
    assert_rejected([*rows, *((text, reason) for text in texts.values())])
