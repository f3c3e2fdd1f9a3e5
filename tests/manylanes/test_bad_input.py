"""Invalid arguments: each raises a short error that names the problem."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from manylanes import Roof, cost, residuals, roofline, time
from manylanes.records import Limits, Record, RecordError, find_case, hardware_limit

X = np.ones(4, np.float32)
ROOF = Roof(1e9, 1e9)
LIMITS = Limits({"f32": 1e9}, 1e9, 1e6)


def until(x: Any) -> Any:
    return lax.while_loop(lambda c: c[0] < 9, lambda c: c + 1, x)


def identity(x: Any) -> Any:
    return x


def sine(x: Any) -> Any:
    return jnp.sin(x)


def product(a: Any, b: Any) -> Any:
    return a @ b


def called(x: Any) -> Any:
    return jax.ffi.ffi_call("mine", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


def row(words: str, function: Any, *given: Any, **options: Any) -> Any:
    """Return a part of the error message, and the call that raises the error."""
    return pytest.param(words, lambda: function(*given, **options), id=words)


PROGRAMS = [
    row("counts a function, StableHLO text or a serialized", cost, None),
    row("not int", cost, 3, "f32[3]"),
    row("not a StableHLO program", cost, "hello"),
    row("StableHLO program: .*operation", cost, "func.func @main() { return 3 }"),
    row("has no function", cost, "module {}"),
    row("not a serialized jax.export artifact", cost, b"abc"),
    row("leave the specifications out", cost, "module {}", "f32[3]"),
    row("takes no keywords", cost, "module {}", by=3),
    row("leave `platform` out", cost, "module {}", platform="cuda"),
    row("is a file name", cost, "model.mlir"),
    row("jax.numpy.sin", cost, np.sin, "f32[4]"),
    row("as_text", lambda: cost(jax.jit(sine).lower(X))),
    row("function that was compiled", lambda: cost(jax.jit(sine).lower(X).compile())),
    row("for Exported, pass", lambda: cost(jax.export.export(jax.jit(sine))(X))),
    row("write jnp.where", cost, lambda x: x[x > 0], "f32[4]"),
    row("in `static`", cost, lambda x: x[: int(x[0])], "f32[4]"),
]
SPECIFICATIONS = [
    row("write a type and sizes", cost, sine, "f32[3"),
    row("types are f64, f32", cost, sine, "float32[4]"),
    row("enable 64 bits", cost, sine, "f64[3]"),
    row("negative size", cost, sine, "f32[-3]"),
    row("has the symbolic size n: pass a number", cost, sine, "f32[n, 3]"),
    row("has the symbolic size n", roofline, sine, "f32[n]", on=ROOF),
    row("'4x4' is not a size or range. Give whole numbers", cost, sine, "f32[4x4]"),
    row("too large for an array", cost, sine, "f32[99999999999999999999]"),
    row("too large for a size", cost, sine, "f32[9**999999999]"),
    row("Give whole numbers or names", cost, sine, "f32[None, 3]"),
    row("Give whole numbers or names", cost, sine, f"f32[{'9' * 100_000}]"),
    row(r'is \(8, 8\): write "f32\[8, 8\]"', cost, product, (8, 8), (8, 8)),
    row("an argument is of type object", cost, identity, object()),
    row("convert the array", cost, identity, np.array(["a"])),
    row("missing a required", cost, sine),
    row("^dot_general.* contracting", cost, product, "f32[3, 4]", "f32[3, 4]"),
    row("in `static`", cost, lambda x, sign: x if sign else -x, X, True),
]
OPTIONS = [
    row("loop 7, but it has no loop", cost, identity, "f32[3]", rounds={7: 3}),
    row("at least 0, not 2.5", cost, until, "f32[3]", rounds={0: 2.5}),
    row("must be a dictionary {loop number", cost, until, "f32[3]", rounds=[(0, 1)]),
    row("there is no such argument", cost, sine, "f32[3]", static=7),
    row("a position, a keyword or a list", cost, sine, "f32[3]", static=1.5),
    row("choose from cpu, cuda, rocm, tpu; a GPU is cuda", cost, sine, "f32[3]", platform="gpu"),
    row("JAX cannot lower 'schur' for cuda: leave `platform` out",
        cost, jax.scipy.linalg.schur, "f32[4, 4]", platform="cuda"),
    row("the table already counts dot_general",
        cost, product, "f32[4, 4]", "f32[4, 4]", rules={"dot_general": len}),
    row("the rule of mine raised ZeroDivisionError: integer division",
        cost, called, "f32[4]", rules={"mine": lambda op: 1 // 0}),
    row("'op', 'line', 'scope'", lambda: cost(sine, "f32[3]").table("file")),
    row("specify the arguments of sine", residuals, sine),
]  # fmt: skip
TIMES = [
    row("not NoneType: write time", time, None),
    row("at least 1", time, sine, X, repeats=0),
    row("a number of seconds above 0", time, sine, X, budget_s=0),
    row("counts of at least 0", time, sine, X, work=-1),
    row("Roof.from_record", time, sine, X, roof=3),
    row("not a shape such as f32", time, sine, "f32[4]"),
    row("carry must be a function", time, sine, X, carry=3),
]
MACHINES = [
    row("needs a rate above 0", Roof, 0, 1),
    row("Record.load", Roof.from_record, "cpu"),
    row("a Record or its folder", roofline, sine, X, on=3),
    row("There is no record /nowhere", roofline, sine, X, on="/nowhere"),
    row("Roof.rate=", roofline, sine, X, on={"rate": 1}),
    row("nothing to run", lambda: roofline(sine, "f32[4]", on=ROOF).measure()),
    row("To measure one, run", Record.load, "/nowhere"),
    row("a case is given by a string", find_case, 3),
    row("a query of one case", hardware_limit, "overhead.time / overhead.time", LIMITS),
]


@pytest.mark.parametrize(
    ("words", "call"), [*PROGRAMS, *SPECIFICATIONS, *OPTIONS, *TIMES, *MACHINES]
)
def test_invalid_arguments_raise_a_short_error(words: str, call: Any) -> None:
    with pytest.raises((ValueError, TypeError, RecordError), match=words) as caught:
        call()
    assert len(str(caught.value).strip().splitlines()) <= 2
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("method", "argument", "words"),
    [
        ("query", "", "write case"),
        ("query", 3, "A query is a string"),
        ("query", "gemm.rate / " * 1000, "at most 2000 characters; this one has 12000"),
        ("results_of", "nope", "has no suite 'nope'; it has"),
    ],
    ids=["empty", "number", "very long", "unknown suite"],
)
def test_invalid_query_raises_a_record_error(
    record: Record, method: str, argument: Any, words: str
) -> None:
    with pytest.raises(RecordError, match=words):
        getattr(record, method)(argument)


def test_nothing_is_predicted_for_an_empty_program() -> None:
    ticks = iter(range(100_000))
    prediction = roofline(identity, np.ones(4, np.float32)[:0], on=ROOF)
    timed = prediction.measure(clock=lambda: next(ticks) * 1e-3, repeats=1)
    assert "Nothing was predicted" in str(timed)


def test_donated_argument_raises_an_error() -> None:
    donated = jnp.ones(4)
    donated.delete()
    with pytest.raises(ValueError, match="donated to an earlier call"):
        time(sine, donated)
