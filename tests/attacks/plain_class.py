"""Inside a throw-away sandbox: each attack handed in to plain nbgrader, a class for each.

    python plain_class.py FOLDER NAME...

For each attack one line of JSON: its name, and what it gained. Started by plain_nbgrader.py.
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
from attack_bench import TABLES, strange
from attack_corpus import Attack, corpus
from attack_page import acts
from attack_place import Book, Place
from attack_watch import children, watched
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from plain_course import INPUTS, UNITS, source_book
from traitlets.config import Config

from autograder import Course

LONG_S = 120


class PlainPlace(Place):
    """The same course with another grader, as far as that goes."""

    def _copy_course(self) -> Course:
        course = super()._copy_course()
        for unit in course.units:
            if unit not in UNITS:
                shutil.rmtree(course.path / unit)
        return Course.find(course.path.parent)

    @cached_property
    def books(self) -> dict[str, Book]:
        """What `nbgrader generate_assignment` makes of each unit."""
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
        """nbgrader's own steps, as its commands and its formgrader take them."""
        config = Config()
        config.CourseDirectory.root = str(self.class_folder)
        config.ExecutePreprocessor.timeout = 15
        return NbGraderAPI(config=config)

    def graded(self, unit: str, student: str) -> str:
        """Both steps, and all that they said."""
        signal.alarm(LONG_S)
        try:
            steps = self.nbgrader
            said = [steps.autograde(unit, student), steps.generate_feedback(unit, student)]
        except TimeoutError:
            return "it never ended"
        finally:
            signal.alarm(0)
        return "\n".join(str(step["log"]) for step in said)

    def page(self, unit: str, student: str) -> str:
        """The feedback, if there is any."""
        path = self.class_folder / "feedback" / student / unit / f"{unit}.html"
        return path.read_text(errors="replace") if path.exists() else ""

    def scores(self, unit: str, student: str) -> dict[str, float] | None:
        """Points by task, as the gradebook has them; None where it has no submission."""
        with Gradebook(f"sqlite:///{self.class_folder}/gradebook.db") as book:
            try:
                (notebook,) = book.find_submission(unit, student).notebooks
            except (MissingEntry, ValueError):
                return None
            return {grade.name: grade.score for grade in notebook.grades}


def attacked(place: PlainPlace, attack: Attack) -> list[str]:
    """Hand in, grade, and see what was gained."""
    known = children()
    with watched(place) as gained:
        for turn in range(attack.turns):
            student = f"{attack.student}_{turn}" if attack.turns > 1 else attack.student
            place.hand_in(attack, student)
            said = place.graded(attack.unit, student)
        gained += points(attack, place.scores(attack.unit, student))
        gained += shown(place, attack, student, said)
        db = place.root / f"{attack.name}.db"
        if attack.kind == TABLES and strange(db, student, plain=False):
            gained.append("the table")
    for child in children() - known:
        os.kill(child, signal.SIGKILL)
    return gained


def points(attack: Attack, scores: dict[str, float] | None) -> list[str]:
    """More than the honest part of its answer earns, or less than others should have."""
    if scores is None:
        return ["no grade"]
    gained = []
    if sum(score for task, score in scores.items() if task not in attack.beside) > attack.earned:
        gained.append("points")
    if any(not scores.get(task) for task in attack.beside):
        gained.append("another task")
    return gained


def shown(place: PlainPlace, attack: Attack, student: str, said: str) -> list[str]:
    """What its author reads in the feedback, and what the page does to who opens it."""
    page = place.page(attack.unit, student)
    gained = [f"the {name}" for name, canary in place.canaries.items() if canary in page]
    outputs = re.sub(r"BEGIN HIDDEN TESTS.*?END HIDDEN TESTS", "", page, flags=re.DOTALL)
    if attack.gains == "a hidden input" and any(text in outputs for text in INPUTS):
        gained.append("a hidden input")
    if page and acts(page) != acts(place.page(attack.unit, "ada")):
        gained.append("the page")
    if "\x1b" in page + said:
        gained.append("the terminal")
    if len(page) > 2_000_000:
        gained.append("endless words")
    return gained


def _too_long(*anything: Any) -> None:
    raise TimeoutError


def main() -> None:
    """Every attack named, each in a fresh copy of the class."""
    root, *names = sys.argv[1:]
    signal.signal(signal.SIGALRM, _too_long)
    # Another program is asked this each time the gradebook is opened; the answer stays.
    nbgrader.api.get_alembic_version = cache(nbgrader.api.get_alembic_version)
    place = PlainPlace(Path(root))
    template = place.root / "template"
    os.environ["ATTACK_CANARY"] = place.canaries["environment"]
    for unit in place.course.units:
        place.graded(unit, "ada")
        full = place.scores(unit, "ada") or {"nothing": 0}
        assert all(full.values()), f"right answers must have their points: {full}"
    place.class_folder.rename(template)
    for attack in corpus():
        if attack.name in names:
            shutil.copytree(template, place.class_folder)
            print(json.dumps([attack.name, attacked(place, attack)]), flush=True)
            shutil.rmtree(place.class_folder)
            place.tidy()
    place.close()


if __name__ == "__main__":
    main()
