"""A table in a frame of its own: a wide one scrolls there, which a keyboard can reach."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from .element import element, make


def table(
    kind: str,
    columns: Iterable[str | nodes.Node | list[nodes.Node]],
    rows: Iterable[nodes.Node],
    *,
    label: str,
    caption: list[nodes.Node] | None = None,
) -> element:
    """`label` names the frame for screen readers; without columns there is no head."""
    heads = [make("th", *(c if isinstance(c, list) else [c]), scope="col") for c in columns]
    parts = [make("caption", *caption)] if caption else []
    parts += [make("thead", make("tr", *heads))] if heads else []
    body = make("table", *parts, make("tbody", *rows), class_=f"table {kind}")
    return make("div", body, class_="table-scroll", role="region", tabindex="0", aria_label=label)
