"""`autograder new course`: create a private course with its own units and its own secret.

The private course contains symbolic links to chosen units of the current course. A change of such a
unit therefore appears in both courses.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.skeletons import NewFiles, fill_template, task_text, write_task
from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course
from autograder.core.messages.errors import CourseError

_CODE = Path(__file__).resolve().parents[2]
FIRST = Path("50_own/01_first.py")  # the units of Many Lanes have numbers below 50
_FILES = {  # file of the new course: its template in `templates/`
    "course.toml": "course/course.toml",
    "_config.yml": "course/_config.yml",
    "nbgrader_config.py": "course/nbgrader_config.py.txt",
    ".gitignore": "course/gitignore",
}


def new_course(source: Course, folder: Path, units: Sequence[str]) -> NewFiles:
    """Create a private course with an unfinished first unit, and link `units` into it.

    If the folder already contains a course, only the links are created or replaced. Return the new
    files, the links, and the next steps for the author. Raise CourseError if another file is in the
    way.
    """
    folder = folder.absolute()
    if units and folder.resolve() == source.path.parent.resolve():
        remedy = "Run the command in the course whose units you want to include."
        raise CourseError(f"{folder} cannot include its own units.", remedy)
    links = {folder / "solutions" / source.unit(name).id: source.unit(name).path for name in units}
    for link in links:
        if link.exists() and not link.is_symlink():
            problem = f"{link} exists and is not a symbolic link."
            raise CourseError(problem, "Omit this unit, or move what is there.")
    created = [] if (folder / "course.toml").is_file() else _write_course(folder)
    for link, unit in links.items():
        link.unlink(missing_ok=True)  # the unit may have moved
        link.symlink_to(unit.resolve())
    here = source.path.parent
    return [*created, *links], [
        f"cd {folder}",
        f"resolve each TODO in solutions/{FIRST}: autograder prove 50 --watch",
        "add a task: autograder new 50/02_name --kind function (or program, value, prose)",
        "create the notebooks: autograder release",
        "grade submissions: autograder grade",
        "if students open notebooks outside a clone, set your repository in _config.yml",
        f"add units, also after cloning: in {here}, autograder new course {folder} 05",
    ]


def _write_course(folder: Path) -> list[Path]:
    if folder.is_file() or (folder.exists() and any(folder.iterdir())):
        problem = f"{folder} is not empty and has no course.toml."
        raise CourseError(problem, "Choose an empty folder or a new one.")
    fields = {"name": folder.name, "course_id": repr(folder.name), "code": repr(str(_CODE))}
    texts = {folder / name: fill_template(file, **fields) for name, file in _FILES.items()}
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)  # private: the folder will contain students' names and grades
    for path, text in texts.items():
        write_atomic(path, text.encode())
    return [*texts, *write_task(folder / "solutions" / FIRST, task_text("function", "first"))]
