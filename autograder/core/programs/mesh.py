"""The layout of arrays on a mesh of eight devices, read from the MLIR operation of `shard_map`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np

from autograder.core.messages.errors import StudentError
from autograder.core.programs.canonical import FORGED

DEVICES = 8
LINE = "// layout "
UNEVEN = (
    "The mesh of this task must have eight devices, and each array must be divided into "
    "equal parts."
)


@dataclass(frozen=True)
class Layout:
    """The layout of arrays: for each input and output, the mesh axes that divide each dimension."""

    mesh: Mapping[str, int]
    inputs: Sequence[tuple[int, Sequence[Sequence[str]]]]  # argument index, axes
    outputs: Sequence[Sequence[Sequence[str]]]

    @classmethod
    def of(cls, text: str) -> Layout:
        """Parse the layout in the first line of a program, or raise StudentError."""
        line, _, _ = text.partition("\n")
        try:
            return cls(*json.loads(line.removeprefix(LINE)))
        except (ValueError, TypeError, RecursionError):
            raise StudentError("refused", FORGED) from None

    def __str__(self) -> str:
        return LINE + json.dumps([self.mesh, self.inputs, self.outputs])

    def agrees(self, other: Layout) -> bool:
        """Return True if the arrays of two programs have the same layout.

        If results differ in their number or their numbers of axes, the layouts of the results are
        not compared, because another check reports the difference.
        """
        if (
            list(self.mesh.items()) != list(other.mesh.items())
            or self._input_layouts != other._input_layouts
        ):
            return False
        ranks, others = ([len(cut) for cut in each.outputs] for each in (self, other))
        return ranks != others or self.outputs == other.outputs

    @property
    def _input_layouts(self) -> list[str]:
        """The distinct layouts of inputs, sorted: their order in `shard_map` does not matter."""
        return sorted(set(map(repr, self.inputs)))

    @cached_property
    def places(self) -> list[dict[str, int]]:
        """The mesh coordinates of each device."""
        rows = product(*(range(size) for size in self.mesh.values()))
        return [dict(zip(self.mesh, row, strict=True)) for row in rows]

    def parts(self, axes: Sequence[str]) -> int:
        """Return the number of parts into which these mesh axes divide a dimension."""
        return prod(self.mesh[axis] for axis in axes)

    def part(self, axes: Sequence[str], place: Mapping[str, int]) -> int:
        """Return the index of the part that is on the device with these mesh coordinates."""
        number = 0
        for axis in axes:
            number = number * self.mesh[axis] + place[axis]
        return number


def mesh_of(module: Any) -> dict[str, int]:
    """Return the mesh of a module: the number of devices along each axis.

    Raise StudentError unless the module has one mesh of eight devices in the default order.
    """
    meshes = [op.operation for op in module.body.operations if op.operation.name == "sdy.mesh"]
    names = {str(mesh.attributes["mesh"]) for mesh in meshes}
    if len(names) != 1:
        raise StudentError("refused", UNEVEN)
    (text,) = names
    mesh = {name: int(size) for name, size in re.findall(r'"(\w+)"=(\d+)', text)}
    if prod(mesh.values()) != DEVICES or "device_ids" in text:
        raise StudentError("refused", UNEVEN)
    return mesh


def axes_of(op: Any, name: str) -> list[str]:
    """Return the names of the mesh axes in an attribute of an operation."""
    return re.findall(r'"(\w+)"', str(op.attributes[name]))


def groups_of(axes: str, mesh: Mapping[str, int]) -> Any:
    """Return the groups of a collective, one row of devices for each group.

    Newer versions of JAX write the groups as axes of the mesh, `axes`. Raise StudentError for parts
    of an axis.
    """
    names = re.findall(r'axis_ref<name = "(\w+)"', axes)
    if "sub_axis" in axes or not set(names) <= set(mesh):
        raise StudentError("refused", UNEVEN)
    order = [axis for axis in mesh if axis not in names] + names
    devices = np.arange(DEVICES).reshape(*mesh.values()).transpose([*map([*mesh].index, order)])
    return devices.reshape(-1, prod(mesh[axis] for axis in names))


def cuts_of(op: Any, name: str, mesh: Mapping[str, int]) -> list[list[list[str]]]:
    """Return, for each value, the mesh axes that divide each of its dimensions.

    Raise StudentError for a name that is not an axis of the mesh.
    """
    text = str(op.attributes[name])
    rows = [re.findall(r"\{([^}]*)\}", row) for row in re.findall(r"<@\w+, \[([^\]]*)\]", text)]
    cuts = [[dim.replace('"', "").split(", ") if dim else [] for dim in row] for row in rows]
    # A name is not in the mesh if it is a part of an axis, or a mark that lets the compiler choose
    # axes.
    if any(axis not in mesh for cut in cuts for axes in cut for axis in axes):
        raise StudentError("refused", UNEVEN)
    return cuts
