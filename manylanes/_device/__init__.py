"""What is here: read from the machine, never from a list."""

from manylanes._device.device import Device, device

__all__ = ["Device", "device"]
