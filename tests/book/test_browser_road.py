"""The road and the kitchen in a browser, compared with the record."""

import pytest
from browsing import RECORDS, Component, seconds

EXPLORABLE = "road-kitchen"
RECORD = RECORDS["cpu"]


def median(case: str, **params: int) -> float:
    (row,) = (
        row
        for row in RECORD.measurements
        if row.case == case and params.items() <= row.params.items()
    )
    return row.quantity("time").median


def test_batch_shows_measured_latency_and_throughput(figure: Component):
    for key, requests in (("Home", 1), ("ArrowRight", 2), ("End", 1024)):
        figure.press("batch", key)
        latency = median("layer", batch=requests)
        assert figure.text("batch-value") == f"{requests:,}"
        assert seconds(figure.text("waits")) == pytest.approx(latency, rel=0.01)
        _, *scale = figure.text("served").split(" requests")[0].split()
        served = figure.number("served") * {"": 1, "thousand": 1e3, "million": 1e6}["".join(scale)]
        assert served == pytest.approx(requests / latency, rel=0.01)
    figure.expect_announcement("1,024 requests")


def test_loads_in_flight_show_their_time_gain_and_rows(figure: Component):
    alone = median("parallel_chasing", chains=1)
    for key, chains in (("Home", 1), ("ArrowRight", 2), ("End", 16)):
        figure.press("inside", key)
        assert figure.text("inside-value") == str(chains)
        each = median("parallel_chasing", chains=chains) / 10_000
        assert seconds(figure.text("trip")) == pytest.approx(each, rel=0.01)
        gain = chains * alone / median("parallel_chasing", chains=chains)
        assert figure.number("gain") == pytest.approx(gain, rel=0.01)
        read = "bars => new Set(bars.map(bar => bar.getAttribute('y'))).size"
        assert figure.find(".load").evaluate_all(read) == chains
