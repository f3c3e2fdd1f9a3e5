"""nbconvert's page of a notebook, made once and not read again."""

from functools import lru_cache
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.filters import Highlight2HTML

from autograder.gradebook.nbgrader.private import unparsed_page

_CELLS = 512  # most cells of a class are ours, and the same for all


class FeedbackExporter(HTMLExporter):
    """`c.GenerateFeedback.exporter_class`: HTMLExporter without its last step.

    That one parses the finished page and writes it again, to mark cells of JupyterLab's templates
    and images without a text. nbgrader's template is not one of those, markdown gives each image a
    text, and it takes three quarters of the time.
    """

    def from_notebook_node(self, nb: Any, resources: Any = None, **words: Any) -> Any:
        """The page of a graded copy."""
        language = nb.metadata.get("language_info", {})
        lexer = language.get("pygments_lexer", language.get("name"))

        def highlight(source: str, language: str | None = None, metadata: Any = None) -> Any:
            return _highlighted(lexer, source, language)

        return unparsed_page(self, nb, resources, highlight, words)


@lru_cache(maxsize=_CELLS)
def _highlighted(lexer: str | None, source: str, language: str | None) -> Any:
    return Highlight2HTML(pygments_lexer=lexer)(source, language)  # type: ignore[no-untyped-call]
