"""Draw the cases of a check: a few shapes, edge cases included, with several values for each.

The values of all cases depend on the key. For a compiled program, the shapes are the same for every
key, so that few programs are compiled. With a secret key, up to two more shapes are drawn, because
an answer must be right at sizes that no student has seen. For a plain Python function, the shapes
depend on the key, too.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from autograder.core.inputs.generator import PUBLIC, ArraySpec, Draw, Stream, round_to_three_digits
from autograder.core.inputs.input_spec import Given, Name, evaluate_range
from autograder.core.inputs.tree import leaves, map_leaves
from autograder.core.messages.errors import CourseError

LARGEST = 16  # largest size in a public shape, unless the range of the size starts above it
UNSEEN = 2  # maximum number of additional shapes of a program, drawn from a secret key
_TRIES = 9  # attempts to draw these shapes; a drawn shape may be a public one
Env = dict[str, Any]
Chooser = Callable[[str, Name, Any, Any], Any]
Declared = Given | Callable[[Draw], tuple[Any, ...]]


@dataclass(frozen=True)
class Case:
    """One call of an answer: its signature, with specs in place of arrays, and its arguments."""

    signature: tuple[Any, ...]
    args: tuple[Any, ...]
    env: Mapping[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    public: bool = True
    unseen: bool = False  # both the sizes and the values are hidden

    @property
    def inputs(self) -> list[np.ndarray[Any, Any]]:
        """Return the arrays in the order in which an exported program takes them."""
        return [leaf for _, leaf in leaves(self.args) if isinstance(leaf, np.ndarray)]

    @property
    def values(self) -> list[Any]:
        """Return the leaves of the arguments: arrays and Python values."""
        return [leaf for _, leaf in leaves(self.args)]


def size(case: Case) -> tuple[int, int]:
    """Return the number of array elements in a case, and the sum of its Python integers."""
    plain = [leaf for leaf in case.values if isinstance(leaf, int)]
    return sum(array.size for array in case.inputs), sum(plain)


def make_case(
    signature: tuple[Any, ...],
    stream: Stream,
    env: Mapping[str, Any],
    names: tuple[str, ...],
    public: bool,
) -> Case:
    """Return a case with this signature and with array values drawn from `stream`."""
    args = map_leaves(
        lambda leaf: leaf.draw(stream) if isinstance(leaf, ArraySpec) else leaf, signature
    )
    return Case(signature, args, env, names, public)


def draw_cases(spec: Declared, key: bytes, *, compiled: bool) -> tuple[Case, ...]:
    """Return the cases of a check for this key, starting with the smallest sizes.

    With `compiled`, there are fewer shapes, because each shape needs a compilation. With a secret
    key, the cases of unseen shapes come last.
    """
    shape_key = PUBLIC if compiled else key
    if isinstance(spec, Given):
        pairs, names = _layouts(spec, compiled, shape_key), tuple(spec.args)
    else:
        pairs, names = _callable(spec, 6 if compiled else 16, shape_key), ()
    repeat = 6 if len(pairs) == 1 else 3 if compiled else 2
    cases = []
    for index, (env, signature) in enumerate(pairs):
        arrays = any(isinstance(leaf, ArraySpec) for _, leaf in leaves(signature))
        for repetition in range(repeat if arrays else 1):
            stream = Stream(key, "values", index, repetition)
            cases.append(make_case(signature, stream, env, names, key == PUBLIC))
    if compiled and key != PUBLIC:
        signatures = {repr(signature) for _, signature in pairs}
        for index, (env, signature) in enumerate(_unseen(spec, key, signatures)):
            stream = Stream(key, "values of unseen sizes", index)
            cases.append(replace(make_case(signature, stream, env, names, False), unseen=True))
    return tuple(cases)


def _unseen(
    spec: Declared, key: bytes, signatures: set[str]
) -> Iterator[tuple[Env, tuple[Any, ...]]]:
    """Yield up to UNSEEN shapes drawn from the key that are not in `signatures`."""
    if isinstance(spec, Given):
        streams = [Stream(key, "unseen sizes", index) for index in range(_TRIES)]
        choosers = [_chooser("unseen", int(each.whole(0, 1 << 20)), each) for each in streams]
        envs = [resolve(spec, choose) for choose in choosers]
        pairs = [(env, spec.fill(env)) for env in envs]
    else:
        pairs = _callable(spec, _TRIES, key)[1:]
    rest = {repr(signature): (env, signature) for env, signature in pairs}
    fresh = [pair for text, pair in rest.items() if text not in signatures]
    yield from fresh[:UNSEEN]


def resolve(spec: Given, choose: Chooser) -> Env:
    """Choose a value for every size and scalar. A range may refer to other sizes and scalars.

    Raise CourseError if ranges refer to each other in a cycle, or if a range is empty.
    """
    env: Env = {}

    def value(name: str, above: tuple[str, ...] = ()) -> Any:
        if name in above:
            raise CourseError(f"The ranges of {' and '.join(above)} refer to each other.")
        if name not in env:
            entry = spec.names.get(name, Name())
            for end in (entry.low, entry.high):
                for needed in sorted(end.names):
                    value(needed, (*above, name))
            env[name] = choose(name, entry, *evaluate_range(entry.low, entry.high, env))
        return env[name]

    for name in spec.names:
        value(name)
    return env


def _layouts(spec: Given, compiled: bool, key: bytes) -> list[tuple[Env, tuple[Any, ...]]]:
    sizes = [name for name, entry in spec.names.items() if entry.size]
    thin = {f"thin {name}": None for name in (sizes[:1] + sizes[-1:] if len(sizes) > 1 else [])}
    styles = ["least", "small", "large", *thin]
    numbers = [name for name in spec.names.values() if not name.size]
    styles += ["most"] if numbers else []
    for name, entry in spec.names.items():
        if entry.size and not entry.choices and entry.low.text.strip() == "0":
            styles.append(f"empty {name}")
    choices = max((len(name.choices) for name in spec.names.values()), default=0)
    count = max(len(styles), choices, 12 if numbers and not compiled else 0)
    styles += ["any"] * (count - len(styles))
    envs: list[Env] = []
    for index, style in enumerate(styles):
        stream = Stream(key, "names", index)
        envs.append(resolve(spec, _chooser(style, index, stream)))
    different = [env for i, env in enumerate(envs) if env not in envs[:i]]
    return [(env, spec.fill(env)) for env in different]


def _chooser(style: str, index: int, stream: Stream) -> Chooser:
    used: set[int] = set()
    spans = {"small": (2, 7), "large": (8, LARGEST), "unseen": (2, LARGEST + 8)}
    bounds = spans.get(style, (2, 9))

    def choose(name: str, entry: Name, low: Any, high: Any) -> Any:
        if entry.choices:
            return entry.choices[index % len(entry.choices)]
        if not entry.size:
            if entry.real:
                return round_to_three_digits(float(stream.real(low, high)), low, high)
            if style in ("least", "most"):
                return low if style == "least" else high
            return int(stream.whole(low, high))
        if style == f"empty {name}":
            return 0
        low = max(low, 1)
        if style in ("least", f"thin {name}") or high <= low:
            used.add(low)
            return min(low, high)
        least = max(low, min(bounds[0], high))
        most = min(high, max(bounds[1], least + LARGEST if low > bounds[1] else 0))
        # Different sizes expose swapped axes.
        free = [size for size in range(least, most + 1) if size not in used] or [least]
        size = free[int(stream.whole(0, len(free) - 1))]
        used.add(size)
        return size

    return choose


def _call_given(draw_values: Callable[[Draw], tuple[Any, ...]], draw: Draw) -> tuple[Any, ...]:
    """Return the signature that `given` draws. Raise CourseError with its line if it fails."""
    try:
        return draw_values(draw)
    except (Exception, SystemExit) as error:
        path = getattr(getattr(draw_values, "__code__", None), "co_filename", None)
        frames = traceback.extract_tb(error.__traceback__)
        line = next((each.lineno for each in reversed(frames) if each.filename == path), None)
        problem, remedy = f"`given` raises {type(error).__name__}: {error}.", ""
        if isinstance(error, CourseError):
            problem, remedy = error.problem, error.remedy
        elif line is None:  # the call itself failed
            remedy = (
                "Write `given` as a function of one argument: `lambda draw: (draw.int(1, 9),)`."
            )
        raise CourseError(problem, remedy, path if line else None, line) from error


def _callable(
    draw_values: Callable[[Draw], tuple[Any, ...]], count: int, key: bytes
) -> list[tuple[Env, tuple[Any, ...]]]:
    pairs: list[tuple[Env, tuple[Any, ...]]] = []
    for index in range(count):
        signature = _call_given(draw_values, Draw(Stream(key, "draw", index), index))
        if not isinstance(signature, tuple):
            raise CourseError(
                "`given` must return the tuple of arguments.", "Return `(x,)` for one."
            )
        pairs.append(({}, signature))
    return pairs
