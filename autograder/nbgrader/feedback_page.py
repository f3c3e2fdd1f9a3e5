"""nbconvert's page of a notebook, made once and not read again."""

import re
from functools import lru_cache
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.filters import Highlight2HTML

from autograder.nbgrader.internals import unparsed_page

_CELLS = 512  # most cells of a class are ours, and the same for all
# Pygments looks from each blank for the end of them all: a page of them would cost it hours that
# are ours. Its Python takes the time of what is left; other languages have patterns of their own.
_BLANKS = re.compile(r"\s{100}")
_LONGEST = 1 << 15
# Signs that a browser obeys: the code after them stands in another order than it runs.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


class FeedbackExporter(HTMLExporter):
    """`c.GenerateFeedback.exporter_class`: HTMLExporter without its last step.

    That one parses the finished page and writes it again, to mark cells of JupyterLab's templates
    and images without a text. nbgrader's template is not one of those, markdown gives each image a
    text, and it takes three quarters of the time.
    """

    def from_notebook_node(self, nb: Any, resources: Any = None, **words: Any) -> Any:
        """The page of a graded copy."""
        return unparsed_page(self, nb, resources, coloured, words)


def coloured(source: str, language: str | None = None, metadata: Any = None) -> Any:
    """`highlight_code` of both pages: as Python, whatever a cell says that it is."""
    return _coloured(source)


@lru_cache(maxsize=_CELLS)
def _coloured(source: str) -> Any:
    lexer = "text" if len(source) > _LONGEST or _BLANKS.search(source) else "python3"
    seen = _TURNING.sub(lambda sign: f"\\u{ord(sign[0]):x}", source)
    html = Highlight2HTML(pygments_lexer=lexer)(seen)  # type: ignore[no-untyped-call]
    return html.replace('<span class="err">', '<span class="o">')  # the sign of a magic is none
