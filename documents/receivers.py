"""What `documents` does when it hears of something. Receivers only insert or update rows."""

from documents.models import Document
from documents.services import lifecycle
from tasks.signals import FinishedJob

_CANCELLED = "The processing was cancelled. You can start it again."
_UNKNOWN = "Something went wrong on our side while this document was being processed. You can try again."


def start_processing(*, instance: Document, created: bool, raw: bool = False, **_: object) -> None:
    """A document was created: record its job in the same transaction. Fixtures (`raw`) bring their own results."""
    if created and not raw:
        lifecycle.enqueue_processing(instance)


def settle_failed(*, job: FinishedJob, **_: object) -> None:
    """A processing job ended without success, wherever it ended: the document says why and is unlocked."""
    # The subject, not the arguments: a job ends also because its arguments cannot be read.
    kinds = (lifecycle.PROCESS, lifecycle.SCAN)
    if job.kind not in kinds or job.state == "success" or job.subject_id is None:
        return
    if job.state == "cancelled":
        code, message = "processing_cancelled", _CANCELLED
    else:
        code, message = job.error_code or job.reason, job.error_message or _UNKNOWN
    lifecycle.fail_processing(job.subject_id, code=code, message=message)
