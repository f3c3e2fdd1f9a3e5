"""Describe the device that JAX uses."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from manylanes._device import cpu, cuda
from manylanes._device.machine import Machine

_GPU_ONLY = {"memory_clock_hz", "memory_bus_bits", "driver", "host"}


@dataclass(frozen=True)
class Device:
    """Properties of a device; None means unknown."""

    kind: str  # the platform as JAX names it, such as "cpu" or "gpu"
    name: str | None = None
    cores: int | None = None  # cores in the affinity of the process; multiprocessors (SMs) of a GPU
    lanes: int | None = None  # f32 values per instruction: of a vector register, or of a warp
    vector_flags: tuple[str, ...] | None = None
    clock_hz: int | None = None
    max_clock_hz: int | None = None
    memory_clock_hz: int | None = None
    memory_bus_bits: int | None = None
    caches: Mapping[str, int] | None = None  # bytes of one cache, by level
    memory_bytes: int | None = None
    driver: str | None = None
    host: str | None = None  # the CPU of a GPU
    system: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as lists, dictionaries and scalars, for a results file."""
        raw = {f.name: getattr(self, f.name) for f in fields(self)}
        raw["vector_flags"] = None if self.vector_flags is None else list(self.vector_flags)
        raw["caches"] = None if self.caches is None else dict(self.caches)
        return raw

    def __str__(self) -> str:
        names = [f.name for f in fields(self) if self.kind != "cpu" or f.name not in _GPU_ONLY]
        rows = [(name, _format(name, getattr(self, name))) for name in names]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def device(*, accelerator: Any = None) -> Device:
    """Describe a JAX device, such as `jax.devices()[0]`, or by default the device that JAX uses."""
    return read_device(Machine(), accelerator)


def read_device(machine: Machine, accelerator: Any = None) -> Device:
    """Describe a device of a machine; without `accelerator`, the default device of JAX."""
    if accelerator is None:
        import jax.numpy as jnp

        # The device of a new array respects `jax.default_device`.
        (accelerator,) = jnp.zeros(()).devices()
    host = _read_cpu(machine)
    if accelerator.platform == "cpu":
        return Device(kind="cpu", **host)
    facts: dict[str, Any] = {"name": accelerator.device_kind, **_read_memory(accelerator)}
    if accelerator.platform == "gpu":
        ordinal = getattr(accelerator, "local_hardware_id", 0) or 0
        gpu = cuda.read_gpu(machine, ordinal)
        facts.update({key: value for key, value in gpu.items() if value is not None})
    facts.update(host=host["name"], system=host["system"])
    return Device(kind=accelerator.platform, **facts)


def _read_cpu(machine: Machine) -> dict[str, Any]:
    flags = cpu.read_vector_flags(machine)
    return {
        "name": cpu.read_name(machine),
        "cores": machine.count_cores(),
        "lanes": cpu.count_lanes(machine, flags),
        "vector_flags": flags,
        "clock_hz": cpu.read_clock_hz(machine),
        "max_clock_hz": cpu.read_max_clock_hz(machine),
        "caches": cpu.read_caches(machine),
        "memory_bytes": cpu.read_memory_bytes(machine),
        "system": f"{platform.system()} {platform.machine()}".strip() or None,
    }


def _read_memory(accelerator: Any) -> dict[str, int]:
    try:
        stats = accelerator.memory_stats() or {}
    except Exception:  # not every backend has memory statistics
        stats = {}
    return {"memory_bytes": stats["bytes_limit"]} if "bytes_limit" in stats else {}


def _format(name: str, value: Any) -> str:
    if value is None:
        return "unknown"
    if name.endswith("_hz"):
        return f"{value / 1e9:.3g} GHz"
    if name.endswith("_bytes"):
        return _format_bytes(value)
    if name == "caches":
        return ", ".join(f"{level} {_format_bytes(size)}" for level, size in value.items())
    if name == "vector_flags":
        return " ".join(value) or "none"
    return str(value)


def _format_bytes(count: int) -> str:
    size, unit = float(count), "B"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.4g} {unit}"
