"""Track dependencies of a page that Sphinx cannot track: folders and missing files.

If a folder or a missing file were an ordinary dependency, Sphinx would rebuild the page every time.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

State = list[str] | bool


def watch(env: BuildEnvironment, path: Path) -> None:
    """Rebuild the current page when the file or folder at `path` changes, appears or disappears.

    A folder changes when a file or folder directly inside appears or disappears.
    """
    if path.is_file():
        env.note_dependency(str(path))
    else:
        watched_paths(env).setdefault(env.docname, {})[str(path)] = state(path)


def watched_paths(env: BuildEnvironment) -> dict[str, dict[str, State]]:
    if not hasattr(env, "lanes_watched"):
        env.lanes_watched = {}  # type: ignore[attr-defined]
    return env.lanes_watched  # type: ignore[no-any-return,attr-defined]


def state(path: Path) -> State:
    return sorted(child.name for child in path.iterdir()) if path.is_dir() else path.exists()


def find_pages_with_changed_paths(
    _app: Sphinx, env: BuildEnvironment, *_sets: set[str]
) -> list[str]:
    """Return the pages with a watched path that has changed since the page was read."""
    return [
        page
        for page, paths in watched_paths(env).items()
        if page in env.found_docs
        and any(state(Path(path)) != before for path, before in paths.items())
    ]


def purge_watched_paths(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    watched_paths(env).pop(page, None)


def setup(app: Sphinx) -> None:
    app.connect("env-get-outdated", find_pages_with_changed_paths)
    app.connect("env-purge-doc", purge_watched_paths)
