"""A small book of any pages, and the real one, built once a session."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from books import (
    ALL_PAGES,
    BIBLIOGRAPHY,
    CLAIMS,
    HARDWARE,
    LITERATURE,
    MINI_COURSE,
    ROWS,
    MiniBook,
    RealBook,
    record,
)


@pytest.fixture
def mini(tmp_path: Path) -> Callable[..., MiniBook]:
    """`mini("text of the index page")` builds it with a record, facts, claims and a course."""
    book = MiniBook(tmp_path)
    shutil.copytree(MINI_COURSE, tmp_path / "solutions")
    book.write("data/records/cpu.json", record(*ROWS))
    book.write("data/hardware.toml", HARDWARE)
    book.write("data/literature.toml", LITERATURE)
    book.write("data/claims.toml", CLAIMS)
    book.write("references.bib", BIBLIOGRAPHY)
    book.write("_static/explorables/matmul-cubes.js", "")
    book.write("hardware.md", "# Facts\n\n```{facts-table} hardware\n```\n")
    book.write("records.md", "# Records\n\n```{records}\n```\n")
    book.write("bibliography.md", "# Sources\n\n```{bibliography}\n:all:\n```\n")

    def build(text: str, **pages: str) -> MiniBook:
        for name, words in {"index": text + "\n" + ALL_PAGES, **pages}.items():
            book.write(f"{name}.md", f"# Title\n\n{words}\n")
        return book.build()

    return build


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> RealBook:
    """The real book, with warnings as errors. Tests that use it share an xdist group."""
    real = RealBook(tmp_path_factory.mktemp("book"))
    built = real.build()
    assert built.returncode == 0, built.stdout[-3000:] + built.stderr[-3000:]
    return real
