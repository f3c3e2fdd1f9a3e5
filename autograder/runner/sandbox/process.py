"""A sandboxed process that answers requests. If a request ends it, the next request restarts it."""

from typing import Any

from autograder.core.messages.verdict import Finding
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.account import SubmissionUsage
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.sandbox import Sandbox, Turn
from autograder.runner.sandbox.sandbox_errors import StudentCodeStopped

Reply = tuple[dict[str, Any], list[bytes]]
_MAX_CHARS = 2000
# The properties that a finding from a worker may have; see autograder.core.messages.explain_error.
_ALLOWED_PROPERTIES = (
    *("raised", "refused", "structure", "dtype", "type"),
    *("arity", "stub", "undefined", "long", "anew"),
)


class Process:
    """A sandboxed process. A request starts the process if it is not running."""

    def __init__(
        self,
        role: str,
        limits: Limits,
        *,
        unsafe: bool = False,
        account: SubmissionUsage | None = None,
    ) -> None:
        self._role, self._limits, self._unsafe = role, limits, unsafe
        self._account = account or SubmissionUsage(limits)
        self._sandbox: Sandbox | None = None

    def ask(
        self,
        request: dict[str, Any],
        blobs: list[bytes] | None = None,
        turn: Turn | None = None,
        size_limit: channel.SizeLimit | None = None,
    ) -> Reply:
        """Send a request and return the reply, or {"error": finding}.

        If the student's code was stopped, the process is closed. `turn` answers messages that the
        process sends before its reply. Raise SandboxError for an internal error.
        """
        try:
            self._account.check()
            reply, data = self._ready().ask(request, blobs, turn, size_limit)
        except StudentCodeStopped as stop:
            self.close()
            return {"error": Finding("stopped", False, str(stop))}, []
        if "error" in reply:
            reply["error"] = read_finding(reply["error"])
        return reply, data

    def close(self) -> None:
        """End the process, if there is one. The next request starts a new process."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

    def _ready(self) -> Sandbox:
        """Return the sandbox. Create it if there is none."""
        if self._sandbox is None:
            self._sandbox = Sandbox(
                self._role, self._limits, unsafe=self._unsafe, account=self._account
            )
        return self._sandbox


def read_finding(data: Any) -> Finding:
    """Create a failed finding from untrusted data: truncate texts, and use defaults if invalid."""
    fields = data if isinstance(data, dict) else {}

    def text(field: str) -> str:
        value = fields.get(field, "")
        return value[:_MAX_CHARS] if isinstance(value, str) else ""

    message = text("message") or "Your code stopped without an error message."
    # Only the judge may set other properties, such as "stopped".
    name = text("property") if fields.get("property") in _ALLOWED_PROPERTIES else "raised"
    return Finding(name, False, message, text("expected"), text("got"))
