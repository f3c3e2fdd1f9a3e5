"""All that knows nbgrader's inside."""

from autograder.gradebook.nbgrader import imports as imports  # before any module of nbgrader's
