"""Explain the errors of Pallas.

The module `transforms` describes the format of the table ROWS.
"""

from __future__ import annotations

_CALL = r".* at line \d+: .*pallas_call"
_ARGUMENTS = r"(positional arguments? but \d+ (was|were) given|required positional argument)"
_REFERENCE = (
    "The arguments of a kernel are references, not arrays: read with `ref[...]`, and write with "
    "`ref[...] = value`."
)
_OUT_SHAPE = "Pass `out_shape=jax.ShapeDtypeStruct(shape, dtype)`."

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"Only interpret mode is supported",
        "refused",
        "A Pallas kernel is normally compiled for a GPU or a TPU, but here it is interpreted: "
        "pass `interpret=True` to `pallas_call`.",
    ),
    (
        r"Invalid shape for `swap`.*Expected shape: (?P<block>\(.*?\))\..*Value shape: "
        r"(?P<value>\(.*?\))\.",
        "refused",
        "The kernel writes an array of shape {value} into a block of shape {block}. Compare the "
        "block shape of the `BlockSpec` with the array that the kernel writes. A sum along an "
        "axis removes the axis unless you pass `keepdims=True`.",
    ),
    (
        r"Invalid dtype for `swap`",
        "refused",
        "The kernel writes an array whose dtype differs from the dtype of the block. Convert the "
        "array with `.astype`.",
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
        "A kernel must return `None`: it writes its result with `ref[...] = value`.",
    ),
    (
        r"kernel function in the pallas_call.*captures constants",
        "refused",
        "The kernel uses an array that is defined outside. A kernel can read only its arguments. "
        "Pass the array to `pallas_call` with the other inputs, and add a block spec for it.",
    ),
    (
        r"Block shape for.*same number of dimensions",
        "refused",
        "A block must have as many dimensions as its array: one number in the block shape for "
        "each dimension.",
    ),
    (
        r"Index map function.*must return|has no attribute 'shape'" + _CALL,
        "refused",
        "The index map of a `BlockSpec` must return one block index for each dimension of the "
        "block.",
    ),
    (
        _ARGUMENTS + r".* at line \d+: .*pl\.when",
        "raised",
        "`pl.when` calls its function without arguments. Remove the parameters, and use the "
        "references of the kernel inside the function.",
    ),
    (
        r"pallas_call\(\) got multiple values for argument|pallas_call\(\) takes .* positional",
        "raised",
        "`pallas_call` returns a function. Pass the arrays to that function: "
        "`pl.pallas_call(kernel, ...)(x, y)`.",
    ),
    (
        r"pallas_call\(\) missing.*out_shape|Invalid out_shape type",
        "raised",
        "`pallas_call` needs the shape and dtype of its result. " + _OUT_SHAPE,
    ),
    (
        r"ShapeDtypeStruct.*missing",
        "raised",
        "`jax.ShapeDtypeStruct` needs a shape and a dtype: `jax.ShapeDtypeStruct(x.shape, "
        "x.dtype)`.",
    ),
    (
        _ARGUMENTS + _CALL,
        "raised",
        "A kernel receives one reference for each input, then one for each result. An index map "
        "receives one number for each axis of the grid. One of your functions takes more "
        "arguments or fewer.",
    ),
    (
        r"Pytree for `in_specs` and `inputs` do not match",
        "raised",
        "`in_specs` needs one block spec for each input array. You passed more block specs or "
        "fewer.",
    ),
    (
        r"`in_specs` must be a tuple or a list",
        "raised",
        "`in_specs` must be a list, even for a single array: `in_specs=[spec]`.",
    ),
    (
        r"'function' object is not iterable" + _CALL,
        "raised",
        "The first argument of `BlockSpec` is the block shape; the second is the index map.",
    ),
    (
        r"'int' object is not iterable" + _CALL,
        "raised",
        "A block shape must be a tuple, even with a single number: `(16,)`.",
    ),
    (
        r"Grid must be a tuple of integers",
        "raised",
        "The sizes of a grid must be integers: divide with `//`.",
    ),
    (
        r"Axis (?P<axis>\d+) is out of bounds for grid (?P<grid>\([\d, ]*\))",
        "raised",
        "The grid {grid} has no axis {axis}: `program_id` counts the axes from 0.",
    ),
    (
        r"TracerBoolConversionError.* at line \d+: (if|elif|while) .*program_id",
        "refused",
        "A Python `if` or `while` needs a value while JAX traces the kernel, but the grid index "
        "is known only when the kernel runs. Put the code into a function without arguments, and "
        "decorate it with `@pl.when(condition)`.",
    ),
    (
        # Slicing a reference calls `bool` on a bound that depends on the grid index.
        r"TracerBoolConversionError.* at line \d+: (?!.*\b(if|while|and|or|not|in|min|max)\b)"
        r".*\[[^]]*:[^]]*\]",
        "refused",
        "The length of this slice must be known while JAX traces the kernel. Use `pl.ds(start, "
        "size)`: `start` may depend on the grid index, and `size` is fixed.",
    ),
    (
        r"MLIR translation rule for primitive '(?P<name>program_id|num_programs)'",
        "refused",
        "`{name}` was called inside `pl.when` or a loop. Call it in the body of the kernel, "
        "before the inner function, and use the result there.",
    ),
    (
        r"class '[\w.]*[Ff]unction'>.*not a valid JAX type",
        "structure",
        "Your function returned a function instead of an array. `jax.vmap(f)`, `jax.jit(f)` and "
        "`pl.pallas_call(kernel, ...)` return functions: call the result with its arguments, `(x, "
        "y)`.",
    ),
)
