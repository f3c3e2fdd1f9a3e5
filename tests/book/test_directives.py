"""Directives for tasks, tables, bars, records and explorables."""

import json
import re
from collections.abc import Callable

import books
import pytest
from books import ROOT, ROWS, Mini, MiniBook, directive, flat, measurement, results_file

from autograder import Course

# ---- tasks


def test_task_table_agrees_with_the_task_files(mini: Mini):
    page = mini(directive("task-table", "", ":unit: 01_first"))
    table = page.soup().select_one(".task-table")
    rows = table.select("tbody tr")
    assert rows[1].th.text == "Move every point: one productchallenge"
    assert rows[0].select_one(".badge-star") is None
    assert [cell.text for cell in rows[1].select("td")] == ["2", "JAX program", "4", "10"]
    addresses = [link["href"] for link in table.select("a")]
    assert addresses == [
        "https://colab.test/github/a/b/blob/main/exercises/01_first/01_first.ipynb",
        "https://binder.test/v2/gh/a/b/main?urlpath=lab%2Ftree%2Fexercises%2F01_first%2F01_first.ipynb",
        "https://github.com/a/b/blob/main/exercises/01_first/01_first.ipynb",
        "exercises/01_first/01_first.ipynb",
    ]


def test_only_notebooks_are_copied_from_the_exercises(draft: MiniBook):
    draft.write("../exercises/01_first/01_first.ipynb", "{}")
    draft.write("../exercises/01_first/progress.json", "{}")
    copies = (draft.build().folder / "_build/html/exercises").rglob("*.*")
    assert [path.name for path in copies] == ["01_first.ipynb"]


def test_changed_task_file_rebuilds_the_page(mini: Mini):
    page = mini("x", **{"01_first": directive("task-table")})
    task = page.folder / "solutions" / "01_first" / "02_move_points.py"
    task.write_text(task.read_text().replace("Move every point", "Shift every point"))
    assert "01_first" in page.build().read
    assert "Shift every point" in page.soup("01_first").text


def test_chapter_header_links_the_exercises_and_shows_the_number(mini: Mini):
    page = mini("x", **{"01_first": "text"})
    header = page.soup("01_first").select_one(".article-header-buttons")
    assert "https://colab.test/github/a/b/blob/main/exercises/01_first" in str(header)
    assert "colab" not in str(page.soup().select_one(".article-header-buttons"))
    minutes = sum(task.minutes for task in Course.find(page.folder).unit("01_first").tasks)
    assert page.soup("01_first").select_one(".chapter-number").text == (
        f"Chapter 01, about 1 minute of reading and {minutes} of tasks"
    )


def test_chapter_notebook_states_its_requirements(draft: MiniBook):
    path = draft.folder / "_build/html/_sources/chapter.ipynb"
    draft.write(f"../{path.relative_to(draft.folder)}", '{"cells": [{"source": "1 + 1"}]}')
    for _ in range(2):  # a second build adds nothing
        draft.build()
        first, second = json.loads(path.read_text())["cells"]
        assert "needs the course" in first["source"]
        assert second["source"] == "1 + 1"


def test_plan_table_adds_up_the_minutes_of_its_units(mini: Mini, errors: Callable[..., str]):
    page = mini(directive("plan-table", "", "1: 01", "2: 02 03"))
    rows = page.soup().select(".plan tbody tr")
    course = Course.find(page.folder)
    minutes = [sum(t.minutes for t in course.unit(name).tasks) for name in ("01", "02", "03")]
    sums = [int(row.select_one(".number").text) for row in rows]
    assert sums == [minutes[0], minutes[1] + minutes[2], sum(minutes)]
    assert course.unit("03").title in rows[1].text
    assert "No unit is called '09'" in errors(directive("plan-table", "", "1: 09"))


def test_plans_of_4_8_and_14_weeks_list_units_in_order():
    """Short plans may omit units, but the longest plan has every unit."""
    text = (ROOT / "book/teach.md").read_text(encoding="utf-8")
    plans = re.findall(r"^```\{plan-table\}\n(.*?)^```", text, re.M | re.S)
    weeks = [[line.split(":") for line in plan.splitlines()] for plan in plans]
    assert [[int(week) for week, _ in plan] for plan in weeks] == [
        [*range(1, many + 1)] for many in (4, 8, 14)
    ]
    units = [[unit for _, names in plan for unit in names.split()] for plan in weeks]
    assert units == [sorted(set(plan)) for plan in units]
    assert units[-1] == [name[:2] for name in Course(ROOT / "solutions").units]


# ---- tables, bars, records


def test_measured_table_has_a_row_for_each_size(mini: Mini):
    columns = '  n: "{n}"', '  time: "cpu: gemm[n={n}].time | ms"', '  GPU: "gpu: gemm[n={n}].time"'
    body = "rows:", "  n: [8, 16]", "columns:", *columns
    page = mini(directive("measured-table", "Square products", *body))
    rows = page.soup().select(".measured tbody tr")
    assert [row.th.text for row in rows] == ["8", "16"]
    assert [row.select_one("a").text[:3] for row in rows] == ["1.0", "3.0"]
    assert [row.select("td")[1].text for row in rows] == ["not measured yet"] * 2


def test_bars_are_proportional_to_their_values(mini: Mini):
    cases = "cpu: chain[order=left", "cpu: chain[order=right", "gpu: chain[order=right"
    body = [f'  bar {number}: "{case},n=16].time"' for number, case in enumerate(cases)]
    page = mini(directive("measured-bars", "Time", "unit: ms", "bars:", *body))
    bars = page.soup().select(".bar")
    fills = [bar.select_one(".bar-fill") for bar in bars]
    styles = [fill and fill["style"] for fill in fills]
    assert styles == ["inline-size:100.000%", "inline-size:2.000%", None]
    assert "not measured yet" in bars[2].text


def test_malformed_directive_reports_line_and_cause(assert_rejected: Callable[..., None]):
    keys = "the body must be a mapping; its keys may be bars, unit"
    unclear = ("bars:", '  a: "cpu: chain.time"')
    rows = [
        (directive("measured-bars", "Caption", "bras: 1"), keys),
        (directive("measured-bars", "Caption", "unit: ms"), "the body needs a mapping `bars`"),
        (directive("measured-bars", "Caption", "bars:"), "the body needs a mapping `bars`"),
        (directive("measured-table", "Caption", "rows:", "  n: [8]"), "needs a mapping `columns`"),
        (directive("measured-table", "Caption", "columns:", "  n: a"), "needs a mapping `rows`"),
        (directive("measured-bars", "Caption", *unclear), "matches 2 measurements"),
        (directive("explorable", "matmul-cube", ":suites: shapes"), "Did you mean: matmul-cubes"),
        (directive("explorable", "matmul-cubes", ":suites: shape"), "Did you mean: shapes"),
    ]
    assert_rejected(rows)


def test_records_page_shows_every_measurement_and_its_command(mini: Mini):
    page = mini("x").soup("records")
    assert "2.5\u202fGHz" in page.text
    command = "python -m manylanes measure --out cpu"
    for text in ("Test Processor", command, "This record does not exist yet"):
        assert text in flat(page)
    assert len(page.select(".record-case tbody tr")) == len(ROWS)


# ---- explorables


def test_explorable_includes_its_measurements_and_scripts(mini: Mini):
    page = mini(directive("explorable", "matmul-cubes", ":suites: shapes", "Without *script*."))
    element = page.soup().select_one("matmul-cubes")
    (record,) = page.drawn_records()
    assert record["id"] == "cpu"
    assert [(point["case"], point["m"]) for point in record["points"]] == [("shapes", 4)]
    assert element.em.text == "script"
    scripts = [script.get("src", "").split("?")[0] for script in page.soup().select("script")]
    # Each script needs those before it.
    kit = ["number", "typed", "guesses", "drawing", "own", "explorable"]
    expected = [f"_static/kit/{name}.js" for name in kit]
    expected.append("_static/explorables/matmul-cubes.js")
    assert [script for script in scripts if script in expected] == expected
    others = [script.get("src", "") for script in page.soup("records").select("script")]
    assert not any("explorables" in script or "kit" in script for script in others)


def test_explorable_draws_the_first_record_with_the_suite(
    draft: MiniBook, mini: Mini, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(books.SETTINGS, "lanes_records", ["cpu", "second", "gpu"])
    device = {"kind": "cpu", "name": "Second Processor", "cores": 4, "caches": None}
    rows = *ROWS, measurement("alone", {"n": 1})
    draft.write("data/records/second/matmul.json", results_file(*rows, device=device))
    cases = ("shapes", "Test"), ("alone", "Second"), ("shapes alone", "Second")
    for suites, name in cases:
        page = mini(directive("explorable", "matmul-cubes", f":suites: {suites}", "x"))
        (record,) = page.drawn_records()
        assert (record["id"], record["device"]) == ("cpu", f"{name} Processor")
        assert [point["case"] for point in record["points"]] == suites.split()
