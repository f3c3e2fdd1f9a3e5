"""Read the corpus: each file is one hostile submission."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "submissions"
_CELL = re.compile(r"^# %% (cell|markdown|handed in|answer: (\w+))$", re.MULTILINE)
FIELDS = {
    "class",  # class of the attack
    "tries",  # one sentence
    "defence",  # the defence that stops it, a name in attack_defences.DEFENCES
    "gains",  # the gain if it succeeds, as attack_bench.py names it
    "unit",  # unit of the miniature course
    "beside",  # other tasks, answered correctly, whose verdicts must not change
    "ends",  # status of the attacked tasks: failed, not run or passed
    "earned",  # points that the honest part of an attacked answer earns
    "turns",  # number of submissions
    "siblings",  # whether it is submitted twice and both are graded at the same time
    "student",  # student name, for attacks through the name
    "says",  # words that the student's report must contain
    "undefended",  # reason why success cannot be shown
}


@dataclass(frozen=True)
class Attack:
    """One hostile submission: its goal and its cells."""

    name: str
    kind: str
    tries: str
    defence: str
    gains: str
    unit: str
    beside: tuple[str, ...]
    ends: str
    earned: float
    turns: int
    siblings: bool
    student: str
    says: str
    undefended: str
    cells: tuple[str, ...]
    texts: tuple[str, ...]  # markdown cells
    answers: Mapping[str, str] = field(hash=False)
    handed_in: str  # trusted code that writes the file, if a notebook is not enough

    def __str__(self) -> str:
        return self.name


def read_attack(path: Path) -> Attack:
    """Read a file of the corpus. Raise an error if a header field is missing or unknown."""
    text = path.read_text(encoding="utf-8")
    _, head, body = text.split("# ---\n", 2)
    header: dict[str, Any] = yaml.safe_load(re.sub(r"^# ?", "", head, flags=re.MULTILINE))
    unknown = header.keys() - FIELDS
    missing = {"class", "tries", "defence"} - header.keys()
    missing |= set() if {"gains", "undefended"} & header.keys() else {"gains or undefended"}
    assert not unknown | missing, f"{path.name}: unknown {unknown}, missing {missing}"
    parts = _CELL.split(body)
    cells: dict[str, list[str]] = {"cell": [], "markdown": [], "handed in": []}
    answers = {}
    for title, task, source in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if task:
            answers[task] = source.strip("\n")
        else:
            cells[title].append(source.strip("\n"))
    unit = header.get("unit", "02_second")
    beside = {"01_first": ["03_count_flops"], "02_second": ["01_ridge"]}.get(unit, [])
    return Attack(
        name=path.stem,
        kind=header["class"],
        tries=header["tries"],
        defence=header["defence"],
        gains=header.get("gains", ""),
        unit=unit,
        beside=tuple(t for t in header.get("beside", beside) if t not in answers),
        ends=header.get("ends", "failed"),
        earned=header.get("earned", 0),
        turns=header.get("turns", 1),
        siblings=header.get("siblings", False),
        student=header.get("student", path.stem),
        says=header.get("says", ""),
        undefended=header.get("undefended", ""),
        cells=tuple(cells["cell"]),
        texts=tuple(re.sub(r"^# ?", "", c, flags=re.MULTILINE) for c in cells["markdown"]),
        answers=answers,
        handed_in="\n".join(cells["handed in"]),
    )


def corpus() -> list[Attack]:
    """Return all attacks, sorted by class and name."""
    found = [read_attack(path) for path in FOLDER.glob("*.py")]
    return sorted(found, key=lambda attack: (attack.kind, attack.name))


def by_class() -> dict[str, list[Attack]]:
    """Return the attacks of each class."""
    kinds: dict[str, list[Attack]] = {}
    for attack in corpus():
        kinds.setdefault(attack.kind, []).append(attack)
    return kinds


def main() -> None:
    """Print the table of classes."""
    kinds = by_class()
    width = max(map(len, kinds))
    for kind, attacks in kinds.items():
        print(f"{kind:<{width}}  {len(attacks):>3}")
        for attack in attacks:
            print(f"{'':<{width}}       {attack.name}: {attack.tries} [{attack.defence}]")
    print(f"{'all':<{width}}  {sum(map(len, kinds.values())):>3}")


if __name__ == "__main__":
    main()
