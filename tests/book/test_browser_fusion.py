"""The explorable of chapter 07: separate kernels, or one fused kernel."""

import pytest
from browsing import Component

EXPLORABLE = "fusion-switch"
PASS = 8 * 2**22 / 1e6  # MB to read and write one array


@pytest.mark.parametrize("doublings", range(6))
@pytest.mark.parametrize("fused", [False, True])
def test_each_kernel_reads_and_writes_once(figure: Component, doublings: int, fused: bool):
    figure.set(count=doublings, fused=int(fused))
    count, kernels = 2**doublings, 1 if fused else 2**doublings
    assert figure.count("#flow .operation") == count
    for part in ("kernel", "crossing.read", "crossing.write"):
        assert figure.count(f"#flow .{part}") == kernels
    assert figure.texts("kernels", "saved") == (str(kernels), str(count - 1 if fused else 0))
    assert figure.number("bytes") == pytest.approx(kernels * PASS, rel=5e-3)
