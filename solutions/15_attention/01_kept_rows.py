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
