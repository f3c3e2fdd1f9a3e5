"""Tables that compare records of different versions of JAX have a note that states the versions."""

from books import Mini, MiniBook, directive, measurement, results_file

NOTE = (
    "Library versions differ: JAX 0.10.2 on Test Processor, JAX 0.12.0 on Test GPU. "
    "Part of a difference may come from that."
)
ROW = "rows:\n  n: [8]\ncolumns:\n  n: '{n}'\n"
BOTH = {
    "table": directive(
        "measured-table", "T", ROW + "  c: 'cpu: gemm[n={n}].time'\n  g: 'gpu: gemm[n={n}].time'"
    ),
    "bars": directive(
        "measured-bars", "T", "bars:\n  c: 'cpu: gemm[n=8].time'\n  g: 'gpu: gemm[n=8].time'"
    ),
    "roles": "| c | g |\n|-|-|\n"
    "| {measured}`cpu: gemm[n=8].time` | {measured}`gpu: gemm[n=8].time` |",
    "quotient": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time / gpu: gemm[n=8].time` |",
}
ONE = {
    "one_record": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time` |",
    "cores_of_the_other": "| c | g |\n|-|-|\n"
    "| {measured}`cpu: gemm[n=8].time` | {measured}`gpu: device.cores` |",
    "two_tables": "| c |\n|-|\n| {measured}`cpu: gemm[n=8].time` |\n\n"
    "| g |\n|-|\n| {measured}`gpu: gemm[n=8].time` |",
}


def write_gpu_record(draft: MiniBook, version: str) -> None:
    row = measurement("gemm", {"m": 8, "k": 8, "n": 8, "dtype": "f32"})
    device = {"kind": "gpu", "name": "Test GPU", "cores": 4, "caches": None}
    versions = {"python": "3.12.3", "jax": version, "jaxlib": version, "numpy": "2.5.2"}
    draft.write("data/records/gpu/matmul.json", results_file(row, device=device, versions=versions))


def test_only_comparisons_of_two_versions_have_a_note(draft: MiniBook, mini: Mini) -> None:
    write_gpu_record(draft, "0.12.0")
    book = mini("x", **BOTH, **ONE)
    notes = {name: [note.text for note in book.soup(name).select("p.versions")] for name in BOTH}
    assert notes == {name: [NOTE] for name in BOTH}
    assert [name for name in ONE if book.soup(name).select("p.versions")] == []


def test_comparison_of_two_records_of_one_version_has_no_note(draft: MiniBook, mini: Mini) -> None:
    write_gpu_record(draft, "0.10.2")
    assert mini(BOTH["roles"]).soup().select("p.versions") == []
