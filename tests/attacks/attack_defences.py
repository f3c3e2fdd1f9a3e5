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
from attack_switch import (
    Context,
    Switch,
    combine,
    limits,
    omit_options,
    replace_in_folder,
    replace_source,
    set_attr,
    share_namespace,
)
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
from autograder.core.messages import verdict
from autograder.core.programs import mesh
from autograder.nbgrader import markup
from autograder.runner.judge import calls, exports, run_programs
from autograder.runner.judge import judge as _wall_judge
from autograder.runner.sandbox import channel, process
from autograder.runner.sandbox.channel import SizeLimit
from autograder.runner.submissions import read_file

# Submissions that are graded at the same time wait for each other, which takes longer on a busy
# machine.
_PATIENT = limits(idle_s=30.0, all_idle_s=90.0)
cost = partial(replace_in_folder, "../manylanes/_cost")
programs = partial(replace_in_folder, "core/programs")
namespaces = partial(replace_in_folder, "runner/sandbox/linux", "namespaces.py")

IN_PROCESS = "separate process for student code"
DEFENCES: dict[str, Switch | None] = {
    IN_PROCESS: None,
    "hidden inputs drawn from the secret": draw_public_inputs_only,
    "hidden inputs not shown": show_hidden_results,
    "course and class not mounted": see_place("--ro-bind"),
    "environment variables removed": pass_environment,
    "inherited file descriptors closed": inherit_descriptors,
    "grader mounted read-only": mount_writable_code,
    "separate scratch folder": namespaces(
        "", '    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, size)\n'
    ),
    "separate shared memory": combine(
        _PATIENT,
        namespaces("", '    _mount("tmpfs", "/dev/shm", "tmpfs", _NOSUID | _NODEV, size)\n'),
    ),
    "limit on the number of files": namespaces("", ",nr_inodes={_MAX_FILES}"),
    "course and class not writable": combine(
        see_place("--bind"),
        namespaces(
            "_REMOUNT | _BIND | _NOSUID | _NODEV)",
            "_REMOUNT | _BIND | _READ_ONLY | _NOSUID | _NODEV)",
        ),
    ),
    "new process for each submission": reuse_processes,
    "CPU time of all child processes counted": count_one_process,
    "CPU time of ended processes counted": combine(limits(wall_s=10.0), ignore_ended_processes),
    "wait for a child counted as idle time": combine(limits(wall_s=10.0), count_waits_as_work),
    "limit on total CPU time": limits(all_cpu_s=999),
    "limit on the bytes of an answer": combine(
        set_attr(channel, "SMALL", SizeLimit(64 << 10, 1 << 40)),
        limits(all_blob_bytes=1 << 40),
    ),
    "limit on the size of results": replace_source(
        "runner/sandbox/inside/evaluator.py", "False", "sum(map(len, out[before:])) > most"
    ),
    "limit on the size of a program": programs(
        "canonical.py", "ARTIFACT_BYTES = 1 << 40", "ARTIFACT_BYTES = 16 << 20"
    ),
    "cells of exported tables escaped": use_nbgrader_exporter,
    "separate process namespace": combine(
        share_namespace("pid"), omit_options("--die-with-parent")
    ),
    "other processes hidden": combine(
        share_namespace("pid"), namespaces("", "    _hide_processes()\n")
    ),
    "separate network namespace": combine(share_namespace("net"), _PATIENT),
    "separate IPC namespace": combine(share_namespace("ipc"), _PATIENT),
    "system call filter": allow_all_system_calls,
    "limit on CPU time per step": limits(cpu_s=999.0, all_cpu_s=999, wall_s=5.0),
    "limit on idle time per step": limits(idle_s=999.0, all_idle_s=999, wall_s=5.0),
    "limit on memory": limits(memory_bytes=60 << 30),
    "limit on the number of processes": limits(
        processes=100_000, memory_bytes=60 << 30, cpu_s=60.0, all_cpu_s=999
    ),
    "limit on the size of a file": limits(file_bytes=1 << 30),
    "limit on open files": limits(open_files=4096),
    "new worker after a process ends": keep_ended_process,
    "hard resource limits": replace_source(
        "runner/sandbox/limits.py", "(bound, hard)", "(bound, bound)"
    ),
    "values judged on the counted case": skip_counted_cases,
    "time limit checked while a message is read": combine(
        limits(all_unmeasured_s=99),
        set_attr(channel._GuardTimer, "__call__", lambda self: None),
    ),
    "limit on the size of an answer": combine(
        set_attr(channel, "SMALL", SizeLimit(1 << 31, 1 << 40)),
        replace_source("runner/sandbox/inside/worker.py", "False", "_is_too_long(encoded, blobs)"),
        limits(all_json_chars=1 << 31, all_unmeasured_s=99),
    ),
    "one value for each name": set_attr(calls, "_each_named", lambda check, values: True),
    "notes checked to be a list of strings": set_attr(
        exports, "_notes", lambda notes: tuple(notes[:5])
    ),
    "integers too large for a float compared": ignore_overflow,
    "hidden inputs run last": run_hidden_inputs_early,
    "sizes of hidden inputs drawn from the secret": combine(
        set_attr(cases, "UNSEEN", 0), new_judges
    ),
    "limit on total idle time": limits(all_idle_s=999),
    "limit on total unmeasured time": limits(all_unmeasured_s=999, all_idle_s=999),
    "only plain data from students": accept_pickles,
    "control characters replaced": set_attr(
        verdict, "replace_control_characters", lambda text: text
    ),
    "limit on the length of a shown value": set_attr(show_values, "MAX_CHARS", 1 << 30),
    "limit on the relative error in a message": set_attr(value, "LEAST", 0.0),
    "limit on the length of a message": set_attr(process, "_MAX_CHARS", 1 << 20),
    "only regular files opened": follow_links,
    "links refused": set_attr(attack_bench, "refuse_links", lambda paths: None),
    "limit on the size of a notebook": set_attr(read_file, "FILE_BYTES", 1 << 30),
    "limit on the number of cells": set_attr(read_file, "CELLS", 1 << 20),
    "checks from the course only": run_submitted_checks,
    "shapes and dtypes checked": set_attr(program, "shapes", lambda expected, output: None),
    "dtypes checked in results and intermediates": combine(
        set_attr(program, "shapes", lambda expected, output: None),
        set_attr(judgement, "_narrow", lambda check, evidence: None),
    ),
    "accumulation type checked": set_attr(
        judgement, "find_low_precision", lambda check, evidence, right: None
    ),
    "figures of the student's own tasks": set_attr(_wall_judge, "ANYBODY", "eve"),
    "loop iterations counted at run time": replace_source(
        "runner/sandbox/inside/evaluator.py",
        "program.cost(dict.fromkeys(program._dynamic_loops, 0))",
        'most_expensive(program, [dict(counted) for counted in request["runs"]])',
    ),
    "every step of a growth check compared": combine(
        set_attr(growth, "satisfies", compare_first_and_last),
        set_attr(growth, "decreases", lambda costs: False),
    ),
    "every compiled program runs": set_attr(run_programs, "run_series", lambda *words: []),
    "new jitted functions exported again": programs(
        "export.py",
        "False",
        "[*map(id, _jitted_programs(traced.eqns))] != [*map(id, _jitted_programs(again.eqns))]",
    ),
    "operands of a reduction read separately": cost("walk/walk.py", "", ", is_reduction=True"),
    "broadcast operands of a product stored in memory": cost(
        "analysis/views.py",
        "False",
        'op.name == "broadcast_in_dim" and value.size > operand.size',
    ),
    "limit on the registers of a loop": cost(
        "analysis/liveness.py", "REGISTERS = 1 << 30", "REGISTERS = 32"
    ),
    "registers counted by the size of a scalar": cost(
        "analysis/liveness.py", "1", "-(-value.bytes // 4)"
    ),
    "exact evaluation of folded constants and loop counts": combine(
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
    "body of a scatter counted": combine(
        cost("price/rules.py", "2 * op", "(select_work * taps + scatter_work) * op"),
        programs("reducers.py", "False", "not _is_countable(op)"),
    ),
    "comparison required in a selection": cost(
        "price/rules.py", "", 'any(op.name == "compare" for op in ops) and '
    ),
    "most expensive branch counted in an average": cost(
        "walk/branch.py", "", "None if context.averaged else "
    ),
    "most expensive branch counted for every operation": cost(
        "walk/tally.py", "max(tallies, key=lambda side: side.total('work')).count", "tally.count"
    ),
    "branch with the highest peak counted": cost(
        "walk/peak.py", "peaks[0]", "max(possible, key=lambda each: each.bytes, default=Peak())"
    ),
    "only countable reduction bodies": programs("reducers.py", "False", "not _is_countable(op)"),
    "only affine addresses are free": cost(
        "analysis/free_ops.py",
        "(address := source)",
        "(address := self._affine_address(op, source))",
    ),
    "reinterpreted bits counted as data": combine(
        cost("analysis/liveness.py", "", ' and op.name != "bitcast_convert"'),
        cost("analysis/free_ops.py", "False", 'op.name == "bitcast_convert"'),
    ),
    "slices counted as slices": cost(
        "price/memory.py", "pass", "windows = {**windows, result: (array, 0)}"
    ),
    "work counted per device": programs(
        "eight_devices.py", "pass", 'each.attributes["device"] = own'
    ),
    "data-dependent lookups counted": cost(
        "walk/walk.py", "pass", "work = max(work, elements_looked_up(op))"
    ),
    "all attributes compared when operations are merged": cost(
        "read/attributes.py", "yield key, value", "yield key, str(attr) if value is None else value"
    ),
    "NaN constants compared by their bits": cost(
        "read/attributes.py", "True", "not np.isnan(value.reshape(-1)[:1]).any()"
    ),
    "complex constants parsed strictly": cost(
        "read/attributes.py", "_ONE_COMPLEX.search(text)", "_ONE_COMPLEX.match(text)"
    ),
    "limits on iterations and CPU time of a program": combine(
        programs(
            "run.py", "1 << 30", "min(MAX_ITERATIONS, (EFFORT - least) // max(once - least, 1))"
        ),
        limits(program_cpu_s=999.0, all_programs_cpu_s=999, wall_s=5.0),
    ),
    "limit on the bytes that a program copies": combine(
        programs("run.py", "0", "self._copied_bytes(cost.rounds)"),
        limits(program_cpu_s=999.0, all_programs_cpu_s=999, wall_s=5.0),
    ),
    "only public methods of a device": set_attr(device, "public_methods", lambda of: dir(type(of))),
    "sharding of arrays checked": set_attr(sharded.Sharded, "sharding_error", lambda *of: None),
    "all results and their layouts compared": combine(
        set_attr(mesh.Layout, "agrees", lambda one, other: len(one.outputs) != len(other.outputs)),
        set_attr(run_programs, "fill_tree", lambda tree, results: results[0]),
    ),
    "carried arrays of a sort counted": cost(
        "price/rules.py", "0", "sum(value.size for value in carried)"
    ),
    "copies on all devices compared": programs(
        "device_copies.py",
        "2 * np.max(copies, axis=0) - np.min(copies, axis=0)",
        "dict(zip(TWO, (first, other), strict=True))",
    ),
    "wider types than the solution's refused": set_attr(
        judgement, "_wide", lambda check, evidence: None
    ),
    "HTML sanitized": set_attr(markup, "clean", lambda html: html),
}


def undefended(attack: Attack, place: Place, patch: pytest.MonkeyPatch, folder: Path) -> Outcome:
    """Carry out the attack with its defence switched off."""
    switch = DEFENCES[attack.defence]
    if switch is None:
        return in_process(place, attack)
    with ExitStack() as cleanup:
        return carry_out(place, attack, switch(Context(patch, folder, place, cleanup)))
