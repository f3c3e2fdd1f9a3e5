"""Solutions for eight simulated devices also run on two processes that communicate."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from two_processes import CASES, PROCESSES

HERE = Path(__file__).parent


def free_port() -> int:
    with socket.socket() as wire:
        wire.bind(("127.0.0.1", 0))
        return int(wire.getsockname()[1])


@pytest.mark.proof  # starts two processes that communicate
def test_solutions_for_eight_devices_run_on_two_processes() -> None:
    line = [sys.executable, str(HERE / "two_processes.py"), f"127.0.0.1:{free_port()}"]
    words = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": ""}
    both = [
        subprocess.Popen(
            [*line, str(number)],
            env=os.environ | words,
            cwd=HERE,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for number in range(PROCESSES)
    ]
    try:
        outputs = [process.communicate(timeout=180)[0] for process in both]
    finally:
        for process in both:  # a process would wait forever for one that has died
            process.kill()
            process.wait()
    for process, output in zip(both, outputs, strict=True):
        assert process.returncode == 0, output
        right = [line.split()[-1] for line in output.splitlines() if line.startswith("right:")]
        assert right == list(CASES), output
