"""Cells run again only if one of their dependencies has changed."""

import json
import re
from pathlib import Path

import books
import pytest
from _ext.rebuild.stale import needs
from books import MiniBook

HEAD = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

"""
CELL = "```{{code-cell}} ipython3\n{}\n```\n"
COUNTS = "from manylanes import cost"
CHECKS = "from autograder import check"
READS = "from pathlib import Path\nprint('read', Path('data/note.toml').read_text())"


def stamps(book: MiniBook) -> dict[str, str]:
    folder = book.folder / "_build" / ".jupyter_cache"
    return dict(json.loads((folder / "executed-against.json").read_text()))


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("book/data/claims.toml", {"checks", "reads"}),
        ("solutions/01_first/01_double.py", {"checks"}),
        ("solutions/01_first/notes.txt", set()),
    ],
)
def test_page_depends_on_the_imports_of_its_cells(
    draft: MiniBook, changed: str, again: set[str]
) -> None:
    pages = {"checks": CHECKS, "counts": COUNTS, "reads": READS}
    draft.write_pages("Words.", **{name: CELL.format(code) for name, code in pages.items()})
    before = stamps(draft.build())
    assert before.keys() == pages.keys()
    with (draft.folder / changed).open("a") as file:
        file.write("\n# changed\n")
    after = stamps(draft.build())
    assert {name for name in pages if after[name] != before[name]} == again


@pytest.mark.parametrize(
    ("code", "folders"),
    [
        ("import math", []),
        ("import manylanes as m", ["manylanes"]),
        ("from autograder import check", ["manylanes", "autograder", "data", "solutions"]),
        ("%run it", ["manylanes", "autograder", "data", "solutions"]),
        ("import importlib", ["manylanes", "autograder", "data", "solutions"]),
        ("open('data/hardware.toml')", ["data"]),
    ],
)
def test_cells_determine_the_folders_a_page_depends_on(code: str, folders: list[str]) -> None:
    assert [path.name for path in needs(code, Path("book"))] == folders


@pytest.mark.proof  # three builds
def test_build_of_one_page_leaves_the_others_to_the_next_build(
    draft: MiniBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real cells run in a real kernel and print the file that they read."""
    monkeypatch.setitem(books.SETTINGS, "nb_execution_mode", "cache")
    # Remove the theme's launch buttons, which the real book does not have (see the README).
    monkeypatch.setitem(books.SETTINGS["html_theme_options"], "launch_buttons", {})

    def outputs(book: MiniBook) -> list[str]:
        texts = [book.soup(page).get_text() for page in ("one", "other")]
        return [match[1] for text in texts if (match := re.search(r"read (\w+)", text))]

    book = draft.build()
    for number, page in enumerate(("one", "other")):
        book.write(f"{page}.md", HEAD + "# A page\n\n" + CELL.format(f"{READS}  # {number}"))
    book.write("data/note.toml", "first")
    assert outputs(book.build()) == ["first", "first"]
    book.write("data/note.toml", "second")
    monkeypatch.setenv("LANES_PAGE", "one")
    assert outputs(book.build()) == ["second", "first"]
    monkeypatch.delenv("LANES_PAGE")
    assert outputs(book.build()) == ["second", "second"]
