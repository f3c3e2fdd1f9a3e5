"""Collapse memory into huge pages, so that a fork copies a smaller page table."""

import ctypes

_LARGE = 2 << 20
_COLLAPSE = (
    25  # MADV_COLLAPSE of Linux 6.1; on older kernels, the call fails and the pages stay small
)


def collapse() -> None:
    """Collapse this process's heap and other anonymous memory into huge pages where possible."""
    advise = ctypes.CDLL(None).madvise
    with open("/proc/self/maps", encoding="utf-8") as file:
        regions = [line.split() for line in file]
    for addresses, rights, _, _, _, *name in regions:
        if rights != "rw-p" or name not in ([], ["[heap]"]):
            continue
        first, end = (int(part, 16) for part in addresses.split("-"))
        for address in range(-(-first // _LARGE) * _LARGE, end - _LARGE + 1, _LARGE):
            advise(ctypes.c_void_p(address), ctypes.c_size_t(_LARGE), _COLLAPSE)
