"""Write the docstrings of the rules into CONTRIBUTING.md as a list, between two markers."""

from __future__ import annotations

from pathlib import Path

from autograder.authoring import task_rules, unit_rules
from autograder.authoring.proof import format_rules

FILE = Path(__file__).parents[2] / "CONTRIBUTING.md"
BEGIN, END = (f"<!-- {word}: autograder/authoring/rule_list.py -->\n" for word in ("begin", "end"))


def format_rule_list() -> str:
    """Return the names and texts of all rules as Markdown."""
    return (
        "A task file (`readable`: it can be read, and its cells run):\n\n"
        f"{format_rules(task_rules.RULES)}"
        "\nWith `--classes N` and with `--mutants`:\n\n"
        f"{format_rules(task_rules.OPTIONAL_RULES.values())}"
        f"\nA unit:\n\n{format_rules(unit_rules.EVERYWHERE)}"
        "\nA unit of a course that has a book beside `solutions/`:\n\n"
        f"{format_rules(unit_rules.WITH_A_BOOK)}"
    )


def insert_rules(text: str) -> str:
    """Return the text of CONTRIBUTING.md with the list between its two markers replaced."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}{format_rule_list()}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    FILE.write_text(insert_rules(FILE.read_text(encoding="utf-8")), encoding="utf-8")
