"""Explain an error in a student's code: the cause, the student's line and the next step."""

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

# Files in these folders belong to the standard library or to installed packages, such as JAX.
FOREIGN = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
OURS = str(Path(__file__).parents[2])
STUB = "your turn"
GRID_FUNCTIONS = ("program_id", "num_programs")
OUTSIDE_KERNEL = "`{}` depends on the grid: call it inside a Pallas kernel."
STOPPED_WITH = "Your code stopped with "
SHOWN_CHARACTERS = 300  # maximum length of an error message in a report
READ_CHARACTERS = 4_000  # maximum length of an error message that is matched against tables
CPU_S = 10.0  # limit in seconds of CPU time for one call, in a notebook and in the grader
NOTHING = "Your function returned `None`: is `return` missing?"
NONE = (
    "Your result contains `None` among its arrays. `scan` returns a pair, the carry and the "
    "stacked outputs: `[0]` selects the carry."
)
INTERRUPTED = "The code was interrupted. It was called with this input."
UNREACHABLE = (
    "Compiled code is running and cannot be stopped from here. Interrupt or restart the kernel "
    "from the menu, and look for an endless loop."
)
_TRACER_TO_NUMPY = "TracerArrayConversionError"
_NUMPY_ELEMENT = "an entry of a NumPy array"
# parts of the messages of `nonzero`, `unique`, `bincount` and `repeat`, in this order
_SIZES = "statically specified|the size argument|a static `length`|total_repeat_length"
WIDE = (
    "`jnp` stores integers in 32 bits, up to 2 147 483 647. Use Python integers here; for a "
    "pattern of 32 bits, use `jnp.uint32(...)`."
)
SPACE = re.compile(r"\s+")
_TRACER = re.compile(r"'?DynamicJaxprTracer'?(?: object)?")


# JAX raises this error if Python needs the truth value of a traced array. The advice depends on the
# statement in the student's line.
_NEEDS_BOOL = r"TracerBoolConversionError: .* at line \d+: "
_NO_VALUES = "needs a value, but JAX traces a program before running it, also under `vmap`."
BRANCHES: tuple[tuple[str, str, str], ...] = (
    (
        _NEEDS_BOOL + r".*(?<![\w.])(?P<name>min|max)\(",
        "refused",
        f"Python's `{{name}}` {_NO_VALUES} Use `jnp.{{name}}imum` for two arrays, or "
        "`jnp.{{name}}` for the elements of one array.",
    ),
    (
        _NEEDS_BOOL + r"while\b",
        "refused",
        f"`while` {_NO_VALUES} Use `jax.lax.while_loop`.",
    ),
    (
        _NEEDS_BOOL + r"((el)?if\b|.*\bif\b.*\belse\b)",
        "refused",
        f"`if` {_NO_VALUES} Compute both results and select one with "
        "`jnp.where(condition, a, b)`, or use `jax.lax.cond`.",
    ),
)


# These rows have the format of ROWS in `transforms`. Their patterns are matched only against the
# type and the start of the message of the error, not against the student's line.
REFUSALS: tuple[tuple[str, str, str], ...] = (
    (
        _TRACER_TO_NUMPY,
        "refused",
        "A NumPy function received a traced array, which has no values yet: JAX traces a program "
        "first and runs it later. Use the function with the same name in `jnp`.",
    ),
    (
        _NUMPY_ELEMENT,
        "refused",
        "A traced array, which has no values yet, was assigned to an element of a NumPy array. "
        "Create the array with `jnp`, and write into it with `x = x.at[i].set(value)`.",
    ),
    (
        "TracerBoolConversionError",
        "refused",
        f"This line {_NO_VALUES} Use `&` and `|` instead of `and` and `or`, `(a < x) & (x < b)` "
        "instead of `a < x < b`, and `jnp.sort` instead of `sorted`.",
    ),
    (
        "NonConcreteBooleanIndexError",
        "refused",
        "The result of a boolean index, `x[mask]` or `x.at[mask]`, has a size that depends on "
        "values, and these are not known yet. Keep the size: `jnp.where(mask, new, x)`.",
    ),
    (
        "TracerIntegerConversionError",
        "refused",
        "A Python index or `range` needs a value while JAX traces the program, but this value is "
        "known only when the program runs. Index arrays with `jnp` arrays, and write loops with "
        "`jax.lax.fori_loop`.",
    ),
    (
        "Shapes must be 1D sequences of concrete",
        "refused",
        "A shape depends on a value. Compute sizes from `x.shape`, which is known while tracing, "
        "or make the argument static with `static_argnames`.",
    ),
    (
        rf": .*({_SIZES})",
        "refused",
        "The size of the result depends on values that are not known yet. Pass an upper bound "
        "with `size=...`, or keep the size and use `jnp.where`.",
    ),
    (
        r"ConcretizationTypeError: .*(argument of jnp\.|jnp\.\w+ argument)",
        "refused",
        "An argument that determines a size has no value yet. Compute sizes from `x.shape`, or "
        "make the argument static with `static_argnames`.",
    ),
    (
        "mode='wrap'",
        "refused",
        "`jnp.choose` cannot check for invalid indices, because their values are not known yet. "
        "Choose how to treat them: `mode='clip'` or `mode='wrap'`.",
    ),
    (
        "vmap got inconsistent sizes",
        "raised",
        "`vmap` maps over the first axis of every argument, and the sizes of these axes differ. "
        "Use 0 in `in_axes` for an argument with one row for each lane, and `None` for an "
        "argument that every lane receives whole.",
    ),
    (
        r"\ATypeError: .*((and|or) does not accept dtype float|'bitwise_)",
        "raised",
        "`&` and `|` take precedence over `<` and `==`. Put each comparison in parentheses: `(a < "
        "x) & (x < b)`.",
    ),
    (
        r"TypeError.*not does not accept dtype float",
        "raised",
        "`~` inverts booleans, and this value is a floating-point number. To test whether a "
        "number is zero, use `x == 0`.",
    ),
    (
        r"OverflowError.*parsing an argument to a jitted computation",
        "raised",
        WIDE,
    ),
    (
        "ConcretizationTypeError",
        "refused",
        "`float`, `int`, `.item()` or a size needs a value, but JAX traces a program before it "
        "runs. Keep the array, and let later steps use it. For values that are already known, "
        "such as `len(x)`, use the functions of Python: `math.ceil`, not `jnp.ceil`.",
    ),
    (
        "method is not available on traced array",
        "refused",
        "`block_until_ready` and similar methods wait for values, and a traced program has none "
        "yet. Remove the call from the function; the caller of the program waits for the result.",
    ),
    (
        r": .*(support item assignment|arrays are immutable)",
        "refused",
        "JAX arrays are immutable. `x = x.at[i].set(value)` makes a new array.",
    ),
    (
        "callback",
        "refused",
        "The program calls Python while it runs, and a GPU cannot do that. Write it with `jnp`. "
        "For a Pallas kernel, pass `interpret=True`, which does not call Python.",
    ),
    (
        "custom calls whose targets",
        "refused",
        "One operation is not available on every platform (`eig` is an example). Use another "
        "operation, such as `eigh` for symmetric matrices.",
    ),
    (
        "not a valid JAX type",
        "structure",
        "Return arrays, or dicts, tuples and lists of arrays.",
    ),
    (
        "TypePromotionError",
        "dtype",
        "An operation combines two dtypes that JAX does not promote automatically. Convert one of "
        "the arrays with `.astype`.",
    ),
)


def error_finding(error: BaseException) -> Finding:
    """Return a finding that explains an error of the student's code, in place of an output."""
    line = student_line(error)
    whole = SPACE.sub(" ", str(error).split("\nSee https")[0]).strip()
    text, name = whole[:SHOWN_CHARACTERS], type(error).__name__
    if type(error.__cause__).__name__ == "ConcretizationTypeError" and "array element" in text:
        name = _NUMPY_ELEMENT  # the message of NumPy itself mentions only sequences
    if isinstance(error, StudentError):
        return Finding(error.property, False, str(error))
    if isinstance(error, NotImplementedError) and (
        text == STUB or (not text and "NotImplementedError" in line)
    ):
        return stub_finding()
    if isinstance(error, AssertionError) and not text:
        for name in GRID_FUNCTIONS:
            if name in line:
                return Finding("refused", False, OUTSIDE_KERNEL.format(name), got=line)
    if "ellipsis" in text and "not a valid JAX type" in text:
        return stub_finding()
    error_text = f"{name}: {whole[:READ_CHARACTERS]} at {line}"
    if row := transforms.find_row(error_text, (*pallas.ROWS, *transforms.ROWS, *BRANCHES)):
        return Finding(row[0], False, row[1], got=line)
    if row := transforms.find_row(f"{name}: {text}", REFUSALS):
        return Finding(row[0], False, row[1], got=line)
    if row := transforms.find_row(
        error_text, (*axes.ROWS, *gradients.ROWS, *pallas_shapes.ROWS, *pytrees.ROWS)
    ):
        return Finding(row[0], False, row[1], got=line)
    if isinstance(error, TypeError) and not line and "argument" in text:
        return Finding(
            "arity", False, f"The check calls your function with other arguments: {text}."
        )
    if isinstance(error, NameError):
        text += ". If a cell above defines it, run that cell first"
    if isinstance(error, NotImplementedError) and not text:
        text = "JAX does not support an operation of this line here, for example inside `vmap`"
    if isinstance(error, RecursionError):
        text = "the function calls itself endlessly"
    text = _TRACER.sub("an array", text.split(" The error occurred while tracing")[0])
    return Finding("raised", False, f"{STOPPED_WITH}{name}: {text}", got=line)


def stub_finding() -> Finding:
    """Return the finding for an answer that is still the stub."""
    return Finding("stub", False, "There is no answer yet: the cell above still contains the stub.")


def undefined_finding(name: str, others: Iterable[str] = ()) -> Finding:
    """Return the finding for a name that the notebook does not define.

    If a similar name is in `others`, the message suggests to rename it.
    """
    near = get_close_matches(name, [other for other in others if other.isidentifier()], n=1)
    words = f"`{name}` is not defined. Run the cell that defines it, and keep the name."
    if near:
        words = f"`{name}` is not defined. Rename `{near[0]}` to `{name}`."
    return Finding("undefined", False, words)


def still_running(seconds: float) -> str:
    """Return the message for a call that exceeded the limit of CPU time."""
    return f"The code was still running after {seconds:g} s of CPU time. Look for an endless loop."


def student_line(error: BaseException) -> str:
    """Return the line of the student's code that raised an error, or an empty string.

    The format is `line 3: return x + y`, or `line 3` if the source is not available. If student
    code calls other student code, the innermost line is returned.
    """
    if isinstance(error, SyntaxError) and error.text:
        return f"line {error.lineno}: {error.text.strip()}"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [i for i, frame in enumerate(frames) if frame.filename.startswith(OURS)]
    # Stack frames before the autograder's last frame belong to the caller of the autograder.
    for frame in reversed(frames[ours[-1] + 1 if ours else 0 :]):
        if not frame.filename.startswith((*FOREIGN, "<frozen")):
            text = linecache.getline(frame.filename, frame.lineno or 0).strip() or frame.line or ""
            return f"line {frame.lineno}: {text}" if text else f"line {frame.lineno}"
    return ""
