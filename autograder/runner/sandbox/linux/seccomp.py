"""Forbid system calls that no notebook needs and that kernel exploits often use.

The filter is a program of classic BPF, which needs no library. The filter forbids:

- calls that affect more than their own process: tracing, mounting, new namespaces, keyrings, file
  handles, BPF, io_uring and performance counters
- calls that allocate memory that outlives its process, or that no process is charged for
- sockets of families other than local and internet
- calls that change the priority of a process or its parent-death signal
- clone3, and a vfork whose child has another parent
- every call that is newer than this file

The numbers of the calls come from Linux's tables for x86-64 and arm64.
"""

import ctypes
import errno
import os
import platform
import struct
from dataclasses import dataclass

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _FIRST = 0, 4, 16  # offsets in `struct seccomp_data`
_NEWEST = 462  # number of the call mseal; the filter forbids all later calls
_NAMESPACES = 0x7E020080  # the CLONE_NEW* flags
_VFORK, _NO_CHILD = 0x4000, 0x18000  # CLONE_VFORK; CLONE_PARENT and CLONE_THREAD
_FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6; the network namespace has no network
_SET_SECCOMP, _MODE_FILTER, _SET_DEATH_SIGNAL = 22, 2, 1

# The forbidden system calls, with their numbers on x86-64 and on arm64.
_FORBIDDEN = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "lookup_dcookie": (212, 18),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "setpriority": (141, 140),
    "settimeofday": (164, 170),
    "shmget": (29, 194),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}


@dataclass(frozen=True)
class _Machine:
    """A processor architecture: the kernel's identifier, and the numbers of some system calls."""

    audit: int
    column: int  # index into the pairs of `_FORBIDDEN`
    clone: int
    prctl: int
    socket: int
    socketpair: int


_CLONE3 = 435
_MACHINES = {
    "x86_64": _Machine(0xC000003E, 0, 56, 157, 41, 53),
    "aarch64": _Machine(0xC00000B7, 1, 220, 167, 198, 199),
}


def install() -> None:
    """Install the filter permanently for this thread and for the threads and processes it creates.

    Raise OSError if the kernel refuses the filter or if the processor is not supported.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        raise OSError(errno.ENOSYS, f"no list of system calls for {platform.machine()}")
    code = b"".join(struct.pack("<HBBI", *line) for line in program(machine))
    buffer = ctypes.create_string_buffer(code, len(code))
    # A `struct sock_fprog`, which consists of a count, padding and a pointer.
    head = struct.pack("@HxxxxxxQ", len(code) // 8, ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    words = [ctypes.c_ulong(_MODE_FILTER), ctypes.c_char_p(head), ctypes.c_ulong(0)]
    if libc.prctl(_SET_SECCOMP, *words, ctypes.c_ulong(0)):
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")


def program(machine: _Machine) -> list[tuple[int, int, int, int]]:
    """Return the BPF program of the filter as instructions for `struct sock_filter`.

    An instruction is a tuple: operation, number of instructions to skip if true, number of
    instructions to skip if false, operand.
    """
    refuse, unknown = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
    lines = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        # On x86-64, the calls of the x32 ABI have larger numbers, so they are forbidden, too.
        (_GREATER, 0, 1, _NEWEST + 1),
        (_RETURN, 0, 0, unknown),
        # A filter cannot read the flags of clone3, which are in memory. Without clone3, libc calls
        # clone.
        (_EQUAL, 0, 1, _CLONE3),
        (_RETURN, 0, 0, unknown),
    ]
    for numbers in _FORBIDDEN.values():
        lines += [(_EQUAL, 0, 1, numbers[machine.column]), (_RETURN, 0, 0, refuse)]
    lines += [
        (_EQUAL, 0, 6, machine.clone),
        (_LOAD, 0, 0, _FIRST),
        (_ANY_BIT, 2, 0, _NAMESPACES),
        # Forbid a vfork whose child does not become a child of the caller. `proc_usage` recognizes
        # a process that waits for a vfork by its child.
        (_ANY_BIT, 0, 2, _VFORK),
        (_ANY_BIT, 0, 1, _NO_CHILD),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, 4, machine.prctl),
        (_LOAD, 0, 0, _FIRST),
        (_EQUAL, 0, 1, _SET_DEATH_SIGNAL),
        (_RETURN, 0, 0, refuse),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 1, 0, machine.socket),
        (_EQUAL, 0, 5, machine.socketpair),
        (_LOAD, 0, 0, _FIRST),
        *((_EQUAL, skip, 0, family) for skip, family in zip((3, 2, 1), _FAMILIES, strict=True)),
        (_RETURN, 0, 0, _ERRNO | errno.EAFNOSUPPORT),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return lines
