"""Draw a roofline as SVG, which a notebook displays without a drawing library."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10

from manylanes._record.quantity import format_seconds
from manylanes._roof import Roof

_WIDTH, _HEIGHT = 560, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 20, 44, 52
_STYLE = (
    "text{font:13px sans-serif;fill:currentColor}.s{font-size:11px}"
    "path,line{stroke:currentColor;fill:none}.g{stroke-opacity:.2}"
)


class _Scale:
    """A logarithmic axis that spans whole decades."""

    def __init__(self, values: list[float], first: float, last: float) -> None:
        self.low, self.high = floor(log10(min(values))), ceil(log10(max(values)))
        self.high += self.low == self.high
        self.first, self.last = first, last

    def position(self, value: float) -> float:
        """Return the pixel position of a value."""
        fraction = (log10(value) - self.low) / (self.high - self.low)
        return self.first + fraction * (self.last - self.first)

    @property
    def decades(self) -> range:
        return range(self.low, self.high + 1)


def draw_roofline(
    roof: Roof,
    work: int,
    intensity: float,
    predicted_s: tuple[float, float],
    measured_s: float | None,
    verdict: str,
) -> str:
    """Return a log-log plot, as SVG text, of operations per second over arithmetic intensity."""
    ridge = roof.rate / roof.bandwidth
    predicted = [work / seconds for seconds in predicted_s]
    measured = None if measured_s is None else work / measured_s
    x_axis = _Scale([n * f for n in (intensity, ridge) for f in (1 / 8, 8)], _LEFT, _WIDTH - _RIGHT)
    lowest = 10.0**x_axis.low * roof.bandwidth
    heights = [lowest, roof.rate * 1.5, *predicted, *([measured] if measured else [])]
    y_axis = _Scale(heights, _HEIGHT - _BOTTOM, _TOP)
    left, right = (x_axis.position(10.0**n) for n in (x_axis.low, x_axis.high))
    top = y_axis.position(roof.rate)
    at = x_axis.position(intensity)
    fastest, slowest = (y_axis.position(pick(predicted)) for pick in (max, min))
    parts = [
        *_grid(x_axis, y_axis),
        f'<path stroke-width="2" d="M{left:.1f},{y_axis.position(lowest):.1f} '
        f'L{x_axis.position(ridge):.1f},{top:.1f} L{right:.1f},{top:.1f}"/>',
        f'<line stroke-width="5" stroke-opacity=".5" x1="{at:.1f}" '
        f'y1="{fastest:.1f}" x2="{at:.1f}" y2="{slowest:.1f}"/>',
    ]
    for rate, fill in ((max(predicted), "none"), (measured, "currentColor")):
        if rate:
            parts.append(f'<circle cx="{at:.1f}" cy="{y_axis.position(rate):.1f}" r="5" '
                         f'stroke="currentColor" fill="{fill}"/>')  # fmt: skip
    caption = "predicted (ring) {} to {}".format(*map(format_seconds, predicted_s))
    caption += "" if measured_s is None else f", measured (dot) {format_seconds(measured_s)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'width="{_WIDTH}"><title>{escape(f"Roofline: {verdict}; {caption}")}</title>'
        f"<style>{_STYLE}</style>"
        f'<text x="{_LEFT}" y="18">{escape(verdict)}</text>'
        f'<text class="s" x="{_LEFT}" y="34">{escape(caption)}</text>{"".join(parts)}</svg>'
    )


def _grid(x_axis: _Scale, y_axis: _Scale) -> list[str]:
    low, left = _HEIGHT - _BOTTOM, _LEFT
    parts = []
    for n in x_axis.decades:
        x = x_axis.position(10.0**n)
        parts.append(f'<line class="g" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{low}"/>'
                     f'<text class="s" text-anchor="middle" x="{x:.1f}" y="{low + 16}">'
                     f"{10.0**n:g}</text>")  # fmt: skip
    for n in y_axis.decades:
        y = y_axis.position(10.0**n)
        parts.append(f'<line class="g" x1="{left}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" '
                     f'y2="{y:.1f}"/><text class="s" text-anchor="end" x="{left - 6}" '
                     f'y="{y + 4:.1f}">{_format_rate(n)}</text>')  # fmt: skip
    middle = (left + _WIDTH - _RIGHT) / 2
    parts.append(
        f'<text text-anchor="middle" x="{middle}" y="{_HEIGHT - 10}">'
        "operations for each byte</text>"
    )
    return parts


def _format_rate(decade: int) -> str:
    """Return the rate 10**decade with an SI prefix."""
    for power, prefix in ((15, "P"), (12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if decade >= power:
            return f"{10 ** (decade - power)} {prefix}op/s"
    return f"{10.0**decade:g} op/s"
