"""The end of rows whose job did not answer all of their cells."""

from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from corpuses.events import record_corpus_event
from corpuses.extracts.cells import EMPTY
from corpuses.extracts.models import Cell, ExtractRow


def leave_open(cells: "QuerySet[Cell]", status: Cell.Status, reason: str) -> None:
    """Set the status of the cells without an answer, and the reason."""
    cells.filter(status__in=Cell.OPEN).update(**{**EMPTY, "problem": reason, "status": status})


def settle_row(job_id: UUID, *, state: str, code: str, message: str) -> None:
    """Record that the job of a row ended without an answer for all of its cells."""
    rows = ExtractRow.objects.filter(job=job_id, state__in=[ExtractRow.State.PENDING, ExtractRow.State.RUNNING])
    for row in rows.select_related("extract__corpus"):
        is_cancelled = state == "cancelled"
        reason = message or ("Cancelled by a user." if is_cancelled else "The job failed.")
        status = Cell.Status.SKIPPED if is_cancelled else Cell.Status.FAILED
        leave_open(row.cells.all(), status, reason)
        ended = ExtractRow.State.CANCELLED if is_cancelled else ExtractRow.State.FAILED
        ExtractRow.objects.filter(pk=row.pk).update(
            state=ended, code="" if is_cancelled else code, message=reason, finished=timezone.now()
        )
        record_corpus_event(row.extract.corpus, "cells", about=row.document_id)
