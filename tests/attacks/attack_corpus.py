"""Read the corpus: each file is one hostile submission, or one in several variants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
FOLDER = HERE / "submissions"
COURSES = (HERE.parent / "mini/solutions", HERE / "solutions")
UNITS = {path.stem: path.parent.name for course in COURSES for path in course.glob("*/*.py")}
# By unit: the tasks of which one is answered correctly in addition to the attacked task.
HONEST = {"01_first": ["03_count_flops"], "02_second": ["01_ridge", "02_best_split"]}
FAIR = "[n // parts + (i < n % parts) for i in range(parts)]"  # the right answer to 02_best_split
CHANNEL = (FOLDER / "channel.py").read_text(encoding="utf-8")
_CELL = re.compile(r"^# %% (cell|channel|markdown|handed in|answer: (\w+))$", re.MULTILINE)


@dataclass(frozen=True)
class Attack:
    """One hostile submission: its goal and its cells."""

    name: str
    kind: str  # class of the attack
    unit: str
    other_tasks: tuple[str, ...]  # other tasks, answered correctly, whose verdicts must not change
    cells: tuple[str, ...]
    texts: tuple[str, ...]  # markdown cells
    answers: Mapping[str, str] = field(hash=False)
    handed_in: str  # trusted code that writes the file, if a notebook is not enough
    # The fields of the header, which README.md explains.
    tries: str
    defence: str
    gains: str = ""
    undefended: str = ""
    status: str = "failed"
    earned: float = 0
    submissions: int = 1
    siblings: bool = False
    student: str = ""
    message: str = ""

    def __post_init__(self) -> None:
        assert self.gains or self.undefended, f"{self.name}: gains or undefended?"

    def __str__(self) -> str:
        return self.name


FIELDS = {each.name for each in fields(Attack)} | {"answer"}


def read_attacks(path: Path) -> list[Attack]:
    """Read a file of the corpus: a header of comment lines, a blank line, and cells."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n\n")
    header: dict[str, Any] = yaml.safe_load(re.sub(r"^# ?", "", head, flags=re.MULTILINE))
    variants: dict[str, dict[str, Any]] = header.pop("variants", {path.stem: {}})
    attacks = []
    for name, words in variants.items():
        placeholders = {f"@{word}@": str(words[word]) for word in words.keys() - FIELDS}
        own = header | {word: words[word] for word in words.keys() & FIELDS}
        own["tries"] = substitute(own["tries"], placeholders)
        kind = path.parent.name.replace("_", " ")
        attacks.append(_attack(kind, name, own, substitute(body, placeholders)))
    return attacks


def substitute(text: str, placeholders: Mapping[str, str]) -> str:
    """Replace each placeholder by its meaning."""
    for word, meaning in placeholders.items():
        text = text.replace(word, meaning)
    return text


def _attack(kind: str, name: str, header: dict[str, Any], body: str) -> Attack:
    parts = _CELL.split(body)
    cells: dict[str, list[str]] = {"cell": [], "channel": [], "markdown": [], "handed in": []}
    answers = _usual_answer(header.pop("answer")) if "answer" in header else {}
    for title, task, source in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if task:
            answers[task] = source.strip("\n")
        else:
            cells[title].append(source.strip("\n"))
    unit = UNITS[next(iter(answers), "02_best_split")]
    others = [task for task in HONEST.get(unit, []) if task not in answers]
    return Attack(
        name=name,
        kind=kind,
        unit=unit,
        other_tasks=() if cells["handed in"] else tuple(others[:1]),
        cells=(*[CHANNEL] * len(cells["channel"]), *cells["cell"]),
        texts=tuple(re.sub(r"^# ?", "", c, flags=re.MULTILINE) for c in cells["markdown"]),
        answers=answers,
        handed_in="\n".join(cells["handed in"]),
        **{"student": name, **header},
    )


def _usual_answer(words: str) -> dict[str, str]:
    """Return `right`, `wrong`, or `right if EXPRESSION` as an answer."""
    result = {"right": FAIR, "wrong": "[]"}.get(words) or f"{FAIR} {words[6:]} else []"
    return {"02_best_split": f"def best_split(n, parts):\n    return {result}"}


def corpus() -> list[Attack]:
    """Return all attacks, sorted by class and name."""
    attacks = [attack for path in FOLDER.glob("*/*.py") for attack in read_attacks(path)]
    return sorted(attacks, key=lambda attack: (attack.kind, attack.name))
