"""Rulings on the reader's own GPU: the page and Python apply the same rules to the same values.

The page has the directive, the real data and the real scripts. No GPU is used.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _ext.claims.verdict import RULINGS, UNDECIDED, verdict
from _ext.numbers.data_files import parse_toml
from _ext.numbers.expression import Expression
from _ext.numbers.resolve import evaluate
from _ext.numbers.store import Store
from axe_playwright_python.sync_playwright import Axe
from books import ROOT, build_html, directive
from browsing import reload
from playwright.sync_api import Browser, Page

from manylanes.records import RecordError

DATA = ROOT / "book/data"
CLAIMS: dict[str, Any] = parse_toml(DATA / "claims.toml")
TEXT = (ROOT / "book/20_court.md").read_text(encoding="utf-8")
CHASE = DATA / "records/cpu/pointer_chasing.json"
SHEETS = [*sorted((DATA / "records/gpu").glob("*.json")), CHASE]
QUERIES = {
    "bandwidth": "roof[kind=memory].bandwidth",
    "f32_tflops": "roof[kind=compute].rate",
    "load_time": "pointer_chasing[kib=65536,order=shuffled].step",
}
RECORDS = ["cpu", "xeon", "epyc", "gpu"]
OWN = TEXT.partition("```{own-rulings}\n")[2].partition("\n```")[0].split()


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "book").mkdir()
    for name in ("_static", "data", "references.bib"):
        (folder / "book" / name).symlink_to(ROOT / "book" / name)
    words = directive("own-rulings", "", *OWN)
    (folder / "book/index.md").write_text(f"# Own\n\n{words}\n", encoding="utf-8")
    styles = ["style.css"]
    build_html(folder, lanes_records=RECORDS, html_static_path=["_static"], html_css_files=styles)
    return folder / "_build/html"


@pytest.fixture
def page(browser: Browser, html: Path) -> Iterator[Page]:
    page = browser.new_context(offline=True).new_page()
    page.goto((html / "index.html").as_uri())
    yield page
    page.context.close()


def thresholds(claim: dict[str, Any]) -> list[float]:
    """Return the numbers that the rules of a claim compare with."""
    words = " ".join(rule.get("if", "") for rule in claim["rules"]).split()
    return [float(word) for word in words if word[0].isdigit()]


def test_page_and_python_apply_the_rules_alike(page: Page) -> None:
    questions, expected = [], []
    for name, claim in CLAIMS.items():
        metric = claim.get("metric")
        value = metric and evaluate(Expression.read(metric), Store(DATA.parent))
        if not value:
            continue
        spreads = [(at, at * 0.97, at * 1.03) for at in thresholds(claim)]
        spreads += [(at, at, at) for at in thresholds(claim)]
        for median, low, high in [(value.median, value.low, value.high), *spreads]:
            questions.append([claim["rules"], {"value": median, "low": low, "high": high}])
            quantity = replace(value, median=median, low=low, high=high)
            expected.append((name, verdict(claim, quantity).stamp))
    script = "all => all.map(([rules, known]) => lanes.rulings.applyRules(rules, known))"
    rulings = page.evaluate(script, questions)
    assert [(name, it) for (name, _), it in zip(expected, rulings, strict=True)] == expected
    assert set(rulings) == {*RULINGS, UNDECIDED}


IN_PAGE = """sheet => [...document.querySelectorAll(".own-rulings tbody tr")].map((row) => {
  const claim = JSON.parse(row.dataset.ruled);
  const answer = lanes.rulings.evaluateMetric(claim, sheet.measurements);
  const { value, low, high } = answer ?? {};
  return answer && [lanes.rulings.applyRules(claim.rules, answer), value, low, high];
})"""


def test_page_rules_on_each_results_file_like_a_build(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The roofs of each file, and the pointer chase of the CPU, replace the data sheet."""
    # The page accepts any roofs of a reader, so the build must not check them, either.
    monkeypatch.setattr(Store, "roof_faults", lambda *_: {})
    for path in [*DATA.glob("*.toml"), *DATA.glob("records/*")]:
        (tmp_path / "data/records").mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / path.relative_to(DATA)).symlink_to(path)
    raws = [json.loads(path.read_text(encoding="utf-8")) for path in [*SHEETS, CHASE]]
    # too few rounds for an interval, and different numbers of rounds
    for row in raws[-1]["measurements"]:
        row["rounds_s"] = row["rounds_s"][: 4 if row["case"] == "pointer_chasing" else 5]
    rulings = page.evaluate(f"all => all.map({IN_PAGE})", raws)
    answers = 0
    for path, raw, ruled in zip([*SHEETS, CHASE], raws, rulings, strict=True):
        mine = tmp_path / f"data/records/mine{answers}"
        mine.mkdir()
        as_gpu = raw | {"device": raw["device"] | {"kind": "gpu"}}  # a GPU has no socket
        (mine / path.name).write_text(json.dumps(as_gpu), encoding="utf-8")
        expected = [rule_by_build(Store(tmp_path), CLAIMS[name], mine.name) for name in OWN]
        assert ruled == [it and pytest.approx(it) for it in expected]
        answers += len(ruled) - ruled.count(None)
    assert answers == 4 * len(raws) + 2 * (len(OWN) - 4)


def store(page: Page, *rows: tuple[str, dict[str, Any], float], **device: Any) -> None:
    """Store rows as "Your machine" does, with one second per call, and reload the page."""
    measured = [
        {"case": case, "params": params, "work": amount, "bytes": amount, "doubts": []}
        | {"suite": "webgpu", "rounds_s": [[1.0], [0.99], [1.01], [1.0], [1.0], [1.0], [1.0]]}
        for case, params, amount in rows
    ]
    measured[0]["doubts"] = device.pop("doubts", [])
    sheet = {"device": {"name": "<b>A</b> card", **device}, "measurements": measured}
    page.evaluate("sheet => lanes.own.save({ webgpu: sheet })", sheet)
    reload(page)


def read_column(page: Page) -> dict[str, str]:
    cells = page.locator(".own-rulings td:nth-child(3)").all_inner_texts()
    return dict(zip(OWN, cells, strict=True))


def test_measured_gpu_of_the_reader_has_a_column(page: Page) -> None:
    assert page.locator(".own-rulings th[scope=col]").count() == 2
    store(page, ("roof", {"kind": "memory"}, 100e9), ("roof", {"kind": "compute"}, 80e12))
    assert page.locator(".own-rulings th[scope=col]").last.inner_text() == "Your GPU"
    column = read_column(page)
    assert column["a2-bandwidth"] == "false 0.2"  # 100 GB/s, compared with 499 GB/s of a socket
    assert column["a1-main-memory-rate"].startswith("false ")
    assert column["a3-at-the-cost"] == "not measured"
    assert page.locator(".own-note").inner_text().endswith(": <b>A</b> card.")
    assert Axe().run(page, context=".own-rulings").response["violations"] == []


def test_doubts_are_shown_and_software_gpus_are_not_ruled_on(page: Page) -> None:
    memory = ("roof", {"kind": "memory"}, 5e12)
    store(page, memory, doubts=["two samples share one wait", "The rounds differ."])
    assert read_column(page)["a2-bandwidth"] == "upheld 10, in doubt"
    store(page, memory, doubts=["two samples share one wait"])
    assert read_column(page)["a2-bandwidth"] == "upheld 10"
    store(page, memory, software=True)
    assert set(read_column(page).values()) == {"not measured"}
    assert "is software that emulates one" in page.locator(".own-note").inner_text()


def rule_by_build(here: Store, claim: dict[str, Any], own: str) -> list[Any] | None:
    """Rule on a claim like a build, with the record `own` in place of a GPU's data sheet."""
    metric = Expression.read(claim["metric"])
    terms = [
        replace(term, source=own, query=QUERIES[term.query.partition(".")[2]])
        if term.query.startswith(("h200.", "h100_pcie."))
        else term
        for term in metric.terms
    ]
    terms.sort(key=lambda term: term.source != own)  # terms of one run are joined by round
    try:
        value = evaluate(replace(metric, terms=tuple(terms)), here)
    except RecordError:
        return None
    return value and [verdict(claim, value).stamp, value.median, value.low, value.high]
