"""What is here: asked of the machine itself, never looked up in a list of products."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from manylanes._device import cpu, cuda
from manylanes._device.machine import Machine

_NOT_OF_A_CPU = {"memory_clock_hz", "memory_bus_bits", "driver", "host"}


@dataclass(frozen=True)
class Device:
    """None stands for what the machine does not tell."""

    kind: str  # "cpu", "gpu" or whatever JAX calls it
    name: str | None = None
    cores: int | None = None  # cores this process may use; multiprocessors of a GPU
    lanes: int | None = None  # f32 values one instruction handles: vector register, or warp
    vector_flags: tuple[str, ...] | None = None
    clock_hz: int | None = None
    max_clock_hz: int | None = None
    memory_clock_hz: int | None = None
    memory_bus_bits: int | None = None
    caches: Mapping[str, int] | None = None  # bytes of one instance, by level
    memory_bytes: int | None = None
    driver: str | None = None
    host: str | None = None  # the processor beside a GPU
    system: str | None = None

    def as_dict(self) -> dict[str, Any]:
        raw = {f.name: getattr(self, f.name) for f in fields(self)}
        raw["vector_flags"] = None if self.vector_flags is None else list(self.vector_flags)
        raw["caches"] = None if self.caches is None else dict(self.caches)
        return raw

    def __str__(self) -> str:
        asked = [f.name for f in fields(self) if self.kind != "cpu" or f.name not in _NOT_OF_A_CPU]
        rows = [(name, _shown(name, getattr(self, name))) for name in asked]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def device(*, machine: Machine | None = None, accelerator: Any = None) -> Device:
    """The device JAX computes on here. `machine` and `accelerator` are for tests."""
    machine = machine or Machine()
    if accelerator is None:
        import jax.numpy as jnp

        # Where an array lies that nobody placed: `jax.default_device` may have chosen another.
        (accelerator,) = jnp.zeros(()).devices()
    cpu = _read_cpu(machine)
    if accelerator.platform == "cpu":
        return Device(kind="cpu", **cpu)
    found: dict[str, Any] = {"name": accelerator.device_kind, **_memory_of(accelerator)}
    if accelerator.platform == "gpu":
        found.update(_known(cuda.read(machine, getattr(accelerator, "local_hardware_id", 0) or 0)))
    found.update(host=cpu["name"], system=cpu["system"])
    return Device(kind=accelerator.platform, **found)


def _read_cpu(machine: Machine) -> dict[str, Any]:
    flags = cpu.vector_flags(machine)
    return {
        "name": cpu.name(machine),
        "cores": machine.cores(),
        "lanes": cpu.lanes(machine, flags),
        "vector_flags": flags,
        "clock_hz": cpu.clock_hz(machine),
        "max_clock_hz": cpu.max_clock_hz(machine),
        "caches": cpu.caches(machine),
        "memory_bytes": cpu.memory_bytes(machine),
        "system": f"{platform.system()} {platform.machine()}".strip() or None,
    }


def _memory_of(accelerator: Any) -> dict[str, int]:
    stats = _attempt(accelerator.memory_stats) or {}
    return {"memory_bytes": stats["bytes_limit"]} if "bytes_limit" in stats else {}


def _known(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if value is not None}


def _attempt(ask: Callable[[], Any]) -> Any:
    """Backends differ in what they answer; whatever one refuses is unknown."""
    try:
        return ask()
    except Exception:
        return None


def _shown(name: str, value: Any) -> str:
    if value is None:
        return "unknown"
    if name.endswith("_hz"):
        return f"{value / 1e9:.3g} GHz"
    if name.endswith("_bytes"):
        return _bytes(value)
    if name == "caches":
        return ", ".join(f"{level} {_bytes(size)}" for level, size in value.items())
    if name == "vector_flags":
        return " ".join(value) or "none"
    return str(value)


def _bytes(count: int) -> str:
    size, unit = float(count), "B"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.4g} {unit}"
