"""The book built by Sphinx without Jupyter Book, which may be discontinued."""

from pathlib import Path

import plain_book
from books import RealBook

DIFFERENCES = """\
--- Jupyter Book: built.html
+++ built.html
@@ -1,2 +0,0 @@
-Lanes
-One lane.
--- Jupyter Book: index.html
+++ index.html
@@ -2 +2 @@
-One lane.
+Two lanes.
--- Jupyter Book: plain.html
+++ plain.html
@@ -0,0 +1,2 @@
+Lanes
+Two lanes.
"""


def test_different_lines_are_reported(tmp_path: Path) -> None:
    built, plain = tmp_path / "built", tmp_path / "plain"
    for folder, words in ((built, "One lane."), (plain, "Two lanes.")):
        folder.mkdir()
        for name in ("index.html", f"{folder.name}.html"):
            (folder / name).write_text(f"<p>Menu</p><article><p>Lanes</p>{words}</article>")
        (folder / "same.html").write_text("<article>Same</article>")
    assert list(plain_book.differences(built, plain)) == DIFFERENCES.splitlines()


def test_plain_sphinx_builds_the_same_pages(book: RealBook, tmp_path: Path) -> None:
    with book.lock_for_reading():
        done = plain_book.build(tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert list(plain_book.differences(book.html, tmp_path)) == []
