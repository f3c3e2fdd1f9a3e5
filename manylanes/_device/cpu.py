"""Read CPU properties from /proc and /sys (Linux) or sysctl (macOS); None means unknown.

Without /proc/cpuinfo, NumPy reports the vector instruction sets.
"""

from __future__ import annotations

import platform
import re

from manylanes._device.machine import Machine

# Vector instruction sets, with the width of their registers in bits.
# Newer versions of NumPy report the microarchitecture levels X86_V2 to X86_V4.
_VECTOR_BITS = {
    "sse2": 128, "sse4_2": 128, "avx": 256, "avx2": 256, "fma": 256, "fma3": 256, "avx512f": 512,
    "x86_v2": 128, "x86_v3": 256, "x86_v4": 512,
    "neon": 128, "asimd": 128, "altivec": 128, "vsx": 128, "vx": 128,
}  # fmt: skip
# Other instruction sets that CPUs report. Of these, only sve affects `count_lanes`.
_VECTOR_EXTENSIONS = re.compile(r"(avx|sse|ssse|amx|fma|f16c|asimd|neon|sve|sme(?!p)|bf16|i8mm).*")
_CPU0 = "sys/devices/system/cpu/cpu0"


def read_name(machine: Machine) -> str | None:
    """Return the model name of the CPU."""
    return (
        _cpuinfo(machine, "model name")
        or _cpuinfo(machine, "Hardware")
        or machine.run("sysctl", "-n", "machdep.cpu.brand_string")
        or platform.processor()
        or None
    )


def read_vector_flags(machine: Machine) -> tuple[str, ...] | None:
    """Return the sorted names, in lower case, of the vector instruction sets and extensions."""
    listed = _cpuinfo(machine, "flags") or _cpuinfo(machine, "Features")
    words = (listed.split() if listed else machine.simd_extensions()) or ()
    lowered = [word.lower() for word in words]
    flags = {word for word in lowered if word in _VECTOR_BITS or _VECTOR_EXTENSIONS.fullmatch(word)}
    return tuple(sorted(flags)) if words else None


def count_lanes(machine: Machine, flags: tuple[str, ...] | None) -> int | None:
    """Return the number of f32 values in the widest vector register."""
    if flags and "sve" in flags:
        # The width of SVE registers depends on the CPU. The kernel reports the default width, in
        # bytes, that processes get.
        length = machine.read("proc/sys/abi/sve_default_vector_length")
        return int(length) // 4 if length and length.isdigit() else None
    widths = [_VECTOR_BITS[flag] for flag in flags or () if flag in _VECTOR_BITS]
    return max(widths) // 32 if widths else None


def read_clock_hz(machine: Machine) -> int | None:
    """Return the reported clock rate in Hz; a virtual machine reports the nominal rate."""
    megahertz = _cpuinfo(machine, "cpu MHz")
    if megahertz:
        return round(float(megahertz) * 1e6)
    return _parse_number(machine.run("sysctl", "-n", "hw.cpufrequency"))


def read_max_clock_hz(machine: Machine) -> int | None:
    """Return the maximum clock rate in Hz."""
    kilohertz = _parse_number(machine.read(f"{_CPU0}/cpufreq/cpuinfo_max_freq"))
    if kilohertz is not None:
        return kilohertz * 1000
    return _parse_number(machine.run("sysctl", "-n", "hw.cpufrequency_max"))


def read_caches(machine: Machine) -> dict[str, int] | None:
    """Return the size in bytes of one cache of each level and type, such as {"L1d": 32768}."""
    caches = {}
    for folder in machine.glob(f"{_CPU0}/cache/index*"):
        level, size = machine.read(f"{folder}/level"), machine.read(f"{folder}/size")
        kind = {"Data": "d", "Instruction": "i"}.get(machine.read(f"{folder}/type") or "", "")
        if level and size and re.fullmatch(r"\d+[KMG]?", size):
            caches[f"L{level}{kind}"] = _parse_size(size)
    if not caches:
        keys = {"L1d": "hw.l1dcachesize", "L2": "hw.l2cachesize", "L3": "hw.l3cachesize"}
        sizes = {
            level: _parse_number(machine.run("sysctl", "-n", key)) for level, key in keys.items()
        }
        caches = {level: size for level, size in sizes.items() if size}
    return dict(sorted(caches.items())) or None


def read_memory_bytes(machine: Machine) -> int | None:
    """Return the size of main memory in bytes."""
    total = re.search(r"^MemTotal:\s*(\d+) kB", machine.read("proc/meminfo") or "", re.MULTILINE)
    if total:
        return int(total[1]) * 1024
    return _parse_number(machine.run("sysctl", "-n", "hw.memsize"))


def _cpuinfo(machine: Machine, key: str) -> str | None:
    """Return the first value of a key in /proc/cpuinfo."""
    text = machine.read("proc/cpuinfo") or ""
    line = re.search(rf"^{re.escape(key)}\s*:\s*(.+)$", text, re.MULTILINE)
    return line[1].strip() if line else None


def _parse_number(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _parse_size(text: str) -> int:
    factor = {"K": 1024, "M": 1024**2, "G": 1024**3}.get(text[-1], 1)
    return int(text.rstrip("KMG")) * factor
