"""The canonical form of a program: the grader hashes, counts and compiles this text.

The canonical form is MLIR text for one platform. All calls are inlined, and the text contains no
names, no source locations and no attributes for tools. Counters are added only before compilation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.core.messages.errors import StudentError
from autograder.core.programs import mlir
from autograder.core.programs.allowed import check_allowed
from autograder.core.programs.mlir import ir, stablehlo
from autograder.core.programs.platform_choice import (
    is_platform_independent,
    selects_only_jax_variants,
)
from autograder.core.programs.sizes import check_expansion, check_sizes

PLATFORMS = ("cpu", "cuda")
ARTIFACT_BYTES = 16 << 20
FORGED = "The program is incomplete or invalid."
NOT_PORTABLE = (
    "The program differs between CPU and GPU (`jax.lax.platform_dependent`), but a grade must hold "
    "on every machine. Write one version for all platforms."
)


def canonical(artifact: bytes, platform: str = "cpu") -> bytes:
    """Return the canonical form of an export. Raise StudentError if the program is not allowed."""
    exported = decode_export(artifact)
    with mlir.context():
        try:
            text = _canonical_text(exported, platform)
        except mlir.errors() as error:
            raise StudentError("refused", FORGED) from error
    return text.encode()


def decode_export(artifact: bytes) -> str:
    """Decode the text of an export. Raise StudentError if the export is too large or not UTF-8."""
    if len(artifact) > ARTIFACT_BYTES:
        raise StudentError("refused", f"The program is larger than {ARTIFACT_BYTES >> 20} MB.")
    try:
        return artifact.decode()
    except UnicodeDecodeError:
        raise StudentError("refused", FORGED) from None


def _canonical_text(exported: str, platform: str) -> str:
    module = inline_calls(exported)
    plain = is_platform_independent(platform_index(module))
    portable = plain or is_portable(module)
    for other in () if plain else PLATFORMS:
        if other != platform:  # the variants of the other platforms must be allowed, too
            _specialize(mlir.parse_module(str(module)), other)
    text = str(_specialize(module, platform))
    if not portable:
        raise StudentError("refused", NOT_PORTABLE)
    return text


def inline_calls(exported: str) -> Any:
    """Return the module of an export, with all calls inlined.

    Raise StudentError if it has no `main` or would be too large.
    """
    module = mlir.read_export(exported)
    if "main" not in mlir.functions(module):
        raise StudentError("refused", FORGED)
    check_expansion(module)
    return mlir.refine(module)


def platform_index(module: Any) -> Any:
    """Return the first argument of a program, which selects the platform."""
    block = body(module)
    if not len(block.arguments):
        raise StudentError("refused", FORGED)
    return block.arguments[0]


def is_portable(module: Any) -> bool:
    """Return True if the program is equivalent on all platforms, as far as this is detected."""
    return selects_only_jax_variants(platform_index(module))


def _specialize(module: Any, platform: str) -> Any:
    block = body(module)
    fix_platform(block, 0, platform)
    return simplify(block)


def simplify(block: Any, more: Sequence[str] = ()) -> Any:
    """Simplify and check the body of a function, and move it to `main` of a new module.

    `more` contains the names of additional operations that are allowed in the function.
    """
    _inline_constant_branches(block)
    _sort_and_prune(block)
    check_allowed(block, more)
    plain = _new_module(block)
    mlir.tidy(plain)
    _sort_and_prune(body(plain))
    check_module(plain, more)
    return plain


def check_module(module: Any, more: Sequence[str] = ()) -> None:
    """Raise StudentError for forbidden operations, large programs, and functions besides `main`."""
    if list(mlir.functions(module)) != ["main"] or len(mlir.operations(module.body)) != 1:
        raise StudentError("refused", FORGED)
    check_allowed(body(module), more)
    check_sizes(body(module))


def body(module: Any) -> Any:
    """Return the block of the function `main`."""
    return mlir.functions(module)["main"].regions[0].blocks[0]


def fix_platform(block: Any, place: int, platform: str) -> None:
    """Replace the argument that selects the platform with a constant, and remove the argument."""
    kind: Any = block.arguments[place].type
    if str(kind) not in ("tensor<i32>", "tensor<i64>"):
        raise StudentError("refused", FORGED)
    with ir.InsertionPoint.at_block_begin(block), ir.Location.unknown():
        number = ir.IntegerAttr.get(kind.element_type, PLATFORMS.index(platform))
        chosen = stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, number))
    block.arguments[place].replace_all_uses_with(chosen)
    block.erase_argument(place)


def _inline_constant_branches(block: Any) -> None:
    """Replace every branch whose index is constant with the block that the index selects."""
    todo = mlir.operations(block)[::-1]
    while todo:
        op = todo.pop()
        taken = _selected_block(op)
        if taken is None:
            for inner in mlir.blocks(op):
                _inline_constant_branches(inner)
            continue
        *moved, last = mlir.operations(taken)
        for each in moved:
            each.move_before(op)
        for result, value in zip(op.results, list(last.operands), strict=True):
            result.replace_all_uses_with(value)
        op.erase()
        todo += moved[::-1]


def _selected_block(op: Any) -> Any:
    """Return the block that a `case` or `if` with a constant index runs; otherwise None."""
    if op.name not in ("stablehlo.case", "stablehlo.if"):
        return None
    maker = op.operands[0].owner
    if isinstance(maker, ir.Block) or maker.name != "stablehlo.constant":
        return None
    written: Any = ir.DenseElementsAttr(maker.attributes["value"]).get_splat_value()
    value = written.value
    place, last = (int(not value) if op.name == "stablehlo.if" else int(value)), len(op.regions) - 1
    return op.regions[place if 0 <= place <= last else last].blocks[0]


def _new_module(block: Any) -> Any:
    """Move the body of a function to a new module, and strip its names and inert attributes."""
    for op in mlir.walk(block):
        _strip_attributes(op)
    with ir.Location.unknown():
        plain, main = mlir.new_main([argument.type for argument in block.arguments])
        block.append_to(main.regions[0])
        mlir.update_result_types(main)
    plain.operation.verify()
    return plain


def _strip_attributes(op: Any) -> None:
    """Remove attributes for compilers and tools, and request full precision for products."""
    for name in mlir.attribute_names(op):
        # The attribute `mhlo.backend_config` contains the arguments of a custom call.
        if "." in name and name != "mhlo.backend_config":
            del op.attributes[name]
    if op.name in ("stablehlo.dot_general", "stablehlo.convolution"):
        full = ir.Attribute.parse("#stablehlo<precision HIGHEST>")
        op.attributes["precision_config"] = ir.ArrayAttr.get([full, full])
        if "algorithm" in op.attributes:
            del op.attributes["algorithm"]


def _sort_and_prune(block: Any) -> None:
    """Sort the operations of a block so that only dependencies determine their order.

    Operations on which no result depends are removed.
    """
    own = mlir.operations(block)
    number = {op: at for at, op in enumerate(own)}
    last, done, todo = own[-1], set(), [(own[-1], False)]
    while todo:
        op, ready = todo.pop()
        if ready:
            if op != last:
                op.move_before(last)
        elif op not in done:
            done.add(op)
            todo.append((op, True))
            needed = [number[maker] for maker in _producers(op) if maker in number]
            todo += [(own[at], False) for at in reversed(needed)]
    for op in reversed(own):
        if op not in done:
            op.erase()
        else:
            for inner in mlir.blocks(op):
                _sort_and_prune(inner)


def _producers(op: Any) -> list[Any]:
    """Return the operations whose results an operation or its regions read, in text order."""
    readers = [op, *(each for inner in mlir.blocks(op) for each in mlir.walk(inner))]
    owners = [value.owner for reader in readers for value in reader.operands]
    return [owner for owner in owners if not isinstance(owner, ir.Block)]
