"""`predict`: a question that the reader answers before the page shows the result.

The script `_static/predict.js` stores the answers in the reader's browser.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from ..html.element import make
from ..numbers import quantity
from ..numbers.condition import holds
from ..numbers.directive import Directive
from ..numbers.expression import Expression
from ..numbers.resolve import evaluate

CHOICE = re.compile(r"-\s+(?P<text>.+?)(?:\s*\{if\}`(?P<condition>[^`]+)`)?\s*")
SEPARATOR = "+++"


class Predict(Directive):
    has_content = True
    required_arguments = 1
    option_spec: ClassVar = {
        "kind": lambda text: directives.choice(text, ("number", "choice")),
        "unit": directives.unchanged,
        "answer": directives.unchanged_required,
        "right": directives.unchanged_required,
    }

    def render(self) -> list[nodes.Node]:
        kind = self.options.get("kind", "number")
        question, explained = self.split_body()
        choices = [] if kind == "number" else self.take_choices(question)
        answer = self.answer(kind)
        right = self.correct_index(choices, answer) if choices else None
        facts = {
            "id": self.arguments[0],
            "kind": kind,
            "unit": self.options.get("unit", ""),
            "answer": answer,
            "right": right,
        }
        answer_nodes = [*self.answer_shown(choices, right), *self.parsed(explained)]
        words = [self.inline(text) for text, _ in choices]
        return [prediction_box(facts, "Predict", self.parsed(question), words, answer_nodes)]

    def split_body(self) -> tuple[StringList, StringList]:
        lines = [line.strip() for line in self.content]
        cut = lines.index(SEPARATOR) if SEPARATOR in lines else len(lines)
        return self.content[:cut], self.content[cut + 1 :]

    def take_choices(self, question: StringList) -> list[tuple[str, str | None]]:
        """Remove the choices from `question`, and return their texts and conditions."""
        choices: list[tuple[str, str | None]] = []
        for at in reversed(range(len(question))):
            if match := CHOICE.fullmatch(question[at]):
                choices.insert(0, (match["text"], match["condition"]))
                del question[at]
        if len(choices) < 2:
            raise ValueError("a choice needs at least two answers, each on a line '- answer'")
        return choices

    def answer(self, kind: str) -> dict[str, Any] | None:
        """Return median, low and high of the answer, or None without a measured answer.

        The answer to a numeric question is in the unit of the question. The value that decides a
        choice is in base units, like the conditions of the choices.
        """
        if "answer" not in self.options:
            if kind == "number" or "right" not in self.options:
                raise ValueError("the answer is missing; add ':answer: cpu: …'")
            return None
        expression = self.expression()
        result = evaluate(expression, self.store)
        if result is None:
            return None
        size = 1.0
        if kind == "number":
            if result.unit and expression.unit is None:
                raise ValueError(f"the answer is in {result.unit}; add ':unit:' to ask for a unit")
            _, size = quantity.size_of(result.unit, expression.unit, result.median)
        return {
            "median": result.median / size,
            "low": result.low / size,
            "high": result.high / size,
        }

    def expression(self) -> Expression:
        """Parse the expression of the answer. The option `unit` applies if it is a known unit."""
        expression = Expression.read(self.options["answer"])
        unit = self.options.get("unit")
        if unit and expression.unit is None and unit in quantity.ALL_UNITS:
            return replace(expression, unit=unit)
        return expression

    def correct_index(
        self, choices: list[tuple[str, str | None]], answer: dict[str, Any] | None
    ) -> int | None:
        """Return the index of the correct choice, or None if its answer is not measured yet.

        The option `right` takes precedence over conditions.
        """
        texts = [text for text, _ in choices]
        if "right" in self.options:
            if self.options["right"] not in texts:
                raise ValueError(f"':right:' must be one of the answers: {'; '.join(texts)}")
            return texts.index(self.options["right"])
        if any(condition is None for _, condition in choices[:-1]) or choices[-1][1]:
            raise ValueError("every answer but the last needs a condition {if}`value > …`")
        if answer is None:
            return None
        values = {name: answer[name] for name in ("median", "low", "high")}
        return next(
            at
            for at, (_, condition) in enumerate(choices)
            if condition is None or holds(condition, values)
        )

    def answer_shown(
        self, choices: list[tuple[str, str | None]], right: int | None
    ) -> list[nodes.Node]:
        result: list[nodes.Node] = []
        if right is not None:
            result.append(make("p", make("strong", *self.inline(choices[right][0]))))
        if "answer" in self.options:
            unit = self.options.get("unit", "")
            expression = self.expression()
            after = f" {unit}" if unit and expression.unit is None else ""
            result.append(make("p", "Measured: ", self.show(expression), after, "."))
        return result


def prediction_box(
    facts: dict[str, Any],
    name: str,
    question: list[nodes.Node],
    choices: list[list[nodes.Node]],
    answer: list[nodes.Node],
    *,
    css_class: str = "",
) -> nodes.Node:
    """Create the box of a prediction.

    `facts` are data for the script: id, kind, unit, answer and right (index of the correct choice).
    """
    items = [make("li", *words) for words in choices]
    return make(
        "div",
        make("p", name, class_="box-name"),
        *question,
        *([make("ul", *items, class_="predict-choices")] if items else []),
        make("div", make("p", *paper_blanks(facts["kind"])), class_="predict-paper"),
        make("details", make("summary", "Show the answer"), *answer, class_="predict-answer"),
        class_=f"predict {css_class}".strip(),
        id=f"predict-{facts['id']}",
        role="group",
        aria_label="Prediction",
        data_predict=json.dumps(facts),
        scripts=("kit/number.js", "kit/typed.js", "kit/guesses.js", "predict.js"),
    )


def paper_blanks(kind: str) -> list[str]:
    """Return text with blanks, in which readers of a printed page write their answer."""
    if kind == "choice":
        return ["Your choice: ", "_" * 24]
    interval = ["_" * 9, " and ", "_" * 9]
    return ["Your guess: ", "_" * 12, " and 90 % sure that it lies between ", *interval]


def setup(app: Sphinx) -> None:
    app.add_directive("predict", Predict)
