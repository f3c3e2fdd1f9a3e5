# ---
# title: What a text leaves behind
# kind: value
# points: 1
# minutes: 8
# hints:
#   - "What is kept for a token? In each layer, for each head of the cache, a key *and* a value of
#     `size` numbers. How many bytes does a number have?"
#   - "The heads that ask share keys and values: the cache has `cache_heads` of them, not `heads`.
#     The weights are in the memory as well, once for all texts."
#   - "`per_token = 2 * layers * cache_heads * size * 2`; `texts` is what is left beside the
#     weights, divided by `per_text` and rounded down."
# ---

# %% [markdown]
# How large is the cache of a model of language, and how many texts fit beside it?
#
# The model has `layers` layers. In each `heads` heads ask, `cache_heads` heads are kept, and a key
# or a value has `size` numbers, in bfloat16. A text has `length` tokens. `memory` and `weights` are
# in GB, and a GB has 10^9 bytes. Three digits are enough.
#
# | name | what |
# |---|---|
# | `per_token` | bytes that one token leaves in the cache |
# | `per_text` | the cache of one text, in GB |
# | `texts` | how many whole texts fit into the memory, beside the weights |
# | `larger` | if each head that asks had a key and a value of its own: how many times as large? |

# %% given
model = figures(
    "layers: 20 | 40, heads: 48 | 96, cache_heads: 8 | 16, size: 96 | 128, "
    "length: int in 32700..32850, weights: 32 | 64, memory: 96 | 128"
)
model

# %% answer
# Four numbers. The figures above are `model.layers` and so on.
### BEGIN SOLUTION
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_text = per_token * model.length / 1e9
texts = int((model.memory - model.weights) / per_text)
larger = model.heads / model.cache_heads
### END SOLUTION

# %% check
# More than half of a last text would fit, whoever asks: to round to the nearest is a mistake.
check(per_token=per_token, per_text=per_text, texts=texts, larger=larger, tolerance=0.005)

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
