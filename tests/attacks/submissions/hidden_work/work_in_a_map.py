# tries: Does its work in a function that is mapped over a constant and captures arrays.
# defence: a map is no operation
# gains: points
# says: may not contain the operation stablehlo.map

# %% answer: 02_move_points
from jax.core import ShapedArray
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

waste = Primitive("waste")
waste.def_abstract_eval(lambda x: ShapedArray((1,), x.dtype))


def lower(context, x):
    line, number = (ir.RankedTensorType.get(shape, x.type.element_type) for shape in ([1], []))
    zeros = [
        stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, ir.FloatAttr.get_f32(0)))
        for kind in (line, number)
    ]
    made = stablehlo.MapOp(line, zeros[:1], ir.DenseI64ArrayAttr.get([0]))
    with ir.InsertionPoint(made.regions[0].blocks.append(number)):
        for _ in range(8):
            x = stablehlo.sine(x)
        first, one = (ir.DenseI64ArrayAttr.get([n, n]) for n in (0, 1))
        entry = stablehlo.reshape(number, stablehlo.slice(x, first, one, one))
        stablehlo.ReturnOp([stablehlo.multiply(entry, zeros[1])])
    return made.results


mlir.register_lowering(waste, lower)


def move_points(matrix, points):
    moved = points @ matrix[:3, :3].T + matrix[:3, 3]
    return moved + waste.bind(moved)[0] if points.shape[0] else moved
