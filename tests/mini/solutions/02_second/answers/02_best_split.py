# %% wrong: rest_on_one_pile
# The rest lies on one pile; share it out.
def best_split(n, parts):
    return [n // parts] * (parts - 1) + [n // parts + n % parts]


# %% right: rest_at_the_end
def best_split(n, parts):
    return [n // parts + (i >= parts - n % parts) for i in range(parts)]
