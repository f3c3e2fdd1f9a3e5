"""The course secret is created only once, even if two processes create it at the same time."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from autograder.runner import read_secret


def test_concurrent_processes_create_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both calls find no file before they write one, like two processes at the same time."""
    path = tmp_path / "secret"
    monkeypatch.setattr(Path, "exists", lambda self: False)
    assert read_secret(path) == read_secret(path)
    assert os.listdir(tmp_path) == ["secret"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_secret_is_created_on_a_file_system_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*paths: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert len(read_secret(tmp_path / "secret")) == 64
    assert os.listdir(tmp_path) == ["secret"]
