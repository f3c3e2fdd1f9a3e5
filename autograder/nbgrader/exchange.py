"""Release feedback through nbgrader's exchange to the students who submitted through it."""

from glob import glob
from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback

_SUBMIT_FILES = ("timestamp.txt", "submission_secret.txt")  # written by `nbgrader submit`


class ReleaseFeedback(ExchangeReleaseFeedback):  # type: ignore[misc]  # nbgrader ships no types
    """`c.ExchangeFactory.release_feedback`: skip students who did not submit through the exchange.

    nbgrader's own step stops at the first student who submitted in another way.
    """

    def copy_files(self) -> None:
        """Release feedback to students who used the exchange, and log the names of the others."""
        pages = [Path(page) for page in sorted(glob(f"{self.src_path}/*.html"))]
        not_submitted = [
            p for p in pages if not all((p.parent / name).is_file() for name in _SUBMIT_FILES)
        ]
        others = sorted({page.parent.parent.name for page in not_submitted})
        if others:
            self.log.warning(
                "Feedback was not released to students who did not use the exchange: %s. "
                "Return their feedback with: autograder return",
                ", ".join(others),
            )
        excluded = [name for name in self.coursedir.student_id_exclude.split(",") if name]
        self.coursedir.student_id_exclude = ",".join([*excluded, *others])
        super().copy_files()
