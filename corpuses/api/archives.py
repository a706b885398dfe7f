"""Archives of a corpus in REST: sent, looked at, and accounted for entry by entry."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import UPLOADING
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import StrictSerializer, page_of
from core.errors import NotFound
from corpuses.api.selectors import get_visible_corpus
from corpuses.api.upload_shapes import ArchiveShape, EntryShape, archive_body, entry_body
from corpuses.models import Archive
from corpuses.services import archives
from corpuses.services.uploads import get_destination
from documents.api.receiving import receiving, require_upload
from documents.errors import FileTooLarge, NoFile, QuotaExceeded, UnsupportedType
from users.api.idempotency import create_idempotent, created_response
from users.models import User


class ArchiveFields(StrictSerializer):
    """What may stand beside the file."""

    folder = serializers.UUIDField(required=False, help_text="The folder to unpack into; the top when absent.")
    path = serializers.CharField(required=False, allow_blank=True, max_length=1_000, help_text="Folders below it.")


class ArchiveForm(ArchiveFields):
    """A form with a ZIP file, and what may stand beside it."""

    file = serializers.FileField()
    example = {"file": "(bytes)"}


class NumberPagination(KeyCursorPagination):
    """In the order of the archive."""

    ordering = "number"

    def parse_position(self, text: str) -> object:
        return int(text)


class ArchivesView(APIView):
    """`/corpuses/{id}/archives`."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    token_scopes = UPLOADING

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receiving(request, limit=settings.MAX_FILE_SIZE_LIMIT) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    @operation("listArchives", "List the archives that you have sent to a corpus", response=page_of(ArchiveShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = require_user(request.user)
        paginator = KeyCursorPagination()
        page = paginator.page_of(archives.archives_of(get_visible_corpus(reader, corpus_id), reader), request)
        counts = archives.counts_of(page)
        return Response(paginator.body([archive_body(archive, counts[archive.pk]) for archive in page]))

    @idempotent
    @operation(
        "uploadArchive",
        "Send a ZIP file to be unpacked into a corpus",
        body=ArchiveForm,
        response={201: ArchiveShape},
        errors=[NoFile, FileTooLarge, UnsupportedType, QuotaExceeded],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """Each entry is accounted for; folders become folders. Larger ones: `/uploads/` with `kind` archive."""
        owner = require_user(request.user)
        upload = require_upload(request, self.handler)
        fields = ArchiveFields(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        made = create_idempotent(
            request,
            lambda: (
                archives.create_archive(
                    upload.received,
                    filename=upload.name or "",
                    owner=owner,
                    destination=get_destination(
                        owner, corpus=corpus_id, folder=sent.get("folder"), path=sent.get("path", "")
                    ),
                ).pk
            ),
            payload={**sent, "filename": upload.name, "sha256": upload.received.sha256},
        )
        location = reverse("archive", args=[corpus_id, made.id])
        return created_response(made, _described(_archive(owner, corpus_id, made.id)), location=location)


class ArchiveView(APIView):
    """`/corpuses/{id}/archives/{archive}`."""

    @operation("getArchive", "See how far an archive has been unpacked", response=ArchiveShape)
    def get(self, request: Request, corpus_id: UUID, archive_id: UUID) -> Response:
        reader = require_user(request.user)
        return Response(_described(_archive(reader, corpus_id, archive_id)))


class EntriesView(APIView):
    """`/corpuses/{id}/archives/{archive}/entries`."""

    @operation("listArchiveEntries", "See what became of each file of an archive", response=page_of(EntryShape))
    def get(self, request: Request, corpus_id: UUID, archive_id: UUID) -> Response:
        archive = _archive(require_user(request.user), corpus_id, archive_id)
        paginator = NumberPagination()
        page = paginator.page_of(archive.entries.all(), request)
        return Response(paginator.body([entry_body(entry) for entry in page]))


def _archive(reader: User, corpus_id: UUID, archive_id: UUID) -> Archive:
    found = archives.archives_of(get_visible_corpus(reader, corpus_id), reader).filter(pk=archive_id).first()
    if found is None:
        raise NotFound
    return found


def _described(archive: Archive) -> dict[str, Any]:
    return archive_body(archive, archives.counts_of([archive])[archive.pk])


archives_view = ArchivesView.as_view()
setattr(archives_view, HANDLES_OVERSIZED, True)
