"""Options of all tests, the order of the test files, long rows, and one browser for a session."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partialmethod
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from chromium import CHROMIUM, FLAGS, INSTALL
from hypothesis import settings
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from reach import select_long_rows
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Otherwise, jsonschema takes 3 s to build a grammar of web addresses that no test needs
# (nbgrader/imports.py).
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


class Compiled(BytecodeCache):
    """A cache of compiled templates, shared by all small books and all pages of classes."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key, bucket.checksum] = bucket.code


Environment.__init__ = partialmethod(Environment.__init__, bytecode_cache=Compiled())  # type: ignore[assignment]

# Wall-clock time is never asserted, not even by hypothesis.
settings.register_profile("course", deadline=None)
settings.load_profile("course")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--runs", type=int, default=2, help="number of times a class is graded")
    parser.addoption("--hide", type=int, default=15, help="number of programs that hide work")
    parser.addoption("--since", default="", help="run all long rows of what changed since")
    parser.addoption("--share", type=int, default=1, help="of the other long rows, run one in N")
    parser.addoption("--record-seconds", action="store_true", help=f"write {SECONDS.name}")


# The slowest files start first, so that no worker begins a long file when the others are done.
# `make test ARGS=--record-seconds` renews the list; a file that is not on it starts first of all.
SECONDS = Path(__file__).with_name("seconds.json")
# Their tests are slow and independent, so the scheduler distributes them one by one, at the end, in
# this order: the slower tests first.
SPLIT_FILES = ("tests/honest/test_both_ways.py", "tests/attacks/test_attacks.py")


class Scheduler(LoadFileScheduling):
    """Keep the tests of a file on one worker, except those of SPLIT_FILES."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(SPLIT_FILES) else str(super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)  # of xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduler | None:
    return Scheduler(config, log) if config.getoption("dist") == "loadfile" else None


class SecondsRecorder:
    """Add up the seconds that each file takes, and write them when the run ends."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.split("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        rows = {file: round(seconds) for file, seconds in sorted(self.seconds.items())}
        SECONDS.write_text(json.dumps(rows, indent=0) + "\n", encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--record-seconds") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondsRecorder())


LONG_ROWS = pytest.StashKey[str]()  # a line with the numbers of long rows that were selected


def pytest_itemcollected(item: pytest.Item) -> None:
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(trylast=True)  # after -k and -m, to draw rows from the selected tests only
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    summary = select_long_rows(config, items)
    if hasattr(config, "workeroutput"):
        config.workeroutput["long_rows"] = summary
    else:
        config.stash[LONG_ROWS] = summary
    seconds = json.loads(SECONDS.read_text(encoding="utf-8"))

    def position(item: pytest.Item) -> tuple[int, float]:
        file = item.nodeid.split("::")[0]
        split = 1 + SPLIT_FILES.index(file) if file in SPLIT_FILES else 0
        return split, -seconds.get(file, inf)

    items.sort(key=position)


@pytest.hookimpl(optionalhook=True)  # a hook of xdist, whose controller collects no tests
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[LONG_ROWS] = getattr(node, "workeroutput", {}).get("long_rows", "")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print how many long rows were required, drawn and left out, if the run draws a share."""
    if summary := config.stash.get(LONG_ROWS, ""):
        terminalreporter.write_line(summary)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one browser for the session, because playwright cannot start twice in a process.

    Without Chromium, skip the test, or fail in CI.
    """
    if CHROMIUM is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(INSTALL)
        pytest.skip(INSTALL)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def software_gpu(browser: Browser) -> Iterator[Callable[[], Browser]]:
    """Return a function that starts a browser whose WebGPU runs on the CPU.

    Tests check results, not speed.
    """
    flags = [flag for flag in FLAGS if flag != "--disable-gpu"]
    flags += [
        "--enable-unsafe-webgpu",
        "--use-webgpu-adapter=swiftshader",
        "--enable-features=Vulkan",
    ]
    opened: list[Browser] = []

    def fresh() -> Browser:
        opened.append(browser.browser_type.launch(executable_path=CHROMIUM, args=flags))
        return opened[-1]

    yield fresh
    for running in opened:
        running.close()
