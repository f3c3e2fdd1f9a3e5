"""Find the integer arithmetic that costs nothing: loop counters, loop tests and affine addresses.

An address is affine if it is a sum of constants, constant multiples of counters, and a constant
multiple of at most one index that depends on data. An affine address may be wrapped once (a
negative index counts from the end) or clamped once. Any other arithmetic that leads to an address,
a test or a branch is counted like arithmetic on data, except the conversion and clamping of a
branch index.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from manylanes._cost.analysis.liveness import ADDRESS, DATA, TEST, Liveness
from manylanes._cost.analysis.loop import Loop
from manylanes._cost.analysis.views import is_alias, strip_aliases, underlying_values
from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import literal
from manylanes._cost.read.program import Block, Op, Value


@dataclass(frozen=True)
class _Source:
    """How an integer was computed."""

    data: bool = True  # whether the integer depends on anything but counters and constants
    adjusted: bool = False  # whether the integer has been wrapped or clamped


_FROM_DATA, _NOT_DATA = _Source(), _Source(data=False)


def find_free_ops(program: Block, liveness: Liveness) -> set[Op]:
    """Return the integer ops of a program that are not counted."""
    finder = _FreeOpFinder(liveness)
    finder.visit_block(program)
    return finder.free


@dataclass
class _FreeOpFinder:
    liveness: Liveness
    free: set[Op] = field(default_factory=set)
    sources: dict[Value, _Source] = field(default_factory=dict)
    folded: set[Value] = field(default_factory=set)  # results of constant folding

    def is_constant(self, value: Value) -> bool:
        """Return True if a value is constant: literal, folded, or read at constant addresses."""
        if literal(value) is not None:
            return True
        *addresses, array = underlying_values(value)
        is_known = array in self.folded or (
            array.producer is not None and array.producer.name == "constant"
        )
        return is_known and all(map(self.is_constant, addresses))

    def source_of(self, value: Value) -> _Source:
        if self.is_constant(value):
            return _NOT_DATA
        return self.sources.get(value, _FROM_DATA)

    def visit_block(self, block: Block) -> None:
        for op in block.ops:
            if op.name == "while":
                self._visit_loop(op)
                continue
            for region in op.regions:
                self.visit_block(region)
            if op.results and op.results[0].is_integer:
                source = self._visit_op(op)
                self.sources.update(dict.fromkeys(op.results, source))

    def _visit_loop(self, op: Op) -> None:
        loop = self.liveness.loop(op)
        for slot in range(len(op.operands)):
            if slot in loop.invariants and self.is_constant(op.operands[slot]):
                self.folded |= {loop.cond.args[slot], loop.body.args[slot], op.results[slot]}
            start = self.source_of(op.operands[slot])
            index = start if {slot} & (loop.invariants | {*loop.counters}) else _FROM_DATA
            for value in (loop.cond.args[slot], loop.body.args[slot]):
                self.sources[value] = index
        for slot, step in loop.counters.items():
            used_as_data = self.liveness.usage[op.results[slot]] == DATA
            if slot in loop.tested_slots or not used_as_data:
                self.free.add(step)
        for region in op.regions:
            self.visit_block(region)
        self.free |= _loop_tests(loop)
        test = self.source_of(loop.cond.returns[0])
        for slot, result in enumerate(op.results):
            index = self.source_of(loop.cond.args[slot])
            # The final values of the counters depend on the loop test.
            from_data = index.data or (test.data and slot not in loop.invariants)
            self.sources[result] = replace(index, data=from_data)

    def _visit_op(self, op: Op) -> _Source:
        """Return the `_Source` of the result of `op`, and record `op` if it costs nothing."""
        inputs = [self.source_of(v) for v in op.operands if v.is_integer]
        source = _Source(any(i.data for i in inputs), any(i.adjusted for i in inputs))
        group = "view" if is_alias(op) else group_of(op.name)
        if op.name == "iota":
            return _NOT_DATA
        is_predicate = op.results[0] in self.liveness.predicates
        selects_branch = is_predicate and self.liveness.usage_of(op) == TEST
        selects_branch = selects_branch and (op.name == "clamp" or op.operands[0].dtype == "i1")
        if group == "elementwise" and selects_branch:
            self.free.add(op)  # converts a predicate to a branch index, or clamps the index
        folds = group in ("view", "elementwise") or op.name in ("pad", "concatenate")
        if folds and op.operands and all(self.is_constant(v) for v in op.operands):
            self.folded.update(op.results)
            if self.liveness.usage_of(op) == ADDRESS:
                self.free.add(op)
            return _NOT_DATA
        if op.name == "bitcast_convert":  # reinterprets the bits as a different value
            return _FROM_DATA
        if op.name == "dynamic_slice":  # adjusted if the sliced array is adjusted
            return replace(source, adjusted=self.source_of(op.operands[0]).adjusted)
        if group in ("free", "view") or op.name in ("pad", "concatenate"):
            return source
        if group != "elementwise" or not all(v.is_integer for v in (*op.operands, *op.results)):
            return _FROM_DATA
        if self.liveness.usage_of(op) == ADDRESS and (address := self._affine_address(op, source)):
            self.free.add(op)
            return address
        return replace(source, adjusted=False)

    def _affine_address(self, op: Op, source: _Source) -> _Source | None:
        """Return the `_Source` of the result if `op` computes an affine address, else None."""
        is_constant = [self.is_constant(v) for v in op.operands]
        if op.name in ("add", "subtract"):
            return source if sum(self.source_of(v).data for v in op.operands) < 2 else None
        if op.name == "multiply":
            return source if any(is_constant) else None
        if op.name in ("negate", "convert"):
            return source
        one_variable = sum(is_constant) == len(is_constant) - 1
        adjusts = op.name in ("clamp", "maximum", "minimum") and one_variable
        if source.adjusted or not (adjusts or (op.name == "select" and self._is_wrapped_index(op))):
            return None
        return replace(source, adjusted=True)

    def _is_wrapped_index(self, op: Op) -> bool:
        """Return True for `i + n if i < 0 else i`, and record the comparison if it is free."""
        test, wrapped, index = (strip_aliases(v) for v in op.operands)
        comparison, addition = test.producer, wrapped.producer
        if comparison is None or comparison.name != "compare":
            return False
        if addition is None or addition.name != "add":
            return False
        matches = (
            comparison.attrs["comparison_direction"] == "LT"
            and strip_aliases(comparison.operands[0]) is index
            and literal(comparison.operands[1]) == 0
            and any(strip_aliases(v) is index for v in addition.operands)
            and any(self.is_constant(v) for v in addition.operands)
        )
        # The comparison is not free if it also masks data.
        if matches and self.liveness.usage_of(comparison) == ADDRESS:
            self.free.add(comparison)
        return matches


_LOGIC = {"and", "or", "not", "xor"}


def _loop_tests(loop: Loop) -> set[Op]:
    """Return the ops of a loop test that compare a counter with an invariant.

    Logic ops that combine these comparisons are included.
    """
    counters = {loop.cond.args[slot] for slot in loop.counters}
    changing_args = {arg for slot, arg in enumerate(loop.cond.args) if slot not in loop.invariants}
    in_test = {r for op in loop.cond.ops for r in op.results}
    tests: dict[Value, Op] = {}
    for op in loop.cond.ops:
        variables = [strip_aliases(v) for v in op.operands if v in in_test or v in changing_args]
        variables = [v for v in variables if literal(v) is None]
        compares = op.name == "compare" and len(variables) == 1 and variables[0] in counters
        if compares or (op.name in _LOGIC and all(v in tests for v in variables)):
            tests[op.results[0]] = op
    return set(tests.values())
