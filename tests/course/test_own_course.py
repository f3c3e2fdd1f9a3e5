"""`autograder new course`: a private course can be completed, proved and released."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
from functools import partial
from pathlib import Path

import pytest

from autograder import Course
from autograder.cli.main import main

MINI = Path(__file__).parents[1] / "mini/solutions"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def ours(tmp_path: Path) -> Course:
    derived = shutil.ignore_patterns("*.ipynb")
    shutil.copytree(MINI, tmp_path / "ours/solutions", ignore=derived)
    return Course(tmp_path / "ours/solutions")


@pytest.fixture
def own(ours: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a private course with one of our units, and change into it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("AUTOGRADER_SECRET", raising=False)
    monkeypatch.chdir(ours.path.parent)
    assert main(["new", "course", "../physics", "02"]) == 0
    monkeypatch.chdir(tmp_path / "physics")
    return tmp_path / "physics"


def fill_in_course(own: Path, url: str = "") -> None:
    for folder in (".", "answers"):
        shutil.copy(
            MINI / "01_first" / folder / "01_double.py",
            own / "solutions/50_own" / folder / "01_first.py",
        )
    config = own / "_config.yml"
    config.write_text(config.read_text().replace('url: ""', f"url: {url!r}"))


@pytest.mark.parametrize("url", ["", "https://git.test/a/physics"])
def test_notebook_links_to_the_web_if_configured(own: Path, url: str) -> None:
    fill_in_course(own, url)
    assert main(["release"]) == 0
    book = json.loads((own / "exercises/50_own/50_own.ipynb").read_text())
    title, setup = ("".join(cell["source"]) for cell in book["cells"][:2])
    assert f"({url}/blob/main/book/50_own.md)." in title if url else "chapter: 50 Own." in title
    assert f"{url}/releases" in setup if url else '"--find-links", "wheel/"' in setup
    compile(setup, "setup", "exec")


def test_finished_course_proves_and_releases_all_units(own: Path, capsys: Capture) -> None:
    fill_in_course(own)
    assert main(["prove"]) == 0, capsys.readouterr().out
    assert main(["release"]) == 0
    books = sorted(path.name for path in own.glob("exercises/*/*.ipynb"))
    assert books == ["02_second.ipynb", "50_own.ipynb"]
    assert main(["release", "--check"]) == 0


def test_release_works_if_included_units_are_read_only(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """On a hub, the course is in an environment that only its owner can write to."""
    fill_in_course(own)
    ours = (own / "solutions/02_second").resolve()
    real = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: Path(path).resolve() != ours and real(path, mode)
    )
    assert main(["release"]) == 0
    assert not list(ours.glob("*.ipynb"))
    assert (own / "exercises/02_second/02_second.ipynb").is_file()
    assert "nbgrader release_assignment 02_second" in capsys.readouterr().out


def test_private_files_of_grade_md_are_ignored_by_git(own: Path) -> None:
    """Each of these files contains names, grades or answers."""
    page = (Path(__file__).parents[2] / "book/grade.md").read_text()
    files = set(re.findall(r"[\w./]+\.(?:csv|zip|xls)\b", page)) | {"sheet_pictures/a.png"}
    files |= {"feedback/to_mail/mail.csv", "gradebook.db", "ledger.jsonl", "insight/50_own.html"}
    assert {"download.zip", "worksheet.csv", "upload.csv", "students.csv"} <= files
    git = partial(subprocess.run, cwd=own, check=True, capture_output=True, text=True)
    git(["git", "init", "-q"])
    for name in files:
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).touch()
    status = git(["git", "status", "--porcelain", "-uall"]).stdout
    assert [line for line in status.splitlines() if line[3:] in files] == []
    assert "solutions/50_own/01_first.py" in status


def test_course_folder_is_private(own: Path, capsys: Capture) -> None:
    """The folder will contain names and grades, and other users may be able to read its parent."""
    assert stat.S_IMODE(own.stat().st_mode) == 0o700


def test_second_call_only_adds_units(
    own: Path, ours: Course, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_in_course(own)
    before = {path: path.read_bytes() for path in own.rglob("*") if path.is_file()}
    monkeypatch.chdir(ours.path.parent)
    assert main(["new", "course", "../physics", "01", "02"]) == 0
    assert list(Course.find(own).units) == ["01_first", "02_second", "50_own"]
    assert {path: path.read_bytes() for path in before} == before


def test_course_cannot_include_its_own_units(own: Path, capsys: Capture) -> None:
    assert main(["new", "course", ".", "02"]) == 2
    assert "cannot include its own units" in capsys.readouterr().err
    assert (own / "solutions/02_second/01_ridge.py").is_file()


@pytest.mark.proof  # three releases
def test_course_has_its_own_secret_outside_the_folder(
    own: Path, ours: Course, capsys: Capture
) -> None:
    fill_in_course(own)
    assert ours.secret is None
    assert main(["sample-class", "50", "--class", str(own)]) == 0
    assert main(["grade", "50", "--class", str(own)]) in (0, 3)
    path = own.parent / ".config/many-lanes/physics.secret"
    assert path.stat().st_mode & 0o777 == 0o600
    assert not path.with_name("secret").exists()
    assert main(["verify", "--class", str(own)]) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("secret = 3", "`secret` is not the path of a file."),
        ("secret", "course.toml:1: It is not TOML: "),
        ('secret = "course.toml"', "The course secret course.toml is too short.\n"),
    ],
)
def test_invalid_secret_stops_grading_with_a_message(
    own: Path, capsys: Capture, text: str, message: str
) -> None:
    (own / "course.toml").write_text(text)
    notebook = own / "submitted/ada/02_second/02_second.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("{}")
    assert main(["grade", "02"]) == 2
    assert message in capsys.readouterr().err
