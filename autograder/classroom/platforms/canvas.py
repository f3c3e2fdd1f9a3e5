"""Canvas: file names in an archive, returned files and the gradebook.

The formats follow Canvas's source code: `lib/content_zipper.rb`, for returned files
`infer_comment_context_from_filename`, and `lib/gradebook_importer.rb`.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence

from autograder.classroom.platforms.path_info import PathInfo, require_name, student_id
from autograder.classroom.platforms.worksheet import Worksheet
from autograder.classroom.roster import Owner
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.returned_notebook import add_feedback

CANVAS = "Canvas"
_NAME = re.compile(  # the part of a file name after the student's name
    r"(?P<late>LATE_)?(?P<id>\d+|anon_[^_]+)_"
    r"(?:(?P<attempt>\d{1,20})_(?P<file>.+)|(?:text|link)\.html)"  # typed text has no attempt
)


def match_canvas(file: str, units: Mapping[str, object]) -> list[re.Match[str]]:
    """Return all ways to read a file name as Canvas's `name_user_upload_file`.

    The user's number is ambiguous if the student's name ends with a number or the original file
    name begins with a number. A name such as `Lastname_123_05_matmul_cost.ipynb` is not from
    Canvas: its second number belongs to the name of the unit.
    """
    starts = [0, *(match.end() for match in re.finditer("_", file))]
    starts = [at for at in starts if not file[:at].endswith(("LATE_", "anon_"))]
    matches = [match for at in starts if (match := _NAME.fullmatch(file, at))]
    prefixes = tuple(unit.casefold() for unit in units)
    return [
        match
        for match in matches
        if not f"{match['attempt']}_{match['file']}".casefold().startswith(prefixes)
    ]


def read_canvas(file: str, matches: list[re.Match[str]], folders: tuple[str, ...]) -> PathInfo:
    """Read a file name, given all its matches. A file name with several matches has no owner."""
    match, *others = matches
    if others:
        problem = "its name contains several numbers, and each may be the student's"
        return PathInfo((), file, problem=problem)
    name, id = file[: match.start()].removesuffix("_"), match["id"]
    name_in_upload, order = match["file"] or file, int(match["attempt"] or 0)
    owner = Owner((id,), name, student_id(f"{name or 'anon'}_{id}"), id, CANVAS, folders)
    prefix = file.removesuffix(name_in_upload)
    info = PathInfo((owner,), name_in_upload, None, bool(match["late"]), order, CANVAS, prefix)
    return info if id.startswith("anon_") else require_name(info)


def canvas_feedback(info: PathInfo, folders: Folders, data: FeedbackData) -> tuple[str, bytes]:
    """Return the name and the content of the file that returns feedback.

    Canvas recognizes the file by the numbers of the user and the upload, and gives it the name of
    the submission. A page would arrive as an `.ipynb` that Jupyter cannot open. Therefore, the file
    is the graded notebook, in a zip if the submission was one.
    """
    book = add_feedback(json.loads(folders.copy.read_bytes()), data)
    content = json.dumps(book, indent=1, ensure_ascii=False).encode() + b"\n"
    if info.file.lower().endswith(".zip"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as inner:
            inner.writestr(zipfile.ZipInfo(folders.copy.name), content)
        content = packed.getvalue()
    return f"{info.upload_prefix}{info.file}", content


class CanvasGradebook(Worksheet):
    """The gradebook. Canvas reads the columns up to `Section` and those of assignments."""

    platform, sign = CANVAS, re.compile("Section")

    def uploaded_columns(self) -> Iterable[int]:
        return range(self.head.index("Section") + 1)

    def owner(self, row: Sequence[str]) -> Owner | None:
        name = row[0].strip()
        return None if name in ("Points Possible", "Student, Test") else super().owner(row)

    def maximum(self, row: Sequence[str]) -> str:
        return row[self.column_index] if row[0].strip() == "Points Possible" else ""

    def reason_to_keep(self, row: Sequence[str], who: str) -> str:
        cell = row[self.column_index].strip()  # EX: excused; N/A: the assignment is not assigned
        reason = f"{self.path.name} has {cell} for {who}; it is not replaced"
        return reason if cell.upper() in ("EX", "N/A") else ""
