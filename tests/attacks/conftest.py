"""One place of action for each test process; what need not be shown again is left out."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator

import pytest
from attack_digest import unchanged
from attack_place import Place


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what comes out as it did; pytest counts it as deselected."""
    if config.getoption("--undefended") or not unchanged():
        return
    left = [item for item in items if item.path.name == "test_undefended.py"]
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=left)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("place"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(found.secret_file))
        # nbgrader calls `alembic` by its bare name.
        patch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)
        patch.setenv("ATTACK_CANARY", found.canaries["environment"])
        yield found
    found.close()
