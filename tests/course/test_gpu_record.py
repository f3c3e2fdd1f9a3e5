"""The notebook that measures the GPU record, run with a simulated GPU."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
import yaml
from notebook_cells import notebook_shell

from autograder.notebook.release.standard_cells import Site
from manylanes.records import Record

ROOT = Path(__file__).resolve().parents[2]
CELLS = [
    "".join(cell["source"])
    for cell in json.loads((ROOT / "tools/gpu_record.ipynb").read_text())["cells"]
    if cell["cell_type"] == "code"
]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """Return the simulated device and the packages that pip was called with."""
    monkeypatch.chdir(tmp_path)
    state, run = {"kind": "gpu", "name": "Tesla T4"}, subprocess.run

    def fake_run(line: list[str], **words: Any) -> Any:
        if "device" in line:
            return subprocess.CompletedProcess(line, 0, json.dumps(state))
        if "pip" not in line:
            return run(line, **words)
        state["pip"] = state.get("pip", "") + " ".join(line)
        return None

    monkeypatch.setattr(subprocess, "run", fake_run)
    return state


@pytest.mark.proof  # measures
@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # it forks, beside JAX
def test_notebook_measures_packs_and_opens_an_issue(
    machine: dict[str, str], tmp_path: Path
) -> None:
    """The measurement is short and uses the CPU."""
    printed = io.StringIO()
    with notebook_shell() as shell, contextlib.redirect_stdout(printed):
        for source in CELLS:
            short = source.replace("--out record/gpu", "--out record/gpu --suite roofs --quick")
            shell.run_cell(short).raise_error()
    assert Site.of(ROOT / "solutions").wheels in machine["pip"]
    assert "--no-deps" in machine["pip"], "the wheel does not choose the version of JAX"
    assert f"jax[cuda12]=={Record.from_book().versions['jax']}" in machine["pip"]
    with zipfile.ZipFile(tmp_path / "gpu_record.zip") as packed:
        packed.extractall(tmp_path / "given")
    assert Record.load(tmp_path / "given/gpu").device["kind"] == "cpu"
    _, _, query = printed.getvalue().partition("/issues/new?")
    words = dict(parse_qsl(query.splitlines()[0]))
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE" / words.pop("template")).read_text())
    assert words.pop("title") == "A record of Tesla T4"
    assert words.keys() <= {part.get("id") for part in form["body"]}
    assert json.loads(words["machine"])["name"] == "Tesla T4"


def test_notebook_stops_without_a_gpu(machine: dict[str, str]) -> None:
    machine["kind"] = "cpu"
    with notebook_shell() as shell, pytest.raises(AssertionError, match="JAX found no GPU here"):
        shell.run_cell(CELLS[0]).raise_error()
