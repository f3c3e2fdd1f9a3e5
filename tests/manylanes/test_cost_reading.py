"""Test the forms of a program that `cost` accepts, and the messages for unknown costs."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax

from manylanes import SpecError, cost
from manylanes._cost.analysis.simplify import simplify
from manylanes._cost.analysis.transposes import fuse_transposes
from manylanes._cost.read.program import all_ops
from manylanes._cost.read.stablehlo import lower

SINGLE = jax.ShapeDtypeStruct((), jnp.float32)
VECTOR = jax.ShapeDtypeStruct((12,), jnp.float32)
SQUARE = jax.ShapeDtypeStruct((12, 12), jnp.float32)

DUAL = {
    "cumsum": (jnp.cumsum, (VECTOR,)),
    "convolution": (lambda x: lax.conv(x[None, None], jnp.ones((1, 1, 3, 3)), (1, 1), "SAME"),
                    (SQUARE,)),
    "solve": (jnp.linalg.solve, (SQUARE, VECTOR)),
    "scan": (lambda x: lax.scan(lambda c, a: (c + a, c * a), 0.0, x)[1], (VECTOR,)),
}  # fmt: skip


@pytest.mark.parametrize("name", DUAL)
def test_multi_platform_program_costs_as_much_as_its_function(name: str) -> None:
    fn, specs = DUAL[name]
    want = cost(fn, *specs)
    assert want.exact
    assert want.work or want.bytes
    for platforms in (("cpu", "cuda"), ("cuda", "cpu")):
        artifact = export.export(jax.jit(fn), platforms=platforms)(*specs)
        assert cost(bytes(artifact.serialize())) == want
    artifact = export.export(jax.jit(fn), platforms=("cpu", "cuda"))(*specs)
    assert cost(artifact.mlir_module()) == want


def symbolic(fn: Any, *shapes: str) -> bytes:
    scope = export.SymbolicScope()
    specs = [
        jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), jnp.float32) for s in shapes
    ]
    return bytes(export.export(jax.jit(fn), platforms=("cpu", "cuda"))(*specs).serialize())


def test_symbolic_artifact_is_counted_at_given_sizes() -> None:
    def fn(x: Any, y: Any) -> Any:
        return jnp.cumsum(jnp.tanh(x @ y), axis=1)

    artifact = symbolic(fn, "m, k", "k, n")
    assert cost(artifact, "f32[3, 4]", "f32[4, 5]") == cost(fn, "f32[3, 4]", "f32[4, 5]")


def test_symbolic_artifact_without_sizes_raises_an_error() -> None:
    with pytest.raises(SpecError, match=r"\[m, 2\*k\].* has the symbolic size m"):
        cost(symbolic(lambda x: (x @ x.T).sum(0), "m, 2*k"))


def test_text_costs_as_much_as_its_function() -> None:
    lowered = jax.jit(lambda x: x @ x + 1).lower(SQUARE)
    assert cost(lowered.as_text()) == cost(lambda x: x @ x + 1, SQUARE)


def test_text_with_symbolic_sizes_raises_an_error() -> None:
    text = export.deserialize(bytearray(symbolic(lambda x: x + 1, "n"))).mlir_module()
    with pytest.raises(
        ValueError, match=r"symbolic size, tensor<\?xf32>: pass its serialized export"
    ):
        cost(text)


def test_specs_may_be_arrays_structs_text_and_trees_of_them() -> None:
    def fn(layer: dict[str, Any], x: Any) -> Any:
        return x @ layer["w"] + layer["b"]

    layer = {"w": "f32[4, 3]", "b": jnp.zeros(3)}
    assert cost(fn, layer, np.zeros((2, 4), np.float32)).work == 2 * 2 * 4 * 3 + 2 * 3


def test_random_key_is_an_argument() -> None:
    def fn(key: Any) -> Any:
        return jax.random.uniform(key, (4,))

    assert cost(fn, jax.random.key(0)).work == cost(fn, jax.random.key(1)).work > 4 * 80


def collatz(x: Any) -> Any:
    return lax.while_loop(lambda c: c > 1, lambda c: jnp.where(c & 1 == 1, 3 * c + 1, c >> 1), x)


def wraps(dtype: str, step: int, bound: int) -> Any:
    """Return a loop whose counter overflows its type before it reaches its bound."""
    end, by = (np.array(number, dtype) for number in (bound, step))
    return lambda x: lax.while_loop(
        lambda c: c[0] < end, lambda c: (c[0] + by, c[1] + 1), (np.array(0, dtype), x)
    )[1]


def test_counter_that_overflows_is_simulated() -> None:
    for dtype, step, bound in (("int8", 100, 120), ("uint8", 100, 250), ("int32", 3, 10)):
        fn = wraps(dtype, step, bound)
        assert sum(cost(fn, "i32[]").rounds.values()) == int(fn(np.int32(0)))


UNKNOWN = {
    "a test that depends on the last bit of a float": (
        lambda x: lax.while_loop(lambda c: jnp.exp(c[0]) < 3, lambda c: (c[0] + 1, c[1] + 1),
                                 (jnp.float32(0), x))[1],
        "f32[]", "its test does more than arithmetic on a counter"),
    "a counter that takes too long": (
        lambda x: lax.while_loop(lambda c: c[0] != 1, lambda c: (c[0] * 5 + 3, c[1] + 1),
                                 (0, x))[1],
        "f32[]", "it runs more than 20,000 iterations, the most that are simulated"),
    "a loop over data": (
        collatz, "i32[]",
        "): its test depends on a value that is not in the program text. One iteration costs work"),
    "an endless loop": (
        lambda x: lax.while_loop(lambda c: c[0] < 1, lambda c: (c[0] * 1, c[1] + 1), (0, x))[1],
        "f32[]", "it never ends"),
    "a bound that is an argument": (
        lambda n: lax.fori_loop(0, n, lambda i, c: c * 2, 1.0), "i32[]",
        "its test depends on a value that is not in the program text"),
    "a host callback": (
        lambda x: jax.pure_callback(np.sin, SINGLE, x), "f32[]",
        "a host callback (returns arrays): Python on the host, outside the program"),
    "singular values": (
        lambda x: jnp.linalg.svd(x, compute_uv=False), "f32[4, 4]",
        "the custom call lapack_sgesdd_ffi: not in the table"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_cost_is_reported(name: str) -> None:
    fn, spec, words = UNKNOWN[name]
    counted = cost(fn, spec)
    assert not counted.exact
    assert any(words in each for each in counted.unknown), counted.unknown
    assert f"not counted: {counted.unknown[0]}" in str(counted)
    assert "at least" in str(counted)


def test_unknown_loop_adds_nothing_to_the_ops_around_it() -> None:
    counted = cost(lambda x: jnp.sin(collatz(x.sum()) * x), "i32[10]")
    assert counted.work == 10 + 10 + 10 + 10  # sum, product, conversion, sine
    (words,) = counted.unknown
    assert "One iteration costs work 7, span 4, bytes 0; pass rounds={0: iterations}" in words


def test_text_of_a_cost() -> None:
    assert str(cost(lambda x, y: jnp.tanh(x @ y), "f32[8, 16]", "f32[16, 4]")) == (
        "work       1,056  scalar operations\n"
        "span           6  scalar operations on the longest chain of dependencies\n"
        "bytes      1,152  modelled memory traffic, with elementwise chains fused\n"
        "largest      128  bytes of the largest array that the program computes\n"
        "peak       1,024  modelled bytes of all arrays that are live at once\n"
        "intensity  0.917  operations for each byte moved\n"
        "\n"
        "op           uses   work  bytes  work is counted as\n"
        "dot_general     1  1,024    896  2 * b * m * k * n\n"
        "tanh            1     32    256  1 for each element of the result, regardless of the op"
    )


def test_intensity() -> None:
    assert cost(lambda x: x + x, "f32[8]").intensity == 1 / 8
    assert cost(lambda x: x, "f32[8]").intensity == 0


@pytest.mark.parametrize("simplification", [simplify, fuse_transposes])
def test_simplification_leaves_the_given_program_unchanged(simplification: Any) -> None:
    def fn(x: Any) -> Any:
        x = lax.cond(False, jnp.sin, lambda v: jnp.cos(v) + jnp.cos(v), x)
        return (x @ x).T

    program = lower(fn, (jax.ShapeDtypeStruct((3, 3), jnp.float32),))

    def state(block: Any) -> list[Any]:
        ops = [(op, op.operands, [r.shape for r in op.results]) for op in all_ops(block)]
        return [*ops, block.returns, [*block.inlined]]

    before = state(program)
    assert len(state(simplification(program))) < len(before)
    assert state(program) == before
