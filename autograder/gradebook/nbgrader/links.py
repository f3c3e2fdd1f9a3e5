"""Links in a submission's folder, which nbgrader would follow."""

import logging
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_LOG = logging.getLogger("traitlets")


def refuse_links(notebooks: Iterable[str] = (), **_: Any) -> None:
    """`c.Autograde.pre_convert_hook`: take away what is neither a file nor a folder.

    nbgrader copies everything beside a submitted notebook, through links, first to the graded
    folder and from there into the feedback: a link named data.csv would fetch the gradebook, and
    a linked folder another student's work. A link is nobody's work; it is removed, and the
    instructor is told. Where it stood for the notebook an empty file is left, so that the student
    gets a verdict with its reason and nobody has to repair anything.
    """
    for folder in {Path(name).parent for name in notebooks}:
        for place in (folder.parent, folder):  # the student's, and the unit's
            if place.is_symlink():
                _remove(place)
                folder.mkdir(parents=True)
                (folder / f"{folder.name}.ipynb").touch()
        for path in sorted(folder.rglob("*")):
            mode = path.lstat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                _remove(path)
                if path.suffix == ".ipynb":
                    path.touch()


def _remove(path: Path) -> None:
    path.unlink()
    _LOG.warning("%s was a link or a device, not a file: removed", path)
