"""Grade a class: collect submissions, judge them in parallel, report, and audit the results."""

import autograder.nbgrader  # noqa: F401  # before nbgrader itself is imported
