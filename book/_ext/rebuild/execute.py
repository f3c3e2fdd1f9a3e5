"""Execute several pages at the same time, before Sphinx reads them.

myst-nb itself executes pages one by one, when Sphinx reads them. This module stores the results in
the execution cache, where myst-nb finds them. If a cell failed, myst-nb executes the page again and
reports the error.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from jupyter_core.utils import ensure_event_loop
from myst_nb.core.read import create_nb_reader
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.display import status_iterator

from ..html.theme import execution_cache

KERNELS = min(os.cpu_count() or 1, 4)  # a kernel with JAX uses several hundred megabytes


def execute_pages(app: Sphinx, env: BuildEnvironment, pages: list[str]) -> None:
    """Execute the pages that are not in the execution cache, and store their outputs there.

    The outputs of a page with an error are not stored. Other execution modes do nothing here.
    """
    config = env.mystnb_config  # type: ignore[attr-defined]
    if config.execution_mode != "cache":
        return
    cache = get_cache(execution_cache(app))
    with ThreadPoolExecutor(KERNELS) as pool:
        running: dict[Future[ExecutionResult], Path] = {}
        for path, notebook in read_notebooks(env, pages):
            try:
                cache.match_cache_notebook(notebook)
            except KeyError:
                future = pool.submit(run_cells, notebook, path.parent, config.execution_timeout)
                running[future] = path
        for future in status_iterator(
            as_completed(running),
            "executing pages... ",
            length=len(running),
            verbosity=app.verbosity,
            stringify_func=lambda future: running[future].stem,
        ):
            result = future.result()
            if result.err is None:
                data = {"execution_seconds": result.time}
                bundle = CacheBundleIn(result.nb, str(running[future]), data=data)
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def run_cells(notebook: NotebookNode, folder: Path, timeout: int) -> ExecutionResult:
    """Run the cells in a new kernel, up to the first error, which `err` of the result contains."""
    try:
        return single_nb_execution(notebook, str(folder), timeout, allow_errors=False)
    finally:
        ensure_event_loop().close()  # nbclient leaves the event loop of this thread open


def read_notebooks(
    env: BuildEnvironment, pages: Iterable[str]
) -> Iterable[tuple[Path, NotebookNode]]:
    """Yield the path and the notebook of each page with code cells, as myst-nb reads it."""
    for page in sorted(pages):
        path = Path(env.doc2path(page))
        source = path.read_text(encoding="utf-8")
        reader = create_nb_reader(
            str(path),
            env.myst_config,  # type: ignore[attr-defined]
            env.mystnb_config,  # type: ignore[attr-defined]
            source,
        )
        notebook = reader and reader.read(source)
        if notebook and any(cell.cell_type == "code" for cell in notebook.cells):
            yield path, notebook


def setup(app: Sphinx) -> None:
    app.connect("env-before-read-docs", execute_pages)
