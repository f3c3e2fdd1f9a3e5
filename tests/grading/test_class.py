"""Three commands grade the sample class and give equal scores, and students see the results."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from classroom import FIRST, SampleClass, lines_by_student, run

from autograder.runner.sandbox.linux.bwrap import bwrap

FULL = {"01_double": 2.0, "02_move_points": 4.0, "03_count_flops": 2.0}
NOTHING = dict.fromkeys(FULL, 0.0)
EXPECTED = {
    "right": FULL,
    "right_another_way": FULL,
    "line_on_stderr": FULL,
    "wrong": NOTHING,
    "known_mistakes": NOTHING,
    "empty": NOTHING,
    "hostile": NOTHING,
    "not_json": NOTHING,
    "crashing": {"01_double": 0.0, "02_move_points": 0.0, "03_count_flops": 2.0},
}


def test_every_sample_gets_the_expected_score(graded: SampleClass) -> None:
    assert graded.result.returncode == 0, graded.result.stderr
    assert graded.scores() == EXPECTED


def test_output_shows_verdicts_and_paths(graded: SampleClass) -> None:
    lines = lines_by_student(graded.result.stdout)
    mistakes = ["squared", "forgot_translation", "products_only"]
    assert lines["known_mistakes"].split()[1:4] == mistakes
    assert "8 of 8" in lines["right"]
    assert "not a notebook" in lines["not_json"]
    for path in (graded.folder / "gradebook.db", graded.folder / "feedback"):
        assert str(path) in graded.result.stdout
        assert path.exists()
    assert "autograder formgrader --class" in graded.result.stdout


@pytest.mark.proof  # test_damaged_files.py compares the commands, too
def test_nbgrader_autograde_gives_the_same_scores(graded: SampleClass, tmp_path: Path) -> None:
    """nbgrader grades a copy of the class with only the submissions and the configuration."""
    folder = tmp_path / "class"
    shutil.copytree(graded.folder / "submitted", folder / "submitted")
    config = (graded.folder / "nbgrader_config.py").read_text()
    (folder / "nbgrader_config.py").write_text(config.replace(str(graded.folder), str(folder)))
    release = graded.course.path.parent / "exercises" / FIRST
    run("autograder", "release", FIRST, cwd=graded.course.path.parent, code=0)
    shutil.rmtree(release)
    run("nbgrader", "generate_assignment", FIRST, cwd=folder, code=0)
    run("nbgrader", "autograde", FIRST, cwd=folder, code=0)
    assert graded.scores(folder) == EXPECTED
    words = ("autograder", "verify", "--class", folder)
    clean = run(*words, cwd=graded.course.path.parent, code=0)
    assert clean.stdout == "9 results match the gradebook and the pages.\n"


@pytest.mark.proof  # test_damaged_files.py compares the commands, too
def test_pytest_gives_the_same_scores(graded: SampleClass, tmp_path: Path) -> None:
    options = ["-c", os.devnull]
    for student in EXPECTED:
        path = graded.folder / "submitted" / student / FIRST / f"{FIRST}.ipynb"
        options.append(f"--submission={path}")
    report = tmp_path / "report.xml"
    result = run(
        "pytest", *options, "--junitxml", report, "-q", cwd=graded.course.path.parent, code=1
    )
    scores: dict[str, dict[str, float]] = {}
    for item in ElementTree.parse(report).iter("testcase"):
        properties = {each.get("name", ""): each.get("value", "") for each in item.iter("property")}
        scores.setdefault(properties["student"], {})[item.get("name", "")] = float(
            properties["points"]
        )
        assert not list(item.iter("error"))
    assert scores == EXPECTED
    assert "You turned the points, and did not move them" in result.stdout
    assert "pytest_plugin.py" not in result.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="requires root")
def test_sandbox_works_for_an_ordinary_user() -> None:
    """Start the sandbox inside a user namespace without privileges."""
    inner = (
        "from autograder.runner.sandbox.sandbox import Sandbox\n"
        "from autograder.runner import Limits\n"
        "s = Sandbox('worker', Limits())\n"
        "print(s.ask({'op': 'cell', 'name': 'c', 'source': 'x = 1'})[0]); s.close()"
    )
    line = [bwrap(), "--unshare-user", "--uid", "1000", "--gid", "1000", "--dev-bind", "/", "/"]
    result = subprocess.run(
        [*line, sys.executable, "-c", inner],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.stdout.strip() == "{'failed': [], 'ended': False}", result.stderr
