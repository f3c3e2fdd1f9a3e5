"""`autograder new`: files that are red in the right places. Every TODO is a broken promise."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.authoring.templates import CELLS, CHAPTER, HEAD
from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.task_file import answers_path, split_answers
from autograder.core.kinds import kind_called
from autograder.core.messages.errors import CourseError

NAME = re.compile(r"(\d\d)_([a-z][a-z0-9_]*)")
Made = tuple[list[Path], list[str]]  # what was written, and the next steps


def new_task(course: Course, unit: Unit, name: str, kind: str) -> Made:
    """A task file of this kind in an existing unit."""
    number, word = _name("task", name, f"{unit.id[:2]}/{_free(unit)}_outer")
    path = unit.path / f"{name}.py"
    _refuse_taken(path, [each for each in unit.files if each.stem[:2] == number])
    written = write_task(path, task_text(kind, word))
    place = f"{unit.id[:2]}/{number}"
    return written, [
        f"mend each TODO of {path.relative_to(course.path.parent)} and its answers: "
        f"autograder prove {place} --watch",
        f"autograder prove {unit.id[:2]}   (the unit: points, star, hints, names taught)",
        f"autograder release {unit.id[:2]}, and commit the notebook it wrote",
    ]


def task_text(kind: str, word: str) -> str:
    """Return the text of a whole task, to be finished."""
    judged = kind_called(kind).judged
    head = HEAD.format(kind=kind, points=1, hints=HINTS if judged else RUBRIC)
    return head + CELLS[kind].replace("WORD", word)


def write_task(path: Path, text: str) -> list[Path]:
    """Write the text of a whole task: the task file, and the answers file if there are answers."""
    texts = zip((path, answers_path(path)), split_answers(text), strict=True)
    written = [(file, part) for file, part in texts if part]
    for file, part in written:
        write_atomic(file, part.encode())
    return [file for file, _ in written]


RUBRIC = """\
# rubric:
#   - 1: "TODO: what earns it; of all lines together the points above."
"""
HINTS = """\
# hints:
#   - "TODO: a question that nods at the idea."
#   - "TODO: the idea by its name."
#   - "TODO: nearly the answer, in words."
"""


def new_chapter(course: Course, name: str) -> Made:
    """A page with all its parts, a unit with one first task, a line in the table of contents."""
    number, word = _name("chapter", name, "07_jit")
    root = course.path.parent
    book, folder = root / "book", course.path / name
    if not book.is_dir():
        raise CourseError(f"{root} holds no book.", "Chapters stand in `book/`, beside solutions/.")
    same = [*book.glob(f"{number}_*.md"), *course.path.glob(f"{number}_*")]
    page, first = book / f"{name}.md", folder / "01_first.py"
    _refuse_taken(page, same)
    files = {page: CHAPTER.format(title=word.replace("_", " ").capitalize(), component=_tag(word))}
    template = book / "_static" / "explorables" / "_template.js"
    script = template.with_name(f"{_tag(word)}.js")
    if template.is_file():
        _refuse_taken(script, [])
        text = template.read_text(encoding="utf-8")
        files[script] = text.replace("_template", _tag(word)).replace("-template", _tag(word))
    toc = book / "_toc.yml"
    files[toc] = _with_entry(toc, name)
    for path, text in files.items():
        write_atomic(path, text.encode())
    written = [*files, *write_task(first, task_text("program", "first"))]
    explorable = "" if template.is_file() else f"write {script.relative_to(root)}, then "
    return written, [
        f"put its claims, with metric and thresholds, into book/data/claims.toml before you "
        f'measure (chapter = "{number}")',
        f"{explorable}mend each TODO: autograder prove {number} --watch",
        f"autograder new {number}/02_name --kind function   (four graded tasks at least)",
        f"make page PAGE={name}, and read it: light, dark, phone, paper",
        f"autograder release {number}, and commit the notebook it wrote",
    ]


def _name(what: str, name: str, example: str) -> tuple[str, str]:
    found = NAME.fullmatch(name)
    if found is None:
        problem = f"{name!r} is no name of a {what}."
        mend = f"Two digits, an underscore, small letters, such as {example}."
        raise CourseError(problem, mend)
    return found[1], found[2]


def _free(unit: Unit) -> str:
    taken = {path.stem[:2] for path in unit.files}
    return next(f"{number:02}" for number in range(1, 100) if f"{number:02}" not in taken)


def _refuse_taken(path: Path, same_number: list[Path]) -> None:
    for there in [path, *same_number]:
        if there.exists():
            mend = "Choose another number or name; nothing was written."
            raise CourseError(f"{there} is there already.", mend)


def _tag(word: str) -> str:
    """A web component's name has a hyphen in it."""
    return word.replace("_", "-") if "_" in word else f"{word}-explorable"


def _with_entry(toc: Path, name: str) -> str:
    """The table of contents with this chapter behind the last of a smaller number."""
    lines = toc.read_text(encoding="utf-8").splitlines()
    entry = re.compile(r"(\s*)- file: (\d\d_\w+)$")
    found = [(at, match) for at, line in enumerate(lines) if (match := entry.match(line))]
    before = [(at, match) for at, match in found if match[2] < name]
    if not found:
        raise CourseError("It names no chapter yet.", "Add `- file: 00_name` first.", toc)
    at, match = before[-1] if before else (found[0][0] - 1, found[0][1])
    return "\n".join([*lines[: at + 1], f"{match[1]}- file: {name}", *lines[at + 1 :], ""])
