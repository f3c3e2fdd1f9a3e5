"""Numbers on a page: their format, their origin cards and their errors."""

from collections.abc import Callable

from books import HARDWARE, NARROW, Mini, MiniBook, flat, measurement, results_file

SHOWN = {
    "cpu: gemm[n=8].time": f"1.00{NARROW}ms",
    "cpu: gemm[n=8].time | us": f"1,000{NARROW}µs",
    "cpu: gemm[n=8].rate": f"2.00{NARROW}GFLOP/s",
    "cpu: gemm[n=8].bandwidth | MB/s": f"1,000{NARROW}MB/s",
    "cpu: gemm[n=8].compile": f"250{NARROW}ms",
    "cpu: gemm[n=16].time": f"3.0{NARROW}ms",  # the samples differ, so it has two digits
    "cpu: chain[order=left,n=16].time / chain[order=right,n=16].time": "50.0",
    "cpu: chain[order=right,n=16].time / chain[order=left,n=16].time | %": f"2.00{NARROW}%",
    # several records, properties of a device, and facts
    "cpu: device.cores": "2",
    "cpu: device.clock_hz": f"2.5{NARROW}GHz",
    "cpu: gemm[n=8].rate / device.clock_hz | kFLOP": f"0.000800{NARROW}kFLOP",
    "cpu: gemm[n=8].rate / device.cores": f"1.00{NARROW}GFLOP/s",
    "fact: h200.bandwidth / cpu: gemm[n=8].bandwidth": "4,800",
    "cpu: gemm[n=8].bandwidth / fact: h200.bandwidth | %": f"0.0208{NARROW}%",
    "fact: h200.bandwidth | GB/s": f"4,800{NARROW}GB/s",
}


def test_measured_number_has_its_unit(mini: Mini):
    page = mini("\n\n".join(f"It is {{measured}}`{expression}`." for expression in SHOWN))
    numbers = [link.text for link in page.soup().select("a.origin-number")]
    assert dict(zip(SHOWN, numbers, strict=True)) == SHOWN


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
    ("{measured}`cpuu: gemm[n=8].rate`", "no record 'cpuu'"),
    ("{measured}`cpu: gem[n=8].rate`", "did you mean 'gemm'"),
    ("{measured}`cpu: gemm[n=9].rate`", "it has gemm[m=8,k=8,n=8,dtype=f32]"),
    ("{measured}`cpu: gemm.rate`", "gemm matches 2 measurements"),
    ("{measured}`cpu: gemm[n=8].speed`", "There is no quantity .speed"),
    ("{measured}`cpu: gemm[n=8].time | GB/s`", "cannot be written in 'GB/s'; units: s, ms"),
    ("{fact}`h200.bandwith`", "Did you mean: h200.bandwidth"),
    ("{published}`maker.gian`", "Did you mean: maker.gain"),
    ("{measured}`cpu: device.cors`", "'cors' in record cpu. Did you mean: cores"),
    ("{measured}`cpu: gemm[n=8].rate |`", "cannot parse the expression"),
]


def test_misspelt_expression_reports_a_suggestion(assert_rejected: Callable[..., None]):
    assert_rejected((f"Then {role}.", message) for role, message in MISSPELT)


SOCKETS = """
[sockets]
cpu = ["big"]
old = ["small"]

[big.cores]
value = 128
source = "maker"

[small.cores]
value = 32
source = "maker"

[small.power]
value = 180
unit = "W"
source = "maker"

[other.cores]
value = 64
source = "maker"
"""


def test_rate_per_core_needs_the_cores_of_its_own_socket(
    draft: MiniBook, errors: Callable[..., str]
):
    draft.write("data/hardware.toml", HARDWARE + SOCKETS)
    core = "cpu: gemm[n=8].rate / device.cores"
    own = f"{{measured}}`{core} * fact: big.cores`"
    foreign = [f"{{measured}}`{core} * fact: {name}`" for name in ("small.cores", "other.cores")]
    foreign.append(f"{{measured}}`{core} * fact: big.cores / small.power`")
    missing = "{measured}`gpu: gemm[n=8].rate / cpu: device.cores * fact: small.cores`"
    warnings = errors("\n\n".join([own, *foreign, missing]))
    reports = [line for line in warnings.splitlines() if "ERROR" in line]
    assert [line.split(":")[1] for line in reports] == ["5", "7", "9", "11"]
    assert all("does not describe the socket of the record 'cpu'" in line for line in reports)
    assert "[sockets] in data/hardware.toml lists big" in reports[0]


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
