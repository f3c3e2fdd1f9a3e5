"""Where an op was written: its source line, and the `jax.named_scope`s around it."""

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
# What JAX itself writes into the name of an op: functions that it calls, and parts of its loops.
_FUNCTIONS = re.compile(r"p?jit\(.*\)")
_OWN = re.compile(
    r"closed_call|core_call|checkpoint|remat2?|rematted_computation|custom_[jl]vp_call\w*|shard_map|"
    r"custom_vjp_call\w*|xla_pmap|branch_\d+_fun|eval_jaxpr"
)
_LOOPS = {"while": ("body", "cond"), "cond": ()}
_OURS = f"{Path(__file__).parents[2]}{sep}"


def is_installed(path: str) -> bool:
    """Return True for a file of an installed package."""
    return "site-packages" in path or "dist-packages" in path


class Origin(NamedTuple):
    """`scope` is `net/layer`, empty outside of any; `line` is `model.py:12`, empty if unknown."""

    scope: str = ""
    line: str = ""

    def within(self, outer: Origin) -> Origin:
        """Of an op of a function that was called there: names are relative to the call."""
        scope = "/".join(name for name in (outer.scope, self.scope) if name)
        return Origin(scope, self.line or outer.line)


NOWHERE = Origin()


def origin(location: str) -> Origin:
    """What MLIR's `loc(...)` says of it; the parts of it recur, where the whole does not."""
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
    """The innermost line that is not of an installed package; JAX leaves out its own.

    Frames from this package outwards belong to the caller, not to the program.
    """
    frames = [*takewhile(lambda f: not f[0].startswith(_OURS), _FRAME.findall(location))]
    own = [frame for frame in frames if not is_installed(frame[0])]
    file, number = next(iter(own or frames), ("", ""))
    name = "text" if file == "-" else PurePath(file).name  # of a program that was read as text
    return f"{name}:{number}" if name else ""


def _scopes(name: str) -> list[str]:
    """The scopes alone: without the op's own name, what JAX writes, and `jvp(...)` around them."""
    *parts, own = _split(name)
    if own and "eval_jaxpr" in parts:
        parts = _said_once(parts)
    kept: list[str] = []
    loop: tuple[str, ...] = ()
    said: list[str] = []  # by the last part in brackets: `transpose(jvp(net))/jvp(net)` is one net
    for part in parts:
        if part in loop or _OWN.fullmatch(part) or _FUNCTIONS.fullmatch(part):
            loop = ()
        elif part in _LOOPS:
            loop = _LOOPS[part]
        else:
            names, wrapped = _unwrapped(part), _WRAPPED.fullmatch(part)
            kept += [] if wrapped and names == said else names
            said = names if wrapped else []
    return kept


def _said_once(parts: list[str]) -> list[str]:
    """JAX 0.12 names the scopes of a call twice, where it goes through a loop's body."""
    start = len(parts) - parts[::-1].index("eval_jaxpr")
    half = (len(parts) - start) // 2
    twice = half and parts[start : start + half] == parts[start + half :]
    return parts[:-half] if twice else parts


def _unwrapped(part: str) -> list[str]:
    found = _WRAPPED.fullmatch(part)
    if not found:
        return [part] if part else []
    return [name for inner in _split(found[1]) for name in _unwrapped(inner)]


def _split(name: str) -> list[str]:
    """At the slashes that stand in no bracket."""
    parts, depth = [""], 0
    for sign in name:
        depth += (sign == "(") - (sign == ")")
        if sign == "/" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts
