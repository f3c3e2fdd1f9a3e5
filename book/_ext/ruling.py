"""`ruling`: a claim, its measurement, and the ruling that both give."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import data, quantity
from .element import make
from .measured import ABSENT, PROBLEMS, Expression
from .verdict import FIXED, UNDECIDED, Verdict, check, verdict


class Ruling(SphinxDirective):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        try:
            claims = data.table(self.env, "claims")
            if name not in claims:
                raise data.unknown("claim", name, list(claims), "data/claims.toml")
            claim = claims[name]
            asked = Expression.read(claim["metric"])
            return [self.built(name, claim, asked, self.found(claim, asked))]
        except PROBLEMS as problem:
            raise self.error(f"ruling {name}: {problem}") from problem
        except KeyError as missing:
            raise self.error(f"ruling {name}: the claim has no {missing}") from missing

    def found(self, claim: dict[str, Any], asked: Expression) -> Verdict:
        check(claim)
        value = asked.value(self.env)
        if value is None:
            return Verdict(ABSENT)
        return verdict(claim, value)

    def built(
        self, name: str, claim: dict[str, Any], asked: Expression, found: Verdict
    ) -> nodes.Node:
        kind = found.stamp.replace(" ", "-")
        stamp = make("strong", found.stamp, class_=f"stamp stamp-{kind}")
        return make(
            "div",
            make("p", "Ruling", class_="box-name"),
            make(
                "blockquote",
                *self.inline(claim["claim"]),
                " ",
                *self.cited([claim["article"]]),
                class_="ruling-claim",
            ),
            make("p", stamp, class_="ruling-stamp"),
            *self.measured(asked, found),
            self.rules(claim, found),
            make(
                "p",
                make("span", "Rather ", class_="ruling-label"),
                *self.inline(claim["correct"]),
                " ",
                *self.cited(claim.get("source", [])),
            ),
            class_=f"ruling ruling-{kind}",
            id=f"ruling-{name}",
            role="group",
            aria_label="Ruling on a claim",
        )

    def measured(self, asked: Expression, found: Verdict) -> list[nodes.Node]:
        lines = [
            make(
                "p",
                make("span", "Stated " if asked.is_stated else "Measured ", class_="ruling-label"),
                asked.node(self.env),
                make("code", asked.query, class_="ruling-metric"),
                class_="ruling-measured",
            )
        ]
        if found.stamp == UNDECIDED:
            value = asked.value(self.env)
            spread = quantity.spread(value, asked.unit)
            who = "its interval (95 %) is" if value.is_interval else "the samples allow"
            said = (
                f"This record cannot decide. Its median says “{found.ruling}”; "
                f"but {who} {spread}, and that reaches “{'” and “'.join(found.others)}”."
            )
            lines.append(make("p", said, class_="ruling-doubt"))
        return lines

    def rules(self, claim: dict[str, Any], found: Verdict) -> nodes.Node:
        """The reader can check the ruling, and sees when its thresholds were written down."""
        held = (found.ruling, *found.others)
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

    def inline(self, text: str) -> list[nodes.Node]:
        return self.parse_inline(text, lineno=self.lineno)[0]

    def cited(self, keys: list[str]) -> list[nodes.Node]:
        known = data.bibliography(self.env)
        for key in keys:
            if key not in known:
                raise data.unknown("source", key, sorted(known), "references.bib")
        return self.inline(f"{{cite:p}}`{','.join(keys)}`") if keys else []


def setup(app: Sphinx) -> None:
    app.add_directive("ruling", Ruling)
