"""`autograder new`: create unfinished tasks and chapters with a TODO wherever text is missing."""

from __future__ import annotations

import re
from importlib.resources import files as resources
from pathlib import Path
from string import Template

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.task_file import answers_path, split_answers
from autograder.core.kinds import find_kind
from autograder.core.messages.errors import CourseError

NAME = re.compile(r"(\d\d)_([a-z][a-z0-9_]*)")
NewFiles = tuple[list[Path], list[str]]  # the new files, and the next steps for the author


def new_task(course: Course, unit: Unit, name: str, kind: str) -> NewFiles:
    """Create an unfinished task in an existing unit, and return the files and the next steps.

    Raise CourseError if the name is invalid or its number is used.
    """
    taken = {path.stem[:2] for path in unit.files}
    free = next(f"{number:02}" for number in range(1, 100) if f"{number:02}" not in taken)
    number, word = _parse_name("task", name, f"{unit.id[:2]}/{free}_outer")
    path = unit.path / f"{name}.py"
    _check_is_free(path, [each for each in unit.files if each.stem[:2] == number])
    written = write_task(path, task_text(kind, word))
    place = f"{unit.id[:2]}/{number}"
    return written, [
        f"resolve each TODO in {path.relative_to(course.path.parent)} and its answers: "
        f"autograder prove {place} --watch",
        f"autograder prove {unit.id[:2]}   (the unit: points, star, hints, names introduced)",
        f"autograder release {unit.id[:2]}, then commit the notebook",
    ]


def task_text(kind: str, word: str) -> str:
    """Return the text of an unfinished task and its answers, which `write_task` separates."""
    return fill_template(f"{find_kind(kind).name}.py.txt", name=word)


def fill_template(file: str, **values: str) -> str:
    """Return the text of a file in `templates/` with its `$name` fields filled in."""
    text = (resources("autograder.authoring") / "templates" / file).read_text(encoding="utf-8")
    return Template(text).substitute(values)


def write_task(path: Path, text: str) -> list[Path]:
    """Write the text of a task to its task file and its answers file. Return the written files.

    A task whose only answer is the solution has no answers file.
    """
    texts = zip((path, answers_path(path)), split_answers(text), strict=True)
    written = [(file, part) for file, part in texts if part]
    for file, part in written:
        write_atomic(file, part.encode())
    return [file for file, _ in written]


def new_chapter(course: Course, name: str) -> NewFiles:
    """Create a chapter: a page, a unit with a first task, and an entry in `_toc.yml`.

    If the book has a template for explorables (interactive figures), also create a script from this
    template. Return the written files and the next steps. Raise CourseError if the name is invalid
    or a file exists; nothing is written then.
    """
    number, word = _parse_name("chapter", name, "07_jit")
    root = course.path.parent
    book, folder = root / "book", course.path / name
    if not book.is_dir():
        raise CourseError(f"{root} has no book.", "Create `book/` beside `solutions/`.")
    same = [*book.glob(f"{number}_*.md"), *course.path.glob(f"{number}_*")]
    page, first = book / f"{name}.md", folder / "01_first.py"
    _check_is_free(page, same)
    title = word.replace("_", " ").capitalize()
    # The name of a web component must contain a hyphen.
    component = word.replace("_", "-") if "_" in word else f"{word}-explorable"
    files = {page: fill_template("chapter.md.txt", title=title, component=component)}
    template = book / "_static" / "explorables" / "_template.js"
    script = template.with_name(f"{component}.js")
    if template.is_file():
        _check_is_free(script, [])
        text = template.read_text(encoding="utf-8")
        files[script] = text.replace("_template", component).replace("-template", component)
    toc = book / "_toc.yml"
    files[toc] = _insert_entry(toc, name)
    for path, text in files.items():
        write_atomic(path, text.encode())
    written = [*files, *write_task(first, task_text("program", "first"))]
    explorable = "" if template.is_file() else f"write {script.relative_to(root)}, then "
    return written, [
        f"before you measure, add the claims with metric and thresholds to book/data/claims.toml "
        f'(chapter = "{number}")',
        f"{explorable}resolve each TODO: autograder prove {number} --watch",
        f"autograder new {number}/02_name --kind function   (at least four graded tasks)",
        f"make page PAGE={name}, which checks it; read it in light and dark mode and on paper",
        f"autograder release {number}, then commit the notebook",
    ]


def _parse_name(noun: str, name: str, example: str) -> tuple[str, str]:
    match = NAME.fullmatch(name)
    if match is None:
        problem = f"{name!r} is not a valid {noun} name."
        remedy = f"Use two digits, an underscore and lower-case letters, such as {example}."
        raise CourseError(problem, remedy)
    return match[1], match[2]


def _check_is_free(path: Path, same_number: list[Path]) -> None:
    for existing in [path, *same_number]:
        if existing.exists():
            remedy = "Choose another number or name; nothing was written."
            raise CourseError(f"{existing} already exists.", remedy)


def _insert_entry(toc: Path, name: str) -> str:
    """Return the text of the table of contents with the chapter `name` inserted in order.

    Raise CourseError if the table lists no chapter.
    """
    lines = toc.read_text(encoding="utf-8").splitlines()
    entry = re.compile(r"(\s*)- file: (\d\d_\w+)$")
    entries = [(at, match) for at, line in enumerate(lines) if (match := entry.match(line))]
    before = [(at, match) for at, match in entries if match[2] < name]
    if not entries:
        raise CourseError("The file lists no chapter.", "Add `- file: 00_name` first.", toc)
    at, match = before[-1] if before else (entries[0][0] - 1, entries[0][1])
    return "\n".join([*lines[: at + 1], f"{match[1]}- file: {name}", *lines[at + 1 :], ""])
