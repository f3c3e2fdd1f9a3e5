"""Listings: fractions, source lines and predictions."""

from __future__ import annotations

import linecache
from html import unescape
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import Roof, cost, listing, roofline

CELL = "/nowhere/ipykernel_9/cell.py"  # the path of a notebook cell, kept in `linecache`


def layer(c: Any, w: Any) -> Any:
    return jnp.tanh(c @ w), None


def net(x: Any, ws: Any) -> Any:
    y, _ = lax.scan(layer, x, ws)
    # a comment that costs nothing
    return (y * y).sum()


def running_sum(x: Any) -> Any:
    return lax.scan(lambda c, y: (c + y, c), 0.0, x)[1]


def doubled_sum(x: Any) -> Any:
    return lax.scan(lambda c, y: (c + y, c), 0.0, x * 2)[1]


class Model:
    def untouched(self) -> None: ...

    def apply(self, x: Any) -> Any:
        return x + x


SPECS = ("f32[64, 128]", "f32[8, 128, 128]")


def rows(fn: Any, *specs: str) -> list[Any]:
    return [line for lines in listing(fn, *specs).lines.values() for line in lines]


@pytest.mark.parametrize("fn", [net, jax.grad(net)])
def test_fractions_add_up_and_most_work_is_at_the_product(fn: Any) -> None:
    lines, counted = rows(fn, *SPECS), cost(fn, *SPECS)
    assert sum(line.work for line in lines) == pytest.approx(1)
    assert sum(line.bytes for line in lines) == pytest.approx(1)
    at = next(line for line in lines if "c @ w" in line.text)
    products = next(row for row in counted.by_op if row.op == "dot_general")
    assert at.ops["dot_general"] == products.count
    assert at.work == max(line.work for line in lines) > 0.9


def test_only_functions_with_ops_are_listed() -> None:
    texts = [line.text for line in rows(net, *SPECS)]
    assert "    # a comment that costs nothing" in texts
    assert [text for text in texts if text.startswith(("def ", "class "))] == [
        "def layer(c: Any, w: Any) -> Any:", "def net(x: Any, ws: Any) -> Any:",
    ]  # fmt: skip
    method = [line.text.strip() for line in rows(Model().apply, "f32[4]")]
    assert method == ["def apply(self, x: Any) -> Any:", "return x + x"]


def test_notebook_cells_are_listed_and_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f(x):\n    return x.sum()  # 1 < 2 <b>\n"
    monkeypatch.setitem(linecache.cache, CELL, (len(text), None, text.splitlines(True), CELL))
    space: dict[str, Any] = {}
    exec(compile(text, CELL, "exec"), space)
    report = listing(space["f"], "f32[64]")
    assert "return x.sum()  # 1 < 2 <b>" in str(report)
    assert "&lt;b&gt;" in report._repr_html_()
    assert "<b>\n" not in report._repr_html_()


def test_live_arrays_are_named_by_their_line() -> None:
    def doubled(x: Any) -> Any:
        twice = jnp.sort(x + x)
        return jnp.sort(twice[::-1])

    assert "4,096 bytes, f32[1024]: twice = jnp.sort(x + x)" in str(listing(doubled, "f32[1024]"))


def test_program_without_lines_is_listed_by_op() -> None:
    text = jax.jit(jnp.sin).lower(jnp.ones(8)).as_text()
    for program, specs, op in (
        (text, (), "sine"),
        (jnp.sum, ("f32[8]",), "reduce"),
        (eval("lambda x: x + 1"), ("f32[8]",), "add"),
    ):
        report = listing(program, *specs)
        assert report.lines == {}
        assert str(report).startswith("No source lines to show")
        assert [row.split()[0] for row in str(report).splitlines()[1:3]] == ["op", op]
        assert str(report) in unescape(report._repr_html_())


def test_cached_traces_do_not_mix_up_lines() -> None:
    jax.jit(running_sum).lower(jnp.ones(8))
    assert "def running_sum" not in str(listing(doubled_sum, "f32[8]"))
    assert "def running_sum" in str(listing(running_sum, "f32[8]"))


def test_each_machine_has_a_prediction() -> None:
    gpu = Roof(1e12, 1e12, 1e-5, {"kind": "gpu"})
    cpu = Roof(1e12, 1e12, 1e-5, {"kind": "cpu"})
    message = str(listing(net, *SPECS, on={"there": gpu, "here": cpu})).splitlines()
    there, here = (next(line for line in message if line.startswith(name)) for name in ("th", "he"))
    assert there.endswith("; plus the launches of 8 loop iterations")
    assert "iterations" not in here
    assert roofline(net, *SPECS, on=gpu).launched_iterations == 8
    assert str(roofline(net, *SPECS, on=gpu)).startswith(there.removeprefix("there: "))
