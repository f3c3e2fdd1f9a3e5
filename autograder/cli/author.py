"""The commands for authors of a course: `prove`, `new` and `release`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from autograder.authoring.new_course import new_course
from autograder.authoring.private_course import check_release_folder, release_private
from autograder.authoring.proof import Proof, State
from autograder.authoring.proof_store import ProofStore
from autograder.authoring.prove import Piece, TaskPiece, pieces
from autograder.authoring.skeletons import new_chapter, new_task
from autograder.authoring.task_rules import find_todos
from autograder.authoring.watch import watch_pieces
from autograder.core.course.course import FOLDER, Course
from autograder.core.course.task_file import task_files
from autograder.core.messages.errors import CourseError
from autograder.notebook.release import (
    build,
    contains_answers,
    find_mismatch,
    save_copy,
    write_rules,
)
from autograder.runner.result import tool_versions

PARALLEL = 20  # with at least this many tasks and units, several processes are faster


def select_pieces(course: Course, what: str | None, **options: Any) -> list[Piece]:
    """Return the tasks and units to check: all, or those of a unit (`05`) or a task (`05/04`)."""
    if not what:
        return pieces(course, **options)
    unit, task = course.split_name(what)
    if not task:
        return pieces(unit, **options)
    for path in unit.files:  # search by file name first, because other files may be incomplete
        if task == path.stem or task.zfill(2) == path.stem[:2]:
            return [TaskPiece(course.path.parent, path, **options)]
    return pieces(unit.task(task), **options)


def print_proofs(arguments: argparse.Namespace) -> bool:
    """Check the chosen tasks and units, and print violations and exemptions.

    Return False if there is a violation. With `--watch`, run until Ctrl-C, and return True.
    """
    course = Course.find()
    options = {"classes": arguments.classes, "mutants": arguments.mutants}
    selected = select_pieces(course, arguments.what, **options)
    if arguments.watch:
        return _watch(course, arguments.what, options)
    store = ProofStore(course.path.parent / "_build/proofs", repr(tool_versions()))
    # A task that is named is checked even if it is unchanged.
    stored = [None if arguments.what else store.get(piece) for piece in selected]
    computed = _prove_pieces([p for p, known in zip(selected, stored, strict=True) if not known])
    proofs = []
    for piece, known in zip(selected, stored, strict=True):
        group = known or next(computed)
        for proof in group:
            if arguments.verbose or proof.state is not State.KEPT:
                print(proof, flush=True)
        store.put(piece, group)
        proofs += group
    unchanged = sum(map(bool, stored))
    note = f" ({unchanged} unchanged tasks were not checked again)" if unchanged else ""
    print(f"{summarize(proofs)}{note}")
    return not any(proof.broken for proof in proofs)


def _prove_pieces(selected: Sequence[Piece]) -> Iterator[list[Proof]]:
    """Yield the results for each task or unit, in order.

    If there are many tasks and units, use several processes.
    """
    if len(selected) < PARALLEL:
        yield from map(_proofs, selected)
        return
    # Processes are spawned, not forked, because JAX has threads.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(_proofs, selected)


def _proofs(piece: Piece) -> list[Proof]:
    return list(piece.proofs())


def _watch(course: Course, what: str | None, options: dict[str, Any]) -> bool:
    try:
        for proofs in watch_pieces(lambda: select_pieces(Course(course.path), what, **options)):
            broken = [str(proof) for proof in proofs if proof.broken]
            summary = f"{time.strftime('%H:%M:%S')}  {summarize(proofs)}; press Ctrl-C to stop"
            print("\n".join(["", *broken, summary]), flush=True)
    except KeyboardInterrupt:
        print()
    return True


def summarize(proofs: Sequence[Proof]) -> str:
    """Return a line with the numbers of rules that are kept, broken and exempt."""
    states = Counter(proof.state for proof in proofs)
    exempt = f", {states[State.EXEMPT]} exempt" if states[State.EXEMPT] else ""
    broken = f", {states[State.BROKEN]} broken" if states[State.BROKEN] else ""
    applicable = len(proofs) - states[State.EXEMPT]
    return f"{states[State.KEPT]} of {applicable} rules kept{broken}{exempt}"


def new(arguments: argparse.Namespace) -> None:
    """Create an unfinished task, chapter or course, and print the next steps."""
    course, (what, *more) = Course.find(), arguments.what
    if what == "chapter" and len(more) == 1:
        written, steps = new_chapter(course, more[0])
    elif "/" in what and not more:
        written, steps = new_task(course, *course.split_name(what), arguments.kind)
    elif what == "course" and more:
        written, steps = new_course(course, Path(more[0]), more[1:])
    else:
        examples = (
            "Examples: `autograder new 05/09_outer --kind program`, "
            "`autograder new chapter 17_sparse` or `autograder new course FOLDER`."
        )
        raise CourseError(
            f"{' '.join(arguments.what)!r} is not a task, chapter or course.", examples
        )
    for path in written:
        print(f"written  {os.path.relpath(path)}")
    print("\nNext:")
    for number, step in enumerate(steps, 1):
        print(f"  {number}. {step}")


def release(course: Course, name: str | None, check: bool, replace: bool = False) -> bool:
    """Write the notebooks in `exercises/`. With `check`, only report outdated notebooks.

    A notebook that contains answers is replaced only if `replace` is set. Before that, a copy of
    the notebook is saved in `my/`. Return False if a problem was reported: a notebook that is out
    of date or was not replaced, or a TODO in a task file. Without `check`, also write
    `exercises/AGENTS.md`, unless it exists.
    """
    is_complete = True
    for unit in [course.unit(name)] if name else list(course.units.values()):
        built = build(course, unit)
        if check:
            if problem := find_mismatch(built):
                is_complete = False
                print(problem, file=sys.stderr)
            continue
        if contains_answers(built.release_path, built.release):
            if not replace:
                is_complete = False
                print(
                    f"{built.release_path} was not replaced, because it contains answers. "
                    f"To copy it to {FOLDER}/, where learners work, run: "
                    f"autograder start {unit.id}. Then: autograder release --replace {unit.id}",
                    file=sys.stderr,
                )
                continue
            copy = save_copy(built.release_path, course.notebook_path(unit))
            print(f"{unit.id}: the previous notebook was copied to {copy}")
        changed: list[Path] = built.write()
        print(f"{unit.id}: {'written' if changed else 'unchanged'}{built.note}", flush=True)
        if count := sum(1 for file in unit.files for _ in find_todos(*task_files(file))):
            is_complete = False
            remaining = "1 TODO remains" if count == 1 else f"{count} TODOs remain"
            advice = f"Run: autograder prove {unit.id}"
            print(f"{unit.id}: {remaining} in its task files. {advice}", file=sys.stderr)
    if not check:
        write_rules(course.path.parent / "exercises")
    return is_complete


def write_private_units(course: Course, name: str | None, folder: Path) -> None:
    """Write the units for students to `folder`, without solutions, and print a report of each.

    Raise CourseError before anything is written if other files would be overwritten.
    """
    units = [course.unit(name)] if name else list(course.units.values())
    check_release_folder(course, units, folder)
    for unit in units:
        notes = release_private(course, unit, folder)
        head = f"{unit.id}: {len(unit.tasks)} tasks in {folder / unit.id}"
        print("\n  ".join([head, *notes]), flush=True)
