"""A case that is ready to run: compiled at pinned precision, with its inputs on the device."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from manylanes._measure.case import Case
from manylanes._sample import Carry, Clock, Program, Wait, rule_out, same_args, take_samples

# With the default precision, recent GPUs multiply f32 matrices in TF32, a shorter format. "highest"
# applies to products and convolutions. Results files contain the name of a preset of JAX instead,
# which applies to products only.
PINNED, PRECISION = "highest", "F32_F32_F32"
# Inputs of zeros would switch fewer transistors, so a chip at its power limit would run faster.
INPUTS = "uniform in [-1, 1)"
# A warm-up wakes the threads and refills the caches after the other cases of a round. The first
# calls of a short program take several times longer than the hundredth call.
WARM_UP_S = 5e-3
# A call shorter than this is warmed up at least three times, since an interruption may slow a run.
SHORT_CALL_S = 2e-2
# Duration of a sample, unless one call takes longer.
SAMPLE_S = 1e-3
# Duration of a sample of calls in flight. Such a sample contains one wait, which takes less than
# one percent of this duration on a GPU.
IN_FLIGHT_S = 1e-2
MAX_IN_FLIGHT = 10_000  # calls per sample at most, for a call that is too short for the clock
# A call longer than this, such as a GPU loop with many launches, needs no warm-up.
LONG_CALL_S = 1.0


class Inputs:
    """Random arrays by shape and position, shared by all cases that do not donate them."""

    def __init__(self) -> None:
        self._arrays: dict[tuple[int, jax.ShapeDtypeStruct], jax.Array] = {}

    def get(self, position: int, spec: jax.ShapeDtypeStruct) -> jax.Array:
        """Return the random array for an input position and a specification, which cases share."""
        if (position, spec) not in self._arrays:
            generator = np.random.Generator(np.random.Philox(position))
            values = generator.random(spec.shape, dtype=np.float32)
            values *= np.float32(2)  # in place, since the arrays of a roof take gigabytes
            values -= np.float32(1)
            values = np.asarray(values, dtype=spec.dtype)
            self._arrays[position, spec] = jax.device_put(values)
        return self._arrays[position, spec]

    def copy(self, position: int, spec: jax.ShapeDtypeStruct) -> jax.Array:
        """Return a copy of the shared array, which may be donated."""
        return jax.numpy.copy(self.get(position, spec))

    def keep(self, cases: Iterable[Case]) -> None:
        """Discard all arrays except those of `cases`, which would be slow to generate again."""
        keys = {(position, spec) for case in cases for position, spec in enumerate(case.inputs)}
        self._arrays = {key: self._arrays[key] for key in self._arrays.keys() & keys}


@dataclass
class Workload:
    """A compiled case, and the arguments of its next call, since a call may donate arguments."""

    case: Case
    program: Program
    args: tuple[Any, ...]
    carry: Carry
    calls: int = 0  # calls per sample; 0 until the first visit has timed a call
    in_flight_calls: int = 0

    @classmethod
    def prepare(
        cls, case: Case, inputs: Inputs, clock: Clock, compiled: Program | None = None
    ) -> Workload:
        """Make the inputs of a case and compile its program, unless it is `compiled` already.

        Transfers and uncompiled functions are not compiled.
        """
        if case.transfer is not None:
            return cls._prepare_transfer(case, inputs)
        last = len(case.inputs) - 1
        args: tuple[Any, ...] = tuple(
            jax.device_put(case.input_makers[position]())
            if position in case.input_makers
            else inputs.copy(position, spec)
            if case.donated == "last input" and position == last
            else inputs.get(position, spec)
            for position, spec in enumerate(case.inputs)
        )
        program, carry = case.program, same_args
        if case.uncompiled is not None:
            pinned = jax.default_matmul_precision(PINNED)(case.uncompiled)
            return cls(case, Program(pinned, 0.0, None), args, carry)
        if case.donated == "last input":
            function, carry = jax.jit(program, donate_argnums=last), _replace_last
        elif case.donated == "result":
            # The previous result is an argument only so that the new result can overwrite it.
            shapes = jax.eval_shape(program, *case.inputs)
            args = (jax.tree.map(lambda one: jax.numpy.zeros(one.shape, one.dtype), shapes), *args)
            function = jax.jit(lambda _, *rest: program(*rest), donate_argnums=0, keep_unused=True)
            carry = _replace_first
        else:
            function = jax.jit(program)
            carry = same_args if case.awaited else _wait_between_samples
        if compiled is None:
            with jax.default_matmul_precision(PINNED):
                compiled = Program.compile(function, args, clock, case.compiler_options)
        return cls(case, compiled, args, carry)

    @classmethod
    def _prepare_transfer(cls, case: Case, inputs: Inputs) -> Workload:
        """Prepare a copy between host and device.

        A device array caches its host copy, so each call gets a new array.
        """
        source = inputs.get(0, case.inputs[0])
        call: Callable[..., Any]
        copies: deque[Any] = deque(maxlen=3)  # keeps old copies alive while the clock runs
        if case.transfer == "to device":
            args, call = (_misaligned(np.asarray(source)),), jax.device_put

            def carry(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
                copies.append(result)
                return args
        else:
            duplicate = jax.jit(jax.numpy.copy)
            args, call = (duplicate(source),), np.asarray

            def carry(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
                copies.append((args, result))
                return (jax.block_until_ready(duplicate(source)),)

        return cls(case, Program(call, 0.0, None), jax.block_until_ready(args), carry)

    def sample(self, count: int, clock: Clock) -> tuple[list[float], set[str]]:
        """Warm up and take `count` samples, or one sample of a long call.

        The first visit also chooses `calls`, the number of calls per sample. Also return the
        explanations that evidence excludes, in case a sample exceeds the roof.
        """
        call, carry = self.program.call, self.carry
        start, warm_up = clock(), list[float]()
        while (
            clock() - start < WARM_UP_S
            or (len(warm_up) < 3 and min(warm_up, default=0) < SHORT_CALL_S)
            # The first call of an uncompiled function may compile something.
            or (len(warm_up) < 2 and self.case.uncompiled is not None)
        ):
            (one,), self.args, result = take_samples(
                call, self.args, 1, carry=carry, clock=clock, wait=self.wait
            )
            warm_up.append(one)
        self.calls = self.calls or self._calls_per_sample(min(warm_up))
        samples = warm_up[-1:]
        if samples[0] < LONG_CALL_S:
            samples, self.args, result = take_samples(
                call, self.args, count, calls=self.calls, carry=carry, clock=clock, wait=self.wait
            )
        ruled_out = rule_out(self.program, result, self.case.work)
        if not self.case.awaited:
            # The result is ready by now, but it was not ready when the clock stopped.
            ruled_out.discard("not awaited")
        if self.case.pinned:
            ruled_out.add("lower precision")
        return samples, ruled_out

    def sample_in_flight(self, count: int, call_s: float, clock: Clock) -> list[float]:
        """Return samples of many calls with one wait at the end, as seconds per call.

        `call_s` is the time of an awaited call. A call of SHORT_CALL_S or more gets one sample.
        Return no samples for a transfer, for a Python function, or for a call of LONG_CALL_S or
        more. A Python function may wait by itself, and one wait is negligible in a long call.
        """
        if self.case.transfer or self.case.uncompiled or call_s >= LONG_CALL_S:
            return []
        if not self.in_flight_calls:
            self.in_flight_calls = _calls_in_flight(call_s)
            self.in_flight_calls = _calls_in_flight(self._time_in_flight(clock))
        return [self._time_in_flight(clock) for _ in range(count if call_s < SHORT_CALL_S else 1)]

    def _time_in_flight(self, clock: Clock) -> float:
        carry = self.carry if self.case.awaited else same_args  # `self.carry` would wait
        result = None
        start = clock()
        for _ in range(self.in_flight_calls):
            result = self.program.call(*self.args)
            self.args = carry(self.args, result)
        jax.block_until_ready(result)
        return (clock() - start) / self.in_flight_calls

    def run(self, count: int, wait: Wait = jax.block_until_ready) -> Any:
        """Make `count` calls without timing them and return the last result."""
        _, self.args, result = take_samples(
            self.program.call, self.args, count, carry=self.carry, wait=wait
        )
        return result

    @property
    def wait(self) -> Wait:
        """The function that waits for a result within a sample."""
        return jax.block_until_ready if self.case.awaited else lambda result: result

    def _calls_per_sample(self, call_s: float) -> int:
        """Return the number of calls per sample that makes clock ticks and late threads negligible.

        A transfer, or a call that is not awaited, is one sample. A sample of several calls would
        include the time between two calls, in which an array is created or a result is awaited.
        """
        if self.case.transfer is not None or not self.case.awaited or call_s <= 0:
            return 1
        return max(round(SAMPLE_S / call_s), 1)


def _calls_in_flight(call_s: float) -> int:
    calls = IN_FLIGHT_S / call_s if call_s > 0 else MAX_IN_FLIGHT
    return min(max(round(calls), 2), MAX_IN_FLIGHT)


def _misaligned(values: np.ndarray) -> np.ndarray:
    """Copy an array to an address that is not a multiple of 64 bytes.

    On a CPU, JAX does not copy an aligned array but uses its memory.
    """
    buffer = np.empty(values.size + 17, values.dtype)
    offset = (-buffer.ctypes.data % 64) // values.itemsize + 1
    buffer[offset : offset + values.size] = values.ravel()
    return buffer[offset : offset + values.size].reshape(values.shape)


def _wait_between_samples(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    jax.block_until_ready(result)
    return args


def _replace_first(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return (result, *args[1:])


def _replace_last(args: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    return (*args[:-1], result)
