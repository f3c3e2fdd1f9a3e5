"""The words around the tasks: the first cell, the title, the closing."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any

import yaml

from autograder.say.errors import CourseError
from autograder.task.course import Unit

# Three places a notebook is opened: a clone, a machine with the package, a bare one such as Colab.
_SETUP = Template("""\
# Run this cell first. It finds the course or installs it, and says what your code will run on.
import importlib.util
import subprocess
import sys
from pathlib import Path

here = Path.cwd()
clone = next((up for up in [here, *here.parents] if (up / "autograder/cli.py").is_file()), None)
if clone:
    sys.path.insert(0, str(clone))
needed = ("autograder", "jax", "flatbuffers", "yaml")
if any(importlib.util.find_spec(name) is None for name in needed):
    source = str(clone) if clone else "git+$repository"
    print("Installing the course from", source)
    if subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", source]).returncode:
        raise SystemExit(f"That failed. Once you are online, run: pip install {source}")

from autograder import Budget, check, figures, hint, start

start("$unit")""")

_TITLE = Template("""\
# $title

$points points, about $minutes minutes. The chapter: [$chapter]($address).

| | your path | points | minutes |
|--:|---|--:|--:|
$rows

Run the first cell below. Then, task by task: read, write your answer in place of \
`raise NotImplementedError("your turn")` or `...`, and run the check under it. \
A check tells you what it asked, what came back, and the smallest input that shows the difference. \
Run it as often as you like. Stuck? `hint("$first")` gives a first, weak hint; \
call it again for a stronger one.""")

_CLOSING = Template("""\
## Check everything and hand in

1. Restart the kernel and run all cells, so that nothing depends on a cell you have since changed.
2. Save the notebook. To have it judged as it will be graded, in a process of its own, \
run this in a terminal: `autograder check $unit.ipynb`
3. Hand in `$unit.ipynb`: in the *Assignments* tab or with `nbgrader submit $unit` where your \
course uses nbgrader, otherwise the way your instructor asks for.

Cells you added may stay. The given cells and the checks are replaced by the originals when your \
notebook is graded, so nothing is lost if one of them was changed or deleted by accident.""")


@dataclass(frozen=True)
class Site:
    """Where the course lives on the web, as `_config.yml` has it."""

    repository: str
    branch: str
    book: str
    pages: str | None

    @classmethod
    def of(cls, root: Path) -> "Site":
        """Read from the nearest `_config.yml` at or above the course."""
        for folder in (root, *root.parents):
            path = folder / "_config.yml"
            if path.is_file():
                return _site(path, path.stat().st_mtime_ns)
        mend = "Notebooks install the course from the repository that it names."
        raise CourseError(f"There is no _config.yml at or above {root}.", mend)

    @classmethod
    def _read(cls, path: Path) -> "Site":
        config: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        repository = config.get("repository") or {}
        if not repository.get("url"):
            mend = "Name the repository that notebooks install the course from."
            raise CourseError("`repository: url:` is missing.", mend, path)
        pages = (config.get("html") or {}).get("baseurl") or None
        return cls(
            repository=repository["url"].rstrip("/"),
            branch=repository.get("branch") or "main",
            book=(repository.get("path_to_book") or "book").strip("/"),
            pages=pages.rstrip("/") if pages else None,
        )

    def chapter(self, unit: str) -> str:
        """The address of a unit's chapter: the built page where there is one, else its text."""
        if self.pages:
            return f"{self.pages}/{unit}.html"
        return f"{self.repository}/blob/{self.branch}/{self.book}/{unit}.md"


@lru_cache(maxsize=4)
def _site(path: Path, _: int) -> Site:
    """Read again only when the file has changed: every submission that is read asks for it."""
    return Site._read(path)


def setup(unit: Unit, site: Site) -> str:
    """Source of the first code cell."""
    return _SETUP.substitute(repository=site.repository, unit=unit.id)


def title(unit: Unit, site: Site) -> str:
    """The title cell: the path through the unit, with points and minutes."""
    rows = [
        f"| {number} | {'★ ' if task.star else ''}{task.title} "
        f"| {_points(task.points) if task.points else 'bonus'} | {task.minutes} |"
        for number, task in enumerate(unit.tasks, 1)
    ]
    return _TITLE.substitute(
        title=unit.title,
        points=_points(unit.points),
        minutes=sum(task.minutes for task in unit.tasks),
        chapter=f"{unit.id.partition('_')[0]} {unit.title}",
        address=site.chapter(unit.id),
        rows="\n".join(rows),
        first=unit.tasks[0].id,
    )


def closing(unit: Unit) -> str:
    """The last cell."""
    return _CLOSING.substitute(unit=unit.id)


def heading(number: int, title: str, points: float, minutes: int, star: bool) -> str:
    """What stands above a task's prose."""
    worth = "a bonus, graded by hand" if not points else _count(points, "point")
    star_word = "★ Challenge: " if star else ""
    return f"## {number}. {star_word}{title}\n\n*{worth} · about {minutes} minutes*"


def _points(points: float) -> str:
    return f"{points:g}"


def _count(points: float, noun: str) -> str:
    return f"{_points(points)} {noun}" + ("" if points == 1 else "s")
