# ---
# title: "Experiment: what joining gains, and what it cannot"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "Inside a cell follow one number: it is multiplied, added up with others as a tree, meets
#     what the word gave, goes through a gate. What still has to happen until the new `h` is there?"
#   - "`in_cell`: the product 1 + log2(m), then one addition, sigmoid or tanh, one multiplication,
#     one addition, tanh, one multiplication. Cell `(layer, step)` waits for `(layer, step - 1)` and
#     for `(layer - 1, step)`, and for nothing else."
#   - "`in_turn = layers * steps`. As a wave, the last cell is `steps - 1` steps and `layers - 1`
#     layers away from the first. The kernels' times are how many there are, times `call`."
# ---

# %% [markdown]
# Predict what waits in a stack of LSTM layers, and what joining products can gain; then see what
# it gains on your own machine.
#
# First, on paper: `layers` layers with `m` numbers of state each read a text of `steps` words.
# The figures are drawn for you; `m` is a power of two.
#
# | name | what |
# |---|---|
# | `in_cell` | steps that wait for one another in one cell, from the last `h` to the new one |
# | `in_turn` | cells in a row, when a layer reads the whole text before the next layer begins |
# | `wave` | cells in a row, when each begins as soon as what it needs is there |
# | `eight` | least time of one layer's products, in microseconds, with eight for each word |
# | `outside` | the same with one product for each word, and one for all words before the loop |
#
# For the two times each product is a kernel of its own, kernels run one after another, and each
# takes `call` microseconds at least, whatever it multiplies. They are asked for a single layer.
#
# In `in_cell` the word's part `x @ w + b` is there already. What is left: the product `h @ u`, in
# which a sum of `m` products is added up as a tree; the addition of the word's part; sigmoid or
# tanh; `f * c + i * g`; `tanh`; and the multiplication by `o`. Each addition, multiplication,
# sigmoid and tanh is one step, and what need not wait goes side by side.
#
# Then the experiment. Write one layer both ways, put down your guess, and run the last line.
# `eight_a_step` has eight products in each step, `one_a_step` is your answer to the third task, or
# one with real gates. Both get that task's `params` (`eight_a_step` gets `w` and `u` as four
# matrices each, and `params["w"][k]` is still that of gate `k`). It times both with a single text
# on your machine, beside the book's record, and is not graded.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

stack = figures(
    "layers: int in 3..8, steps: int in 90..250, m: 128 | 256 | 512 | 1024, call: int in 3..9"
)


def experiment(many, few, guess, texts=1, steps=128, m=256):
    """Times both on your machine: how many times as long do eight products a step take?"""

    def both():
        shapes = {"w": (4, m, m), "u": (4, m, m), "b": (4, m)}
        stacks = {name: jnp.full(shape, 0.01) for name, shape in shapes.items()}
        # Out of a stack a CPU copies the matrix of each product in every turn.
        apart = stacks | {name: tuple(stacks[name]) for name in "wu"}
        xs = jnp.ones((steps, texts, m))
        return {
            way: ((params, xs), manylanes.time(jax.jit(way), params, xs))
            for way, params in ((many, apart), (few, stacks))
        }

    at = "batch=1,m=256,steps=128"
    compare(both, guess, f"xeon: lstm[way=eight,{at}].time / lstm[way=outside,{at}].time")


stack

# %% answer
# Five numbers. The figures above are `stack.layers`, `stack.steps` and so on.
### BEGIN SOLUTION
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_turn = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
outside = (stack.steps + 1) * stack.call
### END SOLUTION


# The experiment: write both ways, put down a guess, take away the last #.
def eight_a_step(params, xs):
    raise NotImplementedError("your turn")


def one_a_step(params, xs):
    raise NotImplementedError("your turn")


guess = ...
# experiment(eight_a_step, one_a_step, guess)

# %% check
check(in_cell=in_cell, in_turn=in_turn, wave=wave, eight=eight, outside=outside, tolerance=0.001)
