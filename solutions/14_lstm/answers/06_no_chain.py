# %% wrong: as_it_was
# Right, but you take one word after another: a chain as long as the text. The gates do not wait for
# anything, and the steps can be joined in pairs, then pairs of pairs.
def no_chain(params, first, xs):
    return chained(params, first, xs)


# %% wrong: products_outside_alone
# Right, and no product waits for a state. But `keep * h + new` still waits for the step before, in
# a loop of Python as well as in a `scan`. Join steps in pairs instead.
def no_chain(params, first, xs):
    def turn(h, now):
        h = now[0] * h + now[1]
        return h, h

    gates = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jax.lax.scan(turn, first, gates)[1]


# %% wrong: first_state_forgotten
# You began with zeros. The state begins as `first`, and the first word's `keep` decides what
# becomes of it.
def no_chain(params, first, xs):
    def two_steps(one, other):
        return one[0] * other[0], other[0] * one[1] + other[1]

    gates = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jax.lax.associative_scan(two_steps, gates)[1]


# %% wrong: first_state_not_kept
# You added `first` to the first step as it is. The first word's `keep` multiplies it, as it does
# any state.
#
# -    new = new.at[0].add(keep[0] * first)
# -    return jax.lax.associative_scan(two_steps, (keep, new))[1]
# +    return jax.lax.associative_scan(two_steps, (keep, new.at[0].add(first)))[1]


# %% wrong: first_state_everywhere
# You added `first` to every step. It comes in once, before the first word.
def no_chain(params, first, xs):
    def two_steps(one, other):
        return one[0] * other[0], other[0] * one[1] + other[1]

    gates = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jax.lax.associative_scan(two_steps, gates)[1] + first


# %% wrong: earlier_keep_on_the_new
# In a join the *later* step's `keep` belongs to the earlier step's `new`: that was there when the
# later step began. You took the earlier one's.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return one[0] * other[0], one[0] * one[1] + other[1]


# %% wrong: later_taken_for_earlier
# Your join takes the later step for the earlier one. The first argument is the earlier: the later
# one's `keep` multiplies the earlier one's `new`, and the later one's `new` is added.
def no_chain(params, first, xs):
    def two_steps(one, other):
        return one[0] * other[0], one[0] * other[1] + one[1]

    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    keeps, news = jax.lax.associative_scan(two_steps, (keep, new))
    return keeps * first + news


# %% wrong: later_taken_for_earlier_after_the_first
# Your join takes the later step for the earlier one. The first argument is the earlier: the later
# one's `keep` multiplies the earlier one's `new`, and the later one's `new` is added.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return one[0] * other[0], one[0] * other[1] + one[1]


# %% wrong: keeps_not_joined
# Nearly: your join hands on only the later step's `keep`. Two steps keep the product of both.
#
# -        return one[0] * other[0], other[0] * one[1] + other[1]
# +        return other[0], other[0] * one[1] + other[1]


# %% wrong: nothing_forgotten
# You added the new parts up and left the gate out: `keep` says what becomes of the state.
def no_chain(params, first, xs):
    return first + jnp.cumsum(xs @ params["wn"], axis=0)


# %% wrong: divided_by_the_keeps
# You divided by the product of all keeps, and multiplied by it again. A `keep` of 0 makes that 0 /
# 0. Join steps instead.
def no_chain(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    keeps = jnp.cumprod(keep, axis=0)
    return keeps * (first + jnp.cumsum(new / keeps, axis=0))


# %% wrong: along_the_texts
# You joined along the texts, axis 1, and no text waits for another. The steps are axis 0.
#
# -    return jax.lax.associative_scan(two_steps, (keep, new))[1]
# +    return jax.lax.associative_scan(two_steps, (keep, new), axis=1)[1]


# %% wrong: along_the_texts_at_last
# You joined along the texts, axis 1, and no text waits for another. The steps are axis 0.
def no_chain(params, first, xs):
    def two_steps(one, other):
        return one[0] * other[0], other[0] * one[1] + other[1]

    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    keeps, news = jax.lax.associative_scan(two_steps, (keep, new), axis=1)
    return keeps * first + news


# %% wrong: every_step_with_every
# Right, in few steps, but every step meets every other: the work grows with the square of the text.
# A tree of joins needs a few for each step.
def no_chain(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    t = len(xs)
    later = jnp.arange(t)[:, None] > jnp.arange(t)
    factors = jnp.where(later[..., None, None], keep[:, None], 1)
    parts = jnp.cumprod(factors, axis=0)
    parts = jnp.where((later | jnp.eye(t, dtype=bool))[..., None, None], parts, 0)
    return (parts * new.at[0].add(keep[0] * first)).sum(axis=1)


# %% wrong: keep_without_its_sign
# You left out the sign. `keep` is -1, 0 or 1: `jnp.sign(x @ wk)`.
#
# -    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
# +    keep, new = xs @ params["wk"], xs @ params["wn"]


# %% wrong: news_added_alone
# You added up what is new, and let `keep` change only the first state. Each `keep` changes the
# whole state so far, also what came with earlier words.
def no_chain(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    return jnp.cumsum(new, axis=0) + jnp.cumprod(keep, axis=0) * first


# %% wrong: divided_by_what_was_kept
# You divided by the product of all that was kept, and that is 0 from the first 0 on: what comes
# after it is lost. You can join a step that forgets, but you cannot divide by it.
def no_chain(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    kept = jnp.cumprod(keep, axis=0)
    return kept * (first + jnp.cumsum(new / jnp.where(kept == 0, 1, kept), axis=0))


# %% wrong: first_at_every_word
# You let `first` come in with every word. It comes in once, before the first one.
#
# -    new = new.at[0].add(keep[0] * first)
# +    new = new + keep * first


# %% wrong: a_state_joined_with_a_word
# Your join takes a state and a word. `associative_scan` joins any two that stand side by side, two
# words as well: say what two *steps* do together.
def no_chain(params, first, xs):
    def join(h, x):
        return jnp.sign(x @ params["wk"]) * h + x @ params["wn"]

    return jax.lax.associative_scan(join, xs)


# %% right: by_doubling
def no_chain(params, first, xs):
    keep, new = jnp.sign(xs @ params["wk"]), xs @ params["wn"]
    new, reach = new.at[0].add(keep[0] * first), 1
    while reach < len(xs):
        new = new.at[reach:].add(keep[reach:] * new[:-reach])
        keep = keep.at[reach:].multiply(keep[:-reach])
        reach *= 2
    return new


# %% right: first_state_afterwards
def no_chain(params, first, xs):
    def two_steps(one, other):
        return {
            "keep": one["keep"] * other["keep"],
            "new": other["keep"] * one["new"] + other["new"],
        }

    z = xs @ jnp.concatenate([params["wk"], params["wn"]], axis=1)
    keep, new = jnp.split(z, 2, axis=-1)
    found = jax.lax.associative_scan(two_steps, {"keep": jnp.sign(keep), "new": new})
    return found["keep"] * first + found["new"]


# %% right: each_number_by_vmap
def no_chain(params, first, xs):
    def one(keep, new, first):
        def two_steps(a, b):
            return a[0] * b[0], b[0] * a[1] + b[1]

        keeps, news = jax.lax.associative_scan(two_steps, (keep, new))
        return keeps * first + news

    each = jax.vmap(jax.vmap(one, (1, 1, 0), 1), (1, 1, 0), 1)
    return each(jnp.sign(xs @ params["wk"]), xs @ params["wn"], first)
