"""Map the name of each defence to a switch that disables only that defence."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import attack_bench
import pytest
from attack_bench import Outcome, carry_out, in_process
from attack_corpus import Attack
from attack_place import Place
from attack_switch import Context, Switch, both, inside, limits, setting, shared, within, without
from attack_switches import (
    accept_pickles,
    allow_all_system_calls,
    compare_first_and_last,
    count_one_process,
    count_waits_as_work,
    draw_public_inputs_only,
    follow_links,
    ignore_ended_processes,
    ignore_overflow,
    inherit_descriptors,
    keep_ended_process,
    mount_writable_code,
    new_judges,
    pass_environment,
    reuse_processes,
    run_hidden_inputs_early,
    run_submitted_checks,
    see_place,
    show_hidden_results,
    skip_counted_cases,
    use_nbgrader_exporter,
)

from autograder.core.grading import device, growth, judgement, show_values
from autograder.core.inputs import cases
from autograder.core.kinds import program, sharded, value
from autograder.core.messages import report
from autograder.core.programs import mesh
from autograder.nbgrader import markup
from autograder.runner.judge import calls, exports, run_programs
from autograder.runner.judge import judge as _wall_judge
from autograder.runner.sandbox import channel, process
from autograder.runner.sandbox.channel import SizeLimit
from autograder.runner.submissions import read_file

# Siblings wait for each other, which takes longer on a busy machine.
_PATIENT = limits(idle_s=30.0, all_idle_s=90.0)
cost = partial(within, "../manylanes/_cost")
programs = partial(within, "core/programs")
namespaces = partial(within, "runner/sandbox/linux", "namespaces.py")

IN_PROCESS = "a process of its own"
DEFENCES: dict[str, Switch | None] = {
    IN_PROCESS: None,
    "inputs drawn from the secret": draw_public_inputs_only,
    "a hidden input is not said": show_hidden_results,
    "files out of sight": see_place("--ro-bind"),
    "a clean environment": pass_environment,
    "closed descriptors": inherit_descriptors,
    "code that cannot be written": mount_writable_code,
    "a scratch of its own": namespaces(
        "", '    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, size)\n'
    ),
    "shared memory of its own": both(
        _PATIENT,
        namespaces("", '    _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, size)\n'),
    ),
    "files are counted": namespaces("", ",nr_inodes={_MAX_FILES}"),
    "files out of reach": both(
        see_place("--bind"),
        namespaces(
            "_REMOUNT | _BIND | _NOSUID | _NODEV)",
            "_REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV)",
        ),
    ),
    "a process for each submission": reuse_processes,
    "the whole tree is counted": count_one_process,
    "who ended is counted": both(limits(wall_s=10.0), ignore_ended_processes),
    "a wait for a child is a wait": both(limits(wall_s=10.0), count_waits_as_work),
    "CPU time adds up": limits(all_cpu_s=999),
    "data is bounded": both(
        setting(channel, "SMALL", SizeLimit(64 << 10, 1 << 40)), limits(all_blob_bytes=1 << 40)
    ),
    "results have a size": inside(
        "runner/sandbox/inside/evaluator.py", "False", "sum(map(len, out[before:])) > most"
    ),
    "programs are bounded": programs(
        "canonical.py", "ARTIFACT_BYTES = 1 << 40", "ARTIFACT_BYTES = 16 << 20"
    ),
    "tables are plain": use_nbgrader_exporter,
    "a process tree of its own": both(shared("pid"), without("--die-with-parent")),
    "processes out of sight": both(shared("pid"), namespaces("", "    _hide_processes()\n")),
    "no network": both(shared("net"), _PATIENT),
    "queues of its own": both(shared("ipc"), _PATIENT),
    "system calls are filtered": allow_all_system_calls,
    "CPU time is bounded": limits(cpu_s=999.0, all_cpu_s=999, wall_s=5.0),
    "waiting is bounded": limits(idle_s=999.0, all_idle_s=999, wall_s=5.0),
    "memory is bounded": limits(memory_bytes=60 << 30),
    "processes are bounded": limits(
        processes=100_000, memory_bytes=60 << 30, cpu_s=60.0, all_cpu_s=999
    ),
    "files are bounded": limits(file_bytes=1 << 30),
    "open files are bounded": limits(open_files=4096),
    "a new worker after an end": keep_ended_process,
    "limits are hard": inside("runner/sandbox/limits.py", "(bound, hard)", "(bound, bound)"),
    "values are judged where cost is counted": skip_counted_cases,
    "the clock is looked at while listening": both(
        limits(all_unmeasured_s=99), setting(channel._GuardTimer, "__call__", lambda self: None)
    ),
    "answers are bounded": both(
        setting(channel, "SMALL", SizeLimit(1 << 31, 1 << 40)),
        inside("runner/sandbox/inside/worker.py", "False", "_is_too_long(encoded, blobs)"),
        limits(all_json_chars=1 << 31, all_unmeasured_s=99),
    ),
    "values come one for each name": setting(calls, "_each_named", lambda check, values: True),
    "notes are a list of words": setting(exports, "_notes", lambda notes: tuple(notes[:5])),
    "integers too large for a float are compared": ignore_overflow,
    "hidden inputs come last": run_hidden_inputs_early,
    "sizes are drawn from the secret": both(setting(cases, "UNSEEN", 0), new_judges),
    "waiting adds up": limits(all_idle_s=999),
    "what nobody looks at adds up": limits(all_unmeasured_s=999, all_idle_s=999),
    "data alone": accept_pickles,
    "plain text": setting(report, "replace_control_characters", lambda text: text),
    "what is shown is short": setting(show_values, "MAX_CHARS", 1 << 30),
    "what is told of a number is within reach": setting(value, "LEAST", 0.0),
    "words are bounded": setting(process, "_MAX_CHARS", 1 << 20),
    "regular files alone": follow_links,
    "links are removed": setting(attack_bench, "refuse_links", lambda paths: None),
    "a file has a size": setting(read_file, "FILE_BYTES", 1 << 30),
    "a notebook has so many cells": setting(read_file, "CELLS", 1 << 20),
    "our cells are ours": run_submitted_checks,
    "shapes and dtypes are asked for": setting(program, "shapes", lambda expected, output: None),
    "dtypes are asked for, outside and inside": both(
        setting(program, "shapes", lambda expected, output: None),
        setting(judgement, "_narrow", lambda check, evidence: None),
    ),
    "sums have a type": setting(
        judgement, "find_low_precision", lambda check, evidence, right: None
    ),
    "own figures": setting(_wall_judge, "ANYBODY", "eve"),
    "rounds are counted": inside(
        "runner/sandbox/inside/evaluator.py",
        "program.cost(dict.fromkeys(program._dynamic_loops, 0))",
        'most_expensive(program, [dict(counted) for counted in request["runs"]])',
    ),
    "every step of a fit counts": both(
        setting(growth, "satisfies", compare_first_and_last),
        setting(growth, "decreases", lambda costs: False),
    ),
    "what is compiled is run": setting(run_programs, "run_series", lambda *words: []),
    "what is jitted anew is compiled anew": programs(
        "export.py",
        "False",
        "[*map(id, _jitted_programs(traced.eqns))] != [*map(id, _jitted_programs(again.eqns))]",
    ),
    "a sum reads for itself": cost("walk/walk.py", "", ", is_reduction=True"),
    "what a product reads is in memory": cost(
        "analysis/liveness.py",
        "False",
        'op.name == "broadcast_in_dim" and value.size > operand.size',
    ),
    "a loop has so many registers": cost(
        "analysis/liveness.py", "REGISTERS = 1 << 30", "REGISTERS = 32"
    ),
    "a number takes the registers that it fills": cost(
        "analysis/liveness.py", "1", "-(-value.bytes // 4)"
    ),
    "what is read is what runs": both(
        cost(
            "read/fold.py",
            "array = np.asarray(array).astype(array.dtype if op.name == 'convert' else dtype)",
            "array = np.asarray(array).astype(dtype)",
        ),
        cost("read/fold.py", '_arithmetic": np.right_shift', '_arithmetic": _ARITHMETIC'),
        programs(
            "control_flow.py",
            "pass",
            'raise StudentError("ways", message.format(_times(count), _times(ran[key])))',
        ),
    ),
    "a function that is called is counted": both(
        cost("price/rules.py", "2 * op", "(select_work * taps + scatter_work) * op"),
        programs("reducers.py", "False", "not _is_countable(op)"),
    ),
    "a choice compares": cost("price/rules.py", "", 'any(op.name == "compare" for op in ops) and '),
    "a mean takes the most expensive side": cost(
        "walk/branch.py", "", "None if context.averaged else "
    ),
    "the most products of any side count": cost(
        "walk/tally.py", "max(tallies, key=lambda side: side.total('work')).count", "tally.count"
    ),
    "the fullest side of a branch counts": cost(
        "walk/peak.py", "peaks[0]", "max(possible, key=lambda each: each.bytes, default=Peak())"
    ),
    "what is called may be done in any order": programs(
        "reducers.py", "False", "not _is_countable(op)"
    ),
    "only plain addresses are free": cost(
        "analysis/free_ops.py",
        "(address := source)",
        "(address := self._affine_address(op, source))",
    ),
    "bits of data are data": both(
        cost("analysis/liveness.py", "", ' and op.name != "bitcast_convert"'),
        cost("analysis/free_ops.py", "False", 'op.name == "bitcast_convert"'),
    ),
    "a part is read as a part": cost(
        "price/memory.py", "pass", "windows = {**windows, result: (array, 0)}"
    ),
    "each device works for itself": programs(
        "eight_devices.py", "pass", 'each.attributes["device"] = own'
    ),
    "what data look up is counted": cost(
        "walk/walk.py", "pass", "work = max(work, elements_looked_up(op))"
    ),
    "equal is equal in every attribute": cost(
        "read/attributes.py", "yield key, value", "yield key, str(attr) if value is None else value"
    ),
    "a NaN has all its bits": cost(
        "read/attributes.py", "True", "not np.isnan(value.reshape(-1)[:1]).any()"
    ),
    "a constant is read where it stands": cost(
        "read/attributes.py", "_ONE_COMPLEX.search(text)", "_ONE_COMPLEX.match(text)"
    ),
    "rounds and CPU time are bounded": both(
        programs(
            "run.py", "1 << 30", "min(MAX_ITERATIONS, (EFFORT - least) // max(once - least, 1))"
        ),
        limits(program_cpu_s=999.0, all_programs_cpu_s=999, wall_s=5.0),
    ),
    "what is moved is bounded": both(
        programs("run.py", "0", "self._copied_bytes(cost.rounds)"),
        limits(program_cpu_s=999.0, all_programs_cpu_s=999, wall_s=5.0),
    ),
    "public methods alone": setting(device, "public_methods", lambda of: dir(type(of))),
    "arrays lie as the task says": setting(sharded.Sharded, "sharding_error", lambda *of: None),
    "all results and their layout are compared": both(
        setting(mesh.Layout, "agrees", lambda one, other: len(one.outputs) != len(other.outputs)),
        setting(run_programs, "fill_tree", lambda tree, results: results[0]),
    ),
    "what a sort carries is counted": cost(
        "price/rules.py", "0", "sum(value.size for value in carried)"
    ),
    "copies that differ are no result": programs(
        "device_copies.py",
        "2 * np.max(copies, axis=0) - np.min(copies, axis=0)",
        "dict(zip(TWO, (first, other), strict=True))",
    ),
    "no number is wider than the solution's": setting(
        judgement, "_wide", lambda check, evidence: None
    ),
    "text is no markup": setting(markup, "clean", lambda html: html),
}


def undefended(attack: Attack, place: Place, patch: pytest.MonkeyPatch, folder: Path) -> Outcome:
    """Carry out the attack with its defence switched off."""
    switch = DEFENCES[attack.defence]
    if switch is None:
        return in_process(place, attack)
    with ExitStack() as cleanup:
        return carry_out(place, attack, switch(Context(patch, folder, place, cleanup)))
