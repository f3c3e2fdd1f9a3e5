"""The cells around the tasks: setup, title, closing."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any

import yaml

from autograder.core.course.course import Unit
from autograder.core.course.overwritten_names import IMPORTED
from autograder.core.course.task import Task

# A notebook runs in a clone, on a machine with the package, or on a bare one such as Colab.
# The function is deleted, so that it leaves no names in the namespace of the student.
_SETUP = Template("""\
# @title Run this cell first: it finds or installs the course, and says what your code runs on.
def _find_course():
    import importlib.util
    import subprocess
    import sys
    from pathlib import Path

    class Stop(Exception):
        def _render_traceback_(self):
            return [str(self)]

    def lacks(name):
        return importlib.util.find_spec(name) is None

    def install(*words):
        line = [sys.executable, "-m", "pip", "install", "--quiet", *words]
        done = subprocess.run(line, capture_output=True, text=True)
        again = "Connect and run this cell again, $wheel."
        nothing = "Nothing to install is at $wheels, $wheel."
        if "--no-deps" not in words:  # the course is there, and what it needs is not
            again = "Connect and run this cell again: it installs " + ", ".join(words) + "."
            nothing = "pip finds no " + ", no ".join(words) + "."
        causes = {
            "No module named pip": "This Python has no pip. Run: python -m ensurepip",
            "name resolution": "You are offline. " + again,
            "Failed to resolve": "You are offline. " + again,
            "onnection": "The network does not answer. " + again,
            "Could not find a version": nothing,
            "externally-managed": "This Python may not be changed. Make an environment.",
        }
        if done.returncode:
            last = (done.stderr.strip() or "pip gave no reason.").splitlines()[-1]
            raise Stop(next((text for word, text in causes.items() if word in done.stderr), last))

    if sys.version_info < (3, 11):
        raise Stop("The course needs Python 3.11 or newer. This is " + sys.version.split()[0])
    here = Path.cwd()
    folders = [here, *here.parents]
    clone = next((up for up in folders if (up / "autograder/__init__.py").is_file()), None)
    if clone:
        sys.path.insert(0, str(clone))
    elif lacks("autograder"):
        near = [str(path) for path in sorted(here.glob("many_lanes-*.whl"))]
        far = ["--no-index", "--find-links", "$wheels", "many-lanes"]
        install("--no-deps", *(near[-1:] or far))
    # Only what is missing: a JAX that is there, and the GPU that it runs on, is never replaced.
    packages = {"jax": "jax", "flatbuffers": "flatbuffers", "yaml": "pyyaml"}
    if missing := [packages[name] for name in packages if lacks(name)]:
        install(*missing)
    importlib.invalidate_caches()


_find_course()
del _find_course
from autograder import $names

start("$unit")""")

_TITLE = Template("""\
# $title

$points points, about $minutes minutes. The chapter: $chapter.

| task | your path | points | minutes |
|--:|---|--:|--:|
$rows

Run the first cell below. Then, task by task: read, write your answer in place of \
`raise NotImplementedError("your turn")` or `...`, and run the check under it. \
A check tells you what it asked, what came back, and the smallest input that shows the difference. \
Run it as often as you like. Stuck? `hint("$first")` gives a first, weak hint; \
call it again for a stronger one. Where a program costs too much, `see` shows which line does.

A function of arrays is *traced*, as under `jit`: it has to work before there are any values. \
Other functions may return numbers and text of Python, NumPy or JAX alike.""")

_CLOSING = Template("""\
## Check everything and hand in

1. Restart the kernel and run all cells, so that nothing depends on a cell you have since changed. \
A task that is still open stops nothing. The cell below says what is missing and what would not \
get its points.
2. Save the notebook.
3. Hand in `$unit.ipynb`: in the *Assignments* tab or with `nbgrader submit $unit` where your \
course uses nbgrader, otherwise the way your instructor asks for.

Cells you added may stay. The given cells and the checks are replaced by the originals when your \
notebook is graded, so nothing is lost if one of them was changed or deleted by accident.""")

_ASKED = Template("""


<details><summary>What the check asks</summary>

```python
$check
```

</details>""")

EVERYTHING = "check()"


@dataclass(frozen=True)
class Site:
    """The web address of the course from `_config.yml`; may be empty."""

    repository: str  # "" if there is none
    branch: str
    book: str
    pages: str

    @classmethod
    def of(cls, root: Path) -> "Site":
        """Read the nearest `_config.yml` at or above the course; a wheel has none."""
        for folder in (root, *root.parents):
            path = folder / "_config.yml"
            if path.is_file():
                return _site(path, path.stat().st_mtime_ns)
        return cls("", "main", "book", "")

    @classmethod
    def _read(cls, path: Path) -> "Site":
        config: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        repository = config.get("repository") or {}
        url = (repository.get("url") or "").rstrip("/")
        pages = (config.get("html") or {}).get("baseurl") or github_pages(url)
        return cls(
            repository=url,
            branch=repository.get("branch") or "main",
            book=(repository.get("path_to_book") or "book").strip("/"),
            pages=pages.rstrip("/"),
        )

    @property
    def wheels(self) -> str:
        """Return the address of the wheels, which a release fills (.github/workflows/pages.yml)."""
        if self.repository:
            return f"{self.repository}/releases/expanded_assets/wheel"
        return "wheel/"  # a folder beside the notebook

    def chapter(self, unit: str) -> str:
        """Return the address of a unit's chapter, or of its source if no page is built."""
        if self.pages:
            return f"{self.pages}/{unit}.html"
        path = f"{self.branch}/{self.book}/{unit}.md"
        return f"{self.repository}/blob/{path}" if self.repository else ""


def github_pages(repository: str) -> str:
    """Return the address at which GitHub publishes the pages of a repository."""
    owner, _, name = repository.rstrip("/").removeprefix("https://github.com/").partition("/")
    own = bool(name) and "/" not in name and ":" not in owner
    return f"https://{owner}.github.io/{name}/" if own else ""


@lru_cache(maxsize=4)
def _site(path: Path, _: int) -> Site:
    """Read the configuration; cached until the file changes, since every submission needs it."""
    return Site._read(path)


def setup(unit: Unit, site: Site) -> str:
    """Return the source of the first code cell."""
    near = "or put the wheel beside this notebook"
    names = ", ".join(IMPORTED)
    return _SETUP.substitute(wheels=site.wheels, wheel=near, unit=unit.id, names=names)


def title(unit: Unit, site: Site) -> str:
    """Return the title cell: the tasks with points and minutes."""
    rows = [
        f"| {number} | {'★ ' if task.star else ''}{task.title} "
        f"| {_points(task.points) if task.points else 'bonus'} | {task.minutes} |"
        for number, task in enumerate(unit.tasks, 1)
    ]
    chapter, address = f"{unit.id.partition('_')[0]} {unit.title}", site.chapter(unit.id)
    return _TITLE.substitute(
        title=unit.title,
        points=_points(unit.points),
        minutes=sum(task.minutes for task in unit.tasks),
        chapter=f"[{chapter}]({address})" if address else chapter,
        rows="\n".join(rows),
        first=unit.tasks[0].id,
    )


def closing(unit: Unit) -> str:
    """Return the last cell."""
    return _CLOSING.substitute(unit=unit.id)


def check(task: Task) -> str:
    """Return the check cell. It binds no name, since `check` reads the course."""
    if task.kind.takes_inputs:
        return f"check({task.names[0]})"
    return f"check({', '.join(f'{name}={name}' for name in task.names)})"


def asked(task: Task) -> str:
    """Return the specification of the check, folded, below the statement."""
    return _ASKED.substitute(check=task.check) if task.kind.takes_inputs and task.check else ""


def heading(number: int, title: str, points: float, minutes: int, star: bool) -> str:
    """Return the heading of a task."""
    worth = "a bonus, graded by hand" if not points else _count(points, "point")
    star_word = "★ Challenge: " if star else ""
    return f"## {number}. {star_word}{title}\n\n*{worth} · about {minutes} minutes*"


def _points(points: float) -> str:
    return f"{points:g}"


def _count(points: float, noun: str) -> str:
    return f"{_points(points)} {noun}" + ("" if points == 1 else "s")
