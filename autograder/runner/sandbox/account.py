"""Sum the resource usage of a submission's cells, or of its programs, over all steps."""

from dataclasses import dataclass

from autograder.runner.sandbox.channel import SizeLimit
from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.sandbox_errors import OutOfResources, SandboxError


@dataclass
class SubmissionUsage:
    """Total resource usage of a submission's cells, or of its programs.

    Limits for each step are not enough, because a submission may have any number of steps.
    """

    limits: Limits
    subject: str = "The cells of this notebook and all calls of its functions"
    cpu_s: float = 0.0
    idle_s: float = 0.0
    waited_s: float = 0.0  # wall-clock time that the judge waited for answers
    unmeasured_s: float = 0.0  # time after the last measurement of each step, summed
    json_chars: int = 0  # characters of JSON in all answers
    blob_bytes: int = 0  # bytes of arrays and programs in all answers

    def admit(self, limit: SizeLimit, json_chars: int, blob_bytes: int) -> None:
        """Add the size of an answer before it is read.

        Raise Malformed if the answer itself is too large, or the errors of `check`.
        """
        limit.admit(json_chars, blob_bytes)
        self.json_chars += json_chars
        self.blob_bytes += blob_bytes
        self.check()

    def check(self) -> None:
        """Raise OutOfResources if the submission has used up a resource.

        Raise SandboxError if the judge has waited too long for its answers.
        """
        limits, used_up = self.limits, ""
        if self.cpu_s > limits.all_cpu_s:
            used_up = f"took more than {limits.all_cpu_s:g} s of CPU time"
        elif self.idle_s > limits.all_idle_s:
            used_up = f"spent {limits.all_idle_s:g} s idle"
        elif self.unmeasured_s > limits.all_unmeasured_s:
            used_up = f"took more than {limits.all_unmeasured_s:g} s in many short steps"
        elif self.json_chars > limits.all_json_chars or self.blob_bytes > limits.all_blob_bytes:
            used_up = "returned more data than is allowed"
        if used_up:
            raise OutOfResources(
                f"{self.subject} together {used_up}. The remaining code was not run."
            )
        if self.waited_s > limits.all_wall_s:
            raise SandboxError("the machine was too busy to run all steps; try again")
