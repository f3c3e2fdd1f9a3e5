"""Read the state of the machine before and after a run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import jax

from manylanes._device.device import Device
from manylanes._device.machine import Machine
from manylanes._record.conditions import Conditions
from manylanes._sample import Clock, take_samples

_UNROLLED, _ITERATIONS = 1024, 256
# Instruction sets with a fused multiply-add. Other CPUs need two instructions, whose latency is
# unknown.
_FUSED = {"fma", "fma3", "x86_v3", "x86_v4", "asimd", "neon"}
_SAMPLES = 9  # the fastest sample is used, since interruptions only add time
_HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/enabled"
_GOVERNOR = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"


@dataclass(frozen=True)
class StateBefore:
    """State of the machine before the first sample."""

    load: float | None
    multiply_add_s: float | None

    @classmethod
    def read(cls, load: float | None, here: Device, clock: Clock) -> StateBefore:
        """Combine `load`, which was read earlier, with the measured latency of a multiply-add.

        The latency is None on a GPU and on a CPU without fused multiply-adds.
        """
        fused = here.kind == "cpu" and not _FUSED.isdisjoint(here.vector_flags or ())
        return cls(load, measure_multiply_add(clock) if fused else None)

    def conditions(self, machine: Machine, clock: Clock) -> Conditions:
        """Measure load and latency again, read the other conditions, and return all of them."""
        load = machine.load()
        before = self.multiply_add_s
        huge_pages = re.search(r"\[(\S+)\]", machine.read(_HUGE_PAGES) or "")
        return Conditions(
            load=None if self.load is None or load is None else (self.load, load),
            affinity=machine.affinity(),
            xla_flags=machine.environment_variable("XLA_FLAGS") or "",  # "", not unknown, if unset
            huge_pages=huge_pages[1] if huge_pages else None,
            governor=machine.read(_GOVERNOR),
            multiply_add_s=None if before is None else (before, measure_multiply_add(clock)),
        )


@cache
def _multiply_add_chain() -> Any:
    def body(_: int, carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        x, y = carry
        for _step in range(_UNROLLED):
            x = x * 0.5 + y  # the factor 0.5 keeps x bounded
        return x, y

    return jax.jit(lambda x, y: jax.lax.fori_loop(0, _ITERATIONS, body, (x, y))[0])


def measure_multiply_add(clock: Clock) -> float:
    """Return the seconds of one multiply-add in a dependent chain.

    Use this function on a CPU only. On a GPU, the time would include kernel launches, and the
    driver reports the clock rate.
    """
    chain = _multiply_add_chain()
    args = jax.numpy.float32(0.7), jax.numpy.float32(0.3)
    jax.block_until_ready(chain(*args))
    samples, _, _ = take_samples(chain, args, _SAMPLES, clock=clock)
    return min(samples) / (_UNROLLED * _ITERATIONS)
