"""Make untrusted text, such as names of files, safe to print, and wrap lines."""

import textwrap

WIDTH = 88
_MOST = 40


def printable(line: str) -> str:
    """Return a line in which non-printable characters are escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def plain(name: str) -> str:
    """Escape the non-printable characters of a name, and shorten it to 40 characters."""
    text = printable(name)
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


def replace_control_characters(text: str) -> str:
    """Replace characters that are not printable, except line breaks and tabs.

    These characters, such as control characters and lone surrogates, may come from the answer. A
    terminal or a feedback page could interpret or reject them.
    """
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )


def wrap(text: str) -> str:
    """Wrap each line of a text."""
    return "\n".join(textwrap.fill(line, WIDTH) for line in text.splitlines())
