"""Explain errors about axes, shapes and lanes.

The module `transforms` describes the format of the table ROWS.
"""

from __future__ import annotations

NUMBERS = (
    "An entry is the number of the mapped axis, or `None` for an argument that every lane "
    "receives whole."
)
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"vmap in_axes must be.*len\(in_axes\)=",
        "raised",
        "`in_axes` needs one entry for each positional argument: `in_axes=(0, None)` for two. "
        f"{NUMBERS} (An argument passed by keyword has no entry and is mapped over axis 0.)",
    ),
    (
        r"vmap in_axes must be an int",
        "raised",
        f"`in_axes` must be an integer or a tuple of entries, such as `(0, None)`. {NUMBERS}",
    ),
    (
        r"vmap in_axes.*tree prefix",
        "raised",
        "An entry of `in_axes` has a different structure than its argument. One entry can apply to "
        "a whole dict or list; an entry that is a dict must have the same keys as the argument. "
        f"{NUMBERS}",
    ),
    (
        r"vmap was requested to map its argument.*but is only 0",
        "raised",
        "`vmap` cannot map over a scalar, because a scalar has no axis. Use `None` in `in_axes` "
        "for an argument that every lane receives whole.",
    ),
    (
        r"vmap was requested to map its argument",
        "raised",
        "`vmap` cannot map over this axis, because the argument does not have it. Axes are "
        f"counted from 0, and each argument has its own entry in `in_axes`. {NUMBERS}",
    ),
    (
        r"vmap must have at least one non-None",
        "raised",
        "Every entry of `in_axes` is `None`, so there is no axis to map over and there are no "
        "lanes. Use 0 for each batched argument.",
    ),
    (
        r"vmap wrapped function must be passed",
        "raised",
        "`vmap` received no array to map over. Call the function that it returns with the arrays: "
        "`jax.vmap(f)(x)`.",
    ),
    (
        r"at vmap out_axes.*got axis spec None",
        "raised",
        "`out_axes=None` is for a result that is the same in every lane, and this result differs "
        "between lanes. Remove `out_axes`, or name the axis along which the results are stacked.",
    ),
    (
        r"vmap out_axes.*tree prefix",
        "raised",
        "`out_axes` has a different structure than the result of the function. A single number "
        "applies to the whole result; a tuple must have one entry for each part of the result.",
    ),
    (
        r"vmap out_axes must be an int",
        "raised",
        "`out_axes` must be the number of an axis, or a tuple or dict of such numbers with the "
        "structure of the result.",
    ),
    (
        r"unbound axis name: (?P<name>\w+)",
        "raised",
        "No axis is called `{name}` here. `psum` and similar functions need a named axis. Inside "
        "`shard_map`, the axes of the mesh have names; `vmap` names its axis with "
        "`axis_name=...`. To sum over the lanes without naming the axis, call "
        "`.sum(axis=0)` on the result of `vmap`.",
    ),
    (
        r"scatter dimension size (?P<size>\d+) must match shard count (?P<count>\d+)",
        "raised",
        "`psum_scatter` needs an axis of size {count}, with one row for each device, and this "
        "axis has size {size}. With `tiled=True`, it divides the axis into {count} equal parts.",
    ),
    (
        r"scatter dimension size (?P<size>\d+) must be divisible by shard_count (?P<count>\d+)",
        "raised",
        "`psum_scatter` cannot divide an axis of size {size} into {count} equal parts. "
        "`scatter_dimension` selects the axis.",
    ),
    (
        r"structure error.*shard_map out_specs",
        "raised",
        "The function inside `shard_map` returned a different structure than `out_specs`. Return "
        "one result for each entry, in the same order: `return w, v` for two.",
    ),
    (
        r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<many>\d+)",
        "raised",
        "The array has no axis {axis}: it has {many} dimension(s), counted from 0. Inside `vmap`, "
        "an array does not have the mapped axis; only `out_axes` counts it.",
    ),
    (
        r"Too many indices: array is 0-dimensional",
        "raised",
        "You indexed a scalar. Inside `vmap`, an array does not have the mapped axis. Use the "
        "value without an index, or pass the whole array with `None` in `in_axes`.",
    ),
    (
        r"iteration over a 0-d array",
        "raised",
        "You iterated over a scalar. Inside `vmap`, the function sees a single lane, and its "
        "arrays do not have the mapped axis.",
    ),
    (
        r"len\(\) of unsized object",
        "raised",
        "You asked for the length of a scalar. Inside `vmap`, an array does not have the mapped "
        "axis. Compute its length outside the function.",
    ),
    (
        r"matmul input operand.*ndim at least 1",
        "raised",
        "An operand of `@` is a scalar. If a loop starts with 0, start it with "
        "`jnp.zeros_like(x)`. Inside `vmap`, an array does not have the mapped axis: multiply "
        "with `*`, or pass the whole array with `None` in `in_axes`.",
    ),
    (
        r"Error: (?P<said>.*incompatible shapes for broadcasting.*) at ",
        "raised",
        "Two shapes do not match. {said} Two sizes on the same axis, counted from the last one, "
        "must be equal, or one of them must be 1. Inside `vmap`, an array does not have the "
        "mapped axis.",
    ),
    (
        r"Incompatible shapes for broadcasting: shapes=\[(?P<shapes>.*?)\] at ",
        "raised",
        "The shapes {shapes} do not match. Two sizes on the same axis, counted from the last one, "
        "must be equal, or one of them must be 1. Inside `vmap`, an array does not have the "
        "mapped axis.",
    ),
    (
        r"Error: (?P<said>.*contracting dimensions to have the same shape.*) at ",
        "raised",
        "Two shapes do not match. {said} A matrix product sums over the last axis of the first "
        "operand and the second-to-last axis of the second. Inside `vmap`, an array does not have "
        "the mapped axis.",
    ),
    (
        r"Cannot concatenate.*along dimension (?P<axis>\d+) for shapes (?P<shapes>.*?)\. at ",
        "raised",
        "Arrays of shapes {shapes} cannot be concatenated along axis {axis}: the sizes of all "
        "other axes must be equal. Choose the axis with `axis=`; the default is 0.",
    ),
    (
        r"cannot reshape array.*\(size (?P<size>\d+)\) into shape (?P<shape>\([-\d, ]*\))",
        "raised",
        "An array of {size} elements cannot be reshaped to {shape}, because `reshape` keeps the "
        "number of elements. Pad the array first with `jnp.pad`, or choose another shape.",
    ),
    (
        r"Indexer must have integer or boolean type",
        "raised",
        "An index must be an integer, and this one is a float. Use `//` or `.astype(int)`. "
        "(`fori_loop` passes the iteration number first, then the carry.)",
    ),
    (
        r"where requires ndarray or scalar arguments, got <class 'NoneType'>",
        "raised",
        "An argument of `jnp.where` is `None`. Pass three arguments: the condition, the values "
        "where it is true, and the values elsewhere.",
    ),
    (
        r"indices and arr must have the same number of dimensions",
        "raised",
        "`take_along_axis` needs indices with as many axes as the array. `labels[:, None]` adds "
        "an axis.",
    ),
    (
        r"Array inputs to associative_scan must have",
        "raised",
        "`associative_scan` iterates over several arrays together, and these do not have the same "
        "length.",
    ),
    (
        r"Too few leaves for PyTreeDef",
        "raised",
        "A function returned fewer arrays than it received. The function of `associative_scan` "
        "combines two elements into one and must return as many arrays as one element has.",
    ),
)
