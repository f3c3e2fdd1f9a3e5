"""The processor, from /proc and /sys (Linux), sysctl (macOS), or what NumPy found (elsewhere)."""

from __future__ import annotations

import platform
import re

from manylanes._device.machine import Machine

# Instruction sets with f32 vectors, and the width of their registers in bits. The widest counts.
# X86_V2 to X86_V4 are the names newer NumPys give to whole generations of them.
_VECTOR_BITS = {
    "sse2": 128, "sse4_2": 128, "avx": 256, "avx2": 256, "fma": 256, "fma3": 256, "avx512f": 512,
    "x86_v2": 128, "x86_v3": 256, "x86_v4": 512,
    "neon": 128, "asimd": 128, "altivec": 128, "vsx": 128, "vx": 128,
}  # fmt: skip
# Reported beside them: they change what a lane can do, not how many there are.
_VECTOR_KIN = re.compile(r"(avx|sse|ssse|amx|fma|f16c|asimd|neon|sve|sme(?!p)|bf16|i8mm).*")
_CPU0 = "sys/devices/system/cpu/cpu0"


def name(machine: Machine) -> str | None:
    return (
        _cpuinfo(machine, "model name")
        or _cpuinfo(machine, "Hardware")
        or machine.run("sysctl", "-n", "machdep.cpu.brand_string")
        or platform.processor()
        or None
    )


def vector_flags(machine: Machine) -> tuple[str, ...] | None:
    listed = _cpuinfo(machine, "flags") or _cpuinfo(machine, "Features")
    words = (listed.split() if listed else machine.simd()) or ()
    lowered = [word.lower() for word in words]
    kept = {word for word in lowered if word in _VECTOR_BITS or _VECTOR_KIN.fullmatch(word)}
    return tuple(sorted(kept)) if words else None


def lanes(machine: Machine, flags: tuple[str, ...] | None) -> int | None:
    """f32 values in the widest vector register."""
    if flags and "sve" in flags:
        # The width of SVE is the maker's choice; the kernel tells it, in bytes.
        length = machine.read("proc/sys/abi/sve_default_vector_length")
        return int(length) // 4 if length and length.isdigit() else None
    widths = [_VECTOR_BITS[flag] for flag in flags or () if flag in _VECTOR_BITS]
    return max(widths) // 32 if widths else None


def clock_hz(machine: Machine) -> int | None:
    """What the processor says it runs at now; a virtual machine repeats its nominal clock."""
    now = _cpuinfo(machine, "cpu MHz")
    if now:
        return round(float(now) * 1e6)
    return _number(machine.run("sysctl", "-n", "hw.cpufrequency"))


def max_clock_hz(machine: Machine) -> int | None:
    kilohertz = _number(machine.read(f"{_CPU0}/cpufreq/cpuinfo_max_freq"))
    if kilohertz is not None:
        return kilohertz * 1000
    return _number(machine.run("sysctl", "-n", "hw.cpufrequency_max"))


def caches(machine: Machine) -> dict[str, int] | None:
    found = {}
    for folder in machine.folders(f"{_CPU0}/cache/index*"):
        level, size = machine.read(f"{folder}/level"), machine.read(f"{folder}/size")
        kind = {"Data": "d", "Instruction": "i"}.get(machine.read(f"{folder}/type") or "", "")
        if level and size and re.fullmatch(r"\d+[KMG]?", size):
            found[f"L{level}{kind}"] = _size(size)
    if not found:
        asked = {"L1d": "hw.l1dcachesize", "L2": "hw.l2cachesize", "L3": "hw.l3cachesize"}
        sizes = {level: _number(machine.run("sysctl", "-n", key)) for level, key in asked.items()}
        found = {level: size for level, size in sizes.items() if size}
    return dict(sorted(found.items())) or None


def memory_bytes(machine: Machine) -> int | None:
    total = re.search(r"^MemTotal:\s*(\d+) kB", machine.read("proc/meminfo") or "", re.MULTILINE)
    if total:
        return int(total[1]) * 1024
    return _number(machine.run("sysctl", "-n", "hw.memsize"))


def _cpuinfo(machine: Machine, key: str) -> str | None:
    text = machine.read("proc/cpuinfo") or ""
    line = re.search(rf"^{re.escape(key)}\s*:\s*(.+)$", text, re.MULTILINE)
    return line[1].strip() if line else None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdigit() else None


def _size(text: str) -> int:
    factor = {"K": 1024, "M": 1024**2, "G": 1024**3}.get(text[-1], 1)
    return int(text.rstrip("KMG")) * factor
