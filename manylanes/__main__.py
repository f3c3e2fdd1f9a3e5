"""Measure and describe this machine, list records, and count the cost of JAX functions."""

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
from manylanes._arguments import GPU_MINUTES, RECORDS, build_parser
from manylanes._cost.show.text import markdown
from manylanes._measure import Host, Plan, Series, Suites, select_compared
from manylanes._measure.provenance import versions
from manylanes._measure.suites import book_suites
from manylanes._record import Record, RecordError
from manylanes._record.disk import DiskError, explain_disk_error
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import format_seconds, format_si
from manylanes._record.record import is_record
from manylanes._roofline import Roofline, load_roof

_CONTRIBUTE = """\
The book has few records of GPUs. Put {0} into its book/data/records/ and open a pull request,
or attach a zip archive to an issue; tools/gpu_record.ipynb creates the archive and a link."""
_INTERRUPTED = 130  # exit status of a shell command after Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, print its result or its error, and return the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    options = build_parser(__doc__).parse_args(words)
    try:
        text = _COMMANDS[options.command](options, words)
    except (RecordError, DiskError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Cannot read {error.filename or 'a file'}: {error.strerror}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        again = " without --fresh" if getattr(options, "fresh", False) else ""
        resume = f" Run the same command{again} to continue."
        resume = resume if options.command == "measure" else ""
        print(f"\nStopped.{resume}", file=sys.stderr)
        return _INTERRUPTED
    return _print(text)


def _print(text: str) -> int:
    try:
        print(text, flush=True)
    except OSError as error:
        # Python flushes stdout again at exit. Redirect stdout, so that this flush does not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # raised by `manylanes table | head -1`
            print(explain_disk_error(Path("the output"), error), file=sys.stderr)
            return 1
    return 0


def _measure(options: argparse.Namespace, words: Sequence[str]) -> str:
    kind = manylanes.device().kind
    from_book = not options.suites
    contribute = from_book and kind == "gpu" and not options.quick
    minutes = (GPU_MINUTES if contribute else inf) if options.minutes is None else options.minutes
    if not minutes > 0:
        raise ValueError(f"--minutes must be a number above 0, not {minutes}.")
    folder = options.out or (RECORDS if from_book and RECORDS.is_dir() else Path()) / kind
    command = shlex.join(["python", "-m", "manylanes", *words])
    suites = book_suites() if from_book else Suites(options.suites)
    selected = suites.select(options.suite)
    plans = [Plan.make(suites, suite, options.quick, kind) for suite in selected]
    plans = [plan for plan in plans if not plan.is_empty]
    if not plans:
        raise ValueError(f"No case of {', '.join(selected)} is measured on a {kind}.")
    if not options.suite:
        # Measure suites in the order of `_order.py`, and unlisted suites last, shortest first.
        plans.sort(key=lambda plan: (suites.rank(plan.suite, kind), len(plan.cases)))
    if contribute:
        _warn_of_other_version()
    series = Series(plans, folder, command, options.fresh, minutes * 60)
    compared = select_compared(suites, selected) if from_book and kind == "gpu" else []
    host = Host(series, compared, options.quick) if compared else None
    record = (host or series).measure()
    text = describe_record(record)
    folders = f"{folder} and {host.folder}" if host else folder
    return f"{text}\n{_CONTRIBUTE.format(folders)}" if contribute else text


def _warn_of_other_version() -> None:
    """Warn on stderr if the book's CPU record was measured with a different version of JAX."""
    try:
        recorded = Record.from_book().versions["jax"]
    except RecordError:  # the book's records are not installed
        return
    if recorded != (installed := versions()["jax"]):
        print(
            f"Warning: this is JAX {installed}, but the CPU record was measured with JAX "
            f"{recorded}. "
            "Pages that compare the CPU and GPU records would also compare versions. Install JAX "
            f"{recorded} first: pip install 'jax[cuda12]=={recorded}'",
            file=sys.stderr,
        )


def describe_record(record: Record) -> str:
    """Describe a record: its device, number of measurements, roofs, dates and noise."""
    suspicious = sum(bool(row.doubts) for row in record.measurements)
    runs: dict[str, list[str]] = {}
    for each in record.results:
        noise = f", noisy: {'; '.join(each.noise)}" if each.noise else ""
        runs.setdefault(f"measured {each.taken}{noise}", []).append(each.suite)
    return "\n".join(
        [
            f"{record.id}: {record.device['name'] or 'unknown'}, "
            f"{len(record.measurements)} measurements, {suspicious} faster than the roof.",
            f"  {', '.join(map(_describe_roof, record.roof_results.roofs))}",
            *(f"  {', '.join(suites)}: {run}" for run, suites in runs.items()),
        ]
    )


def _describe_roof(row: Measurement) -> str:
    kind = row.params.get("kind")
    if kind is None:
        return f"dispatch overhead {format_seconds(row.quantity('time').median)}"
    peak = row.quantity("bandwidth" if kind == "memory" else "rate")
    return f"{kind} {format_si(peak.median)}{peak.unit}"


def _records(options: argparse.Namespace, words: Sequence[str]) -> str:
    """Describe each record; if any cannot be loaded, raise RecordError.

    The error message contains the descriptions of the other records.
    """
    folders = options.folder or [
        path for place in (RECORDS, Path()) for path in sorted(place.glob("*")) if is_record(path)
    ]
    if not folders:
        raise RecordError(
            f"There is no record in {RECORDS} or in the current folder. "
            "To measure one, run `manylanes measure --out mine`."
        )
    described, errors = [], []
    for folder in folders:
        try:
            described.append(describe_record(Record.load(folder)))
        except RecordError as error:
            errors.append(str(error))
    if errors:
        raise RecordError("\n".join(described + errors))
    return "\n".join(described)


def _device(options: argparse.Namespace, words: Sequence[str]) -> str:
    here = manylanes.device()
    return json.dumps(here.as_dict(), indent=1, ensure_ascii=False) if options.json else str(here)


def _cost(options: argparse.Namespace, words: Sequence[str]) -> str:
    function = _parse_function(options.function)
    try:
        counted = manylanes.cost(function, *options.spec, platform=options.platform)
    except manylanes.SpecError:
        raise
    except Exception as error:
        reason = str(error).partition("\n")[0]
        arguments = " ".join(options.spec) or "no arguments"
        raise ValueError(f"Cannot call {options.function!r} with {arguments}: {reason}") from error
    if options.json:
        return counted.to_json(indent=1)
    prediction = Roofline(counted, load_roof(options.on)) if options.on else None
    tables = [by for by in ("line", "scope") if getattr(options, f"{by}s")]
    parts = [str(counted), *(counted.table(by) for by in tables)]
    parts += [str(prediction)] if prediction else []
    return "\n\n".join(parts)


def _parse_function(text: str) -> Callable[..., Any]:
    import jax
    import numpy as np
    from jax import lax
    from jax import numpy as jnp

    defined = {"jax": jax, "jnp": jnp, "lax": lax, "np": np}
    try:
        # `eval` is safe here: users only evaluate expressions from their own command line.
        function = eval(text, dict(defined))
    except Exception as error:
        names = f"; the names {', '.join(defined)} are defined" * isinstance(error, NameError)
        raise ValueError(f"Cannot read the function {text!r}: {error}{names}.") from error
    if not callable(function):
        raise ValueError(
            f"{text!r} is not a function but a value of type {type(function).__name__}. "
            "Write, for example, 'lambda x: x + 1'."
        )
    return function  # type: ignore[no-any-return]


_COMMANDS: dict[str, Callable[[argparse.Namespace, Sequence[str]], str]] = {
    "measure": _measure,
    "records": _records,
    "device": _device,
    "cost": _cost,
    "table": lambda options, words: markdown(),
}

if __name__ == "__main__":
    sys.exit(main())
