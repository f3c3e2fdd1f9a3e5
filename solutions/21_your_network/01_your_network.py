# ---
# title: Train a network of your own to read signs
# kind: program
# points: 3
# minutes: 40
# hints:
#   - "An image and its inverse show the same sign, but a single layer gives them opposite scores.
#     Put a hidden layer with `jnp.maximum` before it."
#   - "A `scan` over the batches, with the parameters as carry, is an epoch. Use 64 hidden neurons,
#     batches of 32, ten epochs and a learning rate of 0.3."
#   - "Start with `jax.random.normal(jax.random.key(0), (64, 64)) / 8`, similar weights for the
#     second layer, and biases of zero. Train on `x.reshape(20, 32, 64)` and `y.reshape(20, 32)`,
#     and return `jnp.argmax(scores(params, new), axis=1)`."
# choices:
#   "hidden = 64": similar sizes learn, too
#   "jax.random.key(0)": any key works
#   "/ 8": initial weights may be somewhat larger or smaller
#   "jnp.zeros(": training changes the biases, whatever their initial values
#   "jnp.maximum(x @ params['w1'] + params['b1'], 0)": other activations work, without bias, too
#   "seen @ params['w2'] + params['b2']": the signs are equally frequent, so the bias is not needed
#   "0.3 * g": any learning rate that is neither too small nor too large
#   "length=10": any number of epochs that is enough
# ---

# %% [markdown]
# Train a network on the labelled images `x` and `y`, and return the signs of the images `new`. You
# choose the layers, the initial weights, the batch size, the learning rate and the number of steps.
#
# `x` contains 640 images, `y` their signs from 0 to 9, and `new` 500 more images of the same ten
# signs. The images are drawn at random. They have 8 by 8 pixels, 1 for white and -1 for black. Each
# sign occurs in three handwritings, which all look different. Half of the images are inverted
# (black and white are swapped), and on average 8 pixels in 100 are flipped.
#
# - At least 95 % of the new images must be classified correctly.
# - Training and classification together may do at most ten times the work of our solution, about
#   1.4 billion operations.
# - Draw random values with `jax.random` and a fixed key. With random values from NumPy without a
#   seed, the graded network differs from the one that you tested.
# - Do not use `jnp.linalg`. It calls a library whose work cannot be counted.
# - Any other method that learns from `x` and `y` passes, too, but tasks 2 to 4 need a network.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def predict(x, y, new):
    """x: f32[640, 64], y: i32[640], new: f32[500, 64] -> i32[500]. Fifteen to thirty lines."""

    ### BEGIN SOLUTION
    hidden = 64
    first, second = jax.random.split(jax.random.key(0))
    start = {
        "w1": jax.random.normal(first, (64, hidden)) / 8,
        "b1": jnp.zeros(hidden),
        "w2": jax.random.normal(second, (hidden, 10)) / 8,
        "b2": jnp.zeros(10),
    }

    def scores(params, x):
        seen = jnp.maximum(x @ params["w1"] + params["b1"], 0)
        return seen @ params["w2"] + params["b2"]

    def loss(params, x, y):
        return -jax.nn.log_softmax(scores(params, x))[jnp.arange(len(y)), y].mean()

    def step(params, batch):
        grads = jax.grad(loss)(params, *batch)
        return jax.tree.map(lambda p, g: p - 0.3 * g, params, grads), None

    def epoch(params, _):
        return jax.lax.scan(step, params, (x.reshape(20, 32, 64), y.reshape(20, 32)))

    trained = jax.lax.scan(epoch, start, None, length=10)[0]
    return jnp.argmax(scores(trained, new), axis=1)
    ### END SOLUTION


# %% check
import numpy as np


def noisy_images(raw, images):
    """Invert half of the images, and flip eight pixels in a hundred."""
    flips = np.where(raw // 2 % 100 < 8, -1, 1)
    return images * flips * np.where(raw[:, :1] // 200 % 2, -1, 1)


def labels_from(raw):
    """Return the labels. They are a permutation of the sign indices, so answers must read `y`."""
    return (np.arange(640) * [1, 3, 7, 9][raw[0] % 4] + 1 + raw[0] // 4) % 10


def labelled_and_new(draw):
    written = []  # image k shows sign k % 10; filled by `x`, which is drawn before `new`

    def labelled(raw):
        written[:] = raw[:30] % 2 * 2 - 1
        return noisy_images(raw, np.array(written)[np.arange(640) % 30])

    def unseen(raw):
        return noisy_images(raw, np.array(written)[raw[:, 1] // 2 % 30])

    x = draw.array("f32", (640, 64), 0, 399, then=labelled)
    y = draw.array("i32", (640,), 0, 35, then=labels_from)
    return x, y, draw.array("f32", (500, 64), 0, 399, then=unseen)


def signs_of(x, new):
    """Recover the 30 images, and return for each new image the sign of the nearest one."""
    likeness = []
    for rows in (x[k::30] for k in range(30)):
        alike = np.where(rows @ rows[0] < 0, -1, 1)
        likeness.append(abs(new @ np.where(alike @ rows < 0, -1, 1)))
    return np.argmax(likeness, axis=0) % 10


def are_read(signs, x, y, new):
    if not ((signs >= 0) & (signs < 10)).all():
        return "every sign is an integer from 0 to 9. One of yours is not"
    right = (signs == y[signs_of(x, new)]).mean()
    message = "95 % of the new images are classified correctly. Guessing reaches 10 %, and yours"
    return right >= 0.95 or f"{message} reaches {100 * right:.0f} %"


check(predict, given=labelled_and_new, law=are_read, budget=Budget(work=10))
