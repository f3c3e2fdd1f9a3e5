"""Which submissions stand in the gradebook already, with these verdicts and this feedback."""

from dataclasses import dataclass
from pathlib import Path

from autograder._atomic import write_atomic


@dataclass(frozen=True)
class Recorded:
    """Notes beside the kept verdicts; written after nbgrader has written."""

    folder: Path  # of the class
    notes: Path
    unit: str

    def has(self, student: str, key: str) -> bool:
        """Whether nothing is left to do for this student."""
        page = self.folder / "feedback" / student / self.unit / f"{self.unit}.html"
        try:
            noted = self._note(student).read_text(encoding="utf-8")
        except OSError:
            return False
        return bool(key) and noted == key and page.is_file()

    def note(self, student: str, key: str) -> None:
        """It has been written."""
        write_atomic(self._note(student), key.encode())

    def forget(self, student: str) -> None:
        """It is about to be written: a kill in between leaves it to be done again."""
        self._note(student).unlink(missing_ok=True)

    def _note(self, student: str) -> Path:
        return self.notes / "recorded" / self.unit / student
