# ---
# title: Train a network of your own to read signs
# kind: program
# points: 3
# minutes: 40
# hints:
#   - "An image and its inverse show the same sign, but their values add up to 0. A single layer
#     therefore gives them opposite scores. Put a hidden layer with `jnp.maximum` before it."
#   - "A `scan` over the batches, with the parameters as carry, is an epoch. A `scan` over epochs is
#     the training. 64 hidden neurons, batches of 32, ten epochs and a learning rate of 0.3 are
#     enough."
#   - "Start with `jax.random.normal(jax.random.key(0), (64, 64)) / 8`, similar weights for the
#     second layer, and biases of zero. Train on `x.reshape(20, 32, 64)` and `y.reshape(20, 32)`,
#     and return `jnp.argmax(scores(params, new), axis=1)`."
# choices:
#   "hidden = 64": similar sizes learn, too
#   "jax.random.key(0)": any key works
#   "(64, hidden)) / 8": initial weights may be somewhat larger or smaller
#   "(hidden, 10)) / 8": like those of the first layer
#   "jnp.zeros(hidden)": training changes the biases, whatever their initial values
#   "jnp.zeros(10)": like those of the first layer
#   "jnp.maximum(x @ params['w1'] + params['b1'], 0)":
#     other activation functions work, and the bias is not needed
#   "seen @ params['w2'] + params['b2']":
#     the ten signs are equally frequent, so the bias is not needed
#   "0.3 * g": any learning rate that is neither too small nor too large
#   "length=10": any number of epochs that is enough
# ---

# %% [markdown]
# Write a program that learns to read signs from labelled images, and returns the signs of images
# that it has not seen.
#
# The images are drawn for you. They have 8 by 8 pixels, 1 for white and -1 for black. There are ten
# signs. Each occurs in three handwritings, which all look different. Half of the images are
# inverted (black and white are swapped), and on average 8 pixels in 100 are flipped. `x` contains
# 640 images in mixed order, `y` their signs from 0 to 9, and `new` 500 more images of the same
# signs and handwritings.
#
# - At least 95 of 100 new images must be classified correctly.
# - Training and classification together may do at most ten times the work of our solution, about
#   1.4 billion operations.
# - You choose the layers, the initial weights, the batch size, the learning rate and the number of
#   steps. A program without a network also passes if it learns from `x` and `y`, but tasks 2 to 4
#   are about a network.
# - Draw random values with `jax.random` and a fixed key, so that the graded network is the one that
#   you tested. With random values from NumPy without a seed, every run trains another network.
# - Do not use `jnp.linalg`. It calls a library whose work cannot be counted.

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

SIGNS, HANDS, LABELLED, NEW, NOISE_PERCENT = 10, 3, 640, 500, 8
PLACE = np.arange(LABELLED)
SIGN, HAND = PLACE % SIGNS, PLACE // SIGNS % HANDS  # of each labelled image


def noisy_images(raw, images):
    """Invert half of the images, and flip eight pixels in a hundred."""
    flipped = np.where(raw // 2 % 100 < NOISE_PERCENT, -1, 1)
    inverted = np.where(raw[:, :1] // 200 % 2, -1, 1)
    return images * flipped * inverted


def labels_from(raw):
    """Return the labels. They are a permutation of the sign indices, so answers must read `y`."""
    return (SIGN * [1, 3, 7, 9][raw[0] % 4] + 1 + raw[0] // 4) % SIGNS


def labelled_and_new(draw):
    written = []  # filled when `x` is drawn, and reused by `new`, which is drawn later

    def labelled(raw):
        written[:] = [raw[: SIGNS * HANDS].reshape(SIGNS, HANDS, 64) % 2 * 2 - 1]
        return noisy_images(raw, written[0][SIGN, HAND])

    def unseen(raw):
        which = raw[:, 1] // 2 % SIGNS, raw[:, 2] // 2 % HANDS
        return noisy_images(raw, written[0][which])

    x = draw.array("f32", (LABELLED, 64), 0, 399, then=labelled)
    y = draw.array("i32", (LABELLED,), 0, 35, then=labels_from)
    return x, y, draw.array("f32", (NEW, 64), 0, 399, then=unseen)


def signs_of(x, new):
    """Recover the image of each sign and handwriting, and find the nearest for each new image."""
    nearest = []
    for sign in range(SIGNS):
        likeness = []
        for hand in range(HANDS):
            rows = x[(sign == SIGN) & (hand == HAND)]
            alike = np.where(rows @ rows[0] < 0, -1, 1)
            likeness.append(abs(new @ np.where(alike @ rows < 0, -1, 1)))
        nearest.append(np.max(likeness, axis=0))
    return np.argmax(nearest, axis=0)


def are_read(signs, x, y, new):
    if (signs == signs[0]).all():
        return (
            "different images get different signs. Yours assigns the same sign to all. Either the "
            "weights are NaN after steps that were too large, or no hidden neuron is active"
        )
    if not ((signs >= 0) & (signs < SIGNS)).all():
        return "every sign is an integer from 0 to 9. One of yours is not"
    right = (signs == y[:SIGNS][signs_of(x, new)]).mean()
    message = f"95 % of the new images are classified correctly. Yours reaches {100 * right:.0f} %"
    if right < 0.2:
        message += ". Guessing reaches 10 %, so it has learned almost nothing from `x` and `y`"
    message += ". Use a hidden layer with an activation function and enough steps of enough length"
    return right >= 0.95 or message


check(predict, given=labelled_and_new, law=are_read, budget=Budget(work=10))
