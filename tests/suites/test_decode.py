"""The small decoder of the suite gives the same results with and without a cache."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from manylanes.records import find_case

NEXT = 77  # a token
LAYOUTS = ("tokens", "heads")


def to_layout(layout: str, rows: Any) -> Any:
    """Return the rows of a cache in the layout that the case expects."""
    return rows if layout == "tokens" else np.moveaxis(rows, 1, 2).reshape(-1, 512, 64)


@pytest.fixture(scope="module")
def weights() -> Any:
    return find_case("prefill[tokens=512]").input_makers[0]()


@pytest.fixture(scope="module")
def read(weights: Any) -> Any:
    """Return the logits and the cache of a sequence of 512 tokens that ends with NEXT."""
    draw = np.random.Generator(np.random.Philox(5))
    text = draw.standard_normal((1, 512, 512), np.float32)
    text[0, -1] = weights["embedding"][NEXT]
    return text, *jax.jit(find_case("prefill[tokens=512]").program)(weights, text)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_decoding_with_the_cache_gives_the_logits_of_prefill(
    weights: Any, read: Any, layout: str
) -> None:
    _, logits, cache = read
    # The last row contains an old value until the token is written there.
    cache = jax.tree.map(lambda rows: to_layout(layout, np.asarray(rows.at[:, -1].set(9.0))), cache)
    state = {"logits": jnp.zeros((1, 4096)).at[0, NEXT].set(1), "cache": cache}
    written = jax.jit(find_case(f"decode[layout={layout},batch=1]").program)(weights, state)
    np.testing.assert_allclose(written["logits"], logits, rtol=1e-3, atol=1e-3)


def test_attention_is_causal(weights: Any, read: Any) -> None:
    """The cache of the first tokens does not change when later tokens change."""
    text, _, cache = read
    other = text.copy()
    other[0, 256:] = 0
    again = jax.jit(find_case("prefill[tokens=512]").program)(weights, other)[1]
    first, changed = (np.asarray(layers[-1]["values"][0]) for layers in (cache, again))
    np.testing.assert_allclose(first[:256], changed[:256], rtol=1e-3, atol=1e-4)
    assert np.abs(first[256:] - changed[256:]).max() > 0.1


def test_a_batch_gives_the_results_of_single_sequences(weights: Any) -> None:
    """Sequences in a batch share only the weights."""
    states = {
        batch: find_case(f"decode[layout=heads,batch={batch}]").input_makers[1]()
        for batch in (1, 2)
    }
    alone = jax.tree.map(lambda rows: rows[: len(rows) // 2], states[2])
    one, two = (find_case(f"decode[layout=heads,batch={batch}]").program for batch in (1, 2))
    both = jax.jit(two)(weights, states[2])["logits"][:1]
    np.testing.assert_allclose(jax.jit(one)(weights, alone)["logits"], both, rtol=1e-3, atol=1e-3)


def test_both_cache_layouts_are_equivalent() -> None:
    """Both layouts have the same result, work and bytes."""
    draw = np.random.Generator(np.random.Philox(6))
    tokens, heads = (find_case(f"attention[layout={layout},batch=8]") for layout in LAYOUTS)
    given = [draw.standard_normal(one.shape, np.float32) for one in tokens.inputs]
    turned = [given[0], *(to_layout("heads", rows) for rows in given[1:])]
    result, expected = jax.jit(heads.program)(*turned), jax.jit(tokens.program)(*given)
    np.testing.assert_allclose(result, expected.reshape(64, 64), rtol=1e-4, atol=1e-5)
    assert (tokens.work, tokens.bytes) == (heads.work, heads.bytes)


def test_bytes_are_mostly_weights_and_cache() -> None:
    """The formula ignores norms, scores and activations, which are small."""
    weights, cache = 4 * (6 * 12 * 512**2 + 4096 * 512), 4 * 2 * 6 * 512 * 512
    for batch in (1, 8, 32):
        stated = find_case(f"decode[layout=heads,batch={batch}]")
        assert stated.bytes == pytest.approx(weights + batch * cache, rel=0.1)
        assert stated.bytes > weights + batch * cache
