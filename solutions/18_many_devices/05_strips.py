# ---
# title: An eighth of everything
# kind: sharded
# points: 3
# minutes: 22
# hints:
#   - "A device needs all weights for its examples, for a moment, and an eighth of the gradient for
#     its own strip. Which collective brings the one, which the other?"
#   - "`all_gather` the strips of `w`; make the gradient of your own examples; `psum_scatter` adds
#     up the gradients and leaves you the rows that are yours."
#   - "`whole = jax.lax.all_gather(w, \"devices\", tiled=True)`, and `jax.lax.psum_scatter(gradient,
#     \"devices\", tiled=True)` has the shape of `w` and `v` again."
# ---

# %% [markdown]
# A step of gradient descent with momentum on eight devices, where each device keeps an eighth of
# the weights and an eighth of the momentum, and no more.
#
# The loss is `0.5 * ((x @ w - y) ** 2).sum() / b`, where `b` is the number of *all* examples. The
# new momentum is `0.5 * v + gradient`; the new weights are `w - 0.25 *` the *new* momentum. Each
# device has a strip of rows of `w` and of `v`, an eighth of the examples, and in the end the new
# strips. Allowed are a tenth more bytes and messages than it takes, which is as many as a `psum`
# of the gradient sends, and half as much work again. (For Adam there would be a second `v`, and
# nothing more to send. The trade calls it *ZeRO* or *fully sharded data parallel*.)
#
# The axis of the devices is called `"devices"`. With `tiled=True` a collective joins strips along
# an axis that is there, or cuts it; without, it adds an axis of eight, or wants one.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def fully_sharded(strip):
    """Runs `strip(w, v, x, y)` on every device, with its rows of all four -> its new (w, v)."""
    cut = P("devices")
    cuts = (cut, cut, cut, cut)
    return jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=(cut, cut), check_vma=False)


# %% answer
def momentum_step(w, v, x, y):
    """w, v: f32[k, n], x: f32[b, k], y: f32[b, n] -> (new w, new v); k and b are multiples of 8.

    Five to eight lines.
    """
    ### BEGIN SOLUTION

    def strip(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", tiled=True)
        gradient = x.T @ (x @ whole - y) / (8 * len(x))
        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
        return w - 0.25 * v, v

    return fully_sharded(strip)(w, v, x, y)
    ### END SOLUTION


# %% check
def plain(w, v, x, y):
    v = 0.5 * v + x.T @ (x @ w - y) / len(x)
    return w - 0.25 * v, v


check(
    momentum_step,
    spec=plain,
    given="""
    w: f32[8*k, n], v: f32[8*k, n], x: f32[8*b, 8*k], y: f32[8*b, n],
    k in 1..4, n in 2..4, b in 1 | 2 | 4
    """,
    budget=Budget(work=1.5, sent=1.1, messages=1.1),
)
