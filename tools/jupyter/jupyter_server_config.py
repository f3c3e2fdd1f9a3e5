"""Configure JupyterLab, which `make learn` opens in my/ with the first notebook.

The menus of nbgrader are for instructors, and `labconfig/page_config.json` disables them. The
server extensions of nbgrader log an error outside of a course folder and are disabled here. The
workspace file defines the layout of the first visit. Later, JupyterLab stores the open notebooks in
the workspace file.
"""

import os
import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
COURSE = HERE.parents[1]
WORKSPACES = COURSE / "_build" / "jupyter"

c = get_config()  # noqa: F821  # Jupyter provides it
c.ServerApp.root_dir = str(COURSE / "my")
c.ServerApp.ip = "127.0.0.1"
c.ServerApp.allow_root = os.geteuid() == 0  # containers and rented GPU machines log in as root
c.ServerApp.jpserver_extensions = {
    f"nbgrader.server_extensions.{name}": False
    for name in ("formgrader", "validate_assignment", "assignment_list", "course_list")
}
c.LabApp.workspaces_dir = str(WORKSPACES)
if not WORKSPACES.exists():
    WORKSPACES.mkdir(parents=True)
    shutil.copy(HERE / "default-37a8.jupyterlab-workspace", WORKSPACES)
