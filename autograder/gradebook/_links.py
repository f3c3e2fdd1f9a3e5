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
    folder and from there into the feedback: a link named data.csv would fetch the gradebook. A
    link is nobody's work; it is removed, and the instructor is told.
    """
    for folder in {Path(name).parent for name in notebooks}:
        for path in sorted(folder.rglob("*")):
            mode = path.lstat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                path.unlink()
                _LOG.warning("%s was a link or a device, not a file: removed", path)
