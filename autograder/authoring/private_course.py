"""`autograder release --private FOLDER`: release units to students without the solutions.

The released task files contain a stub instead of the solution and omit the spec and all other
answers. Most of them contain the results that the public checks expect, as data. Each unit is a
self-contained folder with its notebook and `solutions/`. Grading uses the original task files.
"""

from __future__ import annotations

import ast
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import indent, wrap

import yaml

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.plan import load_check
from autograder.core.course.task import Task
from autograder.core.course.task_file import BEGIN, END, read
from autograder.core.grading.withheld import record_results
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.notebook.release import (
    contains_answers,
    release_notebook,
    save_copy,
    source_notebook,
    to_bytes,
)

# Limit on the stored data of one task in bytes, before encoding. A task that needs more data is
# checked only when it is graded.
MAX_BYTES = 1 << 20
_NUMBERS = "# %% numbers"  # the marker of the cell that only released task files have
_NAME = re.compile(r"^(return|[\w, ]+ =) ")
_SOLUTION = re.compile(rf"^([^\n]*){BEGIN}\n.*?{END}$", re.MULTILINE | re.DOTALL)


def check_release_folder(course: Course, units: Sequence[Unit], folder: Path) -> None:
    """Raise CourseError if a release of these units to `folder` would overwrite other files.

    These are the files of a course, and all notebooks and task files that are not from an earlier
    private release.
    """
    remedy = "Choose another folder, such as: autograder release --private ../for_students"
    for place in (folder, *(folder / unit.id for unit in units)):  # a unit may be a symbolic link
        target = place.resolve()
        sources = [path for path in (target, *target.parents) if path.name == "solutions"]
        sources += [folder.resolve() / "solutions", course.path.resolve()]
        for path in sources:
            inside = target.is_relative_to(path) or folder.resolve() == path.parent
            if inside and Course(path).units:
                problem = f"{place} belongs to the course in {path}; nothing was written."
                raise CourseError(problem, remedy)
    for unit in units:
        tasks, notebook = _release_paths(unit, folder)
        existing = [path for path in sorted(tasks.glob("*.py")) if not _is_released(path)]
        if notebook.exists() and not tasks.is_dir():  # of `start` or `release`
            existing.append(notebook)
        if existing:
            problem = f"{existing[0]} is not from a private release; nothing was written."
            raise CourseError(problem, remedy)


def _release_paths(unit: Unit, folder: Path) -> tuple[Path, Path]:
    """Return where the task files and the notebook of a released unit are."""
    place = folder / unit.id
    return place / "solutions" / unit.id, place / f"{unit.id}.ipynb"


def _is_released(path: Path) -> bool:
    """Return True if `private_text` wrote the task file."""
    return _NUMBERS in path.read_text(encoding="utf-8").splitlines()


def release_private(course: Course, unit: Unit, folder: Path) -> list[str]:
    """Write a unit to `FOLDER/UNIT`. Return notes on omissions and on cells that quote answers.

    Delete task files of an earlier release that the unit no longer has. If the notebook to be
    replaced contains answers, first copy it to `my/` in the course. Raise CourseError if a released
    check rejects the solution. By then, the files have already been written.
    """
    tasks, notebook = _release_paths(unit, folder)
    texts = {tasks / path.name: private_text(Task.read(path)) for path in unit.files}
    for path in set(tasks.glob("*.py")) - set(texts):
        path.unlink()
    for path, text in texts.items():
        write_atomic(path, text.encode())
    selection = Unit(tasks)
    book = to_bytes(release_notebook(source_notebook(course, selection)))
    notes = []
    if contains_answers(notebook, book):
        copy = save_copy(notebook, course.notebook_path(unit))
        notes.append(f"the previous notebook contained answers and was copied to {copy}")
    write_atomic(notebook, book)
    pairs = zip(unit.judged, selection.judged, strict=True)
    later = [task.id for task, released in pairs if _is_judged_later(task, released)]
    if later:
        notes.append(f"not checked in the notebook, only by grading: {', '.join(later)}")
    for task, released in zip(unit.tasks, selection.tasks, strict=True):
        if omitted := len(task.hints) - len(released.hints):
            notes.append(
                f"{task.id}: {omitted} of {len(task.hints)} hints omitted: they quote an answer"
            )
        if names := [each.name for each in task.wrong if _quotes(task, each.message)]:
            notes.append(
                f"{task.id}: mistakes that the notebook does not recognise, because their messages "
                f"quote an answer: {', '.join(names)}"
            )
        if _quotes(task, released.check):
            notes.append(
                f"{task.id}: the check cell, which students get, quotes an answer: rewrite it"
            )
    return notes


def private_text(task: Task) -> str:
    """Return the text of a task file without its answers, as students get it.

    Choices and hints that quote an answer are omitted, and the expected results are appended.
    """
    header, _ = read(task.path.read_text(encoding="utf-8"), task.path)
    header.pop("choices", None)
    if task.hints:
        header["hints"] = [hint for hint in task.hints if not _quotes(task, hint)]
    words = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=1000)
    head = "\n".join(["# ---", *(f"# {line}" for line in words.splitlines()), "# ---"])
    stub = "\n".join([BEGIN, *task.kind.placeholder(task.names), END])
    parts = [head]
    for cell in task.cells:
        if cell.path != task.path:
            continue
        source = cell.source
        if cell.title == "answer":
            source = _SOLUTION.sub(lambda match: indent(stub, match[1]), source)
        elif cell.title == "check":
            source = _without_spec(source)
        parts.append(f"# %% {cell.title}\n{source}".rstrip())
    numbers = "\n".join(f"# {line}" for line in wrap(_stored_data(task), 96))
    parts.append(f"{_NUMBERS}\n{numbers}".rstrip())
    return "\n\n\n".join(parts) + "\n"


def _quotes(task: Task, text: str) -> bool:
    """Return True if a text quotes an answer.

    A quotation is a line of a right answer, without `return` or `name =`. Lines that also occur in
    the cells that students see do not count, and neither do single words and texts of at most four
    characters.
    """
    lines = "\n".join([task.solution, *(each.source for each in task.right)]).splitlines()
    notebook = "\n".join([task.stub, task.prose, task.given])
    values = {_NAME.sub("", line.strip()) for line in lines if line.strip() not in notebook}
    return any(re.search(r"\W", value) and len(value) > 4 and value in text for value in values)


def _stored_data(task: Task) -> str:
    """Return the results that the public checks expect, in Base64, or "" if there are none.

    A task has no such results if its parameters differ between students, if a person judges the
    task, or if the results exceed MAX_BYTES.
    """
    if not task.kind.judged or task.kind.per_student:
        return ""
    check = load_check(task)
    mistakes = tuple(each for each in check.mistakes if not _quotes(task, each.message))
    data = record_results(replace(check, load_mistakes=lambda: mistakes))
    return b64encode(data).decode() if len(data) <= MAX_BYTES else ""


def _without_spec(source: str) -> str:
    """Return the check cell without the spec, unused definitions, unused imports and comments.

    A cell without a spec is returned unchanged.
    """
    tree = ast.parse(source)
    words = [node for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    if all(word.arg != "spec" for word in words):
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.keywords = [word for word in node.keywords if word.arg != "spec"]
    while unused := [statement for statement in tree.body if _is_unused(statement, tree)]:
        tree.body = [statement for statement in tree.body if statement not in unused]
    return ast.unparse(tree)


def _is_unused(statement: ast.stmt, tree: ast.Module) -> bool:
    """Return True for an import, definition or assignment whose names occur nowhere else."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        bound = {(name.asname or name.name).split(".")[0] for name in statement.names}
    elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
        bound = {statement.name}
    elif isinstance(statement, ast.Assign):
        stored = [node for target in statement.targets for node in ast.walk(target)]
        bound = {node.id for node in stored if isinstance(node, ast.Name)}
    else:
        return False
    others = [node for other in tree.body if other is not statement for node in ast.walk(other)]
    return not bound & {node.id for node in others if isinstance(node, ast.Name)}


def _is_judged_later(task: Task, released: Task) -> bool:
    """Return True if the released notebook cannot check the task before it is graded.

    Raise CourseError if the check in the released notebook rejects the solution.
    """
    verdict = verdict_at_home(load_check(released), load_check(task).reference)
    if verdict.status not in (Status.PASSED, Status.LATER):
        problem = f"The check of the released task rejects the solution:\n{verdict.text()}"
        raise CourseError(problem, "Fix the task first: autograder prove.", task.path)
    return verdict.status is Status.LATER
