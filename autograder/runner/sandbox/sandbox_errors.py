"""Errors of a sandbox, by who is responsible."""


class StudentCodeStopped(Exception):
    """The student's code ended its process or was stopped. The student reads the message."""


class OutOfResources(StudentCodeStopped):
    """A submission has used up its resources for all steps together; nothing more is run."""


class SandboxError(Exception):
    """The machine, the sandbox or the course failed, so no score may be written."""


class NoSandbox(SandboxError):
    """This machine cannot create sandboxes. The message says what to install or enable."""
