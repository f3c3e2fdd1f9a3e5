"""What JAX says of axes and lanes, and what that means: rows as in `transforms`."""

from __future__ import annotations

NUMBERS = "An entry is the number of an axis, or `None` for what goes whole to everyone."
ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"vmap in_axes must be.*len\(in_axes\)=",
        "raised",
        "`in_axes` has not as many entries as there are arguments: `in_axes=(0, None)` is for two. "
        f"{NUMBERS} (An argument handed over by its name has no entry: it is taken apart.)",
    ),
    (
        r"vmap in_axes must be an int",
        "raised",
        f"`in_axes` is a number, or a tuple of entries such as `(0, None)`. {NUMBERS}",
    ),
    (
        r"vmap in_axes.*tree prefix",
        "raised",
        "`in_axes` has another form than the argument it stands for. One entry serves a whole dict "
        f"or list; a dict in its place has the same keys. {NUMBERS}",
    ),
    (
        r"vmap was requested to map its argument.*but is only 0",
        "raised",
        "`vmap` was told to take a single number apart, and it has no axis. What goes whole to "
        "everyone has `None` in `in_axes`.",
    ),
    (
        r"vmap was requested to map its argument",
        "raised",
        "`vmap` was told to take an argument apart along an axis that it does not have. Axes count "
        f"from 0, and each argument has its own entry in `in_axes`. {NUMBERS}",
    ),
    (
        r"vmap must have at least one non-None",
        "raised",
        "Every entry of `in_axes` is `None`: nothing is taken apart, so there are no lanes. Put a "
        "0 for what comes in many.",
    ),
    (
        r"vmap wrapped function must be passed",
        "raised",
        "`vmap` was handed nothing that it could take apart. Call the function that it makes with "
        "the arrays: `jax.vmap(f)(x)`.",
    ),
    (
        r"at vmap out_axes.*got axis spec None",
        "raised",
        "`out_axes=None` says that every lane gives the same, and here each gives its own. Leave "
        "`out_axes` out, or say along which axis the answers are stacked.",
    ),
    (
        r"vmap out_axes.*tree prefix",
        "raised",
        "`out_axes` has another form than what the function returns. One number serves all of it; "
        "a tuple has an entry for each part that is returned.",
    ),
    (
        r"vmap out_axes must be an int",
        "raised",
        "`out_axes` is the number of an axis, or a tuple or dict of them in the form of what is "
        "returned.",
    ),
    (
        r"unbound axis name: (?P<name>\w+)",
        "raised",
        "`psum` and the like go along an axis that has a name, and here no axis is called "
        "`{name}`. A mesh has names, inside `shard_map`; `vmap` has the one of `axis_name=...`, or "
        "add its lanes up afterwards, with `.sum(axis=0)`.",
    ),
    (
        r"scatter dimension size (?P<size>\d+) must match shard count (?P<count>\d+)",
        "raised",
        "`psum_scatter` wants an axis of {count}, one row for each device, and here are {size}; "
        "with `tiled=True` it cuts the axis into {count} strips.",
    ),
    (
        r"scatter dimension size (?P<size>\d+) must be divisible by shard_count (?P<count>\d+)",
        "raised",
        "`psum_scatter` was told to cut an axis with {size} entries into {count} strips. "
        "`scatter_dimension` says which axis it cuts.",
    ),
    (
        r"structure error.*shard_map out_specs",
        "raised",
        "What each device returns has another form than `out_specs`. Return as many results as "
        "stand there, in the same order: `return w, v` for two.",
    ),
    (
        r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<many>\d+)",
        "raised",
        "Axis {axis} was asked for, and the array has {many}: they count from 0. Inside `vmap` the "
        "axis of the lanes is gone; `out_axes` counts it.",
    ),
    (
        r"Too many indices: array is 0-dimensional",
        "raised",
        "A single number was indexed. Inside `vmap` the axis that was taken apart is gone: use "
        "what is left as it is, or hand the array over whole with `None` in `in_axes`.",
    ),
    (
        r"iteration over a 0-d array",
        "raised",
        "The code goes through a single number like a list. Inside `vmap` there is one lane, "
        "and the axis that was taken apart is gone.",
    ),
    (
        r"len\(\) of unsized object",
        "raised",
        "A single number has no length. Inside `vmap` the axis that was taken apart is gone: take "
        "its length outside.",
    ),
    (
        r"matmul input operand.*ndim at least 1",
        "raised",
        "`@` was handed a single number. A loop that starts with 0 goes on with numbers: "
        "start with `jnp.zeros_like(x)`. Inside `vmap` the axis that was taken apart is gone: "
        "multiply with `*`, or hand the array over whole with `None` in `in_axes`.",
    ),
    (
        r"Error: (?P<said>.*incompatible shapes for broadcasting.*) at ",
        "raised",
        "Two shapes do not fit. {said} Counted from the last axis, two sizes must be equal, or one "
        "of them 1; inside `vmap` the axis of the lanes is gone.",
    ),
    (
        r"Incompatible shapes for broadcasting: shapes=\[(?P<shapes>.*?)\] at ",
        "raised",
        "The shapes {shapes} do not fit. Counted from the last axis, two sizes must be equal, or "
        "one of them 1; inside `vmap` the axis of the lanes is gone.",
    ),
    (
        r"Error: (?P<said>.*contracting dimensions to have the same shape.*) at ",
        "raised",
        "Two shapes do not fit. {said} A product adds up over the last axis of the first and the "
        "last but one of the second; inside `vmap` the axis of the lanes is gone.",
    ),
    (
        r"Cannot concatenate.*along dimension (?P<axis>\d+) for shapes (?P<shapes>.*?)\. at ",
        "raised",
        "Arrays are put one behind the other along axis {axis}, and these do not fit there: "
        "{shapes}. All other axes must be equally long; `axis=` says which one is meant, else 0.",
    ),
    (
        r"cannot reshape array.*\(size (?P<size>\d+)\) into shape (?P<shape>\([-\d, ]*\))",
        "raised",
        "`reshape` keeps each number and makes no new one, and {size} of them do not fill "
        "{shape}. Fill them up first, with `jnp.pad`, or ask for another shape.",
    ),
    (
        r"Indexer must have integer or boolean type",
        "raised",
        "A place in an array is a whole number, and this one is a float: use `//`, or "
        "`.astype(int)`. (`fori_loop` hands over the number of the turn first, then the carry.)",
    ),
    (
        r"where requires ndarray or scalar arguments, got <class 'NoneType'>",
        "raised",
        "`jnp.where` chooses between two: a question, what stands where it is true, and what "
        "stands elsewhere.",
    ),
    (
        r"indices and arr must have the same number of dimensions",
        "raised",
        "`take_along_axis` wants places with as many axes as the array has: `labels[:, None]` "
        "makes a column of them.",
    ),
    (
        r"Array inputs to associative_scan must have",
        "raised",
        "`associative_scan` goes through several arrays side by side, and these are not equally "
        "long.",
    ),
    (
        r"Too few leaves for PyTreeDef",
        "raised",
        "Something came back with fewer parts than were handed over. The function inside "
        "`associative_scan` makes one neighbour of two: it returns as many arrays as one has.",
    ),
)
