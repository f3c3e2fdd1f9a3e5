"""Parse the source of a page into directives and prose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

FENCE = re.compile(r"^\s*(?P<marks>`{3,}|:{3,}|~{3,})\s*(?:\{(?P<name>[\w-]+)\})?\s*(?P<rest>.*)$")
OPTION_OR_COMMENT = re.compile(r"%|\s*:[\w-]+:")
# Directives whose body is code, data or a figure. All other directives contain prose.
NOT_PROSE = {"code-cell", "raw", "math", "measured-table", "measured-bars", "toctree", "walls"}
ONE_WORD = re.compile(r"\{[\w:-]+\}`+[^`]*`+|`+[^`]*`+|\$[^$]+\$")  # a role, code, a formula
WORD = re.compile(r"\w[\w'.,\N{RIGHT SINGLE QUOTATION MARK}-]*")


@dataclass(frozen=True)
class Violation:
    """A violation of a rule: its line, counted from 1, and a message for the author."""

    line: int
    message: str


@dataclass(frozen=True)
class Block:
    """A directive of a page, such as `{predict} brackets`, with its line."""

    name: str
    argument: str
    line: int


@dataclass(frozen=True)
class Line:
    """A line of prose and its number."""

    number: int
    text: str


@dataclass(frozen=True)
class Page:
    """The source of a page."""

    text: str

    @cached_property
    def _read(self) -> tuple[tuple[Block, ...], tuple[Line, ...]]:
        blocks: list[Block] = []
        prose: list[Line] = []
        # For each open fence: its marks, and whether its body is prose.
        fences: list[tuple[str, bool]] = []
        in_head, in_math = False, False
        for number, text in enumerate(self.text.splitlines(), 1):
            if text.strip() == "---" and (number == 1 or in_head):
                in_head = number == 1
            elif in_head:
                continue
            elif (match := FENCE.match(text)) and not in_math:
                marks, name = match["marks"], match["name"]
                if fences and not name and not match["rest"] and marks.startswith(fences[-1][0]):
                    fences.pop()
                elif not fences or fences[-1][1]:
                    fences.append((marks, name is not None and name not in NOT_PROSE))
                    if name:
                        blocks.append(Block(name, match["rest"].strip(), number))
            elif not all(is_prose for _, is_prose in fences):
                continue
            elif in_math or text.strip().startswith("$$"):
                in_math = in_math != (text.count("$$") == 1)
            elif not OPTION_OR_COMMENT.match(text):
                prose.append(Line(number, text))
        return tuple(blocks), tuple(prose)

    def blocks(self, *names: str) -> list[Block]:
        """Return the directives with one of the names, except those inside of `NOT_PROSE`."""
        return [block for block in self._read[0] if block.name in names]

    @property
    def prose(self) -> tuple[Line, ...]:
        """Headings and prose, line by line: no front matter, code, `$$`, options or comments."""
        return self._read[1]

    @property
    def words(self) -> int:
        """The number of words, with headings; a role, code or an inline formula is one word."""
        return sum(len(WORD.findall(ONE_WORD.sub("word", line.text))) for line in self.prose)
