"""Compute the span: the longest chain of dependent ops in each executed block."""

from __future__ import annotations

from collections.abc import Callable

from oracle_trace import Array, Event, Frame


def depth(frame: Frame, live: Callable[[Event], bool], free: Callable[[Event], bool]) -> int:
    """Return the span of one block, whose outer operands are ready when it starts."""
    depths: dict[Array, int] = {}
    longest = 0
    for event in filter(live, frame.events):
        read = [*event.inputs, *event.waited(live)]
        at = max((depths.get(a, 0) for a in read), default=0)
        if event.frames:
            at += event.waits + sum(
                depth(inner, live, free) for inner in event.frames if not inner.ghost
            )
        elif event.folded:
            at = 0
        else:
            at += event.waits + (0 if free(event) else event.depth)
        depths.update(dict.fromkeys(event.results, at))
        longest = max(longest, at)
    return longest
