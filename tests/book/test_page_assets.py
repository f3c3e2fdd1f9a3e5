"""Assets of a page: inline icons and formulas, and only the scripts that it uses."""

from collections.abc import Callable
from typing import Any

import pytest
from _ext.html.formula import mathml
from _ext.html.styles import remove_unused_rules
from _ext.html.theme import ITALIC, drawn_icons, is_needed, without_thebe
from books import ALL_PAGES, Mini, MiniBook
from docutils import nodes
from docutils.utils import new_document
from sphinx.errors import ThemeError

USED = 'class="fas fa-bars"'


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


def test_unknown_icon_stops_the_build():
    with pytest.raises(ThemeError, match=r"no icon for 'fas fa-bars' in the theme's .* Use a name"):
        drawn_icons(f"<i {USED}></i>", {})


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("copybutton.js?v=1", '<div class="highlight-python notranslate">'),
        ("togglebutton.js", '<div class="dropdown admonition">'),
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


def test_scripts_of_thebe_are_removed():
    own = nodes.section("", nodes.raw("", "<script>own</script>", format="html"))
    page = new_document("page")
    page += [own, nodes.raw("", "<script>kernelName = 'python3'</script>", format="html")]
    without_thebe(None, page, "page")
    assert page.children == [own]


def test_only_the_search_page_loads_the_search_index(mini: Mini):
    page = mini("Words.")
    assert "searchindex.js" not in requested_assets(page)
    assert "searchindex.js" in requested_assets(page, "search")


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
        (r"\max(a)", '<mo lspace="0" rspace="0">max</mo>'),
        (r"\lceil a \rceil", '<mo stretchy="false">⌈</mo>'),
        (r"\log_2 k", '</msub><mspace width="0.167em"/><mi>k</mi>'),
        (r"\tanh k", '<mi>tanh</mi><mspace width="0.167em"/><mi>k</mi>'),
        ("h'", "<mi>h</mi><mi>\N{PRIME}</mi>"),
        (r"\text{a step's}", "<mtext>a step\N{RIGHT SINGLE QUOTATION MARK}s</mtext>"),
        (r"\bar G_i", '<msub><mover accent="true"><mi>G</mi>'),
    ],
)
def test_formula_has_the_spacing_of_tex(tex: str, part: str):
    assert part in mathml(tex, is_block=False)


def test_fonts_are_preloaded_except_from_disk(mini: Mini):
    head: Any = mini("Words.").soup().head
    asks = next(tag for tag in head.select("script") if "preload" in tag.text)
    assert asks in head.select_one("link[rel=stylesheet]").find_all_previous("script")
    assert 'if (location.protocol !== "file:")' in asks.text


@pytest.mark.parametrize(("words", "preloaded"), [("Words.", False), ("*Words.*", True)])
def test_italic_font_is_preloaded_only_if_used(mini: Mini, words: str, preloaded: bool):
    assert (f"{ITALIC}.woff2" in str(mini(words).soup().head)) == preloaded


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


def test_style_sheets_contain_only_used_classes(mini: Mini):
    def has(word: str) -> bool:
        sheets = (page.folder / "_build/html/_static").rglob("*.css")
        return any(word in sheet.read_text(encoding="utf-8") for sheet in sheets)

    page = mini("Words.")
    assert has(".bd-article")
    assert not has(".carousel-fade")
    page.write("index.md", '# Title\n\n<p class="carousel-fade">Words.</p>\n' + ALL_PAGES)
    page.build()
    assert has(".carousel-fade")
