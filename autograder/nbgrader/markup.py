"""A student's markdown on a page: what is on the list is shown, all else stands there as text.

nbgrader's templates put markdown on the page of a grader, and on the feedback, scripts included.
Both ask for the filter `markdown2html`, and both get ours: `c.HTMLExporter.filters`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape, unescape
from itertools import groupby
from typing import Any

from bleach.css_sanitizer import CSSSanitizer
from bleach.html5lib_shim import Filter
from bleach.sanitizer import Cleaner
from jinja2 import pass_context
from mistune.plugins import import_plugin
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.token import STANDARD_TYPES

from autograder.nbgrader.feedback_page import coloured
from autograder.runner.submissions.images import PICTURE, SHOWN, with_pictures
from autograder.runner.submissions.read_file import FILE_BYTES

_TAGS = frozenset(
    """a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img
    ins kbd li ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u
    ul""".split()  # noqa: SIM905  # nobody reads one word a line
)
_ALIGNED = r"text-align: ?(left|right|center);?"
_ATTRIBUTES = {
    # With its host: `http:page.html` is a file beside the notebook, on Jupyter's own address.
    "a": {"href": r"https?://[\w.-]+(:\d+)?([/?#]\S*)?|mailto:[^\s?]+"},
    # No picture from elsewhere: to load it tells its owner who reads, and when.
    "img": {"src": rf"data:image/({'|'.join(SHOWN)});base64,[\w+/=]+", "alt": r"[^\0]*"},
    # Names and classes of the page's own would be obeyed by its scripts and styles.
    "span": {"class": "|".join(map(re.escape, filter(None, STANDARD_TYPES.values())))},
    "div": {"class": r" ?highlight( hl-\w+)?"},
    "ol": {"start": r"\d{1,9}"},
    "th": {"style": _ALIGNED},
    "td": {"style": _ALIGNED},
}
# What MathJax can be told to make an address or a style of, by any of its packages; and what it
# would read otherwise from here on, in the statements and answers of everything below.
_MACRO = re.compile(
    r"\\(href|html\w*|style|class|cssId|unicode|require|mmlToken|bbox|data"
    r"|[gex]?def|let|global|(?:re)?new(?:command|environment)|providecommand|Declare\w+)(?![A-Za-z])"
)
# A formula may be raised, or moved to the left, over the heading that says the points.
_CLIPPED = '<div style="contain: paint; overflow: auto">{}</div>'
_TEXT = ("Characters", "SpaceCharacters", "Entity")
_PYTHON = ("python", "python3", "py", "ipython", "ipython3")
_PLUGINS = ("strikethrough", "table", "url", "def_list")
# Beyond these a cell is no prose, and what a parser makes of it takes time that is ours.
_LONGEST, _MOST_TAGS = 1 << 15, 2000
# nbconvert looks for the end of a formula from each of its beginnings: one that is left open costs
# the rest of the cell, and a cell full of them minutes. So many may be.
_OPEN = 64
_ENDS = re.compile(
    r"\\\\(?P<opens>[\[(])|(?<!\\)\\\\(?P<closes>[\])])|\\(?P<ends>begin|end)\{(?P<name>[a-z]*\*?)\}"
)
_CELLS = 512  # most cells of a class are ours, and the same for all
_NOT_SHOWN = f"[picture%s is not shown: only PNG, JPEG, GIF and WebP are, of {FILE_BYTES >> 20} MB]"


@pass_context
def shown(context: Mapping[str, Any], source: str) -> str:
    """`markdown2html`, which nbconvert hands the cell as well: of one that is not ours."""
    attached = context.get("cell", {}).get("attachments")
    return _CLIPPED.format(page_html(with_pictures(source, attached, FILE_BYTES)))


def as_it_is(html: str) -> str:
    """`strip_files_prefix`, which comes after ours: nbconvert's reads on from each bracket."""
    return html


def page_html(source: str) -> str:
    """A cell as a page shows it, or a comment: a student may have dictated that to an assistant."""
    pictures: list[str] = []

    def stand_in(match: re.Match[str]) -> str:
        pictures.append(match["data"])
        return f"data:image/{match['kind']};base64,{len(pictures) - 1:08}"

    html = _sanitised(PICTURE.sub(stand_in, source))
    # A megabyte of letters is for no parser; they are put back as they were let through.
    return PICTURE.sub(lambda match: _put_back(match, pictures), html)


def _put_back(match: re.Match[str], pictures: list[str]) -> str:
    number = match["data"]
    known = len(number) == 8 and number.isdecimal() and int(number) < len(pictures)
    return f"data:image/{match['kind']};base64,{pictures[int(number)]}" if known else match[0]


def _sanitised(source: str) -> str:
    if len(source) <= _LONGEST and _left_open(source) <= _OPEN:
        try:
            if (html := _html(source)).count("<") <= _MOST_TAGS:
                return clean(html)
        except Exception:  # whatever a text does to a parser, it must not cost its page
            pass
    return f"<pre>{escape(_without_macros(PICTURE.sub('[picture]', source)))}</pre>"


def _left_open(source: str) -> int:
    """The formulas that begin and never end, by nbconvert's patterns."""
    waiting: Counter[str] = Counter()
    for match in _ENDS.finditer(source):
        sign = match["opens"] or {"]": "[", ")": "("}.get(match["closes"], "")
        name = sign or f"{{{match['name']}"
        if match["opens"] or match["ends"] == "begin":
            waiting[name] += 1
        else:
            waiting[name] = 0
    return waiting.total()


@lru_cache(maxsize=_CELLS)
def clean(html: str) -> str:
    """What is on the list, closed where it was left open."""
    kept = Cleaner(
        _TAGS,
        _allowed,
        protocols=("http", "https", "mailto", "data"),
        css_sanitizer=CSSSanitizer(["text-align"]),
        filters=[_Harmless],
    )
    return str(kept.clean(html))


def _allowed(tag: str, name: str, value: str) -> bool:
    pattern = _ATTRIBUTES.get(tag, {}).get(name)
    return pattern is not None and re.fullmatch(pattern, value, re.A | re.I) is not None


class _Harmless(Filter):  # type: ignore[misc]  # bleach ships no types
    """Links that give nothing away, and formulas without the commands that act."""

    def __iter__(self) -> Iterator[Any]:
        # MathJax reads text as it stands on the page, entities decoded and comments gone.
        for is_text, tokens in groupby(super().__iter__(), lambda token: token["type"] in _TEXT):
            if is_text:
                text = "".join(map(_text, tokens))
                yield {"type": "Characters", "data": _without_macros(text)}
                continue
            for token in tokens:
                if token["type"] == "StartTag" and token["name"] == "a":
                    token["data"][None, "rel"] = "noopener noreferrer"
                if token.get("name") == "img" and (None, "src") not in token["data"]:
                    alt = f" {token['data'].get((None, 'alt'), '')}".rstrip()
                    token = {"type": "Characters", "data": _without_macros(_NOT_SHOWN % alt)}
                yield token


def _text(token: Any) -> str:
    return unescape(f"&{token['name']};") if token["type"] == "Entity" else str(token["data"])


def _without_macros(text: str) -> str:
    return _MACRO.sub(r"\\text{\1}", text)


def _html(source: str) -> str:
    """Without the anchors that nbconvert puts beside headings: their names are not kept."""
    plugins = [import_plugin(name) for name in _PLUGINS]
    renderer = _Renderer(escape=False, exclude_anchor_links=True)
    return MarkdownWithMath(renderer, plugins=plugins).render(source)


class _Renderer(IPythonRenderer):
    """What nbconvert would fetch, or read by the patterns of whichever language it says."""

    def block_code(self, code: str, info: str | None = None) -> str:
        """Python is coloured as it is in a cell; every other language is plain."""
        language = (info or "").partition(" ")[0]
        return str(coloured(code) if language in _PYTHON else super().block_code(code))

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """An image, its alternative text, or a link: to a picture from elsewhere."""
        if url.startswith("data:"):
            return str(super().image(text, url, title))
        if url.startswith("attachment:"):
            return f'<img alt="{escape(text)}">'
        return str(self.link(text or url, url, title))
