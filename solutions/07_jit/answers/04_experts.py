# %% wrong: both_asked
# Right, but both experts have worked: you choose between two results that are there already. Call
# `expert` inside the two functions that `jax.lax.cond` gets: it runs one of them.
def ask_one(score, first, second, x):
    return jnp.where(score > 0, expert(first, x), expert(second, x))


# %% wrong: weights_mixed
# Right, and only one expert works. But `jnp.where` reads both experts' weights and writes the
# chosen ones down before the first product. `jax.lax.cond` touches one side only.
def ask_one(score, first, second, x):
    chosen = {name: jnp.where(score > 0, first[name], second[name]) for name in first}
    return expert(chosen, x)


# %% wrong: stacked_and_picked
# Right, and only one expert works. But `jnp.stack` copies the weights of both before one is picked.
# `jax.lax.cond` touches one side only.
def ask_one(score, first, second, x):
    both = {name: jnp.stack([second[name], first[name]]) for name in first}
    picked = (score > 0).astype(int)
    return expert({name: weights[picked] for name, weights in both.items()}, x)


# %% wrong: python_if
# Python's `if` wants the score now, and it gets its value when the program runs. `jax.lax.cond` is
# the `if` of a program.
def ask_one(score, first, second, x):
    if score > 0:
        return expert(first, x)
    return expert(second, x)


# %% wrong: the_other_expert
# You asked the other expert. `jax.lax.cond(question, yes, no)` takes the *first* function where the
# question is true, `jax.lax.switch` where the number is 0.
def ask_one(score, first, second, x):
    return jax.lax.cond(score > 0, lambda: expert(second, x), lambda: expert(first, x))


# %% wrong: zero_asks_the_first
# At a score of exactly 0 you asked the first. It is asked if the score is *greater* than 0.
def ask_one(score, first, second, x):
    return jax.lax.cond(score >= 0, lambda: expert(first, x), lambda: expert(second, x))


# %% wrong: part_of_a_score_is_none
# A score between 0 and 1 asked the second, and it is greater than 0. `score.astype(int)` drops the
# decimals, and `score >= 1` asks for too much: ask `score > 0`.
def ask_one(score, first, second, x):
    sides = [lambda: expert(second, x), lambda: expert(first, x)]
    return jax.lax.switch(score.astype(int), sides)


# %% wrong: score_as_question
# You gave `score` itself as the question, and every number but 0 counts as true. Ask `score > 0`.
def ask_one(score, first, second, x):
    return jax.lax.cond(score != 0, lambda: expert(first, x), lambda: expert(second, x))


# %% wrong: weighted_by_the_score
# You mixed the two experts' answers. One of them is asked for, the other not at all.
def ask_one(score, first, second, x):
    return score * expert(first, x) + (1 - score) * expert(second, x)


# %% right: with_operands
def ask_one(score, first, second, x):
    return jax.lax.cond(
        score > 0,
        lambda first, second, x: expert(first, x),
        lambda first, second, x: expert(second, x),
        first,
        second,
        x,
    )


# %% right: weights_chosen
def ask_one(score, first, second, x):
    weights = jax.lax.cond(score > 0, lambda: first, lambda: second)
    return expert(weights, x)


# %% right: with_switch
@jax.jit
def ask_one(score, first, second, x):
    sides = [lambda: expert(second, x), lambda: expert(first, x)]
    return jax.lax.switch((score > 0).astype(int), sides)


# %% right: the_other_question
def ask_one(score, first, second, x):
    return jax.lax.cond(score <= 0, lambda: expert(second, x), lambda: expert(first, x))
