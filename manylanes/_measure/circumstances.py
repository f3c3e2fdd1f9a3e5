"""What a machine is like while it is measured: asked before a run, and once more after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import jax

from manylanes._device.device import Device
from manylanes._device.machine import Machine
from manylanes._record.conditions import Conditions
from manylanes._sample import Clock, take

_WRITTEN_OUT, _TURNS = 1024, 256
# Without a fused multiply-add a link is two instructions, and nobody knows how many ticks.
_FUSED = {"fma", "fma3", "x86_v3", "x86_v4", "asimd", "neon"}
_TAKEN = 9  # the fastest of them: whatever interrupts only adds
_HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/enabled"
_GOVERNOR = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"


@dataclass(frozen=True)
class Before:
    """What must be asked before the first sample."""

    load: float | None
    multiply_add_s: float | None

    @classmethod
    def of(cls, load: float | None, here: Device, clock: Clock) -> Before:
        fused = here.kind == "cpu" and not _FUSED.isdisjoint(here.vector_flags or ())
        return cls(load, multiply_add_s(clock) if fused else None)

    def after(self, machine: Machine, clock: Clock) -> Conditions:
        load = machine.load()
        then = self.multiply_add_s
        chosen = re.search(r"\[(\S+)\]", machine.read(_HUGE_PAGES) or "")
        return Conditions(
            load=None if self.load is None or load is None else (self.load, load),
            affinity=machine.affinity(),
            xla_flags=machine.variable("XLA_FLAGS") or "",  # none set is known, too
            huge_pages=chosen[1] if chosen else None,
            governor=machine.read(_GOVERNOR),
            multiply_add_s=None if then is None else (then, multiply_add_s(clock)),
        )


@cache
def _chain() -> Any:
    def turn(_: int, ends: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, y = ends
        for _step in range(_WRITTEN_OUT):
            x = x * 0.5 + y  # the factor keeps the value bounded
        return x, y

    return jax.jit(lambda x, y: jax.lax.fori_loop(0, _TURNS, turn, (x, y))[0])


def multiply_add_s(clock: Clock) -> float:
    """One link of a chain of multiply-adds in which each needs the last one's result.

    On a CPU only. A GPU starts each turn of the loop anew, and the driver knows its clock.
    """
    chain = _chain()
    ends = jax.numpy.float32(0.7), jax.numpy.float32(0.3)
    jax.block_until_ready(chain(*ends))
    samples, _, _ = take(chain, ends, _TAKEN, clock=clock)
    return min(samples) / (_WRITTEN_OUT * _TURNS)
