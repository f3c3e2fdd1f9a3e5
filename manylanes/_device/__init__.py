"""Describe the device that JAX uses, from queries of the machine and not from a product list."""

from manylanes._device.device import Device, device

__all__ = ["Device", "device"]
