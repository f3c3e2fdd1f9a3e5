"""The page that measures the reader's machine: its timer, its kernels and its record.

The speed of a GPU cannot be tested here. The timer runs with a simulated clock and a simulated
device. The kernels run with small inputs in Chromium's software adapter, and only their results are
checked.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import weight
from _ext.figures.kernel import MACHINE as ORDER
from books import ROOT, build_html
from browsing import reload
from playwright.sync_api import Browser, Error, Page
from wasmtime import wat2wasm

from manylanes.records import Record

MACHINE = ROOT / "book/_static/machine"
KERNELS = sorted(path.stem for path in MACHINE.glob("*.wgsl"))
assert KERNELS  # otherwise, an empty folder would pass
Run = Callable[..., dict[str, Any]]

# A device and a page with a simulated clock.
FAKE = """
window.fake = (options = {}) => {
  const { wait = 4e-4, poked = wait, grain = 1e-6, each = 1e-4, lostAt, hideAt, stopAt, slowAt, wrong = "" } = options;
  let [now, ran, hides, largest, after] = [0, 0, 0, 0, 0];
  const device = { poked: false, gone: "", prepare: async () => 0.01, check: async () => wrong,
    async run(one, calls, part = 1) {
      ran += 1;
      largest = Math.max(largest, one.name ? part : 0);
      if (ran > stopAt) after += 1;
      if (ran === lostAt) device.gone = "The GPU was lost.";
      if (ran === hideAt) { hides += 1; now += 9; }
      const slow = ran > slowAt ? 3 : 1;
      now += (device.poked ? poked : wait) + (one.name ? slow * calls * part * (one.each ?? each) : 0);
    } };
  const page = { clock: () => { now += 1e-7; return Math.floor(now / grain + 1e-9) * grain; }, seen: async () => {}, tell() {},
    hides: () => hides, stopped: () => ran >= stopAt };
  return { device, page, seen: () => ({ ran, largest, after, now }) };
};
window.measured = async (options, cases = [{}]) => {
  const world = fake(options);
  const whole = cases.map((one, i) => ({ name: `case ${i}`, case: `case${i}`, params: {}, suite: "webgpu", work: 0, bytes: 0, groups: [64, 1], ...one }));
  try {
    const result = await lanes.timing.measure(world.device, whole, world.page);
    return { ...result, ...world.seen() };
  } catch (error) {
    return { error: error.message, refused: error instanceof lanes.timing.Refused, ...world.seen() };
  }
};"""  # noqa: E501
# All kernels and cases, with the smallest inputs that the workgroups allow.
TINY = {
    "read": 2**12,
    "stream": 2**14,
    "sides": [64],
    "largest": 128,
    "vector": 64,
    "batches": [1, 4, 32],
    "lanes": 2**9,
    "steps": 8,
}
CHECK = """async ([tiny, kernel, changed, changes]) => {
  Object.assign(lanes.suite.FEWER, tiny);
  const text = document.querySelector(`[data-kernel="${changed}"] pre`);
  for (const [from, to] of changes) text.textContent = text.textContent.replaceAll(from, to);
  const gpu = await lanes.openGpu();
  const said = {};
  const all = kernel === "half" ? lanes.suite.forGpu(gpu.sizes, true) : gpu.cases;
  for (const one of all.filter((one) => !kernel || one.kernel === kernel)) {
    await gpu.prepare(one);
    await gpu.run(one, 2);
    said[one.name] = await gpu.check(one);
  }
  const { gone } = gpu;
  gpu.close();
  return [said, gone];
}"""
# Messages of Chromium if its software adapter does not start.
START_UP = re.compile(r"external Instance|found no GPU|Target .*closed|crashed")
MISTAKES = {
    "branches": ("value += path", "value += 1u"),
    "chase": ("ring[at]", "ring[at + 1]"),
    "fill": ("i + seed", "i + 2 * seed"),
    "half": ("z = fma(z", "z = fma(y"),
    "layer": ("max(sum, 0.0)", "sum"),
    "matvec": ("sums[lane + half]", "sums[lane]"),
    "naive": ("k * n + id.x", "k * n + id.y"),
    "nothing": ("a[0] + a[0]", "a[0]"),
    "peak": ("z = fma(z", "z = fma(y"),
    "ring": ("1664525u", "1664529u"),
    "shared": ("right[i][lane.x]", "right[lane.x][i]"),
    "stream": ("- 0.5", "+ 0.5"),
    "strided": ("id.x * step", "id.x"),
    "tiled": ("= sums[r]", "= sums[0]"),
}
# Two kernels only write the inputs of others, which show a mistake.
CHECKED_BY = {"fill": "stream", "ring": "chase"}
# The software adapter has no f16, so the kernel runs in f32, where its sums are the same.
IN_F32 = (("enable f16;", ""), ("vec4h", "vec4f"), ("f16(", "f32("))


TABLES = """
```{measured-table} Products
rows:
  n: [1024]
columns:
  n: "{n}"
  rate: "gpu: gemm[n={n}].rate"
  of a larger product: "gpu: gemm[n={n}].rate / gemm[n=2048].rate"
  no browser does: "gpu: points[n=1000000].rate"
  both: "cpu: gemm[n={n}].rate / gpu: gemm[n={n}].rate"
```

```{measured-bars} Products
unit: ms
bars:
  "CPU": "cpu: gemm[n=2048].time"
  "GPU": "gpu: gemm[n=1024].time"
```
"""


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the real page with the real scripts. The other pages are stubs, to save time."""
    folder = tmp_path_factory.mktemp("machine")
    source = folder / "book"
    source.mkdir()
    for name in ("_static", "data", "references.bib", "your_machine.md"):
        (source / name).symlink_to(ROOT / "book" / name)
    text = (source / "your_machine.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\{doc\}`(\w+)`", text)):
        (source / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
    drawn = "```{explorable} matmul-cubes\n:suites: gemm points roof\nStill.\n```\n" + TABLES
    (source / "drawn.md").write_text(f"# Drawn\n\n{drawn}", encoding="utf-8")
    (source / "index.md").write_text("# All\n\n```{toctree}\n:glob:\n\n*\n```\n", encoding="utf-8")
    styles = ["style.css", "print.css"]
    build_html(folder, html_static_path=["_static"], html_css_files=styles)
    return folder / "_build/html"


def open_offline(browser: Browser, html: Path, name: str = "your_machine") -> Page:
    page = browser.new_context(offline=True).new_page()
    page.goto((html / f"{name}.html").as_uri())
    return page


@pytest.fixture
def page(browser: Browser, html: Path) -> Iterator[Page]:
    shown = open_offline(browser, html)
    shown.evaluate(f"() => {{{FAKE}}}")
    yield shown
    shown.context.close()


@pytest.fixture
def run(page: Page) -> Run:
    def measure(options: dict[str, Any], *cases: dict[str, Any]) -> dict[str, Any]:
        asked = [options, list(cases) or [{}]]
        found: dict[str, Any] = page.evaluate(
            "([options, cases]) => measured(options, cases)", asked
        )
        return found

    return measure


def samples(result: dict[str, Any], make_row: int = 0) -> list[float]:
    return [sample for taken in result["rows"][make_row]["rounds_s"] for sample in taken]


# ---- the timer, with a simulated clock -----------------------------------------------------------
@pytest.mark.parametrize("each", [2e-6, 1e-4, 5e-2])
def test_wait_adds_less_than_five_per_cent_to_a_sample(run: Run, each: float):
    result = run({"each": each})
    (row,) = result["rows"]
    assert len(row["rounds_s"]) == 7
    assert all(each * 0.999 < sample < each * 1.05 for sample in samples(result))
    assert row["calls"] * each > 20 * result["wait"]
    assert not any("slope" in doubt or "clock" in doubt for doubt in row["doubts"])


def test_coarse_clock_makes_samples_longer_but_accurate(run: Run):
    result = run({"grain": 5e-3, "each": 1e-3})
    assert result["step"] == pytest.approx(5e-3)
    assert result["rows"][0]["calls"] * 1e-3 >= 20 * 5e-3 * 0.95
    assert all(sample == pytest.approx(1e-3, rel=0.06) for sample in samples(result))


def test_call_too_short_for_the_clock_is_reported(run: Run):
    result = run({"grain": 5e-3, "each": 1e-9})
    assert result["rows"][0]["fault"] == "Too short to distinguish from the wait."


def test_privacy_clock_is_rejected_before_any_run(run: Run):
    result = run({"grain": 0.1})
    narrow = "\u202f"
    assert (result["refused"], result["ran"]) == (True, 0)
    assert result["error"].startswith(
        f"To protect your privacy, this browser's clock has a resolution of 100{narrow}ms,"
    )
    assert result["error"].endswith("which is too coarse. Use another browser.")


@pytest.mark.parametrize("wait", [4.5e-4, 2.5e-3, 0.103])
def test_all_cases_take_less_than_14_seconds_with_any_wait(run: Run, wait: float):
    result = run({"wait": wait, "poked": min(wait, 4e-3)}, *[{}] * 38)
    assert {row["fault"] for row in result["rows"]} == {""}
    assert result["now"] < 14


def test_long_wait_is_subtracted(run: Run):
    result = run({"wait": 0.103, "each": 1e-3})
    assert samples(result) == pytest.approx([1e-3] * len(samples(result)), rel=0.01)
    assert any("slope between" in doubt for doubt in result["rows"][0]["doubts"])


def test_browser_with_slow_polling_is_polled_by_the_page(run: Run):
    assert run({})["poked"] is False
    firefox = run({"wait": 0.103, "poked": 0.004})
    assert firefox["poked"] is True
    assert firefox["wait"] == pytest.approx(0.004, rel=0.1)
    assert len(firefox["rows"][0]["rounds_s"]) == 7


def test_sample_of_an_awaited_case_is_one_call(run: Run):
    result = run({}, {"awaited": True})
    assert result["rows"][0]["calls"] == 1
    assert samples(result) == pytest.approx([5e-4] * 35, rel=0.02)


def test_clock_coarser_than_the_wait_still_measures_it(run: Run):
    safari = run({"grain": 1e-3, "wait": 3e-4}, {"awaited": True})
    assert safari["wait"] == pytest.approx(3e-4, rel=0.06)
    assert samples(safari) == pytest.approx([4e-4] * 35, rel=0.06)


def test_lost_device_ends_the_run_with_a_message(run: Run):
    for make_row in (1, 12, 40):
        result = run({"lostAt": make_row})
        assert (result["refused"], result["error"]) == (True, "The GPU was lost.")
        assert result["ran"] == make_row


def test_stop_ends_all_work_on_the_device(run: Run):
    result = run({"stopAt": 20})
    assert result["error"] == "Stopped. The results of this run are discarded."
    assert (result["refused"], result["after"]) == (True, 0)


def test_samples_of_a_hidden_page_are_repeated(run: Run):
    result = run({"hideAt": 40})
    (row,) = result["rows"]
    assert max(samples(result)) < 2e-4
    assert [len(taken) for taken in row["rounds_s"]] == [3] * len(row["rounds_s"])
    assert any("hidden" in doubt for doubt in row["doubts"])


def test_call_that_would_reset_the_driver_is_skipped(run: Run):
    result = run({}, {"each": 3.0}, {"each": 1e-3})
    slow, quick = result["rows"]
    assert re.match(r"Skipped: one call would take about (3|2\.9\d)\W?s, and", slow["fault"])
    assert slow["rounds_s"] == []
    assert (quick["fault"], len(quick["rounds_s"])) == ("", 7)
    assert run({}, {"each": 3.0})["largest"] == 1 / 64


def test_wrong_result_is_not_timed(run: Run):
    (row,) = run({"wrong": "element 3 is 4 and should be 5."})["rows"]
    assert row["fault"] == "Not timed, because the result is wrong: element 3 is 4 and should be 5."
    assert row["rounds_s"] == []


def test_differing_rounds_and_rates_above_the_roof_are_flagged(run: Run):
    roof = {"case": "roof", "params": {"kind": "compute"}, "work": 1000}
    beside = [{"work": 1000}, {"work": 1500, "bytes": 5}]
    result = run({}, roof, *beside)
    said = [" ".join(row["doubts"]) for row in result["rows"]]
    assert ["above the compute roof" in words for words in said] == [False, False, True]
    assert not any("differ" in words for words in said)
    later = run({"slowAt": 30})
    assert any("rounds differ" in doubt for doubt in later["rows"][0]["doubts"])


def test_slow_machine_measures_its_roofs_and_skips_other_cases(run: Run):
    roofs = [{"case": "roof", "params": {"kind": kind}, "each": 0.05} for kind in ("a", "b")]
    result = run({"each": 0.2}, *roofs, *[{}] * 30, {"each": 1e-4})
    faults = [row["fault"] for row in result["rows"]]
    assert faults[:2] == ["", ""]
    spent = "Skipped: the other cases used up the time."
    assert faults.count("") >= 3
    assert {fault for fault in faults if fault} == {spent}
    assert all(len(row["rounds_s"]) >= 3 for row in result["rows"] if not row["fault"])
    assert result["now"] < 16


# ---- the kernels, in Chromium's software adapter ------------------------------------------------
def run_in_software_adapter(
    fresh: Callable[[], Browser], html: Path, work: Callable[[Page], Any]
) -> Any:
    """Retry once in a new browser if the software adapter does not start, and then skip."""
    said = ""
    for _try in range(2):
        try:
            return work(open_offline(fresh(), html))
        except Error as error:
            said = str(error)
            if not START_UP.search(said):
                raise
    return pytest.skip(f"Chromium's software adapter did not start, twice: {said[:200]}")


def check_kernels(page: Page, kernel: str = "", *changes: tuple[str, str]) -> Any:
    changes += IN_F32 if kernel == "half" else ()
    return page.evaluate(CHECK, [TINY, CHECKED_BY.get(kernel, kernel), kernel, changes])


def test_every_kernel_returns_the_exact_result(software_gpu: Callable[[], Browser], html: Path):
    said, gone = run_in_software_adapter(software_gpu, html, check_kernels)
    assert {name: wrong for name, wrong in said.items() if wrong} == {}
    assert (len(said), gone) == (2 + 2 + 5 + 1 + 4 + 1 + 3 + 8, "")


def test_half_precision_kernel_is_correct(software_gpu: Callable[[], Browser], html: Path):
    said, _ = run_in_software_adapter(software_gpu, html, lambda page: check_kernels(page, "half"))
    assert said == {"half[kind=compute,dtype=f16]": ""}


def test_mistake_in_any_kernel_is_detected(software_gpu: Callable[[], Browser], html: Path):
    assert sorted(MISTAKES) == KERNELS

    def check_all_mistakes(page: Page) -> dict[str, Any]:
        found = {}
        for kernel, mistake in MISTAKES.items():
            reload(page)
            found[kernel] = check_kernels(page, kernel, mistake)[0]
        return found

    for kernel, said in run_in_software_adapter(software_gpu, html, check_all_mistakes).items():
        assert any(
            re.search(r"element \d+ is .* and should be", wrong) for wrong in said.values()
        ), kernel


# ---- the WebAssembly module ----------------------------------------------------------------------
WAT = (MACHINE / "cpu.wat").read_text(encoding="utf-8")
# A mistake in each function, which the case of the same name must show.
WRONG = {
    "stream": ("f32x4.sub", "f32x4.add"),
    "strided": ("local.get $step i32.add", "i32.const 4 i32.add"),
    "naive": ("f32.mul f32.add local.set $sum", "f32.add f32.add local.set $sum"),
    "tiled": ("i32.const 16 i32.add v128.load local.set $r1", "v128.load local.set $r1"),
    "peak": ("f32.const 0.125", "f32.const 0.25"),
    "chase": ("local.get $ring local.get $at i32.add i32.load", "local.get $ring i32.load"),
    "matvec": ("i32.const 12 i32.add f32.load", "i32.const 8 i32.add f32.load"),
}
ON_CPU = """async ([tiny, bytes]) => {
  Object.assign(lanes.suite.NUMBERS, tiny);
  if (bytes) document.querySelector("[data-module]").dataset.module = bytes;
  const cpu = await lanes.openCpu();
  const said = {};
  for (const one of cpu.cases) {
    await cpu.run(one, 2);
    said[one.name] = await cpu.check(one);
  }
  cpu.close();
  return said;
}"""


def test_every_function_of_the_module_returns_the_exact_result(page: Page):
    said = page.evaluate(ON_CPU, [{**TINY, "stream": 2**16}, ""])
    assert said == dict.fromkeys(said, "")
    assert len(said) == 2 + 2 + 5 + 2 + 4 + 1


@pytest.mark.parametrize("function", WRONG)
def test_mistake_in_the_module_is_detected(page: Page, function: str):
    mistaken = WAT.replace(*WRONG[function])
    assert mistaken != WAT
    bytes_ = b64encode(wat2wasm(mistaken)).decode()
    said = page.evaluate(ON_CPU, [{**TINY, "stream": 2**16}, bytes_])
    told = {name for name, wrong in said.items() if wrong}
    assert told
    mine = {"stream": "roof[kind=memory]", "peak": "roof[kind=compute]"}
    mine |= {name: f"{name}[" for name in ("strided", "chase", "matvec")}
    assert all(mine.get(function, f"kernel={function}") in name for name in told)


def test_missing_simd_is_reported_and_the_worker_ends(page: Page):
    host = page.locator("machine-run")
    page.evaluate("() => { WebAssembly.validate = () => false; }")
    host.locator("#wasm").click()
    host.locator("#said").get_by_text("no WebAssembly with SIMD").wait_for()
    assert page.workers == []


def test_cpu_run_is_stored_and_its_download_is_a_record(page: Page, tmp_path: Path):
    page.evaluate("tiny => Object.assign(lanes.suite.NUMBERS, tiny)", {**TINY, "stream": 2**16})
    page.evaluate("Object.assign(lanes.timing.TIME, { trials: 60, round: 60 })")
    host = page.locator("machine-run")
    host.locator("#wasm").press("Enter")
    page.wait_for_function(
        "() => document.querySelector('machine-run').state.running === ''", timeout=120_000
    )
    assert host.locator("#said").inner_text().startswith("Done.")
    assert page.workers == []
    with page.expect_download() as download:
        host.get_by_role("button", name="Download wasm.json").click()
    download.value.save_as(tmp_path / "mine" / "wasm.json")
    record = Record.load(tmp_path / "mine")
    assert record.device["kind"] == "cpu"
    cases = "lanes.openCpu().then(({ cases, close }) => (close(), cases.map(({ name }) => name)))"
    assert_measured_or_explained(record, page, set(page.evaluate(cases)))
    # A WebAssembly thread is not comparable with JAX, so the chapters do not draw it.
    assert page.evaluate("lanes.own.records(new Set(['gemm', 'roof', 'strided']))") == []


def assert_measured_or_explained(record: Record, page: Page, names: set[str]) -> None:
    """Assert that the record contains each case, or that the page states why not.

    On a busy machine, any case may be too short to measure, except for the awaited call.
    """
    faults = page.locator("machine-run #faults li").all_inner_texts()
    told = {name for row in faults for name in row.split(": ")[0].split("; ")}
    kept = {row.label for row in record.measurements}
    assert "overhead" in kept
    assert kept == names - told
    assert all(record.query(f"{name}.time").median > 0 for name in kept)


def test_gpu_and_cpu_bars_have_separate_scales(page: Page):
    quick, slow = ([[seconds] * 3] * 7 for seconds in (1e-6, 1e-3))
    for suite, taken in (("webgpu", quick), ("wasm", slow)):
        rows = [
            {**ROW, "suite": suite, "case": "strided", "params": {"step": 1}, "rounds_s": taken}
        ]
        upload(page, make_results_file(*rows, device={"name": suite}))
    bars = page.locator("machine-bars[data-bars='strided'] .bar")
    widths = bars.evaluate_all("all => all.map(e => e.getAttribute('width'))")
    assert len(widths) == 2
    assert widths[0] == widths[1]


def test_page_shows_the_source_of_every_kernel(page: Page):
    shown = page.locator("[data-kernel]").evaluate_all(
        "all => all.map(e => [e.dataset.kernel, e.querySelector('pre').textContent])"
    )
    assert sorted(name for name, _ in shown) == sorted(["cpu", *KERNELS])
    for name, text in shown:
        (path,) = (path for path in MACHINE.glob(f"{name}.*") if path.suffix in (".wgsl", ".wat"))
        assert text.strip() == path.read_text(encoding="utf-8").strip()
        assert len(text.splitlines()) < 40 or name == "cpu"


# ---- the page and its record ---------------------------------------------------------------------
def test_gpu_run_is_stored_downloaded_and_uploaded(
    software_gpu: Callable[[], Browser], html: Path, tmp_path: Path
):
    def use_page(page: Page) -> None:
        page.evaluate("tiny => Object.assign(lanes.suite.FEWER, tiny)", TINY)
        page.evaluate("Object.assign(lanes.timing.TIME, { trials: 60, round: 60 })")
        host = page.locator("machine-run")
        host.locator("#webgpu").click()
        page.wait_for_function(
            "() => document.querySelector('machine-run').state.running === ''", timeout=120_000
        )
        said = host.locator("#said").inner_text()
        if START_UP.search(said):
            raise Error(said)
        assert said.startswith("Done.")
        assert "Not your GPU" in host.locator("#software").inner_text()
        with page.expect_download() as download:
            host.get_by_role("button", name="Download webgpu.json").click()
        path = tmp_path / "mine" / "webgpu.json"
        download.value.save_as(path)
        assert_record_is_complete(path, page)
        reload(page)
        assert page.locator("machine-bars .bar").count() > 10
        host.get_by_role("button", name="Delete").click()
        assert page.locator("machine-bars .bar").count() == 0
        host.locator("#file").set_input_files(path)
        page.locator("machine-bars .bar").first.wait_for()
        reload(page, (html / "drawn.html").as_uri())
        drawn = page.locator("matmul-cubes")
        drawn.get_by_text("Yours, through your browser").first.wait_for()
        assert drawn.locator(".point.own").count() > 0

    run_in_software_adapter(software_gpu, html, use_page)


def assert_record_is_complete(path: Path, page: Page) -> None:
    record = Record.load(path.parent)
    raw = json.loads(path.read_text(encoding="utf-8"))
    assert raw == page.evaluate("lanes.own.sheets().webgpu")
    assert record.device["software"] is True
    cases = "lanes.suite.forGpu(lanes.suite.FEWER, false).map(({ name }) => name)"
    assert_measured_or_explained(record, page, set(page.evaluate(cases)))
    for row in record.measurements:
        assert row.case != "branches" or row.bytes == 12 * TINY["read"]
        assert all(len(taken) == (5 if row.label == "overhead" else 3) for taken in row.rounds_s)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is not JSON."),
        ("[]", 'it has no field "schema".'),
        ('{"schema": 1, "taken": 1}', 'it has no field "command".'),
    ],
)
def test_invalid_file_is_rejected_with_a_message(page: Page, text: str, why: str):
    assert_rejected(page, text, why)


def make_results_file(*rows: dict[str, Any], **over: Any) -> str:
    texts = dict.fromkeys(("taken", "command", "precision", "inputs"), "2026")
    whole = {"schema": 2, "commit": None, "device": {"name": "<b>A</b> & Co"}, "versions": {}}
    whole |= {**texts, "conditions": None, "measurements": list(rows), **over}
    return json.dumps(whole)


ROW = {
    "suite": "webgpu",
    "case": "next",
    "params": {},
    "work": 1,
    "bytes": 8,
    "doubts": [],
    "rounds_s": [[1e-6]],
}


def test_incomplete_file_is_rejected_and_names_are_escaped(page: Page):
    unknown = "it has no measurement that this page can show."
    whole = 'a measurement of "next" is incomplete.'
    assert_rejected(
        page, make_results_file(ROW, schema=3), "its schema is 3, and this page reads 2."
    )
    assert_rejected(page, make_results_file(), unknown)
    assert_rejected(page, make_results_file({**ROW, "rounds_s": [[0]]}), whole)
    assert_rejected(page, make_results_file({**ROW, "suite": "toString"}), unknown)
    assert_rejected(page, make_results_file({**ROW, "doubts": [1]}), whole)
    assert_rejected(page, make_results_file(ROW, device={}), "its device has no name.")
    upload(page, make_results_file(ROW))
    assert "<b>A</b> & Co" in page.locator("machine-run #kept").inner_text()
    assert (
        upload(page, make_results_file(ROW, taken=2027)) == "Loaded: <b>A</b> & Co, measured 2027."
    )


def test_file_can_be_dropped(page: Page):
    drop = """text => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "x.json"));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      return document.querySelector("machine-run").dispatchEvent(event);
    }"""
    assert (
        page.evaluate(drop, make_results_file(ROW)) is False
    )  # the browser does not open the file
    page.locator("machine-run #said").get_by_text("Loaded: ").wait_for()
    assert page.evaluate("Object.keys(lanes.own.sheets())") == ["webgpu"]


def upload(page: Page, text: str) -> str:
    file = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    before = page.locator("machine-run #said").inner_text()
    page.locator("machine-run #file").set_input_files(file)  # type: ignore[arg-type]
    changed = "before => document.querySelector('machine-run').state.said !== before"
    page.wait_for_function(changed, arg=before)
    return page.locator("machine-run #said").inner_text()


def assert_rejected(page: Page, text: str, why: str) -> None:
    said = upload(page, text)
    assert said == f"x.json was not loaded: {why} Choose a file that this page wrote."
    assert page.evaluate("lanes.own.sheets()") == {}


# ---- errors --------------------------------------------------------------------------------------
def test_adapter_is_requested_on_click_and_its_absence_is_reported(browser: Browser, html: Path):
    context = browser.new_context(offline=True)
    none = "{ value: { async requestAdapter() { asked += 1; return null; } } }"
    context.add_init_script(f"window.asked = 0; Object.defineProperty(navigator, 'gpu', {none});")
    page = context.new_page()
    page.goto((html / "your_machine.html").as_uri())
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("asked") == 0
    page.locator("machine-run #webgpu").click()
    page.wait_for_function("() => asked === 1")
    said = page.locator("machine-run #said").inner_text()
    assert said.startswith("This browser found no GPU that it may use (no WebGPU adapter).")
    assert page.locator("machine-run #webgpu").is_enabled()
    context.close()


def test_missing_webgpu_is_reported(page: Page):
    page.evaluate("Object.defineProperty(navigator, 'gpu', { value: undefined })")
    page.locator("machine-run #webgpu").click()
    assert "no WebGPU adapter" in page.locator("machine-run #said").inner_text()


FAKE_GPU = """() => {
  lanes.openGpu = async () => ({ info: { kind: "gpu", name: "pretended", software: false }, gone: "", close() {},
    cases: Array.from({ length: 40 }, (_, at) => `a${at}`).map((name) => ({ name, case: name, params: {}, suite: "webgpu", work: 1, bytes: 8, groups: [1, 1], awaited: true })),
    prepare: async () => 0, check: async () => "", run: () => new Promise((done) => setTimeout(done, 2)) });
  window.hide = (hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
}"""  # noqa: E501


# A device that responds immediately and has one fault.
FAULTY = """fault => {
  let [lose, uncaught, sent] = [null, null, 0];
  const no = () => ({});
  const pass = { setPipeline: no, setBindGroup: no, dispatchWorkgroups: no, end: no };
  const device = {
    lost: new Promise((resolve) => { lose = resolve; }), addEventListener: (_, listen) => { uncaught = listen; },
    pushErrorScope: no, popErrorScope: async () => (fault === "room" ? {} : null), destroy: no,
    createBuffer: () => ({ destroy: no, mapAsync: async () => { throw new Error("gone"); } }),
    createBindGroupLayout: no, createPipelineLayout: no, createBindGroup: no, createShaderModule: no,
    createComputePipelineAsync: async () => { if (fault === "compile") throw new Error("no such word"); },
    createCommandEncoder: () => ({ beginComputePass: () => pass, finish: no, copyBufferToBuffer: no }),
    queue: { onSubmittedWorkDone: () => new Promise((done) => setTimeout(done, 1)), submit() {
      sent += 1;
      if (fault === "lost" && sent === 9) lose({ message: "driver reset" });
      if (fault === "command" && sent === 9) uncaught({ error: { message: "too large" } });
    } } };
  const adapter = { info: { vendor: "pretended" }, features: new Set(), requestDevice: async () => {
    if (fault === "denied") throw new Error("in use");
    return device;
  } };
  Object.defineProperty(navigator, "gpu", { value: { requestAdapter: async () => adapter } });
}"""  # noqa: E501
AGAIN = (
    "Close other programs that use it, reload the page and try again. "
    "The CPU can still be measured."
)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("denied", f"The browser does not allow access to the GPU (in use). {AGAIN}"),
        ("room", f"The GPU cannot allocate 320 MiB. {AGAIN}"),
        (
            "compile",
            "The browser cannot compile fill.wgsl: no such word. The CPU can still be measured.",
        ),
        (
            "lost",
            "The GPU was lost during the run (driver reset). "
            f"The results of this run are discarded. {AGAIN}",
        ),
        ("command", "The GPU rejected a command: too large. The CPU can still be measured."),
        ("map", f"The GPU was lost before its result could be read. {AGAIN}"),
    ],
)
def test_gpu_failure_is_reported_with_the_alternative(page: Page, fault: str, sentence: str):
    page.evaluate(FAULTY, fault)
    host = page.locator("machine-run")
    host.locator("#webgpu").click()
    host.locator("#said").get_by_text(sentence, exact=True).wait_for(timeout=60_000)
    assert host.locator("#wasm").is_enabled()
    assert page.evaluate("lanes.own.sheets()") == {}


def test_missing_features_and_software_gpus_are_reported(page: Page):
    page.evaluate(FAULTY, "none")
    left = page.evaluate("lanes.openGpu().then(({ left }) => left)")
    assert left == ["Half precision: skipped, because this browser's GPU has no shader-f16."]
    pretended = FAKE_GPU.replace("software: false }", f"software: true }}, left: {left}")
    page.evaluate(pretended.replace("length: 40", "length: 1"))
    host = page.locator("machine-run")
    host.locator("#webgpu").click()
    host.locator("#said").get_by_text("Done.").wait_for(timeout=60_000)
    assert host.locator("#faults li").all_inner_texts() == left
    said = "Not your GPU: pretended is software that emulates one."
    assert host.locator("#software").inner_text() == said
    reload(page)
    assert host.locator("#software").inner_text() == said  # as long as its results are stored
    host.get_by_role("button", name="Delete").click()
    assert host.locator("#software").inner_text() == ""


def test_stopped_thread_is_reported_with_the_alternative(page: Page):
    page.evaluate(
        "() => { lanes.suite.NUMBERS.stream = 2 ** 31; }"
    )  # larger than a WebAssembly memory
    host = page.locator("machine-run")
    host.locator("#wasm").click()
    said = host.locator("#said").get_by_text("The browser stopped the measuring thread")
    said.wait_for()
    assert said.inner_text().endswith("try again. The GPU can still be measured.")
    assert page.workers == []


def test_hidden_page_waits_and_stop_ends_the_run(page: Page):
    page.evaluate(FAKE_GPU)
    host = page.locator("machine-run")
    page.evaluate("hide(true)")
    host.locator("#webgpu").click()
    host.get_by_text("Waiting: the page is hidden").first.wait_for()
    page.evaluate("hide(false)")
    host.locator("#said").get_by_text(re.compile("Trying|Round")).wait_for()
    host.locator("#stop").press("Enter")
    host.locator("#said").get_by_text("Stopped. The results of this run are discarded.").wait_for()
    assert page.evaluate("lanes.own.sheets()") == {}
    assert host.locator("#webgpu").is_enabled()


def test_hidden_time_does_not_count_toward_the_run(page: Page):
    page.evaluate(FAKE_GPU)
    host = page.locator("machine-run")
    host.locator("#webgpu").click()
    host.locator("#said").get_by_text(re.compile("Trying|Round")).wait_for()
    page.evaluate("hide(true)")
    host.get_by_text("Waiting: the page is hidden").first.wait_for()
    page.evaluate("""() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 60_000;
    }""")
    page.evaluate("hide(false)")
    host.locator("#said").get_by_text("Done.").wait_for(timeout=60_000)
    assert "Left out" not in host.locator("#faults").inner_text()
    assert page.evaluate("lanes.own.sheets().webgpu.measurements.length") == 40


def test_missing_storage_is_reported(page: Page):
    page.evaluate(FAKE_GPU)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('no'); }; }")
    nothing = (
        "This browser does not store data for a page opened in this way, so the bars stay empty."
    )
    assert upload(page, make_results_file(ROW)).startswith(nothing)
    host = page.locator("machine-run")
    host.locator("#webgpu").click()
    host.locator("#said").get_by_text(re.compile("Trying|Round")).wait_for()
    host.locator("#said").get_by_text(nothing).wait_for(timeout=60_000)


def test_page_has_one_small_script(html: Path):
    assert sorted(ORDER) == sorted(path.stem for path in MACHINE.glob("*.js"))
    asked = re.findall(r'src="_static/(machine\b[^"?]*)', (html / "your_machine.html").read_text())
    assert asked == ["machine.js"]
    script = (html / "_static/machine.js").read_bytes()
    written = [(MACHINE / f"{name}.js").read_text(encoding="utf-8") for name in ORDER]
    assert script.decode() == "\n".join(written)
    # The script is not minified (machine/README.md): these limits are 1 to 3 % above the source,
    # so new code has to replace old. The next test limits the weight of the page as a whole.
    assert len(script) < 42_000
    assert len(gzip.compress(script)) < 14_500
    assert len(wat2wasm(WAT)) < 2_500
    shown = b"".join(path.read_bytes() for path in sorted(MACHINE.glob("*.w*")))
    assert len(gzip.compress(script + shown)) < 18_500


def test_first_visit_is_small(browser: Browser, html: Path):
    with weight.serve(html) as address:
        seen = weight.visit(browser, f"{address}/your_machine.html")
    assert seen.kilobytes < 450
    assert seen.icon_fonts == []


# ---- the reader's measurements in the book -------------------------------------------------------
def test_gpu_tables_and_bars_show_the_readers_measurements(browser: Browser, html: Path):
    page = open_offline(browser, html, "drawn")
    assert page.locator(".own-number, .own-note").count() == 0
    taken = [[0.002] * 3] * 7
    rows = [
        {**ROW, "case": "gemm", "params": {"n": 1024, "kernel": kernel}, "rounds_s": taken}
        for kernel in ("naive", "tiled")
    ]
    rows[0]["rounds_s"] = [[9.0]]
    larger = {"n": 2048, "kernel": "tiled"}
    rows.append({**ROW, "case": "gemm", "params": larger, "rounds_s": [[0.001]]})
    rows[1]["work"], rows[2]["work"] = 6e9, 6e9
    sheet = json.loads(make_results_file(*rows))
    page.evaluate("sheet => lanes.own.keep({ webgpu: sheet })", sheet)
    reload(page)
    said = page.locator(".own-number").all_inner_texts()
    narrow = "\u202f"
    assert said == [f"◆{narrow}3{narrow}TFLOP/s", f"◆{narrow}0.5", f"◆{narrow}2{narrow}ms"]
    assert (
        page.locator(".own-note").all_inner_texts()
        == ["◆ Yours, through your browser: <b>A</b> & Co."] * 2
    )
    own = page.locator(".bar-fill.bar-own")
    assert own.count() == 1
    book = page.locator(".bar-cpu .bar-fill")
    widths = [bar.evaluate("e => e.getBoundingClientRect().width") for bar in (own, book)]
    record = Record.load(ROOT / "book/data/records/cpu")
    expected = 0.002 / record.query("gemm[n=2048].time").median
    assert widths[0] / widths[1] == pytest.approx(expected, rel=0.05)
    page.context.close()


def make_row(case: str, work: float, bytes_: float, **params: Any) -> dict[str, Any]:
    return {**ROW, "case": case, "params": params, "work": work, "bytes": bytes_}


def test_roofline_of_the_reader_shows_cases_below_its_roofs(page: Page):
    rows = [make_row("roof", 4e6, 8, kind="compute"), make_row("roof", 2, 1e6, kind="memory")]
    rows += [make_row("gemm", 4e6, 1e4, kernel="tiled", n=64), make_row("matvec", 5e5, 1e6, n=64)]
    upload(page, make_results_file(*rows))
    host = page.locator("machine-roofline")
    roof = host.locator("polyline.own").get_attribute("points")
    left, edge, right = ([float(x) for x in pair.split(",")] for pair in str(roof).split())
    places = host.locator("polygon.point.own").evaluate_all(
        "all => all.map(e => e.getBBox()).map(b => [b.x + b.width / 2, b.y + b.height / 2])"
    )
    assert len(places) == 2
    assert places[0][1] == pytest.approx(right[1], abs=0.2)  # the product lies on the peak
    slope = (edge[1] - left[1]) / (edge[0] - left[0])
    assert places[1][1] == pytest.approx(left[1] + slope * (places[1][0] - left[0]), abs=0.2)
    assert host.locator("#wasm-words").inner_text().endswith("not measured yet.")


def test_roofline_labels_do_not_overlap_on_a_phone(page: Page):
    rows = [make_row("roof", 4e6, 8, kind="compute"), make_row("roof", 2, 1e6, kind="memory")]
    rows += [
        make_row("gemm", 2e6 + n, 1e4, kernel=k, n=64) for n, k in enumerate(("naive", "shared"))
    ]
    rows += [
        make_row("gemm", 2.1e6, 1e4, kernel="tiled", n=64),
        make_row("layer", 1.9e6, 1e4, batch=8),
    ]
    page.set_viewport_size({"width": 360, "height": 800})
    upload(page, make_results_file(*rows))
    words = page.locator("machine-roofline #webgpu text.tick")
    boxes = {
        said: box
        for said, box in words.evaluate_all(
            "all => all.map(e => [e.textContent, e.getBoundingClientRect().toJSON()])"
        )
        if said in ("naive", "shared", "tiled", "layer")
    }
    assert len(boxes) == 4
    for name, one in boxes.items():
        for other in (box for said, box in boxes.items() if said != name):
            apart = one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
            assert apart or one["right"] <= other["left"] or other["right"] <= one["left"]


def test_print_shows_only_measured_bars(page: Page):
    upload(page, make_results_file({**ROW, "case": "matvec", "params": {"n": 64}}))
    assert page.locator("machine-bars:visible").count() > 5
    page.emulate_media(media="print")
    assert page.locator("machine-bars:visible").count() == 1
    assert not page.locator("machine-run").is_visible()
