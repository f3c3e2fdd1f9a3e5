"""Render feedback pages with nbconvert's HTML exporter, but without its slow last step."""

import re
from functools import lru_cache
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.filters import Highlight2HTML

from autograder.nbgrader.internals import render_without_parsing

_CELLS = 512  # number of cached cells; most cells in a class's notebooks are cells of the course
# Pygments takes quadratic time for a run of blanks: hours for a page of blanks. For other text, its
# Python lexer takes linear time; other lexers may not.
_BLANKS = re.compile(r"\s{100}")
_LONGEST = 1 << 15
# Bidirectional controls make a browser display code in a different order than it runs.
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")


class FeedbackExporter(HTMLExporter):
    """`c.GenerateFeedback.exporter_class`: HTMLExporter without its last step.

    The last step parses the finished page, to mark JupyterLab's cells and images without
    alternative text. Feedback pages contain neither: nbgrader's template has no such cells, and
    `markup` gives each image an alternative text. The step would take three quarters of the time.
    """

    def from_notebook_node(self, nb: Any, resources: Any = None, **kwargs: Any) -> Any:
        return render_without_parsing(self, nb, resources, highlight_python, kwargs)


def highlight_python(source: str, language: str | None = None, metadata: Any = None) -> Any:
    """Highlight code as Python, whatever language a cell declares: the filter `highlight_code`.

    Long code and code with a long run of blanks are not highlighted.
    """
    return _highlight(source)


@lru_cache(maxsize=_CELLS)
def _highlight(source: str) -> Any:
    lexer = "text" if len(source) > _LONGEST or _BLANKS.search(source) else "python3"
    visible = _BIDI_CONTROLS.sub(lambda match: f"\\u{ord(match[0]):x}", source)
    html = Highlight2HTML(pygments_lexer=lexer)(visible)  # type: ignore[no-untyped-call]
    # The lexer marks the `%` of an IPython magic as an error; show it as an operator.
    return html.replace('<span class="err">', '<span class="o">')
