"""Remove the transposes that a product can perform by writing its result in another order."""

from __future__ import annotations

from collections import Counter

from manylanes._cost.analysis.liveness import DEAD, analyze_liveness
from manylanes._cost.read.program import Block, Op, Value, all_blocks, all_ops, copy_program


def fuse_transposes(program: Block) -> Block:
    """Return the program without the transposes that a product can perform.

    A transpose is removed if it is the only reader of a product and swaps its rows and columns. The
    product then writes its result in transposed order, as in XLA. A program without a transpose of
    a product is returned unchanged; otherwise, the result is a copy.
    """
    if not any(_product_transposes(block) for block in all_blocks(program)):
        return program
    fused = copy_program(program)
    liveness = analyze_liveness(fused)
    # The number of live ops and blocks that read each value.
    readers = Counter(v for block in all_blocks(fused) for v in block.returns)
    for op in all_ops(fused):
        if liveness.usage_of(op) != DEAD or liveness.has_side_effects(op):
            readers.update(liveness.live_operands(op))
    replacements: dict[Value, Value] = {}
    for block in all_blocks(fused):
        for op in _product_transposes(block):
            product, result = op.operands[0], op.results[0]
            if readers[product] == 1:
                product.shape = result.shape
                replacements[result] = product
        block.ops = [op for op in block.ops if not replacements.keys() & {*op.results}]
    for block in all_blocks(fused):
        block.returns = tuple(replacements.get(v, v) for v in block.returns)
        for op in block.ops:
            op.operands = tuple(replacements.get(v, v) for v in op.operands)
    return fused


def _product_transposes(block: Block) -> list[Op]:
    """Return the transposes that swap the rows and columns of a product in the same block."""
    products = {op.results[0] for op in block.ops if op.name == "dot_general"}
    transposes = [op for op in block.ops if op.name == "transpose" and op.operands[0] in products]
    return [
        op for op in transposes if _swaps_last_axes(op) and _has_one_free_axis_each(op.operands[0])
    ]


def _swaps_last_axes(transpose: Op) -> bool:
    axes = range(len(transpose.results[0].shape))
    return tuple(transpose.attrs["permutation"]) == (*axes[:-2], *axes[:-3:-1])


def _has_one_free_axis_each(product: Value) -> bool:
    """Return True if each operand has exactly one axis that is neither summed nor a batch axis."""
    assert product.producer is not None
    dimensions = product.producer.attrs["dot_dimension_numbers"]
    batch = len(dimensions.lhs_batching_dimensions)
    sides = zip(
        product.producer.operands,
        (dimensions.lhs_contracting_dimensions, dimensions.rhs_contracting_dimensions),
        strict=True,
    )
    return all(len(value.shape) == batch + len(summed) + 1 for value, summed in sides)
