"""Read properties of an NVIDIA GPU from the driver library, and its version from nvidia-smi.

The attribute numbers are those of CUdevice_attribute in the CUDA driver API. The driver reports the
warp size and the number of multiprocessors (SMs), but not how many f32 units an SM has. The book's
hardware table contains the number of units, from data sheets.
"""

from __future__ import annotations

import ctypes
from typing import Any

from manylanes._device.machine import Machine

_WARP_SIZE = 10
_CLOCK_KHZ = 13
_SM_COUNT = 16
_MEMORY_CLOCK_KHZ = 36
_BUS_BITS = 37
_L2_BYTES = 38
_SHARED_BYTES = 81


def read_gpu(machine: Machine, ordinal: int) -> dict[str, Any]:
    """Return fields of `Device` for a GPU; a field that the driver does not report is None.

    If the driver library cannot be used, return only the version of the driver.
    """
    library = next(filter(None, map(machine.load_library, ("libcuda.so.1", "nvcuda.dll"))), None)
    handle = ctypes.c_int()
    if library is None or library.cuInit(0) or library.cuDeviceGet(ctypes.byref(handle), ordinal):
        return {"driver": _read_driver_version(machine)}

    def read_attribute(attribute: int) -> int | None:
        value = ctypes.c_int()
        failed = library.cuDeviceGetAttribute(ctypes.byref(value), attribute, handle)
        return None if failed or value.value <= 0 else value.value

    sizes = {"shared": read_attribute(_SHARED_BYTES), "L2": read_attribute(_L2_BYTES)}
    return {
        "cores": read_attribute(_SM_COUNT),
        "lanes": read_attribute(_WARP_SIZE),
        "max_clock_hz": _khz_to_hz(read_attribute(_CLOCK_KHZ)),
        "memory_clock_hz": _khz_to_hz(read_attribute(_MEMORY_CLOCK_KHZ)),
        "memory_bus_bits": read_attribute(_BUS_BITS),
        "caches": {level: size for level, size in sizes.items() if size} or None,
        "memory_bytes": _read_memory(library, handle),
        "driver": _read_driver_version(machine),
    }


def _read_memory(library: Any, handle: ctypes.c_int) -> int | None:
    # JAX reports only the part of the memory that JAX reserves.
    total = ctypes.c_size_t()
    failed = library.cuDeviceTotalMem_v2(ctypes.byref(total), handle)
    return None if failed else total.value


def _khz_to_hz(kilohertz: int | None) -> int | None:
    return None if kilohertz is None else kilohertz * 1000


def _read_driver_version(machine: Machine) -> str | None:
    line = machine.run("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
    return line.splitlines()[0].strip() if line else None
