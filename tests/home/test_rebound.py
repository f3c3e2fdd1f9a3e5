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
LOST = "Passed before, but not with the final values of the notebook: 02_best_split. Grading uses"
# Source of a cell below the check, and whether the answer still passes.
CELLS = {
    "another_helper": (OTHER, False),
    "a_name_of_python": ("range = 10", False),
    "the_answer_itself": ("best_split = None", False),
    "no_answer": ("del best_split", False),
    "as_good_a_helper": (DEAL.partition("\n\n")[0] + "\n", True),
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


@pytest.mark.parametrize(("below", "passes"), CELLS.values(), ids=CELLS)
def test_notebook_and_grading_agree_after_a_name_changes(
    below: str, passes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(COURSE.path.parent)
    made = book(DEAL, below)
    with notebook_shell() as shell:
        home, printed = run_all(shell, made)
    assert (home[TASK].status is Status.PASSED) == (judged(made) is Status.PASSED) == passes
    assert (LOST in " ".join(printed.split())) != passes
    assert f"{UNIT.id}: {1 if passes else 0} of " in printed


def test_restored_name_passes_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(COURSE.path.parent)
    with notebook_shell() as shell:
        _, lost = run_all(shell, book(DEAL, "kept, deal = deal, 7"))
        shell.run_cell("deal = kept\ncheck()")
        restored = capsys.readouterr()
        shell.run_cell("del deal\ncheck()")
    assert f"{UNIT.id}: 0 of " in lost
    assert f"{UNIT.id}: 1 of " in restored.out
    assert not restored.err
    assert LOST in " ".join(capsys.readouterr().err.split()), "nbgrader's Validate counts stderr"
