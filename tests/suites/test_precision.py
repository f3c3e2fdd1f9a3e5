"""In the suite `precision`, products have the stated types, and results are comparable."""

import re

import jax
import numpy as np
import pytest

from manylanes._measure.suites import book_suites
from manylanes._measure.workload import PRECISION, Inputs
from manylanes.records import Case

CASES = book_suites()["precision"]
TYPED = [case for case in CASES if case.name == "typed_gemm"]
WORDS = {"int8": "i8", "int16": "i16", "int32": "i32", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2"}


@pytest.mark.parametrize("case", TYPED, ids=lambda case: case.label)
def test_a_product_has_the_stated_input_and_output_types(case: Case) -> None:
    with jax.default_matmul_precision(PRECISION):
        lowered = jax.jit(case.program).lower(*case.inputs).as_text()
    dtype, out_dtype = (
        WORDS.get(str(case.params[key]), case.params[key]) for key in ("dtype", "out_dtype")
    )
    (dot,) = [line for line in lowered.splitlines() if "dot_general" in line]
    assert re.findall(r"x([a-z]\w*)>", dot) == [dtype, dtype, out_dtype]
    assert ("algorithm" in dot) == (dtype == "f32")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.input_makers], ids=lambda c: c.label
)
def test_integer_inputs_are_random(case: Case) -> None:
    arrays = [np.asarray(case.input_makers[place](), np.float64) for place in case.input_makers]
    shapes = [case.inputs[place].shape for place in case.input_makers]
    assert [array.shape for array in arrays] == shapes
    assert all(len(np.unique(array)) > 50 for array in arrays)
    assert len(arrays) < 2 or not np.array_equal(*arrays)


def test_min_plus_product_is_equal_in_all_formats() -> None:
    """All fares are integers that fit into every format, so the times are comparable."""
    cases = [case for case in CASES if case.name == "typed_min_plus"]
    assert len(cases) == 5
    arrays = [cases[0].input_makers[place]() for place in (0, 1)]

    def cheapest(case: Case) -> np.ndarray:
        dtype = case.inputs[0].dtype
        return np.asarray(jax.jit(case.program)(*(array.astype(dtype) for array in arrays)), float)

    expected = cheapest(cases[0])
    assert expected.max() < 127
    for case in cases[1:]:
        np.testing.assert_array_equal(cheapest(case), expected)


def test_compensated_sum_is_accurate_at_four_times_the_work() -> None:
    sums = {
        c.params["method"]: c for c in CASES if c.name == "running_sum" and c.params["lanes"] == 1
    }
    rows = np.asarray(Inputs().get(0, sums["plain"].inputs[0]))
    true = rows.astype(np.float64).sum()
    errors = {method: abs(float(case.program(rows)[0]) - true) for method, case in sums.items()}
    assert errors["compensated"] < 1e-4 < errors["plain"]
    assert sums["compensated"].work == 4 * sums["plain"].work
