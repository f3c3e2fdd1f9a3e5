"""`device-trace`: the kernels of one call on a GPU, from a trace of JAX's profiler."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from manylanes.records import Quantity

from . import data, quantity
from .element import make
from .measured import Directive
from .table import table
from .traces import Kernel, busy, kernels, span


class DeviceTrace(Directive):
    """The argument is a file of `data/traces`. The body describes the program."""

    has_content = True
    required_arguments = 1

    def render(self) -> list[nodes.Node]:
        path = Path(self.env.srcdir) / "data" / "traces" / f"{self.arguments[0]}.trace.json.gz"
        self.env.note_dependency(str(path))
        try:
            events = kernels(path)
        except (OSError, EOFError, ValueError, KeyError) as problem:
            raise ValueError(problem) from problem
        first, whole = events[0], span(events)
        caption = f"{len(events)} kernels, busy for {spoken(busy(events))} of {spoken(whole)}"
        boxes = [make("span", **box(one, first.start, whole)) for one in events]
        rows = [
            make(
                "tr",
                make("th", one.name, scope="row"),
                make("td", spoken(one.start - first.start), class_="number"),
                make("td", spoken(one.took), class_="number"),
            )
            for one in events
        ]
        listed = table("trace-kernels", ("kernel", "start", "time"), rows, label=caption)
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
                id=data.trace_id(self.arguments[0]),
            )
        ]


def box(kernel: Kernel, start: float, whole: float) -> dict[str, Any]:
    left, width = ((kernel.start - start) / whole, kernel.took / whole)
    return {
        "class_": "is-product" if kernel.is_product else None,
        "style": f"left:{left:.3%};width:{width:.3%}",
    }


def spoken(microseconds: float) -> str:
    return quantity.written(Quantity.exact(microseconds / 1e6, "s"))


def setup(app: Sphinx) -> None:
    app.add_directive("device-trace", DeviceTrace)
