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
