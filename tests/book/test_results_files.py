"""Results files on pages: which pages are rebuilt, the roofs of a quotient, and noise."""

from books import NARROW, Mini, MiniBook, flat, measurement, results_file


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
    # 1 ms divided by the 1.05 ms of the roof in its own file, not by the 1.00 ms of another file
    assert links[0].text == "0.95"
    places = draft.soup("records")
    assert all(places.find(id=link["href"].split("#")[1]) is not None for link in links)


def test_noise_is_shown_on_the_card_and_on_the_records_page(draft: MiniBook, mini: Mini):
    unknown = {"xla_flags": "", "huge_pages": None, "governor": None}
    conditions = {"load": [0.25, 7.5], "affinity": [0, 1], "multiply_add_s": [1e-9, 0.8e-9]}
    write_suites(draft, conditions=conditions | unknown)
    page = mini("{measured}`cpu: roof[kind=memory].time`")
    (card,) = page.cards()
    assert "This run was noisy." in card
    assert "noisy: load 0.2 before and 7.5 after, on 2 cores." in card
    assert "Noisy: load 0.2 before and 7.5 after, on 2 cores." in flat(page.soup("records"))
