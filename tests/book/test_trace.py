"""GPU traces: the kernels of one call are drawn at their times."""

import gzip
import json

from books import NARROW, MiniBook

TRACE = "data/traces/one.trace.json.gz"


def make_trace(*kernels: tuple[str, float, float], calls: int = 2) -> bytes:
    named = [
        {"ph": "M", "name": "process_name", "pid": pid, "args": {"name": name}}
        for pid, name in ((1, "/device:GPU:0"), (2, "/host:CPU"))
    ]
    call = {"ph": "X", "name": "PjRtCApiLoadedExecutable::Execute", "pid": 2, "ts": 0, "dur": 1}
    ran = [{"ph": "X", "pid": 1, "name": n, "ts": ts, "dur": dur} for n, ts, dur in kernels]
    return gzip.compress(json.dumps({"traceEvents": [*named, *[call] * calls, *ran]}).encode())


def build_with_trace(draft: MiniBook, trace: bytes, text: str = "") -> MiniBook:
    draft.write_pages(text or "```{device-trace} one\nA step.\n```")
    draft.write(TRACE, "")
    (draft.folder / "book" / TRACE).write_bytes(trace)
    return draft.build()


def test_kernels_of_the_last_call_are_drawn_at_their_times(draft: MiniBook):
    first = [("gemm_a", 0, 50), ("add", 60, 1)]
    # not in order, and the second kernel begins before the first has ended
    last = [("add", 107, 3), ("gemm_a", 100, 8)]
    page = build_with_trace(draft, make_trace(*first, *last))
    assert page.warnings == ""
    figure = page.soup().select_one(".device-trace")
    boxes = [(box.get("class"), box["style"]) for box in figure.select(".trace-line span")]
    assert boxes == [
        (["is-product"], "left:0.000%;width:80.000%"),
        (None, "left:70.000%;width:30.000%"),
    ]
    label = f"2 kernels, busy for 10.0{NARROW}µs of 10.0{NARROW}µs"
    assert figure.select_one("[role=img]")["aria-label"] == label
    assert [row.text for row in figure.select("tbody tr")] == [
        f"gemm_a0{NARROW}ns8.00{NARROW}µs",
        f"add7.00{NARROW}µs3.00{NARROW}µs",
    ]


def test_role_shows_the_busy_time_of_a_call(draft: MiniBook):
    text = "{measured}`trace: one.busy` {measured}`cpu: gemm[n=8].time / trace: one.busy`"
    page = build_with_trace(draft, make_trace(("a", 0, 2), ("b", 8, 2), calls=1), text)
    assert page.warnings == ""
    numbers = page.soup().select(".origin-measured a.origin-number")
    assert [number.text for number in numbers] == [f"4.00{NARROW}µs", "250"]
    assert numbers[0]["href"].endswith("#trace-one")
    assert "Traced: trace: one.busy" in page.cards()[0]


def test_truncated_or_missing_trace_stops_the_build(draft: MiniBook):
    page = build_with_trace(draft, make_trace(("a", 0, 2), ("b", 8, 2), ("a", 20, 2)))
    assert "one.trace.json.gz: 3 kernels are not a multiple of 2 calls" in page.warnings
    file = page.folder / "book" / TRACE
    file.write_bytes(file.read_bytes()[:-20])
    assert "device-trace one: Compressed file ended" in page.build().warnings
    file.unlink()
    assert "No such file" in page.build().warnings
