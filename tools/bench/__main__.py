"""`make bench`: how fast a class is graded, against plain nbgrader and otter-grader.

Ratios of runs that follow one another on this machine, with their medians and spread. Nothing here
is a test: a clock decides no grade and no build.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict

from classes import handed
from floor import Floor, floor
from graders import PLACE, ROOT, GraderFailed, Run, install_otter, otter, ours, plain

from autograder import Course
from autograder.core.course.course import Unit

UNIT = "05"
SIZES = 30, 60, 300
LARGE = 1000
FEW = 12  # of a class, for the graders that are slow
TURNS = 3
WANTED = "10 where all differ, 30 where a third do"
PARTS = {"all differ": 1, "a third differ": 3}
# Ours makes the feedback pages, too; nbgrader's autograde does not.
RATES: dict[str, Callable[[Run], float]] = {
    "nbgrader": lambda run: run.rate,
    "nbgrader with pages": lambda run: run.rate_with_pages,
    "otter": lambda run: run.rate,
}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("make bench", description=__doc__)
    parser.add_argument("--pages", action="store_true", help="the built book's pages, nothing else")
    options = parser.parse_args(arguments)
    if options.pages:
        from weight import weights  # a browser, which no grader needs

        weights(ROOT / "_build" / "html")
        return 0
    PLACE.mkdir(parents=True, exist_ok=True)
    course = Course.find(ROOT)
    unit = course.unit(UNIT)
    try:
        runs = compared(course, unit)
        found: dict[str, object] = {
            "runs": {name: [asdict(run) for run in row] for name, row in runs.items()},
            "floor": asdict(judged_alone(course, unit)),
            "large": large(course, unit, runs["nbgrader"]),
        }
    except GraderFailed as error:
        print(error)
        return 1
    path = PLACE / "bench.json"
    path.write_text(json.dumps(found, indent=1))
    print(f"\nEvery run: {path.relative_to(ROOT)}")
    return 0


def compared(course: Course, unit: Unit) -> dict[str, list[Run]]:
    """The three graders by turns, so that all meet the same hour of the machine."""
    install_otter()
    print(f"{unit.id}; {os.cpu_count()} cores; Python {platform.python_version()}")
    classes = {
        f"{size}, {name}": handed(course, unit, size, size // parts)
        for size in SIZES
        for name, parts in PARTS.items()
    }
    few = next(iter(classes.values())).first(FEW)
    runs: dict[str, list[Run]] = {name: [] for name in [*classes, "nbgrader", "otter"]}
    for turn in range(TURNS):
        for name, whole in classes.items():
            runs[name].append(_shown(f"  {turn + 1}: ours, {name}", unit, ours(course, whole)))
        runs["nbgrader"].append(_shown(f"  {turn + 1}: nbgrader", unit, plain(course, few)))
        runs["otter"].append(_shown(f"  {turn + 1}: otter", unit, otter(course, few)))
    print("\nTimes as many submissions a minute; median of the runs (least to most)")
    for name in classes:
        for other, rate in RATES.items():
            pairs = zip(runs[name], runs[other.split()[0]], strict=True)
            print(f"  {name} : {other:<20} {_spread([a.rate / rate(b) for a, b in pairs])}")
    print(f"    wanted against nbgrader: {WANTED}")
    return runs


def judged_alone(course: Course, unit: Unit) -> Floor:
    """What no grader of programs can avoid, and how far from it we are, on one core."""
    found = floor(course, unit)
    print("\nOne submission on one core, in milliseconds")
    for name, value in asdict(found).items():
        print(f"  {name.replace('_', ' '):<28} {value * 1e3:8.0f}")
    return found


def large(course: Course, unit: Unit, nbgrader: Sequence[Run]) -> dict[str, object]:
    """A class of a size that nobody grades by hand, and a tenth of it: is the memory the same?"""
    print(f"\n{LARGE} submissions, a third differ; wanted: less than 300 s on two cores")
    whole = handed(course, unit, LARGE, LARGE // 3)
    tenth, all_of_it = (ours(course, part) for part in (whole.first(LARGE // 10), whole))
    for run in (tenth, all_of_it):
        _shown(f"  {run.count}: {run.memory / 2**20:.0f} MiB at most", unit, run)
    print(f"  {all_of_it.count} : nbgrader {_spread([all_of_it.rate / n.rate for n in nbgrader])}")
    return {"tenth": asdict(tenth), "whole": asdict(all_of_it)}


def _shown(what: str, unit: Unit, run: Run) -> Run:
    """All answers are right: who gives less has not done the work, and its speed says nothing."""
    print(f"{what}: {run.count} in {run.seconds:.1f} s, {run.rate:.1f} a minute", flush=True)
    full = sum(task.points for task in unit.judged)
    if set(run.points) != {full}:
        raise GraderFailed(f"It gave {min(run.points):g} to {max(run.points):g} of {full:g} points")
    return run


def _spread(numbers: list[float]) -> str:
    return f"{statistics.median(numbers):6.1f} ({min(numbers):.1f} to {max(numbers):.1f})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
