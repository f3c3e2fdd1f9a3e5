"""Check commit subjects.

`commits.py FILE` checks one commit message, and `commits.py --since REV` checks all messages since
REV. A subject is imperative ("Add", not "Added" or "A new …") and may begin with an area
("book: …"). A subject has at most 72 characters, and no semicolon or full stop. The check does not
find verbs such as "Adds", because many nouns and some imperatives also end in -s.
"""

import re
import subprocess
import sys
from pathlib import Path

LONGEST = 72
SUBJECT = re.compile(r"([\w./, -]+: )?[A-Za-z][a-z-]+ \S.*")
# First words of subjects that are not imperative.
NOT_IMPERATIVE = re.compile(
    r"([\w./, -]+: )?(a|an|the|what|who|whose|that|each|every|all|no|nobody|some|one|two|of|in|on"
    r"|at|with|where|when|there|it|its|their|both|which|\w+(ed|ing)) ",
    re.IGNORECASE,
)
# Imperative verbs that end like participles (in -ed or -ing).
VERBS = ("feed", "need", "bring", "embed", "speed", "string", "ring")


def problems(subject: str) -> list[str]:
    """Return one message for each rule for commit subjects that a subject violates."""
    words = subject.rpartition(": ")[2].split() or [""]
    rules = {
        f"it has {len(subject)} characters, more than {LONGEST}": len(subject) > LONGEST,
        "it contains a semicolon: make two commits or shorten it": ";" in subject,
        "it ends with a full stop": subject.endswith("."),
        "it does not begin with an imperative verb, such as Add, Fix or Rename": (
            not SUBJECT.fullmatch(subject)
            or (NOT_IMPERATIVE.match(subject) is not None and words[0].lower() not in VERBS)
        ),
    }
    return [problem for problem, is_true in rules.items() if is_true]


def main(arguments: list[str]) -> int:
    """Print each violation and return 1, or return 0 if there is none.

    Without arguments, print the usage and return 2.
    """
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "--since":
        log = ["git", "log", "--no-merges", "--format=%s", f"{arguments[1]}..HEAD"]
        subjects = subprocess.run(log, check=True, capture_output=True, text=True).stdout
    else:
        subjects = Path(arguments[0]).read_text(encoding="utf-8").partition("\n")[0]
    violations = [
        (subject, each) for subject in subjects.splitlines() for each in problems(subject)
    ]
    for subject, problem in violations:
        print(f"{subject!r}: {problem}.", file=sys.stderr)
    return int(bool(violations))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
