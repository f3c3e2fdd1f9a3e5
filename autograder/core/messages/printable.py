"""Names that others chose, as they may stand on a terminal."""

_MOST = 40


def printable(line: str) -> str:
    """On one line, with nothing in it that a terminal obeys."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def plain(name: str) -> str:
    """The same, of bounded length."""
    shown = printable(name)
    return shown if len(shown) <= _MOST else f"{shown[: _MOST - 1]}…"
