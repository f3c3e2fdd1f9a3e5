"""The answers are found after edits of the notebook, and the released cells are restored."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from classroom import Submit

from autograder import Course, Unit
from autograder.nbgrader.graded_notebook import graded_notebook
from autograder.notebook.release import fill, unit_cells
from autograder.runner import (
    NeedsReview,
    Submission,
    Unreadable,
    identify,
    normalize_submission,
    parse_notebook,
)
from autograder.runner.result import compute_provenance
from autograder.runner.submissions.open_submission import OpenedSubmission

Book = dict[str, Any]
Cells = list[dict[str, Any]]
ANSWER = "def double(x):\n    return x + x"


@pytest.fixture(scope="module")
def right(unit: Unit, blank: Book) -> Book:
    return fill(blank, {task.id: task.solution for task in unit.tasks})


STUB = 'def double(x):\n    """x: f32[n] -> f32[n]."""\n    raise NotImplementedError("your turn")'
MARKER = "# task: 01_double\n"


def edit(cells: Cells, at: int, **fields: Any) -> Cells:
    """Replace fields of one cell. Cell 3 contains the first answer, and cell 4 its check."""
    return [*cells[:at], {**cells[at], **fields}, *cells[at + 1 :]]


def strip_ids(cells: Cells) -> Cells:
    return [{key: cell[key] for key in cell if key != "id"} | {"metadata": {}} for cell in cells]


HARM: dict[str, Callable[[Cells], Cells]] = {
    "without metadata": lambda cells: [{**cell, "metadata": {}} for cell in cells],
    "without ids and metadata": strip_ids,
    "only answers": lambda cells: [cell for cell in cells if cell["id"].endswith("-answer")],
    "second stub": lambda cells: [*cells, {**cells[3], "source": MARKER + STUB}],
    "other types": lambda cells: edit(edit(cells, 3, cell_type="markdown"), 4, cell_type="raw"),
    "forged check": lambda cells: edit(cells, 4, source="print('passed')"),
    "no marker": lambda cells: edit(cells, 3, source=cells[3]["source"].removeprefix(MARKER)),
    "reversed": lambda cells: cells[::-1],
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_edited_notebook_is_restored(
    right: Book, course: Course, unit: Unit, submit: Submit, harm: Callable[[Cells], Cells]
) -> None:
    book = {**right, "cells": harm(copy.deepcopy(right["cells"]))}
    restored, original = submit(book=book), submit(book=right)
    # A deleted marker is not restored, but everything else is.
    bare = [piece.source.removeprefix(MARKER) for piece in restored.pieces]
    want = [piece.source.removeprefix(MARKER) for piece in original.pieces]
    assert sorted(bare) == sorted(want)
    assert restored.answered == {task.id for task in unit.tasks}
    ours = {cell["source"] for cell in unit_cells(course, unit)}
    assert all(piece.source in ours for piece in restored.pieces if piece.from_course)


def graded_copy(course: Course, unit: Unit, book: Book, path: Path) -> Submission:
    """Return the submission that nbgrader finds in the graded copy of a notebook."""
    path.write_text(json.dumps(book), encoding="utf-8")
    stored = json.dumps(graded_notebook(course, unit, "ada", path)).encode()
    return normalize_submission(course, unit, "ada", parse_notebook(stored))


def test_cells_of_the_student_keep_their_order(right: Book, submit: Submit) -> None:
    book = copy.deepcopy(right)
    for at, source in ((7, "helper = 1"), (4, "early = 1")):
        cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}
        book["cells"].insert(at, cell)
    code = [piece.source.splitlines()[-1].strip() for _, piece in submit(book=book).code()]
    places = [code.index(line) for line in ("early = 1", "import jax.numpy as jnp", "helper = 1")]
    assert places == sorted(places)


@pytest.mark.parametrize("name", ["setup", "02_move_points-given", "01_double"])
@pytest.mark.parametrize("form", ["{ours}\n\n{own}\n", "{own}\n{ours}"], ids=["below", "above"])
def test_code_added_to_a_released_cell_runs_once(
    right: Book, course: Course, unit: Unit, submit: Submit, tmp_path: Path, name: str, form: str
) -> None:
    """An import that a student adds to a released cell works at home, so it must work here, too."""
    book = copy.deepcopy(right)
    (cell,) = [cell for cell in book["cells"] if cell["id"] == name]
    ours = cell["source"]
    cell["source"] = form.format(ours=ours, own="import math")
    once = submit(book=book)
    assert [p.source for p in once.pieces if p.role == "extra"] == ["import math"]
    assert graded_copy(course, unit, book, tmp_path / "submitted.ipynb") == once
    original = submit(book=right)
    assert [p for p in once.pieces if p.role != "extra"] == list(original.pieces)
    # A released cell that was edited but contains no student code is restored.
    cell["source"] = f"import of_last_year\n{ours[:-3]}"
    assert submit(book=book) == original


def test_answer_in_the_check_cell_is_found(right: Book, submit: Submit) -> None:
    """At home, `check()` accepts an answer in place of the check."""
    book = copy.deepcopy(right)
    (cell,) = [cell for cell in book["cells"] if cell["id"] == "01_double"]
    (box,) = [cell for cell in book["cells"] if cell["id"] == "01_double-answer"]
    text = box["source"].partition("\n")[2]
    box["source"], cell["source"] = MARKER + STUB, text
    restored = submit(book=book)
    assert restored.answered == submit(book=right).answered
    answers = [p.source for p in restored.pieces if (p.role, p.task) == ("answer", "01_double")]
    assert answers == [text]


def test_last_of_two_answers_counts(blank: Book, submit: Submit) -> None:
    book = fill(blank, {"01_double": "first = 1"})
    book["cells"].insert(5, {**book["cells"][3], "source": MARKER + ANSWER})
    pieces = [p for p in submit(book=book).pieces if p.role in ("extra", "answer")]
    assert [p.role for p in pieces[:2]] == ["extra", "answer"]
    assert pieces[1].source.endswith(ANSWER)


def test_graded_copy_normalizes_to_the_same_submission(
    course: Course, unit: Unit, right: Book, submit: Submit, tmp_path: Path
) -> None:
    """nbgrader parses each notebook twice, and the second pass must find the stored verdict."""
    book = copy.deepcopy(right)
    book["cells"].insert(4, {**book["cells"][3], "source": "# task: 01_double\nscratch = 2"})
    book["cells"].insert(2, {"cell_type": "markdown", "source": "<b>note</b>", "metadata": {}})
    once = submit(book=book)
    again = graded_copy(course, unit, book, tmp_path / "submitted.ipynb")

    def key(submission: Submission, secret: bytes = b"s") -> str:
        code = OpenedSubmission(submission, "").code
        return compute_provenance(unit, "", code, secret).key("ada")

    assert key(once) == key(again)
    assert key(once) != key(once, b"another")
    assert key(once) != key(submit(book=right))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xe9", "not JSON"),
        (b"[]", "no list of cells"),
        # Searching to the end of the file from each marker would take hours.
        (b"{" + b"<<<<<<< " * (1 << 18), "not JSON"),
    ],
)
def test_invalid_notebook_is_rejected_with_a_message(data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words) as error:
        parse_notebook(data)
    assert not isinstance(error.value, NeedsReview)


def as_json(book: Book) -> bytes:
    return json.dumps(book).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04 and so on", "is a zip archive"),
        (b"\n<!DOCTYPE html><title>Sign in</title>", "is a web page"),
        (b"{\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n}", "A Git merge left two versions"),
        (b"[" * 200_000, "nested more than 200 levels deep. Clear the outputs of all cells"),
        (b'{"cells": [], "metadata": {"widgets": %s}}' % (b"[" * 9000 + b"]" * 9000), "nested"),
        (('{"a": "\\"", "b": ' + "[" * 9000).encode("utf-16"), "nested"),
        (b'{"cells": [], "metadata": [%s]}' % (b"1," * (1 << 20)), "than 1,048,576 values. Clear"),
        (as_json({"cells": [{}] * 3000}), "more than 2000 cells"),
        (as_json({"cells": [{"source": "?" * 999}] * 600}), "more than 512 kB of text"),
    ],
)
def test_damaged_or_large_notebook_needs_review(data: bytes, words: str) -> None:
    with pytest.raises(NeedsReview, match=words):
        parse_notebook(data)


def test_large_outputs_are_accepted(right: Book) -> None:
    """The outputs are twelve megabytes of lines, an image and the data of a plot."""
    book = copy.deepcopy(right)
    lines = [f'[{n}, "a", {{}}]\n' for n in range(500_000)]
    plot = [[x / 7 for x in range(300)] for _ in range(300)]
    data = {"image/png": "iVBOR" * 400_000, "application/vnd.plotly.v1+json": {"z": plot}}
    book["cells"][3]["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": lines},
        {"output_type": "display_data", "data": data, "metadata": {}},
    ]
    original = as_json(book)
    assert len(original) > 12 << 20
    assert parse_notebook(original) == parse_notebook(as_json(right))


def test_invalid_cells_are_read_as_text() -> None:
    surrogate = {"source": "\ud800", "metadata": {"nbgrader": 1}}
    strange = [None, 3, {"source": ["a", 1, "b"]}, surrogate]
    cells = parse_notebook(as_json({"cells": strange}))
    assert [cell["source"] for cell in cells] == ["ab", "?"]
    (cell,) = parse_notebook(as_json({"worksheets": [{"cells": [{"input": "x"}]}, 3, {}]}))
    assert cell["source"] == "x"


def test_unit_is_identified_by_path_or_start_call(course: Course, tmp_path: Path) -> None:
    filed = tmp_path / "ada" / "01_first" / "01_first.ipynb"
    assert identify(course, filed) == (course.unit("01_first"), "ada")
    loose = tmp_path / "my copy.ipynb"
    cells = [{"source": 'start("02_second")'}]
    assert identify(course, loose, cells) == (course.unit("02_second"), "you")
