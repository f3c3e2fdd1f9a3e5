"""Create the nbgrader source notebook of a unit from its task files, solutions included."""

from autograder.core.course.cell_marker import marker
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.release import standard_cells
from autograder.notebook.release.cells import (
    Cell,
    Notebook,
    code,
    grade_id,
    hide_code,
    markdown,
    notebook,
)


def source_notebook(course: Course, unit: Unit) -> Notebook:
    """Return the notebook that `nbgrader generate_assignment` reads."""
    return notebook(unit_cells(course, unit))


def unit_cells(course: Course, unit: Unit) -> list[Cell]:
    """Return all cells of a unit's source notebook in order."""
    site = standard_cells.Site.of(course.path.parent)
    tasks = [cell for n, task in enumerate(unit.tasks, 1) for cell in task_cells(n, task).values()]
    return [
        markdown("title", standard_cells.title(unit, site)),
        hide_code(code("setup", standard_cells.setup(unit, site))),
        *tasks,
        markdown("closing", standard_cells.closing(unit)),
        code("everything", standard_cells.CHECK_ALL),
    ]


def task_cells(number: int, task: Task) -> dict[str, Cell]:
    """Return the cells of a task by role, in notebook order."""
    head = standard_cells.heading(number, task.title, task.points, task.minutes, task.star)
    statement = f"{head}\n\n{task.prose}{standard_cells.specification(task)}"
    cells = {"prose": markdown(_name(task, "prose"), statement)}
    if not task.kind.judged:
        # nbgrader grades a text answer by hand in the cell that contains it.
        graded = {"grade": True, "solution": True, "locked": False, "points": float(task.points)}
        essay = markdown(_name(task, "check"), task.solution, **graded)
        return {**cells, "check": _with_stub(essay, task.stub)}
    if task.given:
        cells["given"] = code(_name(task, "given"), task.given)
    mark = marker(task.id, "answer")
    solved = code(_name(task, "answer"), f"{mark}\n{task.solution}", solution=True, locked=False)
    cells["answer"] = _with_stub(solved, f"{mark}\n{task.stub}")
    check = f"{marker(task.id, 'check')}\n{standard_cells.check_cell(task)}"
    cells["check"] = code(_name(task, "check"), check, grade=True, points=float(task.points))
    return cells


def _name(task: Task, role: str) -> str:
    return grade_id(task.id, role)


def _with_stub(cell: Cell, stub: str) -> Cell:
    metadata = {**cell["metadata"], "autograder": {"stub": stub}}
    return {**cell, "metadata": metadata}
