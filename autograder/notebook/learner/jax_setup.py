"""Report the JAX version and the device, and find CUDA plug-ins whose version does not match."""

from __future__ import annotations

from importlib import metadata

from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed

# Notebooks support the JAX versions of the last twelve months, so that students can keep a working
# installation. The judge supports fewer versions (extra `grade` in pyproject.toml).
OLDEST = (0, 8)
PLUGINS = ("jax-cuda12-plugin", "jax-cuda13-plugin")


def machine() -> str:
    """Return a sentence about JAX and the device, and a line for each mismatched CUDA plug-in.

    Raise CheckFailed if JAX is too old.
    """
    version = metadata.version("jax")
    if _release_numbers(version) < OLDEST:
        raise CheckFailed(report.jax_too_old(version, ".".join(map(str, OLDEST))))
    import jax

    device = jax.devices()[0]
    kind = device.platform.upper() if device.platform == "cpu" else device.device_kind
    return "\n".join([f"JAX {jax.__version__} runs on the {kind}.", *_plugin_mismatches()])


def _plugin_mismatches() -> list[str]:
    """Return a message for each installed CUDA plug-in whose version differs from jaxlib's."""
    jaxlib, lines = metadata.version("jaxlib"), []
    for name in PLUGINS:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        if _release_numbers(version) != _release_numbers(jaxlib):
            lines.append(report.plugin_mismatch(name, version, jaxlib))
    return lines


def _release_numbers(version: str) -> tuple[int, ...]:
    """Return the first three parts of a version as numbers: `0.10.2.dev1` gives (0, 10, 2).

    Parts that are not numbers are omitted: `0.11.0rc1` gives (0, 11).
    """
    return tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
