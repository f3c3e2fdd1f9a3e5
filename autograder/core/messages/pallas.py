"""What Pallas complains of, each with the next step: rows as in `transforms.py`."""

from __future__ import annotations

_CALL = r".* at line \d+: .*pallas_call"
_ARGUMENTS = r"(positional arguments? but \d+ (was|were) given|required positional argument)"
_REFERENCE = (
    "A kernel's argument is a reference and no array: read it with `ref[...]`, "
    "write it with `ref[...] = value`."
)
_COMES_OUT = "Say what comes out: `out_shape=jax.ShapeDtypeStruct(shape, dtype)`."

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"Only interpret mode is supported",
        "refused",
        "A Pallas kernel is compiled for a GPU or a TPU, and here it is interpreted: "
        "pass `interpret=True` to `pallas_call`.",
    ),
    (
        r"Invalid shape for `swap`.*Expected shape: (?P<block>\(.*?\))\..*Value shape: "
        r"(?P<came>\(.*?\))\.",
        "refused",
        "An array of shape {came} is written into a block of {block}. Look at the block shape of "
        "its `BlockSpec`, and at what the kernel writes: a sum along an axis loses the axis, and "
        "`keepdims=True` keeps it.",
    ),
    (
        r"Invalid dtype for `swap`",
        "refused",
        "What is written into a block has another dtype than the block. Convert it with `.astype`.",
    ),
    (
        r"'AbstractRef' object has no attribute|requires ndarray or scalar.*DynamicJaxprTracer|"
        r"a Ref can't be passed where an array is expected",
        "refused",
        _REFERENCE,
    ),
    (
        r"kernel function in the pallas_call.*should return None",
        "refused",
        "A kernel returns nothing: it writes its result with `ref[...] = value`.",
    ),
    (
        r"kernel function in the pallas_call.*captures constants",
        "refused",
        "The kernel uses an array from outside, and it sees its references alone. "
        "Hand the array to `pallas_call` with the others, with a block spec of its own.",
    ),
    (
        r"Block shape for.*same number of dimensions",
        "refused",
        "A block has as many dimensions as its array: one number in the block shape for each.",
    ),
    (
        r"Index map function.*must return|has no attribute 'shape'" + _CALL,
        "refused",
        "The index map of a `BlockSpec` returns one block number for each dimension of its block.",
    ),
    (
        _ARGUMENTS + r".* at line \d+: .*pl\.when",
        "raised",
        "`pl.when` calls its function without arguments: let it use the kernel's references.",
    ),
    (
        r"pallas_call\(\) got multiple values for argument|pallas_call\(\) takes .* positional",
        "raised",
        "`pallas_call` makes a function, and what it works on goes behind it: "
        "`pl.pallas_call(kernel, ...)(x, y)`.",
    ),
    (
        r"pallas_call\(\) missing.*out_shape|Invalid out_shape type",
        "raised",
        "`pallas_call` cannot guess its result. " + _COMES_OUT,
    ),
    (
        r"ShapeDtypeStruct.*missing",
        "raised",
        "A result has a shape and a dtype: `jax.ShapeDtypeStruct(x.shape, x.dtype)`.",
    ),
    (
        _ARGUMENTS + _CALL,
        "raised",
        "A kernel gets a reference for each input, then one for each result; an index map gets a "
        "number for each axis of the grid. One of yours takes more or fewer.",
    ),
    (
        r"Pytree for `in_specs` and `inputs` do not match",
        "raised",
        "`in_specs` has one block spec for each array that the kernel is called with, "
        "and here there are more or fewer.",
    ),
    (
        r"`in_specs` must be a tuple or a list",
        "raised",
        "`in_specs` is a list, for a single array as well: `in_specs=[spec]`.",
    ),
    (
        r"'function' object is not iterable" + _CALL,
        "raised",
        "A `BlockSpec` has the shape of a block first, and then its index map.",
    ),
    (
        r"'int' object is not iterable" + _CALL,
        "raised",
        "The shape of a block is a tuple, also with one number: `(16,)`.",
    ),
    (
        r"Grid must be a tuple of integers",
        "raised",
        "A grid counts its steps in whole numbers: divide with `//`.",
    ),
    (
        r"Axis (?P<axis>\d+) is out of bounds for grid (?P<grid>\([\d, ]*\))",
        "raised",
        "The grid is {grid} and has no axis {axis}: `program_id` counts its axes from 0.",
    ),
    (
        r"TracerBoolConversionError.* at line \d+: (if|elif|while) .*program_id",
        "refused",
        "The place in the grid is known only when the kernel runs, and a Python `if` asks now. "
        "`@pl.when(...)` above a function without arguments runs it if the condition holds.",
    ),
    (
        # A slice of a reference asks a number of the grid whether it is there.
        r"TracerBoolConversionError.* at line \d+: (?!.*\b(if|while|and|or|not|in|min|max)\b)"
        r".*\[[^]]*:[^]]*\]",
        "refused",
        "How long this slice is has to be known while tracing. In a kernel `pl.ds(start, size)` "
        "is a slice whose start may be a number of the grid.",
    ),
    (
        r"MLIR translation rule for primitive '(?P<name>program_id|num_programs)'",
        "refused",
        "`{name}` is asked for inside `pl.when` or a loop. Ask before, in a line of the kernel "
        "itself, and use the number there.",
    ),
    (
        r"class '[\w.]*[Ff]unction'>.*not a valid JAX type",
        "structure",
        "What came back is a function that nobody has called. `jax.vmap(f)`, `jax.jit(f)` and "
        "`pl.pallas_call(kernel, ...)` make one: put its arguments behind it, `(x, y)`.",
    ),
)
