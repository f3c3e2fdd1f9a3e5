"""Grading with a Dask scheduler: workers that die, and workers with different source code."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from classroom import ROOT, SECOND, Class, hand_in, lines_by_student, notebook_bytes, output

from autograder import Course
from autograder.classroom.grade.job import describe_environment
from autograder.cli.main import main
from autograder.runner.jobs.dask_cluster import DaskExecutor
from autograder.runner.jobs.local import CRASHED_TWICE

distributed = pytest.importorskip("distributed")
config = pytest.importorskip("dask.config")
pytestmark = pytest.mark.filterwarnings("ignore")  # warnings of Dask


def same() -> dict[str, str]:
    return {"version": "1"}


def nothing() -> None:
    pass


def _work(job: tuple[str, Path]) -> str:
    """Kill the process in each run of job `always` and in the first run of job `once`."""
    name, folder = job
    (folder / f"{name}.{time.monotonic_ns()}").touch()
    if name == "always" or (name == "once" and len(list(folder.glob("once.*"))) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    return name


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the commands of the page that create Dask's configuration."""
    home = tmp_path_factory.mktemp("home")
    page = (ROOT / "book/grade.md").read_text().partition("need one certificate.")[2]
    script = page.partition("```bash\n")[2].partition("```")[0]
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    subprocess.run(["bash", "-ec", script], env=environment, check=True, capture_output=True)
    return home / ".config/dask"


@pytest.fixture
def with_tls(certificates: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("DASK_CONFIG", str(certificates))  # for child processes
    with config.set(config.merge(config.config, config.collect([str(certificates)], env={}))):
        yield


@pytest.fixture
def address(with_tls: None, request: pytest.FixtureRequest) -> Iterator[str]:
    """Start a scheduler, with two workers for the long tests and one for the others."""
    workers = 2 if request.node.get_closest_marker("proof") else 1
    words = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
    words |= {"protocol": "tls://", "security": distributed.Security()}
    # The default of three failures would start three workers.
    one = {"distributed.scheduler.allowed-failures": 1}
    with config.set(one), distributed.LocalCluster(**words) as cluster:
        yield cluster.scheduler_address


def _connects(address: str, **tls: str) -> bool:
    """Return whether the scheduler accepts a client with this certificate."""
    names = {f"distributed.comm.tls.client.{name}": value for name, value in tls.items()}
    with config.set({"distributed.comm.require-encryption": False, **names}):
        try:
            distributed.Client(address, timeout=3, set_as_default=False).close()
        except OSError:
            return False
        return True


def test_client_without_the_certificate_cannot_connect(address: str, tmp_path: Path) -> None:
    key, cert = str(tmp_path / "key.pem"), str(tmp_path / "cert.pem")
    line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=grading"]
    subprocess.run([*line, "-keyout", key, "-out", cert], check=True, capture_output=True)
    assert _connects(address)
    assert not _connects(address, key=key, cert=cert)
    assert not _connects(address.replace("tls://", "tcp://"))


@pytest.mark.parametrize("address", ["tcp://host:8786", "127.0.0.1:8786"])
def test_scheduler_without_encryption_is_rejected(klass: Class, address: str) -> None:
    """A worker listens on all addresses of its machine, even if its scheduler does not."""
    message = klass.output("grade", SECOND, "--scheduler", address, code=2).err
    assert f"The address {address} is not encrypted, so anybody can connect." in message
    assert "book/grade.md" in message


@pytest.mark.proof  # waits for a scheduler
def test_dying_worker_loses_only_its_own_job(address: str, tmp_path: Path) -> None:
    names = ["a", "once", "b", "always", "c"]
    with closing(DaskExecutor(address, same, nothing)) as executor:
        jobs = [(name, tmp_path) for name in names]
        results = {job[0]: result for job, result in executor.run(_work, jobs)}
    assert str(results.pop("always")) == CRASHED_TWICE
    assert results == {name: name for name in names if name != "always"}


def test_scheduler_gives_the_same_scores(klass: Class, address: str) -> None:
    unit = klass.course.unit(SECOND)
    wrong = {task.id: task.wrong[0].source for task in unit.judged}
    for student, answers in {"new": {t.id: t.solution for t in unit.judged}, "bad": wrong}.items():
        hand_in(klass.folder, student, notebook_bytes(klass.course, SECOND, answers))
    assert "new" in klass.output("grade", SECOND, "--scheduler", address).out
    rows = lines_by_student(klass.output("grade", SECOND).out)
    assert rows["new"].endswith("5 of 5  as before")
    assert rows["bad"].endswith("0 of 5  as before")
    assert klass.command("verify") == 0


@contextmanager
def third_worker(address: str, folder: Path) -> Iterator[None]:
    """Start a worker that imports modules from this folder first."""
    line = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    line += ["--name", "elsewhere", "--no-dashboard", "--no-nanny"]
    path = f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    silent = subprocess.DEVNULL
    worker = subprocess.Popen(
        line, cwd=folder, env={**os.environ, "PYTHONPATH": path}, stdout=silent, stderr=silent
    )
    try:
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=120)
        yield
    finally:
        worker.terminate()
        worker.wait(timeout=30)


@pytest.mark.proof  # waits for a scheduler
def test_worker_with_different_source_is_rejected(
    klass: Class, address: str, tmp_path: Path
) -> None:
    """The worker's source differs only in a comment."""
    shutil.copytree(ROOT / "autograder", tmp_path / "other/autograder")
    with (tmp_path / "other/autograder/core/grading/judgement.py").open("a") as file:
        file.write("# another\n")
    with third_worker(address, tmp_path / "other"):
        message = klass.output("grade", SECOND, "--scheduler", address, code=2).err
    assert "The worker at tls://" in message
    assert "for source, not" in message


def test_different_course_is_detected(own_course: Course) -> None:
    """A machine may have other tasks at the same path."""
    solutions = own_course.path
    facts = describe_environment(solutions, solutions.parent)
    path = own_course.unit(SECOND).files[0]
    path.write_text(path.read_text().replace("tolerance=0.01", "tolerance=0.02"))
    others = describe_environment(solutions, solutions.parent)
    differ = {name for name, value in facts.items() if others[name] != value}
    assert differ == {f"the tasks in {solutions}"}


@pytest.mark.proof  # waits for a scheduler
def test_running_workers_use_the_changed_course(
    own_course: Course, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_course.path.parent)
    tasks = own_course.unit(SECOND).judged
    answers = {task.id: task.solution for task in tasks}
    for n in range(4):  # both workers get jobs in both runs
        book = notebook_bytes(own_course, SECOND, answers)
        hand_in(own_course.path.parent, f"student-{n}", book)
    words = ["grade", SECOND, "--scheduler", address]
    assert main(words) == 0
    path = own_course.unit(SECOND).files[0]
    path.write_text(path.read_text().replace("points: 1", "points: 3"))
    assert output(*words).out.count("1 -> 3, because the task changed") == 4
