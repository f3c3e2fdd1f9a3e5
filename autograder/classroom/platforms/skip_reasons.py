"""Decide which files of an archive or a folder are ignored or skipped."""

import os
import re
import stat
import zipfile
from pathlib import Path, PurePath, PurePosixPath

from autograder.runner import FILE_BYTES

RATIO = 200  # maximum ratio of unpacked to packed size; notebooks reach a tenth of this limit
_SMALL = 1 << 20  # maximum size in bytes of a file that may have any compression ratio
_NAME_BYTES = 255  # length limit of file names in most file systems
_DEPTH = 8  # maximum number of folders around a file
# Files of macOS and git, not of a student.
_IGNORED = re.compile(r"(^|/)(__MACOSX/|\.git/|\._|\.DS_Store$)")
_TOO_LARGE = "is larger than {} MB"
EDITOR_COPY = "is an editor's copy"


def is_ignored(name: str) -> bool:
    """Return True for a file or folder of macOS or git. These are not reported."""
    return bool(_IGNORED.search(name.replace("\\", "/")))


def entry_skip_reason(entry: zipfile.ZipInfo) -> str:
    """Return why an entry is skipped, or ""."""
    name = entry.filename.replace("\\", "/")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        return "has an absolute path"
    if reason := _path_skip_reason(PurePosixPath(name)):
        return reason
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.flag_bits & 1:
        return "is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is compressed with an unsupported method"
    if entry.file_size > FILE_BYTES:
        return _TOO_LARGE.format(FILE_BYTES >> 20)
    if entry.file_size > max(_SMALL, RATIO * entry.compress_size):
        size = f"{entry.file_size >> 20} MB, more than {RATIO} times its packed size"
        return f"expands to {size}; clear its outputs and collect it again"
    return ""


def file_skip_reason(status: os.stat_result, path: Path) -> str:
    """Return why a file of a folder is skipped, or ""."""
    if reason := _path_skip_reason(path):
        return reason
    if not stat.S_ISREG(status.st_mode):
        return "is a link or a device"
    return _TOO_LARGE.format(FILE_BYTES >> 20) if status.st_size > FILE_BYTES else ""


def _path_skip_reason(path: PurePath) -> str:
    """Return why a path is skipped, or ""."""
    if ".ipynb_checkpoints" in path.parts:
        return EDITOR_COPY
    if ".." in path.parts:
        return "leaves its folder"
    if any(len(os.fsencode(part)) > _NAME_BYTES for part in path.parts):
        return "has a name that is too long"
    return f"is more than {_DEPTH} folders deep" if len(path.parent.parts) > _DEPTH else ""
