"""An error in the learner's work, in plain words with their own line and the next step."""

from __future__ import annotations

import linecache
import re
import sysconfig
import traceback
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from autograder.core.messages import axes, gradients, pallas, pallas_shapes, pytrees, transforms
from autograder.core.messages.errors import StudentError
from autograder.core.messages.verdict import Finding

# Frames below these are JAX, NumPy, the standard library or ours: never the learner's line.
FOREIGN = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
OURS = str(Path(__file__).parents[2])
STUB = "your turn"
IN_A_GRID = ("program_id", "num_programs")
OUTSIDE = "`{}` is about a place in the grid: ask for it inside a Pallas kernel."
STOPPED_WITH = "Your code stopped with "
LIMIT = 300  # letters of an error message that are shown
MOST = 4_000  # and of one that are read
CPU_S = 10.0  # of processor time for one call, at home and at the judge
NOTHING = "Your function returned nothing here, `None`: is `return` missing?"
NONE = (
    "A `None` stands in what you return, beside arrays. A `scan` gives a pair, its carry and what "
    "was collected: `[0]` is only the carry."
)
INTERRUPTED = "The code was interrupted. This is what it was called with."
UNREACHABLE = (
    "Compiled code is running, and nothing ends it from here. "
    "Interrupt the kernel, or restart it, from the menu; look for a loop that never ends."
)
_UNKNOWN_YET = "TracerArrayConversionError"
_INTO_NUMPY = "an entry of a NumPy array"
# `nonzero`; `unique`; `bincount`; `repeat`
_SIZES = "statically specified|the size argument|a static `length`|total_repeat_length"
WIDE = (
    "`jnp` keeps whole numbers in 32 bits, up to 2 147 483 647. Use Python's own numbers here; a "
    "pattern of 32 bits is a `jnp.uint32(...)`."
)
SPACE = re.compile(r"\s+")
_TRACER = re.compile(r"'?DynamicJaxprTracer'?(?: object)?")


# Python asks a traced array for a value: the cure depends on what asks in the learner's line.
_ASKS = r"TracerBoolConversionError: .* at line \d+: "
_NO_VALUES = "needs a value, but JAX traces a program before running it, under `vmap` too."
BRANCHES: tuple[tuple[str, str, str], ...] = (
    (
        _ASKS + r".*(?<![\w.])(?P<name>min|max)\(",
        "refused",
        f"Python's `{{name}}` {_NO_VALUES} Use `jnp.{{name}}imum` for two arrays, `jnp.{{name}}` "
        "for the entries of one.",
    ),
    (
        _ASKS + r"while\b",
        "refused",
        f"`while` {_NO_VALUES} Repeat with `jax.lax.while_loop`.",
    ),
    (
        _ASKS + r"((el)?if\b|.*\bif\b.*\belse\b)",
        "refused",
        f"`if` {_NO_VALUES} Compute both results and choose with "
        "`jnp.where(condition, a, b)`; or branch with `jax.lax.cond`.",
    ),
)


# Rows as in `transforms`, looked for in what JAX says, and not in the learner's line.
REFUSALS: tuple[tuple[str, str, str], ...] = (
    (
        _UNKNOWN_YET,
        "refused",
        "NumPy was handed an array that has no values yet: a program is traced first and runs "
        "later. Use the function of the same name in `jnp`.",
    ),
    (
        _INTO_NUMPY,
        "refused",
        "NumPy was handed an array that has no values yet, to be kept in an array of its own. "
        "Make that one with `jnp`, and write into it with `x = x.at[i].set(value)`.",
    ),
    (
        "TracerBoolConversionError",
        "refused",
        f"This line {_NO_VALUES} In place of `and` and `or` use `&` and `|`, in place of "
        "`a < x < b` use `(a < x) & (x < b)`, in place of `sorted` use `jnp.sort`.",
    ),
    (
        "NonConcreteBooleanIndexError",
        "refused",
        "Picking entries with a mask, `x[mask]` or `x.at[mask]`, takes as many as the values say, "
        "which is not known yet. Keep the size: `jnp.where(mask, new, x)`.",
    ),
    (
        "TracerIntegerConversionError",
        "refused",
        "A Python index or `range` needs a number now, and this one is known only when the "
        "program runs. Index arrays with `jnp` arrays; count turns with `jax.lax.fori_loop`.",
    ),
    (
        "Shapes must be 1D sequences of concrete",
        "refused",
        "A shape depends on a value. Take sizes from `x.shape`: they are known when tracing. Or "
        "make the number static, named in `static_argnames`.",
    ),
    (
        rf": .*({_SIZES})",
        "refused",
        "The size of what comes out depends on values that are not there yet. "
        "Say how large it may be, `size=...`, or keep the size and use `jnp.where`.",
    ),
    (
        r"ConcretizationTypeError: .*(argument of jnp\.|jnp\.\w+ argument)",
        "refused",
        "An argument that decides how large something is has no value yet. Take sizes from "
        "`x.shape`, or make the number static, named in `static_argnames`.",
    ),
    (
        "mode='wrap'",
        "refused",
        "`jnp.choose` would look for wrong choices in values that are not there yet. "
        "Say what becomes of them: `mode='clip'` or `mode='wrap'`.",
    ),
    (
        "vmap got inconsistent sizes",
        "raised",
        "`vmap` takes every argument apart, row by row, and these have not as many rows. "
        "`in_axes` has a 0 for what is taken apart and `None` for what goes whole to everyone.",
    ),
    (
        r"\ATypeError: .*((and|or) does not accept dtype float|'bitwise_)",
        "raised",
        "`&` and `|` bind tighter than `<` and `==`: put each comparison in brackets, "
        "`(a < x) & (x < b)`.",
    ),
    (
        r"TypeError.*not does not accept dtype float",
        "raised",
        "`~` turns `True` and `False` over, and this is a number. What is 0 where something is "
        "false asks whether it is false: `x == 0`.",
    ),
    (
        r"OverflowError.*parsing an argument to a jitted computation",
        "raised",
        WIDE,
    ),
    (
        "ConcretizationTypeError",
        "refused",
        "`float`, `int`, `.item()` or a size asks for a value that is not there yet: a program "
        "is traced before it runs. Keep the array; let later steps use it as it is. Of what is "
        "known already, as `len(x)`, Python makes a number: `math.ceil`, not `jnp.ceil`.",
    ),
    (
        "method is not available on traced array",
        "refused",
        "`block_until_ready` and its like wait for values, and a program that is traced has none "
        "yet. Leave it out of the function: whoever calls the program waits for it.",
    ),
    (
        r": .*(support item assignment|arrays are immutable)",
        "refused",
        "A JAX array does not change. `x = x.at[i].set(value)` makes a new one.",
    ),
    (
        "callback",
        "refused",
        "The program calls Python while it runs, and a GPU cannot do that. Write it with `jnp`; "
        "let Pallas interpret with `interpret=True`, which does not.",
    ),
    (
        "custom calls whose targets",
        "refused",
        "One operation has no form that runs on every machine (`eig` is such a one). "
        "Use another way, such as `eigh` for symmetric matrices.",
    ),
    (
        "not a valid JAX type",
        "structure",
        "Return arrays, or dicts, tuples and lists of arrays.",
    ),
    (
        "TypePromotionError",
        "dtype",
        "Two dtypes meet that do not mix by themselves. Convert one with `.astype`.",
    ),
)


def trouble(error: BaseException) -> Finding:
    """The finding that stands for an output when there is none."""
    line = their_line(error)
    whole = SPACE.sub(" ", str(error).split("\nSee https")[0]).strip()
    text, name = whole[:LIMIT], type(error).__name__
    if type(error.__cause__).__name__ == "ConcretizationTypeError" and "array element" in text:
        name = _INTO_NUMPY  # which calls it a sequence
    if isinstance(error, StudentError):
        return Finding(error.property, False, str(error))
    if isinstance(error, NotImplementedError) and text in (STUB, ""):
        return stub()
    if isinstance(error, AssertionError) and not text:
        for name in IN_A_GRID:
            if name in line:
                return Finding("refused", False, OUTSIDE.format(name), got=line)
    if "ellipsis" in text and "not a valid JAX type" in text:
        return stub()
    complaint = f"{name}: {whole[:MOST]} at {line}"
    if found := transforms.said(complaint, (*pallas.ROWS, *transforms.ROWS, *BRANCHES)):
        return Finding(found[0], False, found[1], got=line)
    if found := transforms.said(f"{name}: {text}", REFUSALS):
        return Finding(found[0], False, found[1], got=line)
    if found := transforms.said(
        complaint, (*axes.ROWS, *gradients.ROWS, *pallas_shapes.ROWS, *pytrees.ROWS)
    ):
        return Finding(found[0], False, found[1], got=line)
    if isinstance(error, TypeError) and not line and "argument" in text:
        return Finding("arity", False, f"It is called with other arguments: {text}.")
    if isinstance(error, NameError):
        text += ". If a cell above defines it, run that cell first"
    if isinstance(error, RecursionError):
        text = "the function calls itself without end"
    text = _TRACER.sub("an array", text.split(" The error occurred while tracing")[0])
    return Finding("raised", False, f"{STOPPED_WITH}{name}: {text}", got=line)


def stub() -> Finding:
    """The answer is as we handed it out."""
    return Finding("stub", False, "There is no answer yet: the cell above is still the stub.")


def undefined(name: str, others: Iterable[str] = ()) -> Finding:
    """The notebook never made the name that is checked; perhaps one of the others was meant."""
    near = get_close_matches(name, [other for other in others if other.isidentifier()], n=1)
    words = f"`{name}` is not defined. Run the cell that defines it; keep its name."
    if near:
        words = f"`{name}` is not defined. There is `{near[0]}`: call it `{name}`."
    return Finding("undefined", False, words)


def still_running(seconds: float) -> str:
    """Why a call was ended."""
    return (
        f"The code was still running after {seconds:g} s of processor time."
        " Look for a loop that never ends."
    )


def their_line(error: BaseException) -> str:
    """`line 3: return x + y`, the deepest line that the learner wrote; empty if there is none."""
    if isinstance(error, SyntaxError) and error.text:
        return f"line {error.lineno}: {error.text.strip()}"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [i for i, frame in enumerate(frames) if frame.filename.startswith(OURS)]
    # What stands above our last call is whoever called us, not the answer.
    for frame in reversed(frames[ours[-1] + 1 if ours else 0 :]):
        if not frame.filename.startswith((*FOREIGN, "<frozen")):
            text = linecache.getline(frame.filename, frame.lineno or 0).strip() or frame.line or ""
            return f"line {frame.lineno}: {text}" if text else f"line {frame.lineno}"
    return ""
