"""What was asked to be counted: a program, and what each of its arguments is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.export
import jax.extend.core
import numpy as np

from manylanes._cost.read import specs as _specs
from manylanes._cost.read import stablehlo
from manylanes._cost.read.heap import uncollected
from manylanes._cost.read.module import switches, weights_of
from manylanes._cost.read.program import Block
from manylanes._specs import SpecError, shown

Program = Callable[..., Any] | str | bytes
_VALUES = (
    jax.errors.ConcretizationTypeError,
    jax.errors.NonConcreteBooleanIndexError,
    jax.errors.TracerIntegerConversionError,
)
_NO_RULE = re.compile(r"rule for primitive '(\w+)' not found for platform (\w+)")
PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


@dataclass(frozen=True)
class Request:
    """`args` and `keywords` are trees of specifications, `given` is handed over as it is."""

    program: Any
    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[int | str, Any] = field(default_factory=dict)
    platform: str | None = None

    @classmethod
    def of(
        cls,
        program: Any,
        args: tuple[Any, ...],
        keywords: Mapping[str, Any],
        platform: str | None,
        static: Iterable[int | str],
    ) -> Request:
        if platform is not None and platform not in PLATFORMS:
            there = ", ".join(PLATFORMS)
            meant = "; a GPU is cuda, or rocm" if platform == "gpu" else ""
            raise SpecError(
                f"there is no platform {shown(platform)} to write a program for: {there}{meant}"
            )
        if isinstance(program, (str, bytes, bytearray)):
            return cls._written(program, args, [*keywords, *_listed(static)], platform)
        _refuse(program)
        _refuse_shapes(args, static)
        if not args and not keywords:
            _refuse_nothing(program)
        return cls(program, args, keywords, _picked(static, args, keywords), platform)

    @classmethod
    def _written(
        cls, program: Any, args: tuple[Any, ...], extra: list[Any], platform: str | None
    ) -> Request:
        """Text, or a serialized export."""
        text = isinstance(program, str)
        what = "the text of a program" if text else "a serialized export"
        if extra:
            raise TypeError(f"{what} takes no keywords and nothing static, here {extra[0]!r}")
        if text and args:
            raise TypeError(f"{what} says itself what it is given: leave the specifications out")
        if text and platform:
            raise TypeError(f"{what} is written for its platform already: leave `platform` out")
        if not text:
            program = bytes(program)
            args = args or stablehlo.signature(program)
        return cls(program, args, platform=platform)

    @property
    def open(self) -> tuple[list[Any], dict[str, Any]]:
        """What is not given as it is."""
        return (
            [arg for at, arg in enumerate(self.args) if at not in self.given],
            {name: arg for name, arg in self.keywords.items() if name not in self.given},
        )

    @uncollected
    def program_block(self) -> Block:
        """Return the program that JAX writes for these shapes."""
        args, keywords = _specs.described(self.open)
        if isinstance(self.program, str):
            return stablehlo.parse(self.program)
        if isinstance(self.program, bytes):
            return stablehlo.load(self.program, args, self.platform)
        fn, args, keywords = self._function(args, keywords, jax.eval_shape)
        try:
            return stablehlo.lower(fn, args, keywords, self.platform or "cpu")
        except NotImplementedError as error:
            lacks = _NO_RULE.search(str(error))
            if lacks is None or self.platform is None:
                raise
            raise SpecError(
                f"JAX writes no {lacks[1]!r} for {lacks[2]}: leave `platform` out, and it is "
                "counted as it is written for the CPU"
            ) from error
        except (IndexError, TypeError) as error:
            if not isinstance(error, _VALUES) and "concrete value" not in str(error):
                raise
            raise ValueError(
                "Python asks for a value that a program does not have before it runs: name the "
                "argument that it comes from in `static`, or write jnp.where or lax.cond. "
                f"JAX says: {str(error).partition(chr(10))[0]}"
            ) from error

    def call(self) -> tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]]:
        """The function that was counted, and the arrays to run it with."""
        fn, args, keywords = self._function(*self.open, lambda make, *arrays: make(*arrays))
        return fn if isinstance(fn, jax.stages.Wrapped) else jax.jit(fn), args, keywords

    def _function(
        self, args: Sequence[Any], keywords: Mapping[str, Any], make: Callable[..., Any]
    ) -> tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]]:
        """What JAX traces: a function of arrays alone, whatever else was given put in."""
        leaves, tree = jax.tree.flatten((list(args), dict(keywords)))
        weights, takes_weights = weights_of(self.program)
        simple = takes_weights is None and not self.given and _hashes(self.program)
        kept = switches((list(args), dict(keywords)))
        places = [at for at, leaf in enumerate(leaves) if _is_array(leaf) and at not in kept]
        others = [leaf for at, leaf in enumerate(leaves) if at not in places]
        if simple and len(places) == len(leaves):
            return self.program, args, keywords

        def filled(arrays: Iterable[Any]) -> tuple[list[Any], dict[str, Any]]:
            put = dict(zip(places, arrays, strict=True))
            values = [put.get(at, leaf) for at, leaf in enumerate(leaves)]
            args, keywords = jax.tree.unflatten(tree, values)
            for at in sorted(at for at in self.given if isinstance(at, int)):
                args.insert(at, self.given[at])
            return args, keywords | {n: v for n, v in self.given.items() if isinstance(n, str)}

        def fn(weights: Any, *given: Any) -> Any:
            args, keywords = filled(given)
            if takes_weights is not None:
                return _arrays(takes_weights(weights, *args, **keywords), others)
            return _arrays(self.program(*args, **keywords), others)

        arrays = [leaves[at] for at in places]
        if callable(weights):
            initial = weights
            weights = make(lambda *given: initial(*filled(given)), *arrays)
        elif make is jax.eval_shape:
            weights = _specs.described(weights)
        return fn, (weights, *arrays), {}


# What JAX makes of a function on its way, and how to go on from there.
_INSTEAD: dict[type, str] = {
    jax.stages.Traced: "its `lower().as_text()`",
    jax.stages.Lowered: "its `as_text()`",
    jax.stages.Compiled: "the function that was compiled",
    jax.export.Exported: "its `serialize()`",
    jax.extend.core.ClosedJaxpr: "the function that it was made of",
}


def _refuse(program: Any) -> None:
    """What is no program, with what to give instead."""
    counted = "cost counts a function, StableHLO text or a serialized jax.export artifact"
    for kind, instead in _INSTEAD.items():
        if isinstance(program, kind):
            raise TypeError(f"{counted}: of {kind.__name__} give {instead}")
    if isinstance(program, np.ufunc):
        name = program.__name__
        raise TypeError(f"np.{name} is NumPy's own, which JAX cannot read: give jax.numpy.{name}")
    if not callable(program):
        raise TypeError(f"{counted}, not {type(program).__name__}")


def _refuse_shapes(args: tuple[Any, ...], static: Iterable[int | str]) -> None:
    """Raise TypeError for (8, 8), which would be two numbers and is meant as a shape."""
    given = _listed(static)
    for at, arg in enumerate(args):
        numbers = isinstance(arg, tuple | list) and arg and all(type(n) is int for n in arg)
        if numbers and at not in given:
            sizes = ", ".join(map(str, arg))
            raise TypeError(
                f'argument {at} is {shown(arg)}: write "f32[{sizes}]" for an array of that shape, '
                "name the argument in `static`, or give an array"
            )


def _refuse_nothing(program: Any) -> None:
    """A function that takes something, of which nothing is said."""
    try:
        inspect.signature(program).bind()
    except TypeError as error:
        name = getattr(program, "__name__", type(program).__name__)
        raise TypeError(
            f'say what {name} is given, such as cost({name}, "f32[128, 64]"): {error}'
        ) from None
    except ValueError:  # it does not say what it takes
        return


def _is_array(leaf: Any) -> bool:
    """What JAX traces; functions and the like, which modules hold too, are given as they are."""
    return isinstance(leaf, bool | int | float | complex | np.generic | str) or (
        hasattr(leaf, "shape") and hasattr(leaf, "dtype")
    )


def _arrays(made: Any, given: list[Any]) -> Any:
    """What a function returns; JAX's own words on what is no array would name ours, not theirs."""
    for leaf in jax.tree.leaves(made):
        if isinstance(leaf, str) or not _is_array(leaf):
            if any(leaf is other for other in given):
                raise TypeError(
                    f"an argument is of type {type(leaf).__name__}, and a program computes with "
                    'arrays and numbers: give an array or a specification such as "f32[8]"'
                )
            raise TypeError(
                f"the function returns a {type(leaf).__name__}, and a program only arrays and "
                "numbers: return these, or a tuple, list or dictionary of them"
            )
    return made


def _hashes(program: Any) -> bool:
    """JAX takes no other function; a dataclass that can be called is often none."""
    try:
        hash(program)
    except TypeError:
        return False
    return True


def _listed(static: Any) -> list[Any]:
    listed = [static] if isinstance(static, int | str) else static
    if not isinstance(listed, list | tuple | set | frozenset):
        raise ValueError(f"`static` is a place, a keyword or a list of these, not {static!r}")
    return list(listed)


def _picked(
    static: Any, args: tuple[Any, ...], keywords: Mapping[str, Any]
) -> dict[int | str, Any]:
    """The static arguments by place or name."""
    found: dict[int | str, Any] = {}
    for which in _listed(static):
        if isinstance(which, int) and 0 <= which < len(args):
            found[which] = args[which]
        elif which in keywords:
            found[which] = keywords[which]
        else:
            words = ", ".join(keywords) or "none"
            raise ValueError(
                f"`static` names {shown(which)}, and there is no such argument: the {len(args)} by "
                f"place are numbered from 0, and by keyword there is {words}"
            )
    return found
