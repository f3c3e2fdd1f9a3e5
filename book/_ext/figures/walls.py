"""`walls`: a roofline with programs of the chapters, each of which links to its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log10
from typing import Any

import yaml
from docutils import nodes
from sphinx.application import Sphinx

from manylanes.records import Measurement, Record

from ..html.element import make, reference
from ..html.table import make_table
from ..numbers import quantity
from ..numbers.directive import Directive
from ..numbers.expression import Expression
from ..numbers.store import unknown
from ..numbers.term import reject_invalid_roof

WIDTH, HEIGHT = 720, 430
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 14, 44
DIGIT_WIDTH, LABEL_HEIGHT = 8, 15  # width of a digit and height of a label, in units of the figure
TOP_RATE = 2.0  # top of the figure: roofs are medians, so a program may be above its roof


@dataclass(frozen=True)
class Point:
    """A program in the figure, with its coordinates relative to the roofs of its run."""

    page: str
    words: str
    rate: Expression
    relative_intensity: float  # arithmetic intensity, as a multiple of the ridge point
    relative_rate: float  # rate, as a multiple of the compute roof

    @property
    def number(self) -> str:
        return self.page[:2]

    @property
    def roof(self) -> float:
        """The relative rate that both roofs allow at the arithmetic intensity of the program."""
        return min(self.relative_intensity, 1.0)

    @property
    def limit(self) -> str:
        return "compute" if self.relative_intensity >= 1 else "memory"


class Walls(Directive):
    """The directive `walls`, whose body maps each page to programs and their measurements."""

    has_content = True

    def render(self) -> list[nodes.Node]:
        body = yaml.safe_load("\n".join(self.content)) or {}
        spots = [
            self.spot(page, words, text)
            for page, programs in body.items()
            for words, text in programs.items()
        ]
        columns = ("Program", "Rate", "Share of the roof", "Limited by")
        rows = [self.row(spot) for spot in spots]
        return [
            make(
                "figure",
                draw_figure(spots),
                class_="walls",
                tabindex="0",
                role="region",
                aria_label="Roofline",
            ),
            make_table("measured", columns, rows, label="Programs in the figure"),
        ]

    def spot(self, page: str, words: str, text: str) -> Point:
        if page not in self.env.found_docs:
            raise unknown("page", page, sorted(self.env.found_docs), "the book")
        rate = Expression.read(f"{text}.rate")
        store = self.store
        record = store.record(rate.record)
        (term,) = rate.terms
        row = term.row(store, term.roof_suite(store)) if record else None
        if record is None or row is None:
            raise ValueError(f"no record contains the measurement '{text}'")
        store.depend_on(record.id, {row.source_suite, record.roof_results.suite})
        for roof in record.results_of(row.source_suite).roofs:
            reject_invalid_roof(store, record.id, roof)
        return Point(page, words, rate, *coordinates(record, row))

    def row(self, spot: Point) -> nodes.Node:
        share = spot.relative_rate / spot.roof
        link = reference(self.env, "doc", f"/{spot.page}", spot.number)
        return make(
            "tr",
            make("th", link, f" {spot.words}", scope="row"),
            make("td", self.show(spot.rate), class_="number"),
            make("td", f"{quantity.format_number(100 * share, 2)} %", class_="number"),
            make("td", spot.limit, class_="number"),
        )


def coordinates(record: Record, row: Measurement) -> tuple[float, float]:
    """Return intensity and rate of a measurement, relative to the roofs of the same run."""
    peak = record.query("roof[kind=compute].rate", row.source_suite).median
    moved = record.query("roof[kind=memory].bandwidth", row.source_suite).median
    return row.work / row.bytes * moved / peak, row.quantity("rate").median / peak


def draw_figure(spots: list[Point]) -> nodes.Node:
    powers_x, powers_y = (
        decades(it.relative_intensity for it in spots),
        decades(it.relative_rate for it in spots),
    )
    x_low, x_high = powers_x[0], max(powers_x[1], 1)
    y_low, y_high = powers_y[0], log10(TOP_RATE)
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    def x(value: float) -> float:
        return round(LEFT + (log10(value) - x_low) / (x_high - x_low) * (right - LEFT), 1)

    def y(value: float) -> float:
        return round(bottom - (log10(value) - y_low) / (y_high - y_low) * (bottom - TOP), 1)

    start = 10.0 ** max(x_low, y_low)
    roof = [(start, start), (1.0, 1.0), (10.0**x_high, 1.0)]
    points = " ".join(f"{x(across)},{y(up)}" for across, up in roof)
    parts = [make("polyline", class_="walls-roof", points=points)]
    for power in range(x_low, x_high + 1):
        at = x(10.0**power)
        parts.append(make("line", class_="walls-tick", x1=at, x2=at, y1=TOP, y2=bottom))
        parts.append(make("text", power_text(power), x=at, y=bottom + 17, text_anchor="middle"))
    for power in range(y_low, 1):
        parts.append(
            make("text", power_text(power), x=LEFT - 8, y=y(10.0**power) + 4, text_anchor="end")
        )
    middle = (LEFT + right) / 2
    words = "intensity in FLOP per byte, as a multiple of the ridge"
    parts.append(make("text", words, x=middle, y=HEIGHT - 6, text_anchor="middle"))
    turned = f"translate(13 {bottom / 2:.0f}) rotate(-90)"
    words = "rate, as a share of the roof"
    parts.append(make("text", words, transform=turned, text_anchor="middle"))
    label = "Roofline with a program of each chapter; the table below says the same."
    parts += point_nodes(spots, x, y)
    return make("svg", *parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="group", aria_label=label)


def point_nodes(spots: list[Point], x: Any, y: Any) -> Iterator[nodes.Node]:
    """Yield a linked dot with a chapter number for each program, in order of falling rates.

    A number takes the first free place near its dot. If none is free, numbers overlap.
    """
    occupied: list[tuple[float, float]] = []
    for spot in sorted(spots, key=lambda spot: -spot.relative_rate):
        at, high = x(spot.relative_intensity), y(spot.relative_rate)
        choices = [
            (at + right, high + 5 + down * LABEL_HEIGHT)
            for down in (0, -1, 1, -2, 2, -3, 3)
            for right in (7, -7 - 2 * DIGIT_WIDTH)
        ]
        free = [one for one in choices if not any(overlap(one, other) for other in occupied)]
        left, foot = (free or choices)[0]
        occupied += [(left, foot), (at - DIGIT_WIDTH, high + 5)]
        dot = make("circle", class_=f"walls-{spot.limit}", cx=at, cy=high, r=5.5)
        name = make("text", spot.number, class_="walls-name", x=left, y=foot)
        title = make("title", f"{spot.number}: {spot.words}")
        yield make("a", title, dot, name, href=f"{spot.page}.html")


def overlap(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 2 * DIGIT_WIDTH and abs(one[1] - other[1]) < LABEL_HEIGHT


def decades(values: Iterator[float]) -> list[int]:
    """Return the exponents of the two powers of ten that enclose the values."""
    powers = [floor(log10(value)) for value in values]
    return [min(powers), max(powers) + 1]


def power_text(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else f"1/{10**-power:,}"


def setup(app: Sphinx) -> None:
    app.add_directive("walls", Walls)
