"""Join memory shared by all forks into huge pages, because forking copies the list of pages."""

import ctypes

_LARGE = 2 << 20
_COLLAPSE = 25  # MADV_COLLAPSE of Linux 6.1; older kernels refuse, and pages stay small


def join() -> None:
    """Join the pages of this process's own memory as far as the machine can."""
    advise = ctypes.CDLL(None).madvise
    with open("/proc/self/maps", encoding="utf-8") as file:
        regions = [line.split() for line in file]
    for addresses, rights, _, _, _, *name in regions:
        if rights != "rw-p" or name not in ([], ["[heap]"]):
            continue
        first, end = (int(part, 16) for part in addresses.split("-"))
        for address in range(-(-first // _LARGE) * _LARGE, end - _LARGE + 1, _LARGE):
            advise(ctypes.c_void_p(address), ctypes.c_size_t(_LARGE), _COLLAPSE)
