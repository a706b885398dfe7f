"""Archives of a corpus in REST: upload one, follow its unpacking, list the results of its entries."""

from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import UPLOADING, Actor, require_user
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.ordering import Order
from core.api.rest.serializers import FormFileField
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, ObjectView, list_resources, retrieve
from core.errors import NotFound
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.job_reports import TooManyUnfinished
from corpuses.models import Archive, ArchiveEntry
from corpuses.uploads import archives
from corpuses.uploads.api.rest.serializers import ArchiveSerializer, DestinationFields, EntrySerializer
from corpuses.uploads.services import get_destination
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.upload_handler import receive_upload, require_upload
from documents.errors import FileTooLarge, NoFile, QuotaExceeded, UnsupportedType
from users.api.idempotency import create_idempotent, created_response


class ArchiveForm(DestinationFields):
    """A form with a ZIP file and the folder to unpack it into."""

    file = FormFileField()
    example = {"file": "(bytes)"}


class ArchivesView(ListView):
    """`/corpuses/{id}/archives`."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    token_scopes = UPLOADING

    get = list_resources("listArchives", "List the archives that you have uploaded to a corpus", ArchiveSerializer)

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receive_upload(request, limit=settings.MAX_FILE_SIZE_LIMIT) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[Archive]:
        return visible_rows(Archive, actor, corpus=get_visible_corpus(actor, corpus_id))

    @idempotent
    @operation(
        "uploadArchive",
        "Upload a ZIP file to be unpacked into a corpus",
        body=ArchiveForm,
        response={201: ArchiveSerializer},
        errors=[NoFile, FileTooLarge, UnsupportedType, QuotaExceeded, TooManyUnfinished],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """Return a result for each entry; folders are created. Larger archives: `/uploads` with `kind` archive."""
        actor = require_user(request.user)
        upload = require_upload(request, self.handler)
        fields = validate_body(request, DestinationFields).arguments()

        def create() -> UUID:
            destination = get_destination(actor, corpus=corpus_id, **fields)
            return archives.create_archive(
                upload.received, filename=upload.name or "", owner=actor, destination=destination
            ).pk

        payload = {**fields, "filename": upload.name, "sha256": upload.received.sha256}
        created = create_idempotent(request, create, payload=payload)
        body = ArchiveSerializer.represent_one(get_visible_row(Archive, actor, created.id), actor)
        return created_response(created, body, location=reverse("archive", args=[corpus_id, created.id]))


class ArchiveView(ObjectView):
    """`/corpuses/{id}/archives/{archive}`."""

    get = retrieve("getArchive", "Get an archive and the counts of its results", ArchiveSerializer)

    def get_object(self, actor: Actor, *, corpus_id: UUID, archive_id: UUID) -> Archive:
        return _archive(actor, corpus_id, archive_id)


class EntriesView(ListView):
    """`/corpuses/{id}/archives/{archive}/entries`."""

    order = Order(("number",))
    get = list_resources("listArchiveEntries", "List the results of the entries of an archive", EntrySerializer)

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, archive_id: UUID) -> QuerySet[ArchiveEntry]:
        return _archive(actor, corpus_id, archive_id).entries.all()


def _archive(actor: Actor, corpus_id: UUID, archive_id: UUID) -> Archive:
    archive = get_visible_row(Archive, actor, archive_id)
    if archive.corpus_id != corpus_id:
        raise NotFound
    return archive


archives_view = ArchivesView.as_view()
setattr(archives_view, HANDLES_OVERSIZED, True)
