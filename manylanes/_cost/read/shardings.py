"""Detect arrays that the compiler divides among devices, and arrays in host memory."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from manylanes._cost.read.program import Value

Meshes = Mapping[str, Mapping[str, int]]
# The mesh axes that divide each dimension, followed by the axes of partial sums, if there are any.
Layout = tuple[tuple[str, ...], ...]

PARTITIONED = (
    "the compiler divides arrays among devices (shardings outside of shard_map): the messages that "
    "this requires are not counted, and work, span, bytes and peak are those of whole arrays"
)
OFFLOADED = (
    "arrays in the memory of the host: copies between host and device are not counted, and peak "
    "includes both memories"
)
HOST = "_host"  # suffix of memory names such as "pinned_host"
ATTRIBUTES = ("sdy.sharding", "mhlo.sharding")
_SHARDING = re.compile(r"<@(\w+), \[([^\]]*)\]([^<>]*)>")
_DIMENSION = re.compile(r"\{([^{}]*)\}")
_AXIS = re.compile(r'"(\w+)"')
_UNREDUCED = re.compile(r"unreduced=\{([^{}]*)\}")


def parse_layouts(text: str, meshes: Meshes) -> list[Layout]:
    """Parse the shardings in an attribute; omit mesh axes of size 1, which divide nothing."""
    layouts = []
    for mesh, dimensions, rest in _SHARDING.findall(text):
        sizes = meshes.get(mesh, {})
        parts = [*_DIMENSION.findall(dimensions), *_UNREDUCED.findall(rest)]
        axes = [tuple(a for a in _AXIS.findall(part) if sizes.get(a) != 1) for part in parts]
        layouts.append(tuple(axes))
    return layouts


def divides_array(text: str, meshes: Meshes) -> bool:
    """Return True if a sharding (of Shardy or GSPMD) gives devices different parts of an array."""
    if "@" in text:
        return any(any(layout) for layout in parse_layouts(text, meshes))
    return "devices=" in text or "mesh<" in text


@dataclass
class Placement:
    """Records, while a program is read, whether the compiler partitions its arrays."""

    meshes: Meshes
    layouts: dict[Value, Layout] = field(default_factory=dict)  # outside of `shard_map`
    manual: bool = False  # whether the op being read belongs to one device's program
    computes: bool = False  # whether some op works on whole arrays
    divided: bool = False  # whether some array outside of `shard_map` is divided
    forced: bool = False  # whether a constraint or a resharding makes the compiler divide arrays
    offloaded: bool = False  # whether some array is in host memory

    def record_attributes(self, attributes: Mapping[str, Any]) -> list[Layout]:
        """Record the sharding of an argument or a result, and return the layout in a list."""
        text = " ".join(str(attributes[name]) for name in ATTRIBUTES if name in attributes)
        self.divided |= divides_array(text, self.meshes)
        self.offloaded |= HOST in str(attributes.get("mhlo.memory_kind"))
        return parse_layouts(text, self.meshes)

    def record_constraint(self, text: str) -> None:
        """Record a sharding constraint, which in a `shard_map` names no manual axes."""
        self.forced |= divides_array(text, self.meshes)

    def record_resharding(
        self, values: Sequence[Value], expected_layouts: Sequence[Layout]
    ) -> None:
        """Record whether values are divided, and whether any differs from its expected layout."""
        for value, layout in zip(values, expected_layouts, strict=False):
            self.divided |= any(layout)
            self.forced |= self.layouts.get(value, layout) != layout

    def record_boundary(self, values: Sequence[Value], shardings: str, manual_axes: str) -> None:
        """Record the layouts of the operands or the results of a `shard_map`."""
        own = set(_AXIS.findall(manual_axes))
        expected_layouts = parse_layouts(shardings, self.meshes)
        self.forced |= any(set(axes) - own for layout in expected_layouts for axes in layout)
        self.record_resharding(values, expected_layouts)
        self.layouts.update(zip(values, expected_layouts, strict=False))

    @property
    def partitioned(self) -> bool:
        """True if the compiler, not the program, decides which part each device computes."""
        return self.forced or (self.divided and self.computes)
