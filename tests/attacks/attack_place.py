"""Set up an attack: a copy of the miniature course with canaries, and a class."""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from attack_corpus import Attack, substitute
from attack_watch import SCRATCH, children

from autograder import Course
from autograder.core.course.plan import load_check
from autograder.core.inputs.generator import PUBLIC
from autograder.nbgrader.graded_notebook import released_notebook
from autograder.notebook.release import fill
from autograder.runner import Limits
from autograder.runner.judge.judge import Judge
from autograder.runner.sandbox.linux import fork_server

ROOT = Path(__file__).resolve().parents[2]
QUICK = Limits(
    cpu_s=3,
    idle_s=3,
    wall_s=40,
    all_cpu_s=9,
    all_idle_s=8,
    all_unmeasured_s=6,
    total_cpu_s=60,
    memory_bytes=5 << 30,
    processes=160,
)
# For the classes of attacks that run until they reach a limit on time.
SHORT = replace(QUICK, cpu_s=1.5, idle_s=1.5, all_cpu_s=4, all_idle_s=3, all_unmeasured_s=2)
TIMED = ("channel forging", "endless loops", "siblings at the same time")
CANARIES = ("secret", "solution", "environment", "command line")
Book = dict[str, Any]


class Place:
    """The course, its secret, a class with an honest student, and canaries that must not leak."""

    def __init__(self, root: Path) -> None:
        token = secrets.token_hex(16)
        self.root = root
        self.canaries = {name: f"canary-{name}-{token}" for name in CANARIES}
        self.mark = f"attack-{token}"
        self.secret_file = root / "keys/secret"
        self.secret_file.parent.mkdir(parents=True)
        self.secret_file.write_text(self.canaries["secret"] + "\n")
        self.secret = self.canaries["secret"].encode()
        self.course = self._copy_course()
        self.class_folder = root / "class"
        for unit in self.course.units.values():
            right = {task.id: task.solution for task in unit.tasks}
            self.write("ada", unit.id, fill(self.blank(unit.id), right))
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: adopt orphans
        # Attacks on the grader's process target this dummy process.
        pause = [sys.executable, "-c", "import signal; signal.pause()"]
        self.dummy = subprocess.Popen([*pause, self.canaries["command line"]])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.named_listener = socket.socket(socket.AF_UNIX)
        self.named_listener.bind(f"\0{self.mark}-ear")
        self.named_listener.listen()

    def _copy_course(self) -> Course:
        folder = self.root / "course"
        for ours in ("tests/mini/solutions", "tests/attacks/solutions"):
            shutil.copytree(ROOT / ours, folder / "solutions", dirs_exist_ok=True)
        shutil.copy(ROOT / "_config.yml", folder)
        for path in (folder / "solutions").glob("*/*.py"):
            canary = f"# ---\n# # {self.canaries['solution']}\n"  # a comment in the header
            path.write_text(path.read_text().replace("# ---\n", canary, 1))
        return Course.find(folder)

    def blank(self, unit: str) -> Book:
        """Return the student's notebook as released."""
        book: Book = released_notebook(self.course, self.course.unit(unit))
        return book

    def path(self, student: str, unit: str) -> Path:
        """Return the path of a student's submission."""
        return self.class_folder / "submitted" / student / unit / f"{unit}.ipynb"

    def new_student(self, name: str) -> str:
        """Return an unused student name that is the same in every run, because student parameters
        depend on it.
        """
        submitted = self.class_folder / "submitted"
        names = (f"{name}_{number}" for number in itertools.count())
        return next(new for new in names if not (submitted / new).exists())

    def write(self, student: str, unit: str, book: Book) -> None:
        """Write a submission."""
        path = self.path(student, unit)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book))

    @cached_property
    def judges(self) -> dict[str, Judge]:
        """Return one judge for each unit, shared by all submissions as in a graded class."""
        units = self.course.units.values()
        return {unit.id: Judge(unit, self.secret, QUICK) for unit in units}

    @cached_property
    def unsandboxed(self) -> Any:
        """Start a grader without a sandbox, with the same modules preloaded."""
        line = [sys.executable, "-c", "import in_process; in_process.serve()"]
        code = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
        env = {**os.environ, "PYTHONPATH": code, "JAX_PLATFORMS": "cpu"}
        pipe = subprocess.PIPE
        return subprocess.Popen(line, stdin=pipe, stdout=pipe, text=True, env=env)

    def hand_in(self, attack: Attack, student: str) -> None:
        """Write the submission of an attack."""
        right = {t.id: t.solution for t in self.course.unit(attack.unit).tasks}
        answers = {task: right[task] for task in attack.other_tasks}
        answers |= {task: self.substitute(source) for task, source in attack.answers.items()}
        book = json.loads(json.dumps(fill(self.blank(attack.unit), answers)))
        own = [_cell("code", self.substitute(source)) for source in attack.cells]
        own += [_cell("markdown", self.substitute(source)) for source in attack.texts]
        book["cells"][2:2] = own
        path = self.path(student, attack.unit)
        if attack.handed_in:
            path.parent.parent.mkdir(parents=True)
            code = compile(self.substitute(attack.handed_in), f"{attack.name}.py", "exec")
            exec(code, {"book": book, "path": path, "place": self})
        if not path.parent.exists():
            self.write(student, attack.unit, book)

    def substitute(self, source: str) -> str:
        """Replace the placeholders, because an attacker may know every path."""
        places = {
            "@COURSE@": str(self.course.path),
            "@SECRET@": str(self.secret_file),
            "@CLASS@": str(self.class_folder),
            "@MARK@": self.mark,
            "@PORT@": str(self.listener.getsockname()[1]),
            "@JUDGE@": str(self.dummy.pid),
            "@PUBLIC@": str(self._public),
        }
        return substitute(source, places)

    @cached_property
    def _public(self) -> set[Any]:
        """Return the public inputs of the task `03_count_flops`."""
        task = self.course.unit("01_first").task("03_count_flops")
        return {case.args for case in load_check(task).cases(PUBLIC)}

    def close(self) -> None:
        """End all processes and close all sockets of this object."""
        fork_server.close_servers()
        self.tidy()
        for process in (self.dummy, self.__dict__.get("unsandboxed")):
            if process:
                process.kill()
                process.communicate()
        self.listener.close()
        self.named_listener.close()

    def tidy(self) -> None:
        """End remaining processes and remove files after an attack without its defence."""
        for child in children():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has ended by itself
                if self.mark.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                    os.killpg(os.getpgid(child), 9)
        for folder in (*SCRATCH, self.course.path):
            for path in folder.glob(f"*{self.mark}*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _cell(kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": secrets.token_hex(4), "metadata": {}}
    cell |= {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {**cell, "source": source}
