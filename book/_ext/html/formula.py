"""Convert formulas to MathML at build time.

Punctuation is joined to the formula next to it, so that browsers do not break the line in between.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)
OPENING = '([“"'
CLOSING = '.,;:?!)]”"\N{RIGHT SINGLE QUOTATION MARK}'
# Replacements that adapt the layout of browsers to that of TeX. There is no space around a slash,
# max or min, and some space after the name of a function. Ceiling and floor brackets without \left
# and \right do not stretch. The subscript of a letter with a bar is beside the letter, not below
# it. Line breaks are removed.
REPLACEMENTS = (
    (r"<mo[^>]*>/</mo>", r'<mo lspace="0" rspace="0">/</mo>'),
    (r"<mo>(max|min)</mo>", r'<mo lspace="0" rspace="0">\1</mo>'),
    (r"<mo>([⌈⌉⌊⌋])</mo>", r'<mo stretchy="false">\1</mo>'),
    (r"\n\s*", ""),
    (r"(<msub><mi>log</mi>.*?</msub>)(?=<m[is])", r'\1<mspace width="0.167em"/>'),
    (r"<mo>&ApplyFunction;</mo>(?=<m[is])", '<mspace width="0.167em"/>'),
    (r"<mo>&ApplyFunction;</mo>", ""),
    (
        r"<munderover>(<mi>\w</mi>)(.*?)(<mo[^>]*>ˉ</mo>)</munderover>",
        r'<msub><mover accent="true">\1\3</mover>\2</msub>',
    ),
)


def mathml(tex: str, is_block: bool) -> str:
    """Convert a LaTeX formula; raise MathError if docutils does not know a command."""
    formula = tex2mathml(re.sub(r"(\\text\{[^}]*\})|'", convert_apostrophe, tex), as_block=is_block)
    for symbol, replacement in REPLACEMENTS:
        formula = re.sub(symbol, replacement, formula)
    return str(formula)


def convert_apostrophe(match: re.Match[str]) -> str:
    """Convert apostrophes to typographic ones inside `\\text{}`, and to primes elsewhere."""
    return match[1].replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") if match[1] else r"\prime "


def keep_punctuation_with_formulas(_app: Sphinx, tree: nodes.document) -> None:
    for formula in list(tree.findall(nodes.math)):
        parent, at = formula.parent, formula.parent.index(formula)
        before, after = text_at(parent, at - 1), text_at(parent, at + 1)
        head, tail = before.rstrip(OPENING), after.lstrip(CLOSING)
        opening, closing = before[len(head) :], after[: len(after) - len(tail)]
        if opening or closing:
            marked = (nodes.Text(opening), formula, nodes.Text(closing))
            node = nodes.inline("", "", *marked, classes=["nowrap"])
            replacement = [nodes.Text(head), node, nodes.Text(tail)]
            parent[at - bool(before) : at + 1 + bool(after)] = replacement


def text_at(parent: nodes.Element, at: int) -> str:
    beside = parent[at] if 0 <= at < len(parent) else None
    return beside.astext() if isinstance(beside, nodes.Text) else ""


def visit(translator: Any, node: nodes.Element) -> None:
    """Write a formula as MathML; if it cannot be converted, warn and omit it."""
    is_block = isinstance(node, nodes.math_block)
    try:
        formula = mathml(node.astext(), is_block)
    except MathError as problem:
        words = "formula '%s': %s Use other LaTeX commands; book/_ext/README.md lists alternatives"
        log.warning(words, node.astext(), problem, location=node)
        raise nodes.SkipNode from problem
    translator.body.append(f'<div class="formula">{formula}</div>\n' if is_block else formula)
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (visit, None), (visit, None))
    app.connect("doctree-read", keep_punctuation_with_formulas)
