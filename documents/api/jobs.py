"""`POST /api/v1/jobs`: what can be asked for is a document's processing, so that it lives with the documents."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access.actors import require_user
from core.access.roles import Permission
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import StrictSerializer
from documents.api.selectors import get_visible_document, visible_documents
from documents.api.shapes import EXAMPLE
from documents.errors import DocumentLocked
from documents.models import Document
from documents.services import lifecycle
from tasks.api.reading import job_seen_by, show_jobs_by
from tasks.api.serializers import describe_jobs_with, job_body
from tasks.api.shapes import JobShape
from tasks.api.views import JobListView
from tasks.runtime.queue import JobState, JobView, count_replay
from users.api.idempotency import create_idempotent, created_response

if TYPE_CHECKING:
    from users.models import User


class JobFields(StrictSerializer):
    """What to do, and with which document."""

    document_id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=[lifecycle.PROCESS], default=lifecycle.PROCESS)
    example = {"document_id": EXAMPLE["id"], "kind": lifecycle.PROCESS}


class JobsView(JobListView):
    """`/jobs`: what GET lists, POST adds to: 201, or 200 when the same request was made with this key before."""

    @idempotent
    @operation(
        "createJob",
        "Let a document be processed again",
        body=JobFields,
        response={201: JobShape},
        errors=[DocumentLocked],
    )
    def post(self, request: Request) -> Response:
        actor = require_user(request.user)
        fields = JobFields(data=request.data)
        fields.is_valid(raise_exception=True)
        document_id: UUID = fields.validated_data["document_id"]
        made = create_idempotent(
            request, lambda: lifecycle.retry_document(get_visible_document(actor, document_id), actor=actor)
        )
        if not made.is_new:
            count_replay()
        body = job_body(job_seen_by(actor, made.id), actor)
        return created_response(made, body, location=reverse("job", args=[made.id]))


@describe_jobs_with
def about_documents(jobs: Sequence[JobView], reader: "User") -> dict[UUID, Mapping[str, Any]]:
    """Name the document that a job is about; what has come of processing it is the result."""
    wanted = {job.subject_id for job in jobs if job.subject_id}
    seen = {document.pk: document for document in visible_documents(reader).filter(pk__in=wanted)}
    return {job.id: _facts(job, seen[job.subject_id]) for job in jobs if job.subject_id in seen}


@show_jobs_by
def of_editable_documents(person: "User", subject_id: UUID) -> frozenset[str]:
    """Whoever may edit a document sees how it is processed."""
    editable = Document.objects.permitting(person, Permission.EDIT).filter(pk=subject_id)
    return frozenset({lifecycle.PROCESS}) if editable.exists() else frozenset()


def _facts(job: JobView, document: Document) -> dict[str, Any]:
    facts: dict[str, Any] = {"document_id": document.pk}
    if job.kind == lifecycle.PROCESS and job.state == JobState.SUCCESS:
        facts["result"] = {
            "state": document.state,
            "page_count": document.page_count,
            "revision": document.revision.number if document.revision else None,
            "warnings": document.revision.warnings if document.revision else [],
        }
    return facts
