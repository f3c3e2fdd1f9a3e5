"""An NVIDIA GPU, asked through its driver's library: there wherever JAX runs on one.

The numbers of the attributes are those of CUdevice_attribute in the CUDA driver API.
The driver tells the width of a warp and the count of multiprocessors, but not how many f32 units
one multiprocessor has; that is a fact of a data sheet and lives in the book's hardware table.
"""

from __future__ import annotations

import ctypes
from typing import Any

from manylanes._device.machine import Machine

_WARP_SIZE = 10
_CLOCK_KHZ = 13
_MULTIPROCESSORS = 16
_MEMORY_CLOCK_KHZ = 36
_BUS_BITS = 37
_L2_BYTES = 38
_SHARED_BYTES = 81


def read(machine: Machine, ordinal: int) -> dict[str, Any]:
    """Fields of a Device; whatever the driver does not answer is None."""
    library = next(filter(None, map(machine.library, ("libcuda.so.1", "nvcuda.dll"))), None)
    handle = ctypes.c_int()
    if library is None or library.cuInit(0) or library.cuDeviceGet(ctypes.byref(handle), ordinal):
        return {"driver": _driver(machine)}

    def ask(attribute: int) -> int | None:
        value = ctypes.c_int()
        failed = library.cuDeviceGetAttribute(ctypes.byref(value), attribute, handle)
        return None if failed or value.value <= 0 else value.value

    sizes = {"shared": ask(_SHARED_BYTES), "L2": ask(_L2_BYTES)}
    return {
        "cores": ask(_MULTIPROCESSORS),
        "lanes": ask(_WARP_SIZE),
        "max_clock_hz": _hertz(ask(_CLOCK_KHZ)),
        "memory_clock_hz": _hertz(ask(_MEMORY_CLOCK_KHZ)),
        "memory_bus_bits": ask(_BUS_BITS),
        "caches": {level: size for level, size in sizes.items() if size} or None,
        "memory_bytes": _memory(library, handle),
        "driver": _driver(machine),
    }


def _memory(library: Any, handle: ctypes.c_int) -> int | None:
    # JAX reports only the share of the memory that it means to take.
    total = ctypes.c_size_t()
    failed = library.cuDeviceTotalMem_v2(ctypes.byref(total), handle)
    return None if failed else total.value


def _hertz(kilohertz: int | None) -> int | None:
    return None if kilohertz is None else kilohertz * 1000


def _driver(machine: Machine) -> str | None:
    line = machine.run("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
    return line.splitlines()[0].strip() if line else None
