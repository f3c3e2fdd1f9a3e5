"""A chapter's number is the one in its path; it stands above the title."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

from .theme import put_above_title

NUMBERED = re.compile(r"(?:.*/)?(\d\d)_\w+")


def number_above_title(
    _app: Sphinx, page: str, _template: str, context: Any, _doctree: Any
) -> None:
    if match := NUMBERED.fullmatch(page):
        put_above_title(context, f'<p class="chapter-number">Chapter {match[1]}</p>')


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", number_above_title)
