"""The command line of `manylanes`: its commands and their options."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import manylanes
from manylanes._measure.suites import book_suites

RECORDS = Path("book/data/records")
# Time limit of the book's suites on a GPU: enough to compile every case, but not for all rounds.
GPU_MINUTES = 20


def build_parser(description: str | None) -> argparse.ArgumentParser:
    """Return the parser of a command line, whose attribute `command` is the name of the command."""
    parser = argparse.ArgumentParser(prog="manylanes", description=description)
    parser.add_argument("--version", action="version", version=manylanes.__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    _add_measure(commands)
    _add_records(commands)
    _add_device(commands)
    _add_cost(commands)
    commands.add_parser("table", help="print the rule that counts each op")
    return parser


def _add_measure(commands: Any) -> None:
    measure = commands.add_parser("measure", help="measure suites of benchmark cases")
    measure.add_argument(
        "suites",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="a Python file with CASES = (Case(...), ...), or a folder of such files; "
        "default: the suites of the book",
    )
    measure.add_argument(
        "--out",
        type=Path,
        help=f"the record's folder; default: {RECORDS}/KIND for the book's suites in the "
        "repository, else KIND, where KIND is cpu, gpu, ...",
    )
    measure.add_argument(
        "--suite",
        action="append",
        metavar="NAME",
        help="measure only this suite and the roofs; repeat the option for several, in your order. "
        f"Suites: {', '.join(book_suites())}",
    )
    measure.add_argument(
        "--minutes",
        type=float,
        help="time limit, shared by the suites; run the same command again to continue; "
        f"default: {GPU_MINUTES} for the book's suites on a GPU without --quick, else inf",
    )
    measure.add_argument("--quick", action="store_true", help="take few samples of each case")
    measure.add_argument("--fresh", action="store_true", help="restart an interrupted run")


def _add_records(commands: Any) -> None:
    records = commands.add_parser("records", help="list records and their noise")
    records.add_argument(
        "folder",
        nargs="*",
        type=Path,
        help=f"a record's folder; default: all in {RECORDS} and in the current folder",
    )


def _add_device(commands: Any) -> None:
    device = commands.add_parser("device", help="describe this machine")
    device.add_argument("--json", action="store_true", help="print JSON; null means unknown")


def _add_cost(commands: Any) -> None:
    cost = commands.add_parser("cost", help="count the work and bytes of a JAX function")
    cost.add_argument("function", help="a Python expression; jax, jnp, lax and np are defined")
    cost.add_argument("spec", nargs="*", help="an argument, such as 'f32[32, 64]'")
    cost.add_argument("--lines", action="store_true", help="also list each source line")
    cost.add_argument("--scopes", action="store_true", help="also list each jax.named_scope")
    cost.add_argument("--platform", help="lower for cuda, rocm or tpu; default: cpu")
    output = cost.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON")
    output.add_argument(
        "--on", type=Path, metavar="FOLDER", help="predict the time on the machine of this record"
    )
