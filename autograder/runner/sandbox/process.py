"""A process behind the wall that answers requests, started again after whatever ends it."""

from typing import Any

from autograder.core.messages.verdict import Finding
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.account import Account
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.sandbox import Sandbox, Turn
from autograder.runner.sandbox.sandbox_errors import Stopped

Reply = tuple[dict[str, Any], list[bytes]]
_LENGTH = 2000
# The properties that a worker may give a finding; see autograder.core.messages.explain_error.
_CLAIMS = (
    *("raised", "refused", "structure", "dtype", "type"),
    *("arity", "stub", "undefined", "long", "anew"),
)


class Process:
    """Started when first asked; no request's end costs the next its answer."""

    def __init__(
        self, role: str, limits: Limits, *, unsafe: bool = False, account: Account | None = None
    ) -> None:
        self._role, self._limits, self._unsafe = role, limits, unsafe
        self._account = account or Account(limits)
        self._sandbox: Sandbox | None = None

    def ask(
        self,
        request: dict[str, Any],
        blobs: list[bytes] | None = None,
        turn: Turn | None = None,
        room: channel.Room | None = None,
    ) -> Reply:
        """An answer, or {"error": a finding}; `turn` answers what is asked back before it."""
        try:
            self._account.check()
            reply, data = self._ready().ask(request, blobs, turn, room)
        except Stopped as stop:
            self.close()
            return {"error": Finding("stopped", False, str(stop))}, []
        if "error" in reply:
            reply["error"] = read_finding(reply["error"])
        return reply, data

    def close(self) -> None:
        """End the process."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None

    def _ready(self) -> Sandbox:
        """One that can be asked."""
        if self._sandbox is None:
            self._sandbox = Sandbox(
                self._role, self._limits, unsafe=self._unsafe, account=self._account
            )
        return self._sandbox


def read_finding(data: Any) -> Finding:
    """A failed finding out of untrusted data: texts of bounded length, never a pass."""
    fields = data if isinstance(data, dict) else {}

    def text(name: str) -> str:
        value = fields.get(name, "")
        return value[:_LENGTH] if isinstance(value, str) else ""

    message = text("message") or "Your code stopped without saying why."
    # Why a process ended is ours to say; a student's could only claim it.
    kind = text("property") if fields.get("property") in _CLAIMS else "raised"
    return Finding(kind, False, message, text("asked"), text("got"))
