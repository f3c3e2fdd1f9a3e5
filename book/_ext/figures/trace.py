"""`device-trace`: the kernels of one call on a GPU, from a trace of JAX's profiler."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from manylanes.records import Quantity

from ..html.element import make
from ..html.table import make_table
from ..numbers import quantity
from ..numbers.directive import Directive
from ..numbers.store import trace_id
from ..numbers.traces import Kernel, busy_time, total_span


class DeviceTrace(Directive):
    """The directive `device-trace`, whose body describes the program.

    The argument is the name of a file in `data/traces`, without `.trace.json.gz`.
    """

    has_content = True
    required_arguments = 1

    def render(self) -> list[nodes.Node]:
        try:
            events = self.store.trace(self.arguments[0])
        except (OSError, EOFError, ValueError, KeyError) as problem:
            raise ValueError(problem) from problem
        first, whole = events[0], total_span(events)
        times = [format_microseconds(time) for time in (busy_time(events), whole)]
        caption = f"{len(events)} kernels, busy for {times[0]} of {times[1]}"
        boxes = [make("span", **bar_attributes(one, first.start, whole)) for one in events]
        rows = [
            make(
                "tr",
                make("th", one.name, scope="row"),
                make("td", format_microseconds(one.start - first.start), class_="number"),
                make("td", format_microseconds(one.duration), class_="number"),
            )
            for one in events
        ]
        listed = make_table("trace-kernels", ("kernel", "start", "time"), rows, label=caption)
        return [
            make(
                "figure",
                make("div", *boxes, class_="trace-line", role="img", aria_label=caption),
                make(
                    "figcaption",
                    *self.parsed(),
                    make("p", f"{caption}."),
                    make("details", make("summary", "each kernel"), listed),
                ),
                class_="device-trace",
                id=trace_id(self.arguments[0]),
            )
        ]


def bar_attributes(kernel: Kernel, start: float, whole: float) -> dict[str, Any]:
    left, width = ((kernel.start - start) / whole, kernel.duration / whole)
    return {
        "class_": "is-product" if kernel.is_product else None,
        "style": f"left:{left:.3%};width:{width:.3%}",
    }


def format_microseconds(microseconds: float) -> str:
    return quantity.format_median(Quantity.exact(microseconds / 1e6, "s"))


def setup(app: Sphinx) -> None:
    app.add_directive("device-trace", DeviceTrace)
