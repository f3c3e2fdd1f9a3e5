"""The page that measures the reader's machine: its timer, its kernels and its record.

The speed of a GPU cannot be tested here. The timer runs with a simulated clock and a simulated
device. The kernels run with small inputs in Chromium's software adapter, and only their results are
checked.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from books import ROOT, build_html
from browsing import reload
from playwright.sync_api import Browser, Error, Locator, Page
from wasmtime import wat2wasm

from manylanes.records import Record

MACHINE = ROOT / "book/_static/machine"
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
TINY = {"read": 2**12, "stream": 2**14, "sides": [64], "largest": 128, "vector": 64}
TINY |= {"batches": [1, 4, 32], "lanes": 2**9, "steps": 8}
TINY_ON_CPU = TINY | {"stream": 2**16}
RUN_KERNELS = """async ([tiny, kernel, changes]) => {
  Object.assign(lanes.suite.FEWER, tiny);
  const text = document.querySelector(`[data-kernel="${kernel}"] pre`);
  for (const [from, to] of changes) text.textContent = text.textContent.replaceAll(from, to);
  const gpu = await lanes.openGpu();
  const faults = {};
  const all = kernel === "half" ? lanes.suite.forGpu(gpu.sizes, true) : gpu.cases;
  for (const one of all.filter((one) => !kernel || one.kernel === kernel)) {
    await gpu.prepare(one);
    await gpu.run(one, 2);
    faults[one.name] = await gpu.check(one);
  }
  const { gone } = gpu;
  gpu.close();
  return [faults, gone];
}"""
# Messages of Chromium if its software adapter does not start.
START_UP = re.compile(r"external Instance|found no GPU|Target .*closed|crashed")
MISTAKES = {
    "pointer_chasing": ("ring[at]", "ring[at + 1]"),
    "half": ("z = fma(z", "z = fma(y"),
    "tiled": ("= sums[r]", "= sums[0]"),
}
# The software adapter has no f16, so the kernel runs in f32, where its sums are the same.
IN_F32 = (("enable f16;", ""), ("vec4h", "vec4f"), ("f16(", "f32("))
DRAWN = """# Drawn

```{explorable} matmul-cubes
:suites: gemm points roof
Still.
```

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
    (source / "drawn.md").write_text(DRAWN, encoding="utf-8")
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
    page = open_offline(browser, html)
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def run(browser: Browser, html: Path) -> Iterator[Run]:
    """Return a function that measures cases on the simulated device, which has no state."""
    page = open_offline(browser, html)
    page.evaluate(f"() => {{{FAKE}}}")

    def measure(options: dict[str, Any], *cases: dict[str, Any]) -> dict[str, Any]:
        script = "([options, cases]) => measured(options, cases)"
        result: dict[str, Any] = page.evaluate(script, [options, list(cases) or [{}]])
        return result

    yield measure
    page.context.close()


def samples(result: dict[str, Any]) -> list[float]:
    return [sample for taken in result["rows"][0]["rounds_s"] for sample in taken]


@dataclass(frozen=True)
class Machine:
    """The element that measures, on its page."""

    page: Page

    @property
    def host(self) -> Locator:
        return self.page.locator("machine-run")

    @property
    def message(self) -> str:
        return self.host.locator("#message").inner_text()

    def start(self, suite: str) -> None:
        self.host.locator(f"#{suite}").click()

    def wait_for(self, message: str | re.Pattern[str], timeout: float = 60_000) -> None:
        self.host.locator("#message").get_by_text(message).wait_for(timeout=timeout)

    def run_quickly(self, suite: str, sizes: str, tiny: dict[str, Any]) -> None:
        """Run all cases of a suite with small inputs to the end."""
        self.page.evaluate(f"tiny => Object.assign(lanes.suite.{sizes}, tiny)", tiny)
        limits = "{ trials: 60, round: 60, all: 0 }"  # three rounds, each as long as it takes
        self.page.evaluate(f"Object.assign(lanes.timing.TIME, {limits})")
        self.start(suite)
        ended = "() => document.querySelector('machine-run').state.running === ''"
        self.page.wait_for_function(ended, timeout=120_000)

    def download(self, suite: str, folder: Path) -> Record:
        with self.page.expect_download() as download:
            self.host.get_by_role("button", name=f"Download {suite}.json").click()
        download.value.save_as(folder / f"{suite}.json")
        return Record.load(folder)

    def upload(self, text: str) -> str:
        """Load a file and return the message."""
        file: Any = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        before = self.message
        self.host.locator("#file").set_input_files(file)
        changed = "before => document.querySelector('machine-run').state.message !== before"
        self.page.wait_for_function(changed, arg=before)
        return self.message


@pytest.fixture
def machine(page: Page) -> Machine:
    return Machine(page)


STORED = "lanes.own.sheets()"


# ---- the timer, with a simulated clock -----------------------------------------------------------
# Options of the simulated browser, the case, and the limits between which each sample must lie.
ACCURATE = {
    "a short call": ({"each": 2e-6}, {}, (1.998e-6, 2.1e-6)),
    "a long call": ({"each": 5e-2}, {}, (4.995e-2, 5.25e-2)),
    "a coarse clock": ({"grain": 5e-3, "each": 1e-3}, {}, (0.94e-3, 1.06e-3)),
    "a long wait": ({"wait": 0.103, "each": 1e-3}, {}, (0.99e-3, 1.01e-3)),
    "an awaited call": ({}, {"awaited": True}, (4.9e-4, 5.1e-4)),
    "a wait below a clock step": (
        {"grain": 1e-3, "wait": 3e-4},
        {"awaited": True},
        (3.76e-4, 4.24e-4),
    ),
}


@pytest.mark.parametrize(("options", "case", "limits"), ACCURATE.values(), ids=ACCURATE)
def test_samples_are_accurate(
    run: Run, options: dict[str, Any], case: dict[str, Any], limits: tuple[float, float]
):
    taken = samples(run(options, case))
    assert len(taken) >= 7
    assert limits[0] < min(taken)
    assert max(taken) < limits[1]


def test_case_without_a_valid_time_has_a_fault(run: Run):
    (short,) = run({"grain": 5e-3, "each": 1e-9})["rows"]
    assert short["fault"] == "Too short to distinguish from the wait."
    (row,) = run({"wrong": "element 3 is 4 and should be 5."})["rows"]
    assert row["fault"] == "Not timed, because the result is wrong: element 3 is 4 and should be 5."
    assert row["rounds_s"] == []


def test_privacy_clock_is_rejected_before_any_run(run: Run):
    result = run({"grain": 0.1})
    assert (result["refused"], result["ran"]) == (True, 0)
    assert "this browser's clock has a resolution of 100\u202fms" in result["error"]


def test_lost_device_and_stop_end_all_work(run: Run):
    lost = run({"lostAt": 40})
    assert (lost["refused"], lost["error"], lost["ran"]) == (True, "The GPU was lost.", 40)
    stopped = run({"stopAt": 20})
    assert (stopped["refused"], stopped["after"]) == (True, 0)
    assert stopped["error"] == "Stopped. The results of this run are discarded."


def test_all_cases_of_a_browser_with_slow_polling_take_less_than_14_simulated_seconds(run: Run):
    result = run({"wait": 0.103, "poked": 4e-3}, *[{}] * 38)
    assert result["poked"] is True
    assert {row["fault"] for row in result["rows"]} == {""}
    assert result["now"] < 14


def test_samples_of_a_hidden_page_are_repeated(run: Run):
    result = run({"hideAt": 40})
    (row,) = result["rows"]
    assert max(samples(result)) < 2e-4
    assert [len(taken) for taken in row["rounds_s"]] == [3] * len(row["rounds_s"])
    assert any("hidden" in doubt for doubt in row["doubts"])


def test_call_that_would_reset_the_driver_is_skipped(run: Run):
    slow, quick = run({}, {"each": 3.0}, {"each": 1e-3})["rows"]
    assert re.match(r"Skipped: one call would take about (3|2\.9\d)\W?s, and", slow["fault"])
    assert slow["rounds_s"] == []
    assert (quick["fault"], len(quick["rounds_s"])) == ("", 7)
    assert run({}, {"each": 3.0})["largest"] == 1 / 64


def test_differing_rounds_and_rates_above_the_roof_are_flagged(run: Run):
    roof = {"case": "roof", "params": {"kind": "compute"}, "work": 1000}
    result = run({}, roof, {"work": 1000}, {"work": 1500, "bytes": 5})
    doubts = [" ".join(row["doubts"]) for row in result["rows"]]
    assert ["above the compute roof" in text for text in doubts] == [False, False, True]
    assert not any("differ" in text for text in doubts)
    later = run({"slowAt": 30})
    assert any("rounds differ" in doubt for doubt in later["rows"][0]["doubts"])


def test_slow_machine_measures_its_roofs_and_skips_other_cases(run: Run):
    roofs = [{"case": "roof", "params": {"kind": kind}, "each": 0.05} for kind in ("a", "b")]
    result = run({"each": 0.2}, *roofs, *[{}] * 30, {"each": 1e-4})
    faults = [row["fault"] for row in result["rows"]]
    assert faults[:2] == ["", ""]
    assert faults.count("") >= 3
    assert set(faults) == {"", "Skipped: the other cases used up the time."}
    assert all(len(row["rounds_s"]) >= 3 for row in result["rows"] if not row["fault"])
    assert result["now"] < 16


# ---- the kernels, in Chromium's software adapter ------------------------------------------------
def run_in_software_adapter(
    fresh: Callable[[], Browser], html: Path, work: Callable[[Page], Any]
) -> Any:
    """Retry once in a new browser if the software adapter does not start, and then skip."""
    message = ""
    for _try in range(2):
        try:
            return work(open_offline(fresh(), html))
        except Error as error:
            message = str(error)
            if not START_UP.search(message):
                raise
    return pytest.skip(f"Chromium's software adapter did not start, twice: {message[:200]}")


def check_kernels(page: Page, kernel: str = "", *changes: tuple[str, str]) -> Any:
    changes += IN_F32 if kernel == "half" else ()
    return page.evaluate(RUN_KERNELS, [TINY, kernel, changes])


def test_every_kernel_returns_the_exact_result_and_mistakes_are_detected(
    software_gpu: Callable[[], Browser], html: Path
):
    def check(page: Page) -> tuple[Any, Any, dict[str, Any]]:
        results, mistaken = check_kernels(page), {}
        reload(page)
        half = check_kernels(page, "half")[0]
        for kernel, mistake in MISTAKES.items():
            reload(page)
            mistaken[kernel] = check_kernels(page, kernel, mistake)[0]
        return results, half, mistaken

    (faults, gone), half, mistaken = run_in_software_adapter(software_gpu, html, check)
    assert faults == dict.fromkeys(faults, "")
    assert (len(faults), gone) == (2 + 2 + 5 + 1 + 4 + 1 + 3 + 8, "")
    assert half == {"half[kind=compute,dtype=f16]": ""}
    wrong = re.compile(r"element \d+ is .* and should be")
    for kernel, faults in mistaken.items():
        assert any(wrong.search(fault) for fault in faults.values()), kernel


# ---- the WebAssembly module ----------------------------------------------------------------------
WAT = (MACHINE / "cpu.wat").read_text(encoding="utf-8")
# The cases that must report each mistake, and the code of their function before and after it.
WRONG = {
    "roof[kind=memory]": ("f32x4.sub", "f32x4.add"),
    "kernel=tiled": ("i32.const 16 i32.add v128.load local.set $r1", "v128.load local.set $r1"),
    "roof[kind=compute]": ("f32.const 0.125", "f32.const 0.25"),
}
RUN_ON_CPU = """async ([tiny, bytes]) => {
  Object.assign(lanes.suite.NUMBERS, tiny);
  if (bytes) document.querySelector("[data-module]").dataset.module = bytes;
  const cpu = await lanes.openCpu();
  const faults = {};
  for (const one of cpu.cases) {
    await cpu.run(one, 2);
    faults[one.name] = await cpu.check(one);
  }
  cpu.close();
  return faults;
}"""


def test_every_function_of_the_module_returns_the_exact_result_and_mistakes_are_detected(
    page: Page,
):
    faults = page.evaluate(RUN_ON_CPU, [TINY_ON_CPU, ""])
    assert faults == dict.fromkeys(faults, "")
    assert len(faults) == 2 + 2 + 5 + 2 + 4 + 1
    for cases, mistake in WRONG.items():
        mistaken = WAT.replace(*mistake)
        assert mistaken != WAT
        module = b64encode(wat2wasm(mistaken)).decode()
        faults = page.evaluate(RUN_ON_CPU, [TINY_ON_CPU, module])
        faulty = [name for name, fault in faults.items() if fault]
        assert faulty
        assert all(cases in name for name in faulty)


def test_cpu_run_is_stored_and_its_download_is_a_record(machine: Machine, tmp_path: Path):
    page = machine.page
    machine.run_quickly("wasm", "NUMBERS", TINY_ON_CPU)
    assert machine.message.startswith("Done.")
    assert page.workers == []
    record = machine.download("wasm", tmp_path)
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
    faulty = {name for row in faults for name in row.split(": ")[0].split("; ")}
    measured = {row.label for row in record.measurements}
    assert "overhead" in measured
    assert measured == names - faulty
    assert all(record.query(f"{name}.time").median > 0 for name in measured)


# ---- the page and its record ---------------------------------------------------------------------
@pytest.mark.proof  # the software adapter is slow
def test_gpu_run_is_stored_downloaded_and_uploaded(
    software_gpu: Callable[[], Browser], html: Path, tmp_path: Path
):
    def use_page(page: Page) -> None:
        machine = Machine(page)
        machine.run_quickly("webgpu", "FEWER", TINY)
        if START_UP.search(machine.message):
            raise Error(machine.message)
        assert machine.message.startswith("Done.")
        assert "Not your GPU" in machine.host.locator("#software").inner_text()
        record = machine.download("webgpu", tmp_path)
        assert record.device["software"] is True
        cases = "lanes.suite.forGpu(lanes.suite.FEWER, false).map(({ name }) => name)"
        assert_measured_or_explained(record, page, set(page.evaluate(cases)))
        file = tmp_path / "webgpu.json"
        assert json.loads(file.read_text(encoding="utf-8")) == page.evaluate(f"{STORED}.webgpu")
        reload(page)
        assert page.locator("machine-bars .bar").count() > 10
        machine.host.get_by_role("button", name="Delete").click()
        assert page.locator("machine-bars .bar").count() == 0
        machine.host.locator("#file").set_input_files(file)
        page.locator("machine-bars .bar").first.wait_for()
        reload(page, (html / "drawn.html").as_uri())
        figure = page.locator("matmul-cubes")
        figure.get_by_text("Yours, through your browser").first.wait_for()
        assert figure.locator(".point.own").count() > 0

    run_in_software_adapter(software_gpu, html, use_page)


def make_results_file(*rows: dict[str, Any], **over: Any) -> str:
    texts = dict.fromkeys(("taken", "command", "precision", "inputs"), "2026")
    whole = {"schema": 2, "commit": None, "device": {"name": "<b>A</b> & Co"}, "versions": {}}
    return json.dumps({**whole, **texts, "conditions": None, "measurements": rows, **over})


def make_row(case: str, work: float = 1, bytes_: float = 8, **params: Any) -> dict[str, Any]:
    row = {"suite": "webgpu", "case": case, "params": params, "work": work, "bytes": bytes_}
    return row | {"doubts": [], "rounds_s": [[1e-6]]}


ROW = make_row("next")


def test_invalid_file_is_rejected_with_a_message(machine: Machine):
    rejected = {
        "it is not JSON.": "{",
        'it has no field "command".': '{"schema": 1, "taken": 1}',
        "its schema is 3, and this page reads 2.": make_results_file(ROW, schema=3),
        "it has no measurement that this page can show.": make_results_file(
            {**ROW, "suite": "toString"}
        ),
        'a measurement of "next" is incomplete.': make_results_file({**ROW, "rounds_s": [[0]]}),
        "its device has no name.": make_results_file(ROW, device={}),
    }
    for reason, text in rejected.items():
        message = f"x.json was not loaded: {reason} Choose a file that this page wrote."
        assert machine.upload(text) == message
    assert machine.page.evaluate(STORED) == {}


def test_names_of_a_file_are_escaped(machine: Machine):
    machine.upload(make_results_file(ROW))
    assert "<b>A</b> & Co" in machine.host.locator("#kept").inner_text()
    loaded = "Loaded: <b>A</b> & Co, measured 2027."
    assert machine.upload(make_results_file(ROW, taken=2027)) == loaded


# ---- errors --------------------------------------------------------------------------------------
FAKE_GPU = """() => {
  lanes.openGpu = async () => ({ info: { kind: "gpu", name: "pretended", software: false }, gone: "", close() {},
    cases: Array.from({ length: 40 }, (_, at) => `a${at}`).map((name) => ({ name, case: name, params: {}, suite: "webgpu", work: 1, bytes: 8, groups: [1, 1], awaited: true })),
    prepare: async () => 0, check: async () => "", run: () => new Promise((done) => setTimeout(done, 2)) });
  window.hide = (hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
}"""  # noqa: E501


def test_cpu_failure_is_reported_and_the_worker_ends(machine: Machine):
    machine.page.evaluate("lanes.suite.NUMBERS.stream = 2 ** 31")  # exceeds WebAssembly's memory
    machine.start("wasm")
    machine.wait_for("The browser stopped the measuring thread: ")
    assert machine.message.endswith(" The GPU can still be measured.")
    assert machine.page.workers == []


def test_adapter_is_requested_on_click_and_its_absence_is_reported(machine: Machine):
    page = machine.page
    none = "{ value: { async requestAdapter() { requests += 1; return null; } } }"
    page.add_init_script(f"window.requests = 0; Object.defineProperty(navigator, 'gpu', {none});")
    page.reload()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert page.evaluate("requests") == 0
    machine.start("webgpu")
    page.wait_for_function("() => requests === 1")
    assert machine.message.startswith("This browser found no GPU that it may use")
    assert machine.message.endswith(" The CPU can still be measured.")
    assert machine.host.locator("#webgpu").is_enabled()


def test_hidden_page_waits_and_stop_ends_the_run(machine: Machine):
    machine.page.evaluate(FAKE_GPU)
    machine.page.evaluate("hide(true)")
    machine.start("webgpu")
    machine.wait_for("Waiting: the page is hidden")
    machine.page.evaluate("hide(false)")
    machine.wait_for(re.compile("Trying|Round"))
    machine.host.locator("#stop").press("Enter")
    machine.wait_for("Stopped. The results of this run are discarded.")
    assert machine.page.evaluate(STORED) == {}
    assert machine.host.locator("#webgpu").is_enabled()


# ---- the reader's measurements in the book -------------------------------------------------------
def test_gpu_tables_and_bars_show_the_readers_measurements(browser: Browser, html: Path):
    page = open_offline(browser, html, "drawn")
    assert page.locator(".own-number, .own-note").count() == 0
    rows = [
        make_row("gemm", n=1024, kernel="naive") | {"rounds_s": [[9.0]]},
        make_row("gemm", 6e9, n=1024, kernel="tiled") | {"rounds_s": [[0.002] * 3] * 7},
        make_row("gemm", 6e9, n=2048, kernel="tiled") | {"rounds_s": [[0.001]]},
    ]
    sheet = json.loads(make_results_file(*rows))
    page.evaluate("sheet => lanes.own.save({ webgpu: sheet })", sheet)
    reload(page)
    numbers = [
        text.replace("\u202f", " ") for text in page.locator(".own-number").all_inner_texts()
    ]
    assert numbers == ["◆ 3 TFLOP/s", "◆ 0.5", "◆ 2 ms"]
    note = "◆ Yours, through your browser: <b>A</b> & Co."
    assert page.locator(".own-note").all_inner_texts() == [note] * 2
    own = page.locator(".bar-fill.bar-own")
    assert own.count() == 1
    book = page.locator(".bar-cpu .bar-fill")
    widths = [bar.evaluate("e => e.getBoundingClientRect().width") for bar in (own, book)]
    record = Record.load(ROOT / "book/data/records/cpu")
    expected = 0.002 / record.query("gemm[n=2048].time").median
    assert widths[0] / widths[1] == pytest.approx(expected, rel=0.05)
    page.context.close()


ROOFS = make_row("roof", 4e6, 8, kind="compute"), make_row("roof", 2, 1e6, kind="memory")


def test_roofline_of_the_reader_shows_cases_below_its_roofs(machine: Machine):
    rows = make_row("gemm", 4e6, 1e4, kernel="tiled", n=64), make_row("matvec", 5e5, 1e6, n=64)
    machine.upload(make_results_file(*ROOFS, *rows))
    host = machine.page.locator("machine-roofline")
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
