"""JupyterLab for students, as `make learn` starts it: all of my/ and the first notebook.

nbgrader's menus are for instructors, and its server extensions log an error outside a course
folder, so both are disabled (the menus in `labconfig/page_config.json`). The workspace file defines
what the first visit shows; JupyterLab then stores there which notebooks are open.
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
