"""Invalid arguments: each error is one sentence that says what to pass instead."""

from collections.abc import Callable
from pathlib import Path
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


# A call, and a part of its error message.
BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "None": (lambda: cost(None), "counts a function, StableHLO text or a serialized"),  # type: ignore[arg-type]
    "number": (lambda: cost(3, "f32[3]"), "not int"),  # type: ignore[arg-type]
    "computed array": (lambda: cost(jnp.sin(X)), "not ArrayImpl"),  # type: ignore[arg-type]
    "generator": (lambda: cost(i for i in [1]), "not generator"),  # type: ignore[arg-type]
    "text that is not a program": (lambda: cost("hello"), "not a StableHLO program"),
    "empty text": (lambda: cost(""), "has no function"),
    "empty module": (lambda: cost("module {}"), "has no function"),
    "invalid bytes": (lambda: cost(b"abc"), "not a serialized jax.export artifact"),
    "empty bytes": (lambda: cost(b""), "not a serialized jax.export artifact"),
    "text with a specification": (
        lambda: cost("module {}", "f32[3]"),
        "leave the specifications out",
    ),
    "text with a keyword": (lambda: cost("module {}", by=3), "takes no keywords"),
    "text with a platform": (lambda: cost("module {}", platform="cuda"), "leave `platform` out"),
    "empty specification": (lambda: cost(sine, ""), "write a type and sizes, such as"),
    "type without sizes": (lambda: cost(sine, "f32"), "write a type and sizes"),
    "unknown type": (lambda: cost(sine, "f99[3]"), "types are f64, f32"),
    "missing bracket": (lambda: cost(sine, "f32[3"), "write a type and sizes"),
    "negative size": (lambda: cost(sine, "f32[-3]"), "negative size"),
    "symbolic size": (lambda: cost(sine, "f32[n, 3]"), "has the symbolic size n: pass a number"),
    "symbolic size in residuals": (lambda: residuals(sine, "f32[2*n]"), "has the symbolic size n"),
    "symbolic size in roofline": (
        lambda: roofline(sine, "f32[n]", on=ROOF),
        "has the symbolic size n",
    ),
    "fractional size": (lambda: cost(sine, "f32[1.5]"), "a size is a whole number"),
    "string as a size": (lambda: cost(sine, "f32['a']"), "is not a size or range"),
    "huge size": (lambda: cost(sine, "f32[99999999999999999999]"), "too large for an array"),
    "huge power of two": (lambda: cost(sine, "f32[2**64]"), "too large for an array"),
    "nested power": (lambda: cost(sine, "f32[9**9**9]"), "too large for a size"),
    "huge exponent": (lambda: cost(sine, "f32[9**999999999]"), "too large for a size"),
    "call as a size": (lambda: cost(sine, "f32[f(3)]"), "is not a size or range"),
    "division by zero": (lambda: cost(sine, "f32[4//0]"), "divides by zero"),
    "true division": (lambda: cost(sine, "f32[m/2]"), "is not a size or range"),
    "Python keyword": (lambda: cost(sine, "f32[lambda]"), "Give whole numbers or names"),
    "boolean as a size": (lambda: cost(sine, "f32[True]"), "is not a size or range"),
    "64-bit type": (lambda: cost(sine, "f64[3]"), "enable 64 bits"),
    "object as a specification": (lambda: cost(sine, object()), "sin|abstract array"),
    "range as a result": (
        lambda: cost(lambda x, y: range(3), X, sine),
        "the function returns a range, but",
    ),
    "string as a result": (
        lambda: cost(lambda x, word: word, "f32[3]", "a", static=1),
        "a str, but",
    ),
    "too few arguments": (lambda: cost(sine), "missing a required"),
    "too many arguments": (lambda: cost(sine, "f32[3]", "f32[3]"), "takes 1 positional"),
    "incompatible shapes": (
        lambda: cost(product, "f32[3, 4]", "f32[3, 4]"),
        "^dot_general.* contracting",
    ),
    "unknown loop": (lambda: cost(identity, "f32[3]", rounds={7: 3}), "loop 7, but it has no loop"),
    "loop name instead of a number": (
        lambda: cost(until, "f32[3]", rounds={"a": 3}),
        r"the program has loop 0 \(test_bad",
    ),  # type: ignore[dict-item]
    "negative rounds": (lambda: cost(until, "f32[3]", rounds={0: -3}), "at least 0, not -3"),
    "fractional rounds": (lambda: cost(until, "f32[3]", rounds={0: 2.5}), "at least 0, not 2.5"),  # type: ignore[dict-item]
    "list of rounds": (
        lambda: cost(until, "f32[3]", rounds=[3]),
        "must be a dictionary {loop number",
    ),  # type: ignore[arg-type]
    "rounds without a loop": (
        lambda: cost(until, "f32[3]", rounds=3),
        "must be a dictionary {loop number",
    ),  # type: ignore[arg-type]
    "unknown static position": (
        lambda: cost(sine, "f32[3]", static=7),
        "there is no such argument",
    ),
    "static is None": (
        lambda: cost(sine, "f32[3]", static=None),
        "a position, a keyword or a list",
    ),  # type: ignore[arg-type]
    "fractional static position": (
        lambda: cost(sine, "f32[3]", static=1.5),
        "a position, a keyword or a list",
    ),  # type: ignore[arg-type]
    "unknown platform": (
        lambda: cost(sine, "f32[3]", platform="gpu"),
        "choose from cpu, cuda, rocm, tpu; a GPU is cuda",
    ),
    "unknown table": (lambda: cost(sine, "f32[3]").table("file"), "'op', 'line', 'scope'"),
    "depth is not a number": (lambda: cost(sine, "f32[3]").table(depth="a"), "of at least 1"),  # type: ignore[arg-type]
    "residuals of a number": (lambda: residuals(3), "takes a function, not int"),  # type: ignore[arg-type]
    "time of None": (lambda: time(None), "not NoneType: write time"),  # type: ignore[arg-type]
    "time of a computed array": (lambda: time(jnp.sin(X)), "not time"),  # type: ignore[arg-type]
    "zero repeats": (lambda: time(sine, X, repeats=0), "at least 1"),
    "repeats as text": (lambda: time(sine, X, repeats="3"), "whole numbers of at"),  # type: ignore[arg-type]
    "fractional repeats": (lambda: time(sine, X, repeats=2.5), "whole numbers of at"),  # type: ignore[arg-type]
    "zero warm-up calls": (lambda: time(sine, X, warmup=0), "at least 1"),
    "zero budget": (lambda: time(sine, X, budget_s=0), "a number of seconds above 0"),
    "NaN as a budget": (lambda: time(sine, X, budget_s=NAN), "a number of seconds above 0"),
    "budget as text": (lambda: time(sine, X, budget_s="1"), "a number of seconds above 0"),  # type: ignore[arg-type]
    "negative work": (lambda: time(sine, X, work=-1), "counts of at least 0"),
    "NaN as work": (lambda: time(sine, X, work=NAN), "counts of at least 0"),  # type: ignore[arg-type]
    "infinite bytes": (lambda: time(sine, X, bytes_moved=float("inf")), "counts of at least 0"),  # type: ignore[arg-type]
    "string instead of limits": (
        lambda: hardware_limit("gemm[n=2048].rate", "h100"),
        "the Limits of a machine",
    ),  # type: ignore[arg-type]
    "limit of a ratio": (
        lambda: hardware_limit("overhead.time / overhead.time", LIMITS),
        "a query of one case",
    ),
    "work as text": (lambda: time(sine, X, work="1"), "counts of at least 0"),  # type: ignore[arg-type]
    "number as a roof": (lambda: time(sine, X, roof=3), "Roof.from_record"),  # type: ignore[arg-type]
    "time with a shape": (lambda: time(sine, jax.ShapeDtypeStruct((3,), X.dtype)), "not a shape"),
    "carry is a number": (lambda: time(sine, X, carry=3), "carry must be a function"),  # type: ignore[arg-type]
    "clock is None": (lambda: time(sine, X, clock=None), "clock must be a function"),  # type: ignore[arg-type]
    "array of objects": (
        lambda: cost(identity, np.array([None, {}])),
        "JAX has no arrays of object",
    ),
    "array of strings": (lambda: cost(identity, np.array(["a"])), "convert the array"),
    "array of dates": (
        lambda: cost(identity, np.array(["2020-01-01"], "M8[D]")),
        "convert the array",
    ),
    "device number": (lambda: device(3), "takes 0 positional arguments"),  # type: ignore[call-arg]
    "string as a sample": (lambda: Timing(None, ("a",)), "each must be a number"),  # type: ignore[arg-type]
    "no samples": (lambda: Timing(None, ()), "at least one sample"),
    "zero rate": (lambda: Roof(0, 1), "needs a rate above 0"),
    "roof as text": (lambda: Roof("a", 1), "needs a rate above 0"),  # type: ignore[arg-type]
    "NaN as a rate": (lambda: Roof(NAN, 1), "needs a rate above 0"),
    "roof from a path": (lambda: Roof.from_record("cpu"), "Record.load"),  # type: ignore[arg-type]
    "roofline on a number": (lambda: roofline(sine, X, on=3), "a Record or its folder"),  # type: ignore[arg-type]
    "roofline on None": (lambda: roofline(sine, X, on=None), "a Record or its folder"),  # type: ignore[arg-type]
    "roofline on a missing folder": (
        lambda: roofline(sine, X, on="/nowhere"),
        "There is no record /nowhere",
    ),
    "roofline of None": (lambda: roofline(None, X, on=ROOF), "counts a function"),  # type: ignore[arg-type]
    "timing is a number": (lambda: roofline(sine, X, on=ROOF).with_timing(3), "takes a timing"),  # type: ignore[arg-type]
    "record path is a number": (lambda: Record.load(3), "takes the path of a folder"),  # type: ignore[arg-type]
    "missing record": (lambda: Record.load("/nowhere"), "To measure one, run"),
    "NumPy function": (lambda: cost(np.sin, "f32[4]"), "jax.numpy.sin"),
    "file name": (lambda: cost("model.mlir"), "is a file name"),
    "invalid StableHLO": (
        lambda: cost("func.func @main() { return 3 }"),
        "StableHLO program: .*operation",
    ),
    "lowered function": (lambda: cost(jax.jit(sine).lower(X)), "as_text"),
    "traced function": (lambda: cost(jax.jit(sine).trace(X)), r"lower\(\).as_text"),
    "compiled function": (
        lambda: cost(jax.jit(sine).lower(X).compile()),
        "function that was compiled",
    ),
    "exported function": (lambda: cost(jax.export.export(jax.jit(sine))(X)), "for Exported, pass"),
    "jaxpr": (lambda: cost(jax.make_jaxpr(sine)(X)), "function that it was made of"),
    "case is a number": (lambda: find_case(3), "a case is given by a string"),  # type: ignore[arg-type]
    "time with a specification": (lambda: time(sine, "f32[4]"), "not a shape such as f32"),
    "two brackets": (lambda: cost(sine, "f32[3][4]"), "write a type and sizes"),
    "NumPy type name": (lambda: cost(sine, "float32[4]"), "types are f64, f32"),
    "sizes separated by x": (
        lambda: cost(sine, "f32[4x4]"),
        "'4x4' is not a size or range. Give whole numbers",
    ),
    "None as a size": (lambda: cost(sine, "f32[None, 3]"), "Give whole numbers or names"),
    "ellipsis as a size": (lambda: cost(sine, "f32[...]"), "Give whole numbers or names"),
    "negative static position": (lambda: cost(sine, "f32[4]", static=-1), "count from 0"),
    "boolean as rounds": (lambda: cost(until, "f32[3]", rounds={0: True}), "not True"),
    "pairs instead of a dictionary": (
        lambda: cost(until, "f32[3]", rounds=[(0, 1)]),
        "must be a dictionary {loop number",
    ),  # type: ignore
    "two platforms": (lambda: cost(sine, "f32[4]", platform=["cpu"]), "unknown platform"),  # type: ignore
    "depth for lines": (lambda: cost(sine, "f32[4]").table("line", depth=1), "merges scopes"),
    "roof is a dictionary": (lambda: roofline(sine, X, on={"rate": 1}), "Roof.rate="),  # type: ignore
    "roof is a pair": (lambda: roofline(sine, X, on=(1e12, 1e11)), "Roof.rate="),  # type: ignore
    "measure without arrays": (
        lambda: roofline(sine, "f32[4]", on=ROOF).measure(),
        "nothing to run",
    ),
    "boolean argument without static": (
        lambda: cost(lambda x, sign: x if sign else -x, X, True),
        "in `static`",
    ),
    "size from data": (lambda: cost(lambda x: x[: int(x[0])], "f32[4]"), "in `static`"),
    "boolean mask": (lambda: cost(lambda x: x[x > 0], "f32[4]"), "write jnp.where"),
    "op without a lowering": (
        lambda: cost(jax.scipy.linalg.schur, "f32[4, 4]", platform="cuda"),
        "JAX cannot lower 'schur' for cuda: leave `platform` out",
    ),
    "residuals without arguments": (lambda: residuals(sine), "specify the arguments of sine"),
    "very long type": (lambda: cost(sine, LONG), "write a type and sizes"),
    "very long size": (lambda: cost(sine, f"f32[{'9' * 100_000}]"), "Give whole numbers or names"),
    "very long program": (lambda: cost(LONG), "not a StableHLO program"),
    "very long platform": (lambda: cost(sine, "f32[4]", platform=LONG), "unknown platform"),
    "very long table name": (lambda: cost(sine, "f32[4]").table(LONG), "has no table by"),
    "very long path": (lambda: Record.load(LONG), ": File name too long"),
    "very long case": (lambda: find_case(LONG), "at most 2000 characters"),
    "tuples instead of specifications": (
        lambda: cost(product, (8, 8), (8, 8)),
        r'is \(8, 8\): write "f32\[8, 8\]"',
    ),
    "list instead of a specification": (lambda: cost(sine, [8, 8]), 'write "f32'),
    "rule for a listed op": (
        lambda: cost(product, "f32[4, 4]", "f32[4, 4]", rules={"dot_general": len}),
        "the table already counts dot_general",
    ),
    "rule that raises an error": (
        lambda: cost(called, "f32[4]", rules={"mine": lambda op: 1 // 0}),
        "the rule of mine raised ZeroDivisionError: integer division",
    ),
    "HLO text": (lambda: cost("HloModule jit_f, is_scheduled=true"), "pass its StableHLO"),
    "object as an argument": (lambda: cost(identity, object()), "an argument is of type object"),
    "time of a large array": (
        lambda: time(jnp.ones((99, 99))),
        "takes a function, not ArrayImpl: wr",
    ),
    "missing results file": (
        lambda: SuiteResults.load("/nowhere.json"),
        "Cannot read /nowhere.json",
    ),
    "very long static name": (
        lambda: cost(sine, "f32[4]", static=LONG),
        "there is no such argument",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_invalid_arguments_raise_one_sentence(name: str) -> None:
    call, words = BAD[name]
    with pytest.raises((ValueError, TypeError, RecordError), match=words) as caught:
        call()
    assert len(str(caught.value).strip().splitlines()) <= 2
    assert len(str(caught.value)) < 700


# Of a record, after `record.`
ASKED = {
    "empty query": ("query", "", "write case"),
    "number": ("query", 3, "A query is a string"),
    "very long query": (
        "query",
        "gemm.rate / " * 1000,
        "at most 2000 characters; this one has 12000",
    ),
    "unknown suite": ("results_of", "nope", "has no suite 'nope'; it has"),
}


@pytest.mark.parametrize("name", ASKED)
def test_invalid_queries_raise_one_sentence(name: str, record: Record) -> None:
    how, text, words = ASKED[name]
    with pytest.raises(RecordError, match=words):
        getattr(record, how)(text)


def test_empty_program_is_predicted_to_take_no_time() -> None:
    ticks = iter(range(100_000))
    found = roofline(identity, np.ones(4, np.float32)[:0], on=ROOF)
    timed = found.measure(clock=lambda: next(ticks) * 1e-3, repeats=1)
    assert "Nothing was predicted" in str(timed)


def test_donated_argument_raises_an_error(tmp_path: Path) -> None:
    gone = jnp.ones(4)
    gone.delete()
    with pytest.raises(ValueError, match="donated to an earlier call"):
        time(sine, gone)
