"""`ruling`: a claim, its measurement, and the ruling that follows from both."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from ..html.element import make, reference
from ..numbers import quantity
from ..numbers.directive import Directive, report_error
from ..numbers.expression import Expression
from ..numbers.page_store import store_of
from ..numbers.resolve import evaluate
from ..numbers.store import Store, unknown
from ..numbers.value import ABSENT
from .verdict import FIXED, UNDECIDED, Verdict, check_rules, ruling_by_source, verdict


class CitingDirective(Directive):
    """Base class of directives that cite sources."""

    def cited(self, keys: list[str]) -> list[nodes.Node]:
        """Return one citation of all sources; raise UnknownNameError for an unknown key."""
        sources = self.store.bibliography()
        for key in keys:
            if key not in sources:
                raise unknown("source", key, sorted(sources), "references.bib")
        return self.inline(f"{{cite:p}}`{','.join(keys)}`") if keys else []


class ClaimDirective(CitingDirective):
    """Base class of directives whose argument is the name of a claim."""

    required_arguments = 1

    def claim_and_reading(self, claim: dict[str, Any]) -> list[nodes.Node]:
        """Return a quotation from the article, and the sentence that states how we read it."""
        return [
            make(
                "blockquote",
                f"{quote(claim)} ",
                *self.cited([claim["article"]]),
                class_="ruling-claim",
            ),
            make(
                "p",
                make("span", "We read ", class_="ruling-label"),
                *self.inline(claim["claim"]),
                class_="ruling-reading",
            ),
        ]

    def correction(self, claim: dict[str, Any]) -> nodes.Node:
        return make(
            "p",
            make("span", "What holds ", class_="ruling-label"),
            *self.inline(claim["correct"]),
            " ",
            *self.cited(claim.get("source", [])),
        )


class Ruling(ClaimDirective):
    option_spec: ClassVar = {"folded": directives.flag}

    def render(self) -> list[nodes.Node]:
        name = self.arguments[0]
        claim = self.store.claim(name)
        try:
            metric, verdict = decide(self.store, claim)
            box = self.build(name, claim, metric, verdict)
        except KeyError as missing:
            raise ValueError(f"{missing} is missing; add it to data/claims.toml") from missing
        self.register_label(name, claim)
        return [self.fold(claim, verdict, box) if "folded" in self.options else box]

    def build(
        self, name: str, claim: dict[str, Any], metric: Expression | None, verdict: Verdict
    ) -> nodes.Node:
        kind = verdict.stamp.replace(" ", "-")
        return make(
            "div",
            make("p", "Ruling", class_="box-name"),
            *self.claim_and_reading(claim),
            self.stamp_paragraph(metric, verdict),
            *([*self.measurement(metric, verdict), self.rules(claim, verdict)] if metric else []),
            *self.change_note(claim),
            self.correction(claim),
            class_=f"ruling ruling-{kind}",
            id=label_of(name),
            role="group",
            aria_label="Ruling on a claim",
        )

    def register_label(self, name: str, claim: dict[str, Any]) -> None:
        """Register a label for the ruling, so that `{ref}` can link to it from any page.

        The default text of a link is the quotation.
        """
        standard: Any = self.env.get_domain("std")
        place = self.env.docname, label_of(name)
        standard.labels[label_of(name)] = (*place, quote(claim))
        standard.anonlabels[label_of(name)] = place

    def stamp_paragraph(self, metric: Expression | None, verdict: Verdict) -> nodes.Node:
        """Return the ruling, marked "by source" if it does not depend on a measurement."""
        parts: list[nodes.Node | str] = [stamp(verdict)]
        if metric is None or metric.is_stated:
            parts += [" ", make("span", "by source", class_="ruling-label ruling-by")]
        return make("p", *parts, class_="ruling-stamp")

    def fold(self, claim: dict[str, Any], verdict: Verdict, box: nodes.Node) -> nodes.Node:
        """Return the box inside a collapsed `details` element, which is expanded in print."""
        line = f"{quote(claim)} — {verdict.stamp}"
        return make("details", make("summary", line), box, class_="record-case ruling-fold")

    def measurement(self, metric: Expression, verdict: Verdict) -> list[nodes.Node]:
        """Return the measured value, and an explanation if the ruling is undecided."""
        lines = [
            make(
                "p",
                make("span", "Stated " if metric.is_stated else "Measured ", class_="ruling-label"),
                self.show(metric),
                make("code", metric.query, class_="ruling-metric"),
                class_="ruling-measured",
            )
        ]
        if verdict.stamp == UNDECIDED:
            value = evaluate(metric, self.store)
            assert value is not None, "a verdict without a value is not undecided"
            spread = quantity.format_interval(value, metric.unit)
            who = "its interval (95 %) is" if value.has_interval else "the range of the samples is"
            text = (
                f"This record cannot decide. Its median gives “{verdict.ruling}”, "
                f"but {who} {spread}, which also includes “{'” and “'.join(verdict.others)}”."
            )
            lines.append(make("p", text, class_="ruling-doubt"))
        return lines

    def change_note(self, claim: dict[str, Any]) -> list[nodes.Node]:
        """Return a note, or [] unless the claim was changed after the result was known."""
        if "changed" not in claim:
            return []
        label = make("span", "Changed afterwards ", class_="ruling-label")
        return [make("p", label, *self.inline(claim["changed"]), class_="ruling-changed")]

    def rules(self, claim: dict[str, Any], verdict: Verdict) -> nodes.Node:
        """Return the rules of a claim and when they were fixed, for readers to check the ruling."""
        held = (verdict.ruling, *verdict.others)
        items = [
            make(
                "li",
                make("span", rule["ruling"]),
                " ",
                make("code", rule["if"]) if "if" in rule else "otherwise",
                class_="rule-that-held" if rule["ruling"] in held else None,
            )
            for rule in claim["rules"]
        ]
        return make(
            "details",
            make("summary", f"The rules, fixed {FIXED[claim['fixed']]}"),
            make("ul", *items),
            class_="ruling-rules",
        )


def decide(store: Store, claim: dict[str, Any]) -> tuple[Expression | None, Verdict]:
    """Return the expression of a claim's metric (None if sources decide) and the verdict.

    The verdict is "not measured yet" without a value. Raise ValueError if the claim is invalid.
    """
    if "metric" not in claim:
        return None, ruling_by_source(claim)
    check_rules(claim)
    metric = Expression.read(claim["metric"])
    value = evaluate(metric, store)
    return metric, Verdict(ABSENT) if value is None else verdict(claim, value)


def stamp(verdict: Verdict) -> nodes.Node:
    return make("strong", verdict.stamp, class_=f"stamp stamp-{verdict.stamp.replace(' ', '-')}")


def claim_header(env: Any, name: str) -> nodes.Node:
    """Return the header of a claim's row: the quotation, which links to the ruling."""
    link = reference(env, "ref", label_of(name), quote(store_of(env).claim(name)))
    return make("th", link, scope="row")


def label_of(name: str) -> str:
    return f"ruling-{name}"


def quote(claim: dict[str, Any]) -> str:
    return f"“{claim['words']}”"


class ClaimsRole(SphinxRole):
    """The role `claims`: the number of claims whose rules were fixed at a given time.

    The times are `before`, `after a rough run` and `knowing the fact`. `rules` counts all claims
    with rules, and `changed` counts claims that were changed after the result was known.
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        claims = store_of(self.env).table("claims").values()
        fixed = [claim["fixed"] for claim in claims if "fixed" in claim]
        counts = {"rules": len(fixed), **{when: fixed.count(when) for when in FIXED}}
        return count_node(self, counts | {"changed": sum("changed" in claim for claim in claims)})


def count_node(role: SphinxRole, counts: dict[str, int]) -> tuple[list[nodes.Node], list[Any]]:
    """Return the count that the text of the role names, or report an error."""
    if role.text not in counts:
        return report_error(
            role, ValueError(f"unknown count '{role.text}'; write {', '.join(counts)}")
        )
    return [nodes.Text(str(counts[role.text]))], []


def setup(app: Sphinx) -> None:
    app.add_directive("ruling", Ruling)
    app.add_role("claims", ClaimsRole())
