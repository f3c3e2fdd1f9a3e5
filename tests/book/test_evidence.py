"""The tables of evidence: numbers by kind and page, and suites that would replace gaps."""

from bs4 import Tag


def rows(page, label: str) -> list[list[str]]:
    table = page.soup().find("div", {"aria-label": label})
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
