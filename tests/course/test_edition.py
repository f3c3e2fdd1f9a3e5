"""`make edition VERSION=` writes the version, commits and tags.

Workflows call existing files and upload what notebooks need; notebooks link to their chapter.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import edition
import pytest
import yaml

from autograder.notebook.release.standard_cells import Site

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))

CHANGES = """# Changelog

In the form of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

## [Unreleased]

The first edition.

### Added

- **For readers**: a book.

[Unreleased]: https://a.test/b/commits/main
"""


def stated_versions(root: Path) -> set[str]:
    texts = [(root / name).read_text(encoding="utf-8") for name in edition.VERSION_FILES]
    return {match[2] for text in texts for match in edition.VERSION.finditer(text)}


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "manylanes").mkdir()
    for name in edition.VERSION_FILES:
        shutil.copyfile(ROOT / name, tmp_path / name)
    (tmp_path / edition.CHANGES).write_text(CHANGES, encoding="utf-8")
    monkeypatch.setattr(edition, "ROOT", tmp_path)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "An author")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "author@a.test")
    edition.git("init", "--quiet")
    edition.git("add", ".")
    edition.git("commit", "--quiet", "--message", "All")
    return tmp_path


def test_edition_writes_version_commit_and_tag(clone: Path) -> None:
    assert "git push origin HEAD v7.0.1" in edition.tag_edition("7.0.1")
    assert stated_versions(clone) == {"7.0.1"}
    assert edition.git("status", "--porcelain") == ""
    assert edition.git("describe", "--tags", "--exact-match").strip() == "v7.0.1"
    changes = (clone / edition.CHANGES).read_text(encoding="utf-8")
    assert re.search(r"## \[Unreleased\]\n\n## \[7\.0\.1\] - \d{4}-\d\d-\d\d\n", changes)
    assert changes.endswith("[7.0.1]: https://a.test/b/releases/tag/v7.0.1\n")


@pytest.mark.parametrize(
    ("version", "before", "message"),
    [
        ("seven", [], "'seven' is not a version"),
        ("7.0.1", ["tag v7.0.1"], "v7.0.1 is tagged"),
        ("7.0.1", ["rm --cached --quiet CITATION.cff"], "not committed"),
    ],
)
def test_invalid_edition_changes_nothing(
    clone: Path, version: str, before: list[str], message: str
) -> None:
    for line in before:
        edition.git(*line.split())
    versions = stated_versions(clone)
    with pytest.raises(edition.EditionError, match=message):
        edition.tag_edition(version)
    assert stated_versions(clone) == versions


def steps(path: Path) -> list[str]:
    jobs: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step.get("run", "") for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_files_in_workflows_exist(path: Path) -> None:
    targets = re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    called = re.findall(r"\bmake (\w+)", "\n".join(steps(path)))
    assert set(called) <= {*targets}
    text = path.read_text(encoding="utf-8")
    files = re.findall(r"(?<![\w/.])(?:tests|tools|autograder|book|\.ci)/[\w/.]*\w", text)
    assert [name for name in files if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("pages", ["", "https://c.test/d"])
def test_workflow_uploads_the_files_for_notebooks(pages: str) -> None:
    site = replace(Site.of(ROOT / "solutions"), pages=pages)
    place, release = site.wheels.rsplit("/", 1)
    assert place == f"{site.repository}/releases/expanded_assets"
    filled = f"gh release upload {release} "
    assert [step for path in WORKFLOWS for step in steps(path) if filled in step]


@pytest.mark.parametrize(
    ("config", "address"),
    [
        ("{}", ""),
        ("repository: {url: https://github.com/ann/lanes}",
         "https://ann.github.io/lanes/05_x.html"),
        ("repository: {url: https://github.com/ann/lanes}\nhtml: {baseurl: https://b.test/}",
         "https://b.test/05_x.html"),
        ("repository: {url: https://git.test/ann/lanes}",
         "https://git.test/ann/lanes/blob/main/book/05_x.md"),
    ],
)  # fmt: skip
def test_notebook_links_to_its_chapter(tmp_path: Path, config: str, address: str) -> None:
    (tmp_path / "_config.yml").write_text(config)
    assert Site.of(tmp_path).chapter("05_x") == address
