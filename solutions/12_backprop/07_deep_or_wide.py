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

# %% wrong: chain_of_additions
# You let a sum wait for each of its terms. As a tree, the additions of `k` numbers take `log2(k)`
# steps.
hidden = nets.layers * nets.width // 2
deep_span = nets.layers * (nets.width + 1)
wide_span = (nets.width + 1) + (hidden + 1)
work = 2 * nets.layers * nets.width**2
deep_time = max(work / nets.lanes, deep_span)
wide_time = max(work / nets.lanes, wide_span)

# %% wrong: layers_alone
# You counted a step for each layer. A layer waits inside as well: a multiplication, the additions
# of a sum, the `maximum`.
from math import log2

deep_span = nets.layers
wide_span = 2
work = 2 * nets.layers * nets.width**2
deep_time = max(work / nets.lanes, deep_span)
wide_time = max(work / nets.lanes, wide_span)

# %% wrong: one_step_short
# Your layers are a step too short. Each waits for a multiplication, for `log2(k)` additions and for
# the `maximum`, one after another.
#
# -deep_span = nets.layers * (log2(nets.width) + 2)
# -wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)
# +deep_span = nets.layers * (log2(nets.width) + 1)
# +wide_span = (log2(nets.width) + 1) + (log2(hidden) + 1)

# %% wrong: additions_alone
# You counted only the additions. Before them comes a multiplication and after them the `maximum`:
# two steps more for each layer.
#
# -deep_span = nets.layers * (log2(nets.width) + 2)
# -wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)
# +deep_span = nets.layers * log2(nets.width)
# +wide_span = log2(nets.width) + log2(hidden)

# %% wrong: same_inputs
# `wide`: its second layer has `hidden` inputs, and its sums that many terms.
#
# -wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)
# +wide_span = 2 * (log2(nets.width) + 2)


# %% wrong: span_forgotten
# Your times are the work divided by the lanes. No number of lanes makes a network quicker than its
# span: the larger of the two is the least time.
from math import log2

hidden = nets.layers * nets.width // 2
deep_span = nets.layers * (log2(nets.width) + 2)
wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)
deep_time = wide_time = 2 * nets.layers * nets.width**2 / nets.lanes

# %% wrong: work_forgotten
# Your times are the spans, as if there were lanes without end. On `lanes` lanes the work divided by
# the lanes may take longer, and the larger of the two is the least time.
from math import log2

hidden = nets.layers * nets.width // 2
deep_time = deep_span = nets.layers * (log2(nets.width) + 2)
wide_time = wide_span = (log2(nets.width) + 2) + (log2(hidden) + 2)

# %% wrong: added
# You added the two bounds. The least time is the larger of them; the sum is Brent's bound from
# above.
#
# -deep_time = max(work / nets.lanes, deep_span)
# -wide_time = max(work / nets.lanes, wide_span)
# +deep_time = work / nets.lanes + deep_span
# +wide_time = work / nets.lanes + wide_span

# %% right: counted
import jax
import jax.numpy as jnp
import manylanes


def net(ws, x):
    for w in ws:
        x = jnp.maximum(x @ w, 0)
    return x


def array(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


hidden = nets.layers * nets.width // 2
deep = [array(nets.width, nets.width)] * nets.layers
wide = [array(nets.width, hidden), array(hidden, nets.width)]
work = 2 * nets.layers * nets.width**2
spans = [manylanes.cost(net, ws, array(nets.width)).span for ws in (deep, wide)]
deep_span, wide_span = spans
deep_time, wide_time = (max(work / nets.lanes, span) for span in spans)
