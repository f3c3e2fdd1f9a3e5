"""Render the insight page as one HTML file with SVG figures and without scripts."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from autograder.classroom.reports.insight import Insight
from autograder.core.messages.printable import plain

_TEMPLATE = "insight.html.j2"
_BINS, _WIDTH, _HEIGHT = 10, 480, 140
_LABELS = 20  # height of the labels above and below the bars


@dataclass(frozen=True)
class _Bar:
    """A bar of the histogram. The attributes `x`, `y`, `width` and `height` are those of SVG."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    count: int
    lower_limit: float


@dataclass(frozen=True)
class _Histogram:
    """The number of students by points."""

    width: int
    height: int
    max_points: float
    bars: list[_Bar]


def insight_page(insight: Insight) -> str:
    """Return the insight page as HTML."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined
    )
    templates.filters["plain"] = plain
    page = templates.get_template(_TEMPLATE)
    return page.render(insight=insight, histogram=_histogram(insight)) + "\n"


def _histogram(insight: Insight) -> _Histogram:
    max_points = insight.max_points or 1.0
    counts = [0] * _BINS
    for total in insight.totals:
        counts[min(_BINS - 1, int(_BINS * total / max_points))] += 1
    step, largest, bottom = _WIDTH / _BINS, max([*counts, 1]), _HEIGHT - _LABELS
    bars = []
    for n, count in enumerate(counts):
        height = (bottom - _LABELS) * count / largest
        x, lower_limit = n * step, max_points * n / _BINS
        bar = _Bar(x + 2, bottom - height, step - 4, height, x + step / 2, count, lower_limit)
        bars.append(bar)
    return _Histogram(_WIDTH, _HEIGHT, max_points, bars)
