"""The evidence tables count numbers by kind and page, and list suites that would fill gaps."""

from bs4 import Tag


def rows(page, label: str, name: str = "index") -> list[list[str]]:
    table = page.soup(name).find("div", {"aria-label": label})
    assert isinstance(table, Tag)
    return [
        [cell.get_text() for cell in row.find_all(["th", "td"])] for row in table.find_all("tr")
    ]


def test_numbers_are_counted_by_kind_and_gaps_by_suite(mini):
    page = mini(
        "```{evidence}\n```",
        other=(
            "{measured}`cpu: gemm[m=8,k=8,n=8,dtype=f32].time` {fact}`h200.bandwidth` "
            "{measured}`gpu: gemm[n=2048].time` {measured}`gpu: chain[order=left,n=2048].time`"
        ),
    )
    counted = rows(page, "Numbers of each page, by kind of evidence")
    assert counted[0] == [
        "page", "measured by us", "measured by others", "hardware facts", "bounds", "not timed",
    ]  # fmt: skip
    assert counted[-1][0] == "all pages"
    assert counted[-1][1:4] == ["1", "", "1"]
    assert rows(page, "Numbers that a new measurement of a suite would replace")[1][:2] == [
        "matmul",
        "2",
    ]


def test_tables_are_written_again_only_if_a_count_has_changed(mini):
    page = mini("x", tables="```{evidence}\n```", other="{fact}`h200.bandwidth`")
    table = page.folder / "_build/html/tables.html"
    written = table.stat().st_mtime_ns
    page.write("other.md", "# Title\n\nMore words, {fact}`h200.bandwidth`\n")
    assert page.build().read == ("other",)
    assert table.stat().st_mtime_ns == written
    page.write("other.md", "# Title\n\n{fact}`h200.bandwidth` {fact}`h200.bandwidth`\n")
    page.build()
    label = "Numbers of each page, by kind of evidence"
    assert rows(page, label, "tables")[-1][3] == "2"
