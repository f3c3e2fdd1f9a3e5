"""manylanes: measure and describe this machine, list records, count what a call costs."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Any

import manylanes
from manylanes._cost.show.text import markdown
from manylanes._measure import Plan, Series, Suites
from manylanes._measure.suites import of_the_book
from manylanes._record import Record
from manylanes._record.disk import DiskError, cannot_write
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import scaled, seconds
from manylanes._record.record import is_one
from manylanes._roofline import Roofline, roof_of

_RECORDS = Path("book/data/records")
_GIVE = """\
The book has few records of GPUs. Put {0} into its book/data/records/ and open a pull request,
or pack it and attach it to an issue, as tools/gpu_record.ipynb does."""
_MINUTES = 20  # XLA tunes each product before it runs: every round of every suite takes longer
_INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    asked = _parser().parse_args(words)
    try:
        text = asked.does(asked, words)
    except (manylanes.RecordError, DiskError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Cannot read {error.filename or 'a file'}: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        kept = " The same command goes on from here." if asked.does is _measure else ""
        print(f"\nStopped.{kept}", file=sys.stderr)
        return _INTERRUPTED
    return _print(text)


def _print(text: str) -> int:
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # flushed again at the end
        if not isinstance(error, BrokenPipeError):  # as of `manylanes table | head -1`
            print(cannot_write(Path("what was asked for"), error), file=sys.stderr)
            return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manylanes", description=__doc__)
    parser.add_argument("--version", action="version", version=manylanes.__version__)
    commands = parser.add_subparsers(required=True, metavar="command")
    measure = commands.add_parser("measure", help="run suites of cases, write a sheet of each")
    measure.set_defaults(does=_measure)
    measure.add_argument(
        "suites",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="a Python file with CASES = (manylanes.Case(...), ...), or a folder of such files; "
        "default: those of the book",
    )
    measure.add_argument(
        "--out",
        type=Path,
        help=f"the record's folder; default: {_RECORDS}/KIND for the book's suites in the "
        "repository, else KIND, where KIND is cpu, gpu, ...",
    )
    measure.add_argument(
        "--suite",
        action="append",
        metavar="NAME",
        help="only this suite, with its roofs; may be repeated, and the first is taken first: "
        f"{', '.join(of_the_book())}",
    )
    measure.add_argument(
        "--minutes",
        type=float,
        help="each suite has its share, and what does not fit is left to the same command; "
        f"default: {_MINUTES} for the book's suites on a GPU, else inf",
    )
    measure.add_argument("--quick", action="store_true", help="every case, but few samples of it")
    measure.add_argument("--fresh", action="store_true", help="do not go on with a stopped run")
    records = commands.add_parser("records", help="say which records there are, and how good")
    records.set_defaults(does=_records)
    records.add_argument(
        "folder",
        nargs="*",
        type=Path,
        help=f"a record's folder; default: all in {_RECORDS}, and here",
    )
    device = commands.add_parser("device", help="say what this machine has")
    device.set_defaults(does=_device)
    device.add_argument("--json", action="store_true", help="for programs, unknown as null")
    cost = commands.add_parser("cost", help="count the work and the bytes of a JAX function")
    cost.set_defaults(does=_cost)
    cost.add_argument("function", help="Python text; jax, jnp, lax and np are there")
    cost.add_argument("spec", nargs="*", help="what it is given, such as 'f32[m, 64]'")
    cost.add_argument("--lines", action="store_true", help="what each source line costs, too")
    cost.add_argument("--scopes", action="store_true", help="what each jax.named_scope costs, too")
    cost.add_argument("--platform", help="what JAX writes for cuda, rocm or tpu; default: cpu")
    what = cost.add_mutually_exclusive_group()
    what.add_argument("--json", action="store_true", help="for programs")
    what.add_argument(
        "--on", type=Path, metavar="FOLDER", help="where it stands under the roof of this record"
    )
    table = commands.add_parser("table", help="print what each op costs, as in the README")
    table.set_defaults(does=lambda asked, words: markdown())
    return parser


def _measure(asked: argparse.Namespace, words: Sequence[str]) -> str:
    kind = manylanes.device().kind
    of_the_books = not asked.suites
    wanted = of_the_books and kind == "gpu" and not asked.quick
    minutes = (_MINUTES if wanted else inf) if asked.minutes is None else asked.minutes
    if not minutes > 0:
        raise ValueError(f"--minutes is a number above 0, not {minutes}.")
    folder = asked.out or (_RECORDS if of_the_books and _RECORDS.is_dir() else Path()) / kind
    command = shlex.join(["python", "-m", "manylanes", *words])
    there = of_the_book() if of_the_books else Suites(asked.suites)
    plans = [Plan.of(there, suite, asked.quick, kind) for suite in there.chosen(asked.suite)]
    if not asked.suite:
        plans.sort(key=lambda plan: len(plan.cases))  # what the short ones leave is the long ones'
    said = described(Series(plans, folder, command, asked.fresh, minutes * 60)())
    return f"{said}\n{_GIVE.format(folder)}" if wanted else said


def described(record: Record) -> str:
    """A record in a few lines: its roofs, what is doubted, when it was taken, what is noisy."""
    doubtful = sum(bool(row.doubts) for row in record.measurements)
    runs: dict[str, list[str]] = {}
    for sheet in record.sheets:
        noise = f", noisy: {'; '.join(sheet.noise)}" if sheet.noise else ""
        runs.setdefault(f"taken {sheet.taken}{noise}", []).append(sheet.suite)
    return "\n".join(
        [
            f"{record.id}: {record.device['name'] or 'unknown'}, "
            f"{len(record.measurements)} measurements, {doubtful} above a roof "
            "(each names what can explain it).",
            f"  {', '.join(map(_roof, record.roofs_from.roofs))}",
            *(f"  {', '.join(suites)}: {said}" for said, suites in runs.items()),
        ]
    )


def _roof(row: Measurement) -> str:
    kind = row.params.get("kind")
    if kind is None:
        return f"a call {seconds(row.quantity('time').median)}"
    found = row.quantity("bandwidth" if kind == "memory" else "rate")
    return f"{kind} {scaled(found.median)}{found.unit}"


def _records(asked: argparse.Namespace, words: Sequence[str]) -> str:
    """Each in a few lines; one that cannot be read or does not join, in its sentence."""
    folders = asked.folder or [
        path for place in (_RECORDS, Path()) for path in sorted(place.glob("*")) if is_one(path)
    ]
    if not folders:
        raise manylanes.RecordError(
            f"There is no record in {_RECORDS}, and none here. "
            "`manylanes measure --out mine` takes one."
        )
    said, broken = [], []
    for folder in folders:
        try:
            said.append(described(Record.load(folder)))
        except manylanes.RecordError as error:
            broken.append(str(error))
    if broken:
        raise manylanes.RecordError("\n".join(said + broken))
    return "\n".join(said)


def _device(asked: argparse.Namespace, words: Sequence[str]) -> str:
    here = manylanes.device()
    return json.dumps(here.as_dict(), indent=1, ensure_ascii=False) if asked.json else str(here)


def _cost(asked: argparse.Namespace, words: Sequence[str]) -> str:
    function = _function(asked.function)
    try:
        found = manylanes.cost(function, *asked.spec, platform=asked.platform)
    except manylanes.SpecError:
        raise
    except Exception as error:
        reason = str(error).partition("\n")[0]
        given = " ".join(asked.spec) or "nothing"
        raise ValueError(f"{asked.function!r} does not take {given}: {reason}") from error
    if asked.json:
        return found.to_json(indent=1)
    placed = Roofline(found, roof_of(asked.on)) if asked.on else None
    tables = [by for by in ("line", "scope") if getattr(asked, f"{by}s")]
    parts = [str(found), *(found.table(by) for by in tables), *([str(placed)] if placed else [])]
    return "\n\n".join(parts)


def _function(text: str) -> Callable[..., Any]:
    import jax
    import numpy as np
    from jax import lax
    from jax import numpy as jnp

    known = {"jax": jax, "jnp": jnp, "lax": lax, "np": np}
    try:
        # Their own words on their own command line: this is a calculator, not a gate.
        function = eval(text, dict(known))
    except Exception as error:
        there = f"; there are {', '.join(known)}" * isinstance(error, NameError)
        raise ValueError(f"Cannot read the function {text!r}: {error}{there}.") from error
    if not callable(function):
        raise ValueError(
            f"{text!r} is no function but {type(function).__name__}: "
            "write for instance 'lambda x: x + 1'."
        )
    return function  # type: ignore[no-any-return]


if __name__ == "__main__":
    sys.exit(main())
