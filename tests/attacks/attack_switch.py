"""How one thing in the wall is made another, for the time of one attack."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from attack_place import QUICK, Place

from autograder.runner import Limits
from autograder.runner.sandbox.linux import bwrap


@dataclass(frozen=True)
class Off:
    """What a switch needs."""

    patch: pytest.MonkeyPatch
    folder: Path
    place: Place
    later: ExitStack  # what is done once the attack is over


Switch = Callable[[Off], Limits | None]


def limits(**words: Any) -> Switch:
    return lambda off: replace(QUICK, **words)


def setting(thing: Any, name: str, value: Any) -> Switch:
    return lambda off: off.patch.setattr(thing, name, value)


def command_line(change: Callable[[Off, list[str]], list[str]]) -> Switch:
    """Another bubblewrap command line."""

    def switch(off: Off) -> None:
        real = bwrap.command
        off.patch.setattr(bwrap, "command", lambda *words: change(off, real(*words)))

    return switch


def without(*words: str) -> Switch:
    return command_line(lambda off, line: [word for word in line if word not in words])


def seeing(*words: Callable[[Off], str] | str) -> Switch:
    def change(off: Off, line: list[str]) -> list[str]:
        at = line.index("--chdir")
        more = [word if isinstance(word, str) else word(off) for word in words]
        return [*line[:at], *more, *line[at:]]

    return command_line(change)


def both(*switches: Switch) -> Switch:
    """One defence that stands in two places."""

    def switch(off: Off) -> Limits | None:
        limits = [one(off) for one in switches]
        return next(filter(None, limits), None)

    return switch


def shared(name: str) -> Switch:
    """A namespace that is the machine's own, for the server and for its forks."""
    return lambda off: off.patch.setattr(
        bwrap, "NAMESPACES", tuple(other for other in bwrap.NAMESPACES if other != name)
    )


QUOTED: list[tuple[str, str]] = []  # a file, and what a switch looks for in it


def inside(file: str, new: str, *olds: str) -> Switch:
    """Our own code on the sandbox's side, one thing changed."""
    QUOTED.extend((file, old) for old in olds)

    def switch(off: Off) -> None:
        if not (off.folder / "code").exists():
            for package in (bwrap.PACKAGE, bwrap.PACKAGE.parent / "manylanes"):
                shutil.copytree(package, off.folder / "code" / package.name)
        path = off.folder / "code/autograder" / file
        text = path.read_text()
        for old in olds:
            assert old in text, f"{file} has changed: {old!r} is not in it"
            text = text.replace(old, new)
        path.write_text(text)
        off.patch.setattr(bwrap, "PACKAGE", off.folder / "code/autograder")

    return switch
