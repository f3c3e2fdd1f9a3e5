"""Change one part of the sandbox while one attack runs."""

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
class Context:
    """The objects that a switch needs."""

    patch: pytest.MonkeyPatch
    folder: Path
    place: Place
    cleanup: ExitStack  # callbacks for the end of the attack


Switch = Callable[[Context], Limits | None]


def limits(**words: Any) -> Switch:
    return lambda context: replace(QUICK, **words)


def set_attr(owner: Any, name: str, value: Any) -> Switch:
    """Return a switch that replaces an attribute, which must exist."""
    getattr(owner, name)  # a missing attribute raises an error when tests are collected
    return lambda context: context.patch.setattr(owner, name, value)


def command_line(change: Callable[[Context, list[str]], list[str]]) -> Switch:
    """Return a switch that changes the bubblewrap command line."""

    def switch(context: Context) -> None:
        real = bwrap.command
        context.patch.setattr(bwrap, "command", lambda *words: change(context, real(*words)))

    return switch


def omit_options(*words: str) -> Switch:
    return command_line(lambda context, line: [word for word in line if word not in words])


def combine(*switches: Switch) -> Switch:
    """Combine switches for a defence that consists of several parts; the first limits apply."""

    def switch(context: Context) -> Limits | None:
        limits = [one(context) for one in switches]
        return next(filter(None, limits), None)

    return switch


def share_namespace(name: str) -> Switch:
    """Return a switch that shares one of the host's namespaces with the server and its forks."""
    return lambda context: context.patch.setattr(
        bwrap, "NAMESPACES", tuple(other for other in bwrap.NAMESPACES if other != name)
    )


QUOTED: list[tuple[str, str]] = []  # pairs of a file and the source text that a switch replaces


def replace_source(file: str, new: str, *olds: str) -> Switch:
    """Return a switch that replaces source text in a copy of the packages for the sandbox."""
    QUOTED.extend((file, old) for old in olds)

    def switch(context: Context) -> None:
        if not (context.folder / "code").exists():
            for package in (bwrap.PACKAGE, bwrap.PACKAGE.parent / "manylanes"):
                shutil.copytree(package, context.folder / "code" / package.name)
        path = context.folder / "code/autograder" / file
        text = path.read_text()
        for old in olds:
            assert old in text, f"{file} no longer contains {old!r}"
            text = text.replace(old, new)
        path.write_text(text)
        context.patch.setattr(bwrap, "PACKAGE", context.folder / "code/autograder")

    return switch


def replace_in_folder(folder: str, file: str, new: str, *olds: str) -> Switch:
    """Return a switch that replaces source text in one file, given by its folder and its name."""
    return replace_source(f"{folder}/{file}", new, *olds)
