"""Parse the origin of an op: its source line and the `jax.named_scope`s around it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import takewhile
from os import sep
from pathlib import Path, PurePath
from typing import NamedTuple

_NAME = re.compile(r'loc\("((?:[^"\\]|\\.)*)"[()]')
_FRAME = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):\d+')
_WRAPPED = re.compile(r"\w*\((.*)\)")
# Parts of an op's name that JAX adds: the names of called functions and of the parts of loops.
_FUNCTIONS = re.compile(r"p?jit\(.*\)")
_ADDED_BY_JAX = re.compile(
    r"closed_call|core_call|checkpoint|remat2?|rematted_computation|custom_[jl]vp_call\w*|shard_map|"
    r"custom_vjp_call\w*|xla_pmap|branch_\d+_fun|eval_jaxpr"
)
_LOOPS = {"while": ("body", "cond"), "cond": ()}
_THIS_PACKAGE = f"{Path(__file__).parents[2]}{sep}"


def is_installed(path: str) -> bool:
    """Return True for a path in site-packages or dist-packages."""
    return "site-packages" in path or "dist-packages" in path


class Origin(NamedTuple):
    """The origin of an op: a scope such as `net/layer`, and a line such as `model.py:12`.

    The scope is empty for an op outside of all scopes, and the line is empty if it is unknown.
    """

    scope: str = ""
    line: str = ""

    def within(self, outer: Origin) -> Origin:
        """Return the origin of an op inside of a function that was called at `outer`."""
        scope = "/".join(filter(None, (outer.scope, self.scope)))
        return Origin(scope, self.line or outer.line)


NOWHERE = Origin()


def parse_origin(location: str) -> Origin:
    """Parse MLIR's `loc(...)`. Parsed parts are cached, since many ops have the same parts."""
    name = _NAME.match(location)
    if name is None:
        return Origin("", _line(location))
    scopes, _, own = name[1].rpartition("/")
    calls = own if _FUNCTIONS.fullmatch(own) else ""
    return Origin(_scope(f"{scopes}/{calls}"), _line(location[name.end() :]))


@lru_cache(maxsize=10_000)
def _scope(name: str) -> str:
    return "/".join(_scopes(name))


@lru_cache(maxsize=10_000)
def _line(location: str) -> str:
    """Return the innermost source line outside of installed packages, as `model.py:12`.

    If all frames are in installed packages, return the innermost line; without frames, return "".
    The frames of this package and of its callers are not part of the traced program.
    """
    frames = [*takewhile(lambda f: not f[0].startswith(_THIS_PACKAGE), _FRAME.findall(location))]
    user_frames = [frame for frame in frames if not is_installed(frame[0])]
    file, number = next(iter(user_frames or frames), ("", ""))
    # The file of a program that was parsed from text is "-".
    name = "text" if file == "-" else PurePath(file).name
    return f"{name}:{number}" if name else ""


def _scopes(name: str) -> list[str]:
    """Return an op's scopes, without its name, names that JAX adds, and wrappers (`jvp(...)`)."""
    *parts, own = _split(name)
    if own and "eval_jaxpr" in parts:
        parts = _without_repetition(parts)
    scopes: list[str] = []
    loop: tuple[str, ...] = ()
    wrapped_names: list[str] = []  # `transpose(jvp(net))/jvp(net)` is one scope, net
    for part in parts:
        if part in loop or _ADDED_BY_JAX.fullmatch(part) or _FUNCTIONS.fullmatch(part):
            loop = ()
        elif part in _LOOPS:
            loop = _LOOPS[part]
        else:
            names, wrapped = _unwrap(part), _WRAPPED.fullmatch(part)
            scopes += [] if wrapped and names == wrapped_names else names
            wrapped_names = names if wrapped else []
    return scopes


def _without_repetition(parts: list[str]) -> list[str]:
    """Remove the scopes that JAX 0.12 repeats for a call inside of a loop body."""
    start = len(parts) - parts[::-1].index("eval_jaxpr")
    half = (len(parts) - start) // 2
    twice = half and parts[start : start + half] == parts[start + half :]
    return parts[:-half] if twice else parts


def _unwrap(part: str) -> list[str]:
    match = _WRAPPED.fullmatch(part)
    if not match:
        return [part] if part else []
    return [name for inner in _split(match[1]) for name in _unwrap(inner)]


def _split(name: str) -> list[str]:
    """Split a name at slashes outside of parentheses."""
    parts, depth = [""], 0
    for character in name:
        depth += (character == "(") - (character == ")")
        if character == "/" and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts
