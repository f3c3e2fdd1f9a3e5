"""Who is to blame when a sandbox does not answer."""


class Stopped(Exception):
    """The learner's code ended or had to be ended; the text says why, to the learner."""


class Spent(Stopped):
    """A submission has used all that it may, in all its steps together: nothing more is run."""


class WallBroken(Exception):
    """The machine, the sandbox or the course failed: no score may be written."""


class NoSandbox(WallBroken):
    """This machine cannot make a sandbox; the text says what to install or to enable."""
