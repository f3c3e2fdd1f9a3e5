"""The book built by Sphinx without Jupyter Book, which may be discontinued.

Each week, `newest.yml` builds all pages with `tools/plain_book.py` and the newest Sphinx.
"""

import runpy
from typing import Any

from books import ROOT
from jupyter_book.config import get_final_config


def test_settings_of_plain_sphinx_are_those_of_jupyter_book() -> None:
    jupyter_book, _ = get_final_config(
        user_yaml=ROOT / "_config.yml",
        sourcedir=ROOT / "book",
        cli_config={"latex_individualpages": False},
    )
    plain = runpy.run_path(str(ROOT / "book" / "conf.py"))
    names = plain.keys() & jupyter_book.keys()
    assert {"extensions", "html_theme_options", "myst_enable_extensions"} <= names
    assert [name for name in names if not includes(jupyter_book[name], plain[name])] == []
    # Settings of the course, as opposed to defaults of Jupyter Book, must not be missing.
    assert plain["sphinx_settings"].items() <= plain.items()


def includes(whole: Any, part: Any) -> bool:
    """Return True if a setting has all entries of another, or if both are equal."""
    if isinstance(part, dict):
        return all(name in whole and includes(whole[name], part[name]) for name in part)
    return set(part) <= set(whole) if isinstance(part, list) else whole == part
