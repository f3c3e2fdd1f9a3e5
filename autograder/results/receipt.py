"""A receipt: what was graded, with what, and what came of it. Data, and nothing of a secret."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.verdict import Status, Verdict
from autograder.results.entry import key_name, ledger_key
from autograder.runner import own_code, read_secret, task_key

_TOOLS = ("jax", "jaxlib", "numpy")


@dataclass(frozen=True)
class Basis:
    """All that the verdicts follow from, as digests and versions."""

    file: str  # the file as it was handed in, with the text that no machine judges
    cells: str  # the code that was run, healed
    tasks: Mapping[str, str]
    seeds: Mapping[str, str]  # of each task's hidden inputs: says whether they are the same
    tools: Mapping[str, str]  # versions, and a digest of our own source

    def key(self, student: str) -> str:
        """Names the judgement: the same for a notebook in which only text was changed."""
        parts = [student, self.cells, dict(self.tasks), dict(self.seeds), dict(self.tools)]
        return digest(json.dumps(parts, sort_keys=True))


@dataclass(frozen=True)
class Receipt:
    """For one student and unit."""

    student: str
    unit: str
    basis: Basis
    verdicts: tuple[Verdict, ...]
    refused: str = ""  # why the file could not be read as a notebook
    when: str = ""
    seconds: float = 0.0  # that judging took, on whatever machine that was

    @property
    def key(self) -> str:
        """By which it is found again."""
        return self.basis.key(self.student)

    @property
    def broken(self) -> bool:
        """Whether we failed somewhere: then it is judged again next time."""
        return any(verdict.status is Status.BROKEN for verdict in self.verdicts)

    @property
    def nothing(self) -> bool:
        """Whether we failed everywhere: then nothing was graded."""
        failed = [verdict.status is Status.BROKEN for verdict in self.verdicts]
        return bool(failed) and all(failed)

    def verdict(self, task: str) -> Verdict | None:
        """What a task got."""
        return next((v for v in self.verdicts if v.task == task), None)

    def to_json(self) -> dict[str, Any]:
        """As it stands in the ledger."""
        return asdict(self) | {"verdicts": [v.to_json() for v in self.verdicts], "key": self.key}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Receipt":
        """What `to_json` wrote."""
        return cls(
            student=data["student"],
            unit=data["unit"],
            basis=Basis(**data["basis"]),
            verdicts=tuple(Verdict.from_json(item) for item in data["verdicts"]),
            refused=data["refused"],
            when=data["when"],
            seconds=data.get("seconds", 0.0),
        )


def basis(unit: Unit, file: str, code: Sequence[str], secret: bytes) -> Basis:
    """What a judgement of this code follows from; `file` is a digest."""
    return Basis(
        file=file,
        cells=digest(json.dumps(list(code))),
        tasks={task.id: task.digest for task in unit.judged},
        seeds={task.id: _seed(secret, unit.id, task.id) for task in unit.judged},
        tools=tools(),
    )


def new_receipt(
    student: str,
    unit: str,
    found: Basis,
    verdicts: list[Verdict],
    refused: str,
    seconds: float = 0.0,
) -> Receipt:
    """For a judgement that was made now."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return Receipt(student, unit, found, tuple(verdicts), refused, when, seconds)


def _seed(secret: bytes, unit: str, task: str) -> str:
    """Of the key that hidden inputs are drawn with; neither can be had from it."""
    return digest(b"seed of " + task_key(secret, unit, task))


def here(course: Path, folder: Path, secret: Path | None) -> dict[str, str]:
    """What a verdict follows from on this machine, besides the hand-in; nothing of a secret."""
    files = [file for unit in Course(course).units.values() for file in unit.files]
    tasks = [(file.parent.name, file.name, digest(file.read_bytes())) for file in files]
    return {
        **tools(),
        f"the tasks in {course}": digest(json.dumps(tasks))[:16],
        f"the folder {folder}": "there" if folder.is_dir() else "not there",
        "the course secret": key_name(ledger_key(read_secret(secret))),
    }


@cache
def tools() -> dict[str, str]:
    """What judges: our own source, and what it stands on."""
    versions = {name: version(name) for name in _TOOLS}
    ours = {"autograder": version("many-lanes"), "source": own_code()}
    return {**ours, **versions, "python": platform.python_version()}
