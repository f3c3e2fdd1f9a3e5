# %% wrong: keys_only
# You counted only keys or only values. The cache stores both. Multiply by two.
per_token = model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: float32
# You counted four bytes for each element. A bfloat16 element has two.
per_token = 2 * model.layers * model.cache_heads * model.size * 4
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: query_heads_counted
# You counted a key and a value for each query head. Several query heads share one key and one
# value. Use `cache_heads` instead of `heads`.
per_token = 2 * model.layers * model.heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: one_layer
# You computed the cache of one layer. Each layer has its own keys and values. Multiply by the
# number of layers.
per_token = 2 * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: one_head
# You computed the cache of one head. Each layer has `cache_heads` heads in its cache. Multiply by
# that number.
per_token = 2 * model.layers * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: weights_forgotten
# `sequences`: you used the whole memory for caches. The weights also occupy memory. Subtract their
# bytes first.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int(model.memory / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: not_rounded
# `sequences`: you returned a fraction, but only whole sequences count. Round down.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = (model.memory - model.weights) / per_sequence
cache_ratio = model.heads / model.cache_heads

# %% wrong: rounded_up
# `sequences`: you rounded up or to the nearest whole number, so the last sequence may not fit.
# Round down.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = round((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: binary_gigabytes
# You divided by 2^30 bytes. In this task, 1 GB is 10^9 bytes.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 2**30
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads

# %% wrong: ratio_inverted
# Your `cache_ratio` is inverted. With more heads, the cache grows. Divide the larger number of
# heads by the smaller one.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.cache_heads / model.heads

# %% wrong: key_elements_only
# You counted the elements of the keys. The cache also stores values, and each element has two
# bytes. Multiply by two for the values, and by two again for the bytes.
#
# -per_token = 2 * model.layers * model.cache_heads * model.size * 2
# +per_token = model.layers * model.cache_heads * model.size

# %% right: from_shapes
shape = 2, model.layers, model.length, model.cache_heads, model.size
numbers = 1
for side in shape:
    numbers *= side
per_sequence = 2e-9 * numbers
per_token = 2 * numbers / model.length
sequences = (model.memory - model.weights) // per_sequence
cache_ratio = model.heads // model.cache_heads
