"""Compare ids and names of people as platforms and rosters write them."""

import re
from unicodedata import combining, normalize


def normalize_id(text: str) -> str:
    """Fold the case, and compose the accents that macOS decomposes, to compare ids."""
    return normalize("NFC", text).casefold()


def normalize_name(name: str) -> str:
    """Return the letters and digits of a name, without accents and with folded case.

    Other characters are ignored, because each platform removes different ones.
    """
    plain = (char for char in normalize("NFKD", name.casefold()) if not combining(char))
    return "".join(char for char in plain if char.isalnum())


def split_name(name: str) -> set[str]:
    """Split a name at spaces and hyphens, and normalize each word with `normalize_name`."""
    return {normalize_name(word) for word in re.split(r"[\s-]+", name)} - {""}


def contains_in_order(name: str, words: tuple[str, ...]) -> bool:
    """Return True if `name` contains the words in order, and the first starts or the last ends it.

    If a word has only one letter, return False.
    """
    if min(map(len, words)) < 2 or not re.search(".*".join(words), name):
        return False
    return name.startswith(words[0]) or name.endswith(words[-1])
