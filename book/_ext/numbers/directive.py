"""The base class of directives, and how directives and roles report errors in data and pages."""

from __future__ import annotations

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective, SphinxRole

from autograder import CourseError
from manylanes.records import RecordError

from .expression import Expression
from .origin import render
from .page_store import store_of
from .resolve import resolve
from .store import Store, UnknownNameError

# Errors in the data or the pages of the book; other exceptions are errors of the extension.
PROBLEMS = (ValueError, RecordError, CourseError, UnknownNameError)


class Directive(SphinxDirective):
    """Base class of directives that report `PROBLEMS` with the page, the line and the directive."""

    def run(self) -> list[nodes.Node]:
        try:
            return self.render()
        except PROBLEMS as problem:
            raise self.error(f"{' '.join([self.name, *self.arguments])}: {problem}") from problem

    def render(self) -> list[nodes.Node]:
        raise NotImplementedError

    @property
    def store(self) -> Store:
        return store_of(self.env)

    def show(self, expression: Expression) -> nodes.Node:
        """Return the value of an expression with its origin."""
        return render(resolve(expression, self.store), self.env)

    def inline(self, text: str) -> list[nodes.Node]:
        """Parse inline MyST text."""
        return self.parse_inline(text, lineno=self.lineno)[0]

    def parsed(self, lines: StringList | None = None) -> list[nodes.Node]:
        """Parse the body of the directive, or only the given lines of it."""
        holder = nodes.Element()
        body = self.content if lines is None else lines
        self.state.nested_parse(body, self.content_offset, holder)
        return list(holder.children)


def report_error(
    role: SphinxRole, problem: Exception
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Report a build error at the page and the line of a role, and return the role as a literal."""
    message = role.inliner.reporter.error(f"{role.name}: {problem}", line=role.lineno)
    return [nodes.literal(role.rawtext, role.text)], [message]
