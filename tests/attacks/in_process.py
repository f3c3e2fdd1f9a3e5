"""A grader without a wall: student code, hidden inputs and right answers in one process.

What most notebook graders do. Run as a script; prints the verdicts as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def main() -> None:
    solutions, secret_file, unit_id, student, notebook = sys.argv[1:]
    from autograder import Course
    from autograder._figures import name_student
    from autograder.wall import heal, read_notebook
    from autograder.wall._cells import Magic, nothing, run_cell
    from autograder.wall._secret import task_key

    secret = Path(secret_file).read_bytes().strip()
    course = Course.find(Path(solutions).parent)
    unit = course.unit(unit_id)
    submission = heal(course, unit, student, read_notebook(Path(notebook)))
    plans = [task.plan(student) for task in unit.tasks if task.kind != "prose"]
    keys = {plan.task: task_key(secret, unit.id, plan.task) for plan in plans}
    name_student(student)
    space = ModuleType("__main__").__dict__
    import autograder

    space.update(Budget=autograder.Budget, figures=autograder.figures, display=nothing)
    space.update(check=nothing, hint=nothing, start=nothing, get_ipython=lambda: Magic())
    for name, piece in submission.code():
        run_cell(piece.source, name, space)
    judge(plans, keys, space)


def judge(plans: list[Any], keys: dict[str, bytes], space: dict[str, Any]) -> None:
    """As a checking cell does: its imports come after the student's cells."""
    from autograder._draw import PUBLIC
    from autograder._evidence import gather
    from autograder._judge import Evidence, judge_outputs
    from autograder._trouble import undefined

    verdicts = []
    for check in plans:
        cases = check.cases(PUBLIC)
        cases += () if check.kind == "value" else check.cases(keys[check.task])
        if check.kind == "value":
            answer: Any = tuple(space.get(name, ...) for name in check.names)
        else:
            answer = space.get(check.names[0])
        if answer is None:
            evidence = Evidence([undefined(check.names[0])] * len(cases))
        else:
            evidence = gather(check, answer, cases)
        verdicts.append(judge_outputs(check, cases, evidence).to_json())
    print(json.dumps(verdicts))


if __name__ == "__main__":
    main()
