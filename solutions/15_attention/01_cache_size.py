# ---
# title: Compute the size of a key-value cache
# kind: value
# points: 1
# minutes: 8
# hints:
#   - "What does the cache store for a token? In each layer, for each head of the cache, it stores a
#     key *and* a value of `size` elements. How many bytes does an element have?"
#   - "The query heads share keys and values, so the cache has `cache_heads` heads and not `heads`.
#     The weights also occupy memory, once for all sequences."
#   - "`per_token = 2 * layers * cache_heads * size * 2`. For `sequences`, divide the memory that
#     the weights leave free by `per_sequence` and round down."
# ---

# %% [markdown]
# Compute how large the key-value cache of a language model is, and how many sequences fit into
# memory beside the weights.
#
# - The model has `layers` layers. Each layer has `heads` query heads, but it stores keys and values
#   only for `cache_heads` heads.
# - A key or a value has `size` elements in bfloat16, which takes 2 bytes per element.
# - A sequence has `length` tokens.
# - `memory` and `weights` are in GB, where 1 GB is 10^9 bytes.
# - `sequences` must be exact. For the other values, three significant digits are enough.
#
# | name | value |
# |---|---|
# | `per_token` | bytes in the cache for one token |
# | `per_sequence` | cache of one sequence, in GB |
# | `sequences` | number of whole sequences whose caches fit into memory beside the weights |
# | `cache_ratio` | factor by which the cache grows if each query head has its own key and value |

# %% given
model = figures(
    "layers: 20 | 40, heads: 48 | 96, cache_heads: 8 | 16, size: 96 | 128, "
    "length: int in 32700..32850, weights: 32 | 64, memory: 96 | 128"
)
model

# %% answer
# Four values. The inputs above are `model.layers` and so on.
### BEGIN SOLUTION
per_token = 2 * model.layers * model.cache_heads * model.size * 2
per_sequence = per_token * model.length / 1e9
sequences = int((model.memory - model.weights) / per_sequence)
cache_ratio = model.heads / model.cache_heads
### END SOLUTION

# %% check
# With these figures more than half of another sequence fits, so rounding to the nearest fails.
check(
    per_token=per_token,
    per_sequence=per_sequence,
    sequences=sequences,
    cache_ratio=cache_ratio,
    tolerance=0.005,
)
