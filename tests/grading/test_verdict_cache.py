"""The cache of verdicts: each distinct program is judged once, and damaged files are ignored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from classroom import Submit

from autograder import Course, Status, Unit, Verdict
from autograder.runner import Limits
from autograder.runner.judge import verdict_cache
from autograder.runner.judge.exports import Artifact, Exports, Frozen
from autograder.runner.judge.judge import Judge
from autograder.runner.judge.verdict_cache import Store
from autograder.runner.sandbox import sandbox

SECRET = bytes(range(32))
RIGHT = "def double(x):\n    return 2 * x"
# The same program with a warning.
ALIKE = """
import warnings
# Ada's way
def helper(values):
    return 2 * values
def double(values):
    warnings.warn("Ada was here")
    return helper(values)
"""
# The same canonical program: only the export contains the name of the compiled function.
NAMED = """
import jax
@jax.jit
def helper(values):
    return 2 * values
def double(values):
    return helper(values)
"""
WRONG = "def double(x):\n    return x * x"


@dataclass
class ProcessLog:
    """The processes that started, exported a program or ran a program."""

    started: set[int] = field(default_factory=set)
    froze: set[int] = field(default_factory=set)
    ran: set[int] = field(default_factory=set)


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> ProcessLog:
    processes = ProcessLog()
    ask = sandbox.Sandbox.ask

    def listening(self: Any, request: dict[str, Any], blobs: Any = None, *more: Any) -> Any:
        answer = ask(self, request, blobs, *more)
        processes.started.add(self._fork._pid)
        if request["op"] == "run":
            processes.ran.add(self._fork._pid)
        if request["op"] == "freeze":
            processes.froze.add(self._fork._pid)
        return answer

    monkeypatch.setattr(sandbox.Sandbox, "ask", listening)
    return processes


Mark = Callable[..., Verdict]


@pytest.fixture
def mark(tmp_path: Path, course: Course, unit: Unit, submit: Submit) -> Mark:
    """Return the verdict on `double` of a judge with a cache."""
    judges: dict[str, Judge] = {}

    def judged(answer: str, student: str = "ada", secret: Any = SECRET, **words: Any) -> Verdict:
        cache = Store(tmp_path / "programs")
        name = repr((secret, words))
        if name not in judges:
            judges[name] = Judge(words.pop("unit", unit), secret, store=cache, **words)
        return judges[name].judge(submit({"01_double": answer}, student=student))[0]

    return judged


@pytest.fixture
def entries(tmp_path: Path) -> Callable[[], list[Path]]:
    """List the cached verdicts, one for an export and one for its canonical form."""
    return lambda: sorted((tmp_path / "programs").rglob("*.json"))


Entries = Callable[[], list[Path]]


def test_each_distinct_program_runs_once(mark: Mark, ran: ProcessLog) -> None:
    answers = [RIGHT, ALIKE, NAMED, WRONG] * 2
    verdicts = [mark(answer, student=f"s{n}") for n, answer in enumerate(answers)]
    assert [verdict.points for verdict in verdicts] == [2, 2, 2, 0] * 2
    assert len(ran.ran) == 2, "two programs differ"
    assert len(ran.froze) == 3, "they have three exports"
    # For each submission, one process runs its cells.
    assert len(ran.started) == len(answers) + 3 + 2


def test_cached_verdict_contains_no_notes_of_another_student(mark: Mark, entries: Entries) -> None:
    ada = mark(ALIKE, student="ada")
    assert any("Ada was here" in note for note in ada.notes)
    cached = "".join(path.read_text() for path in entries())
    assert not re.search(r"\bada\b", cached, re.IGNORECASE), "a digest may hold these letters"
    assert "line" not in cached
    eve = mark(RIGHT, student="eve")
    assert eve == replace(ada, notes=())
    assert mark(ALIKE, student="bob") == ada, "a student keeps the notes of their own program"


def full_marks(path: Path) -> None:
    entry = json.loads(path.read_text())
    body = json.loads(entry["verdict"]) | {"status": "passed", "points": 2.0}
    path.write_text(json.dumps(entry | {"verdict": json.dumps(body, sort_keys=True)}))


DAMAGE: tuple[Callable[[Path], object], ...] = (
    lambda path: path.write_bytes(path.read_bytes()[:100]),
    lambda path: path.write_text("[1]"),
    full_marks,
)


def test_damaged_entry_is_judged_again(mark: Mark, ran: ProcessLog, entries: Entries) -> None:
    first = mark(WRONG)
    good = {path: path.read_bytes() for path in entries()}
    assert len(good) == 2
    for runs, damage in enumerate(DAMAGE, 2):
        for path in good:
            damage(path)
        assert mark(WRONG) == first
        assert len(ran.ran) == runs
        assert {path: path.read_bytes() for path in entries()} == good, "the entry is written again"


def test_entry_of_another_program_is_ignored(mark: Mark, ran: ProcessLog, entries: Entries) -> None:
    mark(RIGHT)
    good = entries()
    mark(WRONG)
    for bad in set(entries()) - set(good):
        bad.write_bytes(good[0].read_bytes())
    assert mark(WRONG).points == 0
    assert len(ran.ran) == 3


def test_export_and_canonical_program_have_different_keys(tmp_path: Path, unit: Unit) -> None:
    """Otherwise a worker could pass an unchecked export off as a checked program."""
    cache, programs = Store(tmp_path), {"x": Artifact(b"module {}", 0)}
    keys = {
        cache.key(unit.tasks[0], made, None, Limits())
        for made in (Exports(programs), Frozen(programs))
    }
    assert len(keys) == 2


def test_key_depends_on_secret_task_limits_and_version(
    mark: Mark, ran: ProcessLog, unit: Unit, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = Unit(unit.path)
    edited.__dict__["tasks"] = tuple(replace(task, digest="0" * 64) for task in unit.tasks)
    others: list[dict[str, Any]] = [
        {},
        {"secret": b"another" * 5},
        {"secret": None},
        {"limits": Limits(wall_s=299)},
        {"unit": edited, "unsafe": False},
    ]
    for count, words in enumerate(others, 1):
        assert mark(RIGHT, **words).points == 2
        assert len(ran.ran) == count, words
    mark(RIGHT)
    assert len(ran.ran) == len(others), "the same key is read from the cache"
    monkeypatch.setattr(verdict_cache, "code_digest", lambda: "another version")
    mark(RIGHT)
    assert len(ran.ran) == len(others) + 1


def test_only_verdicts_on_programs_are_cached(mark: Mark, tmp_path: Path) -> None:
    library = (
        "import jax.numpy as jnp\ndef double(x):\n    return jnp.linalg.inv(jnp.eye(4))[0, 0] * x"
    )
    # No answer, an error during the export, and an error in the canonical form.
    for answer in ("", "def double(x):\n    return x.item()", library):
        assert mark(answer).status is not Status.PASSED
    assert not list(tmp_path.rglob("programs/*/*"))


def test_verdict_does_not_need_a_writable_cache(mark: Mark, tmp_path: Path) -> None:
    (tmp_path / "programs").write_text("a file where the folder should be")
    assert mark(RIGHT).points == 2
