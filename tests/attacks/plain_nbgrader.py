"""The same attacks through plain nbgrader and through the wall, as a table in the package's README.

    python tests/attacks/plain_nbgrader.py [NAME...]

Plain nbgrader runs hostile code unprotected: here in a throw-away sandbox with caps, where what
would only harm the machine or cannot be told apart there is left out. Takes a quarter of an hour.
With names it prints what they gain on both sides, and writes nothing.
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
    "siblings at the same time": "nbgrader grades one after another",
    "answers of others": "nbgrader has no figures of one's own",
    "cache poisoning": "our code is read-only there",
    "channel forging": "there is no channel",
    "malformed programs": "there are no programs",
    "hidden work": "nothing is counted there",
    "pipe": "nbgrader waits for ever",
    "socket_file": "it cannot be opened",
    "vandal": "it destroys",
    "poison_the_grader": "our code is read-only there",
    "outlive_the_watcher": "nobody watches",
    "stop_the_watcher": "nobody watches",
}
Found = dict[str, list[str]]


def main() -> None:
    """Run all, or those named."""
    names = sys.argv[1:]
    attacks = [attack for attack in corpus() if not names or attack.name in names]
    run = [attack for attack in attacks if runs(attack)]
    with tempfile.TemporaryDirectory() as folder:
        plain = dict(plainly(run, Path(folder)))
    walled = through_the_wall(attacks)
    if names:
        for name in names:
            print(f"{name}: plain {plain.get(name, 'not run')}, walled {walled[name]}")
        return
    text = README.read_text()
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    README.write_text(f"{before}{BEGIN}\n{table(plain, walled)}{END}{after}")


def runs(attack: Attack) -> bool:
    """Whether it has anything there to aim at, and leaves the machine as it was."""
    return attack.unit in UNITS and not {attack.name, attack.kind} & LEFT_OUT.keys()


def plainly(attacks: list[Attack], folder: Path) -> Iterator[tuple[str, list[str]]]:
    """In namespaces of its own, with nothing to write to but small folders in memory."""
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
    assert process.returncode == 0, "the throw-away sandbox ended early"


def through_the_wall(attacks: list[Attack]) -> Found:
    """As the tests do."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        place = Place(Path(folder) / "place")
        patch.setenv("ATTACK_CANARY", place.canaries["environment"])
        patch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)  # alembic
        try:
            return {attack.name: carry_out(place, attack).gained for attack in attacks}
        finally:
            place.close()


def table(plain: Found, walled: Found) -> str:
    """Each class: how many there are, how many ran, how many gained."""
    version = nbgrader.__version__
    rows = [
        f"| attacks | of them run through plain nbgrader {version} | gained there | gained here |"
    ]
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
