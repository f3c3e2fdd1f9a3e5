"""The job that a pool or a Dask cluster runs for each submission."""

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.core.course.course import Course
from autograder.core.digest import digest
from autograder.nbgrader.copies import forget_pages
from autograder.results.entry import key_name, ledger_key
from autograder.runner import judge_submission, read_secret
from autograder.runner.judge_submission import forget_judges
from autograder.runner.result import Result, tool_versions
from autograder.runner.submissions.open_submission import unit_of


@dataclass(frozen=True)
class Job:
    """A submission to judge. It is small, because it is sent to another process."""

    course: Path
    unit: str
    student: str
    notebook: Path
    secret: Path | None
    programs: Path  # folder of cached verdicts on programs
    unsafe: bool


def judge_job(job: Job) -> Result:
    """Judge one submission in this process."""
    course, unit = unit_of(job.course, job.unit)
    return judge_submission(
        course,
        unit,
        job.student,
        job.notebook,
        secret=read_secret(job.secret),
        programs=job.programs,
        unsafe=job.unsafe,
    )


def forget() -> None:
    """Drop what this process has read and computed, since a worker of a cluster outlives a run."""
    forget_pages()
    forget_judges()
    unit_of.cache_clear()


def describe_environment(course: Path, folder: Path, secret: Path | None) -> dict[str, str]:
    """Return what verdicts of this machine follow from besides the submission; no secret."""
    files = [file for unit in Course(course).units.values() for file in unit.files]
    tasks = [(file.parent.name, file.name, digest(file.read_bytes())) for file in files]
    return {
        **tool_versions(),
        f"the tasks in {course}": digest(json.dumps(tasks))[:16],
        f"the folder {folder}": "there" if folder.is_dir() else "not there",
        "the course secret": key_name(ledger_key(read_secret(secret))),
    }
