"""Names that others chose, as they may stand on a terminal."""

_MOST = 40


def plain(name: str) -> str:
    """On one line, of bounded length, with nothing in it that a terminal obeys."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)
    return shown if len(shown) <= _MOST else f"{shown[: _MOST - 1]}…"
