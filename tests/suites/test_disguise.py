"""In the suite `disguise`, all implementations of a problem give the same result."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from manylanes._book import SUITES
from manylanes._measure.suites import load_suite

disguise = load_suite(SUITES / "disguise.py")

CASES = {case.label: case for case in disguise.CASES}
DRAW = np.random.Generator(np.random.Philox(7))


def test_distance_implementations_agree() -> None:
    x, c = DRAW.random((9, 5), np.float32), DRAW.random((4, 5), np.float32)
    true = ((x[:, None].astype(np.float64) - c) ** 2).sum(axis=-1)
    ways = [case for case in CASES.values() if case.name == "distances"]
    assert len(ways) == 4
    for case in ways:
        found = (case.uncompiled or case.program)(jnp.array(x), jnp.array(c))
        np.testing.assert_allclose(found, true, rtol=1e-4, atol=1e-5)


def test_sparse_product_equals_dense_product() -> None:
    n, stored = 16, 5
    columns = disguise.columns(n, stored)
    values, x = DRAW.random((n, stored), np.float32), DRAW.random(n, np.float32)
    dense = np.zeros((n, n), np.float32)
    np.add.at(dense, (np.arange(n)[:, None], columns), values)
    sparse = next(case for case in CASES.values() if case.name == "sparse")
    whole = next(case for case in CASES.values() if case.name == "dense")
    expected = whole.program(dense, x)
    np.testing.assert_allclose(
        sparse.program(jnp.array(values), jnp.array(columns), jnp.array(x)), expected, rtol=1e-5
    )


def test_both_sorts_sort() -> None:
    x = DRAW.random(100, np.float32)
    for case in (case for case in CASES.values() if case.name == "sort"):
        assert np.all(np.diff((case.uncompiled or case.program)(jnp.array(x))) >= 0)


def test_hash_equals_integer_arithmetic() -> None:
    keys = CASES["hash[rounds=8,n=4194304]"].input_makers[0]()[:50]
    expected = []
    for key in keys.tolist():
        for _ in range(8):
            key = (key ^ key >> 16) * 0x85EBCA6B % 2**32
            key = (key ^ key >> 13) * 0xC2B2AE35 % 2**32
        expected.append(key)
    found = CASES["hash[rounds=8,n=4194304]"].program(jnp.array(keys))
    assert found.tolist() == expected


def test_forest_by_gathers_equals_forest_by_products() -> None:
    for depth in (3, 6):
        walked, multiplied = (
            CASES[f"forest[way={way},depth={depth}]"] for way in ("gathers", "products")
        )
        threshold, leaves = (
            DRAW.uniform(-1, 1, spec.shape).astype(np.float32) for spec in walked.inputs[1:3]
        )
        rows = DRAW.uniform(-1, 1, (7, walked.inputs[3].shape[1])).astype(np.float32)
        tables = [jnp.array(multiplied.input_makers[place]()) for place in (0, 1)]
        asked = jnp.array(walked.input_makers[0]())
        one, two = (
            walked.program(asked, threshold, leaves, rows),
            multiplied.program(*tables, threshold, leaves, rows),
        )
        assert np.ptp(one) > 0.1
        np.testing.assert_allclose(one, two, rtol=1e-4, atol=1e-4)
