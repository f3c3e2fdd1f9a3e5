"""A program and the specifications of its arguments, as passed to `cost`."""

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
from manylanes._cost.read.module import config_leaves, split_weights
from manylanes._cost.read.program import Block
from manylanes._specs import SpecError, shorten

Program = Callable[..., Any] | str | bytes
_VALUE_ERRORS = (
    jax.errors.ConcretizationTypeError,
    jax.errors.NonConcreteBooleanIndexError,
    jax.errors.TracerIntegerConversionError,
)
_NO_LOWERING = re.compile(r"rule for primitive '(\w+)' not found for platform (\w+)")
PLATFORMS = ("cpu", "cuda", "rocm", "tpu")


@dataclass(frozen=True)
class Request:
    """A program, its array specifications, and static arguments, which are passed unchanged."""

    program: Any
    args: tuple[Any, ...]
    keywords: Mapping[str, Any] = field(default_factory=dict)
    static: Mapping[int | str, Any] = field(default_factory=dict)
    platform: str | None = None

    @classmethod
    def create(
        cls,
        program: Any,
        args: tuple[Any, ...],
        keywords: Mapping[str, Any],
        platform: str | None,
        static: Iterable[int | str],
    ) -> Request:
        """Check the arguments of `cost` and return the request.

        Raise SpecError, TypeError or ValueError for invalid arguments.
        """
        if platform is not None and platform not in PLATFORMS:
            hint = "; a GPU is cuda or rocm" if platform == "gpu" else ""
            raise SpecError(
                f"unknown platform {shorten(platform)}: choose from {', '.join(PLATFORMS)}{hint}"
            )
        if isinstance(program, (str, bytes, bytearray)):
            return cls._create_from_text(program, args, [*keywords, *_as_list(static)], platform)
        _check_program(program)
        _check_shapes(args, static)
        if not args and not keywords:
            _check_missing_arguments(program)
        return cls(program, args, keywords, _static_arguments(static, args, keywords), platform)

    @classmethod
    def _create_from_text(
        cls, program: Any, args: tuple[Any, ...], extra: list[Any], platform: str | None
    ) -> Request:
        """Create the request for StableHLO text or a serialized export."""
        text = isinstance(program, str)
        description = "the text of a program" if text else "a serialized export"
        if extra:
            raise TypeError(
                f"{description} takes no keywords and no static arguments: remove {extra[0]!r}"
            )
        if text and args:
            raise TypeError(f"{description} contains its shapes: leave the specifications out")
        if text and platform:
            raise TypeError(
                f"{description} is already lowered for a platform: leave `platform` out"
            )
        if not text:
            program = bytes(program)
            args = args or stablehlo.signature(program)
        return cls(program, args, platform=platform)

    @property
    def traced_arguments(self) -> tuple[list[Any], dict[str, Any]]:
        """The positional and the keyword arguments that are not static."""
        return (
            [arg for at, arg in enumerate(self.args) if at not in self.static],
            {name: arg for name, arg in self.keywords.items() if name not in self.static},
        )

    def lower(self) -> Block:
        """Return the program as JAX lowers it for the specified shapes and platform.

        Raise SpecError or ValueError, which explain common errors of JAX; other errors propagate.
        """
        args, keywords = _specs.to_structs(self.traced_arguments)
        if isinstance(self.program, str):
            return stablehlo.parse(self.program)
        if isinstance(self.program, bytes):
            return stablehlo.load(self.program, args, self.platform)
        fn, args, keywords = self._function_to_trace(args, keywords, jax.eval_shape)
        try:
            return stablehlo.lower(fn, args, keywords, self.platform or "cpu")
        except NotImplementedError as error:
            missing = _NO_LOWERING.search(str(error))
            if missing is None or self.platform is None:
                raise
            raise SpecError(
                f"JAX cannot lower {missing[1]!r} for {missing[2]}: leave `platform` out to count "
                "the program for the CPU"
            ) from error
        except (IndexError, TypeError) as error:
            if not isinstance(error, _VALUE_ERRORS) and "concrete value" not in str(error):
                raise
            raise ValueError(
                "Python needs a value that is unknown until the program runs: name the "
                "argument that it comes from in `static`, or write jnp.where or lax.cond. "
                f"The error of JAX: {str(error).partition(chr(10))[0]}"
            ) from error

    def prepare_call(self) -> tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]]:
        """Return the function that `cost` counts, jitted, and the arguments to run it with."""
        fn, args, keywords = self._function_to_trace(
            *self.traced_arguments, lambda make, *arrays: make(*arrays)
        )
        return fn if isinstance(fn, jax.stages.Wrapped) else jax.jit(fn), args, keywords

    def _function_to_trace(
        self, args: Sequence[Any], keywords: Mapping[str, Any], make: Callable[..., Any]
    ) -> tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]]:
        """Return a function to trace, which takes only arrays, and its arguments.

        Arguments of the program that are not arrays are bound to the function.
        """
        leaves, tree = jax.tree.flatten((list(args), dict(keywords)))
        weights, takes_weights = split_weights(self.program)
        is_plain = takes_weights is None and not self.static and _is_hashable(self.program)
        config = config_leaves((list(args), dict(keywords)))
        positions = [at for at, leaf in enumerate(leaves) if _is_array(leaf) and at not in config]
        untraced = [leaf for at, leaf in enumerate(leaves) if at not in positions]
        if is_plain and len(positions) == len(leaves):
            return self.program, args, keywords

        def bind(arrays: Iterable[Any]) -> tuple[list[Any], dict[str, Any]]:
            replaced = dict(zip(positions, arrays, strict=True))
            values = [replaced.get(at, leaf) for at, leaf in enumerate(leaves)]
            args, keywords = jax.tree.unflatten(tree, values)
            for at in sorted(at for at in self.static if isinstance(at, int)):
                args.insert(at, self.static[at])
            return args, keywords | {n: v for n, v in self.static.items() if isinstance(n, str)}

        def fn(weights: Any, *given: Any) -> Any:
            args, keywords = bind(given)
            if takes_weights is not None:
                return _check_outputs(takes_weights(weights, *args, **keywords), untraced)
            return _check_outputs(self.program(*args, **keywords), untraced)

        arrays = [leaves[at] for at in positions]
        if callable(weights):
            initial = weights
            weights = make(lambda *given: initial(*bind(given)), *arrays)
        elif make is jax.eval_shape:
            weights = _specs.to_structs(weights)
        return fn, (weights, *arrays), {}


# Types that `cost` does not accept, with the replacement that the error message suggests.
_ALTERNATIVES: dict[type, str] = {
    jax.stages.Traced: "its `lower().as_text()`",
    jax.stages.Lowered: "its `as_text()`",
    jax.stages.Compiled: "the function that was compiled",
    jax.export.Exported: "its `serialize()`",
    jax.extend.core.ClosedJaxpr: "the function that was traced",
}


def _check_program(program: Any) -> None:
    """Raise TypeError for an object that is not a program, and suggest a replacement."""
    accepted = "cost counts a function, StableHLO text or a serialized jax.export artifact"
    for kind, instead in _ALTERNATIVES.items():
        if isinstance(program, kind):
            raise TypeError(f"{accepted}: for {kind.__name__}, pass {instead}")
    if isinstance(program, np.ufunc):
        name = program.__name__
        raise TypeError(f"JAX cannot trace the NumPy function np.{name}: pass jax.numpy.{name}")
    if not callable(program):
        raise TypeError(f"{accepted}, not {type(program).__name__}")


def _check_shapes(args: tuple[Any, ...], static: Iterable[int | str]) -> None:
    """Raise TypeError for an argument such as (8, 8), which JAX would not treat as a shape."""
    values = _as_list(static)
    for at, arg in enumerate(args):
        numbers = isinstance(arg, tuple | list) and arg and all(type(n) is int for n in arg)
        if numbers and at not in values:
            sizes = ", ".join(map(str, arg))
            raise TypeError(
                f'argument {at} is {shorten(arg)}: write "f32[{sizes}]" for an array of that '
                "shape, name the argument in `static`, or give an array"
            )


def _check_missing_arguments(program: Any) -> None:
    """Raise TypeError if a function needs arguments; call this if the caller specified none."""
    try:
        inspect.signature(program).bind()
    except TypeError as error:
        name = getattr(program, "__name__", type(program).__name__)
        raise TypeError(
            f'specify the arguments of {name}, as in cost({name}, "f32[128, 64]"): {error}'
        ) from None
    except ValueError:  # the function has no signature
        return


def _is_array(leaf: Any) -> bool:
    """Return True for an array, a number or a string, which specifies an array."""
    return isinstance(leaf, bool | int | float | complex | np.generic | str) or (
        hasattr(leaf, "shape") and hasattr(leaf, "dtype")
    )


def _check_outputs(outputs: Any, inputs: list[Any]) -> Any:
    """Return the outputs of a function; raise TypeError if one of them is not an array.

    JAX's own error would name an internal wrapper instead of the user's function.
    """
    for leaf in jax.tree.leaves(outputs):
        if isinstance(leaf, str) or not _is_array(leaf):
            if any(leaf is other for other in inputs):
                raise TypeError(
                    f"an argument is of type {type(leaf).__name__}, but a program computes with "
                    'arrays and numbers: pass an array or a specification such as "f32[8]"'
                )
            raise TypeError(
                f"the function returns a {type(leaf).__name__}, but a program returns arrays and "
                "numbers: return these, or a tuple, list or dictionary of them"
            )
    return outputs


def _is_hashable(program: Any) -> bool:
    """Return True if a function is hashable, as JAX requires; a callable dataclass often is not."""
    try:
        hash(program)
    except TypeError:
        return False
    return True


def _as_list(static: Any) -> list[Any]:
    keys = [static] if isinstance(static, int | str) else static
    if not isinstance(keys, list | tuple | set | frozenset):
        raise ValueError(f"`static` is a position, a keyword or a list of these, not {static!r}")
    return list(keys)


def _static_arguments(
    static: Any, args: tuple[Any, ...], keywords: Mapping[str, Any]
) -> dict[int | str, Any]:
    """Return the static arguments in a dictionary with their positions or names as keys.

    Raise ValueError if `static` names an argument that the caller did not pass.
    """
    arguments: dict[int | str, Any] = {}
    for key in _as_list(static):
        if isinstance(key, int) and 0 <= key < len(args):
            arguments[key] = args[key]
        elif key in keywords:
            arguments[key] = keywords[key]
        else:
            names = ", ".join(keywords) or "none"
            raise ValueError(
                f"`static` names {shorten(key)}, but there is no such argument: the {len(args)} "
                f"positions count from 0, and the keywords are {names}"
            )
    return arguments
