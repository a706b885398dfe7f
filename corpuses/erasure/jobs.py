"""The job kinds and steps of erasure. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.erasure import services as erasure
from corpuses.erasure.plan import ErasureOptions
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from users.models import User


@step(erasure.ERASE)
def erase_user(  # the arguments of the job
    job: JobContext, *, user_id: str, heir_id: str, delete_documents: bool, delete_contributions: bool, actor_id: str
) -> None:
    """Erase an account; nothing happens if that is done."""

    def after_each() -> None:
        job.check_cancelled()
        job.extend_deadline()

    if user := User.objects.select_related("tenant").filter(pk=user_id).first():
        options = ErasureOptions(
            heir_id=UUID(heir_id) if heir_id else None,
            delete_documents=delete_documents,
            delete_contributions=delete_contributions,
        )
        erasure.erase(user, options, actor_id=UUID(actor_id), after_each=after_each)


# A corpus is deleted in one transaction, which shows no progress.
kind(erasure.ERASE, title="Erase an account", steps=[erasure.ERASE], timeout="JOB_MAX_SECONDS", is_long=True)
