"""Output and error messages of the commands."""

import json
import shlex
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from miniature_suite import ROOFS, Nowhere, ticking

import manylanes
from manylanes import device
from manylanes.__main__ import main
from manylanes._measure import Series
from manylanes.records import Record


def test_device_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["device", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {**printed, "clock_hz": None} == {**device().as_dict(), "clock_hz": None}


def test_records_command_reports_noise(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["records", "cpu"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"cpu: {device().name}, 5 measurements, 0 faster than")
    # The clock advances by a millisecond at each reading.
    assert lines[1] == "  compute 1.02 MFLOP/s, memory 768 kB/s, dispatch overhead 1 ms"
    assert lines[2] == f"  tiny: measured {record.results[0].taken}"
    raw = json.loads((tmp_path / "cpu" / "tiny.json").read_text())
    raw["conditions"]["load"] = [99.0, 99.0]
    (tmp_path / "cpu" / "tiny.json").write_text(json.dumps(raw))
    assert main(["records", "cpu"]) == 0
    cores = record.device["cores"]
    noisy = f", noisy: load 99.0 before and 99.0 after, on {cores} cores"
    assert capsys.readouterr().out.splitlines()[2].endswith(noisy)


def test_records_command_finds_records_and_reports_broken_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["records"]) == 1
    assert capsys.readouterr().err == (
        "There is no record in book/data/records or in the current folder. "
        "To measure one, run `manylanes measure --out mine`.\n"
    )
    shutil.copytree(Path(__file__).parents[2] / "book/data/records", "book/data/records")
    shutil.copytree("book/data/records/cpu", "mine")
    assert main(["records"]) == 0
    out = capsys.readouterr().out
    there = [line.split(":")[0] for line in out.splitlines() if line[0] != " "]
    assert there == ["cpu", "epyc", "gpu", "xeon", "mine"]
    Path("mine", "batch.json").write_text("{}")
    assert main(["records"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("cpu: ")
    assert "mine/batch.json has schema None, but this version reads schema 2." in error


CPU = str(Path(__file__).parents[2] / "book/data/records/cpu")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("cost 'lambda x:' f32[2]", "Cannot read the function 'lambda x:'"),
        ("cost 'lambda x: x' f32[2", "cannot read 'f32[2' as an array"),
        ("cost 'lambda x, y: x @ y' f32[2] f32[3]",
         "Cannot call 'lambda x, y: x @ y' with f32[2] "),
        ("cost pd.sum f32[2]",
         "Cannot read the function 'pd.sum': name 'pd' is not defined; the names jax, jnp, "
         "lax, np are defined."),
        ("measure --minutes 0", "--minutes must be a number above 0, not 0.0."),
        ("records nowhere", "There is no record nowhere. To measure one, run `manylanes"),
        ("measure --suite lstm", "There is no suite 'lstm'; the suites are roofs, "),
        (f"measure --suite roofs --out {__file__}", f"Cannot write {__file__}: that is a file"),
        (f"cost 'lambda x: x' f32[n] --on {CPU}", "'f32[n]' has the symbolic size n"),
    ],
)  # fmt: skip
def test_invalid_arguments_print_one_sentence(
    capsys: pytest.CaptureFixture[str], command: str, message: str
) -> None:
    assert main(shlex.split(command)) == 1
    error = capsys.readouterr().err
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_cost_command_prints_tables_and_json(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["cost", "lambda x: jax.named_scope('twice')(lambda y: y + y)(x)", "f32[8]"]
    assert main([*command, "--lines", "--scopes"]) == 0
    tables = capsys.readouterr().out.split("\n\n")[-2:]
    assert [table.splitlines()[0].split()[0] for table in tables] == ["line", "scope"]
    assert tables[1].splitlines()[1].split() == ["twice", "8", "100.0%", "64", "100.0%"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["by_scope"][0]["scope"] == "twice"
    assert main([*command, "--on", str(tmp_path / "cpu")]) == 0
    assert "limited by" in capsys.readouterr().out.splitlines()[-2]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Replace the book's suites with one broken file."""
    (folder := tmp_path / "suites").mkdir()
    (folder / "broken.py").write_text("CASES = 1 / 0\n")
    monkeypatch.setattr("manylanes._measure.suites.SUITES", folder)
    monkeypatch.chdir(tmp_path)
    return folder / "broken.py"


def test_broken_suite_is_reported_by_commands_that_load_it(
    broken: Path, record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", "cpu"]) == 0
    capsys.readouterr()
    assert main(["measure", "--suite", "broken", "--out", str(tmp_path / "mine")]) == 1
    assert capsys.readouterr().err == (
        f"Cannot load the suite broken: ZeroDivisionError: division by zero. Correct {broken}.\n"
    )


TWICE = """
from manylanes.records import Case, f32

from ._sizes import SIZES

CASES = tuple(Case("twice", {"n": n}, lambda x: x + x, (f32(n),), n, 8 * n) for n in SIZES)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run in a folder with a user's cases, small roofs and a simulated clock."""
    (folder := tmp_path / "own").mkdir()
    (folder / "_sizes.py").write_text("SIZES = 4, 8\n")
    (folder / "twice.py").write_text(TWICE)
    (folder / "third.py").write_text(TWICE.replace("twice", "third"))
    monkeypatch.setattr("manylanes._measure.roofs.CASES", ROOFS)
    ticked = partial(Series, clock=ticking(), machine=Nowhere())
    monkeypatch.setattr("manylanes.__main__.Series", ticked)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    ("named", "suites"), [(["own"], {"twice", "third"}), (["own/twice.py"], {"twice"}),
                          (["own", "--suite", "third"], {"third"})],
)  # fmt: skip
def test_own_cases_are_measured_with_the_roofs(
    own: Path, named: list[str], suites: set[str]
) -> None:
    assert main(["measure", *named, "--out", "mine", "--quick"]) == 0
    record = Record.load("mine")
    taken = [row.label for row in record.measurements if row.suite != "roofs"]
    assert sorted(taken) == sorted(f"{name}[n={n}]" for name in suites for n in (4, 8))
    assert record.query("twice[n=8].time" if "twice" in suites else "third[n=8].time").median > 0
    assert {row.label for row in record.measurements} > {"overhead", "roof[kind=memory]"}


def test_own_cases_do_not_become_a_record_of_the_book(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even in a checkout, results stay in the current folder, without a request to contribute."""
    Path("book/data/records").mkdir(parents=True)
    on_a_gpu = replace(device(), kind="gpu")
    monkeypatch.setattr("manylanes.__main__.manylanes.device", lambda: on_a_gpu)
    monkeypatch.setattr("manylanes._measure.host.run_on_cpu", lambda words: 0)
    assert main(["measure", "own"]) == 0
    assert "pull request" not in capsys.readouterr().out
    assert sorted(path.name for path in Path("gpu").glob("*.json")) == [
        "roofs.json", "third.json", "twice.json",
    ]  # fmt: skip
    assert main(["measure", "--suite", "roofs"]) == 0
    assert "pull request" in capsys.readouterr().out
    assert [path.name for path in Path("book/data/records/gpu").glob("*.json")] == ["roofs.json"]


NO_SUITE = "There is no suite {}: give a Python file with CASES, or a folder of such"
NO_CASES = "own/{}.py needs CASES = (Case(...), ...), see"
NO_COUNT = "Cannot count the case open: "
SHAPES = "inputs must be a tuple of shapes, such as (manylanes.records.f32(8),), not "
UNCOUNTABLE = """
from jax import lax
from manylanes.records import CountedCase, f32

CASES = (CountedCase("open", {{}}, lambda x: {}, (f32(4),)),)
"""
ENDLESS = "lax.while_loop(lambda c: c[0] < 1, lambda c: c + 1, x)"


@pytest.mark.parametrize(
    ("named", "written", "texts"),
    [
        ("own/notes.txt", "CASES", [NO_SUITE.format("own/notes.txt")]),
        ("own/bare.py", "", [NO_CASES.format("bare")]),
        ("own/empty.py", "CASES = ()", [NO_CASES.format("empty")]),
        ("own/roofs.py", "CASES = ()", ["both define the suite roofs: rename one of them."]),
        ("own/open.py", UNCOUNTABLE.format(ENDLESS),
         [f"{NO_COUNT}loop 0", ". Define it as a Case with work and bytes.\n"]),
    ],
)  # fmt: skip
def test_invalid_suite_is_reported_before_measuring(
    own: Path, named: str, written: str | None, texts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if written is not None:
        Path(named).write_text(written)
    assert main(["measure", named, "--out", "mine"]) == 1
    error = capsys.readouterr().err
    assert [text for text in texts if text not in error] == []
    assert error.count("\n") == 1
    assert not Path("mine").exists()


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('"twice"', '"add-one"', "name must be letters, digits and _, as in a query, not 'add-"),
        ("(f32(n),)", "f32(n)", SHAPES + "ShapeDtypeStruct(shape=(4,), dtype=float32)"),
        ("n, 8", "-n, 8", "work must be a whole number, 0 or more, not -4"),
        ("* n)", '* n, "in")', "donated must be result, last input or nothing, not 'in'"),
        ('{"n": n}', "{}", "The suite twice defines twice twice"),
    ],
)
def test_invalid_case_is_reported_before_measuring(
    own: Path, old: str, new: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Otherwise the results file could be written but not read."""
    (file := own / "twice.py").write_text(TWICE.replace(old, new))
    assert main(["measure", str(file), "--out", "mine"]) == 1
    error = capsys.readouterr().err
    assert text in error
    assert error.endswith(f". Correct {file}.\n")
    assert error.count("\n") == 1
    assert not Path("mine").exists()


def test_failing_program_is_reported(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file := own / "twice.py").write_text(TWICE.replace("x + x", "x / (1 // 0)"))
    assert main(["measure", str(file), "--out", "mine"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        "The case twice[n=4] of twice does not run: ZeroDivisionError: integer division or modulo "
        "by zero. Correct its program. The measurements so far are kept."
    )
    assert Path("mine/twice.json.partial").exists()


def test_duplicate_case_is_reported_before_measuring(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Afterwards, one of the two results files would have to be deleted."""
    shutil.copy(own / "twice.py", own / "third.py")
    assert main(["measure", str(own / "third.py"), "--out", "mine"]) == 0
    capsys.readouterr()
    assert main(["measure", str(own / "twice.py"), "--out", "mine"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("twice[n=4] is a case of both twice and third, but a record contains")
    assert not Path("mine/twice.json").exists()


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == manylanes.__version__ + "\n"
