# %% wrong: keys_alone
# You kept keys or values, and both are needed: twice as many numbers.
per_token = model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: float32
# You gave a number four bytes. bfloat16 has two.
per_token = 2 * model.layers * model.cache_heads * model.size * 4
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: heads_that_ask
# You kept a key and a value for each head that asks. `heads` share them: the cache has
# `cache_heads`.
per_token = 2 * model.layers * model.heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: one_layer
# That is the cache of one layer. Each layer has keys and values of its own.
per_token = 2 * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: one_head
# That is the cache of one head. There are `cache_heads` of them in each layer.
per_token = 2 * model.layers * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: weights_forgotten
# Nearly: in `texts` you gave the whole memory to the cache. The weights are in it as well.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int(model.memory / per_text)
larger = model.heads / model.cache_heads

# %% wrong: not_rounded
# Nearly: your last text fits only in part. `texts` is a whole number: round down.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = (model.memory - model.weights) / per_text
larger = model.heads / model.cache_heads

# %% wrong: rounded_up
# Nearly: you rounded up, or to the nearest, and your last text does not fit. Round down.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = round((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: binary
# Your GB has 2^30 bytes. Here it has 10^9.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 2**30
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads

# %% wrong: upside_down
# Nearly: `larger` is upside down. With more heads to keep the cache grows.
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.cache_heads / model.heads

# %% wrong: numbers_of_the_keys
# You counted the numbers of the keys. Values are kept as well, and each number has two bytes.
#
# -per_token = 2 * model.layers * model.cache_heads * model.size * 2
# +per_token = model.layers * model.cache_heads * model.size

# %% right: from_shapes
shape = 2, model.layers, model.length, model.cache_heads, model.size
numbers = 1
for side in shape:
    numbers *= side
per_text = 2e-9 * numbers
per_token = 2 * numbers / model.length
texts = (model.memory - model.weights) // per_text
larger = model.heads // model.cache_heads
