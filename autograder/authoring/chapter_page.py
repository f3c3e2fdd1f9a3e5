"""Parse the page of a chapter into directives and prose.

A part of a chapter is identified by the directive that it contains, not by its heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FENCE = re.compile(r"^\s*(?P<marks>`{3,}|:{3,}|~{3,})\s*(?:\{(?P<name>[\w-]+)\})?\s*(?P<rest>.*)$")
HEADING = re.compile(r"^(#+) +(.+)$")
# Directives whose body is code, data or a figure. All other directives contain prose.
NOT_PROSE = {"code-cell", "raw", "math", "measured-table", "measured-bars", "toctree"}
ONE_WORD = re.compile(r"\{[\w:-]+\}`+[^`]*`+|`+[^`]*`+|\$[^$]+\$")  # a role, code, a formula
WORD = re.compile(r"\w[\w'.,\N{RIGHT SINGLE QUOTATION MARK}-]*")


@dataclass(frozen=True)
class Block:
    """A directive of a page, such as `{predict} brackets`, with its line and section."""

    name: str
    argument: str
    line: int
    section: int


@dataclass(frozen=True)
class Line:
    """A line of prose, with the number of the section (`##`) that contains it."""

    text: str
    section: int


@dataclass(frozen=True)
class Page:
    """A page with its file, whose text is parsed on first use."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> Page:
        """Read a page from a file."""
        return cls(path, path.read_text(encoding="utf-8"))

    @cached_property
    def _read(self) -> tuple[tuple[Block, ...], tuple[Line, ...]]:
        blocks: list[Block] = []
        prose: list[Line] = []
        fences: list[tuple[str, bool]] = []  # the opening marks, and whether the body is prose
        section, head = 0, False
        for number, text in enumerate(self.text.splitlines(), 1):
            if text.strip() == "---" and (number == 1 or head):
                head = number == 1
            elif head:
                continue
            elif match := FENCE.match(text):
                marks, name = match["marks"], match["name"]
                if fences and not name and not match["rest"] and marks.startswith(fences[-1][0]):
                    fences.pop()
                elif not fences or fences[-1][1]:
                    fences.append((marks, name is not None and name not in NOT_PROSE))
                    if name:
                        blocks.append(Block(name, match["rest"].strip(), number, section))
            elif all(is_prose for _, is_prose in fences):
                heading = HEADING.match(text)
                section += heading is not None and len(heading[1]) == 2 and not fences
                prose.append(Line(text, section))
        return tuple(blocks), tuple(prose)

    def blocks(self, *names: str) -> list[Block]:
        """Return the directives with these names, in order."""
        return [block for block in self._read[0] if block.name in names]

    @property
    def sections(self) -> list[str]:
        """Return the prose of each section. The first entry is the prose before any `##`."""
        lines = self._read[1]
        count = lines[-1].section + 1 if lines else 1
        return [
            "\n".join(line.text for line in lines if line.section == number)
            for number in range(count)
        ]

    @property
    def tasks_section(self) -> int:
        """Return the number of the section that contains the last task table."""
        return max((block.section for block in self.blocks("task-table")), default=0)

    @property
    def words(self) -> int:
        """Return the number of words of prose, without code and options. A formula counts as one
        word.
        """
        count, display = 0, False
        for line in self._read[1]:
            text = line.text.strip()
            if display or text.startswith("$$"):
                display = display != (text.count("$$") == 1)
            elif not re.match(r"(%|:[\w-]+:)", text):
                count += len(WORD.findall(ONE_WORD.sub("word", text)))
        return count
