"""The public names: documented, without private arguments, and not named like built-ins."""

import builtins
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import manylanes
from manylanes import records

PUBLIC = {
    name: getattr(module, name)
    for module in (manylanes, records)
    for name in module.__all__
    if name != "records"
}


def members(owner: Any) -> Iterator[tuple[str, Any]]:
    """Yield the public methods and properties that a class defines."""
    for name, value in vars(owner).items():
        is_method = inspect.isfunction(value) or isinstance(value, property | classmethod)
        if is_method and not name.startswith("_"):
            yield name, value


def test_public_names_are_listed_in_dir_and_in_the_error() -> None:
    assert dir(manylanes) == manylanes.__all__
    assert "Record" not in manylanes.__all__
    with pytest.raises(AttributeError, match="manylanes has no 'flops'; it has Bound, Comparison"):
        _ = manylanes.flops


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_have_docstrings(name: str) -> None:
    value = PUBLIC[name]
    assert value.__doc__
    assert not value.__doc__.startswith(f"{name}(")  # the docstring that `dataclass` writes
    if inspect.isclass(value):
        assert [each for each, member in members(value) if not inspect.getdoc(member)] == []


@pytest.mark.parametrize("name", [name for name in PUBLIC if inspect.isfunction(PUBLIC[name])])
def test_public_functions_have_public_parameters(name: str) -> None:
    parameters = inspect.signature(PUBLIC[name]).parameters
    assert [each for each in parameters if each.startswith("_") or hasattr(builtins, each)] == []


def test_flops_are_work() -> None:
    counted = manylanes.cost(lambda x, y: x @ y, "f32[4, 5]", "f32[5, 6]")
    assert counted.flops == counted.work == 240
