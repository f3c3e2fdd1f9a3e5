"""Find students whose answers are equal to each other's or to published answers.

A match is two students with equal answers. The weight of a match in bits is the sum, over the tasks
with equal answers, of log2(number of students / number of students with that answer). An answer of
more than 30 students, or of more than half of the class, is not counted.
"""

import ast
import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from autograder.core.course.course import Unit
from autograder.runner.result import Result

Sources = Mapping[str, str]  # a student's answers by task id
_MAX_PAIRS = 20  # maximum number of pairs on the page; those with the rarest answers come first
_MIN_BITS = 4.0  # minimum weight of the equal answers of two students, in bits
_MAX_GROUP = 30  # ignore an answer that more students have in common
_MIN_STATEMENTS = 3  # a function with two lines in its body; shorter ones are often equal by chance


@dataclass(frozen=True)
class EqualAnswers:
    """Two students with equal answers, and the weight of this match in bits."""

    students: tuple[str, str]
    programs: tuple[str, ...]  # ids of the tasks with the same canonical program
    sources: tuple[str, ...]  # tasks with equal text up to names, comments and layout
    bits: float


@dataclass(frozen=True)
class PublishedAnswers:
    """Students whose answers to the same tasks equal published answers."""

    tasks: tuple[str, ...]
    students: tuple[str, ...]


def find_equal_answers(
    results: Mapping[str, Result], texts: Mapping[str, Sources]
) -> list[EqualAnswers]:
    """Return up to `_MAX_PAIRS` matches of at least `_MIN_BITS`, with the largest weight first.

    `texts` has the students' answers, normalized by `normalize_code`.
    """
    programs: dict[tuple[str, str], set[str]] = defaultdict(set)
    sources: dict[tuple[str, str], set[str]] = defaultdict(set)
    for student, result in results.items():
        for verdict in result.verdicts:
            if verdict.program:
                programs[verdict.task, verdict.program].add(student)
        for task, text in texts[student].items():
            sources[task, text].add(student)
    shared: dict[tuple[str, str], dict[str, tuple[set[str], float]]] = defaultdict(dict)
    for kind, groups in (("program", programs), ("source", sources)):
        for (task, _), students in groups.items():
            bits = math.log2(len(results) / len(students))
            # With less than one bit, more than half of the class wrote the same answer.
            if not 2 <= len(students) <= _MAX_GROUP or bits < 1:
                continue
            for pair in combinations(sorted(students), 2):
                kinds, weight = shared[pair].get(task, (set(), 0.0))
                shared[pair][task] = ({*kinds, kind}, max(weight, bits))
    pairs = []
    for pair, tasks in shared.items():
        equal_programs, equal_sources = (
            tuple(sorted(task for task, (kinds, _) in tasks.items() if kind in kinds))
            for kind in ("program", "source")
        )
        weight = sum(bits for _, bits in tasks.values())
        pairs.append(EqualAnswers(pair, equal_programs, equal_sources, weight))
    rare = [pair for pair in pairs if pair.bits >= _MIN_BITS]
    return sorted(rare, key=lambda pair: (-pair.bits, pair.students))[:_MAX_PAIRS]


def find_published_answers(unit: Unit, texts: Mapping[str, Sources]) -> list[PublishedAnswers]:
    """Return groups of students whose answers equal a solution or a published right answer.

    `texts` has the students' normalized answers. Answers of few statements are ignored. The groups
    with the most tasks come first.
    """
    published = {
        task.id: {
            normalize_code(text)
            for text in (task.solution, *(variant.source for variant in task.right))
            if _count_statements(text) >= _MIN_STATEMENTS
        }
        for task in unit.judged
    }
    groups = defaultdict(list)
    for student, answers in texts.items():
        equal = tuple(task for task, text in answers.items() if text in published.get(task, ()))
        if equal:
            groups[equal].append(student)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[0]), group[0]))
    return [PublishedAnswers(tasks, tuple(students)) for tasks, students in ordered]


def _count_statements(source: str) -> int:
    nodes = ast.walk(ast.parse(source))
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in nodes)


def normalize_code(source: str) -> str:
    """Return a text that is equal for programs that differ only in variables, comments or layout.

    Only variables and parameters are renamed, not functions. Docstrings are removed. If the source
    is not valid Python, only its whitespace is normalized.
    """
    try:
        return _without_names(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return " ".join(source.split())


def _without_names(tree: ast.AST) -> str:
    names: dict[str, str] = {}
    stored = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    bound = stored | {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in bound:
            node.id = names.setdefault(node.id, f"v{len(names)}")
        elif isinstance(node, ast.arg):
            node.arg = names.setdefault(node.arg, f"v{len(names)}")
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [each for each in body if not _is_text(each)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    """Return True if a statement is a docstring or another constant, which has no effect."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
