"""Rulings on the reader's own GPU, in the page: the same rules and the same sums as in Python.

A page that holds the directive and the real data, with the real scripts; no GPU is asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from _ext import data
from _ext.measured import Expression
from _ext.verdict import RULINGS, UNDECIDED, verdict
from axe_playwright_python.sync_playwright import Axe
from books import ROOT, build_html, directive
from playwright.sync_api import Browser, Page

from manylanes.records import RecordError

DATA = ROOT / "book/data"
CLAIMS: dict[str, Any] = data.parsed(DATA / "claims.toml")
SHEETS = sorted((DATA / "records").glob("*/*.json"))
TEXT = (ROOT / "book/20_court.md").read_text(encoding="utf-8")
CHASE = DATA / "records/cpu/chase.json"
QUERIES = {
    "bandwidth": "roof[kind=memory].bandwidth",
    "f32_tflops": "roof[kind=compute].rate",
    "load_time": "chase[kib=65536,order=shuffled].step",
}
OWN = TEXT.partition("```{own-rulings}\n")[2].partition("\n```")[0].split()


def env(folder: Path, *records: str) -> Any:
    """What a build asks of the data, without a build."""
    known = SimpleNamespace(lanes_records=["cpu", "xeon", "epyc", "gpu", *records])
    more = {"srcdir": folder, "docname": "page", "note_dependency": lambda path: None}
    return SimpleNamespace(config=known, **more)


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "book").mkdir()
    for name in ("_static", "data", "references.bib"):
        (folder / "book" / name).symlink_to(ROOT / "book" / name)
    words = directive("own-rulings", "", *OWN)
    (folder / "book/index.md").write_text(f"# Own\n\n{words}\n", encoding="utf-8")
    records = env(folder).config.lanes_records
    styles = ["style.css"]
    build_html(folder, lanes_records=records, html_static_path=["_static"], html_css_files=styles)
    return folder / "_build/html"


@pytest.fixture
def page(browser: Browser, html: Path) -> Iterator[Page]:
    shown = browser.new_context(offline=True).new_page()
    shown.goto((html / "index.html").as_uri())
    yield shown
    shown.context.close()


def thresholds(claim: dict[str, Any]) -> list[float]:
    """On which `<` and `<=` part."""
    words = " ".join(rule.get("if", "") for rule in claim["rules"]).split()
    return [float(word) for word in words if word[0].isdigit()]


def test_both_read_the_rules_of_each_claim_alike(page: Page) -> None:
    asked, said = [], []
    for name, claim in CLAIMS.items():
        value = (
            Expression.read(claim["metric"]).value(env(DATA.parent)) if "metric" in claim else None
        )
        if value is None:
            continue
        spreads = [(at, at * 0.97, at * 1.03) for at in thresholds(claim)]
        spreads += [(at, at, at) for at in thresholds(claim)]
        for median, low, high in [(value.median, value.low, value.high), *spreads]:
            asked.append([claim["rules"], {"value": median, "low": low, "high": high}])
            quantity = replace(value, median=median, low=low, high=high)
            said.append((name, verdict(claim, quantity).stamp))
    ask = "all => all.map(([rules, known]) => lanes.rulings.ruled(rules, known))"
    got = page.evaluate(ask, asked)
    assert [(name, ruling) for (name, _), ruling in zip(said, got, strict=True)] == said
    assert set(got) == {*RULINGS, UNDECIDED}


IN_PAGE = """sheet => [...document.querySelectorAll(".own-rulings tbody tr")].map((row) => {
  const asked = JSON.parse(row.dataset.ruled);
  const answer = lanes.rulings.answered(asked, sheet.measurements);
  const { value, low, high } = answer ?? {};
  return answer && [lanes.rulings.ruled(asked.rules, answer), value, low, high];
})"""


def test_each_sheet_of_the_book_as_the_readers_is_ruled_as_by_a_build(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the place of the data sheet: the roofs of each machine, and the walk of the CPU's."""
    monkeypatch.setattr(data, "roof_faults", lambda *_: {})  # a page believes a reader's roofs
    for path in [*DATA.glob("*.toml"), *DATA.glob("records/*")]:
        (tmp_path / "data/records").mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / path.relative_to(DATA)).symlink_to(path)
    raws = [json.loads(path.read_text(encoding="utf-8")) for path in [*SHEETS, CHASE]]
    short = raws[-1]
    for row in short["measurements"]:  # too few rounds for an interval, and not alike in number
        row["rounds_s"] = row["rounds_s"][: 4 if row["case"] == "chase" else 5]
    got = page.evaluate(f"all => all.map({IN_PAGE})", raws)
    answers = 0
    for path, raw, found in zip([*SHEETS, CHASE], raws, got, strict=True):
        mine = tmp_path / f"data/records/mine{answers}"
        mine.mkdir()
        as_gpu = raw | {"device": raw["device"] | {"kind": "gpu"}}  # it has no socket
        (mine / path.name).write_text(json.dumps(as_gpu), encoding="utf-8")
        here = env(tmp_path, mine.name)
        expected = [by_a_build(here, CLAIMS[name], mine.name) for name in OWN]
        assert found == [it and pytest.approx(it) for it in expected]
        answers += len(found) - found.count(None)
    assert answers == 4 * len(raws) + 2 * (len(OWN) - 4)


def kept(page: Page, *rows: tuple[str, dict[str, Any], float], **device: Any) -> None:
    """As "Your machine" keeps them, one second a call; then the page is opened anew."""
    measured = [
        {"case": case, "params": params, "work": amount, "bytes": amount, "doubts": []}
        | {"suite": "webgpu", "rounds_s": [[1.0], [0.99], [1.01], [1.0], [1.0], [1.0], [1.0]]}
        for case, params, amount in rows
    ]
    measured[0]["doubts"] = device.pop("doubts", [])
    sheet = {"device": {"name": "<b>A</b> card", **device}, "measurements": measured}
    page.evaluate("sheet => lanes.own.keep({ webgpu: sheet })", sheet)
    page.reload()


def column(page: Page) -> dict[str, str]:
    return dict(
        zip(OWN, page.locator(".own-rulings td:nth-child(3)").all_inner_texts(), strict=True)
    )


def test_a_readers_gpu_has_a_column_once_it_was_measured(page: Page) -> None:
    assert page.locator(".own-rulings th[scope=col]").count() == 2
    kept(page, ("roof", {"kind": "memory"}, 100e9), ("roof", {"kind": "compute"}, 80e12))
    assert page.locator(".own-rulings th[scope=col]").last.inner_text() == "Your GPU"
    said = column(page)
    assert said["a2-bandwidth"] == "false 0.2"  # 100 GB/s beside a socket of 499
    assert said["a1-main-memory-rate"].startswith("false ")
    assert said["a3-at-the-cost"] == "not measured"
    assert page.locator(".own-note").inner_text().endswith(": <b>A</b> card.")
    assert Axe().run(page, context=".own-rulings").response["violations"] == []


def test_a_doubt_is_said_and_a_program_that_plays_a_gpu_is_not_ruled_on(
    page: Page,
) -> None:
    memory = ("roof", {"kind": "memory"}, 5e12)
    kept(page, memory, doubts=["two samples share one wait", "The rounds differ."])
    assert column(page)["a2-bandwidth"] == "upheld 10, in doubt"
    kept(page, memory, doubts=["two samples share one wait"])
    assert column(page)["a2-bandwidth"] == "upheld 10"
    kept(page, memory, software=True)
    assert set(column(page).values()) == {"not measured"}
    assert "is a program on the processor" in page.locator(".own-note").inner_text()


def by_a_build(here: Any, claim: dict[str, Any], own: str) -> list[Any] | None:
    """The metric, asked of the record `own` where it names what a GPU's data sheet says."""
    asked = Expression.read(claim["metric"])
    terms = [
        replace(term, source=own, query=QUERIES[term.query.partition(".")[2]])
        if term.query.startswith(("h200.", "h100_pcie."))
        else term
        for term in asked.terms
    ]
    terms.sort(key=lambda term: term.source != own)  # of one run: joined first, round by round
    try:
        value = replace(asked, terms=tuple(terms)).value(here)
    except RecordError:
        return None
    return value and [verdict(claim, value).stamp, value.median, value.low, value.high]
