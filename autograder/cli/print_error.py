"""Print errors of commands."""

import sys

from autograder.core.messages.printable import printable


def print_error(text: str, code: int) -> int:
    """Print a message on stderr, with non-printable characters escaped. Return `code`."""
    print("\n".join(map(printable, text.split("\n"))), file=sys.stderr)
    return code
