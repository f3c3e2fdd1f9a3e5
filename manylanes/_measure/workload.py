"""A case made ready to run: compiled at pinned precision, its inputs on the device."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from manylanes._doubt import Excuse
from manylanes._measure.case import Case
from manylanes._sample import Carry, Clock, Program, Wait, evidence, take

# Without this, recent GPUs multiply f32 matrices in TF32: another, shorter format. "highest" pins
# convolutions, too; the preset of the name that a sheet bears pins products alone.
PINNED, PRECISION = "highest", "F32_F32_F32"
# Never zeros: they switch fewer transistors, and a chip held by its power limit runs faster.
INPUTS = "uniform in [-1, 1)"
# Wakes the threads and fills the caches again after the other cases of a round: the first calls
# of a microsecond's work take several times as long as the hundredth.
WARM_UP_S = 5e-3
# One call may have been interrupted, and says little of how long the others take.
QUICK_S = 2e-2
# A sample lasts about so long, or one call if that takes longer.
SHORTEST_S = 1e-3
# A call that takes so long, as a loop does whose turns are launches, needs nothing that wakes it.
LONG_S = 1.0


class Inputs:
    """Random arrays, one for each shape and place, shared by all cases that do not consume it."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[int, jax.ShapeDtypeStruct], jax.Array] = {}

    def get(self, place: int, spec: jax.ShapeDtypeStruct) -> jax.Array:
        if (place, spec) not in self._arrays:
            self._arrays[place, spec] = self._drawn(place, spec)
        return self._arrays[place, spec]

    def fresh(self, place: int, spec: jax.ShapeDtypeStruct) -> jax.Array:
        """One that may be consumed."""
        return jax.numpy.copy(self.get(place, spec))

    def keep(self, cases: Iterable[Case]) -> None:
        """Forget all but theirs: a gigabyte of the roofs takes seconds to draw, for every suite."""
        kept = {(place, spec) for case in cases for place, spec in enumerate(case.inputs)}
        self._arrays = {key: self._arrays[key] for key in self._arrays.keys() & kept}

    @staticmethod
    def _drawn(place: int, spec: jax.ShapeDtypeStruct) -> jax.Array:
        draw = np.random.Generator(np.random.Philox(place))
        values = draw.random(spec.shape, dtype=np.float32) * np.float32(2) - np.float32(1)
        on_device: jax.Array = jax.device_put(np.asarray(values, dtype=spec.dtype))
        return on_device


@dataclass
class Workload:
    """Keeps the arguments of the next call: a donated one is consumed by every call."""

    case: Case
    program: Program
    args: tuple[Any, ...]
    carry: Carry
    calls: int = 0  # in one sample; 0 until the first visit has seen how long one takes

    @classmethod
    def of(cls, case: Case, inputs: Inputs, clock: Clock) -> Workload:
        if case.crossing is not None:
            return cls.copying(case, inputs)
        last = len(case.inputs) - 1
        args: tuple[Any, ...] = tuple(
            jax.device_put(case.made[place]())
            if place in case.made
            else inputs.fresh(place, spec)
            if case.donated == "last input" and place == last
            else inputs.get(place, spec)
            for place, spec in enumerate(case.inputs)
        )
        program, carry = case.program, _keep
        if case.called is not None:
            pinned = jax.default_matmul_precision(PINNED)(case.called)
            return cls(case, Program(pinned, 0.0, None), args, carry)
        if case.donated == "last input":
            function, carry = jax.jit(program, donate_argnums=last), _over_last
        elif case.donated == "result":
            # The old result is an argument only so that the new one can take its place.
            shapes = jax.eval_shape(program, *case.inputs)
            args = (jax.tree.map(lambda one: jax.numpy.zeros(one.shape, one.dtype), shapes), *args)
            function = jax.jit(
                lambda _, *given: program(*given), donate_argnums=0, keep_unused=True
            )
            carry = _over_result
        else:
            function = jax.jit(program)
            carry = _keep if case.awaited else _awaited_late
        with jax.default_matmul_precision(PINNED):
            return cls(case, Program.of(function, args, clock, case.compiler), args, carry)

    @classmethod
    def copying(cls, case: Case, inputs: Inputs) -> Workload:
        """The call that copies. An array keeps the copy once made, so each call gets a new one."""
        here = inputs.get(0, case.inputs[0])
        call: Callable[..., Any]
        kept: deque[Any] = deque(maxlen=3)  # else an old copy is given back while the clock runs
        if case.crossing == "to device":
            args, call = (_apart(np.asarray(here)),), jax.device_put

            def carry(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
                kept.append(result)
                return args
        else:
            again = jax.jit(jax.numpy.copy)
            args, call = (again(here),), np.asarray

            def carry(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
                kept.append((args, result))
                return (jax.block_until_ready(again(here)),)

        return cls(case, Program(call, 0.0, None), jax.block_until_ready(args), carry)

    def sample(self, count: int, clock: Clock) -> tuple[list[float], set[Excuse]]:
        """Warm up, then take `count` samples, or one of a long call; and what excuses cannot be."""
        call, carry = self.program.call, self.carry
        start, warm = clock(), list[float]()
        while (
            clock() - start < WARM_UP_S
            or (len(warm) < 3 and min(warm, default=0) < QUICK_S)
            # What is no program yet may have been compiled meanwhile.
            or (len(warm) < 2 and self.case.called is not None)
        ):
            (one,), self.args, result = take(
                call, self.args, 1, carry=carry, clock=clock, wait=self.wait
            )
            warm.append(one)
        self.calls = self.calls or self._enough(min(warm))
        samples = warm[-1:]
        if samples[0] < LONG_S:
            samples, self.args, result = take(
                call, self.args, count, calls=self.calls, carry=carry, clock=clock, wait=self.wait
            )
        ruled_out = evidence(self.program, result, self.case.work)
        if not self.case.awaited:
            ruled_out.discard(Excuse.NOT_AWAITED)  # its result is there by now, and was not then
        if self.case.pinned:
            ruled_out.add(Excuse.PRECISION)
        return samples, ruled_out

    def run(self, count: int, wait: Wait = jax.block_until_ready) -> Any:
        """The last result of so many calls, of which nobody takes the time."""
        _, self.args, result = take(
            self.program.call, self.args, count, carry=self.carry, wait=wait
        )
        return result

    @property
    def wait(self) -> Wait:
        return jax.block_until_ready if self.case.awaited else _not_now

    def _enough(self, one: float) -> int:
        """So many calls to a sample that a late thread or a tick of the clock is little of it. A
        copy stands alone: between two, its array is made anew, and that is no part of it. So does
        what is not awaited: between two, its result is."""
        if self.case.crossing is not None or not self.case.awaited or one <= 0:
            return 1
        return max(round(SHORTEST_S / one), 1)


def _apart(values: np.ndarray) -> np.ndarray:
    """The same numbers at an odd place. What begins at a multiple of 64 bytes JAX does not copy
    on a CPU: it uses the memory as it is."""
    room = np.empty(values.size + 17, values.dtype)
    odd = (-room.ctypes.data % 64) // values.itemsize + 1
    room[odd : odd + values.size] = values.ravel()
    return room[odd : odd + values.size].reshape(values.shape)


def _keep(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return args


def _not_now(result: Any) -> Any:
    return result


def _awaited_late(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    jax.block_until_ready(result)
    return args


def _over_result(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return (result, *args[1:])


def _over_last(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return (*args[:-1], result)
