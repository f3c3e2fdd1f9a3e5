# tries: Registers its own module in sys.modules under the name of the grader.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import sys
from types import ModuleType

import autograder.core.grading.judgement

kind = ModuleType("autograder.core.grading.judgement")
kind.__dict__.update(vars(autograder.core.grading.judgement))


def judge_outputs(check, cases, evidence):
    from autograder.core.messages.verdict import Status, Verdict

    return Verdict(check.task, Status.PASSED, check.points, check.points)


kind.judge_outputs = judge_outputs
sys.modules["autograder.core.grading.judgement"] = kind
