# ---
# title: "Experiment: what does fusing the products of an LSTM gain?"
# kind: value
# points: 2
# minutes: 20
# hints:
#   - "Follow one value of `h` through a cell: it is multiplied, added to others in a tree, added to
#     the token's part, and passed to a gate. Which operations remain until the new `h` is known?"
#   - "`in_cell`: the product takes 1 + log2(m). Then follow one addition, a sigmoid or tanh, a
#     multiplication, an addition, a tanh and a multiplication. Cell `(layer, step)` waits for cells
#     `(layer, step - 1)` and `(layer - 1, step)` only."
#   - "`in_order = layers * steps`. In a wavefront, the last cell is `steps - 1` time steps and
#     `layers - 1` layers away from the first. The two times are the number of kernels, times
#     `call`."
# ---

# %% [markdown]
# Predict the length of the dependency chains in a stack of LSTM layers, and the time that fusing
# products can save. Then time two implementations on your own machine.
#
# **On paper.** A stack of `layers` layers with hidden size `m` reads a sequence of `steps` tokens.
# A *cell* is one time step of one layer. The inputs are drawn at random; `m` is a power of two.
#
# | name | value |
# |---|---|
# | `in_cell` | span of one cell: dependent operations from the previous `h` to the new one |
# | `in_order` | dependent cells, if a layer starts after the layer below has read all tokens |
# | `wave` | dependent cells, if each cell starts as soon as its inputs are available |
# | `eight` | lower bound for one layer's products, in microseconds, with eight for each token |
# | `hoisted` | the same with one product for each token, and one for all tokens before the loop |
#
# For `in_cell`, the token's part `x @ w + b` is already available. Each addition, multiplication,
# sigmoid and tanh counts as one operation, and independent operations run at the same time. Count:
#
# - the product `h @ u`, in which a tree adds `m` products,
# - the addition of the token's part, and the sigmoid or tanh of the gate,
# - `f * c + i * g`, its `tanh`, and the multiplication by `o`.
#
# For `eight` and `hoisted`, each product is a kernel of its own. Kernels run one after another, and
# each takes at least `call` microseconds, whatever its size. Both times are those of a single
# layer.
#
# **Experiment** (not graded). Write one layer in two ways: `eight_a_step` computes eight products
# in each time step, and `one_a_step` computes one, as in task 3. Both take the `params` and `xs` of
# task 3 and return `h` after every token. In `eight_a_step`, `params["w"]` and `params["u"]` are
# tuples of four matrices. The gates `i`, `f` and `o` are sigmoids and `g` is a `tanh`, each of
# `x @ w + b + h @ u` with its own matrices and bias, in the order `i`, `f`, `g`, `o`. The new state
# is `c = f * c + i * g` and `h = o * tanh(c)`. Set your guess of how many times longer
# `eight_a_step` takes than `one_a_step`, and run the last line. It times both with a single
# sequence on your machine and shows the book's measurement.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

stack = figures(
    "layers: int in 3..8, steps: int in 90..250, m: 128 | 256 | 512 | 1024, call: int in 3..9"
)


def experiment(many, few, guess, batch_size=1, steps=128, m=256):
    """Time both on your machine. How many times longer do eight products per step take?"""

    def both():
        shapes = {"w": (4, m, m), "u": (4, m, m), "b": (4, m)}
        stacks = {name: jnp.full(shape, 0.01) for name, shape in shapes.items()}
        # If the matrices are slices of one array, a CPU copies each of them in every iteration.
        separate = stacks | {name: tuple(stacks[name]) for name in "wu"}
        xs = jnp.ones((steps, batch_size, m))
        return {
            program: ((params, xs), manylanes.time(jax.jit(program), params, xs))
            for program, params in ((many, separate), (few, stacks))
        }

    at = "batch=1,m=256,steps=128"
    query = f"lstm[method=separate,{at}].time / lstm[method=hoisted,{at}].time"
    compare(both, guess, f"xeon: {query}")


stack

# %% answer
# Five values. The inputs above are `stack.layers`, `stack.steps` and so on.
### BEGIN SOLUTION
from math import log2

in_cell = 1 + log2(stack.m) + 6
in_order = stack.layers * stack.steps
wave = stack.layers + stack.steps - 1
eight = 8 * stack.steps * stack.call
hoisted = (stack.steps + 1) * stack.call
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def eight_a_step(params, xs):
    raise NotImplementedError("your turn")


def one_a_step(params, xs):
    raise NotImplementedError("your turn")


guess = ...
# experiment(eight_a_step, one_a_step, guess)

# %% check
check(in_cell=in_cell, in_order=in_order, wave=wave, eight=eight, hoisted=hoisted, tolerance=0.001)
