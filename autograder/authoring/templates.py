"""The texts of skeletons: what stands behind each TODO says what mends it."""

HEAD = """\
# ---
# title: "TODO: what the learner does, in a few words."
# kind: {kind}
# points: {points}
# minutes: 8
{hints}# ---

# %% [markdown]
# TODO: say in one sentence what to write, and every boundary that is checked.

"""

_PROGRAM = '''\
# %% given
import jax
import jax.numpy as jnp


# %% answer
def WORD(x):
    """x: f32[n] -> f32[n]. TODO: the size of the answer, such as: One line."""
    ### BEGIN SOLUTION
    return x + 1  # TODO: the answer.
    ### END SOLUTION


# %% check
import numpy as np

check(
    WORD,
    spec=lambda x: x + 1,  # TODO: the plain way, in float64 NumPy.
    given="x: f32[n] in -1.0..1.0",  # compared with room; x: f32[n] draws whole numbers, for ==
    budget=Budget(work=1.5, span=2),  # TODO: what it may cost beside the solution, or no budget.
)


# %% wrong: a_name
# TODO: say what they did, and why it is something else.
def WORD(x):
    return x + 1


# %% right: another_way
# TODO: an answer that is right as well.
def WORD(x):
    return x + 1
'''

_FUNCTION = '''\
# %% answer
def WORD(n):
    """TODO: the size of the answer, such as: One to three lines.

    >>> WORD(3)
    4
    """
    ### BEGIN SOLUTION
    return n  # TODO: the answer.
    ### END SOLUTION


# %% check
check(
    WORD,
    spec=lambda n: n,  # TODO: the plain way.
    given="n: int in 1..64",  # TODO: draw every boundary that the statement names.
)


# %% wrong: a_name
# TODO: say what they did, and why it is something else.
def WORD(n):
    return n


# %% right: another_way
# TODO: an answer that is right as well.
def WORD(n):
    return n
'''

_VALUE = """\
# %% given
rate, seconds = figures("rate: 100..900, seconds: 2..9")  # TODO: drawn for each student.


# %% answer
### BEGIN SOLUTION
WORD = rate * seconds  # TODO: the answer.
### END SOLUTION


# %% check
check(WORD=WORD, tolerance=0.01)


# %% wrong: a_name
# TODO: say what they did, and why it is something else.
WORD = rate * seconds


# %% right: another_way
# TODO: the same by another way.
WORD = seconds * rate
"""

_INTERACTIVE = '''\
# %% given
from autograder import Device


class Machine(Device):
    """TODO: what it does while the learner's code goes on."""

    def __init__(self, ticks):
        self.ticks = ticks

    def read(self):
        self.log.append("read")
        return self.ticks


# %% answer
def WORD(device):
    """A device -> a number. TODO: the size of the answer, such as: Two lines."""
    ### BEGIN SOLUTION
    return device.read()  # TODO: the answer.
    ### END SOLUTION


# %% check
def right(output, device):
    answer, log = output
    return answer == device.ticks and log == ["read"]  # TODO: what must hold of both.


check(WORD, given=lambda draw: (Machine(draw.int(2, 900)),), law=right)


# %% wrong: a_name
# TODO: say what they did, and why it is something else.
def WORD(device):
    return device.read()


# %% right: another_way
# TODO: an answer that is right as well.
def WORD(device):
    return device.read()
'''

_SHARDED = '''\
# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def on_eight(strip):
    """TODO: how the arrays lie; here each device has some rows."""
    cut = P("devices")
    return jax.shard_map(strip, mesh=mesh, in_specs=cut, out_specs=cut)


# %% answer
def WORD(x):
    """x: f32[n] -> f32[n]; n is a multiple of 8. TODO: the size of the answer."""
    ### BEGIN SOLUTION
    return on_eight(lambda own: own + 1)(x)  # TODO: the answer.
    ### END SOLUTION


# %% check
check(
    WORD,
    spec=lambda x: x + 1,  # TODO: the plain way, in float64 NumPy.
    given="x: f32[8*n], n in 1..8",
    budget=Budget(work=1.2, sent=1.2, messages=1.2),  # TODO: what it may cost and send.
)


# %% wrong: a_name
# TODO: say what they did, and why it is something else.
def WORD(x):
    return on_eight(lambda own: own + 1)(x)


# %% right: another_way
# TODO: an answer that is right as well.
def WORD(x):
    return on_eight(lambda own: 1 + own)(x)
'''

_PROSE = """\
# %% answer
# ### BEGIN SOLUTION
# TODO: a model answer.
# ### END SOLUTION
"""

CELLS = {
    "program": _PROGRAM,
    "sharded": _SHARDED,
    "function": _FUNCTION,
    "interactive": _INTERACTIVE,
    "value": _VALUE,
    "prose": _PROSE,
}

CHAPTER = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# {title}: TODO: a title that tells

TODO: what articles say to it, in one clause of their own, cited: {{cite:p}}`A0`.

TODO: the question that a practitioner asks, which the page answers?

## TODO: predict

```{{predict}} {component}
:kind: choice
:right: TODO: the right choice
TODO: ask for a number or a choice before anything is shown.
- TODO: the right choice
- TODO: another one
+++
TODO: why it is so.
```

## TODO: measure

```{{measured-table}} TODO: one line that says what the table shows
rows:
  n: [256, 2048]
columns:
  n: "{{n}}"
  time: "cpu: gemm[n={{n}}].time"
```

## TODO: play

```{{explorable}} {component}
:suites: gemm
TODO: what a reader without JavaScript sees.
```

## TODO: explain

```{{code-cell}} ipython3
import jax.numpy as jnp
from manylanes import cost

print(cost(jnp.matmul, "f32[64, 64]", "f32[64]").work)  # TODO: a cell that shows a value.
```

## TODO: rule

```{{ruling}} TODO: a claim of book/data/claims.toml
```

## Now you

```{{task-table}}
```

## Summary

- TODO: what was learned, in a list.

## Further reading

- {{cite:t}}`A0`: TODO: what to read next, and why.
"""
