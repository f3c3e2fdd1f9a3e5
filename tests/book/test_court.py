"""Chapter 20: the table of claims, and rulings on other records and by readers."""

import json
import re
from collections.abc import Callable

import books
import pytest
from books import ROWS, Mini, MiniBook, directive, measurement, results_file

RULINGS = "\n\n".join(directive("ruling", name) for name in ("brackets", "unmeasured", "sourced"))
SOCKETS = (("large", 128), ("small", 32))
CPU = {"kind": "cpu", "name": "Second Processor", "cores": 4, "caches": None}


TABLE = "\n\n" + directive("claims-table")


def test_each_claim_has_a_row_with_a_link_to_its_ruling(mini: Mini):
    page = mini(RULINGS + TABLE)
    rows = page.soup().select(".claims-all tbody tr")
    assert [row.th.a["href"] for row in rows] == [
        "#ruling-brackets",
        "#ruling-unmeasured",
        "#ruling-sourced",
    ]
    assert all(page.soup().select_one(row.th.a["href"]) for row in rows)
    assert [row["data-ruling"] for row in rows] == ["false", "not measured yet", "misleading"]
    assert [row["data-by"] for row in rows] == ["a clock: cpu", "a clock: gpu", "a source"]
    assert "after a first look" in rows[1].text


def test_claim_without_a_ruling_is_reported(errors: Callable[..., str]):
    text = directive("ruling", "brackets") + TABLE
    assert "undefined label: 'ruling-sourced'" in errors(text)


def test_upheld_claims_are_counted(mini: Mini, errors: Callable[..., str]):
    page = mini("{ruled}`false` of {ruled}`all`, {ruled}`upheld`.")
    assert "1 of 3, 0." in page.soup().text
    assert "unknown count 'guilty'; write all, upheld" in errors("{ruled}`guilty`")


def read_appeals(page: MiniBook) -> tuple[list[str], list[str]]:
    """Return the headings and the only row of the table of other records."""
    table = page.soup().select_one("table.claims")
    (row,) = table.select("tbody tr")
    return tuple(
        [cell.text for cell in cells] for cells in (table.select("thead th"), row.select("td"))
    )


def test_rules_are_applied_to_other_records(
    draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(books.SETTINGS, "lanes_records", ["cpu", "second", "third", "gpu"])
    left = measurement("chain", {"order": "left", "n": 16}, samples_s=[0.0015] * 3)
    rows = [left if row["params"].get("order") == "left" else row for row in ROWS]
    draft.write("data/records/second/matmul.json", results_file(*rows, device=CPU))
    gpu = CPU | {"kind": "gpu"}  # has the same cases, but the claim is about a CPU
    draft.write("data/records/third/matmul.json", results_file(*rows, device=gpu))
    page = mini(f"{RULINGS}\n\n{directive('appeals')}")
    assert read_appeals(page) == (["Claim", "cpu", "second"], ["false", "upheld"])


def test_other_records_use_the_facts_of_their_own_socket(
    draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(books.SETTINGS, "lanes_records", ["cpu", "second", "third"])
    for name in ("second", "third"):
        draft.write(f"data/records/{name}/matmul.json", results_file(*ROWS, device=CPU))
    cores = "".join(f'[{it}.cores]\nvalue = {n}\nsource = "maker"\n' for it, n in SOCKETS)
    listed = '[sockets]\ncpu = ["large"]\nsecond = ["small"]\nthird = ["unknown"]\n'
    draft.write("data/hardware.toml", books.HARDWARE + listed + cores)
    metric = "cpu: chain[order=left,n=16].time / chain[order=left,n=16].time * fact: large.cores"
    rules = 'rules = [{ if = "value > 100", ruling = "upheld" }, { ruling = "false" }]'
    claims = books.CLAIMS.split("[unmeasured]")[0]
    claims = re.sub('metric = ".*"', f'metric = "{metric}"', re.sub("rules = .*", rules, claims))
    draft.write("data/claims.toml", claims)
    page = mini(f"{directive('ruling', 'brackets')}\n\n{directive('appeals')}")
    assert read_appeals(page) == (["Claim", "cpu", "second"], ["upheld", "false"])


def test_later_change_of_the_rules_is_shown_and_counted(draft: MiniBook, mini: Mini):
    changed = 'changed = "The thresholds were `doubled`."\nfixed = "before"'
    draft.write("data/claims.toml", books.CLAIMS.replace('fixed = "before"', changed))
    page = mini(f"{RULINGS}\n\n{{claims}}`changed` of {{claims}}`rules`.{TABLE}")
    (line,) = page.soup().select(".ruling-changed")
    assert line.text == "Changed afterwards The thresholds were doubled."
    assert "1 of 2." in page.soup().text
    assert "changed afterwards" in page.soup().select(".claims-all tbody tr")[0].text


def test_claim_that_a_readers_gpu_cannot_decide_is_rejected(
    draft: MiniBook, errors: Callable[..., str]
):
    power = '[h200.power]\nvalue = 700\nunit = "W"\nsource = "maker"\n'
    bars = "[h200.multiprocessors]\nvalue = 132\nsource = 'maker'\n"
    draft.write("data/hardware.toml", books.HARDWARE + power + bars)
    rules = 'rules = [{ ruling = "upheld" }]\nfixed = "before"\nmachine = "facts"\n'
    decided = f'metric = "fact: h200.power / h200.bandwidth"\n{rules}correct'
    claims = books.CLAIMS.replace('ruling = "misleading"\ncorrect', decided)
    draft.write("data/claims.toml", claims)
    assert "cannot replace h200.power" in errors(directive("own-rulings", "", "sourced"))


def test_reader_rules_before_the_book_shows_its_ruling(mini: Mini):
    page = mini(directive("jury", "brackets") + "\n\n" + directive("ruling", "brackets"))
    box = page.soup().select_one("#predict-jury-brackets")
    known = json.loads(box["data-predict"])
    items = [item.text for item in box.select(".predict-choices li")]
    assert items == ["upheld", "upheld with conditions", "misleading", "false"]
    assert items[known["right"]] == "false"
    before = [part.text for part in box.find_all(recursive=False) if part.name != "details"]
    assert "Brackets never matter much." in " ".join(before)
    assert "They do." not in " ".join(before)
    assert "They do." in box.details.text
    assert box.details.select_one("a[href='#ruling-brackets']").text == "The trial"


def test_reader_cannot_rule_on_a_claim_without_a_ruling(assert_rejected: Callable[..., None]):
    missing = (directive("jury", "unmeasured"), "the claim is not measured yet")
    assert_rejected([missing, (directive("jury", "bracket"), "no claim 'bracket'")])
