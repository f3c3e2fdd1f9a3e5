"""Where an attack is carried out: a copy of the miniature course with canaries, and its judge."""

from __future__ import annotations

import csv
import ctypes
import json
import os
import secrets
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from attack_corpus import Attack
from attack_page import dangerous

from autograder import Course, Status, Verdict, gradebook
from autograder._draw import PUBLIC
from autograder.gradebook import refuse_links
from autograder.gradebook._notebook import graded_notebook
from autograder.notebooks import fill, release_notebook, source_notebook
from autograder.wall import Judge, Limits, Unreadable, _warm, heal, read_notebook
from autograder.wall._secret import task_key

ROOT = Path(__file__).resolve().parents[2]
QUICK = Limits(cpu_s=3, idle_s=3, wall_s=40, total_cpu_s=10, memory_bytes=5 << 30, processes=160)
TABLES = "spreadsheet formulas"
CANARIES = ("secret", "solution", "environment", "command line")
SCRATCH = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path.home())
Book = dict[str, Any]


@dataclass
class Outcome:
    """What came of an attack."""

    verdicts: dict[str, Verdict]
    gained: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All that a student gets to read."""
        return "\n".join(verdict.text() for verdict in self.verdicts.values())


class Place:
    """The course, its secret, a class with an honest student, and what must not get out."""

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
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans come to us
        # Stands for the judge's process: the attacks that reach for one reach for this.
        pause = [sys.executable, "-c", "import signal; signal.pause()"]
        self.stand_in = subprocess.Popen([*pause, self.canaries["command line"]])
        self.ear = socket.create_server(("127.0.0.1", 0))
        self.named_ear = socket.socket(socket.AF_UNIX)
        self.named_ear.bind(f"\0{self.mark}-ear")
        self.named_ear.listen()

    def _copy_course(self) -> Course:
        folder = self.root / "course"
        shutil.copytree(ROOT / "tests/mini/solutions", folder / "solutions")
        shutil.copy(ROOT / "_config.yml", folder)
        for path in (folder / "solutions").glob("*/*.py"):
            canary = f"# ---\n# # {self.canaries['solution']}\n"  # a comment of the header's
            path.write_text(path.read_text().replace("# ---\n", canary, 1))
        return Course.find(folder)

    def blank(self, unit: str) -> Book:
        """The student's notebook as released."""
        book: Book = release_notebook(source_notebook(self.course, self.course.unit(unit)))
        return book

    def path(self, student: str, unit: str) -> Path:
        """Where a student hands in."""
        return self.class_folder / "submitted" / student / unit / f"{unit}.ipynb"

    def write(self, student: str, unit: str, book: Book) -> None:
        """Hand in."""
        path = self.path(student, unit)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(book))

    @cached_property
    def judges(self) -> dict[str, Judge]:
        """One for all submissions of a unit, as when a class is graded."""
        units = self.course.units.values()
        return {unit.id: Judge(self.course, unit, self.secret, QUICK) for unit in units}

    def hand_in(self, attack: Attack, student: str) -> None:
        """Write the submission of an attack."""
        right = {t.id: t.solution for t in self.course.unit(attack.unit).tasks}
        answers = {task: right[task] for task in attack.beside}
        answers |= {task: self.told(source) for task, source in attack.answers.items()}
        book = json.loads(json.dumps(fill(self.blank(attack.unit), answers)))
        own = [_cell("code", self.told(source)) for source in attack.cells]
        own += [_cell("markdown", self.told(source)) for source in attack.texts]
        book["cells"][2:2] = own
        path = self.path(student, attack.unit)
        if attack.handed_in:
            space: dict[str, Any] = {}
            exec(compile(self.told(attack.handed_in), f"{attack.name}.py", "exec"), space)
            path.parent.parent.mkdir(parents=True)
            space["hand_in"](book, path, self)
        else:
            self.write(student, attack.unit, book)

    def told(self, source: str) -> str:
        """The strongest attacker knows where everything is."""
        words = {
            "@COURSE@": str(self.course.path),
            "@SECRET@": str(self.secret_file),
            "@CLASS@": str(self.class_folder),
            "@MARK@": self.mark,
            "@PORT@": str(self.ear.getsockname()[1]),
            "@JUDGE@": str(self.stand_in.pid),
            "@PUBLIC@": str(self._public_count),
        }
        for word, meaning in words.items():
            source = source.replace(word, meaning)
        return source

    @cached_property
    def _public_count(self) -> int:
        """How many different inputs of the counting task anybody can draw."""
        task = self.course.unit("01_first").task("03_count_flops")
        return len({case.args for case in task.plan().cases(PUBLIC)})

    def judge(self, attack: Attack, limits: Limits | None = None) -> Outcome:
        """Hand in and have it judged, as often as the attack wants; the last time counts."""
        judge = self.judges[attack.unit]
        if limits:
            judge = Judge(self.course, judge.unit, judge.secret, limits)
        if attack.siblings:
            return self._at_once(attack, judge)
        for turn in range(attack.turns):
            student = self._hand_in_anew(attack, turn)
            with self.watched() as gained:
                verdicts = self._verdicts(judge, student, gained)
        if attack.kind == TABLES and _strange(self.root / f"{secrets.token_hex(4)}.db", student):
            gained.append("the table")
        return self.outcome(attack, verdicts, gained)

    def _at_once(self, attack: Attack, judge: Judge) -> Outcome:
        students = [self._hand_in_anew(attack, number) for number in range(2)]
        with self.watched() as gained, ThreadPoolExecutor(2) as pool:
            both = list(pool.map(lambda name: self._verdicts(judge, name, gained), students))
        outcomes = [self.outcome(attack, verdicts, gained) for verdicts in both]
        return max(outcomes, key=lambda outcome: len(outcome.gained))

    def _hand_in_anew(self, attack: Attack, number: int) -> str:
        student = f"{attack.student}_{secrets.token_hex(4)}_{number}"
        self.hand_in(attack, student)
        refuse_links([str(self.path(student, attack.unit))])
        return student

    def _verdicts(self, judge: Judge, student: str, gained: list[str]) -> list[Verdict]:
        """As `autograder grade` and nbgrader's steps do: read, heal, judge, make the page."""
        try:
            cells = read_notebook(self.path(student, judge.unit.id))
        except Unreadable as error:
            return judge.unreadable(str(error))
        submission = heal(self.course, judge.unit, student, cells)
        book = graded_notebook(self.course, judge.unit, submission)
        texts = [c["source"] for c in book["cells"] if str(c["id"]).startswith("extra-")]
        if any(map(dangerous, texts)):
            gained.append("the page")
        return judge.judge(submission)

    def outcome(self, attack: Attack, verdicts: list[Verdict], gained: list[str]) -> Outcome:
        """The verdicts, and whatever the attacker has got."""
        found = {verdict.task: verdict for verdict in verdicts}
        attacked = [verdict for task, verdict in found.items() if task not in attack.beside]
        if sum(verdict.points for verdict in attacked) > attack.earned:
            gained = [*gained, "points"]
        if any(found[task].status is not Status.PASSED for task in attack.beside):
            gained = [*gained, "another task"]
        if any(verdict.status is Status.BROKEN for verdict in verdicts):
            gained = [*gained, "our failure"]
        return Outcome(found, gained + self._learned(attack, found))

    def _learned(self, attack: Attack, verdicts: dict[str, Verdict]) -> list[str]:
        texts = [verdict.text() for verdict in verdicts.values()]
        said = "\n".join([*texts, json.dumps([v.to_json() for v in verdicts.values()])])
        gained = [f"the {name}" for name, canary in self.canaries.items() if canary in said]
        if any(hidden in said for hidden in self._hidden(attack.unit)):
            gained.append("a hidden input")
        if any(not sign.isprintable() and sign != "\n" for text in texts for sign in text):
            gained.append("the terminal")
        if max(map(len, texts)) > 6000:
            gained.append("endless words")
        return gained

    def _hidden(self, unit: str) -> Iterator[str]:
        """Each hidden input of a plain function, as a leak would write it."""
        for task in self.course.unit(unit).tasks:
            if task.kind == "function":
                check = task.plan()
                key = task_key(self.secret, unit, task.id)
                shown = {case.args for case in check.cases(PUBLIC)}
                for case in check.cases(key):
                    if case.args not in shown:
                        names = zip(case.names, case.args, strict=True)
                        yield ", ".join(map(str, case.args))
                        yield ", ".join(f"{name} = {value}" for name, value in names)

    @contextmanager
    def watched(self) -> Iterator[list[str]]:
        """What is left behind, or was reached, outside the verdicts."""
        gained: list[str] = []
        warm = _warm.fork("worker", QUICK)  # the server is the judge's own, and stays
        warm.await_pid(QUICK.wall_s)
        warm.end()
        before = _snapshot(self.course.path), _snapshot(self.secret_file.parent)
        children = _children()
        yield gained
        if _stays(lambda: _children() - children):
            gained.append("a process")
        if any(list(folder.glob(f"*{self.mark}*")) for folder in SCRATCH):
            gained.append("a file")
        if before != (_snapshot(self.course.path), _snapshot(self.secret_file.parent)):
            gained.append("the course")
        if self._heard():
            gained.append("the network")

    def _heard(self) -> bool:
        called, _, _ = select.select([self.ear, self.named_ear], [], [], 0)
        for ear in called:
            ear.accept()[0].close()
        return bool(called)

    def close(self) -> None:
        """Leave nothing of our own behind."""
        _warm.close_servers()
        self.tidy()
        self.stand_in.kill()
        self.stand_in.wait()
        self.ear.close()
        self.named_ear.close()

    def tidy(self) -> None:
        """After a defence was switched off: end what is left, take away what was written."""
        for child in _children():
            name = Path(f"/proc/{child}/cmdline")
            if name.exists() and self.mark.encode() in name.read_bytes():
                os.killpg(os.getpgid(child), 9)
        for folder in (*SCRATCH, self.course.path):
            for path in folder.glob(f"*{self.mark}*"):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def in_process(place: Place, attack: Attack) -> Outcome:
    """The same submission with student and judge in one process, as a notebook's kernel has it."""
    script = "import in_process; in_process.main()"
    for turn in range(attack.turns):
        student = f"{attack.name}_{secrets.token_hex(4)}_{turn}"
        place.hand_in(attack, student)
        line = [sys.executable, "-c", script, str(place.course.path), str(place.secret_file)]
        line += [attack.unit, student, str(place.path(student, attack.unit))]
        code = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
        env = {**os.environ, "PYTHONPATH": code, "JAX_PLATFORMS": "cpu"}
        said = subprocess.run(line, capture_output=True, text=True, timeout=120, env=env)
    assert said.returncode == 0, said.stderr
    items = json.loads(said.stdout.strip().splitlines()[-1])
    return place.outcome(attack, [Verdict.from_json(item) for item in items], [])


def _strange(db: Path, student: str) -> bool:
    """Whether a class of this one student is exported as anything but one row of plain fields."""
    from nbgrader.api import Gradebook

    to = db.with_suffix(".csv")
    with Gradebook(f"sqlite:///{db}") as book:
        book.add_assignment("unit")
        book.add_student(student)
        gradebook.PlainCsv(to=str(to)).export(book)
    with to.open(newline="") as file:
        rows = list(csv.reader(file))
    fields = [field for row in rows[1:] for field in row]
    whole = len(rows) == 2 and len(rows[0]) == len(rows[1])
    return not whole or any(field.startswith(("=", "+", "-", "@")) for field in fields)


def _cell(kind: str, source: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": secrets.token_hex(4), "metadata": {}}
    cell |= {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {**cell, "source": source}


def _snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    paths = [path for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return {str(p): (p.lstat().st_size, p.lstat().st_mtime_ns) for p in paths}


def _children() -> set[int]:
    """All that runs below us; with a subreaper, orphans are among it."""
    found: set[int] = set()
    left = [os.getpid()]
    while left:
        for path in Path(f"/proc/{left.pop()}/task").glob("*/children"):
            for child in map(int, _read(path).split()):
                state = _read(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()[:1]
                if state == ["Z"]:
                    with suppress(ChildProcessError):  # an orphan that came to us and has ended
                        os.waitpid(child, os.WNOHANG)
                elif state and state != ["X"]:
                    found.add(child)
                    left.append(child)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it ended while we looked
        return ""


def _stays(probe: Any) -> bool:
    """Whether it is still there after what was killed had time to end."""
    for _ in range(20):
        if not probe():
            return False
        time.sleep(0.1)
    return True
