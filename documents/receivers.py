"""Signal receivers. They only insert or update rows."""

from documents.models import Document, Upload
from documents.services import lifecycle
from tasks.signals import FinishedJob
from users.models import User

_CANCELLED = "Processing was cancelled. You can start it again."
_UNKNOWN = "Something went wrong while this document was being processed. You can try again."


def start_processing(*, instance: Document, created: bool, raw: bool = False, **_: object) -> None:
    """Enqueue the processing of a new document, in its transaction; fixtures (`raw`) contain results."""
    if created and not raw:
        lifecycle.enqueue_processing(instance)


def pass_on_documents(*, account: User, heir: User, **_: object) -> None:
    """Assign the documents and uploads of a deleted service account to the user who has deleted it."""
    for rows in (Document.with_deleted, Upload.objects):
        rows.filter(owner=account).update(owner=heir, tenant_id=heir.tenant_id)


def settle_failed(*, job: FinishedJob, **_: object) -> None:
    """Mark a document as failed and unlock it when its job ends without success."""
    # The subject, not the arguments: these may be the reason why the job failed.
    kinds = (lifecycle.PROCESS, lifecycle.SCAN)
    if job.kind not in kinds or job.state == "success" or job.subject_id is None:
        return
    if job.state == "cancelled":
        code, message = "processing_cancelled", _CANCELLED
    else:
        code, message = job.code, job.error_message or _UNKNOWN
    lifecycle.fail_processing(job.subject_id, code=code, message=message)
