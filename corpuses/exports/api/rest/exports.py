"""Exports that a job writes, in REST: start one, list them, download the file."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import EnumField, JSONObjectField, ReasonSerializer, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.rest.job_reports import WithError
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports import services
from corpuses.exports.api.files import MEDIA_TYPES
from corpuses.exports.api.rest.annotated_pdfs import ZIP
from corpuses.exports.api.rest.annotations import FORMAT_NAMES
from corpuses.exports.api.selectors import create_export, list_exports
from corpuses.exports.models import Export
from corpuses.visible_rows import get_visible_row
from documents.api.rest.signed_urls import SignedUrlSerializer
from documents.errors import TooMuchAtOnce
from documents.storage import signed_urls
from tasks.runtime.job_views import jobs_of
from users.api.idempotency import create
from users.api.rest.base import site_of

_QUERY_HELP = "The parameters of the export that is sent at once, without its format."


def _progress(exports: Sequence[Export], _: Actor) -> Mapping[UUID, int]:
    """Return the progress of the job of each export; two queries."""
    jobs = jobs_of([each.pk for each in exports], kinds=[services.WRITE])
    return {key: found[0].progress for key, found in jobs.items()}


class ExportSerializer(WithError, Resource):
    """A file that a job writes, or has written."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    kind = EnumField(Export.Kind)
    extract = serializers.UUIDField(source="extract_id", allow_null=True)
    format = serializers.CharField()
    filename = serializers.CharField()
    state = EnumField(Export.State, graphql_name="ExportState")
    progress = serializers.IntegerField(help_text="Of the job, in percent.")
    rows = serializers.IntegerField(source="row_count", allow_null=True, help_text="Null until the file is written.")
    size = serializers.IntegerField(allow_null=True, help_text="Bytes; null until the file is written.")
    job = serializers.UUIDField()
    error = ReasonSerializer(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True, help_text="Time when the export is deleted.")

    loaders = {"progress": _progress}
    defaults = {"progress": 100}
    example = {
        "id": "01990c6e-0d31-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "kind": "annotations",
        "extract": None,
        "format": "csv",
        "filename": "Leases annotations.csv",
        "state": "done",
        "progress": 100,
        "rows": 120_000,
        "size": 31_457_280,
        "job": "01990c6e-0a14-7d01-9a5b-6c7d8e9f0a1b",
        "error": None,
        "created": "2026-11-20T08:30:00.000000Z",
        "finished": "2026-11-20T08:30:20.000000Z",
        "expires": "2026-11-27T08:30:20.000000Z",
    }

    @staticmethod
    def read_size(export: Export) -> int | None:
        return export.blob.size if export.blob else None


class ExportFields(StrictSerializer):
    """The rows to export, and the format."""

    kind = EnumField(Export.Kind)
    format = serializers.ChoiceField(
        (*FORMAT_NAMES, ZIP),
        default="csv",
        help_text="`jsonld` is one of annotations; `zip` is one of annotations and of `annotated_pdfs`.",
    )
    extract = KeyField("Extract", help_text="For the rows of an extract of this corpus.")
    query = JSONObjectField(required=False, help_text=_QUERY_HELP)
    example = {"kind": "annotations", "format": "csv", "query": {"source": "human"}}


class ExportListQuery(ListQuery):
    """The exports of a corpus."""

    corpus = KeyField("Corpus")


class CorpusExportsView(ListView):
    """`/corpuses/{id}/exports`."""

    post = create(
        "createExport",
        "Export rows of a corpus in a job",
        {202: ExportSerializer},
        ExportFields,
        find=lambda actor, key: get_visible_row(Export, actor, key),
        route="export",
        description="For files of many rows. You get a notification when the file is ready; it is kept for some days."
        "\n\nCancel or repeat the job as any other. Small files are sent at once by the `export` of the list itself.",
        errors=[services.TooManyExports, services.TooManyExportsAtOnce, TooMuchAtOnce],
    )

    def perform_create(self, actor: Any, *, corpus_id: UUID, **fields: Any) -> UUID:
        corpus = get_visible_corpus(actor, corpus_id)
        return create_export(actor, corpus, origin=site_of(self.request).url(""), **fields).pk


class ExportsView(ListView):
    """`/exports`."""

    get = list_resources("listExports", "List your exports", ExportSerializer, query=ExportListQuery)

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Export]:
        return list_exports(actor, **filters)


class ExportView(ObjectView):
    """`/exports/{id}`."""

    get = retrieve("getExport", "Get an export", ExportSerializer)
    delete = destroy(
        "deleteExport",
        "Delete an export",
        services.delete_export,
        description="With its file. If the file is being written, the job is cancelled.",
    )

    def get_object(self, actor: Actor, *, export_id: UUID) -> Export:
        return get_visible_row(Export, actor, export_id)


@method_decorator(never_cache, name="dispatch")
class ExportUrlView(APIView):
    """`/exports/{id}/download-url`."""

    @operation(
        "getExportUrl",
        "Get a signed URL of the file of an export",
        response=SignedUrlSerializer,
        errors=[services.ExportNotReady],
    )
    def get(self, request: Request, export_id: UUID) -> Response:
        """Return a URL that works without signing in, for some minutes."""
        export = get_visible_row(Export, require_user(request.user), export_id)
        expires = signed_urls.expiry()
        url = request.build_absolute_uri(download_url(export, expires=expires))
        return Response({"url": url, "expires": datetime.fromtimestamp(expires, UTC)})


def download_url(export: Export, *, expires: int) -> str:
    """Return a signed URL of the file of an export; raise `ExportNotReady` if there is none."""
    if export.blob is None:
        raise services.ExportNotReady
    media_type = (MEDIA_TYPES | {ZIP: "application/zip"})[export.format]
    target = signed_urls.Target(blob=export.blob.pk, media_type=media_type, filename=export.filename)
    query = urlencode(signed_urls.query_of(target, expires=expires))
    return signed_urls.store_url(target, export.blob) or f"{reverse('blob', args=[export.blob.pk])}?{query}"
