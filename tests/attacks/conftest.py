"""Provide one `Place`, the set-up of the attacks, for each test module."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator

import pytest
from attack_place import Place


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    found = Place(tmp_path_factory.mktemp("place"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRADER_SECRET", str(found.secret_file))
        # nbgrader looks up `alembic` on PATH.
        patch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)
        patch.setenv("ATTACK_CANARY", found.canaries["environment"])
        yield found
    found.close()
