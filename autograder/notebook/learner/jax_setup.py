"""What the learner's code will run on, in one line, and what of it does not fit."""

from __future__ import annotations

from importlib import metadata

from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed

# Twelve months of versions: a JAX that works is not replaced. The judge pins its own.
OLDEST = (0, 8)
PLUGINS = ("jax-cuda12-plugin", "jax-cuda13-plugin")


def machine() -> str:
    """JAX and the device; CheckFailed where this JAX is too old."""
    version = metadata.version("jax")
    if _numbers(version) < OLDEST:
        raise CheckFailed(report.jax_too_old(version, ".".join(map(str, OLDEST))))
    import jax

    device = jax.devices()[0]
    kind = device.platform.upper() if device.platform == "cpu" else device.device_kind
    return "\n".join([f"JAX {jax.__version__} runs on the {kind}.", *_misfits()])


def _misfits() -> list[str]:
    """A CUDA plug-in of another version than JAX is not loaded, and the GPU stays idle."""
    have, lines = metadata.version("jaxlib"), []
    for name in PLUGINS:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        if _numbers(version) != _numbers(have):
            lines.append(report.plugin_misfit(name, version, have))
    return lines


def _numbers(version: str) -> tuple[int, ...]:
    """`0.10.2` and `0.10.2.dev1` as numbers, to the last that is one."""
    return tuple(int(part) for part in version.split(".")[:3] if part.isdigit())
