"""The map of programs: the roofs of its machine determine the place of each program."""

from books import ROOT, MiniBook, directive, flat, measurement, results_file

ROOFS = (
    measurement("roof", {"kind": "compute"}, work=1000, bytes=1, samples_s=[1.0] * 3),
    measurement("roof", {"kind": "memory"}, work=1, bytes=100, samples_s=[1.0] * 3),
)


def build_map(draft: MiniBook, *rows: dict[str, object]) -> MiniBook:
    """Build a map for a machine with 1,000 operations and 100 bytes per second (ridge: 10)."""
    draft.write("data/records/cpu/matmul.json", results_file(*ROOFS, *rows))
    named = [f'  "program {at}": "cpu: gemm[n={at}]"' for at in range(len(rows))]
    draft.write_pages(directive("walls", "index:", *named))
    return draft.build()


def gemm(n: int, work: float, moved: float, seconds: float) -> dict[str, object]:
    return measurement("gemm", {"n": n}, work=work, bytes=moved, samples_s=[seconds] * 3)


def test_program_is_placed_by_its_counts_and_roofs(draft: MiniBook):
    page = build_map(draft, gemm(0, 1000, 10, 2.0), gemm(1, 100, 100, 2.0), gemm(2, 100, 1, 10.0))
    assert "WARNING" not in page.warnings
    rows = page.soup().select("table.measured tbody tr")
    cells = [[flat(cell) for cell in row.select("td")[1:]] for row in rows]
    assert cells == [["50 %", "compute"], ["50 %", "memory"], ["1.0 %", "compute"]]
    dots = {dot.title.text: dot.circle for dot in page.soup().select(".walls a")}
    style = (ROOT / "book" / "_static" / "style.css").read_text()
    assert all(f".{name} " in style for dot in dots.values() for name in dot["class"])
    across = [float(dots[f"in: program {at}"]["cx"]) for at in range(3)]
    up = [-float(dots[f"in: program {at}"]["cy"]) for at in range(3)]
    assert across[1] < across[0] == across[2]  # a tenth of the ridge, and twice ten times the ridge
    assert up[2] < up[1] < up[0]
    roof = [point.split(",") for point in page.soup().select_one(".walls-roof")["points"].split()]
    ridge, right = (-float(roof[at][1]) for at in (1, 2))
    assert ridge == right > up[0]
