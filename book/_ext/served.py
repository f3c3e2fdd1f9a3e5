"""A script as it is served: without comments, and without space that no program needs.

No minifier: names stay, so that what is served can still be read. Strings, templates and patterns
are left as they are; a line may end only where a statement may, so that none is joined to the next.
"""

from __future__ import annotations

import re

TOKEN = re.compile(
    r"""(?P<gap>(?:\s|//[^\n]*)+)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<word>[\w$]+|.)"""
)
PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/\w*")
BEFORE_A_PATTERN = set("(,=:[!&|?{};>")  # elsewhere a stroke divides
OPENS = set("{[(,;:=?&|<>*")  # no statement ends behind these
CLOSES = set("}]),;:.?&|=*")  # and none begins with these


def served(script: str) -> str:
    return _code(script, 0)[0].strip() + "\n"


def _code(script: str, at: int) -> tuple[str, int]:
    """What is served of the code from here to its end, or to the bracket that ends a `${`."""
    out, deep = "", 0
    while at < len(script):
        token = TOKEN.match(script, at)
        assert token is not None
        said, at = token[0], token.end()
        if token["gap"]:
            out += _gap(out, said, script[at : at + 1])
        elif said == "`":
            said, at = _template(script, at)
            out += said
        elif said == "/" and out[-1:] in BEFORE_A_PATTERN:
            pattern = PATTERN.match(script, at - 1)
            assert pattern is not None
            out, at = out + pattern[0], pattern.end()
        elif said == "}" and not deep:
            return out, at
        else:
            deep += (said == "{") - (said == "}")
            out += said
    return out, at


def _gap(out: str, said: str, following: str) -> str:
    before = out[-1:]
    if "\n" in said:
        return "" if not before or before in OPENS or following in CLOSES else "\n"
    both = before + following
    return " " if both in ("++", "--", "//") or re.fullmatch(r"[\w$]{2}", both) else ""


def _template(script: str, at: int) -> tuple[str, int]:
    out = "`"
    while script[at] != "`":
        if script[at] == "\\":
            out, at = out + script[at : at + 2], at + 2
        elif script.startswith("${", at):
            inside, at = _code(script, at + 2)
            out += "${" + inside + "}"
        else:
            out, at = out + script[at], at + 1
    return out + "`", at + 1
