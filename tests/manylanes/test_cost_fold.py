"""Test that constant folding gives the results of XLA, or none."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from reach import one_of_each

from manylanes._cost.read.fold import fold, literal
from manylanes._cost.read.program import Op, Value
from manylanes._cost.read.stablehlo import lower

DTYPES = ["bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64))]
ONE = {"abs": lax.abs, "negate": lax.neg, "not": lax.bitwise_not, "sign": lax.sign,
       "popcnt": lax.population_count}  # fmt: skip
TWO = {
    "add": lax.add, "subtract": lax.sub, "multiply": lax.mul, "divide": lax.div,
    "remainder": lax.rem, "and": lax.bitwise_and, "or": lax.bitwise_or, "xor": lax.bitwise_xor,
    "maximum": lax.max, "minimum": lax.min, "shift_left": lax.shift_left,
    "shift_right_logical": lax.shift_right_logical,
    "shift_right_arithmetic": lax.shift_right_arithmetic,
    "EQ": lax.eq, "NE": lax.ne, "LT": lax.lt, "LE": lax.le, "GT": lax.gt, "GE": lax.ge,
}  # fmt: skip
WORDS = {"bool": "i1"} | {
    f"{sign}int{bits}": f"{'u' if sign else ''}i{bits}"
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
}


def edges(dtype: str) -> Any:
    if dtype == "bool":
        return np.array([False, True])
    info = np.iinfo(dtype)
    near = {0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 64, 100, info.max, info.max - 1, info.min}
    near |= {-1, -2, -7, -8, -32, -33, info.min + 1, info.max // 2 + 1, info.max // 3}
    return np.array(sorted(n for n in near if info.min <= n <= info.max), dtype)


def op_of(name: str, inputs: tuple[str, ...], output: str, **attrs: Any) -> Op:
    made = Op(name, tuple(Value((), WORDS[d]) for d in inputs), (), attrs)
    made.results = (Value((), WORDS[output], made),)
    return made


def check_fold(fn: Any, name: str, columns: list[Any], least: float, **attrs: Any) -> None:
    """Check that `fold` agrees with XLA and folds at least a share `least` of the inputs.

    Check nothing if JAX has no such op for the type of the inputs.
    """
    try:
        theirs = np.asarray(jax.jit(fn)(*columns))
    except TypeError:
        return  # JAX has no such op for this type
    op = op_of(name, tuple(c.dtype.name for c in columns), theirs.dtype.name, **attrs)
    mine = [fold(op, [c[i] for c in columns]) for i in range(len(theirs))]
    wrong = [
        (tuple(c[i] for c in columns), folded, theirs[i])
        for i, folded in enumerate(mine)
        if folded is not None and (folded != theirs[i] or folded.dtype != theirs.dtype)
    ]
    assert not wrong, (name, wrong[:5])
    assert sum(folded is not None for folded in mine) >= least * len(mine)


@pytest.mark.parametrize("dtype", one_of_each(DTYPES, lambda name: name.startswith("int")))
def test_integer_ops_agree_with_xla(dtype: str) -> None:
    ends = edges(dtype)
    left, right = (each.reshape(-1) for each in np.meshgrid(ends, ends))
    with jax.enable_x64(True):
        for name, fn in ONE.items():
            check_fold(fn, name, [ends], 0 if dtype == "bool" else 1)
        for name, fn in TWO.items():
            least = 0 if dtype == "bool" else 0.8  # a division by zero has no result
            if name.isupper():
                check_fold(fn, "compare", [left, right], 1, comparison_direction=name)
            else:
                check_fold(fn, name, [left, right], least)
        check_fold(lax.clamp, "clamp", [left, right, right[::-1]], 1)
        check_fold(lax.select, "select", [left > right, left, right], 1)
        small = np.clip(right, 0, 7).astype(dtype)
        check_fold(lax.pow, "power", [left, small], 0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_conversions_agree_with_xla(dtype: str) -> None:
    with jax.enable_x64(True):
        for to in DTYPES:
            check_fold(
                lambda x, to=to: lax.convert_element_type(x, to), "convert", [edges(dtype)], 1
            )


def test_rearranging_arrays_agrees_with_xla() -> None:
    programs = [
        lambda i: lax.iota(jnp.int32, 12).reshape(3, 4).T[1:, ::2][::-1],
        lambda i: jnp.concatenate([jnp.arange(5), jnp.zeros(2, jnp.int32), 3 * jnp.arange(4)]),
        lambda i: lax.dynamic_slice(jnp.arange(10) * 7, (i,), (4,)),
        lambda i: jnp.broadcast_to(jnp.arange(3)[:, None], (3, 2)) + jnp.arange(2),
        lambda i: jnp.array([5, 2, 9])[::-1],
    ]
    for fn in programs:
        for at in (-3, 0, 2, 8, 100):
            block = lower(fn, (jax.ShapeDtypeStruct((), jnp.int32),))
            known: dict[Value, Any] = dict.fromkeys(block.args, np.int32(at))
            for op in block.ops:
                if op.name == "constant":
                    known[op.results[0]] = np.asarray(op.attrs["value"])[()]
                elif all(v in known for v in op.operands):
                    folded = fold(op, [known[v] for v in op.operands])
                    if folded is not None:
                        known[op.results[0]] = folded
            want = np.asarray(jax.jit(fn)(at))
            np.testing.assert_array_equal(
                np.broadcast_to(known[block.returns[0]], want.shape), want
            )


def test_literal_follows_conversions() -> None:
    """Converting 64 bits to 32 changes the number; a barrier does not."""

    def cut(x: Any) -> Any:
        return lax.optimization_barrier((jnp.int64(7), x))[0].astype(jnp.int32)

    with jax.enable_x64(True):
        block = lower(lambda: cut(jnp.int64(2**32)), ())
        assert literal(block.returns[0]) == 7
        block = lower(lambda: lax.optimization_barrier(np.int64(2**32 + 5)).astype(jnp.int32), ())
        assert literal(block.returns[0]) == 5
        block = lower(lambda: (jnp.int32(1), lax.optimization_barrier((jnp.int32(1), 2))[1]), ())
        assert literal(block.returns[1]) == 2


def test_no_integer_is_folded_from_a_float() -> None:
    block = lower(lambda: lax.optimization_barrier(jnp.float32(2.7)).astype(jnp.int32), ())
    assert literal(block.returns[0]) is None
