"""Interpret a StableHLO program on real values and count what it executes.

The oracle shares only the published rules with the counter that it tests. Each executed op becomes
a node with the nodes that it reads. A backward pass over this graph finds which ops are live, and
why. If one execution of an op is used, all its executions count as used, since a program is
compiled once. Branches that are not taken and loops without iterations therefore run as well, as
ghosts: they cost nothing, but their operands are live.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from jax.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from oracle_bytes import moved
from oracle_ops import (
    ADDRESSED,
    ARRANGE,
    NUMBERS,
    RUN,
    combines,
    depth_of,
    elements_addressed,
    price,
    run_op,
    swaps,
    written,
)  # fmt: skip
from oracle_peak import peak_memory
from oracle_span import depth
from oracle_trace import Array, Event, Frame, fuse_transposes

DEAD, ADDRESS, TEST, DATA = range(4)


@dataclass(eq=False)
class Node:
    """One executed op. `key` is its position in the program, including the calls to it."""

    key: Any
    name: str
    inputs: list[Run]
    work: int = 0
    use: int = DEAD
    passes: bool = False  # its operands have the use of its result
    free: bool = False  # free if its only use is an address
    wrapped: list[Any] = field(default_factory=list)  # indices that this comparison wraps for free
    ghost: bool = False
    predicates: list[Run] = field(default_factory=list)  # loop tests and branch indices


@dataclass(eq=False)
class Run:
    """One array at run time; `data` marks an index that depends on more than counters."""

    value: Any
    array: Array
    node: Node | None = None
    const: bool = False
    data: bool = True
    adjusted: bool = False
    from_constants: bool = False  # a constant, or computed from constants only
    static: bool = False  # computed from counters and constants, of any type

    @property
    def whole(self) -> bool:
        return bool(self.value.dtype.kind in "biu")


@dataclass
class Counted:
    work: int = 0
    span: int = 0
    bytes: int = 0
    products: int = 0
    rounds: int = 0
    peak: int = 0


def count(text: str, arguments: Sequence[Any]) -> Counted:
    """Run a program and return its cost."""
    with mlir.make_ir_context():
        running = _Interpreter(ir.Module.parse(text))
        ends = running.main(arguments)
        return running.total_cost(ends)


@dataclass
class _Interpreter:
    module: Any
    nodes: list[Node] = field(default_factory=list)
    free: set[Any] = field(default_factory=set)  # ops that increment or test a loop counter
    used_as_data: set[Any] = field(default_factory=set)  # counters with other uses
    branch_indices: set[Any] = field(default_factory=set)  # ops that compute a branch index
    constants: dict[Any, Run] = field(default_factory=dict)
    frame: Frame = field(default_factory=Frame)
    ghosts: int = 0  # enclosing blocks that are not executed

    def main(self, arguments: Sequence[Any]) -> list[Run]:
        self.functions = {
            ir.StringAttr(op.attributes["sym_name"]).value: op.operation
            for op in self.module.body.operations
            if op.operation.name == "func.func"
        }
        body = self.functions["main"].regions[0].blocks[0]
        args = [
            Run(np.asarray(a), Array.of(np.asarray(a), "argument", at))
            for at, a in enumerate(arguments)
        ]
        return self.block(body, dict(zip(body.arguments, args, strict=True)), (), [{}])

    def framed(self, block: Any, names: dict[Any, Run], path: Any, seen: Any, ghost: bool) -> Frame:
        """Run a block in a frame of its own."""
        outer, self.frame = self.frame, Frame(ghost=ghost)
        self.ghosts += ghost
        made, self.frame.ends = self.frame, self.block(block, names, path, [*seen, {}])
        self.ghosts -= ghost
        self.frame = outer
        return made

    def block(self, block: Any, names: dict[Any, Run], path: Any, seen: Any) -> list[Run]:
        for at, each in enumerate(block.operations):
            op, here = each.operation, (*path, at)
            inputs = [names[v] for v in op.operands]
            if op.name.endswith("return"):
                return inputs
            names.update(zip(op.results, self.op(op, inputs, names, here, seen), strict=True))
        return []

    def op(self, op: Any, inputs: list[Run], names: Any, path: Any, seen: Any) -> list[Run]:
        name = op.name.removeprefix("stablehlo.")
        if name == "func.call":
            callee = self.functions[ir.FlatSymbolRefAttr(op.attributes["callee"]).value]
            body = callee.regions[0].blocks[0]
            return self.block(body, dict(zip(body.arguments, inputs, strict=True)), path, seen)
        if name == "constant":
            value = written(op)
            key = value.tobytes(), value.shape, value.dtype.str
            alike = _one_number(value)
            array = Array.of(value, "constant", key, made=alike)
            made = Run(value, array, const=alike, data=False, from_constants=True, static=True)
            return [self.constants.setdefault(key, made)]
        key = self.same(op, names, {}, [])
        for scope in seen:
            if key in scope:  # a common subexpression is computed once
                return list(scope[key])
        how = {"while": self.loop, "case": self.branch}.get(name)
        made = how(op, inputs, names, path, seen) if how else self.plain(op, name, inputs, path)
        seen[-1][key] = made
        return list(made)

    def same(self, op: Any, names: Any, places: dict[Any, Any], done: list[Any]) -> Any:
        """Return a key that is equal for ops with equal results; `places` numbers inner values."""
        name = op.name.removeprefix("stablehlo.")
        at = tuple(places.get(v) or id(names[v]) for v in op.operands)
        if name == "func.call":
            callee = self.functions[ir.FlatSymbolRefAttr(op.attributes["callee"]).value]
            return self.same_block(callee.regions[0].blocks[0], names, {}, done, at)
        blocks = (region.blocks[0] for region in op.regions)
        regions = tuple(self.same_block(block, names, places, done, ()) for block in blocks)
        return name, _attributes(op), at, str([r.type for r in op.results]), regions

    def same_block(
        self, block: Any, names: Any, places: dict[Any, Any], done: list[Any], given: Any
    ) -> Any:
        """Return a key for a block, which consists of its ops in order and its results."""
        inside, ops = dict(places), []
        for at, value in enumerate(block.arguments):
            inside[value] = given[at] if given else ("argument", len(done), at)
        done.append(block)
        for each in block.operations:
            op = each.operation
            if op.name.endswith("return"):
                return tuple(ops), tuple(inside.get(v) or id(names[v]) for v in op.operands)
            if op.name == "stablehlo.constant":  # equal constants have one key
                inside[op.results[0]] = id(self.op(op, [], names, (), [{}])[0])
                continue
            ops.append(self.same(op, names, inside, done))
            for at, value in enumerate(op.results):
                inside[value] = ("made", len(done), len(ops), at)
        return tuple(ops), ()

    def plain(self, op: Any, name: str, inputs: list[Run], path: Any) -> list[Run]:
        """Run any op except loops, branches and calls."""
        values = run_op(op, name, [i.value for i in inputs])
        first = inputs[0] if inputs else None
        if first is not None and _repeats(name, op, inputs, values[0]):
            return [replace(i, value=v) for i, v in zip(inputs, values, strict=False)]
        if (again := _unmoved(name, op, inputs)) is not None:
            return [again]
        whole = all(v.dtype.kind in "biu" for v in (*values, *(i.value for i in inputs)))
        foldable = name in (*ARRANGE, *NUMBERS) and name not in ("bitcast_convert", "pad")
        # Floats are not folded to integers: no branch may depend on the last bit of a float.
        rounded = values[0].dtype.kind in "biu" and not whole
        const = foldable and not rounded and bool(inputs) and all(i.const for i in inputs)
        node = Node(path, name, inputs, 0 if const else price(op, name, inputs, values))
        node.ghost = self.ghosts > 0
        replaces = name in ("dynamic_update_slice", "scatter") and not combines(op, name)
        node.passes = name in (*ARRANGE, "gather") or replaces or (name in NUMBERS and whole)
        node.passes &= name != "bitcast_convert"
        self.nodes.append(node)
        indices = [i for i in inputs if i.whole]
        data, adjusted = any(i.data for i in indices), any(i.adjusted for i in indices)
        if name == "iota":
            data = adjusted = False
        elif name == "bitcast_convert" or not (name in ARRANGE or (name in NUMBERS and whole)):
            data, adjusted = True, False
        elif name == "dynamic_slice":
            adjusted = inputs[0].adjusted
        elif name in NUMBERS:
            node.free, adjusted = _plain_index(name, inputs, adjusted)
            if name == "select" and node.free and inputs[0].node is not None:
                inputs[0].node.wrapped.append(node.key)
        from_constants = (
            foldable and whole and bool(inputs) and all(i.from_constants for i in inputs)
        )
        if from_constants:
            node.free, data, adjusted = True, False, False
        where = ADDRESSED.get(name, lambda n: ())(len(inputs))
        event = Event(name, [path], [i.array for i in inputs], folded=const)
        event.depth = depth_of(op, name, inputs, values) if price(op, name, inputs, values) else 0
        event.combines, event.swaps = combines(op, name), swaps(op, name, inputs)
        event.waits = not all(inputs[at].static for at in where)
        if event.waits:
            node.work = max(node.work, elements_addressed(name, inputs, values))
        event.results = [
            Array.of(v, path, at, event=event, made=name == "iota") for at, v in enumerate(values)
        ]
        self.frame.events.append(event)
        static = name in (*ARRANGE, *NUMBERS, "gather") and all(i.static for i in inputs)
        return [
            Run(v, a, node, const, data, adjusted, from_constants, static)
            for v, a in zip(values, event.results, strict=True)
        ]

    def loop(self, op: Any, inputs: list[Run], names: Any, path: Any, seen: Any) -> list[Run]:
        cond, body = (region.blocks[0] for region in op.regions)
        begins = self._decided(cond, inputs, names)
        if begins is False:
            return inputs
        if begins and self._decided(cond, self._apart(body, inputs, names), names) is False:
            inner = {**names, **dict(zip(body.arguments, inputs, strict=True))}
            self.frame.inlined_loops += 1
            return self.block(body, inner, (*path, "body"), seen)
        carried, (still, counting) = list(inputs), self._moved(body, inputs, names)
        settled = self._settled(body, inputs, names)
        moving = [slot for slot, s in enumerate(still) if not s]
        event = Event("loop", [(*path, "result", slot) for slot in moving], [])
        event.inputs = [inputs[slot].array for slot in moving]
        event.returned_keys = [(*path, "result", slot) for slot in moving if not counting[slot]]
        self.frame.events.append(event)
        tests: list[Run] = []
        while True:
            at = [
                replace(c)
                if s
                else Run(c.value, Array.of(c.value, *path, slot, made=f), c.node,
                         data=not f or i.data, adjusted=i.adjusted, static=slot in settled)
                for slot, (c, s, f, i) in enumerate(
                    zip(carried, still, counting, inputs, strict=True))
            ]  # fmt: skip
            inner = {**names, **dict(zip(cond.arguments, at, strict=True))}
            frame = self.framed(cond, inner, (*path, "cond"), seen, False)
            (test,) = frame.ends
            event.frames.append(frame)
            frame.args, frame.returned = [at[slot].array for slot in moving], [test.array]
            tests.append(test)
            held = {id(r) for r, s in zip(at, still, strict=True) if s}
            moved = {id(r) for r, f in zip(at, counting, strict=True) if f}
            self._free_tests(test, moved, held, {id(r) for r in names.values()})
            over = len(tests) > 1 if self.ghosts else not test.value
            if over and len(tests) > 1:
                break
            inner = {**names, **dict(zip(body.arguments, at, strict=True))}
            frame = self.framed(body, inner, (*path, "body"), seen, over)
            event.frames.append(frame)
            frame.args = [at[slot].array for slot in moving]
            for slot in moving:
                if not counting[slot] and not inputs[slot].value.shape:
                    began = event.singles.setdefault(slot, [inputs[slot].array])
                    began += (at[slot].array, frame.ends[slot].array)
            carried = self._carry(frame.ends, carried, counting, still, path, over)
            if over:
                break
        return self._left(event, inputs, at, carried, still, path, tests)

    def _carry(
        self, outs: list[Run], carried: list[Run], counting: list[bool], still: list[bool],
        path: Any, over: bool,
    ) -> list[Run]:  # fmt: skip
        """Return the next carry, with new nodes; it keeps the old values if the loop is over."""
        following = list(carried)
        for slot, (out, counts) in enumerate(zip(outs, counting, strict=True)):
            if counts:
                assert out.node is not None
                self.free.add(out.node.key)
            if still[slot]:
                continue
            state = Node((*path, "carry", slot), "carry", [out])
            state.passes, state.free = True, counts
            self.nodes.append(state)
            following[slot] = replace(carried[slot] if over else out, node=state)
        return following

    def _left(
        self, event: Event, inputs: list[Run], at: list[Run], carried: list[Run],
        still: list[bool], path: Any, tests: list[Run],
    ) -> list[Run]:  # fmt: skip
        made, read = [], all(test.static for test in tests)
        known = not any(test.data for test in tests)
        for slot, run in enumerate(carried):
            if still[slot]:
                made.append(run)
                continue
            # A loop without iterations returns its initial carry, so that is live as well.
            result = Node((*path, "result", slot), "result", [run, inputs[slot]])
            result.passes, result.predicates = True, tests
            self.nodes.append(result)
            array = Array.of(run.value, *path, "result", slot, event=event)
            event.results.append(array)
            if slot in event.singles:
                event.singles[slot].append(array)
            data = at[slot].data or not known
            static = at[slot].static and read
            made.append(
                Run(run.value, array, result, data=data, adjusted=at[slot].adjusted, static=static)
            )
        return made

    def _apart(self, body: Any, at: list[Run], names: Any) -> list[Run]:
        """Run one iteration separately and return the next carry."""
        apart = _Interpreter(self.module, constants=self.constants)
        apart.functions = self.functions
        inner = {**names, **dict(zip(body.arguments, at, strict=True))}
        return apart.block(body, inner, ("apart",), [{}])

    def _decided(self, cond: Any, at: list[Run], names: Any) -> bool | None:
        """Return the result of a loop's test if constants decide it."""
        (test,) = self._apart(cond, at, names)
        return bool(test.value) if test.const else None

    def _moved(self, body: Any, inputs: list[Run], names: Any) -> tuple[list[bool], list[bool]]:
        """Return the carry slots that an iteration leaves unchanged, and the counters."""
        at = [Run(i.value, i.array, i.node) for i in inputs]
        outs = self._apart(body, at, names)
        still = [a is o for a, o in zip(at, outs, strict=True)]
        counters = []
        for a, o, s in zip(at, outs, still, strict=True):
            node = o.node
            counters.append(
                not s and node is not None and o.whole and not o.value.shape
                and node.name in ("add", "subtract") and a in node.inputs
                and (node.inputs[1] if node.inputs[0] is a else node.inputs[0]).const
                and (node.name == "add" or node.inputs[0] is a)
            )  # fmt: skip
        return still, counters

    def _settled(self, body: Any, inputs: list[Run], names: Any) -> set[int]:
        """Return the carry slots that stay data-independent, tested on separate iterations."""
        slots = {slot for slot, run in enumerate(inputs) if run.static}
        while True:
            at = [Run(i.value, i.array, i.node, static=s in slots) for s, i in enumerate(inputs)]
            outs = self._apart(body, at, names)
            left = {slot for slot in slots if outs[slot].static}
            if left == slots:
                return slots
            slots = left

    def _free_tests(self, test: Run, moved: set[int], held: set[int], outer: set[int]) -> bool:
        """Mark a test that depends on counters only as free, and return whether it does."""
        node = test.node
        if node is None or id(test) in moved | held | outer:
            return False
        if node.name == "compare":
            sides = sorted(
                0 if id(i) in moved else 1 if i.const or id(i) in held | outer else 2
                for i in node.inputs
            )
            free = sides == [0, 1]
        elif node.name in ("and", "or", "not", "xor"):
            sides = [int(self._free_tests(i, moved, held, outer)) for i in node.inputs]
            free = all(sides)
        else:
            free = False
        if free:
            self.free.add(node.key)
        return free

    def branch(self, op: Any, inputs: list[Run], names: Any, path: Any, seen: Any) -> list[Run]:
        index = int(inputs[0].value)
        index = index if 0 <= index < len(op.regions) else len(op.regions) - 1
        node = inputs[0].node
        if node is not None and (node.name == "clamp" or node.inputs[0].value.dtype == bool):
            self.branch_indices.add(node.key)
        if inputs[0].const:  # the compiler inlines the branch
            return self.block(op.regions[index].blocks[0], names, (*path, index), seen)
        event = Event("branch", [], [inputs[0].array], waits=not inputs[0].static)
        choice = Node((*path, "choice"), "choice", [inputs[0]], int(event.waits), passes=True)
        choice.ghost = self.ghosts > 0
        self.nodes.append(choice)
        self.frame.events.append(event)
        for side, region in enumerate(op.regions):
            ghost = side != index
            frame = self.framed(region.blocks[0], dict(names), (*path, side), seen, ghost)
            event.frames.append(frame)
            ends = [Node((*path, "end", at), "end", [end]) for at, end in enumerate(frame.ends)]
            for end in ends:
                end.passes, end.predicates = True, [replace(inputs[0], node=choice)]
            self.nodes += ends
            if not ghost:
                taken, nodes = frame.ends, ends
        event.keys = event.returned_keys = [node.key for node in nodes]
        event.results = [Array.of(r.value, n.key, event=event)
                         for r, n in zip(taken, nodes, strict=True)]  # fmt: skip
        return [Run(r.value, array, node)
                for r, array, node in zip(taken, event.results, nodes, strict=True)]  # fmt: skip

    def total_cost(self, ends: list[Run]) -> Counted:
        """Find the use of each op and add up the costs of the live ones."""
        for run in ends:
            if run.node is not None:
                run.node.use = DATA
        uses: dict[Any, int] = {}
        changed = True
        while changed:  # until all instances of an op have the same use
            for node in reversed(self.nodes):
                node.use = max(node.use, uses.get(node.key, DEAD))
                self._reach(node)
            now: dict[Any, int] = {}
            for node in self.nodes:
                now[node.key] = max(now.get(node.key, DEAD), node.use)
            changed, uses = now != uses, now
        carries = [n.inputs[0].node for n in self.nodes if n.name == "result" and n.use == DATA]
        steps = [c.inputs[0].node for c in carries if c is not None and c.name == "carry"]
        wanted = {step.key for step in steps if step is not None}
        looked_at = {
            i.node.inputs[0].node.key
            for node in self.nodes
            if node.key in self.free and node.name == "compare"
            for i in node.inputs
            if i.node is not None and i.node.name == "carry" and i.node.inputs[0].node is not None
        }
        self.used_as_data = wanted - looked_at

        def live(event: Event) -> bool:
            return any(uses[key] != DEAD for key in event.keys)

        def used(key: Any) -> bool:
            """Return True if a result of a loop or a branch is live, or if its carry is."""
            carried = (*key[:-2], "carry", key[-1])
            return uses[key] != DEAD or uses.get(carried, DEAD) != DEAD

        self.frame.set_returned(used)
        is_free = {node.key: self._is_free(node, uses) for node in self.nodes}
        results = fuse_transposes(self.frame, [r.array for r in ends], live)
        traffic = moved(self.frame, results, live)
        return Counted(
            sum(self._cost(node, uses) for node in self.nodes if not node.ghost),
            depth(self.frame, live, lambda event: is_free[event.keys[0]]),
            traffic.bytes,
            sum(n.work for n in self.nodes
                if n.name in ("dot_general", "convolution") and uses[n.key] and not n.ghost),
            self.frame.rounds(live),
            peak_memory(self.frame, results, live, used, traffic),
        )  # fmt: skip

    def _reach(self, node: Node) -> None:
        if node.use == DEAD:
            return
        for test in node.predicates:
            if test.node is not None:
                test.node.use = max(test.node.use, TEST)
        where = ADDRESSED.get(node.name, lambda n: ())(len(node.inputs))
        for at, run in enumerate(node.inputs):
            if run.node is None:
                continue
            use = ADDRESS if at in where else node.use if node.passes else DATA
            if node.name == "carry" and not node.free:
                use = max(use, TEST)
            run.node.use = max(run.node.use, use)

    def _cost(self, node: Node, uses: dict[Any, int]) -> int:
        return 0 if self._is_free(node, uses) else node.work

    def _is_free(self, node: Node, uses: dict[Any, int]) -> bool:
        """Return True for a dead or free op."""
        use = uses[node.key]
        if use == DEAD or (node.key in self.free and node.key not in self.used_as_data):
            return True
        if node.key in self.branch_indices and use <= TEST:
            return True
        free = node.free or any(uses[key] == ADDRESS for key in node.wrapped)
        return free and use == ADDRESS


def _one_number(value: Any) -> bool:
    """Return True if all elements are equal; NaN does not equal itself."""
    first = value.reshape(-1)[:1]
    return bool(value.size and ((value == first) | ((value != value) & (first != first))).all())


def _repeats(name: str, op: Any, inputs: list[Run], value: Any) -> bool:
    """Return True for ops that return their operand, such as reshapes and `x == True`."""
    first = inputs[0].value
    if name in ("reshape", "optimization_barrier"):
        return True
    if name in ("convert", "broadcast_in_dim") and first.dtype == value.dtype:
        return bool(first.size == value.size and not (inputs[0].const and name != "convert"))
    if name != "compare" or first.dtype != bool or not inputs[1].const:
        return False
    way = stablehlo.ComparisonDirectionAttr(op.attributes["comparison_direction"]).value
    return (way, bool(inputs[1].value.all())) in (("NE", False), ("EQ", True))


def _unmoved(name: str, op: Any, inputs: list[Run]) -> Run | None:
    """Return the operand that an op leaves unchanged, tested with numbered elements."""
    if name not in ("pad", "slice", "dynamic_slice", "reverse", "concatenate"):
        return None
    places = inputs[:1] if name == "dynamic_slice" else inputs
    marks = [np.arange(i.value.size).reshape(i.value.shape) + 10**6 * at
             for at, i in enumerate(places)]  # fmt: skip
    made = RUN[name](op, *marks, *(i.value for i in inputs[len(marks) :]))
    return next((i for i, mark in zip(places, marks, strict=True) if _alike(mark, made)), None)


def _alike(mark: Any, made: Any) -> bool:
    return bool(mark.shape == made.shape and made.shape and (mark == made).all())


def _attributes(op: Any) -> str:
    names = sorted(getattr(item, "name", item) for item in op.attributes)
    return " ".join(f"{name}={op.attributes[name]}" for name in names)


def _plain_index(name: str, inputs: list[Run], adjusted: bool) -> tuple[bool, bool]:
    """Return whether an op is free in an address, and whether it adjusts the index."""
    if name in ("add", "subtract"):
        free = sum(i.data for i in inputs) < 2
    elif name == "multiply":
        free = any(i.from_constants for i in inputs)
    else:
        free = name in ("negate", "convert")
    if free:
        return True, adjusted
    bends = (
        name in ("clamp", "maximum", "minimum")
        and sum(i.from_constants for i in inputs) >= len(inputs) - 1
    )
    if name == "select":
        test, ahead = inputs[0].node, inputs[1].node
        bends = (
            test is not None and ahead is not None and test.name == "compare"
            and ahead.name == "add" and test.inputs[0].node is inputs[2].node
            and test.inputs[1].const and not test.inputs[1].value.any()
            and any(i.from_constants for i in ahead.inputs)
        )  # fmt: skip
    return (True, True) if bends and not adjusted else (False, False)
