"""Tables that compare records of different versions of JAX have a note that states the versions."""

import pytest
from books import Mini, MiniBook, directive, measurement, results_file

NOTE = (
    "Library versions differ: JAX 0.10.2 on Test Processor, JAX 0.12.0 on Test GPU. "
    "Part of a difference may come from that."
)
ROW = "rows:\n  n: [8]\ncolumns:\n  n: '{n}'\n"
BOTH = {
    "measured-table": directive(
        "measured-table", "T", ROW + "  c: 'cpu: gemm[n={n}].time'\n  g: 'gpu: gemm[n={n}].time'"
    ),
    "measured-bars": directive(
        "measured-bars", "T", "bars:\n  c: 'cpu: gemm[n=8].time'\n  g: 'gpu: gemm[n=8].time'"
    ),
    "a table of roles": "| c | g |\n|-|-|\n"
    "| {measured}`cpu: gemm[n=8].time` | {measured}`gpu: gemm[n=8].time` |",
    "a quotient": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time / gpu: gemm[n=8].time` |",
}
ONE = {
    "one record": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time` |",
    "the cores of the other": "| c | g |\n|-|-|\n"
    "| {measured}`cpu: gemm[n=8].time` | {measured}`gpu: device.cores` |",
    "two tables": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time` |\n\n"
    "| g |\n|-|\n| {measured}`gpu: gemm[n=8].time` |",
}


def notes(draft: MiniBook, mini: Mini, text: str, version: str) -> list[str]:
    row = measurement("gemm", {"m": 8, "k": 8, "n": 8, "dtype": "f32"})
    device = {"kind": "gpu", "name": "Test GPU", "cores": 4, "caches": None}
    versions = {"python": "3.12.3", "jax": version, "jaxlib": version, "numpy": "2.5.2"}
    draft.write("data/records/gpu/matmul.json", results_file(row, device=device, versions=versions))
    page = mini(text)
    return [note.text for note in page.soup().select("p.versions")]


@pytest.mark.parametrize("text", BOTH.values(), ids=BOTH)
def test_table_of_two_versions_has_a_note(draft: MiniBook, mini: Mini, text: str) -> None:
    assert notes(draft, mini, text, "0.12.0") == [NOTE]


@pytest.mark.parametrize("text", ONE.values(), ids=ONE)
def test_table_of_one_version_has_no_note(draft: MiniBook, mini: Mini, text: str) -> None:
    assert notes(draft, mini, text, "0.12.0") == []


def test_table_of_two_records_of_one_version_has_no_note(draft: MiniBook, mini: Mini) -> None:
    assert notes(draft, mini, BOTH["a table of roles"], "0.10.2") == []
