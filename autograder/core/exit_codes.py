"""Exit codes of the commands."""

OK, LEARNER, USAGE, BROKEN, NO_SANDBOX = 0, 1, 2, 3, 4
IN_WORDS = """\
exit codes: 0 all is well, 1 `check`: not every task has passed (`release`: an exercise is stale,
or kept since somebody wrote in it; `verify`: something was changed), 2 bad input, 3 something of
ours is broken, or something was not done and waits for you, 4 this machine cannot run
submissions"""
