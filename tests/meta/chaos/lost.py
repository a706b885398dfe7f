"""What is needed to find the cause of a lost job: its error code, its traceback and its log lines."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tasks.models import Job
from tasks.runtime import job_logs

MOST_JOBS = 20
_MOST_LINES = 40


def details_of(job_ids: Iterable[str], logs: Path) -> list[dict[str, Any]]:
    """Return the details of the first jobs; `logs` is the folder of the logs of all workers."""
    jobs = list(Job.objects.filter(pk__in=list(job_ids)).order_by("created")[:MOST_JOBS])
    lines = job_logs.lines_of([job.pk for job in jobs], with_tracebacks=True)
    of_workers = _lines_naming({str(job.pk) for job in jobs}, logs)
    return [
        {
            "job": str(job.pk),
            "kind": job.kind,
            "subject": str(job.subject_id or ""),
            "state": job.state,
            "reason": job.reason,
            "error_code": job.error_code,
            "error_message": job.error_message,
            "attempts": job.attempts,
            "failures": job.failures,
            "crashes": job.crashes,
            "traceback": job.traceback,
            "lines": [
                {"at": line.at.isoformat(), "level": line.level, "message": line.message, **line.fields}
                for line in lines.get(job.pk, [])
            ],
            "worker_lines": of_workers[str(job.pk)],
        }
        for job in jobs
    ]


def _lines_naming(job_ids: set[str], logs: Path) -> dict[str, list[str]]:
    """Return the last lines of the workers about each job."""
    found: dict[str, list[str]] = {job_id: [] for job_id in job_ids}
    for path in sorted(logs.rglob("*.log")) if job_ids else ():
        with path.open(errors="replace") as file:
            for line in file:
                for job_id in job_ids:
                    if job_id in line:
                        found[job_id].append(line.rstrip())
    return {job_id: lines[-_MOST_LINES:] for job_id, lines in found.items()}
