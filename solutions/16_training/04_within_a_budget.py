# ---
# title: Train a classifier to 95 % within a budget
# kind: program
# points: 2
# minutes: 25
# hints:
#   - "Twenty batches of 32 make one epoch. A step on a batch costs a twentieth of a step on all
#     images. How many steps do you get for the same work?"
#   - "A `scan` over the batches, with the parameters as carry, is an epoch. A `scan` over epochs is
#     the training. Ten epochs are enough if the learning rate is neither 0.01 nor 10."
#   - "`step(params, batch)` returns `jax.tree.map(lambda p, s: p - 0.3 * s, params,
#     jax.grad(cross_entropy)(params, *batch)), None`. The batches are `x.reshape(20, 32, 64),
#     y.reshape(20, 32)`."
# choices:
#   "length=10": any number of epochs that is enough
#   "0.3 * s": any rate that is neither too small nor too large
# ---

# %% [markdown]
# Train the network from `start` until it classifies 95 % of unseen images correctly.
#
# Return the trained parameters. The check classifies a thousand new images of the same classes and
# limits the work to 1.3 times that of our solution, which makes ten epochs with a batch size of 32.
# You choose batch size, learning rate and number of steps. The work is counted in one compiled
# program, so loop with `jax.lax.scan`.
#
# The images are drawn for you. They have 8 by 8 pixels, 1 for white and -1 for black. Each shows
# one of ten signs, either white on black or black on white, and one pixel in five is noise, so a
# network without a hidden layer cannot classify them. The 640 images are shuffled so that each ten
# consecutive images show ten different signs.
#
# In `start`, the first hidden neuron is dead. It is 0 for every image, so its gradients are 0 and
# its weights do not change.

# %% given
import jax
import jax.numpy as jnp


def cross_entropy(params, x, y):
    """Mean negative log probability of the correct sign. x: f32[n, 64], y: i32[n]."""
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    logs = jax.nn.log_softmax(hidden @ params["w2"] + params["b2"])
    return -logs[jnp.arange(len(y)), y].mean()


# %% answer
def train(start, x, y):
    """start: {w1: f32[64, 32], b1: f32[32], w2: f32[32, 10], b2: f32[10]}, x: f32[640, 64],
    y: i32[640] -> a dict like start. Six to ten lines."""

    ### BEGIN SOLUTION
    batches = x.reshape(20, 32, 64), y.reshape(20, 32)

    def step(params, batch):
        grads = jax.grad(cross_entropy)(params, *batch)
        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None

    def epoch(params, _):
        return jax.lax.scan(step, params, batches)

    return jax.lax.scan(epoch, start, None, length=10)[0]
    ### END SOLUTION


# %% check
import numpy as np

SIGNS, IMAGES, NEW, NOISE_PERCENT = 10, 640, 1000, 20
DEAD_BIAS = -100  # far below any sum of 64 weights of 0.2


def noisy_images(raw, signs, which):
    """Return these signs, half of them inverted, with one pixel in five flipped."""
    flips = np.where(raw // 2 % 100 < NOISE_PERCENT, -1, 1)
    inversion = np.where(raw[:, :1] // 200 % 2, -1, 1)
    return signs[which] * flips * inversion


def labels_from(raw):
    """Return the labels. They differ from the order of the images, so `y` is needed."""
    return (np.arange(IMAGES) * [1, 3, 7, 9][raw[0] % 4] + 1 + raw[0] // 4) % SIGNS


def inputs(draw):
    def seen(raw):
        return noisy_images(raw, raw[:SIGNS] % 2 * 2 - 1, np.arange(IMAGES) % SIGNS)

    start = {
        "w1": draw.array("f32", (64, 32), -0.2, 0.2),
        "b1": draw.array(
            "f32", (32,), 0, 0, then=lambda raw: np.where(np.arange(32), 0, DEAD_BIAS)
        ),
        "w2": draw.array("f32", (32, 10), -0.2, 0.2),
        "b2": draw.array("f32", (10,), 0, 0),
    }
    x = draw.array("f32", (IMAGES, 64), 0, 399, then=seen)
    return start, x, draw.array("i32", (IMAGES,), 0, 35, then=labels_from)


def signs_of(x, y):
    """Recover each sign from its images after undoing the inversion."""
    found = []
    for sign in range(SIGNS):
        rows = x[y == sign]
        alike = np.where(rows @ rows[0] < 0, -1, 1)
        found.append(np.where(alike @ rows < 0, -1, 1))
    return np.array(found)


def of_the_first(params):
    """Return the weights of the first hidden neuron."""
    return [params["w1"][:, 0], params["b1"][0], params["w2"][0]]


def accuracy(params, start, x, y):
    params = {name: np.asarray(array, np.float64) for name, array in params.items()}
    if not all(np.isfinite(array).all() for array in params.values()):
        return (
            "all parameters are finite. Yours contain NaN or inf, because the steps are too large. "
            "Use a smaller learning rate"
        )
    if all((array == start[name]).all() for name, array in params.items()):
        return "the parameters have changed. Yours are equal to `start`"
    pairs = zip(of_the_first(params), of_the_first(start), strict=True)
    if not all(np.allclose(now, was, rtol=1e-4) for now, was in pairs):
        return (
            "the training begins with `start`. The first hidden neuron has zero gradients, but its "
            "weights have changed in yours. Begin with `start` and add no penalty on the weights"
        )
    raw = np.random.RandomState(0).randint(0, 400, (NEW, 64))
    which = np.arange(NEW) % SIGNS
    new = noisy_images(raw, signs_of(np.asarray(x), np.asarray(y)), which)

    def read(rows, right):
        scores = np.maximum(rows @ params["w1"] + params["b1"], 0) @ params["w2"] + params["b2"]
        return (scores.argmax(axis=1) == right).mean()

    if not (new @ params["w1"] + params["b1"] > 0).any():
        return (
            "the hidden layer has active neurons. Yours is 0 for every image, because a step was "
            "much too large. Use a smaller learning rate"
        )
    right, known = read(new, which), read(x, y)
    message = f"95 % of new images are classified correctly. Yours reaches {100 * right:.0f} %"
    if known < 0.95:
        message += f", and {100 * known:.0f} % on the training images"
    if known < 0.2:
        message += (
            ". Guessing reaches 10 %. Check the sign of the steps and the order of the labels"
        )
    elif known < 0.95:
        message += ". Make more steps, or change the learning rate"
    return right >= 0.95 or message


check(train, given=inputs, law=accuracy, budget=Budget(work=1.3))
