"""Make untrusted names, such as those of files, safe to print on a terminal."""

_MOST = 40


def printable(line: str) -> str:
    """Return a line in which non-printable characters are escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def plain(name: str) -> str:
    """Escape the non-printable characters of a name, and shorten it to 40 characters."""
    text = printable(name)
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"
