"""In the suite `algorithms`, all implementations of a problem give the same result."""

import jax.numpy as jnp
import numpy as np

from manylanes._book import SUITES
from manylanes._measure.suites import load_suite

algorithms = load_suite(SUITES / "algorithms.py")

CASES = {case.label: case for case in algorithms.CASES}
DRAW = np.random.Generator(np.random.Philox(7))


def test_distance_implementations_agree() -> None:
    x, c = DRAW.random((9, 5), np.float32), DRAW.random((4, 5), np.float32)
    true = ((x[:, None].astype(np.float64) - c) ** 2).sum(axis=-1)
    cases = [case for case in algorithms.CASES if case.name == "distances"]
    assert len(cases) == 4
    for case in cases:
        distances = (case.uncompiled or case.program)(jnp.array(x), jnp.array(c))
        np.testing.assert_allclose(distances, true, rtol=1e-4, atol=1e-5)


def test_sparse_product_equals_dense_product() -> None:
    n, nnz_per_row = 16, 5
    columns = algorithms.columns(n, nnz_per_row)
    values, x = DRAW.random((n, nnz_per_row), np.float32), DRAW.random(n, np.float32)
    dense = np.zeros((n, n), np.float32)
    np.add.at(dense, (np.arange(n)[:, None], columns), values)
    programs = {case.name: case.program for case in algorithms.CASES}
    result = programs["sparse"](jnp.array(values), jnp.array(columns), jnp.array(x))
    np.testing.assert_allclose(result, programs["dense"](dense, x), rtol=1e-5)


def test_both_sorts_sort() -> None:
    x = DRAW.random(100, np.float32)
    cases = [case for case in algorithms.CASES if case.name == "sort"]
    assert len(cases) == 2
    for case in cases:
        assert np.all(np.diff((case.uncompiled or case.program)(jnp.array(x))) >= 0)


def test_hash_equals_integer_arithmetic() -> None:
    case = CASES["hash[rounds=8,n=4194304]"]
    keys = case.input_makers[0]()[:50]
    expected = []
    for key in keys.tolist():
        for _ in range(8):
            key = (key ^ key >> 16) * 0x85EBCA6B % 2**32
            key = (key ^ key >> 13) * 0xC2B2AE35 % 2**32
        expected.append(key)
    assert case.program(jnp.array(keys)).tolist() == expected


def test_forest_by_gathers_equals_forest_by_products() -> None:
    for depth in (3, 6):
        methods = "gathers", "products"
        gathers, products = (CASES[f"forest[method={name},depth={depth}]"] for name in methods)
        _, threshold, leaves, examples = gathers.inputs
        shapes = threshold.shape, leaves.shape, (7, examples.shape[1])
        shared = [DRAW.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
        tables = [jnp.array(products.input_makers[place]()) for place in (0, 1)]
        expected = products.program(*tables, *shared)
        assert np.ptp(expected) > 0.1
        features = jnp.array(gathers.input_makers[0]())
        result = gathers.program(features, *shared)
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)
