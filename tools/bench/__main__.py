"""`make bench`: compare the speed of `autograder grade` with plain nbgrader and otter-grader.

The results are ratios of runs in one session, with median and range. No test, grade or build
depends on these results.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict

from classes import make_class
from graders import (
    FOLDER,
    ROOT,
    GraderError,
    Run,
    install_otter,
    run_autograder,
    run_nbgrader,
    run_otter,
)
from single import SingleTimes, time_single

from autograder import Course
from autograder.core.course.course import Unit

UNIT = "05"
SIZES = 30, 60, 300
LARGE = 1000
SMALL = 12  # number of submissions for nbgrader and otter, which are slow
ROUNDS = 3
GOAL = "10 if all programs differ, 30 if a third differ"
VARIANTS = {"all differ": 1, "a third differ": 3}
# `autograder grade` also writes feedback pages; `nbgrader autograde` does not.
RATES: dict[str, Callable[[Run], float]] = {
    "nbgrader": lambda run: run.rate,
    "nbgrader with pages": lambda run: run.rate_with_pages,
    "otter": lambda run: run.rate,
}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("make bench", description=__doc__)
    parser.add_argument(
        "--pages", action="store_true", help="measure only the pages of the built book"
    )
    options = parser.parse_args(arguments)
    if options.pages:
        from weight import print_weights  # imports Playwright, which the graders do not need

        print_weights(ROOT / "_build" / "html")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    course = Course.find(ROOT)
    unit = course.unit(UNIT)
    try:
        runs = compare_graders(course, unit)
        report: dict[str, object] = {
            "runs": {name: [asdict(run) for run in row] for name, row in runs.items()},
            "floor": asdict(report_single(course, unit)),
            "large": grade_large_class(course, unit, runs["nbgrader"]),
        }
    except GraderError as error:
        print(error)
        return 1
    path = FOLDER / "bench.json"
    path.write_text(json.dumps(report, indent=1))
    print(f"\nAll runs: {path.relative_to(ROOT)}")
    return 0


def compare_graders(course: Course, unit: Unit) -> dict[str, list[Run]]:
    """Grade several classes with all graders, print the ratios and return all runs by name.

    The graders alternate, so that changes in the machine's speed affect all of them.
    """
    install_otter()
    print(f"{unit.id}; {os.cpu_count()} cores; Python {platform.python_version()}")
    classes = {
        f"{size}, {name}": make_class(course, unit, size, size // parts)
        for size in SIZES
        for name, parts in VARIANTS.items()
    }
    small = next(iter(classes.values())).first(SMALL)
    runs: dict[str, list[Run]] = {name: [] for name in [*classes, "nbgrader", "otter"]}
    for round_ in range(ROUNDS):
        for name, sample in classes.items():
            runs[name].append(
                _report(f"  {round_ + 1}: autograder, {name}", unit, run_autograder(course, sample))
            )
        runs["nbgrader"].append(
            _report(f"  {round_ + 1}: nbgrader", unit, run_nbgrader(course, small))
        )
        runs["otter"].append(_report(f"  {round_ + 1}: otter", unit, run_otter(course, small)))
    print("\nRatio of submissions per minute: median of the rounds (smallest to largest)")
    for name in classes:
        for other, rate in RATES.items():
            pairs = zip(runs[name], runs[other.split()[0]], strict=True)
            print(
                f"  {name} : {other:<20} {_median_and_range([a.rate / rate(b) for a, b in pairs])}"
            )
    print(f"    goal against nbgrader: {GOAL}")
    return runs


def report_single(course: Course, unit: Unit) -> SingleTimes:
    """Print the times of one submission on one core, and of steps that every grader performs."""
    report = time_single(course, unit)
    print("\nOne submission on one core, in milliseconds")
    for name, value in asdict(report).items():
        print(f"  {name.replace('_', ' '):<28} {value * 1e3:8.0f}")
    return report


def grade_large_class(course: Course, unit: Unit, nbgrader: Sequence[Run]) -> dict[str, object]:
    """Grade a large class and a tenth of it. Print and return their speed and memory.

    Also print the ratio of the speed to that of each run of `nbgrader`.
    """
    print(f"\n{LARGE} submissions, a third differ; goal: less than 300 s on two cores")
    sample = make_class(course, unit, LARGE, LARGE // 3)
    tenth, all_students = (
        run_autograder(course, part) for part in (sample.first(LARGE // 10), sample)
    )
    for run in (tenth, all_students):
        _report(f"  {run.count}: {run.memory / 2**20:.0f} MiB peak memory", unit, run)
    ratios = _median_and_range([all_students.rate / run.rate for run in nbgrader])
    print(f"  {all_students.count} : nbgrader {ratios}")
    return {"tenth": asdict(tenth), "all": asdict(all_students)}


def _report(label: str, unit: Unit, run: Run) -> Run:
    """Print a run, and raise GraderError if a right answer did not get full points.

    Without this check, a grader that skips work would look fast.
    """
    print(f"{label}: {run.count} in {run.seconds:.1f} s, {run.rate:.1f} per minute", flush=True)
    full = sum(task.points for task in unit.judged)
    if set(run.points) != {full}:
        raise GraderError(
            f"Right answers got {min(run.points):g} to {max(run.points):g} of {full:g} points"
        )
    return run


def _median_and_range(numbers: list[float]) -> str:
    return f"{statistics.median(numbers):6.1f} ({min(numbers):.1f} to {max(numbers):.1f})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
