"""Units, and the format of a quantity: prefix and the number of digits for its interval."""

from __future__ import annotations

from math import floor, isfinite, log10

from manylanes.records import Quantity

NARROW = "\N{NARROW NO-BREAK SPACE}"
TIME_UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
PREFIXES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
SCALED = ("FLOP/s", "B/s", "FLOP", "B")
# Units in LONG_TIME_UNITS, BINARY and INTEGER_RATES are used only if a page requests them.
LONG_TIME_UNITS = {"min": 60.0, "h": 3600.0, "days": 86400.0}
BINARY = {"KiB": 1024.0}
INTEGER_RATES = {prefix + "op/s": size for prefix, size in PREFIXES.items()}
HERTZ = {prefix + "Hz": size for prefix, size in PREFIXES.items()}
ALL_UNITS = {
    *TIME_UNITS, "us", "%", *BINARY, *INTEGER_RATES,
    *(prefix + base for prefix in PREFIXES for base in SCALED),
}  # fmt: skip


def units_of(base: str) -> dict[str, float]:
    """Return the units in which a quantity in a base unit can be written, with their sizes."""
    if base == "s":
        return TIME_UNITS | LONG_TIME_UNITS
    if base == "1/s":  # clock rates: FLOP/s divided by 1/s gives FLOP per clock cycle
        return HERTZ
    if base in SCALED:
        sizes = {prefix + base: size for prefix, size in PREFIXES.items()}
        return sizes | {"B": BINARY, "FLOP/s": INTEGER_RATES}.get(base, {})
    return {base: 1.0, "%": 0.01} if base == "" else {base: 1.0}


def size_of(base: str, unit: str | None, median: float) -> tuple[str, float]:
    """Return a unit and its size: `unit` if given, or the largest with `median` at least 1.

    If `median` is below 1 in all units, return the smallest unit. A ratio has no unit unless one is
    given. Raise ValueError if the quantity cannot be written in `unit`.
    """
    units = units_of(base)
    if unit is not None:
        unit = unit.replace("us", "µs") if base == "s" else unit
        if unit not in units:
            text = f"A quantity in {base}" if base else "A ratio"
            names = ", ".join(filter(None, units))
            raise ValueError(f"{text} cannot be written in '{unit}'; units: {names}")
        return unit, units[unit]
    if base == "":
        return "", 1.0
    chosen = {
        n: size for n, size in units.items() if n not in {*BINARY, *LONG_TIME_UNITS, *INTEGER_RATES}
    }
    fitting = [size for size in chosen.values() if abs(median) >= size]
    best = max(fitting) if fitting else min(chosen.values())
    return next((name, size) for name, size in chosen.items() if size == best)


def from_stated(value: float, unit: str) -> Quantity:
    """Convert a stated number such as `66.9 TFLOP/s` to a quantity in base units (FLOP/s).

    Unknown units, minutes, hours and days do not change.
    """
    for base in (*SCALED, "s", "1/s"):
        if unit in units_of(base).keys() - LONG_TIME_UNITS:
            value, unit = value * units_of(base)[unit], base
            break
    return Quantity.exact(value, unit)


def digits_of(quantity: Quantity) -> int:
    """Return the number of digits to show: 3 if the interval is at most 5 % wide, else 2."""
    width = quantity.high - quantity.low
    return 3 if width <= 0.05 * abs(quantity.median) else 2


def format_number(value: float, digits: int = 3) -> str:
    """Format a number with at least the given number of significant digits, without an exponent.

    All digits of the whole part are shown; those beyond `digits` are zeros. Commas separate groups.
    """
    if value == 0 or not isfinite(value):
        return f"{value:g}"
    value = float(f"{value:.{digits - 1}e}")  # round before counting decimals: 9.996 becomes 10.0
    decimals = max(digits - 1 - floor(log10(abs(value))), 0)
    return f"{value:,.{decimals}f}"


def format_median(quantity: Quantity, unit: str | None = None, is_stated: bool = False) -> str:
    """Format the median of a quantity with its unit.

    Stated whole numbers keep all digits. Other stated numbers lose trailing zeros.
    """
    name, size = size_of(quantity.unit, unit, quantity.median)
    value = quantity.median / size
    whole = is_stated and abs(value - round(value)) <= 1e-9 * abs(value)
    text = format_number(value, len(str(round(abs(value)))) if whole else digits_of(quantity))
    if is_stated and "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if not name else f"{text}{NARROW}{name}"


def format_interval(quantity: Quantity, unit: str | None = None) -> str:
    """Format the interval of the median in the unit of the median."""
    return format_range(quantity.low, quantity.high, quantity, unit)


def format_range(low: float, high: float, quantity: Quantity, unit: str | None = None) -> str:
    """Format the range from `low` to `high` in the unit of the quantity's median."""
    name, size = size_of(quantity.unit, unit, quantity.median)
    text = " to ".join(format_number(value / size) for value in (low, high))
    return f"{text}{NARROW}{name}" if name else text


def interval_line(quantity: Quantity, unit: str | None) -> tuple[str, str]:
    """Return label and text for a card: the 95 % confidence interval, or the range of samples."""
    what = "95 % confidence interval:" if quantity.has_interval else "Range:"
    return what, format_interval(quantity, unit)
