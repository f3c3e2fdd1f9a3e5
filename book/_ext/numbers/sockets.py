"""Reject expressions that combine the cores of one CPU with the socket of another.

`[sockets]` of `data/hardware.toml` lists products for each record of a CPU. The data sheet of such
a product describes a whole socket with the same kind of cores.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .store import STATED, Store
from .term import Term


def check_sockets(store: Store, terms: Iterable[Term]) -> None:
    """Raise ValueError if a term is a fact about a socket that is not the socket of a CPU record.

    A number of cores counts as a fact about a socket, even that of a product without a socket.
    """
    terms = tuple(terms)
    sockets = sockets_by_record(store)
    products = {product for own in sockets.values() for product in own}
    for record in cpu_records(store, terms):
        for term in terms:
            product, _, item = term.query.partition(".")
            is_of_a_socket = term.source == "fact" and (product in products or item == "cores")
            if is_of_a_socket and product not in sockets.get(record, ()):
                own = ", ".join(sockets.get(record, ())) or "none"
                raise ValueError(
                    f"{term.query} does not describe the socket of the record '{record}'; "
                    f"[sockets] in data/hardware.toml lists {own}"
                )


def replace_record(
    store: Store, terms: Iterable[Term], own: str, other: str
) -> tuple[Term, ...] | None:
    """Replace the record `own` by `other`, and facts about the socket of `own` by those of `other`.

    Return None if the other socket lacks a fact.
    """
    sockets, hardware = sockets_by_record(store), store.table("hardware")
    result = []
    for term in terms:
        product, _, item = term.query.partition(".")
        if term.source == own:
            result.append(replace(term, source=other))
        elif term.source == "fact" and product in sockets.get(own, ()) and other != own:
            stated = [it for it in sockets.get(other, ()) if item in hardware.get(it, {})]
            if not stated:
                return None
            result.append(replace(term, query=f"{stated[0]}.{item}"))
        else:
            result.append(term)
    return tuple(result)


def sockets_by_record(store: Store) -> dict[str, list[str]]:
    sockets: dict[str, list[str]] = store.table("hardware").get("sockets", {})
    return sockets


def cpu_records(store: Store, terms: Iterable[Term]) -> list[str]:
    """Return the names of the existing records of CPUs that the terms use."""
    names = dict.fromkeys(term.source for term in terms if term.source not in STATED)
    taken = {name: store.record(name) for name in names}
    return [name for name, it in taken.items() if it is not None and it.device["kind"] == "cpu"]
