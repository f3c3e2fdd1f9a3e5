"""Assets of a page: inline icons and formulas, and only the scripts that it uses."""

from collections.abc import Callable

import pytest
from _ext.html.formula import mathml
from _ext.html.styles import remove_unused_rules
from _ext.html.theme import is_needed
from books import Mini, MiniBook


def requested_assets(page: MiniBook, name: str = "index") -> str:
    """Return the scripts and style sheets that a page requests."""
    tags = page.soup(name).select("script[src], link[rel=stylesheet]")
    return " ".join(str(tag.get("src") or tag["href"]) for tag in tags)


def test_icons_are_inline_svg_without_an_icon_font(mini: Mini):
    page = mini("Words.")
    soup = page.soup()
    assert soup.select('i[class*="fa-"], span[class*="fa-"]') == []
    for name in ("fa-bars", "fa-magnifying-glass", "fa-moon"):
        assert soup.select_one(f"svg.{name} > path[d]")
    assert soup.select_one("svg.fa-moon")["data-mode"] == "dark"
    assert "fontawesome" not in requested_assets(page)
    sheet = page.folder / "_build/html/_static/styles/pydata-sphinx-theme.css"
    styles = sheet.read_text(encoding="utf-8")
    assert ".fa-bars:before" not in styles
    assert "content:var(--pst-icon" not in styles  # icons after titles and before links
    assert "font:var(--fa-font" not in styles


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("copybutton.js?v=1", '<div class="highlight-python notranslate">'),
        ("let toggleHintShow = 'Click to show';", '<div class="dropdown admonition">'),
        ("design-tabs.js", '<div class="sd-tab-set docutils">'),
        ("mystnb.0123.css", '<div class="cell docutils container">'),
    ],
)
def test_page_includes_only_scripts_that_it_uses(script: str, words: str):
    assert not is_needed(script, "<p>Words.</p>")
    assert is_needed(script, words)
    assert is_needed("doctools.js", "<p>Words.</p>")
    assert not is_needed("sphinx-thebe.js", words)


def test_formula_is_mathml_and_unsupported_latex_is_reported(
    draft: MiniBook, errors: Callable[..., str]
):
    warnings = errors("Here {math}`2n`, and {math}`\\frac12`.\n\n```{math}\nx = y\n```")
    assert draft.soup().select_one("p math").text == "2n"
    assert draft.soup().select_one("div.formula math[display=block]").text == "x=y"
    for part in ("index.md", r"formula '\frac12': ", "Use other LaTeX commands"):
        assert part in warnings


@pytest.mark.parametrize(
    ("tex", "part"),
    [
        ("a/b", '<mo lspace="0" rspace="0">/</mo>'),
        (r"\tanh k", '<mi>tanh</mi><mspace width="0.167em"/><mi>k</mi>'),
        (r"\text{a step's}", "<mtext>a step\N{RIGHT SINGLE QUOTATION MARK}s</mtext>"),
        (r"\bar G_i", '<msub><mover accent="true"><mi>G</mi>'),
    ],
)
def test_formula_has_the_spacing_of_tex(tex: str, part: str):
    assert part in mathml(tex, is_block=False)


WORDS = {"card", "row", "tab-set"}
STYLES = """@charset "utf-8"; /* .row, {no} */ :root{--one:1}
.card,.gone{color:red} .gone .row{color:red} #row:not(.gone){top:0} .card:is(.gone,.row){top:0}
@media print{.gone{top:0}} @media print{.gone{top:0} .tab-set>a[href*=".gone"]{top:0}}
@keyframes turn{from{top:0}to{top:1px}} .bs-tooltip-auto .card{top:0} dl.gone,dl{top:0}"""


def test_rules_of_unused_classes_are_removed():
    assert " ".join(remove_unused_rules(STYLES, WORDS).split()) == (
        '@charset "utf-8"; :root{--one:1} .card,.gone{color:red} #row:not(.gone){top:0}'
        ' .card:is(.gone,.row){top:0} @media print{ .tab-set>a[href*=".gone"]{top:0}}'
        " @keyframes turn{from{top:0}to{top:1px}} .bs-tooltip-auto .card{top:0} dl.gone,dl{top:0}"
    )
