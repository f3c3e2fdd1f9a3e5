"""Carry out an attack and determine what it gained."""

from __future__ import annotations

import csv
import json
import re
import secrets
import select
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from attack_corpus import Attack
from attack_page import find_active_parts
from attack_place import QUICK, Place
from attack_watch import watched

from autograder import Status, Verdict
from autograder.core.course.plan import load_check
from autograder.core.inputs.generator import PUBLIC
from autograder.core.kinds.function import FUNCTION
from autograder.nbgrader.graded_notebook import graded_notebook
from autograder.nbgrader.links import refuse_links
from autograder.nbgrader.plain_csv import PlainCsv
from autograder.runner import Limits, Unreadable
from autograder.runner.judge.judge import Judge
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.linux import fork_server
from autograder.runner.secret import task_key
from autograder.runner.submissions.open_submission import open_submission

TABLES = "spreadsheet formulas"
# The most that one submission may send: characters of JSON, and raw bytes. Honest submissions send
# far less.
READ = {"letters": 1 << 20, "raw": 200 << 20}


@dataclass
class Outcome:
    """The verdicts on the submission of an attack, and what the attack gained."""

    verdicts: dict[str, Verdict]
    gained: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return the whole text that the student can read."""
        return "\n".join(verdict.text() for verdict in self.verdicts.values())


def carry_out(place: Place, attack: Attack, limits: Limits | None = None) -> Outcome:
    """Submit and grade an attack, and return the outcome.

    If the header asks for several submissions, return the outcome of the last one, or of two
    simultaneous ones the outcome with more gains.
    """
    judge = place.judges[attack.unit]
    if limits:
        judge = Judge(judge.unit, judge.secret, limits)
    if attack.siblings:
        return _grade_twice(place, attack, judge)
    for _ in range(attack.submissions):
        student = _submit(place, attack)
        with _watched(place) as gained, _limit_read_data(gained):
            verdicts = _verdicts(place, judge, student, gained)
    if attack.kind == TABLES and is_export_unsafe(
        place.root / f"{secrets.token_hex(4)}.db", student
    ):
        gained.append("the table")
    return _outcome(place, attack, verdicts, gained)


def _grade_twice(place: Place, attack: Attack, judge: Judge) -> Outcome:
    students = [_submit(place, attack) for _ in range(2)]
    with _watched(place) as gained, ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda name: _verdicts(place, judge, name, gained), students))
    outcomes = [_outcome(place, attack, verdicts, gained) for verdicts in both]
    return max(outcomes, key=lambda outcome: len(outcome.gained))


def _submit(place: Place, attack: Attack) -> str:
    student = place.new_student(attack.student)
    place.hand_in(attack, student)
    refuse_links([str(place.path(student, attack.unit))])
    return student


def _verdicts(place: Place, judge: Judge, student: str, gained: list[str]) -> list[Verdict]:
    """Read, normalize and grade a submission and render its page, as `autograder grade` does."""
    try:
        path = place.path(student, judge.unit.id)
        opened = open_submission(place.course, judge.unit, student, path)
    except Unreadable as error:
        return judge.unreadable(str(error))
    book = graded_notebook(place.course, judge.unit, student, path)
    texts = [c["source"] for c in book["cells"] if str(c["id"]).startswith("extra-")]
    if any(map(find_active_parts, texts)):
        gained.append("the page")
    if opened.refused:
        return judge.unreadable(opened.refused)
    return judge.judge(opened.submission)


def _outcome(place: Place, attack: Attack, verdicts: list[Verdict], gained: list[str]) -> Outcome:
    """Return the verdicts and all gains of the attacker."""
    by_task = {verdict.task: verdict for verdict in verdicts}
    attacked = [verdict for task, verdict in by_task.items() if task not in attack.other_tasks]
    earned = attack.earned
    if attack.status == "passed":
        earned = sum(by_task[task].max_points for task in attack.answers)
    if sum(verdict.points for verdict in attacked) > earned:
        gained = [*gained, "points"]
    if any(by_task[task].status is not Status.PASSED for task in attack.other_tasks):
        gained = [*gained, "another task"]
    if any(verdict.status is Status.BROKEN for verdict in verdicts):
        gained = [*gained, "our failure"]
    return Outcome(by_task, gained + _find_leaks(place, attack, by_task))


def _find_leaks(place: Place, attack: Attack, verdicts: dict[str, Verdict]) -> list[str]:
    texts = [verdict.text() for verdict in verdicts.values()]
    output = "\n".join([*texts, json.dumps([v.to_json() for v in verdicts.values()])])
    gained = [f"the {name}" for name, canary in place.canaries.items() if canary in output]
    plain = re.sub(r"\w+\[[\d, ]*\]", "", output)  # numbers in array shapes are not inputs
    hidden = (
        rf"(?<![\w.-]){re.escape(words)}(?![\w.])" for words in _hidden_inputs(place, attack.unit)
    )
    if any(re.search(words, plain) for words in hidden):  # "17, 3" is not "7, 3"
        gained.append("a hidden input")
    if any(not sign.isprintable() and sign != "\n" for text in texts for sign in text):
        gained.append("the terminal")
    if max(map(len, texts)) > 6000:
        gained.append("endless words")
    return gained


def _hidden_inputs(place: Place, unit: str) -> Iterator[str]:
    """Yield each hidden input of a function task in all forms in which a report could show it."""
    for task in place.course.unit(unit).tasks:
        if task.kind == FUNCTION:
            check = load_check(task)
            key = task_key(place.secret, unit, task.id)
            shown = {case.args for case in check.cases(PUBLIC)}
            for case in check.cases(key):
                if case.args not in shown:
                    names = zip(case.names, case.args, strict=True)
                    yield ", ".join(map(str, case.args))
                    yield ", ".join(f"{name} = {value}" for name, value in names)


def _watched(place: Place) -> AbstractContextManager[list[str]]:
    first = fork_server.fork("worker", QUICK)  # the fork server belongs to the grader and stays
    first.begin(QUICK.wall_s)
    first.end()
    return watched(place)


@contextmanager
def _limit_read_data(gained: list[str]) -> Iterator[None]:
    """Report a gain if the trusted process reads too much data for one submission."""
    read = dict.fromkeys(READ, 0)
    real = channel.receive

    def receive(sock: Any, *words: Any) -> Any:
        frame = real(sock, *words)
        if frame:
            read["letters"] += len(json.dumps(frame[0]))
            read["raw"] += sum(map(len, frame[1]))
        return frame

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(channel, "receive", receive)
        yield
    if any(read[name] > most for name, most in READ.items()):
        gained.append("the judge's time")


def in_process(place: Place, attack: Attack) -> Outcome:
    """Grade the submission with student and grader in one process, as in a notebook's kernel."""
    for _ in range(attack.submissions):
        student = place.new_student(attack.name)
        place.hand_in(attack, student)
        output = place.root / student
        words = [str(place.course.path), str(place.secret_file), attack.unit, student]
        words.append(str(place.path(student, attack.unit)))
        place.unsandboxed.stdin.write(json.dumps([words, str(output)]) + "\n")
        place.unsandboxed.stdin.flush()
        ready, _, _ = select.select([place.unsandboxed.stdout], [], [], 120)
        assert ready, "the grader did not answer within two minutes"
        code = place.unsandboxed.stdout.readline()
    assert code == "0\n", output.with_suffix(".err").read_text()
    items = json.loads(output.with_suffix(".out").read_text().strip().splitlines()[-1])
    return _outcome(place, attack, [Verdict.from_json(item) for item in items], [])


def is_export_unsafe(db: Path, student: str) -> bool:
    """Return True unless the export of a class of this one student is one row of plain fields."""
    from nbgrader.api import Gradebook

    to = db.with_suffix(".csv")
    with Gradebook(f"sqlite:///{db}") as book:
        book.add_assignment("unit")
        book.add_student(student)
        PlainCsv(to=str(to)).export(book)
    with to.open(newline="") as file:
        rows = list(csv.reader(file))
    fields = [field for row in rows[1:] for field in row]
    whole = len(rows) == 2 and len(rows[0]) == len(rows[1])
    return not whole or any(field.startswith(("=", "+", "-", "@")) for field in fields)
