"""A later cell that changes a name: the notebook reports the verdict that grading will give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from notebook_cells import notebook_shell, run_all

from autograder import Course, Status
from autograder.notebook.release import fill, release_notebook, source_notebook
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

COURSE = Course.find(Path(__file__).resolve().parents[1] / "mini")
UNIT, TASK = COURSE.unit("02_second"), "02_best_split"
DEAL = """\
def deal(n, parts, place):
    return n // parts + (place < n % parts)

def best_split(n, parts):
    return [deal(n, parts, place) for place in range(parts)]
"""
OTHER = "def deal(n, parts, place):\n    return n // parts"
SAYS = "02_best_split passed, but no longer does: this cell redefines `{name}`, which its answer"
REPLACED = "02_best_split passed before, but the `best_split` that this cell defines does not"
# Source of a cell below the check, and the name in the message; "" if the verdict stays the same.
CELLS = {
    "another_helper": (OTHER, "deal"),
    "a_value_of_that_name": ("deal = 7", "deal"),
    "a_loop_over_it": ("for deal in range(3):\n    pass", "deal"),
    "an_import_of_that_name": ("from math import gcd as deal", "deal"),
    "an_import_beside_a_local": ("from math import gcd as deal\nplace = 7", "deal"),
    "a_name_of_python": ("range = 10", "range"),
    "the_answer_itself": ("best_split = None", "best_split"),
    "as_good_a_helper": (DEAL.partition("\n\n")[0] + "\n", ""),
    "a_name_of_a_function": ("def place():\n    n = parts = 0", ""),
    "a_name_that_it_does_not_use": ("dealer = 7", ""),
    "another_only_for_a_while": ("kept, deal = deal, 7\ndeal = kept", ""),
}


def book(answer: str, below: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(
        json.dumps(fill(release_notebook(source_notebook(COURSE, UNIT)), {TASK: answer}))
    )
    made["cells"].insert(-2, {"cell_type": "code", "metadata": {}, "source": below, "outputs": []})
    return made


def judged(made: dict[str, Any]) -> Status:
    cells = parse_notebook(json.dumps(made).encode())
    verdicts = Judge(UNIT, b"h" * 32).judge(normalize_submission(COURSE, UNIT, "you", cells))
    (status,) = (verdict.status for verdict in verdicts if verdict.task == TASK)
    return status


@pytest.mark.parametrize(("below", "name"), CELLS.values(), ids=CELLS)
def test_notebook_and_grading_agree_after_a_name_changes(
    below: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(COURSE.path.parent)
    made = book(DEAL, below)
    with notebook_shell() as shell:
        home, printed = run_all(shell, made)
    assert (home[TASK].status is Status.PASSED) == (judged(made) is Status.PASSED) == (not name)
    message = REPLACED if name == "best_split" else SAYS.format(name=name)
    assert (message in " ".join(printed.split())) == bool(name)
    assert f"{UNIT.id}: {0 if name else 1} of " in printed


def test_second_attempt_without_marker_counts_as_the_same_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some editors do not send the id of the cell to the kernel."""
    monkeypatch.chdir(COURSE.path.parent)
    with notebook_shell() as shell:
        run_all(shell, book(DEAL, "1"))
        shell.run_cell(DEAL)
        capsys.readouterr()
        shell.run_cell(DEAL.replace("range(parts)", "range(parts + 1)"))
    message = " ".join(capsys.readouterr().err.split())
    assert message.startswith(REPLACED)
    assert "redefines" not in message
    assert "expected" not in message  # the check reports it


def test_restored_name_passes_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(COURSE.path.parent)
    with notebook_shell() as shell:
        run_all(shell, book(DEAL, "kept, deal = deal, 7"))
        shell.run_cell("deal = kept")
    assert capsys.readouterr().out.endswith(f"{TASK} passes again.\n")
