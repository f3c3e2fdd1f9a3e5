"""*Run all* in IPython continues after open tasks and missing names. Also the output of `hint`."""

from __future__ import annotations

from typing import Any

import pytest
from notebook_cells import notebook_shell, run_all

from autograder import Course, Status
from autograder.notebook.release import fill, release_notebook, source_notebook

pytestmark = pytest.mark.usefixtures("notebook")
FIRST = "01_first"


def book_of(course: Course, unit: str, answers: dict[str, str]) -> dict[str, Any]:
    return fill(release_notebook(source_notebook(course, course.unit(unit))), answers)


def test_open_task_does_not_stop_run_all(course: Course) -> None:
    with notebook_shell() as shell:
        tasks = course.unit(FIRST).tasks
        book = book_of(course, FIRST, {tasks[0].id: tasks[0].wrong[0].source})
        verdicts, output = run_all(shell, book)
    assert {verdict.status for verdict in verdicts.values()} == {Status.FAILED, Status.NOT_RUN}
    assert len(verdicts) == len(tasks)
    last = output.rstrip().split(f"\n{FIRST}: ")[-1]
    assert last.startswith("0 of 3 tasks passed.")
    assert "01_double                not yet: The value is wrong" in last
    assert "02_move_points           not run yet: There is no answer yet" in last


def test_other_right_answers_are_shown_after_a_pass(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    task = course.unit(FIRST).task("count_flops")
    with notebook_shell() as shell:
        run_all(shell, book_of(course, FIRST, {}))
        shell.run_cell("hint(count_flops)").raise_error()
        assert task.solution not in capsys.readouterr().out
        run_all(shell, book_of(course, FIRST, {task.id: task.solution}))
        capsys.readouterr()
        shell.run_cell("hint(3)").raise_error()
        output = capsys.readouterr().out
    assert task.solution in output
    assert all(variant.source in output for variant in task.right[:2])


def test_check_before_its_cell_prints_one_sentence(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    with notebook_shell() as shell:
        shell.run_cell("from autograder import check, start; start('01')")
        capsys.readouterr()
        shell.run_cell("# task: 01_double, check\ncheck(double)").raise_error()
        out, err = capsys.readouterr()
        message = "`double` is not defined. Run the cell that defines it, and keep the name.\n"
        assert out == ""
        assert message in err
        assert "double" not in shell.user_ns
        shell.run_cell("check(double)")
        assert capsys.readouterr().err == message
        shell.run_cell("def dubble(x):\n    return x")
        shell.run_cell("check(double)")
        assert "Rename `dubble` to `double`." in capsys.readouterr().err
        shell.run_cell("check(doubel_trouble)")
        assert "NameError" in capsys.readouterr().out, "theirs is shown as Python shows it"


def test_renamed_function_is_not_judged_by_its_old_version(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = "# task: 01_double\ndef {}(x):\n    return 2 * x"
    with notebook_shell() as shell:
        shell.run_cell("from autograder import check, start; start('01')")
        for name, text in (("double", "passed"), ("dubble", "Rename `dubble` to `double`")):
            shell.run_cell(answer.format(name))
            capsys.readouterr()
            shell.run_cell("check(double)")
            assert text in "".join(capsys.readouterr())
        # The answer may be in another cell, and the answer cell may contain anything.
        shell.run_cell("def double(x):\n    return x + x")
        shell.run_cell("# task: 01_double\nhelper = 1")
        shell.run_cell("check(double)")
        assert "passed" in capsys.readouterr().out


def test_hints_work_with_and_without_a_number(
    course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    with notebook_shell() as shell:
        shell.run_cell("from autograder import check, hint, start; start('01')")
        capsys.readouterr()
        shell.run_cell("hint()")
        assert "Choose a task: hint(double), hint(move_points)" in capsys.readouterr().out
        for call in ("hint(1)", "hint('01')", "hint('1', 1)", "hint('double', 1)"):
            shell.run_cell(call)
            assert "of 2: " in capsys.readouterr().out, call
        shell.run_cell("def count_flops(m, k, n):\n    return 0\ncheck(count_flops)\nhint()")
        assert "Next hint: hint(count_flops)" in capsys.readouterr().out
