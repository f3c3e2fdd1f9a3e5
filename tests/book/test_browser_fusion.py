"""The explorable of chapter 07: separate kernels, or one fused kernel."""

from __future__ import annotations

import pytest
from browsing import Component

EXPLORABLE = "fusion-switch"
PASS = 8 * 2**22 / 1e6  # MB to read and write one array


@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("fused", [False, True])
def test_each_kernel_reads_and_writes_once(figure: Component, doublings: int, fused: bool):
    figure.press("count", "Home", *["ArrowRight"] * doublings)
    figure.press("fused", "End" if fused else "Home")
    count, kernels = 2**doublings, 1 if fused else 2**doublings
    assert figure.find("#flow .operation").count() == count
    for what in ("kernel", "crossing.read", "crossing.write"):
        assert figure.find(f"#flow .{what}").count() == kernels
    assert figure.texts("kernels", "saved") == (str(kernels), str(count - 1 if fused else 0))
    assert float(figure.text("bytes").split()[0].replace(",", "")) == pytest.approx(
        kernels * PASS, rel=5e-3
    )


def test_fusing_one_operation_saves_nothing(figure: Component):
    figure.button("nothing to fuse").click()
    assert figure.texts("kernels", "saved") == ("1", "0")
    figure.expect_announcement("1 operation, fused: 1 kernel")


def test_limits_predict_fused_and_separate_kernels(figure: Component):
    """Each machine with known limits has two lines, even without measurements."""
    assert figure.find(".law.cpu").count() == 2
    assert "predicted" in figure.text("machines")
