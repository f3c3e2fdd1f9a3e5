"""Device properties, on simulated machines and on this one."""

import ctypes
import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax
import pytest

from manylanes import Device, device
from manylanes._device.device import read_device
from manylanes._device.machine import Machine

CPU = SimpleNamespace(platform="cpu", device_kind="cpu")


@dataclasses.dataclass(frozen=True)
class Fake(Machine):
    """A simulated machine with a few files, commands and libraries."""

    commands: dict[str, str] = dataclasses.field(default_factory=dict)
    libraries: dict[str, Any] = dataclasses.field(default_factory=dict)
    simd: tuple[str, ...] | None = None

    def run(self, *command: str) -> str | None:
        return self.commands.get(" ".join(command))

    def load_library(self, name: str) -> Any:
        return self.libraries.get(name)

    def count_cores(self) -> int | None:
        return 6

    def simd_extensions(self) -> tuple[str, ...] | None:
        return self.simd


def machine(root: Path, files: dict[str, str], **answers: Any) -> Fake:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text + "\n")
    return Fake(root, **answers)


def cpuinfo(**lines: str) -> dict[str, str]:
    return {
        "proc/cpuinfo": "\n".join(f"{key.replace('_', ' ')}\t: {v}" for key, v in lines.items())
    }


def test_linux_on_x86(tmp_path: Path) -> None:
    cache = "sys/devices/system/cpu/cpu0/cache"
    files = {
        **cpuinfo(model_name="Imaginary 9", cpu_MHz="2600.5", flags="fpu sse2 avx2 fma smep"),
        f"{cache}/index0/level": "1", f"{cache}/index0/type": "Data", f"{cache}/index0/size": "48K",
        f"{cache}/index3/level": "3", f"{cache}/index3/type": "Unified",
        f"{cache}/index3/size": "32M",
        "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "4100000",
        "proc/meminfo": "MemTotal:       1024 kB\nMemFree: 5 kB",
    }  # fmt: skip
    here = read_device(machine(tmp_path, files), CPU)
    assert here.kind == "cpu"
    assert here.name == "Imaginary 9"
    assert here.cores == 6
    assert "name          Imaginary 9\n" in str(here)
    assert here.lanes == 8
    assert here.vector_flags == ("avx2", "fma", "sse2")
    assert here.clock_hz == 2_600_500_000
    assert here.max_clock_hz == 4_100_000_000
    assert here.caches == {"L1d": 48 * 1024, "L3": 32 * 1024**2}
    assert here.memory_bytes == 1024**2


@pytest.mark.parametrize(
    ("flags", "lanes"),
    [("sse2", 4), ("sse2 avx", 8), ("avx2 avx512f avx512_bf16", 16), ("fpu", None)],
)
def test_lanes_are_those_of_the_widest_register(
    tmp_path: Path, flags: str, lanes: int | None
) -> None:
    assert read_device(machine(tmp_path, cpuinfo(flags=flags)), CPU).lanes == lanes


def test_arm_sve_width_comes_from_the_kernel(tmp_path: Path) -> None:
    files = cpuinfo(Features="fp asimd sve sve2")
    assert read_device(machine(tmp_path, files), CPU).lanes is None
    files["proc/sys/abi/sve_default_vector_length"] = "32"
    assert read_device(machine(tmp_path, files), CPU).lanes == 8


def test_macos_uses_sysctl(tmp_path: Path) -> None:
    commands = {
        "sysctl -n machdep.cpu.brand_string": "Imaginary M",
        "sysctl -n hw.l1dcachesize": "65536",
        "sysctl -n hw.memsize": "17179869184",
    }
    mac = machine(tmp_path, {}, commands=commands, simd=("NEON", "ASIMDHP"))
    here = read_device(mac, CPU)
    assert here.name == "Imaginary M"
    assert here.lanes == 4
    assert here.caches == {"L1d": 65536}
    assert here.memory_bytes == 16 * 1024**3


def test_unknown_properties_are_none(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("platform.processor", str)
    here = read_device(Fake(tmp_path), CPU)
    known = {"kind", "cores", "system"}
    for field in dataclasses.fields(Device):
        assert (getattr(here, field.name) is None) == (field.name not in known)
    assert "lanes         unknown" in str(here)
    assert "caches        unknown" in str(here)
    assert "driver" not in str(here)


class Driver:
    """A simulated libcuda: it returns 0 for success and the value through a pointer."""

    def __init__(self, attributes: dict[int, int], starts: bool = True) -> None:
        self.attributes, self.starts = attributes, starts

    def cuInit(self, flags: int) -> int:
        return 0 if self.starts else 100

    def cuDeviceGet(self, handle: Any, ordinal: int) -> int:
        return 0

    def cuDeviceGetAttribute(self, value: Any, attribute: int, handle: Any) -> int:
        if attribute not in self.attributes:
            return 1
        ctypes.cast(value, ctypes.POINTER(ctypes.c_int))[0] = self.attributes[attribute]
        return 0

    def cuDeviceTotalMem_v2(self, value: Any, handle: Any) -> int:
        ctypes.cast(value, ctypes.POINTER(ctypes.c_size_t))[0] = 80 * 1024**3
        return 0


def gpu(stats: dict[str, int] | None) -> Any:
    return SimpleNamespace(
        platform="gpu", device_kind="Imaginary G", local_hardware_id=0, memory_stats=lambda: stats
    )


def test_gpu_properties_come_from_the_driver(tmp_path: Path) -> None:
    query = "nvidia-smi --query-gpu=driver_version --format=csv,noheader"
    here = read_device(
        machine=machine(
            tmp_path,
            cpuinfo(model_name="Imaginary 9"),
            libraries={"libcuda.so.1": Driver({10: 32, 13: 1_980_000, 16: 132, 37: 5120, 38: 5})},
            commands={query: "580.1\n580.1"},
        ),
        accelerator=gpu({"bytes_limit": 7}),
    )
    assert here.kind == "gpu"
    assert here.name == "Imaginary G"
    assert (here.cores, here.lanes) == (132, 32)
    assert here.max_clock_hz == 1_980_000_000
    assert here.memory_clock_hz is None
    assert here.memory_bus_bits == 5120
    assert here.caches == {"L2": 5}
    assert here.memory_bytes == 80 * 1024**3
    assert here.driver == "580.1"
    assert here.host == "Imaginary 9"
    assert "memory_clock_hz  unknown" in str(here)


@pytest.mark.parametrize("libraries", [{}, {"libcuda.so.1": Driver({}, starts=False)}])
def test_gpu_without_driver_library_is_mostly_unknown(
    tmp_path: Path, libraries: dict[str, Any]
) -> None:
    here = read_device(Fake(tmp_path, libraries=libraries), gpu({"bytes_limit": 7}))
    assert here.memory_bytes == 7
    assert here.cores is here.lanes is here.caches is here.driver is None
    assert read_device(Fake(tmp_path), gpu(None)).memory_bytes is None


def test_this_machine_is_described_as_json() -> None:
    here = device()
    assert here.kind == jax.devices()[0].platform
    assert here.cores is not None
    assert here.cores >= 1
    assert json.loads(json.dumps(here.as_dict()))["kind"] == here.kind


def test_default_device_context_selects_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine whose first device is not the one that a block computes on."""
    (cpu,) = jax.local_devices()[:1]
    monkeypatch.setattr(jax, "devices", lambda: [SimpleNamespace(platform="gpu", device_kind="G")])
    with jax.default_device(cpu):
        assert device().kind == "cpu"


@pytest.mark.gpu
def test_this_gpu() -> None:
    if jax.default_backend() != "gpu":
        pytest.skip("no GPU here: JAX runs on " + jax.default_backend())
    here = device()
    assert here.kind == "gpu"
    assert here.lanes == 32
    assert here.cores
    assert here.memory_bytes
