"""The result of judging one submission, and its provenance. Neither contains a secret."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from autograder.core.course.course import Unit
from autograder.core.digest import digest
from autograder.core.grading.judgement import broken_verdict
from autograder.core.messages.verdict import Status, Verdict
from autograder.runner.judge.code_version import code_digest
from autograder.runner.secret import task_key

_TOOLS = ("jax", "jaxlib", "numpy")
_STORED = ("student", "unit", "provenance", "refused", "when", "seconds")


@dataclass(frozen=True)
class Provenance:
    """Digests of the file, the code, the tasks and the keys, and the versions of the tools."""

    file: str  # digest of the whole submitted file, including its prose
    cells: str  # digest of the normalized code that was run
    tasks: Mapping[str, str]  # digests of the task files
    seeds: Mapping[str, str]  # by task, a digest of the key from which hidden inputs are drawn
    tools: Mapping[str, str]  # versions of packages, and a digest of the grader's source

    def key(self, student: str) -> str:
        """Return a digest of the student's name and of the provenance without `file`.

        So two notebooks of a student that differ only in prose have the same key.
        """
        parts = [student, self.cells, dict(self.tasks), dict(self.seeds), dict(self.tools)]
        return digest(json.dumps(parts, sort_keys=True))


@dataclass(frozen=True)
class Result:
    """The verdicts on one submission.

    The ledger does not store `blank`, `repeated` and `reused`.
    """

    student: str
    unit: str
    provenance: Provenance
    verdicts: tuple[Verdict, ...]  # one for each task that is judged automatically
    refused: str = ""  # why the file could not be read as a notebook
    when: str = ""
    seconds: float = 0.0  # duration of the judgement
    blank: frozenset[str] = frozenset()  # nbgrader's names of answers that are unchanged stubs
    repeated: frozenset[str] = frozenset()  # tasks with several answers, of which the last counts
    reused: bool = False  # True if the verdicts are from an earlier judgement of the same code

    @property
    def key(self) -> str:
        """Return the key under which the ledger stores the result."""
        return self.provenance.key(self.student)

    @property
    def broken(self) -> bool:
        """Return True if the grader failed on a task, so that the notebook must be judged again."""
        return any(verdict.status is Status.BROKEN for verdict in self.verdicts)

    @property
    def all_broken(self) -> bool:
        """Return True if the grader failed on every task, so that nothing was graded."""
        failed = [verdict.status is Status.BROKEN for verdict in self.verdicts]
        return bool(failed) and all(failed)

    @property
    def note(self) -> str:
        """Return a note for the instructor, such as "not a notebook", or an empty string."""
        if self.refused:
            return "not a notebook"
        tasks = ", ".join(sorted(self.repeated))
        several = f"several answers to {tasks}, the last counts" if tasks else ""
        return "; ".join(filter(None, ["as before" if self.reused else "", several]))

    @property
    def interned(self) -> "Result":
        """Return an equal result that shares recently used equal parts, to save memory."""
        old = self.provenance
        shared = replace(
            old,
            tasks=_table(tuple(old.tasks.items())),
            seeds=_table(tuple(old.seeds.items())),
            tools=_table(tuple(old.tools.items())),
        )
        return replace(self, provenance=shared, verdicts=tuple(map(_intern, self.verdicts)))

    def verdict(self, task: str) -> Verdict | None:
        """Return the verdict on a task, or None if the result has none."""
        return next((v for v in self.verdicts if v.task == task), None)

    def to_json(self) -> dict[str, Any]:
        """Return the fields in `_STORED`, the verdicts and the key as JSON data for the ledger."""
        stored = {name: value for name, value in asdict(self).items() if name in _STORED}
        return stored | {"verdicts": [v.to_json() for v in self.verdicts], "key": self.key}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Result":
        """Create a result from the data of `to_json`; fields that it omits get their defaults."""
        return cls(
            student=data["student"],
            unit=data["unit"],
            provenance=Provenance(**data["provenance"]),
            verdicts=tuple(Verdict.from_json(item) for item in data["verdicts"]),
            refused=data["refused"],
            when=data["when"],
            seconds=data.get("seconds", 0.0),
        )


def compute_provenance(
    unit: Unit, file: str, code: Sequence[str], secret: bytes | None
) -> Provenance:
    """Return the provenance of a judgement of `code`. `file` is a digest of the submitted file."""
    # A key cannot be derived from its digest.
    keys = {} if secret is None else {t.id: task_key(secret, unit.id, t.id) for t in unit.judged}
    return Provenance(
        file=file,
        cells=digest(json.dumps(list(code))),
        tasks={task.id: task.digest for task in unit.judged},
        seeds={task: digest(b"seed of " + key) for task, key in keys.items()},
        tools=tool_versions(),
    )


def failed_result(unit: Unit, student: str, reason: str) -> Result:
    """Return a result in which every judged task is BROKEN for this reason, without provenance."""
    verdicts = tuple(broken_verdict(task.id, task.points, reason) for task in unit.judged)
    return Result(student, unit.id, Provenance("", "", {}, {}, {}), verdicts)


@cache
def tool_versions() -> dict[str, str]:
    """Return the versions of autograder, JAX, jaxlib, NumPy and Python, and `code_digest`."""
    versions = {name: version(name) for name in _TOOLS}
    ours = {"autograder": version("many-lanes"), "source": code_digest()}
    return {**ours, **versions, "python": platform.python_version()}


@lru_cache(maxsize=4096)
def _intern(verdict: Verdict) -> Verdict:
    return verdict


@lru_cache(maxsize=64)
def _table(items: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(items)
