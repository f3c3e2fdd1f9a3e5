"""The kernel of an assignment that is not ours: as nbgrader starts it, but behind the wall."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupyter_client.manager import AsyncKernelManager

from autograder.say.errors import CourseError
from autograder.wall import host


class BoxedKernel(AsyncKernelManager):
    """It has no network, so it is spoken to through files, in a folder that goes when it goes.

    There it works on a copy of what lies beside the notebook: nbgrader writes into the original.
    """

    def __init__(self, **words: Any) -> None:
        self._place = TemporaryDirectory(prefix="kernel-")
        words |= {"transport": "ipc", "ip": self._at("socket"), "connection_file": self._at("name")}
        super().__init__(**words)

    async def start_kernel(self, **words: Any) -> None:  # type: ignore[override]  # as its parent
        """As nbgrader asks for it; its `cwd` is the folder of the notebook."""
        if not self.ipykernel:
            problem = f"The sandbox has no kernel {self.kernel_name!r}, only this course's Python."
            mend = "Write c.FindVerdicts.unsafe_no_sandbox = True to run it as you, outside."
            raise CourseError(problem, mend)
        shutil.copytree(words.pop("cwd"), self._at("work"), symlinks=True)
        assert self.kernel_spec is not None
        self.kernel_spec.interrupt_mode = "message"  # a signal would end bubblewrap, and all
        await super().start_kernel(**words, stdout=subprocess.DEVNULL)

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        """Its command line."""
        program = [sys.executable, "-s", "-P", "-m", "autograder.wall.inside.kernel"]
        words = [self._at("work"), "-f", self.connection_file, *(extra_arguments or [])]
        return host().command([*program, *words], self._place.name)

    def _at(self, name: str) -> str:
        return str(Path(self._place.name, name))
