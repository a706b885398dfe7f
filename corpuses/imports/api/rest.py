"""Imports of annotations in REST: send a file, follow its job, read the report."""

from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import EnumField, FormFileField, ReasonSerializer, Resource, StrictSerializer
from core.api.rest.views import ObjectView, retrieve
from core.errors import NotFound
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.rest.job_reports import WithError
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.imports.models import AnnotationImport
from corpuses.imports.services import MAX_PROBLEMS
from corpuses.imports.starting import TooManyImports, start_import
from corpuses.visible_rows import get_visible_row
from documents.api.upload_handler import receive_upload, require_upload
from documents.errors import FileTooLarge, NoFile, QuotaExceeded, UnsupportedType
from users.api.idempotency import create_idempotent


class ProblemSerializer(StrictSerializer):
    """A row that was refused. Of a page of Web Annotations, `line` is the number of the annotation in it."""

    line = serializers.IntegerField(help_text="From 1.")
    code = serializers.CharField()
    message = serializers.CharField()
    example = {
        "line": 7,
        "code": "annotation_not_placed",
        "message": "The quote was not found in the text of the document.",
    }


class AnnotationImportSerializer(WithError, Resource):
    """A file of annotations that is, or was, imported into a corpus, with its report."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    filename = serializers.CharField()
    state = EnumField(AnnotationImport.State)
    rows = serializers.IntegerField(source="row_count", allow_null=True, help_text="Null until all have been imported.")
    added = serializers.IntegerField()
    existing = serializers.IntegerField(help_text="Rows that were there: the same id, or the same place and label.")
    relations = serializers.IntegerField(help_text="Relations that were added; those that were there are not counted.")
    comments = serializers.IntegerField(help_text="Comments that were added; those that were there are not counted.")
    refused = serializers.IntegerField()
    problems = ProblemSerializer(many=True, help_text=f"The refused rows, the first {MAX_PROBLEMS}.")
    job = serializers.UUIDField(allow_null=True, help_text="Null while it waits for documents of the sample corpus.")
    error = ReasonSerializer(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)

    example = {
        "id": "01990c6e-0d21-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "filename": "annotations.jsonl",
        "state": "done",
        "rows": 12,
        "added": 10,
        "existing": 1,
        "relations": 0,
        "comments": 0,
        "refused": 1,
        "problems": [ProblemSerializer.example],
        "job": "01990c6e-0a13-7d01-9a5b-6c7d8e9f0a1b",
        "error": None,
        "created": "2026-11-20T08:30:00.000000Z",
        "finished": "2026-11-20T08:30:02.000000Z",
    }

    @staticmethod
    def read_problems(imported: AnnotationImport) -> list[dict[str, object]]:
        return list(imported.problems)


class AnnotationImportForm(StrictSerializer):
    """A form with a file of JSON lines or Web Annotations."""

    file = FormFileField()
    example = {"file": "(bytes)"}


class AnnotationImportsView(ObjectView):
    """`/corpuses/{id}/annotation-imports`."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receive_upload(request) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    @idempotent
    @operation(
        "importAnnotations",
        "Import annotations from a file",
        body=AnnotationImportForm,
        response={202: AnnotationImportSerializer},
        errors=[NoFile, FileTooLarge, UnsupportedType, QuotaExceeded, TooManyImports],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """JSON lines or Web Annotations, as they are exported. A row that is there is skipped.

        A job adds the annotations; the report names each row that was refused.
        """
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        upload = require_upload(request, self.handler)
        payload = {"filename": upload.name, "sha256": upload.received.sha256}
        name = upload.name or ""
        created = create_idempotent(
            request,
            lambda: start_import(upload.received, filename=name, corpus=corpus, actor=actor).pk,
            payload=payload,
        )
        imported = get_visible_row(AnnotationImport, actor, created.id)
        location = reverse("annotation-import", args=[corpus_id, created.id])
        body = AnnotationImportSerializer.represent_one(imported, actor)
        return Response(body, status=202, headers={"Location": location})


class AnnotationImportView(ObjectView):
    """`/corpuses/{id}/annotation-imports/{import}`."""

    get = retrieve("getAnnotationImport", "Get the report of an import", AnnotationImportSerializer)

    def get_object(self, actor: Actor, *, corpus_id: UUID, import_id: UUID) -> AnnotationImport:
        imported = get_visible_row(AnnotationImport, actor, import_id)
        if imported.corpus_id != corpus_id:
            raise NotFound
        return imported


annotation_imports_view = AnnotationImportsView.as_view()
setattr(annotation_imports_view, HANDLES_OVERSIZED, True)
