"""`POST /jobs`, which processes a document again, and the representation of documents in jobs."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Permission, require_user
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import validate_body
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_document, visible_documents
from documents.errors import DocumentLocked
from documents.models import Document
from documents.services import lifecycle
from tasks.api.rest.jobs import JobListView, JobSerializer, register_job_fields
from tasks.api.selectors import get_visible_job, register_reached_jobs, register_visible_kinds
from tasks.runtime.queue import JobState, JobView, count_replay
from users.api.idempotency import create_idempotent, created_response

if TYPE_CHECKING:
    from users.models import User


class JobFields(StrictSerializer):
    """A new job."""

    document_id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=[lifecycle.PROCESS], default=lifecycle.PROCESS)
    example = {"document_id": DocumentSerializer.example["id"], "kind": lifecycle.PROCESS}


class JobsView(JobListView):
    """`/jobs`."""

    @idempotent
    @operation(
        "createJob",
        "Process a document again",
        body=JobFields,
        response={201: JobSerializer},
        errors=[DocumentLocked],
    )
    def post(self, request: Request) -> Response:
        actor = require_user(request.user)
        document_id: UUID = validate_body(request, JobFields).arguments()["document_id"]
        created = create_idempotent(
            request, lambda: lifecycle.retry_document(get_visible_document(actor, document_id), actor=actor)
        )
        if not created.is_new:
            count_replay()
        body = JobSerializer.represent_one(get_visible_job(actor, created.id), actor)
        return created_response(created, body, location=reverse("job", args=[created.id]))


@register_job_fields
def describe_document_jobs(jobs: Sequence[JobView], actor: "User") -> dict[UUID, Mapping[str, Any]]:
    """Add the document of each job, and the result of processing it."""
    keys = {job.subject_id for job in jobs if job.subject_id}
    documents = {document.pk: document for document in visible_documents(actor).filter(pk__in=keys)}
    return {job.id: _fields(job, documents[job.subject_id]) for job in jobs if job.subject_id in documents}


@register_visible_kinds
def visible_job_kinds(user: "User", subject_id: UUID) -> frozenset[str]:
    """Show the jobs that process a document to its editors."""
    editable = Document.objects.permitting(user, Permission.EDIT).filter(pk=subject_id)
    return frozenset({lifecycle.PROCESS}) if editable.exists() else frozenset()


@register_reached_jobs
def reached_jobs(user: "User") -> Q:
    """Let a limited token see the processing of the documents that it reaches."""
    documents = Document.objects.visible_to(user).values("pk")
    return Q(kind__in=[lifecycle.PROCESS, lifecycle.SCAN], subject_id__in=documents)


def _fields(job: JobView, document: Document) -> dict[str, Any]:
    fields: dict[str, Any] = {"document_id": document.pk}
    if job.kind == lifecycle.PROCESS and job.state == JobState.SUCCESS:
        fields["result"] = {
            "state": document.state,
            "page_count": document.page_count,
            "revision": document.revision.number if document.revision else None,
            "warnings": document.revision.warnings if document.revision else [],
        }
    return fields
