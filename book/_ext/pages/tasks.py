"""`task-table`, `unit-table` and `plan-table`: tables generated from the task files."""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from autograder import Course, Task, Unit

from ..html.element import make
from ..html.table import make_table
from ..numbers.directive import Directive
from ..rebuild.watch import watch
from .links import NotebookLinks, notebook_links


def unit_of(env: BuildEnvironment, name: str) -> Unit:
    """Return a unit; the current page is rebuilt when the folder or a task of the unit changes."""
    unit = Course.find(env.srcdir).unit(name)
    for path in (unit.path, *(task.path for task in unit.tasks)):
        watch(env, path)
    return unit


def plural(count: float, word: str) -> str:
    return f"{count:g} {word}" if count == 1 else f"{count:g} {word}s"


def minutes_of(unit: Unit) -> int:
    return sum(task.minutes for task in unit.tasks)


def pills(links: NotebookLinks) -> nodes.Node:
    """Return the links that open or download the notebook of a unit.

    Without the attribute `download`, the browser would show the source of the notebook.
    """
    opened = [make("a", label, href=address, class_="pill") for label, address in links.addresses]
    link = make("a", "Download", href=links.path, download=True, class_="pill")
    return make("div", *opened, link, class_="pills")


class TaskTable(Directive):
    option_spec: ClassVar = {"unit": directives.unchanged_required}

    def render(self) -> list[nodes.Node]:
        unit = unit_of(self.env, self.options.get("unit", self.env.docname.rsplit("/", 1)[-1]))
        number = make("span", "number", class_="visually-hidden")
        rows = [self.row(at, task) for at, task in enumerate(unit.tasks, 1)]
        columns = (number, "task", "you write a", "points", "minutes")
        element = make_table("tasks", columns, rows, label=f"Tasks of {unit.title}")
        return [make("div", self.summary(unit), element, class_="task-table")]

    def row(self, at: int, task: Task) -> nodes.Node:
        title = make("th", *self.inline(task.title), scope="row")
        if task.star:
            title += make("span", "challenge", class_="badge-star")
        return make(
            "tr",
            make("td", str(at), class_="at"),
            title,
            make("td", task.kind.description),
            make("td", f"{task.points:g}", class_="number"),
            make("td", str(task.minutes), class_="number"),
        )

    def summary(self, unit: Unit) -> nodes.Node:
        words = (
            f"{plural(len(unit.tasks), 'task')}, {plural(unit.points, 'point')}, "
            f"about {plural(minutes_of(unit), 'minute')}."
        )
        links = notebook_links(self.config, unit.id)
        return make(
            "div",
            make("p", words, make("br"), nodes.literal("", f"my/{unit.id}/{unit.id}.ipynb")),
            pills(links),
            class_="task-summary",
        )


class UnitTable(Directive):
    """A table of all units of the course, with links to their notebooks."""

    def render(self) -> list[nodes.Node]:
        course = Course.find(self.env.srcdir)
        watch(self.env, course.path)
        rows = [self.row(unit_of(self.env, name)) for name in course.units]
        columns = ("unit", "tasks", "points", "minutes", "open it")
        return [make_table("units", columns, rows, label="Units of the course")]

    def row(self, unit: Unit) -> nodes.Node:
        links = notebook_links(self.config, unit.id)
        return make(
            "tr",
            make("th", unit.title, make("br"), nodes.literal("", f"my/{unit.id}"), scope="row"),
            make("td", str(len(unit.tasks)), class_="number"),
            make("td", f"{unit.points:g}", class_="number"),
            make("td", str(minutes_of(unit)), class_="number"),
            make("td", pills(links)),
        )


class PlanTable(Directive):
    """A table of weeks with their units and the sum of their minutes; the last row is the total.

    A line such as `1: 00 01` in the body lists the units of a week. Lines without a colon are
    ignored.
    """

    has_content = True

    def render(self) -> list[nodes.Node]:
        weeks = [(week.strip(), self.units(names)) for week, names in self.lines()]
        rows = [self.row(week, units) for week, units in weeks]
        whole = [unit for _, units in weeks for unit in units]
        rows.append(self.row("all", whole))
        return [
            make_table(
                "plan",
                ("week", "units", "minutes of tasks"),
                rows,
                label=f"Plan of {len(weeks)} rows",
            )
        ]

    def lines(self) -> list[list[str]]:
        return [line.split(":", 1) for line in self.content if ":" in line]

    def units(self, names: str) -> list[Unit]:
        return [unit_of(self.env, name) for name in names.split()]

    def row(self, week: str, units: list[Unit]) -> nodes.Node:
        titles = f"{len(units)} units" if week == "all" else ", ".join(unit.title for unit in units)
        return make(
            "tr",
            make("th", week, scope="row"),
            make("td", titles),
            make("td", str(sum(map(minutes_of, units))), class_="number"),
        )


def setup(app: Sphinx) -> None:
    app.add_directive("task-table", TaskTable)
    app.add_directive("unit-table", UnitTable)
    app.add_directive("plan-table", PlanTable)
