"""The wheel of `manylanes` contains this package and its command only, and works alone."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import jax
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT / "manylanes", check=True, capture_output=True,
    )  # fmt: skip
    (built,) = out.glob("*.whl")
    return built


def test_wheel_contains_only_manylanes(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        points = archive.read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
    assert {name.split("/")[0] for name in names} == {"manylanes", "manylanes-0.1.0.dist-info"}
    sources = {str(path.relative_to(ROOT)) for path in (ROOT / "manylanes").rglob("*.py")}
    assert sources | {"manylanes/py.typed"} <= set(names)
    assert points.split() == [
        "[console_scripts]", "manylanes", "=", "manylanes.__main__:main",
    ]  # fmt: skip


def test_wheel_works_without_the_course(wheel: Path, tmp_path: Path) -> None:
    """Unpack the wheel beside JAX; without `site`, the course's editable install is invisible."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    jax_folder = Path(jax.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"""
import sys
sys.path += [{str(tmp_path)!r}, {str(jax_folder)!r}]
import importlib.util
import manylanes
assert importlib.util.find_spec("autograder.cli") is None
assert manylanes.__file__.startswith({str(tmp_path)!r})
print(manylanes.cost(lambda x, y: x @ y, "f32[4, 5]", "f32[5, 6]").work)
"""],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert run.stdout == "240\n"


def test_dependencies_are_a_part_of_those_of_the_course() -> None:
    alone = tomllib.loads((ROOT / "manylanes/pyproject.toml").read_text())["project"]
    course = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(alone["dependencies"]) < set(course["dependencies"])
    for field in ("version", "requires-python"):
        assert alone[field] == course[field]
