"""Every student in an archive is collected or reported, with every platform and every file type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import FIRST, SECOND, notebook_bytes, zipped

from autograder import Course
from autograder.classroom.platforms import archive
from autograder.classroom.platforms.collect import collect
from autograder.classroom.roster import Roster

Files = dict[str, bytes]
Layout = Callable[[str, Files], Files]
BOOK = b'{"cells": [{"cell_type": "code", "source": "start(\'01_first\')"}]}'
WHEN = "2026-11-19"
ROSTER = "id,first_name,last_name,email,canvas,section\n" + "".join(
    f"{who},{who.title()},Lovelace,{who}@school.org,{number},{who[0].upper()}\n"
    for number, who in enumerate(("ada", "bob", "cyd"), 1001)
)


def moodle(who: str, files: Files) -> Files:
    front = f"{who.title()} Lovelace_{len(who) + ord(who[0])}_assignsubmission_file"
    return {f"{front}/{name}": data for name, data in files.items()}


def canvas(who: str, files: Files) -> Files:
    number = {"ada": 1001, "bob": 1002, "cyd": 1003}[who]
    flat = {name.rpartition("/")[2]: data for name, data in files.items()}
    return {f"lovelace{who}_{number}_7{n}_{x}": flat[x] for n, x in enumerate(flat)}


def blackboard(who: str, files: Files) -> Files:
    front = f"Unit 1_{who}_attempt_{WHEN}-10-00-00"
    flat = {name.rpartition("/")[2]: data for name, data in files.items()}
    return {f"{front}.txt": b"Name: who"} | {f"{front}_{x}": data for x, data in flat.items()}


def gradescope(who: str, files: Files) -> Files:
    number = ord(who[0])
    text = f"submission_{number}:\n  :submitters:\n  - :email: {who}@school.org\n"
    made: Files = {f"out/submission_{number}/{name}": data for name, data in files.items()}
    return made | {"out/submission_metadata.yml": text.encode()}


def github(who: str, files: Files) -> Files:
    front = f"unit-1-submissions/{who}"
    made = {f"{front}/exercises/{FIRST}/{name}": data for name, data in files.items()}
    return {"unit-1-submissions/about.md": b"", f"{front}/README.md": b""} | made


def exchange(who: str, files: Files) -> Files:
    front = f"inbound/{who}+{FIRST}+{WHEN} 10:00:00.000000 UTC+abc"
    return {f"{front}/timestamp.txt": b""} | {f"{front}/{x}": files[x] for x in files}


def brightspace(who: str, files: Files) -> Files:
    front = f"50{len(who)}{ord(who[0])}-7 - {who.title()} Lovelace - Nov 19, 2026 1000 AM"
    return {f"{front}/{name}": data for name, data in files.items()} | {"index.html": b"<html>"}


def google(who: str, files: Files) -> Files:
    return {f"Unit 1/{who.title()} Lovelace - {x.rpartition('/')[2]}": files[x] for x in files}


LAYOUTS = [moodle, canvas, blackboard, gradescope, github, exchange, brightspace, google]


def make_archive(folder: Path, *parts: Files) -> Path:
    """Write one archive, and concatenate the metadata files of Gradescope."""
    whole: Files = {}
    for part in parts:
        for name, data in part.items():
            whole[name] = whole.get(name, b"") + data if name.endswith(".yml") else data
    (folder / "download.zip").write_bytes(zipped(whole))
    return folder / "download.zip"


NOTHING: dict[str, Files] = {
    "7z": {"homework.7z": b"7z\xbc\xaf\x27\x1c"},
    "python": {f"{FIRST}.py": b"x = 1\n"},
    "python among others": {
        ".gitignore": b"",
        ".github/x.yml": b"",
        "data.csv": b"",
        ".git/COMMIT_EDITMSG": b"",
        "work.py": b"x = 1\n",
    },
    "page": {f"{FIRST}.html": b"<!DOCTYPE html>"},
    "link to a drive": {f"{FIRST}.gdoc": b'{"url": "https://docs.google.com"}'},
    "zip in a zip": {"homework.zip": zipped({"inner.zip": zipped({f"{FIRST}.ipynb": BOOK})})},
    "an editor's copy": {
        "homework.zip": zipped({f".ipynb_checkpoints/{FIRST}-checkpoint.ipynb": BOOK})
    },
    "empty zip": {"homework.zip": zipped({})},
    "zip of an empty folder": {"homework.zip": zipped({"homework/": b""})},
    "another course's": {"week3.ipynb": b'{"cells": []}'},
}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
@pytest.mark.parametrize("sent", NOTHING)
@pytest.mark.parametrize("named", [True, False], ids=["roster", "no roster"])
def test_student_without_a_notebook_is_reported(
    course: Course, tmp_path: Path, layout: Layout, sent: str, named: bool
) -> None:
    (tmp_path / "students.csv").write_text(ROSTER)
    roster = Roster.of_class(tmp_path) if named else None
    right = {f"{FIRST}.ipynb": BOOK, "data/notes.csv": b"1"}
    path = make_archive(tmp_path, layout("ada", right), layout("bob", NOTHING[sent]))
    found = collect(course, [path], tmp_path / "class", roster)
    assert len(found.written) == 1
    (line,) = found.questions
    assert "handed in no notebook of a unit" in line
    assert "bob" in line.lower()
    assert sent != "python among others" or line.endswith("work.py")
    if layout is exchange:  # the exchange keeps folders
        checkpoint = {f".ipynb_checkpoints/{FIRST}-checkpoint.ipynb": BOOK}
        path = make_archive(tmp_path, layout("bob", checkpoint))
        assert collect(course, [path], tmp_path / "class", roster).questions


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_reason_for_a_rejected_notebook_is_reported(
    course: Course, tmp_path: Path, layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the notebook, not the last file of the student."""
    monkeypatch.setattr(archive, "FILE_BYTES", 5000)
    sent = {"README.md": b"", f"{FIRST}.ipynb": BOOK + b" " * 9000, "zz.md": b""}
    path = make_archive(tmp_path, layout("ada", {f"{FIRST}.ipynb": BOOK}), layout("bob", sent))
    (line,) = collect(course, [path], tmp_path).questions
    assert line.endswith(f"{FIRST}.ipynb, which is larger than 0 MB")


def test_blackboard_metadata_file_is_not_a_submission(course: Course, tmp_path: Path) -> None:
    files = blackboard("bob", {"homework.pdf": b"%PDF"})
    for each in (files, dict(reversed(files.items()))):
        (line,) = collect(course, [make_archive(tmp_path, each)], tmp_path).questions
        assert line.endswith("_homework.pdf")


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
@pytest.mark.parametrize("name", [f"{FIRST}.ipynb.txt", f"{FIRST}.ipynb.json", f"{FIRST}.json"])
def test_file_extension_added_by_a_browser_is_accepted(
    course: Course, tmp_path: Path, layout: Layout, name: str
) -> None:
    path = make_archive(tmp_path, layout("ada", {name: BOOK}))
    found = collect(course, [path], tmp_path)
    assert not found.questions
    assert [path.read_bytes() for path in found.written] == [BOOK]


@pytest.mark.parametrize("name", [f"notebooks/{FIRST}.ipynb", f"my_{FIRST}.ipynb"])
def test_shared_file_name_is_not_a_student(course: Course, tmp_path: Path, name: str) -> None:
    """Otherwise the submissions would count as one student's, and only one would be kept."""
    whole = {f"all/{who}/{name}": BOOK + b" " * n for n, who in enumerate(("ada", "bob", "cyd"))}
    path = make_archive(tmp_path, whole)
    found = collect(course, [path], tmp_path / "unnamed")
    if "/" in name:
        assert not found.written
        assert " and ".join(map(repr, whole)) in found.questions[0]
    else:
        assert [path.parts[-3] for path in found.written] == ["ada", "bob", "cyd"]
    (tmp_path / "students.csv").write_text(ROSTER)
    found = collect(course, [path], tmp_path, Roster.of_class(tmp_path))
    assert not found.questions
    assert [path.parts[-3] for path in found.written] == ["ada", "bob", "cyd"]


def test_section_is_not_a_student(course: Course, tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text(ROSTER)
    path = make_archive(tmp_path, {f"A/eve/{FIRST}.ipynb": BOOK})
    found = collect(course, [path], tmp_path, Roster.of_class(tmp_path))
    assert not found.written
    assert "students.csv does not contain 'eve'" in found.questions[0]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
@pytest.mark.parametrize("first", [True, False])
def test_blank_notebook_does_not_replace_an_answer(
    course: Course, tmp_path: Path, layout: Layout, first: bool
) -> None:
    """If the file exists, a browser appends a number to its name."""
    right = {task.id: task.solution for task in course.unit(FIRST).tasks}
    books = [notebook_bytes(course, FIRST, {}), notebook_bytes(course, FIRST, right)]
    names = [f"{FIRST}.ipynb", f"{FIRST} (1).ipynb"]
    path = make_archive(
        tmp_path, layout("ada", dict(zip(names, books[:: 1 if first else -1], strict=True)))
    )
    found = collect(course, [path], tmp_path)
    assert [path.read_bytes() for path in found.written] == [books[1]]
    assert len(found.earlier) == 1


def test_two_answered_notebooks_are_reported(course: Course, tmp_path: Path) -> None:
    tasks = course.unit(SECOND).tasks
    right = {task.id: task.solution for task in tasks}
    books = {
        f"{SECOND} (1).ipynb": notebook_bytes(course, SECOND, right),
        f"{SECOND}.ipynb": notebook_bytes(course, SECOND, {tasks[0].id: tasks[0].solution}),
    }
    found = collect(course, [make_archive(tmp_path, moodle("ada", books))], tmp_path)
    assert [path.read_bytes() for path in found.written] == [books[f"{SECOND} (1).ipynb"]]
    (line,) = found.questions
    assert f"{SECOND} (1).ipynb' counts, but " in line
    assert line.endswith("has the same time; inspect both")


def test_submission_for_an_unusual_unit_is_reported(course: Course, tmp_path: Path) -> None:
    """The file is collected for its own unit."""
    whole = {f"all/s{n}/{FIRST}.ipynb": BOOK for n in range(3)}
    path = make_archive(tmp_path, whole, {f"all/eve/{SECOND}.ipynb": b'{"cells": []}'})
    found = collect(course, [path], tmp_path)
    assert len(found.written) == 4
    assert found.questions == [
        f"download.zip: eve submitted {SECOND} instead of {FIRST}",
    ]


def test_repeated_message_is_printed_once(course: Course, tmp_path: Path) -> None:
    whole = {f"all/s{n}/{name}": BOOK for n in range(20) for name in (f"{FIRST}.ipynb", "x.md")}
    whole = {name: data if name.endswith("ipynb") else b"" for name, data in whole.items()}
    said = str(collect(course, [make_archive(tmp_path, whole)], tmp_path))
    assert said.count("not collected") == 1
    assert "not collected: 20 files, no notebook: all/s0/x.md, and so on" in said
