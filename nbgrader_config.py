"""Configuration of nbgrader for this course; see autograder/classroom/README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # nbgrader's script does not look here by itself

from autograder.nbgrader import configure

c = get_config()  # noqa: F821  # nbgrader provides it
c.CourseDirectory.course_id = "many-lanes"
configure(c, Path(__file__).resolve().parent)
