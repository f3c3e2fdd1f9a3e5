"""Errors of a sandbox: those of the student's code, and internal errors."""


class StudentCodeStopped(Exception):
    """The student's code ended its process or was stopped. The message is for the student."""


class OutOfResources(StudentCodeStopped):
    """The steps of a submission together exceeded a limit, so no more of its code is run."""


class SandboxError(Exception):
    """The machine, the sandbox or the course failed, so no score may be written."""


class NoSandbox(SandboxError):
    """This machine cannot create sandboxes. The message says what to install or enable."""
