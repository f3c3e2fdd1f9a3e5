"""A roof and a program under it, as an SVG that a notebook shows by itself."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from manylanes._record.quantity import seconds

if TYPE_CHECKING:
    from manylanes._roofline import Roofline

_WIDE, _HIGH = 560, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 20, 44, 52
_STYLE = (
    "text{font:13px sans-serif;fill:currentColor}.s{font-size:11px}"
    "path,line{stroke:currentColor;fill:none}.g{stroke-opacity:.2}"
)


class _Scale:
    """Decades of a logarithmic axis, and where a value lies on it."""

    def __init__(self, values: list[float], first: float, last: float) -> None:
        self.low, self.high = floor(log10(min(values))), ceil(log10(max(values)))
        self.high += self.low == self.high
        self.first, self.last = first, last

    def at(self, value: float) -> float:
        part = (log10(value) - self.low) / (self.high - self.low)
        return self.first + part * (self.last - self.first)

    @property
    def decades(self) -> range:
        return range(self.low, self.high + 1)


def svg(found: Roofline) -> str:
    """Intensity to the right, operations in each second upwards, both by factors of ten."""
    roof, x = found.roof, found.intensity
    knee = roof.rate / roof.bandwidth
    reached = [found.work / s for s in (found.low_s, found.high_s)]
    measured = found.work / found.timing.median if found.timing else None
    across = _Scale([x / 8, x * 8, knee / 8, knee * 8], _LEFT, _WIDE - _RIGHT)
    edge = 10.0**across.low * roof.bandwidth
    heights = [edge, roof.rate * 1.5, *reached, *([measured] if measured else [])]
    up = _Scale(heights, _HIGH - _BOTTOM, _TOP)
    right = 10.0**across.high
    parts = [
        *_grid(across, up),
        f'<path stroke-width="2" d="M{across.at(10.0**across.low):.1f},{up.at(edge):.1f} '
        f"L{across.at(knee):.1f},{up.at(roof.rate):.1f} "
        f'L{across.at(right):.1f},{up.at(roof.rate):.1f}"/>',
        f'<line stroke-width="5" stroke-opacity=".5" x1="{across.at(x):.1f}" '
        f'y1="{up.at(max(reached)):.1f}" x2="{across.at(x):.1f}" y2="{up.at(min(reached)):.1f}"/>',
    ]
    for rate, fill in ((max(reached), "none"), (measured, "currentColor")):
        if rate:
            parts.append(f'<circle cx="{across.at(x):.1f}" cy="{up.at(rate):.1f}" r="5" '
                         f'stroke="currentColor" fill="{fill}"/>')  # fmt: skip
    said = f"predicted (ring) {seconds(found.low_s)} to {seconds(found.high_s)}"
    said += f", measured (dot) {seconds(found.timing.median)}" if found.timing else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" role="img" '
        f'width="{_WIDE}"><title>{escape(f"Roofline: {found.verdict}; {said}")}</title>'
        f"<style>{_STYLE}</style>"
        f'<text x="{_LEFT}" y="18">{escape(found.verdict)}</text>'
        f'<text class="s" x="{_LEFT}" y="34">{escape(said)}</text>{"".join(parts)}</svg>'
    )


def _grid(across: _Scale, up: _Scale) -> list[str]:
    low, left = _HIGH - _BOTTOM, _LEFT
    found = []
    for n in across.decades:
        at = across.at(10.0**n)
        found.append(f'<line class="g" x1="{at:.1f}" y1="{_TOP}" x2="{at:.1f}" y2="{low}"/>'
                     f'<text class="s" text-anchor="middle" x="{at:.1f}" y="{low + 16}">'
                     f"{10.0**n:g}</text>")  # fmt: skip
    for n in up.decades:
        at = up.at(10.0**n)
        found.append(f'<line class="g" x1="{left}" y1="{at:.1f}" x2="{_WIDE - _RIGHT}" '
                     f'y2="{at:.1f}"/><text class="s" text-anchor="end" x="{left - 6}" '
                     f'y="{at + 4:.1f}">{_rate(n)}</text>')  # fmt: skip
    middle = (left + _WIDE - _RIGHT) / 2
    found.append(
        f'<text text-anchor="middle" x="{middle}" y="{_HIGH - 10}">operations for each byte</text>'
    )
    return found


def _rate(decade: int) -> str:
    """Operations in a second, as people say them."""
    for power, word in ((15, "P"), (12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if decade >= power:
            return f"{10 ** (decade - power)} {word}op/s"
    return f"{10.0**decade:g} op/s"
