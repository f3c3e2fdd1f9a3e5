"""The explorable of chapter 07: operations as kernels of their own, or fused into one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsing import Component

PASS = 8 * 2**22 / 1e6  # MB: an array read and written


@pytest.fixture
def switch(explorable: Callable[..., Component]) -> Component:
    return explorable("fusion-switch")


@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("fused", [False, True])
def test_a_kernel_reads_once_and_writes_once(switch: Component, doublings: int, fused: bool):
    switch.press("count", "Home", *["ArrowRight"] * doublings)
    switch.press("fused", "End" if fused else "Home")
    count, kernels = 2**doublings, 1 if fused else 2**doublings
    assert switch.find("#flow .operation").count() == count
    for what in ("kernel", "crossing.read", "crossing.write"):
        assert switch.find(f"#flow .{what}").count() == kernels
    assert switch.texts("kernels", "saved") == (str(kernels), str(count - 1 if fused else 0))
    assert float(switch.text("bytes").split()[0].replace(",", "")) == pytest.approx(
        kernels * PASS, rel=5e-3
    )


def test_nothing_is_gained_where_there_is_nothing_to_fuse(switch: Component):
    switch.button("nothing to fuse").click()
    assert switch.texts("kernels", "saved") == ("1", "0")
    switch.hears("1 operation, fused: 1 kernel")


def test_the_limits_predict_both_ways(switch: Component):
    """Two lines for each machine whose limits are known, whether its cases were measured or not."""
    assert switch.find(".law.cpu").count() == 2
    assert "predicted" in switch.text("machines")
