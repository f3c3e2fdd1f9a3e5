"""Chapter 16 promises one cell for the reader's own network that runs wherever it is pasted."""

from __future__ import annotations

from pathlib import Path

import pytest
from books import CELL, ROOT


def test_cell_needs_no_other_cell_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "book/16_training.md").read_text()
    section = page.split("## Count the training step of your own network\n")[1]
    monkeypatch.chdir(tmp_path)
    exec(CELL.search(section)[1], {})
    assert "60,000 digits: at least" in capsys.readouterr().out
