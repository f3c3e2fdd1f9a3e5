"""Submit each attack to plain nbgrader, with one class for each, inside a disposable sandbox.

    python plain_class.py FOLDER NAME...

Print one line of JSON for each attack: its name and its gains. plain_nbgrader.py starts this
script.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import nbgrader.api
from attack_bench import TABLES, exports_badly
from attack_corpus import Attack, corpus
from attack_page import active_parts
from attack_place import Book, Place
from attack_watch import children, watched
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from plain_course import INPUTS, UNITS, source_book
from traitlets.config import Config

from autograder import Course

LONG_S = 120


class PlainPlace(Place):
    """The same course, graded by plain nbgrader as far as possible."""

    def _copy_course(self) -> Course:
        course = super()._copy_course()
        for unit in course.units:
            if unit not in UNITS:
                shutil.rmtree(course.path / unit)
        return Course.find(course.path.parent)

    @cached_property
    def books(self) -> dict[str, Book]:
        """Return the released notebooks of `nbgrader generate_assignment`."""
        root = self.class_folder
        root.mkdir(exist_ok=True)
        found = {}
        for unit in self.course.units:
            source = root / "source" / unit / f"{unit}.ipynb"
            source.parent.mkdir(parents=True)
            source.write_text(json.dumps(source_book(self.course, unit)))
            self.nbgrader.generate_assignment(unit, create=True)
            found[unit] = json.loads((root / "release" / unit / f"{unit}.ipynb").read_text())
        return found

    def blank(self, unit: str) -> Book:
        return self.books[unit]

    @property
    def nbgrader(self) -> Any:
        """Return nbgrader's API, which its commands and its formgrader use."""
        config = Config()
        config.CourseDirectory.root = str(self.class_folder)
        config.ExecutePreprocessor.timeout = 15
        return NbGraderAPI(config=config)

    def grade(self, unit: str, student: str) -> str:
        """Run both grading steps and return their log."""
        signal.alarm(LONG_S)
        try:
            steps = self.nbgrader
            log = [steps.autograde(unit, student), steps.generate_feedback(unit, student)]
        except TimeoutError:
            return "timeout"
        finally:
            signal.alarm(0)
        return "\n".join(str(step["log"]) for step in log)

    def page(self, unit: str, student: str) -> str:
        """Return the feedback page, or an empty string."""
        path = self.class_folder / "feedback" / student / unit / f"{unit}.html"
        return path.read_text(errors="replace") if path.exists() else ""

    def scores(self, unit: str, student: str) -> dict[str, float] | None:
        """Return the points of each task from the gradebook, or None without a submission."""
        with Gradebook(f"sqlite:///{self.class_folder}/gradebook.db") as book:
            try:
                (notebook,) = book.find_submission(unit, student).notebooks
            except (MissingEntry, ValueError):
                return None
            return {grade.name: grade.score for grade in notebook.grades}


def carry_out_plain(place: PlainPlace, attack: Attack) -> list[str]:
    """Submit and grade an attack and return its gains."""
    known = children()
    with watched(place) as gained:
        for turn in range(attack.turns):
            student = f"{attack.student}_{turn}" if attack.turns > 1 else attack.student
            place.hand_in(attack, student)
            log = place.grade(attack.unit, student)
        gained += find_points(attack, place.scores(attack.unit, student))
        gained += find_leaks(place, attack, student, log)
        db = place.root / f"{attack.name}.db"
        if attack.kind == TABLES and exports_badly(db, student, plain=False):
            gained.append("the table")
    for child in children() - known:
        os.kill(child, signal.SIGKILL)
    return gained


def find_points(attack: Attack, scores: dict[str, float] | None) -> list[str]:
    """Return gains in points: more than earned for the attacker, or fewer for the other tasks."""
    if scores is None:
        return ["no grade"]
    gained = []
    if sum(score for task, score in scores.items() if task not in attack.beside) > attack.earned:
        gained.append("points")
    if any(not scores.get(task) for task in attack.beside):
        gained.append("another task")
    return gained


def find_leaks(place: PlainPlace, attack: Attack, student: str, log: str) -> list[str]:
    """Return gains through the feedback page and its text."""
    page = place.page(attack.unit, student)
    gained = [f"the {name}" for name, canary in place.canaries.items() if canary in page]
    outputs = re.sub(r"BEGIN HIDDEN TESTS.*?END HIDDEN TESTS", "", page, flags=re.DOTALL)
    if attack.gains == "a hidden input" and any(text in outputs for text in INPUTS):
        gained.append("a hidden input")
    if page and active_parts(page) != active_parts(place.page(attack.unit, "ada")):
        gained.append("the page")
    if "\x1b" in page + log:
        gained.append("the terminal")
    if len(page) > 2_000_000:
        gained.append("endless words")
    return gained


def _too_long(*anything: Any) -> None:
    raise TimeoutError


def main() -> None:
    """Run each named attack in a fresh copy of the class."""
    root, *names = sys.argv[1:]
    signal.signal(signal.SIGALRM, _too_long)
    # nbgrader starts a program for this each time it opens the gradebook, so cache the result.
    nbgrader.api.get_alembic_version = cache(nbgrader.api.get_alembic_version)
    place = PlainPlace(Path(root))
    template = place.root / "template"
    os.environ["ATTACK_CANARY"] = place.canaries["environment"]
    for unit in place.course.units:
        place.grade(unit, "ada")
        full = place.scores(unit, "ada") or {"nothing": 0}
        assert all(full.values()), f"correct answers must get their points: {full}"
    place.class_folder.rename(template)
    for attack in corpus():
        if attack.name in names:
            shutil.copytree(template, place.class_folder)
            print(json.dumps([attack.name, carry_out_plain(place, attack)]), flush=True)
            shutil.rmtree(place.class_folder)
            place.tidy()
    place.close()


if __name__ == "__main__":
    main()
