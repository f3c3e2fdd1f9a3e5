"""The book built by Sphinx without Jupyter Book, which may be discontinued."""

from pathlib import Path

import plain_book
from books import RealBook


def test_different_lines_are_reported(tmp_path: Path) -> None:
    for folder, words in (("built", "One lane."), ("plain", "Two lanes.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "index.html").write_text(f"<article><p>Lanes</p>{words}</article>")
    lines = list(plain_book.differences(tmp_path / "built", tmp_path / "plain"))
    assert lines[-2:] == ["-One lane.", "+Two lanes."]


def test_plain_sphinx_builds_the_same_pages(book: RealBook, tmp_path: Path) -> None:
    with book.lock_for_reading():
        done = plain_book.build(tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert list(plain_book.differences(book.html, tmp_path)) == []
