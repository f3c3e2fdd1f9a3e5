"""Collect the placement of arrays: on devices outside of `shard_map`, and in host memory."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from manylanes._cost.read.program import Value

Meshes = Mapping[str, Mapping[str, int]]
Layout = tuple[tuple[str, ...], ...]  # for each dimension, the mesh axes that divide it

PARTITIONED = (
    "the compiler divides arrays among devices (shardings outside of shard_map): what one device "
    "sends for that is not counted, and work, span, bytes and peak are those of whole arrays"
)
OFFLOADED = (
    "arrays in the memory of the host: copies between host and device are not counted, and peak "
    "does not tell the two memories apart"
)
HOST = "_host"  # ends the names of the memories of the host
ATTRIBUTES = ("sdy.sharding", "mhlo.sharding")
_SHARDING = re.compile(r"<@(\w+), \[([^\]]*)\]([^<>]*)>")
_DIMENSION = re.compile(r"\{([^{}]*)\}")
_AXIS = re.compile(r'"(\w+)"')
_UNREDUCED = re.compile(r"unreduced=\{([^{}]*)\}")


def layouts(text: str, meshes: Meshes) -> list[Layout]:
    """Parse the shardings that an attribute lists; mesh axes of size 1 divide nothing."""
    found = []
    for mesh, dimensions, rest in _SHARDING.findall(text):
        sizes = meshes.get(mesh, {})
        parts = [*_DIMENSION.findall(dimensions), *_UNREDUCED.findall(rest)]
        axes = [tuple(a for a in _AXIS.findall(part) if sizes.get(a) != 1) for part in parts]
        found.append(tuple(axes))
    return found


def divides(text: str, meshes: Meshes) -> bool:
    """Return True if a sharding, in either dialect, gives devices different parts of an array."""
    if "@" in text:
        return any(any(layout) for layout in layouts(text, meshes))
    return "devices=" in text or "mesh<" in text


@dataclass
class Placement:
    """Collects, while a program is read, what it leaves to the compiler."""

    meshes: Meshes
    layouts: dict[Value, Layout] = field(default_factory=dict)  # of arrays at `shard_map`'s edges
    manual: bool = False  # whether the op being read belongs to one device's program
    computes: bool = False  # whether some op works on whole arrays
    divided: bool = False  # whether some array outside of `shard_map` is divided
    forced: bool = False  # whether a constraint or a resharding makes the compiler partition
    offloaded: bool = False  # whether some array lies in the memory of the host

    def note(self, attributes: Mapping[str, Any]) -> list[Layout]:
        """Note the attributes of an argument or a result and return its layout, if it has one."""
        text = " ".join(str(attributes[name]) for name in ATTRIBUTES if name in attributes)
        self.divided |= divides(text, self.meshes)
        self.offloaded |= HOST in str(attributes.get("mhlo.memory_kind"))
        return layouts(text, self.meshes)

    def constrain(self, text: str) -> None:
        """Note a sharding constraint; inside of `shard_map` it names axes that are not manual."""
        self.forced |= divides(text, self.meshes)

    def expect(self, values: Sequence[Value], live_results: Sequence[Layout]) -> None:
        """Note a resharding where values do not have the layouts in which they are wanted."""
        for value, layout in zip(values, live_results, strict=False):
            self.divided |= any(layout)
            self.forced |= self.layouts.get(value, layout) != layout

    def edge(self, values: Sequence[Value], shardings: str, manual_axes: str) -> None:
        """Note the layouts of the operands or the results of a `shard_map`."""
        own, live_results = set(_AXIS.findall(manual_axes)), layouts(shardings, self.meshes)
        self.forced |= any(set(axes) - own for layout in live_results for axes in layout)
        self.expect(values, live_results)
        self.layouts.update(zip(values, live_results, strict=False))

    @property
    def partitioned(self) -> bool:
        """True if the compiler, not the program, decides what each device does."""
        return self.forced or (self.divided and self.computes)
