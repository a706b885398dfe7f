"""The job kinds and steps of `corpuses`. A step calls a service, nothing else."""

from datetime import datetime
from typing import Final
from uuid import UUID

from corpuses.actions import running
from corpuses.actions.kinds import AGENT, ANSWER, KINDS
from corpuses.annotations import copying, moving
from corpuses.bin import services as bin_services
from corpuses.bulk import services as bulk
from corpuses.copies import services as copies
from corpuses.erasure import services as erasure
from corpuses.erasure.plan import ErasureOptions
from corpuses.exports import services as exports
from corpuses.extracts.runs import KIND as EXTRACT_ROW
from corpuses.imports import services as imports
from corpuses.imports.starting import IMPORT
from corpuses.recommender import services as recommender
from corpuses.retention import services as retention
from corpuses.similarity import services as similarity
from corpuses.uploads import archives
from documents.services.locking import lock_document
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from users.models import User

_END_LATE: Final = "corpuses.end_late_analyses"


@step(KINDS["embed"].step)
def embed_document(job: JobContext, *, revision_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    work.embed(UUID(revision_id), job=job)


@step("corpuses.change_embedder")
def change_embedder(job: JobContext, *, corpus_id: str) -> None:
    from corpuses.search import corpus_embedders  # noqa: PLC0415 - as above

    corpus_embedders.fill(UUID(corpus_id), job=job)


def run_execution(job: JobContext, *, execution_id: str) -> None:
    """Run an action on one document: the step of every kind whose result belongs to a corpus."""
    from corpuses.actions import work  # noqa: PLC0415 - as above

    work.require_current(UUID(execution_id), job=job)
    work.run(UUID(execution_id), job=job)


@step(moving.MOVE)
def move_annotations(job: JobContext, *, document_id: str, revision_id: str) -> None:
    moving.move_annotations(UUID(document_id), UUID(revision_id), job=job)


@step(copying.COPY)
def copy_annotations(job: JobContext, *, document_id: str) -> None:
    copied = copying.copy_annotations(UUID(document_id), job=job)
    job.log("info", f"{copied} annotations copied.", copied=copied)


@step(copies.COPY)
def copy_corpus(job: JobContext, *, copy_id: str) -> None:
    copies.copy_documents(UUID(copy_id), job=job)


@step(bulk.CHANGE)
def change_documents(job: JobContext, *, change_id: str, is_undone: bool) -> None:
    bulk.run_bulk_change(UUID(change_id), is_undone=is_undone, job=job)


@step(bulk.DELETE_OLD)
def delete_old_bulk_changes(job: JobContext) -> None:
    count = bulk.delete_old_changes(job=job)
    job.log("info", f"{count} changes of many documents deleted.", deleted=count)


@step("corpuses.extract_row")
def extract_row(job: JobContext, *, row_id: str) -> None:
    from corpuses.extracts import answering  # noqa: PLC0415 - as above

    answering.answer_row(UUID(row_id), job=job)


@step(running.RUN)
def run_action(job: JobContext, *, action_id: str, user_id: str, after: str) -> None:
    started = running.run_on_rest(UUID(action_id), UUID(user_id), after=UUID(after), job=job)
    job.log("info", f"Started on {started} more documents.", started=started)


@step(_END_LATE)
def end_late_analyses(job: JobContext) -> None:
    from corpuses.actions.remote import runs  # noqa: PLC0415 - imports the client of Redis

    count = runs.end_late_runs(job=job)
    job.log("info", f"{count} analyses ended.", ended=count)


@step(archives.UNPACK)
def unpack(job: JobContext, *, archive_id: str) -> None:
    archives.unpack(UUID(archive_id), job=job)


@step(archives.DISCARD_UPLOAD)
def tidy_archive(job: JobContext, *, archive_id: str) -> None:
    archives.discard_upload(UUID(archive_id), job=job)


@step(IMPORT)
def import_annotations(job: JobContext, *, import_id: str) -> None:
    imports.import_annotations(UUID(import_id), job=job)


@step(imports.DISCARD)
def tidy_annotation_import(job: JobContext, *, import_id: str) -> None:
    imports.discard_upload(UUID(import_id), job=job)


@step(exports.WRITE)
def write_export(job: JobContext, *, export_id: str) -> None:
    exports.write_export(UUID(export_id), job=job)


@step(exports.DELETE_OLD)
def delete_old_exports(job: JobContext) -> None:
    count = exports.delete_old_exports(job=job)
    job.log("info", f"{count} exports deleted.", deleted=count)


@step(recommender.SUGGEST)
def suggest_passages(job: JobContext, *, label_id: str, user_id: str) -> None:
    suggested = recommender.run(UUID(label_id), UUID(user_id), job=job)
    job.log("info", f"{suggested} passages suggested.", suggested=suggested)


@step(similarity.FIND)
def find_similar_texts(job: JobContext, *, corpus_id: str) -> None:
    found = similarity.run(UUID(corpus_id), job=job)
    job.log("info", f"{found} groups found.", found=found)


@step(bin_services.PURGE)
def purge_bin(job: JobContext, *, user_id: str = "", before: str = "", kind: str = "") -> None:
    """Purge expired items, or those of one user."""
    if user_id:
        user = User.objects.get(pk=user_id)
        count = bin_services.purge_bin_of(user, before=datetime.fromisoformat(before), kind=kind, job=job)
    else:
        count = bin_services.purge_expired(job=job)
    job.log("info", f"{count} items purged.", purged=count)


@step(retention.APPLY)
def apply_retention(job: JobContext) -> None:
    count = retention.apply_all(job=job)
    job.log("info", f"{count} documents left their corpora.", moved=count)


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


kind(retention.APPLY, title="Apply retention rules", steps=[retention.APPLY], timeout=3600)
periodic.declare(retention.APPLY, cron="7 3 * * *")
kind(erasure.ERASE, title="Erase an account", steps=[erasure.ERASE], timeout=3600)
kind(bin_services.PURGE, title="Empty the bin", steps=[bin_services.PURGE], timeout=3600)
periodic.declare(bin_services.PURGE, cron="17 3 * * *")
kind(archives.UNPACK, title="Unpack an archive", steps=[archives.UNPACK, archives.DISCARD_UPLOAD], timeout=3600)
kind(IMPORT, title="Import annotations", steps=[IMPORT, imports.DISCARD], timeout=3600)
kind(exports.WRITE, title="Write an export", steps=[exports.WRITE], timeout=3600)
kind(exports.DELETE_OLD, title="Delete old exports", steps=[exports.DELETE_OLD], timeout=3600)
periodic.declare(exports.DELETE_OLD, cron="47 3 * * *")
kind(_END_LATE, title="End late analyses", steps=[_END_LATE])
periodic.declare(_END_LATE, cron="*/5 * * * *")
kind(moving.MOVE, title="Move annotations", steps=[moving.MOVE], timeout=3600, lock_subject=lock_document)
kind(copying.COPY, title="Copy annotations", steps=[copying.COPY], timeout=3600, lock_subject=lock_document)
kind(copies.COPY, title="Copy a corpus", steps=[copies.COPY], timeout=3600)
kind(bulk.CHANGE, title="Change many documents", steps=[bulk.CHANGE], timeout=3600)
kind(bulk.DELETE_OLD, title="Delete old changes of many documents", steps=[bulk.DELETE_OLD], timeout=3600)
periodic.declare(bulk.DELETE_OLD, cron="53 3 * * *")
kind(EXTRACT_ROW, title="Extract a row", steps=["corpuses.extract_row"], retry="never", lock_subject=lock_document)
kind(recommender.SUGGEST, title="Suggest passages", steps=[recommender.SUGGEST], timeout=3600)
kind(similarity.FIND, title="Find similar texts", steps=[similarity.FIND], timeout=3600)
kind(running.RUN, title="Run an action on all documents", steps=[running.RUN], timeout=3600)
kind("corpuses.change_embedder", title="Change the embedder", steps=["corpuses.change_embedder"], timeout=36_000)
step(ANSWER)(run_execution)
# Its subject is not locked: who writes in a thread, as this job does, locks the document after the thread.
kind(ANSWER, title="Answer a comment", steps=[ANSWER], retry=AGENT.retry)
for each in KINDS.values():
    if not each.is_shared:
        step(each.step)(run_execution)
    kind(
        each.job,
        title=each.title,
        steps=[each.step],
        retry=each.retry,
        timeout=each.timeout,
        lock_subject=lock_document,
    )
