"""A result records what was graded, with which tools and what result, without any secret."""

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
class Provenance:
    """Everything that determines the verdicts, as digests and versions."""

    file: str  # the submitted file, including text cells
    cells: str  # the code that was run, normalized
    tasks: Mapping[str, str]
    seeds: Mapping[str, str]  # identify the hidden inputs of each task
    tools: Mapping[str, str]  # versions, and a digest of the grader's source

    def key(self, student: str) -> str:
        """Return a digest that identifies the judgement. It ignores changes to text cells."""
        parts = [student, self.cells, dict(self.tasks), dict(self.seeds), dict(self.tools)]
        return digest(json.dumps(parts, sort_keys=True))


@dataclass(frozen=True)
class Result:
    """The result of judging one student's submission for one unit."""

    student: str
    unit: str
    basis: Provenance
    verdicts: tuple[Verdict, ...]
    refused: str = ""  # why the file could not be read as a notebook
    when: str = ""
    seconds: float = 0.0  # that judging took, on any machine

    @property
    def key(self) -> str:
        """The digest by which the ledger finds this judgement."""
        return self.provenance.key(self.student)

    @property
    def broken(self) -> bool:
        """True if an internal error occurred; the submission is judged again next time."""
        return any(verdict.status is Status.BROKEN for verdict in self.verdicts)

    @property
    def all_broken(self) -> bool:
        """True if every task had an internal error, so nothing was graded."""
        failed = [verdict.status is Status.BROKEN for verdict in self.verdicts]
        return bool(failed) and all(failed)

    def verdict(self, task: str) -> Verdict | None:
        return next((v for v in self.verdicts if v.task == task), None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"verdicts": [v.to_json() for v in self.verdicts], "key": self.key}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Result":
        return cls(
            student=data["student"],
            unit=data["unit"],
            provenance=Provenance(**data["provenance"]),
            verdicts=tuple(Verdict.from_json(item) for item in data["verdicts"]),
            refused=data["refused"],
            when=data["when"],
            seconds=data.get("seconds", 0.0),
        )


def compute_provenance(unit: Unit, file: str, code: Sequence[str], secret: bytes) -> Provenance:
    """Return the basis of judging this code; `file` is the digest of the submitted file."""
    return Provenance(
        file=file,
        cells=digest(json.dumps(list(code))),
        tasks={task.id: task.digest for task in unit.judged},
        seeds={task.id: _seed(secret, unit.id, task.id) for task in unit.judged},
        tools=tool_versions(),
    )


def new_result(
    student: str,
    unit: str,
    found: Provenance,
    verdicts: list[Verdict],
    refused: str,
    seconds: float = 0.0,
) -> Result:
    """Return a result with the current time."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return Result(student, unit, found, tuple(verdicts), refused, when, seconds)


def _seed(secret: bytes, unit: str, task: str) -> str:
    """Return a digest of the key for hidden inputs. It reveals neither the key nor the inputs."""
    return digest(b"seed of " + task_key(secret, unit, task))


def describe_environment(course: Path, folder: Path, secret: Path | None) -> dict[str, str]:
    """Describe what determines a verdict here besides the submission, without secrets."""
    files = [file for unit in Course(course).units.values() for file in unit.files]
    tasks = [(file.parent.name, file.name, digest(file.read_bytes())) for file in files]
    return {
        **tool_versions(),
        f"the tasks in {course}": digest(json.dumps(tasks))[:16],
        f"the folder {folder}": "there" if folder.is_dir() else "not there",
        "the course secret": key_name(ledger_key(read_secret(secret))),
    }


@cache
def tool_versions() -> dict[str, str]:
    """Return the versions of the tools that judge, and a digest of the grader's source."""
    versions = {name: version(name) for name in _TOOLS}
    ours = {"autograder": version("many-lanes"), "source": own_code()}
    return {**ours, **versions, "python": platform.python_version()}
