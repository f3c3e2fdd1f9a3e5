"""Describe the device that JAX uses, by asking the machine instead of a list of products."""

from manylanes._device.device import Device, device

__all__ = ["Device", "device"]
