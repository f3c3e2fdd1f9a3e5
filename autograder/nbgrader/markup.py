"""Render a student's markdown safely.

Allowed HTML is kept. Tags that are not allowed are shown as text, and attributes that are not
allowed are dropped.

nbgrader's templates put markdown on graders' pages and on feedback pages, scripts included. The
templates use the filter `markdown2html`, which this module replaces through
`c.HTMLExporter.filters`.
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

from autograder.nbgrader.feedback_page import highlight_python
from autograder.runner.submissions.images import DATA_IMAGE, SAFE_FORMATS, embed_attachments
from autograder.runner.submissions.read_file import FILE_BYTES

_TAGS = frozenset(
    """a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img
    ins kbd li ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u
    ul""".split()  # noqa: SIM905  # a list would take one line per tag
)
_ALIGNED = r"text-align: ?(left|right|center);?"
_ATTRIBUTES = {
    # Links must name a host: `http:page.html` is a file beside the notebook on Jupyter's server.
    "a": {"href": r"https?://[\w.-]+(:\d+)?([/?#]\S*)?|mailto:[^\s?]+"},
    # Remote images are not allowed: their server would learn who reads the page, and when.
    "img": {"src": rf"data:image/({'|'.join(SAFE_FORMATS)});base64,[\w+/=]+", "alt": r"[^\0]*"},
    # Other classes are not allowed, because the page's scripts and styles would apply to them.
    "span": {"class": "|".join(map(re.escape, filter(None, STANDARD_TYPES.values())))},
    "div": {"class": r" ?highlight( hl-\w+)?"},
    "ol": {"start": r"\d{1,9}"},
    "th": {"style": _ALIGNED},
    "td": {"style": _ALIGNED},
}
# MathJax commands of any package that set addresses or styles, or that redefine commands for the
# rest of the page.
_MACRO = re.compile(
    r"\\(href|html\w*|style|class|cssId|unicode|require|mmlToken|bbox|data"
    r"|[gex]?def|let|global|(?:re)?new(?:command|environment)|providecommand|Declare\w+)(?![A-Za-z])"
)
# Clip the cell, so that no formula can cover the heading that shows points.
_CLIP_BOX = '<div style="contain: paint; overflow: auto">{}</div>'
_TEXT = ("Characters", "SpaceCharacters", "Entity")
_PYTHON = ("python", "python3", "py", "ipython", "ipython3")
_PLUGINS = ("strikethrough", "table", "url", "def_list")
# Limits for rendering markdown. Larger cells are not prose, and parsing them takes too long.
_LONGEST, _MOST_TAGS = 1 << 15, 2000
# Maximum number of unclosed formulas. For each of them, nbconvert searches the rest of the text. A
# large number of formulas would take minutes.
_MAX_UNCLOSED = 64
_ENDS = re.compile(
    r"\\\\(?P<opens>[\[(])|(?<!\\)\\\\(?P<closes>[\])])|\\(?P<ends>begin|end)\{(?P<name>[a-z]*\*?)\}"
)
_CELLS = 512  # number of cached cells; most cells in a class's notebooks are cells of the course
_MAX_MB = FILE_BYTES >> 20
_NOT_SHOWN = f"[image%s is not shown: only PNG, JPEG, GIF and WebP of up to {_MAX_MB} MB are]"


@pass_context
def render_markdown(context: Mapping[str, Any], source: str) -> str:
    """Render the markdown of a cell with its attachments: the filter `markdown2html`."""
    attached = context.get("cell", {}).get("attachments")
    return _CLIP_BOX.format(page_html(embed_attachments(source, attached, FILE_BYTES)))


def keep_html(html: str) -> str:
    """Return HTML unchanged: the filter `strip_files_prefix`.

    nbconvert's own filter `strip_files_prefix` is slow on text with many brackets.
    """
    return html


def page_html(source: str) -> str:
    """Render the markdown of a cell or of a grader's comment, which may quote a student's text."""
    images: list[str] = []

    def replace_data(match: re.Match[str]) -> str:
        images.append(match["data"])
        return f"data:image/{match['kind']};base64,{len(images) - 1:08}"

    html = _sanitize(DATA_IMAGE.sub(replace_data, source))
    # The parser received a short number instead of each image's data. Insert the data again.
    return DATA_IMAGE.sub(lambda match: _restore_data(match, images), html)


def _restore_data(match: re.Match[str], images: list[str]) -> str:
    number = match["data"]
    is_picture = len(number) == 8 and number.isdecimal() and int(number) < len(images)
    return f"data:image/{match['kind']};base64,{images[int(number)]}" if is_picture else match[0]


def _sanitize(source: str) -> str:
    if len(source) <= _LONGEST and _count_unclosed_formulas(source) <= _MAX_UNCLOSED:
        try:
            plugins = [import_plugin(name) for name in _PLUGINS]
            # Omit the anchors that nbconvert puts beside headings.
            renderer = _Renderer(escape=False, exclude_anchor_links=True)
            html = MarkdownWithMath(renderer, plugins=plugins).render(source)
            if html.count("<") <= _MOST_TAGS:
                return clean(html)
        except Exception:  # a text that breaks the parser must not break the page
            pass
    return f"<pre>{escape(_without_macros(DATA_IMAGE.sub('[image]', source)))}</pre>"


def _count_unclosed_formulas(source: str) -> int:
    """Count the formulas that have no end according to nbconvert's patterns."""
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
    """Escape tags that are not allowed, drop attributes that are not, and close open elements.

    Also make links and formulas safe (`_SafeLinksAndFormulas`).
    """
    cleaner = Cleaner(
        _TAGS,
        _is_allowed,
        protocols=("http", "https", "mailto", "data"),
        css_sanitizer=CSSSanitizer(["text-align"]),
        filters=[_SafeLinksAndFormulas],
    )
    return str(cleaner.clean(html))


def _is_allowed(tag: str, name: str, value: str) -> bool:
    pattern = _ATTRIBUTES.get(tag, {}).get(name)
    return pattern is not None and re.fullmatch(pattern, value, re.A | re.I) is not None


class _SafeLinksAndFormulas(Filter):  # type: ignore[misc]  # bleach ships no types
    """Filter that adds `rel` to links, and replaces rejected images and MathJax commands."""

    def __iter__(self) -> Iterator[Any]:
        # MathJax reads the text after entities are decoded and comments removed, so join the text.
        for is_text, tokens in groupby(super().__iter__(), lambda token: token["type"] in _TEXT):
            if is_text:
                text = "".join(
                    unescape(f"&{token['name']};")
                    if token["type"] == "Entity"
                    else str(token["data"])
                    for token in tokens
                )
                yield {"type": "Characters", "data": _without_macros(text)}
                continue
            for token in tokens:
                if token["type"] == "StartTag" and token["name"] == "a":
                    token["data"][None, "rel"] = "noopener noreferrer"
                if token.get("name") == "img" and (None, "src") not in token["data"]:
                    alt = f" {token['data'].get((None, 'alt'), '')}".rstrip()
                    token = {"type": "Characters", "data": _without_macros(_NOT_SHOWN % alt)}
                yield token


def _without_macros(text: str) -> str:
    return _MACRO.sub(r"\\text{\1}", text)


class _Renderer(IPythonRenderer):
    """Renderer that loads no attachments or remote images and highlights only Python."""

    def block_code(self, code: str, info: str | None = None) -> str:
        """Highlight Python as in a code cell; show every other language as plain text."""
        language = (info or "").partition(" ")[0]
        return str(highlight_python(code) if language in _PYTHON else super().block_code(code))

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Show an embedded image, the text of an attachment, or a link to a remote image."""
        if url.startswith("data:"):
            return str(super().image(text, url, title))
        if url.startswith("attachment:"):
            return f'<img alt="{escape(text)}">'
        return str(self.link(text or url, url, title))
