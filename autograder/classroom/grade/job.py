"""The job that a pool or a Dask cluster runs for each submission."""

import json
from dataclasses import dataclass
from pathlib import Path

from autograder.core.course.course import Course, unit_of
from autograder.core.digest import digest
from autograder.nbgrader.copies import clear_page_caches
from autograder.runner import judge_submission, read_secret
from autograder.runner.judge_submission import forget_judges
from autograder.runner.result import Result, tool_versions


@dataclass(frozen=True)
class Job:
    """A submission to judge: only names and paths, because a job is sent to another process."""

    course: Path
    unit: str
    student: str
    notebook: Path
    programs: Path  # folder that caches the verdicts on students' programs
    unsafe: bool


def judge_job(job: Job) -> Result:
    """Judge one submission in this process."""
    course, unit = unit_of(job.course, job.unit)
    return judge_submission(
        course,
        unit,
        job.student,
        job.notebook,
        secret=read_secret(course.secret),
        programs=job.programs,
        unsafe=job.unsafe,
    )


def forget() -> None:
    """Clear this process's caches of courses, judges and pages: a worker may serve several runs."""
    clear_page_caches()
    forget_judges()
    unit_of.cache_clear()


def describe_environment(path: Path, folder: Path) -> dict[str, str]:
    """Return the versions, tasks, secret and folder, which must be equal on all grading machines.

    The description contains a digest of the course secret, not the secret. Of `folder`, it states
    only whether it exists.
    """
    course = Course(path)
    files = [file for unit in course.units.values() for file in unit.files]
    tasks = [(file.parent.name, file.name, digest(file.read_bytes())) for file in files]
    return {
        **tool_versions(),
        f"the tasks in {path}": digest(json.dumps(tasks))[:16],
        f"the folder {folder}": "there" if folder.is_dir() else "not there",
        "the course secret": digest(b"name of " + read_secret(course.secret))[:16],
    }
