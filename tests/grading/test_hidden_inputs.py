"""Verdicts do not depend on hidden inputs.

A hostile notebook records the values that its code receives and reveals them in one of many ways.
The judge runs with two secrets, and the verdicts must be equal. `tests/attacks` shows that such a
notebook succeeds if hidden inputs do not come last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import pytest
from classroom import FIRST, SECOND, Submit
from reach import one_of_each

from autograder import Course, Verdict
from autograder.core.course.plan import load_check
from autograder.runner import Limits
from autograder.runner.judge.judge import Judge

SECRETS = (bytes(range(32)), bytes(range(1, 33)))
RECORD = """
import warnings, zlib
import numpy as np
MET = []
def met():
    return "; ".join(MET[-40:])
def number():
    return zlib.crc32(met().encode())
"""
SPLIT = """
def best_split(n, parts):
    MET.append(f"{n}, {parts}")
    return [n // parts + (i < n % parts) for i in range(parts)]
"""
GRADIENT = """
import jax, jax.numpy as jnp
def layer_gradient(params, x):
    MET.append(f"sizes {x.shape}")
    right = jax.grad(lambda p: jnp.sum(x @ p["w"] + p["b"]))(params)
    STATEMENT
    return right
"""
# Ways to reveal recorded values while a program is traced.
PROGRAMS = {
    "a warning": "warnings.warn(MET[-1]); warnings.warn(met()[:150])",
    "a print": "print(met()); jax.debug.print(met())",
    "an error": "raise ValueError(met())",
    "a refusal": "raise NotImplementedError(met())",
    "an exit": "raise SystemExit(met())",
    "a shape": "right['b'] = jnp.zeros(number() % 999)",
    "a name": "right[str(number())] = right.pop('b')",  # short, because long names are truncated
    "a value": "right['b'] = right['b'] + float(number() % 999)",
    "a dtype": "right['b'] = right['b'].astype([jnp.int8, jnp.int16, jnp.int32][len(met()) % 3])",
}
SPLITS = {
    "a result for a public input": SPLIT.replace(
        "return [", "if (n, parts) in PUBLIC and len(MET) > 60: return [met()]\n    return ["
    ),
    "an error for a public input": SPLIT.replace(
        "return [",
        "if (n, parts) in PUBLIC and len(MET) > 60: raise ValueError(met())\n    return [",
    ),
}


def verdict_text(
    course: Course, submit: Submit, secret: bytes, answers: dict[str, str], unit: str = SECOND
) -> str:
    """Return all text of the verdicts on one notebook with one secret."""
    judge = Judge(course.unit(unit), secret, Limits(cpu_s=5, idle_s=5))
    verdicts: Sequence[Verdict] = judge.judge(submit(answers, name=unit))
    texts = [verdict.text() for verdict in verdicts]
    return json.dumps([[asdict(verdict) | {"program": ""} for verdict in verdicts], texts])


def hostile(statement: str, split: str = SPLIT) -> dict[str, str]:
    """Return answers that record their inputs where every task can read them."""
    gradient = GRADIENT.replace("STATEMENT", statement or "pass")
    return {"01_ridge": RECORD + "ridge = 1.0", "02_best_split": split, "03_layer": gradient}


CHANNELS = {name: hostile(statement) for name, statement in PROGRAMS.items()}
CHANNELS |= {name: hostile("", split) for name, split in SPLITS.items()}


@pytest.mark.parametrize("channel", one_of_each(CHANNELS, lambda name: name in SPLITS))
def test_verdicts_do_not_depend_on_the_secret(course: Course, submit: Submit, channel: str) -> None:
    known = public_inputs(course)
    answers = {task: text.replace("PUBLIC", known) for task, text in CHANNELS[channel].items()}
    one, other = (verdict_text(course, submit, secret, answers) for secret in SECRETS)
    assert one == other


def public_inputs(course: Course) -> str:
    """Return the public inputs of the function as Python source."""
    return repr(
        {case.args for case in load_check(course.unit(SECOND).task("02_best_split")).cases()}
    )


DRIVEN = """
import jax
import jax.numpy as jnp
def move_points(matrix, points):
    n = jnp.int32(jnp.abs(matrix[0]).sum())
    up = jax.lax.while_loop(lambda i: i < n, lambda i: i + 1, 0)
    last = BOUND
    down = jax.lax.while_loop(lambda j: j < last, lambda j: j + 1, 0)
    return points @ matrix[:3, :3].T + matrix[:3, 3] + 0.0 * (up + down)
"""
BOUNDS = {
    "smaller if the first count is larger": "jnp.where(up < 2, up, 1000 - up)",
    "above the iteration limit": "5000 + n",
}


@pytest.mark.parametrize("bound", BOUNDS)
def test_verdicts_hide_trip_counts_of_hidden_inputs(
    course: Course, submit: Submit, bound: str
) -> None:
    answer = {"02_move_points": DRIVEN.replace("BOUND", BOUNDS[bound])}
    one, other = (verdict_text(course, submit, secret, answer, FIRST) for secret in SECRETS)
    assert one == other
    assert "passed" in one
