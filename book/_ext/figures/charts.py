"""`measured-table` and `measured-bars`: several measured numbers, each with its origin."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx

from ..html.element import make
from ..html.table import make_table
from ..numbers.directive import Directive
from ..numbers.expression import Expression
from ..numbers.origin import render
from ..numbers.resolve import resolve
from ..numbers.value import Value


class Chart(Directive):
    """Base class of directives with a caption as argument and a YAML body.

    `keys` are the keys that the body may have. Those in `required` must contain mappings.
    """

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    keys: frozenset[str]
    required: tuple[str, ...]

    def render(self) -> list[nodes.Node]:
        return [self.build(self.read())]

    def read(self) -> dict[str, Any]:
        try:
            body = yaml.safe_load("\n".join(self.content))
        except yaml.YAMLError as problem:
            raise ValueError(f"the body is not valid YAML: {problem}") from None
        if not isinstance(body, dict) or not body.keys() <= self.keys:
            allowed = ", ".join(sorted(self.keys))
            raise ValueError(f"the body must be a mapping; its keys may be {allowed}")
        for key in self.required:
            if not isinstance(body.get(key), dict):
                raise ValueError(f"the body needs a mapping `{key}`")
        return body

    def build(self, body: dict[str, Any]) -> nodes.Node:
        raise NotImplementedError


class MeasuredTable(Chart):
    """A table with a row for each combination of the values in `rows`.

    The first cell of a row is its header. A template that contains ": " is a measured expression.
    """

    keys = frozenset({"rows", "columns"})
    required = ("rows", "columns")

    def build(self, body: dict[str, Any]) -> nodes.Node:
        axes, columns = body["rows"], body["columns"]
        rows = [
            self.row(dict(zip(axes, values, strict=True)), columns)
            for values in product(*axes.values())
        ]
        return make_table(
            "measured",
            [self.inline(name) for name in columns],
            rows,
            label=self.arguments[0],
            caption=self.inline(self.arguments[0]),
        )

    def row(self, values: dict[str, Any], columns: dict[str, str]) -> nodes.Node:
        cells: list[nodes.Node] = []
        for at, template in enumerate(columns.values()):
            text = str(template).format(**values)
            if ": " in text:
                cells.append(make("td", self.show(Expression.read(text)), class_="number"))
            else:
                cells.append(make("td" if at else "th", text, scope=None if at else "row"))
        return make("tr", *cells)


class MeasuredBars(Chart):
    """Horizontal bars whose lengths are proportional to measured or published medians."""

    keys = frozenset({"unit", "bars"})
    required = ("bars",)

    def build(self, body: dict[str, Any]) -> nodes.Node:
        unit = body.get("unit")
        bars = {label: Expression.read(text) for label, text in body["bars"].items()}
        values = {
            label: resolve(replace(it, unit=it.unit or unit), self.store)
            for label, it in bars.items()
        }
        longest = max((it.quantity.median for it in values.values() if it.quantity), default=0.0)
        rows = [self.bar(label, it, values[label], longest) for label, it in bars.items()]
        inside = make("div", *rows, class_="bars-rows", data_longest=longest)
        caption = make("figcaption", *self.inline(self.arguments[0]))
        return make("figure", inside, caption, class_="bars")

    def bar(self, label: str, expression: Expression, value: Value, longest: float) -> nodes.Node:
        share = value.quantity.median / longest if value.quantity else 0.0
        style = f"inline-size:{100 * share:.3f}%"
        fill = [make("span", class_="bar-fill", style=style)] if value.quantity else []
        return make(
            "div",
            make("span", *self.inline(label), class_="bar-label"),
            make("span", *fill, class_="bar-track", aria_hidden="true"),
            make("span", render(value, self.env), class_="bar-value"),
            class_=f"bar bar-{'others' if value.parts else expression.record}",
        )


def setup(app: Sphinx) -> None:
    app.add_directive("measured-table", MeasuredTable)
    app.add_directive("measured-bars", MeasuredBars)
