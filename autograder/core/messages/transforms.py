"""What `jit`, `scan`, `while_loop` and `cond` complain of, each with the next step.

A row is a pattern of `TypeError: its text at line 3: their line`, a property, and a sentence,
into which the pattern's named groups go. JAX's own text is right, and three times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

# A shape of several axes has commas of its own: float32[3,4].
_TYPE = r"\w+\[[^\]]*\]|[^\s,]+"
_TYPES = rf".*?has type (?P<one>{_TYPE}) but the corresponding.*?has type (?P<other>{_TYPE})"
_ARGUMENTS = r"(positional arguments? but \d+ (was|were) given|required positional argument).* at "

ROWS: tuple[tuple[str, str, str], ...] = (
    (
        r"UnexpectedTracerError|Too many leaves for PyTreeDef",
        "refused",
        "A value of one trace was kept and used in another. Return it instead of storing it "
        "outside the function.",
    ),
    (
        r"Non-hashable static arguments.*Tracer",
        "refused",
        "A static argument was handed a value that is not there yet: inside a jitted function only "
        "shapes are known. Leave it traced, without `static_argnames`, or take it from a shape.",
    ),
    (
        r"Non-hashable static arguments.*(ArrayImpl|ndarray)",
        "raised",
        "An array cannot be static: a program is looked up by the values of its static arguments. "
        "Take its name out of `static_argnames`.",
    ),
    (
        r"Non-hashable static arguments.*<class '(?P<kind>\w+)'>",
        "raised",
        "A static argument is looked up by its value, and a {kind} may change. "
        "Hand over a number, a text or a tuple.",
    ),
    (
        r"invalid argnames {(?P<names>.*?)} in static_argnames",
        "raised",
        "`static_argnames` says {names}, and the function has no such argument. "
        "Write the name as it stands behind `def`.",
    ),
    (
        r"static_argnums=.*but only accepts (?P<count>\d+)",
        "raised",
        "`static_argnums` counts the arguments from 0, and the function has {count}. "
        "Say the name instead: `static_argnames`.",
    ),
    (
        r"Error interpreting argument.*<class '(?:\w+\.)*(?P<kind>\w+)'>.* at path (?P<name>\w+)",
        "raised",
        "A jitted function takes arrays and numbers, and its argument `{name}` is neither "
        "({kind}). Name it in `static_argnames`, or do not hand it over.",
    ),
    (
        r"carry input and carry output must have equal types.*?has type (?P<one>\w+\[[^\]]+\]) but "
        r"the corresponding.*?has type \w+\[\].* at .*fori_loop\(",
        "raised",
        "A single number leaves a turn where {one} came in. `fori_loop` hands its function the "
        "number of the turn first: `lambda i, x: ...`.",
    ),
    (
        r"carry input and carry output must have equal types" + _TYPES,
        "raised",
        "The carry comes into a turn as {one} and leaves it as {other}. It keeps its shape and "
        "dtype: start the loop with what a turn returns, or convert with `.astype`.",
    ),
    (
        r"carry input and carry output must have the same pytree.*<class 'NoneType'>",
        "raised",
        "A turn of the loop returned nothing for the carry: is `return` missing?",
    ),
    (
        r"carry input and carry output must have the same pytree",
        "raised",
        "The carry leaves a turn in another form than it came, a pair instead of a number, say. "
        "Return as many things as came in, in the same order.",
    ),
    (
        r"scan body output must be a pair, got None",
        "raised",
        "The function of `scan` returned nothing: is `return` missing?",
    ),
    (
        r"scan body output must be a pair",
        "raised",
        "The function of `scan` returns a pair: the carry for the next turn, and what is kept of "
        "this one, `None` if nothing is.",
    ),
    (
        r"scan got values with different leading axis sizes: (?P<sizes>[\d, ]+\d)",
        "raised",
        "`scan` takes its arrays apart row by row, and these have not as many rows: {sizes}.",
    ),
    (
        r"scan got value with no leading axis",
        "raised",
        "`scan` goes through the rows of an array, and a single number has none. "
        "For `n` turns hand over `jnp.arange(n)`, or use `jax.lax.fori_loop`.",
    ),
    (
        r"Only scalar arrays can be converted.* at .*\bscan\(",
        "raised",
        "`scan` goes through its third argument, and the fourth is a number of turns. "
        "Hand over several as a tuple, `(xs, ys)`; a turn gets a row of each, in a tuple.",
    ),
    (
        r"tuple index out of range at .*associative_scan\(",
        "raised",
        "The function of `associative_scan` joins many neighbours at once: write it with `*` and "
        "`+`, number by number. It cannot use what adds up a whole array, such as `@` and `sum`.",
    ),
    (
        r"scan got no values to scan over",
        "raised",
        "`scan` cannot know how often to turn: give it an array to go through, or `length=n`.",
    ),
    (
        r"arguments to fori_loop must have equal types",
        "raised",
        "`fori_loop` counts its turns in whole numbers, and one of its ends is a float. "
        "Convert it with `.astype(int)`.",
    ),
    (
        _ARGUMENTS + r".*fori_loop\(",
        "raised",
        "`fori_loop` calls its function with two things: the number of the turn, and the carry.",
    ),
    (
        _ARGUMENTS + r".*associative_scan\(",
        "raised",
        "`associative_scan` calls its function with two things: the neighbour before and the one "
        "after. Where a tuple was handed over, each is a tuple: take it apart inside.",
    ),
    (
        r"(TracerBoolConversionError|truth value of an array).* at .*associative_scan\(",
        "raised",
        "`associative_scan` takes what it goes through as one thing: several arrays are a tuple, "
        "`(a, b)`.",
    ),
    (
        _ARGUMENTS + r".*scan\(",
        "raised",
        "`scan` calls its function with two things: the carry, and one row of the array.",
    ),
    (
        _ARGUMENTS + r".*while_loop\(",
        "raised",
        "`while_loop` calls both its functions with one thing, the carry. "
        "Make it a tuple, and take it apart inside.",
    ),
    (
        _ARGUMENTS + r".*cond\(",
        "raised",
        "`cond` hands what stands behind its two functions to the one that it calls. "
        "Both take as many arguments as stand there; `lambda: f(x)` takes none.",
    ),
    (
        r"branches must have equal output types" + _TYPES,
        "raised",
        "One side gives {one} and the other {other}: all sides of a `cond` or a `switch` give the "
        "same shape and dtype. Convert one with `.astype`, or fill it up with `jnp.zeros_like`.",
    ),
    (
        r"branch outputs must have the same pytree.*<class 'NoneType'>",
        "raised",
        "One side returned nothing: is `return` missing?",
    ),
    (
        r"branch outputs must have the same pytree",
        "raised",
        "The sides return things of different form. All sides of a `cond` or a `switch` return as "
        "many arrays, in the same order.",
    ),
    (
        r"Pred must be a scalar, got .* of shape",
        "raised",
        "`cond` asks one question, and this one has an answer for every entry. Choose entry by "
        "entry with `jnp.where`, or ask about all of them: `jnp.all`, `jnp.any`.",
    ),
    (
        r"Pred must be a scalar",
        "raised",
        "`cond` asks a question that is true or false, such as `x > 0`: its first argument.",
    ),
    (
        r"arguments? should be (callable|a sequence of callables)",
        "raised",
        "`cond` and `switch` call one of several functions. Hand over functions and no results: "
        "`lambda: f(x)`, not `f(x)`.",
    ),
    (
        r"cond_fun must return a boolean scalar.*PyTreeDef\(None",
        "raised",
        "The question of `while_loop` returned nothing: is `return` missing?",
    ),
    (
        r"cond_fun must return a boolean scalar.*bool\[\d",
        "raised",
        "`while_loop` asks one question before each turn, and this one has an answer for every "
        "entry. Ask about all of them: `jnp.any`, `jnp.all`.",
    ),
    (
        r"cond_fun must return a boolean scalar",
        "raised",
        "The first function of `while_loop` says whether there is another turn, true or false: "
        "compare, as in `x > 0`.",
    ),
    (
        r"Index type must be an integer",
        "raised",
        "`switch` picks a function by its number, a whole one. Convert it with `.astype(int)`.",
    ),
    (
        r"Slice entries must be static integers|slice indices must have static start",
        "refused",
        "How long a slice is must be known while tracing, and its end gets a value only when the "
        "program runs. Take a fixed number of entries with `jax.lax.dynamic_slice`, or "
        "keep the whole array and mask: `jnp.where(jnp.arange(len(x)) < n, x, 0)`.",
    ),
    (
        r"Array has been deleted|Buffer has been deleted or donated",
        "raised",
        "This array was donated: its memory now holds the result of the call that took it. "
        "Go on with the result.",
    ),
    (
        r"Expected a callable value",
        "raised",
        "`jax.jit` and its like take a function: `jax.jit(f)(x)`, not `jax.jit(f(x))`.",
    ),
    (
        r"Tracer\.__format__",
        "refused",
        "A text wants digits that are not there yet. Return the number and write the text "
        "outside, or let the program say it: `jax.debug.print`.",
    ),
    (
        r"unhashable type: '\w*Tracer'",
        "refused",
        "A dict or a set asks for a value that is not there yet. Make the table a `jnp` array and "
        "index it.",
    ),
)


def said(complaint: str, rows: Iterable[tuple[str, str, str]]) -> tuple[str, str] | None:
    """The property and the sentence of the first row that fits."""
    for pattern, kind, words in rows:
        if found := re.search(pattern, complaint, re.DOTALL):
            return kind, words.format(**found.groupdict())
    return None
