"""A table inside a frame that scrolls horizontally and can be reached with the keyboard."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from .element import element, make


def make_table(
    kind: str,
    columns: Iterable[str | nodes.Node | list[nodes.Node]],
    rows: Iterable[nodes.Node],
    *,
    label: str,
    caption: list[nodes.Node] | None = None,
) -> element:
    """Create a table inside a scrollable frame, which has the name `label` in screen readers."""
    heads = [make("th", *(c if isinstance(c, list) else [c]), scope="col") for c in columns]
    parts = [make("caption", *caption)] if caption else []
    parts += [make("thead", make("tr", *heads))] if heads else []
    body = make("table", *parts, make("tbody", *rows), class_=f"table {kind}")
    return make("div", body, class_="table-scroll", role="region", tabindex="0", aria_label=label)
