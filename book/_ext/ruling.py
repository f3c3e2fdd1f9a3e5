"""`ruling`: a claim, its measurement, and the ruling that both give."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from . import data
from .condition import holds
from .element import make
from .measured import ABSENT, PROBLEMS, Expression

RULINGS = ("upheld", "upheld with conditions", "misleading", "false")


def ruled(claim: dict[str, Any], value: Any) -> str:
    """The first rule that holds. Every rule is read, so that a malformed one cannot hide."""
    rules = claim["rules"]
    for rule in rules:
        if rule["ruling"] not in RULINGS:
            raise ValueError(f"'{rule['ruling']}' is no ruling; there is {', '.join(RULINGS)}")
    if "if" in rules[-1] or not all("if" in rule for rule in rules[:-1]):
        raise ValueError("every rule but the last needs an `if`, and the last has none")
    if value is None:
        return ABSENT
    known = {"median": value.median, "low": value.low, "high": value.high}
    answers = [holds(rule["if"], known) for rule in rules[:-1]] + [True]
    return str(rules[answers.index(True)]["ruling"])


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
            return [self.built(name, claim, asked, ruled(claim, asked.value(self.env)))]
        except PROBLEMS as problem:
            raise self.error(f"ruling {name}: {problem}") from problem
        except KeyError as missing:
            raise self.error(f"ruling {name}: the claim has no {missing}") from missing

    def built(self, name: str, claim: dict[str, Any], asked: Expression, ruling: str) -> nodes.Node:
        kind = ruling.replace(" ", "-")
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
            make("p", make("strong", ruling, class_=f"stamp stamp-{kind}"), class_="ruling-stamp"),
            make(
                "p",
                make("span", "Stated " if asked.is_stated else "Measured ", class_="ruling-label"),
                asked.node(self.env),
                make("code", asked.query, class_="ruling-metric"),
                class_="ruling-measured",
            ),
            self.rules(claim["rules"], ruling),
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

    def rules(self, rules: list[dict[str, str]], ruling: str) -> nodes.Node:
        """The thresholds stood before the measurement; the reader can check the ruling."""
        items = [
            make(
                "li",
                make("span", rule["ruling"]),
                " ",
                make("code", rule["if"]) if "if" in rule else "otherwise",
                class_="rule-that-held" if rule["ruling"] == ruling else None,
            )
            for rule in rules
        ]
        return make(
            "details",
            make("summary", "The rules, fixed beforehand"),
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
