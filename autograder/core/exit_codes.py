"""Exit codes of the command `autograder`."""

OK, LEARNER, USAGE, BROKEN, NO_SANDBOX = 0, 1, 2, 3, 4
IN_WORDS = """\
exit codes:
  0  success
  1  check: a task has not passed; release: a notebook is out of date or contains answers;
     verify: a difference was found
  2  invalid input
  3  the course or the grader failed, or an action is required
  4  this machine cannot run submissions"""
