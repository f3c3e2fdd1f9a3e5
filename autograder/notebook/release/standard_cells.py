"""Create the cells that every unit has (title, setup, closing) and the fixed parts of a task."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any

import yaml

from autograder.core.course.course import Unit
from autograder.core.course.overwritten_names import IMPORTED
from autograder.core.course.task import Task

# The source of the setup cell. The cell finds the course in a clone or an installed package, or
# else installs the package. The cell deletes its function, so that only the imported names remain
# in the namespace.
_SETUP = Template("""\
# @title Run this cell first. It finds or installs the course and reports the device.
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
        nothing = "No package found at $wheels. Connect to the internet, $wheel."
        if "--no-deps" not in words:  # the course is installed, but not the packages that it needs
            again = "Connect and run this cell again: it installs " + ", ".join(words) + "."
            nothing = "pip cannot find " + ", ".join(words) + "."
        causes = {
            "No module named pip": "This Python has no pip. Run: python -m ensurepip",
            "name resolution": "You are offline. " + again,
            "Failed to resolve": "You are offline. " + again,
            "onnection": "The network does not respond. " + again,
            "Could not find a version": nothing,
            "externally-managed": "This Python is managed by the system. Create an environment.",
        }
        if done.returncode:
            last = (done.stderr.strip() or "pip failed without a message.").splitlines()[-1]
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
    # Install only missing packages, so that an existing JAX with GPU support is never replaced.
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

Run the first cell below. If a check fails with `NameError: name 'check' is not defined`, run that \
cell again. Then, for each task, read the statement, replace \
`raise NotImplementedError("your turn")` or `...` by your answer, and run the check below it. \
A check prints the expected result, your result, and the smallest input for which they differ. \
You can run it as often as you like. If you are stuck, call `hint("$first")`. \
Each call gives a stronger hint. If a program costs too much, `see` shows the cost of each line.

A function of arrays is *traced*, as under `jit`, so it must not depend on concrete values. \
Other functions may return Python, NumPy or JAX numbers and strings.""")

_CLOSING = Template("""\
## Check everything and hand in

1. Restart the kernel and run all cells, so that no result depends on an old version of a cell. \
Unsolved tasks do not stop the run. The cell below lists the tasks that have not passed.
2. Save the notebook.
3. Submit `$unit.ipynb`. If your course uses nbgrader, use the *Assignments* tab or \
`nbgrader submit $unit`. Otherwise, follow your instructor's directions.

You may keep cells that you added. Grading replaces the given cells and the checks with the \
originals, so it does no harm if you changed or deleted one of them.""")

_SPECIFICATION = Template("""


<details><summary>Specification of the check</summary>

```python
$check
```

</details>""")

CHECK_ALL = "check()"


@dataclass(frozen=True)
class Site:
    """The addresses of the course's repository and pages from `_config.yml`, which may be empty."""

    repository: str  # URL, or "" if `_config.yml` has none
    branch: str
    book: str
    pages: str

    @classmethod
    def of(cls, root: Path) -> "Site":
        """Read the nearest `_config.yml` at or above the course, or return empty addresses."""
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
        """Return the URL of the wheels, which .github/workflows/pages.yml uploads.

        Without a repository, return the path of a folder beside the notebook.
        """
        if self.repository:
            return f"{self.repository}/releases/expanded_assets/wheel"
        return "wheel/"

    def chapter(self, unit: str) -> str:
        """Return the address of a unit's chapter on the pages, else of its source, else ""."""
        if self.pages:
            return f"{self.pages}/{unit}.html"
        path = f"{self.branch}/{self.book}/{unit}.md"
        return f"{self.repository}/blob/{path}" if self.repository else ""


def github_pages(repository: str) -> str:
    """Return the address at which GitHub publishes the pages of a GitHub repository, or ""."""
    owner, _, name = repository.rstrip("/").removeprefix("https://github.com/").partition("/")
    is_repository = bool(name) and "/" not in name and ":" not in owner
    return f"https://{owner}.github.io/{name}/" if is_repository else ""


@lru_cache(maxsize=4)
def _site(path: Path, _: int) -> Site:
    """Read `_config.yml`, cached by modification time because every submission needs the file."""
    return Site._read(path)


def setup(unit: Unit, site: Site) -> str:
    """Return the source of the first code cell, which finds or installs the course."""
    advice = "or put the wheel in the folder of this notebook"
    names = ", ".join(IMPORTED)
    return _SETUP.substitute(wheels=site.wheels, wheel=advice, unit=unit.id, names=names)


def title(unit: Unit, site: Site) -> str:
    """Return the text of the title cell, with the tasks, their points and their minutes."""
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
    """Return the text of the closing cell, which explains how to submit the notebook."""
    return _CLOSING.substitute(unit=unit.id)


def check_cell(task: Task) -> str:
    """Return the source of a task's check cell, which assigns no name."""
    if task.kind.takes_inputs:
        return f"check({task.names[0]})"
    return f"check({', '.join(f'{name}={name}' for name in task.names)})"


def specification(task: Task) -> str:
    """Return the specification of a task's check as a collapsed section, or ""."""
    return (
        _SPECIFICATION.substitute(check=task.check) if task.kind.takes_inputs and task.check else ""
    )


def heading(number: int, title: str, points: float, minutes: int, star: bool) -> str:
    """Return the heading of a task."""
    count = f"{_points(points)} point" + ("" if points == 1 else "s")
    value = count if points else "a bonus, graded by hand"
    star_word = "★ Challenge: " if star else ""
    return f"## {number}. {star_word}{title}\n\n*{value} · about {minutes} minutes*"


def _points(points: float) -> str:
    return f"{points:g}"
