# %% wrong: unchanged
# Your values are right, but you process one token after another, so the span grows with the length
# of the sequence. The gates need no state. Combine steps in pairs, and then pairs of pairs.
def parallel_scan(params, first, xs):
    return sequential_scan(params, first, xs)


# %% wrong: only_products_hoisted
# Your values are right, and no product waits for a state. However, `keep * h + new` still waits for
# the previous step, in a Python loop as well as in a `scan`. Combine steps in pairs instead.
def parallel_scan(params, first, xs):
    def step(h, now):
        h = now[0] * h + now[1]
        return h, h

    gates = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jax.lax.scan(step, first, gates)[1]


# %% wrong: state_combined_with_token
# Your function combines a state with a token. `associative_scan` combines any two neighbours,
# including two tokens. Return the combined effect of two *steps*.
def parallel_scan(params, first, xs):
    def join(h, x):
        return jnp.sign(x @ params["wk"]) * h + x @ params["wn"]

    return jax.lax.associative_scan(join, xs)


# %% wrong: first_state_forgotten
# You started with zeros. The state before the first token is `first`, which is multiplied by the
# first `keep`.
def parallel_scan(params, first, xs):
    def combine(one, other):
        return one[0] * other[0], other[0] * one[1] + other[1]

    gates = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jax.lax.associative_scan(combine, gates)[1]


# %% wrong: first_keep_not_applied
# You added `first` to the first step without multiplying it. Multiply `first` by the first `keep`,
# as every state is multiplied by the next `keep`.
#
# -    new = new.at[0].add(keep[0] * first)
# -    return jax.lax.associative_scan(combine, (keep, new))[1]
# +    return jax.lax.associative_scan(combine, (keep, new.at[0].add(first)))[1]


# %% wrong: arguments_swapped
# You treated the later step as the earlier one. The first argument is the earlier step. Multiply
# its `new` by the `keep` of the later step, and add the `new` of the later step.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return one[0] * other[0], one[0] * other[1] + one[1]


# %% wrong: earlier_keep_applied
# You multiplied the earlier `new` by the `keep` of the same step. The earlier `new` is already part
# of the state when the later step begins. Multiply it by the *later* `keep`.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return one[0] * other[0], one[0] * one[1] + other[1]


# %% wrong: keeps_not_multiplied
# Your combined step keeps only the later `keep`. Two steps multiply the state by both values of
# `keep`. Return the product of both.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return other[0], other[0] * one[1] + other[1]


# %% wrong: divided_by_keeps
# You divided by the product of all gates and multiplied by it again. If a `keep` is 0, the result
# is 0 / 0. Combine steps instead.
def parallel_scan(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    keeps = jnp.cumprod(keep, axis=0)
    return keeps * (first + jnp.cumsum(new / keeps, axis=0))


# %% wrong: divided_by_cumulative_keeps
# You divided by the product of all gates, which is 0 from the first `keep` of 0 on, so all later
# states are lost. You can combine a step that erases the state with others, but you cannot divide
# by its `keep`. Combine steps instead.
def parallel_scan(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    kept = jnp.cumprod(keep, axis=0)
    return kept * (first + jnp.cumsum(new / jnp.where(kept == 0, 1, kept), axis=0))


# %% wrong: wrong_axis
# You combined along the sequences, axis 1, but no sequence depends on another. Combine along the
# time steps, axis 0.
#
# -    return jax.lax.associative_scan(combine, (keep, new))[1]
# +    return jax.lax.associative_scan(combine, (keep, new), axis=1)[1]


# %% wrong: quadratic_work
# Your values are right, and the span is short, but you combine every step with every other, so the
# work grows with the square of the length. A tree needs only a few combinations for each step.
def parallel_scan(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    t = len(xs)
    later = jnp.arange(t)[:, None] > jnp.arange(t)
    factors = jnp.where(later[..., None, None], keep[:, None], 1)
    parts = jnp.cumprod(factors, axis=0)
    parts = jnp.where((later | jnp.eye(t, dtype=bool))[..., None, None], parts, 0)
    return (parts * new.at[0].add(keep[0] * first)).sum(axis=1)


# %% right: by_doubling
def parallel_scan(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    new, reach = new.at[0].add(keep[0] * first), 1
    while reach < len(xs):
        new = new.at[reach:].add(keep[reach:] * new[:-reach])
        keep = keep.at[reach:].multiply(keep[:-reach])
        reach *= 2
    return new


# %% right: first_state_afterwards
def parallel_scan(params, first, xs):
    def combine(one, other):
        return {
            "keep": one["keep"] * other["keep"],
            "new": other["keep"] * one["new"] + other["new"],
        }

    z = xs @ jnp.concatenate([params["wk"], params["wn"]], axis=1)
    keep, new = jnp.split(z, 2, axis=-1)
    found = jax.lax.associative_scan(combine, {"keep": jnp.sign(keep), "new": new})
    return found["keep"] * first + found["new"]


# %% right: each_element_by_vmap
def parallel_scan(params, first, xs):
    def one(keep, new, first):
        def combine(a, b):
            return a[0] * b[0], b[0] * a[1] + b[1]

        keeps, news = jax.lax.associative_scan(combine, (keep, new))
        return keeps * first + news

    each = jax.vmap(jax.vmap(one, (1, 1, 0), 1), (1, 1, 0), 1)
    return each(jnp.sign(xs @ params["wk"]), xs @ params["wn"], first)
