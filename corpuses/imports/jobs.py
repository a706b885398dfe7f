"""The job kinds and steps of imports. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.imports import services as imports
from corpuses.imports.starting import IMPORT
from documents.services import resumable
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(IMPORT)
def import_annotations(job: JobContext, *, import_id: str) -> None:
    imports.import_annotations(UUID(import_id), job=job)


@step(imports.DISCARD)
def tidy_annotation_import(job: JobContext, *, import_id: str) -> None:
    resumable.discard(UUID(import_id), job=job)


kind(IMPORT, title="Import annotations", steps=[IMPORT, imports.DISCARD])
