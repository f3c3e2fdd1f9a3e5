# tries: Computes sequentially in an associative scan, whose function is not associative.
# defence: only countable reduction bodies
# gains: points
# earned: 1
# message: a function that `chlo.scan` calls is not a single sum, product, minimum or maximum

# %% answer: 01_total
import jax.numpy as jnp
from jax.extend import core
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import chlo
from jaxlib.mlir.dialects import stablehlo as hlo

sums = core.Primitive("sums")
sums.def_abstract_eval(lambda keep, x, start: x)


def written(rule, keep, x, start):
    no, yes = map(ir.BoolAttr.get, (False, True))
    says = {"is_reverse": no, "is_associative": yes}
    scan = chlo.ScanOp([x.type], [start.type], [keep, x], [start], 0, **says)
    number = start.type
    body = scan.regions[0].blocks.append(number, number, number)
    with ir.InsertionPoint(body):
        kept, new, so_far = body.arguments
        more = hlo.add(hlo.multiply(so_far, kept), new)
        hlo.return_([more, more])
    return [scan.results[0]]


mlir.register_lowering(sums, written)


def total(x):
    return sums.bind(jnp.ones_like(x), x, jnp.zeros(()))[-1]
