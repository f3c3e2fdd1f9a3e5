"""Numbers on a page: their format, their origin cards and their errors."""

from collections.abc import Callable

from books import NARROW, Mini, MiniBook, flat, measurement, results_file


def test_measured_number_has_an_accessible_origin_card(mini: Mini):
    page = mini("It is {measured}`cpu: gemm[n=8].time`.")
    link = page.soup().select_one("a.origin-number")
    card = page.soup().find(id=link["aria-describedby"])
    assert card["role"] == "tooltip"
    start = "Median of 3 runs, Test Processor, 2 January 2026. Range: 0.990 to 1.01 ms"
    assert flat(card).startswith(start)
    assert f"0.990 to 1.01{NARROW}ms" in card.text
    (details,) = card.select(".origin-details[hidden]")
    for text in ("python -m manylanes measure --out cpu", "0123456789", "gemm[n=8].time"):
        assert text in flat(details)
    place, anchor = link["href"].split("#")
    assert place == "records.html"
    assert page.soup("records").find(id=anchor) is not None


ACROSS = "gpu: gemm[n=8].rate / cpu: gemm[n=8].rate"


def test_quotient_of_two_records_names_both_machines(draft: MiniBook, mini: Mini):
    faster = measurement("gemm", {"m": 8, "k": 8, "n": 8, "dtype": "f32"}, samples_s=[1e-4] * 2)
    graphics = results_file(faster).replace("Test Processor", "Test Graphics")
    draft.write("data/records/gpu/matmul.json", graphics)
    page = mini(f"It is {{measured}}`{ACROSS}`.")
    assert page.soup().select_one("a.origin-number").text == "10.0"
    (card,) = page.cards()
    assert ACROSS in card
    assert "Median of 2 runs, Test Graphics, 2 January 2026" in card
    assert "Median of 3 runs, Test Processor, 2 January 2026" in card
    assert page.soup().select_one("a.origin-number")["href"].startswith("records.html#gpu-")


def test_missing_record_reads_not_measured_yet(mini: Mini):
    page = mini("A GPU: {measured}`gpu: gemm[n=8].rate`.")
    assert "A GPU: not measured yet." in page.soup().text
    assert "manylanes measure" in page.soup().select_one(".absent")["title"]


MISSPELT = [
    ("{measured}`cpu: gem[n=8].rate`", "did you mean 'gemm'"),
    ("{fact}`h200.bandwith`", "Did you mean: h200.bandwidth"),
    ("{published}`maker.gian`", "Did you mean: maker.gain"),
]


def test_misspelt_expression_reports_a_suggestion(assert_rejected: Callable[..., None]):
    assert_rejected((f"Then {role}.", message) for role, message in MISSPELT)


def test_facts_and_published_numbers_name_their_source(mini: Mini):
    page = mini("{fact}`h200.bandwidth`, {fact}`h200.price`, {published}`maker.gain`")
    texts = [link.text for link in page.soup().select("a.origin-number")]
    assert texts == [f"4.8{NARROW}TB/s", f"30,000{NARROW}USD", f"60{NARROW}%"]
    bandwidth, price, _ = page.cards()
    assert "Maker et al., A GPU (2024)" in bandwidth
    assert "Peak of the memory" in bandwidth
    assert "A sentence about its origin" in price
    target = page.soup().select_one("a.origin-number")["href"].split("#")[1]
    assert "4.8" in page.soup("hardware").find(id=target).parent.text
