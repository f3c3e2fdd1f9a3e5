"""Predictions and rulings: a record decides them, and malformed ones are rejected."""

import json
from collections.abc import Callable

import pytest
from books import CLAIMS, ROWS, Mini, MiniBook, directive, flat, measurement, results_file
from bs4 import Tag

PREDICT = """
```{predict} brackets
:kind: number
:unit: times
:answer: cpu: chain[order=left,n=16].time / chain[order=right,n=16].time
How many *times*?
+++
Because {measured}`cpu: gemm[n=8].rate`.
```
"""
CHOICE = """
```{predict} rate
:kind: choice
:answer: cpu: gemm[n=8].rate
How fast?
- Fast {if}`value > 1e12`
- **Middling** {if}`value > 1e9`
- Slow
+++
So it is.
```
"""


# ---- predictions


def test_prediction_has_a_folded_answer_and_the_measurement(mini: Mini):
    page = mini(PREDICT)
    box = page.soup().select_one("#predict-brackets")
    known = json.loads(box["data-predict"])
    assert (known["id"], known["kind"], known["unit"]) == ("brackets", "number", "times")
    assert known["answer"]["median"] == pytest.approx(50)
    assert box.em.text == "times"
    answer = box.select_one("details.predict-answer")
    assert not answer.has_attr("open")
    assert answer.p.a.text == "50.0"
    assert answer.p.text.endswith(" times.")
    assert "2.00" in answer.select("a.origin-number")[1].text


def test_measurement_chooses_the_right_answer(mini: Mini):
    page = mini(CHOICE)
    box = page.soup().select_one(".predict")
    assert json.loads(box["data-predict"])["right"] == 1
    items = [item.text for item in box.select(".predict-choices li")]
    assert items == ["Fast", "Middling", "Slow"]
    assert box.select_one(".predict-answer p strong").text == "Middling"


def test_prediction_without_a_record_has_no_answer(mini: Mini):
    page = mini(CHOICE.replace("cpu:", "gpu:") + PREDICT.replace("cpu: chain", "gpu: chain"))
    choice, number = (json.loads(box["data-predict"]) for box in page.soup().select(".predict"))
    assert choice["right"] is None
    assert number["answer"] is None
    assert "Measured: not measured yet" in page.soup().text


def test_malformed_prediction_reports_page_and_line(assert_rejected: Callable[..., None]):
    rows = [
        (PREDICT.replace("chain[order=left", "chian[order=left"), "did you mean 'chain'"),
        (PREDICT.replace(":answer: ", ":right: "), "the answer is missing"),
        (CHOICE.replace(" {if}`value > 1e9`", ""), "every answer but the last needs a condition"),
        (CHOICE.replace(":answer: cpu: gemm[n=8].rate", ":right: Swift"), "be one of the answers"),
        (PREDICT.replace(" / chain[order=right,n=16].time", ""), "the answer is in s; add ':unit"),
    ]
    assert_rejected((text.strip(), message) for text, message in rows)


# ---- rulings


def build_ruling(draft: MiniBook, left: list[float], right: list[float]) -> Tag:
    """Return the ruling on the claim `brackets` for times of both forms, one for each round."""
    forms = [
        measurement("chain", {"order": order, "n": 16}, rounds_s=[[value] for value in values])
        for order, values in (("left", left), ("right", right))
    ]
    others = [row for row in ROWS if row["case"] != "chain"]
    draft.write("data/records/cpu/matmul.json", results_file(*others, *forms))
    draft.write_pages(directive("ruling", "brackets"))
    assert draft.build().warnings == ""
    box = draft.soup().select_one(".ruling")
    assert isinstance(box, Tag)
    return box


def test_record_decides_the_ruling(draft: MiniBook):
    box = build_ruling(draft, [0.05], [0.001])
    assert box.select_one(".stamp").text == "false"
    assert box.select_one(".rule-that-held span").text == "false"
    assert "Maker and Other, 2024" in box.text
    assert box.select_one("a.origin-number") is not None


def test_spread_across_a_threshold_leaves_the_claim_undecided(draft: MiniBook):
    box = build_ruling(draft, [0.0012, 0.0019, 0.006], [0.001] * 3)
    assert box.select_one(".stamp").text == "undecided"
    assert "ruling-undecided" in box["class"]
    assert box.select_one("p.ruling-doubt").text == (
        "This record cannot decide. Its median gives “upheld”, but the range of the samples is "
        "1.20 to 6.00, which also includes “misleading”."
    )
    rules = [item.text for item in box.select(".rule-that-held span")]
    assert rules == ["upheld", "misleading"]


@pytest.mark.parametrize(
    ("outliers", "stamp"), [(1, "upheld"), (2, "undecided"), (7, "undecided"), (8, "misleading")]
)
def test_ruling_is_undecided_with_two_to_seven_outliers_in_nine_rounds(
    draft: MiniBook, outliers: int, stamp: str
):
    times = [0.0015] * (9 - outliers) + [0.006] * outliers
    box = build_ruling(draft, times, [0.001] * 9)
    assert box.select_one(".stamp").text == stamp
    if outliers == 2:
        doubt = box.select_one("p.ruling-doubt").text
        assert "but its interval (95 %) is 1.50 to 6.00, which also includes “misleading”" in doubt


def test_common_slowdown_does_not_change_the_ruling(draft: MiniBook):
    slower = [float(step) for step in range(1, 10)]
    box = build_ruling(draft, [0.0015 * by for by in slower], [0.001 * by for by in slower])
    assert box.select_one(".stamp").text == "upheld"
    card = flat(box.select_one(".origin-card"))
    assert "Median of 9 rounds, one ratio for each, " in card
    assert "95 % confidence interval: 1.50" in card


def test_claim_about_a_missing_record_has_no_ruling(mini: Mini):
    page = mini(directive("ruling", "unmeasured"))
    assert page.soup().select_one(".stamp").text == "not measured yet"


def test_source_may_decide_a_claim(mini: Mini):
    page = mini(directive("ruling", "sourced"))
    box = page.soup().select_one(".ruling")
    assert box.select_one(".stamp").text == "misleading"
    assert box.select_one(".ruling-by").text == "by source"
    assert box.select_one(".ruling-rules") is None


# The claim, its text and the text that replaces it, and the message.
MALFORMED = [
    ("sourced", 'ruling = "misleading"', 'ruling = "mild"', "unknown ruling 'mild'"),
    ("sourced", 'source = ["maker"]', "source = []", "needs a `source`"),
    ("unmeasured", 'ruling = "upheld"', 'ruling = "yes"', "unknown ruling 'yes'"),
    ("brackets", '{ ruling = "false" }', '{ if = "value > 1", ruling = "false" }', "last has"),
    ("brackets", 'if = "low < 10"', 'if = "lw < 10"', "cannot parse the condition 'lw < 10'"),
    ("brackets", 'article = "maker"', 'article = "maker2"', "no source 'maker2'"),
    ("brackets", 'fixed = "before"', "", "'fixed' is missing"),
    ("brackets", '"before"', '"early"', "unknown value of `fixed`: 'early'"),
]


def test_malformed_claim_reports_page_and_line(
    draft: MiniBook, assert_rejected: Callable[..., None]
):
    claims = {part.partition("]")[0]: part for part in CLAIMS.split("\n[")[1:]}
    rows = [(directive("ruling", "brakets"), "in data/claims.toml. Did you mean: brackets")]
    text = CLAIMS
    for number, (claim, old, new, message) in enumerate(MALFORMED):
        body = claims[claim].partition("]")[2]
        assert body.count(old) == 1
        text += f"\n[malformed{number}]{body.replace(old, new)}"
        rows.append((directive("ruling", f"malformed{number}"), message))
    draft.write("data/claims.toml", text)
    assert_rejected(rows)


def test_rules_fixed_before_the_measurement_are_counted(mini: Mini, errors: Callable[..., str]):
    assert "1 of 2." in mini("{claims}`before` of {claims}`rules`.").soup().text
    assert "unknown count 'later'; write rules, before" in errors("{claims}`later`")
