"""`autograder release --private FOLDER`: units for students who are given no solutions.

Task files go out with the stub in the solution's place, without wrong and right answers and without
a spec, and with what the public checks need of all of these as data; so a
folder of a unit, notebook and `solutions/` beside it, is whole wherever it is opened. The course
itself stays as it is, and grades as ever: a notebook's answers are judged by the real task files.
"""

from __future__ import annotations

import ast
import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from textwrap import indent, wrap

import yaml

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.course.task_file import BEGIN, END, read
from autograder.core.grading.withheld import keep
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Status
from autograder.notebook.learner.check_task import verdict_at_home
from autograder.notebook.release import release_notebook, source_notebook, to_bytes

MOST = 1 << 20  # bytes that are kept of one solution; what needs more counts when it is graded
_NAME = re.compile(r"^(return|[\w, ]+ =) ")
_SOLUTION = re.compile(rf"^([^\n]*){BEGIN}\n.*?{END}$", re.MULTILINE | re.DOTALL)


def release_private(course: Course, unit: Unit, folder: Path) -> list[str]:
    """Write `FOLDER/UNIT`; says what students get less of than in a course that shows all."""
    place = folder / unit.id
    tasks = place / "solutions" / unit.id
    texts = {tasks / path.name: private_text(Task.read(path)) for path in unit.files}
    for path in set(tasks.glob("*.py")) - set(texts):
        path.unlink()
    for path, text in texts.items():
        write_atomic(path, text.encode())
    given = Unit(tasks)
    book = to_bytes(release_notebook(source_notebook(course, given)))
    write_atomic(place / f"{unit.id}.ipynb", book)
    pairs = zip(unit.judged, given.judged, strict=True)
    later = [task.id for task, other in pairs if _only_later(task, other)]
    said = [f"counted when graded, and not before: {', '.join(later)}"] if later else []
    for task, other in zip(unit.tasks, given.tasks, strict=True):
        if less := len(task.hints) - len(other.hints):
            said.append(f"{task.id}: {less} of {len(task.hints)} hints quote an answer, left out")
        if names := [each.name for each in task.wrong if _quotes(task, each.message)]:
            said.append(
                f"{task.id}: known when it is graded and not at home, since what is said of it "
                f"quotes an answer: {', '.join(names)}"
            )
        if _quotes(task, other.check):
            said.append(
                f"{task.id}: its check quotes an answer, and is given out: say it otherwise"
            )
    return said


def private_text(task: Task) -> str:
    """The task file as students get it."""
    header, _ = read(task.path.read_text(encoding="utf-8"), task.path)
    header.pop("choices", None)
    if task.hints:
        header["hints"] = [hint for hint in task.hints if not _quotes(task, hint)]
    words = yaml.safe_dump(header, sort_keys=False, allow_unicode=True, width=1000)
    head = "\n".join(["# ---", *(f"# {line}" for line in words.splitlines()), "# ---"])
    cells = [cell for cell in task.cells if cell.path == task.path]
    sources = {"answer": lambda text: _stubbed(task, text), "check": _without_spec}
    texts = [(c.title, sources.get(c.title, str)(c.source)) for c in cells]
    texts.append(("numbers", "\n".join(f"# {line}" for line in wrap(_kept(task), 96))))
    parts = [head, *(f"# %% {title}\n{text}".rstrip() for title, text in texts)]
    return "\n\n\n".join(parts) + "\n"


def _quotes(task: Task, text: str) -> bool:
    """Whether it has what stands behind a `return` or a `name =` of an answer, and nowhere else."""
    lines = "\n".join([task.solution, *(each.source for each in task.right)]).splitlines()
    shown = "\n".join([task.stub, task.prose, task.given])
    values = {_NAME.sub("", line.strip()) for line in lines if line.strip() not in shown}
    return any(re.search(r"\W", value) and len(value) > 4 and value in text for value in values)


def _kept(task: Task) -> str:
    """Nothing of figures that are each student's own."""
    if not task.kind.judged or task.kind.per_student:
        return ""
    check = task.plan()
    told = tuple(each for each in check.mistakes if not _quotes(task, each.message))
    data = keep(replace(check, load_mistakes=lambda: told))
    return b64encode(data).decode() if len(data) <= MOST else ""


def _stubbed(task: Task, source: str) -> str:
    stub = "\n".join([BEGIN, *task.kind.placeholder(task.names), END])
    return _SOLUTION.sub(lambda found: indent(stub, found[1]), source)


def _without_spec(source: str) -> str:
    """The check cell without its spec, and without what only the spec has asked for."""
    tree = ast.parse(source)
    words = [node for node in ast.walk(tree) if isinstance(node, ast.keyword)]
    if all(word.arg != "spec" for word in words):
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.keywords = [word for word in node.keywords if word.arg != "spec"]
    while dead := [one for one in tree.body if _unused(one, tree)]:
        tree.body = [one for one in tree.body if one not in dead]
    return ast.unparse(tree)


def _unused(statement: ast.stmt, tree: ast.Module) -> bool:
    """Whether it binds names, and no other statement asks for one."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        bound = {(name.asname or name.name).split(".")[0] for name in statement.names}
    elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
        bound = {statement.name}
    elif isinstance(statement, ast.Assign):
        stored = [node for target in statement.targets for node in ast.walk(target)]
        bound = {node.id for node in stored if isinstance(node, ast.Name)}
    else:
        return False
    others = [node for one in tree.body if one is not statement for node in ast.walk(one)]
    return not bound & {node.id for node in others if isinstance(node, ast.Name)}


def _only_later(task: Task, given: Task) -> bool:
    """Whether the solution is not told to be right at home; CourseError where it is not right."""
    verdict = verdict_at_home(given.plan(), task.plan().reference)
    if verdict.status not in (Status.PASSED, Status.LATER):
        problem = f"Without its solution the check refuses the solution:\n{verdict.text()}"
        raise CourseError(problem, "The task has to pass first: autograder prove.", task.path)
    return verdict.status is Status.LATER
