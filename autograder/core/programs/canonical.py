"""The canonical form of a program: what is hashed, counted and compiled, and nothing else is.

It is text that MLIR reads, for one platform, with everything inlined and nothing in it that the
program does not compute: no names, no lines, no notes for tools.
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
FORGED = "The program did not arrive whole."
TWO = (
    "This is one program on a CPU and another on a GPU (`jax.lax.platform_dependent`), and a grade "
    "holds on every machine: write it once, for all of them."
)


def canonical(artifact: bytes, platform: str = "cpu") -> bytes:
    """An export in its canonical form; StudentError for what may not be graded."""
    exported = read(artifact)
    with mlir.context():
        try:
            text = _settled(exported, platform)
        except mlir.errors() as error:
            raise StudentError("refused", FORGED) from error
    return text.encode()


def read(artifact: bytes) -> str:
    """Return the text of an export; StudentError for bytes that are too many or no text."""
    if len(artifact) > ARTIFACT_BYTES:
        raise StudentError("refused", f"The program is larger than {ARTIFACT_BYTES >> 20} MB.")
    try:
        return artifact.decode()
    except UnicodeDecodeError:
        raise StudentError("refused", FORGED) from None


def _settled(exported: str, platform: str) -> str:
    module = inlined(exported)
    plain = is_platform_independent(platform_index(module))
    one = plain or one_program(module)
    for other in () if plain else PLATFORMS:
        if other != platform:  # what one machine alone would run has to be allowed there too
            _tidied(mlir.parse(str(module)), other)
    text = str(_tidied(module, platform))
    if not one:
        raise StudentError("refused", TWO)
    return text


def inlined(exported: str) -> Any:
    """The module of an export's text, with every call in its place."""
    module = mlir.read_export(exported)
    if "main" not in mlir.functions(module):
        raise StudentError("refused", FORGED)
    check_expansion(module)
    return mlir.refine(module)


def platform_index(module: Any) -> Any:
    """The argument that says which machine runs it."""
    block = body(module)
    if not len(block.arguments):
        raise StudentError("refused", FORGED)
    return block.arguments[0]


def one_program(module: Any) -> bool:
    """Whether it is the same for all machines."""
    return selects_only_jax_variants(platform_index(module))


def _tidied(module: Any, platform: str) -> Any:
    block = body(module)
    choose(block, 0, platform)
    return tidied(block)


def tidied(block: Any, more: Sequence[str] = ()) -> Any:
    """A module with this function alone, tidied and checked; `more` are allowed in it as well."""
    _open(block)
    _order(block)
    check_allowed(block, more)
    plain = _plain(block)
    mlir.tidy(plain)
    _order(body(plain))
    check(plain, more)
    return plain


def check(module: Any, more: Sequence[str] = ()) -> None:
    """Refuse what is not on the list, or too large."""
    if list(mlir.functions(module)) != ["main"] or len(mlir.operations(module.body)) != 1:
        raise StudentError("refused", FORGED)
    check_allowed(body(module), more)
    check_sizes(body(module))


def body(module: Any) -> Any:
    """The block of the one function."""
    return mlir.functions(module)["main"].regions[0].blocks[0]


def choose(block: Any, place: int, platform: str) -> None:
    """One platform: its number, which is the argument at this place, is written."""
    kind: Any = block.arguments[place].type
    if str(kind) not in ("tensor<i32>", "tensor<i64>"):
        raise StudentError("refused", FORGED)
    with ir.InsertionPoint.at_block_begin(block), ir.Location.unknown():
        number = ir.IntegerAttr.get(kind.element_type, PLATFORMS.index(platform))
        chosen = stablehlo.constant(ir.DenseElementsAttr.get_splat(kind, number))
    block.arguments[place].replace_all_uses_with(chosen)
    block.erase_argument(place)


def _open(block: Any) -> None:
    """Branches with a written index are what every compiler takes at once."""
    todo = mlir.operations(block)[::-1]
    while todo:
        op = todo.pop()
        taken = _taken(op)
        if taken is None:
            for inner in mlir.blocks(op):
                _open(inner)
            continue
        *moved, last = mlir.operations(taken)
        for each in moved:
            each.move_before(op)
        for result, value in zip(op.results, list(last.operands), strict=True):
            result.replace_all_uses_with(value)
        op.erase()
        todo += moved[::-1]


def _taken(op: Any) -> Any:
    """The block that a `case` or `if` of a constant runs."""
    if op.name not in ("stablehlo.case", "stablehlo.if"):
        return None
    maker = op.operands[0].owner
    if isinstance(maker, ir.Block) or maker.name != "stablehlo.constant":
        return None
    written: Any = ir.DenseElementsAttr(maker.attributes["value"]).get_splat_value()
    value = written.value
    place, last = (int(not value) if op.name == "stablehlo.if" else int(value)), len(op.regions) - 1
    return op.regions[place if 0 <= place <= last else last].blocks[0]


def _plain(block: Any) -> Any:
    """A module with this function alone: no name, no attribute that computes nothing."""
    for op in mlir.walk(block):
        _strip(op)
    with ir.Location.unknown():
        plain, main = mlir.new_main([argument.type for argument in block.arguments])
        block.append_to(main.regions[0])
        mlir.settle_results(main)
    plain.operation.verify()
    return plain


def _strip(op: Any) -> None:
    """Notes for compilers and tools go; products are computed in full precision everywhere."""
    for name in mlir.names(op):
        if "." in name and name != "mhlo.backend_config":  # the arguments of a call
            del op.attributes[name]
    if op.name in ("stablehlo.dot_general", "stablehlo.convolution"):
        full = ir.Attribute.parse("#stablehlo<precision HIGHEST>")
        op.attributes["precision_config"] = ir.ArrayAttr.get([full, full])
        if "algorithm" in op.attributes:
            del op.attributes["algorithm"]


def _order(block: Any) -> None:
    """Operations in the order in which the results need them; those that nobody needs go."""
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
            needed = [number[maker] for maker in _makers(op) if maker in number]
            todo += [(own[at], False) for at in reversed(needed)]
    for op in reversed(own):
        if op not in done:
            op.erase()
        else:
            for inner in mlir.blocks(op):
                _order(inner)


def _makers(op: Any) -> list[Any]:
    """What makes the values that an operation and its regions read, in the order of the text."""
    readers = [op, *(each for inner in mlir.blocks(op) for each in mlir.walk(inner))]
    owners = [value.owner for reader in readers for value in reader.operands]
    return [owner for owner in owners if not isinstance(owner, ir.Block)]
