"""`autograder release --private`: notebooks contain no solution, but still give feedback."""

from __future__ import annotations

import json
import pickle
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder import Course, Status, Task, Unit
from autograder.authoring.private_course import private_text
from autograder.authoring.skeletons import write_task
from autograder.cli.main import main
from autograder.core.course.plan import load_check, variant
from autograder.core.course.task_file import answers_path
from autograder.core.messages.errors import CourseError
from autograder.notebook.learner.check_task import check, hint, verdict_at_home
from autograder.notebook.learner.session import start
from autograder.notebook.release import fill, release_notebook, source_notebook, to_bytes
from autograder.runner import normalize_submission, parse_notebook
from autograder.runner.judge.judge import Judge

MINI = Path(__file__).parents[1] / "mini/solutions"
REAL = Course(MINI)
# The release of the third unit takes as long as that of the others together.
UNITS = ["01_first", "02_second", pytest.param("03_third", marks=pytest.mark.proof)]
TASKS = [task for unit in REAL.units.values() for task in unit.judged]
DRAWN = [task for task in TASKS if not task.kind.per_student]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the released units."""
    return tmp_path_factory.mktemp("given")


def given(out: Path, unit: str) -> Unit:
    """Release a unit of the miniature course once without solutions."""
    if not (out / unit).exists():
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(MINI.parent)
            assert main(["release", "--private", str(out), unit]) == 0
    return Course.find(out / unit).unit(unit)


def other(out: Path, task: Task) -> Task:
    return given(out, task.unit).task(task.id)


def recorded_results(task: Task) -> dict[str, Any]:
    return pickle.loads(zlib.decompress(task.numbers)) if task.numbers else {}  # type: ignore[no-any-return]


def stored_text(value: Any) -> Iterator[str]:
    """Return all text that the release stores."""
    if isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, dict):
        yield from stored_text(list(value.items()))
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from stored_text(item)
    elif hasattr(value, "__dict__"):
        yield from stored_text(vars(value))


def lines(*texts: str) -> set[str]:
    return {line.strip() for text in texts for line in text.splitlines()} - {""}


@pytest.mark.parametrize("unit", UNITS)
def test_release_contains_no_line_of_an_answer(out: Path, unit: str) -> None:
    """No right or wrong answer may leak. Lines of stubs, statements and given cells may occur."""
    for task in REAL.unit(unit).tasks:
        answers = [task.solution, *(each.source for each in (*task.right, *task.wrong))]
        visible = "\n".join([task.stub, task.prose, task.given])
        hidden = {line for line in lines(*answers) if line not in visible}
        here = other(out, task)
        book = json.loads((out / unit / f"{unit}.ipynb").read_text())
        cells = ["".join(cell["source"]) for cell in book["cells"]]
        text = "\n".join([here.path.read_text(), *cells, *stored_text(recorded_results(here))])
        for line in hidden:
            assert line.startswith(("import ", "from ")) or line not in text, (task.id, line)
        assert "spec" not in here.check
        assert here.wrong == here.right == ()
        assert here.choices == ()


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("01_first/01_double", "def double(x):\n    return 2 * x[0, 0, 0, 0]"),
        (
            "02_second/02_best_split",
            "def best_split(n, parts):\n    return [n // parts][7:].index(0)",
        ),
    ],
)
def test_release_contains_no_line_of_a_failing_mistake(
    tmp_path: Path, name: str, line: str
) -> None:
    """A mistake differs from the solution by a line or two, and its error quotes a line."""
    path = tmp_path / f"{name}.py"
    for copied in (path, answers_path(path)):
        copied.parent.mkdir(exist_ok=True)
        copied.write_text((MINI / copied.relative_to(tmp_path)).read_text())
    with answers_path(path).open("a") as answers:
        answers.write(f"\n\n# %% wrong: stops\n# It stops.\n{line}\n")
    task = Task.read(path)
    answers_path(path).unlink()
    path.write_text(private_text(task))
    here = Task.read(path)
    assert line.rpartition("return ")[2] not in "\n".join(stored_text(recorded_results(here)))
    answer = variant(task, task.wrong[-1])
    assert verdict_at_home(load_check(here), answer).mistake == "stops"


@pytest.mark.proof  # every answer of a task
@pytest.mark.parametrize("task", DRAWN, ids=lambda task: task.id)
def test_private_check_gives_the_same_feedback(out: Path, task: Task) -> None:
    """Status, points and name of the mistake equal those with the solution."""
    full, here = load_check(task), load_check(other(out, task))
    answers = {"solution": full.reference}
    answers |= {each.name: variant(task, each) for each in (*task.right, *task.wrong)}
    for name, answer in answers.items():
        with_it, without = verdict_at_home(full, answer), verdict_at_home(here, answer)
        assert (without.status, without.points) == (with_it.status, with_it.points), name
        assert (
            without.mistake
            == with_it.mistake
            == (name if name in {w.name for w in task.wrong} else "")
        )


def test_unknown_results_are_neither_passed_nor_failed(
    out: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(given(out, "02_second").path.parents[1])
    start("02_second")
    capsys.readouterr()
    check(ridge=3.0)
    output = capsys.readouterr()
    assert output.out == (
        "01_ridge: counted when it is graded.\n\n"
        "The grader has the right answer; this notebook does not.\n"
    )
    assert not output.err
    check(ridge=...)
    assert capsys.readouterr().err.startswith("01_ridge: not run yet.")
    check(ridge=3.0)
    capsys.readouterr()
    check()
    output = capsys.readouterr()
    assert "02_second: 0 of 3 tasks passed.\n" in output.out
    assert "  01_ridge                 counted when it is graded\n" in output.out


def test_errors_are_reported_for_cases_that_are_not_stored(out: Path, tmp_path: Path) -> None:
    text = other(out, REAL.unit("01").task("double")).path.read_text()
    path = tmp_path / "01_first/01_double.py"
    path.parent.mkdir()
    path.write_text(text.partition("# %% numbers")[0] + "# %% numbers\n")
    plan = load_check(Task.read(path))
    assert verdict_at_home(plan, lambda x: 2 * x).status is Status.LATER
    assert verdict_at_home(plan, lambda x: x * x).status is Status.LATER, "nothing says it is wrong"
    assert verdict_at_home(plan, lambda x: x[0, 0, 0]).status is Status.FAILED
    path.write_text(text.partition("# %% numbers")[0] + "# %% numbers\n# AAAA\n")
    with pytest.raises(CourseError, match="cannot read the recorded results of the solution"):
        load_check(Task.read(path))


def test_pass_shows_no_solution(
    out: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(given(out, "01_first").path.parents[1])
    start("01_first")

    def double(x: Any) -> Any:
        return x + x

    capsys.readouterr()
    check(double)
    output = capsys.readouterr().out
    assert output.startswith("01_double: passed, 2 of 2 points.")
    assert "Other solutions" not in output
    hint(double)
    output = capsys.readouterr().out
    assert output.startswith("Hint 1 of 1: An array times a number"), "the other says `2 * x`"


@pytest.mark.proof  # grades a class twice
@pytest.mark.parametrize("unit", UNITS)
def test_both_releases_get_the_same_grade(out: Path, unit: str) -> None:
    """Fill both notebooks with right and with wrong answers, and grade them with the course."""
    ours = REAL.unit(unit)
    public = release_notebook(source_notebook(REAL, ours))
    private = release_notebook(source_notebook(REAL, given(out, unit)))
    assert to_bytes(private) == (out / unit / f"{unit}.ipynb").read_bytes()
    right = {task.id: task.solution for task in ours.judged}
    wrong = {task.id: task.wrong[0].source for task in ours.judged}
    for answers in (right, wrong):
        books = [to_bytes(fill(book, answers)) for book in (public, private)]
        sent = [normalize_submission(REAL, ours, "ada", parse_notebook(book)) for book in books]
        one, two = (Judge(ours, b"k" * 32, unsafe=True).judge(each) for each in sent)
        assert one == two
        full = Status.PASSED if answers is right else Status.FAILED
        assert {verdict.status for verdict in one} == {full}


def test_course_without_solutions_cannot_grade(out: Path) -> None:
    """The message gives the reason."""
    unit = given(out, "01_first")
    book = to_bytes(release_notebook(source_notebook(REAL, unit)))
    course = Course.find(out / "01_first")
    sent = normalize_submission(course, unit, "ada", parse_notebook(book))
    verdicts = Judge(unit, b"k" * 32, unsafe=True).judge(sent)
    assert {verdict.status for verdict in verdicts} == {Status.BROKEN}
    assert "The solution of this task was removed" in verdicts[0].findings[0].message


def test_hint_or_check_that_quotes_an_answer_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = MINI / "02_second/02_best_split.py"
    text = f"{path.read_text()}\n\n{answers_path(path).read_text()}"
    answer = "[n // parts + (i < n % parts) for i in range(parts)]"
    text = text.replace("  - Deal them", f'  - "`{answer}`"\n#   - Deal them')
    law = "max(piles) - min(piles) <= 1"
    text = text.replace("# The rest lies on one pile", f"# Say `{answer}`. The rest lies there")
    write_task(
        tmp_path / "solutions/02_second/02_best_split.py",
        text.replace(f"return {law}", f"good = {answer}\n    return {law}"),
    )
    monkeypatch.chdir(tmp_path)
    assert main(["release", "--private", "given"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  02_best_split: 1 of 2 hints omitted: they quote an answer",
        "  02_best_split: mistakes that the notebook does not recognise, because their messages "
        "quote an answer: rest_on_one_pile",
        "  02_best_split: the check cell, which students get, quotes an answer: rewrite it",
    ]
    assert answer not in "".join(given(tmp_path / "given", "02_second").tasks[0].hints)


@pytest.mark.parametrize(
    ("folder", "problem"),
    [
        (".", ". belongs to the course in "),
        ("solutions", "solutions belongs to the course in "),
        ("solutions/02_second/new", "solutions/02_second/new belongs to the course in "),
        ("../lanes", "../lanes belongs to the course in "),
        ("linked", "linked/02_second belongs to the course in "),
        ("my", "my/02_second/02_second.ipynb is not from a private release; "),
        ("mine", "mine/02_second/solutions/02_second/01_ridge.py is not from a private release; "),
    ],
)
def test_release_into_other_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, folder: str, problem: str
) -> None:
    """The course links to a unit of another one, as after `autograder new course FOLDER 02`."""
    here, source = tmp_path / "course", MINI / "02_second"
    tasks = tmp_path / "lanes/solutions/02_second"
    for unit in (tasks, here / "mine/02_second/solutions/02_second"):
        shutil.copytree(source, unit)
    for link in (here / "solutions", here / "linked"):
        link.mkdir()
        (link / "02_second").symlink_to(tasks)
    notebook = here / "my/02_second/02_second.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("mine")
    monkeypatch.chdir(here)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert main(["release", "02", "--private", folder]) == 2
    error = capsys.readouterr().err
    assert error.startswith(problem)
    assert "nothing was written.\nChoose another folder, such as: " in error
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_repeated_release_keeps_a_copy_of_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    shutil.copytree(MINI / "02_second", tmp_path / "solutions/02_second")
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert main(["release", "--private", "given"]) == 0
    task = tmp_path / "solutions/02_second/01_ridge.py"
    task.write_text(task.read_text().replace("# title: ", "# title: Now, "))
    assert main(["release", "--private", "given"]) == 0
    assert "copied" not in capsys.readouterr().out
    notebook = tmp_path / "given/02_second/02_second.ipynb"
    released = notebook.read_bytes()
    answered = released.replace(b"ridge = ...", b"ridge = 8")
    notebook.write_bytes(answered)
    assert main(["release", "--private", "given"]) == 0
    copy = tmp_path / "my/02_second/02_second.before-1.ipynb"
    assert f"contained answers and was copied to {copy}" in capsys.readouterr().out
    assert (notebook.read_bytes(), copy.read_bytes()) == (released, answered)
