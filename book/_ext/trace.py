"""`device-trace`: what a GPU did in one call, kernel by kernel, as JAX's profiler wrote it down."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from manylanes import Quantity

from . import quantity
from .element import make
from .measured import Directive
from .table import table

CALL = "PjRtCApiLoadedExecutable::Execute"  # what the host does once for each call
PRODUCTS = ("gemm", "conv")


@dataclass(frozen=True)
class Kernel:
    name: str
    start: float  # in microseconds, as all times of a trace
    took: float

    @property
    def is_product(self) -> bool:
        return any(word in self.name for word in PRODUCTS)


def kernels(path: Path) -> list[Kernel]:
    """Those of the last call: the first ones still start what later ones find ready."""
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    named = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
    whole = [e for e in events if e.get("ph") == "X"]
    calls = sum(e["name"] == CALL for e in whole)
    found = sorted(
        (Kernel(e["name"], e["ts"], e["dur"]) for e in whole if "GPU" in named[e["pid"]]),
        key=lambda kernel: kernel.start,
    )
    if not calls or not found or len(found) % calls:
        raise ValueError(f"{path.name}: {len(found)} kernels in {calls} calls are no whole calls")
    return found[-(len(found) // calls) :]


def busy(found: list[Kernel]) -> float:
    """How long at least one of them ran."""
    total, end = 0.0, 0.0
    for kernel in found:
        total += max(kernel.start + kernel.took - max(end, kernel.start), 0.0)
        end = max(end, kernel.start + kernel.took)
    return total


class DeviceTrace(Directive):
    """The argument is a file of `data/traces`; the body says of what."""

    has_content = True
    required_arguments = 1

    def shown(self) -> list[nodes.Node]:
        path = Path(self.env.srcdir) / "data" / "traces" / f"{self.arguments[0]}.trace.json.gz"
        self.env.note_dependency(str(path))
        try:
            found = kernels(path)
        except (OSError, EOFError, ValueError, KeyError) as problem:
            raise ValueError(problem) from problem
        first, last = found[0], found[-1]
        span = last.start + last.took - first.start
        said = f"{len(found)} kernels, at work for {spoken(busy(found))} of {spoken(span)}"
        boxes = [make("span", **box(one, first.start, span)) for one in found]
        rows = [
            make(
                "tr",
                make("th", one.name, scope="row"),
                make("td", spoken(one.start - first.start), class_="number"),
                make("td", spoken(one.took), class_="number"),
            )
            for one in found
        ]
        listed = table("trace-kernels", ("kernel", "after", "took"), rows, label=said)
        return [
            make(
                "figure",
                make("div", *boxes, class_="trace-line", role="img", aria_label=said),
                make(
                    "figcaption",
                    *self.parsed(),
                    make("p", f"{said}."),
                    make("details", make("summary", "each kernel"), listed),
                ),
                class_="device-trace",
            )
        ]


def box(kernel: Kernel, start: float, span: float) -> dict[str, Any]:
    left, width = ((kernel.start - start) / span, kernel.took / span)
    return {
        "class_": "is-product" if kernel.is_product else None,
        "style": f"left:{left:.3%};width:{width:.3%}",
    }


def spoken(microseconds: float) -> str:
    return quantity.written(Quantity.exactly(microseconds / 1e6, "s"))


def setup(app: Sphinx) -> None:
    app.add_directive("device-trace", DeviceTrace)
