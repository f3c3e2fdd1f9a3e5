"""Invalid arguments: each error is one sentence that says what to pass instead."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from manylanes import Roof, Timing, cost, device, residuals, roofline, time
from manylanes._record.results import SuiteResults
from manylanes.records import Limits, Record, RecordError, find_case, hardware_limit

X = np.ones(4, np.float32)
ROOF = Roof(1e9, 1e9)
LIMITS = Limits({"f32": 1e9}, 1e9, 1e6)
NAN = float("nan")
LONG = "z" * 100_000


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
    row("not ArrayImpl", lambda: cost(jnp.sin(X))),
    row("not generator", cost, (i for i in [1])),
    row("not a StableHLO program", cost, "hello"),
    row("not a StableHLO program", cost, LONG),
    row("StableHLO program: .*operation", cost, "func.func @main() { return 3 }"),
    row("has no function", cost, ""),
    row("has no function", cost, "module {}"),
    row("not a serialized jax.export artifact", cost, b"abc"),
    row("not a serialized jax.export artifact", cost, b""),
    row("leave the specifications out", cost, "module {}", "f32[3]"),
    row("takes no keywords", cost, "module {}", by=3),
    row("leave `platform` out", cost, "module {}", platform="cuda"),
    row("is a file name", cost, "model.mlir"),
    row("pass its StableHLO", cost, "HloModule jit_f, is_scheduled=true"),
    row("jax.numpy.sin", cost, np.sin, "f32[4]"),
    row("as_text", lambda: cost(jax.jit(sine).lower(X))),
    row(r"lower\(\).as_text", lambda: cost(jax.jit(sine).trace(X))),
    row("function that was compiled", lambda: cost(jax.jit(sine).lower(X).compile())),
    row("for Exported, pass", lambda: cost(jax.export.export(jax.jit(sine))(X))),
    row("function that was traced", lambda: cost(jax.make_jaxpr(sine)(X))),
    row("write jnp.where", cost, lambda x: x[x > 0], "f32[4]"),
    row("in `static`", cost, lambda x: x[: int(x[0])], "f32[4]"),
    row("the function returns a range, but", cost, lambda x, y: range(3), X, sine),
    row("a str, but", cost, lambda x, word: word, "f32[3]", "a", static=1),
]
SPECIFICATIONS = [
    row("write a type and sizes, such as", cost, sine, ""),
    row("write a type and sizes", cost, sine, "f32"),
    row("write a type and sizes", cost, sine, "f32[3"),
    row("write a type and sizes", cost, sine, "f32[3][4]"),
    row("write a type and sizes", cost, sine, LONG),
    row("types are f64, f32", cost, sine, "f99[3]"),
    row("types are f64, f32", cost, sine, "float32[4]"),
    row("enable 64 bits", cost, sine, "f64[3]"),
    row("negative size", cost, sine, "f32[-3]"),
    row("has the symbolic size n: pass a number", cost, sine, "f32[n, 3]"),
    row("has the symbolic size n", residuals, sine, "f32[2*n]"),
    row("has the symbolic size n", roofline, sine, "f32[n]", on=ROOF),
    row("a size is a whole number", cost, sine, "f32[1.5]"),
    row("is not a size or range", cost, sine, "f32['a']"),
    row("is not a size or range", cost, sine, "f32[f(3)]"),
    row("is not a size or range", cost, sine, "f32[m/2]"),
    row("is not a size or range", cost, sine, "f32[True]"),
    row("'4x4' is not a size or range. Give whole numbers", cost, sine, "f32[4x4]"),
    row("too large for an array", cost, sine, "f32[99999999999999999999]"),
    row("too large for an array", cost, sine, "f32[2**64]"),
    row("too large for a size", cost, sine, "f32[9**9**9]"),
    row("too large for a size", cost, sine, "f32[9**999999999]"),
    row("divides by zero", cost, sine, "f32[4//0]"),
    row("Give whole numbers or names", cost, sine, "f32[lambda]"),
    row("Give whole numbers or names", cost, sine, "f32[None, 3]"),
    row("Give whole numbers or names", cost, sine, "f32[...]"),
    row("Give whole numbers or names", cost, sine, f"f32[{'9' * 100_000}]"),
    row(r'is \(8, 8\): write "f32\[8, 8\]"', cost, product, (8, 8), (8, 8)),
    row('write "f32', cost, sine, [8, 8]),
    row("sin|abstract array", cost, sine, object()),
    row("an argument is of type object", cost, identity, object()),
    row("JAX has no arrays of object", cost, identity, np.array([None, {}])),
    row("convert the array", cost, identity, np.array(["a"])),
    row("convert the array", cost, identity, np.array(["2020-01-01"], "M8[D]")),
    row("missing a required", cost, sine),
    row("takes 1 positional", cost, sine, "f32[3]", "f32[3]"),
    row("^dot_general.* contracting", cost, product, "f32[3, 4]", "f32[3, 4]"),
    row("in `static`", cost, lambda x, sign: x if sign else -x, X, True),
]
OPTIONS = [
    row("loop 7, but it has no loop", cost, identity, "f32[3]", rounds={7: 3}),
    row(r"the program has loop 0 \(test_bad", cost, until, "f32[3]", rounds={"a": 3}),
    row("at least 0, not -3", cost, until, "f32[3]", rounds={0: -3}),
    row("at least 0, not 2.5", cost, until, "f32[3]", rounds={0: 2.5}),
    row("not True", cost, until, "f32[3]", rounds={0: True}),
    row("must be a dictionary {loop number", cost, until, "f32[3]", rounds=[3]),
    row("must be a dictionary {loop number", cost, until, "f32[3]", rounds=3),
    row("must be a dictionary {loop number", cost, until, "f32[3]", rounds=[(0, 1)]),
    row("there is no such argument", cost, sine, "f32[3]", static=7),
    row("there is no such argument", cost, sine, "f32[4]", static=LONG),
    row("count from 0", cost, sine, "f32[4]", static=-1),
    row("a position, a keyword or a list", cost, sine, "f32[3]", static=None),
    row("a position, a keyword or a list", cost, sine, "f32[3]", static=1.5),
    row("choose from cpu, cuda, rocm, tpu; a GPU is cuda", cost, sine, "f32[3]", platform="gpu"),
    row("unknown platform", cost, sine, "f32[4]", platform=["cpu"]),
    row("unknown platform", cost, sine, "f32[4]", platform=LONG),
    row("JAX cannot lower 'schur' for cuda: leave `platform` out",
        cost, jax.scipy.linalg.schur, "f32[4, 4]", platform="cuda"),
    row("the table already counts dot_general",
        cost, product, "f32[4, 4]", "f32[4, 4]", rules={"dot_general": len}),
    row("the rule of mine raised ZeroDivisionError: integer division",
        cost, called, "f32[4]", rules={"mine": lambda op: 1 // 0}),
    row("'op', 'line', 'scope'", lambda: cost(sine, "f32[3]").table("file")),
    row("has no table by", lambda: cost(sine, "f32[4]").table(LONG)),
    row("of at least 1", lambda: cost(sine, "f32[3]").table(depth="a")),  # type: ignore[arg-type]
    row("merges scopes", lambda: cost(sine, "f32[4]").table("line", depth=1)),
    row("takes a function, not int", residuals, 3),
    row("specify the arguments of sine", residuals, sine),
]  # fmt: skip
TIMES = [
    row("not NoneType: write time", time, None),
    row("not time", lambda: time(jnp.sin(X))),  # type: ignore[arg-type]
    row("takes a function, not ArrayImpl: wr", lambda: time(jnp.ones((99, 99)))),
    row("at least 1", time, sine, X, repeats=0),
    row("whole numbers of at", time, sine, X, repeats="3"),
    row("whole numbers of at", time, sine, X, repeats=2.5),
    row("at least 1", time, sine, X, warmup=0),
    row("a number of seconds above 0", time, sine, X, budget_s=0),
    row("a number of seconds above 0", time, sine, X, budget_s=NAN),
    row("a number of seconds above 0", time, sine, X, budget_s="1"),
    row("counts of at least 0", time, sine, X, work=-1),
    row("counts of at least 0", time, sine, X, work=NAN),
    row("counts of at least 0", time, sine, X, work="1"),
    row("counts of at least 0", time, sine, X, bytes_moved=float("inf")),
    row("Roof.from_record", time, sine, X, roof=3),
    row("not a shape", time, sine, jax.ShapeDtypeStruct((3,), X.dtype)),
    row("not a shape such as f32", time, sine, "f32[4]"),
    row("carry must be a function", time, sine, X, carry=3),
    row("clock must be a function", time, sine, X, clock=None),
    row("each must be a number", Timing, None, ("a",)),
    row("at least one sample", Timing, None, ()),
]
MACHINES = [
    row("takes 0 positional arguments", device, 3),
    row("needs a rate above 0", Roof, 0, 1),
    row("needs a rate above 0", Roof, "a", 1),
    row("needs a rate above 0", Roof, NAN, 1),
    row("Record.load", Roof.from_record, "cpu"),
    row("a Record or its folder", roofline, sine, X, on=3),
    row("a Record or its folder", roofline, sine, X, on=None),
    row("There is no record /nowhere", roofline, sine, X, on="/nowhere"),
    row("Roof.rate=", roofline, sine, X, on={"rate": 1}),
    row("Roof.rate=", roofline, sine, X, on=(1e12, 1e11)),
    row("counts a function", roofline, None, X, on=ROOF),
    row("takes a timing", lambda: roofline(sine, X, on=ROOF).with_timing(3)),  # type: ignore[arg-type]
    row("nothing to run", lambda: roofline(sine, "f32[4]", on=ROOF).measure()),
    row("takes the path of a folder", Record.load, 3),
    row("To measure one, run", Record.load, "/nowhere"),
    row(": File name too long", Record.load, LONG),
    row("Cannot read /nowhere.json", SuiteResults.load, "/nowhere.json"),
    row("a case is given by a string", find_case, 3),
    row("at most 2000 characters", find_case, LONG),
    row("the Limits of a machine", hardware_limit, "gemm[n=2048].rate", "h100"),
    row("a query of one case", hardware_limit, "overhead.time / overhead.time", LIMITS),
]


@pytest.mark.parametrize(
    ("words", "call"), [*PROGRAMS, *SPECIFICATIONS, *OPTIONS, *TIMES, *MACHINES]
)
def test_invalid_arguments_raise_one_sentence(words: str, call: Any) -> None:
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
def test_invalid_queries_raise_one_sentence(
    record: Record, method: str, argument: Any, words: str
) -> None:
    with pytest.raises(RecordError, match=words):
        getattr(record, method)(argument)


def test_empty_program_is_predicted_to_take_no_time() -> None:
    ticks = iter(range(100_000))
    prediction = roofline(identity, np.ones(4, np.float32)[:0], on=ROOF)
    timed = prediction.measure(clock=lambda: next(ticks) * 1e-3, repeats=1)
    assert "Nothing was predicted" in str(timed)


def test_donated_argument_raises_an_error() -> None:
    donated = jnp.ones(4)
    donated.delete()
    with pytest.raises(ValueError, match="donated to an earlier call"):
        time(sine, donated)
