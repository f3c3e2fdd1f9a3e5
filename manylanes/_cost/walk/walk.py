"""Walk a program once and add up work, depth and bytes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from manylanes._cost.analysis.liveness import DEAD
from manylanes._cost.analysis.views import address_positions, is_alias, strip_aliases
from manylanes._cost.price.collective import link_traffic
from manylanes._cost.price.custom_cost import custom_cost
from manylanes._cost.price.label import describe_unlisted, group_of_op, label_of, part_of
from manylanes._cost.price.memory import Reads, Storage, bytes_read, merge_reads
from manylanes._cost.price.rules import RULES, WorkDepth, elements_looked_up, is_comparison
from manylanes._cost.price.table import group_of
from manylanes._cost.read.fold import MAX_ELEMENTS, fold, integer_constant, splat_constant
from manylanes._cost.read.program import Block, Op, Value
from manylanes._cost.walk import branch, control
from manylanes._cost.walk.tally import TOTAL, Frame, LoopContext, Tally, ValueInfo, rows_of
from manylanes._cost.walk.walker import Walker


class OpWalker(Walker):
    """Walk a program op by op and record what is known about each value."""

    def walk_block(self, block: Block, context: LoopContext) -> Tally:
        """Walk a block whose arguments are already in `infos`, and return its tally.

        Dead ops without side effects are skipped.
        """
        frame = Frame(context)
        self.steps -= len(block.ops)
        for op in block.inlined:
            control.record_inlined(self, op, frame)
        for op in block.ops:
            if self.live.usage_of(op) != DEAD or self.live.has_side_effects(op):
                self._walk_op(op, frame)
        for part, number in frame.traffic.bytes_by_part().items():
            frame.tally.bytes[part] += number
        return frame.tally

    def _walk_op(self, op: Op, frame: Frame) -> None:
        group = group_of_op(op)
        if is_alias(op):
            for value, operand in zip(op.results, op.operands, strict=True):
                self.infos[value] = self._reshape_info(operand, value)
                frame.depths[value] = frame.depths.get(operand, 0)
            return
        if group == "loop":
            control.count_loop(self, op, frame)
        elif group == "branch":
            branch.count_branch(self, op, frame)
        elif group is None:
            self._count_unlisted(op, frame)
        elif not self._fold_constant(op):
            self._count_op(op, group, frame)
            self._count_traffic(op, group, frame)
        for value in op.results:
            storage = self.infos[value].storage
            is_generated = storage is Storage.GENERATED and value not in self.live.never_fused
            is_stored = storage is Storage.MATERIALIZED or is_generated
            if value in self.live.materialized and not is_stored:
                self._store_result(op, value, frame)

    def _count_unlisted(self, op: Op, frame: Frame) -> None:
        cost, tally, part = custom_cost(op, self.rules), frame.tally, part_of(op)
        if cost is None:
            tally.undercounted.add(("peak", TOTAL))
            tally.add_unknown(describe_unlisted(op))
        else:
            tally.assumed[cost.source] = None
            tally.count[part] += 1
            tally.work[part] += cost.work
            tally.bytes[part] += cost.bytes or 0
            tally.largest = max([tally.largest, *(r.bytes for r in self.live_results(op))])
            for row in (TOTAL, *rows_of(part)):
                tally.overcounted |= {(measure, row) for measure in cost.overcounted}
                tally.undercounted |= {(measure, row) for measure in cost.undercounted}
        reads_operands = cost is not None and cost.bytes is None
        self._store_unfused(op, self._reads(op, frame) if reads_operands else [], frame)
        frame.set_depth(op.results, frame.max_depth(op.operands) + (cost.span if cost else 0))

    def _reshape_info(self, operand: Value, value: Value) -> ValueInfo:
        """Return the `ValueInfo` of `value`, an alias of `operand` that may have another shape."""
        info = self.infos[operand]
        if operand.shape == value.shape or not np.ndim(numbers := self.number(operand)):
            return info
        numbers = np.asarray(numbers).reshape(value.shape)[()]
        if info.constant is None:
            return replace(info, current=numbers)
        return replace(info, constant=numbers)

    def _fold_constant(self, op: Op) -> bool:
        """Record the result of an op on constants, which the compiler folds, and return True.

        Return False for any other op, and for an iota.
        """
        result = op.results[0] if op.results else None
        if result is None or op.name == "iota":
            return False
        if op.name == "constant":
            constant = splat_constant(op)
            info = ValueInfo(constant=constant, data_independent=True)
            if constant is None:
                info.storage, info.current = Storage.MATERIALIZED, partial(integer_constant, op)
                info.reads = {result: (result, result.bytes)}
            self.infos[result] = info
            return True
        constant = self._fold(op, [self.infos[v].constant for v in op.operands])
        if constant is None:
            return False
        self.infos[result] = ValueInfo(constant=constant, data_independent=True)
        return True

    def _fold(self, op: Op, inputs: list[Any]) -> Any:
        group = group_of(op.name)
        if any(x is None for x in inputs) or (not inputs and op.name != "iota"):
            return None
        if op.name in ("concatenate", "iota"):
            return fold(op, inputs)
        return fold(op, inputs) if group in ("elementwise", "view", "free") else None

    def _current_value(self, op: Op) -> Any:
        """Return the result of an op in this iteration if it is a known small integer array."""
        result = op.results[0] if len(op.results) == 1 else None
        if result is None or not result.is_integer or result.size > MAX_ELEMENTS:
            return None
        return self._fold(op, [self.number(v) for v in op.operands])

    def _count_op(self, op: Op, group: str, frame: Frame) -> None:
        positions = address_positions(op)
        from_data = any(not self.infos[op.operands[i]].data_independent for i in positions)
        work, depth, tally = 0, int(from_data), frame.tally
        costs = op not in self.free
        if group in RULES and costs:
            functions = [self._function_cost(r, op, frame) for r in op.regions]
            work, op_depth = RULES[group](op, functions)
            depth += op_depth if work else 0  # an op on an empty array takes no time
        if from_data:
            work = max(work, elements_looked_up(op))
        if group == "collective":
            sent, count = link_traffic(op)
            tally.sent[part_of(op)] += sent
            tally.messages += count
        if (group not in ("free", "view") and costs) or work:
            tally.count[part_of(op)] += 1
            tally.work[part_of(op)] += work
            tally.largest = max([tally.largest, *(r.bytes for r in self.live_results(op))])
        data_independent = group in ("free", "view", "move", "elementwise")
        data_independent = data_independent and all(
            self.infos[v].data_independent for v in op.operands
        )
        current = self._current_value(op)
        for value in op.results:
            self.infos[value] = ValueInfo(data_independent=data_independent, current=current)
        frame.set_depth(op.results, frame.max_depth(op.operands) + depth)

    def _function_cost(self, region: Block, op: Op, frame: Frame) -> WorkDepth:
        """Return work and depth of one call of `region`, the function of a reduction or a sort.

        Add unknown and inexact parts of the function to the tally of the frame.
        """
        tally = frame.tally
        if is_comparison(region):
            return 1, 1
        if any(v.size > 1 for v in self.captured_values((region,))):
            tally.add_unknown(f"the function of {label_of(op)} reads arrays from outside")
        for arg in region.args:
            self.infos[arg] = ValueInfo()
        call = self.walk_block(region, frame.context)
        if call.unknown:
            tally.add_unknown(f"in the function of {label_of(op)}: {next(iter(call.unknown))}")
        tally.merge_inexact(call)
        if call.overcounted:
            tally.overcounted |= {("work", TOTAL), ("span", TOTAL)}
            tally.overcounted |= {("work", row) for row in rows_of(part_of(op))}
        return int(call.total("work")), int(call.span)

    def _count_traffic(self, op: Op, group: str, frame: Frame) -> None:
        reads = self._reads(op, frame)
        if group in ("free", "view", "move", "elementwise"):
            storage = Storage.GENERATED
            if op.operands:
                storage = self.infos[strip_aliases(op.operands[0])].storage
            for value in op.results:
                info = self.infos[value]
                info.storage, info.reads = Storage.of_result(op, group, storage, reads)
        elif group == "reduce":
            size = sum(self.bytes_written(v) for v in self.live_results(op))
            points = op.operands[0].size
            frame.traffic.add_fused(
                part_of(op), merge_reads(reads), op.results, size, points, is_reduction=True
            )
            self.mark_stored(op.results)
        elif group == "update":
            frame.traffic.add_update(op, part_of(op), reads)
            self.mark_stored(op.results)
        else:
            self._store_unfused(op, reads, frame)

    def _reads(self, op: Op, frame: Frame) -> list[Reads]:
        """Return the reads of the operands, after storing chains that are costly to recompute."""
        operands = list(map(strip_aliases, op.operands))
        chains = [v for v in operands if v.shape and self.infos[v].storage is Storage.FUSED]
        reads = [self.infos[v].reads for v in operands]
        level = frame.traffic.level_of(merge_reads(reads)) if chains else 0
        for value in chains:
            recomputed = frame.traffic.first_levels.setdefault(value, level) < level
            if recomputed and bytes_read(self.infos[value].reads) >= 3 * value.bytes:
                assert value.producer is not None  # every fused value has a producer
                self._store_result(value.producer, value, frame)
        return [self.infos[v].reads for v in operands] if chains else reads

    def _store_unfused(self, op: Op, reads: list[Reads], frame: Frame) -> None:
        size = sum(self.bytes_written(v) for v in self.live_results(op)) if reads else 0
        frame.traffic.add_unfused(part_of(op), reads, op.results, size)
        self.mark_stored(op.results)

    def _store_result(self, op: Op, value: Value, frame: Frame) -> None:
        """Store the result of a fused chain or a view."""
        info = self.infos[value]
        traffic, before = frame.traffic, frame.traffic.level_of(info.reads) - 1
        traffic.add_fused(part_of(op), info.reads, (value,), self.bytes_written(value), value.size)
        if not self.occupies_memory(value):  # a value in a register starts no new level
            traffic.levels[value] = before
        frame.tally.largest = max(frame.tally.largest, value.bytes)
        from_data = address_positions(op) and not all(
            self.infos[v].data_independent for v in op.operands[1:]
        )
        frame.tally.count[part_of(op)] += group_of_op(op) == "view" and not from_data
        self.mark_stored((value,))
