"""Tables of claims, rulings by the reader, the role `ruled`, and a timeline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from ..html.element import make, reference
from ..html.table import make_table
from ..numbers import sockets
from ..numbers.directive import Directive
from ..numbers.expression import Expression
from ..numbers.page_store import store_of
from ..numbers.resolve import evaluate
from ..numbers.store import STATED, Store
from ..numbers.term import Term
from .predict import prediction_box
from .ruling import (
    CitingDirective,
    ClaimDirective,
    claim_header,
    count_node,
    decide,
    label_of,
    stamp,
)
from .verdict import RULINGS, Verdict, verdict

# Maps facts about a GPU to the measurements of the page "Your machine" that can replace them: case,
# parameters and quantity.
REPLACEMENTS = {
    "bandwidth": ("roof", {"kind": "memory"}, "bandwidth"),
    "f32_tflops": ("roof", {"kind": "compute"}, "rate"),
    "load_time": ("pointer_chasing", {"kib": 65536, "order": "shuffled"}, "step"),
}
SHORT_FORMS = {"after a rough run": "after a first look", "knowing the fact": "fact at hand"}


class ClaimsTable(CitingDirective):
    """A table of all claims, with rulings and chapters, which readers can filter with a script."""

    def render(self) -> list[nodes.Node]:
        named = "Claim", "Source", "Ruling", "Decided by", "Rules fixed", "Chapter"
        rows = [self.row(name, claim) for name, claim in self.store.table("claims").items()]
        framed = make_table("claims", named, rows, label="Table of claims")
        return [make("div", framed, class_="claims-all", scripts=("claims.js",))]

    def row(self, name: str, claim: dict[str, Any]) -> nodes.Node:
        metric, verdict = decide(self.store, claim)
        by = describe_decider(metric)
        fixed = str(claim.get("fixed", ""))
        when = [SHORT_FORMS.get(fixed, fixed)] if fixed else []
        when += ["changed afterwards"] if "changed" in claim else []
        return make(
            "tr",
            claim_header(self.env, name),
            make("td", *self.cited([claim["article"]])),
            make("td", stamp(verdict)),
            make("td", by),
            make("td", ", ".join(when)),
            make("td", claim["chapter"], class_="number"),
            data_article=claim["article"],
            data_ruling=verdict.stamp,
            data_by=by,
            data_chapter=claim["chapter"],
        )


class Timeline(CitingDirective):
    """The events of `data/timeline.toml`, each with its source and a link to a page about it."""

    def render(self) -> list[nodes.Node]:
        events = self.store.table("timeline")["event"]
        items, before = [], events[0]["year"]
        for year, each in groupby(events, key=lambda event: event["year"]):
            scale = f"--years:{year - before}"  # years since the previous event: gaps are to scale
            items.append(make("li", make("b", str(year)), self.event_list(each), style=scale))
            before = year
        return [make("ol", *items, class_="timeline")]

    def event_list(self, events: Iterable[dict[str, Any]]) -> nodes.Node:
        lines = []
        for event in events:
            words: list[nodes.Node | str] = [event["what"]]
            if page := event.get("page"):
                words = [reference(self.env, "doc", f"/{page}", event["what"])]
            lines.append(make("li", *words, " ", *self.cited([event["source"]])))
        return make("ul", *lines)


class Appeals(Directive):
    """A table of the claims that more than one record can decide, with the rulings by record."""

    def render(self) -> list[nodes.Node]:
        rulings = list(self.rulings_of_claims())
        names = [name for name in self.config.lanes_records if any(name in it for _, it in rulings)]
        rows = [self.row(name, verdicts, names) for name, verdicts in rulings]
        return [make_table("claims", ["Claim", *names], rows, label="Rulings by record")]

    def rulings_of_claims(self) -> Iterator[tuple[str, dict[str, Verdict]]]:
        for name, claim in self.store.table("claims").items():
            verdicts = dict(rulings_by_record(self.store, claim))
            if len(verdicts) > 1:
                yield name, verdicts

    def row(self, name: str, verdicts: dict[str, Verdict], names: list[str]) -> nodes.Node:
        cells = [make("td", stamp(verdicts[it]) if it in verdicts else "") for it in names]
        return make("tr", claim_header(self.env, name), *cells)


def rulings_by_record(store: Store, claim: dict[str, Any]) -> Iterator[tuple[str, Verdict]]:
    """Yield the ruling on a claim by each record that contains the cases of the claim.

    Only records of the same kind of machine as the claim's own record are used. For each record,
    facts about a whole CPU socket are replaced by the same facts about the socket of that record.
    Yield nothing for a claim without a metric, with several records, or with a missing record.
    """
    metric = Expression.read(claim["metric"]) if "metric" in claim else None
    sources = {term.source for term in metric.terms} - STATED.keys() if metric else set()
    taken = {name: record for name, record in store.records().items() if record}
    if metric is None or len(sources) != 1 or not sources <= taken.keys():
        return
    (own,) = sources
    for name, record in taken.items():
        if record.device["kind"] != taken[own].device["kind"]:
            continue
        terms = sockets.replace_record(store, metric.terms, own, name)
        value = evaluate(replace(metric, terms=terms), store) if terms else None
        if value is not None:
            yield name, verdict(claim, value)


class OwnRulings(Directive):
    """A table of claims whose data-sheet values a measurement of the reader's GPU can replace."""

    has_content = True

    def render(self) -> list[nodes.Node]:
        rows = [self.row(name, self.store.claim(name)) for name in self.content]
        framed = make_table("claims own-rulings", ("Claim", "The book"), rows, label="Your GPU")
        return [make("div", framed, scripts=("kit/number.js", "kit/own.js", "kit/ruled.js"))]

    def row(self, name: str, claim: dict[str, Any]) -> nodes.Node:
        metric, verdict = decide(self.store, claim)
        terms = [term for term in (metric.terms if metric else ()) if self.is_about_gpu(term)]
        rest = evaluate(metric, self.store) if metric else None
        if rest is None or not terms:
            raise ValueError(f"the metric of {name} contains no hardware fact about a GPU")
        measured = []
        for term in terms:
            field = term.query.partition(".")[2]
            if field not in REPLACEMENTS or term.divides:
                raise ValueError(f"the page 'Your machine' cannot replace {term.query} in {name}")
            measured.append(REPLACEMENTS[field])
            rest = rest / term.value(self.store, None)
        values = {"value": rest.median, "low": rest.low, "high": rest.high}
        facts = json.dumps({"measured": measured, "rest": values, "rules": claim["rules"]})
        return make(
            "tr", claim_header(self.env, name), make("td", stamp(verdict)), data_ruled=facts
        )

    def is_about_gpu(self, term: Term) -> bool:
        group = self.store.table("hardware").get(term.query.partition(".")[0], {})
        return term.source == "fact" and "multiprocessors" in group


class Jury(ClaimDirective):
    """A box with a claim, on which the reader rules before the page shows the book's ruling.

    The claim must have a ruling: it is an error if it is undecided or not measured yet.
    """

    def render(self) -> list[nodes.Node]:
        name = self.arguments[0]
        claim = self.store.claim(name)
        _, verdict = decide(self.store, claim)
        if verdict.stamp not in RULINGS:
            raise ValueError(f"the claim is {verdict.stamp}, so no answer is right")
        return [self.build(name, claim, verdict)]

    def build(self, name: str, claim: dict[str, Any], verdict: Verdict) -> nodes.Node:
        facts = {
            "kind": "choice",
            "unit": "",
            "answer": None,
            "right": RULINGS.index(verdict.stamp),
        }
        return prediction_box(
            {"id": f"jury-{name}", **facts},
            "You rule",
            self.claim_and_reading(claim),
            [[nodes.Text(ruling)] for ruling in RULINGS],
            [
                make(
                    "p",
                    stamp(verdict),
                    " ",
                    reference(self.env, "ref", label_of(name), "The trial"),
                ),
                self.correction(claim),
            ],
            css_class="predict-jury",
        )


class RuledRole(SphinxRole):
    """The role `ruled`: the number of claims with a given ruling, or of `all` claims."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        store = store_of(self.env)
        claims = store.table("claims").values()
        stamps = Counter(decide(store, claim)[1].stamp for claim in claims)
        counts = {"all": stamps.total(), **dict.fromkeys(RULINGS, 0), **stamps}
        return count_node(self, counts)


def describe_decider(metric: Expression | None) -> str:
    if metric is None:
        return "a source"
    if metric.is_stated:
        return "stated numbers"
    records = dict.fromkeys(term.source for term in metric.terms if term.source not in STATED)
    return f"a clock: {', '.join(records)}"


def setup(app: Sphinx) -> None:
    app.add_directive("claims-table", ClaimsTable)
    app.add_directive("appeals", Appeals)
    app.add_directive("own-rulings", OwnRulings)
    app.add_directive("jury", Jury)
    app.add_directive("timeline", Timeline)
    app.add_role("ruled", RuledRole())
