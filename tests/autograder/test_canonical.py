"""The canonical program is hashed, counted and compiled; forbidden programs are rejected."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import manylanes
from autograder.core.inputs.generator import ArraySpec
from autograder.core.messages.errors import StudentError
from autograder.core.programs import canonical as form
from autograder.core.programs import export, mlir, sizes
from autograder.core.programs.canonical import canonical
from autograder.core.programs.export import export_call, export_program
from autograder.core.programs.run import RunnableProgram

Function = Callable[[Any], Any]
X = (ArraySpec("f32", (8,)),)
INPUT = np.arange(1, 9, dtype=np.float32)


def text(function: Callable[..., Any], signature: tuple[Any, ...] = X, **words: Any) -> bytes:
    return canonical(export_program(function, signature).artifact, **words)


def scaled(x):
    return x / jnp.sqrt(jnp.sum(x * x) + 1.0) + jnp.where(x > 0, x, 0.0)


def equivalent(values):
    """Compute `scaled` with other names, helpers, order, repetitions and unused values."""

    @jax.jit
    def length(vector):
        return jnp.sqrt(jnp.sum(vector * vector) + 1.0)

    def positive(vector):
        return jnp.where(vector > 0, vector, 0.0)

    above = positive(values)
    jnp.cumsum(values)
    jnp.sum(values * values)
    return values / length(values) + above


def another_algorithm(x):
    return x / jnp.linalg.norm(jnp.append(x, 1.0)) + jnp.maximum(x, 0.0)


def test_equivalent_programs_have_equal_bytes() -> None:
    assert text(scaled) == text(equivalent)
    assert text(scaled) == text(jax.jit(lambda x: scaled(x)))
    assert text(scaled) == text(partial(scaled))


def test_different_programs_have_different_bytes() -> None:
    assert text(scaled) != text(another_algorithm)
    assert text(lambda x: x * 2) != text(lambda x: x * 3)
    assert text(lambda x: x + x) != text(lambda x: x * 2)
    assert text(lambda x: (x, -x)) != text(lambda x: (-x, x))


def test_bytes_are_equal_in_another_process() -> None:
    code = (
        "from autograder.core.programs.export import export_program;"
        "from autograder.core.programs.canonical import canonical;"
        "from autograder.core.inputs.generator import ArraySpec;"
        "import sys; f = lambda x: x @ x;"
        "made = canonical(export_program(f, (ArraySpec('f32', (8,)),)).artifact);"
        "sys.stdout.buffer.write(made)"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert output == text(lambda values: values @ values)


def test_program_contains_no_source_locations() -> None:
    made = text(jax.jit(equivalent)).decode()
    for word in ("loc(", "test_canonical", "equivalent", "length", "jit", "result_info"):
        assert word not in made


PROGRAMS = {
    "loop": lambda x: lax.fori_loop(0, 5, lambda i, v: v + i, x),
    "inner": lambda x: lax.fori_loop(
        0, 5, lambda i, v: lax.fori_loop(0, i, lambda j, w: w + 1, v), x
    ),
    "scan": lambda x: lax.scan(lambda c, v: (c + v, c * v), 0.0, x),
    "branch": lambda x: lax.cond(x[0] > 0, lambda v: jnp.sin(v), lambda v: v * 2, x),
    "product": lambda x: jnp.outer(x, x) @ x,
    "sort": lambda x: (jnp.sort(x), jnp.median(x)),
    "random": lambda x: x + jax.random.normal(jax.random.key(0), x.shape),
    "scatter": lambda x: x.at[jnp.array([1, 2])].add(1.0),
    "convolution": lambda x: jnp.convolve(x, x),
    "prefix": lambda x: lax.associative_scan(jnp.add, x),
    "gradient": jax.grad(lambda x: jnp.sum(jax.nn.softmax(x) ** 2)),
    "complex": lambda x: (lax.complex(x, x) * jnp.array([1 + 2j, 3] * 4)).real,
    "binary search": lambda x: jnp.searchsorted(jnp.sort(x), 1.0),
    "real FFT": lambda x: jnp.fft.rfft(x).real,
    "counter and array": lambda x: lax.while_loop(
        lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x)
    )[1],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_canonical_program_keeps_result_and_cost(name: str) -> None:
    program = RunnableProgram(text(PROGRAMS[name]))
    want = jax.jit(PROGRAMS[name])(INPUT)
    for one, other in zip(program.run([INPUT]).results, jax.tree.leaves(want), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)
    mine, function_s = program.cost(), manylanes.cost(PROGRAMS[name], INPUT)
    for measure in ("work", "span", "bytes", "largest", "unknown"):
        assert getattr(mine, measure) == getattr(function_s, measure), measure


REFUSED = {
    "`jnp.linalg` (solve, inv": lambda x: jnp.linalg.solve(jnp.outer(x, x) + jnp.eye(8), x),
    "Use `jax.lax.top_k`.": lambda x: lax.approx_max_k(x, 2),
    "Use a key from `jax.random.key(seed)`": lambda x: jax.random.bits(
        jax.random.key(0, impl="rbg"), (3,)),
    "The program uses several devices": lambda x: lax.with_sharding_constraint(
        x, jax.sharding.SingleDeviceSharding(jax.devices()[0])),
    "contains 4,194,308 bytes of constants": lambda x: (
        x.sum() * np.random.default_rng(0).random((1 << 20,), np.float32)).sum(),
    "An intermediate array (broadcast_in_dim: 65536x16384x8xf32)": lambda x: jnp.broadcast_to(
        x, (1 << 16, 1 << 14, 8)).sum(0),
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED)
def test_forbidden_program_is_rejected_with_a_message(words: str) -> None:
    with pytest.raises(StudentError) as caught:
        text(REFUSED[words])
    assert words in str(caught.value)
    assert caught.value.property == "refused"


@pytest.mark.parametrize("platform", form.PLATFORMS)
def test_platform_dependent_program_is_checked_on_all_platforms(platform: str) -> None:
    def solve(v):
        return jnp.linalg.solve(jnp.outer(v, v) + jnp.eye(8), v)

    def solve_on_cuda(x):
        return lax.platform_dependent(x, cpu=jnp.sin, cuda=solve)

    with pytest.raises(StudentError, match=r"call a library \(cusolver"):
        text(solve_on_cuda, platform=platform)


ANYWHERE: dict[str, Function] = {
    "normal": lambda x: x * jax.random.normal(jax.random.key(1), (8,)),
    "key from data": lambda x: jax.random.uniform(
        jax.random.fold_in(jax.random.key(0), x[0].astype(int)), (8,)),
    "keys in a loop": lambda x: lax.scan(
        lambda key, v: (jax.random.split(key)[0], v * jax.random.exponential(key)),
        jax.random.key(0), x)[1],
    "choice": lambda x: jax.random.choice(jax.random.key(2), x, (3,), replace=False),
    "rejection sampling": lambda x: jax.random.poisson(jax.random.key(3), x),
    "cumulative sums": lambda x: (
        jnp.cumsum(x > 0) + lax.cumsum(x, reverse=True) + jnp.cumsum(x.reshape(2, 4), 1).sum()
        + jnp.cumsum(x[:1]) + jax.vmap(jnp.cumsum)(x.reshape(4, 2)).sum()),
    "functions with cumulative sums": lambda x: (
        jnp.unique(x, size=8) + jnp.nonzero(x, size=8)[0] + jnp.repeat(
            x, jnp.arange(8), total_repeat_length=8)),
    "piecewise": lambda x: jnp.piecewise(x, [x < 0, x > 1], [lambda v: -v, lambda v: 2 * v, 0.0]),
    "special functions": lambda x: lax.lgamma(x) + lax.erf_inv(x / 9) + jax.scipy.special.i0(x),
}  # fmt: skip
ZEROS = jnp.zeros_like
ELSEWHERE: dict[str, Function] = {
    "right on a CPU": lambda x: lax.platform_dependent(x, cpu=jnp.sin, cuda=ZEROS),
    "default branch": lambda x: lax.platform_dependent(x, cuda=ZEROS, default=jnp.sin),
    "inside a loop": lambda x: lax.scan(
        lambda c, v: (c, lax.platform_dependent(v, cpu=jnp.sin, cuda=ZEROS)), 0.0, x)[1],
    "inside a branch": lambda x: lax.cond(
        x[0] > 0, lambda v: lax.platform_dependent(v, cpu=jnp.sin, cuda=ZEROS), jnp.cos, x),
    "branch on one platform": lambda x: lax.platform_dependent(
        x, cpu=lambda v: lax.cond(v[0] > 0, jnp.sin, jnp.cos, v), cuda=jnp.sin),
    "cumulative sum of another axis": lambda x: lax.platform_dependent(
        x.reshape(2, 4), cpu=lambda v: jnp.cumsum(v, 0), cuda=lambda v: jnp.cumsum(v, 1)),
    "cumulative sum of other values": lambda x: lax.platform_dependent(
        x, cpu=jnp.cumsum, cuda=lambda v: jnp.cumsum(2 * v)),
    "constant": lambda x: x + lax.platform_dependent(
        cpu=lambda: jnp.float32(0), cuda=lambda: jnp.float32(1)),
}  # fmt: skip


@pytest.mark.parametrize("name", ANYWHERE)
def test_platform_variants_of_jax_functions_are_one_program(name: str) -> None:
    assert text(ANYWHERE[name])


@pytest.mark.parametrize("name", ELSEWHERE)
def test_different_program_on_a_gpu_is_rejected(name: str) -> None:
    with pytest.raises(StudentError, match="The program differs between CPU and GPU"):
        text(ELSEWHERE[name])


def doubling(depth: int) -> bytes:
    """Return functions that each call the previous one twice, with 2**depth operations."""
    lines = ["func.func private @f0(%x: tensor<8xf32>) -> tensor<8xf32> {"]
    lines += ["  %0 = stablehlo.sine %x : tensor<8xf32>", "  return %0 : tensor<8xf32>", "}"]
    for level in range(1, depth):
        call = f"call @f{level - 1}(%{{}}) : (tensor<8xf32>) -> tensor<8xf32>"
        lines += [
            f"func.func private @f{level}(%x: tensor<8xf32>) -> tensor<8xf32> {{",
            f"  %0 = {call.format('x')}",
            f"  %1 = {call.format('0')}",
            "  return %1 : tensor<8xf32>",
            "}",
        ]
    lines += ["func.func public @main(%i: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {"]
    lines += [f"  %0 = call @f{depth - 1}(%x) : (tensor<8xf32>) -> tensor<8xf32>"]
    return "\n".join(["module {", *lines, "  return %0 : tensor<8xf32>", "}", "}"]).encode()


def test_exponential_program_is_rejected_before_inlining() -> None:
    assert b"sine" in canonical(doubling(4))
    with pytest.raises(StudentError, match="more than 6,000 operations"):
        canonical(doubling(40))


def test_very_long_program_is_rejected_before_lowering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowering takes longer than tracing, and would be reported as an endless loop."""
    monkeypatch.setattr(export, "lower_program", lambda *_: pytest.fail("it is lowered"))
    with pytest.raises(StudentError, match="more than 6,000 operations"):
        export_program(lambda x: sum(jnp.sin(x + i) for i in range(2500)), X)


def test_composite_is_replaced_by_its_named_operation() -> None:
    """Otherwise, the body would run although only the named operation is counted."""
    composite = """module {
      func.func private @body(%x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = stablehlo.cosine %x : tensor<8xf32>
        return %0 : tensor<8xf32>
      }
      func.func public @main(%i: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
        %0 = stablehlo.composite "chlo.sinh" %x {decomposition = @body, version = 1 : i32}
             : (tensor<8xf32>) -> tensor<8xf32>
        return %0 : tensor<8xf32>
      }
    }"""
    made = canonical(composite.encode())
    assert b"cosine" not in made
    np.testing.assert_allclose(
        RunnableProgram(made).run([INPUT]).results[0], np.sinh(INPUT), rtol=1e-5
    )


INVALID = {
    "empty": b"", "words": b"no export", "zeros": bytes(1000),
    "half": export_program(lambda x: x, X).artifact[:-400],
    "one platform": jax.jit(lambda x: x).lower(INPUT).as_text().encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", INVALID)
def test_invalid_bytes_are_rejected(name: str) -> None:
    with pytest.raises(StudentError, match="incomplete or invalid"):
        canonical(INVALID[name])


def test_program_with_other_input_types_is_not_run() -> None:
    """XLA interprets the bits of an argument as the type in the program."""
    other = export_program(lambda x: x + 1, (ArraySpec("i32", (8,)),)).artifact
    program = RunnableProgram(canonical(other))
    with pytest.raises(StudentError, match="incomplete or invalid"):
        program.run([np.zeros(8, np.float32)])


def test_program_is_checked_again_before_it_runs() -> None:
    """The process that runs a program does not trust that it is canonical."""
    with pytest.raises(StudentError, match="incomplete or invalid"):
        RunnableProgram(b"module {}")
    kind = b"(tensor<8xf32>) -> tensor<8xf32>"
    sine, evil = b"stablehlo.sine %arg0 : tensor<8xf32>", b"stablehlo.custom_call @evil(%arg0) : "
    call = text(jnp.sin).replace(sine, evil + kind)
    assert b"@evil" in call
    with pytest.raises(StudentError, match="The program calls evil"):
        RunnableProgram(call)


def test_new_jit_in_each_call_is_rejected() -> None:
    made = jax.jit(scaled)
    one_step = (lambda x: -x, lambda x: jnp.clip(x, 0, 1))
    for once in (lambda x: made(x), lambda x: jax.jit(scaled)(x), *one_step):
        assert export_call(once, X)
    static = jax.jit(lambda x, setting: 2 * x, static_argnames="setting")
    assert export_call(lambda x: static(x, "same"), X)
    for recompiled in (
        lambda x: jax.jit(lambda y: 2 * y)(x),
        lambda x: jax.jit(partial(scaled))(x) + 1,
        lambda x: static(x, object()),  # it hashes by identity
    ):
        with pytest.raises(StudentError, match="Each call jits a new function, or passes"):
            export_call(recompiled, X)


def test_large_constant_of_one_repeated_value_is_accepted() -> None:
    assert sizes.MAX_CONSTANT_BYTES < 4 * (1 << 20)
    assert text(lambda x: x.sum() + np.ones((1 << 20,), np.float32).sum())
    assert text(lambda x: x.sum() + jnp.zeros((1 << 20,), np.complex64).real)
    words = "func.func @main() {{ %0 = stablehlo.constant {} : tensor<2xcomplex<f32>> return }}"
    with mlir.context():
        for constant in ("dense<(1.0,2.0)>", '{note = "dense<("} dense<[(1.0,2.0), (2.0,1.0)]>'):
            module = mlir.parse_module(words.format(constant))
            assert mlir.is_splat(mlir.operations(form.body(module))[0]) is ("note" not in constant)
