"""Add a note below each table or chart whose numbers were measured with different JAX versions."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from ..html.element import element, make
from .origin import origin

COMPARISON_CLASSES = {"table-scroll", "bars"}  # of generated tables and of `measured-bars`


def add_notes(_app: Sphinx, doctree: nodes.document) -> None:
    for place in list(doctree.findall(is_comparison)):
        taken: dict[str, str] = {}
        for number in place.findall(origin):
            taken |= number.get("jax", {})
        if len(set(taken.values())) > 1:
            at = place.parent.index(place)
            place.parent.insert(
                at + 1, make("p", make("small", version_note(taken)), class_="versions")
            )


def is_comparison(node: nodes.Node) -> bool:
    if isinstance(node, element):
        return not COMPARISON_CLASSES.isdisjoint(str(node["html"].get("class", "")).split())
    return isinstance(node, nodes.table)


def version_note(taken: dict[str, str]) -> str:
    """Return the text of the note. `taken` maps machines to their versions of JAX."""
    versions = sorted(set(taken.values()))
    lines = [
        f"JAX {version} on {' and '.join(sorted(m for m, v in taken.items() if v == version))}"
        for version in versions
    ]
    return f"Library versions differ: {', '.join(lines)}. Part of a difference may come from that."


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", add_notes)
