"""Compare plain nbgrader and this grader on the same attacks, as a table in a README.

    python tests/attacks/plain_nbgrader.py [NAME...]

Plain nbgrader runs hostile code without protection, so it runs in a disposable sandbox with limits.
Attacks that would only harm the machine, or whose success nbgrader could not show, are left out.
The script takes a quarter of an hour. With names, it prints the gains on both sides and writes no
file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbgrader
import pytest
from attack_bench import carry_out
from attack_corpus import Attack, by_class, corpus
from attack_place import ROOT, Place
from plain_course import UNITS

from autograder.runner.sandbox.linux import bwrap

README = ROOT / "autograder/README.md"
BEGIN, END = "<!-- begin: plain_nbgrader.py -->", "<!-- end: plain_nbgrader.py -->"
LEFT_OUT = {
    "bombs": "they would fill the machine",
    "siblings at the same time": "nbgrader grades submissions sequentially",
    "answers of others": "nbgrader has no individual parameters",
    "cache poisoning": "our code is read-only there",
    "channel forging": "nbgrader has no channel to forge",
    "malformed programs": "nbgrader exports no programs",
    "hidden work": "nbgrader has no cost counters",
    "pipe": "nbgrader would wait forever",
    "socket_file": "it cannot be opened",
    "vandal": "it would destroy the course",
    "poison_the_grader": "our code is read-only there",
    "outlive_the_watcher": "nbgrader has no supervisor process",
    "stop_the_watcher": "nbgrader has no supervisor process",
}
Found = dict[str, list[str]]


def main() -> None:
    """Run all attacks or the named ones."""
    names = sys.argv[1:]
    attacks = [attack for attack in corpus() if not names or attack.name in names]
    run = [attack for attack in attacks if runs(attack)]
    with tempfile.TemporaryDirectory() as folder:
        plain = dict(run_plain(run, Path(folder)))
    walled = run_sandboxed(attacks)
    if names:
        for name in names:
            print(f"{name}: plain {plain.get(name, 'not run')}, walled {walled[name]}")
        return
    text = README.read_text()
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    README.write_text(f"{before}{BEGIN}\n{table(plain, walled)}{END}{after}")


def runs(attack: Attack) -> bool:
    """Return True if an attack has a target in plain nbgrader and does not harm the machine."""
    return attack.unit in UNITS and not {attack.name, attack.kind} & LEFT_OUT.keys()


def run_plain(attacks: list[Attack], folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Run attacks in new namespaces, with only small in-memory folders to write to."""
    here = Path(__file__).parent
    line = [bwrap.bwrap(), "--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent"]
    line += ["--new-session", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for scratch in ("/tmp", "/var/tmp", "/dev/shm", str(Path.home())):
        line += ["--size", str(1 << 30), "--tmpfs", scratch]
    for code in (ROOT, *map(Path, {sys.prefix, sys.base_prefix})):
        line += ["--ro-bind", str(code), str(code)]
    line += ["--chdir", "/tmp", "--", "prlimit", f"--as={16 << 30}", f"--fsize={64 << 20}"]
    line += ["--cpu=60", "--core=0", sys.executable, str(here / "plain_class.py"), "/tmp/place"]
    path = os.pathsep.join([sysconfig.get_path("scripts"), "/usr/bin", "/bin"])
    env = {"PATH": path, "HOME": "/tmp", "LANG": "C.UTF-8", "PYTHONPATH": f"{ROOT}:{here}"}
    names = [attack.name for attack in attacks]
    with subprocess.Popen([*line, *names], env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for text in process.stdout:
            name, gained = json.loads(text)
            print(name, gained, flush=True)
            yield name, gained
    assert process.returncode == 0, "the disposable sandbox ended early"


def run_sandboxed(attacks: list[Attack]) -> Found:
    """Run attacks through the sandboxed grader, as the tests do."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        place = Place(Path(folder) / "place")
        patch.setenv("ATTACK_CANARY", place.canaries["environment"])
        patch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)  # alembic
        try:
            return {attack.name: carry_out(place, attack).gained for attack in attacks}
        finally:
            place.close()


def table(plain: Found, walled: Found) -> str:
    """Return a table of classes: attacks, attacks that ran, and attacks with a gain."""
    version = nbgrader.__version__
    rows = [f"| attacks | run through plain nbgrader {version} | gains there | gains here |"]
    rows.append("|---|---|---|---|")
    totals = [0, 0, 0, 0]
    for kind, attacks in by_class().items():
        ran = [attack.name for attack in attacks if attack.name in plain]
        won = sum(bool(plain[name]) for name in ran)
        here = sum(bool(walled[attack.name]) for attack in attacks)
        counts = [len(attacks), len(ran), won, here]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        shown = [str(len(ran)), str(won)] if ran else ["not run", "not run"]
        rows.append(f"| {kind}: {len(attacks)} | {shown[0]} | {shown[1]} | {here} |")
    rows.append(f"| **all: {totals[0]}** | {totals[1]} | {totals[2]} | {totals[3]} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
