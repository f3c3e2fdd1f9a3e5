# ---
# title: Deep or wide?
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "The numbers of one layer do not wait for each other, its products neither. What does wait:
#     the additions of one sum, then the `maximum`, and then the next layer."
#   - "A layer with `k` inputs waits one multiplication, log2(k) additions if they are done as a
#     tree, and one `maximum`. With enough lanes only that counts."
#   - "`deep_span = layers * (log2(width) + 2)`; the wide one has two layers, with `width` and with
#     `layers * width / 2` inputs. The least time is `max(work / lanes, span)`."
# ---

# %% [markdown]
# Two networks of the same weights and the same work: which one waits?
#
# `deep` has `layers` layers of `width` by `width` weights. `wide` has two: `width` by `hidden` and
# `hidden` by `width`, with `hidden = layers * width // 2`. A layer is `maximum(x @ w, 0)`, without
# `b`, and one example goes forward.
#
# Give the span of both, `deep_span` and `wide_span`: the longest chain of operations that depend on
# one another. One multiplication, one addition and one maximum are one step each, and a sum of `k`
# numbers is added up as a tree, in `log2(k)` steps. (All sizes are powers of two.) Then give the
# lower bound on the time of both on `lanes` lanes that do one operation each in a step: `deep_time`
# and `wide_time`, in steps and not rounded. It is the larger of work / lanes and span. Of the work
# count only the products, `2 * layers * width**2` operations in either network.

# %% given
nets = figures("width: 512 | 1024, layers: 32 | 64 | 128, lanes: int in 190000..199000")
nets

# %% answer
# Four numbers of steps. The figures above are `nets.width` and so on.
### BEGIN SOLUTION
from math import log2

hidden = nets.layers * nets.width // 2
deep_span = nets.layers * (log2(nets.width) + 2)
wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)
work = 2 * nets.layers * nets.width**2
deep_time = max(work / nets.lanes, deep_span)
wide_time = max(work / nets.lanes, wide_span)
### END SOLUTION

# %% check
check(
    deep_span=deep_span,
    wide_span=wide_span,
    deep_time=deep_time,
    wide_time=wide_time,
    tolerance=0.001,
)
