"""An archive from a learning platform: taken whole or refused whole, kept in submitted/."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from classroom import FIRST

from autograder import Course, CourseError
from autograder.cli import main
from autograder.gradebook import collect
from autograder.gradebook.classroom import archive
from autograder.gradebook.classroom.archive import whose

BOOK = b'{"cells": []}'
Make = Callable[[zipfile.ZipFile], None]


def packed(folder: Path, make: Make) -> Path:
    path = folder / "download.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(f"ada_1_{FIRST}.ipynb", BOOK)
        make(opened)
    return path


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("Lastname_123_01_first.ipynb", "Lastname_123"),
        ("lovelaceada_4711_815_01_first-2.ipynb", "lovelaceada_4711_815"),
        ("Lovelace Ada_17_assignsubmission_file_/01_first.ipynb",
         "Lovelace_Ada_17_assignsubmission_file"),
        ("Eve_18_assignsubmission_file_/ada_01_first.ipynb", "Eve_18_assignsubmission_file"),
        ("submitted/ada/01_first/01_first.ipynb", "ada"),
        ("submitted/eve/01_first/ada_01_first.ipynb", "eve"),
        ("week 1/ada_01_first.ipynb", "ada"),
        ("week 1/01_first/ada_01_first.ipynb", "ada"),
        ("Zoe\u0308_01_first.ipynb", "Zo\u00eb"),
        ("ada@school.org/01_first (1).ipynb", "ada@school.org"),
        ("01_first.ipynb", None),
        ("ada_09_other.ipynb", None),
        ("ada_01_first.txt", None),
        ("..._01_first.ipynb", None),
    ],
)  # fmt: skip
def test_whose_it_is(course: Course, name: str, student: str | None) -> None:
    assert whose(course, name) == (student and (student, FIRST))


def test_a_download_is_put_where_nbgrader_looks(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(course.path.parent)
    path = packed(tmp_path, lambda opened: opened.writestr("notes/read me.txt", "hello"))
    words = ["collect", str(path), "--class", str(tmp_path / "class")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "1 notebooks written" in said
    assert "left in the archive, not named after a unit: notes/read me.txt" in said
    book = tmp_path / f"class/submitted/ada_1/{FIRST}/{FIRST}.ipynb"
    assert [p for p in (tmp_path / "class").rglob("*") if p.is_file()] == [book]
    assert book.read_bytes() == BOOK
    book.write_bytes(b"another version")
    assert main(words) == 0
    assert (
        f"kept what stands there (--replace takes the new one): {book}" in capsys.readouterr().out
    )
    assert book.read_bytes() == b"another version"
    assert main([*words, "--replace"]) == 0
    assert book.read_bytes() == BOOK


def _link(opened: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo(f"eve_{FIRST}.ipynb")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    opened.writestr(entry, "../../gradebook.db")


def _twice(opened: zipfile.ZipFile) -> None:
    opened.writestr(f"ada_1_{FIRST}-1.ipynb", BOOK)


def _packed(opened: zipfile.ZipFile) -> None:
    opened.writestr(f"eve_{FIRST}.ipynb", BOOK, zipfile.ZIP_LZMA)


def _nothing(opened: zipfile.ZipFile) -> None:
    pass


BAD: dict[str, tuple[Make, str]] = {
    "absolute": (lambda z: z.writestr(f"/tmp/eve_{FIRST}.ipynb", BOOK), "has an absolute path"),
    "drive": (lambda z: z.writestr(f"C:\\eve_{FIRST}.ipynb", BOOK), "has an absolute path"),
    "parent": (lambda z: z.writestr(f"a/../../eve_{FIRST}.ipynb", BOOK), "leaves its folder"),
    "backslash": (lambda z: z.writestr(f"a\\..\\..\\eve_{FIRST}.ipynb", BOOK), "leaves its folder"),
    "deep": (lambda z: z.writestr("a/" * 8 + "x.ipynb", BOOK), "is more than 8 folders deep"),
    "long": (lambda z: z.writestr(f"{'e' * 300}_{FIRST}.ipynb", BOOK), "has too long a name"),
    "link": (_link, "is a link or a device"),
    "packed": (_packed, "is packed in a way that is not opened here"),
    "twice": (_twice, f"are both {FIRST} of ada_1"),
}


@pytest.mark.parametrize("way", BAD)
def test_a_bad_archive_is_refused_whole(course: Course, tmp_path: Path, way: str) -> None:
    make, said = BAD[way]
    _refused(course, packed(tmp_path, make), said)


def test_an_encrypted_entry_is_refused(course: Course, tmp_path: Path) -> None:
    path = packed(tmp_path, _nothing)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1  # the flag in the list of entries
    path.write_bytes(data)
    _refused(course, path, "is encrypted")


@pytest.mark.parametrize(
    ("cap", "value", "said"),
    [
        ("ENTRIES", 1, "has more than 1 entries"),
        ("FILE_BYTES", 1000, "is larger than 0 MB"),
        ("TOTAL_BYTES", 1000, "would unpack to"),
    ],
)
def test_caps(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cap: str, value: int, said: str
) -> None:
    path = packed(tmp_path, lambda z: z.writestr("big.bin", bytes(100_000)))
    assert collect(course, path, tmp_path / "before").others == ["big.bin"]
    monkeypatch.setattr(archive, cap, value)
    _refused(course, path, said)


def test_a_bomb_is_refused(course: Course, tmp_path: Path) -> None:
    def bomb(opened: zipfile.ZipFile) -> None:
        for number in range(3):
            opened.writestr(f"eve{number}_{FIRST}.ipynb", bytes(10 << 20))

    _refused(course, packed(tmp_path, bomb), "would unpack to 30 MB: a bomb")


@pytest.mark.parametrize("damage", ["cut", "rotten", "no zip"])
def test_damage_is_told_in_words(course: Course, tmp_path: Path, damage: str) -> None:
    path = packed(tmp_path, lambda z: z.writestr(f"bob_{FIRST}.ipynb", bytes(range(256)) * 9))
    data = bytearray(path.read_bytes())
    start = data.index(b"bob_")
    data[start + 40 : start + 60] = bytes(20)
    path.write_bytes({"cut": data[:-30], "rotten": data, "no zip": b"hello"}[damage])
    _refused(course, path, "cannot be read as a zip archive")


def test_an_archive_that_is_not_there(course: Course, tmp_path: Path) -> None:
    _refused(course, tmp_path / "none.zip", "There is no file")


def _refused(course: Course, path: Path, said: str) -> None:
    folder = path.parent / "class"
    with pytest.raises(CourseError) as error:
        collect(course, path, folder)
    assert said in str(error.value)
    assert not folder.exists(), "nothing was taken from it"
    assert not list(path.parent.glob("**/eve*"))
