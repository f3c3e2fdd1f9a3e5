"""`autograder new course`: a private course beside this one, with units and a secret of its own.

Units of ours are links, which are followed wherever a unit is read: what changes here has changed
there, and nothing is to be merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder.authoring.skeletons import Made, task_text, write_task
from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course
from autograder.core.messages.errors import CourseError

_CODE = Path(__file__).resolve().parents[2]
FIRST = Path("50_own/01_first.py")  # far behind the numbers that this course will ever need
_FILES = {
    "course.toml": """\
# The secret that hidden inputs are drawn from. It lies outside, so that nobody commits it.
secret = "~/.config/many-lanes/{name}.secret"
""",
    "_config.yml": """\
repository:
  url: ""      # such as https://github.com/you/{name}, where notebooks away from here install from
  branch: main
""",
    "nbgrader_config.py": """\
import sys

sys.path.insert(0, {code!r})
from autograder.nbgrader import configure

c = get_config()
c.CourseDirectory.course_id = {name!r}
configure(c)
""",
    ".gitignore": """\
# Whatever says who somebody is, and what is made from it
/submitted/
/autograded/
/feedback/
/insight/
/attempts/
/backups/
/students.csv
/policy.toml
# Of what stands here itself: downloads, sheets, feedback on its way
/*.csv
/*.xls
/*.zip
/*_pictures/
/to_mail/
/gradebook.db*
/ledger.jsonl
/grading.lock
/_build/
/my/
/solutions/*/*.ipynb
__pycache__/
.ipynb_checkpoints/
""",
}


def new_course(ours: Course, folder: Path, units: Sequence[str]) -> Made:
    """The folder with a first unit to be finished; where it stands already, more units of ours."""
    folder = folder.absolute()
    links = {folder / "solutions" / ours.unit(name).id: ours.unit(name).path for name in units}
    for link in links:
        if link.exists() and not link.is_symlink():
            raise CourseError(f"{link} is a unit of its own.", "Leave it out, or move it away.")
    made = [] if (folder / "course.toml").is_file() else _written(folder)
    for link, unit in links.items():
        link.unlink(missing_ok=True)  # ours may have moved since
        link.symlink_to(unit.resolve())
    return [*made, *links], [
        f"cd {folder}",
        f"mend each TODO of solutions/{FIRST}: autograder prove 50 --watch",
        "more tasks: autograder new 50/02_name --kind function, program (JAX), value or prose",
        "autograder release, and grade as in this course: autograder grade",
        "for notebooks that are opened elsewhere, name your repository in _config.yml",
        "more units of ours later, or after you cloned it: autograder new course . 05 06",
    ]


def _written(folder: Path) -> list[Path]:
    if folder.is_file() or (folder.exists() and any(folder.iterdir())):
        problem = f"{folder} holds something, and no course.toml."
        raise CourseError(problem, "Name a folder that is empty, or that is not there yet.")
    words = {"name": folder.name, "code": str(_CODE)}
    texts = {folder / name: text.format(**words) for name, text in _FILES.items()}
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)  # names and grades will lie here
    for path, text in texts.items():
        write_atomic(path, text.encode())
    return [*texts, *write_task(folder / "solutions" / FIRST, task_text("function", "first"))]
