"""Feedback is returned with the file names of the platform, by mail or through the exchange."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from classroom import SECOND, Class, grade_sql, hand_in, zipped
from nbformat import read
from playwright.sync_api import Browser
from stored_results import NOT_A_NOTEBOOK, store_results
from test_manual_grades import COMMENT, COMMENTED

from autograder.classroom.platforms.detect import read_path
from autograder.nbgrader.copies import feedback_page
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.read_grades import read_grades

MOODLE = {"ada": f"Ada L_7001_assignsubmission_file/{SECOND}.ipynb"}
MOODLE |= {"bob": "Bob B_7002_assignsubmission_file_mine (1).ipynb"}  # the format before Moodle 3.1
CANVAS = {"ada": f"ada_1001_50001_{SECOND}-1.ipynb", "bob": f"bob_LATE_1002_50002_{SECOND}.ipynb"}
ROSTER = (
    "id,first_name,last_name,email,canvas\nada,Ada,L,ada@x.org,1001\nbob,Bob,B,bob@x.org,1002\n"
)


@pytest.fixture
def archives(klass: Class, tmp_path: Path) -> dict[str, Path]:
    """Pack the submissions as each platform does."""
    paths = {}
    for platform, names in {"Moodle": MOODLE, "Canvas": CANVAS}.items():
        paths[platform] = tmp_path / f"{platform}.zip"
        books = {student: klass.made("submitted", student).read_bytes() for student in names}
        paths[platform].write_bytes(zipped({names[who]: data for who, data in books.items()}))
    (klass.folder / "students.csv").write_text(ROSTER)
    return paths


def read_archive(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def parse_moodle_name(name: str) -> tuple[int, str]:
    """Return the participant and the file name, as Moodle's importziplib.php reads them."""
    parts = name.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) >= 4 and info[1].isdigit() and info[2:4] == ["assignsubmission", "file"]:
            return int(info[1]), "/".join([*info[4:], *parts])
    raise AssertionError(f"Moodle ignores {name}")


def parse_canvas_name(name: str) -> tuple[int, int]:
    """Return the user and the attachment, as Canvas's infer_comment_context_from_filename does."""
    user, attachment = [part for part in name.split("_") if re.fullmatch(r"\d+", part)][:2]
    return int(user), int(attachment)


def give_back(klass: Class, to: Path, *archives: Path, code: int = 0) -> str:
    """Return the feedback, check the exit code and return the output."""
    return klass.output("return", SECOND, *archives, "--to", to, code=code).out


def test_moodle_accepts_the_pages(klass: Class, archives: dict[str, Path], tmp_path: Path) -> None:
    output = give_back(klass, tmp_path / "back.zip", archives["Moodle"], code=3)
    assert "action required: no submission in these archives belongs to: cyd\n" in output
    back = read_archive(tmp_path / "back.zip")
    assert {parse_moodle_name(name) for name in back} == {
        (number, f"{SECOND}.html") for number in (7001, 7002)
    }
    owners = {read_path(name, klass.course.units).owners: name for name in back}
    for student, name in MOODLE.items():  # as `collect` reads them
        page = back[owners[read_path(name, klass.course.units).owners]]
        assert page == klass.made("feedback", student).read_bytes()


def test_file_from_elsewhere_is_not_returned(
    klass: Class, archives: dict[str, Path], tmp_path: Path
) -> None:
    (klass.folder / "students.csv").write_text(f"{ROSTER}cyd\n")
    other, book = tmp_path / "other.zip", klass.made("submitted", "cyd").read_bytes()
    other.write_bytes(zipped({f"cyd/{SECOND}.ipynb": book}))
    output = give_back(klass, tmp_path / "back.zip", archives["Moodle"], other, code=3)
    assert "action required: cyd's file is not from Moodle: send the page by e-mail\n" in output
    assert len(read_archive(tmp_path / "back.zip")) == 2


def test_student_without_a_score_is_reported(
    klass: Class, archives: dict[str, Path], tmp_path: Path
) -> None:
    """A zip file in place of a notebook needs a decision by a person."""
    more = {f"Dan D_7004_assignsubmission_file/{SECOND}.ipynb": b"PK\x03\x04"}
    archives["Moodle"].write_bytes(zipped(read_archive(archives["Moodle"]) | more))
    (klass.folder / "students.csv").unlink()
    hand_in(klass.folder, "Dan_D", b"PK\x03\x04")
    output = give_back(klass, tmp_path / "back.zip", archives["Moodle"], code=3)
    message = "Dan_D has no score yet; autograder grade reports the reason"
    assert f"action required: {message}" in output


def test_canvas_accepts_notebooks_with_its_file_names(
    klass: Class, archives: dict[str, Path], tmp_path: Path
) -> None:
    klass.sql(grade_sql("manual_score = 1.5, needs_manual_grade = 0"), "bob", "03_layer")
    klass.sql(COMMENTED, COMMENT)
    (klass.folder / "students.csv").write_text(f"{ROSTER}cyd\n")
    assert klass.command("grade") == 0
    give_back(klass, tmp_path / "back.zip", archives["Canvas"], code=3)
    back = read_archive(tmp_path / "back.zip")
    assert set(back) == set(CANVAS.values())
    assert {parse_canvas_name(name) for name in back} == {(1001, 50001), (1002, 50002)}
    first, *cells = json.loads(back[CANVAS["bob"]])["cells"]
    assert "A layer and its gradient: 1.5 of 2" in first["source"]
    notes = [cell["source"] for cell in cells if cell["id"].startswith("comment-")]
    assert notes
    assert all("&lt;script&gt;" in note and "<script" not in note for note in notes)


def test_group_number_is_not_a_participant(klass: Class, tmp_path: Path) -> None:
    """Moodle would give the page to the participant with the same number."""
    header, *rest = ROSTER.splitlines()
    lines = [f"{header},group", *(f"{line},Team 1" for line in rest)]
    (klass.folder / "students.csv").write_text("\n".join(lines) + "\n")
    team = tmp_path / "team.zip"
    name = f"Team 1_45_assignsubmission_file/{SECOND}.ipynb"
    team.write_bytes(zipped({name: klass.made("submitted", "ada").read_bytes()}))
    output = give_back(klass, tmp_path / "back.zip", team, code=3)
    for who in ("ada", "bob"):
        message = f"{who} submitted with a group, but Moodle accepts one file per student: send"
        assert message in output
    assert read_archive(tmp_path / "back.zip") == {}
    assert not list(tmp_path.glob(".back*")), "no temporary file remains"


def test_outdated_page_is_not_returned(
    klass: Class, archives: dict[str, Path], tmp_path: Path
) -> None:
    klass.sql(grade_sql("manual_score = 1.5"), "bob", "03_layer")
    output = give_back(klass, tmp_path / "back.zip", archives["Moodle"], code=3)
    assert "bob's page is older than the gradebook: grade again" in output
    assert [parse_moodle_name(name)[0] for name in read_archive(tmp_path / "back.zip")] == [7001]


def test_folder_for_mail_contains_pages_and_addresses(
    klass: Class, archives: dict[str, Path], tmp_path: Path
) -> None:
    give_back(klass, tmp_path / "post")
    (ada, *rest) = csv.DictReader((tmp_path / "post/mail.csv").read_text().splitlines())
    assert (ada["email"], ada["file"]) == ("ada@x.org", "ada.html")
    assert {row["id"] for row in rest} == {"bob", "cyd"}
    sent = (tmp_path / "post/ada.html").read_bytes()
    assert sent == klass.made("feedback", "ada").read_bytes()


def test_pages_are_accessible_and_need_no_network(klass: Class, browser: Browser) -> None:
    """A page is small, names its tasks, and states at its top why a file was unreadable."""
    store_results(klass.course, klass.folder, {"eve": NOT_A_NOTEBOOK})
    assert klass.command("grade") == 0
    requests: list[str] = []
    rules = {"preload": False, "resultTypes": ["violations"]}
    with browser.new_page() as page:
        page.on("request", lambda request: requests.append(request.url))
        for student in ("ada", "bob", "eve"):
            page.goto(klass.made("feedback", student).as_uri())
            assert page.locator("table").first.inner_text().count("A layer and its gradient") == 1
            assert page.evaluate("document.documentElement.outerHTML.length") < 60_000
            violations = Axe().run(page, options=rules).response["violations"]
            nodes = [(rule["id"], rule["nodes"][0]["html"][:120]) for rule in violations]
            assert nodes == [], student
        assert page.locator(".refused").bounding_box()["y"] < 200
        assert "not a notebook" in page.locator(".refused").inner_text()
    assert [url for url in requests if not url.startswith("file:")] == []


def test_page_distinguishes_missing_scores_from_zero(klass: Class) -> None:
    """A failure of the grader must not look like zero points."""
    folders = Folders(klass.course.path.parent, klass.folder, "ada", SECOND)
    book = read(folders.copy, as_version=4)
    cells = {cell["id"]: cell["metadata"] for cell in book["cells"]}
    cells["03_layer"]["autograder"]["status"] = "broken"
    # The status of, for example, an answer that crashed, an endless loop, or the stub.
    cells["02_best_split"]["autograder"]["status"] = "not run"
    feedback = read_grades(klass.folder / "gradebook.db", SECOND).feedback_data("ada")
    other = replace(
        feedback, by_hand=("02_best_split",), max_points={**feedback.max_points, "04_explain": 3.0}
    )
    given = feedback_page(folders, book, other)
    assert re.search(r"2\.0 / 2\.0</td>\s*<td>graded by hand", given)
    # Without an answer, no grading is needed.
    assert re.search(r"0\.0 / 3\.0</td>\s*<td>no answer", given)
    broken = "not graded (a problem of the grader, not of your answer)"
    page = feedback_page(folders, book, feedback)
    rows = [row.text.split("\n") for row in BeautifulSoup(page, "html.parser").select("tr")]
    assert [row for row in rows if "A layer and its gradient" in row[0]] == [
        ["A layer and its gradient", "\N{EN DASH} / 2.0", broken]
    ]
    assert ["Any fair split", "2.0 / 2.0", "did not run to completion"] in rows
    assert ["Say it in your own words", "0.0 / 0.0", "read by an instructor, no points"] in rows
