# %% wrong: both_run
# Your values are right, but both experts run: you select between two results that are already
# computed. Call `expert` inside the two functions that you pass to `jax.lax.cond`, which runs only
# one of them.
def run_expert(score, first, second, x):
    return jnp.where(score > 0, expert(first, x), expert(second, x))


# %% wrong: python_if
# You used Python's `if`, which needs the score while JAX traces. The score has a value only at run
# time. Use `jax.lax.cond`.
def run_expert(score, first, second, x):
    if score > 0:
        return expert(first, x)
    return expert(second, x)


# %% wrong: weights_mixed
# Your values are right, and only one expert runs. However, `jnp.where` reads the weights of both
# experts and writes the selected ones to memory first. Use `jax.lax.cond`, which reads only the
# selected weights.
def run_expert(score, first, second, x):
    chosen = {name: jnp.where(score > 0, first[name], second[name]) for name in first}
    return expert(chosen, x)


# %% wrong: weights_stacked
# Your values are right, and only one expert runs. However, `jnp.stack` copies the weights of both
# experts first. Use `jax.lax.cond`, which reads only the selected weights.
def run_expert(score, first, second, x):
    both = {name: jnp.stack([second[name], first[name]]) for name in first}
    picked = (score > 0).astype(int)
    return expert({name: weights[picked] for name, weights in both.items()}, x)


# %% wrong: experts_swapped
# You ran the wrong expert. `jax.lax.cond` calls its *first* function if the predicate is true, and
# `jax.lax.switch` if the index is 0. Swap the two functions.
def run_expert(score, first, second, x):
    return jax.lax.cond(score > 0, lambda: expert(second, x), lambda: expert(first, x))


# %% wrong: zero_selects_first
# For a score of exactly 0, you ran the first expert. The first expert is selected only if the score
# is *greater* than 0. Use `>`.
def run_expert(score, first, second, x):
    return jax.lax.cond(score >= 0, lambda: expert(first, x), lambda: expert(second, x))


# %% wrong: score_truncated
# For a score between 0 and 1, you ran the second expert, although the score is greater than 0.
# `score.astype(int)` drops the fraction, and `score >= 1` is too strict. Use `score > 0`.
def run_expert(score, first, second, x):
    sides = [lambda: expert(second, x), lambda: expert(first, x)]
    return jax.lax.switch(score.astype(int), sides)


# %% wrong: score_as_predicate
# You used `score` itself as the predicate, and every value except 0 counts as true. Use
# `score > 0`.
def run_expert(score, first, second, x):
    return jax.lax.cond(score != 0, lambda: expert(first, x), lambda: expert(second, x))


# %% wrong: outputs_mixed
# You mixed the outputs of both experts. Return the output of the selected expert only.
def run_expert(score, first, second, x):
    return score * expert(first, x) + (1 - score) * expert(second, x)


# %% right: with_operands
def run_expert(score, first, second, x):
    return jax.lax.cond(
        score > 0,
        lambda first, second, x: expert(first, x),
        lambda first, second, x: expert(second, x),
        first,
        second,
        x,
    )


# %% right: weights_selected
def run_expert(score, first, second, x):
    weights = jax.lax.cond(score > 0, lambda: first, lambda: second)
    return expert(weights, x)


# %% right: with_switch
@jax.jit
def run_expert(score, first, second, x):
    sides = [lambda: expert(second, x), lambda: expert(first, x)]
    return jax.lax.switch((score > 0).astype(int), sides)


# %% right: predicate_negated
def run_expert(score, first, second, x):
    return jax.lax.cond(score <= 0, lambda: expert(second, x), lambda: expert(first, x))
