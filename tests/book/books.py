"""Build small books in this process, and the real book as `make book` does."""

from __future__ import annotations

import fcntl
import functools
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pybtex.plugin
from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinxcontrib.bibtex import plugin

ROOT = Path(__file__).parents[2]
NARROW = "\N{NARROW NO-BREAK SPACE}"
HERE = Path(__file__).parent
MINI_COURSE = HERE.parent / "mini" / "solutions"
sys.path.insert(0, str(ROOT / "book"))  # where _config.yml finds the extension `_ext`
from _ext.numbers.others_file import OthersError, load_rows  # noqa: E402

SETTINGS: dict[str, Any] = {
    "extensions": ["myst_nb", "sphinxcontrib.bibtex", "_ext"],
    "exclude_patterns": ["_static/*"],
    "html_theme": "sphinx_book_theme",
    "html_sourcelink_suffix": "",
    "bibtex_bibfiles": ["references.bib"],
    "bibtex_reference_style": "author_year",
    "bibtex_cite_id": "cite-{key}",
    "lanes_records": ["cpu", "gpu"],
    "lanes_chapter_rules": False,
    "nb_execution_mode": "off",
    "html_theme_options": {
        "repository_url": "https://github.com/a/b",
        "repository_branch": "main",
        "path_to_docs": "book",
        "launch_buttons": {
            "colab_url": "https://colab.test",
            "binderhub_url": "https://binder.test",
        },
    },
    "nitpicky": True,
    "templates_path": [],  # otherwise, the theme appends to Sphinx's own list
}


# Cache two functions that search all installed packages for each style of each bibliography.
pybtex.plugin._load_entry_point = functools.cache(pybtex.plugin._load_entry_point)
plugin._entry_points = functools.cache(plugin._entry_points)


# The source of a code cell, without its options.
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?::[^\n]*\n)*(.*?)^```$", re.S | re.M)
ALL_PAGES = "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"


def build_html(folder: Path, stream: io.StringIO | None = None, **more: object) -> list[str]:
    """Build `book/` of a folder into `_build/html/` and return the pages that were read."""
    read: list[str] = []
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            str(folder / "book"),
            confdir=None,
            outdir=str(folder / "_build/html"),
            doctreedir=str(folder / "_build/.doctrees"),
            buildername="html",
            confoverrides={**deepcopy(SETTINGS), **more},
            status=None,
            warning=stream,
        )
        app.connect("source-read", lambda _app, page, _text: read.append(page))
        app.build()
    return read


def flat(tag: Tag) -> str:
    """Return the text of an element with one normal space between words."""
    return " ".join(tag.text.split())


@dataclass
class MiniBook:
    """Pages, data and one record in a folder. `build` may be called again after a change."""

    folder: Path
    read: tuple[str, ...] = ()
    warnings: str = ""

    def write(self, name: str, text: str) -> None:
        path = self.folder / "book" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_pages(self, text: str, **pages: str) -> None:
        """Write the index page, which links all pages, and other pages. Texts begin in line 3."""
        for name, words in {"index": text + "\n" + ALL_PAGES, **pages}.items():
            self.write(f"{name}.md", f"# Title\n\n{words}\n")

    def build(self) -> MiniBook:
        stream = io.StringIO()
        self.read = tuple(build_html(self.folder, stream))
        self.warnings = stream.getvalue()
        return self

    def soup(self, page: str = "index") -> BeautifulSoup:
        text = (self.folder / "_build" / "html" / f"{page}.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html.parser")

    def cards(self) -> list[str]:
        """Return the texts of the origin cards on the index page."""
        return [flat(card) for card in self.soup().select(".origin-card")]

    def drawn_records(self) -> list[dict[str, Any]]:
        """Return the records that the explorable on the index page draws."""
        script = self.soup().select_one(".explorable script")
        return list(json.loads(script.string))


Mini = Callable[..., MiniBook]


def directive(name: str, argument: str = "", *lines: str) -> str:
    return "\n".join([f"```{{{name}}} {argument}".rstrip(), *lines, "```"])


def measurement(
    case: str, params: dict[str, Any], samples_s: tuple[float, ...] = (), **over: Any
) -> dict[str, Any]:
    """Return a row of a record with one round of samples, or with all rounds in `rounds_s`."""
    return {
        "suite": "matmul",
        "case": case,
        "params": params,
        "work": 2_000_000,
        "bytes": 1_000_000,
        "donated": "none",
        "compile_s": 0.25,
        "calls": 1,
        "rounds_s": [list(samples_s) or [0.001, 0.00101, 0.00099]],
        "doubts": [],
        **over,
    }


def results_file(*rows: dict[str, Any], **over: Any) -> str:
    """Return the results file of one suite."""
    device = {"kind": "cpu", "name": "Test Processor", "cores": 2, "clock_hz": 2_500_000_000}
    whole = {
        "schema": 2,
        "taken": "2026-01-02T03:04:05+00:00",
        "command": "python -m manylanes measure --out cpu",
        "commit": "0123456789abcdef",
        "device": {**device, "caches": None},
        "versions": {"python": "3.11.7", "jax": "0.10.2", "jaxlib": "0.10.2", "numpy": "2.4.6"},
        "precision": "F32_F32_F32",
        "inputs": "uniform in [-1, 1)",
        "conditions": None,
        "measurements": list(rows),
        **over,
    }
    return json.dumps(whole)


ROWS = (
    measurement("gemm", {"m": 8, "k": 8, "n": 8, "dtype": "f32"}),
    measurement("gemm", {"m": 16, "k": 16, "n": 16, "dtype": "f32"}, samples_s=[0.002, 0.004]),
    measurement("chain", {"order": "left", "n": 16}, samples_s=[0.05, 0.05, 0.05]),
    measurement("chain", {"order": "right", "n": 16}, samples_s=[0.001, 0.001, 0.001]),
    measurement("shapes", {"m": 4, "k": 4, "n": 4, "dtype": "f32"}),
)
HARDWARE = """
[h200.bandwidth]
value = 4.8
unit = "TB/s"
source = "maker"
note = "Peak of the memory"

[h200.price]
value = 30000
unit = "USD"
source = "A sentence about its origin"
"""
# In addition to HARDWARE, the facts from which a page computes bounds for unmeasured values.
DATA_SHEET = """
[machines]
h200 = "NVIDIA H200, SXM module, 2024"

[h200.f32_tflops]
value = 50
unit = "TFLOP/s"
source = "maker"

[h200.l2_cache]
value = 1
unit = "MB"
source = "maker"

[h200.launch]
value = 2
unit = "µs"
source = "A sentence about launches"
"""
LITERATURE = """
[maker.gain]
value = 60
unit = "%"
source = "maker"
"""
CLAIMS = """
[brackets]
article = "maker"
words = "Brackets never matter much."
claim = "Brackets do not matter."
chapter = "05"
machine = "cpu"
metric = "cpu: chain[order=left,n=16].time / chain[order=right,n=16].time"
fixed = "before"
rules = [{ if = "value < 2", ruling = "upheld" }, { if = "low < 10", ruling = "misleading" }, { ruling = "false" }]
correct = "They do."
source = ["maker"]

[unmeasured]
article = "maker"
words = "A GPU is much faster."
claim = "A GPU is faster."
chapter = "05"
machine = "gpu"
metric = "gpu: gemm[n=8].rate"
fixed = "after a rough run"
rules = [{ if = "value > 1e12", ruling = "upheld" }, { ruling = "misleading" }]
correct = "Sometimes."
source = []

[sourced]
article = "maker"
words = "Makers tell the truth."
claim = "Makers do not lie."
chapter = "05"
ruling = "misleading"
correct = "They round."
source = ["maker"]
"""  # noqa: E501
BIBLIOGRAPHY = r"""
@misc{maker, author = {Maker, Ada and Other, Bea}, title = {A {GPU}}, year = {2024}}
@misc{signs, author = {Bon{\'e}r, Jo}, title = {20\% ``more'', 1974--2004}, year = {2024}}
"""
OTHERS_HEAD = """
source = "maker"
address = "github.com/a/lab"
commit = "0123456789abcdef"
licence = "MIT"
read = 2026-01-02
"""
# The files of a small book.
FILES = {
    "data/records/cpu/matmul.json": results_file(*ROWS),
    "data/hardware.toml": HARDWARE,
    "data/literature.toml": LITERATURE,
    "data/claims.toml": CLAIMS,
    "references.bib": BIBLIOGRAPHY,
    "_static/explorables/matmul-cubes.js": "",
    "hardware.md": "# Facts\n\n```{facts-table} hardware\n```\n",
    "records.md": "# Records\n\n```{records}\n```\n",
    "bibliography.md": "# Sources\n\n```{bibliography}\n:all:\n```\n",
    "index.md": f"# Title\n{ALL_PAGES}",
}


# A published measurement, as a series of a file in data/others.
ROW = """
[[series]]
machine = "V100"
kind = "gpu"
year = 2019
library = "cuBLAS 10.1"
file = "results.csv"
unit = "ms"
rows = [
  { case = "gemm[n=2048]", at = "line 7", value = 1.25 },
]
"""


def write_others(path: Path, rows: str) -> None:
    """Write a file of published measurements with the digest that the first load reports."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'{OTHERS_HEAD}figures = "none"\n{rows}', encoding="utf-8")
    try:
        load_rows(path)
    except OthersError as error:
        if match := re.search(r'figures = "\w+"', str(error)):
            path.write_text(f"{OTHERS_HEAD}{match[0]}\n{rows}", encoding="utf-8")


@dataclass(frozen=True)
class RealBook:
    folder: Path

    @property
    def html(self) -> Path:
        return self.folder / "_build" / "html"

    @property
    def pages(self) -> list[Path]:
        return sorted(self.html.glob("*.html"))

    @contextmanager
    def lock_for_reading(self) -> Iterator[None]:
        """Allow other readers, but no build."""
        with locked(self.folder / "gate", fcntl.LOCK_SH):
            pass  # a test that waits to build goes first
        with locked(self.folder / "lock", fcntl.LOCK_SH):
            yield

    @contextmanager
    def lock_for_building(self) -> Iterator[None]:
        """Exclude all readers."""
        gate, lock = self.folder / "gate", self.folder / "lock"
        with locked(gate, fcntl.LOCK_EX), locked(lock, fcntl.LOCK_EX):
            yield

    def build_once(self, cache: Path) -> None:
        """Build in the first worker. The other workers wait and read its error messages.

        The cell cache is that of `make book`, so that no cell is executed by both. If `make book`
        has built pages with the current code, the build starts from a copy of these.
        """
        log, build, made = self.folder / "log", self.folder / "_build", ROOT / "_build"
        with self.lock_for_building():
            if not log.exists():
                cache.mkdir(parents=True, exist_ok=True)
                build.mkdir()
                (build / cache.name).symlink_to(cache)
                if newer_than_code(made / ".doctrees/environment.pickle"):
                    for name in ("html", ".doctrees"):
                        shutil.copytree(made / name, build / name)
                built = self.build()
                log.write_text("" if built.returncode == 0 else built.stdout + built.stderr)
        assert not log.read_text(), log.read_text()[-6000:]

    def build(self) -> subprocess.CompletedProcess[str]:
        # The same options as `make book`.
        command = ["jupyter-book", "build", "book", "--config", "_config.yml"]
        options = ["--path-output", str(self.folder), "-W", "-n", "--keep-going"]
        program = Path(sys.executable).parent / command[0]
        return subprocess.run(
            [str(program), *command[1:], *options], cwd=ROOT, text=True, capture_output=True
        )


def newer_than_code(path: Path) -> bool:
    """Return True if a file exists and is newer than all code that contributes to the pages."""
    code = (
        source
        for name in ("autograder", "book", "manylanes")
        for source in (ROOT / name).rglob("*.py")
    )
    return path.exists() and path.stat().st_mtime > max(each.stat().st_mtime for each in code)


@contextmanager
def locked(path: Path, kind: int) -> Iterator[None]:
    with path.open("a") as file:
        fcntl.flock(file, kind)
        yield
