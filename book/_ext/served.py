"""A script as it is served: one of several, with short names where there is a minifier.

Where there is none (`pyproject.toml`) it is served as it was written: longer, and the same program.
"""

from __future__ import annotations

try:
    import minify
except ImportError:
    minify = None


def served(*scripts: str) -> str:
    joined = "\n".join(scripts)
    return minify.string("application/javascript", joined) if minify else joined
